// @ts-check
// Insight, when asked for: a hint in three steps, who wins and why, what every move is worth, and after
// the game how it went.
// The game says when it may be given; the engine in the page gives it.

import { byId, el, fill, saveButton, say } from "../dom.js";
import { askTeacher } from "../engine/engine.js";
import { mark, short } from "../numbers.js";

const DEPTHS = [["child", "In short"], ["student", "The idea"], ["proof", "The proof"]];

/** The steps of a hint, and what the button says before each. */
const HINTS = [
  { member: "nudge", button: "Hint" },
  { member: "count", button: "How many moves win?" },
  { member: "advice", button: "Show me the move" },
];

/** @param {any} table */
export function insight(table) {
  const place = byId("insight");
  const head = byId("insight-name");
  const button = el("button", { type: "button", class: "button", "aria-expanded": "false", onclick: () => toggle() }, "Show insight");
  const body = el("div", { class: "stack", hidden: true });
  const now = el("div", { class: "stack", "aria-live": "polite" });
  const course = el("div", { class: "stack" });
  const hintButton = byId("hint");
  const hinted = el("p", { class: "reason", role: "status" });
  const next = el("button", { type: "button", class: "button small", onclick: () => hint() });
  const bubble = el("div", { class: "bubble", id: "hinted", hidden: true }, hinted, el("div", { class: "row" }, next, el("button", { type: "button", class: "button ghost small", onclick: () => hideHints() }, "Close")));
  hintButton.addEventListener("click", () => hint());
  byId("bubbles").append(bubble);
  fill(body, now, course);
  fill(place, head, el("div", { class: "row" }, button), body);
  /** The position that hints were given about, and how many. */
  let hintedAt = "";
  let hints = 0;
  let on = false;
  let asked = "";
  let reviewed = "";
  let depth = "child";
  /** What is being thought about. */
  let thinking = /** @type {AbortController | null} */ (null);
  let stopped = false;

  /** Ends thoughts in progress, so that the engine has time for a move; they begin anew after it. */
  function stop() {
    if (!thinking) return;
    stopped = true;
    thinking.abort();
  }

  function allowed() {
    const { game } = table;
    return game.insight === "now" || game.result !== null;
  }

  /** What to look for; asked again, how many moves win; asked again, the move, which is shown on the board. */
  async function hint() {
    const { position } = table.game;
    if (hintButton.getAttribute("aria-busy")) return;
    hintButton.setAttribute("aria-busy", "true");
    table.source.help?.();
    table.complain("");
    try {
      const found = await askTeacher("hint", { position });
      if (table.game.position === position) {
        const step = HINTS[Math.min(hints, HINTS.length - 1)];
        hintedAt = position;
        hints = Math.min(hints + 1, HINTS.length);
        say(hinted, found[step.member]);
        if (hints === HINTS.length && found.best) table.choose(found.best);
      }
    } catch (error) {
      say(hinted, error instanceof Error ? error.message : "No hint was found.");
    }
    bubble.hidden = table.game.position !== position;
    bubble.scrollTop = 0;
    next.hidden = hints === HINTS.length;
    say(next, HINTS[hints]?.button ?? "");
    if (document.activeElement === document.body) hintButton.focus();
    hintButton.removeAttribute("aria-busy");
  }

  function hideHints() {
    bubble.hidden = true;
    hintButton.focus();
  }

  /** Hints are for the player to move, and begin anew with every position. */
  function showHints() {
    const { game, looking, myTurn, busy } = table;
    if (hintedAt !== game.position) {
      hintedAt = game.position;
      hints = 0;
    }
    const fits = myTurn && !looking && game.result === null;
    if (!fits || hints === 0) bubble.hidden = true;
    hintButton.hidden = game.result !== null || game.waiting || game.insight !== "now";
    hintButton.disabled = !fits || busy !== null;
  }

  function toggle() {
    on = !on;
    if (on && table.game.result === null) table.source.help?.();
    button.setAttribute("aria-expanded", String(on));
    say(button, on ? "Hide insight" : "Show insight");
    body.hidden = !on;
    asked = "";
    if (on) show();
    else table.markMoves("", undefined);
  }

  function show() {
    place.hidden = !allowed() || table.game.waiting;
    showHints();
    if (!on || place.hidden) return;
    const { game, looking, source } = table;
    if (source.isLocal && !looking && game.turn !== null && game.seats[game.turn - 1].kind === "computer") {
      // The engine of the page is busy with the computer's move.
      asked = "";
      return fill(now);
    }
    const position = table.looking?.position ?? table.game.position;
    const anew = stopped && table.busy === null;
    if (anew) stopped = false;
    if (position !== asked || anew) {
      asked = position;
      // Where nothing is left to play there is nothing to weigh.
      if (table.game.result?.why === "played" && !table.looking) fill(now);
      else analyse(position);
    }
    if (table.game.result && (reviewed !== table.game.position || anew)) {
      reviewed = table.game.position;
      review();
    }
  }

  async function analyse(/** @type {string} */ position) {
    fill(now, el("p", { class: "quiet" }, "Thinking…"));
    thinking?.abort();
    const mine = (thinking = new AbortController());
    try {
      const found = await askTeacher("analysis", table.asReader(position), { signal: mine.signal });
      if (asked !== position) return;
      fill(now, verdict(found), found.reasons && reasons(found.reasons), found.moves.length > 0 && table.refuting(position, found.value), worths(found), certificate(found));
      table.markMoves(position, new Map(found.moves.map((/** @type {any} */ each) => [each.move, mark(each.value)])));
    } catch (error) {
      if (asked === position && !mine.signal.aborted) fill(now, el("p", null, error instanceof Error ? error.message : "That is not known."));
    }
    if (thinking === mine) thinking = null;
  }

  function verdict(/** @type {any} */ found) {
    const who = table.name(found.turn);
    const you = who === "You";
    // In a game that was given up, or lost on time, its last position is a thing of the past.
    const past = table.game.result && found.position === table.game.position;
    const loss = past ? `${who} would have lost` : `${who} ${you ? "lose" : "loses"}`;
    const words = { win: `${who} ${past ? "could have won" : "can win"}`, loss: `${loss} against best play`, draw: "Nobody wins with best play", endless: "With best play it goes on for ever", unknown: "It is not known who wins" };
    const { sign, kind } = mark(found.value);
    const far = found.plies ? `, in ${found.plies} ${found.plies === 1 ? "move" : "moves"}` : "";
    return el("p", { class: "verdict" }, el("span", { class: kind, "aria-hidden": "true" }, `${sign} `), `${words[/** @type {keyof typeof words} */ (found.value)] ?? words.unknown}${far}.`);
  }

  function reasons(/** @type {any} */ texts) {
    const text = el("p", { class: "reason" }, texts[depth]);
    return el(
      "div",
      { class: "stack" },
      el(
        "fieldset",
        null,
        el("legend", null, "Why?"),
        el("div", { class: "choices" }, DEPTHS.map(([name, words]) =>
          el("label", { class: "choice" }, el("input", { type: "radio", name: "depth", value: name, checked: name === depth, onchange: () => { depth = name; say(text, texts[name] ?? ""); } }), words))),
      ),
      text,
    );
  }

  function worths(/** @type {any} */ found) {
    if (!found.moves.length) return null;
    const rows = found.moves.map((/** @type {any} */ each) => {
      const { sign, word, kind } = mark(each.value);
      return el("tr", null, el("th", { scope: "row" }, short(each.move, 20)), el("td", { class: kind }, `${sign} ${word}`), el("td", null, each.plies ?? ""));
    });
    return el(
      "details",
      { class: "inner" },
      el("summary", null, `What each move is worth (${found.moves.length})`),
      el("table", null, el("caption", null, "For whoever makes it"), el("thead", null, el("tr", null, el("th", { scope: "col" }, "Move"), el("th", { scope: "col" }, "Value"), el("th", { scope: "col" }, "Moves to the end"))), el("tbody", null, rows)),
    );
  }

  function certificate(/** @type {any} */ found) {
    if (found.value !== "win" && found.value !== "loss") return null;
    const proof = () => askTeacher("certificate", { position: found.position }).then(({ text }) => text);
    return el("p", { class: "quiet row" }, saveButton("Save a proof", "position.cert", proof), " that a separate program can check.");
  }

  async function review() {
    try {
      const found = await table.review();
      fill(course, el("h3", null, "How the game went"), el("p", { class: "summary" }, found.summary.words), found.resigned && el("p", { class: "notice bad" }, found.resigned), list(found));
    } catch (error) {
      if (/** @type {any} */ (error).name !== "AbortError") fill(course, el("p", null, error instanceof Error ? error.message : ""));
    }
  }

  function list(/** @type {any} */ found) {
    return el(
      "ol",
      { class: "review" },
      found.moves.map((/** @type {any} */ each) =>
        el(
          "li",
          null,
          el("p", null,
            el("span", { class: `seat-${each.by}`, "aria-hidden": "true" }, each.by === 1 ? "● " : "◆ "),
            el("strong", null, `${table.name(each.by)}: ${short(each.move, 20)}`), " ",
            el("span", { class: `badge ${mark(each.value_after).kind}` }, `${mark(each.value_after).sign} ${each.words}`)),
          el("p", { class: "quiet" }, each.forced ? "There was no other move. " : each.best && each.best !== each.move ? `Better: ${short(each.best, 20)}. ` : "", each.why),
          el("button", { type: "button", class: "button small", "aria-label": `Look at the position before move ${each.ply}`, onclick: () => table.scrub(each.ply - 1) }, "Look"),
        )),
    );
  }
  return { show, stop, open };
}
