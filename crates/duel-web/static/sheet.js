// @ts-check
// Sheets to print: fair starts of a seed or one's own, as many boards a page as wanted. Paper has no
// colours here; everything is lines and black text.

import "./offline.js";
import { BOOKS } from "./books.js";
import { byId, el, fill, say } from "./dom.js";
import { askTeacher as ask } from "./engine/engine.js";
import { moveInWords } from "./numbers.js";

// For how many moves a board of that size has room, by the number of boards on a page.
const ROOM = /** @type {Record<number, number>} */ ({ 6: 24, 4: 48, 2: 96, 1: 230 });
/** How many moves have wide fields there. Twice as many have middling ones, except on the smallest boards. */
const WIDE = /** @type {Record<number, number>} */ ({ 6: 6, 4: 8, 2: 12, 1: 40 });
/** The moves of a game of digits without a maximum length that get a field. */
const ENDLESS = 40;
const chosen = (/** @type {string} */ name) => /** @type {any} */ (document.querySelector(`input[name=${name}]:checked`)).value;

fill(byId("books"), Object.entries(BOOKS).map(([name, book], place) => el("label", { class: "choice" },
  el("input", { type: "radio", name: "book", value: name, checked: place === 0 }), book.fair.short)));
byId("seed").value = String(crypto.getRandomValues(new Uint16Array(1))[0]);

/** The starts that the form asks for. @param {number} mine which sheet they are for @returns {Promise<string[]>} */
async function starts(mine) {
  const book = chosen("book");
  if (chosen("start") === "own") {
    const lines = byId("own").value.split("\n").map((/** @type {string} */ line) => line.replace(/\s+/g, "")).filter(Boolean);
    if (lines.length === 0) throw new Error("Write at least one start, for example 60.");
    return lines.map((/** @type {string} */ line) => (/[a-z]/.test(line) ? line : `${book}:${line}${BOOKS[book].digits ? ":" : ""}`));
  }
  const count = Number(byId("per").value) * Number(byId("pages").value);
  const seed = byId("seed").value.trim() || "1";
  const drawn = [];
  for (let from = 0; from < count && mine === asked; from++) {
    const dealt = await ask("deals", { book, from, count: 1, seed });
    drawn.push(...dealt.starts);
    if (mine === asked) say(byId("status"), `Making the sheet… ${drawn.length} of ${count} starts are drawn.`);
    // What was typed meanwhile stays.
    if (!byId("seed").value.trim()) byId("seed").value = dealt.seed;
  }
  return drawn;
}

/** How often a sheet was asked for; an answer that comes late is not shown. */
let asked = 0;

async function make() {
  const mine = ++asked;
  const fair = chosen("start") === "fair";
  byId("seed-field").hidden = byId("pages-field").hidden = !fair;
  byId("own-field").hidden = fair;
  say(byId("trouble"), "");
  try {
    say(byId("status"), "Making the sheet…");
    const positions = await Promise.all((await starts(mine)).map(readable));
    const known = byId("solutions").checked || byId("tasks").checked ? await Promise.all(positions.map(({ position }) => ask("analysis", { position }))) : [];
    if (mine !== asked) return;
    const wanted = Number(byId("per").value);
    const longest = Math.max(...positions.map(longestGame));
    // Longer games need larger boards.
    const per = [6, 4, 2, 1].find((each) => each <= wanted && ROOM[each] >= longest) ?? 1;
    say(byId("status"), per < wanted ? `The longest game from these starts has up to ${longest} moves, so ${per === 1 ? "one board is" : `${per} boards are`} on a page.` : "");
    const pages = [];
    for (let from = 0; from < positions.length; from += per) {
      pages.push(el("section", { class: `page per-${per}`, "aria-label": `Page ${pages.length + 1}` },
        positions.slice(from, from + per).map((each, place) => board(each, from + place + 1, per))));
    }
    if (known.length > 0) pages.push(solutions(positions, known));
    fill(byId("sheet"), pages);
  } catch (error) {
    if (mine !== asked) return;
    say(byId("status"), "");
    say(byId("trouble"), /** @type {Error} */ (error).message);
  }
}

/** A start as a position. @param {string} text */
async function readable(text) {
  try {
    return await ask("position", { position: text });
  } catch (error) {
    throw new Error(`${text}: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * How many moves a game from here can have at most: paper must not end before the game. Dividing uses up a
 * prime each time, a number that may be taken once only is one more than those before, and two that may not
 * be the same take three; with prime steps 1 can be taken down to 1; whatever else is subtracted is 1 or more.
 * @param {any} position
 */
function longestGame({ book, board, rules }) {
  if (board.kind === "digits") return board.cap ? board.cap - board.digits.length : ENDLESS;
  const known = board.factors.every(Boolean);
  if (board.op === "divide" && known) return board.factors.flat().reduce((/** @type {number} */ sum, /** @type {any} */ [, exponent]) => sum + exponent, 0);
  const total = board.numbers.reduce((/** @type {number} */ sum, /** @type {string} */ each) => sum + Number(each), 0);
  const most = book === "factor" ? Math.floor((Math.sqrt(8 * total + 1) - 1) / 2) : rules.name.includes("no-echo") ? Math.ceil((2 * total) / 3) : rules.name.includes("prime-steps") ? total - board.numbers.length : total;
  return Math.min(most, ROOM[1]);
}

/** A line to write on. @param {string} label */
const line = (label) => el("span", { class: "line" }, label);

/** One board. @param {any} position @param {number} place @param {number} per */
function board(position, place, per) {
  const longest = longestGame(position);
  const { numbers, barred, targets, digits, cap } = position.board;
  const start = (numbers ?? targets).join(" · ");
  const extra = numbers ? (barred.length ? `Used already: ${barred.join(", ")}` : "") : `Targets. The number so far: ${digits || "(empty)"}${cap ? `; at most ${cap} digits` : ""}`;
  const tasks = byId("tasks").checked;
  return el("article", { class: "board" },
    el("p", { class: "names" }, line("●"), line("◆")),
    el("h2", null, `${place}. ${position.short}`),
    el("p", { class: "start" }, start), extra && el("p", { class: "small" }, extra),
    el("p", { class: "small" }, position.goal.brief),
    byId("table").checked && !tasks && numbers && factorTable(position.board),
    tasks && el("div", { class: "tasks" }, numbers?.map((/** @type {string} */ n) => el("p", { class: "small" }, line(`All divisors of ${n}:`))), el("p", { class: "small" }, line("Who wins, if both play as well as possible?"))),
    longest === ROOM[1] && el("p", { class: "small" }, "A longer game goes on on the back."),
    el("ol", { class: `cells${longest <= WIDE[per] ? " wide" : per < 6 && longest <= 2 * WIDE[per] ? " middle" : ""}`, "aria-label": "Moves" }, Array.from({ length: longest }, (_, move) => el("li", null, `${move + 1}\u00a0${move % 2 ? "◆" : "●"}`))));
}

/** The divisors of the numbers at the start, in pairs. @param {any} board */
function factorTable({ numbers, factors }) {
  return el("table", { class: "factors" },
    el("caption", { class: "visually-hidden" }, "Divisors at the start"),
    el("tbody", null, numbers.map((/** @type {string} */ n, /** @type {number} */ place) => {
      const all = divisors(factors[place] ?? []);
      const pairs = all.slice(0, Math.ceil(all.length / 2)).map((d) => `${d}×${BigInt(n) / d}`);
      return el("tr", null, el("th", { scope: "row" }, n), el("td", null, pairs.join("  ")));
    })));
}

/** All divisors of a number, from its primes, in order. @param {[string, number][]} factors */
function divisors(factors) {
  let all = [1n];
  for (const [prime, exponent] of factors) {
    all = all.flatMap((each) => Array.from({ length: exponent + 1 }, (_, power) => each * BigInt(prime) ** BigInt(power)));
  }
  return all.sort((a, b) => (a < b ? -1 : 1));
}

/** Who wins each board, and with which first moves. @param {any[]} positions @param {any[]} known */
function solutions(positions, known) {
  return el("section", { class: "page solutions", "aria-label": "Solutions" },
    el("h2", null, "Solutions"),
    el("ol", null, positions.map((position, place) => {
      const { value, plies, winning } = known[place];
      const words = winning.map((/** @type {string} */ move) => moveInWords(position, move).toLowerCase());
      const who = /** @type {Record<string, string>} */ ({ win: "● wins", loss: "◆ wins, whatever ● does", draw: "nobody can force a win", endless: "nobody can force a win" })[value];
      const factors = position.board.numbers?.map((/** @type {string} */ n, /** @type {number} */ at) => ` The divisors of ${n} are ${divisors(position.board.factors[at] ?? []).join(", ")}.`).join("") ?? "";
      const verdict = who ? `${who}${plies === null ? "" : `, in ${plies} moves of both`}` : "too large to be searched here";
      return el("li", null, el("code", null, position.position), `: ${verdict}.`, words.length > 0 && ` First move: ${words.slice(0, 6).join("; or ")}${words.length > 6 ? "; or others" : ""}.`, byId("tasks").checked && factors);
    })));
}

byId("form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  make();
});
byId("form").addEventListener("change", make);
byId("print").addEventListener("click", () => print());
make();
