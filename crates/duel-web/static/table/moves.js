// @ts-check
// Choosing a move: buttons for each number (in pages and with a search where there are many), and a
// line to type in.

import { remember } from "../api.js";
import { byId, el, fill, say } from "../dom.js";
import { ask } from "../engine/engine.js";
import { grouped, short } from "../numbers.js";
import { isAgain, roving } from "../pictures/spot.js";

/** Buttons on one page of a long list. */
const PAGE = matchMedia("(max-width: 40rem)").matches ? 30 : 60;

/** @param {any} table @param {(move: string | null) => void} preview */
export function moveList(table, preview) {
  const place = byId("moves");
  const problem = el("p", { class: "notice bad", id: "move-problem", role: "alert" });
  const note = el("p", { class: "quiet", role: "status" });
  const input = el("input", { id: "typed", name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go", "aria-describedby": "typed-help move-problem" });
  const help = el("p", { class: "quiet", id: "typed-help" });
  const send = el("button", { type: "submit", class: "button primary" }, "Play");
  const form = el(
    "form",
    { class: "typing", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (table.busy !== null) return;
      if (!text) return complain("Type a move first.");
      typed = true;
      table.move(text);
    } },
    el("label", { for: "typed" }, "Or type a move"),
    el("div", { class: "row nowrap" }, input, send),
    help,
  );
  input.addEventListener("input", () => preview(input.value.trim() || null));
  const groups = el("div", { class: "groups" });
  const count = el("summary", null, "Moves as a list");
  const folded = el("details", { class: "inner" }, count, groups);
  let unfolds = remember("list") === "open";
  folded.addEventListener("toggle", () => {
    if (folded.open === unfolds || !covered) return;
    unfolds = folded.open;
    remember("list", unfolds ? "open" : "shut");
  });
  const tools = el("div", { class: "stack", hidden: true }, folded, form);
  fill(place, problem, note, tools);
  const lists = /** @type {Map<string, any>} */ (new Map());
  let key = "";
  let typed = false;
  /** Whether the picture itself has a place to tap for every move. */
  let covered = false;
  /** Where the focus was when the moves went away; it comes back with them. @type {"line" | "list" | null} */
  let left = null;

  function complain(/** @type {string} */ text, polite = false) {
    say(problem, polite ? "" : text);
    say(note, polite ? text : "");
    input.toggleAttribute("aria-invalid", false);
    if (text && !polite && typed) {
      input.setAttribute("aria-invalid", "true");
      input.focus();
      input.select();
    }
  }

  function show(/** @type {any} */ scene) {
    const { game } = table;
    const open = table.myTurn && !table.looking;
    const hadFocus = place.contains(document.activeElement);
    if (!open) {
      tools.hidden = true;
      key = "";
      if (hadFocus) {
        left = document.activeElement === input ? "line" : "list";
        table.focusTurn();
      }
      return;
    }
    tools.hidden = false;
    const busy = table.busy;
    send.toggleAttribute("aria-busy", false);
    if (busy !== null && typed) send.setAttribute("aria-busy", "true");
    const now = `${game.ply} ${game.position}`;
    if (now !== key) {
      key = now;
      input.value = "";
      typed = false;
      lists.clear();
      say(help, hint(game));
      input.setAttribute("inputmode", game.board.kind === "digits" || (game.board.numbers.length === 1 && game.board.op !== "either") ? "numeric" : "text");
      fill(groups, game.board.kind === "digits" ? digits(game) : game.moves.groups.map((/** @type {any} */ group) => numberGroup(game, group)), game.moves.pass && pass());
      for (const grid of groups.querySelectorAll(".keys")) roving(grid);
      const all = game.moves.groups.flatMap((/** @type {any} */ group) => group.choices ?? [null]);
      covered = game.board.kind !== "digits" && all.every((/** @type {string | null} */ move) => move !== null && tappable(move)) && game.moves.complete && !game.moves.pass;
      folded.open = !covered || unfolds;
      count.hidden = !covered;
      say(count, `Moves as a list (${all.length})`);
      if (hadFocus || (left && document.activeElement === byId("turn"))) focusAgain();
      left = null;
    }
    for (const button of groups.querySelectorAll("button[data-move]")) {
      const mine = button.dataset.move === busy;
      const mark = scene.marks?.get(button.dataset.move);
      button.toggleAttribute("aria-busy", false);
      if (mine) button.setAttribute("aria-busy", "true");
      button.toggleAttribute("aria-disabled", false);
      if (busy !== null) button.setAttribute("aria-disabled", "true");
      tag(button, mark);
    }
  }

  /** After the list was made anew, the focus is where the moves are. */
  function focusAgain() {
    if (left === "line" || document.activeElement === input) return input.focus({ preventScroll: true });
    const moves = folded.open ? groups : byId("picture");
    (moves.querySelector(".pick[tabindex='0']") ?? input).focus({ preventScroll: true });
  }

  const tappable = (/** @type {string} */ move) => document.querySelector(`#picture .pick[data-move="${CSS.escape(move)}"]`) !== null;

  function tag(/** @type {any} */ button, /** @type {any} */ mark) {
    let worth = button.querySelector(".worth");
    if (!mark) return worth?.remove();
    if (!worth) button.append((worth = el("span", { class: "worth" })));
    worth.className = `worth ${mark.kind}`;
    if (worth.dataset.kind === mark.kind) return;
    worth.dataset.kind = mark.kind;
    fill(worth, aside(`${mark.sign} `), mark.word);
  }

  /** A button for a move. Signs are for the eye; `told` says them in words. */
  function key_(/** @type {string} */ move, /** @type {...any} */ ...inside) {
    return el(
      "button",
      {
        type: "button", class: "key spot pick", dataset: { move },
        onclick: (/** @type {MouseEvent} */ event) => {
          if (isAgain(event)) return;
          typed = false;
          table.move(move);
        },
        onpointerenter: () => preview(move), onpointerleave: () => preview(null), onfocus: () => preview(move), onblur: () => preview(null),
      },
      ...inside,
    );
  }

  function digits(/** @type {any} */ game) {
    return el(
      "div",
      { class: "keys digits", role: "group", "aria-label": "Append a digit" },
      game.moves.digits.map((/** @type {string} */ digit) => key_(digit, told("Append "), el("span", { class: "number" }, digit))),
    );
  }

  function pass() {
    return el("div", { class: "keys", role: "group", "aria-label": "Pass" }, key_("1", el("span", { class: "number" }, aside("÷"), told("Divide by "), "1"), " ", el("span", { class: "quiet" }, "stays, once per game")));
  }

  function choice(/** @type {string} */ move, /** @type {any} */ { op, value, leaves }) {
    return key_(
      move,
      el("span", { class: "number" }, aside(op === "/" ? "÷" : "−"), told(op === "/" ? "Divide by " : "Subtract "), short(value, 13)), " ",
      el("span", { class: "quiet" }, aside("→ "), told("leaves "), short(leaves, 13)), " ",
    );
  }

  function numberGroup(/** @type {any} */ game, /** @type {any} */ group) {
    const several = game.board.numbers.length > 1;
    const heading = several ? `On number ${group.number}, ${short(group.value)}` : "Your moves";
    if (group.count === "0" && group.complete) return several ? null : el("p", null, "There is no move.");
    const grid = el("div", { class: group.value.length > 6 ? "keys wide" : "keys", role: "group", "aria-label": heading });
    const count = BigInt(group.count ?? "0");
    const told = el("span", { class: "quiet" }, `${grouped(String(count))}${group.complete ? "" : " or more"}`);
    if (count === 0n && !group.complete) return el("section", null, el("h3", null, heading), unfinished());
    const put = (/** @type {string[]} */ moves, /** @type {any[]} */ steps) => fill(grid, moves.map((move, place) => choice(move, steps[place])));
    if (group.choices && group.choices.length <= PAGE) {
      put(group.choices, group.steps);
      return el("section", null, el("h3", null, `${heading} `, told), grid, !group.complete && unfinished());
    }
    return el("section", null, el("h3", null, `${heading} `, told), pager(game, group, put, grid), grid, !group.complete && unfinished());
  }

  const unfinished = () => el("p", { class: "quiet" }, "The list is not complete: the number could not be factored. Any divisor that you know may be typed.");

  /** Pages and a search through a long list. */
  function pager(/** @type {any} */ game, /** @type {any} */ group, /** @type {(moves: string[], steps: any[]) => void} */ put, /** @type {any} */ grid) {
    let from = 0;
    const total = Number(BigInt(group.count ?? "0"));
    const at = el("span", { class: "quiet", role: "status" });
    const back = el("button", { type: "button", class: "button small", onclick: () => load({ from: Math.max(0, from - PAGE), to: from }) }, "Smaller");
    const on = el("button", { type: "button", class: "button small", onclick: () => load({ from: from + PAGE, to: from + 2 * PAGE }) }, "Larger");
    const near = el("input", { id: `near-${group.number}`, inputmode: "numeric", autocomplete: "off" });
    async function load(/** @type {{from?: number, to?: number, near?: string}} */ wanted) {
      try {
        const page = await ask("moves", { position: game.position, number: group.number, ...wanted });
        // What is asked for by its size stands in the middle.
        const size = BigInt(wanted.near ?? 0);
        const place = page.steps.findIndex((/** @type {any} */ step) => BigInt(step.value) >= size);
        const skipped = Math.max(0, Math.min((place < 0 ? page.choices.length : place) - PAGE / 2, page.choices.length - PAGE));
        const shown = page.choices.slice(skipped, skipped + PAGE);
        from = Number(page.from) + skipped;
        put(shown, page.steps.slice(skipped, skipped + PAGE));
        roving(grid);
        say(at, `${grouped(String(from + 1))} to ${grouped(String(from + shown.length))} of ${grouped(String(total))}`);
        back.toggleAttribute("disabled", from === 0);
        on.toggleAttribute("disabled", from + PAGE >= total);
      } catch (error) {
        say(at, error instanceof Error ? error.message : "");
      }
    }
    load({ from: 0, to: PAGE });
    return el(
      "form",
      { class: "row pager", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); const size = near.value.replace(/[\s.,_]/g, ""); if (/^[1-9]\d{0,999}$/.test(size)) load({ near: size }); } },
      back, on,
      el("span", { class: "row nowrap" }, el("label", { for: near.id }, "Near"), near, el("button", { type: "submit", class: "button small" }, "Find")),
      at,
    );
  }

  return { show, complain };
}

const aside = (/** @type {string} */ sign) => el("span", { "aria-hidden": "true" }, sign);
const told = (/** @type {string} */ words) => el("span", { class: "visually-hidden" }, words);

function hint(/** @type {any} */ game) {
  const { board } = game;
  if (board.kind === "digits") return "A digit from 0 to 9.";
  const place = board.numbers.length > 1 ? "2:" : "";
  if (board.op === "either") return `For example ${place}/3 to divide by 3, ${place}-1 to subtract 1.`;
  return place ? "For example 2:6, which is 6 on the second number." : "Just the number, for example 6.";
}
