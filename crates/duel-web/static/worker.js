// @ts-check
// The service worker: keeps all pages that need no server, with their files, so that they work without
// a network. The server writes FILES, PAGES and VERSION before this text. Pages come from the network
// first; files whose address changes with what is in them from what is kept.

/** The types of pages call `self` a window. */
const worker = /** @type {any} */ (self);
/** @type {{FILES: string[], PAGES: string[], VERSION: string}} */
const { FILES, PAGES, VERSION } = worker;
const CACHE = `duel-${VERSION}`;

/** How long the network may take before what was kept is shown, in milliseconds. */
const PATIENCE = 4000;

/** The path of the front page, with a slash at its end. */
const BASE = new URL("./", location.href).pathname;

/** Whether an address, from the front page, names its content. */
const isImmutable = (/** @type {string} */ path) => /^static\/v-\w+\//.test(path) || path.endsWith(".wasm");

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    // A page of another version would ask for files that are not kept: then this is tried again later.
    const pages = PAGES.map(async (page) => {
      const response = await fetch(BASE + page, { cache: "no-cache" }).catch(() => null);
      if (response?.ok && !(await keepPage(cache, BASE + page, response))) throw new Error(`${page} is of another version`);
    });
    const files = FILES.map((path) => fromCache(BASE + path, path, cache).catch(() => {}));
    await Promise.all([...pages, ...files]);
    await worker.skipWaiting();
  })());
});

/** Keeps a page, if it is of this version. A file server leads from a page to its folder, and what was led elsewhere cannot be shown as a page. @param {Cache} cache @param {string} key @param {Response} response */
async function keepPage(cache, key, response) {
  const text = await response.text();
  if (!text.includes(`static/v-${VERSION}/`)) return false;
  await cache.put(key, new Response(text, { headers: response.headers }));
  return true;
}

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    // Pages that are open still need the files of the version before.
    const others = (await caches.keys()).filter((name) => name.startsWith("duel-") && name !== CACHE);
    for (const name of others.slice(0, -1)) await caches.delete(name);
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
  if (isImmutable(path)) event.respondWith(fromCache(request, path));
  else if (path.startsWith("static/")) event.respondWith(fromNetwork(request, request));
  else if (request.mode === "navigate") {
    const page = pageOf(path);
    event.respondWith(page !== null ? fromNetwork(request, BASE + page) : fromServer(request));
  }
});

/** The page behind an address: what it is about stands after its name. @param {string} path */
function pageOf(path) {
  const plain = path.replace(/(^|\/)(index\.html)?$/, "");
  if (PAGES.includes(plain)) return plain;
  const [first] = plain.split("/");
  return ["solve", "daily", "puzzles", "discover"].includes(first) ? first : null;
}

/** A page that needs a server; without a connection, one that says so. @param {Request} request */
async function fromServer(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(`${BASE}offline`)) ?? Response.error();
  }
}

/**
 * A file as any version has kept it, or from the network; kept in this cache, or if it is of this version.
 * @param {Request | string} request @param {string} path @param {Cache} [cache]
 */
async function fromCache(request, path, cache) {
  const kept = isImmutable(path) ? await caches.match(request) : undefined;
  const response = kept ?? (await fetch(request));
  if (response.ok && (cache || (!kept && FILES.includes(path)))) await (cache ?? (await caches.open(CACHE))).put(request, response.clone());
  return response;
}

/** From the network, or what was kept under this key (of a page: its address) if that does not answer. @param {Request} request @param {Request | string} key */
async function fromNetwork(request, key) {
  const cache = await caches.open(CACHE);
  const kept = async () => (await cache.match(key, { ignoreSearch: true })) ?? caches.match(key, { ignoreSearch: true });
  if (!navigator.onLine) return (await kept()) ?? Response.error();
  const answer = fetch(request).then(async (response) => {
    if (response.ok && typeof key === "string") keepPage(cache, key, response.clone()).catch(() => {});
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
