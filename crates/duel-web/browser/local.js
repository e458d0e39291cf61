// Games that are played in the page alone: against the computer and by two people at one device, with
// and without a network, kept in the browser, carried elsewhere as records.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { begin, beginHere, choose, endSays, gameOf, idOf, inBrief, logOf, placeOf, playAt, playComputer, playOut, recordOf, resign, tap, taps, turnSays, typing, unfold } from "./table.js";
import { MOVING, check, until, world } from "./world.js";

const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

/** What a visitor asks the API for, from now on. */
function asked(context) {
  const addresses = [];
  context.on("request", (request) => new URL(request.url()).pathname.startsWith("/api/") && addresses.push(`${request.method()} ${request.url()}`));
  return addresses;
}

/** Waits until the pages are kept for times without a network. */
const kept = (page) => page.waitForFunction(() => navigator.serviceWorker.controller);

/** Waits for the computer: its reply, or the end. */
const replied = (page) => until("the computer has replied, or it is over", async () => {
  const game = await gameOf(page);
  return (game.result || game.seats[game.turn - 1].kind === "person") && game;
});

/** Asserts that the server would have told the same game of the same moves. */
async function refereed(game) {
  let position = game.start;
  for (const past of game.history) {
    const { moves } = await world.server.api("GET", `/positions/${encodeURIComponent(position)}/analysis`);
    const to = moves.find((each) => each.move === past.move)?.to;
    assert.ok(to, `${past.move} is no move of ${position}`);
    assert.equal(past.position, to);
    position = to;
  }
  assert.equal(game.position, position);
}

/** Leads to another game in the page. */
async function toAnother(page, place) {
  const id = idOf(page);
  await place.click();
  await page.waitForURL((url) => url.pathname === "/play" && Boolean(url.searchParams.get("game")) && url.searchParams.get("game") !== id);
  await page.locator("#board").waitFor();
}

check("a whole game against the computer is played in the page, and the server is never asked", async (t) => {
  const { page, context } = await t.visitor(MOVING);
  const requests = asked(context);
  await begin(page, { book: "subtract", opponent: "computer" });
  const hinted = page.locator("#hinted .reason");
  for (const [button, words] of [["Hint", /[.?]$/], ["How many moves win?", /move/], ["Show me the move", /\d/]]) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await hinted.filter({ hasText: words }).waitFor();
  }
  assert.equal(await page.getByRole("button", { name: "Show me the move" }).count(), 0, "there is no more to tell");
  const { best } = await page.evaluate(async (position) => (await import(/** @type {any} */ (globalThis).fileOf("engine/engine.js"))).askTeacher("hint", { position }), (await gameOf(page)).position);
  await page.locator("#hinted").getByRole("button", { name: "Close" }).click();
  if (best) {
    assert.equal(await page.locator("#moves .key.aim").getAttribute("data-move"), best, "the move is shown on the board");
    await page.locator("#play").click();
    await until("the computer has replied, or it is over", async () => {
      const game = await gameOf(page);
      return game.ply > 1 || game.result;
    });
  }
  await page.getByRole("button", { name: "Show insight" }).click();
  await page.locator("#insight .verdict").waitFor();
  await page.getByRole("button", { name: "Hide insight" }).click();
  const over = await playComputer(page);
  await endSays(page, over);
  await page.getByRole("button", { name: "Show insight" }).click();
  await page.locator("#insight .summary", { hasText: /start|could/ }).waitFor();
  await page.locator("#insight .review > li").first().waitFor();
  assert.equal(await page.locator("#insight .review > li").count(), over.ply);
  const seat = over.seats.findIndex((each) => each.kind === "person") + 1;
  const [begun, ...lines] = await logOf(page);
  assert.match(begun, /^(Start|Targets): \d/);
  assert.deepEqual(lines, inBrief(over.log.lines, over, seat));
  await page.getByRole("button", { name: "Look at the position before move 1", exact: true }).click();
  await page.locator("#scrub", { hasText: "Move 1:" }).waitFor();
  await page.getByRole("button", { name: "Back to the table" }).click();
  await toAnother(page, page.getByRole("button", { name: "Play again" }));
  await replied(page);
  assert.deepEqual(requests, [], `the server was asked:\n${requests.join("\n")}`);
  await refereed(over);
});

check("a game goes on without a network, also when it is loaded again in its middle", async (t) => {
  const { page, context } = await t.visitor({ allow: OFFLINE });
  await begin(page, { book: "divide", opponent: "computer", options: [["level", "easy"]] });
  await kept(page);
  await taps(page);
  await context.setOffline(true);
  const game = await gameOf(page);
  await tap(page, choose(game, await taps(page)));
  await replied(page);
  const record = await recordOf(page);
  const log = await logOf(page);
  await page.reload();
  await page.locator("#board").waitFor();
  assert.equal(await recordOf(page), record, "the game is as it was left");
  assert.deepEqual(await logOf(page), log);
  const over = await playComputer(page);
  await endSays(page, over);

  // Everything else that needs no server is there, too, and another game begins.
  for (const [path, sign] of [["/solve/divide%3A60", "#answer"], ["/daily", "#board"], ["/calendar", "#months table"], ["/discover/subtract", "#numbers .lost"], ["/sheet", "#sheet .board"], ["/rules/divide", "h1"], ["/play", "#games-list li"]]) {
    await page.goto(path);
    await page.locator(sign).first().waitFor();
  }
  for (const path of ["/people", "/class", "/class/ABCDE", "/nothing/here"]) {
    await page.goto(path);
    await page.locator("h1", { hasText: "This page needs a connection" }).waitFor();
    assert.equal(new URL(page.url()).pathname, path, "trying again asks for the same page");
  }
  await page.getByRole("link", { name: "the computer" }).click();
  await begin(page, { book: "digits", opponent: "computer" });
  await tap(page, (await taps(page))[0]);
  await replied(page);
  await context.setOffline(false);
  await refereed(over);
});

check("a page that loads while the worker for offline use begins is served by it", async (t) => {
  const { page, context } = await t.visitor();
  await context.route("**/play", async (route) => {
    // The worker fetches the page as well, to keep it.
    if (route.request().isNavigationRequest()) await until("the worker is active", () => context.serviceWorkers()[0]?.evaluate(() => /** @type {any} */ (self).registration.active?.state === "activated"));
    await route.continue();
  });
  await page.goto("/rules/divide");
  await page.evaluate(() => {
    navigator.serviceWorker.register("/worker.js");
    location.assign("/play");
  });
  await page.waitForURL("**/play");
  await kept(page);
});

check("the computer begins where one sits second", async (t) => {
  const { page } = await t.visitor();
  await begin(page, { book: "divide", opponent: "computer", options: [["seat", "second"]] });
  await turnSays(page, /^Your turn$/);
  const game = await gameOf(page);
  assert.deepEqual(game.seats.map((seat) => seat.kind), ["computer", "person"]);
  assert.deepEqual(game.history.map((past) => past.by), [1]);
  const over = await playComputer(page);
  await endSays(page, over);
  await refereed(over);
});

check("a rematch in the page swaps the seats and keeps the score", async (t) => {
  const { page } = await t.visitor();
  await beginHere(page, { book: "divide", fair: "yes", level: "random", name: "Anna" });
  const over = await playComputer(page);
  await page.locator("#after").waitFor();
  await toAnother(page, page.getByRole("button", { name: "Play again" }));
  const next = await gameOf(page);
  assert.deepEqual(next.seats.map((seat) => seat.kind), ["computer", "person"]);
  assert.equal(next.seats[1].name, "Anna");
  assert.equal(next.round, 2);
  assert.deepEqual(next.score, over.result.winner === 1 ? [0, 1] : [1, 0]);
  await page.locator("#seats", { hasText: "score 1" }).waitFor();
  const second = await playComputer(page);
  assert.ok(second.result);
  await toAnother(page, page.getByRole("button", { name: "Play again" }));
  assert.deepEqual((await gameOf(page)).seats.map((seat) => seat.kind), ["person", "computer"]);
});

check("a move in the page is taken back at once, with the reply to it", async (t) => {
  const { page, context } = await t.visitor();
  // Lets the computer think for as long as the check needs.
  await context.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    const held = /** @type {any} */ (globalThis).held = /** @type {any[]} */ ([]);
    Worker.prototype.postMessage = function (/** @type {any[]} */ ...message) {
      const send = () => postMessage.apply(this, /** @type {any} */ (message));
      /** @type {any} */ (globalThis).holding && String(message[0]?.request).includes('"ask":"reply"') ? held.push(send) : send();
    };
  });
  await beginHere(page, { position: "subtract:5040", level: "easy" });
  const back = page.getByRole("button", { name: "Take back your last move" });
  await taps(page);
  assert.equal(await back.count(), 0, "nothing was done yet");
  const lines = (await logOf(page)).length;
  await tap(page, "2");
  assert.equal((await replied(page)).ply, 2);
  await turnSays(page, /^Your turn$/);
  assert.equal(await back.innerText(), "Take back your last move and the computer’s reply");
  await back.click();
  await until("both moves are back", async () => (await gameOf(page)).ply === 0);
  await turnSays(page, /^Your turn$/);
  assert.equal((await gameOf(page)).position, "subtract:5040");
  assert.ok((await taps(page)).includes("2"));
  assert.ok((await logOf(page)).length >= lines);
  await until("nothing is left to take back", async () => (await back.count()) === 0);

  // While the computer thinks, only the own move goes back, and no reply to it comes.
  await page.evaluate(() => { /** @type {any} */ (globalThis).holding = true; });
  await playAt(placeOf(page, "3"));
  await turnSays(page, /is thinking/);
  assert.equal(await back.innerText(), "Take back your last move");
  await back.click();
  await turnSays(page, /^Your turn$/);
  assert.equal((await gameOf(page)).ply, 0);
  await tap(page, "4");
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).holding = false;
    for (const send of /** @type {any} */ (globalThis).held) send();
  });
  // A reply that was still under way would be a reply to 3, and come before this one.
  const after = await replied(page);
  assert.deepEqual([after.ply, after.history[0].move], [2, "4"]);
});

check("two people at one device play whole games", async (t) => {
  const { page, context } = await t.visitor();
  const requests = asked(context);
  // A first move at `factor` may end the game.
  await begin(page, { book: "subtract", opponent: "person" });
  await turnSays(page, "Player 1’s turn");
  assert.equal(await page.getByRole("button", { name: "Take back the last move" }).count(), 0);
  await tap(page, (await taps(page))[0]);
  await turnSays(page, "Player 2’s turn");
  await page.getByRole("button", { name: "Take back the last move" }).click();
  await turnSays(page, "Player 1’s turn");
  assert.equal((await gameOf(page)).ply, 0);
  const made = await playOut([page, page]);
  const over = await gameOf(page);
  assert.deepEqual(over.history.map((past) => past.move), made);
  assert.deepEqual(over.history.map((past) => past.by), made.map((_, place) => 1 + (place % 2)));
  await endSays(page, over);
  await toAnother(page, page.getByRole("button", { name: "Play again" }));
  await turnSays(page, /^Player [12]’s turn$/);
  assert.deepEqual((await gameOf(page)).seats.map((seat) => seat.name), over.seats.map((seat) => seat.name).reverse(), "the other one begins");
  await resign(page);
  await page.locator("#after").waitFor();
  assert.deepEqual((await gameOf(page)).result.why, "resigned");
  assert.deepEqual(requests, [], `the server was asked:\n${requests.join("\n")}`);
  await refereed(over);
});

check("two people at one device abandon a game of digits by themselves", async (t) => {
  const { page } = await t.visitor();
  await beginHere(page, { position: "digits:97:", opponent: "person" });
  await tap(page, "1");
  await turnSays(page, "Player 2’s turn");
  await page.getByRole("button", { name: "Stop: nobody wins" }).click();
  await page.locator("#after").waitFor();
  const { result } = await gameOf(page);
  assert.deepEqual([result.winner, result.why], [null, "abandoned"]);
});

check("two tabs on one game in the browser make one move, and follow each other", async (t) => {
  const { page, context } = await t.visitor();
  await beginHere(page, { position: "subtract:5040", level: "easy" });
  const other = await context.newPage();
  await other.goto(page.url());
  for (const tab of [page, other]) await taps(tab);
  // Both at the same moment, before either can know of the other.
  const at = Date.now() + 1500;
  const click = (tab, move) => tab.evaluate(async ([wanted, time]) => {
    await new Promise((resolve) => setTimeout(resolve, time - Date.now()));
    for (let tap = 0; tap < 2; tap++) document.querySelector(`#moves button[data-move="${wanted}"]`)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }, [move, at]);
  await Promise.all([click(page, "2"), click(other, "3")]);
  const alike = () => until("both show the same, and wait for a move", async () => {
    const shown = await Promise.all([page, other].map(async (tab) => [...(await logOf(tab)), await tab.locator("#turn").innerText()].join("\n")));
    return shown[0] === shown[1] && shown[0].endsWith("Your turn") && (await gameOf(page)).ply >= 2;
  });
  await alike();
  const game = await gameOf(page);
  assert.deepEqual(game.history.map((past) => past.by), [1, 2], "one move and one reply");
  assert.ok(["2", "3"].includes(game.history[0].move));
  assert.equal(await recordOf(page), await recordOf(other));
  await tap(other, (await taps(other))[0]);
  await until("the computer has replied", async () => (await gameOf(page)).ply === 4);
  await alike();
  assert.equal((await gameOf(page)).ply, 4);
});

check("a browser that keeps nothing says so, and the game goes on, also to the next one", async (t) => {
  const { page, context } = await t.visitor();
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("refused", "SecurityError"); } });
  });
  await begin(page, { book: "subtract", opponent: "computer" });
  await page.locator("#warning", { hasText: "keeps nothing" }).waitFor();
  const over = await playComputer(page);
  await endSays(page, over);
  assert.ok(await page.locator("#warning").isVisible());
  await unfold(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the record" }).click()]);
  assert.equal(await readFile(await download.path(), "utf8"), await recordOf(page));
  await toAnother(page, page.getByRole("button", { name: "Play again" }));
  await replied(page);
  assert.deepEqual((await gameOf(page)).seats.map((seat) => seat.kind), ["computer", "person"]);
});

check("a full storage gives room by forgetting finished games, never the one that is played", async (t) => {
  const { page } = await t.visitor();
  await beginHere(page, { position: "divide:360", opponent: "person" });
  const id = idOf(page);
  await page.evaluate(() => {
    const old = { seq: 1, record: "x".repeat(100_000), title: "Old", numbers: "1", over: true, changed: 1 };
    try {
      for (let place = 0; ; place++) localStorage.setItem(`duel-game:old${place}`, JSON.stringify(old));
    } catch {
      /* full but for a little, which goes as well */
    }
    try {
      for (let place = 0; ; place++) localStorage.setItem(`filling-${place}`, "x");
    } catch {
      /* full */
    }
  });
  await tap(page, "6");
  await turnSays(page, "Player 2’s turn");
  assert.equal(await page.locator("#warning").isVisible(), false);
  await page.reload();
  await turnSays(page, "Player 2’s turn");
  assert.equal(idOf(page), id);
  assert.equal((await gameOf(page)).ply, 1);
});

check("a record is saved here and brought to another browser, unfinished and finished", async (t) => {
  const [anna, bob] = [await t.visitor(), await t.visitor()];
  const requests = [...[anna, bob].map(({ context }) => asked(context))];
  await beginHere(anna.page, { position: "subtract:5040", level: "easy", name: "Anna" });
  await tap(anna.page, "2");
  await replied(anna.page);
  await turnSays(anna.page, /^Your turn$/);
  const save = async (label) => {
    await unfold(anna.page);
    const [download] = await Promise.all([anna.page.waitForEvent("download"), anna.page.getByRole("button", { name: label }).click()]);
    return { name: download.suggestedFilename(), path: await download.path(), text: await readFile(await download.path(), "utf8") };
  };
  const bring = async (file) => {
    await bob.page.goto("/play");
    await bob.page.getByLabel("Bring a game").setInputFiles({ name: file.name, mimeType: "text/plain", buffer: Buffer.from(file.text) });
    await bob.page.waitForURL(/\/play\?game=/);
    await bob.page.locator("#board").waitFor();
    return gameOf(bob.page);
  };
  const game = await gameOf(anna.page);
  for (const label of ["Save the record", "Save it as JSON"]) {
    const file = await save(label);
    assert.match(file.name, label.includes("JSON") ? /^subtract-.*\.json$/ : /^subtract-.*\.duel$/);
    const brought = await bring(file);
    assert.deepEqual([brought.position, brought.ply, brought.turn], [game.position, game.ply, game.turn]);
    assert.deepEqual(brought.seats.map((seat) => [seat.name, seat.kind, seat.level]), game.seats.map((seat) => [seat.name, seat.kind, seat.level]));
    await tap(bob.page, (await taps(bob.page))[0]);
    await replied(bob.page);
  }
  const over = await playComputer(anna.page);
  await anna.page.locator("#after").waitFor();
  const finished = await bring(await save("Save the record"));
  assert.deepEqual(finished.result, over.result);
  await bob.page.locator("#after").waitFor();

  // What is no record is refused in words, and nothing of it is kept.
  await bob.page.goto("/play");
  const before = await bob.page.locator("#games-list li").count();
  await bob.page.getByLabel("Bring a game").setInputFiles({ name: "x.duel", mimeType: "text/plain", buffer: Buffer.from("<img src=x onerror=alert(1)>") });
  await until("it is refused", async () => (await bob.page.locator("#gone").innerText()) !== "");
  assert.equal(await bob.page.locator("#gone img").count(), 0);
  await bob.page.reload();
  await bob.page.locator("#games-list > *").first().waitFor();
  assert.equal(await bob.page.locator("#games-list li").count(), before);
  assert.deepEqual(requests, [[], []]);
});

check("a move does not wait for the insight into a large position", async (t) => {
  const { page } = await t.visitor();
  await beginHere(page, { position: "factor+no-whole:50040", level: "random" });
  await taps(page);
  await page.getByRole("button", { name: "Show insight" }).click();
  await page.locator("#insight", { hasText: "Thinking…" }).waitFor();
  const start = Date.now();
  await (await typing(page)).fill("1");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  // Nor does the reply to it.
  await until("the computer has replied", async () => (await page.locator("#log p.seat-2").count()) > 0);
  await turnSays(page, /^Your turn$/);
  assert.ok(Date.now() - start < 20_000, "the move waited for the thought");
  await page.locator("#insight", { hasText: /Thinking…|can win|against best play|too large/ }).waitFor();
});

/** Lets the next worker of the engine die at its next message, as if its memory had run out. */
const killNext = (page) => page.evaluate(() => { /** @type {any} */ (globalThis).dying = true; });

check("a storage that is full in the middle of a game is told, and the game goes on", async (t) => {
  const { page } = await t.visitor();
  await beginHere(page, { position: "subtract:5040", level: "easy" });
  await tap(page, "2");
  await replied(page);
  await page.evaluate(() => {
    for (const text of ["x".repeat(100_000), "x".repeat(100), "x"]) {
      try {
        for (let place = 0; ; place++) localStorage.setItem(`filling-${text.length}-${place}`, text);
      } catch {
        /* full */
      }
    }
  });
  await tap(page, (await taps(page))[0]);
  await page.locator("#warning", { hasText: "keeps nothing" }).waitFor();
  await tap(page, (await taps(page))[0]);
  const game = await replied(page);
  assert.ok(game.ply >= 5, `${game.ply} moves`);
});

check("an engine that dies says so, and the next try works", async (t) => {
  const { page, context } = await t.visitor();
  await context.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (/** @type {any[]} */ ...message) {
      const mortal = /** @type {any} */ (globalThis);
      if (!mortal.dying) return postMessage.apply(this, /** @type {any} */ (message));
      mortal.dying = false;
      this.terminate();
      setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "out of memory", cancelable: true })), 0);
    };
  });
  await beginHere(page, { position: "subtract:5040", level: "easy" });
  await taps(page);
  await killNext(page);
  await playAt(placeOf(page, "2"));
  await page.locator("#move-problem", { hasText: "The engine has stopped. Please try that again." }).waitFor();
  assert.equal((await gameOf(page)).ply, 0);
  await tap(page, "2");
  await replied(page);
  await turnSays(page, /^Your turn$/);
  assert.equal(await page.locator("#move-problem").innerText(), "");

  // Insight says it, too.
  await killNext(page);
  await page.getByRole("button", { name: "Show insight" }).click();
  await page.locator("#insight", { hasText: "The engine has stopped" }).waitFor();
  await page.getByRole("button", { name: "Hide insight" }).click();
  await page.getByRole("button", { name: "Show insight" }).click();
  await page.locator("#insight .verdict").waitFor();
});

check("an engine that dies while the computer thinks is tried again by itself", async (t) => {
  const { page, context } = await t.visitor();
  await context.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    let died = 0;
    Worker.prototype.postMessage = function (/** @type {any[]} */ ...message) {
      if (died > 1 || !String(message[0]?.request).includes('"ask":"reply"')) return postMessage.apply(this, /** @type {any} */ (message));
      died += 1;
      this.terminate();
      setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "out of memory", cancelable: true })), 0);
    };
  });
  await beginHere(page, { position: "subtract:5040", level: "easy" });
  await tap(page, "2");
  await page.locator("#warning", { hasText: "The engine has stopped." }).waitFor();
  await page.locator("#warning").getByRole("button", { name: "Try again" }).click();
  await turnSays(page, /^Your turn$/);
  assert.equal((await gameOf(page)).ply, 2);
  assert.equal(await page.locator("#warning").isVisible(), false);
});

check("an engine that cannot be loaded says so, and works when it can", async (t) => {
  const { page, context } = await t.visitor({ serviceWorkers: "block", allow: /ERR_FAILED|Failed to load|Service Worker registration blocked/ });
  await context.route("**/*.wasm", (route) => route.abort());
  await page.goto("/play?position=divide:360");
  await page.locator("#gone", { hasText: "could not be loaded" }).waitFor();
  await page.goto("/solve/divide%3A60");
  await page.locator("#trouble", { hasText: "could not be loaded" }).waitFor();
  await context.unroute("**/*.wasm");
  await page.reload();
  await page.locator("#answer").waitFor();
  await beginHere(page, { position: "divide:360" });
  const table = page.url();
  await tap(page, "6");
  await replied(page);
  await context.route("**/*.wasm", (route) => route.abort());
  await page.goto(table);
  await page.locator("#gone", { hasText: "could not be loaded" }).waitFor();
  await context.unroute("**/*.wasm");
  await page.reload();
  await page.locator("#board").waitFor();
});

for (const [who, terms] of /** @type {const} */ ([["against the computer", { seat: "second", level: "easy", name: "Anna" }], ["of two people", { opponent: "person" }]])) {
  check(`a game ${who} goes on at a server, on another device`, async (t) => {
    const { page } = await t.visitor();
    await beginHere(page, { position: "subtract:5040", ...terms });
    if (terms.opponent) await tap(page, "2");
    await taps(page);
    const game = await gameOf(page);
    assert.equal(game.ply, 1);
    await unfold(page);
    await page.getByRole("button", { name: "Continue on another device…" }).click();
    await page.waitForURL(/\/g\//);
    await page.locator("#board").waitFor();
    const there = await gameOf(page);
    assert.equal(there.position, game.position);
    assert.deepEqual(there.history.map((past) => past.move), game.history.map((past) => past.move));
    assert.deepEqual(there.seats.map((seat) => seat.kind === "computer"), game.seats.map((seat) => seat.kind === "computer"));
    if (terms.opponent) {
      const other = await t.visitor();
      await other.page.goto(page.url());
      await other.page.getByRole("button", { name: "Take the seat" }).click();
      await tap(other.page, (await taps(other.page))[0]);
    } else {
      assert.equal(there.seats[1].name, "Anna");
      await tap(page, (await taps(page))[0]);
      await until("the computer replies there", async () => (await gameOf(page)).ply === 3);
    }
  });
}

check("games that are damaged in the storage stop no page, are said to be damaged, and stay as they are", async (t) => {
  const { page } = await t.visitor();
  await beginHere(page, { position: "subtract:5040" });
  await tap(page, "2");
  await replied(page);
  const id = idOf(page);
  const whole = JSON.parse(await page.evaluate((name) => localStorage.getItem(name), `duel-game:${id}`));
  const damaged = {
    torn: JSON.stringify(whole).slice(0, 60), list: "[]", number: "7", nothing: "null", text: '"duel"', empty: "",
    ...Object.fromEntries(Object.keys(whole).filter((member) => member !== "id").map((member) => {
      const { [member]: _, ...rest } = whole;
      return [`no-${member}`, JSON.stringify(rest)];
    })),
    wrong: JSON.stringify({ ...whole, numbers: [5040], changed: 1e99 }),
  };
  await page.evaluate((texts) => {
    for (const [name, text] of Object.entries(texts)) localStorage.setItem(`duel-game:${name}`, text);
  }, damaged);
  await page.goto("/");
  await page.locator("#continue", { hasText: "Go on" }).waitFor();
  await page.locator("#damaged:visible").getByRole("link").click();
  await page.locator("#games-list .notice").first().waitFor();
  assert.equal(await page.locator("#games-list .notice").count(), Object.keys(damaged).length);
  assert.equal(await page.locator("#games-list li").count(), 1, "the one that is whole");
  for (const name of Object.keys(damaged)) {
    await page.goto(`/play?game=${name}`);
    await page.locator("#gone", { hasText: "damaged" }).waitFor();
  }
  await page.goto("/train");
  await page.locator("#left", { hasText: `${Object.keys(damaged).length} games could not be looked at` }).waitFor();
  const stored = () => page.evaluate((names) => Object.fromEntries(names.map((name) => [name, localStorage.getItem(`duel-game:${name}`)])), Object.keys(damaged));
  assert.deepEqual(await stored(), damaged, "nothing was written over");

  // A game that comes under the name of a damaged one puts that aside.
  await page.goto(`/play?game=torn#record=${encodeURIComponent(whole.record)}`);
  await page.locator("#board").waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("duel-game:torn-damaged-1")), damaged.torn);
  // A record that cannot be replayed is said to be damaged, and left alone.
  const unplayable = JSON.stringify({ ...whole, record: "[Record nonsense]", changed: Date.now() });
  await page.evaluate((text) => localStorage.setItem("duel-game:unplayable", text), unplayable);
  await page.goto("/play?game=unplayable");
  await page.locator("#gone", { hasText: "left as it is" }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("duel-game:unplayable")), unplayable);
  await page.goto("/play");
  const count = page.locator("#games-list .notice");
  const before = await count.count();
  await page.getByRole("button", { name: /^Delete the damaged game/ }).first().click();
  await until("it is deleted", async () => (await count.count()) === before - 1);
});

check("the front page and the list lead back to games, and forget them", async (t) => {
  const { page } = await t.visitor();
  await beginHere(page, { position: "subtract:5040" });
  await tap(page, "2");
  const { position } = await replied(page);
  const id = idOf(page);
  await page.goto("/");
  await page.getByRole("link", { name: /^Go on/ }).click();
  await page.locator("#board").waitFor();
  assert.equal(idOf(page), id);
  assert.equal((await gameOf(page)).position, position);
  await page.goto("/play");
  await page.getByRole("button", { name: /^Delete/ }).click();
  await page.getByText("There is none yet.").waitFor();
  await page.goto(`/play?game=${id}`);
  await page.locator("#gone", { hasText: "no such game" }).waitFor();
  await page.goto("/");
  assert.equal(await page.locator("#continue").isVisible(), false);
});
