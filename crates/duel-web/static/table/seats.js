// @ts-check
// The two players: names, who is there, whose turn it is, and their clocks. Clocks run on by
// themselves between messages and are set right by each of them.

import { byId, el, fill, say } from "../dom.js";

/** Below this a clock is low. */
const LOW = 10_000;

/** @param {any} table */
export function seats(table) {
  const clocks = /** @type {any[]} */ ([]);
  let warned = "";

  function show() {
    const { game, seat, present, watching } = table;
    fill(
      byId("seats"),
      game.seats.map((/** @type {any} */ one, /** @type {number} */ index) => {
        const number = index + 1;
        const mine = number === seat && !table.isShared();
        const turn = game.turn === number;
        const winner = game.result?.winner === number;
        clocks[index] = game.clock && el("span", { class: "clock number" });
        const away = one.kind !== "computer" && one.taken && !mine && !table.isShared() && !present?.[index];
        const unnamed = mine && /^Player [12]$/.test(one.name);
        const state = [turn ? "to move" : winner ? "winner" : "", one.level ?? "", mine && !unnamed ? "you" : "", away ? "away" : "", game.round > 1 ? `score ${game.score[index]}` : ""].filter(Boolean).join(" · ");
        return el(
          "div",
          { class: `seat${turn ? " turn-here" : ""}${winner ? " winner" : ""}` },
          el("span", { class: `shape seat-${number}`, "aria-hidden": "true" }, winner ? "★" : number === 1 ? "●" : "◆"),
          el("span", { class: "who" }, el("strong", null, !one.taken ? "Free seat" : unnamed ? "You" : one.kind === "computer" ? "Computer" : one.name), el("span", { class: "quiet" }, state || (number === 1 ? "first" : "second"))),
          clocks[index],
        );
      }),
      watching > 0 && el("p", { class: "quiet watching" }, watching === 1 ? "1 watching" : `${watching} watching`),
    );
    tick();
  }

  function tick() {
    const { game, receivedAt } = table;
    if (!game?.clock) return;
    const { left_ms, running, name } = game.clock;
    left_ms.forEach((/** @type {number} */ sent, /** @type {number} */ index) => {
      const runs = running === index + 1;
      const left = Math.max(0, sent - (runs ? performance.now() - receivedAt : 0));
      const low = runs && left < LOW;
      const node = clocks[index];
      if (!node) return;
      node.className = `clock number${runs ? " runs" : ""}${low ? " low" : ""}`;
      say(node, `${low ? "⚠ " : ""}${written(left)}`);
      node.setAttribute("aria-label", `${Math.ceil(left / 1000)} seconds left`);
      node.setAttribute("role", "timer");
      const key = `${game.ply}`;
      if (low && index + 1 === table.seat && warned !== key) {
        warned = key;
        say(byId("connection"), `Less than ${LOW / 1000} seconds left.`);
      }
    });
    return name;
  }
  setInterval(tick, 200);
  return { show };
}

/** A time as people read it: 5:03, or 9.4 when it is short. */
function written(/** @type {number} */ ms) {
  if (ms < LOW) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
