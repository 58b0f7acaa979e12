//! The core embedded in a page, which generates moves and searches.

use std::sync::LazyLock;

use serde::Serialize;

use super::packed::packed;

/// `bindings/web` says how these are built, and from what.
const SEARCH: &[u8] = include_bytes!("../../../bindings/web/built/search.wasm");
const WORKER: &[u8] = include_bytes!("../../../bindings/web/built/worker.js");

/// The script for a page to talk to a worker.
pub const CLIENT: &str = include_str!("../../../bindings/web/client.js");

/// The script for the page itself to call the core.
pub const WRAPPER: &str = include_str!("../../../bindings/web/built/search.js");

/// The script that unpacks and starts the core.
pub const CORE: &str = include_str!("core.js");

/// The code of a page's worker: WebAssembly, and the script around it.
#[derive(Serialize)]
pub struct PageCore {
    wasm: String,
    worker: String,
}

/// Returns the core, which is the same for all pages.
pub fn core() -> &'static PageCore {
    static CORE: LazyLock<PageCore> =
        LazyLock::new(|| PageCore { wasm: packed(&[SEARCH]), worker: packed(&[WORKER]) });
    &CORE
}
