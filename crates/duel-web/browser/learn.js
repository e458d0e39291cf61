// The lessons, and arguing with the reason of a position.

import assert from "node:assert/strict";
import { clean } from "./access.js";
import { BOOKS } from "./table.js";
import { check, until } from "./world.js";

const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };
const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

/** Asserts that nothing is wider than the screen. */
async function fits(page) {
  const [wide, width] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= width, `${wide} is wider than ${width}`);
}

const stepOf = (page) => page.locator("#count").innerText();
const verdicts = (page) => page.locator("#said [data-verdict]").getAttribute("data-verdict", { timeout: 100 }).catch(() => null);

/** Answers the step with whatever is offered, one after the other, until it is right; gives how many answers were wrong. */
async function answerByTrying(page) {
  let wrong = 0;
  const tried = new Set();
  const answers = page.locator("#answers button");
  for (let turns = 0; !(await page.locator("#on").isVisible()); turns++) {
    assert.ok(turns < 200, "the step does not end");
    const place = await page.locator("#words").textContent();
    const texts = await answers.allTextContents();
    const next = texts.findIndex((text) => !tried.has(`${place} ${text}`));
    assert.ok(next >= 0, "nothing was right");
    tried.add(`${place} ${texts[next]}`);
    await page.locator("#said").evaluate((node) => node.replaceChildren());
    await answers.nth(next).click();
    const verdict = await until("it is judged", () => verdicts(page));
    assert.ok((await page.locator("#said").innerText()).length > 10, "every answer is explained");
    if (verdict === "wrong") wrong += 1;
    assert.ok(["right", "good", "wrong"].includes(verdict), verdict);
  }
  return wrong;
}

for (const book of BOOKS) {
  check(`the course of ${book} is finished on a phone by trying, and every mistake is explained`, async (t) => {
    const { page } = await t.visitor(PHONE);
    await page.goto(`/learn/${book}`);
    let wrong = 0;
    await page.locator("#lesson:visible").waitFor();
    while (await page.locator("#lesson").isVisible()) {
      const step = await stepOf(page);
      wrong += await answerByTrying(page);
      await fits(page);
      await page.locator("#on").click();
      await until("the next step is there", async () => (await page.locator("#ended").isVisible()) || (await stepOf(page)) !== step);
    }
    assert.ok(wrong > 0);
    await page.locator("#ended-head", { hasText: "every step" }).waitFor();
    await fits(page);
    await page.getByRole("link", { name: "All lessons" }).locator("visible=true").click();
    await page.locator(`#courses a[data-book=${book}]`, { hasText: "Done" }).waitFor();
    await page.goto(`/learn/${book}`);
    await page.getByRole("button", { name: "Start over" }).click();
    await until("the first step again", async () => /^Step 1 of/.test(await stepOf(page)));
  });
}

/** Presses Tab until the focus is on this. @param {any} target a locator of one element */
async function tabTo(page, target) {
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches ${target}`);
}

for (const book of BOOKS) {
  check(`the course of ${book} is taken with the keyboard alone, and the focus is never lost`, async (t) => {
    const { page } = await t.visitor({ viewport: { width: 1280, height: 800 } });
    await page.goto(`/learn/${book}`);
    await page.locator("#lesson:visible").waitFor();
    const answers = page.locator("#answers button");
    const on = page.locator("#on");
    const tried = new Set();
    let wrong = 0;
    while (await page.locator("#lesson").isVisible()) {
      const step = await stepOf(page);
      const isRead = await on.isVisible();
      while (!(await on.isVisible())) {
        const place = `${step} ${await page.locator("#words").textContent()}`;
        const all = await answers.evaluateAll((nodes) => nodes.map((node) => /** @type {any} */ (node).dataset.move ?? node.textContent));
        const next = all.findIndex((/** @type {string} */ each) => !tried.has(`${place} ${each}`));
        assert.ok(next >= 0, "nothing was right");
        tried.add(`${place} ${all[next]}`);
        await page.locator("#said").evaluate((node) => node.replaceChildren());
        if (await page.locator("#typing").isVisible()) {
          await tabTo(page, page.locator("#typed"));
          await page.keyboard.type(all[next]);
        } else await tabTo(page, answers.nth(next));
        await page.keyboard.press("Enter");
        const verdict = await until("it is judged", () => verdicts(page));
        assert.ok(["right", "good", "wrong"].includes(verdict), verdict);
        wrong += Number(verdict === "wrong");
        if (verdict !== "right") await until("the focus is on what was answered with", () => page.evaluate(() => document.activeElement?.closest("#typing, #answers")));
      }
      // A step that is only read has it from the beginning; after an answer the focus is there.
      if (isRead) await tabTo(page, on);
      else await page.locator("#on:focus").waitFor();
      await page.keyboard.press("Enter");
      await page.locator("#title:focus, #ended-head:focus").waitFor();
      await until("the next step is there", async () => (await page.locator("#ended").isVisible()) || (await stepOf(page)) !== step);
    }
    assert.ok(wrong > 0);
    await page.locator("#ended-head:focus", { hasText: "every step" }).waitFor();
  });
}

check("newcomers are led to the first lesson, which is taken with the keyboard alone and goes on offline where it was left", async (t) => {
  const { page, context } = await t.visitor({ allow: OFFLINE });
  await page.goto("/");
  await page.getByRole("link", { name: "Lessons" }).click();
  await page.locator("#current").click();
  await page.locator("#lesson:visible").waitFor();
  const first = await page.evaluate(async () => (await (await import(/** @type {any} */ (globalThis).fileOf("engine/engine.js"))).askTeacher("courses", {})).first);
  assert.ok(page.url().endsWith(`/learn/${first}`));
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  });
  await context.setOffline(true);
  const press = async (/** @type {any} */ target) => {
    await target.focus();
    await page.keyboard.press("Enter");
  };
  await press(page.locator("#on"));
  await page.locator("#title:focus", { hasText: "Your first move" }).waitFor();
  await page.locator("#typed").focus();
  await page.keyboard.type("5");
  await page.keyboard.press("Enter");
  await page.locator("#said [data-verdict=refused]", { hasText: "You can play one of these: 2, 3, 4, 6." }).waitFor();
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await page.locator("#said [data-verdict=right]").waitFor();
  await page.locator("#on:focus").waitFor();
  await page.keyboard.press("Enter");
  await page.locator("#title:focus", { hasText: "Who wins" }).waitFor();
  await press(page.locator("#hint"));
  await page.locator("#said", { hasText: "It is not this one" }).waitFor();
  await press(page.locator("#skip"));
  await page.locator("#title:focus", { hasText: "The last move" }).waitFor();
  await press(page.locator("#answers button", { hasText: "2" }));
  await page.locator("#said [data-verdict=wrong]", { hasText: "That leaves 4, and 4 is not a prime." }).waitFor();
  await press(page.locator("#back"));
  await page.locator("#title:focus", { hasText: "Who wins" }).waitFor();
  // In the middle of a game.
  await press(page.getByRole("button", { name: /^Step 5/ }));
  await page.locator("#title:focus", { hasText: "A whole game" }).waitFor();
  await press(page.locator("#answers button[data-move='3']"));
  await page.locator("#said [data-verdict=good]").waitFor();
  const words = await page.locator("#words").textContent();
  await page.reload();
  await page.locator("#title", { hasText: "A whole game" }).waitFor();
  assert.equal(await page.locator("#words").textContent(), words, "the game goes on where it was left");
  await page.goto("/learn");
  await page.locator("#current", { hasText: "A whole game" }).waitFor();
  await page.locator(`#courses a[data-book=${first}]`, { hasText: "1 of" }).or(page.locator(`#courses a[data-book=${first}]`, { hasText: "2 of" })).first().waitFor();
  await context.setOffline(false);
});

check("what is said to a wrong answer is seen on a phone", async (t) => {
  const { page } = await t.visitor({ ...PHONE, viewport: { width: 390, height: 844 } });
  await page.goto("/learn/factor");
  const answers = page.locator("#answers button");
  await answers.first().waitFor();
  const height = 844;
  let wrong = 0;
  for (let place = 0; place < await answers.count() && await page.locator("#on").isHidden(); place++) {
    await page.locator("#said").evaluate((node) => node.replaceChildren());
    await answers.nth(place).tap();
    wrong += Number(await until("it is judged", () => verdicts(page)) === "wrong");
    const box = await until("it is scrolled to", async () => {
      const found = await page.locator("#said").boundingBox();
      return found && found.y >= 0 && found.y + found.height <= height ? found : null;
    });
    assert.ok(box);
  }
  assert.ok(wrong > 0);
});

check("progress that is damaged is set aside, and lessons work where nothing can be kept", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/rules");
  await page.evaluate(() => localStorage.setItem("duel-lessons", "{broken"));
  await page.goto("/learn/divide");
  await page.locator("#kept", { hasText: "set aside" }).waitFor();
  assert.match(await stepOf(page), /^Step 1 of/);
  assert.equal(await page.evaluate(() => localStorage.getItem("duel-lessons-damaged-1")), "{broken");
  const list = '{"last":null,"courses":[]}';
  await page.evaluate((text) => localStorage.setItem("duel-lessons", text), list);
  await page.goto("/learn/divide");
  await page.locator("#kept", { hasText: "set aside" }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("duel-lessons-damaged-2")), list);
  // What is no position, and one that cannot be won: the step begins anew, and says so.
  for (const position of ["<nothing>", "subtract:9"]) {
    await page.evaluate((text) => localStorage.setItem("duel-lessons", JSON.stringify({ last: "subtract", courses: { subtract: { next: "whole-game", done: [], position: text } } })), position);
    await page.goto("/learn/subtract");
    await page.locator("#title", { hasText: "A whole game" }).waitFor();
    await page.locator("#said", { hasText: "the step begins anew" }).waitFor();
    await page.locator("#answers button[data-move='3']").click();
    await page.locator("#said [data-verdict=good]").waitFor();
  }
  const other = await t.visitor();
  await other.context.addInitScript(() => Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("forbidden"); } }));
  await other.page.goto("/learn/subtract");
  await other.page.locator("#kept", { hasText: "keeps nothing" }).waitFor();
  await other.page.locator("#on").click();
  await other.page.locator("#title", { hasText: "Your first move" }).waitFor();
});

check("axe: a lesson in its states, and an argument", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/learn/subtract");
  await page.locator("#on").click();
  await page.locator("#title", { hasText: "Your first move" }).waitFor();
  await page.locator("#hint").click();
  await page.locator("#said .notice").waitFor();
  await clean(page, "a hint");
  await answerByTrying(page);
  await clean(page, "a step that is done");
  await page.goto(`/solve/${encodeURIComponent("subtract:15")}`);
  await page.getByRole("button", { name: "Tell me more" }).click();
  await page.getByRole("button", { name: "Try to refute it" }).click();
  await page.locator("#argue [data-move]").first().waitFor();
  await clean(page, "an argument");
});

for (const position of ["subtract:15", "subtract+no-echo:60", "divide:60,84", "dilemma+prime-steps:77", "digits+once:13:4", "factor+misere+root+no-whole:120", "divide:60"]) {
  check(`the reason of ${position} stands against every try`, async (t) => {
    const { page } = await t.visitor(PHONE);
    await page.goto(`/solve/${encodeURIComponent(position)}`);
    await page.getByRole("button", { name: "Try to refute it" }).click();
    const close = page.getByRole("button", { name: "I am convinced" });
    const tries = page.locator("#argue .tries button");
    const said = page.locator("#argue [role=status]");
    const settledDown = () => until("it is answered", async () => (await page.locator("#argue .argue:not([aria-busy])").count()) && !/Looking/.test(await said.innerText()));
    await settledDown();
    const start = await said.innerText();
    let made = 0;
    // Twice: the first try each time, and the last one.
    for (const which of ["first", "last"]) {
      for (let turns = 0; await tries.count(); turns++) {
        assert.ok(turns < 30, "the argument does not end");
        await tries[which]().tap();
        await settledDown();
        assert.match(await said.innerText(), /^You play /);
        made += 1;
      }
      await fits(page);
      if (!made) break;
      await page.getByRole("button", { name: "Take it back" }).tap();
      await tries.first().waitFor();
      if (await page.getByRole("button", { name: "From the start" }).isVisible()) await page.getByRole("button", { name: "From the start" }).tap();
      await until("it begins again", async () => (await said.innerText()) === start);
    }
    assert.equal(made === 0, position === "divide:60", "where the first move wins at once nothing can be tried");
    await close.tap();
    await page.locator("#refute:focus").waitFor();
    assert.equal(await page.locator("#argue > *").count(), 0);
  });
}
