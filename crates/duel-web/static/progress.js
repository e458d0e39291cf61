// @ts-check
// What was reached in the lessons: kept in this browser and nowhere else. Its form is that of the program's
// lessons.json, and beside it the position of a game that was left.

import { isObject, putAside } from "./aside.js";

const NAME = "duel-lessons";

/**
 * @typedef {{next?: string | null, done: string[], position?: string | null}} CourseProgress
 * @typedef {{last: string | null, courses: Record<string, CourseProgress>}} Progress
 */

/** What is said where nothing can be kept. */
const NOT_KEPT = "This browser keeps nothing for this page: you can take the lessons, but your progress is lost when you leave.";

/** Progress of this visit, for browsers that refuse to keep anything. @type {Progress} */
let here = { last: null, courses: {} };

/** What the visitor should be told about what is kept; empty if all is well. */
export let told = "";

/** Whether this is progress at all. @param {any} value @returns {value is Progress} */
function isProgress(value) {
  const isText = (/** @type {any} */ text) => text === null || text === undefined || typeof text === "string";
  return isObject(value) && isText(value.last) && isObject(value.courses)
    && Object.values(value.courses).every((/** @type {any} */ each) =>
      isObject(each) && isText(each.next) && isText(each.position) && Array.isArray(each.done) && each.done.every((/** @type {any} */ name) => typeof name === "string"));
}

/** What was reached so far. @returns {Progress} */
export function progress() {
  let text = null;
  try {
    text = localStorage.getItem(NAME);
  } catch {
    told = NOT_KEPT;
    return here;
  }
  if (text === null) return here;
  try {
    const value = JSON.parse(text);
    if (isProgress(value)) return (here = value);
  } catch {
    /* not even JSON */
  }
  setAside(text);
  return here;
}

/** Keeps what cannot be read under another name. @param {string} text */
function setAside(text) {
  try {
    const name = putAside(NAME, text);
    localStorage.removeItem(NAME);
    told = `What was kept of your lessons could not be read. It was set aside in this browser as “${name}”, and the lessons begin anew.`;
  } catch {
    told = NOT_KEPT;
  }
}

/** Changes what was reached, and keeps it; what another tab has kept meanwhile stays. @param {(now: Progress) => void} change */
function update(change) {
  const now = progress();
  change(now);
  here = now;
  try {
    // What could not be set aside is not overwritten.
    if (told === NOT_KEPT) return;
    localStorage.setItem(NAME, JSON.stringify(now));
  } catch {
    told = NOT_KEPT;
  }
}

/** What was reached in a course. @param {string} book @returns {CourseProgress} */
export const reached = (book) => progress().courses[book] ?? { done: [] };

/** How many steps of a course were done. @param {any} course */
export const countDone = ({ book, steps }) => steps.filter((/** @type {any} */ step) => reached(book).done.includes(step.name)).length;

/**
 * The step to go on with: the one that was reached, or else the first that was not done; null if all are
 * done. @param {any} course @returns {string | null}
 */
export function nextStep({ book, steps }) {
  const { next, done } = reached(book);
  const names = steps.map((/** @type {any} */ step) => step.name);
  if (next && names.includes(next)) return next;
  return names.find((/** @type {string} */ name) => !done.includes(name)) ?? null;
}

/** The course to go on with: the last one, or else the first that is not done. @param {any} all the answer to "courses" */
export function currentCourse({ first, courses }) {
  const { last } = progress();
  const find = (/** @type {string | null} */ book) => courses.find((/** @type {any} */ course) => course.book === book);
  return [find(last), find(first), ...courses].find((course) => course && nextStep(course) !== null) ?? find(first);
}

/**
 * Somebody is at this step of a course, at this position of its game, or behind the last one (null).
 * @param {string} book @param {string | null} step @param {string | null} [position]
 */
export function reach(book, step, position = null) {
  update((now) => {
    now.last = book;
    now.courses[book] = { ...(now.courses[book] ?? { done: [] }), next: step, position };
  });
}

/** A step was done. @param {string} book @param {string} step */
export function finishStep(book, step) {
  update((now) => {
    const of = (now.courses[book] ??= { done: [] });
    if (!of.done.includes(step)) of.done.push(step);
  });
}

/** Begins a course anew. @param {string} book */
export function forget(book) {
  update((now) => {
    delete now.courses[book];
  });
}
