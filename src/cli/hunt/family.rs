//! The options that describe a family of puzzles.

use std::ops::RangeInclusive;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use sliding::design::{
    DescriptionError, Family, FamilyDescription, RuleName, Shapes, board, range,
};
use sliding::puzzle::Size;

use crate::cli::failure::Failure;

// A family of puzzles.
#[derive(Args, Clone)]
pub struct FamilyOptions {
    /// Rows x columns of the board, e.g. 4x5
    #[arg(long, value_name = "RxC", value_parser = board, required = true)]
    board: Option<Size>,
    #[arg(long, value_name = "SHAPES", default_value = "rectangles")]
    /// rectangles (default), cars, units, ...
    ///
    /// rectangles; polyominoes:N (up to N cells); cars (as in Rush Hour); units (cars of one cell);
    /// or patterns, with how many of each: 1,11h:2-3,11/11:1.
    #[arg(hide_default_value = true)]
    shapes: Shapes,
    #[arg(long, value_name = "RULE", hide_possible_values = true, value_parser = rule())]
    /// Goal: corner, exit, nearest, anywhere, any
    ///
    /// corner (target piece from top left to bottom right); exit (the only car of a row to the
    /// right end); nearest (of several cars in the row, the one nearest the exit); anywhere (target
    /// piece, any start and goal); any (all pieces, any start and goal). By default exit with cars,
    /// nearest with units, else corner.
    rule: Option<RuleName>,
    /// Row of the exit [default: the middle]
    #[arg(long, value_name = "ROW")]
    exit_row: Option<u32>,
    /// Shapes of the target piece [default: all; cars: 11h]
    #[arg(long, value_name = "SHAPES")]
    main: Option<Shapes>,
    /// Number of pieces: N, or N-M
    #[arg(long, value_name = "N-M", value_parser = range::<u32>)]
    pieces: Option<RangeInclusive<u32>>,
    /// Number of empty cells: N, or N-M
    #[arg(long, value_name = "N-M", value_parser = range::<u32>)]
    empty: Option<RangeInclusive<u32>>,
}

/// Reads the kind of goal.
fn rule() -> impl TypedValueParser<Value = RuleName> {
    PossibleValuesParser::new(RuleName::ALL.map(RuleName::name))
        .map(|name| name.parse().expect("only these are let through"))
}

impl FamilyOptions {
    /// Returns the family.
    pub fn family(&self) -> Result<Family, Failure> {
        let board = self.board.ok_or_else(|| Failure::input("a family needs --board"))?;
        let mut described = FamilyDescription::new(board, self.shapes.clone());
        (described.rule, described.exit_row) = (self.rule, self.exit_row);
        described.main = self.main.clone();
        (described.pieces, described.empty) = (self.pieces.clone(), self.empty.clone());
        described.family().map_err(|error| match error {
            DescriptionError::ExitRow => Failure::input("--exit-row needs --rule exit or nearest"),
            DescriptionError::Main(shape) => {
                Failure::input(format!("--main {shape} is none of --shapes"))
            }
            error => Failure::input(error),
        })
    }
}
