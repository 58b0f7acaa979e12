//! What people and programs get to see.

pub mod classic;
