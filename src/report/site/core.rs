//! The core for all pages of a site.

use serde::Serialize;

use crate::report::page::core::{CLIENT, CORE, Core, WRAPPER, core};
use crate::report::page::packed::packed;

/// What reads and draws puzzles, which pages with one puzzle do without.
const TEXTS: &[u8] = include_bytes!("../../../bindings/web/built/texts.wasm");

/// What unpacks it.
const UNPACK: &str = include_str!("../page/unpack.js");

/// All of the core.
#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    core: &'static Core,
    texts: String,
}

/// A script with the core as text and with what asks it: a page from disk may read nothing else.
pub fn script() -> String {
    let whole = Whole { core: core(), texts: packed(&[TEXTS]) };
    let whole = serde_json::to_string(&whole).expect("texts are JSON");
    format!("{UNPACK}{CLIENT}{WRAPPER}{CORE}const core = new Core({whole});\n")
}
