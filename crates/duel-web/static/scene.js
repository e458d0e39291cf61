// @ts-check
// A position of engine.js in the form in which the server tells boards and moves, for the pictures.

import { moves, readMove, residue } from "./engine.js";
import { factorSmall } from "./numbers.js";

/** @param {any} position */
export function boardOf(position) {
  const { rules, numbers, barred, targets, digits } = position;
  if (!numbers) {
    return {
      kind: "digits", targets: targets.map(String), digits,
      residues: targets.map((/** @type {number} */ target) => String(residue(digits, target))),
      cap: rules.append.cap?.length ?? null,
    };
  }
  const [{ op }, other] = rules.take.steps;
  return {
    kind: "numbers", op: other ? "either" : op === "/" ? "divide" : "subtract",
    numbers: numbers.map(String), barred: barred.map(String),
    factors: numbers.map((/** @type {number} */ n) => (n > 1 ? factorSmall(String(n)) : [])),
  };
}

/** @param {any} position */
export function movesOf(position) {
  const all = moves(position);
  const form = { complete: true, pass: false, groups: /** @type {any[]} */ ([]), digits: /** @type {string[] | undefined} */ (undefined) };
  if (!position.numbers) return { ...form, digits: all };
  const choices = all.map((text) => ({ text, index: readMove(position, text)?.index }));
  form.pass = choices.some(({ index }) => index === undefined);
  form.groups = position.numbers.map((/** @type {number} */ n, /** @type {number} */ place) => {
    const own = choices.filter(({ index }) => index === place).map(({ text }) => text);
    return { number: place + 1, value: String(n), count: String(own.length), complete: true, choices: own };
  });
  return form;
}
