//! What came of replaying a solution that somebody wrote down: text and JSON.

mod json;
mod text;

use crate::check::{Flaw, Replay};
use crate::puzzle::Puzzle;
use crate::transcript::{self, Told, Unreadable};

pub use json::Verify;

/// A solution that was replayed, to its end or to its first flaw.
pub struct ReplayReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Where the solution was read from.
    pub source: &'a str,
    /// The replay.
    pub replay: Replay<'a>,
    /// What is wrong with the next move, if it cannot be made.
    pub refused: Option<Refused>,
    /// Whether the moves are letters that say where the gap goes.
    pub is_of_gap: bool,
}

/// A move that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Its line, from 1, where moves have lines.
    pub line: Option<usize>,
    /// What is wrong with it.
    pub flaw: Flaw,
}

impl<'a> ReplayReport<'a> {
    /// Reads a solution of `puzzle` from the text of `source`, and replays it.
    ///
    /// Letters as `LLDR` say where tiles go, unless that cannot be done, or solves nothing, while as
    /// ways of the gap they solve the puzzle.
    ///
    /// # Errors
    ///
    /// Where the text cannot be read.
    ///
    /// ```
    /// use sliding::{Puzzle, report::replay::ReplayReport};
    ///
    /// let puzzle: Puzzle = "1 2 3/4 5 6/0 7 8".parse()?;
    /// let [of_tiles, of_gap] = ["LL", "RR"].map(|text| ReplayReport::read(&puzzle, "-", text));
    /// let (of_tiles, of_gap) = (of_tiles?, of_gap?);
    /// assert_eq!((of_tiles.solves(), of_tiles.is_of_gap), (true, false));
    /// assert_eq!((of_gap.solves(), of_gap.is_of_gap), (true, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(
        puzzle: &'a Puzzle,
        source: &'a str,
        text: &str,
    ) -> Result<ReplayReport<'a>, Unreadable> {
        let as_written = ReplayReport::new(puzzle, source, &transcript::moves(puzzle, text)?);
        if as_written.solves() {
            return Ok(as_written);
        }
        let of_gap = transcript::moves_of_gap(puzzle, text).and_then(Result::ok);
        let of_gap = of_gap.map(|told| ReplayReport::new(puzzle, source, &told));
        Ok(match of_gap {
            Some(report) if report.is_better_than(&as_written) => {
                ReplayReport { is_of_gap: true, ..report }
            }
            _ => as_written,
        })
    }

    fn new(puzzle: &'a Puzzle, source: &'a str, told: &[Told]) -> ReplayReport<'a> {
        let mut replay = Replay::new(puzzle);
        let refused = told.iter().find_map(|Told { line, pieces, steps, after, .. }| {
            let flaw = replay.make(pieces, steps, after.as_ref()).err()?;
            Some(Refused { line: *line, flaw })
        });
        ReplayReport { puzzle, source, replay, refused, is_of_gap: false }
    }

    /// Whether this reading of a text solves the puzzle, or can be made while the other cannot.
    fn is_better_than(&self, other: &ReplayReport) -> bool {
        self.solves() || self.refused.is_none() && other.refused.is_some()
    }

    /// Whether all of it can be made, and a goal is met then.
    pub fn solves(&self) -> bool {
        self.refused.is_none() && self.replay.is_solved()
    }
}
