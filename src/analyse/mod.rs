//! What is asked of a whole space: maps, graphs, counts, surveys, distances.

mod chart;
mod count;
mod explore;
mod graph;
mod survey;

pub use chart::{Chart, chart};
pub use count::{Choice, Count, count};
pub use explore::{Degrees, Distances, Map, Origin, explore};
pub use graph::{Graph, GraphError, Node, graph};
pub use survey::{Component, Diameter, Survey, survey};
