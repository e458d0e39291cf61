// @ts-check
// Before the game: inviting a friend, taking a free seat, or watching.

import { remember } from "../api.js";
import { byId, el, fill } from "../dom.js";
import { copyButton } from "../numbers.js";
import { publicOrigin } from "../site.js";

/** @param {any} table */
export function lobby(table) {
  const place = byId("lobby");
  let shown = "";
  let watches = false;

  function show() {
    const { game, seat } = table;
    const free = game.waiting && game.seats.some((/** @type {any} */ one) => !one.taken && one.kind !== "computer");
    const state = !free || game.result ? "" : seat ? "invite" : watches ? "" : "join";
    if (state === shown) return;
    shown = state;
    place.hidden = state === "";
    fill(place, state === "invite" ? invite() : state === "join" ? seatFree() : null);
  }

  function invite() {
    const link = `${publicOrigin()}/g/${encodeURIComponent(table.id)}`;
    const isOpen = remember("waiting") === table.id;
    const data = { title: "Divisor Duel", text: "Play a number game with me:", url: link };
    const field = el("input", { id: "link", readonly: true, value: link, onfocus: (/** @type {any} */ event) => event.target.select() });
    return el(
      "div",
      { class: "invite" },
      el(
        "div",
        { class: "stack" },
        el("h2", null, isOpen ? "Looking for an opponent" : "Invite a friend"),
        el("p", null, isOpen ? "Whoever comes next sits down here: leave this page open. Or send the link to a friend." : "Send this link, or let them scan the code. The game begins when they sit down."),
        el("div", { class: "field" }, el("label", { for: "link" }, "Link to this table"), field),
        el(
          "div",
          { class: "row" },
          copyButton(() => link, "Copy the link", "primary"),
          typeof navigator.share === "function" &&
            el("button", { type: "button", class: "button", onclick: () => navigator.share(data).catch(() => {}) }, "Share…"),
        ),
      ),
      el("img", { class: "qr", src: `/g/${encodeURIComponent(table.id)}/qr.svg`, alt: "QR code of the link to this table", width: 184, height: 184 }),
    );
  }

  function seatFree() {
    const name = el("input", { id: "called", maxlength: 40, autocomplete: "nickname", spellcheck: "false", value: remember("name") });
    const button = el("button", { type: "submit", class: "button primary" }, "Take the seat");
    const host = table.game.seats.find((/** @type {any} */ one) => one.taken)?.name;
    return el(
      "form",
      {
        class: "stack",
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          if (button.getAttribute("aria-busy")) return;
          button.setAttribute("aria-busy", "true");
          remember("name", name.value.trim());
          await table.join(name.value.trim());
          button.removeAttribute("aria-busy");
        },
      },
      el("h2", null, host ? `${host} is waiting for you` : "A seat is free"),
      el("div", { class: "field narrow" }, el("label", { for: "called" }, "Your name, if you like"), name),
      el(
        "div",
        { class: "row" },
        button,
        el("button", { type: "button", class: "button", onclick: () => { watches = true; show(); table.focusTurn(); } }, "Just watch"),
      ),
    );
  }
  return { show };
}
