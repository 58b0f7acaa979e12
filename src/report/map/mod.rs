//! The map of a puzzle: text, comma-separated values, JSON, a plot, and dumps of all distances.

mod dump;
mod picture;

use crate::analyse::{Degrees, Distances, Map, StoredDistances};
use crate::report::*;

pub use dump::{Dump, DumpForm};
pub use picture::bars;

/// Rows of the plot of distances.
const PLOT_ROWS: usize = 24;
/// Columns of its longest bar.
const PLOT_COLUMNS: usize = 48;

/// A map of a puzzle, with the distances from one origin first.
pub struct MapReport<'a> {
    /// The subject of the map.
    pub subject: Subject<'a>,
    /// The map.
    pub map: &'a Map,
    /// The origin of the distances.
    pub origin: MapOrigin,
    /// Positions that were requested by name, and what is
    /// [stored](crate::analyse::stored_distances) about them.
    pub positions: &'a [(Configuration, StoredDistances)],
}

impl Report for MapReport<'_> {
    fn text(&self, out: &mut dyn Write, Look { ink, is_brief, .. }: Look) -> io::Result<()> {
        let map = self.map;
        let is_whole = map.stopped.is_none();
        let from_start = reach(&map.from_start, is_whole || map.from_goals.is_some());
        if is_brief {
            let positions = counted(map.states(), "position");
            let found = format!("{positions}; from the start {from_start}");
            return writeln!(out, "{}", self.subject.result(&found));
        }
        writeln!(out, "{}\n", self.subject.heading())?;
        let so_far = if map.stopped.is_some() { ", as far as it was searched" } else { "" };
        writeln!(out, "positions       {}{so_far}", map.states())?;
        if let Some(symmetry) = &map.symmetry {
            let (images, classes) = (symmetry.images, symmetry.classes);
            writeln!(out, "symmetry        {images}-fold: {classes} positions up to symmetry")?;
        }
        match &map.degrees {
            Some(degrees) => {
                // If the search stopped, the neighbours of some positions are unknown.
                let pairs = match map.stopped {
                    None => format!("{} pairs, ", degrees.edges()),
                    Some(_) => String::new(),
                };
                let (mean, most) = (degrees.mean(), degrees.most());
                writeln!(
                    out,
                    "neighbours      {pairs}{mean:.2} of each on average, at most {most}"
                )?;
                writeln!(out, "dead ends       {}", degrees.dead_ends())?;
            }
            None => {
                writeln!(out, "neighbours      not counted; explore --engine sparse counts them")?
            }
        }
        writeln!(out, "from the start  {from_start}")?;
        match (&map.from_goals, map.moves) {
            (Some(from_goals), Some(moves)) => {
                writeln!(out, "to the goal     {}", counted(moves, "move"))?;
                writeln!(out, "goals           {} of the positions", map.goals)?;
                writeln!(out, "from the goals  {}", reach(from_goals, is_whole))?;
            }
            (None, Some(moves)) => writeln!(out, "to the goal     {}", counted(moves, "move"))?,
            _ if map.stopped.is_none() => writeln!(out, "to the goal     no solution")?,
            _ => {}
        }
        writeln!(out, "time            {}", duration(map.elapsed))?;
        self.write_positions(out)?;
        let origin = self.from();
        let Some(distances) = self.distances() else {
            return writeln!(out, "\nNo goal can be reached, so nothing is measured from there.");
        };
        writeln!(out, "\npositions at each distance from {origin}\n")?;
        write!(out, "{}", plot(&distances.levels))?;
        if map.stopped.is_none() {
            write_farthest(out, self.subject.puzzle, distances, origin, ink)?;
            self.write_hardest(out, ink)?;
        }
        Ok(())
    }

    fn json(&self) -> Object {
        let (map, puzzle) = (self.map, self.subject.puzzle);
        let degrees = map.degrees.as_ref();
        let asked = json::array(self.positions, |(position, stored)| {
            object! {
                "position": puzzle.shorthand(position),
                "from_start": stored.from_start,
                "to_goal": stored.to_goal,
            }
        });
        let object = self.subject.object("sliding/explore/1").and(object! {
            "limit": map.stopped.map(limit_word),
            "positions": map.states(),
            "moves": map.moves,
            "goals": map.goals,
            "edges": degrees.filter(|_| map.stopped.is_none()).map(Degrees::edges),
            "dead_ends": degrees.map(Degrees::dead_ends),
            "degrees": degrees.map(|degrees| &degrees.counts),
            "from_start": json::distances(puzzle, &map.from_start),
            "from_goals": map.from_goals.as_ref().map(|found| json::distances(puzzle, found)),
            "hardest": self.hardest().map(|(solution, first)| object! {
                "start": puzzle.shorthand(first),
                "moves": solution.moves.len(),
                "solution": json::steps(puzzle.names_at(first), solution),
            }),
            "symmetry": map.symmetry.map(|found| object! {
                "images": found.images,
                "positions": found.classes,
            }),
        });
        let elapsed = object! { "elapsed_ms": milliseconds(map.elapsed) };
        object.with_some("asked", Some(asked).filter(|asked| !asked.is_empty())).and(elapsed)
    }

    /// Returns the numbers of positions at each distance.
    fn table(&self) -> Option<Table> {
        let mut table = Table::new(&[">distance", ">positions"]);
        let levels = self.distances().map_or(&[][..], |distances| &distances.levels);
        for (distance, positions) in levels.iter().enumerate() {
            table.add(&[&distance, positions]);
        }
        Some(table)
    }

    fn picture(&self, Appearance { theme, .. }: Appearance) -> Option<Scene> {
        Some(self.scene(theme))
    }
}

impl MapReport<'_> {
    /// Returns the distances from the origin; those from the goals only if a goal is reachable.
    fn distances(&self) -> Option<&Distances> {
        match self.origin {
            MapOrigin::Start => Some(&self.map.from_start),
            MapOrigin::Goals => self.map.from_goals.as_ref(),
        }
    }

    /// Describes the origin of the distances.
    fn from(&self) -> &'static str {
        match self.origin {
            MapOrigin::Start => "the start",
            MapOrigin::Goals => "the nearest goal",
        }
    }

    /// Returns the hardest start's solution, and that start.
    fn hardest(&self) -> Option<(&Solution, &Configuration)> {
        let first = self.map.from_goals.as_ref()?.farthest.first()?;
        Some((self.map.hardest.as_ref()?, first))
    }

    fn write_positions(&self, out: &mut dyn Write) -> io::Result<()> {
        for (position, stored) in self.positions {
            let away = |distance: Option<u64>, what: &str| match distance {
                Some(distance) => format!("{} {what}", counted(distance, "move")),
                None => format!("not found {what}"),
            };
            let from_start = away(stored.from_start, "from the start");
            let to_goal = away(stored.to_goal, "from the nearest goal");
            let position = words::position(&self.subject.puzzle.names_at(position), position);
            writeln!(out, "{position}: {from_start}, {to_goal}")?;
        }
        Ok(())
    }

    fn write_hardest(&self, out: &mut dyn Write, ink: Ink) -> io::Result<()> {
        let Some((hardest, first)) = self.hardest() else { return Ok(()) };
        let moves = counted(hardest.moves.len(), "move");
        writeln!(out, "\nhardest start for the goal: {moves}\n")?;
        write!(out, "{}", draw_position(self.subject.puzzle, first, ink))?;
        let names = self.subject.puzzle.names_at(first);
        for (i, sentence) in sentences(names, hardest).iter().enumerate() {
            writeln!(out, "{}. {sentence}", i + 1)?;
        }
        Ok(())
    }
}

/// Draws some of the positions farthest from an origin.
fn write_farthest(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    distances: &Distances,
    origin: &str,
    ink: Ink,
) -> io::Result<()> {
    let drawings: Vec<(String, String)> = (distances.farthest.iter().enumerate())
        .map(|(i, board)| ((i + 1).to_string(), draw_position(puzzle, board, ink)))
        .collect();
    if drawings.is_empty() {
        return Ok(());
    }
    let all = distances.at_depth();
    let shown = if (drawings.len() as u64) < all {
        format!("{} of the {all} positions", drawings.len())
    } else {
        format!("all {}", counted(all, "position"))
    };
    let depth = counted(distances.depth(), "move");
    writeln!(out, "\nfarthest from {origin}: {shown} at {depth}\n")?;
    write!(out, "{}", side_by_side(&drawings, SCREEN))
}

/// Describes the greatest distance, and the number of positions at it. If not all positions were
/// found, there may be greater ones.
fn reach(distances: &Distances, is_whole: bool) -> String {
    let depth = counted(distances.depth(), "move");
    let known = if is_whole { "at most" } else { "searched to" };
    format!("{known} {depth}, to {}", counted(distances.at_depth(), "position"))
}

/// Draws bars for the numbers at each distance, several distances per bar if there are many.
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
