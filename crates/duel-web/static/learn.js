// @ts-check
// The lessons: a list of courses, and the steps of one of them. What is taught, what an answer is worth and
// why a move loses comes from the engine; this page shows it and keeps what was reached.

import "./offline.js";
import { moveButtons } from "./choices.js";
import { byId, el, fill, say, table } from "./dom.js";
import { askTeacher as ask } from "./engine/engine.js";
import { describe, draw, isMisere } from "./pictures.js";
import { countDone, currentCourse, finishStep, forget, nextStep, progress, reach, reached, told } from "./progress.js";
import { about, address, playAddress } from "./site.js";

/** What is shown: the answer to "lesson". @type {any} */
let now = null;
/** The course. @type {any} */
let course = null;
/** All courses. @type {any} */
let all = null;
/** How many hints were given at this position. */
let hints = 0;
/** The wrong answers that were given to a question. @type {string[]} */
let tried = [];
/** The numbers that the step begins with. @type {string[]} */
let begun = [];
/** How many hints there are at a position. */
const LAST_HINT = 2;
/** Whether the step is done. */
let done = false;
/** Whether the engine is asked. */
let busy = false;
/** @type {any} */
let picture = null;

/** The book in the address; a folder has a slash at its end. */
const book = about("learn").replace(/\/(index\.html)?$/, "");

async function open() {
  try {
    all = await ask("courses", {});
    progress();
    course = all.courses.find((/** @type {any} */ each) => each.book === book);
    if (course) {
      say(byId("head"), course.title);
      document.title = `Learn ${course.title} · Divisor Duel`;
      const step = nextStep(course);
      step === null ? showEnd() : await go(step, reached(book).position ?? null);
    } else if (book) {
      trouble("There is no such course. These are the courses:");
      showList();
    } else showList();
  } catch (error) {
    trouble(/** @type {Error} */ (error).message);
  }
  say(byId("kept"), told);
}

/** @param {string} words empty if there is none */
function trouble(words) {
  say(byId("trouble"), words);
  byId("trouble").hidden = !words;
}

// The list

const stepTitle = (/** @type {any} */ of, /** @type {string} */ name) => of.steps.find((/** @type {any} */ step) => step.name === name).title;

function showList() {
  const current = currentCourse(all);
  const next = nextStep(current);
  byId("current").href = address("learn", current.book);
  const isNew = countDone(current) === 0 && next === current.steps[0].name;
  say(byId("current"), next === null ? `Look at ${current.title} again` : isNew ? `Start: ${current.title}` : `Go on: ${stepTitle(current, next)}`);
  // The course for newcomers stands first.
  const sorted = [...all.courses].sort((a, b) => Number(b.book === all.first) - Number(a.book === all.first));
  fill(byId("courses"), sorted.map((each) => {
    const count = countDone(each);
    const many = each.steps.length;
    const words = count === many ? `Done: all ${many} steps` : count === 0 ? `${many} steps` : `${count} of ${many} steps done`;
    const bar = el("span", { class: "bar-of", "aria-hidden": "true" }, el("span", { style: { width: `${(100 * count) / many}%` } }));
    return el("li", null, el("a", { class: "card", href: address("learn", each.book), dataset: { book: each.book } },
      el("strong", null, each.title), el("span", { class: "quiet" }, each.book_title), el("span", null, `${each.about.charAt(0).toUpperCase()}${each.about.slice(1)}.`), el("span", { class: "quiet" }, words), bar));
  }));
  byId("list").hidden = false;
}

// A step

/** Goes to a step. @param {string} name @param {string | null} [position] of its game, if it was left there */
async function go(name, position = null) {
  if (busy) return;
  now = await once(() => ask("lesson", { book, step: name, ...(position && { position }) }));
  const start = position ? await once(() => ask("lesson", { book, step: name })) : now;
  begun = start.place.board.numbers ?? [];
  hints = 0;
  tried = [];
  done = now.step.kind === "read";
  byId("ended").hidden = true;
  byId("lesson").hidden = false;
  trouble("");
  const anew = () => el("button", { type: "button", class: "button small", onclick: () => attempt(() => turnTo(name)) }, "Begin it anew");
  fill(byId("said"), now.begun_anew && el("p", { class: "notice" }, now.begun_anew), now.goes_on && el("p", { class: "notice" }, now.goes_on, " ", anew()));
  show();
  keepPlace();
}

/** Keeps where the visitor is. */
function keepPlace() {
  const { name, kind, position } = now.step;
  reach(book, name, kind === "play" ? position : null);
  say(byId("kept"), told);
}

/** Asks the engine, one question at a time. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
async function once(work) {
  busy = true;
  try {
    return await work();
  } finally {
    busy = false;
  }
}

/** Does what a button asks for, and says what went wrong. @param {() => Promise<void>} work */
async function attempt(work) {
  if (busy) return;
  trouble("");
  try {
    await work();
  } catch (error) {
    trouble(/** @type {Error} */ (error).message);
  }
}

const asksForMoves = () => now.step.kind === "move" || now.step.kind === "play";

function show() {
  const { step } = now;
  const place = done && now.reached ? now.reached : now.place;
  const live = asksForMoves() && !done;
  const scene = { board: place.board, moves: place.moves, start: place.board.picture === "pairs" ? begun : place.board.numbers ?? [], history: [], misere: isMisere(place), live };
  say(byId("count"), `Step ${step.number} of ${step.of}`);
  say(byId("title"), step.title);
  say(byId("text"), step.text);
  say(byId("ask"), step.ask);
  picture ? picture.update(scene) : (picture = draw(byId("picture"), scene, { onPick: (move) => attempt(() => answer(move)) }));
  fill(byId("words"), table(describe(scene)));
  showDots();
  if (step.kind === "choose" && !done) {
    fill(byId("answers"), el("div", { class: "options", role: "group", "aria-label": "Answers" }, step.options.map((/** @type {string} */ text, /** @type {number} */ place) =>
      el("button", { type: "button", class: "button", onclick: () => attempt(() => answer(String.fromCharCode(97 + place))) }, text))));
  } else {
    moveButtons(byId("answers"), live ? place : null, { onPick: (move) => attempt(() => answer(move)), onPreview: (move) => picture.preview(move) });
  }
  say(byId("hint"), "Hint");
  byId("typing").hidden = !live;
  byId("typed").value = "";
  byId("typed").setAttribute("inputmode", place.board.kind === "digits" || (place.board.numbers.length === 1 && place.board.op !== "either") ? "numeric" : "text");
  byId("on").hidden = !done;
  byId("hint").hidden = byId("skip").hidden = done;
  byId("back").hidden = step.number === 1;
}

function showDots() {
  const { done: finished } = reached(book);
  fill(byId("dots"), course.steps.map((/** @type {any} */ { name, title }, /** @type {number} */ place) => {
    const isDone = finished.includes(name);
    return el("li", null, el("button", {
      type: "button", class: isDone ? "dot done" : "dot", "aria-current": name === now.step.name ? "step" : null,
      "aria-label": `Step ${place + 1}: ${title}${isDone ? ", done" : ""}`, onclick: () => attempt(() => turnTo(name)),
    }, el("span", { "aria-hidden": "true" }, isDone ? "✓" : place + 1)));
  }));
}

/** Goes to a step by itself, and reads from its heading on. @param {string} name */
async function turnTo(name) {
  await go(name);
  byId("title").focus();
}

const NOTES = { right: "✓ Right.", good: "✓ Good.", wrong: "✗ Not yet.", refused: "" };

/** Judges an answer. @param {string} line */
async function answer(line) {
  if (done) return;
  const { step, place } = now;
  const given = await once(() => ask("lesson", { book, step: step.name, position: place.position, answer: line, hints }));
  const { verdict, words } = /** @type {{verdict: keyof typeof NOTES, words: string}} */ (given.judgement);
  const isGood = verdict === "right" || verdict === "good";
  fill(byId("said"), el("p", { class: `notice ${isGood ? "good" : "bad"}`, dataset: { verdict } }, NOTES[verdict] && el("strong", null, NOTES[verdict]), words, !isGood && verdict === "wrong" && " Try again."));
  const typed = document.activeElement === byId("typed");
  if (!isGood) {
    if (verdict === "wrong" && step.kind === "choose") tried.push(line);
    // Only where somebody types: a telephone would open its keyboard.
    if (typed) byId("typed").select();
    return byId("said").scrollIntoView({ block: "nearest" });
  }
  now = given;
  hints = 0;
  done = verdict === "right";
  if (done) finishStep(book, step.name);
  show();
  // Somebody who leaves now goes on with the next step.
  done ? reach(book, course.steps[step.number]?.name ?? null) : keepPlace();
  const next = done ? byId("on") : typed ? byId("typed") : byId("answers").querySelector("button");
  next?.focus({ preventScroll: true });
  byId("said").scrollIntoView({ block: "nearest" });
}

async function hint() {
  const { step, place } = now;
  const given = await once(() => ask("lesson", { book, step: step.name, position: place.position, hint: true, hints, ...(tried.length > 0 && { tried }) }));
  hints += 1;
  fill(byId("said"), el("p", { class: "notice" }, el("strong", null, "Hint:"), given.hint));
  say(byId("hint"), "Another hint");
  // The second one is the answer: there is nothing more to say.
  byId("hint").hidden = hints >= LAST_HINT;
  byId("said").scrollIntoView({ block: "nearest" });
}

/** Goes so many steps on, or to the end. @param {number} by */
async function move(by) {
  const place = now.step.number - 1 + by;
  if (by > 0 && now.step.kind === "read") finishStep(book, now.step.name);
  const next = course.steps[place];
  if (next) return turnTo(next.name);
  reach(book, null);
  showEnd();
  byId("ended-head").focus();
}

function showEnd() {
  const count = countDone(course);
  const many = course.steps.length;
  const isWhole = count === many;
  byId("lesson").hidden = true;
  byId("ended").hidden = false;
  say(byId("ended-head"), isWhole ? "You have done every step!" : "That was the last step");
  say(byId("ended-words"), isWhole ? "Now try a real game, drawn so that both players have a chance." : `You have done ${count} of ${many} steps. The others are waiting for you, or try a real game.`);
  byId("play").href = playAddress({ book, fair: "yes", opponent: "computer", level: "easy" });
  const next = currentCourse(all);
  const isOther = next.book !== book && nextStep(next) !== null;
  byId("next").hidden = !isOther;
  byId("next").href = address("learn", next.book);
  say(byId("next"), `Next lessons: ${next.title}`);
  say(byId("again"), isWhole ? "Start over" : "Back to the steps");
}

byId("on").addEventListener("click", () => attempt(() => move(1)));
byId("skip").addEventListener("click", () => attempt(() => move(1)));
byId("back").addEventListener("click", () => attempt(() => move(-1)));
byId("hint").addEventListener("click", () => attempt(hint));
byId("again").addEventListener("click", () => attempt(async () => {
  if (countDone(course) === course.steps.length) forget(book);
  const open = course.steps.find((/** @type {any} */ step) => !reached(book).done.includes(step.name));
  await turnTo((open ?? course.steps[0]).name);
}));
byId("typing").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const line = byId("typed").value.trim();
  if (line) attempt(() => answer(line));
});
open();
