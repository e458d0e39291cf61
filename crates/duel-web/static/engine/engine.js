// @ts-check
// The engine: the program's own rules, solver, opponents and games, in a worker of this page.
//
//   const { record, game } = await ask("begin", { book: "subtract", fair: true, opponent: "computer", ... });
//
// What judges and explains is in a larger engine, which playing need not load:
//   const hint = await askTeacher("hint", { position: "divide:60" });
// The questions and their members are those of the crate duel-wasm, the answers those of the HTTP API.
// A question that is abandoned (its signal) ends the thought at once: the worker is replaced, and the
// other questions go to the new one.

import { Problem } from "../api.js";

/** @typedef {{id: number, request: string, resolve: (answer: any) => void, reject: (error: Error) => void}} Question */

/** Whether this browser can run the engine at all. */
export const canRun = typeof Worker === "function" && typeof WebAssembly === "object";

/** Questions that may be too large for a slow machine. */
const THOUGHTS = ["analysis", "review", "certificate", "hint", "explain", "mistakes", "lost-numbers", "conjecture"];

/** How long the page waits for them, in milliseconds, and for anything else: a worker that the browser has ended says nothing. */
const PATIENCE = { thought: 30_000, other: 60_000 };

const STOPPED = "The engine has stopped. Please try that again.";
const CANNOT = "This browser cannot run the part of the page that thinks (it needs WebAssembly). Playing a friend by a link works all the same.";

/** An engine in a worker of this name. */
function engine(/** @type {string} */ name) {
  /** Questions without an answer, oldest first: the worker is busy with the first one. @type {Question[]} */
  let waiting = [];
  let asked = 0;
  /** @type {Worker | null} */
  let worker = null;

  /**
   * Asks the engine. Refusals are Problems with a sentence for people.
   * @param {string} question @param {Record<string, any>} members @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<any>}
   */
  function ask(question, members, { signal } = {}) {
    return new Promise((resolve, reject) => {
      if (!canRun) return reject(new Problem(0, "no-engine", CANNOT));
      if (signal?.aborted) return reject(signal.reason);
      const id = (asked += 1);
      const entry = { id, request: JSON.stringify({ ask: question, ...members }), resolve, reject };
      waiting.push(entry);
      const abandon = (/** @type {any} */ reason) => {
        if (!waiting.includes(entry)) return;
        const thinking = waiting[0] === entry;
        waiting = waiting.filter((each) => each !== entry);
        reject(reason);
        if (thinking) restart();
      };
      signal?.addEventListener("abort", () => abandon(signal.reason), { once: true });
      const [time, problem] = THOUGHTS.includes(question)
        ? [PATIENCE.thought, new Problem(0, "too-long", "It is too large to be thought through here in time.")]
        : [PATIENCE.other, new Problem(0, "engine", STOPPED)];
      setTimeout(() => abandon(problem), time);
      send(entry);
    });
  }

  /** Fetches the engine before it is needed. */
  function prepare() {
    if (canRun) worker ??= hire();
  }

  function send(/** @type {Question} */ { id, request }) {
    prepare();
    worker?.postMessage({ id, request });
  }

  /** Ends the thought in progress; whatever else was asked is asked again. */
  function restart() {
    worker?.terminate();
    worker = null;
    for (const entry of waiting) send(entry);
  }

  function hire() {
    const fresh = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name });
    fresh.addEventListener("message", ({ data }) => {
      const entry = waiting.find(({ id }) => id === data.id);
      if (!entry || fresh !== worker) return;
      waiting = waiting.filter((each) => each !== entry);
      settle(entry, data);
    });
    // A worker that dies takes only the question with it that it was busy with.
    fresh.addEventListener("error", (event) => {
      event.preventDefault();
      if (fresh !== worker) return;
      const [first, ...others] = waiting;
      waiting = others;
      first?.reject(new Problem(0, "engine", STOPPED));
      restart();
    });
    return fresh;
  }

  return { ask, prepare };
}

/** The engine for playing, solving and dealing. */
export const { ask, prepare } = engine("duel");

/** The engine of the pages that teach: the same questions, and explanations, lessons, puzzles, conjectures. */
export const { ask: askTeacher, prepare: prepareTeacher } = engine("teacher");

function settle(/** @type {Question} */ { resolve, reject }, /** @type {any} */ { reply, unavailable, failed }) {
  if (unavailable) return reject(new Problem(0, "network", "The part of the page that thinks could not be loaded. Try again when you are online."));
  if (failed) return reject(new Problem(0, "engine", "The engine could not answer that."));
  const { answer, problem } = JSON.parse(reply);
  problem ? reject(new Problem(422, problem.code, problem.detail)) : resolve(answer);
}
