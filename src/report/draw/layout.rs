//! Pages: a heading, and panels in rows below it.

use std::fmt::Write;

use super::outline::number;
use crate::report::escape::escape;

/// Space around a page and between panels.
const MARGIN: f64 = 24.0;
/// The height of a caption, and of the space below it.
const CAPTION: f64 = 24.0;
/// Sizes of fonts: of a name; of a note or caption.
const NAME: f64 = 20.0;
const NOTE: f64 = 13.0;
/// The mean width of a character, as a fraction of its font size. Most fonts are narrower.
const WIDTH: f64 = 0.6;
/// Minimum width of a page, to leave room for the name above a small board.
const LEAST: f64 = 320.0;
/// Longer names are truncated.
const MOST_CHARACTERS: usize = 240;

/// A panel of a page: a drawing with its caption.
pub struct Panel {
    /// The text above it.
    pub caption: String,
    /// Its description, for screen readers and tooltips.
    pub description: String,
    /// The drawing, as SVG with its corner in the origin.
    pub svg: String,
}

/// The top of a page.
pub struct Heading<'a> {
    /// The name, in large letters.
    pub name: &'a str,
    /// The paragraphs below it.
    pub notes: &'a [String],
}

/// How panels are arranged in columns.
#[derive(Clone, Copy)]
pub enum Columns {
    /// As many as fit into this width, but at least one.
    Within(f64),
    /// The number that brings the page nearest to an upright sheet of paper, with a last row that
    /// is rather full.
    Paper,
}

/// Builds a whole SVG picture: heading, panels in reading order, each of width and height `extent`,
/// and words below them, each a paragraph.
pub fn page(
    heading: &Heading,
    style_sheet: &str,
    panels: &[Panel],
    extent: (f64, f64),
    columns: Columns,
    words: &[String],
) -> String {
    let (wide, high) = (extent.0.max(28.0) + MARGIN, extent.1 + CAPTION + MARGIN);
    let columns = match columns {
        Columns::Within(width) => ((width - MARGIN) / wide) as usize,
        Columns::Paper => (1..=panels.len())
            .min_by(|&a, &b| {
                let off = |columns: usize| {
                    let rows = panels.len().div_ceil(columns) as f64;
                    let shape = (rows * high) / (columns as f64 * wide);
                    let gaps = 1.0 - (panels.len() as f64 / columns as f64 + 1.0 - rows);
                    (shape / std::f64::consts::SQRT_2).ln().abs() + gaps / 4.0
                };
                off(a).total_cmp(&off(b))
            })
            .unwrap_or(1),
    };
    let columns = columns.clamp(1, panels.len().max(1));
    let width = (columns as f64 * wide + MARGIN).max(LEAST);
    let (head, top) = heading.svg(width);
    let left = (width - (columns as f64 * wide - MARGIN)) / 2.0;
    let rows = panels.len().div_ceil(columns);
    let below = top + rows as f64 * high;
    let (foot, height) = foot(words, width, below);
    let mut svg = opening(heading, width, height, style_sheet) + GROUND + &head;
    for (i, panel) in panels.iter().enumerate() {
        let x = left + (i % columns) as f64 * wide;
        let y = top + (i / columns) as f64 * high;
        panel.write(&mut svg, x, y);
    }
    svg + &foot + "</svg>\n"
}

impl Panel {
    /// Draws it below its caption, the corner of both at a place.
    fn write(&self, svg: &mut String, x: f64, y: f64) {
        let _ = writeln!(
            svg,
            "<g class=\"panel\" transform=\"translate({} {})\"><title>{}</title>\
             <text class=\"ink\" x=\"2\" y=\"14\" font-size=\"{NOTE}\" \
             font-weight=\"bold\">{}</text>\
             <g transform=\"translate(0 {CAPTION})\">\n{}</g></g>",
            number(x),
            number(y),
            escape(&self.description),
            escape(&self.caption),
            self.svg,
        );
    }
}

/// A part of a sheet of paper: a drawing with its corner in the origin.
pub struct Strip {
    /// The drawing, as SVG.
    pub svg: String,
    /// Its height, with the space below it.
    pub height: f64,
}

/// Draws a heading alone, of this width, without margins.
pub fn heading_strip(heading: &Heading, width: f64) -> Strip {
    let (head, height) = heading.svg(width + 2.0 * MARGIN);
    let svg = format!("<g transform=\"translate(-{MARGIN} -{MARGIN})\">{head}</g>");
    Strip { svg, height: height - MARGIN }
}

/// Draws panels in rows that are not wider than `width`, each row a strip.
pub fn panel_strips(panels: &[Panel], extent: (f64, f64), width: f64) -> Vec<Strip> {
    let (wide, high) = (extent.0.max(28.0) + MARGIN, extent.1 + CAPTION + MARGIN);
    let columns = (((width + MARGIN) / wide) as usize).max(1);
    let strip = |panels: &[Panel]| {
        let mut svg = String::new();
        for (column, panel) in panels.iter().enumerate() {
            panel.write(&mut svg, column as f64 * wide, 0.0);
        }
        Strip { svg, height: high }
    };
    panels.chunks(columns).map(strip).collect()
}

/// Draws paragraphs on a page of a given width, from a height on, in as many columns as fit, and
/// returns the height where they end.
fn foot(words: &[String], width: f64, top: f64) -> (String, f64) {
    let room = width - 2.0 * MARGIN;
    let character = WIDTH * NOTE;
    let longest = words.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let columns = ((room / (character * (longest as f64 + 2.0))) as usize).max(1);
    let wide = room / columns as f64;
    let lines: Vec<String> =
        words.iter().flat_map(|text| lines(text, (wide / character) as usize)).collect();
    let rows = lines.len().div_ceil(columns);
    let high = NOTE * 1.4;
    let mut svg = String::new();
    for (i, line) in lines.iter().enumerate() {
        let x = MARGIN + (i / rows) as f64 * wide;
        let y = top + (i % rows) as f64 * high + NOTE;
        let _ = writeln!(
            svg,
            "<text class=\"ink\" x=\"{}\" y=\"{}\" font-size=\"{NOTE}\">{}</text>",
            number(x),
            number(y),
            escape(line)
        );
    }
    let end = if words.is_empty() { top } else { top + rows as f64 * high + MARGIN };
    (svg, end)
}

/// Arranges the drawings of panels side by side, without heading, captions, margin and background,
/// for embedding. Each row has as many as fit into a width, but at least one.
pub fn bare(
    heading: &Heading,
    style_sheet: &str,
    panels: &[Panel],
    extent: (f64, f64),
    width: f64,
) -> String {
    let (wide, high) = (extent.0 + MARGIN, extent.1 + MARGIN);
    let columns = ((width + MARGIN) / wide) as usize;
    let columns = columns.clamp(1, panels.len().max(1));
    let rows = panels.len().div_ceil(columns);
    let (width, height) = (columns as f64 * wide - MARGIN, rows as f64 * high - MARGIN);
    let mut svg = opening(heading, width, height, style_sheet);
    for (i, panel) in panels.iter().enumerate() {
        let (x, y) = ((i % columns) as f64 * wide, (i / columns) as f64 * high);
        let _ = writeln!(
            svg,
            "<g class=\"panel\" transform=\"translate({} {})\"><title>{}</title>\n{}</g>",
            number(x),
            number(y),
            escape(&panel.description),
            panel.svg,
        );
    }
    svg + "</svg>\n"
}

/// Builds a page with a single drawing, of width and height `extent`: returns everything before the
/// drawing, and the place of its corner, across and down. The caller appends `</svg>`.
pub fn single(heading: &Heading, style_sheet: &str, extent: (f64, f64)) -> (String, (f64, f64)) {
    let width = (extent.0 + 2.0 * MARGIN).max(LEAST);
    let (head, top) = heading.svg(width);
    let left = ((width - extent.0) / 2.0).floor();
    let opening = opening(heading, width, top + extent.1 + MARGIN, style_sheet);
    (opening + GROUND + &head, (left, top))
}

/// The background.
const GROUND: &str = "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n";

/// Returns the beginning of an SVG picture of this size: its accessible name, and its style sheet.
fn opening(heading: &Heading, width: f64, height: f64, style_sheet: &str) -> String {
    let (width, height) = (number(width.ceil()), number(height.ceil()));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n\
         {style_sheet}",
        escape(heading.name),
        escape(&heading.notes.join(". ")),
    )
}

impl Heading<'_> {
    /// Returns the heading of a page of a given width, and its height.
    fn svg(&self, width: f64) -> (String, f64) {
        let mut svg = String::new();
        let mut y = MARGIN;
        let room = width - 2.0 * MARGIN;
        let mut paragraph = |text: &str, size: f64, kind: &str| {
            for line in lines(text, (room / (WIDTH * size)) as usize) {
                y += size * 1.3;
                let _ = writeln!(
                    svg,
                    "<text {kind} x=\"{MARGIN}\" y=\"{}\" font-size=\"{size}\">{}</text>",
                    number(y - size * 0.35),
                    escape(&line)
                );
            }
        };
        paragraph(self.name, NAME, "class=\"ink\" font-weight=\"bold\"");
        for note in self.notes {
            paragraph(note, NOTE, "class=\"faint\"");
        }
        (svg, y + MARGIN / 2.0)
    }
}

/// Wraps a text at a maximum number of characters, between words if possible.
fn lines(text: &str, most: usize) -> Vec<String> {
    let most = most.max(8);
    let mut text: Vec<char> = text.chars().collect();
    if text.len() > MOST_CHARACTERS {
        text.truncate(MOST_CHARACTERS - 1);
        text.push('…');
    }
    let mut lines = Vec::new();
    let mut rest = &text[..];
    while rest.len() > most {
        let blank = rest[..=most].iter().rposition(|c| c.is_whitespace()).filter(|&at| at > 0);
        let end = blank.unwrap_or(most);
        lines.push(rest[..end].iter().collect());
        rest = &rest[end + usize::from(blank.is_some())..];
    }
    if !rest.is_empty() {
        lines.push(rest.iter().collect());
    }
    lines
}
