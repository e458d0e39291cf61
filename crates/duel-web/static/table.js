// @ts-check
// The table: holds the game as the server last told it, and lets the parts draw it. A move is shown
// when the server has confirmed it, never before.

import { Problem, get, keepSeat, post, postSurely, request, seatFromAddress, seatOf, sitDown } from "./api.js";
import { byId, el, fill, say, table as textTable } from "./dom.js";
import { listen } from "./live.js";
import { describe, draw } from "./pictures.js";
import { effect, short } from "./numbers.js";
import { classroom } from "./table/classroom.js";
import { controls } from "./table/controls.js";
import { insight } from "./table/insight.js";
import { lobby } from "./table/lobby.js";
import { log } from "./table/log.js";
import { moveList } from "./table/moves.js";
import { seats } from "./table/seats.js";

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/**
 * What the parts know and may do.
 * @typedef {ReturnType<typeof open>} Table
 */
function open() {
  seatFromAddress(id);
  let game = /** @type {any} */ (null);
  let present = /** @type {boolean[] | null} */ (null);
  let watching = 0;
  let busy = /** @type {string | null} */ (null);
  let waits = false;
  let looking = /** @type {any} */ (null);
  let receivedAt = 0;

  const me = {
    id,
    get game() { return game; },
    get seat() { return seatOf(id)?.seat ?? null; },
    get token() { return seatOf(id)?.token; },
    get busy() { return busy; },
    get present() { return present; },
    get watching() { return watching; },
    get receivedAt() { return receivedAt; },
    get looking() { return looking; },
    get myTurn() { return game && game.turn !== null && game.turn === me.seat && !game.waiting; },
    name, move, offer, decline, resign, join, refresh, look, ask, complain, markMoves, focusTurn,
  };
  const marks = { of: "", map: /** @type {Map<string, any> | undefined} */ (undefined) };

  /** The name of a seat, or "You". */
  function name(/** @type {number} */ seat) {
    return seat === me.seat ? "You" : (game.seats[seat - 1]?.name ?? `Player ${seat}`);
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

  /** Makes a move; shown as busy until the server has said what became of it. */
  async function move(/** @type {string} */ text) {
    if (busy !== null || !me.token || !me.myTurn) return;
    const { ply } = game;
    busy = text;
    complain("");
    show();
    try {
      const answer = await postSurely(`/games/${id}/moves`, { move: text, ply }, { token: me.token }, () => {
        if (waits) return;
        waits = true;
        tellConnection();
      });
      await reached(answer.seq);
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

  async function refused(/** @type {unknown} */ error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 409) {
      await refresh();
      const late = error.code === "other-ply" || error.code === "not-your-turn";
      complain(late ? "The table had moved on; this is how it stands now." : error.message, true);
    } else complain(error.message);
  }

  async function act(/** @type {() => Promise<any>} */ request_) {
    try {
      const answer = await request_();
      if (answer?.board) take(answer);
      else if (answer?.seq !== undefined) await reached(answer.seq);
    } catch (error) {
      await refused(error);
    }
  }
  function offer(/** @type {string} */ what) {
    return act(() => post(`/games/${id}/offers`, { offer: what }, { token: me.token }));
  }
  function decline() {
    return act(() => request("DELETE", `/games/${id}/offers`, { token: me.token }));
  }
  function resign() {
    return act(() => post(`/games/${id}/resign`, {}, { token: me.token }));
  }
  async function join(/** @type {string} */ called) {
    await act(async () => {
      const answer = await sitDown(`/games/${id}/join`, called ? { name: called } : {});
      keepSeat(id, answer);
      wire.hello();
      return answer.game;
    });
  }

  async function refresh() {
    try {
      take(await get(`/games/${id}`));
    } catch (error) {
      if (error instanceof Problem && error.status === 404) {
        say(byId("gone"), "There is no such table. Perhaps the link is cut off, or the game is long over.");
        wire.close();
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
        const there = await get(`/positions/${encodeURIComponent(at.position)}`);
        looking = { ...at, board: there.board, moves: there.moves };
      } catch (error) {
        complain(error instanceof Error ? error.message : "");
      }
    }
    show();
    if (at) byId("board").scrollIntoView({ block: "nearest" });
  }

  /** Takes over a game that the server has told, unless a newer one is known. */
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
    const mine = seatOf(id);
    if (game.rematch && mine) {
      keepSeat(game.rematch, { seat: 3 - mine.seat, token: mine.token });
      if (followed) location.assign(`/g/${encodeURIComponent(game.rematch)}`);
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
    const done = text && effect(game.board, text);
    if (done) fill(line, el("strong", null, `${short(game.board.numbers[done.number - 1], 13)} ${done.sign} ${short(done.value, 13)} = ${short(done.result, 13)}`));
    else say(line, !byId("picture").querySelector(".pick") ? "" : byId("picture").querySelector(".pairs") ? "Tap a factor to take it away." : "Tap where you want to go.");
  }

  function show() {
    if (!game) return;
    const focused = document.activeElement !== document.body;
    say(byId("title"), game.title);
    const at = looking ?? game;
    const scene = {
      board: at.board,
      moves: at.moves,
      start: game.start,
      history: looking ? [] : game.history,
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

  /** House rules where everybody sees them, and the whole rules where they are asked for. */
  function tellRules() {
    const { words, house } = game.rules;
    say(byId("house"), house.map((/** @type {any} */ rule) => rule.meaning).join(" "));
    // Lines are broken for terminals; only empty lines part paragraphs.
    const paragraphs = words.trim().split(/\n{2,}/).map((/** @type {string} */ each) => each.replace(/\n/g, " "));
    if (game.clock) paragraphs.push(`The clock: ${game.clock.name}.`);
    say(byId("rules-words"), paragraphs.join("\n\n"));
  }

  function tellTurn() {
    const numbers = game.board.kind === "digits" ? game.board.digits || "–" : game.board.numbers.map((/** @type {string} */ each) => short(each, 13)).join(", ");
    let words;
    if (game.result) words = game.result.words;
    else if (game.waiting) words = me.seat ? "Waiting for the other player" : "A seat is free";
    else if (me.myTurn) words = busy !== null ? "Sending your move…" : "Your turn";
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

  const wire = listen(id, {
    token: () => me.token,
    onGame: take,
    onPresence(message) {
      present = message.present;
      watching = message.watching ?? 0;
      if (game) parts.seats.show();
    },
    onState: (state) => setTimeout(() => tellConnection(wire.isOpen() ? "open" : state), state === "open" ? 0 : 700),
  });
  // A link with a seat may be opened where its table is already watched.
  addEventListener("hashchange", () => {
    seatFromAddress(id);
    wire.hello();
    show();
  });
  refresh();
  return me;
}

open();
