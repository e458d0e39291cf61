// @ts-check
// What is damaged in the storage of this browser is kept under another name before anything is written
// in its place.

/**
 * Keeps a damaged text under a name that is free, and gives that name. Where that is refused it throws:
 * then the text has to stay where it is.
 * @param {string} name @param {string} text
 */
export function putAside(name, text) {
  for (let place = 1; ; place++) {
    const aside = `${name}-damaged-${place}`;
    const kept = localStorage.getItem(aside);
    if (kept === null) localStorage.setItem(aside, text);
    if (kept === null || kept === text) return aside;
  }
}

/** Whether something that was put aside has this name. @param {string} name */
export const isAside = (name) => /-damaged-\d+$/.test(name);

/** Whether this is an object of JSON; a list is none: what is put into it by name would not be kept. @param {any} value */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
