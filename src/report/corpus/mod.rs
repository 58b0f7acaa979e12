//! The run of a corpus: the table for people as it grows, and JSON.

mod json;
mod text;

pub use json::{Case, CaseResult, Corpus, Totals};
pub use text::{Row, Table, write_end};
