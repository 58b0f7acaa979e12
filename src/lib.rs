//! A sliding-block puzzle engine: pieces of any shape, under six meanings of "one move".
//!
//! ```text
//! puzzle text ──parse──▶ Puzzle ──compile──▶ space ──search──▶ Outcome ──report──▶ people, programs
//!                          ▲                   masks, moves  │ events
//!                          └─ validated once                 └─▶ Observer
//! ```
//!
//! A [`Puzzle`] is read from a short text and is valid from then on. [`search::search`] takes it
//! with a [`search::Request`] and returns a [`search::Outcome`], telling an [`search::Observer`]
//! what happens on the way. [`check::verify`] replays a solution with code of its own. The modules
//! of [`report`] turn all that into text, JSON, pages to play on, or the output of Knuth's program
//! SLIDING.
//!
//! ```
//! use sliding::puzzle::{Direction, Puzzle, Style};
//! use sliding::search::{Request, search};
//!
//! let puzzle: Puzzle = "\
//! 2 x 3 (swap the two)
//! 1 = 1
//! 2 = 1
//! 1002
//! 2??1
//! ".parse()?;
//!
//! let style = Style::new(2).unwrap();
//! let outcome = search(&puzzle, &Request::new(style), &mut ())?;
//! assert_eq!(outcome.moves, Some(3));
//!
//! let solution = outcome.solution.unwrap();
//! assert_eq!(solution.moves.len(), 3);
//! sliding::check::verify(&puzzle, style, &solution)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod advice;
pub mod analyse;
mod board;
pub mod check;
pub mod corpus;
pub mod game;
mod knuth;
mod moves;
pub mod puzzle;
mod rank;
pub mod report;
pub mod search;
mod store;
pub mod tiles;

pub use knuth::MAX_RING_WORDS;
pub use puzzle::Puzzle;
