//! Pages: a heading, and panels in rows below it.

use crate::report::*;

/// Space around a page and between panels.
const MARGIN: f64 = 24.0;
/// The height of a caption, and of the space below it.
const CAPTION: f64 = 24.0;
/// Sizes of fonts: of a name; of a note or caption.
const NAME: f64 = 20.0;
const NOTE: f64 = 13.0;
/// The mean width of a character, as a fraction of its font size. Most fonts are narrower.
const WIDTH: f64 = 0.6;
/// The height of a line, as a fraction of its font size.
const LINE: f64 = 1.3;
/// Minimum width of what is on a page, to leave room for the name above a small board.
const LEAST: f64 = 272.0;
/// Longer names are truncated.
const MOST_CHARACTERS: usize = 240;

/// A panel of a page: a drawing with its caption.
pub struct Panel {
    /// The text above it; none has a caption, or each.
    pub caption: String,
    /// Its description, for screen readers and tooltips.
    pub description: String,
    /// The drawing, with its corner in the origin.
    pub drawing: Shape,
}

/// What a page is about.
pub struct Heading<'a> {
    /// The name, in large letters.
    pub name: &'a str,
    /// The paragraphs below it.
    pub notes: &'a [String],
    /// Whether there are only the drawings, for embedding: no texts, no margin and no background.
    pub is_bare: bool,
}

/// A part of a page: shapes with their corner in the origin.
pub(crate) struct Strip {
    pub shapes: Vec<Shape>,
    /// Its height, with the space below it.
    pub height: f64,
}

/// Returns how many panels with captions stand side by side within a width; at least one.
pub(crate) fn fitting(width: f64, extent: Point) -> usize {
    (((width + MARGIN) / pitch(extent, true).0) as usize).max(1)
}

/// Returns the number of columns that makes a page of these panels an upright sheet of paper.
pub(crate) fn columns_of_paper(panels: usize, extent: Point) -> usize {
    let (wide, high) = pitch(extent, true);
    let columns = (panels as f64 * high / wide / std::f64::consts::SQRT_2).sqrt();
    (columns.round() as usize).max(1)
}

/// Returns the distances from a panel to the next one, across and down.
fn pitch((width, height): Point, has_captions: bool) -> Point {
    let (least, above) = if has_captions { (28.0, CAPTION) } else { (0.0, 0.0) };
    (width.max(least) + MARGIN, height + above + MARGIN)
}

/// Builds a picture: the heading, panels in reading order, each of width and height `extent`, in
/// this number of columns or fewer, and words below them, each a paragraph.
pub fn page(
    heading: &Heading,
    colours: Colours,
    panels: Vec<Panel>,
    extent: Point,
    columns: usize,
    words: &[String],
) -> Scene {
    let (mut strips, mut width) = rows(panels, extent, columns);
    let mut margin = 0.0;
    let mut shapes = Vec::new();
    if !heading.is_bare {
        margin = MARGIN;
        width = width.max(LEAST);
        strips.insert(0, heading.strip(width));
        strips.extend((!words.is_empty()).then(|| foot(words, width)));
    }
    let mut y = margin;
    for Strip { shapes: strip, height } in strips {
        shapes.push(Shape::group(Role::Plain, (margin, y), strip));
        y += height;
    }
    let (width, height) = ((width + 2.0 * margin).ceil(), (y + margin - MARGIN).ceil());
    if !heading.is_bare {
        let ground = Path::rectangle((0.0, 0.0), (width, height), 0.0);
        shapes.insert(0, Shape::path(Paint::Ground, ground, 0.0));
    }
    Scene {
        title: heading.name.to_owned(),
        description: heading.notes.join(". "),
        size: (width as u32, height as u32),
        colours,
        shapes,
        motion: Motion::default(),
    }
}

/// Builds a picture of a heading and one drawing.
pub fn single(heading: &Heading, colours: Colours, drawing: Shape, extent: Point) -> Scene {
    let panel = Panel { caption: String::new(), description: String::new(), drawing };
    page(heading, colours, vec![panel], extent, 1, &[])
}

/// Arranges panels in this number of columns or fewer, and returns the rows and their width.
pub(crate) fn rows(panels: Vec<Panel>, extent: Point, columns: usize) -> (Vec<Strip>, f64) {
    let columns = columns.min(panels.len());
    let has_captions = panels.iter().any(|panel| !panel.caption.is_empty());
    let (wide, height) = pitch(extent, has_captions);
    let mut rows: Vec<Strip> = Vec::new();
    for (i, Panel { caption, description: title, drawing }) in panels.into_iter().enumerate() {
        if i % columns == 0 {
            rows.push(Strip { shapes: Vec::new(), height });
        }
        let below = if has_captions { CAPTION } else { 0.0 };
        let caption = Shape::text(Paint::Name, (2.0, 14.0), NOTE, Anchor::Start, caption);
        let shapes = vec![caption, Shape::group(Role::Plain, (0.0, below), vec![drawing])];
        let at = ((i % columns) as f64 * wide, 0.0);
        let row = &mut rows.last_mut().expect("a row was begun").shapes;
        row.push(Shape::Group { role: Role::Panel, at, title, shapes });
    }
    (rows, columns as f64 * wide - MARGIN)
}

/// Writes paragraphs in as many columns as fit into a width.
fn foot(words: &[String], width: f64) -> Strip {
    let character = WIDTH * NOTE;
    let longest = words.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let columns = (width / character / (longest as f64 + 2.0)).max(1.0).floor();
    let wide = width / columns;
    let lines = words.iter().flat_map(|text| lines(text, (wide / character) as usize));
    let lines = Vec::from_iter(lines);
    let rows = lines.len().div_ceil(columns as usize);
    let mut shapes = Vec::new();
    for (i, line) in lines.into_iter().enumerate() {
        let at = ((i / rows) as f64 * wide, ((i % rows) as f64 + 1.0) * LINE * NOTE);
        shapes.push(Shape::text(Paint::Ink, at, NOTE, Anchor::Start, line));
    }
    Strip { shapes, height: (rows + 1) as f64 * LINE * NOTE + MARGIN }
}

impl Heading<'_> {
    /// Writes the heading of a page within a width.
    pub(crate) fn strip(&self, width: f64) -> Strip {
        let (mut shapes, mut y) = (Vec::new(), 0.0);
        let notes = self.notes.iter().map(|note| (Paint::Faint, NOTE, &note[..]));
        for (paint, size, text) in [(Paint::Name, NAME, self.name)].into_iter().chain(notes) {
            for line in lines(text, (width / WIDTH / size) as usize) {
                y += size * LINE;
                let at = (0.0, y - size * 0.35);
                shapes.push(Shape::text(paint, at, size, Anchor::Start, line));
            }
        }
        Strip { shapes, height: y + MARGIN / 2.0 }
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
