// @ts-check
// The table: holds the game as its source last told it, and lets the parts draw it. A move is shown
// when the source has confirmed it, never before.

import { Problem } from "../api.js";
import { byId, el, fill, mayMove, say, table as textTable } from "../dom.js";
import { askTeacher, ask as think } from "../engine/engine.js";
import { effect, equation, moveInWords, pastEquation, ruleParagraphs, short } from "../numbers.js";
import { describe, draw, isMisere } from "../pictures.js";
import { isAgain } from "../pictures/spot.js";
import { address } from "../site.js";
import { controls } from "./controls.js";
import { insight } from "./insight.js";
import { lobby } from "./lobby.js";
import { log } from "./log.js";
import { moveList } from "./moves.js";
import { scrubber } from "./scrub.js";
import { seats } from "./seats.js";
import { isSet, pause, settings, signal } from "./settings.js";
import { drawer, endSheet } from "./sheets.js";

/**
 * Where a game comes from and what becomes of commands: a server (remote.js), or this page (local.js).
 * An answer is a game, or the number of an event that the source will tell. `ending` is what the end of the game
 * says and offers, where that is not the usual.
 * @typedef {{
 *   id: string,
 *   isLocal: boolean,
 *   rung?: string,
 *   seat: (game: any) => number | null,
 *   token?: () => string | undefined,
 *   listen: (hooks: {onGame: (game: any) => void, onPresence: (message: any) => void, onState: (state: string) => void, onSeat: () => void}) => {hello: () => void, isOpen: () => boolean, close: () => void},
 *   first?: () => any,
 *   load: () => Promise<any>,
 *   move: (text: string, ply: number, onWait: () => void) => Promise<any>,
 *   offer: (what: string) => Promise<any>,
 *   decline: () => Promise<any>,
 *   resign: () => Promise<any>,
 *   join: (name: string) => Promise<any>,
 *   log: (from: number, to: number) => Promise<any>,
 *   record: () => Promise<string>,
 *   nextGame: (id: string) => string,
 *   help?: () => void,
 *   ending?: () => {words: any[], buttons: any[]},
 *   classroom?: (table: any) => {show: () => void},
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
  /** The move that the next tap on it plays. */
  let chosen = /** @type {string | null} */ (null);
  /** Which of several numbers the keys are about, from 1. */
  let number = 1;
  /** What was just taken back, in words. */
  let takenBack = "";
  /** Until when the next move is not shown, and a game that waits for that. */
  let holdUntil = 0;
  let held = /** @type {{next: any, at: number} | null} */ (null);

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
    get isScrubbing() { return parts.scrub.isOpen(); },
    get chosen() { return chosen; },
    get number() { return number; },
    get myTurn() { return game && game.turn !== null && game.turn === me.seat && !game.waiting; },
    name, isShared, headline, reason, asReader, refuting, move, tap, aim, choose, whyNot, written, offer, decline, resign, join, refresh, look, ask, complain, markMoves, focusTurn, review, stop, scrub, show,
  };
  const marks = { of: "", map: /** @type {Map<string, any> | undefined} */ (undefined) };

  /** The name of a seat, or "You" if only one player uses this page. */
  function name(/** @type {number} */ seat) {
    const one = game.seats[seat - 1];
    return seat === me.seat && !isShared() ? "You" : one?.kind === "computer" ? "Computer" : (one?.name ?? `Player ${seat}`);
  }

  /** Whether both players use this page. */
  function isShared() {
    return source.isLocal && game.seats.every((/** @type {any} */ one) => one.kind === "person");
  }

  /** Why the game is over, to the player who reads it. */
  function reason() {
    return me.seat && !isShared() ? game.result.reason_to[me.seat - 1] : game.result.reason;
  }

  /** What is asked about a position: only the one who reads the answer is "you". */
  function asReader(/** @type {string} */ position) {
    const called = name(position.endsWith("/2") ? 2 : 1);
    return called === "You" ? { position } : { position, name: called };
  }

  /** A button to argue about a position that somebody wins. */
  function refuting(/** @type {string} */ position, /** @type {string} */ value) {
    return ["win", "loss"].includes(value) && el("button", { type: "button", class: "button ghost small", onclick: async () => (await import("./refute.js")).refute(me, position) }, "Try to refute it");
  }

  /** Who has won, in two words. */
  function headline() {
    const { winner } = game.result;
    if (!winner) return "Nobody wins.";
    if (!me.seat || isShared()) return `${game.seats[winner - 1].name} wins.`;
    return winner === me.seat ? "You win!" : "You lost.";
  }

  /** Says words that may begin with a name, of which the end is left out where there is no room. */
  function sayNamed(/** @type {Element} */ node, /** @type {string} */ called, /** @type {string} */ words) {
    if (node.textContent === words) return;
    fill(node, called !== "You" && words.startsWith(called) ? [el("span", { class: "whose" }, called), words.slice(called.length)] : words);
  }

  /** Where the focus goes when what had it is gone. */
  function focusTurn() {
    byId("turn").focus({ preventScroll: true });
  }

  /** What moves are worth at a position, from the insight; shown when nothing is in motion. */
  async function markMoves(/** @type {string} */ position, /** @type {Map<string, any> | undefined} */ map) {
    if (marks.of === position && marks.map === map) return;
    Object.assign(marks, { of: position, map });
    await Promise.allSettled(byId("picture").getAnimations({ subtree: true }).map((/** @type {Animation} */ each) => each.finished));
    show();
  }

  /** A tap on a move: the first shows where it leads, the second plays it. Where one tap is enough, the second of a double tap was meant for what stood there before. */
  function tap(/** @type {string} */ text, /** @type {MouseEvent} */ event) {
    if (busy !== null || !me.myTurn || looking) return;
    if (isSet("one-tap")) return isAgain(event) || move(text);
    if (chosen === text) move(text);
    else choose(text);
  }

  /** Shows a move on the board, ready to be played; or none. */
  function choose(/** @type {string | null} */ text) {
    chosen = text;
    const done = text === null ? null : effect(game, text);
    if (done) picture?.choose(done.number);
    complain("");
    say(note, text === null ? "" : `${moveInWords(game, text)}. Once more to play it.`);
    parts.moves.show(scene);
    aim(null);
  }

  /** A move as it is written: a divisor of a number, or a digit. */
  function written(/** @type {string} */ divisor, /** @type {number} */ of) {
    const { kind, numbers, op } = game.board;
    return kind === "digits" ? divisor : `${numbers.length > 1 ? `${of}:` : ""}${op === "either" ? "/" : ""}${divisor}`;
  }

  /** Says why something may not be chosen now, in the words with which it would be refused. */
  async function whyNot(/** @type {string} */ text, /** @type {string} */ shown) {
    const { position } = game;
    choose(null);
    complain(`${shown} may not be chosen now.`, true);
    try {
      await think("act", { record: await source.record(), action: "move", move: text });
    } catch (error) {
      // What may be chosen instead is on the keys.
      if (error instanceof Problem && error.status === 422 && game.position === position) complain(error.message.split(/\s+Valid:/)[0], true);
    }
  }

  let thinking = /** @type {AbortController | null} */ (null);
  let reviewed = /** @type {{of: string, answer: Promise<any>} | null} */ (null);
  /** How the finished game went, asked for once. */
  function review() {
    const of = `${game.ply} ${game.position}`;
    if (reviewed?.of === of) return reviewed.answer;
    thinking = new AbortController();
    const { signal } = thinking;
    const reader = me.seat && !isShared() ? { seat: String(me.seat) } : {};
    const answer = source.record().then((record) => askTeacher("review", { record, ...reader }, { signal }));
    reviewed = { of, answer };
    // What failed is asked for again.
    answer.catch(() => (reviewed = null));
    return answer;
  }

  /** Ends thoughts in progress, so that the engine has time for something else. */
  function stop() {
    parts.insight.stop();
    thinking?.abort();
  }

  /** Makes a move; shown as busy until the source has said what became of it. */
  async function move(/** @type {string} */ text) {
    if (busy !== null || !me.myTurn) return;
    const { ply } = game;
    busy = text;
    chosen = null;
    complain("");
    say(note, "");
    show();
    if (source.isLocal) stop();
    try {
      await arrived(await source.move(text, ply, () => {
        if (waits) return;
        waits = true;
        tellConnection();
      }));
    } catch (error) {
      await refused(error);
    } finally {
      waits = false;
      tellConnection();
      // Where the move was made, all is shown, and in motion.
      if (busy !== null) {
        busy = null;
        show();
      }
    }
  }

  /** Waits until this page has seen the event of this number. */
  async function reached(/** @type {number} */ seq) {
    for (let left = 8; game.seq < seq && (held || (left > 0 && wire.isOpen())); left--) {
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
    if (source.isLocal) stop();
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
        say(byId("loading"), "");
        wire.close();
      } else if (source.isLocal) {
        const damaged = error instanceof Problem && error.code === "not-a-record";
        say(byId("gone"), `${error instanceof Error ? error.message : "That did not work."} ${damaged ? "What this browser keeps of it is left as it is." : "Reloading the page tries again."}`);
      }
    }
  }

  const problem = el("p", { class: "bubble bad", id: "move-problem", role: "alert" });
  const said = el("p", { class: "bubble", role: "status" });
  const note = el("p", { class: "visually-hidden", role: "status" });
  byId("bubbles").append(problem, said, note);

  /** A message at the board; a polite one is no error. */
  function complain(/** @type {string} */ text, polite = false) {
    say(problem, polite ? "" : text);
    say(said, polite ? text : "");
    parts.moves.calm();
    if (text && !polite) parts.moves.refuse();
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

  /** Looks at the board after so many moves of the game, or (null) at the table again. */
  async function look(/** @type {{position: string, ply: number, ways: any[]} | null} */ at) {
    if (!at) looking = null;
    else {
      try {
        const there = await think("position", { position: at.position });
        looking = { ...at, board: there.board, moves: there.moves };
      } catch (error) {
        complain(error instanceof Error ? error.message : "");
      }
    }
    show();
  }

  /** Opens the game move by move, after so many moves; or (null) puts it away. */
  function scrub(/** @type {number | null} */ ply) {
    parts.drawer.close();
    if (ply === null) parts.scrub.close();
    else parts.scrub.open(ply);
  }

  /** Takes over a game that the source has told, unless a newer one is known. A move that comes too soon after one's own waits for the eye. */
  function take(/** @type {any} */ next) {
    if ((game && next.seq < game.seq) || (held && next.seq < held.next.seq)) return;
    const at = performance.now();
    // Both moves at once: the own one is still on its way.
    if (game && !source.isLocal && busy !== null && next.ply === game.ply + 2 && !held) holdUntil = at + pause();
    if (game && next.ply > game.ply && at < holdUntil) {
      if (!held) setTimeout(release, holdUntil - at);
      held = { next, at };
      return;
    }
    held = null;
    apply(next, at);
  }

  function release() {
    if (held) apply(held.next, held.at);
    held = null;
  }

  function apply(/** @type {any} */ next, /** @type {number} */ at) {
    const before = game;
    const moved = before && next.ply !== before.ply;
    game = next;
    receivedAt = at;
    present = game.seats.map((/** @type {any} */ seat) => seat.present);
    if (moved) {
      looking = null;
      chosen = null;
      const gone = game.ply < before.ply && !before.result ? before.history.findIndex((/** @type {any} */ past) => past.ply === game.ply + 1) : -1;
      takenBack = gone < 0 ? "" : `Taken back: ${pastEquation(before, gone)}`;
      busy = null;
      complain("");
      tell(before);
    }
    if (game.rematch && me.seat) {
      const follows = source.nextGame(game.rematch);
      if (before && !before.rematch) location.assign(follows);
    }
    if (!before) {
      byId("board").hidden = byId("side").hidden = false;
      byId("loading").remove();
    }
    show();
    if (moved && mayMove()) byId("last").animate([{ transform: "translateY(-1.2rem) scale(1.15)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 500, easing: "ease-out" });
  }

  /** Lets a change be heard, and the reply to one's own move wait. */
  function tell(/** @type {any} */ before) {
    const own = game.last && game.last.by === me.seat && !isShared();
    if (game.result) signal(me.seat && game.result.winner === me.seat ? "won" : "lost");
    else if (game.ply > before.ply) signal(own ? "mine" : "theirs");
    if (own && game.ply > before.ply && !source.isLocal) holdUntil = performance.now() + pause();
  }

  const parts = {
    // The classroom knows what players are called now.
    classroom: source.classroom?.(me) ?? { show() {} }, seats: seats(me), lobby: lobby(me), moves: moveList(me), log: log(me), controls: controls(me), insight: insight(me),
    scrub: scrubber(me), end: endSheet(me), drawer: drawer(me),
  };
  settings(() => choose(null));
  byId("leave").href = address("");
  byId("play").addEventListener("click", () => chosen !== null && move(chosen));
  byId("how").addEventListener("click", () => byId("rules").showModal());
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && chosen !== null) choose(null);
  });
  let picture = /** @type {any} */ (null);
  let scene = /** @type {any} */ (null);
  let painting = false;

  /** Shows where a move would lead while it is pointed at, or the chosen one: in the picture and in a line below it. */
  function aim(/** @type {string | null} */ text) {
    if (looking) return;
    const shown = text ?? chosen;
    picture?.preview(shown);
    const done = shown === null ? null : effect(game, shown);
    const line = byId("aim");
    const words = done ? equation(game.board.numbers[done.number - 1], done) : shown !== null && game.moves.digits.includes(shown) ? `makes ${short(game.board.digits + shown, 20)}` : "";
    say(line, words);
    line.hidden = !words;
    byId("last").classList.toggle("visually-hidden", words !== "");
    const button = byId("play");
    button.hidden = chosen === null;
    byId("turn").classList.toggle("visually-hidden", chosen !== null);
    const ready = chosen === null ? null : effect(game, chosen);
    if (chosen !== null) say(button, `Play ${ready ? ready.op + short(ready.value, 7) : short(chosen, 9)}`);
  }

  function show() {
    if (!game) return;
    const focused = document.activeElement !== document.body;
    say(byId("title"), game.short);
    byId("title").title = game.title;
    const at = looking ?? game;
    scene = {
      board: at.board,
      moves: at.moves,
      start: game.start_numbers,
      history: looking ? game.history.filter((/** @type {any} */ past) => past.ply <= looking.ply) : game.history,
      misere: isMisere(game),
      live: !looking && me.myTurn && busy === null,
      marks: marks.of === at.position ? marks.map : undefined,
    };
    const hooks = {
      onTap: tap, onPreview: aim,
      onStop: (/** @type {string} */ divisor, /** @type {number} */ of) => whyNot(written(divisor, of), divisor),
      onNumber(/** @type {number} */ chosenNumber) {
        number = chosenNumber;
        if (painting) return;
        if (chosen !== null && effect(game, chosen)?.number !== number) chosen = null;
        parts.moves.show(scene);
        aim(null);
      },
    };
    painting = true;
    if (picture) picture.update(scene);
    else picture = draw(byId("picture"), scene, hooks);
    painting = false;
    fill(byId("words-table"), textTable(describe(scene)));
    for (const part of Object.values(parts)) part.show(scene);
    aim(null);
    if (looking) {
      const done = looking.ways.length ? effect(looking, looking.ways[0].move) : null;
      if (done) picture.choose(done.number);
      picture.show(looking.ways);
    }
    tellTurn();
    tellRules();
    if (focused && document.activeElement === document.body) focusTurn();
  }

  /** The goal and its limits where everybody sees them, and the whole rules where they are asked for. */
  function tellRules() {
    say(byId("goal"), game.goal.aim);
    say(byId("house"), game.goal.limits);
    const paragraphs = ruleParagraphs(game.rules.words);
    if (game.clock) paragraphs.push(`The clock: ${game.clock.name}.`);
    say(byId("rules-words"), paragraphs.join("\n\n"));
  }

  function tellTurn() {
    const numbers = game.board.kind === "digits" ? game.board.digits || "–" : game.board.numbers.map((/** @type {string} */ each) => short(each, 13)).join(", ");
    let words;
    // The headline says who has won.
    if (game.result) words = `${headline()} ${reason().replace(/: [^:]*$/, ".")}`;
    else if (game.waiting) words = me.seat ? "Waiting for the other player" : "A seat is free";
    else if (me.myTurn && busy !== null) words = "Sending your move…";
    else if (name(game.turn) === "You") words = "Your turn";
    else if (game.seats[game.turn - 1].kind === "computer") words = "Computer is thinking…";
    else words = `${name(game.turn)}’s turn`;
    sayNamed(byId("turn"), name(game.turn), words);
    for (const [look, on] of Object.entries({ mine: me.myTurn, over: game.result })) byId("turn").classList.toggle(look, Boolean(on));
    document.title = `${game.result ? "Over" : words} · ${numbers} · Divisor Duel`;
    tellLast();
  }

  /** The last move, as a chip. */
  function tellLast() {
    const chip = byId("last");
    const past = takenBack ? null : game.history.at(-1);
    const words = takenBack || (past ? `${name(past.by)}: ${pastEquation(game, game.history.length - 1)}` : me.myTurn && !isSet("one-tap") ? "Tap to look, tap again to play." : "");
    sayNamed(chip, name(past?.by), words);
    for (const [look, on] of Object.entries({ chip: takenBack || past, "seat-1": past?.by === 1, "seat-2": past?.by === 2 })) chip.classList.toggle(look, Boolean(on));
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
  // What the page brought along is shown at once; whatever is newer comes over the wire.
  const first = source.first?.();
  if (first) take(first);
  else refresh();
  return me;
}
