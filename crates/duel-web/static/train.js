// @ts-check
// Training on one's own mistakes: the positions in which a win was thrown away in the games of this
// browser, found by the engine in the page and brought back until they are learnt. Nothing leaves the
// browser.

import "./offline.js";
import { Problem } from "./api.js";
import { byId, el, fill, say } from "./dom.js";
import { askTeacher as ask } from "./engine/engine.js";
import { MARKS, board, introduce, tell } from "./exercise.js";
import { games as days } from "./days.js";
import { all, damaged } from "./kept.js";
import { counted, reached, today } from "./reached.js";
import { address } from "./site.js";

const warn = (/** @type {string} */ words) => { say(byId("warning"), words); byId("warning").hidden = !words; };

/** The cards, as the engine writes them, and how far each game of this browser was looked at. */
const store = reached("duel-training", warn);

/** The card on the page. @type {any} */
let card = null;
/** Moves that were tried. @type {Map<string, import("./exercise.js").Mark>} */
let marks = new Map();
let hints = 0;
/** Whether the answer is known. */
let over = false;
/** Whether this card was answered: only the first answer counts. */
let answered = false;
let busy = false;

const { show } = board((move) => train("answer", move));

/** @returns {{training: any, looked: Record<string, number>}} */
function load() {
  const kept = store.load();
  if (kept === null) return { training: null, looked: {} };
  if (typeof kept === "object" && typeof kept.looked === "object" && kept.looked) return kept;
  store.setAside();
  return { training: null, looked: {} };
}

/** Asks with the cards; what is damaged is set aside, and the question asked again. @param {string} question @param {any} members */
async function askWithCards(question, members) {
  try {
    return await ask(question, { ...members, training: load().training, date: today() });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "damaged") throw error;
    store.setAside();
    return ask(question, { ...members, date: today() });
  }
}

/** What the duel of a day is called beside other games. @param {string} date */
const nameOfDay = (date) => `daily:${date}`;

/** The duels of days that are over and were not looked at before. A longer record is a later one. */
async function daysToLookAt() {
  const found = [];
  for (const [date, { hand: { record } }] of Object.entries(days())) {
    const id = nameOfDay(date);
    const seq = record.length;
    if (!record || load().looked[id] === seq) continue;
    try {
      const { game } = await ask("game", { record });
      if (game.result) found.push({ id, seq, record, title: `Daily duel of ${date}` });
    } catch (error) {
      // One that is damaged is begun anew by its own page.
      if (!(error instanceof Problem) || ["network", "no-engine"].includes(error.code)) throw error;
    }
  }
  return found;
}

/** Looks at finished games that were not looked at before. Those that are going on keep their secrets. */
async function lookAtGames() {
  const played = all().filter(({ id, seq, over: isOver }) => isOver && load().looked[id] !== seq).reverse();
  const games = [...played, ...await daysToLookAt()];
  let left = damaged().length;
  for (const [place, { id, seq, record, title }] of games.entries()) {
    say(byId("status"), `Looking at your games: ${place + 1} of ${games.length}.`);
    let training = null;
    try {
      ({ training } = await askWithCards("mistakes", { record, name: title }));
    } catch (error) {
      // A game that is too large, or damaged, is left out; where the engine cannot run none is.
      if (!(error instanceof Problem) || ["network", "no-engine"].includes(error.code)) throw error;
      left += 1;
      // What the engine stumbled over may work the next time.
      if (error.code === "engine") continue;
    }
    const kept = load();
    // Games that were removed need not be remembered.
    const known = new Set([...all().map((each) => each.id), ...Object.keys(days()).map(nameOfDay)]);
    const looked = Object.fromEntries(Object.entries(kept.looked).filter(([name]) => known.has(name)));
    store.keep({ training: training ?? kept.training, looked: { ...looked, [id]: seq } });
  }
  if (left > 0) say(byId("left"), `${counted(left, "game")} could not be looked at, and ${left === 1 ? "is" : "are"} left out: too large, or damaged.`);
}

/** A day as people write it. @param {string} day */
const inWords = (day) => new Date(`${day}T00:00:00Z`).toLocaleDateString("en", { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" });

/** How much is due. @param {any} shown */
const inTraining = ({ due, open, learnt }) => `${counted(due, "position")} of ${open} ${due === 1 ? "is" : "are"} due today; ${learnt} learnt.`;

/** Shows what is due, or when something will be. */
async function present() {
  const shown = await askWithCards("training", {});
  card = shown.card;
  marks = new Map();
  hints = 0;
  over = answered = false;
  byId("exercise").hidden = !card;
  byId("nothing").hidden = !!card;
  say(byId("status"), card ? inTraining(shown) : "");
  if (card) {
    say(byId("what"), `${card.title} · found ${card.found} of ${shown.times} times`);
    introduce(card);
    tell("", "", null);
    say(byId("counted"), "");
    return showBoard();
  }
  const { open, learnt, next } = shown;
  const words = open > 0
    ? ["Nothing is due today.", `The next position comes back on ${inWords(next)}. ${counted(open, "position")} in training, ${learnt} learnt.`]
    : learnt > 0
      ? ["All is learnt.", `You have found the win ${shown.times} times in a row in ${counted(learnt, "position")}. New ones come with new games.`]
      : ["There is nothing to train.", "No finished game that this browser keeps, nor a finished daily duel, has a win that you threw away and did not take back. Play some games against the computer, or with a friend at one device, and come back."];
  say(byId("nothing-head"), words[0]);
  say(byId("nothing-words"), words[1]);
}

function showBoard() {
  show(card.place, { live: !over, marks });
  say(byId("hint"), answered ? "Hint" : "Hint (starts it over)");
  byId("help-row").hidden = over;
  byId("next-row").hidden = !over;
  byId("solver").href = address("solve", card.position);
}

/** Answers the card; the first answer counts. @param {"answer" | "hint" | "give-up"} action @param {string} [given] */
async function train(action, given) {
  if (busy || !card || over) return;
  busy = true;
  try {
    const done = await askWithCards("train", { position: card.position, action, count: hints, ...(given === undefined ? {} : { answer: given }) });
    const wasFound = load().training?.cards?.some((/** @type {any} */ each) => each.position === card.position && each.found > 0);
    store.keep({ looked: load().looked, training: done.training });
    if (action === "hint") hints += 1;
    over = done.right === true || action === "give-up";
    if (done.right === false && given) marks.set(given, MARKS.wrong);
    if (done.right && given) marks.set(given, MARKS.win);
    const verdict = done.right === null ? (action === "hint" ? "Hint:" : "The answer:") : done.right ? "Right." : "Wrong.";
    tell(verdict, done.words + (done.right === false ? " Try again, or skip to see the answer." : ""), done.right);
    answered = true;
    if (done.counted) {
      say(byId("status"), inTraining(await askWithCards("training", {})));
      say(byId("counted"), done.learnt
        ? `Found ${counted(done.found, "time")} in a row: this position is learnt.`
        : done.right ? `Found ${counted(done.found, "time")}. It comes back on ${inWords(done.due)}.` : `${wasFound ? "It starts over, and comes" : "It comes"} back on ${inWords(done.due)}.`);
    }
    showBoard();
    if (over) byId("next").focus({ preventScroll: true });
  } catch (error) {
    tell("", /** @type {Error} */ (error).message, null);
  }
  busy = false;
}

async function open() {
  byId("trouble").hidden = true;
  try {
    say(byId("status"), "Looking at your games.");
    await lookAtGames();
    await present();
  } catch (error) {
    say(byId("status"), "");
    fill(byId("trouble"), /** @type {Error} */ (error).message, " ", el("button", { type: "button", class: "button small", onclick: open }, "Try again"));
    byId("trouble").hidden = false;
  }
}

byId("hint").addEventListener("click", () => train("hint"));
byId("skip").addEventListener("click", () => train("give-up"));
byId("next").addEventListener("click", async () => {
  await open();
  byId(card ? "task" : "nothing-head").focus({ preventScroll: true });
  byId("head").scrollIntoView();
});
open();
