// What every test stands on: one server, one browser, visitors with a fresh context each, and waiting
// for conditions instead of for time to pass.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { Server } from "./server.js";

/** The limit that ends a hang. Nothing takes as long, also on a machine that is busy with other things. */
export const PATIENCE = 120_000;

/** Visitors see nothing move and wait for no pause that is for the eye, but for those of checks about that. */
export const MOVING = { reducedMotion: /** @type {const} */ ("no-preference") };

/** What a browser says of a page that is left while it still connects. */
const LEFT_EARLY = /WebSocket is closed before the connection is established/;

export const binary = process.env.DUEL_BINARY ?? "";
/** @type {{ server: Server, browser: import("playwright-core").Browser }} */
export const world = { server: /** @type {any} */ (null), browser: /** @type {any} */ (null) };

/** @type {{ name: string, body: (t: any) => Promise<void> }[]} */
export const checks = [];

/** A test. Its visitors are closed behind it, and must not have seen any error. */
export function check(name, body) {
  checks.push({ name, body });
}

export async function open() {
  world.server = await Server.start(binary);
  world.browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
    ],
  });
}

export async function close() {
  await world.browser?.close();
  await world.server?.stop();
}

/** Runs a check with what it needs. */
export async function run(body) {
  const visitors = [];
  const t = {
    /**
     * Somebody with a browser of their own. `allow` is what the console may complain about.
     * @param {{ allow?: RegExp, server?: Server } & import("playwright-core").BrowserContextOptions} [options]
     */
    async visitor({ allow, server = world.server, ...options } = {}) {
      const context = await world.browser.newContext({ baseURL: server.origin, viewport: { width: 1100, height: 900 }, reducedMotion: "reduce", ...options });
      context.setDefaultTimeout(PATIENCE);
      const troubles = [];
      await context.exposeBinding("toldOfViolation", (_, text) => troubles.push(text));
      await context.addInitScript(() => {
        // Where this page has a file from: a module of another address is another module.
        /** @type {any} */ (globalThis).fileOf = (name) => /** @type {any} */ (document.querySelector("script[src$='/theme.js']")).src.replace("theme.js", name);
        addEventListener("securitypolicyviolation", (event) => {
          /** @type {any} */ (globalThis).toldOfViolation(`refused by the policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
        });
      });
      context.on("console", (message) => {
        const text = `${message.type()}: ${message.text()} (${message.location().url})`;
        if (["error", "warning"].includes(message.type()) && !LEFT_EARLY.test(text) && !allow?.test(text)) troubles.push(text);
      });
      context.on("weberror", (error) => troubles.push(String(error.error().stack)));
      const page = await context.newPage();
      const visitor = { context, page, troubles };
      visitors.push(visitor);
      return visitor;
    },
  };
  try {
    await body(t);
    for (const { troubles } of visitors) assert.deepEqual(troubles, [], `a page had troubles:\n${troubles.join("\n")}`);
  } catch (error) {
    // What was on the pages tells more than the error alone.
    for (const { page, troubles } of visitors) {
      const seen = await page.locator("main").innerText({ timeout: 1000 }).catch(() => "");
      console.error(`--- ${page.url()}\n${troubles.join("\n")}\n${seen.slice(0, 1500)}\n---`);
    }
    throw error;
  } finally {
    for (const { context } of visitors) await context.close();
  }
}

/** Does something for each of these, some at the same time: pages that are waited for leave the machine idle. */
export async function forEach(all, act, atOnce = 5) {
  const waiting = [...all];
  const next = async () => {
    while (waiting.length) await act(waiting.shift());
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

/** Waits until something holds, and gives it. */
export async function until(what, ask) {
  const end = Date.now() + PATIENCE;
  let last;
  for (;;) {
    try {
      const found = await ask();
      if (found) return found;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`waited in vain until ${what}${last ? `: ${last.message}` : ""}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** Waits until a page shows what it has to show: the answer to what was asked, or that there is none. */
export async function settled(page) {
  const { pathname } = new URL(page.url());
  const sign = [
    [/^\/solve\/./, "#answer:visible, #trouble:visible"],
    [/^\/puzzles/, "#puzzle:visible:not([aria-busy]), #trouble:visible"],
    [/^\/train/, "#nothing:visible, #exercise:visible, #trouble:visible"],
    [/^\/learn$/, "#courses li"],
    [/^\/learn\//, "#lesson:visible, #ended:visible, #trouble:visible"],
    [/^\/daily/, "#board:visible, #gone:visible, #future:visible"],
    [/^\/discover/, "#numbers .lost, #trouble:visible, #lost-words:text('no number is lost')"],
    [/^\/calendar/, "#months table"],
    [/^\/class\/./, "#nobody:visible, #tables li"],
    [/^\/(class|solve)$/, "#books label"],
    [/^\/people$/, "#waiting > *"],
    [/^\/sheet/, "#sheet .board"],
    [/^\/assignment/, "#make:visible, #list li"],
    [/^\/g\//, "#board:visible"],
    [/^\/play/, "#board:visible, #games-list > *, #gone:visible"],
  ].find(([path]) => /** @type {RegExp} */ (path).test(pathname))?.[1] ?? "h1";
  await page.locator(/** @type {string} */ (sign)).first().waitFor();
}
