//! The graph of a puzzle's configurations and moves: JSON, the languages DOT and GraphML of other
//! programs, arrays for NumPy, and a picture.

mod dot;
mod graphml;
mod json;
mod npy;
#[cfg(feature = "pictures")]
mod picture;

pub use dot::write_dot;
pub use graphml::write_graphml;
pub use json::StateGraph;
pub use npy::{ARRAYS, write_array};
#[cfg(feature = "pictures")]
pub use picture::graph_sheet;
