//! The conventions for writing puzzles.

/// The conventions as a table with tabs, a row each below the names of the columns: what a text looks
/// like, what it means, who uses it, the reading for `--as`, the smallest text (`|` ends a line), and
/// what comes of it: `read as` and what was assumed, `asks` and the option of the first answer, or
/// `error` and its message.
///
/// `sliding convert --list`, the table in `docs/internals/notations.md` and the test that reads every
/// example are made from it.
pub const CONVENTIONS: &str = include_str!("conventions.tsv");
