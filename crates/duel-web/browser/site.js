// The pages that `duel site` writes, from a plain file server and under a path; and pages in a browser
// that cannot run the engine.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { BOOKS, begin, playAt, press, takeSeat, turnSays } from "./table.js";
import { binary, check, until } from "./world.js";

const PATH = "/some/school/";
/** What any file server knows; it need not know WebAssembly. */
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

/** Serves the files of a folder under a path, and nothing else; gives the address and how to end it. */
async function serveFiles(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    try {
      assert.ok(pathname.startsWith(PATH));
      const file = join(folder, normalize(decodeURIComponent(pathname.slice(PATH.length))));
      const isFolder = (await stat(file)).isDirectory();
      if (isFolder && !pathname.endsWith("/")) return response.writeHead(301, { location: `${pathname}/` }).end();
      const path = isFolder ? join(file, "index.html") : file;
      response.setHeader("content-type", KINDS[extname(path)] ?? "application/octet-stream");
      response.end(await readFile(path));
    } catch {
      response.writeHead(404).end("not found");
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`;
  return { origin, end: () => new Promise((done) => { server.close(done); server.closeAllConnections(); }) };
}

/** Plays whatever is offered first until it is over, for whoever is to move at this device. */
async function playToTheEnd(page) {
  const spots = page.locator("#picture .pick:visible, #moves button[data-move]:visible");
  for (let moves = 0; ; moves++) {
    assert.ok(moves < 80, "the game goes on and on");
    await page.locator("#after:visible").or(spots.first()).first().waitFor();
    if (await page.locator("#after").isVisible()) return;
    const before = await page.locator("#log .said").count();
    await turnSays(page, /^Your turn$|’s turn$/);
    await playAt(spots.first());
    await until("the move is told", async () => (await page.locator("#log .said").count()) > before);
    await until("it is somebody's turn, or over", async () => (await page.locator("#after").isVisible()) || /turn$/.test(await page.locator("#turn").innerText()));
  }
}

check("the site without a server plays, solves and prints from plain files under a path, also offline", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "duel-site-"));
  const out = join(folder, "pages");
  const written = await promisify(execFile)(binary, ["site", "--out", out]);
  assert.match(written.stderr + written.stdout, /\d+ files are in /);
  await assert.rejects(promisify(execFile)(binary, ["site", "--out", out]), /is not empty/);
  const site = await serveFiles(out);
  const foreign = [];
  try {
    const { page, context } = await t.visitor({ allow: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });
    context.on("request", (request) => request.url().startsWith(site.origin + PATH) || foreign.push(request.url()));
    const home = site.origin + PATH;
    await page.goto(home);
    assert.equal(await page.locator("[data-open=friend]").isVisible(), false);
    await page.locator("[data-open=computer]").click();
    assert.equal(await page.locator("#sheet button[value=friend]").isVisible(), false);
    await page.locator("#sheet button[value=computer]").click();
    await page.waitForURL(/\/play\/\?game=\w+$/);
    await playToTheEnd(page);
    await press(page, "Show insight");
    await page.locator("#insight .review > li").first().waitFor();

    await page.goto(home);
    await page.locator("[data-open=divide]").click();
    await page.getByRole("button", { name: "Two at this device" }).click();
    await page.waitForURL(/\/play\/\?game=\w+$/);
    await playToTheEnd(page);

    // Every page is reached by links, and works.
    await page.goto(home);
    await page.getByRole("link", { name: "Solver" }).first().click();
    await page.locator("#books label").first().waitFor();
    await page.getByRole("button", { name: "Solve it" }).click();
    await page.locator("#answer:visible").waitFor();
    await page.getByRole("link", { name: "Daily" }).first().click();
    await page.locator("#board:visible").waitFor();
    // What needs a server says so, for those who come by an old link.
    const { page: guest } = await t.visitor();
    for (const path of ["class/", "join/", "people/"]) {
      await guest.goto(home + path);
      await guest.locator(".lead", { hasText: "need a server" }).waitFor();
    }
    // The link of a day leads to it from anywhere.
    await page.getByRole("link", { name: "Calendar and statistics" }).click();
    await page.locator("a.day[data-date='2026-01-05']").click();
    await page.waitForURL(`${home}daily/?about=2026-01-05`);
    await page.locator("#board:visible").waitFor();
    assert.equal(await page.evaluate(async () => (await import(/** @type {any} */ (globalThis).fileOf("days.js"))).linkTo("2026-01-05")), page.url());
    await page.getByRole("link", { name: "Learn" }).first().click();
    await page.locator("#courses li").first().waitFor();
    await page.locator("#current").click();
    await page.locator("#lesson:visible").waitFor();
    await page.goto(home);
    await page.locator("[data-open=dilemma]").click();
    await page.locator("#ladder a", { hasText: "First game" }).click();
    await page.waitForURL(`${home}first/dilemma/`);
    await page.locator("#guide-board .picture").waitFor();
    await page.getByRole("link", { name: "Print sheets" }).click();
    await page.locator("#sheet .board").first().waitFor();
    for (const book of BOOKS) {
      await page.goto(`${home}rules/${book}/`);
      await page.locator("h1").waitFor();
    }
    // Links that lead nowhere would be found here.
    for (const path of ["", "rules/", "rules/divide/", "solve/", "daily/", "puzzles/", "train/", "calendar/", "discover/", "sheet/", "assignment/", "play/", "learn/", "learn/divide/", "first/divide/"]) {
      await page.goto(home + path);
      const links = await page.locator("a[href]:visible").evaluateAll((all) => all.map((link) => /** @type {any} */ (link).href.replace(/#.*/, "")));
      for (const link of new Set(links)) {
        if (!link.startsWith("http")) continue;
        assert.ok(link.startsWith(home), `${path} leads to ${link}`);
        assert.equal((await fetch(link)).status, 200, `${path} leads to ${link}`);
      }
    }

    // Somebody who has seen one page only.
    const late = await t.visitor({ allow: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED/ });
    await late.page.goto(`${home}sheet/`);
    await late.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    });
    await site.end();
    await late.page.goto(`${home}play/?book=subtract&fair=yes&opponent=computer&level=easy`);
    await late.page.waitForURL(/\/play\/\?game=\w+$/);
    await playToTheEnd(late.page);
    await late.page.goto(`${home}solve/?about=${encodeURIComponent("divide:60")}`);
    await late.page.locator("#answer:visible").waitFor();
    await late.page.goto(`${home}daily/`);
    await late.page.locator("#board:visible").waitFor();
    for (const path of ["learn/digits/", "learn/?about=factor"]) {
      await late.page.goto(home + path);
      await late.page.locator("#lesson:visible").waitFor();
    }
    await late.page.goto(`${home}puzzles/?about=subtract-beginner.1`);
    await late.page.locator("#puzzle:visible").waitFor();
    await late.page.getByRole("button", { name: "Next puzzle" }).click();
    await late.page.waitForURL(/\/puzzles\/\?about=subtract-beginner\.2$/);
    await late.page.goto(`${home}train/`);
    await late.page.locator("#nothing:visible, #exercise:visible").first().waitFor();
    await late.page.goto(`${home}calendar/`);
    await late.page.locator("#months table").first().waitFor();
    await late.page.goto(`${home}discover/?about=subtract`);
    await late.page.getByRole("button", { name: "odd", exact: true }).click();
    await late.page.locator("#numbers .counter").waitFor();
    await late.page.goto(`${home}first/divide/`);
    await late.page.locator("#guide-keys [data-move='12']").click();
    await late.page.locator("#guide-said[data-verdict=right]").waitFor();
    await late.page.goto(`${home}play/?rung=subtract.3`);
    await late.page.waitForURL(/\/play\/\?game=\w+$/);
    await late.page.goto(`${home}rules/`);
    await late.page.locator("h1").waitFor();
    assert.deepEqual(foreign, []);
  } finally {
    await site.end();
    await rm(folder, { recursive: true, force: true });
  }
});

check("where the engine cannot run the page says so, and friends play all the same", async (t) => {
  const [anna, bob] = [await t.visitor(), await t.visitor()];
  for (const { context } of [anna, bob]) await context.addInitScript(() => { delete /** @type {any} */ (globalThis).WebAssembly; });
  for (const [path, place] of [["/play?position=divide:360", "#gone"], ["/solve/divide%3A60", "#trouble"], ["/daily", "#gone"], ["/learn/divide", "#trouble"], ["/puzzles", "#trouble"], ["/train", "#trouble"]]) {
    await anna.page.goto(path);
    await anna.page.locator(place, { hasText: "cannot run the part of the page that thinks" }).waitFor();
  }
  await begin(anna.page, { book: "divide", fair: false });
  await takeSeat(bob.page, anna.page.url());
  const pages = [anna.page, bob.page];
  const spots = (page) => page.locator("#picture .pick:visible, #moves button[data-move]:visible");
  const first = await until("somebody is to move", async () => {
    for (const page of pages) if ((await page.locator("#turn").innerText()) === "Your turn" && (await spots(page).count())) return page;
  });
  await playAt(spots(first).first());
  const other = pages.find((page) => page !== first);
  await until("the other one sees it", async () => (await other.locator("#turn").innerText()) === "Your turn" || (await other.locator("#after").isVisible()));
});
