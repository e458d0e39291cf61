// @ts-check
// A worker in which an engine thinks, one request after the other. engine.js talks to it.

import { FILE, TEACHER } from "./file.js";
import { run } from "./wasi.js";

/** The types of pages call `self` a window. */
const worker = /** @type {any} */ (self);
// The name of the worker says which engine it runs. Engines are named by what is in them, and are not in
// the folder of a version.
const address = new URL(worker.name === "teacher" ? TEACHER : FILE, import.meta.url.replace(/v-\w+\/(?=engine\/)/, ""));

/** The compiled engine; fetched when it is needed first. @type {Promise<WebAssembly.Module> | null} */
let engine = null;

async function fetched() {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the engine could not be loaded (${response.status})`);
  // A plain file server may not know the media type, which compiling on the way insists on.
  return WebAssembly.compile(await response.arrayBuffer());
}

worker.addEventListener("message", async (/** @type {MessageEvent} */ { data: { id, request } }) => {
  let module;
  try {
    module = await (engine ??= fetched());
  } catch (error) {
    engine = null;
    return worker.postMessage({ id, unavailable: String(error) });
  }
  try {
    worker.postMessage({ id, reply: run(module, request) });
  } catch (error) {
    worker.postMessage({ id, failed: String(error) });
  }
});
