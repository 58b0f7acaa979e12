// The core of the program as a page carries it, packed, and begun in a worker for what takes its time.

async function openCore({ wasm, texts, worker }) {
  const parts = [unpacked(wasm), texts && unpacked(texts), unpacked(worker)];
  const [search, read, script] = await Promise.all(parts);
  // Scripts of a page from a disk have no address that a worker may be made of.
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return Sliding.open({ search, texts: read, worker: () => new Worker(address) });
}
