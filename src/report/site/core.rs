//! The core for all pages of a site, in scripts: a page opened from disk may not read other files.

use crate::report::json::to_json;
use crate::report::page::core::core;
use crate::report::page::packed::packed;

/// The part that reads and draws puzzles, which pages with one puzzle do not need.
const TEXTS: &[u8] = include_bytes!("../../../bindings/web/built/texts.wasm");

/// The part that makes new levels, loaded when one is wanted.
const LEVELS: &[u8] = include_bytes!("../../../bindings/web/built/levels.wasm");

/// Returns a script with the whole core as text.
pub fn script() -> String {
    format!("const core = {};\n", to_json(&core(true).with("texts", &packed(TEXTS))))
}

/// Returns a script with the generator of levels as text.
pub fn generator() -> String {
    format!("const generator = \"{}\";\n", packed(LEVELS))
}
