// @ts-check
// Arguing with a reason: the visitor takes the loser's side, tries any move, and is shown the answer with its
// numbers and why, until convinced.
//
//   const end = argue(container, "subtract:15", { onClose() { ... } });
//
// The answers are those of the engine's plan ("explain"); where it says no more, or leaves something out,
// it is asked again about the position that was reached.

import { moveButtons } from "./choices.js";
import { el, fill } from "./dom.js";
import { askTeacher as ask } from "./engine/engine.js";
import { draw, isMisere } from "./pictures.js";

/**
 * A position in which the loser is to move, and what is known about it: an explanation of it or of one
 * before it, and the entry of its plan. `over` if the loser has lost.
 * @typedef {{place: any, known: any, entry: any, words: string, over: boolean}} Moment
 */

/** Whether there is something to argue about: somebody wins. @param {{value: string}} answer */
export const isArguable = ({ value }) => value === "win" || value === "loss";

/** What is said where the plan has no answer within the limits. */
const NOT_FOUND = "The answer to this was not found here in time.";

/** The entry of a plan with this position. @param {any} known @param {string | null} position */
const entryOf = (known, position) => known.plan.find((/** @type {any} */ each) => each.position === position) ?? null;

/** What is known about a position in which the loser is to move. @param {any} place @param {string} words @returns {Promise<Moment>} */
async function lookAt(place, words) {
  if (place.over) return { place, known: null, entry: null, words, over: true };
  const known = await ask("explain", { position: place.position });
  return { place, known, entry: entryOf(known, known.root), words, over: false };
}

/** Where the argument begins: after the winner's first move, if the winner is to move. @param {string} position @returns {Promise<Moment>} */
async function begin(position) {
  const known = await ask("explain", { position });
  if (known.value === "loss") return { place: await ask("position", { position }), known, entry: entryOf(known, known.root), words: "", over: false };
  if (known.value !== "win" || known.first === null) throw new Error(NOT_FOUND);
  const { words, place } = await ask("argue", { position, answer: known.first });
  return lookAt(place, words);
}

/** What a try leads to. @param {Moment} from @param {string} move @returns {Promise<Moment>} */
async function after({ place, known, entry }, move) {
  const find = (/** @type {any} */ of) => of?.replies.find((/** @type {any} */ reply) => reply.move === move);
  let reply = find(entry);
  if (!reply) {
    // A plan that is cut short is made anew from here.
    known = await ask("explain", { position: place.position });
    reply = find(entryOf(known, known.root));
    if (!reply) throw new Error(NOT_FOUND);
  }
  const next = await ask("argue", { position: place.position, move, ...(reply.answer !== null && { answer: reply.answer }) });
  if (next.over) return { place: next.place, known: null, entry: null, words: next.words, over: true };
  const to = reply.to && entryOf(known, reply.to);
  return to ? { place: next.place, known, entry: to, words: next.words, over: false } : lookAt(next.place, next.words);
}

/**
 * Lets the visitor argue about a position, in this container.
 * @param {HTMLElement} container @param {string} position @param {{onClose?: () => void}} [hooks]
 * @returns {() => void} ends it
 */
export function argue(container, position, { onClose = () => {} } = {}) {
  /** The moments so far: the last one is now. @type {Moment[]} */
  let moments = [];
  let busy = false;
  let ended = false;
  /** @type {any} */
  let picture = null;
  const said = el("div", { role: "status", class: "stack" });
  const board = el("div", { class: "fit low" });
  const moves = el("div", { class: "tries" });
  const trouble = el("p", { class: "notice bad", role: "alert" });
  const back = el("button", { type: "button", class: "button", onclick: () => step(() => moments.slice(0, -1)) }, "Take it back");
  const again = el("button", { type: "button", class: "button", onclick: () => step(() => moments.slice(0, 1)) }, "From the start");
  const close = el("button", { type: "button", class: "button primary", onclick: () => { end(); onClose(); } }, "I am convinced");
  const panel = el("section", { class: "argue stack", "aria-label": "Try to refute it" }, said, board, moves, trouble, el("div", { class: "row" }, back, again, close));
  fill(container, panel);
  fill(said, el("p", null, "Looking for the plan…"));

  function end() {
    ended = true;
    fill(container);
  }

  /** Goes somewhere, one step at a time. @param {() => Moment[] | Promise<Moment[]>} where */
  async function step(where) {
    if (busy) return;
    busy = true;
    panel.setAttribute("aria-busy", "true");
    fill(trouble);
    const inside = panel.contains(document.activeElement);
    try {
      moments = await where();
    } catch (error) {
      fill(trouble, /** @type {Error} */ (error).message);
    }
    busy = false;
    panel.removeAttribute("aria-busy");
    if (ended || !moments.length) return;
    show();
    if (inside && !panel.contains(document.activeElement)) (moves.querySelector("button") ?? (moments.length > 1 ? back : close)).focus({ preventScroll: true });
  }

  function show() {
    const { place, entry, words, over } = moments[moments.length - 1];
    const isFirst = moments.length === 1;
    const lost = over ? (isFirst ? "There is nothing left to try." : "You have lost this line. Take it back and try something else, or are you convinced?") : "You take the side that loses. Try any move.";
    fill(said,
      words && el("p", { class: "answered" }, words),
      entry?.say && el("p", null, entry.say),
      (over || isFirst) && el("p", { class: "quiet" }, lost));
    const scene = { board: place.board, moves: place.moves, start: place.board.numbers ?? [], history: [], misere: isMisere(place), live: !over };
    picture ? picture.update(scene) : (picture = draw(board, scene, { onPick: (move) => attempt(move) }));
    moveButtons(moves, over ? null : place, { onPick: attempt, onPreview: (move) => picture.preview(move) });
    back.hidden = again.hidden = isFirst;
  }

  function attempt(/** @type {string} */ move) {
    step(async () => [...moments, await after(moments[moments.length - 1], move)]);
  }

  step(async () => [await begin(position)]);
  return end;
}
