//! What people and programs get to see.

pub mod classic;
pub mod json;
pub mod problems;
pub mod text;
