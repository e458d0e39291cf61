// @ts-check
// The duel of a day, at the table of all games. Results and the game in hand stay in this browser, so that the
// page can be left and played without a network. Hints would make the line to share worthless: there are none
// before the end.

import "./offline.js";
import { FIRST_DAY, LAST_DAY } from "./books.js";
import { DID, dayInWords, games, inWords, isDay, keepGame, keepResult, keepsGames, lineStart, linkTo, plural, putGamesAside, results, shift, signs, statistics, streak, today, troubles, watch } from "./days.js";
import { byId, el, fill, say } from "./dom.js";
import { askTeacher as ask } from "./engine/engine.js";
import { now } from "./kept.js";
import { copyButton } from "./numbers.js";
import { about, address } from "./site.js";
import { button } from "./table/controls.js";
import { local } from "./table/local.js";
import { open } from "./table/table.js";

/** @typedef {import("./days.js").Hand} Hand */
/** @typedef {import("./days.js").Result} Result */

const DAY = 86_400_000;

/** What is known of positions, asked for once. @type {Map<string, Promise<any>>} */
const known = new Map();

/** @param {string} position */
function analysis(position) {
  const found = known.get(position) ?? ask("analysis", { position });
  known.set(position, found);
  // What failed is asked for again.
  found.catch(() => known.delete(position));
  return found;
}

/** What a move does to the value of a position. @param {any} found its analysis @param {string} move @returns {import("./days.js").Deed} */
function deed(found, move) {
  if (found.value !== "win") return "late";
  return found.winning.includes(move) ? "kept" : "thrown";
}

/** A game as it was left, unless it is damaged or begins elsewhere. @param {Hand | null} hand @param {string} start */
async function whole(hand, start) {
  if (!hand) return null;
  try {
    return (await ask("game", { record: hand.record })).game.start === start ? hand : null;
  } catch (error) {
    if (/** @type {any} */ (error).status !== 422) throw error;
    return null;
  }
}

/** Plays the duel of a day: as it was left, or from its start. @param {any} day */
async function play(day) {
  const { date, position, seed } = day;
  const begin = () => ask("begin", { position, opponent: "computer", level: "perfect", seat: "first", seed, date: now() });
  const left = () => {
    const kept = games()[date];
    return kept?.start === position && kept.hand.record ? kept.hand : null;
  };
  const again = await whole(left(), position);
  if (!again && games()[date]?.hand.record) putGamesAside();
  /** @type {Hand} */
  let hand = again ?? { record: (await begin()).record, seq: 1, tried: [], back: 0, tries: 1 };
  const keep = () => keepGame(date, position, hand);
  keep();
  const find = () => (hand = left() ?? hand);

  /** Whatever knowing the next position costs is paid while the visitor thinks. */
  const prepare = (/** @type {any} */ { turn, position }) => {
    if (turn === 1) analysis(position).catch(() => {});
  };

  const at = local(date, {
    ask, find, isKept: keepsGames,
    keep(_, { record, game }, seq) {
      Object.assign(hand, { record, seq });
      keep();
      prepare(game);
      return keepsGames();
    },
    watch: (_, changed) => watch(changed),
    // Who gives up resigns: a day is won or lost.
    told: { insight: "after", can_abandon: false },
  });

  /** Puts another game on the table. @param {{record: string}} game @param {Partial<Hand>} more */
  function put({ record }, more) {
    Object.assign(hand, { record, seq: hand.seq + 1, ...more });
    keep();
    return table.refresh().then(showKept);
  }

  /** Takes back the visitor's last move, and the reply to it, after the end: all before it is played again. */
  async function reopen() {
    const moves = table.game.history.map((/** @type {any} */ past) => past.move);
    let game = await begin();
    // The computer replies as it did before: equal seeds and positions bring equal moves.
    for (let place = 0; place < moves.length - 2; place += 2) {
      game = await ask("act", { record: game.record, action: "move", move: moves[place] });
      game = await ask("reply", { record: game.record });
    }
    return put(game, { back: hand.back + 1 });
  }

  /** The result of the day, while the table shows another game than the one it came from. */
  function showKept() {
    const result = results()[date];
    byId("kept").hidden = !result || Boolean(table.game?.result);
    if (result) fill(byId("kept"), el("p", null, `You have played this day: ${inWords(result)}.`), sharedLine(day, result), el("div", { class: "row" }, shareButtons(day, result, "small")));
  }

  function ending() {
    const { game } = table;
    const won = game.result.winner === 1;
    /** @type {Result} */
    const result = { won, moves: Math.ceil(game.ply / 2), back: hand.back, tries: hand.tries, tried: hand.tried, onTime: date === today(), book: day.book };
    keepResult(date, result);
    showKept();
    const all = results();
    const days = streak(date, all);
    const { played, won: wins } = statistics(all, today());
    const row = won && days > 1 ? `${days} days in a row. ` : "";
    return {
      words: [
        sharedLine(day, result),
        el("p", { class: "quiet" }, `${row}${plural(played, "day")} played, ${wins} won. The line gives nothing away: no number of the game is in it.`),
      ],
      buttons: [
        !won && button("Try again", async () => put(await begin(), { tried: [], back: 0, tries: hand.tries + 1 }), "primary"),
        !won && game.ply > 0 && button("Take back my last move", reopen),
        !won && el("a", { class: "button", href: address("train") }, "Train on your mistakes"),
        shareButtons(day, result, won ? "primary" : ""),
        won && el("a", { class: "button", href: address("calendar") }, "Calendar"),
        won && el("a", { class: "button", href: address("") }, "More games"),
      ],
    };
  }

  const table = open({
    ...at, ending,
    async load() {
      const game = await at.load();
      prepare(game);
      return game;
    },
    async move(text, ...more) {
      const { position } = table.game;
      const found = await analysis(position).catch(() => analysis(position));
      const game = await at.move(text, ...more);
      hand.tried.push(deed(found, game.history.at(-1).move));
      keep();
      return game;
    },
    async offer(what) {
      const game = await at.offer(what);
      hand.back += 1;
      keep();
      return game;
    },
  });
  showKept();
}

/** The line to share, as it is read. @param {any} day @param {Result} result */
function sharedLine({ date, book }, result) {
  const link = linkTo(date);
  return el("p", { class: "shared" }, lineStart(date, book, result),
    el("span", { "aria-hidden": "true" }, signs(result)),
    el("span", { class: "visually-hidden" }, result.tried.map((deed) => DID[deed].words).join(", ")),
    " · ", el("a", { href: link }, link));
}

/** Buttons that copy and share the line. @param {any} day @param {Result} result @param {string} look of the first */
function shareButtons({ date, book }, result, look) {
  const line = `${lineStart(date, book, result)}${signs(result)} · ${linkTo(date)}`;
  const share = "share" in navigator && el("button", { type: "button", class: `button ${look}`, onclick: () => navigator.share({ text: line }).catch(() => {}) }, "Share");
  return [share, copyButton(() => line, "Copy the line", share && look === "primary" ? "" : look)];
}

/** Says when the duel of a day to come can be played. @param {string} date */
function showFuture(date) {
  const opens = Date.parse(date);
  const days = Math.ceil((opens - Date.now()) / DAY);
  const local = new Date(opens).toLocaleString("en-GB", { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });
  say(byId("future-words"), `The duel of ${dayInWords(date)} opens at midnight UTC${days > 1 ? `, in ${plural(days, "day")}` : ", within a day"}. On your clock that is ${local}.`);
  byId("future").hidden = false;
  byId("table").hidden = byId("loading").hidden = true;
}

async function begin() {
  const date = about("daily") || today();
  document.title = `Daily duel of ${date} · Divisor Duel`;
  byId("now").href = address("daily");
  if (isDay(date) && date > today() && date <= LAST_DAY) return showFuture(date);
  try {
    const day = await ask("daily", { date });
    fill(byId("lead"), el("time", { datetime: date }, dayInWords(date, { weekday: "long", day: "numeric", month: "long" })), ". You begin, and you can win.");
    byId("before").href = address("daily", shift(date, -1));
    byId("before").hidden = date <= FIRST_DAY;
    byId("day-after").href = address("daily", shift(date, 1));
    byId("day-after").hidden = date >= today();
    await play(day);
    say(byId("storage"), [...troubles].join(" "));
    byId("storage").hidden = troubles.size === 0;
  } catch (error) {
    const { message, status } = /** @type {any} */ (error);
    fill(byId("gone"), message, status === 422 && [" ", el("a", { href: address("daily") }, "The duel of today")]);
    byId("table").hidden = byId("loading").hidden = true;
  }
}

begin();
