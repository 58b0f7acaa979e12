//! Pictures: what they have in common.

pub mod escape;
pub mod outline;
pub mod palette;
