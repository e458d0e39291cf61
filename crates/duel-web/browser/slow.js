// How long pages take on a slow network, as Chromium emulates it: 400 kbit/s and 400 ms to and fro, cold
// (nothing is cached) and warm (visited before), until they can be used.
//
//   node slow.js [ROUNDS]        (by `run DUEL_BINARY --slow [ROUNDS]`)

import { deal } from "./table.js";
import { close, open, settled, world } from "./world.js";

const SLOW = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const rounds = Number(process.argv[2] ?? 5);

/** Opens a page in a browser and tells how long it takes until it can be used, in milliseconds. */
async function visit(context, path) {
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  await wire.send("Network.emulateNetworkConditions", SLOW);
  const begin = performance.now();
  await page.goto(path, { waitUntil: "commit" });
  await settled(page);
  const took = performance.now() - begin;
  // Everything is cached when nothing comes any more.
  await page.waitForLoadState("networkidle");
  await page.close();
  return took;
}

const middle = (numbers) => Math.round(numbers.toSorted((a, b) => a - b)[numbers.length >> 1]);

await open();
try {
  const [seat] = await deal({ position: "divide:360", opponent: "computer" });
  const rows = [];
  for (const [name, path] of [["front", "/"], ["table", `/g/${seat.id}`], ["solver", "/solve/divide%3A60"], ["rules", "/rules"]]) {
    const seen = { cold: [], warm: [] };
    for (let round = 0; round < rounds; round++) {
      const context = await world.browser.newContext({ baseURL: world.server.origin, serviceWorkers: "block" });
      context.setDefaultTimeout(120_000);
      seen.cold.push(await visit(context, path));
      seen.warm.push(await visit(context, path));
      await context.close();
    }
    rows.push({ page: name, "cold ms": middle(seen.cold), "warm ms": middle(seen.warm) });
  }
  console.table(rows);
} finally {
  await close();
}
