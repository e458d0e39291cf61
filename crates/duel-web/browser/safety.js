// No errors, nothing that the content policy refuses, names that stay text, and little to load.

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { BOOKS, begin, deal, gameOf, idOf, press, takeSeat, tap, taps, turnSays } from "./table.js";
import { check, forEach, until, world } from "./world.js";

const KB = 1024;
/** What all pages together may weigh as a browser takes them. */
const ALL = 150 * KB;
/** What a page may weigh on the wire with its headers, and a table. */
const ONE = 75 * KB;
const TABLE = 70 * KB;
/** What the engines may weigh beside that, packed: the one for games, and that of the pages that teach. */
const ENGINES = { duel: 300_000, teacher: 450_000 };
const isEngine = (address) => address.endsWith(".wasm");

check("every page is free of errors and of inline script, and weighs little", async (t) => {
  const room = await world.server.api("POST", "/rooms", { body: { book: "divide", fair: true } });
  const [seat] = await deal({ position: "divide:360", opponent: "computer" });
  const paths = [
    "/", `/g/${seat.id}`, "/play", "/play?position=divide:360&seat=first", "/solve", `/solve/${encodeURIComponent("divide:60,84")}`, "/daily", "/learn", "/learn/digits", "/first/digits", "/puzzles", "/train", "/calendar", "/discover", "/class", `/class/${room.code}`, "/join", `/join/${room.code}`,
    "/sheet", "/assignment", "/assignment?p=divide:60", "/people", "/rules", ...BOOKS.map((book) => `/rules/${book}`), "/program",
  ];
  const rows = [];
  await forEach(paths, async (path) => {
    const { page, context } = await t.visitor({ serviceWorkers: "block", allow: /Service Worker registration blocked/ });
    const wire = await context.newCDPSession(page);
    await wire.send("Network.enable");
    let bytes = 0;
    const engines = new Set();
    wire.on("Network.requestWillBeSent", ({ requestId, request }) => isEngine(request.url) && engines.add(requestId));
    wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => (bytes += engines.has(requestId) ? 0 : encodedDataLength));
    const response = await page.goto(path, { waitUntil: "networkidle" });
    assert.equal(response.status(), 200, path);
    const policy = response.headers()["content-security-policy"];
    assert.match(policy, /default-src 'none'/);
    // Compiling the engine is allowed, and nothing else that could run what somebody sends.
    assert.ok(!/unsafe|\*|data:/.test(policy.replace("'wasm-unsafe-eval'", "")), policy);
    const inline = await page.evaluate(() => [...document.querySelectorAll("script:not([src]), style")].map((node) => node.outerHTML));
    assert.deepEqual(inline, [], `inline script or style in ${path}`);
    const html = await response.text();
    assert.ok(!/\sstyle=|\son[a-z]+=|javascript:/i.test(html), `inline handlers in ${path}`);
    const foreign = (await page.evaluate(() => performance.getEntriesByType("resource").map((each) => each.name))).filter((name) => !name.startsWith(world.server.origin));
    assert.deepEqual(foreign, [], `${path} loads from elsewhere`);
    const timing = await page.evaluate(() => {
      const [it] = /** @type {any} */ (performance.getEntriesByType("navigation"));
      return { ready: Math.round(it.domContentLoadedEventEnd), loaded: Math.round(it.loadEventEnd) };
    });
    assert.ok(bytes <= (/^\/(g\/|play)/.test(path) ? TABLE : ONE), `${path} weighs ${bytes} bytes`);
    rows.push({ page: path.replace(seat.id, "ID").replace(room.code, "CODE"), "KB on the wire": (bytes / KB).toFixed(1), "ready ms": timing.ready, "loaded ms": timing.loaded });
    await context.close();
  }, 3);
  console.table(rows);
});

/** How many bytes come over the wire for a browser that takes any compression. */
function sentBytes(path) {
  return new Promise((resolve, reject) => {
    get(world.server.origin + path, { headers: { "accept-encoding": "gzip, deflate, br, zstd" } }, async (response) => {
      let bytes = 0;
      for await (const part of response) bytes += part.length;
      resolve(bytes);
    }).on("error", reject);
  });
}

check("all that the pages load is little together, and so is the engine", async () => {
  const [{ id }] = await deal({ position: "divide:360", opponent: "computer" });
  const paths = ["/", `/g/${id}`, "/play", "/solve", "/daily", "/learn", "/learn/digits", "/first/digits", "/puzzles", "/train", "/calendar", "/discover", "/class", "/join", "/sheet", "/assignment", "/people", "/rules", ...BOOKS.map((book) => `/rules/${book}`), "/program", "/worker.js"];
  // Every address that a page or a file names, as far as they lead.
  const weights = new Map();
  const named = new Map();
  const withoutVersion = (path) => path.replace(/^\/static\/v-\w+\//, "/static/");
  for (const address of paths) {
    const path = withoutVersion(address);
    if (weights.has(path)) continue;
    const response = await fetch(world.server.origin + address);
    assert.ok(response.ok, `${path}: ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.ok(bytes.length > 0, `${path} is empty`);
    weights.set(path, await sentBytes(address));
    const text = bytes.toString("utf8");
    // Pictures of pixels are for home screens alone.
    for (const [, found] of text.matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)) if (!found.endsWith(".png")) paths.push(found);
    if (!path.endsWith(".js")) continue;
    // The engine's file is named beside the script that loads it.
    const names = [/(?:from|import|new URL) ?\(?"(\.{1,2}\/[^"]+)"/g, /"([\w-]+\.wasm)"/g].flatMap((pattern) => [...text.matchAll(pattern)].map(([, found]) => new URL(found, world.server.origin + path).pathname));
    // What is loaded only where it is used is no part of a table.
    const later = [...text.matchAll(/import\("(\.{1,2}\/[^"]+)"/g)].map(([, found]) => new URL(found, world.server.origin + path).pathname);
    named.set(path, names.filter((name) => !later.includes(name)));
    paths.push(...names);
  }
  for (const entry of ["/static/table.js", "/static/play.js", "/static/daily.js"]) {
    const files = new Set(["/static/style.css", "/static/dark.css", "/static/theme.js", "/static/pictures.css", "/static/table.css", entry]);
    // The engine comes after the table.
    for (const file of files) for (const found of named.get(file) ?? []) if (!found.includes("/engine/")) files.add(found);
    const weight = [...files].reduce((all, file) => all + (weights.get(file) ?? 0), 0);
    console.log(`the table of ${entry}: ${(weight / KB).toFixed(1)} KB as sent, ${files.size} files`);
    assert.ok(files.size > 20 && weight <= TABLE, `the table of ${entry} weighs ${weight} bytes`);
  }
  // And none that no page names.
  const folder = new URL("../static/", import.meta.url).pathname;
  for (const each of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = join(each.path, each.name).slice(folder.length);
    if (each.isFile() && name !== "worker.js" && !name.endsWith(".br")) assert.ok(weights.has(`/static/${name}`), `no page uses ${name}`);
  }
  const engines = [...weights].filter(([path]) => isEngine(path));
  assert.equal(engines.length, Object.keys(ENGINES).length, `engines: ${engines}`);
  const sum = (wanted) => [...weights].filter(([path]) => !isEngine(path) && wanted(path)).reduce((all, [, weight]) => all + weight, 0);
  const isFile = (path) => path.startsWith("/static/") || path === "/worker.js";
  console.log(`all scripts, styles and pictures: ${(sum(isFile) / KB).toFixed(1)} KB as sent; pages: ${(sum((path) => !isFile(path)) / KB).toFixed(1)} KB`);
  for (const [path, sent] of engines) {
    const [, name] = /\/(\w+)-\w+\.wasm$/.exec(path) ?? [];
    console.log(`the engine ${name}: ${sent} bytes as sent`);
    assert.ok(sent <= ENGINES[name], `the engine ${name} weighs ${sent} bytes`);
  }
  assert.ok(weights.size > 30, `only ${weights.size} files were found`);
  assert.ok(sum(() => true) < ALL, `all together weigh ${sum(() => true)} bytes`);
});

check("names with markup stay text everywhere", async (t) => {
  const evil = "<img src=x onerror=alert(1)><b>&amp;'";
  const [anna, bob, eve] = [await t.visitor(), await t.visitor(), await t.visitor()];
  for (const { page } of [anna, bob, eve]) page.on("dialog", (dialog) => { throw new Error(`a script ran: ${dialog.message()}`); });
  await anna.page.goto("/");
  await anna.page.locator("[data-open=friend]").click();
  await anna.page.locator("#options > summary").click();
  await anna.page.getByLabel("Your name, if you like").fill(evil);
  await anna.page.locator("#sheet button[value=friend]").click();
  await anna.page.waitForURL(/\/g\//);
  await takeSeat(bob.page, anna.page.url(), evil);
  await turnSays(anna.page, /^Your turn$/);
  await eve.page.goto(anna.page.url());
  await eve.page.locator("#seats", { hasText: evil }).waitFor();
  await tap(anna.page, (await taps(anna.page))[0]);
  await press(anna.page, "Take back");
  await bob.page.locator("#offers", { hasText: `${evil} asks to` }).waitFor();
  await bob.page.getByRole("button", { name: "Decline" }).click();
  await press(bob.page, "Resign…");
  await bob.page.getByRole("dialog").filter({ hasText: evil }).getByRole("button", { name: "Resign" }).click();
  for (const { page } of [anna, bob, eve]) {
    await page.locator("#after").waitFor();
    assert.equal(await page.locator("main b, main img").count(), 0);
    await press(page, "Show insight");
    await page.locator("#insight .review > li").first().waitFor();
    await page.getByRole("button", { name: "Look at the position before move 1", exact: true }).click();
    await page.locator("#scrub .badge").waitFor();
    assert.equal(await page.locator("main b, main img").count(), 0);
  }
});

check("a table that is not there says so", async (t) => {
  const { page } = await t.visitor({ allow: /404|WebSocket/ });
  await page.goto("/g/AAAAAAAAAAAA");
  await page.getByText(/There is no such table|nothing here/).first().waitFor();
  const response = await page.goto("/nothing/at/all");
  assert.equal(response.status(), 404);
});

check("a browser that keeps nothing can still play", async (t) => {
  const { page, context } = await t.visitor();
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("refused", "SecurityError"); } });
  });
  await begin(page, { opponent: "computer" });
  await turnSays(page, /^Your turn$/);
  await tap(page, (await taps(page))[0]);
  await until("the computer answers", async () => (await gameOf(page)).ply >= 1);
});

check("going back from a table to the front page lets one begin again", async (t) => {
  const { page } = await t.visitor();
  await begin(page, { opponent: "computer" });
  const first = idOf(page);
  await page.goBack();
  await page.locator("[data-open=computer]").click();
  await page.locator("#sheet button[value=computer]").click();
  await page.waitForURL((url) => url.pathname === "/play" && url.searchParams.get("game") !== null && url.searchParams.get("game") !== first);
  await turnSays(page, /^Your turn$/);
  await page.goto("/play");
  assert.equal(await page.locator("#games-list li").count(), 2, "both games are kept");
});
