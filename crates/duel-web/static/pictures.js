// @ts-check
// Pictures of positions: which one belongs to a board, and the words that say the same.
//
// Interface for every page:
//
//   const picture = draw(container, scene, { onPick(move), onPreview(move | null) });
//   picture.update(scene);       // another position; what can move moves there
//   picture.preview(move | null) // marks a move from outside, e.g. while its button has the focus
//   picture.show([{ move, kind: "made" | "better" | "aim" }])  // draws moves, e.g. in a review
//   picture.choose(number)       // of several numbers, shows this one (from 1)
//
// More hooks: onTap(move, event) instead of onPick takes every tap, also the second of a double one;
// onNumber(number) says which of several numbers is chosen; onStop(divisor, number) asks why something is no
// move. Inside of a place of the class "fit", which has a height, a picture fits into it.
//   const { caption, head, rows } = describe(scene);  // rows of a text table; see table() in dom.js
//
// A scene is
//   board    the `board` of a Game or of GET /positions/POSITION
//   moves    its `moves`, or null while they are not known
//   start    the numbers with which the game began, or those on the board; [] for digits
//   history  the past moves as a Game tells them, oldest first; [] if there is none
//   misere   whether whoever would win loses instead (default false)
//   live     whether moves can be picked (default false: a picture to look at)
//   marks    optional Map from a move as text to {sign, word, kind}: what it is worth
//            (kind: win | loss | draw | endless | unknown), see mark() in numbers.js
//
// Every number on the table gets a figure of its own, beside the others or, where there is no room, one at a
// time: dividing walks down the lattice of divisors, subtracting jumps along a line, appending a digit turns a
// wheel of remainders; where factors wear out, the pairs say which are left.

import { el, fill } from "./dom.js";
import * as lattice from "./pictures/lattice.js";
import * as line from "./pictures/line.js";
import * as pairs from "./pictures/pairs.js";
import * as wheel from "./pictures/wheel.js";

/**
 * @typedef {{
 *   board: any, moves: any, start: string[], history: any[], misere?: boolean, live?: boolean,
 *   marks?: Map<string, {sign: string, word: string, kind: string}>
 * }} Scene
 * @typedef {{
 *   onPick?: (move: string) => void, onPreview?: (move: string | null) => void,
 *   onTap?: (move: string, event: MouseEvent) => void, onNumber?: (number: number) => void, onStop?: (divisor: string, number: number) => void
 * }} Hooks
 */

const PICTURES = { lattice, line, pairs, wheel };

/** Whether whoever would win loses instead. @param {{rules: {house: {name: string}[]}}} game a Game, or a position */
export const isMisere = ({ rules }) => rules.house.some(({ name }) => name === "misere");

/** The name of the picture that belongs to a scene. @param {Scene} scene @returns {keyof typeof PICTURES} */
export function kind({ board }) {
  return board.kind === "digits" ? "wheel" : board.picture;
}

/**
 * Draws a picture into a container.
 * @param {HTMLElement} container @param {Scene} scene @param {Hooks} [hooks]
 */
export function draw(container, scene, hooks = {}) {
  let shown = kind(scene);
  const frame = () => el("div", { class: `picture picture-${shown}`, role: "group", "aria-label": "The board" });
  let place = frame();
  fill(container, place);
  let picture = /** @type {any} */ (PICTURES[shown].draw(place, scene, hooks));
  return {
    /** @param {Scene} next */
    update(next) {
      if (kind(next) === shown) return picture.update(next);
      shown = kind(next);
      place = frame();
      fill(container, place);
      picture = PICTURES[shown].draw(place, next, hooks);
    },
    preview: (/** @type {string | null} */ move) => picture.preview(move),
    show: (/** @type {import("./pictures/spot.js").Way[]} */ ways) => picture.show(ways),
    choose: (/** @type {number} */ number) => picture.choose?.(number),
  };
}

/** The same in words. @param {Scene} scene */
export function describe(scene) {
  return PICTURES[kind(scene)].describe(scene);
}
