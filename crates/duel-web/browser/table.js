// Sitting at a table as a person does: reading what is on the page and tapping.

import assert from "node:assert/strict";
import { until, world } from "./world.js";

export const BOOKS = ["divide", "dilemma", "subtract", "digits", "factor"];

const isDaily = (page) => new URL(page.url()).pathname.startsWith("/daily");

/** Whether the game of a page is played in it, without a server. */
export const isLocal = (page) => new URL(page.url()).pathname === "/play" || isDaily(page);

/** The game of a table page. */
export const idOf = (page) => (isLocal(page) ? new URL(page.url()).searchParams.get("game") : new URL(page.url()).pathname.split("/")[2]);

/** The record of a game that a page keeps by itself, as it keeps it. @returns {Promise<string>} */
export const recordOf = (page) => page.evaluate(async ([id, daily]) => {
  const kept = await import(/** @type {any} */ (globalThis).fileOf(daily ? "days.js" : "kept.js"));
  return daily ? kept.games()[/** @type {any} */ (document.querySelector("#lead time")).dateTime]?.hand.record : kept.find(id)?.record;
}, /** @type {const} */ ([idOf(page), isDaily(page)]));

/** Games that were read, by their records: asking again would only keep the engine of a page busy. */
const read = new Map();

/** A record as a game, read by the engine of a page. */
async function gameOfRecord(page, record) {
  if (!read.has(record)) {
    read.set(record, await page.evaluate(async (text) => (await (await import(/** @type {any} */ (globalThis).fileOf("engine/engine.js"))).ask("game", { record: text })).game, record));
  }
  return read.get(record);
}

/** The game as the server has it, or as the page keeps it where it is played without one. */
export async function gameOf(page, server = world.server) {
  if (!isLocal(page)) return server.api("GET", `/games/${idOf(page)}`);
  const record = await recordOf(page);
  assert.ok(record, "the page keeps no such game");
  return { ...(await gameOfRecord(page, record)), id: idOf(page) };
}

/** Begins a game in the page by its address, as links of other pages do, and waits for its table. */
export async function beginHere(page, terms) {
  await page.goto(`/play?${new URLSearchParams(terms)}`);
  await page.waitForURL(/\/play\?game=\w+$/);
  await page.locator("#board").waitFor();
}

/** Begins a game from the front page, and waits for its table. */
export async function begin(page, { book = "divide", fair = true, opponent = "friend", options = [] } = {}) {
  await page.goto("/");
  await page.locator(`[data-open=${book}]`).click();
  if (!fair) options = [["fair", "no"], ...options];
  if (options.length) await page.locator("#options > summary").click();
  for (const [name, value] of options) await page.locator(`label:has(input[name=${name}][value="${value}"])`).click();
  await page.locator(`button[name=opponent][value=${opponent}]`).click();
  await page.waitForURL(/\/g\/[^/]+$|\/play\?game=\w+$/);
  await page.locator("#board").waitFor();
}

/** Opens the link to a table and takes the free seat. */
export async function takeSeat(page, link, name = "") {
  await page.goto(link);
  if (name) await page.getByLabel("Your name, if you like").fill(name);
  await page.getByRole("button", { name: "Take the seat" }).click();
}

/** A game made by the API, with both seats taken. */
export async function deal(terms, server = world.server) {
  const first = await server.api("POST", "/games", { body: terms });
  if (terms.opponent === "computer") return [first];
  const second = await server.api("POST", `/games/${first.id}/join`, { body: { name: "Bob" } });
  return [first, second];
}

/** Sits down with the secret of a seat, as on another device. */
export async function sit(page, { id, seat, token }) {
  await page.goto(`/g/${id}#seat=${seat}&token=${encodeURIComponent(token)}`);
  await page.locator("#board").waitFor();
  await until("the secret is out of the address", () => new URL(page.url()).hash === "");
}

/** Waits for words in the line that says whose turn it is. */
export const turnSays = (page, words) => page.locator("#turn").filter({ hasText: words }).waitFor();

/** The moves that can be tapped now: in the picture, else in the list. */
export async function taps(page) {
  // Two at one device are called by their names.
  await turnSays(page, isLocal(page) ? /^Your turn$|’s turn$/ : /^Your turn$/);
  const spots = page.locator("#picture .pick:visible, #moves button[data-move]:visible");
  await spots.first().waitFor();
  return spots.evaluateAll((nodes) => [...new Set(nodes.map((node) => /** @type {any} */ (node).dataset.move))]);
}

/** The places where a move can be tapped: on the board, and its key. */
export const placeOf = (page, move) => page.locator(`#picture .pick[data-move="${move}"]:visible, #moves button[data-move="${move}"]:visible`).first();

/** Taps a place twice: to see where the move leads, and to play it. */
export async function playAt(place, { touch = false } = {}) {
  const press = () => (touch ? place.tap() : place.click());
  await press();
  await place.page().locator("#play:visible").waitFor();
  await press();
}

/** Plays a move where it can be seen, and waits until it is made. */
export async function tap(page, move, { touch = false, server = world.server } = {}) {
  const { ply } = await gameOf(page, server);
  const [, number] = /^(\d+):/.exec(move) ?? [];
  if (number && !(await placeOf(page, move).count())) await page.locator(`#picture [data-number="${number}"]`).click();
  await playAt(placeOf(page, move), { touch });
  await until(`move ${move} is made`, async () => (await gameOf(page, server)).ply > ply);
}

/** Opens what is beside the board where there is no room for it. */
export async function beside(page) {
  if (!(await page.locator("#more").isVisible()) || (await page.locator("#side.open").count())) return;
  if (await page.locator("#after").isVisible()) await page.getByRole("button", { name: "Close, and look at the board" }).click();
  await page.locator("#more").click();
}

/** Presses a button beside the board. */
export async function press(page, name) {
  await beside(page);
  await page.locator("#side").getByRole("button", { name }).click();
}

/** Resigns, and says so. */
export async function resign(page) {
  await press(page, "Resign…");
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
}

/** Unfolds what a game in the page can be saved and sent with. */
export async function unfold(page) {
  await beside(page);
  const fold = page.locator("#controls details");
  if ((await fold.getAttribute("open")) === null) await fold.locator("summary").click();
}

/** The line in which a move is typed. */
export async function typing(page) {
  const toggle = page.getByRole("button", { name: "Type it instead" });
  if (await toggle.isVisible()) await toggle.click();
  return page.getByLabel("Type a move");
}

/** A move that keeps games of some length, and ends them. */
export function choose(game, moves) {
  if (game.board.kind !== "digits") return moves[game.ply % 2 ? moves.length - 1 : Math.floor(moves.length / 2)];
  const wins = (digit) => game.board.targets.some((target) => BigInt(game.board.digits + digit) % BigInt(target) === 0n);
  const want = game.ply >= 4;
  return moves.find((digit) => wins(digit) === want) ?? moves[0];
}

/** The lines of the log that a page shows. */
export const logOf = (page) => page.locator("#log p:not([hidden]) .said").allInnerTexts();

/** What a log with one line a move shows to the player in a seat, of lines that the API tells, after the start. */
export const inBrief = (lines, { result, seats }, seat) => lines
  .filter((line) => line.by || line.brief != null)
  .map(({ by, brief, text }) => {
    if (brief == null) return text;
    if (brief === result?.reason) return result.reason_to[seat - 1];
    const name = by && (by === seat ? "You" : seats[by - 1].kind === "computer" ? "Computer" : seats[by - 1].name);
    return name ? brief.replace(`${seats[by - 1].name}: `, `${name}: `) : brief;
  })
  .filter((words) => words !== "");

/** Waits until a page says how its game ended, to the player in a seat or to the only person at it. */
export function endSays(page, { result, seats }, seat = 0) {
  const people = [1, 2].filter((each) => seats[each - 1].kind === "person");
  const reader = seat || (people.length === 1 ? people[0] : 0);
  const reason = reader ? result.reason_to[reader - 1] : result.reason;
  return turnSays(page, reason.replace(/: [^:]*$/, "."));
}

/** Plays a game of two people to its end by tapping; gives the moves that were tapped. */
export async function playOut(pages, options = {}) {
  const made = [];
  for (;;) {
    const game = await until("somebody is to move", async () => {
      const now = await gameOf(pages[0], options.server);
      return (now.result || now.turn) && now;
    });
    if (game.result) return made;
    assert.ok(made.length < 80, "the game goes on and on");
    const page = pages[game.turn - 1];
    const move = choose(game, await taps(page));
    made.push(move);
    await tap(page, move, options);
  }
}

/** Plays against the computer to the end; gives the game. */
export async function playComputer(page, options = {}) {
  for (;;) {
    const game = await until("the computer has moved", async () => {
      const now = await gameOf(page);
      return (now.result || now.seats[now.turn - 1].kind === "person") && now;
    });
    if (game.result) return game;
    await tap(page, choose(game, await taps(page)), options);
  }
}
