// @ts-check
// Subtracting: a number line with the number on the right and 0 on the left, and a jump to each place where a
// move would land. The places keep their order and stand so far apart that each has a label, or every second,
// third one and so on, where there are many; the jumps all begin at the number, and a longer one is higher, so
// that none crosses another. Where numbers are long, a label is what is subtracted.

import { mayMove, svg } from "../dom.js";
import { effect, factorSmall, grouped, short, small } from "../numbers.js";
import { TRAVEL, canvas, groupOf, moveRows, ofNumbers, spot, worth } from "./spot.js";
import { tiles } from "./tiles.js";

/** With more landing places than this, so many lines of labels are for some of them; the others are ticks. */
const MOST = 48;
const LANES = 3;
/** How high the jumps are where nothing limits them, and a line of labels. */
const HIGH = 130;
const LABEL = 36;

/** @param {HTMLElement} place @param {any} scene @param {any} hooks */
export function draw(place, scene, hooks) {
  return ofNumbers(place, scene, hooks, {
    under: ({ board }, index) => tiles(board.numbers[index], board.factors?.[index] ?? factorSmall(board.numbers[index])),
    part: (scene, index, hooks, box, _, from) => line(scene, index, hooks, box, from),
  });
}

/** @param {any} scene */
export function describe(scene) {
  const { numbers } = scene.board;
  const marked = scene.marks?.size > 0;
  return {
    caption: `On the line from 0 to ${scene.start.map((/** @type {string} */ each) => short(each)).join(", ")}, now at ${numbers.map((/** @type {string} */ each) => short(each)).join(", ")}. Where each move lands:`,
    head: ["Move", "Lands on", ...(marked ? ["Worth"] : [])],
    rows: moveRows(scene, "on", (move) => {
      const done = effect(scene, move);
      return [done ? `− ${short(done.value)} = ${short(done.result)}` : "", ...(marked ? [worth(scene, move)] : [])];
    }),
  };
}

/** @param {any} scene @param {number} index @param {any} hooks @param {{width: number, height: number}} box @param {string | null} from */
function line(scene, index, hooks, { width: room, height }, from) {
  const value = scene.board.numbers[index];
  const last = lastJump(scene, index);
  const group = groupOf(scene, index);
  const moves = (group?.choices ?? group?.page?.choices ?? [])
    .map((/** @type {string} */ move) => ({ move, done: effect(scene, move) }))
    .filter((/** @type {any} */ each) => each.done)
    .sort((/** @type {any} */ a, /** @type {any} */ b) => (BigInt(a.done.result) > BigInt(b.done.result) ? -1 : 1));
  const isLong = value.length > 9;
  const nameOf = (/** @type {any} */ done) => (isLong ? `−${small(done.value)}` : grouped(done.result));
  const signed = scene.marks?.size ? 16 : 0;
  const own = small(value).length * 8.5 + 10;
  const pill = Math.max(34, signed + (isLong ? Math.max(0, ...moves.map((/** @type {any} */ { done }) => nameOf(done).length)) * 8.5 + 10 : own));
  const x = last ? room * 0.84 : room - Math.max(pill, own) / 2 - 2;
  const left = 12;
  const { places, lanes, step } = spaced(value, moves.map((/** @type {any} */ { done }) => done.result), left, x, pill + 3);
  const below = 20 + lanes * LABEL;
  const high = Math.max(50, Math.min(height === Infinity ? HIGH : 320, height - below - 24));
  const axis = high + 14;
  const widest = Math.max(x - left, 1);
  const arcTo = (/** @type {number} */ to) => arc(x, to, axis, high * (Math.abs(x - to) / widest) ** 0.75);

  const jumps = svg("g", { class: "edges" });
  const labels = svg("g", null);
  moves.forEach((/** @type {any} */ { move, done }, /** @type {number} */ place) => {
    // The longest jump has a label.
    const labelled = moves.length - 1 - place;
    if (labelled % step) return jumps.append(svg("line", { x1: places[place], y1: axis - 8, x2: places[place], y2: axis + 8 }));
    const sign = scene.marks?.get(move)?.sign;
    const y = axis + 20 + (((step > 1 ? labelled / step : place + 1) % lanes) + 0.5) * LABEL;
    jumps.append(svg("path", { d: arcTo(places[place]), "data-jump": done.result }), svg("line", { x1: places[place], y1: axis, x2: places[place], y2: y }));
    labels.append(spot(svg("g", { class: "open", transform: `translate(${places[place]} ${y})` },
      svg("rect", { x: -pill / 2, y: -15, width: pill, height: 30, rx: 15 }), svg("text", { y: 5 }, `${sign ? `${sign} ` : ""}${nameOf(done)}`)), move, scene, hooks));
  });
  const came = svg("g", { class: "jumps" });
  const before = last ? room - 14 : x;
  if (last) came.append(svg("path", { d: arc(before, x, axis, Math.min(high, 60)), class: `seat-${last.by}` }), svg("text", { class: `seat-${last.by}`, x: (before + x) / 2, y: axis - Math.min(high, 60) - 6 }, `−${small(last.value)}`));
  const ways = svg("g", null);
  const here = svg("g", { class: "here" }, svg("circle", { cx: x, cy: axis, r: 9 }));
  const node = canvas(
    scene, room, axis + below, height, `Number line from 0 to ${short(value)}`,
    svg("line", { class: "axis", x1: left, y1: axis, x2: room - 6, y2: axis }),
    jumps, came, ways,
    !moves.some((/** @type {any} */ { done }) => done.result === "0") && svg("text", { class: "end", x: left, y: axis + 20, "text-anchor": "start" }, "0"),
    step === 1 && svg("text", { class: "end now", x, y: axis + 20 + LABEL / 2 + 5 }, small(value)),
    last && room - x > pill && svg("text", { class: "end", x: before, y: axis + 20, "text-anchor": "end" }, short(last.from, 5)),
    labels, here,
  );
  node.classList.add("line");
  if (from && mayMove()) {
    const [dx, up] = [before - x, -Math.min(high, 60)];
    here.animate([{ transform: `translate(${dx}px, 0)` }, { transform: `translate(${dx / 2}px, ${up}px)` }, { transform: "none" }], { duration: TRAVEL, easing: "ease-in-out" });
  }
  return {
    node,
    show(/** @type {import("./spot.js").Way[]} */ list) {
      ways.replaceChildren();
      for (const { move, kind, done } of list) {
        const place = moves.findIndex((/** @type {any} */ each) => each.move === move);
        if (place < 0) continue;
        const to = places[place];
        const top = axis - high * (Math.abs(x - to) / widest) ** 0.75;
        ways.append(svg("path", { class: `way ${kind}`, d: arcTo(to) }), svg("text", { class: `told ${kind}`, x: Math.min(Math.max((x + to) / 2, 30), room - 30), y: Math.max(12, top - 6) }, `−${small(done.value)}`));
      }
    },
  };
}

/** The jump that led to a number, if the last move was on it. @param {any} scene @param {number} index */
function lastJump({ history, start, board }, index) {
  const past = history.at(-1);
  if (!past?.step || past.number !== index + 1 || past.numbers[index] !== board.numbers[index]) return null;
  return { by: past.by, value: past.step.value, from: history.at(-2)?.numbers[index] ?? start[index] };
}

/** Where a number is on the line from 0 to `value`. @param {string} value @param {string} each @param {number} left @param {number} right */
const scaled = (value, each, left, right) => left + (right - left) * (Number((BigInt(each) * 100000n) / (BigInt(value) || 1n)) / 100000);

/**
 * Places for numbers in falling order, how many lines of labels they take, and every which of them has one: where
 * they are on the line, moved apart as far as their labels need.
 * @param {string} value @param {string[]} results @param {number} left @param {number} right @param {number} width of a label
 */
function spaced(value, results, left, right, width) {
  const room = right - left - width / 2;
  const count = results.length;
  const step = count > MOST ? Math.ceil((count * width) / (LANES * room)) : 1;
  const lanes = step > 1 ? LANES : Math.max(1, Math.min(5, Math.ceil(((count + 0.1) * width) / room)));
  const gap = Math.min(width / lanes / step, room / Math.max(1, count));
  const places = /** @type {number[]} */ ([]);
  let edge = right;
  for (const each of results) places.push((edge = Math.min(scaled(value, each, left, right), edge - gap)));
  let least = left + width / 2;
  for (let place = places.length - 1; place >= 0; place--, least += gap) places[place] = Math.max(places[place], least);
  return { places, lanes, step };
}

/** A jump from one place of the axis to another, so high. @param {number} from @param {number} to @param {number} axis @param {number} high */
function arc(from, to, axis, high) {
  return `M${from} ${axis} A${Math.abs(from - to) / 2} ${high} 0 0 ${from > to ? 0 : 1} ${to} ${axis}`;
}
