// Every page and state by axe, against WCAG 2.2 AA, in light and dark.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { BOOKS, beginHere, beside, deal, placeOf, playOut, press, sit, tap, taps, turnSays } from "./table.js";
import { check, settled, until, world } from "./world.js";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Asserts that axe finds nothing, in both colour schemes. */
export async function clean(page, what) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    // The new colours are there when nothing changes any more.
    await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      for (let still = 0; still < 3; still++) {
        await frame();
        if (document.getAnimations().length) still = 0;
      }
    });
    // In the dark only colours differ.
    const rules = colorScheme === "light" ? TAGS : { type: "rule", values: ["color-contrast"] };
    const found = await page.evaluate(async (runOnly) => {
      const { violations } = await /** @type {any} */ (globalThis).axe.run(document, { runOnly, resultTypes: ["violations"] });
      return violations.map((/** @type {any} */ each) =>
        `${each.id}: ${each.help}\n${each.nodes.slice(0, 4).map((/** @type {any} */ node) => `  ${node.html.slice(0, 200)}\n    ${node.any.concat(node.all, node.none).map((/** @type {any} */ one) => one.message).join("; ").slice(0, 300)}`).join("\n")}`);
    }, rules);
    assert.deepEqual(found, [], `${what}, ${colorScheme}:\n${found.join("\n")}`);
  }
}

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

for (const [name, options] of /** @type {[string, any][]} */ ([["wide", {}], ["phone", PHONE]])) {
  check(`axe: pages to read and tools, ${name}`, async (t) => {
    const { page } = await t.visitor({ ...options, allow: /404|422|400/ });
    const paths = name === "phone" ? ["/", "/play", "/daily", "/puzzles/subtract-beginner.1", "/train", "/calendar", "/discover/subtract", "/solve/divide%3A60%2C84", "/class", "/sheet", "/assignment", "/assignment?p=divide:60", "/learn", "/learn/subtract"] : [
      "/", "/play", "/play?game=none", "/play?position=nonsense", "/daily", "/puzzles", "/puzzles/nonsense", "/train", "/daily/2099-01-01", "/calendar", "/discover", "/discover/factor%2Bno-whole", "/discover/nonsense", "/solve", "/class", "/join", "/join/KFXQ7", "/people", "/sheet", "/assignment", "/assignment?p=divide:60&p=nonsense", "/rules", "/rules/divide", "/program", "/nothing", "/solve/nonsense:12", "/learn", ...BOOKS.map((book) => `/learn/${book}`), "/first/nonsense",
      ...["divide:60,84", "dilemma+prime-steps:154", "subtract+no-echo:126", "digits:7:31", "factor+no-whole:30", "divide:7"].map((position) => `/solve/${encodeURIComponent(position)}`),
    ];
    for (const path of paths) {
      await page.goto(path);
      await settled(page);
      await page.locator("main details:not([open]) > summary").evaluateAll((all) => all.forEach((each) => /** @type {any} */ (each).click()));
      await clean(page, path);
    }
  });

  check(`axe: a table in all its states, ${name}`, async (t) => {
    const [anna, bob] = [await t.visitor(options), await t.visitor()];
    const free = await world.server.api("POST", "/games", { body: { book: "divide" } });
    await bob.page.goto(`/g/${free.id}`);
    await bob.page.getByRole("button", { name: "Take the seat" }).waitFor();
    await clean(bob.page, "a table with a free seat");
    await sit(anna.page, free);
    await anna.page.getByLabel("Link to this table").waitFor();
    await clean(anna.page, "a table that waits");
    for (const position of name === "phone" ? ["divide:720", "digits:7:31"] : ["divide:720,128", "dilemma+prime-steps:154", "subtract+no-echo:126", "factor:100", "digits:7:31"]) {
      const [first, second] = await deal({ position, clock: "5m+3s" });
      await sit(anna.page, first);
      await sit(bob.page, second);
      await taps(anna.page);
      await anna.page.locator("main details:not([open]) > summary").evaluateAll((all) => all.forEach((each) => /** @type {any} */ (each).click()));
      await clean(anna.page, position);
      const [move] = await taps(anna.page);
      await placeOf(anna.page, move).click();
      await anna.page.locator("#play").waitFor();
      await clean(anna.page, `${position}, a move that is looked at`);
      await anna.page.keyboard.press("Escape");
      if (name === "phone") {
        await beside(anna.page);
        await clean(anna.page, `${position}, what is beside the board`);
        await anna.page.locator("#side-close").click();
      }
      if (position !== "digits:7:31") continue;
      await world.server.api("POST", `/games/${first.id}/offers`, { body: { offer: "abandon" }, token: second.token });
      await anna.page.getByRole("button", { name: "Accept" }).waitFor();
      await clean(anna.page, "an offer");
      await press(anna.page, "Resign…");
      await clean(anna.page, "the question before resigning");
      await anna.page.getByRole("button", { name: "Cancel" }).click();
      if (name === "phone") await anna.page.locator("#side-close").click();
      await anna.page.getByRole("button", { name: "Rules" }).click();
      await clean(anna.page, "the rules");
      await anna.page.keyboard.press("Escape");
      await playOut([anna.page, bob.page]);
      await anna.page.locator("#after").waitFor();
      await anna.page.locator("#after .turning", { hasText: /mistake|turning point|could/ }).waitFor();
      await clean(anna.page, "a game that is over");
      await press(anna.page, "Show insight");
      await anna.page.locator("#insight .review > li").first().waitFor();
      await clean(anna.page, "the review");
      await anna.page.getByRole("button", { name: "Look at the position before move 2" }).click();
      await anna.page.locator("#scrub .badge").waitFor();
      await clean(anna.page, "the game, move by move");
    }
    for (const position of name === "wide" ? ["divide:360", "subtract:60", "factor:30", "digits:7:31"] : ["divide:360"]) {
      await beginHere(anna.page, { position, level: "hard" });
      await taps(anna.page);
      await press(anna.page, "Show insight");
      await anna.page.locator("#insight .verdict").waitFor();
      await anna.page.locator("main details:not([open]) > summary").evaluateAll((all) => all.forEach((each) => /** @type {any} */ (each).click()));
      await clean(anna.page, `insight into ${position}`);
      if (name === "phone") await anna.page.locator("#side-close").click();
      await anna.page.getByRole("button", { name: "Hint", exact: true }).click();
      await anna.page.locator("#hinted").waitFor();
      await clean(anna.page, `a hint in ${position}`);
    }
    await turnSays(anna.page, /^Your turn$/);
    await beginHere(anna.page, { position: "subtract+no-echo:180", opponent: "person" });
    await tap(anna.page, "12");
    await anna.page.locator(".key.barred").first().click({ force: true });
    await anna.page.locator(".bubble", { hasText: "12" }).waitFor();
    await clean(anna.page, "a number that may not be chosen");
    await beginHere(anna.page, { position: "divide:12", opponent: "person" });
    await clean(anna.page, "two at one device");
    await playOut([anna.page, anna.page]);
    await anna.page.locator("#after").waitFor();
    await clean(anna.page, "two at one device, over");
    await anna.page.goto("/play");
    await anna.page.locator("#games-list li").first().waitFor();
    await clean(anna.page, "the games of this browser");
  });
}

check("axe: the classroom on the projector", async (t) => {
  const { page } = await t.visitor();
  for (const book of BOOKS.slice(0, 4)) {
    const room = await world.server.api("POST", "/rooms", { body: { book, fair: true } });
    await page.goto(`/class/${room.code}`);
    await page.locator("#nobody").waitFor();
    if (book === "divide") await clean(page, "an empty room");
    for (let place = 0; place < 3; place++) await world.server.api("POST", `/rooms/${room.code}/join`, { body: {} });
    await until("the tables are shown", async () => (await page.locator("#tables li").count()) === 2);
    await page.locator("#tables button").first().click();
    await page.locator("#large #picture > *").first().waitFor();
    await clean(page, `a room of ${book}`);
    if (book !== "divide") continue;
    await page.evaluate(([key, token]) => localStorage.setItem(key, token), [`duel:room:${room.code}`, room.token]);
    await page.reload();
    await page.locator("#manage > summary").click();
    await page.getByRole("button", { name: "Standings" }).click();
    await page.locator("#standings tbody tr").first().waitFor();
    await clean(page, "what the teacher has");
    await page.locator("#pupils button").first().click();
    await clean(page, "the dialog of a pupil");
  }
});
