// @ts-check
// Puzzles: drawn by the engine in the page, as hard as the visitor's rating, which stays in this
// browser. The address names the puzzle that is shown, so that it can be shared.

import "./offline.js";
import { Problem, remember } from "./api.js";
import { BOOKS } from "./books.js";
import { byId, el, fill, say } from "./dom.js";
import { askTeacher as ask } from "./engine/engine.js";
import { MARKS, board, introduce, tell, tellTable } from "./exercise.js";
import { copyButton } from "./numbers.js";
import { counted, reached, today } from "./reached.js";
import { about, address } from "./site.js";

/** What the four kinds are called here. */
const KINDS = /** @type {Record<string, string>} */ ({ win: "Win it", "only-move": "The only move", "all-moves": "All winning moves", "who-wins": "Who wins?" });

const TITLE = "Puzzles · Divisor Duel";

const warn = (/** @type {string} */ words) => { say(byId("warning"), words); byId("warning").hidden = !words; };
const store = reached("duel-puzzles", warn);

/** The puzzle on the page, as it was drawn, and how the attempt stands. @type {any} */
let puzzle = null;
/** @type {any} */
let stand = null;
/** Moves that were tried, or chosen. @type {Map<string, import("./exercise.js").Mark>} */
let marks = new Map();
let busy = false;
/** The next puzzle, drawn while the visitor reads the answer of this one. @type {{by: string, drawn: Promise<any>} | null} */
let upcoming = null;
/** Counts what was asked for, so that a late answer is not taken for a new one. */
let asked = 0;

const { show } = board(answer);

/** Asks with what was reached; what is damaged is set aside, and the question asked again. @param {string} question @param {any} members */
async function askWithProgress(question, members) {
  try {
    return await ask(question, { ...members, progress: store.load() });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "damaged") throw error;
    store.setAside();
    return ask(question, members);
  }
}

// Drawing

const chosen = (/** @type {string} */ name) => /** @type {any} */ (document.querySelector(`input[name=${name}]:checked`))?.value || undefined;

/** A seed that is short enough for a link. */
const newSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** What the engine is asked with. @param {{link?: string, seed?: string}} by */
const wanted = (by) => (by.link ? by : { ...by, book: chosen("book"), kind: chosen("kind") });

/** The set of a puzzle and its place there, if it comes from one. @param {{link: string}} drawn @returns {string[]} */
function setOf({ link }) {
  const parts = link.split(".");
  return parts.length === 2 ? parts : [];
}

/** What draws the puzzle after this one: the next of the set, or the next seed. */
function following() {
  const isSet = puzzle && setOf(puzzle).length > 0;
  return isSet && puzzle.next ? { link: puzzle.next } : { seed: (!isSet && puzzle?.next) || newSeed() };
}

/** Draws the next puzzle in advance. */
function prepareNext() {
  const members = wanted(following());
  upcoming = { by: JSON.stringify(members), drawn: askWithProgress("puzzle", members).catch(() => null) };
}

/**
 * Draws a puzzle and shows it.
 * @param {{link?: string, seed?: string}} by @param {"push" | "replace" | null} [how] what becomes of the address
 */
async function draw(by, how = null) {
  const mine = (asked += 1);
  busy = true;
  byId("trouble").hidden = true;
  say(byId("status"), "Drawing a puzzle…");
  byId("puzzle").setAttribute("aria-busy", "true");
  try {
    const members = wanted(by);
    const isReady = upcoming?.by === JSON.stringify(members);
    const drawn = await (isReady ? upcoming?.drawn : null) ?? await askWithProgress("puzzle", members);
    if (mine !== asked) return;
    puzzle = drawn;
    stand = drawn;
    marks = new Map();
    upcoming = null;
    const here = address("puzzles", drawn.link);
    if (how) history[how === "push" ? "pushState" : "replaceState"](null, "", here);
    busy = false;
    say(byId("status"), "");
    present();
  } catch (error) {
    if (mine !== asked) return;
    byId("puzzle").hidden = true;
    say(byId("status"), "");
    fill(byId("trouble"), el("p", null, /** @type {Error} */ (error).message),
      el("p", null, el("button", { type: "button", class: "button primary", onclick: () => draw({ seed: newSeed() }, "push") }, "Draw another puzzle")));
    byId("trouble").hidden = false;
  }
  busy = false;
  byId("puzzle").removeAttribute("aria-busy");
}

/** The puzzle in the address, or a fresh one. */
function load() {
  const link = about("puzzles");
  return link ? draw({ link }) : draw({ seed: newSeed() }, "replace");
}

/** Shows a puzzle that was just drawn. */
function present() {
  byId("puzzle").hidden = false;
  document.title = `${puzzle.place.short}: ${KINDS[puzzle.kind]} · ${TITLE}`;
  const [name, place] = setOf(puzzle);
  const what = (/** @type {string} */ set) => say(byId("what"), `${puzzle.title} · ${KINDS[puzzle.kind]} · ${puzzle.grade} (difficulty ${puzzle.difficulty})${set}${puzzle.met ? " · met before, not rated again" : ""}`);
  what(name ? ` · ${setInWords(name)}, number ${place}` : "");
  if (name) {
    const mine = puzzle;
    askWithProgress("puzzle-sets", {}).then((sets) => {
      const set = sets.find((/** @type {any} */ each) => each.name === name);
      if (set && mine === puzzle) what(` · ${set.title}, number ${place} of ${set.puzzles}`);
    }).catch(() => {});
  }
  say(byId("task"), puzzle.task);
  introduce(puzzle);
  tell("", "", null);
  say(byId("rated"), "");
  fill(byId("set-end"));
  say(byId("next"), puzzle.next ? "Next puzzle" : "Another puzzle");
  showBoard();
}

/** Shows the position as it stands, and the buttons that fit it. */
function showBoard() {
  const { over, position } = stand.attempt;
  const { kind } = puzzle;
  const lists = kind === "all-moves" && !over;
  show(stand.place, { live: !over && kind !== "who-wins", marks, toggles: lists, start: puzzle.place.board.numbers });
  byId("list-row").hidden = !lists;
  byId("check").disabled = marks.size === 0;
  say(byId("count"), `${counted(marks.size, "move")} chosen`);
  byId("who-row").hidden = kind !== "who-wins" || over;
  // A puzzle that is decided, or was rated before, costs nothing any more.
  const cost = puzzle.met || stand.attempt.solved !== null ? "" : " (rating may fall)";
  say(byId("hint"), `Hint${cost}`);
  say(byId("skip"), `Skip, show the answer${cost}`);
  byId("help-row").hidden = over;
  byId("next").classList.toggle("primary", over);
  byId("after-row").hidden = !over;
  byId("solver").href = address("solve", puzzle.attempt.position);
  tellTable(stand.table);
  byId("puzzle").dataset.position = position;
}

// Answering

/** A move was picked or typed. @param {string} move @param {boolean} isTyped */
function answer(move, isTyped) {
  if (busy || !stand || stand.attempt.over || puzzle.kind === "who-wins") return;
  if (puzzle.kind !== "all-moves" || isTyped) return attempt("answer", move);
  marks.has(move) ? marks.delete(move) : marks.set(move, MARKS.chosen);
  showBoard();
}

/** Goes on with the attempt. @param {"answer" | "hint" | "give-up"} action @param {string} [given] */
async function attempt(action, given) {
  if (busy || !stand || stand.attempt.over) return;
  busy = true;
  const mine = asked;
  try {
    const judged = await ask("attempt", { attempt: stand.attempt, action, ...(given === undefined ? {} : { answer: given }) });
    if (mine !== asked) return;
    const moved = judged.attempt.position !== stand.attempt.position;
    stand = judged;
    const { over } = judged.attempt;
    if (moved) marks = new Map();
    else if (judged.right === false && given && puzzle.kind !== "all-moves" && puzzle.kind !== "who-wins") marks.set(given, MARKS.wrong);
    const verdict = judged.right === null ? (action === "hint" ? "Hint:" : "The answer:") : judged.right ? (over ? "Right." : "Good.") : judged.incomplete ? "" : "Wrong.";
    tell(verdict, judged.words + (judged.right === false && !over ? " Try again, or skip to see the answer." : ""), judged.right);
    showBoard();
    if (judged.decided) await rate(judged.attempt);
    if (over && !puzzle.next) await endSet();
    if (over) {
      byId("next").focus({ preventScroll: true });
      prepareNext();
    }
  } catch (error) {
    if (mine === asked) tell("", /** @type {Error} */ (error).message, null);
  } finally {
    if (mine === asked) busy = false;
  }
}

/** Rates a puzzle as soon as it is decided: leaving then changes nothing any more. @param {any} decided */
async function rate(decided) {
  const { progress, change, ...standing } = await askWithProgress("rate", { attempt: decided, date: today() });
  if (change !== null) store.keep(progress);
  showStanding(standing);
  const verdict = decided.solved ? "Solved" : "Not solved";
  say(byId("rated"), change === null ? "You have met this puzzle before: it is not rated again." : `${verdict}. Your rating: ${inWords(standing)} (${change > 0 ? "+" : change < 0 ? "−" : "±"}${Math.abs(change)}).`);
  if (decided.solved || change !== null) showSets();
}

const inWords = (/** @type {any} */ { rating, uncertain }) => `${rating}${uncertain ? "?" : ""}`;

function showStanding(/** @type {any} */ standing) {
  say(byId("rating"), inWords(standing));
  byId("rating-note").hidden = !standing.uncertain;
  say(byId("solved"), `${standing.solved} of ${standing.rated}`);
  say(byId("row"), `${standing.current} (best ${standing.best})`);
  say(byId("days"), String(standing.days));
}

/** Says how a set went, and what comes next. */
async function endSet() {
  const sets = await askWithProgress("puzzle-sets", {});
  const place = sets.findIndex((/** @type {any} */ set) => set.name === setOf(puzzle)[0]);
  const { title, result, done, link } = sets[place];
  const next = sets[place + 1];
  fill(byId("set-end"), el("strong", null, `That was the last puzzle of “${title}”.`), ` ${result} `,
    !done ? linkTo(link, "Go on with those that you left out") : next && linkTo(next.link, `Next set: ${next.title} (${next.grade})`));
}

/** A link to a puzzle of a set. @param {string} link @param {string} text */
function linkTo(link, text) {
  return el("a", { href: address("puzzles", link), onclick: (/** @type {MouseEvent} */ event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    draw({ link }, "push");
    byId("head").focus();
  } }, text);
}

/** The name of a set for reading: "Subtract, beginner". @param {string} name */
function setInWords(name) {
  const [book, ...level] = name.split("-");
  return [BOOKS[book]?.fair.short ?? book, ...level].join(", ");
}

async function showSets() {
  const sets = await askWithProgress("puzzle-sets", {});
  fill(byId("sets"), sets.map((/** @type {any} */ set) => el("li", null,
    linkTo(set.link, set.title),
    el("span", { class: "quiet" }, ` ${setInWords(set.name)}: ${counted(set.puzzles, "puzzle")}, ${set.grade}. ${set.result}`))));
}

/** The next of the set, or the next that is drawn. */
async function next() {
  if (busy) return;
  await draw(following(), "push");
  byId("task").focus({ preventScroll: true });
  byId("head").scrollIntoView();
}

// The page

/** A choice that is remembered. @param {string} name @param {[string, string][]} options */
function choices(name, options) {
  const before = remember(`puzzle-${name}`);
  return options.map(([value, label]) => el("label", { class: "choice" },
    el("input", { type: "radio", name, value, checked: value === (options.some(([each]) => each === before) ? before : ""), onchange: () => {
      remember(`puzzle-${name}`, value);
      draw({ seed: newSeed() }, "push");
    } }), label));
}
fill(byId("books"), choices("book", [["", "All"], ...Object.keys(BOOKS).map((name) => /** @type {[string, string]} */ ([name, BOOKS[name].fair.short]))]));
fill(byId("kinds"), choices("kind", [["", "All"], ...Object.entries(KINDS)]));
byId("hint").addEventListener("click", () => attempt("hint"));
byId("skip").addEventListener("click", () => attempt("give-up"));
byId("next").addEventListener("click", next);
byId("win").addEventListener("click", () => attempt("answer", "win"));
byId("loss").addEventListener("click", () => attempt("answer", "loss"));
byId("check").addEventListener("click", () => attempt("answer", [...marks.keys()].join(", ")));
byId("link").append(copyButton(() => new URL(address("puzzles", puzzle?.link ?? ""), location.href).href, "Copy the link", "small"));
addEventListener("popstate", load);
// One after the other: what is damaged is set aside once.
await askWithProgress("standing", { date: today() }).then(showStanding).catch(() => {});
await load();
showSets().catch(() => {});
