//! The compiled part of the Python package `sliding`: `sliding._sliding`.
//!
//! It is thin. Questions go to the public face of the library, with the lock of the interpreter
//! released; answers come back as the texts of the library's own JSON reports, and as bare numbers
//! for arrays. What people see, classes and their documentation, is written in Python beside it.

mod design;
mod many;
mod pictures;
mod puzzle;
mod questions;
mod raised;
mod search;
mod tiles;

use std::borrow::Cow;

use pyo3::prelude::*;
use sliding::notation::NOTATIONS;
use sliding::report::json::to_json as json;

/// The compiled part of `sliding`.
#[pymodule]
mod _sliding {
    use super::*;

    #[pymodule_export]
    use super::design::{generate, hunt, improve, pack};
    #[pymodule_export]
    use super::many::Puzzles;
    #[pymodule_export]
    use super::pictures::{animation, page, sheet, text};
    #[pymodule_export]
    use super::puzzle::Puzzle;
    #[pymodule_export]
    use super::questions::{
        check_proof, components, count, explore, graph, hint, prove, rate, solutions, solve,
        styles, verify, why,
    };
    #[pymodule_export]
    use super::search::style_number;
    #[pymodule_export]
    use super::tiles::solve_tiles;

    /// Returns name, description, and whether it is written, of every notation.
    #[pyfunction]
    fn notations() -> Vec<(&'static str, &'static str, bool)> {
        NOTATIONS.iter().map(|one| (one.name, one.about, one.is_written())).collect()
    }

    /// Returns the text of a file with a puzzle: UTF-8, or UTF-16 with a mark.
    #[pyfunction]
    fn decode(bytes: &[u8]) -> Cow<'_, str> {
        sliding::notation::decode(bytes)
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
