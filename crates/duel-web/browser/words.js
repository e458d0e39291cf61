// What pages say is for people at a browser: no words of the command line, wherever they look.

import assert from "node:assert/strict";
import { BOOKS, begin, beginHere, playComputer } from "./table.js";
import { check, settled } from "./world.js";

const COMMAND_LINE = /(?<![\w-])--[a-z][\w-]*|[`"]duel [a-z]+|\btype (draw|moves|help|undo|resign|hint)\b|command line/i;

/** Asserts that nothing on a page, shown or folded, is meant for a terminal. */
async function plain(page, what) {
  const said = await page.evaluate(() => {
    const labels = [...document.querySelectorAll("[aria-label], [title], [placeholder]")]
      .flatMap((node) => ["aria-label", "title", "placeholder"].map((name) => node.getAttribute(name) ?? ""));
    return [document.title, document.body.textContent ?? "", ...labels].join("\n");
  });
  const found = said.match(COMMAND_LINE);
  assert.equal(found, null, `${what} says "${found && said.slice(Math.max(0, found.index - 60), found.index + 60)}"`);
}

check("no page has words of the command line", async (t) => {
  const { page } = await t.visitor({ allow: /404|422|400/ });
  const paths = [
    "/", "/play", "/play?game=none", "/play?position=nonsense:12", "/solve", "/solve/nonsense:12", "/daily", "/learn", ...BOOKS.map((book) => `/learn/${book}`), "/puzzles", "/train", "/calendar", "/discover", "/class", "/join", "/sheet", "/rules", ...BOOKS.map((book) => `/rules/${book}`), "/program", "/nothing",
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
    const { lines } = over.log;
    for (const line of lines.filter((each) => each.by && over.seats[each.by - 1].kind === "computer")) {
      assert.doesNotMatch(line.text, /\byou\b/i, "the computer's move");
    }
  });
}

check("a won game that is resigned is not called free of mistakes", async (t) => {
  const { page } = await t.visitor();
  await beginHere(page, { position: "subtract:60" });
  await page.getByRole("button", { name: "Resign…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Show insight" }).click();
  await page.locator("#insight", { hasText: "Player 1 resigned a position that was won." }).waitFor();
});
