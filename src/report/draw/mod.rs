//! Pictures: boards, sheets of solutions, animations and plots as SVG, and from that as pixels.
//!
//! [`sheet`] lays out boards that [`board`] draws, in the colours of [`look`] and [`palette`], with
//! pieces as [`outline`] finds them. [`animation`] lets the pieces slide within an SVG picture, and
//! [`film`] does the same in GIF and APNG. [`raster`] turns a picture into pixels, and [`plot`]
//! draws numbers as bars. `docs/PICTURES.md` tells how it is done, and why so.

pub mod animation;
pub mod board;
pub mod escape;
pub mod film;
pub mod layers;
pub mod look;
pub mod motion;
pub mod outline;
pub mod page;
pub mod palette;
pub mod plot;
pub mod raster;
pub mod sheet;

pub use look::{Look, Theme};
