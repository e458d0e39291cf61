// @ts-check
// The games that are played in this browser, as records: kept in its storage, newest first. Where
// nothing can be kept they live as long as the page, and the page says so.

const PREFIX = "duel-game:";

/** How many games are kept; finished ones go first. */
const MOST = 200;

/**
 * A kept game. `seq` grows with every change, so that a second tab notices it.
 * @typedef {{id: string, seq: number, record: string, title: string, numbers: string, over: boolean, changed: number}} Kept
 */

/** Games of this visit, for browsers that refuse to keep anything. */
const here = /** @type {Map<string, Kept>} */ (new Map());

/** A name that no other game has. */
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("");

/** A seed for everything that is left to chance. */
export const newSeed = () => String(crypto.getRandomValues(new BigUint64Array(1))[0] >> 11n);

/** The time now, as records write it. */
export const now = () => `${new Date().toISOString().slice(0, 19)}Z`;

/** @param {string} id @returns {Kept | null} */
export function find(id) {
  const own = here.get(id) ?? null;
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + id) ?? "null");
    // What could not be kept any more is newer than what was kept before.
    if (typeof kept?.record === "string" && Number.isInteger(kept.seq) && !(own && own.seq > kept.seq)) return { ...kept, id };
  } catch {
    /* nothing is kept here, or something else */
  }
  return own;
}

/** Keeps a game. @param {Kept} game @returns whether it is kept beyond this page */
export function keep(game) {
  here.set(game.id, game);
  const text = JSON.stringify(game);
  for (let tries = 0; tries < 2; tries++) {
    try {
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
  try {
    // Perhaps an earlier state of it only.
    const kept = JSON.parse(localStorage.getItem(PREFIX + id) ?? "null");
    return kept !== null && kept.seq >= (here.get(id)?.seq ?? 0);
  } catch {
    return false;
  }
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
  try {
    for (const name of Object.keys(localStorage)) {
      const kept = name.startsWith(PREFIX) ? find(name.slice(PREFIX.length)) : null;
      if (kept) games.set(kept.id, kept);
    }
  } catch {
    /* nothing is kept here */
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
