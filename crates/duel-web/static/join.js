// @ts-check
// Joining a class: a code, a nickname where the teacher allows one, one tap, and a seat at a table.

import { classToken, get, goToSeat, sitDown } from "./api.js";
import { byId, say } from "./dom.js";
import { about } from "./site.js";

const input = byId("code");
const name = byId("name");
const CODE = /^[A-Z0-9]{1,16}$/;
const typed = () => input.value.trim().toUpperCase();
const pathOf = (/** @type {string} */ code) => `/rooms/${encodeURIComponent(code)}`;

function refuse(/** @type {string} */ why, node = input) {
  say(byId("trouble"), why);
  node.setAttribute("aria-invalid", "true");
  node.focus();
}

/** Whether a nickname can be chosen that was not asked for yet: by somebody who is new in a room that has them. */
async function asksForName(/** @type {string} */ code, /** @type {string} */ token) {
  if (!byId("name-field").hidden) return false;
  const room = await get(pathOf(code));
  if (!room.nicknames || room.closed) return false;
  const { place } = await get(`${pathOf(code)}/seat`, { token });
  byId("name-field").hidden = place !== null;
  return place === null;
}

byId("form").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const code = typed();
  const button = byId("join");
  if (button.getAttribute("aria-busy")) return;
  for (const node of [input, name]) node.removeAttribute("aria-invalid");
  say(byId("trouble"), "");
  if (!CODE.test(code)) return refuse("A code has letters only, such as KFXQTN.");
  button.setAttribute("aria-busy", "true");
  try {
    const token = classToken(code);
    if (await asksForName(code, token)) {
      say(byId("trouble"), "");
      name.focus();
    } else goToSeat(await sitDown(`${pathOf(code)}/join`, name.value.trim() ? { name: name.value.trim() } : {}, token));
  } catch (error) {
    const { status, message } = /** @type {any} */ (error);
    refuse(status === 404 ? "There is no class with this code. Look at the board once more." : message);
  }
  button.removeAttribute("aria-busy");
});
input.addEventListener("input", () => (byId("name-field").hidden = true));

input.value = about("join").toUpperCase();
(input.value ? byId("join") : input).focus();
// Who scanned the code is asked for everything at once.
if (CODE.test(typed())) asksForName(typed(), classToken(typed())).then((asks) => asks && name.focus(), () => {});
