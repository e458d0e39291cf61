// @ts-check
// A table of a class: when the next round begins, the page leads its player to the next table.

import { get, goToSeat, sitDown } from "../api.js";
import { byId, el, fill } from "../dom.js";

const EVERY = 3000;

/** @param {any} table */
export function classroom(table) {
  const note = byId("class");
  let timer = 0;
  let round = 0;
  let asking = false;
  let ended = false;

  async function look() {
    const { token, game } = table;
    if (asking || ended || !token || document.hidden) return;
    asking = true;
    try {
      const now = await get(`/rooms/${encodeURIComponent(game.room)}/seat`, { token });
      if (!now.place) {
        ended = true;
        tell("The next round begins.");
        goToSeat(await sitDown(`/rooms/${encodeURIComponent(game.room)}/join`, {}, token), "replace");
      } else if (round && now.round !== round && now.place.id !== table.id) {
        ended = true;
        goToSeat(now.place, "replace");
      } else if (!round && now.place.id !== table.id && now.place.id !== game.rematch) {
        // An earlier game, looked at again.
        tell("The class plays on. ", el("button", { type: "button", class: "button small", onclick: () => goToSeat(now.place) }, "To my table"));
      }
      round = now.round;
    } catch (error) {
      const { status, message } = /** @type {any} */ (error);
      // A class that is forgotten has no next round; whatever else is wrong may pass.
      if (ended) tell(message);
      ended = status === 404;
    }
    asking = false;
  }

  function tell(/** @type {any[]} */ ...words) {
    note.hidden = false;
    fill(note, ...words);
  }

  return {
    show() {
      if (timer || !table.game.room || !table.seat) return;
      timer = setInterval(look, EVERY);
      document.addEventListener("visibilitychange", look);
      look();
    },
  };
}
