// What pages say is for people at a browser: no words of the command line, wherever they look.

import assert from "node:assert/strict";
import { BOOKS, begin, beginHere, playComputer, press, resign, tap } from "./table.js";
import { check, settled, world } from "./world.js";

const COMMAND_LINE = /(?<![\w-])--[a-z][\w-]*|[`"]duel [a-z]+|\btype (draw|moves|help|undo|resign|hint|\d|\/|-)|what you type|command line/i;

/** Asserts that nothing on a page, shown or folded, is meant for a terminal. */
async function plain(page, what) {
  const said = await page.evaluate(() => {
    const labels = [...document.querySelectorAll("[aria-label], [title], [placeholder]")]
      .flatMap((node) => ["aria-label", "title", "placeholder"].map((name) => node.getAttribute(name) ?? ""));
    // How to start the server so that others can come, for the person who runs it.
    const words = /** @type {HTMLElement} */ (document.body.cloneNode(true));
    words.querySelector("#alone")?.remove();
    return [document.title, words.textContent ?? "", ...labels].join("\n");
  });
  const found = said.match(COMMAND_LINE);
  assert.equal(found, null, `${what} says "${found && said.slice(Math.max(0, found.index - 60), found.index + 60)}"`);
}

check("no page has words of the command line", async (t) => {
  const { page } = await t.visitor({ allow: /404|422|400/ });
  const paths = [
    "/", "/play", "/play?game=none", "/play?position=nonsense:12", "/solve", "/solve/nonsense:12", "/daily", "/learn", ...BOOKS.map((book) => `/learn/${book}`), ...BOOKS.map((book) => `/first/${book}`), "/puzzles", "/train", "/calendar", "/discover", "/class", "/join", "/people", "/sheet", "/assignment", "/rules", ...BOOKS.map((book) => `/rules/${book}`), "/program", "/nothing",
    ...["divide:60,84", "dilemma+prime-steps:154", "subtract+no-echo:126", "digits:7:31", "factor+no-whole:840", "factor+no-whole:50040"].map((position) => `/solve/${encodeURIComponent(position)}`),
  ];
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    await plain(page, path);
    while (path.startsWith("/solve/") && (await page.locator("#more").isVisible())) {
      await page.locator("#more").click();
      await plain(page, `${path}, more`);
    }
  }
});

for (const book of BOOKS) {
  check(`a table of ${book} has no words of the command line, nor calls the computer "you"`, async (t) => {
    const { page } = await t.visitor();
    await begin(page, { book, fair: false, opponent: "computer" });
    await plain(page, "the first turn");
    await page.getByRole("button", { name: "Show insight" }).click();
    await page.locator("#insight .verdict").waitFor();
    for (const depth of ["The idea", "The proof", "In short"]) {
      await page.locator("#insight label", { hasText: depth }).click();
      await plain(page, `insight, ${depth}`);
    }
    const over = await playComputer(page);
    await page.locator("#insight .review > li").first().waitFor();
    await plain(page, "the end");
    const isComputer = (/** @type {number} */ seat) => over.seats[seat - 1].kind === "computer";
    const { lines } = over.log;
    for (const line of lines.filter((each) => each.by && isComputer(each.by))) {
      assert.doesNotMatch(line.text, /\byou\b/i, "the computer's move");
    }
    const reviewed = await page.locator("#insight .review > li").allTextContents();
    for (const [place, { by }] of over.history.entries()) {
      if (isComputer(by)) assert.doesNotMatch(reviewed[place], /\byour?\b/i, "the review of the computer's move");
      else assert.match(reviewed[place], /You: /, "the review of the visitor's move");
    }
    // The position before a move of the computer is not the visitor's either.
    const ply = over.history.findIndex((/** @type {any} */ past) => isComputer(past.by)) + 1;
    if (ply === 0) return;
    await page.getByRole("button", { name: `Look at the position before move ${ply}` }).click();
    await page.locator("#insight .verdict", { hasText: "Computer" }).waitFor();
    for (const depth of ["The idea", "The proof", "In short"]) {
      await page.locator("#insight label", { hasText: depth }).click();
      assert.doesNotMatch(await page.locator("#insight .reason:not([role])").innerText(), /\byour?\b/i, depth);
    }
  });
}

check("a won game that is resigned is not called free of mistakes", async (t) => {
  const { page } = await t.visitor();
  await beginHere(page, { position: "subtract:60" });
  await resign(page);
  await press(page, "Show insight");
  await page.locator("#insight", { hasText: "You resigned a position that was won." }).waitFor();
});

check("the loser of a game of digits is not told to have won", async (t) => {
  const { page } = await t.visitor();
  await beginHere(page, { position: "digits:7:314", level: "perfect" });
  // 3143 = 7 x 449 would win; after any other digit the computer completes a multiple.
  await tap(page, "0");
  await page.locator("#after:visible").waitFor();
  await press(page, "Show insight");
  const last = page.locator("#insight .review > li").last();
  await last.waitFor();
  assert.match(await last.innerText(), /Computer \(perfect\) has won\./);
  assert.doesNotMatch(await last.innerText(), /\byou\b/i);
  assert.match(await page.locator("#insight .summary").innerText(), /^At the start you could win\. You threw the win away with move 1\./);
});

check("a review says one thing of a loss that came sooner than necessary", async (t) => {
  const { page } = await t.visitor();
  // 75 is odd, and lost: 25 leads to the end soonest.
  await beginHere(page, { position: "subtract:75", level: "perfect" });
  const { moves } = await world.server.api("GET", "/positions/subtract:75/analysis");
  const [soonest] = [...moves].sort((a, b) => a.plies - b.plies);
  await tap(page, soonest.move);
  await playComputer(page);
  await press(page, "Show insight");
  await page.locator("#insight .review .badge", { hasText: "sooner than necessary" }).first().waitFor();
  const summary = await page.locator("#insight .summary").innerText();
  assert.match(summary, /you could have held out longer/);
  assert.doesNotMatch(summary, /mistake/);
});
