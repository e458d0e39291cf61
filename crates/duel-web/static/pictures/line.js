// @ts-check
// Subtracting: the number line from 0 to the start, the jumps made so far above it, and below it the
// places where each move would land.

import { fill, mayMove, svg } from "../dom.js";
import { effect, factorSmall, grouped, short } from "../numbers.js";
import { canvas, figure, groupOf, moveRows, picture, roomIn, roving, spot, worth } from "./spot.js";
import { tiles } from "./tiles.js";

/** More landing places than this are only ticks. */
const MOST = 40;
const AXIS = 92;
/** How far a label may stand beside its place. */
const SHIFT = 110;

/** @param {HTMLElement} place @param {any} scene @param {any} hooks */
export function draw(place, scene, hooks) {
  return picture(place, scene, (scene, before) => {
    const parts = scene.board.numbers.map((/** @type {string} */ value, /** @type {number} */ index) => {
      const drawn = line(scene, index, hooks, roomIn(place, 240, 900));
      const factors = scene.board.factors?.[index] ?? factorSmall(value);
      return { ...drawn, node: figure(scene, index, tiles(value, factors), drawn.node) };
    });
    fill(place, parts.map((/** @type {any} */ each) => each.node));
    parts.forEach((/** @type {any} */ each, /** @type {number} */ index) => {
      const from = before[index]?.x;
      if (from !== undefined && before[index].room === each.room && Math.abs(from - each.x) > 1 && mayMove()) {
        each.here.animate([{ transform: `translateX(${from - each.x}px)` }, { transform: "none" }], { duration: 500, easing: "ease-out" });
      }
    });
    return parts;
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

/** @param {any} scene @param {number} index @param {any} hooks @param {number} room */
function line(scene, index, hooks, room) {
  const value = scene.board.numbers[index];
  const start = BigInt(scene.start[index] ?? value) || 1n;
  const span = start > BigInt(value) ? start : BigInt(value) || 1n;
  const at = (/** @type {string} */ each) => 18 + (room - 36) * (Number((BigInt(each) * 100000n) / span) / 100000);
  const x = at(value);
  const moves = (groupOf(scene, index)?.choices ?? [])
    .map((/** @type {string} */ move) => ({ move, done: effect(scene, move) }))
    .filter((/** @type {any} */ each) => each.done);

  const jumps = svg("g", { class: "jumps" });
  let from = String(start);
  for (const past of scene.history) {
    const to = past.numbers[index];
    if (to === undefined || to === from) continue;
    jumps.append(svg("path", { d: arc(at(from), at(to)), class: `seat-${past.by}` }));
    from = to;
  }
  const way = svg("path", { class: "way", hidden: true });
  const told = svg("text", { class: "told", y: 16, hidden: true });
  const places = svg("g", null);
  let bottom = AXIS + 34;
  if (moves.length <= MOST) {
    const lanes = /** @type {number[]} */ ([]);
    for (const { move, done } of moves.sort((/** @type {any} */ a, /** @type {any} */ b) => at(b.done.result) - at(a.done.result))) {
      const sign = scene.marks?.get(move)?.sign;
      const name = (sign ? sign + " " : "") + grouped(short(done.result, 9));
      const width = Math.max(34, name.length * 9 + 14);
      const tick = at(done.result);
      const wish = Math.min(Math.max(tick, width / 2 + 1), room - width / 2 - 1);
      // A label may stand somewhat to the left of its place, if that saves a lane.
      const least = Math.max(wish - Math.min(SHIFT, room / 5), width / 2 + 1);
      let lane = lanes.findIndex((edge) => edge - 4 - width / 2 >= least);
      if (lane < 0) lane = lanes.length;
      const middle = Math.min(wish, (lanes[lane] ?? room + 4) - 4 - width / 2);
      lanes[lane] = middle - width / 2;
      const y = AXIS + 52 + lane * 36;
      bottom = Math.max(bottom, y + 22);
      places.append(svg("line", { class: "leader", x1: tick, y1: AXIS, x2: middle, y2: y - 14 }));
      const pill = svg("g", { class: "open", transform: `translate(${middle} ${y})` },
        svg("rect", { x: -width / 2, y: -15, width, height: 30, rx: 15 }), svg("text", { y: 5 }, name));
      places.append(spot(pill, move, scene, hooks));
    }
    // Leaders behind pills.
    places.prepend(...places.querySelectorAll(".leader"));
  } else {
    for (const { done } of moves) places.append(svg("line", { class: "leader", x1: at(done.result), y1: AXIS - 8, x2: at(done.result), y2: AXIS + 8 }));
  }
  const near = x < 60;
  const here = svg("g", { class: "here" }, svg("circle", { cx: x, cy: AXIS, r: 9 }));
  const node = canvas(
    scene, room, bottom, `Number line from 0 to ${short(String(span))}, now at ${short(value)}`,
    svg("line", { class: "axis", x1: 18, y1: AXIS, x2: room - 18, y2: AXIS }),
    jumps, way, told,
    svg("text", { class: "end", x: 18, y: AXIS + 24 }, "0"),
    span !== BigInt(value) && room - 18 - x > 40 && svg("text", { class: "end", x: room - 18, y: AXIS + 24, "text-anchor": "end" }, short(String(span), 9)),
    !near && svg("text", { class: "end now", x: Math.min(x, room - 18), y: AXIS + 27, "text-anchor": x > room - 60 ? "end" : "middle" }, short(value, 9)),
    places, here,
  );
  node.classList.add("line");
  if (scene.live && moves.length) roving(node);
  return {
    node, here, x, room,
    show(/** @type {any} */ done) {
      way.toggleAttribute("hidden", !done);
      told.toggleAttribute("hidden", !done);
      if (!done) return;
      way.setAttribute("d", arc(x, at(done.result)));
      told.textContent = `− ${short(done.value, 9)}`;
      told.setAttribute("x", String(Math.min(Math.max((x + at(done.result)) / 2, 30), room - 30)));
    },
  };
}

/** A jump: an arc from one place of the axis to another. @param {number} from @param {number} to */
function arc(from, to) {
  const high = Math.min(66, 14 + Math.abs(from - to) / 2);
  return `M${from} ${AXIS} Q${(from + to) / 2} ${AXIS - high * 1.8} ${to} ${AXIS}`;
}
