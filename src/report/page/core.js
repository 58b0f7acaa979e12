// The core of the program as a page carries it, packed, and begun in a worker for what takes its time.

async function openCore({ wasm, texts, tiles, worker }) {
  const parts = [wasm, worker, texts, tiles].map((part) => part && unpacked(part));
  const [search, script, read, solver] = await Promise.all(parts);
  // Scripts of a page from a disk have no address that a worker may be made of.
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return Sliding.open({ search, texts: read, tiles: solver, worker: () => new Worker(address) });
}
