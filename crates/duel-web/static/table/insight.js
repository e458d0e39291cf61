// @ts-check
// Insight, when asked for: a hint in three steps, who wins and why, what every move is worth, and after
// the game how it went.
// The game says when it may be given; the engine in the page gives it.

import { byId, el, fill, saveButton, say, svg } from "../dom.js";
import { ask, askTeacher } from "../engine/engine.js";
import { mark, short } from "../numbers.js";
import { playAddress } from "../site.js";

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
  const hintButton = el("button", { type: "button", class: "button", onclick: () => hint() }, HINTS[0].button);
  const hinted = el("p", { class: "reason", role: "status" });
  fill(body, now, course);
  fill(place, head, el("div", { class: "row" }, hintButton, button), hinted, body);
  /** The position that hints were given about, and how many. */
  let hintedAt = "";
  let hints = 0;
  let on = false;
  let asked = "";
  let reviewed = "";
  let depth = "child";
  /** What is being thought about. */
  let thinking = /** @type {AbortController | null} */ (null);
  let reviewing = /** @type {AbortController | null} */ (null);
  let stopped = false;

  /** Ends thoughts in progress, so that the engine has time for a move; they begin anew after it. */
  function stop() {
    if (!thinking && !reviewing) return;
    stopped = true;
    thinking?.abort();
    reviewing?.abort();
  }

  function allowed() {
    const { game } = table;
    return game.insight === "now" || game.result !== null;
  }

  /** What to look for; asked again, how many moves win; asked again, the move. */
  async function hint() {
    const { position } = table.game;
    if (hintButton.getAttribute("aria-busy")) return;
    hintButton.setAttribute("aria-busy", "true");
    try {
      const found = await ask("hint", { position });
      if (table.game.position === position) {
        const step = HINTS[Math.min(hints, HINTS.length - 1)];
        hintedAt = position;
        hints += 1;
        say(hinted, found[step.member]);
        say(hintButton, HINTS[Math.min(hints, HINTS.length - 1)].button);
        hintButton.hidden = hints >= HINTS.length;
        if (hintButton.hidden) button.focus();
      }
    } catch (error) {
      say(hinted, error instanceof Error ? error.message : "No hint was found.");
    }
    hintButton.removeAttribute("aria-busy");
  }

  /** Hints are for the one who is to move, and begin anew with every position. */
  function showHints() {
    const { game, looking, myTurn } = table;
    const fits = myTurn && !looking && game.result === null;
    if (hintedAt !== game.position) {
      hintedAt = game.position;
      hints = 0;
      say(hinted, "");
      say(hintButton, HINTS[0].button);
    }
    hintButton.hidden = !fits || hints >= HINTS.length;
    hinted.hidden = !fits;
  }

  /** Opens it, and brings it into view. */
  function open() {
    if (!on) toggle();
    head.tabIndex = -1;
    head.focus({ preventScroll: true });
    place.scrollIntoView();
  }

  /** After the game it is a review. */
  function nameIt() {
    const what = table.game.result ? "review" : "insight";
    say(head, what === "review" ? "Review" : "Insight");
    say(button, `${on ? "Hide" : "Show"} ${what === "review" ? "the review" : what}`);
  }

  function toggle() {
    on = !on;
    button.setAttribute("aria-expanded", String(on));
    nameIt();
    body.hidden = !on;
    asked = "";
    if (on) show();
    else table.markMoves("", undefined);
  }

  function show() {
    place.hidden = !allowed() || table.game.waiting;
    if (!place.hidden) {
      showHints();
      nameIt();
    }
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
      // Only the one who reads it is "you".
      const name = table.name(position.endsWith("/2") ? 2 : 1);
      const found = await askTeacher("analysis", { position, ...(name === "You" ? {} : { name }) }, { signal: mine.signal });
      if (asked !== position) return;
      fill(now, verdict(found), found.reasons && reasons(found.reasons), worths(found), certificate(found));
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
    reviewing?.abort();
    const mine = (reviewing = new AbortController());
    try {
      const reader = table.seat && !table.isShared() ? { seat: String(table.seat) } : {};
      fill(course, el("p", { class: "quiet" }, "Looking through the game…"));
      const found = await askTeacher("review", { record: await table.source.record(), ...reader }, { signal: mine.signal });
      fill(course, el("h3", null, "How the game went"), el("p", { class: "summary" }, found.summary.words), found.resigned && el("p", { class: "notice bad" }, found.resigned), chart(found), list(found));
    } catch (error) {
      if (!mine.signal.aborted) fill(course, el("p", null, error instanceof Error ? error.message : ""));
    }
    if (reviewing === mine) reviewing = null;
  }

  /** The balance of the game, a step for every position. */
  function chart(/** @type {any} */ found) {
    const signs = [...found.balance];
    const step = Math.max(10, Math.min(36, 560 / signs.length));
    const width = signs.length * step + 20;
    const level = (/** @type {string} */ sign) => ({ "+": 20, "-": 80, "=": 50 })[sign] ?? 50;
    const names = [1, 2].map((seat) => table.game.seats[seat - 1].name);
    const told = signs.map((sign, ply) => `${ply ? `after move ${ply}` : "at the start"} ${sign === "+" ? names[0] : sign === "-" ? names[1] : sign === "=" ? "nobody" : "not known"}`);
    return el(
      "figure",
      { class: "balance" },
      el("figcaption", { class: "quiet" }, `Who was winning: above the line ${names[0]} ●, below it ${names[1]} ◆.`),
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Balance of the game" },
        svg(
          "svg",
          { viewBox: `0 0 ${width} 100`, width, height: 100, role: "img", "aria-label": `Winning: ${told.join(", ")}` },
          svg("line", { x1: 0, y1: 50, x2: width, y2: 50, class: "zero" }),
          svg("path", { d: signs.map((sign, ply) => `${ply ? "L" : "M"}${10 + ply * step} ${level(sign)}H${10 + (ply + 1) * step}`).join(""), class: "course" }),
          signs.map((sign, ply) => {
            const [x, y] = [10 + (ply + 0.5) * step, level(sign)];
            if (sign === "+") return svg("circle", { cx: x, cy: y, r: 4, class: "seat-1" });
            if (sign === "-") return svg("path", { d: `M${x} ${y - 5}l5 5-5 5-5-5z`, class: "seat-2" });
            return svg("text", { x, y: y - 6 }, sign);
          }),
        )),
      el("details", { class: "inner" }, el("summary", null, "The balance in words"), el("ol", null, told.map((words) => el("li", null, words)))),
    );
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
          el("div", { class: "row" },
            el("button", { type: "button", class: "button small", "aria-label": `Look at the position before move ${each.ply}`, onclick: () => table.look({ position: each.before, words: `Before move ${each.ply}.` }) }, "Look"),
            el("a", { class: "button small", "aria-label": `Play from here, before move ${each.ply}`, href: playAddress({ position: each.before, level: "hard", seat: each.by === 2 ? "second" : "first" }) }, "Play from here")),
        )),
    );
  }
  return { show, stop, open };
}
