// How pages arrive: files that browsers keep for good, updates, the app offline, light and dark, and what
// a link shows of itself elsewhere.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { clean } from "./access.js";
import { deal, playAt, press, sit, taps, turnSays } from "./table.js";
import { check, forEach, settled, until, world } from "./world.js";

const STATIC = new URL("../static/", import.meta.url);
const VERSIONED = /^\/static\/v-[0-9a-f]{8}\//;
/** What a worker of the page loads. */
const IN_WORKER = /\/engine\/(worker|file|wasi)\.js$/;

/** The files of a kind in static/, by their paths. */
async function filesOf(kind) {
  const names = await readdir(STATIC, { recursive: true });
  return names.filter((name) => name.endsWith(kind));
}

/** The scripts of a folder as TypeScript writes them without comments, by their paths. */
async function normalized(folder) {
  const out = await mkdtemp(join(tmpdir(), "duel-scripts-"));
  try {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));
    const compiler = createRequire(import.meta.url).resolve("typescript/package.json").replace("package.json", "bin/tsc");
    const options = ["--ignoreConfig", "--allowJs", "--removeComments", "--noCheck", "--noResolve", "--target", "es2022", "--module", "es2022", "--rootDir", folder, "--outDir", out];
    await promisify(execFile)("node", [compiler, ...options, ...names.map((name) => join(folder, name))]);
    const read = async (name) => /** @type {const} */ ([name, await readFile(join(out, name), "utf8")]);
    return new Map(await Promise.all(names.map(read)));
  } finally {
    await rm(out, { recursive: true });
  }
}

check("scripts are sent without comments, and are the same programs", async () => {
  const folder = await mkdtemp(join(tmpdir(), "duel-sent-"));
  let [before, after] = [0, 0];
  try {
    for (const name of await filesOf(".js")) {
      const source = await readFile(new URL(name, STATIC), "utf8");
      const sent = await world.server.text(`/static/${name}`);
      await mkdir(join(folder, dirname(name)), { recursive: true });
      await writeFile(join(folder, name), sent);
      assert.ok(!/^\n|\n\n/.test(sent), `an empty line in ${name}`);
      assert.ok(!sent.includes("@ts-check"), name);
      before += source.length;
      after += sent.length;
    }
    const [source, sent] = [await normalized(STATIC.pathname), await normalized(folder)];
    assert.ok(source.size > 40);
    for (const [name, text] of source) assert.equal(sent.get(name), text, name);
  } finally {
    await rm(folder, { recursive: true });
  }
  console.log(`scripts: ${before} bytes are ${after} without comments`);
});

check("styles are sent without comments, and have the same rules", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/rules");
  for (const name of await filesOf(".css")) {
    const texts = [await readFile(new URL(name, STATIC), "utf8"), await world.server.text(`/static/${name}`)];
    const [source, sent] = await page.evaluate((all) => all.map((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      // With var() in it a value is kept as it is written.
      return [...sheet.cssRules].map((rule) => rule.cssText.replaceAll(", ", ","));
    }), texts);
    assert.ok(source.length > 0, name);
    assert.deepEqual(sent, source, name);
    assert.ok(!texts[1].includes("/*"), name);
  }
});

/** What pages fetch when all else is there: the front page its living boards, the list of games the rating. */
const LATER = { "/": /\/pictures(\/\w+)?\.js$/, "/play": /\/(rating|books)\.js$/ };

check("every page names all modules that it loads, under one version, and a second visit asks for none", async (t) => {
  const [seat] = await deal({ position: "divide:360", opponent: "computer" });
  const { context } = await t.visitor({ serviceWorkers: "block", allow: /Service Worker registration blocked/ });
  const paths = ["/", `/g/${seat.id}`, "/play", "/solve", "/daily", "/learn/digits", "/puzzles", "/train", "/calendar", "/discover", "/class", "/join", "/sheet", "/rules"];
  await forEach(paths, async (path) => {
    const page = await context.newPage();
    const wire = await context.newCDPSession(page);
    await wire.send("Network.enable");
    /** @type {[string, string][]} */
    let asked = [];
    const fromCache = new Set();
    wire.on("Network.requestWillBeSent", ({ requestId, request }) => asked.push([requestId, new URL(request.url).pathname]));
    wire.on("Network.requestServedFromCache", ({ requestId }) => fromCache.add(requestId));
    wire.on("Network.responseReceived", ({ requestId, response }) => (response.fromDiskCache || response.fromPrefetchCache) && fromCache.add(requestId));
    await page.goto(path, { waitUntil: "networkidle" });
    const { named, loaded } = await page.evaluate(() => ({
      named: [...document.querySelectorAll("link[rel=modulepreload], script")].map((node) => new URL(node.getAttribute("href") ?? node.getAttribute("src") ?? "", location.href).pathname),
      loaded: performance.getEntriesByType("resource").map((each) => new URL(each.name).pathname).filter((name) => name.endsWith(".js")),
    }));
    assert.deepEqual(loaded.filter((name) => !named.includes(name) && !IN_WORKER.test(name) && !LATER[path]?.test(name)), [], `${path} loads what it does not name`);
    assert.ok(named.every((name) => VERSIONED.test(name)), `${path}: ${named}`);
    assert.equal(new Set(named.map((name) => VERSIONED.exec(name)?.[0])).size, 1, path);
    asked = [];
    await page.goto("about:blank");
    await page.goto(path, { waitUntil: "networkidle" });
    const again = asked.filter(([id, name]) => VERSIONED.test(name) && !IN_WORKER.test(name) && !fromCache.has(id)).map(([, name]) => name);
    assert.deepEqual(again, [], `${path} asks again`);
    await page.close();
  }, 3);
});

check("a table brings its game along, and asks for nothing before it can be played", async (t) => {
  const [first, second] = await deal({ position: "divide:360", name: "</template><b>&amp;" });
  const { page } = await t.visitor();
  await sit(page, first);
  const requests = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  // Without the line to the server, too.
  await page.routeWebSocket(/\/live$/, () => {});
  await page.reload();
  await turnSays(page, /^Your turn$/);
  await taps(page);
  assert.deepEqual(requests.filter((path) => path.startsWith("/api/") && !path.endsWith("/live")), []);
  assert.equal(await page.locator("main b").count(), 0);
  // What is long past is not shown after going back.
  await page.goto("/rules");
  await world.server.api("POST", `/games/${first.id}/moves`, { body: { move: "2", ply: 0 }, token: first.token });
  await page.goBack();
  await turnSays(page, /’s turn$/);
  assert.equal((await fetch(`${world.server.origin}/g/${second.id}`)).headers.get("cache-control"), "no-store");
});

/** Waits until the service worker serves a page. */
async function controlled(page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  });
}

/** A server before ours that has an update: from then on all files have another version. Gives its address, how to update it, and how to end it. */
async function updatable() {
  const original = /\/v-([0-9a-f]+)\//.exec(await world.server.text("/"))?.[1] ?? "";
  assert.ok(original, "the pages name their version");
  let version = original;
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(world.server.origin + (request.url ?? "").replaceAll(version, original));
    const kind = answer.headers.get("content-type") ?? "";
    const bytes = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { "content-type": kind, "cache-control": answer.headers.get("cache-control") ?? "" });
    response.end(/html|javascript/.test(kind) ? bytes.toString("utf8").replaceAll(original, version) : bytes);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    origin: `http://127.0.0.1:${/** @type {any} */ (proxy.address()).port}`,
    original,
    update: (to) => (version = to),
    end: () => new Promise((done) => { proxy.close(done); proxy.closeAllConnections(); }),
  };
}

check("an update replaces what is kept by itself, and a page from before goes on", async (t) => {
  const server = await updatable();
  const NEXT = "0123456789abcdef";
  try {
    const { page, context } = await t.visitor({ server: /** @type {any} */ (server), allow: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED/ });
    await page.goto("/play?position=divide:360&opponent=computer&level=easy&seat=first");
    await page.waitForURL(/game=/);
    await controlled(page);
    const kept = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("duel-")));
    const keeps = (/** @type {string[]} */ ...versions) => until(`${versions} are kept`, async () => (await kept()).join() === versions.map((version) => `duel-${version}`).join());
    await keeps(server.original);
    server.update(NEXT);
    // Another page is opened, which is of the new version.
    const other = await context.newPage();
    await other.goto("/sheet");
    assert.ok((await other.content()).includes(`/v-${NEXT}/`));
    await until("the new version is complete", () => other.evaluate(async (name) => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (await caches.has(name)) && registration?.active?.state === "activated" && !registration.installing && !registration.waiting;
    }, `duel-${NEXT}`));
    await keeps(server.original, NEXT);
    await server.end();
    // The page from before the update still plays, and thinks with what it has not loaded yet.
    await playAt(page.locator("#picture .pick:visible, #moves button[data-move]:visible").first());
    await until("the computer answers", async () => (await page.locator("#log .said").count()) > 1);
    await press(page, "Show insight");
    await page.locator("#insight .verdict, #insight .review > li").first().waitFor();
    // And the new one is there without a network, complete.
    for (const [path, sign] of [["/solve/divide%3A60", "#answer:visible"], ["/learn/digits", "#lesson:visible"]]) {
      await other.goto(path);
      await other.locator(sign).waitFor();
      assert.ok((await other.content()).includes(`/v-${NEXT}/`));
    }
  } finally {
    await server.end();
  }
});

check("light, dark or as the system is: chosen once, for all pages, before anything is shown", async (t) => {
  const { page, context } = await t.visitor({ colorScheme: "light" });
  const paper = (of = page) => of.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const scheme = (of = page) => of.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  const LIGHT = "rgb(250, 246, 238)", DARK = "rgb(20, 23, 28)";
  await page.goto("/rules");
  assert.equal(await paper(), LIGHT);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await paper(), DARK);
  await page.emulateMedia({ colorScheme: "light" });
  const other = await context.newPage();
  await other.goto("/rules/divide");
  await page.getByLabel("Colours").selectOption("Dark");
  assert.deepEqual([await paper(), await scheme()], [DARK, "dark"]);
  await until("the other page follows", async () => (await paper(other)) === DARK);
  assert.equal(await other.getByLabel("Colours").inputValue(), "dark");
  // On paper there is no dark.
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--ink").trim()), "#000");
  await page.emulateMedia({ media: "screen" });
  // Every page is dark before its scripts run.
  const [seat] = await deal({ position: "divide:360", opponent: "computer" });
  for (const path of ["/", "/play", "/solve", "/daily", "/learn", "/puzzles", "/class", "/sheet", `/g/${seat.id}`]) {
    await page.goto(path, { waitUntil: "commit" });
    await page.waitForFunction(() => document.body);
    assert.equal(await paper(), DARK, path);
  }
  await page.goto(`/g/${seat.id}`);
  await settled(page);
  await clean(page, "a table, dark");
  // At a table the choice is among its settings.
  for (const [theme, colour] of [["Light", LIGHT], ["Dark", DARK]]) {
    await page.locator("#theme").getByLabel("Colours").selectOption(theme);
    assert.equal(await paper(), colour);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/rules");
  await page.getByLabel("Colours").selectOption("Light");
  assert.deepEqual([await paper(), await scheme()], [LIGHT, "light"]);
  await clean(page, "light");
  await page.getByLabel("Colours").selectOption("As the system");
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await paper(), DARK);
  assert.equal(await page.evaluate(() => localStorage.getItem("duel-theme")), null);
  // What cannot have been chosen is nobody's choice.
  for (const damaged of ["", "DARK", "{", "light ".repeat(1000)]) {
    await page.evaluate((text) => localStorage.setItem("duel-theme", text), damaged);
    await page.reload();
    assert.equal(await paper(), DARK, damaged);
    assert.equal(await page.getByLabel("Colours").inputValue(), "");
  }
});

check("a browser that keeps nothing can still be dark", async (t) => {
  const { page, context } = await t.visitor({ colorScheme: "light" });
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("refused", "SecurityError"); } });
  });
  await page.goto("/rules");
  await page.getByLabel("Colours").selectOption("Dark");
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(20, 23, 28)");
});

/** The size of a PNG, whose checksums and pixels the browser has accepted too. */
async function pictureAt(page, address) {
  const response = await fetch(address);
  assert.equal(response.status, 200, address);
  assert.equal(response.headers.get("content-type"), "image/png", address);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(bytes.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n", address);
  const decoded = await page.evaluate(async (data) => {
    const { width, height } = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (each) => each.charCodeAt(0))], { type: "image/png" }));
    return [width, height];
  }, bytes.toString("base64"));
  assert.deepEqual(decoded, [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]);
  return { size: decoded, bytes, headers: response.headers };
}

check("a link to any page shows a title, a sentence and a picture elsewhere", async (t) => {
  const [seat] = await deal({ position: "divide:360", name: "\"><b>" });
  const { page } = await t.visitor();
  await page.goto("/rules");
  const tags = async (path) => {
    const html = await world.server.text(path);
    const found = await page.evaluate((text) => {
      const head = new DOMParser().parseFromString(text, "text/html").head;
      return [...head.querySelectorAll("meta[property^='og:'], meta[name^='twitter:']")].map((tag) => [tag.getAttribute("property") ?? tag.getAttribute("name"), tag.getAttribute("content")]);
    }, html);
    assert.equal(new Map(found).size, found.length, `${path} has a tag twice`);
    return Object.fromEntries(found);
  };
  const generic = (await tags("/"))["og:image"];
  for (const path of ["/", "/rules", "/learn", "/class", "/join", "/sheet", "/program", "/play", "/play?position=nonsense", "/assignment", "/train", "/discover", "/calendar", "/solve", "/solve/nonsense", "/puzzles", "/puzzles/nonsense.1", "/daily/2026-13-01"]) {
    const shown = await tags(path);
    assert.ok(shown["og:title"] && shown["og:description"], path);
    assert.equal(shown["og:image"], generic, path);
    assert.equal(shown["og:url"], world.server.origin + path.split("?")[0]);
    assert.equal(shown["twitter:card"], "summary_large_image");
  }
  assert.equal((await tags("/learn"))["og:description"], "Short lessons about divisor games, a few minutes each: how each game goes, and how to win it.");
  assert.deepEqual((await pictureAt(page, generic)).size, [1200, 630]);
  const seen = new Set();
  for (const [path, title] of [
    [`/g/${seat.id}`, /^Divide: 360\. Your move\?$/],
    ["/rules/divide", /^Divide: the rules$/],
    ["/learn/digits", /^Learn Digits$/],
    ["/first/subtract", /^Win your first game of Subtract$/],
    ["/first/dilemma", /^Win your first game of Primes and -1$/],
    ["/solve/divide%3A60%2C84", /^Divide: 60, 84\. Who wins/],
    ["/solve/digits%3A7%3A31", /^Digits: 31\./],
    ["/solve/digits%3A7%3A", /^Digits\. Who wins/],
    [`/solve/divide%3A${"9".repeat(300)}`, /^Divide: 9999999…9999999\./],
    ["/daily", /^The duel of \d{4}-\d\d-\d\d/],
    ["/daily/2026-11-16", /^The duel of 2026-11-16/],
    ["/puzzles/subtract-beginner.1", /^Subtract: \d+\. /],
    ["/puzzles/subtract.only-move.1000.7", /^Subtract: The only move$/],
    ["/play?position=divide%3A720&level=perfect", /^Divide: 720\. Your move\?$/],
    ["/assignment?p=subtract%3A24&p=divide%3A60&title=Homework", /^Homework: 2 positions to win$/],
  ]) {
    const shown = await tags(path);
    assert.match(shown["og:title"], title, path);
    assert.notEqual(shown["og:image"], generic, path);
    assert.equal(shown["og:url"], world.server.origin + path);
    const { size, bytes, headers } = await pictureAt(page, shown["og:image"]);
    assert.deepEqual(size, [1200, 630], path);
    assert.match(headers.get("cache-control") ?? "", /^public, max-age=\d+$/);
    assert.equal(headers.get("cross-origin-resource-policy"), "cross-origin");
    assert.ok(bytes.length < 100_000, `${path}: ${bytes.length} bytes`);
    seen.add(bytes.toString("base64"));
  }
  assert.ok(seen.size >= 7, "pictures differ");
  // The picture of a game changes with it.
  const before = (await tags(`/g/${seat.id}`))["og:image"];
  await world.server.api("POST", `/games/${seat.id}/moves`, { body: { move: "2", ply: 0 }, token: seat.token });
  const after = await tags(`/g/${seat.id}`);
  assert.equal(after["og:title"], "Divide: 180. Your move?");
  assert.notEqual(after["og:image"], before);
  for (const path of ["/card/nonsense", "/g/AAAAAAAAAAAA/card.png", "/daily/2026-13-01/card.png", "/puzzles/nonsense/card.png"]) {
    const { status } = await fetch(world.server.origin + path);
    assert.ok(status === 404 || status === 422, `${path}: ${status}`);
  }
});

check("the app can be installed: a manifest, and icons in the sizes that it names", async (t) => {
  const { page } = await t.visitor();
  await page.goto("/");
  const manifest = await page.evaluate(() => /** @type {any} */ (document.querySelector("link[rel=manifest]")).href);
  assert.equal(manifest, `${world.server.origin}/static/manifest.webmanifest`, "its address stays");
  const text = await (await fetch(manifest)).json();
  assert.equal(text.display, "standalone");
  for (const member of ["start_url", "scope", "id"]) assert.equal(new URL(text[member], manifest).href, `${world.server.origin}/`);
  for (const { url } of text.shortcuts) assert.equal((await fetch(new URL(url, manifest))).status, 200, url);
  const purposes = new Set();
  for (const { src, sizes, purpose = "any" } of text.icons) {
    const { size } = await pictureAt(page, new URL(src, manifest).href);
    assert.equal(size.join("x"), sizes, src);
    purposes.add(`${purpose} ${sizes}`);
  }
  assert.deepEqual([...purposes].sort(), ["any 192x192", "any 512x512", "maskable 192x192", "maskable 512x512"]);
  const touch = await page.evaluate(() => /** @type {any} */ (document.querySelector("link[rel=apple-touch-icon]")).href);
  assert.deepEqual((await pictureAt(page, touch)).size, [180, 180]);
  const wire = await page.context().newCDPSession(page);
  const { errors } = await wire.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
});
