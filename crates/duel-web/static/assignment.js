// @ts-check
// Assignments: "win these positions". A teacher makes a link that holds them; pupils play each against the
// perfect computer in their page, and their browser keeps what they have won. No server takes part.

import "./offline.js";
import { MOST, assignmentAddress, noteBack } from "./assigned.js";
import { BOOKS } from "./books.js";
import { byId, el, fill, say } from "./dom.js";
import { ask, askTeacher } from "./engine/engine.js";
import { find } from "./kept.js";
import { copyButton } from "./numbers.js";
import { begin, tableOf } from "./table/local.js";

const DRAWN = 5;
const query = new URLSearchParams(location.search);
const given = query.getAll("p").map((text) => text.trim()).filter(Boolean);

/** Why a position is no task, or nothing if it can be won. @param {string} text */
async function objection(text) {
  let known;
  try {
    known = await askTeacher("analysis", { position: text });
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
  const { value } = known;
  if (value === "win") return "";
  if (value === "loss") return "it is lost for the player to move, whatever they do. Choose one that the player to move can win.";
  if (value === "draw" || value === "endless") return "nobody can force a win in it. Choose one that the player to move can win.";
  return "it is too large to be searched here, so it is not known who wins. Choose a smaller one.";
}

// The teacher's form

function make() {
  byId("make").hidden = false;
  fill(byId("book"), Object.entries(BOOKS).map(([name, book]) => el("option", { value: name }, book.fair.short)));
  const lines = () => byId("positions").value.split("\n").map((/** @type {string} */ line) => line.replace(/\s+/g, "")).filter(Boolean);
  let asked = 0;

  byId("draw").addEventListener("click", async () => {
    const mine = ++asked;
    byId("draw").setAttribute("aria-busy", "true");
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    /** @type {string[]} */
    const drawn = [];
    try {
      for (let from = 0; drawn.length < DRAWN && from < 60 && mine === asked; from++) {
        say(byId("status"), `Drawing… ${drawn.length} of ${DRAWN} are found.`);
        const [start] = (await ask("deals", { book: byId("book").value, from, count: 1, seed })).starts;
        if (!drawn.includes(start) && (await objection(start)) === "") drawn.push(start);
      }
      if (mine === asked) byId("positions").value = [...lines(), ...drawn].join("\n");
    } catch (error) {
      say(byId("trouble"), /** @type {Error} */ (error).message);
    }
    say(byId("status"), "");
    byId("draw").removeAttribute("aria-busy");
  });

  byId("form").addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const mine = ++asked;
    const positions = lines();
    byId("made").hidden = true;
    fill(byId("problems"));
    byId("positions").removeAttribute("aria-invalid");
    const problems = [];
    if (positions.length === 0) problems.push("Write at least one position, or draw some.");
    if (positions.length > MOST) problems.push(`These are ${positions.length} positions; an assignment has at most ${MOST}.`);
    byId("check").setAttribute("aria-busy", "true");
    if (problems.length === 0) {
      for (const [place, text] of positions.entries()) {
        say(byId("status"), `Looking at position ${place + 1} of ${positions.length}…`);
        const why = await objection(text);
        if (mine !== asked) return;
        if (why) problems.push(`Line ${place + 1}, ${text}: ${why}`);
      }
    }
    say(byId("status"), "");
    byId("check").removeAttribute("aria-busy");
    fill(byId("problems"), problems.map((words) => el("li", null, words)));
    if (problems.length > 0) {
      byId("positions").setAttribute("aria-invalid", "true");
      return byId("positions").focus();
    }
    const link = new URL(assignmentAddress(positions, byId("name").value.trim()), location.href).href;
    byId("link").value = link;
    byId("try").href = link;
    fill(byId("copy"), copyButton(() => link, "Copy the link", "primary"));
    byId("made").hidden = false;
    byId("made").focus();
  });
}

// The pupil's list

const KEY = `duel:assignment:${given.join(" ")}`;

/** What this browser keeps of the assignment: the last game of each position, and which are won. @returns {{games: Record<string, string>, won: string[]}} */
function kept() {
  try {
    const { games, won } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { games: typeof games === "object" && games ? games : {}, won: Array.isArray(won) ? won : [] };
  } catch {
    return { games: {}, won: [] };
  }
}

function keep(/** @type {any} */ state) {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    say(byId("trouble"), "This browser keeps nothing (its storage is full or switched off), so what you win is not remembered.");
  }
}

/** How the last game of a position stands. @param {string} id @param {number} seat @returns {Promise<"none" | "begun" | "won" | "lost">} */
async function stateOf(id, seat) {
  const game = id && find(id);
  if (!game) return "none";
  try {
    const { result } = (await ask("game", { record: game.record })).game;
    return !result ? "begun" : result.winner === seat ? "won" : "lost";
  } catch {
    return "none";
  }
}

async function list() {
  byId("assignment").hidden = false;
  const title = (query.get("title") ?? "").slice(0, 60);
  if (title) {
    say(byId("head"), title);
    document.title = `${title} · Divisor Duel`;
  }
  if (given.length > MOST) return say(byId("trouble"), `This link has ${given.length} positions; an assignment has at most ${MOST}. Ask for another link.`);
  const state = kept();
  const items = [];
  let broken = 0;
  for (const [place, text] of given.entries()) {
    try {
      const position = await ask("position", { position: text });
      const now = await stateOf(state.games[text], position.turn);
      if (now === "won" && !state.won.includes(text)) state.won.push(text);
      items.push(item(place, text, position, now, state));
    } catch (error) {
      broken++;
      items.push(el("li", { class: "card" }, el("p", { class: "notice bad" }, `${text.slice(0, 60)}: ${/** @type {Error} */ (error).message} Perhaps the link was cut off.`)));
    }
  }
  if (state.won.length > 0) keep(state);
  fill(byId("list"), items);
  const won = given.filter((text) => state.won.includes(text)).length;
  say(byId("progress"), won === given.length - broken && won > 0 ? `All ${won} won. Well done!` : `${won} of ${given.length} won`);
  byId("bar").max = given.length;
  byId("bar").value = won;
}

/** One position, with what can be done with it. @param {number} place @param {string} text @param {any} position @param {string} now @param {any} state */
function item(place, text, position, now, state) {
  const { numbers, targets, digits } = position.board;
  const won = state.won.includes(text);
  const play = async () => {
    try {
      const id = await begin({ position: text, opponent: "computer", level: "perfect", seat: position.turn === 2 ? "second" : "first" });
      state.games[text] = id;
      keep(state);
      noteBack(id);
      location.assign(tableOf(id));
    } catch (error) {
      say(byId("trouble"), /** @type {Error} */ (error).message);
    }
  };
  const goOn = () => {
    noteBack(state.games[text]);
    location.assign(tableOf(state.games[text]));
  };
  const label = now === "begun" ? "Go on" : won ? "Play again" : now === "lost" ? "Try again" : "Play";
  return el("li", { class: `card assigned-one${won ? " won" : ""}` },
    el("h2", null, `${won ? "✓ " : ""}${place + 1}. ${position.short}`),
    el("p", { class: "number huge long" }, numbers ? numbers.join(" · ") : `${digits || "–"} (target${targets.length > 1 ? "s" : ""} ${targets.join(", ")})`),
    el("p", { class: "quiet" }, position.goal.brief),
    el("div", { class: "row" }, el("button", { type: "button", class: `button${won ? "" : " primary"}`, "aria-label": `${label}: position ${place + 1}`, onclick: now === "begun" ? goOn : play }, label),
      el("span", { class: "quiet" }, won ? "Won" : now === "lost" ? "Lost the last time" : now === "begun" ? "Begun" : "")));
}

if (given.length > 0) {
  list();
  // Coming back from a game, also by the browser's own way.
  addEventListener("pageshow", (event) => event.persisted && list());
} else make();
