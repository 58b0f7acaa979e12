//! Reports on replaying a written solution.

use crate::check::{Flaw, Replay};
use crate::notation::transcript::{self, ParsedMove, TranscriptError};
use crate::report::*;

/// A solution that was replayed, to its end or to its first flaw.
pub struct ReplayReport<'a> {
    /// The puzzle. All styles are reported.
    pub subject: Subject<'a>,
    /// The source of the solution.
    pub source: &'a str,
    /// The moves, as they were read.
    pub moves: Vec<ParsedMove>,
    /// The replay.
    pub replay: Replay<'a>,
    /// What is wrong with the next move, if it is illegal.
    pub refused: Option<IllegalMove>,
    /// Whether the moves are letters that say where the gap goes.
    pub is_of_gap: bool,
}

/// An illegal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// Its line, from 1, if moves have lines.
    pub line: Option<usize>,
    /// What is wrong with it.
    pub flaw: Flaw,
}

impl<'a> ReplayReport<'a> {
    /// Reads a solution of the puzzle from the text of `source`, and replays it.
    ///
    /// Letters such as `LLDR` say where tiles go, or where the gap goes if only that solves the
    /// puzzle, or if only that is legal.
    ///
    /// # Errors
    ///
    /// Returns an error if the text cannot be read.
    ///
    /// ```
    /// use sliding::{Puzzle, puzzle::Style, report::{replay::ReplayReport, subject::Subject}};
    ///
    /// let puzzle: Puzzle = "1 2 3/4 5 6/0 7 8".parse()?;
    /// let subject = Subject::new(&puzzle, Style::STEP, "");
    /// let [of_tiles, of_gap] = ["LL", "RR"].map(|text| ReplayReport::read(subject, "-", text));
    /// let (of_tiles, of_gap) = (of_tiles?, of_gap?);
    /// assert_eq!((of_tiles.solves(), of_tiles.is_of_gap), (true, false));
    /// assert_eq!((of_gap.solves(), of_gap.is_of_gap), (true, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(
        subject: Subject<'a>,
        source: &'a str,
        text: &str,
    ) -> Result<ReplayReport<'a>, TranscriptError> {
        let puzzle = subject.puzzle;
        let as_written = ReplayReport::new(subject, source, transcript::moves(puzzle, text)?);
        if as_written.solves() {
            return Ok(as_written);
        }
        let of_gap = transcript::moves_of_gap(puzzle, text).and_then(Result::ok);
        let of_gap = of_gap.map(|moves| ReplayReport::new(subject, source, moves));
        Ok(match of_gap {
            Some(report) if report.is_better_than(&as_written) => {
                ReplayReport { is_of_gap: true, ..report }
            }
            _ => as_written,
        })
    }

    fn new(subject: Subject<'a>, source: &'a str, moves: Vec<ParsedMove>) -> ReplayReport<'a> {
        let mut replay = Replay::new(subject.puzzle);
        let refused = moves.iter().find_map(|ParsedMove { line, pieces, steps, after, .. }| {
            let flaw = replay.make(pieces, steps, after.as_ref()).err()?;
            Some(IllegalMove { line: *line, flaw })
        });
        ReplayReport { subject, source, moves, replay, refused, is_of_gap: false }
    }

    /// Whether this reading of a text solves the puzzle, or is legal while the other is not.
    fn is_better_than(&self, other: &ReplayReport) -> bool {
        self.solves() || self.refused.is_none() && other.refused.is_some()
    }

    /// Whether all moves are legal, and end at a goal.
    pub fn solves(&self) -> bool {
        self.refused.is_none() && self.replay.is_solved()
    }

    /// Returns the start, and the position after each step of a legal solution. Takes time and
    /// memory linear in the steps times the pieces.
    pub fn positions(&self) -> Vec<Configuration> {
        let size = self.subject.puzzle.size();
        let mut positions = vec![self.subject.puzzle.start().clone()];
        for ParsedMove { pieces, steps, .. } in &self.moves {
            let mut movers = pieces.clone();
            for &step in steps {
                let here = positions[positions.len() - 1].placements().iter();
                let stepped = here.map(|&piece| match movers.contains(&piece) {
                    true => piece.stepped(step, size),
                    false => piece,
                });
                positions.push(Configuration::new(stepped.collect()));
                movers.iter_mut().for_each(|piece| *piece = piece.stepped(step, size));
            }
        }
        positions
    }
}

impl Report for ReplayReport<'_> {
    /// Writes whether the solution solves the puzzle, with its number of moves in each style; or
    /// the first flaw.
    fn text(&self, out: &mut dyn Write, _: Look) -> io::Result<()> {
        if let Some(IllegalMove { line, flaw }) = &self.refused {
            let line = line.map(|line| format!(", line {line}")).unwrap_or_default();
            return writeln!(out, "{}{line}: {flaw}", plain(self.source));
        }
        let moves = counted(self.replay.given(), "move");
        let ending = if self.solves() { "solved" } else { "all legal, but no goal is met" };
        let meant = if self.is_of_gap { "read as moves of the blank" } else { "as written" };
        writeln!(out, "{}: {moves} {meant}, {ending}", plain(self.subject.name))?;
        self.table().map_or(Ok(()), |table| write!(out, "\n{}", table.text("")))
    }

    fn json(&self) -> Object {
        let (puzzle, replay) = (self.subject.puzzle, &self.replay);
        let refused = self.refused.as_ref();
        about("sliding/verify/1", puzzle, self.subject.file, None).and(object! {
            "source": self.source,
            "start": puzzle.shorthand(puzzle.start()),
            "legal": refused.is_none(),
            "solved": self.solves(),
            "made": replay.given(),
            "of_blank": self.is_of_gap,
            "line": refused.and_then(|refused| refused.line),
            "flaw": refused.map(|refused| refused.flaw.to_string()),
            "moves": Style::ALL.map(|style| replay.moves(style).ok()),
            "end": puzzle.shorthand(&replay.position()),
        })
    }

    /// Returns the number of moves in each style.
    fn table(&self) -> Option<Table> {
        let mut table = Table::new(&[">style", ">moves", "<"]);
        for style in Style::ALL {
            let meaning = style.meaning();
            match self.replay.moves(style) {
                Ok(moves) => table.add(&[&style.number(), &moves, &meaning]),
                Err(at) => {
                    let why = format!("{meaning}; move {at} is of several");
                    table.add(&[&style.number(), &"-", &why]);
                }
            }
        }
        Some(table)
    }
}
