// @ts-check
// Assignments as they are in an address, and the way back to one from a game that was begun there.

import { address } from "./site.js";

/** The most positions of an assignment. */
export const MOST = 20;

const backKey = (/** @type {string} */ id) => `duel:assignment-of:${id}`;

/** The address of an assignment. @param {string[]} positions @param {string} title */
export function assignmentAddress(positions, title) {
  const query = new URLSearchParams(positions.map((position) => ["p", position]));
  if (title) query.set("title", title);
  return `${address("assignment")}?${query}`;
}

/** Notes in this tab where a game was begun. @param {string} id */
export function noteBack(id) {
  try {
    sessionStorage.setItem(backKey(id), location.href);
  } catch {
    /* then there is no way back but the browser's */
  }
}

/** The assignment that a game belongs to, if it was begun from one in this tab. @param {string} id */
export function backTo(id) {
  try {
    return sessionStorage.getItem(backKey(id)) ?? "";
  } catch {
    return "";
  }
}
