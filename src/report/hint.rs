//! The next move of a solution.

use crate::report::solution::result;
use crate::report::*;

/// The next move, or why there is none.
pub struct HintReport<'a> {
    /// The puzzle.
    pub subject: Subject<'a>,
    /// The result of a search for a solution.
    pub answer: &'a Answer,
}

impl HintReport<'_> {
    /// Returns the next move, if there is one and it is known.
    fn next(&self) -> Option<&Move> {
        self.answer.solution.as_ref()?.moves.first()
    }

    /// Returns the number of moves after the next one, if that is known.
    fn left(&self) -> Option<u64> {
        self.next().and(self.answer.moves)?.checked_sub(1)
    }
}

impl Report for HintReport<'_> {
    /// Writes the next move and the number of moves after it; or why there is none.
    fn text(&self, out: &mut dyn Write, _: Look) -> io::Result<()> {
        let HintReport { subject, answer } = self;
        let (Some(next), Some(left)) = (self.next(), self.left()) else {
            return match answer.moves {
                Some(0) => writeln!(out, "{}: solved already", plain(subject.name)),
                _ => writeln!(out, "{}", result(subject, answer)),
            };
        };
        writeln!(out, "{}", sentence(&subject.puzzle.names(), next))?;
        let mut left = format!("{} left after it", counted(left, "move"));
        match answer.at_least() {
            Some(least @ 2..) => left += &format!("; at least {} are needed", least - 1),
            _ if answer.is_shortest => {}
            _ => left += ", perhaps not the fewest",
        }
        writeln!(out, "{}", subject.result(&left))
    }

    fn json(&self) -> Object {
        let (puzzle, answer) = (self.subject.puzzle, self.answer);
        let found = object! {
            "status": json::status(answer.status),
            "limit": json::limit(answer.status),
            "start": puzzle.shorthand(puzzle.start()),
            "moves": answer.moves,
        };
        let next = object! {
            "shortest": answer.moves.map(|_| answer.is_shortest),
            "next": self.next().map(|next| json::step(&puzzle.names(), next)),
            "left": self.left(),
        };
        let object = self.subject.object("sliding/solve/1").and(found);
        object.with_some("at_least", answer.at_least()).and(next)
    }
}
