//! The look of a picture: what its shapes are, and the colours of these.

use crate::report::palette::{Scheme, own_swatch};
use crate::report::*;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the reader's system is set; light if that is unknown.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// Returns the surroundings for pictures that cannot query the reader's system.
    pub fn tone(self) -> Tone {
        if self == Theme::Dark { Tone::Dark } else { Tone::Light }
    }
}

/// The look of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Appearance {
    /// Light or dark.
    pub theme: Theme,
    /// Whether pieces have labels: their own names, else those of their kinds.
    pub labels: bool,
}

impl Appearance {
    /// Returns the default look of a puzzle's pictures: tiles have their numbers, as they look the
    /// same without.
    ///
    /// ```
    /// use sliding::{Puzzle, report::scene::{Appearance, Theme}};
    ///
    /// let tiles: Puzzle = "1 2 3/4 5 6/7 0 8".parse()?;
    /// assert!(Appearance::of(&tiles, Theme::Auto).labels);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(puzzle: &Puzzle, theme: Theme) -> Self {
        Appearance { theme, labels: Tiles::of(puzzle).is_some() }
    }
}

/// The colours of a picture.
#[derive(Clone, Debug)]
pub struct Colours {
    /// Light or dark.
    pub theme: Theme,
    /// The own colour of each kind of pieces, if it has one.
    pub kinds: Vec<Option<[u8; 3]>>,
}

impl Colours {
    /// Returns the colours of a puzzle.
    pub fn of(puzzle: &Puzzle, theme: Theme) -> Colours {
        let kinds = 0..puzzle.kinds().len() as u8;
        Colours { theme, kinds: kinds.map(|kind| puzzle.color(kind)).collect() }
    }

    /// Returns colours for what is not a board: those of the first kinds.
    pub fn general(theme: Theme) -> Colours {
        Colours { theme, kinds: vec![None; 5] }
    }
}

/// What a shape is, which decides its colours. `u8` is a kind of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// The background of the picture.
    Ground,
    /// Empty cells.
    Floor,
    /// The frame, and blocked cells.
    Wall,
    /// A text, or the head of an arrow.
    Ink,
    /// A name or a caption, in bold letters.
    Name,
    /// A less important text.
    Faint,
    /// A line.
    Line,
    /// Lines in the background.
    Grid,
    /// The dashed line around what is wanted.
    Target,
    /// The line of an arrow.
    Way,
    /// The space around an arrow.
    Case,
    /// The border of a tie.
    Tie,
    /// A piece, or something that has its colour; with a border if it has a stroke.
    Piece(u8),
    /// A tie between parts of a piece.
    Strap(u8),
    /// A second line inside a piece.
    Ring(u8),
    /// The marks of a piece that is locked to an axis.
    Axis(u8),
    /// The name on a piece, in bold letters on a rim.
    Label(u8),
}

impl Paint {
    /// Returns all paints of a picture with this number of kinds.
    pub(super) fn all(kinds: usize) -> Vec<Paint> {
        use Paint::*;
        let mut all = vec![Ground, Floor, Wall, Ink, Name, Faint];
        all.extend([Line, Grid, Target, Way, Case, Tie]);
        for kind in 0..kinds as u8 {
            all.extend([Piece, Strap, Ring, Axis, Label].map(|paint| paint(kind)));
        }
        all
    }

    /// Returns the colours of fill and stroke.
    pub fn colours(self, colours: &Colours, tone: Tone) -> [Option<Rgb>; 2] {
        let scheme = Scheme::of(tone);
        let of = |kind: u8| {
            let kind = usize::from(kind);
            own_swatch(colours.kinds[kind], kind, tone)
        };
        use Paint::*;
        match self {
            Ground => [Some(scheme.ground), None],
            Floor => [Some(scheme.floor), None],
            Wall => [Some(scheme.wall), None],
            Ink | Name => [Some(scheme.ink), None],
            Faint => [Some(scheme.faint), None],
            Line | Grid => [None, Some(scheme.faint)],
            Target => [None, Some(scheme.accent)],
            Way => [None, Some(scheme.ink)],
            Case => [None, Some(scheme.ground)],
            Tie => [None, Some(scheme.edge)],
            Piece(kind) => [Some(of(kind).fill), Some(scheme.edge)],
            Strap(kind) => [None, Some(of(kind).fill)],
            Ring(kind) | Axis(kind) => [None, Some(of(kind).label)],
            Label(kind) => [Some(of(kind).label), Some(of(kind).fill)],
        }
    }

    /// Whether letters are bold.
    pub fn is_bold(self) -> bool {
        matches!(self, Paint::Name | Paint::Label(_))
    }

    /// Whether what is below shows through.
    pub fn is_translucent(self) -> bool {
        matches!(self, Paint::Grid | Paint::Ring(_) | Paint::Axis(_))
    }
}

/// The opacity of what is translucent.
pub(super) const TRANSLUCENT: f32 = 0.5;
/// The length of dashes, and of the gaps between them, in widths of their line.
pub(super) const DASH: f64 = 7.0 / 3.0;
/// The width of the rim around a label, as a fraction of its font's size.
pub(super) const RIM: f64 = 0.24;
