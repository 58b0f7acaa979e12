//! The options that say what family of puzzles is meant.

use std::ops::RangeInclusive;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use sliding::design::{Described, Family, Misdescribed, RuleName, Shapes, board, range};
use sliding::puzzle::Size;

use crate::cli::failure::Failure;

// A family of puzzles.
#[derive(Args, Clone)]
pub struct FamilyOptions {
    /// Rows and columns of the board: 4x5
    #[arg(long, value_name = "RxC", value_parser = board)]
    board: Size,
    #[arg(long, value_name = "SHAPES", default_value = "rectangles")]
    #[arg(
        help = "rectangles; polyominoes:N, of up to N cells; cars, as in Rush Hour; units, cars \
        of one cell; or patterns as in a puzzle file, with numbers if need be: 1,11h:2-3,11/11:1"
    )]
    shapes: Shapes,
    #[arg(long, value_name = "RULE", hide_possible_values = true, value_parser = rule())]
    #[arg(help = "What has to go where: corner, a piece from the upper left to the lower right; \
        anywhere, a piece from anywhere to anywhere; exit, the only car of a row to its right end; \
        nearest, of the cars of a row the nearest to its right end; any, all pieces from anywhere \
        to anywhere [default: exit with cars, nearest with units, else corner]")]
    rule: Option<RuleName>,
    /// The row of the exit [default: the middle]
    #[arg(long, value_name = "ROW")]
    exit_row: Option<u32>,
    /// Shapes that the target piece may have [default: all; cars: 11h]
    #[arg(long, value_name = "SHAPES")]
    main: Option<Shapes>,
    /// How many pieces there are: 5, 3-8
    #[arg(long, value_name = "N-M", value_parser = range::<u32>)]
    pieces: Option<RangeInclusive<u32>>,
    /// How many cells are empty: 1, 2-4
    #[arg(long, value_name = "N-M", value_parser = range::<u32>)]
    empty: Option<RangeInclusive<u32>>,
}

/// Reads what has to go where.
fn rule() -> impl TypedValueParser<Value = RuleName> {
    PossibleValuesParser::new(RuleName::ALL.map(RuleName::name))
        .map(|name| name.parse().expect("only these are let through"))
}

impl FamilyOptions {
    /// The family.
    pub fn family(&self) -> Result<Family, Failure> {
        let mut described = Described::new(self.board, self.shapes.clone());
        (described.rule, described.exit_row) = (self.rule, self.exit_row);
        described.main = self.main.clone();
        (described.pieces, described.empty) = (self.pieces.clone(), self.empty.clone());
        described.family().map_err(|error| match error {
            Misdescribed::ExitRow => Failure::input("--exit-row needs --rule exit or nearest"),
            Misdescribed::Main(shape) => {
                Failure::input(format!("--main {shape} is none of --shapes"))
            }
            error => Failure::input(error),
        })
    }
}
