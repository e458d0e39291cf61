// @ts-check
// The rules of all books, for pages that play without a server. perfect.js solves the games.
//
// A position is a plain object that never changes: { rules, turn, numbers, barred } or
// { rules, turn, targets, digits }. Its text is the one line that the program uses everywhere,
// BOOK[+RULE...]:STATE[~BARRED][/2]. Numbers are safe integers; larger ones are the server's.
// The rules here are held against those of the program by a test.

import { BOOKS } from "./books.js";

/**
 * @typedef {{ op: string, choice: string }} Step
 * @typedef {{ steps: Step[], root: boolean, once: boolean, noEcho: boolean, pass: boolean }} Take
 * @typedef {{ length: number, winner: number | null }} Cap
 * @typedef {{ noLeadingZero: boolean, once: boolean, cap: Cap | null }} Append
 * @typedef {{ book: string, house: string[], misere: boolean, take: Take, append: Append }} Rules one of take and append
 * @typedef {{ rules: Rules, turn: number, numbers: number[], barred: number[], targets: number[], digits: string }} Position
 */

/** Which divisors may be chosen. */
export const PROPER = "proper", ALL = "all", BELOW = "below-whole", PRIME = "prime", ONE = "one";

const isPlain = (/** @type {Take} */ t, /** @type {string} */ op, /** @type {string} */ choice) => t && t.steps[0].op === op && t.steps[0].choice === choice;

/**
 * What each house rule changes; false where it does not fit the book. In the order of printing.
 * @type {Record<string, (rules: Rules, length: number) => unknown>}
 */
const HOUSE = {
  misere: (rules) => (rules.misere = true),
  one: ({ take: t }) => isPlain(t, "/", PROPER) && (t.pass = true),
  either: ({ take: t }) => t?.steps[0].choice === PROPER &&
    (t.steps = [{ op: "/", choice: PROPER }, { op: "-", choice: PROPER }]),
  "prime-steps": ({ take: t }) => isPlain(t, "/", PROPER) &&
    (t.steps = [{ op: "/", choice: PRIME }, { op: "-", choice: ONE }]),
  "no-echo": ({ take: t }) => t && !t.once && (t.noEcho = true),
  once: ({ take: t, append: a }) => (t ? !t.once && (t.once = true) : (a.once = true)),
  root: ({ take: t }) => t && (t.root = true),
  "no-whole": ({ take: t }) => t?.steps[0].choice === ALL && (t.steps[0].choice = BELOW),
  "no-leading-zero": ({ append: a }) => a && (a.noLeadingZero = true),
  "cap-draw": ({ append: a }, length) => a && (a.cap = { length, winner: null }),
  "cap-second": ({ append: a }, length) => a && (a.cap = { length, winner: 2 }),
};
const CONFLICTS = [["one", "prime-steps"], ["either", "prime-steps"], ["cap-draw", "cap-second"]];
const MAX_CAP = 1_000_000;

/** The house rules that fit a book. @param {string} book */
export const fitting = (book) => Object.keys(HOUSE).filter((name) => fits(book, name));
const fits = (/** @type {string} */ book, /** @type {string} */ name) => Boolean(HOUSE[name](rulesOf(book), 1));
/** @type {(book: string) => Rules} */
const rulesOf = (book) => ({ book, house: [], misere: false, ...structuredClone(BOOKS[book].rules) });

/** @type {(why: string) => never} */
const bad = (why) => { throw new Error(why); };

function number(/** @type {string} */ text, least = 1) {
  if (!/^(0|[1-9][0-9]*)$/.test(text)) bad(`"${text}" is not a number: digits only, no zero in front`);
  const value = Number(text);
  if (value < least) bad(`${text} is too small here`);
  if (!Number.isSafeInteger(value)) bad(`${text} is too large for this page`);
  return value;
}

const list = (/** @type {string} */ text, least = 1) => text.split(",").map((part) => number(part, least));
const hasTwice = (/** @type {unknown[]} */ numbers) => new Set(numbers).size < numbers.length;

function parseRules(/** @type {string} */ head) {
  const [book, ...words] = head.split("+");
  if (!Object.hasOwn(BOOKS, book)) bad(`there is no book "${book}"; there are ${Object.keys(BOOKS).join(", ")}`);
  const rules = rulesOf(book);
  if (rules.take?.steps.some(({ choice }) => !CHOICES[choice])) bad(`this page cannot play ${book}`);
  let length = 0;
  const names = words.map((word) => {
    const [name, equals] = word.split("=");
    if (!Object.hasOwn(HOUSE, name)) bad(`there is no house rule "${name}"`);
    if (equals !== undefined) {
      length = number(equals);
      if (!name.startsWith("cap-") || length > MAX_CAP) bad("only caps carry a length: cap-draw=18");
    }
    return name;
  });
  if (hasTwice(names)) bad("a house rule is named twice");
  for (const [a, b] of CONFLICTS) {
    if (names.includes(a) && names.includes(b)) bad(`${a} and ${b} exclude each other`);
  }
  for (const name of Object.keys(HOUSE).filter((rule) => names.includes(rule))) {
    if (name.startsWith("cap-") && !length) bad(`${name} needs a length: ${name}=18`);
    if (!fits(book, name)) bad(`the house rule ${name} does not fit ${book}`);
    HOUSE[name](rules, length);
    rules.house.push(name);
  }
  return rules;
}

function checkBarred(/** @type {Take} */ t, /** @type {number[]} */ barred) {
  if (hasTwice(barred)) bad("a barred number is named twice");
  for (const d of barred) {
    if (!(t.once || t.noEcho || (t.pass && d === 1))) bad("these rules do not bar that number");
    const can = d === 1
      ? t.pass || t.steps.some((s) => [ALL, BELOW, ONE].includes(s.choice))
      : t.steps[0].choice !== PRIME || isPrime(d);
    if (!can) bad(`${d} cannot have been chosen`);
  }
  const lasting = t.pass && barred.includes(1) ? 1 : 0;
  if (!t.once && barred.length > lasting + 1) bad("only the divisor just chosen is barred");
}

/**
 * Reads the text of a position; an Error says what is wrong with it.
 * @param {string} text @returns {Position}
 */
export function parse(text) {
  const colon = text.indexOf(":");
  if (colon < 0) bad("a position is written BOOK:STATE, for example divide:60");
  const rules = parseRules(text.slice(0, colon));
  const [tail, seat, more] = text.slice(colon + 1).split("/");
  if (more !== undefined || (seat !== undefined && seat !== "2")) bad("only /2 may end a position");
  const turn = seat ? 2 : 1;
  const tilde = tail.indexOf("~");
  const state = tilde < 0 ? tail : tail.slice(0, tilde);
  const listed = tilde < 0 ? null : tail.slice(tilde + 1);
  if (rules.take) {
    const reachesZero = rules.take.steps.some((s) => s.op === "-" && [ALL, BELOW].includes(s.choice));
    const numbers = list(state, reachesZero ? 0 : 1);
    if (numbers.length > 100) bad("at most 100 numbers");
    const barred = listed === null ? [] : list(listed);
    checkBarred(rules.take, barred);
    return /** @type {any} */ ({ rules, turn, numbers, barred });
  }
  const [targets, digits, extra] = state.split(":");
  if (digits === undefined || extra !== undefined) bad("digits are written TARGETS:DIGITS, digits:7:31");
  if (!/^[0-9]*$/.test(digits)) bad("after the targets come the digits 0 to 9");
  if (listed !== null &&
    !(rules.append.once && listed.split(",").sort().join() === [...digits].sort().join())) {
    bad("the digits themselves tell which are used");
  }
  let position = /** @type {any} */ ({ rules, turn, targets: list(targets, 2), digits: "" });
  if (hasTwice(position.targets) || position.targets.length > 100) bad("a target is named twice");
  for (const digit of digits) {
    if (whyNotDigit(position, digit)) bad("those digits could not have been played");
    position = { ...position, digits: position.digits + digit };
  }
  return position;
}

/** The text of a position. @param {Position} position */
export function write({ rules, turn, numbers, barred, targets, digits }) {
  const cap = rules.append?.cap;
  const house = rules.house.map((name) =>
    "+" + name + (cap && name.startsWith("cap-") ? `=${cap.length}` : "")).join("");
  const state = numbers
    ? numbers.join() + (barred.length ? "~" + barred.join() : "")
    : `${targets.join()}:${digits}`;
  return `${rules.book}${house}:${state}${turn === 2 ? "/2" : ""}`;
}

/** @type {Map<number, number[]>} */
const known = new Map();

/** The divisors of n, ascending, 1 and n included. @param {number} n */
export function divisors(n) {
  let all = known.get(n);
  if (all) return all;
  const small = [], large = [];
  for (let d = 1; d * d <= n; d += 1) {
    if (n % d === 0) {
      small.push(d);
      if (d * d < n) large.push(n / d);
    }
  }
  all = small.concat(large.reverse());
  if (known.size > 20_000) known.clear();
  known.set(n, all);
  return all;
}

export const isPrime = (/** @type {number} */ n) => n > 1 && divisors(n).length === 2;

/** The remainder of a number in digits, however long. @param {string} digits @param {number} target */
export function residue(digits, target) {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % target;
  return rest;
}

/** Whether a divisor d of n may be chosen. @type {Record<string, (n: number, d: number) => boolean>} */
const CHOICES = {
  [PROPER]: (n, d) => d !== 1 && d !== n,
  [ALL]: () => true,
  [BELOW]: (n, d) => d !== n || n === 1,
  [PRIME]: (n, d) => d !== n && isPrime(d),
  [ONE]: (n, d) => d === 1 && n !== 1,
};

/** @type {(t: Take, choice: string, n: number, d: number, barred: number[]) => boolean} */
const allows = (t, choice, n, d, barred) =>
  CHOICES[choice](n, d) && !(t.root && d * d > n) && !barred.includes(d);

/** What is barred after d was chosen. @param {Take} t @param {number[]} barred @param {number} d */
export function bar(t, barred, d) {
  if (t.once) return [...barred, d];
  const spent = t.pass && (d === 1 || barred.includes(1));
  const after = spent ? [1] : [];
  if (t.noEcho && !(spent && d === 1)) after.push(d);
  return after;
}

/**
 * Calls `visit(index, op, d)` for every move on a number. It may return true to stop.
 * @param {Take} t @param {number[]} numbers @param {number[]} barred
 * @param {(index: number, op: string, d: number) => boolean | void} visit
 */
export function eachTake(t, numbers, barred, visit) {
  for (let index = 0; index < numbers.length; index += 1) {
    const n = numbers[index];
    if (n === 0) continue;
    for (const { op, choice } of t.steps) {
      for (const d of choice === ONE ? [1] : divisors(n)) {
        if (t.root && d * d > n) break;
        if (allows(t, choice, n, d, barred) && visit(index, op, d)) return true;
      }
    }
  }
  return false;
}

/** @type {(position: Position) => boolean} */
const canPass = ({ rules: { take: t }, barred }) => t.pass && !barred.includes(1);
/** @type {(position: Pick<Position, "targets" | "digits">) => boolean} */
export const isComplete = ({ targets, digits }) =>
  digits !== "" && targets.some((target) => residue(digits, target) === 0);

/** @param {Position} position @param {string} digit */
function whyNotDigit({ rules: { append: a }, digits, targets }, digit) {
  if (isComplete({ targets, digits }) || (a.cap && digits.length >= a.cap.length)) return "over";
  if (!/^[0-9]$/.test(digit)) return "a move is one digit, 0 to 9";
  if (digits === "" && digit === "0" && a.noLeadingZero) return "the first digit may not be 0";
  if (a.once && digits.includes(digit)) return `${digit} has been used`;
  return null;
}

/** Every legal move, as texts. @param {Position} position */
export function moves(position) {
  const { rules: { take: t }, numbers, barred } = position;
  if (!t) return [..."0123456789"].filter((digit) => !whyNotDigit(position, digit));
  const found = canPass(position) ? ["1"] : [];
  eachTake(t, numbers, barred, (index, op, d) => {
    found.push(moveText(position, index, op, d));
  });
  return found;
}

/** @type {(position: Position, index: number, op: string, d: number) => string} */
const moveText = ({ rules: { take: t }, numbers }, index, op, d) =>
  (numbers.length > 1 ? `${index + 1}:` : "") + (t.steps.length > 1 ? op : "") + d;

/**
 * What a move on numbers is about: { index, op, divisor }; null for digits and the pass.
 * @param {Position} position @param {string} text
 */
export function readMove(position, text) {
  const { rules: { take: t }, numbers } = position;
  if (!t || (t.pass && text === "1")) return null;
  const match = /^(?:([1-9][0-9]*):)?([/-]?)([1-9][0-9]*)$/.exec(text);
  if (!match || Boolean(match[1]) !== numbers.length > 1 || Boolean(match[2]) !== t.steps.length > 1) {
    return bad(`"${text}" is not a move here`);
  }
  return { index: Number(match[1] ?? 1) - 1, op: match[2] || t.steps[0].op, divisor: number(match[3]) };
}

/**
 * The position after a move; an Error says why it is not legal.
 * @param {Position} position @param {string} text @returns {Position}
 */
export function play(position, text) {
  const { rules, numbers, barred } = position;
  const turn = 3 - position.turn;
  if (!numbers) {
    const why = whyNotDigit(position, text);
    if (why) bad(why);
    return { ...position, turn, digits: position.digits + text };
  }
  const made = readMove(position, text);
  if (!made) {
    if (!canPass(position)) bad("1 has been used");
    return { ...position, turn, barred: bar(rules.take, barred, 1) };
  }
  const { index, op, divisor: d } = made;
  const n = numbers[index];
  const step = rules.take.steps.find((s) => s.op === op);
  if (!n || !step || n % d !== 0) return bad(`${d} does not divide ${n ?? "anything here"}`);
  if (!allows(rules.take, step.choice, n, d, barred)) bad(`${d} may not be chosen now`);
  const after = numbers.map((other, i) => (i === index ? left(n, op, d) : other));
  return { ...position, turn, numbers: after, barred: bar(rules.take, barred, d) };
}

export const left = (/** @type {number} */ n, /** @type {string} */ op, /** @type {number} */ d) => (op === "/" ? n / d : n - d);

/** null while the game goes on; else { winner: 1, 2 or null }. @param {Position} position */
export function outcome(position) {
  const { rules, turn, numbers, barred, digits } = position;
  const { take: t, append: a } = rules;
  if (t ? canPass(position) || eachTake(t, numbers, barred, () => true)
    : moves(position).length > 0) return null;
  if (a && !isComplete(position) && a.cap && digits.length >= a.cap.length) {
    return { winner: a.cap.winner };
  }
  return { winner: rules.misere ? turn : 3 - turn };
}
