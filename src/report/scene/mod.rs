//! Pictures as values: a scene has shapes, which are paths, texts and groups of shapes.
//!
//! Each picture of the library is a function from a result to a [`Scene`]. [`board`] draws boards,
//! with pieces as [`outline`] finds them, and [`layout`] arranges them below a heading. A scene is
//! written as SVG, which may be animated ([`svg`]), and drawn as PNG and GIF (`pixels`, `gif`).
//! `docs/internals/pictures.md` describes the method and the reasons.

pub mod board;
#[cfg(feature = "pixels")]
mod gif;
pub mod layout;
pub(crate) mod marks;
pub mod outline;
mod paint;
#[cfg(feature = "pixels")]
pub mod pixels;
pub mod svg;

pub use paint::{Appearance, Colours, Paint, Theme};

/// A place or a size: across and down.
pub type Point = (f64, f64);

/// A picture.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its name, for screen readers.
    pub title: String,
    /// Its description, for screen readers.
    pub description: String,
    /// Its size in pixels of CSS.
    pub size: (u32, u32),
    /// The colours of its paints.
    pub colours: Colours,
    /// Its shapes, the lowest first.
    pub shapes: Vec<Shape>,
    /// How groups move, in animations.
    pub motion: Motion,
}

/// A part of a picture.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A path, filled or stroked as its paint says.
    Path {
        /// Its colours.
        paint: Paint,
        /// Its points.
        path: Path,
        /// The width of its stroke.
        width: f64,
    },
    /// A line of text.
    Text {
        /// Its colours.
        paint: Paint,
        /// Where its baseline begins, has its middle, or ends.
        at: Point,
        /// The size of its font.
        size: f64,
        /// What is at that place.
        anchor: Anchor,
        /// The text.
        text: String,
    },
    /// Several shapes.
    Group {
        /// What the group is.
        role: Role,
        /// Where the origin of its shapes is.
        at: Point,
        /// Its description, for screen readers and tooltips; may be empty.
        title: String,
        /// The shapes, the lowest first.
        shapes: Vec<Shape>,
    },
}

/// The part of a text that is at its place.
#[derive(Clone, Copy, Debug)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// What a group is.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// Shapes with a common origin.
    Plain,
    /// A drawing with its caption.
    Panel,
    /// Shapes with the colours of this number, in documents with several.
    Coloured(usize),
    /// Shapes that move along the track of this number.
    Moving(usize),
    /// A bar that grows while time passes. GIF leaves it out: all frames would be as wide as it.
    Progress,
}

impl Shape {
    /// Builds a path. Strokes have this width.
    pub fn path(paint: Paint, path: Path, width: f64) -> Shape {
        Shape::Path { paint, path, width }
    }

    /// Builds a line of text.
    pub fn text(paint: Paint, at: Point, size: f64, anchor: Anchor, text: impl ToString) -> Shape {
        Shape::Text { paint, at, size, anchor, text: text.to_string() }
    }

    /// Builds a group without a description.
    pub fn group(role: Role, at: Point, shapes: Vec<Shape>) -> Shape {
        Shape::Group { role, at, title: String::new(), shapes }
    }
}

/// Lines and curves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path(Vec<Step>);

/// A part of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Move(Point),
    Line(Point),
    /// A cubic curve: two control points, and where it ends.
    Curve([Point; 3]),
    Close,
}

/// How far the control points of a quarter of a circle are from the corner around it, as a fraction
/// of its radius.
const FROM_CORNER: f64 = 0.4477;

impl Path {
    /// Builds a line through these points.
    pub fn line(points: &[Point]) -> Path {
        let mut path = Path::default();
        path.add_line(points, 0.0);
        path
    }

    /// Builds a rectangle: its upper left corner, its size, and the radius of its corners.
    pub fn rectangle((x, y): Point, (width, height): Point, radius: f64) -> Path {
        let (right, below) = (x + width, y + height);
        let mut path = Path::default();
        path.add_ring(&[(x, y), (right, y), (right, below), (x, below)], radius);
        path
    }

    /// Adds a line through these points. Its corners are rounded with a radius, or less if a side is
    /// too short for it.
    pub fn add_line(&mut self, points: &[Point], radius: f64) {
        self.add(points, radius, false);
    }

    /// Adds a closed line.
    pub fn add_ring(&mut self, points: &[Point], radius: f64) {
        self.add(points, radius, true);
        self.0.push(Step::Close);
    }

    fn add(&mut self, points: &[Point], radius: f64, is_closed: bool) {
        let count = points.len();
        for (i, &(x, y)) in points.iter().enumerate() {
            let is_end = !is_closed && (i == 0 || i + 1 == count);
            let sides = [i + count - 1, i + 1].map(|i| points[i % count]);
            let sides = sides.map(|(to_x, to_y)| (to_x - x, to_y - y));
            let half = |side: Point| side.0.hypot(side.1) / 2.0;
            let round = if is_end { 0.0 } else { radius.min(half(sides[0])).min(half(sides[1])) };
            let along = |side: Point, part: f64| {
                let part = if round > 0.0 { part * round / half(side) / 2.0 } else { 0.0 };
                (x + side.0 * part, y + side.1 * part)
            };
            let from = along(sides[0], 1.0);
            self.0.push(if i == 0 { Step::Move(from) } else { Step::Line(from) });
            if round > 0.0 {
                let control = sides.map(|side| along(side, FROM_CORNER));
                self.0.push(Step::Curve([control[0], control[1], along(sides[1], 1.0)]));
            }
        }
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The motion of a picture.
#[derive(Clone, Debug, Default)]
pub struct Motion {
    /// Seconds until it begins anew; zero if nothing moves.
    pub seconds: f64,
    /// The tracks of groups: displacements, across and down, at moments in seconds from zero on, in
    /// ascending order. Empty for what stays where it is.
    pub tracks: Vec<Vec<(f64, Point)>>,
}
