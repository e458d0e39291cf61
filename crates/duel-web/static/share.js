// @ts-check
// Sends the link to this site on.

import { el } from "./dom.js";
import { copyButton } from "./numbers.js";
import { BASE } from "./site.js";

const TEXT = "24. Leave a prime. A number game for two:";

/** A button that sends the link to the front page, or copies it where nothing can be sent. */
export function share(label = "Send it to a friend") {
  const url = new URL(BASE, location.href).href;
  if (typeof navigator.share !== "function") return copyButton(() => `${TEXT} ${url}`, label);
  return el("button", { type: "button", class: "button ghost", onclick: () => navigator.share({ title: "Divisor Duel", text: TEXT, url }).catch(() => {}) }, label);
}
