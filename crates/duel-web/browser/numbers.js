// Long numbers and long lists of moves at a table: what stands on keys and places can be read, and a move of any
// page of the list is shown before it is played.

import assert from "node:assert/strict";
import { beginHere, gameOf, taps } from "./table.js";
import { check, until } from "./world.js";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SMALL = { ...PHONE, viewport: { width: 320, height: 568 } };
const FACTORIAL = "8320987112741390144276341183223364380754172606361245952449277696409600000000000000";

/** Words that stick out of their key, or lie on other words. */
const unreadable = (page) => page.evaluate(() => [...document.querySelectorAll("#moves .key")].flatMap((key) => {
  const box = key.getBoundingClientRect();
  return [...key.querySelectorAll(".number, .below")].filter((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    return left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1;
  }).map((text) => text.textContent);
}));

for (const [name, look] of Object.entries({ phone: PHONE, "small phone": SMALL })) {
  check(`keys with long numbers can be read on a ${name}`, async (t) => {
    const { page } = await t.visitor(look);
    for (const position of [`divide:${FACTORIAL}`, `subtract:${FACTORIAL}`, "divide:12345678987654321012", "factor:98765432109876543210", "divide:720720,360360", `factor:${(10n ** 39n + 3n) * (10n ** 40n + 121n)}`, "subtract:5040"]) {
      await beginHere(page, { position, opponent: "person" });
      await taps(page);
      assert.ok(await page.locator("#moves .key").count() > 1, position);
      assert.deepEqual(await unreadable(page), [], position);
    }
  });
}

check("a move of a long list is shown on the board and in a line, from every page of the list", async (t) => {
  const { page } = await t.visitor(PHONE);
  const key = (move) => page.locator(`#moves button[data-move="${move}"]`);
  await beginHere(page, { position: "divide:720720,128", opponent: "person" });
  await key("1:2").tap();
  await page.locator("#aim", { hasText: "720 720 / 2 = 360 360" }).waitFor();
  assert.equal(await page.locator("#play").innerText(), "Play /2");
  await page.getByRole("button", { name: "Larger" }).tap();
  await page.getByText(/^61 – 120 of 238$/).waitFor();
  await page.getByLabel("Near").fill("720");
  await page.getByRole("button", { name: "Find" }).tap();
  await key("1:720").tap();
  await page.locator("#aim", { hasText: "720 720 / 720 = 1001" }).waitFor();
  await page.locator("#play").tap();
  await until("the move is made", async () => (await gameOf(page)).position === "divide:1001,128/2");
});

for (const [number, label] of [["5040", "2520"], [FACTORIAL, "−62"]]) {
  check(`the number line of ${number.slice(0, 9)} has jumps with labels that lie apart`, async (t) => {
    const { page } = await t.visitor(PHONE);
    await beginHere(page, { position: `subtract:${number}`, opponent: "person" });
    await page.locator("#picture .open", { hasText: label }).waitFor();
    const { count, over } = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll("#picture .open rect")].map((rect) => rect.getBoundingClientRect());
      const over = boxes.flatMap((a, place) => boxes.slice(place + 1).filter((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1));
      return { count: boxes.length, over: over.length };
    });
    assert.ok(count >= 12, `${count} labels`);
    assert.equal(over, 0);
    // A jump without a label is drawn when its key is tapped.
    await page.locator('#moves button[data-move="3"]').tap();
    await page.locator("#picture .way.aim").waitFor();
  });
}

check("a review shows the number on which a move was made, also where there is room for one only", async (t) => {
  const { page } = await t.visitor(PHONE);
  await beginHere(page, { position: "divide:12,20", opponent: "person" });
  for (const move of ["2:10", "1:6"]) {
    const number = move[0];
    await taps(page);
    await page.locator(`#picture [data-number="${number}"]`).tap();
    await page.locator(`#moves button[data-move="${move}"]`).tap();
    await page.locator("#play").tap();
    await until("the move is made", async () => (await gameOf(page)).history.at(-1)?.move === move);
  }
  await page.locator("#after").getByRole("button", { name: "Review" }).tap();
  await page.locator("#scrub .badge").waitFor();
  for (const number of ["2", "1"]) {
    await page.locator(`#picture [data-number="${number}"][aria-pressed=true]`).waitFor();
    await page.locator("#picture .way.made").waitFor();
    await page.getByRole("button", { name: "One move on" }).tap();
  }
});
