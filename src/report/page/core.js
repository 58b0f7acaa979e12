// The core of the program as a page carries it, packed, and begun in a worker for what takes its time.

async function openCore({ wasm, worker, ...others }, more) {
  const [search, script] = await Promise.all([wasm, worker].map(unpacked));
  const later = Object.entries(others).map(([name, part]) => [name, () => unpacked(part)]);
  // Scripts of a page from a disk have no address that a worker may be made of.
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return Sliding.open({ ...Object.fromEntries(later), ...more, search, worker: () => new Worker(address) });
}
