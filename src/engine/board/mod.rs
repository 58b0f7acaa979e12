//! The compiled puzzle, which the searches work on.
//!
//! Cells are numbered row by row from 0, and sets of them are bits of words. A position is a packed
//! [`Code`] that a move changes with a few operations; a [`Coding`] knows the puzzle's shapes and
//! converts codes to sets of cells and back.

mod cells;
mod code;
mod fold;
mod shapes;
mod symmetry;
mod words;

pub use cells::{Cells, Lanes};
pub use code::{Code, Coding, CompiledGoal};
pub use fold::CodeSymmetries;
pub use shapes::{PieceShape, piece_shapes};
pub use symmetry::{BoardSymmetry, Image};
