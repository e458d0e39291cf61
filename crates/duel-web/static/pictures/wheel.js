// @ts-check
// Digits: only the remainders matter. Each target is a wheel of remainders with the pointer at the one
// we are at; each digit is a line from there to where it leads, and 0 is the end. Large targets are a
// table.

import { el, fill, mayMove, svg, table } from "../dom.js";
import { numberElement, short } from "../numbers.js";
import { canvas, picture, roomIn, roving, spot, worth } from "./spot.js";

/** The most remainders that are drawn as a wheel. */
const MOST = 60;

/** @param {HTMLElement} place @param {any} scene @param {any} hooks */
export function draw(place, scene, hooks) {
  return picture(place, scene, (scene, before) => {
    const { board } = scene;
    const small = board.targets.every((/** @type {string} */ target) => target.length < 3 && Number(target) <= MOST);
    const several = board.targets.length > 1;
    // Several wheels below each other would be a long way to the digits.
    const round = small && (!several || roomIn(place, 0, 999) > 420);
    const room = roomIn(place, 200, several ? 250 : 420);
    const wheels = round ? board.targets.map((/** @type {string} */ _, /** @type {number} */ index) => wheel(scene, index, hooks, room)) : [rows(place)];
    fill(
      place,
      el(
        "figure",
        null,
        el(
          "figcaption",
          null,
          el("span", { class: "quiet" }, several ? "The number so far; any of the targets ends it" : `The number so far; target ${short(board.targets[0])}`),
          board.digits ? numberElement(board.digits) : el("span", { class: "number huge long empty" }, "no digit yet"),
          board.cap && el("span", { class: "quiet" }, `${board.digits.length} of ${board.cap} digits`),
        ),
        round ? el("div", { class: "wheels" }, wheels.map((/** @type {any} */ each) => each.node)) : el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Remainders" }, table(describe(scene))),
      ),
    );
    wheels.forEach((/** @type {any} */ each, /** @type {number} */ index) => each.arrive?.(before[index]));
    return wheels;
  });
}

/** The table of large targets as a part of the picture. @param {HTMLElement} place */
const rows = (place) => ({
  show(/** @type {null} */ _, /** @type {string | null} */ move) {
    for (const row of place.querySelectorAll("tbody tr")) row.classList.toggle("aim", row.firstElementChild?.textContent === move);
  },
});

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

/** @param {any} scene @param {number} index @param {any} hooks @param {number} room */
function wheel(scene, index, hooks, room) {
  const { board } = scene;
  const size = Number(board.targets[index]);
  const now = Number(board.residues[index] ?? "0");
  const middle = room / 2;
  const radius = middle - 30;
  const disc = Math.max(7, Math.min(15, (Math.PI * radius) / size - 1));
  const angle = (/** @type {number} */ residue) => (residue / size) * 2 * Math.PI;
  const place = (/** @type {number} */ residue, /** @type {number} */ r) => ({ x: middle + Math.sin(angle(residue)) * r, y: middle - Math.cos(angle(residue)) * r });
  const reach = new Map();
  for (const digit of scene.moves?.digits ?? []) {
    const to = Number(leads(board, index, digit));
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
      // Between several wheels a digit has one worth; its button tells it.
      const signs = board.targets.length === 1 ? (scene.marks?.get(digits[0])?.sign ?? "") : "";
      const node = svg(
        "g",
        { class: `open${residue === 0 ? " zero" : ""}${here ? " here" : ""}` },
        svg("circle", { cx: at.x, cy: at.y, r: disc }),
        residue === 0 && svg("circle", { class: "halo", cx: at.x, cy: at.y, r: disc + 4 }),
        svg("text", { x: at.x, y: at.y, class: "digit", "font-size": disc > 11 ? 15 : 11 }, digits.length > 2 ? "…" : digits.join(" ")),
      );
      if (disc >= 12 && board.targets.length === 1) spot(node, digits[0], scene, hooks, `Append ${digits.join(" ")}, remainder ${residue}`);
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
    scene, room, room, `Remainders by ${size}, now ${begun ? now : "no digit yet"}`,
    svg("circle", { class: "rimline", cx: middle, cy: middle, r: radius }), lines, pointer, nodes, hub,
  );
  node.classList.add("wheel");
  const interactive = node.querySelector(".pick");
  if (interactive) roving(node);
  else node.setAttribute("role", "img");
  return {
    node, now, begun, size,
    show(/** @type {null} */ _, /** @type {string | null} */ move) {
      for (const [digit, way] of ways) if (digit !== move) way.classList.remove("way");
      if (move !== null) ways.get(move)?.classList.add("way");
    },
    arrive(/** @type {any} */ before) {
      if (!before?.begun || !begun || before.size !== size || before.now === now || !mayMove()) return;
      hand.style.transformOrigin = `${middle}px ${middle}px`;
      hand.animate([{ transform: `rotate(${((before.now - now) / size) * 360}deg)` }, { transform: "none" }], { duration: 600, easing: "cubic-bezier(.3,.1,.2,1)" });
    },
  };
}
