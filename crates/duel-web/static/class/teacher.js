// @ts-check
// What only the teacher may do: the next round, settings, and for each pupil another name, another seat,
// or none.

import { post } from "../api.js";
import { BOOKS } from "../books.js";
import { byId, el, fill, say } from "../dom.js";

const SIDES = ["left", "right"];

/**
 * @param {string} path the room's in the API @param {string} token
 * @param {(room: any) => void} changed @param {(words: string) => void} trouble
 */
export function teacher(path, token, changed, trouble) {
  /** @type {any} */
  let room = null;
  /** The pupil whose dialog is open. */
  let chosen = 0;
  const dialog = /** @type {HTMLDialogElement} */ (byId("pupil"));
  byId("next").hidden = byId("manage").hidden = false;
  fill(byId("next-book"), el("option", { value: "" }, "As before"), Object.entries(BOOKS).map(([name, book]) => el("option", { value: name }, `${book.fair.short}, fair starts`)));

  /** Asks for a change; whether it was made. @param {string} what @param {any} body @param {(words: string) => void} [complain] */
  async function act(what, body, complain = trouble) {
    try {
      changed(await post(`${path}/${what}`, body, { token }));
      complain("");
      return true;
    } catch (error) {
      complain(/** @type {Error} */ (error).message);
      return false;
    }
  }

  const dealt = () => byId("next-book").value !== "" || (room.fair && BOOKS[room.book]);
  function furnish() {
    byId("next-numbers").disabled = !dealt();
  }
  byId("next-book").addEventListener("change", furnish);
  byId("next").addEventListener("click", async () => {
    const isRunning = room.tables.some((/** @type {any} */ table) => !table.result);
    if (isRunning && !confirm("Begin a new round? All tables get new boards, and everybody is led to a new table.")) return;
    const book = byId("next-book").value;
    await act("round", { ...(book ? { book, fair: true } : {}), ...(dealt() ? { numbers: byId("next-numbers").value } : {}) });
  });
  for (const [id, name] of [["closed-box", "closed"], ["nicknames-box", "nicknames"]]) {
    byId(id).addEventListener("change", (/** @type {any} */ event) => act("settings", { [name]: event.target.checked }));
  }

  // One pupil

  const say_ = (/** @type {string} */ words) => say(byId("pupil-trouble"), words);
  function open(/** @type {any} */ pupil) {
    chosen = pupil.pupil;
    say(byId("pupil-name"), pupil.label);
    byId("nickname").value = pupil.named ? pupil.label : "";
    say_("");
    const next = Math.max(0, ...room.tables.map((/** @type {any} */ table) => table.table)) + 1;
    const seats = room.tables.flatMap((/** @type {any} */ { table, seats }) => seats.map((/** @type {any} */ seat, /** @type {number} */ side) => ({ table, side, seat })));
    fill(byId("seat"),
      seats.filter((/** @type {any} */ { seat }) => seat.pupil !== chosen).map((/** @type {any} */ { table, side, seat }) => el("option", { value: `${table} ${side + 1}` }, `Table ${table}, ${SIDES[side]} (${seat.label})`)),
      el("option", { value: `${next} 1` }, `Table ${next}, against the computer`));
    dialog.showModal();
  }
  byId("pupil-close").addEventListener("click", () => dialog.close());
  byId("rename").addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await act("rename", { pupil: chosen, name: byId("nickname").value.trim() || null }, say_)) dialog.close();
  });
  byId("reseat").addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const [table, seat] = byId("seat").value.split(" ").map(Number);
    if (await act("move", { pupil: chosen, table, seat }, say_)) dialog.close();
  });
  byId("remove").addEventListener("click", async () => {
    if (await act("remove", { pupil: chosen }, say_)) dialog.close();
  });

  let listed = "";
  return {
    show(/** @type {any} */ now) {
      const first = room === null;
      room = now;
      if (first) byId("next-numbers").value = room.numbers ?? "medium";
      furnish();
      byId("closed-box").checked = room.closed;
      byId("nicknames-box").checked = room.nicknames;
      const here = room.pupils.filter((/** @type {any} */ pupil) => !pupil.removed);
      byId("no-pupils").hidden = here.length > 0;
      // What has not changed stays, so that nothing loses the focus.
      const key = JSON.stringify(here.map((/** @type {any} */ { pupil, label, table, present }) => [pupil, label, table, present]));
      if (key === listed) return;
      listed = key;
      const focused = document.activeElement?.getAttribute("data-pupil");
      fill(byId("pupils"), here.map((/** @type {any} */ pupil) => el("li", null, el("button", { type: "button", class: "button small", dataset: { pupil: pupil.pupil }, onclick: () => open(pupil) },
        `${pupil.label}${pupil.table ? ` · table ${pupil.table}` : ""}${pupil.present ? "" : " · away"}`))));
      if (focused) /** @type {any} */ (document.querySelector(`[data-pupil="${focused}"]`))?.focus();
    },
  };
}
