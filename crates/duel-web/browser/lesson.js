// A lesson with thirty pupils and three rounds, in which happens what happens in lessons: pages are
// reloaded, pupils go back, join twice, lose the network, come late and are removed. All the time everybody
// has a game with somebody else, and in the end the standings are what was played.

import assert from "node:assert/strict";
import { resign, tap, turnSays } from "./table.js";
import { check, forEach, until, world } from "./world.js";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A pupil with a phone. The line of its page to the server can be cut. */
class Pupil {
  static async arrive(t, code) {
    const pupil = new Pupil();
    const { page, context } = await t.visitor({ ...PHONE, allow: /ERR_INTERNET_DISCONNECTED|WebSocket/ });
    Object.assign(pupil, { page, context, code, lines: new Set(), isCut: false });
    await context.routeWebSocket(/\/live$/, (line) => {
      if (pupil.isCut) return line.close();
      pupil.lines.add(line.connectToServer()).add(line);
    });
    await pupil.join();
    pupil.token = await page.evaluate((code) => localStorage.getItem(`duel:class:${code}`), code);
    pupil.number = (await pupil.place()).pupil;
    return pupil;
  }

  async join(page = this.page) {
    await page.goto(`/join/${this.code}`);
    await page.getByRole("button", { name: "Join" }).tap();
    await page.waitForURL(/\/g\//);
  }

  async place() {
    return (await world.server.api("GET", `/rooms/${this.code}/seat`, { token: this.token })).place;
  }

  async cut() {
    this.isCut = true;
    await this.context.setOffline(true);
    for (const line of this.lines) await line.close();
  }

  async mend() {
    this.isCut = false;
    await this.context.setOffline(false);
  }
}

const label = (pupil) => `Pupil ${pupil.number}`;
const pairOf = (two) => two.map((pupil) => pupil.number).sort((a, b) => a - b).join();

/** Waits until everybody here sits at a table, and their pages are there. Gives the tables: who sits first and second. */
async function seated(here) {
  let tables = new Map();
  const trouble = await until("everybody has a game", async () => {
    const places = await Promise.all(here.map((pupil) => pupil.place()));
    const astray = here.filter((pupil, index) => new URL(pupil.page.url()).pathname !== `/g/${places[index]?.id}`);
    if (astray.length) throw new Error(`not at their tables: ${astray.map(label)}`);
    tables = new Map();
    here.forEach((pupil, index) => {
      const { id, seat } = places[index];
      tables.set(id, Object.assign(tables.get(id) ?? [], { [seat - 1]: pupil }));
    });
    // Nobody sits on the lap of somebody else.
    const sitting = [...tables.values()].reduce((sum, table) => sum + table.filter(Boolean).length, 0);
    return sitting === here.length ? "none" : "two in one seat";
  });
  assert.equal(trouble, "none");
  await forEach(here, (pupil) => pupil.page.locator("#turn").filter({ hasText: /turn|win|wins|Computer/ }).waitFor());
  const all = [...tables.values()];
  assert.equal(all.filter((table) => table.filter(Boolean).length === 1).length, here.length % 2, "only the odd one plays the computer");
  return all;
}

check("a class of thirty plays three rounds, whatever happens to their pages: everybody always has a game, and the standings are right", async (t) => {
  const { page: teacher } = await t.visitor({ viewport: { width: 1280, height: 800 } });
  await teacher.goto("/class");
  await teacher.getByText("The same position for all").click();
  // 12 is won with 6, and lost with 2.
  await teacher.getByLabel("Position", { exact: true }).fill("divide:12");
  await teacher.getByRole("button", { name: "Open the room" }).click();
  await teacher.waitForURL(/\/class\/[A-Z0-9]+$/);
  const code = await teacher.locator("#code").innerText();
  const nextRound = async (number) => {
    teacher.once("dialog", (dialog) => dialog.accept());
    await teacher.getByRole("button", { name: "Next round" }).click();
    await teacher.locator("#status", { hasText: `Round ${number}` }).waitFor();
  };

  const won = new Map(), played = new Map(), met = new Set();
  const count = (counts, pupil) => pupil && counts.set(label(pupil), (counts.get(label(pupil)) ?? 0) + 1);
  /** Plays a game to its end, and notes who won it. */
  const play = async ([first, second], firstWins = true) => {
    await turnSays(first.page, /^Your turn$/);
    await tap(first.page, firstWins ? "6" : "2", { touch: true });
    if (!firstWins) {
      await turnSays(second.page, /^Your turn$/);
      await tap(second.page, "3", { touch: true });
    }
    const [winner, loser] = firstWins ? [first, second] : [second, first];
    await winner.page.getByRole("heading", { name: "You win!" }).waitFor();
    await loser?.page.getByRole("heading", { name: "You lost" }).waitFor();
    count(won, winner);
    for (const each of [first, second]) count(played, each);
  };
  /** Whoever is paired by a round has not met before. */
  const meetings = (tables) => {
    for (const table of tables.filter((table) => table.filter(Boolean).length === 2)) {
      assert.ok(!met.has(pairOf(table)), `${pairOf(table)} meet again`);
      met.add(pairOf(table));
    }
  };

  // The first round: 29, so one of them plays the computer.
  const here = [];
  await forEach(Array.from({ length: 29 }), async () => void here.push(await Pupil.arrive(t, code)));
  let tables = await seated(here);
  meetings(tables);
  await teacher.locator("#status", { hasText: "29 pupils · 15 tables" }).waitFor();

  // In the middle of their games pages are reloaded, pupils go back, and join again in another tab.
  const pairs = tables.filter((table) => table[0] && table[1]);
  await tap(pairs[0][0].page, "2", { touch: true });
  await forEach(pairs[0], (pupil) => pupil.page.reload());
  await forEach(pairs[1], async (pupil) => {
    await pupil.page.goBack();
    await pupil.join();
  });
  const tab = await pairs[2][0].context.newPage();
  await pairs[2][0].join(tab);
  await tab.close();
  await pairs[3][1].cut();
  await pairs[3][1].page.locator("#connection", { hasText: "Reconnecting" }).waitFor();
  await pairs[3][1].mend();
  await until("they are where they were", async () => pairOf((await seated(here)).find((table) => table.includes(pairs[0][0])) ?? []) === pairOf(pairs[0]));
  await turnSays(pairs[0][1].page, /^Your turn$/);
  assert.deepEqual((await seated(here)).map(pairOf).sort(), tables.map(pairOf).sort());

  // Some play on while others never end: what is broken off does not count.
  const alone = tables.find((table) => !table[1]);
  await forEach([...pairs.slice(1, 11).entries(), [0, alone]], ([index, table]) => play(table, index % 2 === 0));
  const [anna, bob] = pairs[1];
  await anna.page.getByRole("button", { name: "Ask for a rematch" }).tap();
  await bob.page.getByRole("button", { name: "Accept" }).tap();
  await turnSays(bob.page, /^Your turn$/);
  await play([bob, anna]);

  // A round begins while a phone has no network, and while another one shows something else.
  const [lost, gone] = [pairs[12][0], pairs[12][1]];
  await lost.cut();
  await gone.page.goto("about:blank");
  await until("both are away", async () => {
    const { pupils } = await world.server.api("GET", `/rooms/${code}`);
    return [lost, gone].every(({ number }) => !pupils[number - 1].present);
  });
  await nextRound(2);
  const present = here.filter((pupil) => pupil !== lost && pupil !== gone);
  meetings(await seated(present));
  await lost.mend();
  await seated([...present, lost]);
  await gone.page.goBack();
  await seated(here);
  here.push(await Pupil.arrive(t, code));
  tables = await seated(here);
  await teacher.locator("#status", { hasText: "30 pupils · 15 tables" }).waitFor();
  tables.forEach((table) => met.add(pairOf(table)));

  // Somebody is removed in mid-game: the partner has another game at once, and a partner when the seat is taken again.
  const [removed, left] = tables[0];
  await tap(removed.page, "2", { touch: true });
  await teacher.locator("#manage > summary").click();
  await teacher.locator("#pupils").getByRole("button", { name: new RegExp(`^${label(removed)} ·`) }).click();
  await teacher.getByRole("button", { name: "Remove from the room" }).click();
  await removed.page.locator("#class", { hasText: "Your teacher has freed your seat" }).waitFor();
  const others = here.filter((pupil) => pupil !== removed);
  assert.ok((await seated(others)).some((table) => table.length === 1 && table[0] === left));
  await removed.join();
  tables = await seated(here);
  await forEach(tables.slice(0, 13).entries(), ([index, table]) => play(table, index % 3 > 0));

  // With everybody there, nobody meets anybody again.
  await nextRound(3);
  tables = await seated(here);
  assert.equal(tables.length, 15);
  meetings(tables);
  await forEach(tables.slice(1).entries(), ([index, table]) => play(table, index % 2 > 0));
  await resign(tables[0][0].page);
  count(won, tables[0][1]);
  for (const pupil of tables[0]) count(played, pupil);

  await teacher.getByRole("button", { name: "Standings" }).click();
  const expected = here.map((pupil) => [label(pupil), won.get(label(pupil)) ?? 0, played.get(label(pupil)) ?? 0].join(" ")).sort();
  const rows = async () => (await teacher.locator("#standings tbody tr").allInnerTexts()).map((row) => row.replace(/\s+/g, " "));
  await until("the standings are what was played", async () => {
    const told = (await rows()).sort();
    if (told.join() !== expected.join()) throw new Error(`${told.filter((row) => !expected.includes(row))} instead of ${expected.filter((row) => !told.includes(row))}`);
    return true;
  });
  const wins = (await rows()).map((row) => Number(row.split(" ")[2]));
  assert.deepEqual(wins, [...wins].sort((a, b) => b - a), "whoever won most is first");
  const { results } = await world.server.api("GET", `/rooms/${code}/results`);
  assert.ok(results.every(({ players }) => players[0] !== players[1]), "nobody sat opposite themselves");
});
