//! Text as outlines, for a renderer without fonts.
//!
//! The letters are those of DejaVu Sans, which is built into the program: so labels look the same
//! on every machine, even without fonts. Missing glyphs are shown as an ellipsis. Letters have
//! their own widths, without kerning and without ligatures.

use std::fmt::Write;
use std::sync::LazyLock;

use resvg::usvg::roxmltree::{Document, Error, Node};
use ttf_parser::{Face, OutlineBuilder};

use super::outline::number;
use crate::report::escape::escape;

/// Attributes of texts in this library's pictures, besides place and size.
const KEPT: [&str; 4] = ["class", "transform", "stroke-width", "paint-order"];

static FACES: LazyLock<[Face<'static>; 2]> = LazyLock::new(|| {
    [dejavu::sans::regular(), dejavu::sans::bold()]
        .map(|font| Face::parse(font, 0).expect("the fonts of the program are whole"))
});

/// Returns the characters of a text that have no outlines, each once.
pub(super) fn missing_characters(text: &str) -> String {
    let mut lacking = String::new();
    for c in text.chars().filter(|&c| FACES[0].glyph_index(c).is_none()) {
        if !lacking.contains(c) {
            lacking.push(c);
        }
    }
    lacking
}

/// Returns a text with an ellipsis for each run of characters that a font does not have.
fn legible(text: &str, face: &Face) -> String {
    let mut legible = String::new();
    let mut is_lacking = false;
    for c in text.chars() {
        let was_lacking = std::mem::replace(&mut is_lacking, face.glyph_index(c).is_none());
        match (was_lacking, is_lacking) {
            (_, false) => legible.push(c),
            (false, true) => legible.push('…'),
            (true, true) => {}
        }
    }
    legible
}

/// Returns the picture with its texts as outlines.
///
/// # Errors
///
/// Returns an error if it is not XML.
pub(super) fn outlined(svg: &str) -> Result<String, Error> {
    let document = Document::parse(svg)?;
    let mut picture = String::with_capacity(svg.len());
    let mut done = 0;
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        let range = text.range();
        picture += &svg[done..range.start];
        write_outline(&mut picture, text);
        done = range.end;
    }
    Ok(picture + &svg[done..])
}

fn write_outline(svg: &mut String, text: Node<'_, '_>) {
    let face = &FACES[usize::from(text.attribute("font-weight") == Some("bold"))];
    let size = text.ancestors().find_map(|node| node.attribute("font-size"));
    let scale = parsed(size).unwrap_or(12.0) / f64::from(face.units_per_em());
    let letters = legible(text.text().unwrap_or_default(), face);
    let glyphs: Vec<_> = letters.chars().filter_map(|c| face.glyph_index(c)).collect();
    let width = |glyph| f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    let all: f64 = glyphs.iter().copied().map(width).sum();
    let before = match text.attribute("text-anchor") {
        Some("middle") => all / 2.0,
        Some("end") => all,
        _ => 0.0,
    };
    *svg += "<path";
    for name in KEPT {
        if let Some(value) = text.attribute(name) {
            let _ = write!(svg, " {name}=\"{}\"", escape(value));
        }
    }
    *svg += " d=\"";
    let x = parsed(text.attribute("x")).unwrap_or(0.0) - before;
    let y = parsed(text.attribute("y")).unwrap_or(0.0);
    let mut pen = Pen { svg, x, y, scale };
    for glyph in glyphs {
        face.outline_glyph(glyph, &mut pen);
        pen.x += width(glyph);
    }
    *svg += "\"/>";
}

fn parsed(number: Option<&str>) -> Option<f64> {
    number?.parse().ok()
}

/// Writes outlines in the units of a picture, in which y grows downward.
struct Pen<'a> {
    svg: &'a mut String,
    /// Where the next letter begins.
    x: f64,
    y: f64,
    /// Units of the picture per unit of the font.
    scale: f64,
}

impl Pen<'_> {
    fn write<const N: usize>(&mut self, command: char, points: [(f32, f32); N]) {
        self.svg.push(command);
        for (x, y) in points {
            let x = self.x + f64::from(x) * self.scale;
            let y = self.y - f64::from(y) * self.scale;
            let _ = write!(self.svg, "{} {} ", number(x), number(y));
        }
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write('M', [(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('L', [(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.write('Q', [(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.write('C', [(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.svg.push('Z');
    }
}
