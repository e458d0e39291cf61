// @ts-check
// A game that a server keeps: commands go there, and it tells what became of them.

import { get, keepSeat, postSurely, request, seatFromAddress, seatOf, sitDown } from "../api.js";
import { listen } from "../live.js";
import { classroom } from "./classroom.js";

/** The game as the page brought it along, which saves asking for it; of some games it does not. */
function first() {
  try {
    return JSON.parse(/** @type {HTMLTemplateElement | null} */ (document.querySelector("template#first"))?.content.textContent ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} id @returns {import("./table.js").Source} */
export function remote(id) {
  seatFromAddress(id);
  const token = () => seatOf(id)?.token;
  const path = `/games/${encodeURIComponent(id)}`;
  return {
    id,
    isLocal: false,
    seat: () => seatOf(id)?.seat ?? null,
    token,
    listen(hooks) {
      const wire = listen(id, { token, ...hooks });
      // A link with a seat may be opened where its table is already watched.
      addEventListener("hashchange", () => {
        seatFromAddress(id);
        wire.hello();
        hooks.onSeat();
      });
      // The seat may be taken in another tab.
      let seated = token();
      addEventListener("storage", () => {
        if (token() === seated) return;
        seated = token();
        wire.hello();
        hooks.onSeat();
      });
      return wire;
    },
    classroom,
    first,
    load: () => get(path),
    move: (text, ply, onWait) => postSurely(`${path}/moves`, { move: text, ply }, { token: token() }, onWait),
    offer: (what) => postSurely(`${path}/offers`, { offer: what }, { token: token() }),
    decline: () => request("DELETE", `${path}/offers`, { token: token() }),
    resign: () => postSurely(`${path}/resign`, {}, { token: token() }),
    async join(name) {
      const answer = await sitDown(`${path}/join`, name ? { name } : {});
      keepSeat(id, answer);
      return answer.game;
    },
    log: (from, to) => get(`${path}/log?from=${from}&to=${to}`),
    async record() {
      const response = await fetch(`/api/v1${path}/record?format=text`, { cache: "no-store" });
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      return response.text();
    },
    nextGame(next) {
      const mine = seatOf(id);
      if (mine) keepSeat(next, { seat: 3 - mine.seat, token: mine.token });
      return `/g/${encodeURIComponent(next)}`;
    },
  };
}
