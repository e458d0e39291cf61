// Runs the checks. `run` beside this file says how it is called.

import { after, before, describe, test } from "node:test";
import { PATIENCE, checks, close, open, run } from "./world.js";

for (const file of ["front", "games", "people", "local", "site", "seats", "phone", "outages", "sizes", "access", "tools", "learn", "exercises", "days", "discover", "classroom", "lesson", "words", "safety", "arrive", "pictures", "numbers"]) await import(`./${file}.js`);

describe("pages in a browser", { concurrency: 4 }, () => {
  before(open);
  after(close);
  // A check has many waits, each with the same limit.
  for (const { name, body } of checks) test(name, { timeout: 10 * PATIENCE }, () => run(body));
});
