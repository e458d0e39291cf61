// @ts-check
// What a class has reached: standings, at which tables a win was thrown away, and the results of the
// lesson to keep and to print. Wins that were thrown away are found by the engine of this page, once a
// game is over: the server has no part in it, and it is no help to those who still play.

import { get } from "../api.js";
import { byId, el, fill, saveButton, say } from "../dom.js";
import { askTeacher } from "../engine/engine.js";

/** In how many columns standings are shown at most. */
const COLUMNS = 3;

/** Switches a part of the page on and off. @param {string} id @param {() => void} changed */
function toggle(id, changed) {
  const button = byId(id);
  const isOn = () => button.getAttribute("aria-pressed") === "true";
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(!isOn()));
    changed();
  });
  return isOn;
}

/** A cell of CSV; what a spreadsheet would take for a formula is marked as text. @param {string | number} value */
function cell(value) {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The results as CSV. @param {any[]} lines */
export function csv(lines) {
  const head = ["round", "table", "player 1", "player 2", "games", "won by player 1", "won by player 2"];
  const rows = lines.map(({ round, table, players, games, wins }) => [round, table, ...players, games, ...wins]);
  return `${[head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** @param {string} path the room's in the API @param {string} code */
export function results(path, code) {
  /** @type {any} */
  let room = null;
  const standingsOn = toggle("show-standings", () => room && show(room));
  const thrownOn = toggle("show-turns", () => room && think());
  /** What is known about finished games, by their names: the words, or null while it is thought about. @type {Map<string, string | null>} */
  const thrown = new Map();
  /** The line of each table. @type {Map<string, Element>} */
  const lines = new Map();
  let thinking = false;

  const results = async () => (await get(`${path}/results`)).results;
  byId("export").append(saveButton("Save the results (CSV)", `class-${code}.csv`, async () => csv(await results())));
  byId("print").addEventListener("click", async () => {
    fill(byId("results"), el("h1", null, `Class ${code}, ${new Date().toLocaleDateString()}`), standing(ranked(), "Standings"), played(await results()));
    print();
  });

  const ranked = () => room.pupils.filter((/** @type {any} */ pupil) => !pupil.removed || pupil.games > 0)
    .sort((/** @type {any} */ a, /** @type {any} */ b) => b.wins - a.wins || a.games - b.games || a.pupil - b.pupil);

  /** Some players with what they have won. @param {any[]} players @param {string} caption */
  function standing(players, caption) {
    return el("table", null, caption && el("caption", null, caption),
      el("thead", null, el("tr", null, ["Player", "Won", "Played"].map((word) => el("th", { scope: "col" }, word)))),
      el("tbody", null, players.map(({ label, wins, games }) => el("tr", null, el("th", { scope: "row" }, label), el("td", null, wins), el("td", null, games)))));
  }

  /** The standings in as many tables beside each other as a projector shows at once. */
  function standings() {
    const players = ranked();
    const height = Math.max(10, Math.ceil(players.length / COLUMNS));
    const from = Array.from({ length: Math.ceil(players.length / height) }, (_, column) => column * height);
    return from.map((first) => standing(players.slice(first, first + height), ""));
  }

  function played(/** @type {any[]} */ all) {
    return el("table", null, el("caption", null, "All rounds"),
      el("thead", null, el("tr", null, ["Round", "Table", "Player 1", "Player 2", "Won"].map((word) => el("th", { scope: "col" }, word)))),
      el("tbody", null, all.map(({ round, table, players, wins, games }) => el("tr", null, el("th", { scope: "row" }, round), el("td", null, table), el("td", null, players[0]), el("td", null, players[1]), el("td", null, games ? `${wins[0]} : ${wins[1]}` : "not finished")))));
  }

  function show(/** @type {any} */ now) {
    room = now;
    byId("standings").hidden = !standingsOn();
    if (standingsOn()) fill(byId("standings-tables"), standings());
    think();
  }

  /** The line of a table: whether a win was thrown away there, if that is asked for and the game is over. @param {any} table @param {Element} line */
  function showThrown(table, line) {
    lines.set(table.game, line);
    say(line, thrownOn() && table.result ? (thrown.get(table.game) ?? "Looking…") : "");
  }

  /** Looks at finished games one after the other. */
  async function think() {
    for (const table of room.tables) if (lines.has(table.game)) showThrown(table, /** @type {Element} */ (lines.get(table.game)));
    if (thinking || !thrownOn()) return;
    thinking = true;
    for (const table of room.tables.filter((/** @type {any} */ each) => each.result && !thrown.has(each.game))) {
      thrown.set(table.game, await judge(table));
      if (lines.has(table.game)) showThrown(table, /** @type {Element} */ (lines.get(table.game)));
    }
    thinking = false;
  }

  /** Which player let a win slip, and when; the move itself is not told, since others have the same start. @param {any} table */
  async function judge({ game, seats, ply }) {
    if (ply === 0) return "Nothing was played";
    try {
      const response = await fetch(`/api/v1/games/${encodeURIComponent(game)}/record?format=text`, { cache: "no-store" });
      if (!response.ok) return "";
      const { summary, moves } = await askTeacher("review", { record: await response.text() });
      const at = summary.turning_point;
      return at ? `▲ A win thrown away: move ${at}, ${seats[moves[at - 1].by - 1].label}` : "✓ No win was thrown away";
    } catch {
      return "Too large to be judged here";
    }
  }

  return { show, showThrown };
}
