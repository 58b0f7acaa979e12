//! The engines for puzzles of any kind: breadth-first searches, level by level, and [`beam`] search.
//!
//! Each breadth-first search makes its levels in its own way and implements [`drive::Search`]; the
//! loop around them is [`drive::drive`].

pub mod beam;
pub mod board;
pub mod choose;
pub mod compiled;
pub mod dense;
pub mod drive;
pub mod folder;
pub mod forecast;
pub mod guard;
pub mod handover;
pub mod host;
pub mod meet;
pub mod moves;
pub mod query;
pub mod rank;
pub mod sparse;
pub mod store;
pub mod table;
pub mod toy;
