// Puzzles and training: solving with and without the rating, links, storage that is damaged or refused,
// the keyboard alone, small screens, without a network.

import assert from "node:assert/strict";
import { resign, tap, taps } from "./table.js";
import { check, settled, until, world } from "./world.js";

const LINK = "subtract.only-move.1000.7";

/** The position on the page, and the moves that win there. */
async function winning(page) {
  const position = await page.locator("#puzzle").getAttribute("data-position");
  const { winning } = await world.server.api("GET", `/positions/${encodeURIComponent(position)}/analysis`);
  return winning;
}

/** Answers the puzzle on the page rightly, until it is over. */
async function solve(page) {
  await settled(page);
  const next = page.locator("#after-row:visible");
  for (let turn = 0; !(await next.isVisible()); turn++) {
    assert.ok(turn < 40, "the puzzle goes on and on");
    const wins = await winning(page);
    const before = await page.locator("#puzzle").getAttribute("data-position");
    const move = (/** @type {string} */ text) => page.locator(`#moves button[data-move="${text}"]`);
    if (await page.locator("#who-row").isVisible()) await page.locator(wins.length ? "#win" : "#loss").click();
    else if (await page.locator("#list-row").isVisible()) {
      for (const each of wins) await move(each).click();
      await page.locator("#check").click();
    } else await move(wins[0]).click();
    await until("the answer is judged", async () => (await next.isVisible()) || (await page.locator("#puzzle").getAttribute("data-position")) !== before);
  }
  assert.match(await page.locator("#reply").innerText(), /^Right\. ./);
}

for (const kind of ["win", "only-move", "all-moves", "who-wins"]) {
  check(`a puzzle of the kind ${kind} is solved, rated, and met only once`, async (t) => {
    const { page } = await t.visitor();
    await page.goto(`/puzzles/subtract.${kind}.1000.7`);
    await solve(page);
    await page.locator("#rated", { hasText: /^Solved\. Your rating: \d+\? \(\+\d+\)\.$/ }).waitFor();
    const rating = await page.locator("#rating").innerText();
    assert.notEqual(rating, "600?");
    await page.reload();
    await page.locator("#what", { hasText: "met before, not rated again" }).waitFor();
    await page.locator("#rating", { hasText: rating }).waitFor();
    await solve(page);
    await page.locator("#rated", { hasText: "not rated again" }).waitFor();
    assert.equal(await page.locator("#rating").innerText(), rating);
  });
}

check("a link shows the same puzzle to somebody else, and next, back and choices change the address", async (t) => {
  const [anna, bob] = [await t.visitor(), await t.visitor()];
  await anna.page.goto("/puzzles");
  await anna.page.waitForURL(/\/puzzles\/\w+\.[\w-]+\.600\.\d+$/);
  await settled(anna.page);
  await bob.page.goto(anna.page.url());
  await settled(bob.page);
  const first = await anna.page.locator("#puzzle").getAttribute("data-position");
  assert.equal(await bob.page.locator("#puzzle").getAttribute("data-position"), first);
  assert.equal(await bob.page.locator("#task").innerText(), await anna.page.locator("#task").innerText());

  const address = anna.page.url();
  await anna.page.getByRole("button", { name: "Next puzzle" }).click();
  await anna.page.waitForURL((url) => String(url) !== address);
  await settled(anna.page);
  await anna.page.goBack();
  await until("the first puzzle is back", async () => (await anna.page.locator("#puzzle").getAttribute("data-position")) === first);

  await anna.page.locator("#books label", { hasText: "factor" }).click();
  await anna.page.waitForURL(/\/puzzles\/factor\./);
  await settled(anna.page);
  await anna.page.locator("#kinds label", { hasText: "Who wins?" }).click();
  await anna.page.waitForURL(/\/puzzles\/factor\.who-wins\./);
  await anna.page.goto("/puzzles");
  await anna.page.waitForURL(/\/puzzles\/factor\.who-wins\./);
});

check("sets go on with what was not met, and a wrong move, a hint and skipping are explained", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/puzzles");
  await settled(page);
  await page.locator("#sets a").first().click();
  await page.waitForURL(/\/puzzles\/\w+-beginner\.1$/);
  await page.locator("#what", { hasText: "number 1 of" }).waitFor();
  await page.getByRole("button", { name: "Skip" }).click();
  await page.locator("#reply", { hasText: /^The answer: ./ }).waitFor();
  await page.locator("#rated", { hasText: /^Not solved\. Your rating: \d+\? \(−\d+\)\.$/ }).waitFor();
  await page.locator("#sets li", { hasText: "You have answered 1 of its 10 puzzles, and solved 0 of them." }).waitFor();
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.waitForURL(/-beginner\.2$/);

  await page.goto(`/puzzles/${LINK}`);
  await settled(page);
  await page.getByRole("button", { name: "Skip, show the answer (rating may fall)" }).waitFor();
  await page.getByRole("button", { name: "Hint (rating may fall)" }).click();
  await page.locator("#reply", { hasText: /^Hint: ./ }).waitFor();
  await page.locator("#rated", { hasText: /^Not solved/ }).waitFor();
  await page.getByRole("button", { name: "Hint", exact: true }).waitFor();
  const wins = await winning(page);
  const moves = await page.locator("#moves button").evaluateAll((all) => all.map((each) => /** @type {any} */ (each).dataset.move));
  const wrong = moves.find((move) => !wins.includes(move));
  await page.locator(`#moves button[data-move="${wrong}"]`).click();
  await page.locator("#reply", { hasText: /^Wrong\. .+ Try again/ }).waitFor();
  await page.locator(`#moves button[data-move="${wrong}"]`, { hasText: "does not win" }).waitFor();
  await page.locator("#typed").fill("1000001");
  await page.keyboard.press("Enter");
  await until("a line that is no move is refused", async () => !/^(Wrong|Right|Hint)/.test(await page.locator("#reply").innerText()));
  await page.locator("#typed").fill(wins[0]);
  await page.keyboard.press("Enter");
  await page.locator("#reply", { hasText: /^Right\. ./ }).waitFor();
});

check("a newcomer begins with the easiest puzzles, and their difficulty is said in words", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/puzzles");
  await page.locator("#rating", { hasText: "600?" }).waitFor();
  for (let count = 0; count < 4; count++) {
    await settled(page);
    assert.match(await page.locator("#what").innerText(), / · (very easy|easy) \(difficulty \d+\)/);
    const address = page.url();
    await page.locator("#next").click();
    await page.waitForURL((url) => String(url) !== address);
  }
});

check("a set ends with its result and the way to the next one, and with those that were left out", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/puzzles/subtract-beginner.10");
  await solve(page);
  await page.locator("#set-end", { hasText: "That was the last puzzle of “" }).waitFor();
  await page.locator("#set-end", { hasText: "You have answered 1 of its 10 puzzles, and solved 1 of them." }).waitFor();
  await page.locator("#set-end a", { hasText: "left out" }).click();
  await page.waitForURL(/subtract-beginner\.1$/);
  for (let place = 1; place < 10; place++) {
    await page.locator("#what", { hasText: `number ${place} of` }).waitFor();
    if (place === 3) {
      await page.locator("#skip").click();
      await page.locator("#rated", { hasText: /^Not solved/ }).waitFor();
    } else await solve(page);
    await page.locator("#next.primary").click();
  }
  await page.locator("#what", { hasText: "number 10 of" }).waitFor();
  await solve(page);
  await page.locator("#set-end", { hasText: "You have solved 9 of its 10 puzzles." }).waitFor();
  await page.locator("#set-end a", { hasText: "Next set: " }).click();
  await page.waitForURL(/subtract-middle\.1$/);
});

check("a link to no puzzle is explained, and another one is a tap away", async (t) => {
  const { page } = await t.visitor();
  for (const link of ["nonsense", "subtract-beginner.99", "chess.win.1000.1", encodeURIComponent("<img src=x onerror=alert(1)>")]) {
    await page.goto(`/puzzles/${link}`);
    await page.locator("#trouble:visible").waitFor();
  }
  await page.getByRole("button", { name: "Draw another puzzle" }).click();
  await page.waitForURL(/\/puzzles\/\w+\.[\w-]+\.600\.\d+$/);
  await settled(page);
});

check("what is damaged is set aside, and a browser that keeps nothing plays on", async (t) => {
  const { page } = await t.visitor();
  for (const damaged of ["{", "null", "[]", '{"rating":3}']) {
    await page.goto("/rules");
    await page.evaluate((text) => localStorage.setItem("duel-puzzles", text), damaged);
    await page.goto(`/puzzles/${LINK}`);
    await page.locator("#warning", { hasText: "set aside" }).waitFor();
    await settled(page);
    assert.ok((await page.evaluate(() => Object.entries(localStorage))).some(([name, text]) => name.startsWith("duel-puzzles-damaged-") && text === damaged));
  }
  for (const damaged of ["null", '{"training":[1],"looked":{}}']) {
    await page.evaluate((text) => localStorage.setItem("duel-training", text), damaged);
    await page.goto("/train");
    await page.locator("#warning", { hasText: "set aside" }).waitFor();
  }
  await page.locator("#nothing:visible").waitFor();

  const other = await t.visitor();
  await other.context.addInitScript(() => Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("no storage"); } }));
  await other.page.goto(`/puzzles/${LINK}`);
  await solve(other.page);
  await other.page.locator("#warning", { hasText: "keeps nothing" }).waitFor();
  await other.page.locator("#rated", { hasText: /^Solved/ }).waitFor();
  await other.page.goto("/train");
  await other.page.locator("#nothing:visible").waitFor();
});

/** Presses Tab until the focus is on something. */
async function reach(page, selector) {
  for (let presses = 0; presses < 90; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches ${selector}`);
}

check("a puzzle with the keyboard alone, on a small screen", async (t) => {
  const { page } = await t.visitor({ viewport: { width: 375, height: 740 } });
  await page.goto(`/puzzles/${LINK}`);
  await settled(page);
  const [win] = await winning(page);
  await reach(page, `#moves button[data-move="${win}"]`);
  await page.keyboard.press("Enter");
  await page.locator("#reply", { hasText: /^Right\. ./ }).waitFor();
  await until("the focus is on the next puzzle", () => page.evaluate(() => document.activeElement?.id === "next"));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\.8$/);
  await until("the focus is on the task", () => page.evaluate(() => document.activeElement?.id === "task"));
  for (const path of ["/puzzles/divide.all-moves.1500.3", "/puzzles/digits.win.1200.4", "/puzzles/factor.who-wins.1400.5", "/puzzles/dilemma.only-move.1600.6", "/train"]) {
    await page.goto(path);
    await settled(page);
    for (const summary of await page.locator("main summary:visible").all()) await summary.click();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `${path} is too wide`);
  }
});

check("puzzles and training without a network", async (t) => {
  const { page, context } = await t.visitor({ allow: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });
  await page.goto("/rules");
  await page.goto("/daily");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  });
  await context.setOffline(true);
  await page.goto("/puzzles");
  await page.waitForURL(/\/puzzles\/\w+\.[\w-]+\.600\.\d+$/);
  await settled(page);
  await page.goto(`/puzzles/${LINK}`);
  await solve(page);
  await page.locator("#rated", { hasText: /^Solved/ }).waitFor();
  await page.goto("/train");
  await page.locator("#nothing:visible").waitFor();
});

/** Plays a move that throws a win away, and resigns after the answer: a game of two at this device. */
async function throwAway(page, position) {
  const analysis = (/** @type {string} */ of) => world.server.api("GET", `/positions/${encodeURIComponent(of)}/analysis`);
  const { winning: wins, moves } = await analysis(position);
  const wrong = moves.map((/** @type {any} */ line) => line.move).find((/** @type {string} */ move) => !wins.includes(move));
  const [book, number] = position.split(":");
  const { winning: [answer] } = await analysis(`${book}:${Number(number) - Number(wrong)}`);
  await page.goto(`/play?position=${encodeURIComponent(position)}&opponent=person`);
  await page.waitForURL(/\/play\?game=/);
  await taps(page);
  await tap(page, wrong);
  await tap(page, answer);
  await resign(page);
  await page.locator("#after:visible").waitFor();
  return wins;
}

/** Lets the clock of the page stand on another day. */
const setDay = (page, day) => page.clock.setFixedTime(new Date(`${day}T12:00:00Z`));

check("a win that was thrown away comes back at growing intervals until it was found three times", async (t) => {
  const { page } = await t.visitor();
  await setDay(page, "2026-11-16");
  await page.goto("/train");
  await page.locator("#nothing", { hasText: "There is nothing to train." }).waitFor();
  const [win] = await throwAway(page, "subtract:20");
  await page.getByRole("link", { name: "Train on your mistakes" }).click();
  await page.locator("#status", { hasText: "1 position of 1 is due today; 0 learnt." }).waitFor();
  await page.getByRole("button", { name: "Hint (starts it over)" }).click();
  await page.locator("#counted", { hasText: "It comes back on Tuesday" }).waitFor();
  await page.locator(`#moves button[data-move="${win}"]`).click();
  await page.locator("#reply", { hasText: /^Right\. ./ }).waitFor();
  assert.match(await page.locator("#counted").innerText(), /^It comes back/, "the first answer counts");
  await page.getByRole("button", { name: "Next position" }).click();
  await page.locator("#nothing", { hasText: "Nothing is due today. The next position comes back on Tuesday" }).waitFor();
  for (const [day, words] of [
    ["2026-11-17", "Found 1 time. It comes back on Friday"],
    ["2026-11-20", "Found 2 times. It comes back on Friday"],
    ["2026-11-27", "Found 3 times in a row: this position is learnt."],
  ]) {
    await setDay(page, day);
    await page.goto("/train");
    await page.locator("#exercise:visible").waitFor();
    await page.locator("#typed").fill(win);
    await page.keyboard.press("Enter");
    await page.locator("#counted", { hasText: words }).waitFor();
  }
  await page.reload();
  await page.locator("#nothing", { hasText: "All is learnt." }).waitFor();
});
