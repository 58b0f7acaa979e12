//! The core for all pages of a site.

use crate::report::json::to_json;
use crate::report::page::core::{CLIENT, CORE, core};
use crate::report::page::packed::packed;

/// The part that reads and draws puzzles, which pages with one puzzle do not need.
const TEXTS: &[u8] = include_bytes!("../../../bindings/web/built/texts.wasm");

/// The part that makes new levels, loaded when one is wanted.
const LEVELS: &[u8] = include_bytes!("../../../bindings/web/built/levels.wasm");

/// The script that unpacks them.
const UNPACK: &str = include_str!("../page/unpack.js");

/// Returns a script with the whole core as text and the code that calls it: a page opened from disk
/// may not read other files.
pub fn script() -> String {
    let whole = to_json(&core(true).with("texts", &packed(TEXTS)));
    format!("{UNPACK}{CLIENT}{CORE}const core = {whole};\n")
}

/// Returns a script with the generator of levels as text.
pub fn generator() -> String {
    format!("const generator = \"{}\";\n", packed(LEVELS))
}
