//! WebAssembly embedded in pages: the rules by which pieces move, and the core, which searches.

use super::packed::packed;
use crate::report::json::{Object, object};

/// `bindings/web` says how these are built, and from what.
const TABLE: &[u8] = include_bytes!("../../../bindings/web/built/table.wasm");
const SEARCH: &[u8] = include_bytes!("../../../bindings/web/built/search.wasm");
const TILES: &[u8] = include_bytes!("../../../bindings/web/built/tiles.wasm");
const WORKER: &[u8] = include_bytes!("../../../bindings/web/built/worker.js");

/// The script for a page to talk to a worker.
pub const CLIENT: &str = include_str!("../../../bindings/web/client.js");

/// The script for the page itself to call the rules.
pub const WRAPPER: &str = include_str!("../../../bindings/web/built/table.js");

/// Returns the code of a page's worker: WebAssembly, with the solver of tile puzzles if there is one,
/// and the script around it.
pub fn core(has_tiles: bool) -> Object {
    object! { "wasm": packed(SEARCH), "worker": packed(WORKER) }
        .with_some("tiles", has_tiles.then(|| packed(TILES)))
}

/// Returns the rules, which a page needs before it can show a puzzle.
pub fn rules() -> String {
    packed(TABLE)
}
