//! Descriptions of families: words for boards, shapes, rules and numbers.

use std::ops::RangeInclusive;
use std::str::FromStr;

use super::family::{Family, FamilyError, Rule};
use super::shape::Shape;
use crate::notation::knuth::pattern;
use crate::puzzle::Size;

/// A number, or an ascending range: `5`, `3-8`.
pub type NumberRange<N = u32> = RangeInclusive<N>;

/// A rule by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleName {
    /// As [`Rule::Corner`].
    Corner,
    /// As [`Rule::Anywhere`].
    Anywhere,
    /// As [`Rule::Exit`].
    Exit,
    /// As [`Rule::Nearest`].
    Nearest,
    /// As [`Rule::Any`].
    Any,
}

impl RuleName {
    /// All of them.
    pub const ALL: [RuleName; 5] =
        [RuleName::Corner, RuleName::Anywhere, RuleName::Exit, RuleName::Nearest, RuleName::Any];

    /// Returns the name, as on the command line, in journals and in names of files.
    pub fn name(self) -> &'static str {
        match self {
            RuleName::Corner => "corner",
            RuleName::Anywhere => "anywhere",
            RuleName::Exit => "exit",
            RuleName::Nearest => "nearest",
            RuleName::Any => "any",
        }
    }

    fn has_exit(self) -> bool {
        matches!(self, RuleName::Exit | RuleName::Nearest)
    }
}

impl From<Rule> for RuleName {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::Corner => RuleName::Corner,
            Rule::Anywhere => RuleName::Anywhere,
            Rule::Exit { .. } => RuleName::Exit,
            Rule::Nearest { .. } => RuleName::Nearest,
            Rule::Any => RuleName::Any,
        }
    }
}

impl FromStr for RuleName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = RuleName::ALL.into_iter().find(|rule| rule.name() == text);
        let names = || RuleName::ALL.map(RuleName::name).join(", ");
        named.ok_or_else(|| format!("expected one of {}", names()))
    }
}

/// A list of shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shapes {
    /// All rectangles that lie on the board.
    Rectangles,
    /// All polyominoes of up to this number of cells.
    Polyominoes(u32),
    /// As in Rush Hour: see [`Shape::cars`].
    Cars,
    /// Cars of one cell: see [`Shape::units`].
    Units,
    /// Others, with their numbers if given.
    Listed(Vec<(Shape, Option<NumberRange>)>),
}

impl Shapes {
    fn of(&self, size: Size) -> Vec<(Shape, Option<NumberRange>)> {
        let free = |shapes: Vec<Shape>| shapes.into_iter().map(|shape| (shape, None)).collect();
        match self {
            Shapes::Rectangles => free(Shape::rectangles(size)),
            Shapes::Polyominoes(most) => free(Shape::polyominoes(*most, size)),
            Shapes::Cars => free(Shape::cars()),
            Shapes::Units => free(Shape::units()),
            Shapes::Listed(shapes) => shapes.clone(),
        }
    }
}

/// A described family. Options that are not given are as in [`Family::new`].
///
/// ```
/// use sliding::design::{FamilyDescription, Rule, board};
///
/// let mut described = FamilyDescription::new(board("3x3")?, "units".parse()?);
/// described.empty = Some(1..=1);
/// let family = described.family()?;
/// assert_eq!(family.rule(), Rule::Nearest { row: 1 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FamilyDescription {
    /// The board.
    pub board: Size,
    /// Its pieces.
    pub shapes: Shapes,
    /// The rule; by default [`RuleName::Exit`] with cars, [`RuleName::Nearest`] with units, else
    /// [`RuleName::Corner`].
    pub rule: Option<RuleName>,
    /// The row of the exit, from 1; by default the middle.
    pub exit_row: Option<u32>,
    /// Allowed shapes of the target piece.
    pub main: Option<Shapes>,
    /// The number of pieces.
    pub pieces: Option<NumberRange>,
    /// The number of empty cells.
    pub empty: Option<NumberRange>,
}

/// Why a description is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DescriptionError {
    /// An exit row without a rule that has an exit.
    #[error("an exit row needs the rule exit or nearest")]
    ExitRow,
    /// A row 0.
    #[error("rows are counted from 1")]
    RowZero,
    /// The target piece cannot have this shape.
    #[error("the target piece cannot be {0}: it is not one of the shapes")]
    Main(Shape),
    /// The family is invalid.
    #[error(transparent)]
    Family(#[from] FamilyError),
}

impl FamilyDescription {
    /// Describes a family with pieces of these shapes on this board.
    pub fn new(board: Size, shapes: Shapes) -> Self {
        let (rule, exit_row, main) = (None, None, None);
        Self { board, shapes, rule, exit_row, main, pieces: None, empty: None }
    }

    /// Returns the rule, or its default.
    pub fn rule_name(&self) -> RuleName {
        self.rule.unwrap_or(match self.shapes {
            Shapes::Cars => RuleName::Exit,
            Shapes::Units => RuleName::Nearest,
            _ => RuleName::Corner,
        })
    }

    /// Returns the family.
    ///
    /// # Errors
    ///
    /// Returns an error if the parts of the description do not go together.
    pub fn family(&self) -> Result<Family, DescriptionError> {
        let size = self.board;
        let name = self.rule_name();
        if self.exit_row.is_some() && !name.has_exit() {
            return Err(DescriptionError::ExitRow);
        }
        let row = self.exit_row.unwrap_or(size.rows.div_ceil(2));
        let row = row.checked_sub(1).ok_or(DescriptionError::RowZero)?;
        let rule = match name {
            RuleName::Corner => Rule::Corner,
            RuleName::Anywhere => Rule::Anywhere,
            RuleName::Exit => Rule::Exit { row },
            RuleName::Nearest => Rule::Nearest { row },
            RuleName::Any => Rule::Any,
        };
        let shapes = self.shapes.of(size);
        let only = shapes.iter().map(|(shape, _)| shape.clone()).collect();
        let mut family = Family::new(size, only, rule)?;
        for (shape, number) in shapes {
            if let Some(number) = number {
                family = family.with_number(&shape, number)?;
            }
        }
        if let Some(main) = &self.main {
            let main: Vec<Shape> = main.of(size).into_iter().map(|(shape, _)| shape).collect();
            family = family.with_main(&main).map_err(|why| match why {
                FamilyError::NotAShape(shape) => DescriptionError::Main(shape),
                why => why.into(),
            })?;
        }
        if let Some(pieces) = &self.pieces {
            family = family.with_pieces(pieces.clone());
        }
        if let Some(empty) = &self.empty {
            family = family.with_empty(empty.clone());
        }
        Ok(family)
    }
}

/// Reads the size of a board: `4x5`.
///
/// # Errors
///
/// Returns what was expected.
pub fn board(text: &str) -> Result<Size, String> {
    let sides = text.split_once('x').and_then(|(rows, cols)| {
        let side =
            |text: &str| text.trim().parse().ok().filter(|&side: &u32| (1..=64).contains(&side));
        Some(Size { rows: side(rows)?, cols: side(cols)? })
    });
    sides.ok_or_else(|| "expected rows and columns, as in 4x5".to_owned())
}

/// Reads a number, or an ascending range: `5`, `3-8`.
///
/// # Errors
///
/// Returns what was expected.
pub fn range<N: FromStr + PartialOrd + Copy>(text: &str) -> Result<NumberRange<N>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let bounds = least.parse().ok().zip(most.parse().ok());
    match bounds {
        Some((least, most)) if least > most => Err("expected the smaller number first".into()),
        Some((least, most)) => Ok(least..=most),
        None => Err("expected a number, or two as in 3-8".into()),
    }
}

impl FromStr for Shapes {
    type Err = String;

    /// Reads `rectangles`, `polyominoes:N`, `cars`, `units`, or patterns as in `1,11h:2-3,01/11`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "rectangles" => return Ok(Shapes::Rectangles),
            "cars" => return Ok(Shapes::Cars),
            "units" => return Ok(Shapes::Units),
            _ => {}
        }
        if let Some(most) = text.strip_prefix("polyominoes:") {
            let most = most.parse().ok().filter(|most| (1..=64).contains(most));
            return most
                .map(Shapes::Polyominoes)
                .ok_or("expected polyominoes:N with N from 1 to 64".into());
        }
        let all: Vec<_> = text.split(',').map(shape).collect::<Result<_, _>>()?;
        Ok(Shapes::Listed(all))
    }
}

/// Reads a pattern, optionally followed by a number of pieces.
fn shape(text: &str) -> Result<(Shape, Option<NumberRange>), String> {
    let (shape, number) = match text.split_once(':') {
        Some((shape, number)) => (shape, Some(range(number)?)),
        None => (text, None),
    };
    let shape = shape.trim();
    // `11h` is read like `11 h`, which would need quotes in a shell.
    let spaced = match shape.strip_suffix(['h', 'v']) {
        Some(cells) if !cells.ends_with(' ') => format!("{cells} {}", &shape[cells.len()..]),
        _ => shape.to_owned(),
    };
    let expected =
        "expected rectangles, polyominoes:N, cars, units, or patterns as in 1,11/01,11h:2-3";
    let kind = pattern('1', &spaced).map_err(|(_, c)| format!("`{c}` in `{text}`: {expected}"))?;
    let shape = Shape::new(kind.cells, kind.lock).map_err(|why| format!("`{text}`: {why}"))?;
    Ok((shape, number))
}
