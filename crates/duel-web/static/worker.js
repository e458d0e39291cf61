// @ts-check
// The service worker: keeps all pages that need no server, with their files, so that they work without
// a network. The server writes FILES, PAGES and VERSION before this text. The network comes first,
// except for the engine, whose name changes with what is in it.

/** The types of pages call `self` a window. */
const worker = /** @type {any} */ (self);
/** @type {{FILES: string[], PAGES: string[], VERSION: string}} */
const { FILES, PAGES, VERSION } = worker;
const CACHE = `duel-${VERSION}`;

/** How long the network may take before what was kept is shown, in milliseconds. */
const PATIENCE = 4000;

/** The path of the front page, with a slash at its end. */
const BASE = new URL("./", location.href).pathname;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await Promise.all([...PAGES, ...FILES].map((path) => store(cache, path).catch(() => {})));
    await worker.skipWaiting();
  })());
});

/** Keeps a page or file. A file server leads from a page to its folder, and what was led elsewhere cannot be shown as a page. @param {Cache} cache @param {string} path */
async function store(cache, path) {
  const response = await fetch(BASE + path, { cache: "no-cache" });
  if (response.ok) await cache.put(BASE + path, response.redirected ? new Response(response.body, { headers: response.headers }) : response);
}

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("duel-") && name !== CACHE) await caches.delete(name);
    }
    await worker.clients.claim();
  })());
});

// A page asks for what it missed (offline.js).
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "claim") event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(BASE)) return;
  const path = pathname.slice(BASE.length);
  if (path.endsWith(".wasm")) event.respondWith(fromCache(request));
  else if (path.startsWith("static/")) event.respondWith(fromNetwork(request, request));
  else if (request.mode === "navigate") {
    const page = pageOf(path);
    if (page !== null) event.respondWith(fromNetwork(request, BASE + page));
  }
});

/** The page behind an address: what it is about stands after its name. @param {string} path */
function pageOf(path) {
  const plain = path.replace(/(^|\/)(index\.html)?$/, "");
  if (PAGES.includes(plain)) return plain;
  const [first] = plain.split("/");
  return ["solve", "daily", "puzzles", "discover"].includes(first) ? first : null;
}

async function fromCache(/** @type {Request} */ request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) cache.put(request, response.clone());
  return response;
}

/** From the network, or what was kept under this key if that does not answer. @param {Request} request @param {Request | string} key */
async function fromNetwork(request, key) {
  const cache = await caches.open(CACHE);
  const kept = () => cache.match(key, { ignoreSearch: true });
  if (!navigator.onLine) return (await kept()) ?? Response.error();
  const answer = fetch(request).then(async (response) => {
    if (response.ok && !response.redirected && response.type !== "opaqueredirect") cache.put(key, response.clone());
    // The error of a gateway before a server that is gone.
    return (response.status >= 502 && (await kept())) || response;
  });
  const late = new Promise((_, refuse) => setTimeout(refuse, PATIENCE));
  try {
    return await Promise.race([answer, late]);
  } catch {
    return (await kept()) ?? answer;
  }
}
