// A lesson with thirty pupils over three rounds, as their pages lead it: each has a WebSocket to its table
// and asks for its seat. They reload, go back and join again, lose the connection and come late.

import assert from "node:assert/strict";
import { check, until, world } from "./world.js";

/** What a pupil's page does, in one page for all of them: browsers would be thirty times as heavy. */
function pupils() {
  const all = new Map();
  const ask = async (method, path, token, body) => {
    const response = await fetch(`/api/v1${path}`, { method, cache: "no-store", headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }, body });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  };
  class Pupil {
    constructor(code, number) {
      this.room = `/rooms/${code}`;
      this.token = String(number).padStart(32, "0");
      this.place = null;
      this.socket = null;
      this.online = true;
    }
    join() {
      return ask("POST", `${this.room}/join`, this.token, "{}").then((place) => this.sit(place));
    }
    sit(place) {
      if (this.place?.id === place.id && this.socket?.readyState <= WebSocket.OPEN) return;
      this.place = place;
      this.socket?.close();
      this.socket = new WebSocket(`ws://${location.host}/api/v1/games/${place.id}/live`);
      const { socket, token } = this;
      socket.addEventListener("open", () => socket.send(JSON.stringify({ v: 1, type: "hello", token })));
    }
    /** What the page does every few seconds. */
    async look() {
      if (!this.online) return;
      const now = await ask("GET", `${this.room}/seat`, this.token);
      if (!this.online) return;
      if (now.place) this.sit(now.place);
      else await this.join();
    }
    lose() {
      this.online = false;
      this.socket?.close();
      this.socket = null;
    }
    reload() {
      this.online = true;
      this.socket?.close();
      this.socket = null;
      this.place = null;
      return this.look();
    }
    resign() {
      return ask("POST", `/games/${this.place.id}/resign`, this.token, "{}");
    }
  }
  Object.assign(globalThis, {
    lesson: {
      add: (code, numbers) => Promise.all(numbers.map((number) => {
        all.set(number, new Pupil(code, number));
        return all.get(number).join();
      })),
      each: (what, numbers) => Promise.all(numbers.map((number) => all.get(number)[what]())),
      lookAll: () => Promise.all([...all.values()].map((pupil) => pupil.look())),
      places: () => [...all.entries()].filter(([, pupil]) => pupil.online).map(([number, pupil]) => ({ number, ...pupil.place, open: pupil.socket?.readyState === WebSocket.OPEN })),
    },
  });
}

/** The places of all who are there, once everybody has been led to the seat that the room has for them. */
async function seated(page, code) {
  const wait = () => until("everybody is at the table that the room says", async () => {
    await page.evaluate(() => /** @type {any} */ (globalThis).lesson.lookAll());
    const places = await page.evaluate(() => /** @type {any} */ (globalThis).lesson.places());
    const room = await world.server.api("GET", `/rooms/${code}`);
    const present = new Set(room.pupils.filter((pupil) => pupil.present).map((pupil) => pupil.pupil));
    return places.every((place) => place.open && present.has(place.pupil) && room.tables.some((table) => table.game === place.id)) && { places, room };
  });
  return wait();
}

/** What must be so whenever everybody has been led on. */
function holds({ places, room }, there) {
  assert.equal(places.length, there, "everybody who is there has a game");
  const games = Map.groupBy ? Map.groupBy(places, (place) => place.id) : places.reduce((map, place) => map.set(place.id, [...(map.get(place.id) ?? []), place]), new Map());
  for (const [id, players] of games) {
    const { seats } = room.tables.find((table) => table.game === id);
    assert.ok(players.length <= 2);
    if (players.length === 2) {
      assert.notEqual(players[0].pupil, players[1].pupil, "nobody sits opposite themselves");
      assert.deepEqual(players.map((player) => player.seat).sort(), [1, 2]);
    }
    assert.equal(new Set(seats.map((seat) => seat.pupil)).size, 2);
  }
}

check("a lesson: thirty pupils, three rounds, reloads, lost connections and latecomers; everybody always has a game, and the standings are right", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/rules");
  await page.evaluate(pupils);
  const opened = await world.server.api("POST", "/rooms", { body: { book: "subtract", fair: true, numbers: "small" } });
  const { code, token } = opened;
  const each = (what, numbers) => page.evaluate(([name, all]) => /** @type {any} */ (globalThis).lesson.each(name, all), [what, numbers]);
  const add = (numbers) => page.evaluate(([room, all]) => /** @type {any} */ (globalThis).lesson.add(room, all), [code, numbers]);
  const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, place) => from + place);
  const wins = new Map();
  /** The first seats of all tables of two people give up. */
  async function play({ places, room }) {
    const losers = room.tables.filter((table) => !table.result && table.seats.every((seat) => seat.pupil && seat.present)).map((table) => {
      const [first, second] = table.seats;
      wins.set(second.pupil, (wins.get(second.pupil) ?? 0) + 1);
      return places.find((place) => place.pupil === first.pupil).number;
    });
    await each("resign", losers);
    return losers;
  }
  const nextRound = () => world.server.api("POST", `/rooms/${code}/round`, { body: {}, token });

  // The first round: 27 at once, then three latecomers, one by one.
  await add(numbers(1, 27));
  let now = await seated(page, code);
  holds(now, 27);
  assert.equal(now.room.tables.filter((table) => table.seats.some((seat) => seat.pupil === null)).length, 1, "one plays the computer");
  for (const late of [28, 29, 30]) await add([late]);
  await each("reload", numbers(1, 8));
  await each("join", numbers(5, 20));
  now = await seated(page, code);
  holds(now, 30);
  assert.ok(now.room.tables.every((table) => table.seats.every((seat) => seat.pupil !== null)), "all are paired");
  const partners = new Map(now.places.map((place) => [place.number, place.players[2 - place.seat]]));
  const lost = await play(now);
  // Some join again when their game is over, and get another partner.
  await each("join", lost.slice(0, 4));
  holds(await seated(page, code), 30);

  // The second round begins while three have no connection.
  await each("lose", [3, 11, 12]);
  await until("the server has noticed", async () => (await world.server.api("GET", `/rooms/${code}`)).pupils.filter((pupil) => pupil.present).length === 27);
  await nextRound();
  now = await seated(page, code);
  holds(now, 27);
  const paired = now.places.filter((place) => place.players.every((player) => player !== "Computer"));
  assert.equal(paired.length, 26, "those who are there are paired with each other");
  for (const place of paired) assert.notEqual(place.players[2 - place.seat], partners.get(place.number), "with another partner");
  await each("reload", [3, 11, 12]);
  now = await seated(page, code);
  holds(now, 30);
  await play(now);

  // The third round, with one more pupil.
  await nextRound();
  await add([31]);
  now = await seated(page, code);
  holds(now, 31);
  await play(now);
  const { room } = await seated(page, code);
  for (const pupil of room.pupils) assert.equal(pupil.wins, wins.get(pupil.pupil) ?? 0, JSON.stringify(pupil));
  assert.equal(room.round, 3);
  const { results } = await world.server.api("GET", `/rooms/${code}/results`);
  assert.equal(results.reduce((sum, line) => sum + line.wins[0] + line.wins[1], 0), [...wins.values()].reduce((sum, one) => sum + one, 0));
});
