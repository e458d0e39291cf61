// @ts-check
// The service worker of the daily duel, served as /worker.js: keeps its page, scripts and days, so that
// it can be played without a network. The network comes first; nothing else of the site is touched.

/** The types of pages call `self` a window. */
const worker = /** @type {any} */ (self);
const CACHE = "duel-daily-1";
const PATIENCE = 4000;
const FILES = [
  "/daily", "/static/style.css", "/static/pictures.css", "/static/tools.css", "/static/icon.svg",
  ...[
    "api", "books", "daily", "dom", "engine", "numbers", "perfect", "pictures", "scene",
    "pictures/lattice", "pictures/line", "pictures/pairs", "pictures/spot", "pictures/tiles", "pictures/wheel",
  ].map((name) => `/static/${name}.js`),
];

worker.addEventListener("install", (/** @type {any} */ event) => {
  // Today, and tomorrow, which may find us without a network.
  const days = [0, 86_400_000].map((later) => `/api/v1/daily/${new Date(Date.now() + later).toISOString().slice(0, 10)}`);
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await Promise.all([...FILES, ...days].map((file) => cache.add(file).catch(() => {})));
    await worker.skipWaiting();
  })());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("duel-daily-") && name !== CACHE) await caches.delete(name);
    }
    await worker.clients.claim();
  })());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const isPage = pathname === "/daily" || pathname.startsWith("/daily/");
  const isDay = pathname.startsWith("/api/v1/daily/");
  if (isPage || isDay || pathname.startsWith("/static/")) event.respondWith(answer(request, isPage));
});

/** From the network, and from what was kept if that does not answer. Every day has the same page. @param {Request} request @param {boolean} isPage */
async function answer(request, isPage) {
  const cache = await caches.open(CACHE);
  const key = isPage ? "/daily" : request;
  const kept = () => cache.match(key);
  if (!navigator.onLine) return (await kept()) ?? Response.error();
  const fromNetwork = fetch(request).then((response) => {
    if (response.ok) cache.put(key, response.clone());
    return response;
  });
  const late = new Promise((_, refuse) => setTimeout(refuse, PATIENCE));
  try {
    return await Promise.race([fromNetwork, late]);
  } catch {
    return (await kept()) ?? fromNetwork;
  }
}
