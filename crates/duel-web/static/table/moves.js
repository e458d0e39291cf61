// @ts-check
// Choosing a move: a tray with a key for each move of the chosen number (in pages and with a search where there
// are many), and a line to type in. What may not be chosen now stays in its place, struck, and says why.

import { remember } from "../api.js";
import { byId, el, fill, say } from "../dom.js";
import { ask } from "../engine/engine.js";
import { grouped, short, small } from "../numbers.js";
import { roving } from "../pictures/spot.js";

/** Keys on one page of a long list. */
const PAGE = 60;
/** The least width of a key, and what it grows by with every letter on it, in rem. */
const KEY = { least: 3.5, edge: 0.7, letter: 0.55 };

/** @param {any} table */
export function moveList(table) {
  const place = byId("moves");
  const input = el("input", { id: "typed", name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go", "aria-describedby": "typed-help move-problem" });
  const help = el("p", { class: "quiet", id: "typed-help" });
  const send = el("button", { type: "submit", class: "button primary" }, "Play");
  const form = el(
    "form",
    { class: "typing", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (table.busy !== null) return;
      if (!text) return table.complain("Type a move first.");
      typed = true;
      table.move(text);
    } },
    el("div", { class: "row nowrap" }, el("label", { for: "typed" }, "Type a move"), input, send, toggle("Show the keys")),
    help,
  );
  input.addEventListener("input", () => table.aim(input.value.trim() || null));
  const keys = el("div", { class: "keys", role: "group" });
  const more = el("div", { class: "more" });
  fill(place, more, keys, form);
  let typing = remember("typing") === "on";
  let shown = "";
  let typed = false;
  /** How wide keys are at least, in rem. */
  let width = KEY.least;
  /** Where the focus was when the moves went away; it comes back with them. @type {"line" | "list" | null} */
  let left = null;
  new ResizeObserver(() => arrange()).observe(place);
  keys.addEventListener("scroll", tellMore, { passive: true });

  function toggle(/** @type {string} */ words) {
    return el("button", { type: "button", class: "key", "aria-label": words, title: words, onclick: () => {
      typing = !typing;
      remember("typing", typing ? "on" : "off");
      show(scene);
      (typing ? input : keys.querySelector(".pick"))?.focus();
    } }, el("span", { class: "number" }, "…"));
  }

  let scene = /** @type {any} */ (null);
  function show(/** @type {any} */ next) {
    scene = next;
    const { game, busy } = table;
    const { board, moves } = scene;
    place.hidden = table.looking !== null || game.result !== null || game.waiting;
    const live = table.myTurn && !table.looking;
    const hadFocus = place.contains(document.activeElement);
    if (!live && hadFocus) {
      left = document.activeElement === input ? "line" : "list";
      table.focusTurn();
    }
    const now = JSON.stringify([game.ply, game.position, table.number, live, place.hidden]);
    if (now !== shown) {
      const anew = !shown.startsWith(`[${game.ply},${JSON.stringify(game.position)},`);
      shown = now;
      if (anew) {
        input.value = "";
        typed = false;
      }
      say(help, hint(game));
      input.setAttribute("inputmode", board.kind === "digits" || (board.numbers.length === 1 && board.op !== "either") ? "numeric" : "text");
      fill(more);
      if (!place.hidden) fillKeys(board, moves, live);
      if (live && (hadFocus || (left && document.activeElement === byId("turn")))) focusAgain();
      if (live) left = null;
    }
    const lineOnly = live && board.kind !== "digits" && moves.groups.every((/** @type {any} */ group) => (group.count ?? "0") === "0") && !moves.pass;
    form.hidden = !live || !(typing || lineOnly);
    keys.hidden = live && !form.hidden;
    send.toggleAttribute("aria-busy", false);
    if (busy !== null && typed) send.setAttribute("aria-busy", "true");
    for (const key of keys.querySelectorAll(".key[data-move]")) {
      const { move } = key.dataset;
      key.toggleAttribute("aria-busy", false);
      if (move === busy) key.setAttribute("aria-busy", "true");
      key.classList.toggle("aim", move === table.chosen);
      tag(key, scene.marks?.get(move));
    }
  }

  function fillKeys(/** @type {any} */ board, /** @type {any} */ moves, /** @type {boolean} */ live) {
    const digits = board.kind === "digits";
    const group = moves.groups.find((/** @type {any} */ each) => each.number === table.number) ?? { choices: [], steps: [], count: "0", complete: true, value: "" };
    const several = !digits && board.numbers.length > 1;
    keys.setAttribute("aria-label", digits ? "Append a digit" : several ? `Moves on number ${table.number}, ${short(group.value)}` : "Moves");
    const put = (/** @type {string[]} */ choices, /** @type {any[]} */ steps) => {
      const made = digits ? digitKeys(moves, live) : numberKeys(board, group, choices, steps, live);
      fill(keys, made.length ? made : several && group.count === "0" && el("p", { class: "quiet" }, "There is no move on this number. Tap another one."), moves.pass && key("1", live, "/1", "stays", "Divide by 1, once per game"), live && !digits && toggle("Type it instead"));
      width = Math.max(KEY.least, ...[...keys.querySelectorAll(".number, .below")].map((text) => KEY.edge + KEY.letter * (text.textContent ?? "").length));
      keys.style.setProperty("--key", `${width}rem`);
      arrange();
      if (live) roving(keys);
    };
    if (group.choices && group.choices.length <= PAGE) put(group.choices, group.steps);
    else {
      put([], []);
      if (live) fill(more, pager(group, put));
    }
    if (live && !group.complete) more.append(el("p", { class: "quiet" }, "The list is not complete: the number could not be factored. Any divisor that you know may be typed."));
  }

  /** One line of keys where they fit, else two; more of them scroll. */
  function arrange() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const count = keys.childElementCount;
    const fit = Math.max(1, Math.floor(keys.clientWidth / (rem * width)));
    keys.classList.toggle("scrolls", count > 2 * fit);
    keys.style.setProperty("--columns", String(count > fit ? Math.ceil(count / 2) : Math.max(count, Math.min(fit, 4))));
    tellMore();
  }

  /** Keys fade out where more of them follow. */
  function tellMore() {
    keys.classList.toggle("goes-on", keys.scrollLeft + keys.clientWidth < keys.scrollWidth - 4);
  }

  /** After the list was made anew, the focus is where the moves are. */
  function focusAgain() {
    const first = /** @type {any} */ (keys.querySelector(".pick[tabindex='0']"));
    (left === "line" || typing || !first ? input : first).focus({ preventScroll: true });
  }

  /** A key for a move. Signs are for the eye; `words` says them. @param {string} move @param {boolean} live @param {string} name @param {string} below @param {string} words */
  function key(move, live, name, below, words) {
    const inside = [el("span", { class: name.length > 3 ? "number long" : "number", "aria-hidden": live ? "true" : null }, name), below && el("span", { class: "below", "aria-hidden": live ? "true" : null }, below)];
    if (!live) return el("span", { class: "key", dataset: { move } }, inside);
    return el("button", {
      type: "button", class: "key spot pick", dataset: { move },
      onclick: (/** @type {MouseEvent} */ event) => {
        typed = false;
        table.tap(move, event);
      },
      onpointerenter: () => table.aim(move), onpointerleave: () => table.aim(null), onfocus: () => table.aim(move), onblur: () => table.aim(null),
    }, told(words), inside);
  }

  /** A key for what may not be chosen now; it says why. @param {string} text @param {string} name */
  function barred(text, name, live = true) {
    const struck = el("s", { class: "number" }, name);
    if (!live) return el("span", { class: "key barred" }, struck);
    return el("button", { type: "button", class: "key barred", "aria-disabled": "true", onclick: () => table.whyNot(text, name) }, struck, told(" not now; why?"));
  }

  function digitKeys(/** @type {any} */ moves, /** @type {boolean} */ live) {
    return [..."1234567890"].map((digit) => (moves.digits.includes(digit) ? key(digit, live, digit, "", `Append ${digit}`) : barred(digit, digit, live)));
  }

  function numberKeys(/** @type {any} */ board, /** @type {any} */ group, /** @type {string[]} */ choices, /** @type {any[]} */ steps, /** @type {boolean} */ live) {
    const all = choices.map((move, place) => {
      const { op, value, leaves } = steps[place];
      const [sign, verb] = op === "/" ? ["/", "Divide by"] : ["−", "Subtract"];
      return { value: BigInt(value), node: key(move, live, sign + ends(value), small(leaves), `${verb} ${short(value, 13)}, leaves ${short(leaves, 13)}`) };
    });
    const sign = board.op === "subtract" ? "−" : "/";
    for (const each of choices.length ? board.barred : []) {
      const divisor = BigInt(each);
      if (BigInt(group.value) % divisor !== 0n || each === group.value || all.some(({ value }) => value === divisor)) continue;
      all.push({ value: divisor, node: barred(table.written(each, group.number), sign + ends(each), live) });
    }
    return all.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0)).map(({ node }) => node);
  }

  /** Pages and a search through a long list. */
  function pager(/** @type {any} */ group, /** @type {(moves: string[], steps: any[]) => void} */ put) {
    let from = 0;
    const { position } = table.game;
    const total = Number(BigInt(group.count ?? "0"));
    const at = el("span", { class: "quiet", role: "status" });
    const turn = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ go) => el("button", { type: "button", class: "button small", "aria-label": name, title: name, onclick: go }, sign);
    const back = turn("‹", "Smaller", () => load({ from: Math.max(0, from - PAGE), to: from }));
    const on = turn("›", "Larger", () => load({ from: from + PAGE, to: from + 2 * PAGE }));
    const near = el("input", { "aria-label": "Near", placeholder: "Near", inputmode: "numeric", autocomplete: "off" });
    async function load(/** @type {{from?: number, to?: number, near?: string}} */ wanted) {
      try {
        const page = await ask("moves", { position, number: group.number, ...wanted });
        if (table.game.position !== position) return;
        // What is asked for by its size stands in the middle.
        const size = BigInt(wanted.near ?? 0);
        const place = page.steps.findIndex((/** @type {any} */ step) => BigInt(step.value) >= size);
        const skipped = Math.max(0, Math.min((place < 0 ? page.choices.length : place) - PAGE / 2, page.choices.length - PAGE));
        const choices = page.choices.slice(skipped, skipped + PAGE);
        from = Number(page.from) + skipped;
        // What it shows is on the board, too.
        group.page = { choices, steps: page.steps.slice(skipped, skipped + PAGE) };
        put(choices, group.page.steps);
        table.show();
        say(at, `${grouped(String(from + 1))} – ${grouped(String(from + choices.length))} of ${grouped(String(total))}`);
        back.toggleAttribute("disabled", from === 0);
        on.toggleAttribute("disabled", from + PAGE >= total);
      } catch (error) {
        say(at, error instanceof Error ? error.message : "");
      }
    }
    load({ from: 0, to: PAGE });
    return el(
      "form",
      { class: "pager", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); const size = near.value.replace(/[\s.,_]/g, ""); if (/^[1-9]\d{0,999}$/.test(size)) load({ near: size }); } },
      back, at, on, near,
      el("button", { type: "submit", class: "button small" }, "Find"),
    );
  }

  return {
    show,
    /** A typed move was refused. */
    refuse() {
      if (!typed) return;
      input.setAttribute("aria-invalid", "true");
      input.focus();
      input.select();
    },
    calm: () => input.toggleAttribute("aria-invalid", false),
  };
}

/** What a move is worth, on its key. @param {any} key @param {any} mark */
function tag(key, mark) {
  let worth = key.querySelector(".worth");
  if (!mark) return worth?.remove();
  if (!worth) key.append((worth = el("span", { class: "worth" })));
  if (worth.dataset.kind === mark.kind) return;
  worth.dataset.kind = mark.kind;
  worth.className = `worth ${mark.kind}`;
  fill(worth, el("span", { "aria-hidden": "true" }, mark.sign), told(` ${mark.word}`));
}

/** A divisor on its key: of a long one the ends, which tell it from its neighbours. */
const ends = (/** @type {string} */ digits) => (digits.length > 9 ? `${digits.slice(0, 4)}…${digits.slice(-4)}` : grouped(digits));

const told = (/** @type {string} */ words) => el("span", { class: "visually-hidden" }, words);

function hint(/** @type {any} */ game) {
  const { board } = game;
  if (board.kind === "digits") return "A digit from 0 to 9.";
  const place = board.numbers.length > 1 ? "2:" : "";
  if (board.op === "either") return `For example ${place}/3 to divide by 3, ${place}-1 to subtract 1.`;
  return place ? "For example 2:6, which is 6 on the second number." : "Just the number, for example 6.";
}
