// The solver, the duel of the day, the classroom, and sheets to print.

import assert from "node:assert/strict";
import { BOOKS, deal, gameOf, idOf, tap, taps, turnSays } from "./table.js";
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
    for (const [label, depth] of [["For a child", "child"], ["For a student", "student"], ["The proof", "proof"]]) {
      await page.locator("#depths label", { hasText: label }).click();
      assert.equal(await page.locator("#why").textContent(), analysis.reasons[depth]);
    }
    const links = page.locator("#moves a");
    assert.equal(await links.count(), analysis.moves.length);
    const next = decodeURIComponent((await links.first().getAttribute("href")).slice("/solve/".length));
    await links.first().click();
    await page.waitForURL(`**/solve/${encodeURIComponent(next)}`);
    await page.locator("#position", { hasText: next }).waitFor();
    await page.goBack();
    await until("the position is back", async () => (await page.locator("#position").textContent()) === position);
    assert.equal(await page.locator("#verdict").innerText(), verdict);
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.waitForURL(/\/g\//);
    await turnSays(page, /^Your turn$/);
    assert.equal((await gameOf(page)).start, position);
    assert.equal((await gameOf(page)).book, book);
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

check("the certificate of a position can be downloaded", async (t) => {
  const { page } = await t.visitor();
  await page.goto(`/solve/${encodeURIComponent("divide:60")}`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download the proof" }).click()]);
  assert.equal(await download.failure(), null);
});

check("the daily duel is won without a network, and its line gives nothing away", async (t) => {
  const { page, context } = await t.visitor({ permissions: ["clipboard-read", "clipboard-write"], allow: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });
  await page.goto("/daily");
  await page.locator("#duel").waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  });
  const date = new Date().toISOString().slice(0, 10);
  const day = await world.server.api("GET", `/daily/${date}`);
  await context.setOffline(true);
  await page.reload();
  await page.locator("#duel").waitFor();

  // The server's solver says what wins; the page must agree to the end.
  for (let position = day.position; ; ) {
    await until("it is our turn, or over", async () => /Your turn|win/.test(await page.locator("#status").innerText()));
    if (await page.locator("#ended").isVisible()) break;
    const state = await page.evaluate(() => JSON.parse(localStorage.getItem("duel-daily-now") ?? "null"));
    if (state?.hand.moves.length) {
      position = day.position;
      for (const move of state.hand.moves) {
        const found = await world.server.api("GET", `/positions/${encodeURIComponent(position)}/analysis`);
        position = found.moves.find((each) => each.move === move).to;
      }
    }
    const { winning } = await world.server.api("GET", `/positions/${encodeURIComponent(position)}/analysis`);
    assert.ok(winning.length, `${position} is lost`);
    await page.locator(`#picture .pick[data-move="${winning[0]}"], #moves button[data-move="${winning[0]}"]`).first().click();
  }
  await page.locator("#ended-head", { hasText: "You win!" }).waitFor();
  await page.getByRole("button", { name: "Copy the line" }).click();
  const line = await until("the line is copied", () => page.evaluate(() => navigator.clipboard.readText()));
  assert.match(line, new RegExp(`^Divisor Duel daily ${date} · ${day.book} · won in \\d+ moves?, first try · (🟩)+$`, "u"));
  for (const number of day.position.match(/\d+/g).filter((each) => each.length > 1)) {
    assert.ok(!line.replace(date, "").includes(number), `${number} is in the line`);
  }
  await page.reload();
  await page.locator("#ended-head", { hasText: "You win!" }).waitFor();
  await context.setOffline(false);
});

check("a class: a teacher opens a room, four join and are paired, the projector follows, and a next round begins", async (t) => {
  const teacher = await t.visitor();
  await teacher.page.goto("/class");
  await teacher.page.locator("#books label", { hasText: "Subtraction" }).click();
  await teacher.page.getByRole("button", { name: "Open the room" }).click();
  await teacher.page.waitForURL(/\/class\/[A-Z0-9]+$/);
  const code = await teacher.page.locator("#code").innerText();
  await until("the code can be scanned", () => teacher.page.locator("#qr").evaluate((image) => /** @type {any} */ (image).complete && /** @type {any} */ (image).naturalWidth > 0));

  const pupils = [];
  for (let place = 0; place < 4; place++) {
    const { page } = await t.visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    pupils.push(page);
    await page.goto(place % 2 ? `/join/${code.toLowerCase()}` : "/join");
    if (place % 2 === 0) await page.getByLabel("Code").fill(code.toLowerCase());
    await page.getByRole("button", { name: "Join" }).tap();
    await page.waitForURL(/\/g\//);
  }
  assert.equal(idOf(pupils[0]), idOf(pupils[1]));
  assert.equal(idOf(pupils[2]), idOf(pupils[3]));
  assert.notEqual(idOf(pupils[0]), idOf(pupils[2]));
  const tiles = teacher.page.locator("#tables li");
  await until("the projector has two tables", async () => (await tiles.count()) === 2);

  const games = await Promise.all([0, 2].map((place) => gameOf(pupils[place])));
  // The largest divisor never ends a game within two moves; whatever was dealt, this table plays on.
  const largest = async (pupil) => (await taps(pupil)).sort((one, other) => Number(other) - Number(one))[0];
  await tap(pupils[0], await largest(pupils[0]), { touch: true });
  const moved = await gameOf(pupils[0]);
  await tiles.nth(0).filter({ hasText: moved.board.numbers[0] }).waitFor();
  await tiles.nth(1).filter({ hasText: games[1].board.numbers[0] }).waitFor();
  await tiles.nth(0).getByRole("button").click();
  await teacher.page.locator("#large #log li").first().waitFor();
  await tap(pupils[1], await largest(pupils[1]), { touch: true });
  const later = await gameOf(pupils[0]);
  await until("the large table follows", async () => (await teacher.page.locator("#large #log").innerText()).includes(later.board.numbers[0]));

  await pupils[2].getByRole("button", { name: "Resign…" }).tap();
  await pupils[2].getByRole("dialog").getByRole("button", { name: "Resign" }).tap();
  await tiles.nth(1).filter({ hasText: "Player 2 won" }).waitFor();
  await teacher.page.locator("#status", { hasText: "1 finished" }).waitFor();

  teacher.page.once("dialog", (dialog) => dialog.accept());
  await teacher.page.getByRole("button", { name: "Next round" }).click();
  await teacher.page.locator("#status", { hasText: "Round 2" }).waitFor();
  await until("the tables are cleared", async () => (await tiles.count()) === 0);
  await pupils[2].getByRole("link", { name: "Back to the class" }).tap();
  await pupils[2].getByRole("button", { name: "Join" }).tap();
  await pupils[2].waitForURL(/\/g\//);
  await until("the projector has the table", async () => (await tiles.count()) === 1);
  const stranger = await t.visitor();
  await stranger.page.goto(`/class/${code}`);
  await stranger.page.locator("#tables li").first().waitFor();
  assert.equal(await stranger.page.locator("#next").isVisible(), false, "only the teacher begins rounds");
});

check("a code that is wrong is explained", async (t) => {
  const { page } = await t.visitor({ allow: /404/ });
  await page.goto("/join");
  await page.getByLabel("Code").fill("ZZZZZ");
  await page.keyboard.press("Enter");
  await page.locator("#trouble", { hasText: "There is no class with this code" }).waitFor();
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
      assert.equal(sheets, 2, `${book}, ${per} boards on a page`);
    }
  }
});

check("a record is downloaded as text", async (t) => {
  const { page } = await t.visitor();
  const [first, second] = await deal({ position: "divide:6" });
  await world.server.api("POST", `/games/${first.id}/moves`, { body: { move: "2", ply: 0 }, token: first.token });
  assert.ok(second);
  await page.goto(`/g/${first.id}`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "record as text" }).click()]);
  assert.match(download.suggestedFilename(), /^divide-.*\.duel$/);
});
