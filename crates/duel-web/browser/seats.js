// What else people do at a table: insight, taking back, resigning, abandoning, clocks, watching,
// playing again, and carrying a seat to another device.

import assert from "node:assert/strict";
import { begin, beginHere, deal, endSays, gameOf, idOf, logOf, playComputer, press, resign, sit, takeSeat, tap, taps, turnSays, typing } from "./table.js";
import { check, until, world } from "./world.js";

check("two taps begin a game against the computer, with insight", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/");
  await page.locator("[data-open=subtract]").click();
  await page.locator("#sheet button[value=computer]").click();
  await turnSays(page, /^Your turn$/);
  const { book, position } = await gameOf(page);
  assert.equal(book, "subtract");

  await page.getByRole("button", { name: "Show insight" }).click();
  await page.locator("#insight .verdict").waitFor();
  for (const depth of ["The idea", "The proof", "In short"]) {
    await page.locator("#insight label", { hasText: depth }).click();
    assert.notEqual(await page.locator("#insight .reason:not([role])").innerText(), "");
  }
  const analysis = await world.server.api("GET", `/positions/${encodeURIComponent(position)}/analysis`);
  await page.locator("#insight summary", { hasText: `What each move is worth (${analysis.moves.length})` }).click();
  assert.equal(await page.locator("#insight tbody tr").count(), analysis.moves.length);
});

/** A click on something leads to another game. */
async function another(page, place) {
  const id = idOf(page);
  await place.click();
  await page.waitForURL(() => isTable(page) && idOf(page) !== id);
  await page.locator("#board").waitFor();
}
const isTable = (page) => Boolean(idOf(page));

for (const [where, start] of /** @type {[string, (page: any) => Promise<void>][]} */ ([
  ["in the page", (page) => beginHere(page, { position: "subtract:12" })],
  ["on the server", async (page) => sit(page, (await deal({ position: "subtract:12", opponent: "computer" }))[0])],
])) {
  check(`a game against the computer ${where}, with its review, play from a position of it, and another game`, async (t) => {
    const { page } = await t.visitor();
    // From here the game lasts at least two moves, whatever is played.
    await start(page);
    const table = page.url();
    await page.getByRole("button", { name: "Show insight" }).click();
    const over = await playComputer(page);
    await page.locator("#insight .review > li").first().waitFor();
    assert.equal(await page.locator("#insight .review > li").count(), over.ply);
    if (where === "on the server") {
      const { balance, moves } = await world.server.api("GET", `/games/${over.id}/review`);
      assert.equal(balance.length, over.ply + 1);
      const said = await page.locator("#insight .review .badge").allInnerTexts();
      assert.deepEqual(said.map((words) => words.slice(2)), moves.map((move) => move.words), "the page and the server judge alike");
    }

    await page.getByRole("button", { name: "Look at the position before move 2" }).click();
    await page.locator("#scrub", { hasText: "Move 2:" }).waitFor();
    assert.equal(await page.getByRole("slider").getAttribute("max"), String(over.ply));
    await page.locator('#scrub input[aria-valuetext*="winning"]').waitFor();
    await page.getByRole("button", { name: "Back to the table" }).click();
    await page.locator("#scrub").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Look at the position before move 2" }).click();
    await page.locator("#scrub", { hasText: "Move 2:" }).waitFor();

    // Whoever moved there is who one is there.
    await another(page, page.getByRole("link", { name: "Play from here" }));
    await turnSays(page, /^Your turn$/);
    const from = await gameOf(page);
    assert.equal(from.start, over.history[0].position);
    assert.equal(from.seats[from.turn - 1].kind, "person");

    await page.goto(table);
    await another(page, page.getByRole("button", { name: "Play again" }));
    const again = await gameOf(page);
    assert.equal(again.seats[1].kind, "person", "the seats are swapped");
    assert.equal(again.seats[0].kind, "computer");
    await turnSays(page, /^Your turn$/);
  });
}

/** Two people at a table. */
async function couple(t, terms) {
  const [anna, bob] = [await t.visitor(), await t.visitor()];
  const [first, second] = await deal(terms);
  await sit(anna.page, first);
  await sit(bob.page, second);
  return [anna.page, bob.page];
}

check("a move is taken back only if both want it", async (t) => {
  const [anna, bob] = await couple(t, { position: "divide:360" });
  await tap(anna, "6");
  await turnSays(bob, /^Your turn$/);
  await press(anna, "Take back");
  await bob.locator("#offers", { hasText: "asks to take back their last move." }).waitFor();
  await bob.getByRole("button", { name: "Decline" }).click();
  // The answer is where the question was, and nothing lies over it.
  await anna.locator("#offers").getByText("Bob does not agree to take back your last move.", { exact: true }).waitFor();
  assert.equal((await gameOf(anna)).ply, 1);
  await press(anna, "Take back");
  await anna.locator("#offers").getByRole("button", { name: "Withdraw" }).click();
  await until("what is withdrawn is gone without an answer", async () => (await anna.locator("#offers").innerText()) === "");

  await press(anna, "Take back");
  await bob.getByRole("button", { name: "Accept" }).click();
  await turnSays(anna, /^Your turn$/);
  const game = await gameOf(anna);
  assert.equal(game.ply, 0);
  assert.equal(game.position, "divide:360");
  for (const page of [anna, bob]) await page.locator("#log", { hasText: "takes back their last move" }).waitFor();
  assert.ok((await taps(anna)).includes("6"));
});

check("only what a player has done is offered to be taken back, with the reply to it", async (t) => {
  const [anna, bob] = await couple(t, { position: "divide:5040" });
  const back = (page) => page.getByRole("button", { name: "Take back your last move" });
  await tap(anna, "6");
  await turnSays(bob, /^Your turn$/);
  await back(anna).waitFor();
  assert.equal(await back(bob).count(), 0, "Bob has not moved");
  await tap(bob, "2");
  await turnSays(anna, /^Your turn$/);
  await back(bob).waitFor();
  assert.equal(await back(anna).innerText(), "Take back your last move and Bob’s reply");
  assert.equal(await back(bob).innerText(), "Take back your last move");
  await back(anna).click();
  await bob.locator("#offers", { hasText: "asks to take back their last move and the reply to it" }).waitFor();
  assert.equal(await back(bob).count(), 0, "it would accept what Anna asks");
  await bob.getByRole("button", { name: "Accept" }).click();
  await until("both moves are back", async () => (await gameOf(anna)).ply === 0);
  await until("nothing is left to take back", async () => (await back(anna).count()) + (await back(bob).count()) === 0);
});

check("resigning asks first; a rematch swaps the seats on both sides", async (t) => {
  const [anna, bob] = await couple(t, { position: "divide:360" });
  const id = idOf(anna);
  await anna.getByRole("button", { name: "Resign…" }).click();
  await anna.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  assert.equal((await gameOf(anna)).result, null);
  await resign(anna);
  for (const page of [anna, bob]) await page.locator("#after").waitFor();
  const { result } = await gameOf(anna);
  assert.deepEqual([result.winner, result.why], [2, "resigned"]);

  await bob.getByRole("button", { name: "Ask for a rematch" }).click();
  await anna.locator("#offers", { hasText: "play again" }).waitFor();
  await anna.getByRole("button", { name: "Accept" }).click();
  for (const page of [anna, bob]) await page.waitForURL((url) => url.pathname.startsWith("/g/") && !url.pathname.endsWith(id));
  assert.equal(idOf(anna), idOf(bob));
  await turnSays(bob, /^Your turn$/);
  await tap(bob, (await taps(bob))[0]);
  await turnSays(anna, /^Your turn$/);
});

check("a game of digits is abandoned by both", async (t) => {
  const [anna, bob] = await couple(t, { position: "digits:97:" });
  await tap(anna, "1");
  await bob.getByRole("button", { name: "Offer to stop" }).click();
  await anna.locator("#offers", { hasText: "asks to stop: nobody wins" }).waitFor();
  await anna.getByRole("button", { name: "Accept" }).click();
  for (const page of [anna, bob]) await page.locator("#after").waitFor();
  const { result } = await gameOf(anna);
  assert.deepEqual([result.winner, result.why], [null, "abandoned"]);
});

check("a clock runs for the player to move, and runs out", async (t) => {
  const [{ page: anna }, { page: bob }] = [await t.visitor(), await t.visitor()];
  const timed = async (clock) => {
    await sit(anna, await world.server.api("POST", "/games", { body: { position: "divide:360", clock } }));
    await takeSeat(bob, anna.url());
  };
  // One that lasts longer than any machine needs to look at it, and one that is soon over.
  await timed("59m");
  const left = (page) => page.locator(".clock").first().innerText();
  await anna.locator(".clock.runs").waitFor();
  const before = await left(bob);
  await until("the clock has run", async () => (await left(bob)) < before);
  await timed("2s");
  for (const page of [anna, bob]) await page.locator("#after").waitFor();
  const over = await gameOf(anna);
  assert.deepEqual([over.result.winner, over.result.why], [2, "time"]);
  await endSays(anna, over, 1);
});

check("a spectator sees the moves, and can make none", async (t) => {
  const [anna, bob] = await couple(t, { position: "divide:360" });
  const { page: eve } = await t.visitor();
  await eve.goto(`/g/${idOf(anna)}`);
  await eve.locator("#log p").first().waitFor();
  await anna.locator("#seats", { hasText: "1 watching" }).waitFor();
  await tap(anna, "6");
  await until("the spectator sees the move", async () => (await logOf(eve)).some((line) => line.includes("360 / 6 = 60")));
  await turnSays(eve, "Bob’s turn");
  assert.equal(await eve.locator(".pick, #moves button:visible, #controls button:visible").count(), 0);
  assert.equal(await eve.locator("#insight").isVisible(), false, "no insight while people play");
  await world.server.api("GET", `/games/${idOf(anna)}/analysis`, { status: 403 });
  await world.server.api("POST", `/games/${idOf(anna)}/moves`, { body: { move: "2", ply: 1 }, token: "A".repeat(22), status: 403 });
  await tap(bob, "2");

  // The players go on to another game; whoever watches is told where, also without the sheet of the end.
  await resign(anna);
  await eve.getByRole("button", { name: "Close, and look at the board" }).click();
  await anna.getByRole("button", { name: "Ask for a rematch" }).first().click();
  await bob.getByRole("button", { name: "Accept" }).click();
  const old = idOf(eve);
  await eve.locator("#offers").getByRole("link", { name: "Watch" }).click();
  await eve.waitForURL(() => idOf(eve) !== old);
  await bob.waitForURL(() => idOf(bob) === idOf(eve));
});

check("a seat is carried to another device by its secret link", async (t) => {
  const [anna, phone] = [await t.visitor({ permissions: ["clipboard-read", "clipboard-write"] }), await t.visitor()];
  // A game with a clock is the server's.
  await begin(anna.page, { opponent: "computer", options: [["clock", "5m+3s"]] });
  assert.match(anna.page.url(), /\/g\//);
  await anna.page.locator("summary", { hasText: "Continue on another device" }).click();
  await anna.page.getByRole("button", { name: "Copy my secret link" }).click();
  const link = await until("the link is copied", () => anna.page.evaluate(() => navigator.clipboard.readText()));
  assert.match(link, /\/g\/[^/]+#seat=1&token=/);
  const sent = [];
  phone.page.on("request", (request) => sent.push(request.url()));
  await phone.page.goto(link);
  await turnSays(phone.page, /^Your turn$/);
  assert.ok(!phone.page.url().includes("token"), "the secret stays in the address");
  assert.ok(!sent.some((url) => new URL(url).search.includes("token")), "the secret went over the wire in an address");
  await tap(phone.page, (await taps(phone.page))[0]);
  await until("the first device follows", async () => (await anna.page.locator("#log .said").count()) > 1);
});

check("a secret link works where its table is already watched", async (t) => {
  const { page } = await t.visitor();
  const [first] = await deal({ position: "divide:360" });
  await page.goto(`/g/${first.id}`);
  await turnSays(page, "Player 1’s turn");
  await sit(page, first);
  await tap(page, (await taps(page))[0]);
});

check("a move that is typed wrong is explained, and one that is right is made", async (t) => {
  const [anna, bob] = await couple(t, { position: "divide:360" });
  const field = await typing(anna);
  anna.context().removeAllListeners("console"); // the refusal itself is what the console tells
  await field.fill("7");
  await field.press("Enter");
  await anna.locator("#move-problem", { hasText: "7" }).waitFor();
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  await field.fill("6");
  await anna.getByRole("button", { name: "Play", exact: true }).click();
  await turnSays(bob, /^Your turn$/);
  assert.equal(await anna.locator("#move-problem").innerText(), "");
  assert.equal((await gameOf(bob)).position, "divide:60/2");
});

check("two tabs of one player make one move", async (t) => {
  const [anna] = await couple(t, { position: "divide:360" });
  anna.context().removeAllListeners("console"); // one of them is refused
  const other = await anna.context().newPage();
  await other.goto(anna.url());
  await taps(other);
  // Whichever is first may take the place away from under the other.
  const clicks = [[anna, "10"], [other, "6"]].map(([page, move]) => page.evaluate((wanted) => {
    for (let tap = 0; tap < 2; tap++) document.querySelector(`#picture .pick[data-move="${wanted}"]`)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }, move));
  await Promise.all(clicks);
  const game = await until("a move is made", async () => {
    const now = await gameOf(anna);
    return now.ply > 0 && now;
  });
  assert.equal(game.ply, 1);
  for (const page of [anna, other]) await turnSays(page, "Bob’s turn");
  assert.equal((await gameOf(anna)).ply, 1);
});
