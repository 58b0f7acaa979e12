
// As a module it knows where the other files are. Bundlers understand the forms with `import.meta.url` in them, and take
// the files along: so node has another form, which they do not see.
const here = import.meta.url;
const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads");
const open = Sliding.open;
Sliding.open = (parts) => {
  const search = new URL("./search.wasm", import.meta.url);
  const texts = new URL("./texts.wasm", import.meta.url);
  const tiles = new URL("./tiles.wasm", import.meta.url);
  const levels = new URL("./levels.wasm", import.meta.url);
  const worker = threads
    ? () => new threads.Worker(new URL("./worker.js", here), { execArgv: [] })
    : () => new Worker(new URL("./worker.js", import.meta.url));
  return open({ search, texts, tiles, levels, worker, ...parts });
};

export { Sliding, SlidingError };
