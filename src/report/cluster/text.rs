//! What processes have found together, for people.

use std::io::{self, Write};

use super::ClusterReport;
use crate::report::boxes::Ink;
use crate::report::map::{plot, reach, write_farthest};
use crate::report::words::{counted, duration, plain};

impl ClusterReport<'_> {
    /// Writes the number of configurations at each distance, with a line of headings.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "distance,configurations")?;
        let levels = self.explored.from_start.levels.iter().enumerate();
        levels.into_iter().try_for_each(|(distance, found)| writeln!(out, "{distance},{found}"))
    }

    /// Writes all for people.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write, name: &str, ink: Ink) -> io::Result<()> {
        let Self { explored, style, .. } = self;
        let (states, is_whole) = (explored.states(), explored.stopped.is_none());
        writeln!(out, "{} (style {style}: {})\n", plain(name), style.meaning())?;
        let so_far = if is_whole { "" } else { ", as far as it was searched" };
        writeln!(out, "configurations  {states}{so_far}")?;
        writeln!(out, "from the start  {}", reach(&explored.from_start))?;
        match explored.moves {
            Some(moves) => writeln!(out, "to the goal     {}", counted(moves, "move"))?,
            None if is_whole => writeln!(out, "to the goal     no solution")?,
            None => {}
        }
        let processes = match explored.processes {
            1 => "1 process".to_owned(),
            processes => format!("{processes} processes"),
        };
        let threads = counted(explored.threads as u64, "thread");
        writeln!(out, "searched by     {processes} of {threads} each")?;
        let each = explored.sent as f64 / states.max(1) as f64;
        writeln!(out, "network         {} bytes, {each:.2} a configuration", explored.sent)?;
        writeln!(out, "time            {}", duration(explored.elapsed))?;
        writeln!(out, "\nconfigurations at each distance from the start\n")?;
        write!(out, "{}", plot(&explored.from_start.levels))?;
        match is_whole {
            true => write_farthest(out, self.puzzle, &explored.from_start, "the start", ink),
            false => Ok(()),
        }
    }
}
