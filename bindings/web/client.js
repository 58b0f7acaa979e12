// The core in a worker, asked by promises. `sliding.d.ts` says what can be asked.

class SlidingError extends Error {
  constructor({ message, line = null, column = null, problems = [], readings = [], stopped = false }) {
    super(SlidingError.#here(message));
    this.name = "SlidingError";
    for (const problem of problems) {
      problem.message = SlidingError.#here(problem.message);
      problem.expected = SlidingError.#here(problem.expected);
    }
    Object.assign(this, { line, column, problems, readings, stopped });
  }

  /** A message with options as they are here: `target: X` for `--target X`. */
  static #here(text) {
    const plain = text.replace("; `sliding solve` takes all of a file", "");
    return plain.replace(/([` ])--([a-z]+)( ?)/g, (_, before, name, blank) => before + name + (blank && ": "));
  }
}

class Sliding {
  // What is asked and not answered, in order. The worker has the first of these; each comes to it when it has
  // answered the one before, so that any can be stopped by itself.
  #questions = [];
  #asked = 0;
  #worker = null;
  #isClosed = false;
  #parts;
  // Parts that are being compiled.
  #compiled = {};

  static #STYLES = ["step", "slide", "walk", "step+", "slide+", "walk+"];

  // What options are, as `typeof` says it; `natural` are whole numbers from 0 up, `style` numbers from 0 to 5 or names.
  static #OPTIONS = {
    style: "style", start: "string", read: "object", memory: "natural", timeLimit: "number",
    maxMoves: "natural", most: "natural", theme: "string", bare: "boolean", goals: "boolean",
    progress: "function", signal: "object",
  };
  static #TILES = {
    size: "object", goal: "string", engine: "string", style: "style", notation: "string", memory: "natural",
    timeLimit: "number", maxMoves: "natural", progress: "function", signal: "object",
  };
  static #LEVELS = {
    board: "string", shapes: "string", pieces: "string", moves: "string", style: "style", seed: "natural",
    memory: "natural", timeLimit: "number", signal: "object",
  };
  static #OWN = { tiles: Sliding.#TILES, generate: Sliding.#LEVELS };

  constructor(parts) {
    this.#parts = parts;
  }

  static async open({ search, ...others }) {
    // Compiled once, however often the worker begins anew; other parts when they are wanted.
    const sliding = new Sliding({ ...others, search: await Sliding.#module(search) });
    sliding.#start();
    return sliding;
  }

  static async #module(wasm) {
    if (typeof wasm === "function") return Sliding.#module(await wasm());
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

  async check(text, options) {
    return JSON.parse(await this.#ask("check", text, options));
  }

  async solve(text, options) {
    return JSON.parse(await this.#ask("solve", text, options));
  }

  async hint(text, options) {
    return JSON.parse(await this.#ask("hint", text, options));
  }

  async explore(text, options) {
    return JSON.parse(await this.#ask("explore", text, options));
  }

  async verify(text, solution, options) {
    return JSON.parse(await this.#ask("verify", text, options, String(solution)));
  }

  async moves(text, options) {
    return JSON.parse(await this.#ask("moves", text, options));
  }

  async game(text, options) {
    return JSON.parse(await this.#ask("game", text, options));
  }

  async tiles(board, options) {
    const text = Array.isArray(board) ? board.map((row) => [row].flat().join(" ")).join("/") : board;
    return JSON.parse(await this.#ask("tiles", text, options));
  }

  async generate({ like = "", ...options }) {
    return JSON.parse(await this.#ask("generate", like, options));
  }

  convert(text, notation, options) {
    return this.#ask("convert", text, options, String(notation));
  }

  draw(text, options) {
    return this.#ask("draw", text, options);
  }

  stop() {
    if (this.#questions.length > 0) this.#end({ message: "stopped", stopped: true });
  }

  close() {
    this.#isClosed = true;
    this.#end({ message: "closed", stopped: true });
  }

  async #ask(method, text, options = {}, ...more) {
    Sliding.#check(text, options, Sliding.#OWN[method] ?? Sliding.#OPTIONS);
    if (this.#isClosed) throw new SlidingError({ message: "closed", stopped: true });
    const { progress, signal, style: named, timeLimit: time_limit, maxMoves: max_moves, ...rest } = options;
    if (signal?.aborted) throw signal.reason;
    const style = typeof named === "string" ? Sliding.#STYLES.indexOf(named) : named;
    const asked = JSON.stringify({ ...rest, style, time_limit, max_moves });
    const message = { id: (this.#asked += 1), method, args: [text, asked, ...more], tells: Boolean(progress) };
    const question = { message, progress };
    const drop = () => this.#drop(question, signal.reason);
    signal?.addEventListener("abort", drop);
    try {
      return await new Promise((resolve, reject) => {
        Object.assign(question, { resolve, reject });
        this.#questions.push(question);
        if (this.#questions.length === 1) this.#next();
      });
    } finally {
      signal?.removeEventListener("abort", drop);
    }
  }

  /** Throws where something is no text, or no option. */
  static #check(text, options, known) {
    const wrong = (message) => { throw new SlidingError({ message }); };
    if (typeof text !== "string") wrong(`a puzzle is a text, not ${text === null ? text : typeof text}`);
    if (typeof options !== "object" || options === null) wrong("the options are an object");
    for (const [name, value] of Object.entries(options)) {
      const kind = known[name];
      if (!kind) wrong(`no option \`${name}\`: expected one of ${Object.keys(known).join(", ")}`);
      if (value === undefined) continue;
      const [suits, expected] = Sliding.#kind(kind, value);
      if (!suits || value === null) wrong(`${name}: expected ${expected}`);
    }
    if (options.signal && !options.signal.addEventListener) wrong("signal: expected that of an AbortController");
  }

  /** Whether a value is of a kind, and what is expected. */
  static #kind(kind, value) {
    const isNatural = Number.isSafeInteger(value) && value >= 0;
    if (kind === "natural") return [isNatural, "a whole number from 0 up"];
    if (kind === "style") {
      const names = Sliding.#STYLES;
      return [(isNatural && value < names.length) || names.includes(value), `0 to 5, or one of ${names.join(", ")}`];
    }
    return [typeof value === kind, `${kind === "object" ? "an" : "a"} ${kind}`];
  }

  /** Sends the first question to the worker. */
  #next() {
    const [first] = this.#questions;
    if (!first) return this.#worker?.unref?.();
    try {
      this.#worker ?? this.#start();
      // What keeps node alive is an answer that somebody waits for.
      this.#worker.ref?.();
      this.#worker.postMessage(first.message);
    } catch (error) {
      this.#drop(first, error);
    }
  }

  /** Takes a question back that is answered, or will not be. */
  #take(question) {
    const at = this.#questions.indexOf(question);
    if (at >= 0) this.#questions.splice(at, 1);
    return at;
  }

  /** Rejects a question that is not answered yet. If the worker has it, the others get a new one. */
  #drop(question, reason) {
    const at = this.#take(question);
    if (at < 0) return;
    question.reject(reason);
    if (at > 0) return;
    this.#terminate();
    this.#next();
  }

  /** Reports the progress of a search. An error of the callback ends the search. */
  async #report(question, progress) {
    try {
      await question.progress(progress);
    } catch (error) {
      this.#drop(question, error);
    }
  }

  /** Asks once more, with the part that was missing. */
  async #again(question, part) {
    try {
      if (!this.#parts[part]) throw new SlidingError({ message: `this takes the part \`${part}\` of the core` });
      this.#parts[part] = await (this.#compiled[part] ??= Sliding.#module(this.#parts[part]));
    } catch (error) {
      return this.#drop(question, error);
    }
    // It may have been stopped meanwhile.
    if (this.#questions[0] !== question) return;
    this.#worker.postMessage({ [part]: this.#parts[part] });
    this.#worker.postMessage(question.message);
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
    const [question] = this.#questions;
    if (question?.message.id !== id) return;
    if (progress !== undefined) return this.#report(question, JSON.parse(progress));
    if (lacks !== undefined) return this.#again(question, lacks);
    // After a mistake nothing in the worker can be relied on.
    if (failed !== undefined) return this.#drop(question, new SlidingError({ message: failed }));
    this.#take(question);
    if (value === undefined) question.reject(new SlidingError(JSON.parse(error)));
    else question.resolve(value);
    this.#next();
  }

  #terminate() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** Ends the worker with all that it was asked. */
  #end(reason) {
    this.#terminate();
    for (const { reject } of this.#questions.splice(0)) reject(new SlidingError(reason));
  }
}
