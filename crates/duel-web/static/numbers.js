// @ts-check
// Numbers and moves as text: grouping, shortening, factors, and the signs of what moves are worth. Numbers come as decimal strings and may have thousands of digits.

import { el } from "./dom.js";

/** Digits that are shown before the middle of a number is left out. */
const SHOWN = 60;

/** Digits in groups of three, with spaces that do not break: "12 345". @param {string} digits */
export function grouped(digits) {
  return digits.length < 5 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A number short enough for a button or a sentence. @param {string} digits @param {number} [most] */
export function short(digits, most = 24) {
  if (digits.length <= most) return grouped(digits);
  const part = Math.max(3, Math.floor((most - 1) / 2));
  return `${digits.slice(0, part)}…${digits.slice(-part)} (${digits.length} digits)`;
}

/** An exponent as it is written above the line. @param {number} exponent */
export const raised = (exponent) => String(exponent).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]);

/** A number in the room of a key or a place: whole up to nine digits, else about how large it is, "≈6.17·10¹⁸". @param {string} digits */
export function small(digits) {
  return digits.length > 9 ? `≈${digits[0]}.${digits.slice(1, 3)}·10${raised(digits.length - 1)}` : grouped(digits);
}

/**
 * A number large on the page: grouped, able to wrap, with its middle left out if it is very long,
 * and buttons to show all of it and to copy it.
 * @param {string} digits @param {string} [className]
 */
export function numberElement(digits, className = "number huge") {
  if (digits.length <= SHOWN) {
    const size = digits.length > 24 ? " tiny" : digits.length > 9 ? " long" : "";
    return el("span", { class: className + size }, breakable(digits));
  }
  const half = SHOWN / 2;
  const text = el("span", { class: `${className} tiny` });
  const show = (/** @type {boolean} */ all) => {
    text.replaceChildren(
      ...(all ? breakable(digits) : [...breakable(digits.slice(0, half)), " … ", ...breakable(digits.slice(-half))]),
    );
    toggle.textContent = all ? "Show less" : `Show all ${grouped(String(digits.length))} digits`;
    toggle.setAttribute("aria-expanded", String(all));
  };
  let all = false;
  const toggle = el("button", { type: "button", class: "button ghost small", onclick: () => show((all = !all)) });
  const copy = copyButton(() => digits, "Copy the number");
  show(false);
  return el("span", { class: "long-number" }, text, el("span", { class: "row" }, toggle, copy));
}

function breakable(/** @type {string} */ digits) {
  const groups = grouped(digits).split("\u202f");
  return groups.flatMap((group, place) => (place ? ["\u202f", el("wbr"), group] : [group]));
}

/** A button that copies a text and says so. @param {() => string} text @param {string} label @param {string} [look] */
export function copyButton(text, label, look = "ghost small") {
  const button = el("button", { type: "button", class: `button ${look}`, "aria-live": "polite" }, label);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Could not copy";
    }
    setTimeout(() => (button.textContent = label), 2000);
  });
  return button;
}

/**
 * What a move does to its number, as the engine or the server has told it with the list of moves, or of a long
 * list with the page that is looked at; nothing for a digit, a pass, or a move that is not listed.
 * @param {{moves: any}} scene @param {string} move
 * @returns {{number: number, op: string, value: string, result: string} | null}
 */
export function effect({ moves }, move) {
  for (const group of moves?.groups ?? []) {
    for (const { choices, steps } of [group, group.page ?? {}]) {
      const place = choices?.indexOf(move) ?? -1;
      if (place >= 0) return told(group.number, steps[place]);
    }
  }
  return null;
}

/** The same for a past move. @param {any} past */
const effectOf = (past) => (past.step ? told(past.number, past.step) : null);

/** @param {number} number @param {any} step */
const told = (number, { op, value, leaves }) => ({ number, op: op === "/" ? "/" : "−", value, result: leaves });

/** A step on one line: "60 / 6 = 10". @param {string} before @param {{op: string, value: string, result: string}} done */
export const equation = (before, { op, value, result }) => `${small(before)} ${op} ${small(value)} = ${small(result)}`;

/** The past move at this place of a game's history, on one line: "60 / 6 = 10"; "4, makes 314". @param {any} game @param {number} place */
export function pastEquation(game, place) {
  const past = game.history[place];
  const done = effectOf(past);
  // Where the oldest moves are left out, the number before the first of the others is what it was made of.
  if (done) return equation((place ? game.history[place - 1].numbers : past.ply === 1 ? game.start_numbers : [])[done.number - 1] ?? before(done), done);
  if (game.board.kind !== "digits") return "passes, with 1";
  const digits = past.position.match(/:([0-9]*)[^:]*$/)?.[1] ?? "";
  return `${past.move}, makes ${short(digits, 13)}`;
}

const before = (/** @type {{op: string, value: string, result: string}} */ { op, value, result }) => String(op === "/" ? BigInt(value) * BigInt(result) : BigInt(value) + BigInt(result));

/**
 * The rules of a game as paragraphs of a page: lines are broken for terminals, and what is typed there is
 * tapped here. @param {string} words
 */
export const ruleParagraphs = (words) => words.trim().split(/\n{2,}/).map((each) => each.replace(/\n/g, " ")).filter((each) => !each.startsWith("What you type"));

/** A move in a few words for a button's name. @param {{board: any, moves: any}} scene @param {string} move */
export function moveInWords(scene, move) {
  if (scene.board.kind === "digits") return `Append ${move}`;
  const done = effect(scene, move);
  if (!done) return move;
  const of = scene.board.numbers.length > 1 ? ` number ${done.number}` : "";
  const verb = done.op === "/" ? `Divide${of} by ${short(done.value)}` : `Subtract ${short(done.value)}${of && ` from${of}`}`;
  return `${verb}, leaves ${short(done.result)}`;
}

/**
 * The prime factors of a number below 10^12, or null above.
 * @param {string} digits @returns {[string, number][] | null}
 */
export function factorSmall(digits) {
  if (digits.length > 12) return null;
  let rest = Number(digits);
  const factors = /** @type {[string, number][]} */ ([]);
  for (let prime = 2; prime * prime <= rest; prime += prime === 2 ? 1 : 2) {
    let exponent = 0;
    while (rest % prime === 0) {
      rest /= prime;
      exponent += 1;
    }
    if (exponent) factors.push([String(prime), exponent]);
  }
  if (rest > 1) factors.push([String(rest), 1]);
  return factors;
}

/** How many divisors a number with these factors has. @param {[string, number][]} factors */
export function countDivisors(factors) {
  return factors.reduce((count, [, exponent]) => count * (exponent + 1), 1);
}

/** What a value for the player who moves looks like: never by colour alone. @param {string} value */
export function mark(value) {
  return MARKS[value] ?? MARKS.unknown;
}

/** @type {Record<string, {sign: string, word: string, kind: string}>} */
const MARKS = {
  win: { sign: "▲", word: "wins", kind: "win" },
  loss: { sign: "▽", word: "loses", kind: "loss" },
  draw: { sign: "=", word: "draw", kind: "draw" },
  endless: { sign: "∞", word: "goes on for ever", kind: "endless" },
  unknown: { sign: "?", word: "not known", kind: "unknown" },
};
