//! Queries about the whole state space: maps, graphs, counts, surveys, distances.

pub mod corpus;
mod count;
mod explore;
mod first_moves;
mod forest;
pub(crate) mod graph;
pub mod other_styles;
#[cfg(feature = "pages")]
pub mod proof;
#[cfg(feature = "pages")]
mod prove;
pub(crate) mod state_graph;
mod superpieces;
mod survey;
pub mod trace;
mod variants;
pub mod why;

pub use count::{Choice, Count, count, solutions};
pub use explore::{
    Degrees, Distances, Map, MapOrigin, StoredDistances, Symmetry, explore, explore_each,
    stored_distances,
};
pub use first_moves::first_moves;
pub use graph::{DistanceTable, Graph, Node, SpaceError, distance_table, graph};
#[cfg(feature = "pages")]
pub use prove::{Proof, ProofKind, ProveError, prove};
pub use superpieces::{Superpiece, Superpieces, superpieces};
pub use survey::{Component, Diameter, Hardest, Survey, placements, survey};
