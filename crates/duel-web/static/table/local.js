// @ts-check
// A game that is played in this page: against the computer, or by two people at one device. The
// engine referees and thinks; the game is kept in this browser, as its record.

import { Problem } from "../api.js";
import { byId, el, fill } from "../dom.js";
import { ask } from "../engine/engine.js";
import { find, isKept, keep as keepGame, newId, newSeed, now, watch } from "../kept.js";
import { playAddress } from "../site.js";
import { isSet, pause } from "./settings.js";

const UNKEPT = "This browser keeps nothing (its storage is full or switched off): the game goes on as long as this page is open. Save its record to keep it.";
const numbersOf = (/** @type {any} */ game) => (game.board.kind === "digits" ? game.board.digits || "–" : game.board.numbers.join(", "));

/**
 * Begins a game and keeps it; its name.
 * @param {Record<string, any>} terms what the engine is asked with @param {string} [rung] of the ladder, if it is played there
 */
export async function begin(terms, rung) {
  return store(newId(), await ask("begin", { seed: newSeed(), date: now(), ...terms }), 1, rung).id;
}

/** Takes in a record from elsewhere; the name of the game. @param {string} record */
export async function bring(record) {
  return store(newId(), await ask("game", { record })).id;
}

/** Takes in a game under its name, from an address that carries it. @param {string} id @param {string} record */
export async function carry(id, record) {
  return store(id, await ask("game", { record })).id;
}

/** Where a game is played; a browser that keeps nothing carries it in the address, behind the #. @param {string} id */
export function tableOf(id) {
  const table = playAddress({ game: id });
  return isKept(id) ? table : `${table}#record=${encodeURIComponent(find(id)?.record ?? "")}`;
}

/** Keeps what the engine has answered; the name of the game, and whether it is kept beyond this page. @param {string} id @param {{record: string, game: any}} answer */
function store(id, { record, game }, seq = 1, rung = find(id)?.rung) {
  return { id, isKept: keepGame({ id, seq, rung, record, title: game.short, numbers: numbersOf(game), over: game.result !== null, changed: Date.now() }) };
}

/**
 * Where games are kept, the engine that plays them, and what else is told of them.
 * @typedef {{
 *   ask: typeof ask,
 *   find: (id: string) => {seq: number, record: string, rung?: string} | null,
 *   isKept: (id: string) => boolean,
 *   keep: (id: string, answer: {record: string, game: any}, seq: number) => boolean,
 *   watch: (id: string, changed: () => void) => void,
 *   told?: Record<string, any>,
 * }} Home
 */

/** The home of most games. @type {Home} */
const HERE = { ask, find, isKept, watch, keep: (id, answer, seq) => store(id, answer, seq).isKept };

/** Says what the players should know, and what they may try again. @param {string} words @param {() => void} [again] */
function warn(words, again) {
  const place = byId("warning");
  if (place.textContent !== words) fill(place, words, again && el("button", { type: "button", class: "button small", onclick: () => { warn(""); again(); } }, "Try again"));
  place.hidden = !words;
}

/** @param {string} id @param {Home} [home] @returns {import("./table.js").Source} */
export function local(id, { ask, find, isKept, keep, watch, told } = HERE) {
  /** @type {any} */
  let game = null;
  let record = "";
  let seq = 0;
  let turnBegan = performance.now();
  let thinking = false;
  /** @type {(game: any) => void} */
  let tell = () => {};

  /** Takes over what the engine or another tab has brought about. @param {{record: string, game: any}} answer @param {number} number */
  function take(answer, number) {
    record = answer.record;
    seq = number;
    game = { ...answer.game, ...told, id, seq, seats: answer.game.seats.map((/** @type {any} */ seat) => ({ ...seat, present: true })) };
    turnBegan = performance.now();
    setTimeout(() => reply(), 0);
    return game;
  }

  /** Takes over the next state of the game, and keeps it. @param {{record: string, game: any}} answer @param {number} number */
  function change(answer, number) {
    take(answer, number);
    warn(keep(id, answer, number) ? "" : UNKEPT);
    return game;
  }

  /** Asks the engine for a change, and keeps what comes of it, unless another tab was first. @param {string} question @param {any} members */
  async function command(question, members) {
    const from = seq;
    const old = record;
    const answer = await ask(question, { record, ...members });
    if (seq !== from || (find(id)?.record ?? old) !== old) {
      await load();
      throw new Problem(409, "other-ply", "");
    }
    return change(answer, from + 1);
  }

  async function load() {
    const kept = find(id);
    if (!kept) throw new Problem(404, "not-found", "");
    if (!isKept(id)) warn(UNKEPT);
    return take(await ask("game", { record: kept.record }), kept.seq);
  }

  const isComputer = (/** @type {number | null} */ seat) => seat !== null && game.seats[seat - 1].kind === "computer";

  /** Lets the computer move, if it is its turn; where its thinking fails, once more by itself. */
  async function reply(again = true) {
    if (thinking || !isComputer(game.turn)) return;
    thinking = true;
    const moves = performance.now() + pause();
    const before = seq;
    const old = record;
    try {
      const next = await ask("reply", { record });
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, moves - performance.now())));
      // Meanwhile the last move may have been taken back, or another tab was first.
      if (seq !== before || (find(id)?.record ?? old) !== old) tell(await load());
      else tell(change(next, before + 1));
    } catch (error) {
      thinking = false;
      if (again) return reply(false);
      warn(`${/** @type {Error} */ (error).message} The computer has not moved. `, () => reply(false));
    }
    thinking = false;
    if (seq !== before) reply();
  }

  /** @type {import("./table.js").Source} */
  const source = {
    id,
    isLocal: true,
    /** The player was helped: the game is not rated. */
    help() {
      if (isSet("rated")) import("../rating.js").then(({ helped }) => helped(id));
    },
    get rung() { return find(id)?.rung; },
    /** At one device both play here: the seat is that of the turn. */
    seat(shown) {
      if (!shown) return null;
      const own = shown.seats.findIndex((/** @type {any} */ seat) => seat.kind === "person") + 1;
      return shown.seats.every((/** @type {any} */ seat) => seat.kind === "person") ? (shown.turn ?? 1) : own || null;
    },
    listen(hooks) {
      tell = hooks.onGame;
      watch(id, async () => {
        if ((find(id)?.record ?? record) !== record) tell(await load().catch(() => game));
      });
      return { hello() {}, isOpen: () => true, close() {} };
    },
    load,
    move: (text) => command("act", { action: "move", move: text, ms: Math.round(performance.now() - turnBegan) }),
    async offer(what) {
      if (what === "take-back") source.help?.();
      if (what !== "rematch") return command("act", { action: what });
      location.assign(tableOf(store(newId(), await ask("rematch", { record, date: now() })).id));
    },
    decline: async () => game,
    resign: () => command("act", { action: "resign" }),
    join: async () => game,
    log: async () => ({ lines: [] }),
    record: async () => record,
    nextGame: (next) => playAddress({ game: next }),
  };
  return source;
}
