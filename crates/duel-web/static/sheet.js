// @ts-check
// Sheets to print: fair starts of a seed or one's own, as many boards a page as wanted. Paper has no
// colours here; everything is lines and black text.

import { get } from "./api.js";
import { BOOKS, HOUSE_RULES } from "./books.js";
import { byId, el, fill, say } from "./dom.js";
import { divisors, parse } from "./engine.js";
import { moveInWords } from "./numbers.js";
import { Solver } from "./perfect.js";
import { boardOf } from "./scene.js";

// As many lines for moves as a board of that size has room for.
const ROWS = { 1: 20, 2: 8, 4: 7, 6: 5 };
const chosen = (/** @type {string} */ name) => /** @type {any} */ (document.querySelector(`input[name=${name}]:checked`)).value;

fill(byId("books"), Object.entries(BOOKS).map(([name, book], place) => el("label", { class: "choice" },
  el("input", { type: "radio", name: "book", value: name, checked: place === 0 }), book.title)));
byId("seed").value = String(crypto.getRandomValues(new Uint16Array(1))[0]);

/** The starts that the form asks for. @returns {Promise<string[]>} */
async function starts() {
  const book = chosen("book");
  if (chosen("start") === "own") {
    const lines = byId("own").value.split("\n").map((/** @type {string} */ line) => line.replace(/\s+/g, "")).filter(Boolean);
    if (lines.length === 0) throw new Error("Write at least one start, for example 60.");
    return lines.map((/** @type {string} */ line) => (/[a-z]/.test(line) ? line : `${book}:${line}${BOOKS[book].rules.append ? ":" : ""}`));
  }
  const count = Number(byId("per").value) * Number(byId("pages").value);
  const seed = byId("seed").value.trim() || "1";
  const dealt = await get(`/deals?book=${book}&count=${count}&seed=${encodeURIComponent(seed)}`);
  // What was typed meanwhile stays.
  if (!byId("seed").value.trim()) byId("seed").value = dealt.seed;
  return dealt.starts;
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
    const positions = (await starts()).map((text) => ({ text, position: readable(text) }));
    if (mine !== asked) return;
    const per = Number(byId("per").value);
    const pages = [];
    for (let from = 0; from < positions.length; from += per) {
      pages.push(el("section", { class: `page per-${per}`, "aria-label": `Page ${pages.length + 1}` },
        positions.slice(from, from + per).map((each, place) => board(each.position, from + place + 1, per))));
    }
    if (byId("solutions").checked) pages.push(solutions(positions));
    fill(byId("sheet"), pages);
  } catch (error) {
    if (mine === asked) say(byId("trouble"), /** @type {Error} */ (error).message);
  }
}

/** @param {string} text */
function readable(text) {
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`${text}: ${/** @type {Error} */ (error).message}.`);
  }
}

/** The rules in about two lines. @param {any} position */
function rules(position) {
  const { book, house } = position.rules;
  const { fair } = BOOKS[book];
  const { numbers, targets, rules: { append } } = position;
  const isFair = house.join() === fair.house.join() && (numbers ?? targets).length === fair.count && (append?.cap?.length ?? null) === fair.length;
  if (isFair) return fair.brief;
  const several = position.numbers?.length > 1 ? " A move changes one of the numbers." : "";
  return BOOKS[book].brief + several + house.map((/** @type {string} */ name) => ` ${HOUSE_RULES[name]}`).join("");
}

/** One board. @param {any} position @param {number} place @param {number} per */
function board(position, place, per) {
  const { numbers, barred, targets, digits, rules: { book, append } } = position;
  const start = numbers ? numbers.join(" · ") : targets.join(" · ");
  const extra = numbers ? (barred.length ? `Used already: ${barred.join(", ")}` : "") : `Targets. The number so far: ${digits || "(empty)"}${append.cap ? `; at most ${append.cap.length} digits` : ""}`;
  const rows = Array.from({ length: /** @type {any} */ (ROWS)[per] }, (_, row) => el("tr", null, el("th", { scope: "row" }, row + 1), el("td"), el("td")));
  return el("article", { class: "board" },
    el("h2", null, `${place}. ${BOOKS[book].title}`),
    el("p", { class: "start" }, start), extra && el("p", { class: "small" }, extra),
    el("p", { class: "small" }, rules(position)),
    byId("table").checked && numbers && factorTable(position),
    el("table", { class: "moves" },
      el("caption", { class: "visually-hidden" }, "Moves"),
      el("thead", null, el("tr", null, el("th", { scope: "col" }, el("span", { class: "visually-hidden" }, "Turn")), el("th", { scope: "col" }, "● Player 1"), el("th", { scope: "col" }, "◆ Player 2"))),
      el("tbody", null, rows)));
}

/** The divisors of the numbers at the start. @param {any} position */
function factorTable({ numbers }) {
  return el("table", { class: "factors" },
    el("caption", { class: "visually-hidden" }, "Divisors at the start"),
    el("tbody", null, numbers.map((/** @type {number} */ n) => {
      const all = divisors(n);
      const pairs = all.slice(0, Math.ceil(all.length / 2)).map((d) => `${d}×${n / d}`);
      return el("tr", null, el("th", { scope: "row" }, n), el("td", null, pairs.join("  ")));
    })));
}

/** Who wins each board, and with which first moves. @param {{text: string, position: any}[]} positions */
function solutions(positions) {
  const solver = new Solver();
  return el("section", { class: "page solutions", "aria-label": "Solutions" },
    el("h2", null, "Solutions"),
    el("ol", null, positions.map(({ text, position }) => {
      const known = solver.assess(position);
      const good = known?.value === "win" ? solver.lines(position).filter((line) => line.value === "win") : [];
      const words = good.map((line) => moveInWords(boardOf(position), line.move).toLowerCase());
      const who = { win: "Player 1 wins", loss: "Player 2 wins, whatever Player 1 does", draw: "nobody can force a win", endless: "nobody can force a win" };
      const verdict = known ? `${/** @type {any} */ (who)[known.value]}${known.plies === null ? "" : `, in ${known.plies} moves of both`}` : "too large for this page; ask the solver";
      return el("li", null, el("code", null, text), `: ${verdict}.`, words.length > 0 && ` First move: ${words.slice(0, 6).join("; or ")}${words.length > 6 ? "; or others" : ""}.`);
    })));
}

byId("form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  make();
});
byId("form").addEventListener("change", make);
byId("print").addEventListener("click", () => print());
make();
