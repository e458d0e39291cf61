// @ts-check
// A position to be answered: its picture, a button for every move, and a line to type in. Puzzles and
// training share it. What an answer is worth is the engine's affair.

import { moveButtons } from "./choices.js";
import { byId, el, fill, say, table } from "./dom.js";
import { describe, draw, isMisere } from "./pictures.js";

/** @typedef {{sign: string, word: string, kind: string}} Mark */

/** How a move that was tried, or chosen, is marked: never by colour alone. @type {Record<string, Mark>} */
export const MARKS = {
  wrong: { sign: "✗", word: "does not win", kind: "loss" },
  chosen: { sign: "✓", word: "chosen", kind: "win" },
  win: { sign: "▲", word: "wins", kind: "win" },
};

/**
 * The board of an exercise in #picture, #moves, #words and #typing.
 * @param {(move: string, isTyped: boolean) => void} answer
 */
export function board(answer) {
  /** @type {any} */
  let picture = null;
  const input = byId("typed");
  byId("typing").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text) answer(text, true);
    else input.focus();
  });

  /**
   * Shows a position.
   * @param {any} place @param {{live: boolean, marks?: Map<string, Mark>, toggles?: boolean, label?: string, start?: string[]}} how
   */
  function show(place, { live, marks = new Map(), toggles = false, label = "Your move", start = [] }) {
    const before = /** @type {any} */ (document.activeElement);
    const move = byId("moves").contains(before) ? before.dataset.move : undefined;
    const scene = { board: place.board, moves: place.moves, start: place.board.picture === "pairs" && start.length > 0 ? start : place.board.numbers ?? [], history: [], misere: isMisere(place), live: live && !place.over, marks };
    picture ? picture.update(scene) : (picture = draw(byId("picture"), scene, { onPick: (made) => answer(made, false) }));
    fill(byId("words"), table(describe(scene)));
    byId("typing").hidden = !live || toggles;
    input.value = "";
    moveButtons(byId("moves"), live && !place.over ? place : null, { onPick: (made) => answer(made, false), onPreview: (made) => picture.preview(made), label, marks, toggles });
    // The focus stays on its move, or goes to the first one.
    if (move !== undefined) {
      const same = byId("moves").querySelector(`[data-move="${CSS.escape(move)}"]`) ?? byId("moves").querySelector("button");
      same?.focus({ preventScroll: true });
    }
  }

  return { show };
}

/**
 * Says what came of an answer, with its verdict first, and brings it into view.
 * @param {string} verdict @param {string} words @param {boolean | null} right
 */
export function tell(verdict, words, right) {
  const place = byId("reply");
  place.hidden = !verdict && !words;
  place.classList.toggle("good", right === true);
  place.classList.toggle("bad", right === false);
  fill(place, verdict && el("strong", null, `${verdict} `), words);
  if (!place.hidden) place.scrollIntoView({ block: "nearest" });
}

/** The goal above a picture, which has the rules behind it. @param {any} shown */
export function introduce({ place, rules, table: lines }) {
  say(byId("goal"), place.goal.aim);
  say(byId("rules"), rules);
  tellTable(lines);
}

/** What is on the table, in words. @param {string[]} lines */
export function tellTable(lines) {
  fill(byId("table"), lines.map((line) => el("li", null, line)));
}
