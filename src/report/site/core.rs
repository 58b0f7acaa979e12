//! The core for all pages of a site.

use crate::report::page::core::{CLIENT, core};

/// What unpacks it.
const UNPACK: &str = include_str!("../page/unpack.js");

/// A script with the core as text and with what asks it: a page from disk may read nothing else.
pub fn script() -> String {
    let core = serde_json::to_string(core()).expect("texts are JSON");
    format!("const CORE = {core};\n{UNPACK}{CLIENT}")
}
