//! Colours: one for each of sixty kinds of pieces, and those of everything around them.
//!
//! The first eight were chosen by hand. Each further one is, of all soft colours that black print
//! can be read on, the one farthest from all before it, as seen by the least sensitive of three
//! eyes: normal vision, and those without red and without green receptors. So neighbours in a
//! puzzle's list of kinds are well apart for all three, in lightness as well as in hue, and even
//! the least different two of sixty can be distinguished side by side. The dark ones are the same
//! hues with 86 % of the lightness. The tests below measure all this.

use std::fmt::{self, Display, Write};

use crate::puzzle::{MAX_KINDS, Puzzle};

/// A colour, written as in `#8ab8e8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    const fn new(number: u32) -> Self {
        let [_, red, green, blue] = number.to_be_bytes();
        Self([red, green, blue])
    }

    /// Returns the relative luminance, from 0 for black to 1 for white, as the Web Content
    /// Accessibility Guidelines define it.
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|part| match f64::from(part) / 255.0 {
            part if part <= 0.04045 => part / 12.92,
            part => ((part + 0.055) / 1.055).powf(2.4),
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Returns the contrast of two colours, from 1 to 21, by the same guidelines: 4.5 is enough for
    /// small print.
    ///
    /// ```
    /// use sliding::report::palette::Rgb;
    /// assert_eq!(Rgb([0; 3]).contrast(Rgb([255; 3])).round(), 21.0);
    /// ```
    pub fn contrast(self, other: Rgb) -> f64 {
        let (one, other) = (self.luminance() + 0.05, other.luminance() + 0.05);
        one.max(other) / one.min(other)
    }
}

impl Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Light or dark surroundings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Dark print on light ground.
    #[default]
    Light,
    /// Light print on dark ground.
    Dark,
}

/// The colours of a kind of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// The colour of the piece.
    pub fill: Rgb,
    /// The colour of the label on it.
    pub label: Rgb,
}

/// The colours of everything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// The background of the picture.
    pub ground: Rgb,
    /// Empty cells.
    pub floor: Rgb,
    /// The frame, and blocked cells.
    pub wall: Rgb,
    /// Print on the ground.
    pub ink: Rgb,
    /// Less important print, and lines, on the ground and on the floor.
    pub faint: Rgb,
    /// The border of pieces.
    pub edge: Rgb,
    /// The highlight colour: for the target, and for arrows.
    pub accent: Rgb,
}

/// Returns the colours of the kind with this index in [`Puzzle::kinds`](crate::Puzzle::kinds).
///
/// # Panics
///
/// If no puzzle can have this number of kinds.
///
/// ```
/// use sliding::report::palette::{Tone, swatch};
///
/// let swatch = swatch(0, Tone::Light);
/// assert_eq!(swatch.fill.to_string(), "#8ab8e8");
/// assert!(swatch.fill.contrast(swatch.label) >= 4.5);
/// ```
pub fn swatch(kind: usize, tone: Tone) -> Swatch {
    Swatch::of(Rgb::new([LIGHT, DARK][tone as usize][kind]))
}

/// Returns the colours of a kind of a puzzle: those that the puzzle gives it, in all surroundings,
/// or else those of its index.
///
/// # Panics
///
/// If no puzzle can have this number of kinds.
pub fn swatch_in(puzzle: &Puzzle, kind: usize, tone: Tone) -> Swatch {
    own_swatch(puzzle.color(kind as u8), kind, tone)
}

/// Returns the colours of a kind that may have its own.
pub(super) fn own_swatch(own: Option<[u8; 3]>, kind: usize, tone: Tone) -> Swatch {
    own.map_or_else(|| swatch(kind, tone), |colour| Swatch::of(Rgb(colour)))
}

impl Swatch {
    /// Returns a fill, with the more readable label colour on it.
    fn of(fill: Rgb) -> Self {
        let [black, white] = [0, 0xffffff].map(Rgb::new);
        let is_light = fill.contrast(black) > fill.contrast(white);
        Swatch { fill, label: if is_light { black } else { white } }
    }
}

impl Scheme {
    /// Returns the colours for a surrounding.
    pub fn of(tone: Tone) -> Self {
        let [ground, floor, wall, ink, faint, edge, accent] =
            SURROUNDINGS[tone as usize].map(Rgb::new);
        Self { ground, floor, wall, ink, faint, edge, accent }
    }
}

/// Returns all colours of a puzzle as custom properties of CSS: `--ground`, `--floor`, `--wall`,
/// `--ink`, `--faint`, `--edge`, `--accent`, and for each kind `--kind-0` and `--label-0`.
///
/// ```
/// use sliding::report::palette::{Tone, properties};
/// let puzzle = "1 x 3\n1 = 1\n2 = 1\n12\n?1\n".parse()?;
/// assert!(properties(&puzzle, Tone::Light).ends_with("--kind-1:#f2b257;--label-1:#000000;"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn properties(puzzle: &Puzzle, tone: Tone) -> String {
    with_kinds(tone, (0..puzzle.kinds().len()).map(|kind| swatch_in(puzzle, kind, tone)))
}

/// Returns a style sheet with the colours of a puzzle for an element, light or dark as the reader's
/// system is.
///
/// ```
/// use sliding::report::palette::themes;
/// let puzzle = "1 x 2\n1 = 1\n1\n?1\n".parse()?;
/// assert!(themes(&puzzle, ":root").starts_with(":root{--ground:#ffffff;"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn themes(puzzle: &Puzzle, element: &str) -> String {
    let [light, dark] = [Tone::Light, Tone::Dark].map(|tone| properties(puzzle, tone));
    format!("{element}{{{light}}}@media (prefers-color-scheme:dark){{{element}{{{dark}}}}}\n")
}

/// Returns the properties of a puzzle of sixty kinds without colours of its own, for boards that
/// are not a puzzle yet.
///
/// ```
/// use sliding::report::palette::{Tone, all_properties};
/// assert!(all_properties(Tone::Dark).contains("--kind-59:#76be85;"));
/// ```
pub fn all_properties(tone: Tone) -> String {
    with_kinds(tone, (0..MAX_KINDS).map(|kind| swatch(kind, tone)))
}

fn with_kinds(tone: Tone, kinds: impl Iterator<Item = Swatch>) -> String {
    let Scheme { ground, floor, wall, ink, faint, edge, accent } = Scheme::of(tone);
    let mut text = format!(
        "--ground:{ground};--floor:{floor};--wall:{wall};--ink:{ink};--faint:{faint};\
         --edge:{edge};--accent:{accent};"
    );
    for (kind, Swatch { fill, label }) in kinds.enumerate() {
        let _ = write!(text, "--kind-{kind}:{fill};--label-{kind}:{label};");
    }
    text
}

/// Ground, floor, wall, ink, faint ink, edge and accent, light and dark.
const SURROUNDINGS: [[u32; 7]; 2] = [
    [0xffffff, 0xf1eee9, 0x4a4e57, 0x1f2328, 0x5f6672, 0x33373e, 0xb3261e],
    [0x0d1117, 0x22262e, 0x626975, 0xe6edf3, 0x98a1ae, 0x05070a, 0xff8a75],
];

#[rustfmt::skip]
const LIGHT: [u32; MAX_KINDS] = [
    0x8ab8e8, 0xf2b257, 0xc8708f, 0xb4e0c0, 0x8f79c4, 0xf6e493,
    0x3f9490, 0xe4856a, 0xc46016, 0xa8beb1, 0xdaeefe, 0x659dfb,
    0xbad2f9, 0x7da4c0, 0xdc9e12, 0x9b785c, 0xc0fdcc, 0xabca8c,
    0xd37812, 0x98aa9b, 0xfed252, 0x538ae6, 0x93c7d9, 0x5dad70,
    0xd4d791, 0x48a1db, 0xc3dde5, 0x7eabf6, 0x55a144, 0x7eb6c0,
    0xacb78c, 0xa2c5ff, 0x8489b1, 0xa9d0b0, 0xf1f474, 0x8f68cb,
    0xbfedb5, 0xb5d1d2, 0x9171a9, 0xfdbe45, 0xbef2de, 0xc7af6d,
    0xad8071, 0xa07278, 0xe4744b, 0x9e93a7, 0xfac871, 0xddb227,
    0xe3f5b1, 0xa37640, 0x79a9db, 0xc49a83, 0xb6e6ff, 0xfc9252,
    0x9189c6, 0x477ed8, 0xa9938b, 0x819808, 0x2abfd4, 0x96e7a7,
];

#[rustfmt::skip]
const DARK: [u32; MAX_KINDS] = [
    0x6d96c1, 0xc9903d, 0xa65874, 0x91b89b, 0x7561a3, 0xcaba72,
    0x2b7976, 0xbe6a52, 0xa34a00, 0x889b90, 0xb1c3d1, 0x4d7fd3,
    0x96acce, 0x63869e, 0xb67f00, 0x7f6047, 0x9ad0a5, 0x8aa66e,
    0xb05f00, 0x7b8b7d, 0xd2ab34, 0x3e6fc1, 0x74a3b3, 0x468e58,
    0xadb071, 0x3283b7, 0x9eb5bc, 0x638bce, 0x408430, 0x63959e,
    0x8c956f, 0x82a1d4, 0x6a6f92, 0x88aa8e, 0xc6c854, 0x7552aa,
    0x9ac391, 0x92abac, 0x775a8c, 0xd29a27, 0x98c7b5, 0xa48e53,
    0x8f675a, 0x845b60, 0xbe5b36, 0x817789, 0xcfa354, 0xb79000,
    0xb9c98c, 0x865f2e, 0x5f8ab6, 0xa27c68, 0x92bcd3, 0xd2743a,
    0x766ea4, 0x3465b5, 0x8a7770, 0x687c00, 0x009daf, 0x76be85,
];
