// @ts-check
// A position to be answered: its picture, a button for every move, and a line to type in. Puzzles and
// training share it. What an answer is worth is the engine's affair.

import { byId, el, fill, say, table } from "./dom.js";
import { effect, short } from "./numbers.js";
import { describe, draw, isMisere } from "./pictures.js";
import { isAgain } from "./pictures/spot.js";

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
    const button = (/** @type {string} */ made) => el("button", {
      type: "button", class: "button move", dataset: { move: made }, "aria-pressed": toggles ? String(marks.has(made)) : null,
      onclick: (/** @type {MouseEvent} */ event) => isAgain(event) || answer(made, false),
      onfocus: () => picture.preview(made), onblur: () => picture.preview(null),
      onmouseenter: () => picture.preview(made), onmouseleave: () => picture.preview(null),
    }, nameOf(place, made), marked(marks.get(made)));
    const group = (/** @type {string} */ name, /** @type {string[]} */ choices) =>
      choices.length > 0 && el("fieldset", null, el("legend", null, name), el("div", { class: "choices" }, choices.map(button)));
    const { groups, digits, pass } = place.moves;
    fill(byId("moves"), !live || place.over ? null : [
      groups.map((/** @type {any} */ each) => group(groups.length > 1 ? `${label}, number ${each.number}: ${short(each.value)}` : label, each.choices ?? [])),
      group("Append a digit", digits),
      pass && group("Or stay", ["1"]),
    ]);
    // The focus stays on its move, or goes to the first one.
    if (move !== undefined) {
      const same = byId("moves").querySelector(`[data-move="${CSS.escape(move)}"]`) ?? byId("moves").querySelector("button");
      same?.focus({ preventScroll: true });
    }
  }

  return { show };
}

/** What a button shows, with words around it for those who listen. @param {any} place @param {string} move */
function nameOf(place, move) {
  const done = effect(place, move);
  const told = (/** @type {string} */ words) => el("span", { class: "visually-hidden" }, words);
  if (!done) return [told(place.board.kind === "digits" ? "Append " : "Choose "), move];
  const verb = done.sign === "÷" ? "Divide by " : "Subtract ";
  return [el("span", { "aria-hidden": "true" }, done.sign), told(verb), short(done.value, 13), told(`, leaves ${short(done.result, 13)}`)];
}

/** @param {Mark | undefined} mark */
function marked(mark) {
  return mark && [el("span", { class: mark.kind, "aria-hidden": "true" }, ` ${mark.sign}`), el("span", { class: "visually-hidden" }, `, ${mark.word}`)];
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

/** The words above a picture. Rules that were just told are folded. @param {any} shown */
export function introduce({ rules, table: lines }) {
  byId("rules-fold").open = byId("rules").textContent !== rules;
  say(byId("rules"), rules);
  tellTable(lines);
}

/** What is on the table, in words. @param {string[]} lines */
export function tellTable(lines) {
  fill(byId("table"), lines.map((line) => el("li", null, line)));
}
