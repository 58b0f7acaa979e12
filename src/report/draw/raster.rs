//! Pictures as pixels, and pixels as PNG.
//!
//! `resvg` renders, and `lettering` converts texts to outlines. In SVG, the reader's fonts are
//! used.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::lettering;

/// Pictures with more pixels are refused: 2^26, which need 256 MiB.
pub const MAX_PIXELS: u64 = 1 << 26;

/// Pixels per unit of a still picture, so that it is sharp on high-resolution screens.
pub const SHARP: f32 = 2.0;

/// Why a picture cannot be rendered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// There would be more than [`MAX_PIXELS`].
    #[error("a picture of {width} x {height} pixels is too large; SVG has no such limit")]
    TooLarge {
        /// Pixels across.
        width: u64,
        /// Pixels down.
        height: u64,
    },
    /// The renderer rejects the picture.
    #[error("the picture cannot be drawn: {0}")]
    Svg(String),
    /// The picture cannot be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// Returns a PNG picture, twice as large as the SVG picture is in CSS pixels.
///
/// `svg` must be one of this library, with a theme that does not depend on the reader.
///
/// # Errors
///
/// Returns an error if the picture would be too large.
///
/// ```
/// use sliding::Puzzle;
/// use sliding::report::draw::{Appearance, raster};
/// use sliding::report::puzzle::sheet::puzzle_sheet;
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n??1\n".parse()?;
/// let png = raster::png(&puzzle_sheet(&puzzle, "Easy", Appearance::default().resolved()))?;
/// assert!(png.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn png(svg: &str) -> Result<Vec<u8>, RenderError> {
    let pixels = pixels(svg, SHARP)?;
    pixels.encode_png().map_err(|error| RenderError::Encoding(error.to_string()))
}

/// Returns the characters of a text that raster pictures cannot show, as the built-in font does not
/// have them, each once. In a picture, an ellipsis replaces them.
///
/// ```
/// assert_eq!(sliding::report::draw::raster::missing_characters("Huarong Dao, 華容道"), "華容道");
/// ```
pub fn missing_characters(text: &str) -> String {
    lettering::missing_characters(text)
}

/// Renders a picture with `scale` pixels per unit.
pub(crate) fn pixels(svg: &str, scale: f32) -> Result<Pixmap, RenderError> {
    let refused = |error: &dyn std::fmt::Display| RenderError::Svg(error.to_string());
    let svg = lettering::outlined(svg).map_err(|error| refused(&error))?;
    let tree = Tree::from_str(&svg, &Options::default()).map_err(|error| refused(&error))?;
    let size = tree.size();
    let [width, height] = [size.width(), size.height()].map(|side| (side * scale).ceil() as u64);
    let too_large = RenderError::TooLarge { width, height };
    if width.saturating_mul(height) > MAX_PIXELS {
        return Err(too_large);
    }
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}
