// @ts-check
// Buttons for the moves of a position, for pages with short lists of them.

import { el, fill } from "./dom.js";
import { effect } from "./numbers.js";
import { isAgain } from "./pictures/spot.js";

const told = (/** @type {string} */ words) => el("span", { class: "visually-hidden" }, words);

/** What a button shows, with words around it for those who listen. @param {{moves: any}} place @param {string} move */
export function nameOf(place, move) {
  const done = effect(place, move);
  if (!done) return place.moves.digits.includes(move) ? [told("Append "), move] : [told("Play "), move];
  const verb = done.sign === "÷" ? "Divide by " : "Subtract ";
  return [el("span", { "aria-hidden": "true" }, done.sign), told(verb), done.value, told(`, leaves ${done.result}`)];
}

/**
 * Puts a button for every listed move into a place.
 * @param {Element} into
 * @param {{moves: any} | null} place a position, or nothing to choose from
 * @param {{onPick: (move: string) => void, onPreview: (move: string | null) => void}} hooks
 */
export function moveButtons(into, place, { onPick, onPreview }) {
  if (!place) return fill(into);
  const { moves } = place;
  const button = (/** @type {string} */ move) => el("button", {
    type: "button", class: "button move", dataset: { move },
    onclick: (/** @type {MouseEvent} */ event) => isAgain(event) || onPick(move),
    onfocus: () => onPreview(move), onblur: () => onPreview(null),
    onmouseenter: () => onPreview(move), onmouseleave: () => onPreview(null),
  }, nameOf(place, move));
  const group = (/** @type {string} */ name, /** @type {string[]} */ choices) =>
    choices.length > 0 && el("fieldset", null, el("legend", null, name), el("div", { class: "choices" }, choices.map(button)));
  return fill(into,
    moves.groups.map((/** @type {any} */ each) => group(moves.groups.length > 1 ? `Number ${each.number}: ${each.value}` : "Your move", each.choices ?? [])),
    group("Append a digit", moves.digits),
    group("Pass", moves.pass ? ["1"] : []));
}
