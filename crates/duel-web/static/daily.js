// @ts-check
// The duel of a day, played in the page alone. Results and the game in hand stay in this browser, so
// that the page can be left and played without a network.

import "./offline.js";
import { BOOKS, FIRST_DAY, LAST_DAY } from "./books.js";
import { moveButtons } from "./choices.js";
import { DID, dayInWords, games, inWords, isDay, keepGame, keepResult, lineStart, linkTo, nthTry, plural, results, shift, signs, statistics, streak, today, troubles } from "./days.js";
import { byId, el, fill, mayMove, say, table } from "./dom.js";
import { askTeacher as ask } from "./engine/engine.js";
import { now } from "./kept.js";
import { copyButton, effectOf, mark, moveInWords, short } from "./numbers.js";
import { describe, draw, isMisere } from "./pictures.js";
import { about, address } from "./site.js";

/** @typedef {import("./days.js").Deed} Deed */
/** @typedef {import("./days.js").Hand} Hand */
/** @typedef {import("./days.js").Result} Result */

const DAY = 86_400_000;

/** A past move on one line: "60 ÷ 6 = 10". @param {any} game @param {number} place */
function pastInWords(game, place) {
  const past = game.history[place];
  const done = effectOf(past);
  if (!done) return `${past.move} appended`;
  const before = place ? game.history[place - 1].numbers : game.start_numbers;
  return `${before[done.number - 1]} ${done.sign} ${done.value} = ${done.result}`;
}

class Duel {
  /** @param {any} day the duel of the day @param {any} game @param {Hand} hand */
  constructor(day, game, hand) {
    this.date = day.date;
    this.day = day;
    this.game = game;
    this.hand = hand;
    this.busy = false;
    /** The kept result that is shown above the board. */
    this.keptLine = "";
    /** Whether the focus was in the list of moves and waits for it. */
    this.inList = false;
    /** What is known of positions. @type {Map<string, Promise<any>>} */
    this.known = new Map();
    byId("undo").addEventListener("click", () => this.undo());
    byId("again").addEventListener("click", () => this.again());
    this.picture = draw(byId("picture"), this.scene(), { onPick: (move) => this.choose(move) });
    this.show();
    if (this.game.result) return;
    // Whatever knowing this game costs is paid while the visitor thinks.
    this.analysis(this.game.position).catch(() => {});
    this.goOn();
  }

  /** The game of a day: as it was left, or from its start. @param {any} day */
  static async open(day) {
    const left = games()[day.date];
    if (left?.start === day.position && left.hand.record) {
      try {
        const { game } = await ask("game", { record: left.hand.record });
        if (game.start === day.position) return new Duel(day, game, left.hand);
      } catch {
        /* it was damaged: the day begins anew */
      }
    }
    const { record, game } = await Duel.start(day);
    return new Duel(day, game, { record, tried: [], back: 0, tries: 1 });
  }

  static start(/** @type {any} */ day) {
    return ask("begin", { position: day.position, opponent: "computer", level: "perfect", seat: "first", name: "You", seed: day.seed, date: now() });
  }

  /** What is known of a position, asked for once. @param {string} position @returns {Promise<any>} */
  analysis(position) {
    const known = this.known.get(position) ?? ask("analysis", { position });
    this.known.set(position, known);
    // What failed is asked for again.
    known.catch(() => this.known.delete(position));
    return known;
  }

  /** Takes over what the engine made of the game. @param {{record: string, game: any}} answer */
  take({ record, game }) {
    this.game = game;
    this.hand.record = record;
    keepGame(this.date, this.day.position, this.hand);
  }

  /** How many moves the visitor has made. */
  made() {
    return Math.ceil(this.game.ply / 2);
  }

  scene() {
    const { board, moves, start_numbers: start, history } = this.game;
    return { board, moves, start, history, misere: isMisere(this.game), live: this.game.turn === 1 && !this.busy };
  }

  /** Does something that takes a moment, once at a time. @param {() => Promise<void>} work */
  async once(work) {
    if (this.busy) return;
    this.busy = true;
    this.show();
    byId("trouble").hidden = true;
    try {
      // Where the engine fails, once more by itself.
      await work().catch(work);
    } catch (error) {
      say(byId("trouble"), /** @type {Error} */ (error).message);
      byId("trouble").hidden = false;
    }
    this.busy = false;
    this.show();
  }

  /** A move of the visitor. @param {string} move */
  async choose(move) {
    if (this.game.turn !== 1) return;
    await this.once(async () => {
      const before = this.game.position;
      const answer = await ask("act", { record: this.hand.record, action: "move", move });
      this.hand.tried.push(deed(await this.analysis(before), move));
      this.take(answer);
    });
    this.goOn();
  }

  /** Lets the computer reply, if it is its turn. */
  async goOn() {
    if (this.game.result) return this.end();
    if (this.game.turn === 1) return;
    await this.once(async () => {
      const pause = new Promise((resolve) => setTimeout(resolve, mayMove() ? 600 : 0));
      const answer = await ask("reply", { record: this.hand.record });
      await pause;
      this.take(answer);
    });
    if (this.game.result) return this.end();
    if (this.game.turn !== 1) byId("trouble").append(" ", el("button", { type: "button", class: "button small", onclick: () => this.goOn() }, "Try again"));
  }

  /** Takes back the visitor's last move, and the reply to it. */
  undo() {
    return this.once(async () => {
      const { record, game } = this.game.result ? await this.reopened() : await ask("act", { record: this.hand.record, action: "take-back" });
      this.hand.back += 1;
      this.take({ record, game });
    }).then(() => say(byId("status"), "Taken back. Your turn."));
  }

  /** The finished game before the visitor's last move: played again as far as that. */
  async reopened() {
    const moves = this.game.history.map((/** @type {any} */ past) => past.move);
    let now = await Duel.start(this.day);
    // The computer replies as it did before: equal seeds and positions bring equal moves.
    for (const move of moves.slice(0, moves.length - (moves.length % 2 === 0 ? 2 : 1)).filter((/** @type {string} */ _, /** @type {number} */ place) => place % 2 === 0)) {
      now = await ask("act", { record: now.record, action: "move", move });
      now = await ask("reply", { record: now.record });
    }
    return now;
  }

  again() {
    return this.once(async () => {
      const answer = await Duel.start(this.day);
      this.hand = { record: "", tried: [], back: 0, tries: this.hand.tries + 1 };
      this.take(answer);
      byId("board-head").scrollIntoView({ block: "nearest" });
    });
  }

  /** @returns {Result} */
  result() {
    return {
      won: this.game.result?.winner === 1, moves: this.made(),
      back: this.hand.back, tries: this.hand.tries, tried: this.hand.tried, onTime: this.date === today(),
      book: this.day.book,
    };
  }

  /** Keeps the result; the first win of a day stands. */
  end() {
    keepResult(this.date, this.result());
    this.show();
    byId("ended").focus();
  }

  show() {
    const before = /** @type {any} */ (document.activeElement);
    const inList = byId("moves").contains(before) || (this.inList && before === byId("status"));
    const { result, turn } = this.game;
    this.picture.update(this.scene());
    fill(byId("words"), table(describe(this.scene())));
    say(byId("status"), result
      ? result.winner === 1 ? "You win!" : "The computer wins."
      : turn === 2 ? "The computer is thinking." : this.lastInWords() + "Your turn.");
    this.showMoves();
    this.showLog();
    byId("undo").disabled = byId("again").disabled = this.busy || this.game.ply === 0;
    byId("ended").hidden = !result;
    if (result) this.showEnd(result.winner === 1);
    this.showKept();
    this.inList = inList;
    // What is gone or switched off leaves the focus to the list of moves, or to the line above it.
    if (inList || before?.disabled) (byId("moves").querySelector("button:enabled") ?? byId("status")).focus({ preventScroll: true });
  }

  lastInWords() {
    const { history } = this.game;
    return history.length ? `The computer’s move: ${pastInWords(this.game, history.length - 1)}. ` : "";
  }

  /** The result of the day, while the board shows another game than the one it came from. */
  showKept() {
    const kept = results()[this.date];
    byId("kept").hidden = !kept || Boolean(this.game.result);
    if (byId("kept").hidden) return;
    byId("kept").classList.toggle("bad", !kept.won);
    byId("kept").classList.toggle("good", kept.won);
    say(byId("kept-words"), `You have played this day: ${inWords(kept)}.`);
    // Buttons stay as they are while nothing has changed.
    const line = lineStart(this.date, this.day.book, kept) + signs(kept);
    if (line === this.keptLine) return;
    this.keptLine = line;
    fill(byId("kept-line"), shareLine(this.day, kept));
  }

  showMoves() {
    const { result, turn } = this.game;
    moveButtons(byId("moves"), result ? null : this.game, {
      onPick: (move) => this.choose(move), onPreview: (move) => this.picture.preview(move), disabled: turn !== 1 || this.busy,
    });
  }

  showLog() {
    fill(byId("log"), this.game.history.map((/** @type {any} */ past, /** @type {number} */ place) =>
      el("li", null, el("span", { class: `seat-${past.by}` }, past.by === 2 ? "◆ Computer" : "● You"), ` ${pastInWords(this.game, place)}`)));
    const back = this.hand.back ? ` · ${this.hand.back} taken back` : "";
    const tries = this.hand.tries > 1 ? ` · ${nthTry(this.hand.tries)}` : "";
    say(byId("count"), `${plural(this.made(), "move")} of yours${back}${tries}`);
  }

  showEnd(/** @type {boolean} */ won) {
    byId("ended").classList.toggle("lost", !won);
    say(byId("ended-head"), won ? "You win!" : "The computer wins");
    say(byId("ended-words"), won
      ? "Well played: there was nothing it could do."
      : "You could have won. Take back, or start again.");
    fill(byId("line"), shareLine(this.day, this.result()));
    const all = results();
    const days = streak(this.date, all);
    const row = won && days > 1 ? `${days} days in a row. ` : "";
    const { played, won: wins } = statistics(all, today());
    say(byId("streak"), `${row}${plural(played, "day")} played, ${wins} won. The line gives nothing away: no number of the game is in it.`);
    this.showReview();
  }

  /** Every move of the visitor, with the moves that would have kept the win; a lost game names the one that threw it away. */
  async showReview() {
    const { game } = this;
    /** @type {string | null} */
    let thrown = null;
    const rows = await Promise.all(game.history.flatMap((/** @type {any} */ past, /** @type {number} */ place) => {
      if (past.by === 2) return [];
      return [this.analysis(place ? game.history[place - 1].position : game.start).then((known) => {
        if (deed(known, past.move) === "thrown") thrown = `Your ${nth(Math.ceil(past.ply / 2))} move, ${pastInWords(game, place)}, threw the win away.`;
        const worth = mark(known.moves.find((/** @type {any} */ each) => each.move === past.move)?.value ?? "unknown");
        return [
          String(Math.ceil(past.ply / 2)), pastInWords(game, place),
          el("span", { class: worth.kind }, `${worth.sign} ${DID[deed(known, past.move)].words}`),
          known.winning.length ? `${known.winning.map((/** @type {string} */ move) => short(move, 13)).join(", ")} (of ${known.total ?? known.moves.length})` : "none",
        ];
      })];
    }));
    if (thrown && game === this.game && game.result?.winner === 2) say(byId("ended-words"), `${thrown} Take back, or start again.`);
    fill(byId("review-table"), table({ caption: "Your moves, and those that win", head: ["Move", "You chose", "It", "Winning moves"], rows }));
  }
}

/** "2nd", "11th". @param {number} n */
function nth(n) {
  const isTeen = Math.floor(n / 10) % 10 === 1;
  return `${n}${(!isTeen && ["th", "st", "nd", "rd"][n % 10]) || "th"}`;
}

/** The line to share, with buttons that copy and share it. @param {any} day @param {Result} result */
function shareLine({ date, book }, result) {
  const start = lineStart(date, book, result);
  const link = linkTo(date);
  const line = `${start}${signs(result)} · ${link}`;
  const share = "share" in navigator && el("button", {
    type: "button", class: "button primary", onclick: () => navigator.share({ text: line }).catch(() => {}),
  }, "Share");
  return [
    el("p", { class: "shared" }, start,
      el("span", { "aria-hidden": "true" }, signs(result)),
      el("span", { class: "visually-hidden" }, result.tried.map((deed) => DID[deed].words).join(", ")),
      " · ", el("a", { href: link }, link)),
    el("div", { class: "row" }, share, copyButton(() => line, "Copy the line", share ? "" : "primary")),
  ];
}

/** What a move does to the value of a position. @param {any} known its analysis @param {string} move @returns {Deed} */
function deed(known, move) {
  if (known.value !== "win") return "late";
  return known.winning.includes(move) ? "kept" : "thrown";
}

/** Says when the duel of a day to come can be played. @param {string} date */
function showFuture(date) {
  const opens = Date.parse(date);
  const days = Math.ceil((opens - Date.now()) / DAY);
  const local = new Date(opens).toLocaleString("en-GB", { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });
  say(byId("lead"), `The duel of ${dayInWords(date)} is not open yet.`);
  fill(byId("future-words"),
    `It opens at midnight UTC${days > 1 ? `, in ${plural(days, "day")}` : ", within a day"}. On your clock that is ${local}.`);
  byId("future").hidden = false;
}

async function begin() {
  const date = about("daily") || today();
  document.title = `Daily duel of ${date} · Divisor Duel`;
  byId("now").href = address("daily");
  if (isDay(date) && date > today() && date <= LAST_DAY) return showFuture(date);
  try {
    const day = await ask("daily", { date });
    const book = BOOKS[day.book];
    fill(byId("rules"), el("strong", null, "The rules today. "), book.fair.brief, " ", el("a", { href: address(`rules/${day.book}`) }, "The whole book"));
    const weekday = new Date(`${date}T12:00:00Z`).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
    say(byId("lead"), `${weekday}, ${date}: ${book.title}. You begin, and you can win. The computer makes no mistakes.`);
    byId("before").href = address("daily", shift(date, -1));
    byId("before").hidden = date <= FIRST_DAY;
    byId("after").href = address("daily", shift(date, 1));
    byId("after").hidden = date >= today();
    await Duel.open(day);
    byId("duel").hidden = false;
    say(byId("storage"), [...troubles].join(" "));
    byId("storage").hidden = troubles.size === 0;
  } catch (error) {
    say(byId("trouble"), /** @type {Error} */ (error).message);
    byId("trouble").hidden = false;
  }
}

begin();
