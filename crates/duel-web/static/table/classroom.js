// @ts-check
// A table of a class: whatever the class does (the next round, another partner, another seat), the page
// leads its player there by itself, after the end of a game could be looked at.

import { get, goToSeat, sitDown } from "../api.js";
import { byId, el, fill } from "../dom.js";

const EVERY = 3000;
/** How long the end of a game can be looked at before the page goes on. */
const LOOK = 6000;
/** How long a game that was broken off can be looked at. */
const BROKEN_OFF = 2500;
/** How long a partner may be away before another one can be asked for. */
const AWAY = 20_000;

/** @param {any} table */
export function classroom(table) {
  const note = byId("class");
  let timer = 0;
  let asking = false;
  let ended = false;
  /** Since when the game has been over, as this page saw it. */
  let overSince = 0;
  let awaySince = 0;
  let offersOther = false;
  /** The game that this page is about to go to, or that its player does not want to go to yet. */
  let leading = "";
  /** What the players are called now: the teacher may have changed a name. @type {string[] | null} */
  let players = null;
  const room = () => `/rooms/${encodeURIComponent(table.game.room)}`;

  async function look() {
    const { token } = table;
    if (asking || ended || !token || document.hidden) return;
    asking = true;
    try {
      const now = await get(`${room()}/seat`, { token });
      if (now.removed) removed(now.closed);
      else arrive(now.place ?? (await sitDown(`${room()}/join`, {}, token)));
    } catch (error) {
      // A class that is forgotten has no next round; whatever else is wrong may pass.
      ended = /** @type {any} */ (error).status === 404;
    }
    asking = false;
  }

  function arrive(/** @type {any} */ place) {
    if (place.id === table.id) {
      players = place.players;
      if (rename()) table.show();
      return offerOther();
    }
    // The table itself leads to a rematch.
    if (place.id !== table.game.rematch) leadOn(place);
  }

  /** Goes to another table: at once from a game that was broken off, later from one that has ended. */
  function leadOn(/** @type {any} */ place) {
    if (leading === place.id) return;
    leading = place.id;
    const over = table.game.result !== null;
    const wait = over ? Math.max(0, overSince + LOOK - performance.now()) : BROKEN_OFF;
    if (!over) close();
    const go = setTimeout(() => {
      ended = true;
      goToSeat(place, "replace");
    }, wait);
    const stay = () => {
      clearTimeout(go);
      tell("The class plays on. ", el("button", { type: "button", class: "button small", onclick: () => goToSeat(place) }, "To my table"));
    };
    tell(`The class plays on. ${over ? "" : "This game ends here and does not count. "}Your next game is at table ${place.table}. `, over && wait > 0 && el("button", { type: "button", class: "button small", onclick: stay }, "Stay here"));
  }

  /** No more moves are made here. */
  function close() {
    for (const part of ["moves", "picture", "play"]) byId(part).inert = true;
  }

  /** The seat was freed by the teacher. */
  function removed(/** @type {boolean} */ closed) {
    ended = true;
    close();
    tell("Your teacher has freed your seat, so this game does not count any more. ",
      closed ? "The class is closed just now." : el("a", { class: "button small", href: `/join/${encodeURIComponent(table.game.room)}` }, "Join again"));
  }

  /** A partner who does not come back need not be waited for. */
  function offerOther() {
    const { game, seat, present } = table;
    const other = game.seats[2 - seat];
    const away = !game.result && other?.kind === "person" && !present?.[2 - seat];
    awaySince = away ? awaySince || performance.now() : 0;
    const offers = away && performance.now() - awaySince >= AWAY;
    if (offers === offersOther) return;
    offersOther = offers;
    if (!offers) return tell();
    const leave = async () => {
      try {
        arrive(await sitDown(`${room()}/join`, { leave: true }, table.token));
      } catch (error) {
        tell(/** @type {Error} */ (error).message);
      }
    };
    tell(`${other.name} is away. `, el("button", { type: "button", class: "button small", onclick: leave }, "Play somebody else"));
  }

  /** Puts the names of now into the game; whether any was another one. */
  function rename() {
    let changed = false;
    table.game.seats.forEach((/** @type {any} */ one, /** @type {number} */ place) => {
      if (!players || one.kind !== "person" || one.name === players[place]) return;
      one.name = players[place];
      changed = true;
    });
    return changed;
  }

  function tell(/** @type {any[]} */ ...words) {
    note.hidden = words.length === 0;
    fill(note, ...words);
  }

  return {
    show() {
      if (!table.game.room || !table.seat) return;
      rename();
      if (!table.game.result) overSince = 0;
      else overSince ||= performance.now();
      if (timer) return;
      timer = setInterval(look, EVERY);
      document.addEventListener("visibilitychange", look);
      look();
    },
  };
}
