//! The core as WebAssembly: what a worker asks of it, and the rules for the page itself. There are five, so that a page
//! carries no more than it needs: [`search`], [`texts`] for what is written and drawn, [`tiles`] for tile puzzles, [`levels`]
//! for new levels, and [`table`] for pieces that are moved by hand.
//!
//! Every function takes the text of a puzzle and an object of options as JSON, and returns the text of an object
//! that `docs/json.md` describes; or it throws one that says what is wrong. `bindings/web/sliding.d.ts` has the types
//! of all these.

mod error;
#[cfg(feature = "levels")]
pub mod levels;
#[cfg(any(feature = "levels", feature = "search", feature = "tiles"))]
mod limits;
#[cfg(any(feature = "search", feature = "texts"))]
mod options;
#[cfg(any(feature = "search", feature = "tiles"))]
mod progress;
#[cfg(feature = "search")]
pub mod search;
#[cfg(feature = "table")]
pub mod table;
#[cfg(feature = "texts")]
pub mod texts;
#[cfg(feature = "tiles")]
pub mod tiles;

use sliding::report::json::to_json as json;

#[cfg(any(feature = "search", feature = "texts"))]
use error::AnswerError;
#[cfg(any(feature = "search", feature = "texts"))]
use options::RequestOptions;

/// An answer, or what is thrown.
type Answer = Result<String, String>;

/// Lets `find` answer, with the options that were read.
#[cfg(any(feature = "search", feature = "texts"))]
fn answer(
    options: &str,
    find: impl FnOnce(&RequestOptions) -> Result<String, AnswerError>,
) -> Answer {
    RequestOptions::read(options).and_then(|request| find(&request)).map_err(|error| error.thrown())
}
