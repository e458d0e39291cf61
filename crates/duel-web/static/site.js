// @ts-check
// Where this site lives: at the root of a server or under a path of any web space, with a server that
// keeps games or as plain files.

/** The path of the front page, with a slash at its end; files may be in the folder of a version. */
export const BASE = new URL(import.meta.url).pathname.replace(/static\/(v-\w+\/)?site\.js$/, "");

/** Whether a server is there that keeps games between people. */
export const hasServer = document.documentElement.dataset.site !== "files";

/** Where others find this site, as the server says: not this machine's own name for itself. */
export const publicOrigin = () => new URL(/** @type {any} */ (document.querySelector("meta[property='og:url']"))?.content ?? location.href).origin;

/**
 * The address of a page; what it is about is the tail of the path, or of the query where only files
 * are served.
 * @param {string} page @param {string} [about]
 */
export function address(page, about = "") {
  const folder = page && `${page}${about || !hasServer ? "/" : ""}`;
  return BASE + folder + (about && (hasServer ? encodeURIComponent(about) : `?about=${encodeURIComponent(about)}`));
}

/** What the address of this page says it is about. @param {string} page */
export function about(page) {
  const query = new URLSearchParams(location.search).get("about");
  const folder = `${BASE}${page}/`;
  if (query !== null || !location.pathname.startsWith(folder)) return query ?? "";
  const tail = location.pathname.slice(folder.length);
  if (tail === "index.html") return "";
  try {
    return decodeURIComponent(tail);
  } catch {
    return tail;
  }
}

/**
 * The address where a game in this page begins, or (by its id) goes on.
 * @param {Record<string, string>} terms
 */
export const playAddress = (terms) => `${address("play")}?${new URLSearchParams(terms)}`;
