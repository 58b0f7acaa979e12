//! The number of shortest solutions, for people.

use std::io::{self, Write};

use super::CountReport;
use crate::report::words::{counted, duration, plain, sentences};

impl CountReport<'_> {
    /// Writes all for people; the steps only if they are wanted.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write, name: &str, steps: bool) -> io::Result<()> {
        let (count, style) = (self.count, self.style);
        let ending = match (count.moves, count.stopped) {
            (Some(moves), None) => {
                let solutions = if count.solutions == 1u32.into() {
                    "one shortest solution".to_owned()
                } else {
                    format!("{} shortest solutions", count.solutions)
                };
                let goals = counted(count.goals, "configuration");
                format!("{solutions} of {}, ending in {goals}", counted(moves, "move"))
            }
            (Some(moves), Some(_)) => {
                format!("solvable in {}; stopped before the count", counted(moves, "move"))
            }
            (None, None) => "no solution".to_owned(),
            (None, Some(_)) => "stopped before a solution was found".to_owned(),
        };
        writeln!(out, "{}: {ending} (style {style}: {})", plain(name), style.meaning())?;
        if let Some(solution) = count.solution.as_ref().filter(|_| steps) {
            writeln!(out, "\n  move  boards  ways on  of this, and one such solution")?;
            let moves = sentences(self.puzzle.named(), solution);
            for (i, (choice, move_)) in count.choices.iter().zip(moves).enumerate() {
                let (least, most) = choice.continuations;
                let ways =
                    if least == most { least.to_string() } else { format!("{least}-{most}") };
                let (at, boards, shown) = (i + 1, choice.configurations, choice.shown);
                writeln!(out, "  {at:>4}  {boards:>6}  {ways:>7}  {shown:>7}  {move_}")?;
            }
            let forced = count.choices.iter().filter(|choice| choice.continuations.1 == 1).count();
            let steps = counted(count.choices.len() as u64, "step");
            writeln!(out, "\n{forced} of {steps} leave no choice, whatever went before")?;
        }
        let states = counted(count.states, "configuration");
        writeln!(out, "{states}, {}", duration(count.elapsed))
    }
}
