// @ts-check
// The games that are played in this browser, as records: kept in its storage, newest first. Where
// nothing can be kept they live as long as the page, and the page says so.

import { isAside, putAside } from "./aside.js";

const PREFIX = "duel-game:";

/** How many games are kept; finished ones go first. */
const MOST = 200;

/**
 * A kept game. `seq` grows with every change, so that a second tab notices it; `rung` is that of the ladder on
 * which it is played, as ladder.js reads it.
 * @typedef {{id: string, seq: number, rung?: string, record: string, title: string, numbers: string, over: boolean, changed: number}} Kept
 */

/** Games of this visit, for browsers that refuse to keep anything. */
const here = /** @type {Map<string, Kept>} */ (new Map());

/** A name that no other game has. */
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("");

/** A seed for everything that is left to chance. */
export const newSeed = () => String(crypto.getRandomValues(new BigUint64Array(1))[0] >> 11n);

/** The time now, as records write it. */
export const now = () => `${new Date().toISOString().slice(0, 19)}Z`;

/** Whether this is a game as it is kept. @param {any} value @returns {value is Kept} */
const isGame = (value) => typeof value === "object" && value !== null
  && ["record", "title", "numbers"].every((member) => typeof value[member] === "string")
  && ["string", "undefined"].includes(typeof value.rung) && Number.isInteger(value.seq) && typeof value.over === "boolean" && Number.isFinite(value.changed);

/**
 * What the storage has of a game: nothing, the game, or a text that is damaged, which is left as it is.
 * @param {string} id @returns {{game: Kept | null, damaged: string | null}}
 */
function read(id) {
  let text = null;
  try {
    text = localStorage.getItem(PREFIX + id);
    const value = JSON.parse(text ?? "null");
    if (text === null || isGame(value)) return { game: text === null ? null : { ...value, id }, damaged: null };
  } catch {
    /* nothing is kept here, or something else */
  }
  return { game: null, damaged: text };
}

/** @param {string} id @returns {Kept | null} */
export function find(id) {
  const own = here.get(id) ?? null;
  const { game } = read(id);
  // What could not be kept any more is newer than what was kept before.
  return game && !(own && own.seq > game.seq) ? game : own;
}

/** The names of the games that this browser keeps. */
function ids() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && !isAside(name)).map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** What is kept of games that cannot be read, by their names. @returns {{id: string, text: string}[]} */
export const damaged = () => ids().flatMap((id) => {
  const { damaged: text } = read(id);
  return text === null ? [] : [{ id, text }];
});

/** Keeps a game. @param {Kept} game @returns whether it is kept beyond this page */
export function keep(game) {
  here.set(game.id, game);
  const text = JSON.stringify(game);
  for (let tries = 0; tries < 2; tries++) {
    try {
      const { damaged: before } = read(game.id);
      if (before !== null) putAside(PREFIX + game.id, before);
      localStorage.setItem(PREFIX + game.id, text);
      return true;
    } catch {
      // Perhaps it is full: make room, and try once more.
      if (!clear(20, game.id)) return false;
    }
  }
  return false;
}

/** Whether a game is kept beyond this page. @param {string} id */
export function isKept(id) {
  // Perhaps an earlier state of it only.
  const { game } = read(id);
  return game !== null && game.seq >= (here.get(id)?.seq ?? 0);
}

/** @param {string} id */
export function remove(id) {
  here.delete(id);
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    /* nothing was kept */
  }
}

/** All games, newest first. @returns {Kept[]} */
export function all() {
  const games = new Map(here);
  for (const id of ids()) {
    const game = find(id);
    if (game) games.set(id, game);
  }
  return [...games.values()].sort((a, b) => b.changed - a.changed);
}

/** Removes the oldest finished games beyond what is kept. */
export function tidy() {
  clear(Math.max(0, all().length - MOST));
}

/** Removes so many of the oldest finished games. @param {number} count @param {string} [except] @returns whether there were any */
function clear(count, except) {
  const old = all().filter(({ over, id }) => over && id !== except).reverse().slice(0, count);
  for (const { id } of old) remove(id);
  return old.length > 0;
}

/** Calls back when another tab has changed a game. @param {string} id @param {() => void} changed */
export function watch(id, changed) {
  addEventListener("storage", (event) => {
    if (event.key === PREFIX + id || event.key === null) changed();
  });
}
