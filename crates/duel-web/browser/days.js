// The days of the daily duel: statistics, the calendar, results that come back, and days to come.

import assert from "node:assert/strict";
import { gameOf, playComputer, tap, taps, turnSays } from "./table.js";
import { check, until, world } from "./world.js";

const DAY = 86_400_000;
const iso = (/** @type {number} */ time) => new Date(time).toISOString().slice(0, 10);
const ago = (/** @type {number} */ days) => iso(Date.now() - days * DAY);

/** Puts texts into what the browser keeps, before any script of the page reads it. */
async function remember(page, texts) {
  await page.goto("/rules");
  await page.evaluate((all) => {
    for (const [name, text] of Object.entries(all)) localStorage.setItem(name, text);
  }, texts);
}

const stored = (page, name) => page.evaluate((key) => localStorage.getItem(key), name);

/** The statistics as the page shows them. */
const counted = (page) => page.locator("#counted > div").evaluateAll((all) => Object.fromEntries(all.map((each) => [each.querySelector("dt")?.textContent, each.querySelector("dd")?.textContent])));

const entry = (won, more = {}) => ({ won, moves: 2, back: 0, tries: 1, tried: won ? ["kept", "kept"] : ["thrown", "late"], onTime: true, ...more });

check("days are counted and marked as they went", async (t) => {
  const { page } = await t.visitor();
  // A day that ends while this runs would count everything anew.
  await page.clock.setFixedTime(new Date("2026-03-20T12:00:00Z"));
  await remember(page, { "duel-daily": JSON.stringify({
    "2026-03-19": entry(true), "2026-03-18": entry(true, { back: 1, tried: ["thrown", "kept", "kept"] }),
    "2026-03-16": entry(true), "2026-03-15": entry(true), "2026-03-14": entry(true, { tries: 2 }),
    "2026-03-13": entry(false), "2026-03-12": entry(true, { onTime: false }),
    // As an earlier version could have left it.
    "2026-01-01": { won: true },
  }), "duel-daily-games": JSON.stringify({ "2026-03-11": { start: "divide:60", hand: { moves: ["2"], tried: ["kept"], back: 0, tries: 1 } } }) });
  await page.goto("/calendar");
  await page.locator("#months table").first().waitFor();
  assert.deepEqual(await counted(page), { "Days played": "8", Won: "7 (88 %)", "Without a mistake": "5", "In a row now": "2 days", "Longest row": "3 days" });
  const day = (date) => page.locator(`a.day[data-date="${date}"]`);
  for (const [date, sign, name] of [
    ["2026-03-19", "★", "Thursday 19 March: won in 2 moves, without a mistake"], ["2026-03-18", "✓", "Wednesday 18 March: won in 2 moves, 1 taken back"],
    ["2026-03-13", "✗", "Friday 13 March: lost after 2 moves"], ["2026-03-11", "…", "Wednesday 11 March: begun"], ["2026-03-20", "○", "Friday 20 March: not played"],
  ]) {
    assert.equal((await day(date).innerText()).replace(/\s/g, ""), `${Number(date.slice(8))}${sign}`, date);
    assert.equal((await day(date).getAttribute("aria-label"))?.replace("day, ", "day "), name);
  }
  assert.equal(await day("2026-03-20").getAttribute("aria-current"), "date");
  assert.equal(await day("2026-03-21").count(), 0, "a day to come cannot be opened");
  assert.equal(await page.locator("#months table").count(), 3);
  assert.equal(await page.locator("#storage").isVisible(), false);
});

check("the calendar is walked and opened by keys alone", async (t) => {
  const { page } = await t.visitor();
  await page.clock.setFixedTime(new Date("2026-03-20T12:00:00Z"));
  await page.goto("/calendar");
  await page.locator("#months summary").first().focus();
  await page.keyboard.press("Tab");
  const at = () => page.evaluate(() => /** @type {any} */ (document.activeElement)?.dataset.date);
  assert.equal(await at(), "2026-03-20");
  for (const [key, date] of [
    ["ArrowRight", "2026-03-20"], ["ArrowLeft", "2026-03-19"], ["ArrowUp", "2026-03-12"], ["Home", "2026-03-01"], ["ArrowLeft", "2026-02-28"],
    ["PageUp", "2026-01-28"], ["End", "2026-01-31"], ["PageDown", "2026-02-28"], ["ArrowDown", "2026-03-07"], ["PageUp", "2026-02-07"], ["PageUp", "2026-01-07"], ["PageUp", "2026-01-01"],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await at(), date, key);
  }
  await page.keyboard.press("Enter");
  await page.waitForURL("**/daily/2026-01-01");
  await page.locator("#board:visible").waitFor();
});

check("a day that was played shows its result again, with its line and link", async (t) => {
  const { page } = await t.visitor({ permissions: ["clipboard-read", "clipboard-write"] });
  const date = "2026-01-06";
  await page.goto(`/daily/${date}`);
  await page.locator("#board:visible").waitFor();
  assert.equal(await page.locator("#hint").isVisible(), false, "a hint would give the day away");
  await playComputer(page);
  await page.locator("#after").waitFor();
  await page.locator("#after").getByRole("button", { name: "Copy the line" }).click();
  const line = await until("the line is copied", () => page.evaluate(() => navigator.clipboard.readText()));
  assert.match(line, new RegExp(`^Divisor Duel daily ${date} · \\w+ · (won in|lost after) \\d+ moves? · (🟩|❌|⚪)+ · http://[^ ]+/daily/${date}$`, "u"));
  await page.reload();
  await page.locator("#after .shared").waitFor();
  const won = (await page.locator("#after h2").innerText()) === "You win!";
  if (!won) {
    // Another try does not hide what was reached before.
    await page.getByRole("button", { name: "Take back my last move" }).click();
    await turnSays(page, /^Your turn$/);
    assert.ok((await gameOf(page)).ply > 0 && !(await page.locator("#after").isVisible()));
    await playComputer(page);
    await page.locator("#after .shared", { hasText: "1 taken back" }).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await turnSays(page, /^Your turn$/);
    assert.equal((await gameOf(page)).ply, 0);
    await page.locator("#kept", { hasText: "You have played this day" }).waitFor();
    assert.ok((await page.locator("#kept .shared").textContent())?.endsWith(`/daily/${date}`));
  }
  await page.getByRole("link", { name: "Calendar and statistics" }).click();
  const marked = page.locator(`a.day[data-date="${date}"]`);
  await marked.waitFor();
  assert.match((await marked.getAttribute("aria-label")) ?? "", /: (won in|lost after)/);
  assert.equal((await counted(page))["Days played"], "1");
});

check("a day to come says when it opens, and shows nothing of its duel", async (t) => {
  const { page } = await t.visitor();
  const date = iso(Date.now() + 10 * DAY);
  await page.goto(`/daily/${date}`);
  await page.locator("#future:visible").waitFor();
  assert.match(await page.locator("#future").innerText(), /opens at midnight UTC, in (9|10) days/);
  assert.equal(await page.locator("#table").isVisible(), false);
  await page.getByRole("link", { name: "The duel of today" }).click();
  await page.locator("#board:visible").waitFor();
  for (const wrong of ["2025-12-31", "2101-01-01", "2026-02-30", "nonsense"]) {
    await page.goto(`/daily/${wrong}`);
    await page.locator("#gone").getByRole("link", { name: "The duel of today" }).waitFor();
  }
});

check("a day that is given up before its first move is lost, and begins again", async (t) => {
  const { page } = await t.visitor();
  // A game of digits, which elsewhere may be abandoned without a winner.
  let day = Date.parse("2026-01-01");
  while ((await world.server.api("GET", `/daily/${iso(day)}`)).book !== "digits") day += DAY;
  await page.goto(`/daily/${iso(day)}`);
  await page.getByRole("button", { name: "Resign…" }).click();
  await page.locator("#ask-yes").click();
  await page.locator("#after .shared", { hasText: "lost after 0 moves" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /Take back|nobody wins/ }).count(), 0);
  await page.getByRole("button", { name: "Try again" }).click();
  await turnSays(page, /^Your turn$/);
  assert.equal(await page.getByRole("button", { name: "nobody wins" }).count(), 0);
});

check("damaged days are put aside, and the rest stays", async (t) => {
  const { page } = await t.visitor();
  const damaged = JSON.stringify({ [ago(3)]: entry(true), [ago(2)]: { won: "yes" }, nonsense: entry(true) });
  await remember(page, { "duel-daily": damaged, "duel-daily-games": "{nothing" });
  for (let visit = 0; visit < 2; visit++) {
    await page.goto("/calendar");
    await page.locator("#storage", { hasText: "put aside, not deleted" }).waitFor();
    assert.equal((await counted(page))["Days played"], "1");
    assert.equal(await stored(page, "duel-daily-damaged-1"), damaged);
    assert.equal(await stored(page, "duel-daily-games-damaged-1"), "{nothing");
    assert.equal(await stored(page, "duel-daily-damaged-2"), null);
  }
});

check("a game of a day that cannot be read is put aside before the day begins anew", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/daily/2026-01-06");
  await taps(page);
  const kept = JSON.parse(await stored(page, "duel-daily-games"));
  const begun = (/** @type {any} */ change) => JSON.stringify({ "2026-01-06": { ...kept["2026-01-06"], ...change } });
  const hand = kept["2026-01-06"].hand;
  for (const [place, damaged] of [begun({ hand: { ...hand, record: "torn" } }), begun({ start: "subtract:12" })].entries()) {
    await remember(page, { "duel-daily-games": damaged });
    await page.goto("/daily/2026-01-06");
    await page.locator("#storage", { hasText: "put aside, not deleted" }).waitFor();
    await taps(page);
    assert.equal(await stored(page, `duel-daily-games-damaged-${place + 1}`), damaged);
  }
  await page.reload();
  await taps(page);
  assert.equal(await page.locator("#storage").innerText(), "");
});

check("days are played where nothing can be kept", async (t) => {
  const { page, context } = await t.visitor();
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
  });
  await page.goto("/daily/2026-01-06");
  await tap(page, (await taps(page))[0]);
  await until("the computer has replied, or it is over", async () => (await page.locator("#log .by").count()) > 1 || page.locator("#after").isVisible());
  await page.goto("/calendar");
  await page.locator("#months table").first().waitFor();
});
