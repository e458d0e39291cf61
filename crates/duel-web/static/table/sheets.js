// @ts-check
// Sheets over the board: what is beside it, where there is no room beside it, and the end of the game.

import { backTo } from "../assigned.js";
import { byId, el, fill, say } from "../dom.js";
import { copyButton, pastEquation } from "../numbers.js";
import { address, playAddress } from "../site.js";
import { button } from "./controls.js";
import { isSet } from "./settings.js";

/** What is beside the board comes up from below on small screens. @param {any} table */
export function drawer(table) {
  const side = byId("side");
  const more = byId("more");
  const isOpen = () => side.classList.contains("open");
  function set(/** @type {boolean} */ open) {
    side.classList.toggle("open", open);
    byId("board").inert = open;
    more.setAttribute("aria-expanded", String(open));
  }
  function close() {
    if (!isOpen()) return;
    set(false);
    more.focus();
  }
  more.addEventListener("click", () => {
    set(true);
    byId("side-close").focus();
  });
  byId("side-close").addEventListener("click", close);
  side.addEventListener("click", (/** @type {MouseEvent} */ event) => event.target === side && close());
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isOpen() || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    close();
  });
  let shown = "";
  return {
    close,
    /** After a change of the game, the board is what counts. */
    show() {
      const now = `${table.game.ply} ${table.game.result?.why} ${JSON.stringify(table.game.offers)}`;
      if (shown && shown !== now) close();
      shown = now;
    },
  };
}

/** For how long nothing is pressed before a sheet that has come up takes presses, in ms. */
const CALM = 600;

/** Keeps a sheet that comes up under somebody's finger from being pressed: taps that were meant for the board
 * go on for a moment. Gives what is to be called when it comes up. Keys are not held back. @param {HTMLElement} sheet */
function heldBack(sheet) {
  let timer = 0;
  const down = new Set();
  const wait = () => {
    clearTimeout(timer);
    if (down.size === 0) timer = setTimeout(() => sheet.classList.remove("held-back"), CALM);
  };
  const isHeldBack = () => sheet.classList.contains("held-back");
  addEventListener("pointerdown", (event) => {
    down.add(event.pointerId);
    if (isHeldBack()) wait();
  }, true);
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, (/** @type {any} */ event) => {
    down.delete(event.pointerId);
    if (isHeldBack()) wait();
  }, true);
  return () => {
    sheet.classList.add("held-back");
    wait();
  };
}

/** The end: who won, why, and where the game turned. @param {any} table */
export function endSheet(table) {
  const sheet = byId("after");
  const holdBack = heldBack(sheet);
  let shown = "";
  /** The game whose end was put away. */
  let closed = "";
  const keyOf = (/** @type {any} */ game) => `${game.ply} ${game.position} ${game.result?.why}`;

  function close() {
    closed = keyOf(table.game);
    const focused = sheet.contains(document.activeElement);
    show();
    if (focused) byId("result").focus();
  }
  byId("result").addEventListener("click", () => {
    closed = "";
    table.scrub(null);
    show();
    sheet.focus();
  });
  byId("review").addEventListener("click", () => table.scrub(0));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !sheet.hidden && !event.defaultPrevented && sheet.contains(document.activeElement)) close();
  });

  function show() {
    const { game, seat } = table;
    const over = game.result !== null;
    const wasHidden = sheet.hidden;
    sheet.hidden = !over || closed === keyOf(game) || table.isScrubbing;
    if (wasHidden && !sheet.hidden) holdBack();
    byId("result").hidden = !over || !sheet.hidden || table.isScrubbing;
    byId("review").hidden = !over || game.ply === 0 || table.isScrubbing;
    if (!over) return (shown = "");
    const key = JSON.stringify([keyOf(game), game.offers, game.rematch, seat]);
    if (key === shown) return;
    const first = shown === "";
    const focused = sheet.contains(document.activeElement);
    shown = key;
    const turning = el("p", { class: "turning quiet" });
    const own = table.source.ending?.();
    const row = el("div", { class: "row" }, own ? [own.buttons, reviewing()] : buttons());
    fill(sheet,
      el("div", { class: "sheet-head" }, el("h2", { id: "after-name" }, table.headline().replace(".", "")), el("button", { type: "button", class: "sheet-close", "aria-label": "Close, and look at the board", onclick: close }, "✕")),
      el("p", { class: "why" }, table.reason()), turning, own?.words, row);
    if (table.source.rung) offerRung(row);
    if (isSet("rated")) tellRating(turning);
    if (game.ply > 0) tellTurning(turning, key);
    // What had the focus went with the game; a key that is still pressed must not begin another one.
    if ((first && byId("board").contains(document.activeElement)) || focused) sheet.focus({ preventScroll: true });
  }

  /** Where the game turned, once the engine has looked at it. @param {Element} line @param {string} key */
  async function tellTurning(line, key) {
    say(line, "Looking for the turning point…");
    try {
      const { summary, moves } = await table.review();
      if (shown !== key) return;
      const ply = summary.turning_point;
      // Where the loser went wrong, or was lost from the start. The last move may have left nothing to argue about.
      const lost = moves[ply ?? 0] ?? moves[ply - 1];
      const refuting = lost && table.refuting(lost.before, lost.value_before);
      if (!ply) return fill(line, summary.words, " ", refuting);
      const { game } = table;
      const place = game.history.findIndex((/** @type {any} */ past) => past.ply === ply);
      const made = place < 0 ? moves[ply - 1].move : pastEquation(game, place);
      fill(line, "The turning point was move ", ply, ", ", table.name(moves[ply - 1].by), ": ", made, ". ", el("button", { type: "button", class: "button ghost small", onclick: () => table.scrub(ply - 1) }, "See it"), refuting);
    } catch {
      if (shown === key) say(line, "");
    }
  }

  /** What a game against the computer does to the rating, which is loaded only where it is wanted. @param {Element} line */
  async function tellRating(line) {
    const { game, seat, source } = table;
    const level = game.seats.find((/** @type {any} */ one) => one.kind === "computer")?.level;
    // A start that was chosen by hand, or is won by the book, says nothing.
    if (!level || !source.isLocal || !game.result.winner || !/^\[Deal /m.test(await source.record())) return;
    const { rate } = await import("../rating.js");
    line.after(el("p", { class: "rating" }, rate(game.id, level, game.result.winner === seat)));
  }

  /** The next rung of the ladder, or the same one again. The ladder is loaded only where it is climbed. @param {Element} row of buttons */
  async function offerRung(row) {
    const { game, seat, source } = table;
    const { afterRung } = await import("../ladder.js");
    const on = afterRung(source.rung, game.result.winner === seat, game.start);
    if (!on) return;
    row.before(el("p", { class: "rung" }, on.words));
    row.prepend(el("a", { class: "button primary", href: on.href }, on.label));
  }

  const reviewing = () => table.game.ply > 0 && el("button", { type: "button", class: "button", onclick: () => table.scrub(0) }, "Review");

  function buttons() {
    const { game, seat, source } = table;
    const computer = game.seats.some((/** @type {any} */ one) => one.kind === "computer");
    return [
      game.rematch
        ? el("a", { class: "button primary", href: source.nextGame(game.rematch) }, seat ? "To the rematch" : "Watch the next game")
        : seat && !source.rung && !game.offers.rematch && button(computer || source.isLocal ? "Play again" : "Ask for a rematch", () => table.offer("rematch"), "primary"),
      reviewing(),
      share(),
      game.room ? el("a", { class: "button", href: `/join/${encodeURIComponent(game.room)}` }, "Play somebody else") : backTo(game.id) ? el("a", { class: "button", href: backTo(game.id) }, "Back to the assignment") : el("a", { class: "button", href: address("") }, "New game"),
      source.isLocal && (table.isShared() || game.result.winner !== seat) && el("a", { class: "button", href: address("train") }, "Train on your mistakes"),
    ];
  }

  /** Sends the game on: a table of a server as it is, one of this page as a challenge from the same start. */
  function share() {
    const { game, seat, source } = table;
    const url = new URL(source.isLocal ? playAddress({ position: game.start }) : location.pathname, location.href).href;
    const won = seat && !table.isShared() && game.result.winner === seat;
    const text = `${won ? `I won ${game.short} in ${Math.ceil(game.ply / 2)} moves. Can you?` : `A game of ${game.short}:`}`;
    if (typeof navigator.share !== "function") return copyButton(() => `${text} ${url}`, "Share", "");
    return el("button", { type: "button", class: "button", onclick: () => navigator.share({ title: "Divisor Duel", text, url }).catch(() => {}) }, "Share");
  }

  return { show, close };
}
