// @ts-check
// Lets the pages work without a network from the second visit on (see worker.js).

import { BASE } from "./site.js";

/** Registers the worker, and lets it serve this page, too: one that was under way while the worker began is overlooked by it. */
async function register(/** @type {ServiceWorkerContainer} */ workers) {
  await workers.register(`${BASE}worker.js`);
  const { active } = await workers.ready;
  if (!workers.controller) active?.postMessage("claim");
}

if (navigator.serviceWorker) register(navigator.serviceWorker).catch(() => {});
