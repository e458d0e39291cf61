// @ts-check
// The rating against the computer, for those who want one: Elo, against levels whose strength was measured. It
// is kept in this browser, and counts games that were played to their end without help. docs/opponents.md
// describes it.

import { isObject, putAside } from "./aside.js";
import { LEVELS } from "./books.js";

const KEY = "duel-rating";
const START = 800;
/** How far a game can move the rating: the first games more than later ones. */
const FACTOR = { first: 40, later: 20, until: 20 };
/** How many games are remembered, so that none counts twice. */
const REMEMBERED = 50;

/** @typedef {{rating: number, games: number, counted: string[], helped: string[]}} Rating */

/** @returns {Rating} */
function read() {
  const none = { rating: START, games: 0, counted: [], helped: [] };
  const text = localStorage.getItem(KEY);
  if (text === null) return none;
  try {
    const kept = JSON.parse(text);
    const lists = [kept?.counted, kept?.helped].every((list) => Array.isArray(list) && list.every((id) => typeof id === "string"));
    if (isObject(kept) && Number.isFinite(kept.rating) && Number.isInteger(kept.games) && lists) return kept;
  } catch {
    /* not JSON */
  }
  putAside(KEY, text);
  return none;
}

const write = (/** @type {Rating} */ rating) => localStorage.setItem(KEY, JSON.stringify({ ...rating, counted: rating.counted.slice(-REMEMBERED), helped: rating.helped.slice(-REMEMBERED) }));

/** What the rating is, in words; nothing before the first game. */
export function ratingInWords() {
  try {
    const { rating, games } = read();
    return games ? `Your rating against the computer: ${Math.round(rating)}, after ${games === 1 ? "1 game" : `${games} games`}.` : "";
  } catch {
    return "";
  }
}

/** Notes that a game was played with a hint, the insight or a move taken back: it does not count. @param {string} id */
export function helped(id) {
  try {
    const rating = read();
    if (!rating.helped.includes(id)) write({ ...rating, helped: [...rating.helped, id] });
  } catch {
    /* a browser that keeps nothing rates nothing */
  }
}

/** Counts a game that is over, once, and says what came of it. @param {string} id @param {string} level @param {boolean} won */
export function rate(id, level, won) {
  try {
    const before = read();
    if (before.helped.includes(id)) return "Not rated: a hint, the insight or a take-back was used.";
    if (before.counted.includes(id)) return ratingInWords();
    const expected = 1 / (1 + 10 ** ((LEVELS[level] - before.rating) / 400));
    const change = (before.games < FACTOR.until ? FACTOR.first : FACTOR.later) * ((won ? 1 : 0) - expected);
    write({ ...before, rating: before.rating + change, games: before.games + 1, counted: [...before.counted, id] });
    const difference = Math.round(before.rating + change) - Math.round(before.rating);
    return `Your rating: ${Math.round(before.rating + change)} (${difference < 0 ? "−" : "+"}${Math.abs(difference)}).`;
  } catch {
    return "";
  }
}
