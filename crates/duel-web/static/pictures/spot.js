// @ts-check
// What all pictures share: places that can be tapped, arrow keys between them, and figures with the
// number above.

import { el, svg } from "../dom.js";
import { effect, moveInWords, numberElement, short } from "../numbers.js";

/**
 * A picture: painted now, for every other scene, and whenever the width has changed. `paint` fills the
 * place and returns the parts of the picture, of which it gets those that it painted before. A part
 * shows a move that is previewed: what it does to the part's own number, and the move itself.
 * @param {HTMLElement} place @param {any} scene @param {(scene: any, before: any[]) => any[]} paint
 */
export function picture(place, scene, paint) {
  let parts = /** @type {any[]} */ ([]);
  const again = () => {
    parts = paint(scene, parts);
  };
  onWidth(place, again);
  return {
    update(/** @type {any} */ next) {
      scene = next;
      repaint(place, again);
    },
    preview(/** @type {string | null} */ move) {
      aim(place, move);
      const done = move && effect(scene, move);
      parts.forEach((part, index) => part.show(done && done.number === index + 1 ? done : null, move));
    },
  };
}

/**
 * Makes a node of a picture a place for a move: a button while the scene is live.
 * @param {any} node @param {string} move @param {any} scene @param {any} hooks @param {string} [told]
 */
export function spot(node, move, scene, hooks, told) {
  node.classList.add("spot");
  node.dataset.move = move;
  const mark = scene.marks?.get(move);
  if (mark) node.classList.add(mark.kind);
  if (!scene.live) return node;
  const words = (told ?? moveInWords(scene, move)) + (mark ? `, ${mark.word}` : "");
  node.classList.add("pick");
  if (!(node instanceof HTMLButtonElement)) node.setAttribute("role", "button");
  node.setAttribute("aria-label", words);
  node.setAttribute("tabindex", "-1");
  const pick = (/** @type {MouseEvent} */ event) => isAgain(event) || hooks.onPick?.(move);
  const look = () => hooks.onPreview?.(move);
  const leave = () => hooks.onPreview?.(null);
  node.addEventListener("click", pick);
  node.addEventListener("pointerenter", look);
  node.addEventListener("pointerleave", leave);
  node.addEventListener("focus", look);
  node.addEventListener("blur", leave);
  return node;
}

/** Whether a click is the second of a double click: it was meant for what stood there before. @param {MouseEvent} event */
export const isAgain = (event) => event.detail > 1;

/** Marks the spots of a move. @param {Element} place @param {string | null} move */
function aim(place, move) {
  for (const node of place.querySelectorAll(".spot")) {
    node.classList.toggle("aim", /** @type {HTMLElement} */ (node).dataset.move === move);
  }
}

/**
 * One stop for the Tab key in a picture; arrow keys go to the nearest spot in their direction.
 * @param {any} area an element that holds spots
 */
export function roving(area) {
  const spots = () => /** @type {any[]} */ ([...area.querySelectorAll(".pick")]);
  const rest = (/** @type {any} */ node) => {
    for (const other of spots()) other.setAttribute("tabindex", other === node ? "0" : "-1");
  };
  rest(spots()[0]);
  area.addEventListener("focusin", (/** @type {any} */ event) => {
    const node = event.target.closest(".pick");
    if (node) rest(node);
  });
  area.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const node = /** @type {any} */ (event.target).closest?.(".pick");
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      // A key that is held down is one choice, as on buttons.
      const own = node instanceof HTMLButtonElement;
      if (!own || event.repeat) event.preventDefault();
      if (!own && !event.repeat) node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      return;
    }
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!direction) return;
    event.preventDefault();
    let best = null;
    let least = Infinity;
    const here = middle(node);
    for (const other of spots()) {
      const there = middle(other);
      const [dx, dy] = [there.x - here.x, there.y - here.y];
      const along = dx * direction[0] + dy * direction[1];
      if (along <= 2) continue;
      const away = along + 3 * Math.abs(dx * direction[1] + dy * direction[0]);
      if (away < least) [best, least] = [other, away];
    }
    best?.focus();
  });
}

function middle(/** @type {Element} */ node) {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/**
 * Draws again without losing the focus: it stays on the same move, or goes to the first spot.
 * @param {HTMLElement} place @param {() => void} paint
 */
function repaint(place, paint) {
  const focused = /** @type {any} */ (place.contains(document.activeElement) ? document.activeElement : null);
  const move = focused?.closest?.("[data-move]")?.dataset.move;
  paint();
  if (!focused) return;
  // What is not to be picked now cannot have the focus.
  const again = move && place.querySelector(`.pick[data-move="${CSS.escape(move)}"]`);
  const target = /** @type {any} */ (again || place.querySelector(".pick[tabindex='0']") || place);
  if (target === place) place.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/**
 * Paints now, and again whenever the width has changed.
 * @param {HTMLElement} place @param {() => void} paint
 */
function onWidth(place, paint) {
  let width = place.clientWidth;
  paint();
  new ResizeObserver(() => {
    if (Math.abs(place.clientWidth - width) < 2 || !place.isConnected) return;
    width = place.clientWidth;
    repaint(place, paint);
  }).observe(place);
}

/**
 * The figure of one number: its name if there are several, the number itself, then the rest.
 * @param {any} scene @param {number} index @param {...any} rest
 */
export function figure(scene, index, ...rest) {
  const value = scene.board.numbers[index];
  const several = scene.board.numbers.length > 1;
  return el(
    "figure",
    { class: several ? "of-several" : null },
    el(
      "figcaption",
      null,
      several && el("span", { class: "quiet" }, `Number ${index + 1}`),
      numberElement(value, several ? "number large" : "number huge"),
    ),
    ...rest,
  );
}

/** The group of moves of a number. @param {any} scene @param {number} index */
export function groupOf(scene, index) {
  return scene.moves?.groups?.find((/** @type {any} */ group) => group.number === index + 1) ?? null;
}

/** How much larger than usual text is set in this browser; pictures grow with it. */
const unit = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

/** The width that a picture has, in its own units. @param {HTMLElement} place @param {number} least @param {number} most */
export function roomIn(place, least, most) {
  return Math.max(least, Math.min(most, (place.clientWidth || 320) / unit()));
}

/** An SVG of this size; a picture to look at, or a group of buttons. @param {any} scene @param {number} width @param {number} height @param {string} name @param {...any} children */
export function canvas(scene, width, height, name, ...children) {
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width: width * unit(), height: height * unit(), role: scene.live ? "group" : "img", "aria-label": name },
    ...children,
  );
}

/** The value of a mark as a word for a text table. @param {any} scene @param {string} move */
export function worth(scene, move) {
  const mark = scene.marks?.get(move);
  return mark ? `${mark.sign} ${mark.word}` : "";
}

/** Rows of a table of moves on numbers. @param {any} scene @param {string} verb @param {(move: string, result: string) => any[]} cells */
export function moveRows(scene, verb, cells) {
  const several = scene.board.numbers.length > 1;
  const rows = [];
  for (const group of scene.moves?.groups ?? []) {
    for (const move of group.choices ?? []) {
      rows.push([several ? `${verb} ${short(group.value)}: ${move.replace(/^\d+:/, "")}` : move, ...cells(move, group.value)]);
    }
  }
  return rows;
}
