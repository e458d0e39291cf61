// A class: pupils who join, play, play again, and go on to the next round.

import assert from "node:assert/strict";
import { gameOf, idOf, resign, tap, turnSays } from "./table.js";
import { check, until } from "./world.js";

/** Opens a room with the same position for all, so that nothing depends on what is dealt. */
async function open(t, position) {
  const { page } = await t.visitor();
  await page.goto("/class");
  await page.getByText("The same position for all").click();
  await page.getByLabel("Position", { exact: true }).fill(position);
  await page.getByRole("button", { name: "Open the room" }).click();
  await page.waitForURL(/\/class\/[A-Z0-9]+$/);
  return { teacher: page, code: await page.locator("#code").innerText(), tiles: page.locator("#tables li") };
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function join(page, code) {
  await page.goto(`/join/${code}`);
  await page.getByRole("button", { name: "Join" }).tap();
  await page.waitForURL(/\/g\//);
}

async function nextRound(teacher) {
  teacher.once("dialog", (dialog) => dialog.accept());
  await teacher.getByRole("button", { name: "Next round" }).click();
}

check("a class: a teacher opens a room, four join and are paired, the projector follows, and a next round leads everybody on", async (t) => {
  const { teacher, code, tiles } = await open(t, "subtract+no-echo:126");
  await until("the code can be scanned", () => teacher.locator("#qr").evaluate((image) => /** @type {any} */ (image).complete && /** @type {any} */ (image).naturalWidth > 0));
  const pupils = [];
  for (let place = 0; place < 4; place++) {
    const { page } = await t.visitor(PHONE);
    pupils.push(page);
    await page.goto(place % 2 ? `/join/${code.toLowerCase()}` : "/join");
    if (place % 2 === 0) await page.getByLabel("Code").fill(code.toLowerCase());
    await page.getByRole("button", { name: "Join" }).tap();
    await page.waitForURL(/\/g\//);
  }
  const first = pupils.map(idOf);
  assert.deepEqual([first[0] === first[1], first[2] === first[3], first[0] === first[2]], [true, true, false]);
  await until("the projector has two tables", async () => (await tiles.count()) === 2);

  await turnSays(pupils[0], /^Your turn$/);
  await tap(pupils[0], "63", { touch: true });
  await tiles.nth(0).filter({ hasText: "63" }).waitFor();
  await tiles.nth(1).filter({ hasText: "126" }).waitFor();
  await tiles.nth(0).getByRole("button").click();
  await teacher.locator("#large #log li").first().waitFor();
  await turnSays(pupils[1], /^Your turn$/);
  await tap(pupils[1], "21", { touch: true });
  await until("the large table follows", async () => (await teacher.locator("#large #log").innerText()).includes("42"));

  await resign(pupils[2]);
  await tiles.nth(1).filter({ hasText: "Player 2 won" }).waitFor();
  await teacher.locator("#status", { hasText: "1 finished" }).waitFor();

  // At every state of a table the next round leads on: a game that goes on, and one that is over.
  await nextRound(teacher);
  await teacher.locator("#status", { hasText: "Round 2" }).waitFor();
  for (const pupil of pupils) await pupil.waitForURL((url) => url.pathname.startsWith("/g/") && !first.includes(url.pathname.slice(3)));
  await until("the projector has two tables again", async () => (await tiles.count()) === 2);
  const games = await Promise.all(pupils.map((pupil) => gameOf(pupil)));
  assert.equal(new Set(games.map((game) => game.id)).size, 2);
  assert.ok(games.every((game) => !game.waiting), "everybody has a partner");
  let movers = 0;
  for (const pupil of pupils) {
    await pupil.locator("#turn", { hasText: /turn/ }).waitFor();
    movers += Number((await pupil.locator("#turn").innerText()) === "Your turn");
  }
  assert.equal(movers, 2, "one of each table is to move");

  const stranger = await t.visitor();
  await stranger.page.goto(`/class/${code}`);
  await stranger.page.locator("#tables li").first().waitFor();
  assert.equal(await stranger.page.locator("#next").isVisible(), false, "only the teacher begins rounds");
});

check("a pupil who goes back and joins again has the same seat", async (t) => {
  const { teacher, code, tiles } = await open(t, "divide:360");
  const [{ page: anna }, { page: bob }] = [await t.visitor(PHONE), await t.visitor(PHONE)];
  await join(anna, code);
  const id = idOf(anna);
  await anna.goBack();
  await anna.getByRole("button", { name: "Join" }).tap();
  await anna.waitForURL(`**/g/${id}`);
  await turnSays(anna, "Waiting for the other player");
  await join(bob, code);
  assert.equal(idOf(bob), id);
  await turnSays(anna, /^Your turn$/);
  await tap(anna, "6", { touch: true });
  for (const page of [anna, bob]) {
    await page.goBack();
    await page.getByRole("button", { name: "Join" }).tap();
    await page.waitForURL(`**/g/${id}`);
  }
  await turnSays(bob, /^Your turn$/);
  await turnSays(anna, "Player 2’s turn");
  await tap(bob, "2", { touch: true });
  await turnSays(anna, /^Your turn$/);
  await until("there is one table", async () => (await tiles.count()) === 1);
  assert.ok(teacher.url().includes(code));
});

check("a rematch stays on the projector's board", async (t) => {
  const { teacher, code, tiles } = await open(t, "divide:360");
  const [{ page: anna }, { page: bob }] = [await t.visitor(PHONE), await t.visitor(PHONE)];
  await join(anna, code);
  await join(bob, code);
  const id = idOf(anna);
  await tiles.nth(0).getByRole("button").click();
  await resign(anna);
  await bob.getByRole("button", { name: "Ask for a rematch" }).tap();
  await anna.getByRole("button", { name: "Accept" }).tap();
  for (const page of [anna, bob]) await page.waitForURL((url) => url.pathname.startsWith("/g/") && !url.pathname.endsWith(id));
  await tiles.nth(0).filter({ hasText: "Table 1 · game 2 · ● 1 : 0 ◆" }).waitFor();
  await turnSays(bob, /^Your turn$/);
  await tap(bob, "6", { touch: true });
  await tiles.nth(0).filter({ hasText: "60" }).waitFor();
  assert.equal(await tiles.count(), 1);
  await until("the large table shows the rematch", async () => (await teacher.locator("#large #log").innerText()).includes("= 60"));
  // Back at the first game, nothing pulls the pupil away.
  await anna.goBack();
  await anna.locator("#after").getByRole("link", { name: "To the rematch" }).tap();
  await turnSays(anna, /^Your turn$/);

  await nextRound(teacher);
  const second = idOf(anna);
  for (const page of [anna, bob]) await page.waitForURL((url) => url.pathname.startsWith("/g/") && !url.pathname.endsWith(second));
  assert.equal(idOf(anna), idOf(bob));
});

check("a code that is wrong is explained", async (t) => {
  const { page } = await t.visitor({ allow: /404/ });
  await page.goto("/join");
  await page.getByLabel("Code").fill("ZZZZZ");
  await page.keyboard.press("Enter");
  await page.locator("#trouble", { hasText: "There is no class with this code" }).waitFor();
});
