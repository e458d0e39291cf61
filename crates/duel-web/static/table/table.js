// @ts-check
// The table: holds the game as its source last told it, and lets the parts draw it. A move is shown
// when the source has confirmed it, never before.

import { Problem } from "../api.js";
import { byId, el, fill, say, table as textTable } from "../dom.js";
import { ask as think } from "../engine/engine.js";
import { effect, ruleParagraphs, short } from "../numbers.js";
import { describe, draw, isMisere } from "../pictures.js";
import { classroom } from "./classroom.js";
import { controls } from "./controls.js";
import { insight } from "./insight.js";
import { lobby } from "./lobby.js";
import { log } from "./log.js";
import { moveList } from "./moves.js";
import { seats } from "./seats.js";

/**
 * Where a game comes from and what becomes of commands: a server (remote.js), or this page (local.js).
 * An answer is a game, or the number of an event that the source will tell.
 * @typedef {{
 *   id: string,
 *   isLocal: boolean,
 *   seat: (game: any) => number | null,
 *   token?: () => string | undefined,
 *   listen: (hooks: {onGame: (game: any) => void, onPresence: (message: any) => void, onState: (state: string) => void, onSeat: () => void}) => {hello: () => void, isOpen: () => boolean, close: () => void},
 *   load: () => Promise<any>,
 *   move: (text: string, ply: number, onWait: () => void) => Promise<any>,
 *   offer: (what: string) => Promise<any>,
 *   decline: () => Promise<any>,
 *   resign: () => Promise<any>,
 *   join: (name: string) => Promise<any>,
 *   log: (from: number, to: number) => Promise<any>,
 *   record: () => Promise<string>,
 *   nextGame: (id: string) => string,
 * }} Source
 */

/**
 * What the parts know and may do.
 * @typedef {ReturnType<typeof open>} Table
 */
export function open(/** @type {Source} */ source) {
  const { id } = source;
  let game = /** @type {any} */ (null);
  let present = /** @type {boolean[] | null} */ (null);
  let watching = 0;
  let busy = /** @type {string | null} */ (null);
  let waits = false;
  let looking = /** @type {any} */ (null);
  let receivedAt = 0;

  const me = {
    id,
    source,
    get game() { return game; },
    get seat() { return source.seat(game); },
    get token() { return source.token?.(); },
    get busy() { return busy; },
    get present() { return present; },
    get watching() { return watching; },
    get receivedAt() { return receivedAt; },
    get looking() { return looking; },
    get myTurn() { return game && game.turn !== null && game.turn === me.seat && !game.waiting; },
    name, isShared, move, offer, decline, resign, join, refresh, look, ask, complain, markMoves, focusTurn, showReview,
  };
  const marks = { of: "", map: /** @type {Map<string, any> | undefined} */ (undefined) };

  /** The name of a seat, or "You" if only one player uses this page. */
  function name(/** @type {number} */ seat) {
    return seat === me.seat && !isShared() ? "You" : (game.seats[seat - 1]?.name ?? `Player ${seat}`);
  }

  /** Whether both players use this page. */
  function isShared() {
    return source.isLocal && game.seats.every((/** @type {any} */ one) => one.kind === "person");
  }

  /** Shows how the game went. */
  function showReview() {
    parts.insight.open();
  }

  /** Where the focus goes when what had it is gone. */
  function focusTurn() {
    const turn = byId("turn");
    turn.tabIndex = -1;
    turn.focus({ preventScroll: true });
  }

  /** What moves are worth at a position, from the insight. */
  function markMoves(/** @type {string} */ position, /** @type {Map<string, any> | undefined} */ map) {
    if (marks.of === position && marks.map === map) return;
    Object.assign(marks, { of: position, map });
    show();
  }

  /** Makes a move; shown as busy until the source has said what became of it. */
  async function move(/** @type {string} */ text) {
    if (busy !== null || !me.myTurn) return;
    const { ply } = game;
    busy = text;
    complain("");
    show();
    if (source.isLocal) parts.insight.stop();
    try {
      await arrived(await source.move(text, ply, () => {
        if (waits) return;
        waits = true;
        tellConnection();
      }));
    } catch (error) {
      await refused(error);
    } finally {
      busy = null;
      waits = false;
      tellConnection();
      show();
    }
  }

  /** Waits until this page has seen the event of this number. */
  async function reached(/** @type {number} */ seq) {
    for (let left = 8; left > 0 && game.seq < seq && wire.isOpen(); left--) {
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    if (game.seq < seq) await refresh();
  }

  /** Takes over what a command led to. */
  async function arrived(/** @type {any} */ answer) {
    if (answer?.board) take(answer);
    else if (answer?.seq !== undefined) await reached(answer.seq);
  }

  async function refused(/** @type {unknown} */ error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 409) {
      await refresh();
      const late = error.code === "other-ply" || error.code === "not-your-turn";
      complain(late ? "The table had moved on; this is how it stands now." : error.message, true);
    } else complain(error.message);
  }

  async function act(/** @type {() => Promise<any>} */ request_) {
    if (source.isLocal) parts.insight.stop();
    try {
      await arrived(await request_());
    } catch (error) {
      await refused(error);
    }
  }
  function offer(/** @type {string} */ what) {
    return act(() => source.offer(what));
  }
  function decline() {
    return act(() => source.decline());
  }
  function resign() {
    return act(() => source.resign());
  }
  function join(/** @type {string} */ called) {
    return act(async () => {
      const answer = await source.join(called);
      wire.hello();
      return answer;
    });
  }

  async function refresh() {
    try {
      take(await source.load());
      say(byId("gone"), "");
    } catch (error) {
      if (error instanceof Problem && error.status === 404) {
        say(byId("gone"), "There is no such table. Perhaps the link is cut off, or the game is long over.");
        wire.close();
      } else if (source.isLocal) {
        const damaged = error instanceof Problem && error.code === "not-a-record";
        say(byId("gone"), `${error instanceof Error ? error.message : "That did not work."} ${damaged ? "What this browser keeps of it is left as it is." : "Reloading the page tries again."}`);
      }
    }
  }

  /** A message beside the moves; a polite one is no error. */
  function complain(/** @type {string} */ text, polite = false) {
    parts.moves.complain(text, polite);
  }

  /** Asks before something that cannot be undone. @returns {Promise<boolean>} */
  function ask(/** @type {string} */ title, /** @type {string} */ words, /** @type {string} */ yes) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("ask"));
    say(byId("ask-name"), title);
    say(byId("ask-words"), words);
    say(byId("ask-yes"), yes);
    dialog.returnValue = "no";
    dialog.showModal();
    return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
  }

  /** Looks at another position of the game, or (null) at the table again. */
  async function look(/** @type {{position: string, words: string} | null} */ at) {
    if (!at) {
      looking = null;
    } else {
      try {
        const there = await think("position", { position: at.position });
        looking = { ...at, board: there.board, moves: there.moves };
      } catch (error) {
        complain(error instanceof Error ? error.message : "");
      }
    }
    show();
    if (at) byId("board").scrollIntoView({ block: "nearest" });
  }

  /** Takes over a game that the source has told, unless a newer one is known. */
  function take(/** @type {any} */ next) {
    if (game && next.seq < game.seq) return;
    const first = !game;
    const moved = game && next.ply !== game.ply;
    const followed = game && !game.rematch && next.rematch;
    game = next;
    receivedAt = performance.now();
    present = game.seats.map((/** @type {any} */ seat) => seat.present);
    if (moved) looking = null;
    if (moved) complain("");
    if (game.rematch && me.seat) {
      const next = source.nextGame(game.rematch);
      if (followed) location.assign(next);
    }
    if (first) byId("board").hidden = false;
    show();
  }

  const parts = {
    seats: seats(me), lobby: lobby(me), moves: moveList(me, preview),
    log: log(me), controls: controls(me), insight: insight(me), classroom: classroom(me),
  };
  let picture = /** @type {any} */ (null);

  /** Shows where a move would lead, in the picture and in a line below it. */
  function preview(/** @type {string | null} */ text) {
    picture?.preview(text);
    hint(text);
  }

  function hint(/** @type {string | null} */ text) {
    const line = byId("hint");
    line.hidden = !me.myTurn || looking !== null || game.board.kind === "digits";
    if (line.hidden) return;
    const done = text && effect(game, text);
    if (done) fill(line, el("strong", null, `${short(game.board.numbers[done.number - 1], 13)} ${done.sign} ${short(done.value, 13)} = ${short(done.result, 13)}`));
    else say(line, !byId("picture").querySelector(".pick") ? "" : byId("picture").querySelector(".pairs") ? "Tap a factor to take it away." : "Tap where you want to go.");
  }

  function show() {
    if (!game) return;
    const focused = document.activeElement !== document.body;
    say(byId("title"), game.short);
    byId("title").title = game.title;
    const at = looking ?? game;
    const scene = {
      board: at.board,
      moves: at.moves,
      start: looking ? looking.board.numbers ?? [] : game.start_numbers,
      history: looking ? [] : game.history,
      misere: isMisere(game),
      live: !looking && me.myTurn && busy === null,
      marks: marks.of === at.position ? marks.map : undefined,
    };
    const hooks = { onPick: move, onPreview: preview };
    if (picture) picture.update(scene);
    else picture = draw(byId("picture"), scene, hooks);
    hint(null);
    fill(byId("words-table"), textTable(describe(scene)));
    const note = byId("looking");
    note.hidden = !looking;
    if (looking) fill(note, `${looking.words} `, el("button", { type: "button", class: "button small", onclick: () => look(null) }, "Back to the table"));
    for (const part of Object.values(parts)) part.show(scene);
    tellTurn();
    tellRules();
    if (focused && document.activeElement === document.body) focusTurn();
  }

  /** The goal where everybody sees it, and the whole rules where they are asked for. */
  function tellRules() {
    say(byId("aim"), game.goal.aim);
    say(byId("limits"), game.goal.limits);
    const paragraphs = ruleParagraphs(game.rules.words);
    if (game.clock) paragraphs.push(`The clock: ${game.clock.name}.`);
    say(byId("rules-words"), paragraphs.join("\n\n"));
  }

  function tellTurn() {
    const numbers = game.board.kind === "digits" ? game.board.digits || "–" : game.board.numbers.map((/** @type {string} */ each) => short(each, 13)).join(", ");
    let words;
    if (game.result) words = me.seat && !isShared() ? game.result.reason_to[me.seat - 1] : game.result.reason;
    else if (game.waiting) words = me.seat ? "Waiting for the other player" : "A seat is free";
    else if (me.myTurn) words = busy !== null ? "Sending your move…" : isShared() ? `${name(game.turn)}’s turn` : "Your turn";
    else {
      const other = game.seats[game.turn - 1];
      words = other.kind === "computer" ? `${other.name} is thinking…` : `${other.name}’s turn`;
    }
    say(byId("turn"), words);
    byId("turn").className = `turn${me.myTurn ? " mine" : ""}${game.result ? " over" : ""}`;
    document.title = `${game.result ? "Over" : words} · ${numbers} · Divisor Duel`;
  }

  function tellConnection(state = wire.isOpen() ? "open" : "waiting") {
    const words = waits
      ? "No answer yet; your move will arrive as soon as the connection is back."
      : state === "open" || !game ? "" : "Reconnecting…";
    say(byId("connection"), words);
  }

  const wire = source.listen({
    onGame: take,
    onPresence(message) {
      present = message.present;
      watching = message.watching ?? 0;
      if (game) parts.seats.show();
    },
    onSeat: show,
    onState: (state) => setTimeout(() => tellConnection(wire.isOpen() ? "open" : state), state === "open" ? 0 : 700),
  });
  refresh();
  return me;
}
