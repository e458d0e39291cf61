// @ts-check
// Buttons for the moves of a position, for pages with short lists of them.

import { el, fill } from "./dom.js";
import { effect, short } from "./numbers.js";
import { isAgain } from "./pictures/spot.js";

const told = (/** @type {string} */ words) => el("span", { class: "visually-hidden" }, words);

/** What a button shows, with words around it for those who listen. @param {{moves: any}} place @param {string} move */
function nameOf(place, move) {
  const done = effect(place, move);
  if (!done) return place.moves.digits.includes(move) ? [told("Append "), move] : [told("Play "), move];
  const verb = done.op === "/" ? "Divide by " : "Subtract ";
  return [el("span", { "aria-hidden": "true" }, done.op), told(verb), short(done.value, 13), told(`, leaves ${short(done.result, 13)}`)];
}

/** @param {{sign: string, word: string, kind: string} | undefined} mark */
function marked(mark) {
  return mark && [el("span", { class: mark.kind, "aria-hidden": "true" }, ` ${mark.sign}`), told(`, ${mark.word}`)];
}

/**
 * Puts a button for every listed move into a place.
 * @param {Element} into
 * @param {{moves: any} | null} place a position, or nothing to choose from
 * @param {{
 *   onPick: (move: string) => void, onPreview: (move: string | null) => void, label?: string,
 *   marks?: Map<string, {sign: string, word: string, kind: string}>, toggles?: boolean,
 * }} hooks `marks` are those of moves that were tried, or (with `toggles`) chosen
 */
export function moveButtons(into, place, { onPick, onPreview, label = "Your move", marks, toggles }) {
  if (!place) return fill(into);
  const { moves } = place;
  const button = (/** @type {string} */ move) => el("button", {
    type: "button", class: "button move", dataset: { move }, "aria-pressed": toggles ? String(marks?.has(move)) : null,
    onclick: (/** @type {MouseEvent} */ event) => isAgain(event) || onPick(move),
    onfocus: () => onPreview(move), onblur: () => onPreview(null),
    onmouseenter: () => onPreview(move), onmouseleave: () => onPreview(null),
  }, nameOf(place, move), marked(marks?.get(move)));
  const group = (/** @type {string} */ name, /** @type {string[]} */ choices) =>
    choices.length > 0 && el("fieldset", null, el("legend", null, name), el("div", { class: "choices" }, choices.map(button)));
  return fill(into,
    moves.groups.map((/** @type {any} */ each) => group(moves.groups.length > 1 ? `${label}, number ${each.number}: ${short(each.value)}` : label, each.choices ?? [])),
    group("Append a digit", moves.digits),
    group("Pass", moves.pass ? ["1"] : []));
}
