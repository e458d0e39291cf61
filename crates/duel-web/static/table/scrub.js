// @ts-check
// The finished game, move by move: a slider under the board. The move that was made is drawn, and the better one
// where there was one.

import { byId, el, fill, say, svg } from "../dom.js";
import { effect, equation, mark, short } from "../numbers.js";
import { playAddress } from "../site.js";

/** @param {any} table */
export function scrubber(table) {
  const place = byId("scrub");
  const slider = el("input", { type: "range", min: 0, step: 1, "aria-label": "Moves made", oninput: () => go(Number(slider.value)) });
  const back = el("button", { type: "button", class: "button", "aria-label": "One move back", onclick: () => go(at - 1) }, "‹");
  const on = el("button", { type: "button", class: "button", "aria-label": "One move on", onclick: () => go(at + 1) }, "›");
  const balance = el("div", { class: "over-slider" });
  const head = el("p", { class: "made-move", role: "status" });
  const summary = el("p", { class: "summary" });
  const words = el("p", { class: "quiet" });
  const leave = el("button", { type: "button", class: "button small", onclick: () => close() }, "Back to the table");
  const play = el("a", { class: "button small" }, "Play from here");
  fill(place, balance, el("div", { class: "row nowrap" }, back, slider, on), el("div", { class: "said-of", tabindex: "0", role: "region", "aria-label": "About this move" }, summary, head, words), el("div", { class: "row" }, play, leave));
  let at = 0;
  let isOpen = false;
  let found = /** @type {any} */ (null);

  async function open(/** @type {number} */ ply) {
    isOpen = true;
    table.show();
    at = Math.max(0, Math.min(ply, table.game.ply));
    slider.max = table.game.ply;
    fill(head, "Looking at the game…");
    say(words, "");
    slider.focus({ preventScroll: true });
    go(at);
    try {
      found = await table.review();
    } catch (error) {
      found = null;
      if (isOpen) say(words, error instanceof Error ? error.message : "");
    }
    if (!isOpen) return;
    if (found) fill(balance, chart(found.balance));
    go(at);
  }

  function close() {
    if (!isOpen) return;
    isOpen = false;
    const focused = place.contains(document.activeElement);
    table.look(null);
    if (focused) byId("review").focus();
  }

  /** Who was winning, in words. */
  function ahead(/** @type {string} */ sign) {
    const seat = { "+": 1, "-": 2 }[sign];
    return seat ? `${table.game.seats[seat - 1].name} was winning` : sign === "=" ? "nobody was winning" : "not known who was winning";
  }

  /** The position after so many moves. */
  function positionAt(/** @type {number} */ ply) {
    const { game } = table;
    return ply === 0 ? game.start : (game.history.find((/** @type {any} */ past) => past.ply === ply)?.position ?? found?.moves[ply]?.before);
  }

  async function go(/** @type {number} */ ply) {
    at = Math.max(0, Math.min(ply, table.game.ply));
    slider.value = at;
    back.toggleAttribute("disabled", at === 0);
    on.toggleAttribute("disabled", at === table.game.ply);
    slider.setAttribute("aria-valuetext", `${at === 0 ? "the start" : at === table.game.ply ? "the end" : `after move ${at}`}${found ? `: ${ahead(found.balance[at])}` : ""}`);
    const position = positionAt(at);
    if (!position) return;
    const move = found?.moves[at];
    const made = move?.move ?? table.game.history.find((/** @type {any} */ past) => past.ply === at + 1)?.move;
    const better = move && move.best && move.best !== move.move ? move.best : null;
    const ways = [...(made ? [{ move: made, kind: "made" }] : []), ...(better ? [{ move: better, kind: "better" }] : [])];
    play.href = playAddress({ position, level: "hard", seat: move?.by === 2 ? "second" : "first" });
    play.hidden = at === table.game.ply;
    await table.look({ position, ply: at, ways });
    if (!isOpen || table.looking?.ply !== at) return;
    tell(move, made, better);
  }

  /** What was done here, and what would have been better. */
  function tell(/** @type {any} */ move, /** @type {string | undefined} */ made, /** @type {string | null} */ better) {
    const { game, looking } = table;
    // How the game went comes before its moves, and after them.
    say(summary, at === 0 || !made ? (found?.summary.words ?? "") : "");
    if (!made) {
      fill(head, el("strong", null, "The end. "), table.reason());
      return say(words, "");
    }
    const by = move?.by ?? game.history.find((/** @type {any} */ past) => past.ply === at + 1)?.by;
    const inWords = (/** @type {string} */ text) => {
      const done = effect(looking, text);
      return done ? equation(looking.board.numbers[done.number - 1], done) : short(text, 20);
    };
    fill(head,
      `Move ${at + 1}: `, el("span", { class: `seat-${by}`, "aria-hidden": "true" }, by === 1 ? "● " : "◆ "), el("strong", null, `${table.name(by)}: ${inWords(made)}`), " ",
      move && el("span", { class: `badge ${mark(move.value_after).kind}` }, `${mark(move.value_after).sign} ${move.words}`),
      better && el("span", { class: "win better-move" }, ` Better: ${inWords(better)}`));
    fill(words, move && [`${move.forced ? "There was no other move. " : ""}${move.why} `, table.refuting(move.before, move.value_before)]);
  }

  return { open, close, isOpen: () => isOpen, show: () => (place.hidden = !isOpen) };
}

/** Who was winning at each position: the first player above the line, the second below. @param {string} signs */
function chart(signs) {
  const width = Math.max(1, signs.length - 1);
  const level = (/** @type {string} */ sign) => ({ "+": 4, "-": 20 })[sign] ?? 12;
  return svg("svg", { class: "course", viewBox: `-0.5 0 ${width + 1} 24`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("line", { x1: -0.5, y1: 12, x2: width + 0.5, y2: 12, class: "zero" }),
    [...signs].map((sign, ply) => svg("rect", { x: ply - 0.4, y: Math.min(12, level(sign)), width: 0.8, height: Math.max(1, Math.abs(level(sign) - 12)), class: sign === "+" ? "seat-1" : sign === "-" ? "seat-2" : "unknown" })));
}
