//! Scenes as pixels, and pixels as PNG.
//!
//! Letters are drawn as outlines of DejaVu Sans, which is built into the program: so labels look the
//! same on every machine, even without fonts. Missing glyphs are shown as an ellipsis. Letters have
//! their own widths, without kerning and without ligatures. In SVG, the reader's fonts are used.

use std::sync::LazyLock;

use tiny_skia::{FillRule, LineCap, LineJoin, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};
use ttf_parser::{Face, OutlineBuilder};

use super::Step;
use super::paint::{DASH, RIM, TRANSLUCENT};
use crate::report::*;

/// Pictures with more pixels are refused: 2^26, which need 256 MiB.
pub const MAX_PIXELS: u64 = 1 << 26;

/// Pixels per unit of a still picture, so that it is sharp on high-resolution screens.
pub const SHARP: f32 = 2.0;

/// The picture would have too many pixels.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a picture of {width} x {height} pixels is too large; SVG has no such limit")]
pub struct TooManyPixels {
    /// Pixels across.
    pub width: u64,
    /// Pixels down.
    pub height: u64,
}

impl Scene {
    /// Returns a PNG picture, twice as large as the picture is in CSS pixels.
    ///
    /// # Errors
    ///
    /// Returns an error if the picture would be too large.
    ///
    /// ```
    /// use sliding::Puzzle;
    /// use sliding::report::puzzle::sheet::puzzle_sheet;
    /// use sliding::report::scene::Appearance;
    ///
    /// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n??1\n".parse()?;
    /// let png = puzzle_sheet(&puzzle, "Easy", Appearance::default()).png()?;
    /// assert!(png.starts_with(b"\x89PNG"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn png(&self) -> Result<Vec<u8>, TooManyPixels> {
        let mut canvas = Canvas::new(self, SHARP)?;
        canvas.draw(&self.shapes, Transform::from_scale(SHARP, SHARP));
        Ok(canvas.pixels.encode_png().expect("memory takes all that is written"))
    }
}

/// Pixels to draw on.
pub(super) struct Canvas<'a> {
    pub pixels: Pixmap,
    colours: &'a Colours,
    /// Whether shapes that move are put aside.
    pub is_ground: bool,
    /// The shapes put aside: their track, and where their origin is.
    pub moving: Vec<(usize, Transform, &'a [Shape])>,
}

impl<'a> Canvas<'a> {
    /// Creates a canvas for a picture, with `scale` pixels per unit.
    pub fn new(scene: &'a Scene, scale: f32) -> Result<Self, TooManyPixels> {
        let [width, height] = [scene.size.0, scene.size.1].map(|side| side as f32 * scale);
        let too_many = TooManyPixels { width: width as u64, height: height as u64 };
        let is_small = too_many.width.saturating_mul(too_many.height) <= MAX_PIXELS;
        let pixels = is_small.then(|| Pixmap::new(width as u32, height as u32)).flatten();
        let pixels = pixels.ok_or(too_many)?;
        Ok(Canvas { pixels, colours: &scene.colours, is_ground: false, moving: Vec::new() })
    }

    pub fn draw(&mut self, shapes: &'a [Shape], at: Transform) {
        for shape in shapes {
            match shape {
                Shape::Path { paint, path, width } => {
                    self.ink(*paint, outline(path), *width, at);
                }
                Shape::Text { paint, at: (x, y), size, anchor, text } => {
                    let (path, width) = letters(text, *size as f32, paint.is_bold());
                    let x = *x as f32 - width * *anchor as u8 as f32 / 2.0;
                    self.ink(*paint, path, size * RIM, at.pre_translate(x, *y as f32));
                }
                Shape::Group { role, at: (x, y), shapes, .. } => {
                    let at = at.pre_translate(*x as f32, *y as f32);
                    match role {
                        Role::Moving(track) if self.is_ground => {
                            self.moving.push((*track, at, shapes));
                        }
                        Role::Progress if self.is_ground => {}
                        _ => self.draw(shapes, at),
                    }
                }
            }
        }
    }

    /// Fills a path and strokes it; the rim of a label is below its letters.
    fn ink(&mut self, paint: Paint, path: Option<tiny_skia::Path>, width: f64, at: Transform) {
        let Some(path) = path else { return };
        let [fill, stroke] = paint.colours(self.colours, self.colours.theme.tone());
        let fill = fill.map(|fill| solid(fill, 1.0));
        if let Some(fill) = &fill {
            self.pixels.fill_path(&path, fill, FillRule::Winding, at, None);
        }
        let Some(colour) = stroke.filter(|_| width > 0.0) else { return };
        let (width, line_cap, line_join) = (width as f32, LineCap::Round, LineJoin::Round);
        let mut stroke = Stroke { width, line_cap, line_join, ..Stroke::default() };
        if paint == Paint::Target {
            stroke.line_cap = LineCap::Butt;
            stroke.dash = StrokeDash::new(vec![width * DASH as f32; 2], 0.0);
        }
        let opacity = if paint.is_translucent() { TRANSLUCENT } else { 1.0 };
        self.pixels.stroke_path(&path, &solid(colour, opacity), &stroke, at, None);
        if let (Paint::Label(_), Some(fill)) = (paint, fill) {
            self.pixels.fill_path(&path, &fill, FillRule::Winding, at, None);
        }
    }
}

fn solid(Rgb([red, green, blue]): Rgb, opacity: f32) -> tiny_skia::Paint<'static> {
    let mut paint = tiny_skia::Paint::default();
    paint.set_color_rgba8(red, green, blue, (opacity * 255.0) as u8);
    paint
}

/// Returns a path as the renderer has it; `None` if there is nothing to draw.
fn outline(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    let place = |(x, y): Point| tiny_skia::Point::from_xy(x as f32, y as f32);
    for step in &path.0 {
        match *step {
            Step::Move((x, y)) => builder.move_to(x as f32, y as f32),
            Step::Line((x, y)) => builder.line_to(x as f32, y as f32),
            Step::Curve(points) => {
                let [one, two, to] = points.map(place);
                builder.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y);
            }
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

static FACES: LazyLock<[Face<'static>; 2]> = LazyLock::new(|| {
    [dejavu::sans::regular(), dejavu::sans::bold()]
        .map(|font| Face::parse(font, 0).expect("the fonts of the program are whole"))
});

/// Returns the characters of a text that PNG and GIF cannot show, as the built-in font does not
/// have them, each once. In a picture, an ellipsis replaces them.
///
/// ```
/// use sliding::report::scene::pixels::missing_characters;
/// assert_eq!(missing_characters("Huarong Dao, 華容道"), "華容道");
/// ```
pub fn missing_characters(text: &str) -> String {
    let mut missing = String::new();
    for c in text.chars().filter(|&c| FACES[0].glyph_index(c).is_none()) {
        if !missing.contains(c) {
            missing.push(c);
        }
    }
    missing
}

/// Returns the outlines of a text that begins in the origin, with an ellipsis for each run of
/// characters that the font does not have, and its width.
fn letters(text: &str, size: f32, is_bold: bool) -> (Option<tiny_skia::Path>, f32) {
    let face = &FACES[usize::from(is_bold)];
    let scale = size / f32::from(face.units_per_em());
    let (mut path, mut x, mut was_missing) = (PathBuilder::new(), 0.0, false);
    for c in plain(text).chars() {
        let known = face.glyph_index(c);
        let Some(glyph) = known.or_else(|| face.glyph_index('…').filter(|_| !was_missing)) else {
            continue;
        };
        was_missing = known.is_none();
        let mut pen = Pen(PathBuilder::new());
        face.outline_glyph(glyph, &mut pen);
        let place = Transform::from_row(scale, 0.0, 0.0, -scale, x, 0.0);
        let outline = pen.0.finish().and_then(|outline| outline.transform(place));
        outline.iter().for_each(|outline| path.push_path(outline));
        x += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    }
    (path.finish(), x)
}

/// Collects the outline of a letter, in the units of the font.
struct Pen(PathBuilder);

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
