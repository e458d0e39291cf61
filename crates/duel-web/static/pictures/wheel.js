// @ts-check
// Digits: only the remainders matter. A target is a wheel of remainders with the pointer at the one we are at;
// each digit is a line from there to where it leads, and 0 is the end. Several targets, and large ones, are a
// strip each: what every digit leaves.

import { el, fill, mayMove, svg } from "../dom.js";
import { grouped, numberElement, short } from "../numbers.js";
import { TRAVEL, canvas, picture, reachable, roving, spot, unit, worth } from "./spot.js";

/** The most remainders that are drawn as a wheel. */
const MOST = 60;

/** @param {HTMLElement} place @param {any} scene @param {any} hooks */
export function draw(place, scene, hooks) {
  return picture(place, scene, (scene, before) => {
    const { board } = scene;
    const [target, ...more] = board.targets;
    const fits = place.closest(".fit") !== null;
    const slot = el("div", { class: "slot" });
    const inStrips = more.length > 0 || target.length > 2 || Number(target) > MOST;
    const told = !scene.moves?.digits.length ? "" : inStrips ? `Below a digit: what remains, ${endSign(scene)} for 0` : "In a circle: a digit. Beside it: its remainder";
    fill(place, el("figure", null, caption(scene, before, told), slot));
    const width = (slot.clientWidth || 320) / unit();
    const high = fits ? Math.max(160, slot.clientHeight / unit()) : Infinity;
    const part = inStrips ? strips(scene, hooks) : wheel(scene, hooks, Math.min(420, width, high), before);
    fill(slot, part.node);
    reachable(slot);
    const area = slot.querySelector("svg, .strips");
    if (scene.live && area) roving(area);
    return [part];
  });
}

/** The number so far, its last digit in the colour of the player who made it, and how to read what is below. @param {any} scene @param {any} before @param {string} told */
function caption({ board, history }, before, told) {
  const { digits, cap } = board;
  const by = history.at(-1)?.by;
  const fresh = before && before.board.digits !== digits && mayMove();
  const number = !digits ? el("span", { class: "number huge long empty" }, "no digit yet")
    : digits.length > 24 ? numberElement(digits)
      : el("span", { class: `number huge${digits.length > 9 ? " long" : ""}` }, grouped(digits).slice(0, -1), el("span", { class: `last${by ? ` seat-${by}` : ""}` }, digits.at(-1)));
  if (fresh) number.querySelector(".last")?.animate([{ transform: "translateY(-0.6em)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 600, easing: "ease-out" });
  return el("figcaption", null, number, el("span", { class: "quiet" }, [told, cap && `${digits.length} of ${cap}${told ? "" : " digits"}`].filter(Boolean).join(" · ")));
}

/** @param {any} scene */
export function describe(scene) {
  const { board, moves } = scene;
  const marked = scene.marks?.size > 0;
  const misere = scene.misere;
  return {
    caption: `Remainders of ${board.digits ? short(board.digits) : "the empty number"}: ${board.targets.map((/** @type {string} */ target, /** @type {number} */ index) => `${short(board.residues[index] ?? "0")} by ${short(target)}`).join(", ")}. Where each digit leads:`,
    head: ["Digit", ...board.targets.map((/** @type {string} */ target) => `by ${short(target, 13)}`), ...(marked ? ["Worth"] : [])],
    rows: (moves?.digits ?? []).map((/** @type {string} */ digit) => [
      digit,
      ...board.targets.map((/** @type {string} */ target, /** @type {number} */ index) => {
        const to = leads(board, index, digit);
        return to === 0n ? (misere ? "0 loses" : "0 wins") : short(String(to), 13);
      }),
      ...(marked ? [worth(scene, digit)] : []),
    ]),
  };
}

/** The remainder to which a digit leads. @param {any} board @param {number} index @param {string} digit */
function leads(board, index, digit) {
  return (BigInt(board.residues[index] ?? "0") * 10n + BigInt(digit)) % BigInt(board.targets[index]);
}

/** What stands for a multiple of a target. @param {any} scene */
const endSign = ({ misere }) => (misere ? "✗" : "★");

/** A row for each target: what every digit leaves. @param {any} scene @param {any} hooks */
function strips(scene, hooks) {
  const { board, moves } = scene;
  const digits = moves?.digits ?? [];
  const large = board.targets.some((/** @type {string} */ target) => target.length > 3);
  const row = (/** @type {string} */ target, /** @type {number} */ index) => el("tr", null,
    el("th", { scope: "row", class: board.digits && board.residues[index] === "0" ? "zero" : null }, short(target, 7), el("span", { class: "quiet" }, board.digits ? ` now ${board.residues[index] === "0" ? endSign(scene) : short(board.residues[index] ?? "0", 7)}` : "")),
    digits.map((/** @type {string} */ digit) => {
      const to = leads(board, index, digit);
      return el("td", { class: to === 0n ? "zero" : null, dataset: { digit } }, to === 0n ? endSign(scene) : short(String(to), 7));
    }));
  const head = digits.map((/** @type {string} */ digit) => {
    const sign = scene.marks?.get(digit)?.sign ?? "";
    return el("th", { scope: "col", dataset: { digit } }, spot(scene.live ? el("button", { type: "button", class: "factor" }, sign + digit) : el("span", { class: "factor" }, sign + digit), digit, scene, hooks));
  });
  const table = el("table", { class: `strips${large ? " large" : ""}` },
    el("caption", { class: "visually-hidden" }, "What every digit leaves for each target"),
    digits.length > 0 && el("thead", null, el("tr", null, el("td"), head)),
    el("tbody", null, board.targets.map(row)));
  return {
    node: large ? el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Remainders" }, table) : table,
    show(/** @type {import("./spot.js").Way[]} */ ways) {
      for (const cell of table.querySelectorAll("[data-digit]")) {
        for (const kind of ["aim", "made", "better"]) cell.classList.toggle(kind, ways.some((way) => way.kind === kind && way.move === cell.dataset.digit));
      }
    },
  };
}

/** @param {any} scene @param {any} hooks @param {number} room @param {any} before */
function wheel(scene, hooks, room, before) {
  const { board } = scene;
  const size = Number(board.targets[0]);
  const now = Number(board.residues[0] ?? "0");
  const middle = room / 2;
  const radius = middle - 30;
  const disc = Math.max(7, Math.min(15, (Math.PI * radius) / size - 1));
  const angle = (/** @type {number} */ residue) => (residue / size) * 2 * Math.PI;
  const place = (/** @type {number} */ residue, /** @type {number} */ r) => ({ x: middle + Math.sin(angle(residue)) * r, y: middle - Math.cos(angle(residue)) * r });
  const reach = new Map();
  for (const digit of scene.moves?.digits ?? []) {
    const to = Number(leads(board, 0, digit));
    reach.set(to, [...(reach.get(to) ?? []), digit]);
  }
  const begun = board.digits.length > 0;
  const from = begun ? place(now, radius) : { x: middle, y: middle };
  const lines = svg("g", { class: "edges" });
  const nodes = svg("g", null);
  const ways = new Map();
  for (let residue = 0; residue < size; residue++) {
    const at = place(residue, radius);
    const out = place(residue, radius + disc + 9);
    const digits = reach.get(residue);
    const here = begun && residue === now;
    if (digits) {
      const way = here
        ? svg("circle", { cx: place(residue, radius - disc - 8).x, cy: place(residue, radius - disc - 8).y, r: 8 })
        : svg("line", { x1: from.x, y1: from.y, x2: at.x, y2: at.y });
      lines.append(way);
      for (const digit of digits) ways.set(digit, way);
      const signs = scene.marks?.get(digits[0])?.sign ?? "";
      const node = svg(
        "g",
        { class: `open${residue === 0 ? " zero" : ""}${here ? " here" : ""}` },
        svg("circle", { cx: at.x, cy: at.y, r: disc }),
        residue === 0 && svg("circle", { class: "halo", cx: at.x, cy: at.y, r: disc + 4 }),
        svg("text", { x: at.x, y: at.y, class: "digit", "font-size": disc > 11 ? 15 : 11 }, digits.length > 2 ? "…" : digits.join(" ")),
      );
      if (disc >= 12) spot(node, digits[0], scene, hooks, `Append ${digits.join(" ")}, remainder ${residue}`);
      nodes.append(node, svg("text", { x: out.x, y: out.y, class: here ? "rim now" : "rim" }, signs + residue));
    } else {
      nodes.append(
        svg(
          "g",
          { class: `shut${here ? " here" : ""}${residue === 0 ? " zero" : ""}` },
          svg("circle", { cx: at.x, cy: at.y, r: here || residue === 0 ? Math.min(disc, 7) : 3 }),
          (size <= 24 || here || residue === 0) && svg("text", { x: out.x, y: out.y, class: "rim" }, residue),
        ),
      );
    }
  }
  const hand = svg("line", { class: "hand", x1: middle, y1: middle, x2: middle, y2: middle - radius + disc + 4 });
  const pointer = svg("g", { class: "pointer", transform: `rotate(${(now / size) * 360} ${middle} ${middle})` }, begun && hand);
  const hub = svg("g", { class: "hub" }, svg("circle", { cx: middle, cy: middle, r: 27 }), svg("text", { x: middle, y: middle - 7, class: "small" }, "target"), svg("text", { x: middle, y: middle + 11 }, size));
  const node = canvas(
    scene, room, room, room, `Remainders by ${size}, now ${begun ? now : "no digit yet"}`,
    svg("circle", { class: "rimline", cx: middle, cy: middle, r: radius }), lines, pointer, nodes, hub,
  );
  node.classList.add("wheel");
  if (!node.querySelector(".pick")) node.setAttribute("role", "img");
  const old = before && Number(before.board.residues?.[0] ?? "0");
  if (before?.board.digits && begun && before.board.targets[0] === board.targets[0] && old !== now && mayMove()) {
    hand.style.transformOrigin = `${middle}px ${middle}px`;
    hand.animate([{ transform: `rotate(${((old - now) / size) * 360}deg)` }, { transform: "none" }], { duration: TRAVEL, easing: "cubic-bezier(.3,.1,.2,1)" });
  }
  return {
    node,
    show(/** @type {import("./spot.js").Way[]} */ list) {
      for (const way of ways.values()) way.classList.remove("way", "aim", "made", "better");
      for (const { move, kind } of list) ways.get(move)?.classList.add("way", kind);
    },
  };
}
