// @ts-check
// Runs the engine once: a WebAssembly program that reads requests from its standard input and writes
// answers to its standard output, one a line. It gets neither a clock nor randomness, so equal
// requests have equal answers. Of the system interface that it was compiled for (WASI preview 1) it
// needs only what is here.

/** The numbers of that interface for "done" and "there is no such function". */
const DONE = 0, NO_SUCH_FUNCTION = 52;

/** The program has ended by itself. */
class Exit extends Error {}

/**
 * Answers requests. What goes wrong inside is an Error, and leaves nothing behind: every call runs in
 * a memory of its own.
 * @param {WebAssembly.Module} engine @param {string} requests one a line @returns {string} the answers, one a line
 */
export function run(engine, requests) {
  const input = new TextEncoder().encode(`${requests}\n`);
  let position = 0;
  const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };
  const written = { 1: "", 2: "" };

  /** The parts of memory that a list of buffers names. @param {number} list @param {number} count */
  function* buffers(list, count) {
    const view = new DataView(memory().buffer);
    for (let at = list; at < list + 8 * count; at += 8) {
      yield new Uint8Array(memory().buffer, view.getUint32(at, true), view.getUint32(at + 4, true));
    }
  }
  const put = (/** @type {number} */ at, /** @type {number} */ value) => {
    new DataView(memory().buffer).setUint32(at, value, true);
    return DONE;
  };

  /** @type {Record<string, (...numbers: number[]) => number>} */
  const system = {
    fd_read(_, list, count, done) {
      const before = position;
      for (const buffer of buffers(list, count)) {
        const part = input.subarray(position, position + buffer.length);
        buffer.set(part);
        position += part.length;
      }
      return put(done, position - before);
    },
    fd_write(to, list, count, done) {
      let length = 0;
      for (const buffer of buffers(list, count)) {
        const stream = to === 2 ? 2 : 1;
        written[stream] += decoders[stream].decode(buffer, { stream: true });
        length += buffer.length;
      }
      return put(done, length);
    },
    random_get: () => DONE,
    environ_get: () => DONE,
    environ_sizes_get: (count, size) => put(count, 0) || put(size, 0),
    proc_exit(code) {
      throw new Exit(String(code));
    },
  };
  const named = WebAssembly.Module.imports(engine).map(({ name }) => [name, system[name] ?? (() => NO_SUCH_FUNCTION)]);
  const { exports } = new WebAssembly.Instance(engine, { wasi_snapshot_preview1: Object.fromEntries(named) });
  const memory = () => /** @type {WebAssembly.Memory} */ (exports.memory);
  try {
    /** @type {() => void} */ (exports._start)();
  } catch (error) {
    if (!(error instanceof Exit)) throw new Error(written[2].trim() || String(error));
  }
  return written[1].trimEnd();
}
