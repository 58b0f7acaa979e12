//! Drawing of boards, shared by all subjects.
//!
//! [`board`] draws a board in the colours of [`appearance`], with pieces as [`outline`] finds them,
//! and [`layout`] arranges drawings below a heading. All that is SVG; [`raster`] turns a picture
//! into pixels. `docs/internals/pictures.md` describes the method and the reasons.

pub mod appearance;
mod axis;
pub mod board;
mod exit;
pub mod layout;
#[cfg(feature = "cli")]
mod lettering;
pub mod outline;
#[cfg(feature = "cli")]
pub mod raster;

pub use appearance::{Appearance, Theme};
pub(crate) use axis::axis;
