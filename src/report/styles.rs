//! The six styles side by side.

use crate::report::*;

/// The results of exhaustive searches, one in each style.
pub struct StylesReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its name for people.
    pub name: &'a str,
    /// Its source.
    pub file: &'a str,
    /// The results.
    pub found: &'a [(Style, Answer)],
}

impl Report for StylesReport<'_> {
    fn text(&self, out: &mut dyn Write, look: Look) -> io::Result<()> {
        if look.is_brief {
            let moves = self.found.iter().map(|(style, answer)| {
                format!(
                    "{} in style {style}",
                    answer.moves.map_or("none".into(), |n| n.to_string())
                )
            });
            let moves = moves.collect::<Vec<_>>().join(", ");
            return writeln!(out, "{}: fewest moves {moves}", plain(self.name));
        }
        writeln!(out, "{}\n", plain(self.name))?;
        self.table().map_or(Ok(()), |table| write!(out, "{}", table.text("")))
    }

    fn json(&self) -> Object {
        let rows = json::array(self.found, |(style, answer)| {
            object! {
                "style": style,
                "status": json::status(answer.status),
                "limit": json::limit(answer.status),
                "moves": answer.moves,
                "positions": answer.counted.total(),
                "depth": depth(answer),
                "engine": answer.engine,
                "elapsed_ms": milliseconds(answer.elapsed),
            }
        });
        about("sliding/solve/1", self.puzzle, self.file, None).with("styles", &rows)
    }

    /// Returns a row for each style. Results that a limit cut short are marked `+`.
    fn table(&self) -> Option<Table> {
        let mut table = Table::new(&[
            "<style",
            "> moves",
            ">      positions",
            "> depth",
            ">     time",
            "<a move is",
        ]);
        for (style, answer) in self.found {
            let is_stopped = matches!(answer.status, Status::Stopped(_));
            let more = if is_stopped { "+" } else { "" };
            let moves = match answer.moves {
                Some(moves) => moves.to_string(),
                None => if is_stopped { "?" } else { "none" }.to_owned(),
            };
            let states = format!("{}{more}", answer.counted.total());
            let depth = format!("{}{more}", depth(answer));
            let time = duration(answer.elapsed);
            table.add(&[&style.number(), &moves, &states, &depth, &time, &style.meaning()]);
        }
        Some(table)
    }
}

/// Returns the greatest distance searched.
fn depth(answer: &Answer) -> u64 {
    (answer.counted.levels().len() as u64).saturating_sub(1)
}
