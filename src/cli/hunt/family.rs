//! The options that describe a family of puzzles.

use std::ops::RangeInclusive;

use clap::Args;
use clap::builder::PossibleValuesParser;
use sliding::design::{Family, FamilyError, Rule, Shapes, board, range};
use sliding::puzzle::Size;

use crate::failure::Failure;

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
    #[arg(long, value_name = "RULE", hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(Rule::NAMES))]
    /// Goal: corner, exit, nearest, anywhere, any
    ///
    /// corner (target piece from top left to bottom right); exit (the only car of a row to the
    /// right end); nearest (of several cars in the row, the one nearest the exit); anywhere (target
    /// piece, any start and goal); any (all pieces, any start and goal). By default exit with cars,
    /// nearest with units, else corner.
    rule: Option<String>,
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

impl FamilyOptions {
    /// Returns the family.
    pub fn family(&self) -> Result<Family, Failure> {
        let board = self.board.ok_or_else(|| Failure::input("a family needs --board"))?;
        let (rule, main) = (self.rule.as_deref(), self.main.as_ref());
        let family = Family::described(board, &self.shapes, rule, self.exit_row, main);
        let family = family.map_err(|error| match error {
            FamilyError::NoExit => Failure::input("--exit-row needs --rule exit or nearest"),
            FamilyError::NotAShape(shape) => {
                Failure::input(format!("--main {shape} is none of --shapes"))
            }
            error => Failure::input(error),
        });
        Ok(family?.with_pieces(self.pieces.clone()).with_empty(self.empty.clone()))
    }
}
