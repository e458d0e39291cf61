// @ts-check
// What this browser keeps of the days of the daily duel: their results and the games as far as they were
// played; and what can be counted from the results. What is damaged is put aside under another name,
// never written over.

import { putAside } from "./aside.js";
import { FIRST_DAY } from "./books.js";
import { address } from "./site.js";

const DAY = 86_400_000;
const RESULTS = "duel-daily";
const GAMES = "duel-daily-games";

/** How many days are kept: games are much larger than results. */
const MOST = { [RESULTS]: 5000, [GAMES]: 800 };

// What a move did. The signs differ in shape, and words stand beside them for those who listen.
export const DID = {
  kept: { sign: "🟩", words: "kept the win" },
  thrown: { sign: "❌", words: "threw the win away" },
  late: { sign: "⚪", words: "nothing left to keep" },
};

/** @typedef {keyof typeof DID} Deed */
/** @typedef {{record: string, seq: number, tried: Deed[], back: number, tries: number}} Hand a game as far as it was played; `seq` grows with every change */
/** @typedef {{won: boolean, moves: number, back: number, tries: number, tried: Deed[], onTime: boolean, book?: string}} Result */
/** @typedef {Record<string, Result>} Results by day */

export const iso = (/** @type {number} */ time) => new Date(time).toISOString().slice(0, 10);
export const today = () => iso(Date.now());
export const shift = (/** @type {string} */ date, /** @type {number} */ days) => iso(Date.parse(date) + days * DAY);

/** Whether this is a day as it is written: 2026-11-16. @param {string} text */
export const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && iso(Date.parse(text)) === text;

/** A day for reading. @param {string} date @param {Intl.DateTimeFormatOptions} [form] */
export const dayInWords = (date, form = { weekday: "long", day: "numeric", month: "long", year: "numeric" }) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString("en-GB", { ...form, timeZone: "UTC" });

/** What was kept in this visit, for browsers that refuse to keep anything. @type {Map<string, Record<string, any>>} */
const here = new Map();

/** What is wrong with what this browser keeps, in sentences. @type {Set<string>} */
export const troubles = new Set();

const ASIDE = "What this browser had kept of some days could not be read. It was put aside, not deleted.";
const REFUSED = "This browser keeps nothing for this page, so results are forgotten when it is closed.";

/**
 * What is kept by day; what is damaged is put aside.
 * @template T @param {string} name @param {(value: any) => T | null} read gives nothing for what is damaged
 * @returns {Record<string, T>}
 */
function readDays(name, read) {
  const own = here.get(name);
  if (own) return own;
  /** @type {Record<string, T>} */
  const good = {};
  try {
    const text = localStorage.getItem(name);
    if (text === null) return good;
    const all = parsed(text);
    let isDamaged = all === null;
    for (const [day, value] of Object.entries(all ?? {})) {
      const entry = isDay(day) ? read(value) : null;
      if (entry === null) isDamaged = true;
      else good[day] = entry;
    }
    if (isDamaged) {
      putAside(name, text);
      troubles.add(ASIDE);
    }
  } catch {
    // Nothing can be read, or there is no room to put it aside: then nothing is written over it.
    here.set(name, good);
    troubles.add(REFUSED);
  }
  return good;
}

/** A JSON object, or nothing. @param {string} text @returns {Record<string, any> | null} */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keeps what belongs to days, without the oldest ones. @param {typeof RESULTS | typeof GAMES} name @param {Record<string, any>} all */
function keepDays(name, all) {
  const days = Object.keys(all).sort();
  for (const day of days.slice(0, -MOST[name])) delete all[day];
  if (here.has(name)) return void here.set(name, all);
  try {
    localStorage.setItem(name, JSON.stringify(all));
  } catch {
    // It is full, or refuses: this visit goes on with what it knows.
    here.set(name, all);
    troubles.add(REFUSED);
  }
}

const count = (/** @type {any} */ value, /** @type {number} */ otherwise) => (Number.isSafeInteger(value) && value >= 0 ? value : otherwise);
const deeds = (/** @type {any} */ value) => (Array.isArray(value) ? value.filter((/** @type {any} */ deed) => Object.hasOwn(DID, deed)) : []);

/** A result as it was kept, also by an earlier version: whether it was won must be there. @param {any} value @returns {Result | null} */
function readResult(value) {
  if (typeof value?.won !== "boolean") return null;
  const { won, moves, back, tries, tried, onTime, book } = value;
  const result = { won, moves: count(moves, deeds(tried).length), back: count(back, 0), tries: count(tries, 1), tried: deeds(tried), onTime: onTime === true };
  return typeof book === "string" ? { ...result, book } : result;
}

/** The results of all days. @returns {Results} */
export const results = () => readDays(RESULTS, readResult);

/** The games of all days, as far as they were played. @returns {Record<string, {start: string, hand: Hand}>} */
export const games = () => readDays(GAMES, (value) => {
  const { record, seq, moves, tried, back, tries } = value?.hand ?? {};
  // An earlier version kept moves instead of a record: such a game begins anew.
  if (typeof value?.start !== "string" || !(typeof record === "string" || Array.isArray(moves))) return null;
  return { start: value.start, hand: { record: record ?? "", seq: count(seq, 1), tried: deeds(tried), back: count(back, 0), tries: count(tries, 1) } };
});

/** Keeps the game of a day. @param {string} date @param {string} start @param {Hand} hand */
export const keepGame = (date, start, hand) => keepDays(GAMES, { ...games(), [date]: { start, hand } });

/** Puts the games of all days aside, before one that cannot be read is written over. */
export function putGamesAside() {
  if (here.has(GAMES)) return;
  try {
    const text = localStorage.getItem(GAMES);
    if (text !== null) putAside(GAMES, text);
    troubles.add(ASIDE);
  } catch {
    here.set(GAMES, games());
    troubles.add(REFUSED);
  }
}

/** Whether games are kept beyond this page. */
export const keepsGames = () => !here.has(GAMES);

/** Keeps the result of a day; the first win stands. @param {string} date @param {Result} result */
export function keepResult(date, result) {
  const all = results();
  if (!all[date]?.won) keepDays(RESULTS, { ...all, [date]: result });
}

/** Calls back when another tab has changed something. @param {() => void} changed */
export function watch(changed) {
  addEventListener("storage", ({ key }) => {
    if (key === RESULTS || key === GAMES || key === null) changed();
  });
}

/** Whether a day was won at the first try, with no move taken back and none that threw the win away. @param {Result} result */
export const isFlawless = ({ won, back, tries, tried }) => won && back === 0 && tries === 1 && tried.every((deed) => deed === "kept");

/** Whether a day counts for a row: won, and on that day. @param {Result | undefined} result */
const counts = (result) => Boolean(result?.won && result.onTime);

/** How many days up to this one were won in a row, each on its day. @param {string} date @param {Results} all */
export function streak(date, all) {
  let days = 0;
  for (let day = date; counts(all[day]); day = shift(day, -1)) days += 1;
  return days;
}

/**
 * What the results of all days amount to. A row goes on until a day is over: today need not be won yet.
 * @param {Results} all @param {string} now today
 */
export function statistics(all, now) {
  const days = Object.keys(all).filter((day) => day >= FIRST_DAY && day <= now);
  const of = (/** @type {(result: Result) => boolean} */ test) => days.filter((day) => test(all[day])).length;
  return {
    played: days.length,
    won: of(({ won }) => won),
    flawless: of(isFlawless),
    current: streak(counts(all[now]) ? now : shift(now, -1), all),
    longest: Math.max(0, ...days.filter((day) => !counts(all[shift(day, 1)])).map((day) => streak(day, all))),
  };
}

const ORDINALS = ["", "first", "second", "third", "fourth", "fifth"];
export const plural = (/** @type {number} */ n, /** @type {string} */ noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
const nthTry = (/** @type {number} */ tries) => `${ORDINALS[tries] ?? `${tries}th`} try`;

/** How it went, in words. @param {Result} result */
export function inWords({ won, moves, back, tries }) {
  return `${won ? "won in" : "lost after"} ${plural(moves, "move")}${back ? `, ${back} taken back` : ""}${tries > 1 ? `, ${nthTry(tries)}` : ""}`;
}

/** The line to share before its signs, as the program prints it. @param {string} date @param {string} book @param {Result} result */
export const lineStart = (date, book, result) => `Divisor Duel daily ${date} · ${book} · ${inWords(result)} · `;

/** The signs of a result. @param {Result} result */
export const signs = ({ tried }) => tried.map((deed) => DID[deed].sign).join("");

/** The whole address of the duel of a day. @param {string} date */
export const linkTo = (date) => new URL(address("daily", date), location.href).href;
