// The core of the program, as a page carries it: for the page itself, and in a worker for what takes its time.

class Core {
  #packed;
  #search = null;

  /** The parts as text: `wasm` and `worker`, and perhaps `texts`. */
  constructor(packed) {
    this.#packed = packed;
  }

  // Compiled once for both.
  #compiled() {
    return (this.#search ??= unpacked(this.#packed.wasm).then((bytes) => WebAssembly.compile(bytes)));
  }

  /** Begins here. Gives what puzzles are laid on: `new Table(text)`. */
  async begin() {
    await wasm_search({ module_or_path: await this.#compiled() });
    return wasm_search.Table;
  }

  /** Begins in a worker. */
  async open() {
    const { texts, worker } = this.#packed;
    const parts = [this.#compiled(), texts && unpacked(texts), unpacked(worker)];
    const [search, read, script] = await Promise.all(parts);
    // Scripts of a page from a disk have no address that a worker may be made of.
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    return Sliding.open({ search, texts: read, worker: () => new Worker(address) });
  }
}
