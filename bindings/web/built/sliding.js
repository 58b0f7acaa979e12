// The core in a worker, asked by promises. `sliding.d.ts` says what can be asked.

class SlidingError extends Error {
  constructor({ message, line = null, column = null, problems = [], readings = [], stopped = false }) {
    super(message);
    this.name = "SlidingError";
    Object.assign(this, { line, column, problems, readings, stopped });
  }
}

class Sliding {
  // What is asked and not answered, by its number.
  #open = new Map();
  #asked = 0;
  #worker = null;
  #isClosed = false;
  #parts;
  // Parts that are being compiled.
  #compiled = {};

  constructor(parts) {
    this.#parts = parts;
  }

  static async open({ search, texts, worker }) {
    // Compiled once, however often the worker begins anew; the texts when they are wanted.
    const sliding = new Sliding({ search: await Sliding.#module(search), texts, worker });
    sliding.#start();
    return sliding;
  }

  static async #module(wasm) {
    if (wasm instanceof WebAssembly.Module) return wasm;
    if (ArrayBuffer.isView(wasm) || wasm instanceof ArrayBuffer) return WebAssembly.compile(wasm);
    const address = new URL(wasm, globalThis.document?.baseURI);
    // Node fetches no files.
    const fs = address.protocol === "file:" && globalThis.process?.getBuiltinModule?.("node:fs/promises");
    if (fs) return WebAssembly.compile(await fs.readFile(address));
    const response = await fetch(address);
    if (!response.ok) throw new SlidingError({ message: `${address}: ${response.status} ${response.statusText}` });
    return WebAssembly.compile(await response.arrayBuffer());
  }

  async check(text, options = {}) {
    return JSON.parse(await this.#ask("check", [text, JSON.stringify(options)]));
  }

  async solve(text, options) {
    return JSON.parse(await this.#search("solve", text, options));
  }

  async hint(text, options) {
    return JSON.parse(await this.#search("hint", text, options));
  }

  async explore(text, options) {
    return JSON.parse(await this.#search("explore", text, options));
  }

  async moves(text, options = {}) {
    return JSON.parse(await this.#ask("moves", [text, JSON.stringify(options)]));
  }

  async game(text, options = {}) {
    return JSON.parse(await this.#ask("game", [text, JSON.stringify(options)]));
  }

  convert(text, notation, options = {}) {
    return this.#ask("convert", [text, JSON.stringify(options), notation]);
  }

  draw(text, options = {}) {
    return this.#ask("draw", [text, JSON.stringify(options)]);
  }

  stop() {
    if (this.#open.size > 0) this.#end({ message: "stopped", stopped: true });
  }

  close() {
    this.#isClosed = true;
    this.#end({ message: "closed", stopped: true });
  }

  #search(method, text, { progress, ...options } = {}) {
    return this.#ask(method, [text, JSON.stringify(options)], progress);
  }

  #ask(method, args, progress) {
    if (this.#isClosed) return Promise.reject(new SlidingError({ message: "closed", stopped: true }));
    this.#worker ?? this.#start();
    const id = (this.#asked += 1);
    const message = { id, method, args: args.map(String), tells: Boolean(progress) };
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject, progress, message });
      // What keeps node alive is an answer that somebody waits for.
      this.#worker.ref?.();
      this.#worker.postMessage(message);
    });
  }

  /** Asks once more, with the part that was missing. */
  async #again(id, part) {
    const { reject, message } = this.#open.get(id);
    try {
      if (!this.#parts[part]) throw new SlidingError({ message: `this takes the part \`${part}\` of the core` });
      this.#parts[part] = await (this.#compiled[part] ??= Sliding.#module(this.#parts[part]));
    } catch (error) {
      this.#open.delete(id);
      return reject(error);
    }
    // Nobody may want it any more.
    if (!this.#open.has(id)) return;
    this.#worker.postMessage({ [part]: this.#parts[part] });
    this.#worker.postMessage(message);
  }

  #start() {
    const worker = (this.#worker = this.#parts.worker());
    const hear = (message) => this.#worker === worker && this.#hear(message);
    const fail = (message) => this.#worker === worker && this.#end({ message: `the worker failed: ${message}` });
    if (worker.on) {
      worker.on("message", hear);
      worker.on("error", (error) => fail(error.message));
      worker.unref();
    } else {
      worker.onmessage = ({ data }) => hear(data);
      worker.onerror = (event) => fail(event.message);
    }
    worker.postMessage({ search: this.#parts.search });
  }

  #hear({ id, value, error, failed, progress, lacks }) {
    const asked = this.#open.get(id);
    if (progress !== undefined) return asked.progress(JSON.parse(progress));
    if (lacks !== undefined) return this.#again(id, lacks);
    this.#open.delete(id);
    if (this.#open.size === 0) this.#worker.unref?.();
    if (value !== undefined) return asked.resolve(value);
    asked.reject(new SlidingError(error === undefined ? { message: failed } : JSON.parse(error)));
    // The next question goes to a new worker.
    if (failed !== undefined) this.#end({ message: failed });
  }

  /** Ends the worker with all that it was asked. */
  #end(reason) {
    this.#worker?.terminate();
    this.#worker = null;
    const open = [...this.#open.values()];
    this.#open.clear();
    open.forEach(({ reject }) => reject(new SlidingError(reason)));
  }
}

// As a module it knows where the other files are. Bundlers understand these forms, and take the files along.
const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads");
const open = Sliding.open;
Sliding.open = (parts) => {
  const search = new URL("./search.wasm", import.meta.url);
  const texts = new URL("./texts.wasm", import.meta.url);
  const worker = threads
    ? () => new threads.Worker(new URL("./worker.js", import.meta.url), { execArgv: [] })
    : () => new Worker(new URL("./worker.js", import.meta.url));
  return open({ search, texts, worker, ...parts });
};

export { Sliding, SlidingError };
