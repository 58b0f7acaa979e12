//! Pictures: boards, sheets of solutions, animations and plots as SVG, and from that as pixels.
//!
//! [`sheet`] lays out boards that [`board`] draws, in the colours of [`look`] and [`palette`], with
//! pieces as [`outline`] finds them. [`animation`] lets the pieces slide within an SVG picture, and
//! [`film`] does the same in GIF and APNG. [`raster`] turns a picture into pixels, and [`plot`]
//! draws numbers as bars. [`ansi`] finds the colours of terminals. `docs/PICTURES.md` tells how it is done, and why so.

#[cfg(feature = "pictures")]
pub mod animation;
pub mod ansi;
#[cfg(feature = "pictures")]
pub mod board;
pub mod escape;
#[cfg(feature = "pixels")]
pub mod film;
#[cfg(feature = "pictures")]
pub mod layers;
#[cfg(feature = "pictures")]
pub mod look;
#[cfg(feature = "pictures")]
pub mod motion;
#[cfg(feature = "pictures")]
pub mod outline;
#[cfg(feature = "pictures")]
pub mod page;
pub mod palette;
#[cfg(feature = "pictures")]
pub mod plot;
#[cfg(feature = "pixels")]
pub mod raster;
#[cfg(feature = "pictures")]
pub mod sheet;

#[cfg(feature = "pictures")]
pub use look::{Look, Theme};
