// A class: pupils who join, play, play again, and go on to the next round; and what the teacher does.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { clean } from "./access.js";
import { gameOf, idOf, resign, tap, turnSays } from "./table.js";
import { check, until, world } from "./world.js";

/** Opens a room with the same position for all, so that nothing depends on what is dealt. */
async function open(t, position, { nicknames = false } = {}) {
  const { page } = await t.visitor();
  await page.goto("/class");
  await page.getByText("The same position for all").click();
  await page.getByLabel("Position", { exact: true }).fill(position);
  if (nicknames) await page.getByLabel(/Pupils may choose a nickname/).check();
  await page.getByRole("button", { name: "Open the room" }).click();
  await page.waitForURL(/\/class\/[A-Z0-9]+$/);
  return { teacher: page, code: await page.locator("#code").innerText(), tiles: page.locator("#tables li") };
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function join(page, code, name = "") {
  await page.goto(`/join/${code}`);
  if (name) await page.getByLabel("A nickname, if you like").fill(name);
  await page.getByRole("button", { name: "Join" }).tap();
  await page.waitForURL(/\/g\//);
}

/** Two who are paired: the first one has played the computer meanwhile. */
async function pair(t, code, names = ["", ""]) {
  const pages = [];
  for (const name of names) {
    const { page } = await t.visitor(PHONE);
    await join(page, code, name);
    pages.push(page);
  }
  await pages[0].waitForURL(`**/g/${idOf(pages[1])}`);
  return pages;
}

async function nextRound(teacher) {
  teacher.once("dialog", (dialog) => dialog.accept());
  await teacher.getByRole("button", { name: "Next round" }).click();
}

/** Opens what only the teacher has, and the dialog of a pupil. */
async function manage(teacher, pupil = "") {
  if (!(await teacher.locator("#manage").getAttribute("open").then((open) => open !== null))) await teacher.locator("#manage > summary").click();
  if (pupil) await teacher.locator("#pupils").getByRole("button", { name: new RegExp(`^${pupil}( ·|$)`) }).click();
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
  for (const place of [0, 2]) await pupils[place].waitForURL(`**/g/${idOf(pupils[place + 1])}`);
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
  await tiles.nth(1).filter({ hasText: "Pupil 4 won" }).waitFor();
  // The end stays to be looked at for a moment.
  await pupils[2].getByRole("heading", { name: "You lost" }).waitFor();
  await teacher.locator("#status", { hasText: "1 finished" }).waitFor();

  // At every state of a table the next round leads on: a game that goes on, and one that is over.
  await nextRound(teacher);
  await teacher.locator("#status", { hasText: "Round 2" }).waitFor();
  for (const pupil of pupils) await pupil.waitForURL((url) => url.pathname.startsWith("/g/") && !first.includes(url.pathname.slice(3)));
  await until("the projector has two tables again", async () => (await tiles.count()) === 2);
  const games = await Promise.all(pupils.map((pupil) => gameOf(pupil)));
  assert.equal(new Set(games.map((game) => game.id)).size, 2);
  assert.ok(games.every((game) => game.seats.every((seat) => seat.kind === "person")), "everybody has a partner");
  assert.notEqual(games[0].seats.map((seat) => seat.name).sort().join(), "Pupil 1,Pupil 2", "and another one than before");
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

check("a pupil who goes back and joins again has the same seat, also with two tabs, and never sits opposite themselves", async (t) => {
  const { code, tiles } = await open(t, "divide:360");
  const anna = await t.visitor(PHONE);
  await join(anna.page, code);
  const alone = idOf(anna.page);
  assert.equal((await gameOf(anna.page)).seats[1].kind, "computer");
  await anna.page.goBack();
  await anna.page.getByRole("button", { name: "Join" }).tap();
  await anna.page.waitForURL(`**/g/${alone}`);
  const tab = await anna.context.newPage();
  await join(tab, code);
  assert.equal(idOf(tab), alone, "another tab is the same pupil");
  await turnSays(anna.page, /^Your turn$/);

  const { page: bob } = await t.visitor(PHONE);
  await join(bob, code);
  const id = idOf(bob);
  for (const page of [anna.page, tab]) await page.waitForURL(`**/g/${id}`);
  await turnSays(anna.page, /^Your turn$/);
  await tab.close();
  await tap(anna.page, "6", { touch: true });
  for (const page of [anna.page, bob]) {
    await page.goto(`/join/${code}`);
    await page.getByRole("button", { name: "Join" }).tap();
    await page.waitForURL(`**/g/${id}`);
  }
  await turnSays(bob, /^Your turn$/);
  await turnSays(anna.page, "Pupil 2’s turn");
  await tap(bob, "2", { touch: true });
  await turnSays(anna.page, /^Your turn$/);
  // Back at the game with the computer, which was broken off: the page leads to the table again.
  await anna.page.goto(`/g/${alone}`);
  await anna.page.waitForURL(`**/g/${id}`);
  await until("there is one table", async () => (await tiles.count()) === 1);
});

check("a rematch stays on the projector's board", async (t) => {
  const { teacher, code, tiles } = await open(t, "divide:360");
  const [anna, bob] = await pair(t, code);
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

check("a projector shows an address that phones can reach, or says that there is none, and its code can be small", async (t) => {
  const { teacher, code } = await open(t, "divide:360");
  // This server listens for its own machine.
  await teacher.locator("#alone", { hasText: "Other devices cannot come here" }).filter({ hasText: "duel serve --listen 0.0.0.0:" }).waitFor();
  await teacher.locator("#qr").evaluate((/** @type {HTMLImageElement} */ picture) => picture.decode());
  const tall = () => teacher.locator("#invitation").evaluate((card) => card.getBoundingClientRect().height);
  const before = await tall();
  await teacher.getByRole("button", { name: "Small code" }).click();
  assert.ok((await tall()) < before / 3, "there is room for tables");
  for (const words of [code, `${new URL(world.server.origin).host}/join`]) await teacher.locator("#invitation").getByText(words, { exact: true }).waitFor();
  assert.equal(await teacher.locator("#qr").isVisible(), false);
  await clean(teacher, "a projector with a small code");

  // As a server says it that is reached under another address.
  const { page } = await t.visitor();
  await page.route(/\/class$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(world.server.origin, "http://192.168.1.5:8080") });
  });
  await page.goto("/class");
  await page.locator("#create").waitFor();
  assert.equal(await page.locator("#alone").isVisible(), false);
});

check("a code that is wrong is explained", async (t) => {
  const { page } = await t.visitor({ allow: /404/ });
  await page.goto("/join");
  await page.getByLabel("Code").fill("ZZZZZ");
  await page.keyboard.press("Enter");
  await page.locator("#trouble", { hasText: "There is no class with this code" }).waitFor();
});

check("nicknames: chosen by pupils, seen by all, changed and taken away by the teacher; a name is asked for only where the room has them", async (t) => {
  const { teacher, code, tiles } = await open(t, "divide:360", { nicknames: true });
  const [anna, bob] = await pair(t, code, ["Anna <b>", "Bob"]);
  await tiles.nth(0).filter({ hasText: "● Anna <b>" }).filter({ hasText: "◆ Bob" }).waitFor();
  await turnSays(bob, "Anna <b>’s turn");
  await manage(teacher, "Anna <b>");
  await teacher.getByLabel("Nickname", { exact: true }).fill("Anna");
  await teacher.getByRole("button", { name: "Save the name" }).click();
  await turnSays(bob, /^Anna’s turn$/);
  await manage(teacher, "Anna");
  await teacher.getByLabel("Nickname", { exact: true }).fill("");
  await teacher.getByRole("button", { name: "Save the name" }).click();
  await tiles.nth(0).filter({ hasText: "● Pupil 1" }).waitFor();
  await turnSays(bob, /^Pupil 1’s turn$/);
  await turnSays(anna, /^Your turn$/);

  const plain = await open(t, "divide:360");
  const { page } = await t.visitor(PHONE);
  await page.goto(`/join/${plain.code}`);
  await page.getByRole("button", { name: "Join" }).tap();
  await page.waitForURL(/\/g\//);
});

check("the teacher moves and removes pupils: their pages say so and follow, and whoever is removed can join again unless the room is closed", async (t) => {
  const { teacher, code, tiles } = await open(t, "divide:360");
  const [anna, bob] = await pair(t, code);
  const [carl, dora] = await pair(t, code);
  await tiles.nth(1).filter({ hasText: "◆ Pupil 4" }).waitFor();
  const before = [anna, bob, carl, dora].map(idOf);
  await manage(teacher, "Pupil 1");
  await teacher.getByLabel("Sit at").selectOption({ label: "Table 2, right (Pupil 4)" });
  await teacher.getByRole("button", { name: "Move", exact: true }).click();
  for (const page of [anna, bob, carl, dora]) await page.waitForURL((url) => url.pathname.startsWith("/g/") && !before.includes(url.pathname.slice(3)));
  assert.equal(idOf(anna), idOf(carl));
  assert.equal(idOf(bob), idOf(dora));

  await manage(teacher);
  await teacher.getByLabel(/Close the room/).check();
  await teacher.locator("#closed").waitFor();
  await manage(teacher, "Pupil 3");
  await teacher.getByRole("button", { name: "Remove from the room" }).click();
  await carl.locator("#class", { hasText: "Your teacher has freed your seat" }).filter({ hasText: "The class is closed" }).waitFor();
  await until("the partner plays the computer", async () => (await gameOf(anna)).seats.some((seat) => seat.kind === "computer"));
  const late = await t.visitor({ ...PHONE, allow: /403/ });
  await late.page.goto(`/join/${code}`);
  await late.page.getByRole("button", { name: "Join" }).tap();
  await late.page.locator("#trouble", { hasText: "closed" }).waitFor();
  await teacher.getByLabel(/Close the room/).uncheck();
  await carl.goto(`/join/${code}`);
  await carl.getByRole("button", { name: "Join" }).tap();
  await carl.waitForURL(/\/g\//);
  await anna.waitForURL(`**/g/${idOf(carl)}`);
});

check("standings, wins that were thrown away, and the results to keep: only of games that are over", async (t) => {
  const { teacher, code, tiles } = await open(t, "divide:12");
  const [anna, bob] = await pair(t, code);
  // 12 is won by 4 or 6, which leave a prime; 2 throws the win away.
  await turnSays(anna, /^Your turn$/);
  await tap(anna, "2", { touch: true });
  await teacher.getByRole("button", { name: "Where wins were thrown away" }).click();
  await teacher.getByRole("button", { name: "Standings" }).click();
  await teacher.locator("#standings tbody tr").first().waitFor();
  assert.equal(await tiles.nth(0).locator(".thrown").innerText(), "", "no help while they play");
  await turnSays(bob, /^Your turn$/);
  await tap(bob, "2", { touch: true });
  await tiles.nth(0).filter({ hasText: "A win thrown away: move 1, Pupil 1" }).waitFor();
  await until("the winner is first", async () => (await teacher.locator("#standings tbody tr").allInnerTexts()).map((row) => row.replace(/\s+/g, " ")).join() === "Pupil 2 1 1,Pupil 1 0 1");
  await nextRound(teacher);
  await teacher.locator("#status", { hasText: "Round 2" }).waitFor();
  await manage(teacher);
  const [download] = await Promise.all([teacher.waitForEvent("download"), teacher.getByRole("button", { name: "Save the results (CSV)" }).click()]);
  const lines = (await readFile(/** @type {string} */ (await download.path()), "utf8")).split("\r\n");
  assert.deepEqual(lines.slice(0, 2), ["round,table,player 1,player 2,games,won by player 1,won by player 2", "1,1,Pupil 1,Pupil 2,1,0,1"]);
  await teacher.evaluate(() => { globalThis.print = () => {}; });
  await teacher.getByRole("button", { name: "Print the results" }).click();
  await teacher.emulateMedia({ media: "print" });
  await teacher.locator("#results", { hasText: "All rounds" }).waitFor();
  assert.equal(await teacher.locator("#tables").isVisible(), false, "only the results are printed");
});
