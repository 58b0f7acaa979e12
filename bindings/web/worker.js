// What runs in the worker, behind the scripts that wrap the parts of the core (`wasm_search` and so on).
// Nothing here stands in a module, so that a page that is one file can start it too.
//
// Messages: `{ search }` comes once, `{ texts }` and others when they are wanted: WebAssembly. `{ id, method, args, tells }`
// is answered by `{ id, value }` or `{ id, error }`, and before that perhaps by some `{ id, progress }`: all of
// these are JSON, or a text. Or by `{ id, lacks }`, which is the part to be sent before it is asked again.

{
  // In node, workers talk by way of a port.
  const node = globalThis.process?.getBuiltinModule?.("node:worker_threads");
  const port = node?.parentPort ?? globalThis;
  const send = (message) => port.postMessage(message);
  const begins = { search: wasm_search, texts: wasm_texts, tiles: wasm_tiles, levels: wasm_levels };
  // The parts of methods that are in neither `search` nor `texts`.
  const owners = { tiles: "tiles", generate: "levels" };
  const parts = {};

  const begin = async (part, wasm) => {
    // Where there is only an address, the browser compiles while it loads.
    await begins[part]({ module_or_path: wasm });
    return begins[part];
  };

  const find = async ({ method, args }, listener) => {
    const owner = owners[method] ?? (method in (await parts.search) ? "search" : "texts");
    const [part, texts] = [await parts[owner], await parts.texts];
    if (!part) return { lacks: owner };
    try {
      return { value: part[method](...args, listener) };
    } catch (error) {
      // Searches and levels read one notation, without options.
      if (error !== "unread") throw error;
    }
    if (!texts) return { lacks: "texts" };
    const [text, options] = args;
    const { read = {}, ...rest } = JSON.parse(options);
    const plain = JSON.parse(texts.plain(text, JSON.stringify({ read })));
    const value = part[method](plain.text, JSON.stringify({ ...rest, names: plain.names }), listener);
    if (!plain.read_as || value.startsWith("[")) return { value };
    // What was searched says everything; the text that was given did not.
    return { value: JSON.stringify({ ...JSON.parse(value), read_as: plain.read_as }) };
  };

  const answer = async ({ id, tells, ...asked }) => {
    try {
      const listener = tells ? (progress) => send({ id, progress }) : undefined;
      send({ id, ...(await find(asked, listener)) });
    } catch (error) {
      // The core throws texts. Anything else is a mistake, after which nothing in it can be relied on.
      send(typeof error === "string" ? { id, error } : { id, failed: String(error) });
    }
  };

  const hear = (message) => {
    const part = Object.keys(begins).find((part) => message[part]);
    if (part) parts[part] ??= begin(part, message[part]);
    else answer(message);
  };

  if (node) port.on("message", hear);
  else port.onmessage = ({ data }) => hear(data);
}
