
// As a module it knows where the other two files are. Bundlers understand these forms, and take the files along.
const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads");
const open = Sliding.open;
Sliding.open = (parts) => {
  const wasm = new URL("./sliding.wasm", import.meta.url);
  const worker = threads
    ? () => new threads.Worker(new URL("./worker.js", import.meta.url), { execArgv: [] })
    : () => new Worker(new URL("./worker.js", import.meta.url));
  return open({ wasm, worker, ...parts });
};

export { Sliding, SlidingError };
