// The page on which the rule behind lost numbers is looked for.

import assert from "node:assert/strict";
import { check, until } from "./world.js";

const lostNumbers = (page) => page.locator("#numbers .lost").evaluateAll((all) => all.map((each) => parseInt(each.textContent ?? "", 10)));

check("the lost numbers of every game to choose are shown, in signs and words", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/discover");
  for (const game of await page.locator("input[name=game]").evaluateAll((all) => all.map((each) => /** @type {any} */ (each).value))) {
    await page.goto("/discover");
    const choice = page.locator(`input[name=game][value="${game}"]`);
    // The first game is chosen already.
    if (!(await choice.isChecked())) {
      await choice.check();
      await page.waitForURL(`**/discover/${encodeURIComponent(game)}`);
    }
    const words = await until("they are found", async () => (await page.locator("#lost-words").innerText()).match(/^From (\d+) to 100 (?:these are lost: ([\d, ]+)|no number is lost)\.$/));
    const lost = await lostNumbers(page);
    assert.deepEqual(lost, words[2] ? words[2].split(", ").map(Number) : [], game);
    assert.equal(await page.locator("#numbers .lost", { hasText: "▽" }).count(), lost.length);
    assert.equal(await page.locator("#numbers .skipped").count(), Number(words[1]) - 1);
  }
  await page.goto("/discover/subtract");
  await until("they are found", async () => (await lostNumbers(page)).length);
  assert.deepEqual(await lostNumbers(page), [...Array(100).keys()].map((n) => n + 1).filter((n) => n % 2 === 1 || [2, 8, 32].includes(n)));
});

check("a conjecture by keys alone: a mistake, a counterexample, and the theorem", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/discover/subtract");
  await page.locator("#numbers .lost").first().waitFor();
  const field = page.getByLabel("A number is lost exactly when");
  await field.focus();
  await page.keyboard.type("odd or powr of 2");
  await page.keyboard.press("Enter");
  await page.locator("#mistake", { hasText: "is `power` meant?" }).waitFor();
  assert.equal(await page.locator("#mistake mark").textContent(), "powr");
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  // The place is selected: typing replaces it.
  await page.keyboard.type("power");
  await page.keyboard.press("Enter");
  await page.locator("#verdict", { hasText: "The smallest counterexample is 4." }).waitFor();
  assert.equal(await page.locator("#mistake").isVisible(), false);
  assert.match((await page.locator("#numbers .counter").textContent()) ?? "", /^4.*the smallest counterexample$/);
  await field.press("End");
  await page.keyboard.type(" and twos mod 2 = 1");
  await page.keyboard.press("Enter");
  await page.locator("#verdict.good", { hasText: "True as far as 1,000,000." }).waitFor();
  await page.locator("#verdict", { hasText: "It is the theorem of this game." }).waitFor();
  assert.equal(await page.locator("#numbers .counter").count(), 0);
});

check("a counterexample leads to the solver, which agrees", async (t) => {
  const { page } = await t.visitor();
  for (const game of ["divide", "digits+no-leading-zero", "factor+no-whole"]) {
    await page.goto(`/discover/${encodeURIComponent(game)}`);
    await page.locator("#numbers .lost").first().waitFor();
    await page.getByLabel("A number is lost exactly when").fill("never");
    await page.keyboard.press("Enter");
    const first = (await lostNumbers(page))[0];
    await page.locator("#verdict", { hasText: `The smallest counterexample is ${first}.` }).waitFor();
    await page.locator("#verdict a").click();
    await page.waitForURL(new RegExp(`/solve/${encodeURIComponent(game).replace("+", "\\+")}%3A${first}`));
    await page.locator("#verdict", { hasText: /loses|has lost/ }).waitFor();
  }
});

check("every example is answered in every game, and house rules change the game", async (t) => {
  const { page } = await t.visitor();
  for (const game of ["divide", "dilemma+prime-steps", "subtract+no-echo", "factor+no-whole"]) {
    await page.goto(`/discover/${encodeURIComponent(game)}`);
    await until("the numbers are found", async () => /^From/.test(await page.locator("#lost-words").innerText()));
    for (const example of await page.locator("#examples button").all()) {
      await example.click();
      await page.locator("#verdict", { hasText: /^(No\. The smallest counterexample is|True as far as)/ }).waitFor();
      await until("the button is free", async () => !(await page.locator("#check").getAttribute("aria-busy")));
    }
  }
  await page.goto("/discover/subtract");
  await page.locator("#house-details summary").click();
  await page.getByLabel(/^no-echo/).check();
  await page.waitForURL("**/discover/subtract%2Bno-echo");
  await until("they are found", async () => (await lostNumbers(page)).length);
  assert.equal(await page.locator("input[name=game]:checked").inputValue(), "subtract+no-echo");
  await page.goBack();
  await page.waitForURL("**/discover/subtract");
  await until("the numbers of before", async () => (await lostNumbers(page)).includes(32));
});
