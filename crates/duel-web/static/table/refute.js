// @ts-check
// Why somebody wins at a position of the game, and arguing with it: a dialog over the table. It is loaded only
// where it is asked for.

import { argue } from "../argue.js";
import { el, say } from "../dom.js";
import { askTeacher } from "../engine/engine.js";

/** @param {any} table @param {string} position */
export function refute(table, position) {
  const why = el("p", { class: "reason", tabindex: "0" }, "…");
  const place = el("div");
  const dialog = el("dialog", { id: "refute", "aria-labelledby": "refute-name" },
    el("div", { class: "stack" },
      el("div", { class: "sheet-head" }, el("h2", { id: "refute-name", tabindex: "-1", autofocus: true }, "Try to refute it"), el("button", { type: "button", class: "sheet-close", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
      why, place));
  document.body.append(dialog);
  dialog.showModal();
  const end = argue(place, position, { onClose: () => dialog.close() });
  dialog.addEventListener("close", () => {
    end();
    dialog.remove();
  });
  // Who argues has read it.
  place.addEventListener("click", () => (why.hidden = true), { once: true });
  askTeacher("analysis", table.asReader(position)).then(({ reasons }) => say(why, reasons?.child ?? ""), () => {});
}
