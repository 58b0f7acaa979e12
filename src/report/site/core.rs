//! The core for all pages of a site.

use serde::Serialize;

use crate::report::page::core::{CLIENT, CORE, PageCore, core};
use crate::report::page::packed::packed;

/// The part that reads and draws puzzles, which pages with one puzzle do not need.
const TEXTS: &[u8] = include_bytes!("../../../bindings/web/built/texts.wasm");

/// The script that unpacks it.
const UNPACK: &str = include_str!("../page/unpack.js");

/// The whole core.
#[derive(Serialize)]
struct EditorCore {
    #[serde(flatten)]
    core: &'static PageCore,
    texts: String,
}

/// Returns a script with the core as text and the code that calls it: a page opened from disk may
/// not read other files.
pub fn script() -> String {
    let whole = EditorCore { core: core(), texts: packed(&[TEXTS]) };
    let whole = serde_json::to_string(&whole).expect("texts are JSON");
    format!("{UNPACK}{CLIENT}{CORE}const core = {whole};\n")
}
