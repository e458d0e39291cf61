// @ts-check
// The page of games that are played here, without a server: /play?game=ID goes on with one, terms
// (/play?book=subtract&fair=yes&level=medium) begin one, /play?rung=subtract.3 begins one on the ladder, and
// without any of them the kept games are listed.

import "./offline.js";
import { keptSeats, remember } from "./api.js";
import { backTo } from "./assigned.js";
import { byId, el, fill, saveButton, say } from "./dom.js";
import { all, damaged, find, remove, tidy } from "./kept.js";
import { address, hasServer, playAddress } from "./site.js";
import { begin, bring, carry, local, tableOf } from "./table/local.js";
import { open } from "./table/table.js";

const query = new URLSearchParams(location.search);
const term = (/** @type {string} */ name) => query.get(name) ?? undefined;

/** A game whose terms are in the address begins once: going back and reloading find it again. */
async function beginGame() {
  const computer = term("opponent") !== "person";
  const id = query.has("rung") ? await beginRung(String(term("rung"))) : await begin({
    book: term("book"), position: term("position"), fair: query.get("fair") === "yes",
    opponent: computer ? "computer" : "person", level: computer ? term("level") : undefined,
    seat: term("seat"), name: term("name"), other_name: computer ? undefined : term("other"),
    ...(query.has("seed") ? { seed: term("seed") } : {}),
  });
  history.replaceState(null, "", playAddress({ game: id }));
  openGame(id);
}

/** Begins a game on the ladder, which is loaded only here. @param {string} rung */
async function beginRung(rung) {
  const { rungTerms } = await import("./ladder.js");
  return begin({ opponent: "computer", name: remember("name") || undefined, ...(await rungTerms(rung, term("position"))) }, rung);
}

function openGame(/** @type {string} */ id) {
  open(local(id));
  if (backTo(id)) byId("leave").href = backTo(id);
}

/** The games of this browser. */
function list() {
  tidy();
  byId("games").hidden = false;
  document.title = "Games in this browser · Divisor Duel";
  import("./rating.js").then(({ ratingInWords }) => say(byId("rating"), ratingInWords()));
  // Without a game there is no table.
  byId("table").hidden = byId("loading").hidden = true;
  const games = all();
  const withPeople = hasServer && keptSeats().length;
  say(byId("with-people"), withPeople ? `Your games with people (${withPeople})` : "Games with people");
  fill(byId("games-list"), games.length === 0
    ? el("p", null, damaged().length ? "There is none that can be read." : withPeople ? "None is played in this browser alone." : "There is none yet.")
    : el("ul", { class: "plain stack" }, games.map((game) => el("li", { class: "row" },
      el("a", { class: "button", href: playAddress({ game: game.id }) }, `${game.over ? "Look at" : "Go on with"} ${game.title}: ${game.numbers.slice(0, 40)}`),
      el("span", { class: "quiet" }, `${game.over ? "finished" : "unfinished"}, ${new Date(game.changed).toLocaleString()}`),
      el("button", { type: "button", class: "button small", "aria-label": `Delete ${game.title}, ${game.numbers.slice(0, 40)}`, onclick: () => { remove(game.id); list(); } }, "Delete")))),
    damaged().map(({ id, text }) => el("div", { class: "notice bad row", dataset: { damaged: id } },
      el("span", null, "What is kept of this game is damaged, and cannot be read. It is left as it is."),
      saveButton("Save what is there", `game-${id}.txt`, async () => text),
      el("button", { type: "button", class: "button small", "aria-label": `Delete the damaged game ${id}`, onclick: () => { remove(id); list(); } }, "Delete"))));
}

byId("import").addEventListener("change", async (/** @type {any} */ event) => {
  const [file] = event.target.files;
  if (!file) return;
  try {
    if (file.size > 1_000_000) throw new Error("This file is too large to be the record of a game here.");
    location.assign(tableOf(await bring(await file.text())));
  } catch (error) {
    say(byId("gone"), /** @type {Error} */ (error).message);
  }
});
byId("home").href = address("");

const id = query.get("game");
if (id !== null) {
  const carried = new URLSearchParams(location.hash.slice(1)).get("record");
  if (find(id)) openGame(id);
  else if (carried) {
    carry(id, carried).then(openGame).catch((error) => {
      say(byId("gone"), error.message);
      list();
    });
  } else {
    say(byId("gone"), damaged().some((each) => each.id === id)
      ? "What this browser keeps of this game is damaged."
      : `This browser has no such game.${hasServer ? "" : " Games stay in the browser in which they were begun."}`);
    list();
  }
} else if (["book", "position", "rung"].some((name) => query.has(name))) {
  beginGame().catch((error) => {
    say(byId("gone"), error.message);
    // The games that there are have nothing to do with it.
    say(byId("games-name"), "No game begins here");
    byId("games").hidden = false;
    byId("table").hidden = byId("loading").hidden = true;
  });
} else list();
