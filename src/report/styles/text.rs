//! The six styles side by side, for people.

use std::io::{self, Write};

use super::{StylesReport, depth};
use crate::query::{Answer, Status};
use crate::report::words::{duration, plain};

impl StylesReport<'_> {
    /// Writes a table with a row for each style. What a limit cut short is marked `+`.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write, name: &str) -> io::Result<()> {
        writeln!(out, "{}\n", plain(name))?;
        let heading = ["style", "moves", "configurations", "depth", "time"];
        let [a, b, c, d, e] = heading;
        writeln!(out, "{a}  {b:>6}  {c:>15}  {d:>6}  {e:>9}  a move is")?;
        for (style, outcome) in self.found {
            let more = if matches!(outcome.status, Status::Stopped(_)) { "+" } else { "" };
            let (moves, states) = (moves(outcome), format!("{}{more}", outcome.counted.total()));
            let depth = format!("{}{more}", depth(outcome));
            let (style, time, meaning) =
                (style.number(), duration(outcome.elapsed), style.meaning());
            writeln!(
                out,
                "{style:<5}  {moves:>6}  {states:>15}  {depth:>6}  {time:>9}  {meaning}"
            )?;
        }
        Ok(())
    }
}

fn moves(outcome: &Answer) -> String {
    match (outcome.moves, outcome.status) {
        (Some(moves), _) => moves.to_string(),
        (None, Status::Stopped(_)) => "?".to_owned(),
        (None, _) => "none".to_owned(),
    }
}
