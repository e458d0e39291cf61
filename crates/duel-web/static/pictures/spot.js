// @ts-check
// What all pictures share: places that can be tapped, arrow keys between them, and figures with the
// number above.

import { el, fill, mayMove, svg } from "../dom.js";
import { effect, moveInWords, numberElement, short } from "../numbers.js";

/**
 * A move that is drawn on a picture: `aim` while it is looked at, `made` and `better` in a review.
 * @typedef {{move: string, kind: "aim" | "made" | "better", done?: any}} Way
 */
const KINDS = /** @type {const} */ (["aim", "made", "better"]);

/**
 * A picture: painted now, for every other scene, and whenever its room has changed. `paint` fills the
 * place and returns the parts of the picture; `before` is the scene that it follows, if it is a new one.
 * A part draws the moves that are shown on it.
 * @param {HTMLElement} place @param {any} scene @param {(scene: any, before: any) => any[]} paint
 */
export function picture(place, scene, paint) {
  let parts = /** @type {any[]} */ ([]);
  let ways = /** @type {Way[]} */ ([]);
  const drawWays = () => {
    for (const node of place.querySelectorAll(".spot")) {
      for (const kind of KINDS) node.classList.toggle(kind, ways.some((way) => way.kind === kind && way.move === /** @type {HTMLElement} */ (node).dataset.move));
    }
    for (const part of parts) part.show(ways);
  };
  const again = (/** @type {any} */ before = null) => {
    parts = paint(scene, before);
    drawWays();
  };
  const show = (/** @type {Way[]} */ next) => {
    ways = next.map((way) => ({ ...way, done: effect(scene, way.move) }));
    drawWays();
  };
  onRoom(place, again);
  return {
    update(/** @type {any} */ next) {
      const before = scene;
      scene = next;
      ways = [];
      repaint(place, () => again(before));
    },
    /** Paints the same scene once more. */
    repaint: () => repaint(place, again),
    show,
    preview: (/** @type {string | null} */ move) => show(move === null ? [] : [{ move, kind: "aim" }]),
  };
}

/** How long a move takes across the board, in milliseconds: less than the pause before the next one. */
export const TRAVEL = 550;
/** How long a number that has just changed stays in view before one with moves takes its place, in milliseconds. */
const LINGER = 1100;
/** The least width of a number's picture beside others. */
const BESIDE = 200;

/**
 * A picture with a figure for every number. Where they do not fit beside each other, one of them is shown,
 * and the numbers above it choose which. `part` draws a number into its box: the SVG or element as `node`,
 * and `show(ways)` for moves on it; `from` is the number that it was before, if it comes from there. `weight`
 * is how large a picture is beside others.
 * @param {HTMLElement} place @param {any} scene @param {any} hooks
 * @param {{weight?: (scene: any, index: number) => number, under: (scene: any, index: number) => any, part: (scene: any, index: number, hooks: any, box: {width: number, height: number}, under: any, from: string | null) => any}} made
 */
export function ofNumbers(place, scene, hooks, { weight = () => 1, under, part }) {
  let chosen = 0;
  let timer = 0;
  const hasMoves = (/** @type {any} */ of, /** @type {number} */ index) => {
    const group = groupOf(of, index);
    return group && (group.count !== "0" || !group.complete);
  };
  const choose = (/** @type {number} */ index) => {
    clearTimeout(timer);
    if (index === chosen) return;
    chosen = index;
    self.repaint();
    hooks.onNumber?.(chosen + 1);
  };
  /** The number that the moves are about: the one that has changed, else one that has moves. */
  function settle(/** @type {any} */ scene, /** @type {any} */ before) {
    const { numbers } = scene.board;
    const old = chosen;
    const changed = before ? numbers.findLastIndex((/** @type {string} */ each, /** @type {number} */ index) => each !== before.board.numbers[index]) : -1;
    if (changed >= 0) chosen = changed;
    if (chosen >= numbers.length) chosen = 0;
    if (!hasMoves(scene, chosen)) {
      const next = numbers.findIndex((/** @type {string} */ _, /** @type {number} */ index) => hasMoves(scene, index));
      clearTimeout(timer);
      if (next >= 0 && changed >= 0 && mayMove()) timer = setTimeout(() => choose(next), LINGER);
      else if (next >= 0) chosen = next;
    }
    if (chosen !== old || !before) hooks.onNumber?.(chosen + 1);
  }
  const self = picture(place, scene, (scene, before) => {
    const { numbers } = scene.board;
    settle(scene, before);
    const several = numbers.length > 1;
    const beside = !several || place.clientWidth / unit() / numbers.length >= BESIDE;
    place.classList.toggle("one-by-one", !beside);
    const heads = !beside && el("div", { class: "heads", role: "group", "aria-label": "The numbers" }, numbers.map((/** @type {string} */ value, /** @type {number} */ index) => head(scene, index, index === chosen, choose)));
    const shown = numbers.map((/** @type {string} */ _, /** @type {number} */ index) => index).filter((/** @type {number} */ index) => beside || index === chosen);
    const figures = shown.map((/** @type {number} */ index) => {
      const below = under(scene, index);
      const slot = el("div", { class: "slot" });
      const name = several && beside && hooks.onNumber && numbers[index].length <= 24 ? head(scene, index, index === chosen, choose) : beside && numberElement(numbers[index], several ? "number large" : "number huge");
      return { index, below, slot, node: el("figure", { class: several && beside ? "of-several" : null, style: { flexGrow: weight(scene, index) } }, el("figcaption", null, name, below), slot) };
    });
    fill(place, heads, figures.map((/** @type {any} */ each) => each.node));
    const fits = place.closest(".fit") !== null;
    const boxes = figures.map((/** @type {any} */ { slot }) => ({ width: (slot.clientWidth || 320) / unit(), height: fits ? Math.max(slot.clientHeight / unit(), 120) : Infinity }));
    return figures.map((/** @type {any} */ { index, below, slot }, /** @type {number} */ at) => {
      const from = before?.board.numbers[index];
      const drawn = part(scene, index, hooks, boxes[at], below, from !== undefined && from !== numbers[index] ? from : null);
      fill(slot, drawn.node);
      reachable(slot);
      if (scene.live) for (const area of slot.querySelectorAll("svg, .pairs")) roving(area);
      return { show: (/** @type {Way[]} */ ways) => drawn.show(ways.filter((way) => way.done?.number === index + 1)) };
    });
  });
  return { ...self, choose: (/** @type {number} */ number) => choose(number - 1) };
}

/** A picture that is larger than its place can be scrolled without a mouse. @param {HTMLElement} slot */
export function reachable(slot) {
  if (slot.scrollHeight <= slot.clientHeight + 1 && slot.scrollWidth <= slot.clientWidth + 1) return;
  for (const [name, value] of Object.entries({ tabindex: "0", role: "group", "aria-label": "The picture" })) slot.setAttribute(name, value);
}

/** A number that can be chosen. @param {any} scene @param {number} index @param {boolean} isChosen @param {(index: number) => void} choose */
function head(scene, index, isChosen, choose) {
  const value = scene.board.numbers[index];
  return el("button", { type: "button", class: "head", dataset: { number: index + 1 }, "aria-pressed": String(isChosen), onclick: () => choose(index) },
    el("span", { class: `number${value.length > 6 ? " long" : ""}` }, short(value, 9)));
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
  const pick = (/** @type {MouseEvent} */ event) => (hooks.onTap ? hooks.onTap(move, event) : isAgain(event) || hooks.onPick?.(move));
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

/** Lets a place that is no move say why, when it is tapped. @param {any} node @param {string} divisor @param {number} index @param {any} scene @param {any} hooks */
export function stop(node, divisor, index, scene, hooks) {
  if (scene.live && hooks.onStop) {
    node.classList.add("stop");
    node.addEventListener("click", () => hooks.onStop(divisor, index + 1));
  }
  return node;
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
  if (!spots().length) return;
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
 * Draws again where it was scrolled to, and without losing the focus: it stays on the same move or number, or
 * goes to the first spot.
 * @param {HTMLElement} place @param {() => void} paint
 */
function repaint(place, paint) {
  const focused = /** @type {any} */ (place.contains(document.activeElement) ? document.activeElement : null);
  const { move, number } = focused?.closest?.("[data-move], [data-number]")?.dataset ?? {};
  const scrolled = place.querySelector(".slot")?.scrollTop;
  paint();
  const slot = place.querySelector(".slot");
  if (slot && scrolled) slot.scrollTop = scrolled;
  if (!focused) return;
  // What is not to be picked now cannot have the focus.
  const again = (move && place.querySelector(`.pick[data-move="${CSS.escape(move)}"]`)) || (number && place.querySelector(`[data-number="${number}"]`));
  const target = /** @type {any} */ (again || place.querySelector(".pick[tabindex='0']") || place);
  if (target === place) place.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/**
 * Paints now, and again whenever the room has changed: its width, and its height where pictures fit into one.
 * @param {HTMLElement} place @param {() => void} paint
 */
function onRoom(place, paint) {
  const room = () => [place.clientWidth, place.closest(".fit") ? place.clientHeight : 0];
  let [width, height] = room();
  paint();
  new ResizeObserver(() => {
    const [wide, high] = room();
    if ((Math.abs(wide - width) < 2 && Math.abs(high - height) < 2) || !place.isConnected) return;
    [width, height] = [wide, high];
    repaint(place, paint);
  }).observe(place);
}

/** The group of moves of a number. @param {any} scene @param {number} index */
export function groupOf(scene, index) {
  return scene.moves?.groups?.find((/** @type {any} */ group) => group.number === index + 1) ?? null;
}

/** How much larger than usual text is set in this browser; pictures grow with it. */
export const unit = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

/** An SVG of this size, at most as high as its box; a picture to look at, or a group of buttons. @param {any} scene @param {number} width @param {number} height @param {number} most @param {string} name @param {...any} children */
export function canvas(scene, width, height, most, name, ...children) {
  // Smaller than this nothing can be read; then the picture scrolls.
  const scale = unit() * Math.max(0.72, Math.min(1, most / height));
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width: width * scale, height: height * scale, role: scene.live ? "group" : "img", "aria-label": name },
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
