// @ts-check
// A first game, step by step: a position, its moves, and what each of them is worth, all of it made before
// (first.js), so that the first tap needs no engine. The first step is in the page already.

import { moveButtons } from "./choices.js";
import { byId, el, fill, mayMove, say } from "./dom.js";
import { FIRST } from "./first.js";
import { isAgain } from "./pictures/spot.js";
import { takeTiles, tiles } from "./pictures/tiles.js";
import { copyButton, effect, factorSmall } from "./numbers.js";
import { BASE } from "./site.js";

/** How long a position stays before the answer of the opponent comes, in milliseconds. */
const PAUSE = 1100;

/**
 * @param {{
 *   draw?: (place: HTMLElement, scene: any, hooks: any) => any,
 *   then: (step: number, isLast: boolean) => any[], onDone: () => void,
 * }} hooks `draw` draws pictures; `then` is what a win leads to
 */
export function guide({ draw, then, onDone }) {
  const root = byId("guide");
  const { steps } = FIRST[root.dataset.book];
  const [board, keys] = [byId("guide-board"), byId("guide-keys")];
  let at = 0;
  let position = steps[0].start;
  let isBusy = false;
  let isWon = false;
  /** @type {any} */
  let picture = null;

  const place = () => steps[at].places[position];

  /** @param {any} shown a place */
  function show({ board: numbers, moves }, live = true) {
    // A wheel of remainders would be too much for a first game.
    if (draw && numbers.kind !== "digits") {
      const scene = { board: numbers, moves, start: steps[at].places[steps[at].start].board.numbers ?? [], history: [], misere: position.includes("misere"), live };
      board.classList.add("fit");
      if (picture) picture.update(scene);
      else picture = draw(board, scene, { onPick: pick });
      return;
    }
    fill(board, (numbers.numbers ?? [numbers.digits]).map((/** @type {string} */ value, /** @type {number} */ index) =>
      el("div", { class: "figure" }, el("span", { class: "number huge" }, value), numbers.factors ? tiles(value, numbers.factors[index]) : el("p", null, `Target ${numbers.targets.join(", ")}`))));
  }

  /** The moves of the position. */
  const showKeys = () => moveButtons(keys, isWon ? null : place(), { onPick() {}, onPreview: aim });

  /** Shows what a move takes away. @param {string | null} move */
  function aim(move) {
    if (isBusy || isWon) return;
    if (picture) return picture.preview(move);
    const done = move === null ? null : effect(place(), move);
    [...board.querySelectorAll(".figure")].forEach((figure, index) => {
      const list = figure.querySelector(".tiles");
      if (list) takeTiles(list, done && done.op === "/" && done.number === index + 1 ? factorSmall(done.value) : null);
    });
  }

  /** @param {string} move */
  async function pick(move) {
    if (isBusy || isWon) return;
    const { verdict, words, to } = place().judged[move];
    const key = keys.querySelector(`[data-move="${CSS.escape(move)}"]`);
    const said = byId("guide-said");
    if (verdict === "wrong") {
      key?.classList.add("tried");
      said.dataset.verdict = verdict;
      say(said, `${words} Try another one.`);
      said.scrollIntoView({ block: "nearest" });
      if (mayMove()) board.animate([{ translate: "-6px" }, { translate: "6px" }, { translate: "-4px" }, { translate: "none" }], { duration: 260 });
      return;
    }
    const typed = keys.contains(document.activeElement);
    aim(move);
    isBusy = true;
    root.setAttribute("aria-busy", "true");
    if (mayMove() && !picture) await pause(350);
    for (const [place, next] of to.entries()) {
      if (place) await pause(mayMove() ? PAUSE : 0);
      position = next;
      show(steps[at].places[next], place === to.length - 1 && verdict !== "right");
    }
    isBusy = false;
    root.removeAttribute("aria-busy");
    isWon = verdict === "right";
    said.dataset.verdict = verdict;
    say(said, words);
    showKeys();
    if (isWon) won();
    else if (typed) keys.querySelector("button")?.focus({ preventScroll: true });
  }

  function won() {
    const isLast = at === steps.length - 1;
    root.classList.add("won");
    [...byId("guide-pips").querySelectorAll("i")].forEach((pip, index) => pip.classList.toggle("done", index <= at));
    if (isLast) onDone();
    say(byId("guide-ask"), "You win!");
    byId("guide-text").hidden = true;
    const button = isLast ? null : el("button", { type: "button", class: "button primary", onclick: (/** @type {MouseEvent} */ event) => isAgain(event) || next() }, "Another number");
    fill(byId("guide-then"), button, then(at, isLast));
    byId("guide-then").hidden = false;
    byId("guide-then").querySelector("a, button")?.focus({ preventScroll: true });
    byId("guide-then").scrollIntoView({ block: "nearest" });
  }

  function next() {
    at += 1;
    const { start, ask, text } = steps[at];
    position = start;
    isWon = false;
    root.classList.remove("won");
    byId("guide-then").hidden = true;
    say(byId("guide-said"), "");
    say(byId("guide-ask"), ask);
    say(byId("guide-text"), text);
    byId("guide-text").hidden = false;
    say(byId("guide-count"), `Step ${at + 1} of ${steps.length}`);
    [...byId("guide-pips").querySelectorAll("i")].forEach((pip, index) => pip.classList.toggle("now", index === at));
    show(place());
    showKeys();
    byId("guide-ask").focus({ preventScroll: true });
  }

  const moveOf = (/** @type {Event} */ { target }) => /** @type {Element} */ (target).closest("[data-move]")?.getAttribute("data-move") ?? null;
  keys.addEventListener("click", (/** @type {Event} */ event) => {
    const move = moveOf(event);
    if (move !== null) pick(move);
  });
  for (const [event, shows] of /** @type {const} */ ([["focusin", true], ["mouseover", true], ["focusout", false], ["mouseout", false]])) {
    keys.addEventListener(event, (/** @type {Event} */ told) => aim(shows ? moveOf(told) : null));
  }
  if (draw) show(place());
}

const pause = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

const TEXT = "24. Leave a prime. A number game for two:";

/** A button that sends the link to the front page, or copies it where nothing can be sent. */
export function share(label = "Send it to a friend") {
  const url = new URL(BASE, location.href).href;
  if (typeof navigator.share !== "function") return copyButton(() => `${TEXT} ${url}`, label);
  return el("button", { type: "button", class: "button ghost", onclick: () => navigator.share({ title: "Divisor Duel", text: TEXT, url }).catch(() => {}) }, label);
}
