// @ts-check
// The front page: choices with sensible defaults, and a game in two taps.

import "./offline.js";
import { begin, remember } from "./api.js";
import { byId, say } from "./dom.js";
import { prepare } from "./engine/engine.js";
import { all, damaged } from "./kept.js";
import { hasServer, playAddress } from "./site.js";

const form = /** @type {HTMLFormElement} */ (byId("start"));

/** What is chosen, by the names of the form. */
const chosen = () => new FormData(form);

const wordsOf = (/** @type {string} */ name) =>
  /** @type {HTMLElement | null} */ (form.querySelector(`[name="${name}"]:checked`))?.dataset.words ?? "";

function tell() {
  const book = String(chosen().get("book"));
  for (const words of form.querySelectorAll("[data-fair]")) /** @type {HTMLElement} */ (words).hidden = /** @type {HTMLElement} */ (words).dataset.fair !== chosen().get("fair");
  say(byId("chosen"), `${capital(wordsOf("fair"))}, ${wordsOf("clock")}. Computer: ${wordsOf("level")}.`);
  const line = document.querySelector(`#fair-lines [data-slug="${CSS.escape(book)}"]`)?.textContent ?? "";
  say(byId("fair-line"), line && `In this game: ${line}`);
}

const capital = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);

form.addEventListener("change", tell);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (event.submitter ?? form.querySelector("[name=opponent]"));
  if (button.getAttribute("aria-busy") === "true") return;
  const fields = chosen();
  const name = String(fields.get("name") ?? "").trim();
  remember("name", name);
  // Against the computer, and at one device, a game is played in the page; only a server has clocks.
  if (button.value !== "friend" && !(hasServer && button.value === "computer" && fields.get("clock"))) {
    const words = ["book", "fair", "seat", ...(button.value === "computer" ? ["level"] : [])].map((word) => [word, String(fields.get(word))]);
    return location.assign(playAddress({ ...Object.fromEntries(words), opponent: button.value, ...(name ? { name } : {}) }));
  }
  const terms = {
    book: fields.get("book"),
    fair: fields.get("fair") === "yes",
    opponent: button.value,
    seat: fields.get("seat"),
    ...(button.value === "computer" ? { level: fields.get("level") } : {}),
    ...(fields.get("clock") ? { clock: fields.get("clock") } : {}),
    ...(name ? { name } : {}),
  };
  say(byId("problem"), "");
  button.setAttribute("aria-busy", "true");
  try {
    await begin(terms, () => say(byId("problem"), "The server cannot be reached just now. Trying again…"));
  } catch (error) {
    button.removeAttribute("aria-busy");
    say(byId("problem"), error instanceof Error ? error.message : "That did not work.");
  }
});

/** Leads to the newest unfinished game of this browser. */
function offerToGoOn() {
  const unfinished = all().find(({ over }) => !over);
  const link = byId("continue");
  link.hidden = !unfinished;
  byId("damaged").hidden = damaged().length === 0;
  if (!unfinished) return;
  link.href = playAddress({ game: unfinished.id });
  say(link, `Go on with ${unfinished.title}: ${unfinished.numbers.slice(0, 30)}`);
}
// What is needed next is fetched when this page is there.
addEventListener("load", () => setTimeout(prepare, 300));

// Coming back with the browser's arrow, the page may be the one that was left.
addEventListener("pageshow", () => {
  for (const button of form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
  offerToGoOn();
  tell();
});
// A link may name the game: /?book=subtract.
const wanted = new URLSearchParams(location.search).get("book");
const radio = wanted && form.querySelector(`[name=book][value="${CSS.escape(wanted)}"]`);
if (radio) /** @type {HTMLInputElement} */ (radio).checked = true;
/** @type {HTMLInputElement} */ (byId("name")).value = remember("name");
tell();
