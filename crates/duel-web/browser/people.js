// Finding an opponent: two strangers are paired, a third watches, and nobody plays against themselves.

import assert from "node:assert/strict";
import { clean } from "./access.js";
import { begin, beginHere, gameOf, idOf, playComputer, playOut, turnSays } from "./table.js";
import { check, until } from "./world.js";

const find = (page) => page.getByRole("button", { name: "Find an opponent" }).click();

check("two strangers find each other, play a whole game, and are watched", async (t) => {
  const [anna, bob, eve] = [await t.visitor({ viewport: { width: 390, height: 844 } }), await t.visitor(), await t.visitor()];
  await anna.page.goto("/");
  await anna.page.getByRole("link", { name: /Find an opponent/ }).click();
  await anna.page.waitForURL("**/people");
  await anna.page.getByRole("radio", { name: "Subtract" }).check();
  await anna.page.getByLabel("Your name, if you like").fill("Anna");
  await find(anna.page);
  await anna.page.getByRole("heading", { name: "Looking for an opponent" }).waitFor();

  // The page that was left, and another one of the same browser, lead back to the table that waits.
  const second = await anna.context.newPage();
  await second.goto("/people");
  await second.getByRole("link", { name: "Your table: go back" }).waitFor();
  await second.locator("#mine", { hasText: "waits for an opponent" }).waitFor();
  await find(second);
  await second.waitForURL(`**/g/${idOf(anna.page)}`);
  await second.close();

  await bob.page.goto("/people");
  await bob.page.locator("#waiting", { hasText: "Anna" }).waitFor();
  await clean(bob.page, "the list of open games");
  await bob.page.getByRole("radio", { name: "Subtract" }).check();
  await find(bob.page);
  await bob.page.waitForURL(`**/g/${idOf(anna.page)}`);
  await turnSays(anna.page, /turn/i);

  await eve.page.goto("/people");
  // Other games may be open here too.
  await eve.page.locator(`a[href$="/g/${idOf(anna.page)}"]`, { hasText: /^Watch/ }).click();
  await eve.page.waitForURL(`**/g/${idOf(anna.page)}`);
  const game = await gameOf(anna.page);
  const pages = game.seats[0].name === "Anna" ? [anna.page, bob.page] : [bob.page, anna.page];
  await playOut(pages);
  await until("the spectator sees the end", async () => eve.page.locator("#after").isVisible());
  // The finished game is among the games of both, with how it ended.
  const { result } = await gameOf(anna.page);
  for (const [index, page] of pages.entries()) {
    await page.goto("/people");
    const row = page.locator("#mine li", { hasText: result.winner === index + 1 ? "you won" : "you lost" });
    await row.getByRole("link", { name: /^Look at Subtract/ }).click();
    await page.waitForURL(`**/g/${idOf(eve.page)}`);
  }
});

check("a table that waits is taken from the list, and is gone from it", async (t) => {
  const [anna, bob] = [await t.visitor(), await t.visitor()];
  await anna.page.goto("/people");
  await anna.page.getByLabel("Your name, if you like").fill("Cleo");
  await anna.page.getByRole("radio", { name: "Divide" }).check();
  await find(anna.page);
  await anna.page.getByRole("heading", { name: "Looking for an opponent" }).waitFor();
  await bob.page.goto("/people");
  await bob.page.getByRole("button", { name: /with Cleo$/ }).click();
  await bob.page.waitForURL(`**/g/${idOf(anna.page)}`);
  await turnSays(bob.page, /turn/i);
  await bob.page.goBack();
  await bob.page.locator("#mine", { hasText: "turn" }).waitFor();
  await until("the table is not offered any more", async () => (await bob.page.getByRole("button", { name: /with Cleo$/ }).count()) === 0);
});

check("a game with another person is what the front page goes on with", async (t) => {
  const [anna, bob] = [await t.visitor(), await t.visitor()];
  await anna.page.goto("/people");
  await anna.page.getByLabel("Your name, if you like").fill("Dora");
  // Each check looks for another game: the strangers of two would find each other.
  await anna.page.getByRole("radio", { name: "Factors" }).check();
  await find(anna.page);
  await anna.page.getByRole("heading", { name: "Looking for an opponent" }).waitFor();
  await bob.page.goto("/people");
  await bob.page.getByRole("button", { name: /with Dora$/ }).click();
  await bob.page.waitForURL(`**/g/${idOf(anna.page)}`);
  await bob.page.goto("/");
  await bob.page.locator("#continue", { hasText: "Dora" }).click();
  await bob.page.waitForURL(`**/g/${idOf(anna.page)}`);
});

check("a rating against the computer is kept for those who want it, and counts a game once", async (t) => {
  const { page } = await t.visitor();
  const terms = { book: "subtract", opponent: "computer", options: [["level", "easy"]] };
  await begin(page, /** @type {any} */ (terms));
  await playComputer(page);
  await page.locator("#after").waitFor();
  assert.equal(await page.locator("#after .rating").count(), 0, "nobody asked for it");
  await page.evaluate(() => localStorage.setItem("duel-rated", "on"));
  await begin(page, /** @type {any} */ (terms));
  const { result, seats } = await playComputer(page);
  const line = page.locator("#after .rating");
  await line.filter({ hasText: seats[result.winner - 1].kind === "person" ? /^Your rating: 8\d\d \(\+\d+\)\.$/ : /^Your rating: 7\d\d \(−\d+\)\.$/ }).waitFor();
  const rating = (await line.innerText()).match(/\d+/)?.[0];
  await page.reload();
  await line.filter({ hasText: `${rating}, after 1 game.` }).waitFor();
  await page.goto("/play");
  await page.locator("#rating", { hasText: `${rating}, after 1 game.` }).waitFor();
  await begin(page, /** @type {any} */ (terms));
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.locator("#hinted .reason").filter({ hasText: /\w/ }).waitFor();
  await page.locator("#hinted").getByRole("button", { name: "Close" }).click();
  await playComputer(page);
  await line.filter({ hasText: "Not rated" }).waitFor();
  // What cannot be read is put aside, and a new rating begins.
  await page.evaluate(() => localStorage.setItem("duel-rating", "{"));
  await begin(page, /** @type {any} */ (terms));
  await playComputer(page);
  await line.filter({ hasText: /^Your rating: \d+/ }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("duel-rating-damaged-1")), "{");
});

check("a number without a move shows no line to type in, and keys that scroll away fade out", async (t) => {
  const { page } = await t.visitor({ viewport: { width: 390, height: 844 } });
  await beginHere(page, { position: "divide:7,60,84", opponent: "computer", seat: "first" });
  await turnSays(page, "Your turn");
  assert.equal(await page.locator("#typed").isVisible(), false);
  await beginHere(page, { position: "subtract:720", opponent: "computer", seat: "first" });
  await page.locator("#moves .keys.goes-on").waitFor();
  await page.locator("#moves .keys").evaluate((keys) => (keys.scrollLeft = keys.scrollWidth));
  await page.locator("#moves .keys:not(.goes-on)").waitFor();
  const tall = await page.locator("#moves .keys .key .number").evaluateAll((nodes) => nodes.filter((node) => node.getClientRects().length !== 1 || node.scrollWidth > /** @type {any} */ (node.closest(".key")).clientWidth).map((node) => node.textContent));
  assert.deepEqual(tall, [], "every number is on one line, inside its key");
});
