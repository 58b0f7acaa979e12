// Six tasks in a real browser, by a page that a bundler made: node tests/bundles.mjs FOLDER. In the folder's
// `node_modules` there are the package as it is installed, and `esbuild` and `vite`; those that are not there are skipped.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";

const root = resolve(process.argv[2] ?? ".");
const browser = ["chromium", "chromium-browser", "google-chrome"].find((name) => spawnSync(name, ["--version"]).status === 0);
if (!browser || !process.argv[2]) {
  console.log(`skipped: ${browser ? "no folder was named" : "there is no Chromium"}, so no bundle was opened`);
  process.exit(0);
}

const EXPECTED = "1,3,true,1,2,AbortError";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** Listens on some port, and gives its address. */
const listening = (server) =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${server.address().port}`)));

/** Serves the files of a folder. */
const files = (folder) => createServer((request, response) => {
  const path = join(folder, new URL(request.url, "http://x").pathname.replace(/\/$/, "/index.html"));
  if (!existsSync(path)) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(readFileSync(path));
});

/** Writes the page into a folder; it sends the results of the tasks to the address. */
function page(folder, address) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), '<!DOCTYPE html><script type="module" src="./page.js"></script>');
  writeFileSync(join(folder, "page.js"), `
    import { Sliding } from "sliding";
    const vast = "3 x 4\\n" + [..."123456789ab"].map((name) => name + " = 1\\n").join("") + "123456789ab0\\n0ba987654321\\n";
    const send = (results) => fetch("${address}/?" + encodeURIComponent(results), { mode: "no-cors" });
    try {
      const sliding = await Sliding.open();
      const level = "1 x 4\\n1 = 1\\n1\\n0001\\n";
      const solved = await sliding.solve(level);
      const map = await sliding.explore(level, { style: 0 });
      const { valid } = await sliding.check("1 2/0 3");
      const { moves } = await sliding.hint("1 2/0 3");
      const tiles = await sliding.tiles("1 2 3/4 5 6/0 7 8");
      const controller = new AbortController();
      const stopped = sliding.explore(vast, { signal: controller.signal, progress: () => controller.abort() });
      const reason = await stopped.catch((error) => error.name);
      await send([solved.moves, map.from_start.depth, valid, moves, tiles.moves, reason].join());
    } catch (error) {
      await send(String(error));
    }`);
}

/** Returns the results that the page at an address sends, in a browser of its own. */
async function resultsOf(open, hear) {
  // Its processes may still write into it when they are gone, so it is left for the end.
  const profile = mkdtempSync(join(root, "profile-"));
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${profile}`];
  const shown = spawn(browser, [...flags, open], { stdio: "ignore" });
  const late = new Promise((resolve) => setTimeout(resolve, 60_000, "nothing within a minute").unref());
  try {
    return await Promise.race([hear, late]);
  } finally {
    shown.kill();
    await new Promise((resolve) => shown.on("exit", resolve));
  }
}

/** Builds a page with a tool, and compares its results with those expected. */
async function compare(name, tool, make) {
  if (!existsSync(join(root, "node_modules", tool))) return console.log(`skipped: there is no ${tool}`);
  let hear;
  const heard = new Promise((resolve) => (hear = resolve));
  const listener = createServer((request, response) => {
    response.end();
    const said = new URL(request.url, "http://x").search;
    if (said) hear(decodeURIComponent(said.slice(1)));
  });
  const folder = join(root, name.replaceAll(" ", "-"));
  page(folder, await listening(listener));
  const { address, close } = await make(folder);
  try {
    assert.equal(await resultsOf(address, heard), EXPECTED, name);
    console.log(`${name}: ${EXPECTED}`);
  } finally {
    await close();
    listener.close();
  }
}

const tool = (name) => import(join(root, "node_modules", name, name === "vite" ? "dist/node/index.js" : "lib/main.js"));
const served = async (folder) => {
  const server = files(folder);
  return { address: `${await listening(server)}/`, close: () => server.close() };
};

await compare("esbuild", "esbuild", async (folder) => {
  const { default: esbuild } = await tool("esbuild");
  const [entry, outfile] = [join(folder, "page.js"), join(folder, "out", "page.js")];
  await esbuild.build({ entryPoints: [entry], outfile, bundle: true, format: "esm", logLevel: "error" });
  // esbuild does not take files along: they are copied beside what it made.
  for (const file of ["search.wasm", "texts.wasm", "tiles.wasm", "levels.wasm", "worker.js"]) {
    copyFileSync(join(root, "node_modules/sliding/built", file), join(folder, "out", file));
  }
  copyFileSync(join(folder, "index.html"), join(folder, "out", "index.html"));
  return served(join(folder, "out"));
});

await compare("vite build", "vite", async (folder) => {
  const { build } = await tool("vite");
  await build({ root: folder, base: "./", logLevel: "error", configFile: false, build: { target: "esnext" } });
  return served(join(folder, "dist"));
});

await compare("vite server", "vite", async (folder) => {
  const { createServer } = await tool("vite");
  const config = { root: folder, logLevel: "error", configFile: false };
  const server = await (await createServer({ ...config, server: { host: "127.0.0.1", port: 0 } })).listen();
  return { address: `http://127.0.0.1:${server.httpServer.address().port}/`, close: () => server.close() };
});
