// Whole games of every book between two people with a browser each.

import assert from "node:assert/strict";
import { BOOKS, begin, endSays, gameOf, idOf, inBrief, logOf, playOut, takeSeat, turnSays } from "./table.js";
import { check, until, world } from "./world.js";

for (const book of BOOKS) {
  for (const fair of [false, true]) {
    check(`a game of ${book} between two people, ${fair ? "fair" : "as the book says"}`, async (t) => {
      const [anna, bob] = [await t.visitor(), await t.visitor()];
      await begin(anna.page, { book, fair });
      await turnSays(anna.page, "Waiting for the other player");
      const link = await anna.page.getByLabel("Link to this table").inputValue();
      await takeSeat(bob.page, link, "Bob");
      const pages = [anna.page, bob.page];
      const made = await playOut(pages);
      assert.ok(made.length > 0);

      const game = await gameOf(anna.page);
      const lines = (await world.server.api("GET", `/games/${game.id}/log?from=0&to=100`)).lines;
      assert.equal(lines.filter((line) => line.by && line.brief).length, made.length, "one line a move");
      for (const [place, page] of pages.entries()) {
        await endSays(page, game, place + 1);
        assert.equal(await page.locator("#goal").innerText(), game.goal.aim);
        assert.equal(await page.locator("#house").innerText(), game.goal.limits);
        await page.locator("#after").waitFor();
        await until("the log is whole", async () => (await logOf(page)).slice(1).join("\n") === inBrief(lines, game, place + 1).join("\n"));
        await page.getByLabel("In the words of the book").check();
        assert.deepEqual(await logOf(page), lines.map((line) => line.text));
      }
      const record = await world.server.api("GET", `/games/${game.id}/record?format=json`);
      assert.deepEqual(record.moves.map((move) => String(move.move ?? move)), made);
      assert.equal(record.second, "Bob");
      assert.equal(record.start, game.start);
      assert.equal(game.rules.name.includes("+") || game.start.includes(","), fair, `the rules are ${game.rules.name}`);
      assert.equal(idOf(bob.page), game.id);
    });
  }
}
