//! Solved tile puzzles, for people.

use std::io::{self, Write};
use std::time::Duration;

use super::{List, Sums, TilesReport, TilesSolution, notation_word};
use crate::query::Status;
use crate::report::elsewhere::usual_goals;
use crate::report::words::{counted, duration, plain};
use crate::tiles::{Metric, parity::Parity, usual::reached};

/// The most characters of a board that are shown.
const SHORT: usize = 60;

/// More tiles are not listed.
const MANY_TILES: usize = 64;

impl TilesReport<'_> {
    /// Writes all for people.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let board = short(self.text);
        let found = &self.answer.found;
        let word = match self.metric {
            Metric::Steps => "move",
            Metric::Slides => "slide",
        };
        let moves = self.moves().map(|moves| (counted(moves as u64, word), moves));
        match (self.status, moves) {
            (Status::Unsolvable, _) => {
                let why = explained(&Parity::of(self.tiles));
                writeln!(out, "{board}: no solution: {why}")?;
                if let Some(goals) = usual_goals(&reached(self.tiles)) {
                    writeln!(out, "the start reaches {goals}")?;
                }
            }
            (Status::Solved, Some((moves, count))) if self.is_constructed() => {
                let ratio = self.per_cube(count);
                writeln!(out, "{board}: solved in {moves}, {ratio:.3} n^3")?;
                let least = found.at_least;
                writeln!(out, "perhaps not the fewest, which are {least} or more")?;
            }
            (Status::Solved, Some((moves, _))) => match self.list {
                None => writeln!(out, "{board}: solved in {moves}")?,
                Some(list) => writeln!(out, "{board}: {}", list.words(&moves))?,
            },
            (_, moves) => {
                let least = counted(found.at_least, word);
                writeln!(out, "{board}: not solved within the limits")?;
                let most = moves.map(|(_, count)| format!(", at most {count}"));
                writeln!(out, "at least {least}{}", most.unwrap_or_default())?;
            }
        }
        let is_listed = self.status == Status::Solved && self.list.is_some();
        if let Some(moves) = self.solution().filter(|_| !is_listed) {
            writeln!(out, "{}: {moves}", notation_word(self.notation))?;
        }
        let positions = counted(found.positions, "position");
        let time = duration(self.elapsed);
        match self.is_constructed() {
            true => writeln!(out, "constructed in {time}"),
            false => writeln!(out, "{positions} by {}, {time}", self.answer.engine),
        }
    }
}

impl List {
    /// How many solutions of so many moves there are, and how many of them were listed.
    fn words(self, moves: &str) -> String {
        let solutions = match self.solutions {
            None => return format!("solved in {moves}; stopped before the count"),
            Some(1) => "one shortest solution".to_owned(),
            Some(solutions) => format!("{solutions} shortest solutions"),
        };
        let part = match self.solutions == Some(self.listed) {
            true => String::new(),
            false => format!("; {} of them listed", self.listed),
        };
        format!("{solutions} of {moves}{part}")
    }
}

impl TilesSolution<'_> {
    /// Writes a line for people.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "solution {}: {}", self.number, self.solution())
    }
}

impl Sums {
    /// Writes the sums over more than one board. `elapsed` is the time that all took.
    pub fn write_text(&self, out: &mut dyn Write, elapsed: Duration) -> io::Result<()> {
        let Sums { boards, solved, moves, unsolvable, limited, positions, .. } = *self;
        let mean = |sum: f64, of: u64| sum / of.max(1) as f64;
        writeln!(
            out,
            "\n{boards} boards: {solved} solved in {:.2} moves on average, \
             {unsolvable} without solution, {limited} stopped by a limit\n\
             {:.0} positions on average, {} in all",
            mean(moves as f64, solved),
            mean(positions as f64, boards),
            duration(elapsed),
        )
    }
}

/// A board as it was written but for its blanks and the ends of its lines, or its beginning.
pub fn short(board: &str) -> String {
    let rows = board.lines().map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "));
    let plain = plain(&rows.collect::<Vec<_>>().join("/"));
    match plain.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}...", &plain[..end]),
        None => plain,
    }
}

/// The verdict of the parity, with its reasons.
///
/// ```
/// use sliding::puzzle::Size;
/// use sliding::report::tiles::explained;
/// use sliding::tiles::{Tiles, parity::Parity};
///
/// let size = Size { rows: 2, cols: 2 };
/// let swapped = Tiles::new(size, vec![2, 1, 3, 0], vec![1, 2, 3, 0]).unwrap();
/// assert_eq!(
///     explained(&Parity::of(&swapped)),
///     "the cycles (2 1): 1 interchange; the blank is 0 steps from its goal; 1 is odd, and 0 is even"
/// );
/// ```
pub fn explained(parity: &Parity) -> String {
    if let Some(in_order) = parity.in_order {
        let order =
            if in_order { "the order of the goal" } else { "another order than in the goal" };
        return format!(
            "tiles of a single row or column never pass each other, and are in {order}"
        );
    }
    let cycles: Vec<String> = parity
        .cycles
        .iter()
        .map(|cycle| {
            let tiles: Vec<String> = cycle.iter().map(u32::to_string).collect();
            format!("({})", tiles.join(" "))
        })
        .collect();
    let tiles: usize = parity.cycles.iter().map(Vec::len).sum();
    let cycles = match cycles.len() {
        0 => "there are no cycles".to_owned(),
        count if tiles > MANY_TILES => counted(count as u64, "cycle"),
        _ => format!("the cycles {}", cycles.join(" ")),
    };
    let word = |number: usize| if number.is_multiple_of(2) { "even" } else { "odd" };
    format!(
        "{cycles}: {}; the blank is {} from its goal; {}",
        counted(parity.interchanges as u64, "interchange"),
        counted(parity.distance as u64, "step"),
        match parity.is_solvable() {
            true => format!("both are {}, so there is a solution", word(parity.distance)),
            false => format!(
                "{} is {}, and {} is {}",
                parity.interchanges,
                word(parity.interchanges),
                parity.distance,
                word(parity.distance)
            ),
        }
    )
}
