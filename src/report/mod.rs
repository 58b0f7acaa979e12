//! The output for people and programs, by subject.
//!
//! Each subject is a module, with its text for people, its JSON for programs, which
//! `docs/internals/json.md` describes, and its pictures if it has any. The subjects share
//! [`subject`], [`words`], boards of characters ([`boxes`]), colours ([`palette`]), the parts of
//! JSON objects ([`json`]), the table of their schemas ([`schema`]), arrays for NumPy ([`npy`]),
//! and pictures ([`scene`]).
//!
//! Nothing here opens files or terminals: functions write to a writer that the caller provides, or
//! return a text. They fail if the writer does, or as they say.

// Shared by the subjects.
mod advice;
pub mod boxes;
pub mod escape;
pub mod game;
pub mod json;
pub mod npy;
pub mod other_styles;
pub mod palette;
pub mod scene;
pub mod schema;
pub mod subject;
#[cfg(feature = "pages")]
mod texts;
pub mod words;

// Subjects.
pub mod classic;
pub mod corpus;
pub mod count;
pub mod graph;
pub mod hint;
pub mod hunt;
pub mod improved;
pub mod map;
pub mod pack;
#[cfg(feature = "pages")]
pub mod page;
pub mod print;
pub mod progress;
#[cfg(feature = "pages")]
pub mod proof;
pub mod puzzle;
pub mod rating;
pub mod replay;
#[cfg(feature = "pages")]
pub mod site;
pub mod solution;
pub mod solutions;
pub mod styles;
pub mod survey;
pub mod tiles;
pub mod why;
