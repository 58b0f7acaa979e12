//! A sliding-block puzzle engine: pieces of any shape, under six meanings of "one move".
//!
//! ```text
//! text ──notation──▶ Setup ──validate──▶ Puzzle ──solve──▶ Answer ──report──▶ people, programs
//!                                                   │ events
//!                                                   └─▶ Observer
//! ```
//!
//! A [`Puzzle`] is read from a short text, or built in code through a [`puzzle::Setup`], and is
//! valid from then on. [`solve::solve`] takes a [`solve::Query`] about it and a [`solve::Budget`],
//! and returns a [`solve::Answer`], reporting progress to a [`solve::Observer`]. [`analyse`]
//! examines the whole state space. [`check::verify`] replays a solution with independent code.
//!
//! With the feature `report`, the modules of `report` turn all that into text, JSON, pictures,
//! pages to play on, or the output of Knuth's program SLIDING. Without features this is the core,
//! which needs no terminal. `docs/internals/library.md` says more about features and what is
//! public.
//!
//! ```
//! use sliding::puzzle::{Puzzle, Style};
//! use sliding::solve::{Budget, Query, solve};
//!
//! let puzzle: Puzzle = "\
//! 2 x 3 (swap the two)
//! 1 = 1
//! 2 = 1
//! 1002
//! 2??1
//! ".parse()?;
//!
//! let answer = solve(&Query::new(&puzzle, Style::WALK), &Budget::default(), &mut ())?;
//! assert_eq!(answer.moves, Some(3));
//!
//! let solution = answer.solution.unwrap();
//! assert_eq!(solution.moves.len(), 3);
//! sliding::check::verify(&puzzle, Style::WALK, &solution)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analyse;
pub mod check;
#[cfg(feature = "cluster")]
pub mod cluster;
#[cfg(feature = "collection")]
pub mod collection;
pub mod design;
mod engine;
#[cfg(not(target_family = "wasm"))]
pub mod files;
mod knuth;
pub mod notation;
pub mod puzzle;
#[cfg(feature = "report")]
pub mod report;
pub mod solve;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod testing;
pub mod tiles;

pub use knuth::{CLASSIC_RING_WORDS, MAX_RING_WORDS};
pub use puzzle::Puzzle;

// Runs the examples of these pages as doc-tests.
#[cfg(all(doctest, feature = "report"))]
#[doc = include_str!("../docs/programs.md")]
#[doc = include_str!("../docs/internals/library.md")]
#[doc = include_str!("../README.md")]
mod documentation {}
