// The picture of a table in the documentation, which must not be older than the page. Pixels depend on the
// fonts of a machine, so what makes them is compared with what it was when the picture was taken: the words of
// the page, the parts that it draws, and its styles (docs/pictures/phone.txt). UPDATE_GOLDEN=1 takes the picture anew.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beginHere, placeOf, tap, taps } from "./table.js";
import { check } from "./world.js";

const picture = (name) => fileURLToPath(new URL(`../../../docs/pictures/${name}`, import.meta.url));

const digest = (/** @type {string} */ text) => createHash("sha256").update(text).digest("hex").slice(0, 16);

check("the picture of a table on a phone shows what the page shows", async (t) => {
  const { page } = await t.visitor({
    viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2,
    colorScheme: "light", reducedMotion: "reduce",
  });
  await beginHere(page, { position: "divide:360,84", level: "perfect", seed: "1" });
  await taps(page);
  await tap(page, "1:2", { touch: true });
  await taps(page);
  // A tap would leave its mark on the picture.
  await placeOf(page, "1:9").click();
  await page.locator("#play", { hasText: "Play /9" }).waitFor();
  const styles = await page.evaluate(async () => {
    const sheets = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]"));
    return (await Promise.all([...sheets].map(async ({ href }) => (await fetch(href)).text()))).join("\n");
  });
  // Where things are depends on the fonts too: only what is drawn counts.
  const drawn = (await page.locator("#picture").innerHTML()).replaceAll(/-?[\d.]+/g, "#");
  const words = `${await page.locator("body").innerText()}\n\nStyles: ${digest(styles)}\nDrawing: ${digest(drawn)}\n`;
  if (process.env.UPDATE_GOLDEN) {
    await page.screenshot({ path: picture("phone.png") });
    await writeFile(picture("phone.txt"), words);
  }
  assert.equal(words, await readFile(picture("phone.txt"), "utf8"), "the page has changed: docs/pictures/make takes the picture anew");
});
