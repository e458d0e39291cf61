// @ts-check
// Dividing: the divisors as mathematicians draw them, the number on top, 1 at the bottom, and a line
// wherever one prime leads from one to the other. A move walks down; tap the place to go to.

import { el, mayMove, svg } from "../dom.js";
import { countDivisors, effect, factorSmall, short, small } from "../numbers.js";
import { TRAVEL, canvas, groupOf, moveRows, ofNumbers, spot, unit, worth } from "./spot.js";
import { product, takeTiles, tiles } from "./tiles.js";

/** @typedef {[string, number][]} Factors */

/** More divisors than this are no picture any more. */
const MOST = 60;
/** How far levels are apart, and lines of one level: as they are where there is room, and at least and at most. */
const ROW = { usual: 58, least: 40, most: 70 };
const LINE = 0.7;

/** @param {HTMLElement} place @param {any} scene @param {any} hooks */
export function draw(place, scene, hooks) {
  const factorsOf = (/** @type {any} */ { board }, /** @type {number} */ index) => board.factors?.[index] ?? factorSmall(board.numbers[index]);
  const top = (/** @type {any} */ scene, /** @type {number} */ index) => topOf(scene, index, scene.board.numbers[index], factorsOf(scene, index));
  return ofNumbers(place, scene, hooks, {
    weight: (scene, index) => Math.sqrt(countDivisors(top(scene, index)?.factors ?? [])),
    under: (scene, index) => tiles(scene.board.numbers[index], factorsOf(scene, index)),
    part(scene, index, hooks, box, row, from) {
      const value = scene.board.numbers[index];
      const factors = factorsOf(scene, index);
      const whole = top(scene, index);
      const web = whole && lattice(scene, index, hooks, value, whole, box, from);
      return {
        node: web?.node ?? (factors && columns(value, factors, box)),
        show(/** @type {import("./spot.js").Way[]} */ ways) {
          const aim = ways.find(({ kind, done }) => kind === "aim" && done.op === "/");
          takeTiles(row, aim ? factorSmall(aim.done.value) : null);
          web?.show(ways);
        },
      };
    },
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
        done ? `${done.op} ${short(done.value)} = ${short(done.result)}` : "",
        left ? product(left) || done?.result : "",
        ...(marked ? [worth(scene, move)] : []),
      ];
    }),
  };
}

/**
 * The lattice is that of the start as long as play has stayed in it and it is small enough. Where numbers are
 * subtracted, too, play leaves it soon: there it is that of the number.
 * @param {any} scene @param {number} index @param {string} value @param {any} factors
 */
function topOf(scene, index, value, factors) {
  const candidates = [scene.board.op === "divide" && scene.start[index], value];
  for (const candidate of candidates) {
    if (!candidate || candidate === "0") continue;
    const known = candidate === value ? factors : factorSmall(candidate);
    if (!known || countDivisors(known) > MOST) continue;
    if (value !== "0" && BigInt(candidate) % BigInt(value) === 0n) return { value: candidate, factors: known };
  }
  return null;
}

/** @param {string} name */
const widthOf = (name) => Math.max(36, small(name).length * 9 + 16);

/** @param {any} scene @param {number} index @param {any} hooks @param {string} value @param {any} top @param {{width: number, height: number}} box @param {string | null} from */
function lattice(scene, index, hooks, value, top, box, from) {
  const moves = new Map();
  const aside = /** @type {{move: string, result: string}[]} */ ([]);
  for (const move of groupOf(scene, index)?.choices ?? []) {
    const done = effect(scene, move);
    if (done?.op === "/") moves.set(done.result, move);
    else if (done) aside.push({ move, result: done.result });
  }
  const { places, steps, height } = arranged(top.factors, aside.map(({ result }) => result), box);
  const current = BigInt(value);
  const at = places.get(value);
  const room = box.width;
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
  let last = places.get(scene.start[index] ?? "");
  for (const past of scene.history) {
    const to = places.get(past.numbers[index] ?? "");
    if (last && to && to !== last) walked.append(svg("line", { ...between(last, to), class: `seat-${past.by}` }));
    last = to ?? last;
  }
  const ways = svg("g", null);
  const nodes = svg("g", null);
  const node = (/** @type {{x: number, y: number}} */ { x, y }, /** @type {string} */ name, /** @type {string} */ look, /** @type {string | undefined} */ move) => {
    const width = widthOf(name);
    const group = svg(
      "g",
      { class: look, transform: `translate(${x} ${y})` },
      svg("rect", { x: -width / 2, y: -16, width, height: 32, rx: 16 }),
      svg("text", { y: 5 }, small(name)),
      move && signOf(scene.marks?.get(move), width),
    );
    if (move) spot(group, move, scene, hooks);
    nodes.append(group);
  };
  for (const each of places.values()) {
    const name = String(each.big);
    const move = moves.get(name);
    node(each, name, name === value ? "here" : move ? "open" : current % each.big === 0n ? "shut" : "gone", move);
  }
  for (const [place, { move, result }] of aside.entries()) {
    if (at) edges.append(svg("line", { ...between(at, steps[place]), class: "aside" }));
    node(steps[place], result, "open aside", move);
  }
  const token = at && svg("g", { class: "token", transform: `translate(${at.x} ${at.y})` }, svg("rect", ring(value)));
  const names = `${short(value)}${top.value === value ? "" : ` among the divisors of ${short(top.value)}`}`;
  const drawn = canvas(scene, room, height, box.height, `Where ${names} can go`, edges, walked, ways, nodes, token);
  drawn.classList.add("lattice");
  // The token walks from where it was; from outside of the lattice it comes from the side.
  const origin = from && at && (places.get(from) ?? { x: at.x - Math.min(120, room / 3), y: at.y });
  if (origin && mayMove()) {
    token.firstChild.animate(
      [{ transform: `translate(${origin.x - at.x}px, ${origin.y - at.y}px)` }, { transform: "none" }],
      { duration: TRAVEL, easing: "cubic-bezier(.3,.1,.2,1)" },
    );
  }
  return {
    node: drawn,
    show(/** @type {import("./spot.js").Way[]} */ list) {
      ways.replaceChildren();
      for (const { move, kind, done } of list) {
        const to = done.op === "/" ? places.get(done.result) : steps[aside.findIndex((each) => each.move === move)];
        if (at && to) ways.append(svg("line", { ...between(at, to), class: `way ${kind}` }));
      }
    },
  };
}

/** @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
const between = (from, to) => ({ x1: from.x, y1: from.y, x2: to.x, y2: to.y });

/** What a move is worth, at the corner of its place. @param {any} mark @param {number} width */
function signOf(mark, width) {
  if (!mark) return null;
  return svg("g", { class: "sign-of", transform: `translate(${width / 2 - 2} -14)`, "aria-hidden": "true" }, svg("circle", { r: 9 }), svg("text", { y: 4 }, mark.sign));
}

function ring(/** @type {string} */ value) {
  const width = widthOf(value) + 8;
  return { x: -width / 2, y: -20, width, height: 40, rx: 20 };
}

/**
 * A place for every divisor, level by level, and for the numbers that subtracting leads to, beside the top or
 * above it; wide levels take several lines.
 * @param {Factors} factors @param {string[]} aside @param {{width: number, height: number}} box
 */
function arranged(factors, aside, { width: room, height: high }) {
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
  const gap = Math.max(44, ...all.map((one) => widthOf(String(one.big)) + 8));
  const fit = Math.max(1, Math.floor(room / gap));
  const wide = Math.min(gap * 2, Math.max(gap + 26, room / 8));
  /** Places of a line of so many, around the middle. */
  const spread = (/** @type {number} */ count, /** @type {number} */ place) => room / 2 + (place - (count - 1) / 2) * Math.min(wide, room / count);
  const levels = [];
  for (let rank = Math.max(...all.map((one) => one.rank)); rank >= 0; rank--) {
    const row = all.filter((one) => one.rank === rank).sort((a, b) => compare(a.key, b.key));
    const lines = Math.ceil(row.length / fit);
    const per = Math.ceil(row.length / lines);
    levels.push(Array.from({ length: lines }, (_, line) => row.slice(line * per, (line + 1) * per)));
  }
  const beside = aside.length === 1 && room / 2 > 1.5 * gap;
  const above = beside ? 0 : Math.ceil(aside.length / fit);
  // The height is shared by what lies between the lines.
  const parts = levels.length - 1 + (above ? 1 : 0) + LINE * (Math.max(0, above - 1) + levels.reduce((sum, lines) => sum + lines.length - 1, 0));
  const row = high === Infinity ? ROW.usual : Math.min(ROW.most, Math.max(ROW.least, (high - 48) / Math.max(1, parts)));
  let y = 24;
  const per = Math.ceil(aside.length / Math.max(1, above));
  const steps = aside.map((_, place) => {
    const line = Math.floor(place / per);
    return beside ? { x: room / 2 + Math.min(room / 3, 140), y } : { x: spread(Math.min(per, aside.length - line * per), place % per), y: y + line * LINE * row };
  });
  if (above) y += row + (above - 1) * LINE * row;
  const places = new Map();
  for (const lines of levels) {
    lines.forEach((line, at) => line.forEach((one, place) => places.set(String(one.big), { ...one, x: spread(line.length, place), y: y + at * LINE * row })));
    y += row + (lines.length - 1) * LINE * row;
  }
  return { places, steps, height: y - row + 24 };
}

const compare = (/** @type {number[]} */ a, /** @type {number[]} */ b) => {
  const place = a.findIndex((each, index) => each !== b[index]);
  return place < 0 ? 0 : a[place] - b[place];
};

/** The exponents of the primes as columns: what is left of the lattice where that does not fit. @param {string} value @param {Factors} factors @param {{width: number}} box */
function columns(value, factors, { width: room }) {
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
      { viewBox: `0 0 ${room} ${height}`, width: room * unit(), height: height * unit(), role: "img", class: "columns", "aria-label": `${short(value)} = ${product(factors)}` },
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
