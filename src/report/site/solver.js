// The solver: the core as WebAssembly in a worker. Its script is large, and is read only when the page
// is there. A page from disk may neither fetch nor begin a worker by its address: so the bytes stand in
// a script as text, and the worker begins from a blob.

/** Reads a script of the site. */
function read(source) {
  return new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = source;
    script.addEventListener("load", done);
    script.addEventListener("error", () => failed(new Error(source)));
    document.head.append(script);
  });
}

async function openSolver() {
  await read("core.js");
  const levels = async () => {
    await read("generator.js");
    return unpacked(generator);
  };
  return openCore(core, { levels });
}

let opened;

/** The solver, opened when it is first wanted. */
const solver = () => (opened ??= openSolver());
