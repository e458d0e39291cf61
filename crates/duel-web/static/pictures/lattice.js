// @ts-check
// Dividing: the divisors as mathematicians draw them, the number on top, 1 at the bottom, and a line
// wherever one prime leads from one to the other. A move walks down; tap the place to go to.

import { el, fill, mayMove, svg } from "../dom.js";
import { countDivisors, effect, factorSmall, grouped, short } from "../numbers.js";
import { canvas, figure, groupOf, moveRows, picture, roomIn, roving, spot, worth } from "./spot.js";
import { product, takeTiles, tiles } from "./tiles.js";

/** @typedef {[string, number][]} Factors */

/** More divisors than this are no picture any more. */
const MOST = 60;
const ROW = 58;
const LINE = 40;

/** @param {HTMLElement} place @param {any} scene @param {any} hooks */
export function draw(place, scene, hooks) {
  return picture(place, scene, (scene, before) => {
    const parts = scene.board.numbers.map((/** @type {string} */ _, /** @type {number} */ index) => part(scene, index, hooks, place));
    fill(place, parts.map((/** @type {any} */ each) => each.node));
    parts.forEach((/** @type {any} */ each, /** @type {number} */ index) => arrive(each, before[index]));
    return parts;
  });
}

/** @param {any} scene */
export function describe(scene) {
  const { numbers, factors } = scene.board;
  const made = numbers.map((/** @type {string} */ value, /** @type {number} */ index) =>
    factors[index] ? `${short(value)} = ${product(factors[index]) || value}` : short(value),
  );
  const marked = scene.marks?.size > 0;
  return {
    caption: `${made.join("; ")}. What each move leaves:`,
    head: ["Move", "Leaves", "Made of", ...(marked ? ["Worth"] : [])],
    rows: moveRows(scene, "on", (move) => {
      const done = effect(scene, move);
      const left = done ? factorSmall(done.result) : null;
      return [
        done ? `${done.sign} ${short(done.value)} = ${short(done.result)}` : "",
        left ? product(left) || done?.result : "",
        ...(marked ? [worth(scene, move)] : []),
      ];
    }),
  };
}

/** The figure of one number: tiles, and below them the lattice or the exponents. @param {any} scene @param {number} index @param {any} hooks @param {HTMLElement} place */
function part(scene, index, hooks, place) {
  const value = scene.board.numbers[index];
  const factors = scene.board.factors?.[index] ?? factorSmall(value);
  const row = tiles(value, factors);
  const several = scene.board.numbers.length;
  const room = roomIn(place, 220, several > 1 ? 340 : 640);
  const top = topOf(scene, index, value, factors);
  const web = top && lattice(scene, index, hooks, value, top, room);
  const node = figure(scene, index, row, web?.node ?? (factors && columns(value, factors, room)));
  return {
    node, room, token: web?.token, top: top?.value, at: web?.at,
    show(/** @type {any} */ done) {
      takeTiles(row, done?.sign === "÷" ? factorSmall(done.value) : null);
      web?.show(done);
    },
  };
}

/** The lattice is that of the start as long as play has stayed in it and it is small enough. @param {any} scene @param {number} index @param {string} value @param {any} factors */
function topOf(scene, index, value, factors) {
  const candidates = [scene.start[index], value];
  for (const candidate of candidates) {
    if (!candidate || candidate === "0" || candidate === "1") continue;
    const known = candidate === value ? factors : factorSmall(candidate);
    if (!known || countDivisors(known) > MOST) continue;
    if (value !== "0" && BigInt(candidate) % BigInt(value) === 0n) return { value: candidate, factors: known };
  }
  return null;
}

/** @param {any} scene @param {number} index @param {any} hooks @param {string} value @param {any} top @param {number} room */
function lattice(scene, index, hooks, value, top, room) {
  const { places, height } = arranged(top.factors, room);
  const current = BigInt(value);
  const at = places.get(value);
  const moves = new Map();
  for (const move of groupOf(scene, index)?.choices ?? []) {
    const done = effect(scene, move);
    if (done?.sign === "÷") moves.set(done.result, move);
  }
  const edges = svg("g", { class: "edges" });
  for (const upper of places.values()) {
    for (const [prime] of top.factors) {
      const lower = upper.big % BigInt(prime) === 0n && places.get(String(upper.big / BigInt(prime)));
      if (!lower) continue;
      const alive = current % upper.big === 0n;
      edges.append(svg("line", { x1: upper.x, y1: upper.y, x2: lower.x, y2: lower.y, class: alive ? null : "gone" }));
    }
  }
  const walked = svg("g", { class: "walked" });
  let from = places.get(scene.start[index] ?? "");
  for (const past of scene.history) {
    const to = places.get(past.numbers[index] ?? "");
    if (from && to && to !== from) walked.append(svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: `seat-${past.by}` }));
    from = to ?? from;
  }
  const way = svg("line", { class: "way", hidden: true });
  const nodes = svg("g", null);
  for (const node of places.values()) {
    const name = String(node.big);
    const move = moves.get(name);
    const width = Math.max(36, grouped(name).length * 9 + 16);
    const group = svg(
      "g",
      { class: name === value ? "here" : move ? "open" : current % node.big === 0n ? "shut" : "gone", transform: `translate(${node.x} ${node.y})` },
      svg("rect", { x: -width / 2, y: -16, width, height: 32, rx: 16 }),
      svg("text", { y: 5 }, grouped(name)),
      move && signOf(scene.marks?.get(move), width),
    );
    if (move) spot(group, move, scene, hooks);
    nodes.append(group);
  }
  const token = at && svg("g", { class: "token", transform: `translate(${at.x} ${at.y})` }, svg("rect", ring(value)));
  const node = canvas(scene, room, height, `Divisors of ${short(top.value)}, now at ${short(value)}`, edges, walked, way, nodes, token);
  node.classList.add("lattice");
  if (scene.live && moves.size) roving(node);
  return {
    node, token, at,
    show(/** @type {any} */ done) {
      const to = done?.sign === "÷" ? places.get(done.result) : null;
      way.toggleAttribute("hidden", !to);
      if (to && at) for (const [name, to_] of Object.entries({ x1: at.x, y1: at.y, x2: to.x, y2: to.y })) way.setAttribute(name, String(to_));
    },
  };
}

/** What a move is worth, at the corner of its place. @param {any} mark @param {number} width */
function signOf(mark, width) {
  if (!mark) return null;
  return svg("g", { class: "sign-of", transform: `translate(${width / 2 - 2} -14)`, "aria-hidden": "true" }, svg("circle", { r: 9 }), svg("text", { y: 4 }, mark.sign));
}

function ring(/** @type {string} */ value) {
  const width = Math.max(36, grouped(value).length * 9 + 16) + 8;
  return { x: -width / 2, y: -20, width, height: 40, rx: 20 };
}

/** The token walks from where it was, if that is the same lattice. @param {any} part @param {any} before */
function arrive(part, before) {
  if (!part.token || !before?.at || before.top !== part.top || before.room !== part.room || !mayMove()) return;
  const [dx, dy] = [before.at.x - part.at.x, before.at.y - part.at.y];
  if (!dx && !dy) return;
  part.token.firstChild.animate(
    [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }],
    { duration: 500, easing: "cubic-bezier(.3,.1,.2,1)" },
  );
}

/** A place for every divisor, level by level; wide levels take several lines. @param {Factors} factors @param {number} room */
function arranged(factors, room) {
  let all = [{ big: 1n, rank: 0, key: /** @type {number[]} */ ([]) }];
  for (const [prime, exponent] of factors) {
    const next = [];
    for (const one of all) {
      let big = one.big;
      for (let power = 0; power <= exponent; power++) {
        next.push({ big, rank: one.rank + power, key: [...one.key, -power] });
        big *= BigInt(prime);
      }
    }
    all = next;
  }
  const levels = Math.max(...all.map((one) => one.rank)) + 1;
  const widest = Math.max(...all.map((one) => grouped(String(one.big)).length)) * 9 + 26;
  const gap = Math.max(46, widest);
  const fit = Math.max(1, Math.floor(room / gap));
  const places = new Map();
  let y = 24;
  for (let level = levels - 1; level >= 0; level--) {
    const row = all.filter((one) => one.rank === level).sort((a, b) => compare(a.key, b.key));
    const lines = Math.ceil(row.length / fit);
    const per = Math.ceil(row.length / lines);
    for (let line = 0; line < lines; line++) {
      const here = row.slice(line * per, (line + 1) * per);
      const step = Math.min(gap + 26, room / here.length);
      here.forEach((one, place) => {
        places.set(String(one.big), { ...one, x: room / 2 + (place - (here.length - 1) / 2) * step, y: y + line * LINE });
      });
    }
    y += ROW + (lines - 1) * LINE;
  }
  return { places, height: y - ROW + 24 };
}

const compare = (/** @type {number[]} */ a, /** @type {number[]} */ b) => {
  const place = a.findIndex((each, index) => each !== b[index]);
  return place < 0 ? 0 : a[place] - b[place];
};

/** The exponents of the primes as columns: what is left of the lattice where that does not fit. @param {string} value @param {Factors} factors @param {number} room */
function columns(value, factors, room) {
  if (!factors.length) return null;
  const shown = factors.slice(0, Math.max(1, Math.floor(room / 44)));
  const tallest = Math.min(10, Math.max(...shown.map(([, exponent]) => exponent)));
  const height = tallest * 14 + 52;
  const step = Math.min(90, room / shown.length);
  return el(
    "div",
    null,
    svg(
      "svg",
      { viewBox: `0 0 ${room} ${height}`, width: room, height, role: "img", class: "columns", "aria-label": `${short(value)} = ${product(factors)}` },
      shown.map(([prime, exponent], place) => {
        const x = room / 2 + (place - (shown.length - 1) / 2) * step;
        return svg(
          "g",
          null,
          Array.from({ length: Math.min(exponent, tallest) }, (_, level) =>
            svg("rect", { x: x - 15, y: height - 48 - (level + 1) * 14, width: 30, height: 12, rx: 3 }),
          ),
          svg("text", { x, y: height - 28 }, short(prime, 7)),
          svg("text", { x, y: height - 8, class: "quiet" }, `×${exponent}`),
        );
      }),
    ),
    shown.length < factors.length && el("p", { class: "quiet" }, `and ${factors.length - shown.length} more primes`),
  );
}
