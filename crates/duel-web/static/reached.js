// @ts-check
// What a person has reached (a rating, cards to train), kept in this browser and nowhere else. What is
// damaged is set aside under another name, never overwritten; where nothing can be kept it lives as long
// as the page, and the page says so.

import { isObject, putAside } from "./aside.js";

const UNKEPT = "This browser keeps nothing (its storage is full or switched off): what you reach is forgotten when this page is closed.";

/**
 * A store of this name.
 * @param {string} name @param {(words: string) => void} warn says what the visitor should know
 */
export function reached(name, warn) {
  /** What could not be kept. @type {any} */
  let here = null;
  /** Whether the storage is left alone: it refuses, or holds something damaged that could not be moved. */
  let isClosed = false;

  /** What was kept, or nothing. It is read anew each time: another tab may have changed it. @returns {any} */
  function load() {
    if (isClosed) return here;
    let text = null;
    try {
      text = localStorage.getItem(name);
    } catch {
      isClosed = true;
      return here;
    }
    if (text === null) return null;
    try {
      const value = JSON.parse(text);
      if (isObject(value)) return value;
    } catch {
      /* not even JSON */
    }
    setAside();
    return null;
  }

  /** Keeps a value. @param {any} value */
  function keep(value) {
    here = value;
    if (!isClosed) {
      try {
        return localStorage.setItem(name, JSON.stringify(value));
      } catch {
        isClosed = true;
      }
    }
    warn(UNKEPT);
  }

  /** Puts what is kept under another name, since it is damaged. */
  function setAside() {
    here = null;
    try {
      const text = localStorage.getItem(name);
      if (text === null) return;
      const aside = putAside(name, text);
      localStorage.removeItem(name);
      warn(`What this browser had kept was damaged. It was set aside (as “${aside}” in the storage of this site), and you begin anew.`);
    } catch {
      isClosed = true;
      warn(UNKEPT);
    }
  }

  return { load, keep, setAside };
}

/** The day that it is; days change at midnight UTC. */
export const today = () => new Date().toISOString().slice(0, 10);

/** A count of things: "1 puzzle", "3 puzzles". @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
