// @ts-check
// The front page: a board to play at once, ways to a game in two taps, and a card for each game.

import "./offline.js";
import { begin, get, keptSeats, remember, seatOf } from "./api.js";
import { WEEK } from "./books.js";
import { dayInWords, plural, results, statistics, today } from "./days.js";
import { byId, el, fill, mayMove, say } from "./dom.js";
import { prepare } from "./engine/engine.js";
import { FIRST } from "./first.js";
import { guide, share } from "./guide.js";
import { all, damaged } from "./kept.js";
import { RUNGS, climb, firstGame, ladder, nextRung, rungAddress, trouble, won } from "./ladder.js";
import { hasServer, playAddress } from "./site.js";

const form = /** @type {HTMLFormElement} */ (byId("start"));
const sheet = /** @type {HTMLDialogElement} */ (byId("sheet"));

// The board on top

const [book, following] = Object.keys(FIRST);
guide({
  then: (_, isLast) => [
    el("a", { class: isLast ? "button primary" : "button", href: rungAddress(book, 2, FIRST[book].small) }, "Play the computer"),
    el("a", { class: "button", href: firstGame(following) }, "Learn the next game"),
    share(),
  ],
  onDone() {
    climb(book, 1);
    tellLadders();
  },
});

// A game in the sheet

/** What is chosen, by the names of the form. */
const chosen = () => new FormData(form);

const checked = (/** @type {string} */ name) => /** @type {HTMLElement | null} */ (form.querySelector(`[name="${name}"]:checked`))?.dataset ?? {};

function tell() {
  const [data, isFair] = [checked("book"), chosen().get("fair") === "yes"];
  say(byId("sheet-name"), (isFair ? data.fairShort : data.short) ?? "");
  say(byId("aim"), (isFair ? data.fairGoal : data.goal) ?? "");
  // House rules have been told with the goal.
  say(byId("fair-line"), data.fair ? `In this game: ${data.fair.replace(/;.*/, ".")}` : "");
  say(byId("chosen"), [checked("fair").words, hasServer && checked("clock").words].filter(Boolean).join(", "));
  const of = String(chosen().get("book"));
  fill(byId("ladder"), ladder(of, FIRST[of].small));
  say(byId("kept"), trouble);
}

/** Opens the sheet, with a book or an opponent chosen. @param {string} about */
function openSheet(about) {
  const radio = form.querySelector(`[name=book][value="${CSS.escape(about)}"]`);
  if (radio) /** @type {HTMLInputElement} */ (radio).checked = true;
  for (const button of form.querySelectorAll("[name=opponent]")) button.classList.toggle("primary", /** @type {HTMLButtonElement} */ (button).value === (about === "friend" ? about : "computer"));
  for (const part of ["ladder", "level"]) byId(part).hidden = about === "friend";
  // Somebody new begins with what can be won; later it is as it was last time.
  const level = form.querySelector(`[name=level][value="${CSS.escape(remember("level") || "easy")}"]`);
  if (level) /** @type {HTMLInputElement} */ (level).checked = true;
  tell();
  sheet.showModal();
  sheet.scrollTop = 0;
}

for (const button of document.querySelectorAll("[data-open]")) button.addEventListener("click", () => openSheet(button.getAttribute("data-open") ?? ""));
byId("sheet-close").addEventListener("click", () => sheet.close());
sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
form.addEventListener("change", tell);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (event.submitter ?? form.querySelector("[name=opponent]"));
  if (button.getAttribute("aria-busy") === "true") return;
  const fields = chosen();
  const name = String(fields.get("name") ?? "").trim();
  remember("name", name);
  if (button.value === "computer") remember("level", String(fields.get("level")));
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

// What this browser knows

/** Leads to the newest unfinished game of this browser. */
function tellKept() {
  // One without a move was only looked at.
  const unfinished = all().find(({ over, seq }) => !over && seq > 1);
  byId("continue-way").hidden = !unfinished;
  byId("damaged").hidden = damaged().length === 0;
  if (!unfinished) return;
  byId("continue").href = playAddress({ game: unfinished.id });
  say(byId("continue").lastElementChild, `${unfinished.title}: ${unfinished.numbers.slice(0, 30)}`);
}

/** Leads to the newest unfinished game with another person instead, if it is newer or it is one's turn there. */
async function tellPeople() {
  const newest = all().find(({ over }) => !over)?.changed ?? 0;
  for (const id of hasServer ? keptSeats().slice(0, 3) : []) {
    const [game, mine] = [await get(`/games/${encodeURIComponent(id)}`).catch(() => null), seatOf(id)];
    if (!game || !mine || game.result || (game.turn !== mine.seat && (mine.at ?? 0) < newest)) continue;
    byId("continue-way").hidden = false;
    byId("continue").href = `/g/${encodeURIComponent(id)}`;
    const other = game.seats[2 - mine.seat];
    return say(byId("continue").lastElementChild, `${game.short}, ${game.waiting ? "waiting for an opponent" : `${game.turn === mine.seat ? "your turn" : "their turn"}: ${other.name}`}`);
  }
}

/** The weekday, how hard its duel is, and the days in a row. */
function tellToday() {
  const day = today();
  const kept = results();
  const { current } = statistics(kept, day);
  const state = kept[day]?.won ? "won" : WEEK[(new Date(day).getUTCDay() + 6) % 7];
  say(byId("today").lastElementChild, `${dayInWords(day, { weekday: "long" })}, ${state}${current > 1 ? ` · ${plural(current, "day")} in a row` : ""}`);
}

/** How far each ladder was climbed, on its card. */
function tellLadders() {
  for (const card of document.querySelectorAll(".game")) {
    const of = /** @type {HTMLElement} */ (card).dataset.book ?? "";
    const [done, next] = [won(of), nextRung(of)];
    const words = done.length === 0 ? "" : next === 0 ? "Ladder climbed" : `Next: ${RUNGS[next - 1].name}`;
    fill(/** @type {Element} */ (card.querySelector(".pips")), RUNGS.map((_, place) => el("i", { class: done.includes(place + 1) ? "done" : place + 1 === next ? "now" : null })), words && el("span", null, words));
  }
  say(byId("kept"), trouble);
}

// The cards live

/** Draws a position of a fair game on each card, and lets a move be made now and then. */
async function enliven() {
  const { draw } = await import("./pictures.js");
  const cards = [...document.querySelectorAll(".game")].map((card) => {
    const sample = FIRST[/** @type {HTMLElement} */ (card).dataset.book ?? ""].sample.filter((/** @type {any} */ { board }) => board.digits !== "");
    const scene = (/** @type {number} */ at) => ({ ...sample[at], start: sample[0].board.numbers ?? [], history: [] });
    const place = el("div", { class: "fit" });
    fill(/** @type {Element} */ (card.querySelector(".mini")), place);
    const picture = draw(place, scene(0));
    let at = 0;
    return { card, go: () => picture.update(scene((at = (at + 1) % sample.length))) };
  });
  const seen = new Set();
  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) isIntersecting ? seen.add(target) : seen.delete(target);
  });
  for (const { card } of cards) watcher.observe(card);
  let turn = 0;
  setInterval(() => {
    const { card, go } = cards[(turn += 1) % cards.length];
    if (seen.has(card) && mayMove() && !document.hidden && !sheet.open) go();
  }, 1400);
}

// What is needed next is fetched when this page is there.
addEventListener("load", () => {
  enliven().catch(() => {});
  setTimeout(prepare, 300);
});

// Coming back with the browser's arrow, the page may be the one that was left.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) sheet.close();
  for (const button of form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
  tellKept();
  tellPeople();
  tellToday();
  tellLadders();
  tell();
});
/** @type {HTMLInputElement} */ (byId("name")).value = remember("name");
// A link may name the game: /?book=subtract.
const wanted = new URLSearchParams(location.search).get("book");
if (wanted && Object.hasOwn(FIRST, wanted)) openSheet(wanted);
