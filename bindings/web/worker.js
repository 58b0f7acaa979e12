// What runs in the worker, behind the script that wraps the core (`wasm_bindgen`). Nothing here stands in a
// module, so that a page that is one file can start it too.
//
// Messages: `{ wasm }` comes once. Then `{ id, method, args, tells }` is answered by `{ id, value }` or
// `{ id, error }`, and before that perhaps by some `{ id, progress }`: all of these are JSON, or a text.

{
  // In node, workers talk by way of a port.
  const node = globalThis.process?.getBuiltinModule?.("node:worker_threads");
  const port = node?.parentPort ?? globalThis;
  const send = (message) => port.postMessage(message);
  let core = null;

  const begin = async (wasm) => {
    // Where there is only an address, the browser compiles while it loads.
    await wasm_bindgen({ module_or_path: wasm });
    return wasm_bindgen;
  };

  const answer = async ({ id, method, args, tells }) => {
    try {
      const functions = await core;
      const listener = tells ? (progress) => send({ id, progress }) : undefined;
      send({ id, value: functions[method](...args, listener) });
    } catch (error) {
      // The core throws texts. Anything else is a mistake, after which nothing in it can be relied on.
      send(typeof error === "string" ? { id, error } : { id, failed: String(error) });
    }
  };

  const hear = (message) => {
    if (message.wasm) core = begin(message.wasm);
    else answer(message);
  };

  if (node) port.on("message", hear);
  else port.onmessage = ({ data }) => hear(data);
}
