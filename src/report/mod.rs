//! What people and programs get to see, by subject.
//!
//! Each subject is a module, with its text for people, its JSON for programs, which `docs/internals/json.md`
//! describes, and its pictures where it has them. Beside the subjects stands what they share: [`subject`],
//! [`words`], boards of characters ([`boxes`]), colours ([`palette`]), the parts of JSON
//! objects ([`json`]), the table of their schemas ([`schema`]), arrays for NumPy ([`npy`]), and what
//! draws boards as SVG ([`draw`]).
//!
//! Nothing here writes to a file or a terminal: all of it writes to a writer that it is given, or
//! returns a text. What writes fails where its writer does, and in no other way.

// Shared by the subjects.
pub mod boxes;
pub mod draw;
pub mod elsewhere;
pub mod escape;
pub mod game;
pub mod json;
pub mod npy;
pub mod palette;
pub mod schema;
pub mod subject;
#[cfg(feature = "pages")]
mod texts;
pub mod words;

// Subjects.
pub mod classic;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod corpus;
pub mod count;
pub mod graph;
pub mod hint;
pub mod hunt;
pub mod map;
#[cfg(feature = "pages")]
pub mod page;
pub mod progress;
#[cfg(feature = "pages")]
pub mod proof;
pub mod puzzle;
pub mod replay;
#[cfg(feature = "pages")]
pub mod site;
pub mod solution;
pub mod solutions;
pub mod styles;
pub mod survey;
pub mod tiles;
pub mod why;
