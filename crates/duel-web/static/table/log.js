// @ts-check
// What happened: one line a move, or the sentences of the book. Only new lines are added.

import { remember } from "../api.js";
import { byId, el, say } from "../dom.js";

/** @param {any} table */
export function log(table) {
  const list = byId("log");
  const older = byId("older");
  const inBookWords = /** @type {HTMLInputElement} */ (byId("log-words"));
  const shown = /** @type {Map<number, {node: HTMLElement, line: any}>} */ (new Map());
  let first = 0;

  older.addEventListener("click", async () => {
    try {
      const from = Math.max(0, first - 100);
      const answer = await table.source.log(from, first);
      for (const line of [...answer.lines].reverse()) {
        if (shown.has(line.n)) continue;
        list.prepend(made(line));
      }
      first = from;
      older.hidden = first === 0;
    } catch {
      /* the button stays for another try */
    }
  });

  inBookWords.checked = remember("log-words") === "yes";
  inBookWords.addEventListener("change", () => {
    remember("log-words", inBookWords.checked ? "yes" : "no");
    for (const { node, line } of shown.values()) word(node, line);
    list.scrollTop = list.scrollHeight;
  });

  function made(/** @type {any} */ line) {
    const node = el(
      "p",
      { class: line.by ? `by seat-${line.by}` : null },
      line.by && el("span", { "aria-hidden": "true" }, line.by === 1 ? "● " : "◆ "),
      el("span", { class: "said" }),
    );
    word(node, line);
    shown.set(line.n, { node, line });
    return node;
  }

  /** A line in few words, in which the one who reads it is "You". Only those of the start have no brief form. @param {any} line */
  function brief(line) {
    const { game } = table;
    if (line.brief == null) return line.by ? line.text : line.n > 0 ? "" : startInWords();
    if (line.brief === game.result?.reason) return table.reason();
    const name = game.seats[line.by - 1]?.name;
    return line.by && line.brief.startsWith(`${name}: `) ? table.name(line.by) + line.brief.slice(name.length) : line.brief;
  }

  /** What the game began with. */
  function startInWords() {
    const { board, start_numbers: numbers } = table.game;
    return board.kind === "digits" ? `Targets: ${board.targets.join(", ")}` : `Start: ${numbers.join(", ")}`;
  }

  /** Puts the words of a line into its node, which is hidden if it has none. */
  function word(/** @type {HTMLElement} */ node, /** @type {any} */ line) {
    const words = inBookWords.checked ? line.text : brief(line);
    node.hidden = words === "";
    say(/** @type {HTMLElement} */ (node.querySelector(".said")), words);
  }

  return {
    show() {
      const { total, from, lines } = table.game.log;
      const fresh = shown.size === 0;
      // Taken back moves are struck from the end.
      for (const [n, { node, line: before }] of shown) {
        const line = lines.find((/** @type {any} */ each) => each.n === n);
        if (n >= total || (n >= from && (!line || line.text !== before.text))) {
          node.remove();
          shown.delete(n);
        }
      }
      const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
      let added = false;
      for (const line of lines) {
        if (shown.has(line.n)) continue;
        list.append(made(line));
        added = true;
      }
      if (fresh) {
        first = from;
        older.hidden = first === 0;
      }
      if (added && (atEnd || fresh)) list.scrollTop = list.scrollHeight;
    },
  };
}
