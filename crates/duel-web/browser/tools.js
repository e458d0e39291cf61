// The solver, the duel of the day, the classroom, and sheets to print.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { BOOKS, beginHere, deal, gameOf, placeOf, playAt, tap, taps, turnSays } from "./table.js";
import { check, until, world } from "./world.js";

const POSITIONS = {
  divide: "divide:60,84", dilemma: "dilemma+prime-steps:154", subtract: "subtract+no-echo:126", digits: "digits:7:31", factor: "factor+misere+root+no-whole:147",
};

for (const [book, position] of Object.entries(POSITIONS)) {
  check(`the solver explains ${position} by its address, follows moves and goes back`, async (t) => {
    const { page } = await t.visitor();
    const analysis = await world.server.api("GET", `/positions/${encodeURIComponent(position)}/analysis`);
    await page.goto(`/solve/${encodeURIComponent(position)}`);
    await page.locator("#answer").waitFor();
    const verdict = await page.locator("#verdict").innerText();
    assert.match(verdict, { win: /to move wins/, loss: /to move loses/ }[analysis.value]);
    const told = async () => (await page.locator("#why, #deeper section > p").allTextContents()).join(" ").replace(/\s+/g, " ");
    const reason = (depth) => analysis.reasons[depth].replace(/\s+/g, " ");
    assert.equal(await told(), reason("child"));
    for (const depth of ["student", "proof"]) {
      if (reason(depth) === (await told())) continue;
      await page.locator("#more").click();
      assert.equal(await told(), reason(depth));
    }
    assert.equal(await page.locator("#more").isVisible(), false);
    // What was searched is proved by its certificate.
    if (analysis.basis === "search") await page.locator("#deeper pre", { hasText: `position ${position}` }).waitFor();
    const links = page.locator("#moves a");
    assert.equal(await links.count(), analysis.moves.length);
    const next = decodeURIComponent((await links.first().getAttribute("href")).slice("/solve/".length));
    await links.first().click();
    await page.waitForURL(`**/solve/${encodeURIComponent(next)}`);
    await page.locator("#position", { hasText: next }).waitFor();
    await page.goBack();
    await until("the position is back", async () => (await page.locator("#position").textContent()) === position);
    assert.equal(await page.locator("#verdict").innerText(), verdict);
    await page.getByRole("link", { name: "Play from here" }).click();
    await page.waitForURL(/\/play\?game=/);
    await turnSays(page, /^Your turn$/);
    assert.equal((await gameOf(page)).start, position);
    assert.equal((await gameOf(page)).book, book);
  });
}

for (const [position, words] of [["digits:7:31", "0 wins"], ["digits+misere:7:31", "0 loses"]]) {
  check(`the solver and a table say that in ${position} ${words}`, async (t) => {
    const { page } = await t.visitor();
    await page.goto(`/solve/${encodeURIComponent(position)}`);
    await page.locator("#answer").waitFor();
    assert.ok((await page.locator("#words").textContent()).includes(words));
    await beginHere(page, { position });
    await taps(page);
    assert.ok((await page.locator("#words-table").textContent()).includes(words));
  });
}

check("the solver's form writes positions, and a bad one is explained", async (t) => {
  const { page } = await t.visitor({ allow: /400|404|422/ });
  await page.goto("/solve/divide%3A0");
  await page.locator("#trouble").waitFor();
  assert.match(await page.locator("#trouble").innerText(), /divide:0 cannot be explained\. .*A position looks like this: divide:60,84/s);
  await page.locator("#books label", { hasText: "subtract" }).click();
  await page.locator("#numbers").fill("30");
  await page.locator("#house label", { hasText: "no-echo" }).click();
  await page.getByRole("button", { name: "Solve it" }).click();
  await page.waitForURL("**/solve/subtract%2Bno-echo%3A30");
  await page.locator("#answer").waitFor();
  assert.equal(await page.locator("#trouble").isVisible(), false);
  await page.goto(`/solve/${encodeURIComponent("<img src=x onerror=alert(1)>")}`);
  await page.locator("#trouble", { hasText: "<img src=x" }).waitFor();
  assert.equal(await page.locator("#trouble img").count(), 0);
});

check("the solver's form says the rules that are chosen, not those of the book", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/solve");
  const rules = page.locator("#book-words");
  const house = (/** @type {string} */ name) => page.locator(`#house input[value="${name}"]`);
  await page.locator("#books label", { hasText: "subtract" }).click();
  await rules.waitFor();
  const plain = await rules.innerText();
  assert.doesNotMatch(plain, /just chosen/);
  await house("no-echo").click();
  await until("the house rule is told", async () => /just chosen/.test(await rules.innerText()));
  await house("misere").click();
  await until("whoever cannot move wins", async () => /cannot move.* wins/.test(await rules.innerText()));
  // Numbers that are no start do not hide the rules.
  await page.locator("#numbers").fill("nonsense");
  await house("root").click();
  await until("the third rule is told too", async () => /times itself|square|d\*d|by itself/.test(await rules.innerText()));
  for (const name of ["no-echo", "misere", "root"]) await house(name).click();
  await page.locator("#numbers").fill("60");
  await page.locator("#numbers").blur();
  await until("the book's rules are back", async () => (await rules.innerText()) === plain);
  await page.locator("#books label", { hasText: "divide" }).click();
  await house("either").click();
  await house("prime-steps").click();
  await until("rules that do not go together are refused", async () => /prime-steps/.test(await rules.innerText()));
});

check("the certificate of a position can be downloaded", async (t) => {
  const { page } = await t.visitor();
  await page.goto(`/solve/${encodeURIComponent("divide:60")}`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the proof" }).click()]);
  assert.equal(download.suggestedFilename(), "position.cert");
  const proof = await world.server.text("/api/v1/positions/divide%3A60/certificate");
  assert.equal(await readFile(await download.path(), "utf8"), proof, "the page and the server prove alike");
});

check("the daily duel is won without a network, and its line gives nothing away", async (t) => {
  const { page, context } = await t.visitor({ permissions: ["clipboard-read", "clipboard-write"], allow: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });
  await page.goto("/daily");
  await page.locator("#board").waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  });
  // The day of the page, also if midnight passes meanwhile.
  const date = await page.locator("#lead time").getAttribute("datetime");
  const day = await world.server.api("GET", `/daily/${date}`);
  await context.setOffline(true);
  await page.reload();
  await page.locator("#board").waitFor();

  // The server's solver says what wins; the page must agree to the end.
  for (;;) {
    const game = await until("it is our turn, or over", async () => {
      const now = await gameOf(page);
      return (now.result || now.turn === 1) && now;
    });
    if (game.result) break;
    await taps(page);
    const { winning } = await world.server.api("GET", `/positions/${encodeURIComponent(game.position)}/analysis`);
    assert.ok(winning.length, `${game.position} is lost`);
    await tap(page, winning[0]);
  }
  const end = page.locator("#after");
  await end.getByRole("heading", { name: "You win!" }).waitFor();
  await end.getByRole("button", { name: "Copy the line" }).click();
  const line = await until("the line is copied", () => page.evaluate(() => navigator.clipboard.readText()));
  assert.match(line, new RegExp(`^Divisor Duel daily ${date} · ${day.book} · won in \\d+ moves? · (🟩)+ · ${world.server.origin}/daily/${date}$`, "u"));
  for (const number of day.position.match(/\d+/g).filter((each) => each.length > 1)) {
    assert.ok(!line.replace(/ · http.*/, "").replace(date, "").includes(number), `${number} is in the line`);
  }
  await page.reload();
  await end.getByRole("heading", { name: "You win!" }).waitFor();
  await context.setOffline(false);
});

check("the daily duel goes on when the engine has died", async (t) => {
  const { page, context } = await t.visitor();
  await context.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    const deaths = { '"ask":"analysis"': 3, '"ask":"reply"': 2 };
    Worker.prototype.postMessage = function (/** @type {any[]} */ ...message) {
      const mortal = Object.keys(deaths).find((question) => String(message[0]?.request).includes(question) && deaths[question]-- > 0);
      if (!mortal) return postMessage.apply(this, /** @type {any} */ (message));
      this.terminate();
      setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "out of memory", cancelable: true })), 0);
    };
  });
  await page.goto("/daily/2026-01-03");
  const [move] = await taps(page);
  await playAt(placeOf(page, move));
  await page.locator("#move-problem", { hasText: "The engine has stopped" }).waitFor();
  // The move is made the next time, and the reply to it is asked for again.
  await tap(page, move);
  await page.locator("#warning").getByRole("button", { name: "Try again" }).click();
  await until("the computer has replied, or it is over", async () => (await gameOf(page)).ply === 2 || (await gameOf(page)).result);
  assert.equal(await page.locator("#warning").isVisible(), false);
});

/** What a page claims about the moves of a position must be what is known. */
for (const [position, words] of [
  ["divide:60,84", /^20 moves, of which none wins\./],
  ["divide:30", /^6 moves, of which 3 win\./],
  ["subtract:15", /^2 moves, of which none wins\./],
  // 60!, with more moves than anybody looks at.
  ["divide:8320987112741390144276341183223364380754172606361245952449277696409600000000000000", /^\S+ moves, of which 17 win\. 217 of them are listed\./],
  // Two primes of 40 and 41 digits: not factored in time.
  [`factor:${(10n ** 39n + 3n) * (10n ** 40n + 121n)}`, /^(At least \d+ moves?, of which at least|The moves are not known, but at least one wins)/],
]) {
  check(`the solver counts the moves of ${position.slice(0, 30)} as far as they are known`, async (t) => {
    const { page } = await t.visitor();
    const answer = await world.server.api("GET", `/positions/${encodeURIComponent(position)}/analysis`);
    await page.goto(`/solve/${encodeURIComponent(position)}`);
    await page.locator("#answer").waitFor();
    const note = (await page.locator("#moves-note").innerText()).replaceAll("\u202f", "");
    assert.match(note, words);
    const wins = note.match(/of which (at least )?(\d+|none)/);
    if (wins && !wins[1]) assert.ok(answer.all_judged, `${note} is not known`);
    if (wins?.[2] === "none") assert.notEqual(answer.value, "win");
    else if (wins) assert.equal(Number(wins[2]), answer.winning_found);
  });
}

check("the daily duel keeps every day's game", async (t) => {
  const { page } = await t.visitor();
  const days = ["2026-01-05", "2026-01-06"];
  const left = [];
  for (const day of days) {
    await page.goto(`/daily/${day}`);
    await tap(page, (await taps(page))[0]);
    left.push(await until("the computer has replied, or it is over", async () => {
      const game = await gameOf(page);
      return (game.ply > 1 || game.result) && game.position;
    }));
  }
  for (const [place, day] of days.entries()) {
    await page.goto(`/daily/${day}`);
    await page.locator("#board").waitFor();
    assert.equal((await gameOf(page)).position, left[place], `the game of ${day}`);
  }
});

check("the daily duel fits a phone, and a tap only looks", async (t) => {
  const { page } = await t.visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto("/daily/2026-01-06");
  const [move] = await taps(page);
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), "the page scrolls");
  await placeOf(page, move).tap();
  await page.locator("#play:visible").waitFor();
  assert.equal((await gameOf(page)).ply, 0);
});

check("a sheet prints its boards and nothing else", async (t) => {
  const { page } = await t.visitor();
  const game = (book) => page.locator(`#books label:has(input[value=${book}])`);
  await page.goto("/sheet");
  await game("divide").click();
  await page.getByLabel("Seed").fill("7");
  await page.getByLabel("Solutions on a last page").check();
  await until("the sheet is made", async () => (await page.locator("#sheet .solutions li").count()) === 4);
  assert.equal(await page.locator("#sheet .board").count(), 4);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("#form").isVisible(), false);
  assert.equal(await page.locator("header.site").isVisible(), false);
  const { starts } = await world.server.api("GET", "/deals?book=divide&count=4&seed=7");
  const boards = await page.locator("#sheet .board .start").allInnerTexts();
  assert.deepEqual(boards, starts.map((start) => start.replace("divide:", "").replaceAll(",", " · ")));
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 2, "one page of boards and one of solutions");
  // A page of paper between its margins is about 703 points of the screen wide.
  await page.setViewportSize({ width: 703, height: 900 });
  for (const book of BOOKS) {
    for (const per of book === "divide" ? ["1", "2", "4", "6"] : ["4", "6"]) {
      await page.emulateMedia({ media: "screen" });
      await game(book).click();
      await page.getByLabel("Boards on a page").selectOption(per);
      const title = await game(book).innerText();
      await until("the sheet is made anew", async () => (await page.locator("#sheet .board h2", { hasText: title.trim() }).count()) === Number(per));
      await page.emulateMedia({ media: "print" });
      const cut = await page.locator("#sheet .board").evaluateAll((boards) => boards.filter((board) => board.scrollHeight > board.clientHeight + 1).length);
      assert.equal(cut, 0, `boards of ${book} are cut off, ${per} on a page`);
      const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
      // Long games get larger boards, and so more pages.
      assert.equal(sheets, await page.locator("#sheet .page").count(), `${book}, ${per} boards on a page`);
    }
  }
});

check("a sheet has lines for names, a field for every move of the longest game, and tasks with their answers", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/sheet");
  await page.getByText("My own").click();
  await page.getByLabel("Starts", { exact: true }).fill("divide:12\ndivide:64\nfactor:12");
  await page.getByLabel(/Tasks instead/).check();
  await until("the sheet is made", async () => (await page.locator("#sheet .solutions li").count()) === 3);
  // Each division takes a prime away, and 1 + 2 + 3 + 4 is the most that fits into 12.
  assert.deepEqual(await page.locator("#sheet .cells").evaluateAll((lists) => lists.map((list) => list.children.length)), [3, 6, 4]);
  assert.equal(await page.locator("#sheet .board .names .line").count(), 6);
  await page.locator("#sheet .board").first().filter({ hasText: "All divisors of 12:" }).filter({ hasText: "Who wins" }).waitFor();
  const answers = await page.locator("#sheet .solutions li").first().innerText();
  assert.ok(answers.includes("● wins") && answers.includes("The divisors of 12 are 1, 2, 3, 4, 6, 12."), answers);
  // A long game: a page of its own, with as many fields as the game can have moves.
  await page.getByLabel("Starts", { exact: true }).fill("subtract+no-echo:126");
  await page.getByRole("button", { name: "Make the sheet" }).click();
  await until("the board is larger", async () => (await page.locator("#sheet .page.per-2 .cells li").count()) === 84);
  await page.locator("#status", { hasText: "up to 84 moves" }).waitFor();
  // 1 can be taken 29 times from 30.
  await page.getByLabel("Starts", { exact: true }).fill("dilemma+prime-steps:30");
  await page.getByRole("button", { name: "Make the sheet" }).click();
  await until("the last move has a field", async () => (await page.locator("#sheet .cells li").count()) === 29);
});

check("an assignment: what cannot be won is said, the link holds the rest, and what was won is kept and counted", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/assignment");
  await page.getByLabel("Positions", { exact: true }).fill("divide:12\nsubtract:8\nnonsense");
  await page.getByRole("button", { name: "Make the link" }).click();
  const problems = page.locator("#problems li");
  await until("both are named", async () => (await problems.count()) === 2);
  await problems.nth(0).filter({ hasText: "Line 2, subtract:8: it is lost for the player to move" }).waitFor();
  await problems.nth(1).filter({ hasText: "Line 3, nonsense" }).waitFor();
  await page.getByLabel("Title, if you like").fill("Homework <b>");
  await page.getByLabel("Positions", { exact: true }).fill("divide:12\ndivide:30");
  await page.getByRole("button", { name: "Make the link" }).click();
  await page.locator("#made").waitFor();
  const link = await page.getByLabel("For your class").inputValue();

  const pupil = await t.visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await pupil.page.goto(link);
  await pupil.page.getByRole("heading", { name: "Homework <b>" }).waitFor();
  await pupil.page.locator("#progress", { hasText: "0 of 2 won" }).waitFor();
  await pupil.page.getByRole("button", { name: "Play: position 1" }).tap();
  await pupil.page.waitForURL(/\/play\?game=/);
  await tap(pupil.page, "2", { touch: true });
  await pupil.page.locator("#after").getByRole("heading", { name: "You lost" }).waitFor();
  await pupil.page.getByRole("link", { name: "Back to the assignment" }).tap();
  await pupil.page.getByRole("button", { name: "Try again: position 1" }).tap();
  await pupil.page.waitForURL(/\/play\?game=/);
  await tap(pupil.page, "6", { touch: true });
  await pupil.page.getByRole("link", { name: "Back to the assignment" }).tap();
  await pupil.page.locator("#progress", { hasText: "1 of 2 won" }).waitFor();
  await pupil.page.reload();
  await pupil.page.locator("#progress", { hasText: "1 of 2 won" }).waitFor();
  await pupil.page.getByRole("button", { name: "Play: position 2" }).tap();
  await pupil.page.waitForURL(/\/play\?game=/);
  await tap(pupil.page, "15", { touch: true });
  await pupil.page.goBack();
  await pupil.page.locator("#progress", { hasText: "All 2 won" }).waitFor();
});

check("a record is saved as text and as JSON, as the server tells it", async (t) => {
  const { page } = await t.visitor();
  const [first, second] = await deal({ position: "divide:6" });
  await world.server.api("POST", `/games/${first.id}/moves`, { body: { move: "2", ply: 0 }, token: first.token });
  assert.ok(second);
  await page.goto(`/g/${first.id}`);
  for (const [label, ending, format] of [["Save the record", "duel", "text"], ["Save it as JSON", "json", "json"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: label }).first().click()]);
    assert.equal(download.suggestedFilename(), `divide-${first.id}.${ending}`);
    const saved = await readFile(await download.path(), "utf8");
    const told = await world.server.text(`/api/v1/games/${first.id}/record?format=${format}`);
    format === "json" ? assert.deepEqual(JSON.parse(saved), JSON.parse(told)) : assert.equal(saved, told);
  }
});
