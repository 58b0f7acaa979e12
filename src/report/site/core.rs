//! The core as WebAssembly, for pages that solve by themselves: as it is kept in `bindings/web/`.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

const CORE: &[u8] = include_bytes!("../../../bindings/web/built/sliding.wasm");
const WORKER: &str = include_str!("../../../bindings/web/built/worker.js");
const CLIENT: &str = include_str!("../../../bindings/web/client.js");

/// A script with the core as text and with what asks it: a page from disk may read nothing else.
pub fn script() -> String {
    let core = json!({"wasm": BASE64_STANDARD.encode(CORE), "worker": WORKER});
    format!("const CORE = {core};\n{CLIENT}")
}
