// @ts-check
// The ladder of a book: five opponents, from the first game to perfect play on today's fair deal. What was won
// is kept in this browser, as {"divide": [1, 2]}.

import { el } from "./dom.js";
import { ask } from "./engine/engine.js";
import { newSeed } from "./kept.js";
import { reached, today } from "./reached.js";
import { BASE, hasServer, playAddress } from "./site.js";

/** The rungs, from the first. Those with a difficulty are dealt. */
export const RUNGS = [
  { name: "First game", about: "in three steps that you win" },
  { name: "Small numbers", about: "against an opponent without a plan", level: "random" },
  { name: "Easy", about: "on an easy deal", level: "easy", difficulty: "easy" },
  { name: "Medium", about: "on a fair deal", level: "medium", difficulty: "medium" },
  { name: "Perfect", about: "on today’s fair deal", level: "perfect", difficulty: "medium" },
];

/** What should be said about what is kept, if anything. */
export let trouble = "";
const store = reached("duel-ladder", (words) => (trouble = words));

/** @returns {Record<string, number[]>} */
function all() {
  const kept = store.load();
  const isLadder = (/** @type {any} */ value) => typeof value === "object" && value !== null && !Array.isArray(value)
    && Object.values(value).every((rungs) => Array.isArray(rungs) && rungs.every((rung) => Number.isInteger(rung)));
  if (kept === null || isLadder(kept)) return kept ?? {};
  store.setAside();
  return {};
}

/** The rungs of a book that were won, counted from 1. @param {string} book */
export const won = (book) => (all()[book] ?? []).filter((rung) => rung >= 1 && rung <= RUNGS.length);

/** The rung to climb next; 0 if all were won. @param {string} book */
export const nextRung = (book) => RUNGS.findIndex((_, place) => !won(book).includes(place + 1)) + 1;

/** A rung was won. @param {string} book @param {number} rung */
export function climb(book, rung) {
  const now = all();
  if (!won(book).includes(rung)) store.keep({ ...now, [book]: [...won(book), rung].sort() });
}

/** Where the first game of a book is. @param {string} book */
export const firstGame = (book) => `${BASE}first/${book}${hasServer ? "" : "/"}`;

/** Where a rung is played; that on small numbers from this start. @param {string} book @param {number} rung @param {string} [small] */
export function rungAddress(book, rung, small) {
  if (rung === 1) return firstGame(book);
  return playAddress({ rung: `${book}.${rung}`, ...(rung === 2 && small ? { position: small } : {}) });
}

/** A rung as it stands in addresses and with kept games: "divide.3". @param {string | null | undefined} text */
export function readRung(text) {
  const [, book, rung] = /^(\w+)\.([2-5])$/.exec(text ?? "") ?? [];
  return book ? { book, rung: Number(rung) } : null;
}

/**
 * The terms of a game on a rung. Whoever climbs sits where the game can be won.
 * @param {string} text the rung @param {string} [position] where the one on small numbers begins
 */
export async function rungTerms(text, position) {
  const { book, rung } = readRung(text) ?? { book: "", rung: 0 };
  const { level, difficulty } = RUNGS[rung - 1] ?? {};
  if (!level || (!difficulty && !position)) throw new Error("There is no such rung. The front page leads to the ladder of every game.");
  if (!difficulty) return { position, level, seat: "first" };
  const seed = rung === RUNGS.length ? today().replaceAll("-", "") : newSeed();
  const deal = await ask("deal", { book, seed, difficulty });
  return { position: deal.position, level, seat: deal.winner === 2 ? "second" : "first" };
}

/** The rungs of a book in a row. @param {string} book @param {string} small */
export function ladder(book, small) {
  const next = nextRung(book);
  return el("ol", { class: "ladder", "aria-label": "The ladder" }, RUNGS.map(({ name, about }, place) => {
    const rung = place + 1;
    const isDone = won(book).includes(rung);
    return el("li", null, el("a", { class: isDone ? "done" : rung === next ? "next" : null, href: rungAddress(book, rung, small), "aria-current": rung === next ? "step" : null, title: about },
      el("span", { "aria-hidden": "true" }, isDone ? "✓" : rung), name, isDone && el("span", { class: "visually-hidden" }, ", won")));
  }));
}

/** What the end of a game on a rung offers, after that is kept. @param {string} text @param {boolean} isWon @param {string} start where the game began */
export function afterRung(text, isWon, start) {
  const at = readRung(text);
  if (!at) return null;
  const { book, rung } = at;
  if (isWon) climb(book, rung);
  const up = isWon ? rung + 1 : rung;
  if (up > RUNGS.length) return { words: "That was the last rung: you have climbed the whole ladder!", label: "Play it again", href: rungAddress(book, rung) };
  const { name, about } = RUNGS[up - 1];
  return {
    words: isWon ? `Rung ${rung} of ${RUNGS.length} is yours. Next: ${name}, ${about}.` : `Rung ${rung} of ${RUNGS.length}: you can win this one.`,
    label: isWon ? `Next rung: ${name}` : "Try again",
    href: rungAddress(book, up, rung === 2 ? start : undefined),
  };
}
