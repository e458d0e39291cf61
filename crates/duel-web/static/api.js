// @ts-check
// Talking to the server: JSON by fetch, problems as errors with a sentence for people, the secrets
// of seats in this browser, and requests that may be sent again.

/** A refusal of the server, or none at all (status 0: the network). */
export class Problem extends Error {
  /** @param {number} status @param {string} code @param {string} detail @param {any} [body] @param {number} [after] seconds to wait */
  constructor(status, code, detail, body, after = 0) {
    super(detail);
    this.after = after;
    this.status = status;
    this.code = code;
    this.body = body;
  }
  /** Whether the same request may work later. */
  get passes() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * Asks the API. `path` begins behind /api/v1.
 * @param {string} method @param {string} path
 * @param {{body?: any, token?: string, key?: string, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function request(method, path, options = {}) {
  const headers = /** @type {Record<string, string>} */ ({ Accept: "application/json" });
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  if (options.token) headers.Authorization = `Bearer ${options.token}`;
  if (options.key) headers["Idempotency-Key"] = options.key;
  let response;
  try {
    response = await fetch(`/api/v1${path}`, {
      // After going back a browser would show what was true when the page was left.
      method, headers, signal: options.signal, cache: "no-store",
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Problem(0, "network", "The server cannot be reached just now.");
  }
  const text = await response.text().catch(() => "");
  let body = null;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    /* not JSON: a proxy speaks */
  }
  if (response.ok) return body;
  const detail = body?.detail ?? body?.title ?? `The server answered ${response.status}.`;
  throw new Problem(response.status, body?.code ?? "", detail, body, Number(response.headers.get("Retry-After")) || 0);
}

/** @param {string} path @param {{token?: string, signal?: AbortSignal}} [options] */
export const get = (path, options) => request("GET", path, options);

/** @param {string} path @param {any} body @param {{token?: string, key?: string, signal?: AbortSignal}} [options] */
export const post = (path, body, options) => request("POST", path, { ...options, body });

/**
 * Sends a request again until it is answered, with one key, so that it is done once.
 * @param {string} path @param {any} body @param {{token?: string, signal?: AbortSignal}} options
 * @param {() => void} [onWait] told when it has to wait
 */
export async function postSurely(path, body, options, onWait) {
  const key = newKey();
  let faults = 0;
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      return await post(path, body, { ...options, key });
    } catch (error) {
      if (!(error instanceof Problem) || !error.passes) throw error;
      // A server that is broken rather than busy is not asked for ever.
      if (error.status === 500 && ++faults > 4) throw error;
      onWait?.();
      await pause(Math.max(wait * (0.5 + Math.random()), error.after * 1000), options.signal);
    }
  }
}

/**
 * Takes a seat with a secret of our own, so that an answer that is lost does not lose the seat.
 * @param {string} path @param {any} body @param {string} [token] @param {() => void} [onWait] the server cannot be reached
 */
export const sitDown = (path, body, token = newKey(), onWait = () => {}) => postSurely(path, body, { token }, onWait);

/**
 * The secret with which this browser joins a class. It is always the same, so that joining again
 * finds the same seat, also after going back.
 * @param {string} code
 */
export function classToken(code) {
  const name = `duel:class:${code}`;
  try {
    const token = localStorage.getItem(name) ?? newKey();
    localStorage.setItem(name, token);
    return token;
  } catch {
    // Where nothing is kept, the entry of the history does.
    const token = history.state?.[name] ?? newKey();
    history.replaceState({ ...history.state, [name]: token }, "");
    return token;
  }
}

/** Goes to a seat at a table. @param {{id: string, seat: number, token: string}} made @param {"assign" | "replace"} [how] */
export function goToSeat(made, how = "assign") {
  location[how](keepSeat(made.id, made) ? `/g/${made.id}` : seatLink(made.id, made));
}

/** A key that no other request has. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
}

/** Waits, or until the network is back. @param {number} ms @param {AbortSignal} [signal] */
export function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal?.aborted ? reject(signal.reason) : resolve(undefined);
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
    signal?.addEventListener("abort", end);
  });
}

/** A seat, its secret, and since when this browser has it. @typedef {{seat: number, token: string, at?: number}} Seat */

/** Seats of this visit, for browsers that refuse to keep anything. */
const here = /** @type {Map<string, Seat>} */ (new Map());

/** The seat that this browser has in a game. @param {string} id @returns {Seat | null} */
export function seatOf(id) {
  try {
    const kept = JSON.parse(localStorage.getItem(`duel:${id}`) ?? "null");
    return typeof kept?.token === "string" && [1, 2].includes(kept.seat) ? kept : (here.get(id) ?? null);
  } catch {
    return here.get(id) ?? null;
  }
}

/** Keeps the seat of a game. @param {string} id @param {Seat} seat @returns whether it is kept beyond this page */
export function keepSeat(id, { seat, token }) {
  const kept = { seat, token, at: seatOf(id)?.at ?? Date.now() };
  here.set(id, kept);
  try {
    localStorage.setItem(`duel:${id}`, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** The games in which this browser keeps a seat, the newest first. @returns {string[]} */
export function keptSeats() {
  try {
    const ids = Object.keys(localStorage).map((name) => /^duel:(\w{12})$/.exec(name)?.[1] ?? "").filter((id) => id && seatOf(id));
    return ids.sort((a, b) => (seatOf(b)?.at ?? 0) - (seatOf(a)?.at ?? 0));
  } catch {
    return [...here.keys()];
  }
}

/** The link that carries a seat to another device; its secret stays behind the #. @param {string} id @param {Seat} seat @param {string} [origin] */
export function seatLink(id, { seat, token }, origin = location.origin) {
  return `${origin}/g/${id}#seat=${seat}&token=${encodeURIComponent(token)}`;
}

/** Takes a seat out of the address, if it brings one, and keeps it. @param {string} id */
export function seatFromAddress(id) {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get("token");
  if (!token) return;
  keepSeat(id, { seat: Number(fragment.get("seat")) === 2 ? 2 : 1, token });
  history.replaceState(null, "", location.pathname + location.search);
}

/** What this browser remembers of its person (a name), or nothing. @param {string} name @param {string} [value] */
export function remember(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(`duel-${name}`) ?? "";
    localStorage.setItem(`duel-${name}`, value);
  } catch {
    /* a browser that keeps nothing */
  }
  return value ?? "";
}

/**
 * Begins a game and goes to its table. Keeps the seat first, or carries it in the fragment.
 * @param {any} terms the body of POST /games @param {() => void} [onWait] the server cannot be reached
 */
export async function begin(terms, onWait) {
  goToSeat(await sitDown("/games", terms, newKey(), onWait));
}
