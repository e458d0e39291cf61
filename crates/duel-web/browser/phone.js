// The table in the hand: all of it on one screen, two taps for a move, what the opponent did, and the end; and
// the same by keyboard.

import assert from "node:assert/strict";
import { BOOKS, beginHere, beside, choose, deal, gameOf, idOf, placeOf, playAt, playComputer, press, resign, sit, tap, taps, turnSays } from "./table.js";
import { MOVING, check, until, world } from "./world.js";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const LAPTOP = { viewport: { width: 1280, height: 800 } };

/** Asserts that nothing has to be scrolled, and that all controls are on the screen; gives where they are. */
async function onOneScreen(page, what) {
  const { over, boxes } = await page.evaluate(() => {
    const root = document.documentElement;
    const boxes = Object.fromEntries(["#seats", ".play > .now", "#moves", ".tools", ".view"].map((name) => {
      const { top, bottom } = /** @type {any} */ (document.querySelector(name)).getBoundingClientRect();
      return [name, [Math.round(top), Math.round(bottom)]];
    }));
    return { over: [root.scrollHeight - innerHeight, root.scrollWidth - innerWidth], boxes };
  });
  assert.ok(over[0] <= 0 && over[1] <= 0, `${what} is larger than the screen by ${over}`);
  const { height } = page.viewportSize();
  for (const [name, [top, bottom]] of Object.entries(boxes)) assert.ok(top >= 0 && bottom <= height, `${what}: ${name} is at ${top} to ${bottom}`);
  assert.ok(boxes[".view"][1] - boxes[".view"][0] > 150, `${what}: no room for the picture`);
  return boxes;
}

/** Where the controls are, which must not change during a game. */
const still = ({ ".play > .now": now, "#moves": moves, ".tools": tools }) => JSON.stringify([now, moves, tools]);

for (const [name, look] of Object.entries({ phone: PHONE, laptop: LAPTOP })) {
  for (const book of BOOKS) {
    check(`a fair game of ${book} is on one screen of a ${name}, and its controls do not jump`, async (t) => {
      const { page } = await t.visitor({ ...look });
      await beginHere(page, { book, fair: "yes", level: "easy", seed: "11" });
      await taps(page);
      const at = still(await onOneScreen(page, "the start"));
      for (;;) {
        const game = await until("the computer has moved", async () => {
          const now = await gameOf(page);
          return (now.result || now.seats[now.turn - 1].kind === "person") && now;
        });
        if (game.result) break;
        const move = choose(game, await taps(page));
        assert.equal(still(await onOneScreen(page, `after ${game.ply} moves`)), at, `after ${game.ply} moves`);
        await placeOf(page, move).click();
        await page.locator("#play:visible").waitFor();
        assert.equal(still(await onOneScreen(page, `looking at ${move}`)), at, `looking at ${move}`);
        await page.locator("#play").click();
        await until("the move is made", async () => (await gameOf(page)).ply > game.ply);
      }
      await page.locator("#after").waitFor();
      const [over, sheet] = await page.evaluate(() => [document.documentElement.scrollHeight - innerHeight, /** @type {any} */ (document.querySelector("#after")).getBoundingClientRect().bottom - innerHeight]);
      assert.ok(over <= 0 && sheet <= 0, `the end is larger than the screen by ${over}, ${sheet}`);
    });
  }
}

check("one tap shows where a move leads, the second plays it; anything else is taken back for nothing", async (t) => {
  const { page } = await t.visitor(PHONE);
  await beginHere(page, { position: "divide:360", opponent: "person" });
  await taps(page);
  const key = (move) => page.locator(`#moves button[data-move="${move}"]`);
  await key("6").tap();
  assert.equal(await page.locator("#aim").innerText(), "360 / 6 = 60");
  assert.equal(await page.locator("#play").innerText(), "Play /6");
  await page.locator('#picture .spot.aim[data-move="6"]').waitFor();
  await page.locator('#picture .pick[data-move="8"]').tap();
  assert.equal(await page.locator("#play").innerText(), "Play /8");
  assert.equal(await page.locator("#moves .key.aim").getAttribute("data-move"), "8");
  await page.keyboard.press("Escape");
  await page.locator("#play").waitFor({ state: "hidden" });
  assert.equal((await gameOf(page)).ply, 0, "nothing was played so far");
  await playAt(page.locator('#picture .pick[data-move="8"]'), { touch: true });
  await until("the move is made", async () => (await gameOf(page)).position === "divide:45/2");
  await key("5").tap();
  await page.locator("#play").tap();
  await until("the move is made", async () => (await gameOf(page)).position === "divide:9");
  assert.equal(await page.locator("#last").innerText(), "Player 2: 45 / 5 = 9");
});

check("a double tap is at most one move, with two taps and with one", async (t) => {
  const { page } = await t.visitor(PHONE);
  const mine = async () => (await gameOf(page)).history.filter((step) => step.by === 1).map((step) => step.move);
  const replied = (count) => until("the computer has replied", async () => (await mine()).length === count && (await gameOf(page)).turn === 1 && (await page.locator("#turn").innerText()) === "Your turn");
  await beginHere(page, { position: "digits:1000003:", level: "easy" });
  await taps(page);
  const key = (digit) => page.locator(`#moves button[data-move="${digit}"]`);
  await key("1").click({ clickCount: 3 });
  await replied(1);
  assert.deepEqual(await mine(), ["1"]);

  await beside(page);
  await page.getByLabel("Play with one tap").check();
  await page.locator("#side-close").click();
  await key("3").dblclick();
  await replied(2);
  await key("4").click();
  await replied(3);
  assert.deepEqual(await mine(), ["1", "3", "4"]);
  await page.reload();
  await taps(page);
  await beside(page);
  assert.ok(await page.getByLabel("Play with one tap").isChecked(), "the setting stays");
});

check("the second click of a double click, after the reply, plays nothing", async (t) => {
  const { page } = await t.visitor();
  await beginHere(page, { position: "digits:1000003:", level: "easy" });
  await page.getByLabel("Play with one tap").check();
  await taps(page);
  const click = async (digit, clickCount) => {
    const { x, y, width, height } = await page.locator(`#moves button[data-move="${digit}"]`).boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  };
  const myTurn = (ply) => until("it is my turn again", async () => (await gameOf(page)).ply === ply && (await page.locator("#last").innerText()).startsWith("Computer") && (await page.locator("#turn").innerText()) === "Your turn");
  await click("1", 1);
  await myTurn(2);
  await click("1", 2);
  await click("3", 1);
  await myTurn(4);
  assert.deepEqual((await gameOf(page)).history.filter((step) => step.by === 1).map((step) => step.move), ["1", "3"]);
});

for (const [where, start] of /** @type {[string, (page: any) => Promise<void>][]} */ ([
  ["in the page", (page) => beginHere(page, { position: "subtract:360", level: "easy" })],
  ["on the server", async (page) => sit(page, (await deal({ position: "subtract:360", opponent: "computer", level: "easy" }))[0])],
])) {
  check(`the opponent's move is seen after one's own, ${where}`, async (t) => {
    const { page, context } = await t.visitor({ ...PHONE, ...MOVING });
    await context.addInitScript(() => {
      const seen = /** @type {any[]} */ (/** @type {any} */ (globalThis).seen = []);
      const { animate } = Element.prototype;
      Element.prototype.animate = function (/** @type {any[]} */ ...args) {
        const animation = animate.apply(this, /** @type {any} */ (args));
        // What was drawn anew meanwhile has not been seen to arrive.
        animation.finished.then(() => this.closest("#picture") && seen.push("arrived"));
        return animation;
      };
      addEventListener("DOMContentLoaded", () => {
        const last = /** @type {any} */ (document.querySelector("#last"));
        new MutationObserver(() => seen.push(last.textContent)).observe(last, { childList: true, characterData: true, subtree: true });
      });
    });
    await start(page);
    await taps(page);
    await page.evaluate(() => { /** @type {any} */ (globalThis).seen.length = 0; });
    await tap(page, "12", { touch: true });
    await page.locator("#last", { hasText: /^Computer: 348 − \d+ = \d+$/ }).waitFor();
    const seen = await until("the move has arrived", async () => {
      const now = await page.evaluate(() => /** @type {any} */ (globalThis).seen);
      return now.at(-1) === "arrived" && now.at(-2).startsWith("Computer") && now;
    });
    const said = seen.filter((each) => each !== "arrived").map((each) => each.split(":")[0]).join(", ");
    // On a busy machine both moves may come from a server at once: then the own one was on the board already.
    assert.ok(said === "You, Computer" || (where === "on the server" && said === "Computer"), `the own move, and then the other one: ${said}`);
    assert.equal(await page.locator("#last").getAttribute("role"), "status", "it is told to those who listen");
    await page.locator("#picture .jumps .seat-2").first().waitFor();
  });
}

check("what may not be chosen stays in its place, and says why", async (t) => {
  const { page } = await t.visitor(PHONE);
  for (const [position, move, words] of [["subtract+no-echo:180", "12", /12 was just chosen/], ["factor+no-whole:360", "12", /12.*used/i], ["digits+once:97:", "5", /5.*used/i]]) {
    await beginHere(page, { position, opponent: "person" });
    await tap(page, move, { touch: true });
    const struck = page.locator(".key.barred", { hasText: move });
    await struck.waitFor();
    await struck.evaluate((node) => /** @type {any} */ (node).click());
    await page.locator(".bubble", { hasText: words }).waitFor();
    assert.equal((await gameOf(page)).ply, 1);
  }
  // The same on the board.
  await beginHere(page, { position: "factor+no-whole:360", opponent: "person" });
  await tap(page, "12", { touch: true });
  await page.locator("#picture .factor.used", { hasText: "12" }).tap();
  await page.locator(".bubble", { hasText: /12.*used/i }).waitFor();
});

check("several numbers: the keys are those of the chosen one", async (t) => {
  const { page } = await t.visitor(PHONE);
  await beginHere(page, { position: "divide:60,84,49", opponent: "person" });
  assert.ok((await taps(page)).every((move) => move.startsWith("1:")));
  await page.locator('#picture [data-number="2"]').tap();
  const moves = await taps(page);
  assert.ok(moves.length === 10 && moves.every((move) => move.startsWith("2:")), `${moves}`);
  await tap(page, "3:7", { touch: true });
  // 7 has no move; the keys are those of a number that has one.
  assert.ok((await taps(page)).every((move) => move.startsWith("1:")));
  assert.equal((await gameOf(page)).position, "divide:60,84,7/2");
});

check("the picture has a place for -1 where it is a move", async (t) => {
  const { page } = await t.visitor(PHONE);
  await beginHere(page, { position: "dilemma+prime-steps:154", opponent: "person" });
  await taps(page);
  await playAt(page.locator('#picture .pick[data-move="-1"]'), { touch: true });
  await until("the move is made", async () => (await gameOf(page)).position === "dilemma+prime-steps:153/2");
  await beginHere(page, { position: "dilemma+either:60", opponent: "person" });
  const all = await taps(page);
  for (const move of all) assert.equal(await page.locator(`#picture .pick[data-move="${move}"]`).count(), 1, move);
});

for (const [name, look] of Object.entries({ phone: PHONE, laptop: LAPTOP })) {
  check(`no jump of a number line crosses another, and no label lies on another, on a ${name}`, async (t) => {
    const { page } = await t.visitor({ ...look });
    for (const number of ["180", "60", "120", "360", "12"]) {
      await beginHere(page, { position: `subtract:${number}` });
      await taps(page);
      const faults = await page.evaluate(() => {
        const found = [];
        const jumps = [.../** @type {NodeListOf<SVGPathElement>} */ (document.querySelectorAll("#picture [data-jump]"))].map((path) => {
          const whole = path.getTotalLength();
          const points = Array.from({ length: 201 }, (_, place) => path.getPointAtLength((whole * place) / 200));
          return { name: path.dataset.jump, points, left: points[200].x };
        }).sort((a, b) => b.left - a.left);
        // How high a jump is at a place.
        const height = ({ points }, x) => {
          const after = points.findIndex((point) => point.x <= x);
          const [a, b] = [points[after - 1], points[after]];
          return a.x === b.x ? b.y : a.y + ((b.y - a.y) * (a.x - x)) / (a.x - b.x);
        };
        for (let outer = 1; outer < jumps.length; outer++) {
          const inner = jumps[outer - 1];
          for (const point of inner.points.slice(8, -1)) if (height(jumps[outer], point.x) > point.y + 0.75) found.push(`${inner.name} crosses ${jumps[outer].name}`);
        }
        const boxes = [...document.querySelectorAll("#picture .open rect")].map((rect) => rect.getBoundingClientRect());
        boxes.forEach((a, place) => boxes.slice(place + 1).forEach((b) => {
          if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) found.push(`labels at ${a.left} and ${b.left}`);
        }));
        return { count: jumps.length, found };
      });
      assert.ok(faults.count > 2, `${faults.count} jumps from ${number}`);
      assert.deepEqual(faults.found, [], number);
    }
  });
}

check("a hint has its place beside the board, and all of it can be read", async (t) => {
  const { page } = await t.visitor(PHONE);
  await beginHere(page, { position: "subtract+no-echo:180", level: "perfect" });
  await taps(page);
  const at = still(await onOneScreen(page, "the start"));
  for (let asked = 0; asked < 3; asked++) {
    await (asked ? page.locator("#hinted .button").first() : page.locator("#hint")).tap();
    if (asked === 2) await page.locator("#play:visible").waitFor();
    else await page.locator("#hinted .button", { hasText: ["How many moves win?", "Show me the move"][asked] }).waitFor();
    const view = await page.locator(".view").boundingBox();
    const [board, hint, close] = await Promise.all(["#picture", "#hinted", "#hinted .ghost"].map((name) => page.locator(name).boundingBox()));
    assert.ok(board.y + board.height <= hint.y && board.height > 100, `hint ${asked + 1} covers the board`);
    assert.ok(close.y + close.height <= hint.y + hint.height && hint.y + hint.height <= view.y + view.height + 1, `hint ${asked + 1} is cut off`);
  }
  assert.equal(still(await onOneScreen(page, "with a hint")), at);
  // The end of a long one can be scrolled to, above its buttons.
  const left = await page.locator("#hinted").evaluate((hint) => {
    hint.scrollTop = hint.scrollHeight;
    const [words, row] = [...hint.children].map((each) => each.getBoundingClientRect());
    return words.bottom - row.top;
  });
  assert.ok(left <= 1, `${left} pixels of the hint stay under its buttons`);
});

check("impatient taps do not press what the end brings under the finger", async (t) => {
  const { page } = await t.visitor(PHONE);
  await page.addInitScript(() => {
    /** @type {number[]} */
    const times = (/** @type {any} */ (globalThis).presses = []);
    addEventListener("pointerdown", (event) => times.push(event.timeStamp), true);
  });
  const left = await until("the taps come fast to the end", async () => {
    await page.goto("/play?position=subtract%3A8&level=perfect&seat=first");
    await taps(page);
    const before = idOf(page);
    const { x, y, width, height } = await page.locator('#moves button[data-move="2"]').boundingBox();
    const burst = () => Promise.all(Array.from({ length: 6 }, () => page.touchscreen.tap(x + width / 2, y + height / 2)));
    while (idOf(page) === before && !(await page.locator("#after").isVisible())) await burst();
    await burst();
    await burst();
    const gap = await page.evaluate(() => Math.max(...(/** @type {any} */ (globalThis)).presses.map((time, place, all) => (place ? time - all[place - 1] : 0))));
    // A machine that is too busy for quick taps has shown nothing.
    return gap <= 400 && { result: await page.locator("#after").isVisible(), same: idOf(page) === before };
  });
  assert.deepEqual(left, { result: true, same: true }, "the result is still there, and no other game has begun");
  // A finger that stays down holds the sheet back, also after it.
  await page.locator("#after:not(.held-back)").waitFor();
  await page.getByRole("button", { name: "Close, and look at the board" }).tap();
  await page.getByRole("button", { name: "Result" }).press("Enter");
  await page.mouse.down();
  await page.locator("#after.held-back").waitFor();
  await page.mouse.up();
  const before = idOf(page);
  await page.getByRole("button", { name: "Play again" }).tap();
  await page.waitForURL(() => idOf(page) !== before);
});

check("the end is a sheet: who won, why, where it turned; put away, opened again, and followed by another game", async (t) => {
  const { page } = await t.visitor(PHONE);
  await beginHere(page, { position: "divide:60", level: "perfect" });
  // 6 leaves 10, which the computer makes a prime: the win was thrown away.
  await tap(page, "6", { touch: true });
  await page.locator("#after-name", { hasText: "You lost" }).waitFor();
  const { result } = await gameOf(page);
  assert.equal(result.winner, 2);
  await page.locator("#after .why", { hasText: /\w/ }).waitFor();
  await page.locator("#after .turning", { hasText: "The turning point was move 1, You: 60 / 6 = 10." }).waitFor();
  await page.getByRole("button", { name: "Close, and look at the board" }).tap();
  await page.locator("#after").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Result" }).tap();
  await page.locator("#after").waitFor();

  await page.getByRole("button", { name: "See it" }).tap();
  await page.locator("#scrub", { hasText: "Move 1: ● You: 60 / 6 = 10" }).waitFor();
  await page.locator("#scrub .summary", { hasText: "You threw the win away with move 1." }).waitFor();
  assert.ok(await page.locator('#picture .spot.made[data-move="6"]').count(), "the move is drawn");
  const better = page.locator("#picture .spot.better");
  await better.waitFor();
  const analysis = await page.evaluate(async () => (await import(/** @type {any} */ (globalThis).fileOf("engine/engine.js"))).askTeacher("analysis", { position: "divide:60" }));
  assert.ok(analysis.winning.includes(await better.getAttribute("data-move")), "and a better one");
  await page.getByRole("slider").press("ArrowRight");
  await page.locator("#scrub", { hasText: "Move 2: ◆ Computer: 10 / " }).waitFor();
  await page.getByRole("slider").press("End");
  await page.locator("#scrub", { hasText: "The end." }).waitFor();
  await page.getByRole("slider").press("Home");
  await page.locator("#scrub", { hasText: "Move 1:" }).waitFor();
  await page.getByRole("button", { name: "Back to the table" }).tap();
  await page.locator("#after").waitFor();
  const id = idOf(page);
  await page.getByRole("button", { name: "Play again" }).tap();
  await page.waitForURL(() => Boolean(idOf(page)) && idOf(page) !== id);
  await page.locator("#board").waitFor();
});

check("players and spectators are told who won", async (t) => {
  const [anna, bob, eve] = [await t.visitor(PHONE), await t.visitor(LAPTOP), await t.visitor(PHONE)];
  const [first, second] = await deal({ position: "divide:360", name: "Anna" });
  await sit(anna.page, first);
  await sit(bob.page, second);
  await eve.page.goto(`/g/${first.id}`);
  await eve.page.locator("#board").waitFor();
  await tap(anna.page, "6", { touch: true });
  await eve.page.locator("#last", { hasText: "Anna: 360 / 6 = 60" }).waitFor();
  await bob.page.locator("#last", { hasText: "Anna: 360 / 6 = 60" }).waitFor();
  await turnSays(bob.page, /^Your turn$/);
  await resign(anna.page);
  for (const [page, words] of [[anna.page, "You lost"], [bob.page, "You win!"], [eve.page, "Bob wins"]]) await page.locator("#after-name", { hasText: words }).waitFor();
  assert.equal(await eve.page.locator("#after").getByRole("button", { name: "Ask for a rematch" }).count(), 0);
});

check("by keyboard: arrows in the tray, Enter looks and plays, Escape puts it away, and the end stays", async (t) => {
  const { page } = await t.visitor({ ...LAPTOP });
  await beginHere(page, { position: "divide:12", opponent: "person" });
  await taps(page);
  await page.locator('#moves .pick[tabindex="0"]').focus();
  const focused = () => page.evaluate(() => /** @type {any} */ (document.activeElement).dataset.move);
  assert.equal(await focused(), "2");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "3");
  await page.keyboard.press("Enter");
  await page.locator("#play:visible").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#play").waitFor({ state: "hidden" });
  assert.equal((await gameOf(page)).ply, 0);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await until("the move is made", async () => (await gameOf(page)).position === "divide:4/2");
  await until("the focus is on a move", async () => (await focused()) === "2");
  // Pressed too often, it must not begin another game.
  for (let times = 0; times < 5; times++) await page.keyboard.press("Enter");
  await page.locator("#after").waitFor();
  const url = page.url();
  for (let times = 0; times < 3; times++) await page.keyboard.press("Enter");
  assert.equal(page.url(), url);
  assert.equal((await gameOf(page)).ply, 2);
  await page.keyboard.press("Escape");
  await page.locator("#after").waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement?.id), "result");
});

check("Back leaves the table with a move only looked at, and Forward comes back to it", async (t) => {
  const { page } = await t.visitor(PHONE);
  await page.goto("/rules/divide");
  await beginHere(page, { position: "subtract:5040", level: "easy" });
  await tap(page, "2", { touch: true });
  const [move] = await taps(page);
  const game = await gameOf(page);
  await placeOf(page, move).tap();
  await page.locator("#play:visible").waitFor();
  await page.goBack();
  await page.waitForURL("**/rules/divide");
  await page.goForward();
  await page.waitForURL(/game=/);
  await taps(page);
  assert.deepEqual((await gameOf(page)).history, game.history, "the game is as it was");
  await page.locator("#play").waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Leave the table" }).tap();
  await page.waitForURL((url) => url.pathname === "/");
});

for (const [what, viewport, size] of /** @type {const} */ ([["a low screen", { width: 320, height: 568 }, "100%"], ["letters of twice the size", { width: 390, height: 844 }, "200%"]])) {
  check(`a hint can be read with ${what}`, async (t) => {
    const { page } = await t.visitor({ ...PHONE, viewport });
    await page.addInitScript((now) => addEventListener("DOMContentLoaded", () => { document.documentElement.style.fontSize = now; }), size);
    await beginHere(page, { book: "divide", fair: "yes", level: "easy", seed: "11" });
    await taps(page);
    for (let asked = 0; asked < 3; asked++) {
      await (asked ? page.locator("#hinted .button").first() : page.locator("#hint")).tap();
      if (asked === 2) await page.locator("#play:visible").waitFor();
      else await page.locator("#hinted .button", { hasText: ["How many moves win?", "Show me the move"][asked] }).waitFor();
      // The first line is above the buttons.
      const [text, row, line] = await page.evaluate(() => {
        const [reason, buttons] = ["#hinted .reason", "#hinted .row"].map((name) => /** @type {Element} */ (document.querySelector(name)));
        return [reason.getBoundingClientRect().top, buttons.getBoundingClientRect().top, parseFloat(getComputedStyle(reason).lineHeight)];
      });
      assert.ok(row - text >= line - 1, `hint ${asked + 1} is covered: ${text}, ${row}`);
    }
  });
}

check("a table can be used with text of twice the size, and on a narrow screen", async (t) => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 320, height: 640 }]) {
    const { page } = await t.visitor({ ...PHONE, viewport });
    await page.addInitScript(() => addEventListener("DOMContentLoaded", () => { document.documentElement.style.fontSize = "200%"; }));
    for (const position of ["divide:360,84,30", "subtract+no-echo:180", "digits+no-leading-zero+cap-second=18:24,26,32,33:31", "factor+misere+root+no-whole:360"]) {
      await beginHere(page, { position, opponent: "person" });
      const [move] = await taps(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${position} is wider than ${viewport.width} by ${wide}`);
      await tap(page, move, { touch: true });
    }
  }
});

/** Whether all of a line can be read. */
const isWhole = (line) => line.evaluate((node) => node.scrollHeight <= node.clientHeight + 1);

check("a lost game says so below the board, and why it was lost can be argued with", async (t) => {
  const { page } = await t.visitor(PHONE);
  await beginHere(page, { position: "subtract+no-echo:65", level: "perfect" });
  await playComputer(page, { touch: true });
  await page.locator("#after").getByRole("button", { name: "Try to refute it" }).tap();
  await page.locator("#refute .reason", { hasText: "65" }).waitFor();
  await page.locator("#refute .tries button").first().tap();
  await page.locator("#refute .answered", { hasText: "The answer is" }).waitFor();
  await page.getByRole("button", { name: "I am convinced" }).tap();
  await page.locator("#refute").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Close, and look at the board" }).tap();
  const turn = page.locator("#turn", { hasText: /^You lost\. .*\.$/ });
  await turn.waitFor();
  assert.ok(await isWhole(turn));
});

check("of a long name the end is left out, and not whose turn it is", async (t) => {
  const { page } = await t.visitor(PHONE);
  await beginHere(page, { position: "divide:360", opponent: "person", name: "Bartholomew the Magnificent", other: "Two at this device" });
  for (const name of ["Bartholomew the Magnificent", "Two at this device"]) {
    const turn = page.locator("#turn", { hasText: `${name}’s turn` });
    await turn.waitFor();
    assert.ok(await isWhole(turn), name);
    assert.ok(await turn.evaluate((line) => line.querySelector(".whose").getBoundingClientRect().width > 40), name);
    await tap(page, "2", { touch: true });
  }
});

check("a start that is over is refused with what it is, and no list of games", async (t) => {
  const { page } = await t.visitor({ allow: /422/ });
  await page.goto("/play?position=divide:7");
  await page.locator("#gone", { hasText: "This position is over" }).waitFor();
  await page.getByRole("heading", { name: "No game begins here" }).waitFor();
  assert.equal(await page.locator("#games-list > *").count(), 0);
  await assert.rejects(world.server.api("POST", "/games", { body: { position: "divide:7" } }), /7 is a prime, and their opponent wins/);
});

check("sound and vibration are off until they are switched on", async (t) => {
  const { page, context } = await t.visitor(PHONE);
  await context.addInitScript(() => {
    const made = /** @type {any[]} */ (/** @type {any} */ (globalThis).made = []);
    const { createOscillator } = AudioContext.prototype;
    AudioContext.prototype.createOscillator = function () { made.push("tone"); return createOscillator.call(this); };
    navigator.vibrate = () => { made.push("buzz"); return true; };
  });
  await beginHere(page, { position: "divide:360", opponent: "person" });
  await tap(page, "2", { touch: true });
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (globalThis).made), []);
  await beside(page);
  for (const name of ["Sound", "Vibration"]) await page.getByLabel(name).check();
  await page.locator("#side-close").click();
  await tap(page, "3", { touch: true });
  await until("it is heard and felt", async () => (await page.evaluate(() => /** @type {any} */ (globalThis).made.sort().join())) === "buzz,tone");
  await press(page, "Take back");
  await until("it is taken back", async () => (await gameOf(page)).ply === 1);
  await page.locator("#last", { hasText: "Taken back: 180 / 3 = 60" }).waitFor();
});
