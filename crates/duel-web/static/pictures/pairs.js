// @ts-check
// Factors that wear out: the pairs of factors with the used ones struck out, and a bar that shrinks
// from the start to what is left.

import { el, svg } from "../dom.js";
import { countDivisors, effect, factorSmall, grouped, short } from "../numbers.js";
import { groupOf, ofNumbers, spot, stop, worth } from "./spot.js";
import { product } from "./tiles.js";

/** More divisors than this are left to the list of moves. */
const MOST = 120;

/** @param {HTMLElement} place @param {any} scene @param {any} hooks */
export function draw(place, scene, hooks) {
  return ofNumbers(place, scene, hooks, {
    under({ board, start }, index) {
      const value = board.numbers[index];
      const factors = board.factors?.[index] ?? factorSmall(value);
      const left = value.length > 9 ? "" : `${grouped(value)} of ${short(start[index] ?? value)} left`;
      return el("p", { class: "quiet" }, [left, factors?.length ? product(factors) : ""].filter(Boolean).join(" · "));
    },
    part: (scene, index, hooks, _box, _under, from) => part(scene, index, hooks, from),
  });
}

/** @param {any} scene */
export function describe(scene) {
  const { numbers, barred, factors } = scene.board;
  const marked = scene.marks?.size > 0;
  const rows = /** @type {string[][]} */ ([]);
  numbers.forEach((/** @type {string} */ value, /** @type {number} */ index) => {
    const open = openMoves(scene, index);
    for (const divisor of divisorsOf(value, factors?.[index]) ?? []) {
      const move = open.get(divisor);
      const state = barred.includes(divisor) ? "used" : move ? `leaves ${BigInt(value) - BigInt(divisor)}` : "not allowed here";
      rows.push([divisor, `× ${BigInt(value) / BigInt(divisor)} = ${short(value)}`, state, ...(marked ? [move ? worth(scene, move) : ""] : [])]);
    }
  });
  const start = scene.start;
  return {
    caption: `${numbers.map((/** @type {string} */ each, /** @type {number} */ index) => `${short(each)} of ${short(start[index] ?? each)} left`).join("; ")}. Used: ${barred.map((/** @type {string} */ each) => short(each)).join(", ") || "nothing yet"}.`,
    head: ["Factor", "Its pair", "May be taken", ...(marked ? ["Worth"] : [])],
    rows,
  };
}

/** The moves on a number by their divisors. @param {any} scene @param {number} index */
function openMoves(scene, index) {
  const open = new Map();
  for (const move of groupOf(scene, index)?.choices ?? []) {
    const done = effect(scene, move);
    if (done) open.set(done.value, move);
  }
  return open;
}

/** @param {string} value @param {[string, number][] | null | undefined} known */
function divisorsOf(value, known) {
  const factors = known ?? factorSmall(value);
  if (value === "0" || !factors || countDivisors(factors) > MOST) return null;
  let all = [1n];
  for (const [prime, exponent] of factors) {
    const next = [];
    for (const one of all) for (let power = 0; power <= exponent; power++) next.push(one * BigInt(prime) ** BigInt(power));
    all = next;
  }
  return all.sort((a, b) => (a < b ? -1 : 1)).map(String);
}

/** @param {any} scene @param {number} index @param {any} hooks @param {string | null} from */
function part(scene, index, hooks, from) {
  const value = scene.board.numbers[index];
  const start = scene.start[index] ?? value;
  const shareOf = (/** @type {string} */ each) => Number((BigInt(each) * 10000n) / (BigInt(start) || 1n)) / 100;
  const share = shareOf(value);
  const going = svg("rect", { class: "going", height: 18, y: 1 });
  const left = svg("rect", { class: "left", height: 18, y: 1, width: `${share}%` });
  const bar = svg(
    "svg",
    { class: "bar", width: "100%", height: 20, role: "img", "aria-label": `${short(value)} of ${short(start)} left` },
    svg("rect", { class: "whole", width: "100%", height: 18, y: 1 }), left, going,
  );
  if (from) {
    left.style.width = `${shareOf(from)}%`;
    requestAnimationFrame(() => requestAnimationFrame(() => (left.style.width = `${share}%`)));
  }
  const open = openMoves(scene, index);
  const all = divisorsOf(value, scene.board.factors?.[index]);
  const last = scene.history.at(-1)?.step?.value;
  const pairs = el("div", { class: "pairs", role: scene.live ? "group" : null, "aria-label": scene.live ? `Factors of ${short(value)}` : null });
  for (let low = 0, high = (all?.length ?? 0) - 1; all && low <= high; low++, high--) {
    const names = low === high ? [all[low]] : [all[low], all[high]];
    pairs.append(el("span", { class: "pair" }, one(names[0]), names[1] && el("span", { "aria-hidden": "true" }, "×"), names[1] && one(names[1])));
  }
  function one(/** @type {string} */ divisor) {
    const move = open.get(divisor);
    if (move) {
      const sign = scene.marks?.get(move)?.sign;
      const text = (sign ? sign + " " : "") + grouped(divisor);
      return spot(scene.live ? el("button", { type: "button", class: "factor" }, text) : el("span", { class: "factor" }, text), move, scene, hooks);
    }
    const used = scene.board.barred.includes(divisor);
    return stop(el("span", { class: `factor ${used ? "used" : "shut"}` }, el(used ? "s" : "span", null, grouped(divisor)), el("span", { class: "visually-hidden" }, used ? " used" : " not allowed")), divisor, index, scene, hooks);
  }
  const used = index === 0 && scene.board.barred.length > 0 &&
    el("p", { class: "quiet used-up" }, "Used: ", scene.board.barred.flatMap((/** @type {string} */ each, /** @type {number} */ place) => [place ? ", " : "", el(each === last ? "strong" : "span", null, short(each, 13))]));
  return {
    node: el("div", null, bar, all && pairs, used),
    show(/** @type {import("./spot.js").Way[]} */ ways) {
      const after = ways.length ? shareOf(ways[0].done.result) : share;
      going.setAttribute("x", `${after}%`);
      going.setAttribute("width", `${share - after}%`);
    },
  };
}
