// @ts-check
// The classroom: a form that opens a room, and the room on a projector with its tables as tiles. The
// teacher's secret is kept in this browser alone. What only the teacher may do is in class/teacher.js,
// standings and results are in class/results.js.

import { get, post } from "./api.js";
import { BOOKS } from "./books.js";
import { results } from "./class/results.js";
import { teacher } from "./class/teacher.js";
import { byId, el, fill, say } from "./dom.js";
import { about, publicOrigin } from "./site.js";
import { draw, isMisere } from "./pictures.js";

const EVERY = 2000;
const keyOf = (/** @type {string} */ code) => `duel:room:${code}`;

function trouble(/** @type {string} */ text) {
  say(byId("trouble"), text);
  byId("trouble").hidden = !text;
}

/** The teacher's secret of a room, if this browser opened it. @param {string} code */
function tokenOf(code) {
  try {
    return localStorage.getItem(keyOf(code)) ?? "";
  } catch {
    return "";
  }
}

// Opening a room

function create() {
  byId("create").hidden = false;
  const chosen = (/** @type {string} */ name) => /** @type {any} */ (document.querySelector(`input[name=${name}]:checked`)).value;
  const furnish = () => {
    const fair = chosen("start") === "fair";
    const book = BOOKS[chosen("book")];
    say(byId("book-words"), fair ? book.fair.brief : book.brief);
    for (const [name, words] of names) say(words, (fair ? BOOKS[name].fair : BOOKS[name]).short);
    byId("position-field").hidden = fair;
    byId("numbers-field").hidden = !fair || book.digits;
    const [from, to] = book.fair.ranges[chosen("numbers")];
    say(byId("numbers-words"), `From ${from} to ${to}.`);
    if (!byId("position").value || Object.values(BOOKS).some((book) => book.example === byId("position").value)) {
      byId("position").value = book.example;
    }
  };
  const names = Object.keys(BOOKS).map((name) => /** @type {const} */ ([name, el("span")]));
  fill(byId("books"), names.map(([name, words], place) => el("label", { class: "choice" },
    el("input", { type: "radio", name: "book", value: name, checked: place === 0 }), words)));
  furnish();
  byId("form").addEventListener("change", furnish);
  byId("form").addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const fair = chosen("start") === "fair";
    const common = { clock: byId("clock").value || undefined, nicknames: byId("nicknames").checked };
    const terms = fair ? { book: chosen("book"), fair: true, numbers: chosen("numbers"), ...common } : { position: byId("position").value.trim(), ...common };
    byId("open").setAttribute("aria-busy", "true");
    try {
      const made = await post("/rooms", terms);
      try {
        localStorage.setItem(keyOf(made.code), made.token);
      } catch {
        trouble("This browser keeps nothing, so it will not be able to open the next round.");
      }
      location.assign(`/class/${encodeURIComponent(made.code)}`);
    } catch (error) {
      trouble(/** @type {Error} */ (error).message);
      byId("position").setAttribute("aria-invalid", String(!fair));
    }
    byId("open").removeAttribute("aria-busy");
  });
}

// The projector

/** The table that is shown large, and its game. @type {number | null} */
let large = null;
let largeGame = "";
/** @type {any} */
let picture = null;
/** @type {ReturnType<typeof results>} */
let told;
/** @type {ReturnType<typeof teacher> | null} */
let lead = null;

const SIGNS = ["●", "◆"];

/** The state of a table in words. @param {any} table */
function stateOf({ seats, players, turn, result, ply }) {
  if (result) return result.winner ? `${seats[result.winner - 1].label} won after ${ply} ${ply === 1 ? "move" : "moves"}` : "Over, nobody won";
  if (players < 2 || turn === null) return "Waiting";
  const { label, present } = seats[turn - 1];
  return `${SIGNS[turn - 1]} ${label} to move${present ? "" : " (away)"}`;
}

function project(/** @type {string} */ code) {
  const path = `/rooms/${encodeURIComponent(code)}`;
  byId("room").hidden = false;
  document.title = `Room ${code} · Divisor Duel`;
  say(byId("code"), code);
  // Letters that are read out one by one.
  byId("code").setAttribute("role", "img");
  byId("code").setAttribute("aria-label", [...code].join(" "));
  const { host } = new URL(publicOrigin());
  say(byId("where"), `${host}/join`);
  byId("qr").src = `/join/${encodeURIComponent(code)}/qr.svg`;
  byId("qr").alt = `A code to scan that leads to ${host}/join/${code}`;
  const token = tokenOf(code);
  told = results(path, code);
  if (token) {
    lead = teacher(path, token, (room) => {
      show(room);
      trouble("");
    }, trouble);
  }
  byId("next").addEventListener("click", () => (large = null));
  byId("fold").addEventListener("click", () => {
    const isSmall = byId("room").classList.toggle("small-code");
    byId("fold").setAttribute("aria-pressed", String(isSmall));
  });
  const poll = async () => {
    if (!document.hidden) {
      try {
        show(await get(path));
        if (large) showLarge(await get(`/games/${encodeURIComponent(largeGame)}`));
        trouble("");
      } catch (error) {
        trouble(/** @type {Error} */ (error).message);
        if (/** @type {any} */ (error).status === 404) return;
      }
    }
    setTimeout(poll, EVERY);
  };
  poll();
}

function show(/** @type {any} */ room) {
  const over = room.tables.filter((/** @type {any} */ table) => table.result).length;
  const here = room.pupils.filter((/** @type {any} */ pupil) => !pupil.removed).length;
  const size = room.numbers && room.numbers !== "medium" ? ` · ${room.numbers} numbers` : "";
  const book = BOOKS[room.book];
  const name = (room.fair ? book?.fair : book)?.short ?? room.book;
  say(byId("status"), `Round ${room.round} · ${name}${size} · ${here} ${here === 1 ? "pupil" : "pupils"} · ${room.tables.length} ${room.tables.length === 1 ? "table" : "tables"}, ${over} finished`);
  byId("nobody").hidden = room.tables.length > 0;
  byId("closed").hidden = !room.closed;
  const tiles = byId("tables");
  // Tiles stay in place, so that nothing loses the focus while the tables play on.
  while (tiles.children.length > room.tables.length) tiles.lastChild.remove();
  room.tables.forEach((/** @type {any} */ table, /** @type {number} */ place) => {
    const tile = tiles.children[place]?.firstChild ?? tiles.appendChild(el("li", null, el("button", { type: "button", class: "tile" },
      el("span", { class: "quiet" }), el("span", { class: "opponents" }), el("strong"), el("span"), el("span", { class: "thrown" })))).firstChild;
    tile.onclick = () => choose(table, tile);
    tile.setAttribute("aria-pressed", String(table.table === large));
    if (table.table === large) largeGame = table.game;
    // A rematch stays at its table, with what was won there.
    say(tile.children[0], `Table ${table.table}${table.round > 1 ? ` · game ${table.round} · ●\u00a0${table.score[0]}\u00a0:\u00a0${table.score[1]}\u00a0◆` : ""}`);
    say(tile.children[1], table.seats.map((/** @type {any} */ seat, /** @type {number} */ at) => `${SIGNS[at]}\u00a0${seat.label}`).join("  "));
    say(tile.children[2], table.numbers || "–");
    say(tile.children[3], stateOf(table));
    told.showThrown(table, tile.children[4]);
  });
  byId("large").hidden = !large;
  told.show(room);
  lead?.show(room);
}

async function choose(/** @type {any} */ table, /** @type {Element} */ chosen) {
  large = large === table.table ? null : table.table;
  largeGame = table.game;
  for (const tile of document.querySelectorAll(".tile")) tile.setAttribute("aria-pressed", String(large !== null && tile === chosen));
  byId("large").hidden = !large;
  if (!large) return;
  say(byId("large-head"), `Table ${table.table}`);
  try {
    showLarge(await get(`/games/${encodeURIComponent(largeGame)}`));
    byId("large").scrollIntoView({ block: "nearest" });
  } catch (error) {
    trouble(/** @type {Error} */ (error).message);
  }
}

function showLarge(/** @type {any} */ game) {
  if (game.id !== largeGame) return;
  const scene = { board: game.board, moves: game.moves, start: game.start_numbers, history: game.history, misere: isMisere(game), live: false };
  picture ? picture.update(scene) : (picture = draw(byId("picture"), scene));
  say(byId("large-status"), game.result?.reason ?? (game.turn ? `${game.seats[game.turn - 1].name} to move` : "Waiting"));
  fill(byId("log"), game.log.lines.filter((/** @type {any} */ line) => line.brief).slice(-12).map((/** @type {any} */ line) => el("li", line.by ? { class: `seat-${line.by}` } : null, line.brief)));
}

const here = new URL(publicOrigin());
if (/^(localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(here.hostname)) {
  byId("alone").hidden = false;
  say(byId("own-host"), here.host);
}
const code = about("class").toUpperCase();
code ? project(code) : create();
