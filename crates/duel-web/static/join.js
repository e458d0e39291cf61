// @ts-check
// Joining a class: a code, one tap, and a seat at a table.

import { classToken, goToSeat, sitDown } from "./api.js";
import { byId, say } from "./dom.js";
import { about } from "./site.js";

const input = byId("code");
input.value = about("join").toUpperCase();
(input.value ? byId("join") : input).focus();

byId("form").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const code = input.value.trim().toUpperCase();
  const refuse = (/** @type {string} */ why) => {
    say(byId("trouble"), why);
    input.setAttribute("aria-invalid", "true");
    input.focus();
  };
  if (!/^[A-Z0-9]+$/.test(code)) return refuse("A code has letters and digits only, such as KFXQ7.");
  byId("join").setAttribute("aria-busy", "true");
  try {
    goToSeat(await sitDown(`/rooms/${code}/join`, {}, classToken(code)));
  } catch (error) {
    const { status, message } = /** @type {any} */ (error);
    refuse(status === 404 ? "There is no class with this code. Look at the board once more." : message);
  }
  byId("join").removeAttribute("aria-busy");
});
