// @ts-check
// What else can be done at the table: taking back, resigning, abandoning, another device; and the offers of
// the other side.

import { goToSeat, newKey, post, remember, seatLink } from "../api.js";
import { byId, el, fill, saveButton } from "../dom.js";
import { ask } from "../engine/engine.js";
import { copyButton } from "../numbers.js";
import { hasServer, publicOrigin } from "../site.js";

const OFFERS = /** @type {const} */ ([
  ["take_back", "take-back"],
  ["abandon", "abandon", "stop: nobody wins"],
  ["rematch", "rematch", "play again, with the other player beginning"],
]);

/** How many moves go back when this player takes back their last one; none if they have not moved. @param {any} game @param {number} seat */
function pliesBack(game, seat) {
  const plies = game.turn === seat ? 2 : 1;
  return game.ply >= plies ? plies : 0;
}

/** A button for something that takes a moment, once at a time. @param {string} words @param {() => any} act */
export function button(words, act, look = "") {
  return el("button", { type: "button", class: `button ${look}`, onclick: async (/** @type {any} */ event) => {
    const node = event.currentTarget;
    if (node.getAttribute("aria-busy")) return;
    node.setAttribute("aria-busy", "true");
    await act();
    node.removeAttribute("aria-busy");
  } }, words);
}

/** @param {any} table */
export function controls(table) {
  const head = byId("controls-name");
  let shown = "";
  /** The game as it was shown before. @type {any} */
  let before = null;
  /** What the other player did not agree to. */
  let declined = "";
  let withdrawn = false;
  return {
    show() {
      const { game, seat } = table;
      noteDeclined();
      before = game;
      const key = JSON.stringify([game.offers, game.result, game.rematch, game.waiting, seat && pliesBack(game, seat), game.can_abandon, seat, declined]);
      if (key === shown) return;
      shown = key;
      const focused = document.activeElement;
      fill(byId("offers"), offers(), nextGame());
      const over = game.result !== null;
      byId("controls").hidden = !seat && !over;
      fill(byId("controls"), head, buttons(), seat && device(), over && !table.source.isLocal && el("div", { class: "row" }, records()));
      if (focused && !focused.isConnected) table.focusTurn();
    },
  };

  /** An offer of mine that is gone, and nothing came of it: the answer is shown until the game goes on. */
  function noteDeclined() {
    const { game, seat } = table;
    const gone = before && seat && OFFERS.find(([field]) => before.offers[field] === seat && game.offers[field] === null);
    const stands = before && before.ply === game.ply && !before.result === !game.result && !game.rematch && OFFERS.every(([field]) => game.offers[field] === null);
    if (!stands) declined = "";
    else if (gone) declined = withdrawn ? "" : `${game.seats[2 - seat].name} does not agree to ${wish(gone, seat)}.`;
    if (gone) withdrawn = false;
  }

  /** What a player asks for. @param {typeof OFFERS[number]} offer @param {number} by */
  function wish([, , words], by) {
    const { game, seat } = table;
    return words ?? `take back ${by === seat ? "your" : "their"} last move${pliesBack(game, by) === 2 ? " and the reply to it" : ""}`;
  }

  /** Offers that stand, mine and theirs, and the answer to the last of mine. */
  function offers() {
    const { game, seat } = table;
    if (declined) return el("p", { class: "notice" }, declined);
    return OFFERS.map((each) => {
      const [field, name] = each;
      const by = game.offers[field];
      if (by === null || by === undefined || (field === "rematch" && game.rematch)) return null;
      const what = wish(each, by);
      if (by === seat) {
        return el("p", { class: "notice row" }, `You ask to ${what}.`, button("Withdraw", () => {
          withdrawn = true;
          return table.decline();
        }, "small"));
      }
      return el(
        "div",
        { class: "notice row" },
        el("span", null, `${game.seats[by - 1].name} asks to ${what}.`),
        seat && button("Accept", () => table.offer(name), "primary small"),
        seat && button("Decline", () => table.decline(), "small"),
      );
    });
  }

  /** Where somebody who watches finds the players again. They themselves are led there. */
  function nextGame() {
    const { game, seat, source } = table;
    return !seat && game.rematch && el("p", { class: "notice row" }, "They play again. ", el("a", { class: "button small", href: source.nextGame(game.rematch) }, "Watch"));
  }

  function buttons() {
    const { game, seat } = table;
    if (!seat) return null;
    const playing = !game.result && !game.waiting;
    return el(
      "div",
      { class: "row" },
      playing && (table.isShared() ? game.ply > 0 : pliesBack(game, seat) > 0) && !game.offers.take_back && button(backInWords(), () => table.offer("take-back")),
      playing && game.can_abandon && game.offers.abandon !== seat && button(table.isShared() ? "Stop: nobody wins" : "Offer to stop: nobody wins", () => table.offer("abandon")),
      playing && button("Resign…", async () => {
        if (await table.ask("Resign this game?", `${table.game.seats[2 - seat].name} wins it then.`, "Resign")) await table.resign();
      }, "danger"),
    );
  }

  /** What would be taken back. */
  function backInWords() {
    const { game, seat } = table;
    if (table.isShared()) return "Take back the last move";
    const other = game.seats[2 - seat];
    const reply = other.kind === "computer" ? "the computer’s" : `${other.name}’s`;
    return `Take back your last move${pliesBack(game, seat) === 2 ? ` and ${reply} reply` : ""}`;
  }

  /** Going on elsewhere: the seat of a game that a server keeps, or the game itself sent to a server. */
  function device() {
    if (table.source.isLocal) return el("details", { class: "inner" }, el("summary", null, "Save it, or go on elsewhere"), el("div", { class: "row" }, records(), hasServer && !table.game.result && sending()));
    const link = () => seatLink(table.id, { seat: table.seat, token: table.token }, publicOrigin());
    return el(
      "details",
      { class: "inner" },
      el("summary", null, "Continue on another device"),
      el("p", { class: "quiet" }, "This link is your seat. Open it on the other device, and keep it secret: whoever has it can move for you."),
      copyButton(link, "Copy my secret link", ""),
    );
  }

  /** The record, to keep. */
  function records() {
    const { source, game } = table;
    const name = `${game.book}-${table.id}`;
    const json = async () => (await ask("export", { record: await source.record() })).text;
    return [saveButton("Save the record", `${name}.duel`, () => source.record()), saveButton("Save it as JSON", `${name}.json`, json)];
  }

  /** Sends a game of this page to the server, to go on there: on another device, by a link. */
  function sending() {
    const problem = el("span", { role: "alert" });
    return [button("Continue on another device…", async () => {
      try {
        const { seat, game } = table;
        const wanted = game.seats.every((/** @type {any} */ one) => one.kind === "person") ? "first" : seat === 2 ? "second" : "first";
        // Asked once: later the game may have gone on here.
        goToSeat(await post("/games", { record: await table.source.record(), seat: wanted, name: remember("name") || undefined }, { token: newKey() }));
      } catch (error) {
        fill(problem, /** @type {Error} */ (error).message);
      }
    }, "small"), problem];
  }
}
