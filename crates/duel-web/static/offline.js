// @ts-check
// Lets the pages work without a network from the second visit on (see worker.js).

import { BASE } from "./site.js";

navigator.serviceWorker?.register(`${BASE}worker.js`).catch(() => {});
