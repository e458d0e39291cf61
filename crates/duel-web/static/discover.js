// @ts-check
// Which rule is behind the lost numbers of a game? The engine finds them and compares conjectures with
// them; this page shows what it says. The game stands in the address.

import "./offline.js";
import { BOOKS, HOUSE_RULES } from "./books.js";
import { byId, el, fill, say } from "./dom.js";
import { askTeacher as ask } from "./engine/engine.js";
import { grouped } from "./numbers.js";
import { about, address } from "./site.js";

const EXAMPLES = ["odd", "prime or n = 1", "even and not power of 2", "omega = 2", "n mod 4 = 1 or largest prime > 7", "n in 1, 2, 8"];

/** The last number of the picture. */
const LAST = 100;

// What a number can be. Signs as well as colours; the words are for those who listen, and for the key.
const SIGNS = {
  lost: { sign: "▽", words: "lost" },
  said: { sign: "?", words: "your conjecture says lost" },
  counter: { sign: "!", words: "the smallest counterexample" },
};

/** The games to choose from: the books, and fair variants that begin with one number. @type {string[]} */
const GAMES = Object.entries(BOOKS).flatMap(([slug, { fair }]) =>
  [slug, ...(fair.count === 1 && fair.house.length ? [[slug, ...fair.house].join("+")] : [])]);

/** The name of a game, and in what its rules differ from the book's. @param {string} game */
function nameOf(game) {
  const [slug, ...house] = game.split("+");
  const { short, fair } = BOOKS[slug];
  if (!house.length) return short;
  // Where the fair game has a name of its own, that says the rule.
  const rules = fair.short === short ? ` (${house.map((name) => HOUSE_RULES[name].brief).join(", ")})` : "";
  return `${fair.short}${rules}`;
}

/** House rules that fit a book and need no length. @param {string} book */
const houseOf = (book) => BOOKS[book].house.filter((/** @type {string} */ name) => !HOUSE_RULES[name].length);

/** What the engine has said of the game on the page. @type {any} */
let lost = null;
/** What it has said of the conjecture. @type {any} */
let answer = null;
/** @type {AbortController | null} */
let asking = null;

const current = () => about("discover") || GAMES[0];
const bookOf = (/** @type {string} */ game) => game.split("+")[0];
/** Whether two games are the same: house rules have no order. @param {string} one @param {string} other */
const isSame = (one, other) => one.split("+").sort().join() === other.split("+").sort().join();

/** Goes to a game without loading the page anew. @param {string} game */
function go(game) {
  history.pushState(null, "", address("discover", game));
  load();
}

/** Asks the engine, and only that: an older question is abandoned. @param {string} question @param {any} members */
function askOnly(question, members) {
  asking?.abort();
  asking = new AbortController();
  return ask(question, members, { signal: asking.signal });
}

/** Shows what went wrong, unless it was abandoned. @param {any} error @param {AbortSignal | undefined} signal */
function fail(error, signal) {
  if (signal?.aborted) return;
  say(byId("trouble"), error.message);
  byId("trouble").hidden = false;
}

async function load() {
  const game = current();
  lost = answer = null;
  byId("trouble").hidden = byId("verdict").hidden = byId("mistake").hidden = true;
  byId("conjecture").removeAttribute("aria-invalid");
  document.title = `${GAMES.includes(game) ? nameOf(game) : game}: discover the rule · Divisor Duel`;
  showGame(game);
  showNumbers();
  say(byId("lost-words"), "Finding the lost numbers.");
  const found = askOnly("lost-numbers", { game });
  const { signal } = /** @type {AbortController} */ (asking);
  try {
    lost = await found;
    showNumbers();
  } catch (error) {
    fail(error, signal);
    if (!signal.aborted) say(byId("lost-words"), "");
  }
  byId("work").hidden = lost === null && !signal.aborted;
}

/** The chosen game, its rules in short, and its house rules. @param {string} game */
function showGame(game) {
  const [book, ...house] = game.split("+");
  for (const radio of document.querySelectorAll("input[name=game]")) {
    /** @type {any} */ (radio).checked = isSame(/** @type {any} */ (radio).value, game);
  }
  if (!BOOKS[book]) return void fill(byId("house"));
  const { brief, fair, digits } = BOOKS[book];
  const isFair = fair.count === 1 && isSame(game, [book, ...fair.house].join("+"));
  const rules = isFair ? [] : house.map((name) => `House rule ${name}: ${HOUSE_RULES[name]?.meaning ?? ""}`);
  fill(byId("game-words"), [isFair ? fair.brief : brief, ...rules, digits ? "The numbers are targets, one in each game." : ""].join(" ").trim());
  fill(byId("house"), houseOf(book).map((/** @type {string} */ name) => el("label", { class: "check" },
    el("input", { type: "checkbox", name: "house", value: name, checked: house.includes(name), onchange: changeHouse }),
    el("span", null, el("strong", null, name), `: ${HOUSE_RULES[name].meaning}`))));
}

/** @param {Event} event */
function changeHouse(event) {
  const box = /** @type {any} */ (event.target);
  const chosen = [...document.querySelectorAll("input[name=house]:checked")].map((each) => /** @type {any} */ (each).value);
  go([bookOf(current()), ...chosen].join("+"));
  // The boxes are new ones; the focus stays where it was.
  /** @type {any} */ (document.querySelector(`input[name=house][value="${box.value}"]`))?.focus();
}

/** The numbers as a picture: which are lost, which the conjecture calls lost, and where it fails. */
function showNumbers() {
  const isLost = new Set(lost?.lost ?? []);
  const isSaid = new Set(answer?.says_lost ?? []);
  const counter = answer?.counterexample?.number;
  const [first, last] = [Number(lost?.first ?? 1), Number(lost?.known_to ?? 0)];
  fill(byId("numbers"), Array.from({ length: LAST }, (_, place) => {
    const number = String(place + 1);
    const marks = /** @type {(keyof typeof SIGNS)[]} */ ([isLost.has(number) && "lost", isSaid.has(number) && "said", number === counter && "counter"].filter(Boolean));
    const skipped = lost && (place + 1 < first || place + 1 > last);
    const words = skipped ? [place + 1 < first ? "no start" : "not known"] : marks.map((mark) => SIGNS[mark].words);
    return el("li", { class: skipped ? "skipped" : marks.join(" ") }, number,
      el("span", { class: "sign-of-number", "aria-hidden": "true" }, marks.map((mark) => SIGNS[mark].sign).join("") || "\u00a0"),
      words.length > 0 && el("span", { class: "visually-hidden" }, `, ${words.join(", ")}`));
  }));
  const shown = Object.entries(SIGNS).filter(([mark]) => mark === "lost" || (answer && (mark === "said" || counter)));
  fill(byId("key"), shown.map(([mark, { sign, words }]) => el("li", null, el("span", { class: `number ${mark}`, "aria-hidden": "true" }, sign), ` ${words}`)));
  if (!lost) return;
  const from = `From ${lost.first} to ${lost.known_to ?? lost.first}`;
  say(byId("lost-words"), lost.known_to === null ? "Which numbers are lost takes too long to find out here."
    : lost.lost.length ? `${from} these are lost: ${lost.lost.join(", ")}.` : `${from} no number is lost.`);
}

/** Marks the place of a mistake. @param {string} text @param {{at: number, length: number, words: string}} mistake */
function showMistake(text, { at, length, words }) {
  const signs = [...text];
  const part = (/** @type {number} */ from, to = signs.length) => signs.slice(from, to).join("");
  const field = byId("conjecture");
  fill(byId("mistake"), el("pre", { "aria-hidden": "true" }, part(0, at), el("mark", null, part(at, at + length)), part(at + length)),
    el("p", null, `At character ${at + 1}: ${words}`));
  byId("mistake").hidden = false;
  field.setAttribute("aria-invalid", "true");
  field.focus();
  const start = part(0, at).length;
  field.setSelectionRange(start, start + part(at, at + length).length);
}

function showVerdict() {
  const { verdict, words, position, counterexample } = answer;
  const holds = verdict === "holds";
  byId("verdict").classList.toggle("good", holds && answer.checked !== null);
  byId("verdict").classList.toggle("bad", !holds);
  fill(byId("verdict"), words.split("\n").map((/** @type {string} */ line) => el("p", null, line)),
    position && el("p", null, el("a", { href: address("solve", position) }, `Why? ${grouped(counterexample.number)} in the solver`)));
  byId("verdict").hidden = false;
}

async function compare() {
  const text = byId("conjecture").value;
  answer = null;
  byId("trouble").hidden = byId("mistake").hidden = true;
  byId("conjecture").removeAttribute("aria-invalid");
  byId("verdict").classList.remove("good", "bad");
  fill(byId("verdict"), el("p", null, lost?.has_theorem ? "Comparing." : "Comparing number by number. This may take some seconds."));
  byId("verdict").hidden = false;
  byId("check").setAttribute("aria-busy", "true");
  const asked = askOnly("conjecture", { game: current(), conjecture: text });
  const { signal } = /** @type {AbortController} */ (asking);
  try {
    const found = await asked;
    if (found.mistake) {
      byId("verdict").hidden = true;
      showMistake(text, found.mistake);
    } else {
      answer = found;
      showVerdict();
    }
  } catch (error) {
    if (!signal.aborted) byId("verdict").hidden = true;
    fail(error, signal);
  }
  // A newer question says itself when it is done.
  if (signal.aborted) return;
  byId("check").removeAttribute("aria-busy");
  showNumbers();
}

fill(byId("games"), GAMES.map((game) => el("label", { class: "choice" },
  el("input", { type: "radio", name: "game", value: game, onchange: () => go(game) }), nameOf(game))));
fill(byId("examples"), EXAMPLES.map((text) => el("button", {
  type: "button", class: "choice example", onclick: () => {
    byId("conjecture").value = text;
    compare();
  },
}, text)));
byId("form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  compare();
});
addEventListener("popstate", load);
load();
