// @ts-check
// The solver's page: a form that writes a position, and the explanation of the position in the address.
// Following a move changes the address, so that going back and sharing work as everywhere.

import "./offline.js";
import { argue, isArguable } from "./argue.js";
import { BOOKS, HOUSE_RULES } from "./books.js";
import { byId, el, fill, saveButton, say, table } from "./dom.js";
import { askTeacher as ask } from "./engine/engine.js";
import { grouped, mark, moveInWords, ruleParagraphs } from "./numbers.js";
import { describe, draw, isMisere } from "./pictures.js";
import { about, address, playAddress } from "./site.js";

/** The book that is chosen at first. */
const FIRST = Object.keys(BOOKS)[0];
/** Whether a book is played with digits. @param {string} book */
const appends = (book) => BOOKS[book].digits;

/** What the page says of itself. */
const LEAD = byId("lead").textContent;
/** The answer on the page, for the buttons. @type {any} */
let shown = null;
/** @type {any} */
let picture = null;
/** @type {AbortController | null} */
let asking = null;

/** Goes to a position without loading the page anew. @param {string} position */
function go(position) {
  history.pushState(null, "", address("solve", position));
  load();
}

/** A link to a position. @param {string} position @param {string} text @param {string} [name] */
function link(position, text, name) {
  return el("a", {
    href: address("solve", position), "aria-label": name ?? null,
    onclick: (/** @type {MouseEvent} */ event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      go(position);
    },
  }, text);
}

async function load() {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const text = about("solve");
  byId("trouble").hidden = true;
  byId("answer").hidden = true;
  byId("lead").hidden = false;
  say(byId("lead"), text ? "Thinking about it…" : LEAD);
  document.title = `${text || "Solver"} · Divisor Duel`;
  if (!text) return;
  say(byId("status"), "Thinking about it.");
  try {
    const place = await ask("position", { position: text }, { signal });
    furnishForm(place);
    shown = { place, answer: await ask("analysis", { position: text }, { signal }) };
    show();
  } catch (error) {
    if (!signal.aborted) explain(text, /** @type {Error} */ (error));
  }
  if (!signal.aborted) byId("lead").hidden = true;
}

/** What is wrong with a position, and what would be right. @param {string} text @param {Error} error */
function explain(text, error) {
  const book = text.split(/[+:]/)[0];
  const example = (BOOKS[book] ?? BOOKS[FIRST]).example;
  say(byId("status"), "");
  fill(byId("trouble"),
    el("p", null, el("code", null, text), " cannot be explained. ", error.message),
    el("p", null, "A position looks like this: ", link(example, example), ". The form below writes one for you."));
  byId("trouble").hidden = false;
}

/** One plain sentence. @param {any} answer @param {boolean} over */
function verdict({ value, plies, basis }, over) {
  if (over) return value === "win" ? "The game is over: whoever would be to move has won." : value === "loss" ? "The game is over: whoever would be to move has lost." : "The game is over, and nobody has won.";
  const count = plies === null ? "" : plies === 1 ? ", with the next move" : `, in ${plies} moves of both together`;
  const how = /** @type {Record<string, string>} */ ({ theorem: "Proved for all numbers of this kind.", search: "Searched to the end." })[basis] ?? "";
  const who = /** @type {Record<string, string>} */ ({
    win: `Whoever is to move wins${count}.`,
    loss: `Whoever is to move loses against best play${count}.`,
    draw: "Nobody can force a win: it ends without a winner.",
    endless: "Nobody can force a win: it can go on for ever.",
  })[value] ?? "It is not known who wins; the search was too large.";
  return `${who} ${how}`.trim();
}

function show() {
  const { place, answer } = shown;
  const values = new Map(answer.moves.map((/** @type {any} */ line) => [line.move, mark(line.value)]));
  const scene = { board: place.board, moves: place.moves, start: place.board.numbers ?? [], history: [], misere: isMisere(place), live: !place.over, marks: values };
  byId("answer").hidden = false;
  const words = verdict(answer, place.over);
  say(byId("verdict"), words);
  say(byId("status"), words);
  say(byId("position"), place.position);
  const follow = (/** @type {string} */ move) => {
    const line = shown.answer.moves.find((/** @type {any} */ each) => each.move === move);
    if (line) go(line.to);
  };
  picture ? picture.update(scene) : (picture = draw(byId("picture"), scene, { onPick: follow }));
  fill(byId("words"), table(describe(scene)));
  byId("play").hidden = place.over;
  const proof = () => ask("certificate", { position: place.position }).then(({ text }) => text);
  const proved = answer.basis !== "unknown" && answer.value !== "draw" && answer.value !== "endless";
  fill(byId("certificate"), proved && saveButton("Save the proof", "position.cert", proof));
  byId("play").href = playAddress({ position: place.position, level: "perfect", seat: place.turn === 2 ? "second" : "first" });
  showWhy();
  showMoves(place, answer);
}

/** The deeper reasons, in order: after which one they come, what the button says, and the heading. */
const DEPTHS = [
  { depth: "student", after: "child", button: "Tell me more", heading: "The whole of it" },
  { depth: "proof", after: "student", button: "Show the proof", heading: "The proof" },
];

/** What a depth adds to the one before it, with which it begins. @param {{depth: string, after: string}} of */
function added({ depth, after }) {
  const { reasons } = shown.answer;
  const [words, before] = [reasons[depth], reasons[after]];
  return (words.startsWith(before) ? words.slice(before.length) : words).trim();
}

/** The reason for a child; the others are asked for one after the other. */
function showWhy() {
  const { place, answer } = shown;
  endArgument();
  fill(byId("deeper"));
  say(byId("why"), answer.reasons.child);
  byId("refute").hidden = place.over || !isArguable(answer);
  showMore(0);
}

/** Offers the next depth that has something to say. @param {number} from */
function showMore(from) {
  const next = DEPTHS.findIndex((each, place) => place >= from && added(each));
  byId("more").hidden = next < 0;
  if (next < 0) return;
  const { depth, button, heading } = DEPTHS[next];
  const words = added(DEPTHS[next]);
  say(byId("more"), button);
  byId("more").onclick = () => {
    const head = el("h3", { tabindex: "-1" }, heading);
    byId("deeper").append(el("section", { class: "deeper", dataset: { depth } }, head,
      words.split("\n").map((/** @type {string} */ line) => el("p", null, line)),
      depth === "proof" && shown.answer.basis === "search" && certificate()));
    showMore(next + 1);
    if (byId("more").hidden) head.focus({ preventScroll: true });
  };
}

/** The proof of a position that was searched: its certificate, a line for each position of the strategy. */
function certificate() {
  const { position } = shown.place;
  const place = el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "The certificate" }, "Writing it down…");
  ask("certificate", { position }).then(
    ({ text }) => fill(place, el("pre", null, text)),
    (/** @type {Error} */ error) => fill(place, el("p", null, error.message)),
  );
  return place;
}

/** Ends the argument on the page. */
let endArgument = () => {};

byId("refute").addEventListener("click", () => {
  byId("refute").hidden = true;
  const end = argue(byId("argue"), shown.place.position, { onClose: () => {
    byId("refute").hidden = false;
    byId("refute").focus();
  } });
  endArgument = () => {
    end();
    endArgument = () => {};
  };
  byId("argue").querySelector("section")?.setAttribute("tabindex", "-1");
  /** @type {any} */ (byId("argue").querySelector("section"))?.focus({ preventScroll: true });
});

/** How many moves there are and how many of them win, as far as that is known. @param {any} place @param {any} answer */
function counted({ moves }, { value, total, winning_found: found, all_judged: all }) {
  const known = moves.groups.reduce((/** @type {bigint} */ sum, /** @type {any} */ group) => sum + BigInt(group.count), BigInt(moves.digits.length + (moves.pass ? 1 : 0)));
  const count = BigInt(total ?? known);
  if (count === 0n) return value === "win" ? "The moves are not known, but at least one wins." : "The moves are not known.";
  const moveCount = `${total === null ? "At least " : ""}${grouped(String(count))} ${count === 1n ? "move" : "moves"}`;
  const wins = (/** @type {number} */ n) => `${grouped(String(n))} ${n === 1 ? "wins" : "win"}`;
  if (all) return `${moveCount}, of which ${found ? wins(found) : "none wins"}.`;
  // A position that is lost, or in which nobody wins, has no winning move, looked at or not.
  if (value !== "win" && value !== "unknown") return `${moveCount}, of which none wins.`;
  if (found || value === "win") return `${moveCount}, of which at least ${wins(found || 1)}.`;
  return `${moveCount}; whether one of them wins is not known.`;
}

function showMoves(/** @type {any} */ place, /** @type {any} */ answer) {
  const some = answer.total !== null && BigInt(answer.total) > BigInt(answer.moves.length) ? ` ${answer.moves.length} of them are listed.` : "";
  say(byId("moves-note"), place.over ? "There is none: the game is over." : `${counted(place, answer)}${some}${answer.moves.length ? " Choose one to go on with the position after it." : ""}`);
  const rank = { win: 0, draw: 1, endless: 1, unknown: 2, loss: 3 };
  const lines = [...answer.moves].sort((a, b) => /** @type {any} */ (rank)[a.value] - /** @type {any} */ (rank)[b.value]);
  const rows = lines.map((line) => {
    const worth = mark(line.value);
    const plies = line.plies === null ? "" : line.plies === 0 ? " at once" : ` in ${line.plies + 1}`;
    return [link(line.to, moveInWords(place, line.move)), el("span", { class: `worth ${worth.kind}` }, `${worth.sign} ${worth.word}${plies}`)];
  });
  fill(byId("moves"), rows.length > 0 && table({ caption: "For the player who makes it", head: ["Move", "Worth"], rows }));
}

// The form

const checkedBook = () => /** @type {any} */ (document.querySelector("input[name=book]:checked"))?.value ?? FIRST;

/** Fills the form with a position. @param {any} place */
function furnishForm({ book, rules, board }) {
  const radio = /** @type {any} */ (document.querySelector(`input[name=book][value=${book}]`));
  if (radio) radio.checked = true;
  if (board.cap) byId("cap").value = board.cap;
  byId("numbers").value = (board.targets ?? board.numbers).join(", ");
  byId("digits").value = board.digits ?? "";
  byId("barred").value = (board.barred ?? []).join(", ");
  // Last: it says the rules of what the fields hold.
  furnishHouse(rules.house.map((/** @type {any} */ rule) => rule.name));
}

/** Counts what was asked about the rules, so that a late answer is not taken for a new one. */
let asked = 0;

/** Says which rules are chosen: those of the book, as house rules and several numbers change them. */
async function tellRules() {
  const mine = (asked += 1);
  const book = checkedBook();
  const tell = (/** @type {string} */ words) => mine === asked && say(byId("book-words"), words);
  const isPlain = chosenHouse().length === 0 && numbersIn("numbers").length < 2;
  if (isPlain) return tell(BOOKS[book].brief);
  const look = (/** @type {string} */ position) => ask("position", { position });
  try {
    // Where the numbers are no start, the rules are told of one that is.
    const { rules } = await look(written()).catch(() => look(written(appends(book) ? "7" : "60")));
    tell(ruleParagraphs(rules.words)[0]);
  } catch (error) {
    tell(/** @type {Error} */ (error).message);
  }
}

/** The house rules that fit the book. @param {string[]} house those in force */
function furnishHouse(house) {
  const book = checkedBook();
  fill(byId("house"), BOOKS[book].house.map((/** @type {string} */ name) => el("label", { class: "check" },
    el("input", { type: "checkbox", name: "house", value: name, checked: house.includes(name), onchange: furnishCap }),
    el("span", null, el("strong", null, name), `: ${HOUSE_RULES[name].meaning}`))));
  say(byId("numbers-label"), appends(book) ? "Targets" : "Numbers");
  byId("digits-field").hidden = !appends(book);
  furnishCap();
}

const chosenHouse = () => [...document.querySelectorAll("input[name=house]:checked")].map((box) => /** @type {any} */ (box).value);

/** The house rules without which the games of a book would have another name. @param {any} book */
const namedHouse = ({ short, fair }) => (short === fair.short ? [] : fair.house);

/** Whether a house rule comes with a length. @param {string} name */
const hasLength = (name) => HOUSE_RULES[name].length;

function furnishCap() {
  byId("cap-field").hidden = !chosenHouse().some(hasLength);
  byId("barred-field").hidden = appends(checkedBook());
  tellRules();
}

/** The numbers in a field. @param {string} id @returns {string[]} */
const numbersIn = (id) => byId(id).value.split(/[\s,;]+/).filter(Boolean);

/** The position that the form describes, or one with these numbers at the start. @param {string} [numbers] */
function written(numbers) {
  const book = checkedBook();
  const house = chosenHouse().map((name) => `+${name}${hasLength(name) ? `=${byId("cap").value.trim()}` : ""}`).join("");
  const from = numbers ?? numbersIn("numbers").join(",");
  if (appends(book)) return `${book}${house}:${from}:${numbers ? "" : byId("digits").value.trim()}`;
  const barred = numbers ? "" : numbersIn("barred").join(",");
  return `${book}${house}:${from}${barred && `~${barred}`}`;
}

fill(byId("books"), Object.entries(BOOKS).map(([name, book]) => el("label", { class: "choice" },
  el("input", { type: "radio", name: "book", value: name, checked: name === FIRST, onchange: () => furnishHouse(namedHouse(book)) }), book.fair.short)));
furnishForm({ book: FIRST, rules: { house: [] }, board: { numbers: ["60"] } });
byId("form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const isEmpty = byId("numbers").value.trim() === "";
  byId("numbers").setAttribute("aria-invalid", String(isEmpty));
  if (isEmpty) return byId("numbers").focus();
  go(written());
  byId("head").focus();
  byId("head").scrollIntoView();
});
for (const id of ["numbers", "cap"]) byId(id).addEventListener("change", tellRules);
addEventListener("popstate", load);
load();
