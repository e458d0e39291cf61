// @ts-check
// The first game of a book, and its ladder.

import "./offline.js";
import { byId, el, fill, say } from "./dom.js";
import { prepare } from "./engine/engine.js";
import { FIRST } from "./first.js";
import { guide, share } from "./guide.js";
import { RUNGS, climb, firstGame, ladder, rungAddress, trouble } from "./ladder.js";
import { draw } from "./pictures.js";

const { book } = byId("guide").dataset;
const { small } = FIRST[book];
const books = Object.keys(FIRST);
const following = books[(books.indexOf(book) + 1) % books.length];

function show() {
  fill(byId("ladder"), ladder(book, small));
  say(byId("kept"), trouble);
}

guide({
  draw,
  then: (_, isLast) => isLast ? [
    el("a", { class: "button primary", href: rungAddress(book, 2, small) }, `Next rung: ${RUNGS[1].name}`),
    el("a", { class: "button", href: firstGame(following) }, "Learn the next game"),
    share(),
  ] : [],
  onDone() {
    climb(book, 1);
    show();
  },
});
show();
addEventListener("pageshow", show);
addEventListener("load", () => setTimeout(prepare, 300));
