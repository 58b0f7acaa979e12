//! The core as a page carries it, so that it knows what a move is, and can search by itself.

use std::sync::LazyLock;

use serde::Serialize;

use super::packed::packed;

/// `bindings/web` says how these are built, and from what.
const SEARCH: &[u8] = include_bytes!("../../../bindings/web/built/search.wasm");
const WORKER: &[u8] = include_bytes!("../../../bindings/web/built/worker.js");

/// The script through which a page speaks to a worker.
pub const CLIENT: &str = include_str!("../../../bindings/web/client.js");

/// What the page itself speaks to the core through.
pub const WRAPPER: &str = include_str!("../../../bindings/web/built/search.js");

/// What unpacks and begins the core.
pub const CORE: &str = include_str!("core.js");

/// What runs in the worker of a page: WebAssembly, and the script around it.
#[derive(Serialize)]
pub struct Core {
    wasm: String,
    worker: String,
}

/// It is the same for all pages.
pub fn core() -> &'static Core {
    static CORE: LazyLock<Core> =
        LazyLock::new(|| Core { wasm: packed(&[SEARCH]), worker: packed(&[WORKER]) });
    &CORE
}
