// The server is killed, or the network goes, in the middle of a game.

import assert from "node:assert/strict";
import { Server } from "./server.js";
import { deal, gameOf, logOf, placeOf, playAt, playOut, sit, tap, taps, turnSays } from "./table.js";
import { binary, check, until } from "./world.js";

const GONE = /net::ERR|WebSocket connection|Failed to load resource/;

/** Sends a move that cannot arrive, and waits until the page says so. */
async function sendInVain(page) {
  const [move] = await taps(page);
  await playAt(placeOf(page, move));
  await page.locator("#connection", { hasText: "your move will arrive" }).waitFor();
  await turnSays(page, "Sending your move");
  return move;
}

check("kill -9 in the middle of a game: both go on by themselves, and a move sent meanwhile arrives once", async (t) => {
  const server = await Server.start(binary);
  try {
    const [anna, bob] = [await t.visitor({ server, allow: GONE }), await t.visitor({ server, allow: GONE })];
    const [first, second] = await deal({ position: "divide:720,360" }, server);
    await sit(anna.page, first);
    await sit(bob.page, second);
    const pages = [anna.page, bob.page];
    for (const page of pages) await page.evaluate(() => { /** @type {any} */ (globalThis).same = true; });
    const made = [];
    for (const page of [anna.page, bob.page]) {
      made.push((await taps(page))[0]);
      await tap(page, made.at(-1), { server });
    }

    await server.kill();
    for (const page of pages) await page.locator("#connection", { hasText: "Reconnecting" }).waitFor();
    made.push(await sendInVain(anna.page));
    await server.up();

    await turnSays(bob.page, /^Your turn$/);
    const after = await gameOf(anna.page, server);
    assert.equal(after.ply, 3);
    for (const page of pages) await until("the page is connected", async () => (await page.locator("#connection").innerText()) === "");
    made.push(...(await playOut(pages, { server })));
    const record = await server.api("GET", `/games/${first.id}/record?format=json`);
    assert.deepEqual(record.moves.map((each) => each.move ?? each), made);
    const lines = await Promise.all(pages.map(async (page) => {
      await page.locator("#after").waitFor();
      return logOf(page);
    }));
    // The same moves; each reads "You" where the other has a name, and the last line is about the winner.
    const [annas, bobs] = lines.map((each) => each.slice(0, -1).map((/** @type {string} */ line) => line.replace(/^[^:]*: /, "")));
    assert.deepEqual(annas, bobs);
    assert.equal(annas.length, 1 + made.length);
    for (const page of pages) assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).same), true, "the page was loaded again");
  } finally {
    await server.stop();
  }
});

check("the network of one player goes and comes back", async (t) => {
  const [anna, bob] = [await t.visitor({ allow: GONE }), await t.visitor()];
  const [first, second] = await deal({ position: "divide:720,360" });
  await sit(anna.page, first);
  await sit(bob.page, second);
  await taps(anna.page);
  await anna.context.setOffline(true);
  const move = await sendInVain(anna.page);
  assert.equal((await gameOf(bob.page)).ply, 0);
  await anna.context.setOffline(false);
  await turnSays(bob.page, /^Your turn$/);
  const game = await gameOf(bob.page);
  assert.deepEqual(game.history.map((step) => step.move), [move]);
  await tap(bob.page, (await taps(bob.page))[0]);
  await turnSays(anna.page, /^Your turn$/);
});
