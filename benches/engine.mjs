// How long the engine of the pages takes for each request, in Node and in Chromium: a line with the
// name of the machine and the milliseconds of each request, tab-separated. A line of the input is how
// often a request is answered in one go, a tab, and the request; the middle one of several rounds counts.
// "start" is what an empty request costs: a fresh memory. "first" is the time from opening a page, with
// nothing cached, to the first answer in it.
//
//   node engine.mjs FOLDER-OF-STATIC ROUNDS [FOLDER-OF-PLAYWRIGHT-CORE CHROMIUM] < REQUESTS
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const [folder, rounds, playwright, executablePath] = process.argv.slice(2);
const requests = readFileSync(0, "utf8").trimEnd().split("\n").map((line) => line.split("\t"));

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** The times of all requests. */
function timed(run, engine, requests, rounds) {
  return requests.map(([count, request]) => {
    const lines = Array(Number(count)).fill(request).join("\n");
    const times = [];
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      run(engine, lines);
      times.push((performance.now() - began) / count);
    }
    return times.toSorted((a, b) => a - b)[rounds >> 1];
  });
}

const { TEACHER } = await import(join(folder, "engine/file.js"));
const { run } = await import(join(folder, "engine/wasi.js"));
const engine = new WebAssembly.Module(readFileSync(join(folder, "engine", TEACHER)));
console.log(["node", ...timed(run, engine, requests, Number(rounds))].join("\t"));
console.log(["start", ...timed(run, engine, [[1, "{}"]], Number(rounds))].join("\t"));

if (playwright) {
  const kinds = { js: "text/javascript", wasm: "application/wasm" };
  const server = createServer((request, response) => {
    const path = normalize(request.url);
    if (path === "/") return response.setHeader("content-type", "text/html").end("<!doctype html>");
    try {
      const file = readFileSync(join(folder, path));
      response.setHeader("content-type", kinds[path.split(".").at(-1)] ?? "text/plain");
      response.setHeader("content-encoding", "gzip").end(gzipSync(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const { chromium } = createRequire(`${playwright}/`)("playwright-core");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const firsts = [];
  for (let round = 0; round < Number(rounds); round++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(origin);
    firsts.push(await page.evaluate(async () => {
      const { askTeacher: ask } = await import("/engine/engine.js");
      await ask("analysis", { position: "divide:60" });
      return performance.now();
    }));
    await context.close();
  }
  const page = await browser.newPage();
  await page.goto(origin);
  const times = await page.evaluate(async ([source, requests, rounds]) => {
    const { TEACHER } = await import("/engine/file.js");
    const { run } = await import("/engine/wasi.js");
    const engine = await WebAssembly.compileStreaming(fetch(`/engine/${TEACHER}`));
    // Compiled fully before the first measurement, as after the first question in a page.
    return (0, eval)(`(${source})`)(run, engine, requests, rounds);
  }, [timed.toString(), requests, Number(rounds)]);
  console.log(["chromium", ...times].join("\t"));
  console.log(["first", middle(firsts)].join("\t"));
  await browser.close();
  server.close();
}
