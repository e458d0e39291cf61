// @ts-check
// The days of the daily duel: what this browser keeps of them, counted and by month.

import "./offline.js";
import { FIRST_DAY } from "./books.js";
import { dayInWords, games, inWords, isFlawless, plural, results, shift, statistics, today, troubles, watch } from "./days.js";
import { byId, el, fill, say } from "./dom.js";
import { address } from "./site.js";

// What became of a day. Signs differ in shape, and the name of a day says it in words.
const STATES = {
  flawless: { sign: "★", words: "won without a mistake" },
  won: { sign: "✓", words: "won" },
  lost: { sign: "✗", words: "lost" },
  begun: { sign: "…", words: "begun" },
  open: { sign: "○", words: "not played" },
};

/** @param {string} date @param {import("./days.js").Results} all @param {Record<string, any>} begun @returns {keyof typeof STATES} */
function stateOf(date, all, begun) {
  const result = all[date];
  if (result) return result.won ? (isFlawless(result) ? "flawless" : "won") : "lost";
  return begun[date]?.hand.tried.length ? "begun" : "open";
}

function showStatistics() {
  const { played, won, current, longest, flawless } = statistics(results(), today());
  const entry = (/** @type {string} */ name, /** @type {string | number} */ value) => el("div", null, el("dt", null, name), el("dd", null, value));
  fill(byId("counted"),
    entry("Days played", played),
    entry("Won", played ? `${won} (${Math.round((100 * won) / played)} %)` : won),
    entry("Without a mistake", flawless),
    entry("In a row now", plural(current, "day")),
    entry("Longest row", plural(longest, "day")));
}

/** A month as a table of weeks. @param {string} month such as 2026-11 */
function monthTable(month) {
  const [all, begun, now] = [results(), games(), today()];
  const cell = (/** @type {string} */ date) => {
    const number = Number(date.slice(8));
    if (date > now) return el("td", null, el("span", { class: "day future" }, number, el("span", { class: "visually-hidden" }, ", not open yet")));
    const state = stateOf(date, all, begun);
    const told = all[date] ? inWords(all[date]) : STATES[state].words;
    const flawless = state === "flawless" ? ", without a mistake" : "";
    return el("td", null, el("a", {
      class: `day ${state}`, href: address("daily", date), dataset: { date }, tabindex: "-1", "aria-current": date === now ? "date" : null,
      "aria-label": `${dayInWords(date, { weekday: "long", day: "numeric", month: "long" })}: ${told}${flawless}`,
    }, number, el("span", { class: "sign-of-day", "aria-hidden": "true" }, STATES[state].sign)));
  };
  const first = `${month}-01`;
  const weeks = [el("tr")];
  // Weeks begin on Monday.
  const lead = (new Date(first).getUTCDay() + 6) % 7;
  if (lead) weeks[0].append(el("td", { colspan: lead }));
  for (let date = first; date.startsWith(month); date = shift(date, 1)) {
    if (date !== first && new Date(date).getUTCDay() === 1) weeks.push(el("tr"));
    weeks[weeks.length - 1].append(cell(date));
  }
  const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  const table = el("table", { class: "month" },
    el("caption", null, dayInWords(first, { month: "long", year: "numeric" })),
    el("thead", null, el("tr", null, weekdays.map((name) => el("th", { scope: "col", abbr: name }, name.slice(0, 2))))),
    el("tbody", null, weeks));
  // One stop for the Tab key in each month; arrows go on from there.
  const days = table.querySelectorAll("a.day");
  (table.querySelector("a[aria-current]") ?? days[days.length - 1])?.setAttribute("tabindex", "0");
  return table;
}

/** The months of a year up to this one, the latest first. @param {string} year */
function monthsOf(year) {
  const months = Array.from({ length: 12 }, (_, place) => `${year}-${String(12 - place).padStart(2, "0")}`);
  return months.filter((month) => month <= today().slice(0, 7) && month >= FIRST_DAY.slice(0, 7));
}

function showMonths() {
  const [last, first] = [Number(today().slice(0, 4)), Number(FIRST_DAY.slice(0, 4))];
  const years = Array.from({ length: last - first + 1 }, (_, place) => String(last - place));
  fill(byId("months"), years.map((year, place) => {
    const details = el("details", { class: "card", open: place === 0 }, el("summary", null, year));
    const body = el("div", { class: "months" });
    // Years that nobody opens cost nothing.
    const furnish = () => body.childElementCount || fill(body, monthsOf(year).map(monthTable));
    if (place === 0) furnish();
    details.addEventListener("toggle", furnish);
    details.append(body);
    return details;
  }));
}

/** The same day of another month, or the last one that it has. @param {string} date @param {number} months */
function monthAway(date, months) {
  const [year, month, day] = date.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** The day that a key leads to. @param {string} key @param {string} date */
function dayByKey(key, date) {
  const month = date.slice(0, 7);
  switch (key) {
    case "ArrowLeft": return shift(date, -1);
    case "ArrowRight": return shift(date, 1);
    case "ArrowUp": return shift(date, -7);
    case "ArrowDown": return shift(date, 7);
    case "Home": return `${month}-01`;
    case "End": return monthAway(`${month}-31`, 0);
    case "PageUp": return monthAway(date, -1);
    case "PageDown": return monthAway(date, 1);
    default: return null;
  }
}

byId("months").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  const from = /** @type {any} */ (event.target);
  if (!from.dataset.date || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = dayByKey(event.key, from.dataset.date);
  if (to === null) return;
  event.preventDefault();
  const open = to < FIRST_DAY ? FIRST_DAY : to > today() ? today() : to;
  const year = [...byId("months").children].find((each) => each.querySelector("summary").textContent === open.slice(0, 4));
  if (year && !year.open) {
    year.open = true;
    const body = year.querySelector(".months");
    if (!body.childElementCount) fill(body, monthsOf(open.slice(0, 4)).map(monthTable));
  }
  const next = byId("months").querySelector(`a[data-date="${open}"]`);
  if (!next) return;
  next.closest("table").querySelector('a[tabindex="0"]')?.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
});

function show() {
  showStatistics();
  showMonths();
  say(byId("storage"), [...troubles].join(" "));
  byId("storage").hidden = troubles.size === 0;
}

fill(byId("legend"), Object.entries(STATES).map(([state, { sign, words }]) => el("li", null, el("span", { class: `day ${state}`, "aria-hidden": "true" }, sign), ` ${words}`)));
show();
watch(show);
// A page that comes back from the browser's memory may be older than what was played since.
addEventListener("pageshow", (event) => event.persisted && show());
