// @ts-check
// The classroom: a form that opens a room, and the room on a projector with its tables as tiles. The
// teacher's secret is kept in this browser alone.

import { get, post } from "./api.js";
import { BOOKS } from "./books.js";
import { byId, el, fill, say } from "./dom.js";
import { about } from "./site.js";
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
    say(byId("book-words"), fair ? BOOKS[chosen("book")].fair.brief : BOOKS[chosen("book")].brief);
    byId("position-field").hidden = fair;
    if (!byId("position").value || Object.values(BOOKS).some((book) => book.example === byId("position").value)) {
      byId("position").value = BOOKS[chosen("book")].example;
    }
  };
  fill(byId("books"), Object.entries(BOOKS).map(([name, book], place) => el("label", { class: "choice" },
    el("input", { type: "radio", name: "book", value: name, checked: place === 0 }), book.title)));
  furnish();
  byId("form").addEventListener("change", furnish);
  byId("form").addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const fair = chosen("start") === "fair";
    const clock = byId("clock").value || undefined;
    const terms = fair ? { book: chosen("book"), fair: true, clock } : { position: byId("position").value.trim(), clock };
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

/** The state of a table in words. @param {any} table */
function stateOf({ players, turn, result, ply }) {
  if (result) return result.winner ? `Player ${result.winner} won after ${ply} ${ply === 1 ? "move" : "moves"}` : "Over, nobody won";
  if (players < 2) return "Waiting for a second player";
  return turn === null ? "Waiting" : `${turn === 1 ? "●" : "◆"} Player ${turn} to move`;
}

function project(/** @type {string} */ code) {
  byId("room").hidden = false;
  document.title = `Room ${code} · Divisor Duel`;
  say(byId("code"), code);
  // Letters that are read out one by one.
  byId("code").setAttribute("role", "img");
  byId("code").setAttribute("aria-label", [...code].join(" "));
  say(byId("where"), `${location.host}/join`);
  byId("qr").src = `/join/${encodeURIComponent(code)}/qr.svg`;
  byId("qr").alt = `A code to scan that leads to ${location.host}/join/${code}`;
  const token = tokenOf(code);
  byId("next").hidden = !token;
  byId("next").addEventListener("click", async () => {
    if (!confirm("Begin a new round? All tables get new boards, and everybody is led to a new table.")) return;
    try {
      large = null;
      show(await post(`/rooms/${encodeURIComponent(code)}/round`, {}, { token }));
    } catch (error) {
      trouble(/** @type {Error} */ (error).message);
    }
  });
  byId("fold").addEventListener("click", () => {
    const card = /** @type {any} */ (document.querySelector(".projector"));
    card.hidden = !card.hidden;
    byId("fold").setAttribute("aria-pressed", String(card.hidden));
  });
  const poll = async () => {
    if (!document.hidden) {
      try {
        show(await get(`/rooms/${encodeURIComponent(code)}`));
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
  say(byId("status"), `Round ${room.round} · ${BOOKS[room.book]?.title ?? room.book} · ${room.tables.length} ${room.tables.length === 1 ? "table" : "tables"}, ${over} finished`);
  byId("nobody").hidden = room.tables.length > 0;
  const tiles = byId("tables");
  // Tiles stay in place, so that nothing loses the focus while the tables play on.
  while (tiles.children.length > room.tables.length) tiles.lastChild.remove();
  room.tables.forEach((/** @type {any} */ table, /** @type {number} */ place) => {
    const tile = tiles.children[place]?.firstChild ?? tiles.appendChild(el("li", null, el("button", { type: "button", class: "tile" },
      el("span", { class: "quiet" }), el("strong"), el("span")))).firstChild;
    tile.onclick = () => choose(table, tile);
    tile.setAttribute("aria-pressed", String(table.table === large));
    if (table.table === large) largeGame = table.game;
    // A rematch stays at its table, with what was won there.
    say(tile.children[0], `Table ${table.table}${table.round > 1 ? ` · game ${table.round} · ●\u00a0${table.score[0]}\u00a0:\u00a0${table.score[1]}\u00a0◆` : ""}`);
    say(tile.children[1], table.numbers || "–");
    say(tile.children[2], stateOf(table));
  });
  byId("large").hidden = !large;
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
  say(byId("large-status"), game.result?.reason ?? (game.turn ? `Player ${game.turn} to move` : "Waiting for a second player"));
  fill(byId("log"), game.log.lines.filter((/** @type {any} */ line) => line.brief !== "").slice(-12).map((/** @type {any} */ line) => el("li", line.by ? { class: `seat-${line.by}` } : null, line.brief ?? line.text)));
}

const code = about("class").toUpperCase();
code ? project(code) : create();
