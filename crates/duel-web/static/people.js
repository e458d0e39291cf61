// @ts-check
// Finding an opponent: pairing, open games to join or to watch, and this browser's games at the server.

import { get, goToSeat, keptSeats, newKey, remember, seatOf, sitDown } from "./api.js";
import { byId, el, fill, say } from "./dom.js";

/** How often the list is asked for, in milliseconds, while somebody looks at it. */
const PACE = 4000;
/** How many games of this browser are looked for. */
const MOST_OWN = 20;
/** How many of them are shown when they are over. */
const MOST_OVER = 5;

const nameField = /** @type {HTMLInputElement} */ (byId("name"));
const name = () => (nameField.value.trim() ? { name: nameField.value.trim() } : {});
const link = (/** @type {string} */ id) => `/g/${encodeURIComponent(id)}`;

/** The open game of this browser that still waits: it does not play against itself. */
async function ownWaiting() {
  const id = remember("waiting");
  if (!id || !seatOf(id)) return "";
  const game = await get(`/games/${encodeURIComponent(id)}`).catch(() => null);
  return game?.waiting && !game.result ? id : "";
}

/** Does what a button says, once, and says what went wrong. @param {HTMLElement} button @param {() => Promise<void>} action */
async function act(button, action) {
  if (button.getAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  say(byId("trouble"), "");
  remember("name", nameField.value.trim());
  try {
    await action();
  } catch (error) {
    button.removeAttribute("aria-busy");
    say(byId("trouble"), error instanceof Error ? error.message : "That did not work.");
  }
}

const wait = () => say(byId("trouble"), "The server cannot be reached just now. Trying again…");

byId("form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  act(byId("find"), async () => {
    const own = await ownWaiting();
    if (own) return location.assign(link(own));
    const book = new FormData(/** @type {HTMLFormElement} */ (byId("form"))).get("book");
    const made = await sitDown("/lobby/pair", { ...(book ? { book } : {}), ...name() }, newKey(), wait);
    if (made.game.waiting) remember("waiting", made.id);
    goToSeat(made);
  });
});

const players = (/** @type {any} */ game) => game.players.map((/** @type {string | null} */ player) => player ?? "a free seat").join(" and ");

function waitingRow(/** @type {any} */ game) {
  if (seatOf(game.id)) return el("li", { class: "row" }, el("span", null, `${game.short}: ${game.numbers}`), el("a", { class: "button", href: link(game.id) }, "Your table: go back"));
  const host = game.players.find(Boolean);
  const button = el("button", { type: "button", class: "button", "aria-label": `Play ${game.short} with ${host}` }, "Play");
  button.addEventListener("click", () => act(button, async () => goToSeat(await sitDown(`/games/${encodeURIComponent(game.id)}/join`, name(), newKey(), wait))));
  return el("li", { class: "row" }, el("span", null, `${game.short}: ${game.numbers} · ${host}`), button);
}

const playingRow = (/** @type {any} */ game) => el("li", { class: "row" },
  el("span", null, `${game.short}: ${game.numbers} · ${players(game)}${game.watching ? ` · ${game.watching} watching` : ""}`),
  el("a", { class: "button", href: link(game.id), "aria-label": `Watch ${game.short}, ${players(game)}` }, "Watch"));

const list = (/** @type {any[]} */ rows) => el("ul", { class: "plain stack" }, rows);

let shown = "";
/** Asks for the open games, and shows them where something has changed: the focus stays where it is. */
async function refresh() {
  try {
    const lobby = await get("/lobby");
    if (JSON.stringify(lobby) === shown) return;
    shown = JSON.stringify(lobby);
    fill(byId("waiting"), lobby.waiting.length ? list(lobby.waiting.map(waitingRow)) : el("p", { class: "quiet" }, "Nobody just now. Find an opponent, and you are the first."));
    fill(byId("playing"), lobby.playing.length ? list(lobby.playing.map(playingRow)) : el("p", { class: "quiet" }, "No open game just now."));
  } catch (error) {
    shown = "";
    fill(byId("waiting"), el("p", { class: "quiet" }, error instanceof Error ? error.message : ""));
  }
}

/** How a game of this browser stands. @param {any} game */
function stateOf(game) {
  const seat = seatOf(game.id)?.seat;
  if (game.result) return !game.result.winner ? "nobody won" : game.result.winner === seat ? "you won" : "you lost";
  return game.waiting ? "waits for an opponent" : game.turn === seat ? "your turn" : "their turn";
}

/** Who sits opposite in a game of this browser. @param {any} game */
function opponent(game) {
  const other = game.seats[2 - (seatOf(game.id)?.seat ?? 1)];
  return other.taken || other.kind === "computer" ? ` with ${other.name}` : "";
}

function mineRow(/** @type {any} */ game) {
  const numbers = (game.board.numbers ?? [game.board.digits || "–"]).join(", ");
  return el("li", { class: "row" },
    el("span", null, `${game.short}${opponent(game)}: ${numbers} · ${stateOf(game)}`),
    el("a", { class: "button", href: link(game.id), "aria-label": `${game.result ? "Look at" : "Go on with"} ${game.short}${opponent(game)}, ${stateOf(game)}` }, game.result ? "Look at it" : "Go on"));
}

/** The games of this browser at the server: those that go on, and below them the last ones that are over. */
async function tellMine() {
  const asked = keptSeats().slice(0, MOST_OWN).map((id) => get(`/games/${encodeURIComponent(id)}`).catch(() => null));
  const games = (await Promise.all(asked)).filter(Boolean);
  byId("mine-card").hidden = games.length === 0;
  fill(byId("mine"), list([...games.filter((game) => !game.result), ...games.filter((game) => game.result).slice(0, MOST_OVER)].map(mineRow)));
}

nameField.value = remember("name");
let timer = 0;
async function follow() {
  clearTimeout(timer);
  if (document.hidden) return;
  await refresh();
  clearTimeout(timer);
  timer = window.setTimeout(follow, PACE);
}
document.addEventListener("visibilitychange", follow);
addEventListener("pageshow", () => {
  byId("find").removeAttribute("aria-busy");
  shown = "";
  follow();
  tellMine();
});
