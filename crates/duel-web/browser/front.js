// The front page as a newcomer meets it, the first game of every book, and the ladder.

import assert from "node:assert/strict";
import { clean } from "./access.js";
import { fits } from "./sizes.js";
import { BOOKS, gameOf, playAt, placeOf, taps, turnSays } from "./table.js";
import { MOVING, check, until, world } from "./world.js";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const key = (page, move) => page.locator(`#guide-keys [data-move="${move}"]`);
const said = (page, verdict, words = "") => page.locator(`#guide-said[data-verdict=${verdict}]`, { hasText: words }).waitFor();

/** What the moves of the step are worth, as the page knows it: the position, and a move of each verdict. */
const known = (page, book, step, position) => page.evaluate(async ([of, at, from]) => {
  const { start, places } = (await import(/** @type {any} */ ("/static/first.js"))).FIRST[of].steps[at];
  const { judged } = places[from ?? start];
  const find = (/** @type {string[]} */ wanted) => Object.entries(judged).find(([, each]) => wanted.includes(/** @type {any} */ (each).verdict));
  const [good, bad] = [find(["right", "good"]), find(["wrong"])];
  return { good: good?.[0], to: /** @type {any} */ (good?.[1])?.to.at(-1), won: /** @type {any} */ (good?.[1])?.verdict === "right", words: /** @type {any} */ (good?.[1])?.words, bad: bad?.[0], why: /** @type {any} */ (bad?.[1])?.words };
}, [book, step, position]);

/** Wins a step, after a wrong tap where there is one. */
async function winStep(page, book, step, press) {
  let position;
  for (;;) {
    const { good, to, won, words, bad, why } = await known(page, book, step, position);
    if (bad !== undefined && position === undefined) {
      await press(key(page, bad));
      await said(page, "wrong", why);
      await page.locator("#guide-keys .tried").waitFor();
    }
    await press(key(page, good));
    await said(page, won ? "right" : "good", words);
    if (won) return;
    position = to;
  }
}

check("the board of the front page is won with a finger while the engine is held back, and explains wrong taps", async (t) => {
  const { page, context } = await t.visitor({ ...PHONE, serviceWorkers: "block", allow: /Service Worker registration blocked/ });
  await context.route("**/*.wasm", () => {});
  await page.goto("/");
  assert.equal(await page.locator("#guide-board .number").innerText(), "24");
  await key(page, "3").tap();
  await said(page, "wrong", "24 / 3 = 8. Your opponent divides by 4: 8 / 4 = 2. 2 is a prime, so you cannot move.");
  await key(page, "8").tap();
  await said(page, "right", "24 / 8 = 3. 3 is a prime, so your opponent cannot move. That is the whole idea.");
  await page.locator("#guide-ask", { hasText: "You win!" }).waitFor();
  assert.equal(await page.locator("#guide-board .number").innerText(), "3");
  for (const name of ["Another number", "Play the computer", "Learn the next game"]) await page.locator("#guide-then").getByText(name).waitFor();
  await page.getByRole("button", { name: "Another number" }).tap();
  await winStep(page, "divide", 1, (place) => place.tap());
  await page.getByRole("button", { name: "Another number" }).tap();
  await winStep(page, "divide", 2, (place) => place.tap());
  assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage.getItem("duel-ladder") ?? "{}")), { divide: [1] });
  await page.locator(".game[data-book=divide] .pips .done").waitFor();
});

check("the board of the front page is won with the keyboard, and its moves are there without any script", async (t) => {
  const html = await (await fetch(world.server.origin)).text();
  for (const move of [2, 3, 4, 6, 8, 12]) assert.match(html, new RegExp(`data-move="${move}"`));
  const { page } = await t.visitor();
  await page.goto("/");
  await key(page, "2").focus();
  await page.keyboard.press("Enter");
  await said(page, "wrong", "24 / 2 = 12.");
  for (let tabs = 0; tabs < 5; tabs++) await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await said(page, "right", "24 / 12 = 2.");
  await page.locator("#guide-then button:focus", { hasText: "Another number" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator("#guide-ask:focus").waitFor();
  assert.equal(await page.locator("#guide-board .number").innerText(), "45");
});

for (const book of BOOKS) {
  check(`the card of ${book} leads to a game against the computer in two taps`, async (t) => {
    const { page } = await t.visitor({ ...PHONE, ...MOVING });
    await page.goto("/");
    await page.locator(`[data-open=${book}]`).tap();
    await page.locator("#sheet button[value=computer]").tap();
    await turnSays(page, /^Your turn$/);
    assert.equal((await gameOf(page)).book, book);
  });

  check(`the first game of ${book} is won step by step, and leads to the next rung`, async (t) => {
    const { page } = await t.visitor(PHONE);
    await page.goto(`/first/${book}`);
    for (const step of [0, 1, 2]) {
      await page.locator("#guide-count", { hasText: `Step ${step + 1} of 3` }).waitFor({ state: "attached" });
      await winStep(page, book, step, (place) => place.tap());
      // By key: a tap so soon after the last one at this place would count as a double tap.
      if (step < 2) await page.getByRole("button", { name: "Another number" }).press("Enter");
    }
    await page.locator("#ladder .done", { hasText: "First game" }).waitFor();
    await page.reload();
    await page.locator("#ladder .done", { hasText: "First game" }).waitFor();
    await page.locator("#ladder [aria-current=step]", { hasText: "Small numbers" }).tap();
    await turnSays(page, /^Your turn$/);
    const { seats } = await gameOf(page);
    assert.match(seats[1].name, /random/);
  });
}

/** Plays the moves that the hint would, to the end. */
async function winGame(page) {
  for (;;) {
    const game = await until("it is my turn, or over", async () => {
      const now = await gameOf(page);
      return (now.result || now.seats[now.turn - 1].kind === "person") && now;
    });
    if (game.result) return game;
    await taps(page);
    const { best } = await page.evaluate(async (position) => (await import(/** @type {any} */ ("/static/engine/engine.js"))).askTeacher("hint", { position }), game.position);
    const [, number] = /^(\d+):/.exec(best) ?? [];
    if (number && !(await placeOf(page, best).count())) await page.locator(`#picture [data-number="${number}"]`).click();
    await playAt(placeOf(page, best));
    await until("the move is made", async () => (await gameOf(page)).ply > game.ply);
  }
}

check("a rung that is won offers the next one up to perfect play, one that is lost offers to try again", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/");
  await page.locator("[data-open=subtract]").click();
  await page.locator("#ladder a", { hasText: "Small numbers" }).click();
  for (const [rung, next] of [[2, "Next rung: Easy"], [3, "Next rung: Medium"], [4, "Next rung: Perfect"], [5, "Play it again"]]) {
    await turnSays(page, /^Your turn$|thinking/);
    const { result, seats } = await winGame(page);
    assert.equal(seats[result.winner - 1].kind, "person", `rung ${rung}`);
    const on = page.locator("#after a.primary", { hasText: String(next) });
    await on.waitFor();
    assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage.getItem("duel-ladder") ?? "{}").subtract.at(-1)), rung);
    const id = page.url();
    await on.click();
    await page.waitForURL((url) => url.href !== id && url.searchParams.has("game"));
  }
  await turnSays(page, /^Your turn$|thinking/);
  await page.getByRole("button", { name: "Resign…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator("#after a.primary", { hasText: "Try again" }).waitFor();
  await page.goto("/");
  await page.locator(".game[data-book=subtract] .pips", { hasText: "Next: First game" }).waitFor();
});

check("a damaged ladder is put aside, never written over", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/rules");
  for (const [place, text] of ["{torn", "[1]", '{"divide":"all"}', "null"].entries()) {
    await page.evaluate((kept) => localStorage.setItem("duel-ladder", kept), text);
    await page.goto("/first/factor");
    await page.locator("#ladder li").first().waitFor();
    const aside = await page.evaluate((at) => localStorage.getItem(`duel-ladder-damaged-${at}`), place + 1);
    assert.equal(aside, text);
    await page.locator("#kept", { hasText: "was damaged" }).waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem("duel-ladder")), null);
  }
});

check("today's duel has its weekday, its difficulty and the days in a row", async (t) => {
  const { page } = await t.visitor();
  await page.clock.setFixedTime(new Date("2026-11-19T12:00:00Z"));
  await page.goto("/rules");
  await page.evaluate(() => localStorage.setItem("duel-daily", JSON.stringify(Object.fromEntries(["2026-11-17", "2026-11-18"].map((day) => [day, { won: true, moves: 2, tried: [], onTime: true }])))));
  await page.goto("/");
  await page.locator("#today", { hasText: "Thursday, medium · 2 days in a row" }).waitFor();
});

check("the sheet of a game is opened, closed and used by keyboard, and keeps the options", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/?book=digits");
  await page.locator("#sheet-name", { hasText: "Digits" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#sheet").waitFor({ state: "hidden" });
  await page.locator("[data-open=factor]").focus();
  await page.keyboard.press("Enter");
  await page.locator("#sheet").waitFor();
  await page.locator("#options > summary").click();
  await page.locator("label:has([name=fair][value=no])").click();
  await page.locator("label:has([name=level][value=hard])").click();
  await page.locator("label:has([name=seat][value=second])").click();
  await page.getByLabel("Your name, if you like").fill("Ada");
  await page.locator("#sheet button[value=computer]").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/game=/);
  const { book, seats, rules } = await until("the game is there", () => gameOf(page));
  assert.deepEqual([book, seats[0].name, seats[1].name, rules.name], ["factor", "Computer (hard)", "Ada", "factor"]);
});

check("axe: the front page, its sheet and first games, in all their states", async (t) => {
  for (const options of [{}, PHONE]) {
    const { page } = await t.visitor(options);
    await page.goto("/");
    await page.locator(".mini .picture svg").first().waitFor();
    await key(page, "2").click();
    await said(page, "wrong");
    await clean(page, "a wrong tap");
    await key(page, "12").click();
    await said(page, "right");
    await clean(page, "the board, won");
    await page.locator("[data-open=divide]").click();
    await page.locator("#options > summary").click();
    await clean(page, "the sheet of a game");
    for (const book of BOOKS) {
      await page.goto(`/first/${book}`);
      await page.locator("#ladder li").first().waitFor();
      await clean(page, `the first game of ${book}`);
    }
  }
});

check("the front page and first games fit 320 pixels, also with text of twice the size", async (t) => {
  for (const size of ["100%", "200%"]) {
    const { page } = await t.visitor({ ...PHONE, viewport: { width: 320, height: 640 } });
    await page.addInitScript((now) => addEventListener("DOMContentLoaded", () => { document.documentElement.style.fontSize = now; }), size);
    await page.goto("/");
    await page.locator(".mini .picture svg").first().waitFor();
    await key(page, "2").tap();
    await said(page, "wrong");
    await fits(page, `the front page, ${size}`);
    await key(page, "12").tap();
    await fits(page, `the board, won, ${size}`);
    await page.locator("[data-open=factor]").tap();
    await page.locator("#options > summary").tap();
    await fits(page, `the sheet, ${size}`);
    const inside = await page.locator("#sheet").evaluate((sheet) => sheet.scrollWidth <= sheet.clientWidth);
    assert.ok(inside, `the sheet is wider than the screen, ${size}`);
    for (const book of BOOKS) {
      await page.goto(`/first/${book}`);
      await page.locator("#ladder li").first().waitFor();
      await fits(page, `the first game of ${book}, ${size}`);
    }
  }
});
