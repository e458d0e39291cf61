// A `duel serve` of our own on a free loopback port, that can be killed and started again.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const running = new Set();
// Whatever happens to us, no server stays behind.
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

/** A port that was free a moment ago. */
async function freePort() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

export class Server {
  /** @param {string} binary the program `duel` */
  static async start(binary) {
    const server = new Server();
    server.binary = binary;
    server.folder = await mkdtemp(join(tmpdir(), "duel-browser-"));
    server.port = await freePort();
    await server.up();
    return server;
  }

  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }

  async up() {
    const database = join(this.folder, "web.db");
    const limits = ["requests", "games", "analyses", "connections"].flatMap((name) => ["--limit", `${name}=100000`]);
    this.child = spawn(this.binary, ["serve", "--listen", `127.0.0.1:${this.port}`, "--database", database, ...limits], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(this.child);
    this.child.once("exit", (code, signal) => running.delete(this.child) && this.onEnd?.(code, signal));
    const log = createWriteStream(join(this.folder, "log"), { flags: "a" });
    this.child.stderr.pipe(log);
    let said = "";
    this.child.stdout.setEncoding("utf8");
    await new Promise((resolve, reject) => {
      this.child.stdout.on("data", (text) => {
        said += text;
        if (said.includes(this.origin)) resolve();
      });
      this.child.once("error", reject);
      this.child.once("exit", (code) => reject(new Error(`duel serve ended with ${code}; its log is in ${this.folder}`)));
    });
  }

  /** kill -9, so that it can save nothing any more. */
  async kill() {
    const ended = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await ended;
  }

  /** Ends it in peace and removes its files. */
  async stop() {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, "exit");
      this.child.kill("SIGTERM");
      const late = setTimeout(() => this.child.kill("SIGKILL"), 10_000);
      const [code] = await ended;
      clearTimeout(late);
      if (code !== 0) throw new Error(`duel serve ended with ${code}; its log is in ${this.folder}`);
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The text at an address. */
  async text(path) {
    const response = await fetch(this.origin + path);
    assert.ok(response.ok, `${path}: ${response.status}`);
    return response.text();
  }

  /** Asks the API as a program would. @returns {Promise<any>} */
  async api(method, path, { body, token, status } = {}) {
    const response = await fetch(`${this.origin}/api/v1${path}`, {
      method,
      headers: { ...(body && { "Content-Type": "application/json" }), ...(token && { Authorization: `Bearer ${token}` }) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (status ? response.status !== status : !response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : null;
  }
}
