// @ts-check
// What a number is made of: its prime factors as tiles.

import { el } from "../dom.js";
import { raised, short } from "../numbers.js";

/** More tiles than this are written with exponents. */
const MOST = 12;

/**
 * The factors as a list of tiles, or null if they are not known.
 * @param {string} value @param {[string, number][] | null} factors
 */
export function tiles(value, factors) {
  if (!factors) return el("p", { class: "quiet" }, "The prime factors are not known.");
  if (value === "1" || value === "0") return el("p", { class: "quiet" }, value === "1" ? "1 has no prime factors." : "Nothing is left.");
  const total = factors.reduce((sum, [, exponent]) => sum + exponent, 0);
  const parts = factors.flatMap(([prime, exponent]) =>
    total > MOST
      ? [el("li", { dataset: { prime } }, short(prime, 13), exponent > 1 && el("sup", null, exponent))]
      : Array.from({ length: exponent }, () => el("li", { dataset: { prime } }, short(prime, 13))),
  );
  const label = `Prime factors of ${short(value)}`;
  return el("ul", { class: `tiles${total === 1 ? " prime" : ""}`, "aria-label": label }, parts, total === 1 && el("li", { class: "told" }, "prime"));
}

/** Shows which tiles a division takes away. @param {Element} list @param {[string, number][] | null} taken */
export function takeTiles(list, taken) {
  const left = new Map(taken ?? []);
  for (const tile of [...list.querySelectorAll("li[data-prime]")].reverse()) {
    const prime = /** @type {HTMLElement} */ (tile).dataset.prime ?? "";
    const count = left.get(prime) ?? 0;
    tile.classList.toggle("taken", count > 0);
    left.set(prime, count - 1);
  }
}

/** "2² × 3 × 5" @param {[string, number][] | null} factors */
export function product(factors) {
  if (!factors) return "";
  return factors.map(([prime, exponent]) => short(prime, 13) + (exponent > 1 ? raised(exponent) : "")).join(" × ");
}
