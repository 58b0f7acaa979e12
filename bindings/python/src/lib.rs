//! The compiled part of the Python package `sliding`: `sliding._sliding`.
//!
//! It is thin. Questions go to the public face of the library, with the lock of the interpreter
//! released; answers come back as the texts of the library's own JSON reports, and as bare numbers for
//! arrays. What people see, classes and their documentation, is written in Python beside it.

mod graph;
mod hunts;
mod makers;
mod many;
mod proof;
mod puzzle;
mod questions;
mod raised;
mod search;
mod solved;
mod tiles;

use std::borrow::Cow;

use pyo3::prelude::*;
use sliding::notation::NOTATIONS;
use sliding::report::json::to_json as json;
use sliding::solve::Engine;

/// The compiled part of `sliding`.
#[pymodule]
mod _sliding {
    use super::*;

    #[pymodule_export]
    use super::graph::{Graph, Map};
    #[pymodule_export]
    use super::hunts::hunt_family;
    #[pymodule_export]
    use super::makers::{generate, improve, pack, rate};
    #[pymodule_export]
    use super::many::Puzzles;
    #[pymodule_export]
    use super::proof::{check_proof, databases, prove, write_file};
    #[pymodule_export]
    use super::puzzle::Puzzle;
    #[pymodule_export]
    use super::questions::{count, explore, graph, solutions, solve, styles, survey, verify, why};
    #[pymodule_export]
    use super::solved::Answer;
    #[pymodule_export]
    use super::tiles::{list_tiles, solve_tiles};

    /// Name, description, and whether it is written, of every notation.
    #[pyfunction]
    fn notations() -> Vec<(&'static str, &'static str, bool)> {
        let row = |notation: &sliding::notation::Notation| {
            (notation.name, notation.about, notation.is_written())
        };
        NOTATIONS.iter().map(row).collect()
    }

    /// The text of a file with a puzzle: UTF-8, or UTF-16 with a mark.
    #[pyfunction]
    fn decode(bytes: &[u8]) -> Cow<'_, str> {
        sliding::notation::decode(bytes)
    }

    /// The names of the engines that can be asked for.
    #[pyfunction]
    fn engines() -> Vec<&'static str> {
        Engine::all().map(Engine::name).collect()
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
