//! What people and programs get to see.

pub mod boxes;
pub mod classic;
pub mod count;
pub mod draw;
pub mod graph;
pub mod json;
pub mod map;
#[cfg(feature = "pictures")]
pub mod page;
pub mod problems;
pub mod styles;
pub mod survey;
pub mod text;
