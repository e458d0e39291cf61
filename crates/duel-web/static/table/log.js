// @ts-check
// What happened, in the sentences of the book. Only new lines are added, so that only they are
// announced.

import { byId, el } from "../dom.js";

/** @param {any} table */
export function log(table) {
  const list = byId("log");
  const older = byId("older");
  const shown = /** @type {Map<number, any>} */ (new Map());
  let first = 0;

  older.addEventListener("click", async () => {
    try {
      const from = Math.max(0, first - 100);
      const answer = await table.source.log(from, first);
      list.removeAttribute("role");
      for (const line of [...answer.lines].reverse()) {
        if (shown.has(line.n)) continue;
        const node = made(line);
        shown.set(line.n, node);
        list.prepend(node);
      }
      list.setAttribute("role", "log");
      first = from;
      older.hidden = first === 0;
    } catch {
      /* the button stays for another try */
    }
  });

  function made(/** @type {any} */ line) {
    return el(
      "p",
      { class: line.by ? `by seat-${line.by}` : null },
      line.by && el("span", { "aria-hidden": "true" }, line.by === 1 ? "● " : "◆ "),
      el("span", { class: "said" }, line.text),
    );
  }

  return {
    show() {
      const { total, from, lines } = table.game.log;
      const fresh = shown.size === 0;
      // Taken back moves are struck from the end.
      for (const [n, node] of shown) {
        const line = lines.find((/** @type {any} */ each) => each.n === n);
        if (n >= total || (n >= from && (!line || line.text !== node.querySelector(".said").textContent))) {
          node.remove();
          shown.delete(n);
        }
      }
      const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
      let added = false;
      for (const line of lines) {
        if (shown.has(line.n)) continue;
        const node = made(line);
        shown.set(line.n, node);
        list.append(node);
        added = true;
      }
      if (fresh) {
        first = from;
        older.hidden = first === 0;
        // Only what comes from now on is news.
        requestAnimationFrame(() => {
          list.setAttribute("role", "log");
          list.setAttribute("aria-live", "polite");
        });
      }
      if (added && (atEnd || fresh)) list.scrollTop = list.scrollHeight;
    },
  };
}
