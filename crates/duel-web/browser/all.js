// Runs the checks. `run` beside this file says how it is called.

import { after, before, describe, test } from "node:test";
import { checks, close, open, run } from "./world.js";

for (const file of ["games", "seats", "outages", "sizes", "access", "tools", "safety"]) await import(`./${file}.js`);

describe("pages in a browser", { concurrency: 2 }, () => {
  before(open);
  after(close);
  for (const { name, body, timeout } of checks) test(name, { timeout }, () => run(body));
});
