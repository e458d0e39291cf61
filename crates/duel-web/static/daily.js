// @ts-check
// The duel of a day, played in the page alone: the server tells only where it begins. Results and the
// game in hand stay in this browser, so that the page can be left and played without a network.

import { get } from "./api.js";
import { BOOKS } from "./books.js";
import { behind, byId, el, fill, mayMove, say, table } from "./dom.js";
import { moves, outcome, parse, play, write } from "./engine.js";
import { copyButton, effect, mark, moveInWords, moveShort } from "./numbers.js";
import { Solver } from "./perfect.js";
import { describe, draw } from "./pictures.js";
import { isAgain } from "./pictures/spot.js";
import { boardOf, movesOf } from "./scene.js";

const DAY = 86_400_000;
const iso = (/** @type {number} */ time) => new Date(time).toISOString().slice(0, 10);
const today = () => iso(Date.now());
const shift = (/** @type {string} */ date, /** @type {number} */ days) => iso(Date.parse(date) + days * DAY);

// What a move did. The signs differ in shape, and words stand beside them for those who listen.
const DID = {
  kept: { sign: "🟩", words: "kept the win" },
  thrown: { sign: "❌", words: "threw the win away" },
  late: { sign: "⚪", words: "nothing left to keep" },
};

/** @typedef {keyof typeof DID} Deed */
/** @typedef {{moves: string[], tried: Deed[], back: number, tries: number}} Hand a game as far as it was played */
/** @typedef {{won: boolean, moves: number, back: number, tries: number, tried: Deed[], onTime: boolean}} Result */

/** What this browser keeps. @param {string} name @returns {any} */
function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

function keep(/** @type {string} */ name, /** @type {any} */ value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    /* the game goes on without being kept */
  }
}

/** @returns {Record<string, Result>} */
const results = () => kept("duel-daily") ?? {};

/** The games of all days, as far as they were played. @returns {Record<string, {start: string, hand: Hand}>} */
const hands = () => kept("duel-daily-games") ?? {};

/** How many days are kept. */
const MOST_DAYS = 800;

/** Keeps what belongs to days, without the oldest ones. @param {string} name @param {Record<string, any>} all */
function keepDays(name, all) {
  for (const day of Object.keys(all).sort().slice(0, -MOST_DAYS)) delete all[day];
  keep(name, all);
}

/** How many days up to this one were won, each on its day. @param {string} date */
function streak(date) {
  const all = results();
  let count = 0;
  for (let day = date; all[day]?.won && all[day].onTime; day = shift(day, -1)) count += 1;
  return count;
}

const ORDINALS = ["", "first", "second", "third", "fourth", "fifth"];
const plural = (/** @type {number} */ n, /** @type {string} */ noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** How it went, in words. @param {Result} result */
function inWords({ won, moves: made, back, tries }) {
  const which = `${ORDINALS[tries] ?? `${tries}th`} try`;
  return `${won ? "won in" : "lost after"} ${plural(made, "move")}, ${which}${back ? `, ${back} taken back` : ""}`;
}

/** What a button shows, with words around it for those who listen. @param {any} board @param {string} move */
function nameOf(board, move) {
  const done = effect(board, move);
  const told = (/** @type {string} */ words) => el("span", { class: "visually-hidden" }, words);
  if (!done) return [told("Append "), move];
  const verb = done.sign === "÷" ? "Divide by " : "Subtract ";
  return [el("span", { "aria-hidden": "true" }, done.sign), told(verb), done.value, told(`, leaves ${done.result}`)];
}

class Duel {
  /** @param {string} date @param {string} start */
  constructor(date, start) {
    this.date = date;
    this.start = start;
    this.solver = new Solver();
    this.busy = false;
    /** Whether the focus was in the list of moves and waits for it. */
    this.inList = false;
    this.hand = this.restored();
    byId("undo").addEventListener("click", () => this.undo());
    byId("again").addEventListener("click", () => this.again());
    this.picture = draw(byId("picture"), this.scene(), { onPick: (move) => this.choose(move) });
    this.show();
    // Whatever the table of this game costs is paid while the visitor thinks.
    setTimeout(() => {
      this.solver.assess(parse(start));
      if (!outcome(this.now())) this.goOn();
    }, 30);
  }

  /** The game that was left, if it still fits. @returns {Hand} */
  restored() {
    const left = hands()[this.date];
    const fresh = { moves: [], tried: [], back: 0, tries: 1 };
    if (left?.start !== this.start) return fresh;
    try {
      left.hand.moves.reduce(play, parse(this.start));
      return left.hand;
    } catch {
      return fresh;
    }
  }

  save() {
    keepDays("duel-daily-games", { ...hands(), [this.date]: { start: this.start, hand: this.hand } });
  }

  /** The positions from the start to now. */
  positions() {
    const all = [parse(this.start)];
    for (const move of this.hand.moves) all.push(play(all[all.length - 1], move));
    return all;
  }

  now() {
    return /** @type {any} */ (this.positions().at(-1));
  }

  scene() {
    const now = this.now();
    const history = this.positions().slice(1).map((position, place) => (
      { ply: place + 1, by: (place % 2) + 1, move: this.hand.moves[place], position: write(position) }));
    const live = now.turn === 1 && !outcome(now) && !this.busy;
    return { board: boardOf(now), moves: movesOf(now), start: this.start, history, live };
  }

  /** A move of the visitor. @param {string} move */
  choose(move) {
    const now = this.now();
    if (this.busy || now.turn !== 1 || !moves(now).includes(move)) return;
    this.hand.tried.push(this.deed(now, move));
    this.hand.moves.push(move);
    this.save();
    this.show();
    this.goOn();
  }

  /** What a move does to the value. @param {any} before @param {string} move @returns {Deed} */
  deed(before, move) {
    if (this.solver.assess(before)?.value !== "win") return "late";
    return this.solver.assess(play(before, move))?.value === "loss" ? "kept" : "thrown";
  }

  /** Lets the computer reply, if it is its turn. */
  goOn() {
    const now = this.now();
    if (outcome(now)) return this.end();
    if (now.turn === 1 || this.busy) return;
    this.busy = true;
    this.show();
    setTimeout(() => {
      this.busy = false;
      this.hand.moves.push(this.solver.best(now));
      this.save();
      this.show();
      if (outcome(this.now())) this.end();
    }, mayMove() ? 600 : 0);
  }

  /** Takes back the visitor's last move, and the reply to it. */
  undo() {
    if (this.busy || this.hand.moves.length === 0) return;
    this.hand.moves.length -= this.hand.moves.length % 2 === 0 ? 2 : 1;
    this.hand.back += 1;
    this.save();
    this.show();
    say(byId("status"), "Taken back. Your turn.");
  }

  again() {
    if (this.busy || this.hand.moves.length === 0) return;
    this.hand = { moves: [], tried: [], back: 0, tries: this.hand.tries + 1 };
    this.save();
    this.show();
    byId("board-head").scrollIntoView({ block: "nearest" });
  }

  /** @returns {Result} */
  result() {
    return {
      won: outcome(this.now())?.winner === 1, moves: Math.ceil(this.hand.moves.length / 2),
      back: this.hand.back, tries: this.hand.tries, tried: this.hand.tried, onTime: this.date === today(),
    };
  }

  /** Keeps the result; the first win of a day stands. */
  end() {
    const all = results();
    if (!all[this.date]?.won) {
      all[this.date] = this.result();
      keepDays("duel-daily", all);
    }
    this.show();
    byId("ended").focus();
  }

  show() {
    const before = /** @type {any} */ (document.activeElement);
    const inList = byId("moves").contains(before) || (this.inList && before === byId("status"));
    const now = this.now();
    const over = outcome(now);
    this.picture.update(this.scene());
    fill(byId("words"), table(describe(this.scene())));
    say(byId("status"), over
      ? over.winner === 1 ? "You win!" : "The computer wins."
      : this.busy || now.turn === 2 ? "The computer is thinking." : this.lastInWords() + "Your turn.");
    this.showMoves(now, Boolean(over));
    this.showLog();
    byId("undo").disabled = byId("again").disabled = this.busy || this.hand.moves.length === 0;
    byId("ended").hidden = !over;
    if (over) this.showEnd(over.winner === 1);
    this.inList = inList;
    // What is gone or switched off leaves the focus to the list of moves, or to the line above it.
    if (inList || before?.disabled) (byId("moves").querySelector("button:enabled") ?? byId("status")).focus({ preventScroll: true });
  }

  lastInWords() {
    const before = this.positions().at(-2);
    if (!before) return "";
    const words = moveInWords(boardOf(before), /** @type {string} */ (this.hand.moves.at(-1)));
    return `The computer’s move: ${words[0].toLowerCase()}${words.slice(1)}. `;
  }

  showMoves(/** @type {any} */ now, /** @type {boolean} */ over) {
    const board = boardOf(now);
    const form = movesOf(now);
    const mine = now.turn === 1 && !this.busy && !over;
    const button = (/** @type {string} */ move) => el("button", {
      type: "button", class: "button move", disabled: !mine,
      onclick: (/** @type {MouseEvent} */ event) => isAgain(event) || this.choose(move),
      onfocus: () => this.picture.preview(move), onblur: () => this.picture.preview(null),
      onmouseenter: () => this.picture.preview(move), onmouseleave: () => this.picture.preview(null),
    }, nameOf(board, move));
    const group = (/** @type {string} */ name, /** @type {string[]} */ choices) =>
      choices.length > 0 && el("fieldset", null, el("legend", null, name), el("div", { class: "choices" }, choices.map(button)));
    fill(byId("moves"), over ? null : now.numbers
      ? form.groups.map((each) => group(form.groups.length > 1 ? `Number ${each.number}: ${each.value}` : "Your move", each.choices))
      : group("Append a digit", form.digits ?? []));
  }

  showLog() {
    const all = this.positions();
    fill(byId("log"), this.hand.moves.map((move, place) => {
      const done = effect(boardOf(all[place]), move);
      const board = boardOf(all[place]);
      const words = done ? `${board.numbers?.[done.number - 1]} ${done.sign} ${done.value} = ${done.result}` : `${move} → ${all[place + 1].digits}`;
      return el("li", null, el("span", { class: `seat-${(place % 2) + 1}` }, place % 2 ? "◆ Computer" : "● You"), ` ${words}`);
    }));
    const made = Math.ceil(this.hand.moves.length / 2);
    const back = this.hand.back ? ` · ${this.hand.back} taken back` : "";
    const tries = this.hand.tries > 1 ? ` · ${ORDINALS[this.hand.tries] ?? `${this.hand.tries}th`} try` : "";
    say(byId("count"), `${plural(made, "move")} of yours${back}${tries}`);
  }

  showEnd(/** @type {boolean} */ won) {
    const result = this.result();
    const words = inWords(result);
    const text = `Divisor Duel daily ${this.date} · ${parse(this.start).rules.book} · ${words} · `;
    const line = text + result.tried.map((deed) => DID[deed].sign).join("");
    byId("ended").classList.toggle("lost", !won);
    say(byId("ended-head"), won ? "You win!" : "The computer wins");
    say(byId("ended-words"), won
      ? "Well played: there was nothing it could do."
      : "You had a winning move at the start. Take back, or start again.");
    fill(byId("line"), text,
      el("span", { "aria-hidden": "true" }, result.tried.map((deed) => DID[deed].sign).join("")),
      el("span", { class: "visually-hidden" }, result.tried.map((deed) => DID[deed].words).join(", ")));
    const share = "share" in navigator && el("button", {
      type: "button", class: "button primary", onclick: () => navigator.share({ text: line }).catch(() => {}),
    }, "Share");
    fill(byId("share"), share, copyButton(() => line, "Copy the line"));
    const days = streak(this.date);
    say(byId("streak"), won && days > 1 ? `${days} days in a row.` : "The line gives nothing away: no number of the game is in it.");
    this.showReview();
  }

  /** Every move of the visitor, with the moves that would have kept the win. */
  showReview() {
    const all = this.positions();
    const rows = this.hand.moves.flatMap((move, place) => {
      if (place % 2) return [];
      const board = boardOf(all[place]);
      const lines = this.solver.lines(all[place]);
      const worth = mark(lines.find((each) => each.move === move)?.value ?? "unknown");
      const good = lines.filter((each) => each.value === "win").map((each) => moveShort(board, each.move) + (all[place].numbers?.length > 1 ? ` on number ${each.move.split(":")[0]}` : ""));
      const did = DID[this.deed(all[place], move)];
      return [[
        String(place / 2 + 1), moveInWords(board, move),
        el("span", { class: worth.kind }, `${worth.sign} ${did.words}`),
        good.length ? `${good.join(", ")} (of ${lines.length})` : "none",
      ]];
    });
    fill(byId("review-table"), table({ caption: "Your moves, and those that win", head: ["Move", "You chose", "It", "Winning moves"], rows }));
  }
}

async function begin() {
  const asked = behind("daily");
  const date = asked || today();
  document.title = `Daily duel of ${date} · Divisor Duel`;
  try {
    const day = await get(`/daily/${encodeURIComponent(date)}`);
    const book = BOOKS[day.book];
    fill(byId("rules"), el("strong", null, "The rules today. "), book.fair.brief, " ", el("a", { href: `/rules/${day.book}` }, "The whole book"));
    const weekday = new Date(`${date}T12:00:00Z`).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
    say(byId("lead"), `${weekday}, ${date}: ${book.title}. You begin, and you can win. The computer makes no mistakes.`);
    byId("before").href = `/daily/${shift(date, -1)}`;
    byId("before").hidden = date <= "2026-01-01";
    byId("after").href = `/daily/${shift(date, 1)}`;
    byId("after").hidden = date >= today();
    byId("duel").hidden = false;
    new Duel(date, day.position);
    // Tomorrow may find us without a network; the worker keeps what passes through it.
    if (date === today()) get(`/daily/${shift(date, 1)}`).catch(() => {});
  } catch (error) {
    const offline = /** @type {any} */ (error).status === 0;
    say(byId("trouble"), offline
      ? "There is no network, and this day has not been fetched yet. Come back once when you are online; then it works without."
      : /** @type {Error} */ (error).message);
    byId("trouble").hidden = false;
  }
}

navigator.serviceWorker?.register("/worker.js").catch(() => {});
begin();
