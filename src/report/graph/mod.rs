//! The graph of a puzzle's configurations and moves: JSON, the languages DOT and GraphML of other
//! programs, and a picture.

mod dot;
mod graphml;
mod json;
#[cfg(feature = "pictures")]
mod picture;

pub use dot::write_dot;
pub use graphml::write_graphml;
pub use json::StateGraph;
#[cfg(feature = "pictures")]
pub use picture::graph_sheet;
