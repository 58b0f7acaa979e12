//! WebAssembly embedded in pages: the rules by which pieces move, and the core, which searches.

use std::sync::LazyLock;

use serde::Serialize;

use super::packed::packed;

/// `bindings/web` says how these are built, and from what.
const TABLE: &[u8] = include_bytes!("../../../bindings/web/built/table.wasm");
const SEARCH: &[u8] = include_bytes!("../../../bindings/web/built/search.wasm");
const WORKER: &[u8] = include_bytes!("../../../bindings/web/built/worker.js");

/// The script for a page to talk to a worker.
pub const CLIENT: &str = include_str!("../../../bindings/web/client.js");

/// The script for the page itself to call the rules.
pub const WRAPPER: &str = include_str!("../../../bindings/web/built/table.js");

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

/// Returns the rules, which a page needs before it can show a puzzle.
pub fn rules() -> String {
    packed(&[TABLE])
}
