// How long pages take in Chromium: one JSON object on standard output for each page, cold (nothing is
// cached) and warm (visited before, with the same cache).
//
//   node pages.mjs FOLDER-OF-PLAYWRIGHT-CORE CHROMIUM ORIGIN ROUNDS NAME=PATH...
import { createRequire } from "node:module";

const [folder, executablePath, origin, rounds, ...pages] = process.argv.slice(2);
const { chromium } = createRequire(`${folder}/`)("playwright-core");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

/** Opens a page and tells how long that took. */
async function visit(context, path) {
  const page = await context.newPage();
  await page.goto(origin + path, { waitUntil: "load" });
  // What scripts ask for after the page was loaded belongs to it.
  await page.waitForTimeout(300);
  const seen = await page.evaluate(() => {
    const [document] = performance.getEntriesByType("navigation");
    const files = performance.getEntriesByType("resource");
    const modules = files.filter((file) => file.name.endsWith(".js"));
    return {
      ready: document.domContentLoadedEventEnd,
      loaded: document.loadEventEnd,
      scripts: Math.max(0, ...modules.map((file) => file.responseEnd)),
      requests: files.length + 1,
      bytes: files.reduce((sum, file) => sum + file.transferSize, document.transferSize),
    };
  });
  await page.close();
  return seen;
}

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

for (const named of pages) {
  const [name, path] = named.split("=", 2);
  const seen = { cold: [], warm: [] };
  for (let round = 0; round < Number(rounds); round++) {
    const context = await browser.newContext({ serviceWorkers: "block" });
    seen.cold.push(await visit(context, path));
    seen.warm.push(await visit(context, path));
    await context.close();
  }
  for (const [how, visits] of Object.entries(seen)) {
    const of = (member) => middle(visits.map((visit) => visit[member]));
    console.log([name, how, ...["ready", "loaded", "scripts", "requests", "bytes"].map((m) => Math.round(of(m)))].join("\t"));
  }
}
await browser.close();
