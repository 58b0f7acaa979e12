//! The map of a puzzle: text, comma-separated values, and JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::boxes::{Ink, SCREEN, beside, lying};
#[cfg(feature = "pictures")]
use super::draw::{Theme, plot::bars};
use super::json::{self, Size, Step};
use super::text::{counted, duration, plain, sentence};
use crate::analyse::{Distances, Map, Origin};
use crate::puzzle::{Configuration, Puzzle, Solution, Style};

/// The schema of [`Explore`].
pub const EXPLORE: &str = "sliding/explore/1";

/// Rows of the plot of distances.
const PLOT_ROWS: usize = 24;
/// Columns of its longest bar.
const PLOT_COLUMNS: usize = 48;

/// A map of a puzzle, with distances from some origin in front.
pub struct View<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The style that the map is of.
    pub style: Style,
    /// The map.
    pub map: &'a Map,
    /// What distances are measured from.
    pub origin: Origin,
}

impl View<'_> {
    /// The distances from the origin; those from the goals only if a goal can be reached.
    fn distances(&self) -> Option<&Distances> {
        match self.origin {
            Origin::Start => Some(&self.map.from_start),
            Origin::Goals => self.map.from_goals.as_ref(),
        }
    }

    /// Writes the numbers of configurations at each distance, with a line of headings.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "distance,configurations")?;
        let levels = self.distances().map_or(&[][..], |distances| &distances.levels);
        for (distance, configurations) in levels.iter().enumerate() {
            writeln!(out, "{distance},{configurations}")?;
        }
        Ok(())
    }

    /// The numbers of configurations at each distance as an SVG picture of bars.
    #[cfg(feature = "pictures")]
    pub fn svg(&self, name: &str, theme: Theme) -> String {
        let (map, style) = (self.map, self.style);
        let so_far = if map.stopped.is_some() { ", as far as it was searched" } else { "" };
        let mut notes = vec![
            format!("style {style}: {}", style.meaning()),
            format!("{}{so_far}", counted(map.states(), "configuration")),
        ];
        let Some(distances) = self.distances() else {
            notes.push("No goal can be reached, so nothing is measured from there.".to_owned());
            return bars(name, &notes, &[], None, theme);
        };
        notes.push(format!("at each distance from {}", self.from()));
        let marked = match self.origin {
            Origin::Start => map.moves.map(|moves| (moves, "nearest goal")),
            Origin::Goals => map.moves.map(|moves| (moves, "start")),
        };
        bars(name, &notes, &distances.levels, marked, theme)
    }

    /// What distances are measured from, in words.
    fn from(&self) -> &'static str {
        match self.origin {
            Origin::Start => "the start",
            Origin::Goals => "the nearest goal",
        }
    }

    /// Writes all for people.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write, name: &str, ink: Ink) -> io::Result<()> {
        let (map, style) = (self.map, self.style);
        writeln!(out, "{} (style {style}: {})\n", plain(name), style.meaning())?;
        let so_far = if map.stopped.is_some() { ", as far as it was searched" } else { "" };
        writeln!(out, "configurations  {}{so_far}", map.states())?;
        // Where the search stopped, not everybody's neighbours are known.
        let pairs = match map.stopped {
            None => format!("{} pairs, ", map.degrees.edges()),
            Some(_) => String::new(),
        };
        let (mean, most) = (map.degrees.mean(), map.degrees.most());
        writeln!(out, "neighbours      {pairs}{mean:.2} of each on average, at most {most}")?;
        writeln!(out, "dead ends       {}", map.degrees.dead_ends())?;
        writeln!(out, "from the start  {}", reach(&map.from_start))?;
        match (&map.from_goals, map.moves) {
            (Some(from_goals), Some(moves)) => {
                writeln!(out, "to the goal     {}", counted(moves, "move"))?;
                writeln!(out, "goals           {} of the configurations", map.goals)?;
                writeln!(out, "from the goals  {}", reach(from_goals))?;
            }
            (None, Some(moves)) => writeln!(out, "to the goal     {}", counted(moves, "move"))?,
            _ if map.stopped.is_none() => writeln!(out, "to the goal     no solution")?,
            _ => {}
        }
        writeln!(out, "time            {}", duration(map.elapsed))?;
        let origin = self.from();
        let Some(distances) = self.distances() else {
            return writeln!(out, "\nNo goal can be reached, so nothing is measured from there.");
        };
        writeln!(out, "\nconfigurations at each distance from {origin}\n")?;
        write!(out, "{}", plot(&distances.levels))?;
        if map.stopped.is_none() {
            self.write_farthest(out, distances, origin, ink)?;
            self.write_hardest(out, ink)?;
        }
        Ok(())
    }

    fn write_farthest(
        &self,
        out: &mut dyn Write,
        distances: &Distances,
        origin: &str,
        ink: Ink,
    ) -> io::Result<()> {
        let drawings: Vec<(String, String)> = (distances.farthest.iter().enumerate())
            .map(|(i, board)| ((i + 1).to_string(), lying(self.puzzle, board, ink)))
            .collect();
        if drawings.is_empty() {
            return Ok(());
        }
        let all = distances.at_depth();
        let shown = if (drawings.len() as u64) < all {
            format!("{} of the {all} configurations", drawings.len())
        } else {
            format!("all {}", counted(all, "configuration"))
        };
        let depth = counted(distances.depth(), "move");
        writeln!(out, "\nfarthest from {origin}: {shown} at {depth}\n")?;
        write!(out, "{}", beside(&drawings, SCREEN))
    }

    fn write_hardest(&self, out: &mut dyn Write, ink: Ink) -> io::Result<()> {
        let Some((hardest, first)) = self.hardest() else { return Ok(()) };
        let moves = counted(hardest.moves.len() as u64, "move");
        writeln!(out, "\nhardest start for the goal: {moves}\n")?;
        write!(out, "{}", lying(self.puzzle, first, ink))?;
        for (i, step) in hardest.moves.iter().enumerate() {
            writeln!(out, "{}. {}", i + 1, sentence(self.puzzle, step))?;
        }
        Ok(())
    }

    /// The hardest start's solution, and that start.
    fn hardest(&self) -> Option<(&Solution, &Configuration)> {
        let first = self.map.from_goals.as_ref()?.farthest.first()?;
        Some((self.map.hardest.as_ref()?, first))
    }

    /// All for programs.
    pub fn json(&self, file: &str) -> Explore {
        let (map, puzzle) = (self.map, self.puzzle);
        let listed = |distances: &Distances| From {
            depth: distances.depth(),
            levels: distances.levels.clone(),
            farthest: distances.farthest.iter().map(|board| puzzle.shorthand(board)).collect(),
        };
        Explore {
            schema: EXPLORE,
            puzzle: puzzle.name().to_owned(),
            file: file.to_owned(),
            size: json::size(puzzle),
            style: self.style.number(),
            limit: map.stopped.map(json::limit_word),
            states: map.states(),
            moves: map.moves,
            goals: map.goals,
            edges: map.stopped.is_none().then(|| map.degrees.edges()),
            dead_ends: map.degrees.dead_ends(),
            degrees: map.degrees.counts.clone(),
            from_start: listed(&map.from_start),
            from_goals: map.from_goals.as_ref().map(listed),
            hardest: self.hardest().map(|(solution, first)| Hardest {
                start: puzzle.shorthand(first),
                moves: solution.moves.len() as u64,
                solution: solution.moves.iter().map(|step| Step::new(puzzle, step)).collect(),
            }),
            elapsed_ms: json::milliseconds(map.elapsed),
        }
    }
}

/// A map for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Explore {
    schema: &'static str,
    puzzle: String,
    file: String,
    size: Size,
    style: u8,
    limit: Option<&'static str>,
    states: u64,
    moves: Option<u64>,
    goals: u64,
    edges: Option<u64>,
    dead_ends: u64,
    degrees: Vec<u64>,
    from_start: From,
    from_goals: Option<From>,
    hardest: Option<Hardest>,
    elapsed_ms: f64,
}

#[derive(Clone, Debug, Serialize)]
struct From {
    depth: u64,
    levels: Vec<u64>,
    farthest: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct Hardest {
    start: String,
    moves: u64,
    solution: Vec<Step>,
}

fn reach(distances: &Distances) -> String {
    let depth = counted(distances.depth(), "move");
    format!("at most {depth}, to {}", counted(distances.at_depth(), "configuration"))
}

/// Bars for the numbers at each distance, several distances to a bar if there are many.
///
/// ```
/// let plot = sliding::report::map::plot(&[1, 2, 4, 2]);
/// assert_eq!(plot.lines().nth(1), Some("  1  ████████████████████████ 2"));
/// ```
pub fn plot(levels: &[u64]) -> String {
    let each = levels.len().div_ceil(PLOT_ROWS).max(1);
    let sums: Vec<u64> = levels.chunks(each).map(|some| some.iter().sum()).collect();
    let longest = sums.iter().copied().max().unwrap_or(0).max(1);
    let last = levels.len().saturating_sub(1);
    let label = |row: usize| match (row * each, (row * each + each - 1).min(last)) {
        (from, to) if from == to => from.to_string(),
        (from, to) => format!("{from}-{to}"),
    };
    let width = (0..sums.len()).map(|row| label(row).len()).max().unwrap_or(0);
    let mut text = String::new();
    for (row, &sum) in sums.iter().enumerate() {
        // In eighths of a column, so that small numbers show.
        let eighths = (sum as u128 * 8 * PLOT_COLUMNS as u128).div_ceil(u128::from(longest));
        let mut bar = "█".repeat(eighths as usize / 8);
        bar.extend(['▏', '▎', '▍', '▌', '▋', '▊', '▉'].get((eighths as usize % 8).wrapping_sub(1)));
        text += &format!("  {:>width$}  {bar} {sum}\n", label(row));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_distances_share_bars() {
        let levels: Vec<u64> = (0..60).map(|i| if i < 30 { i } else { 60 - i }).collect();
        let plot = plot(&levels);
        assert_eq!(plot.lines().count(), 20);
        assert_eq!(plot.lines().next(), Some("    0-2  █▊ 3"));
        assert!(plot.lines().all(|line| line.chars().count() <= SCREEN));
    }

    #[test]
    fn no_distances_have_no_bars() {
        assert_eq!(plot(&[]), "");
    }
}
