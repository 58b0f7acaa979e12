//! Solved tile puzzles, and all their shortest solutions: text, JSON, and CSV tables.

use serde_json::{Value, json};

use crate::report::other_styles::usual_goals;
use crate::report::*;
use crate::tiles::{Metric, Parity, TileAnswer, notation, reached};

/// Returns these columns of a row, by name.
macro_rules! fields {
    ($($name:literal: $value:expr,)*) => { vec![$(($name, json!($value))),*] };
}

/// Maximum number of characters shown of a board.
const SHORT: usize = 60;

/// Maximum number of tiles listed.
const MANY_TILES: usize = 64;

/// A board and its result.
pub struct TilesReport<'a> {
    /// The board as it was written.
    pub text: &'a str,
    /// The board.
    pub tiles: &'a Tiles,
    /// What the search found.
    pub answer: &'a TileAnswer,
    /// The metric of moves.
    pub metric: Metric,
    /// The notation of moves.
    pub notation: notation::MoveNotation,
    /// If its shortest solutions were listed, their number.
    pub list: Option<ListedSolutions>,
}

/// The number of shortest solutions in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedSolutions {
    /// The number written.
    pub listed: u64,
    /// The total number, unless a limit was met before the last of them.
    pub solutions: Option<u64>,
}

/// One of the shortest solutions of a board.
pub struct TilesSolution<'a> {
    /// The board as it was written.
    pub text: &'a str,
    /// The board.
    pub tiles: &'a Tiles,
    /// Its number, from 1.
    pub number: u64,
    /// Its moves of the blank.
    pub path: &'a [Direction],
    /// The metric of moves.
    pub metric: Metric,
    /// The notation of moves.
    pub notation: notation::MoveNotation,
}

impl TilesSolution<'_> {
    /// Returns the columns of its row.
    fn fields(&self) -> Vec<(&'static str, Value)> {
        let Size { rows, cols } = self.tiles.size();
        let moves = self.metric.moves(self.path).count();
        let solution = notation::moves(self.tiles, self.path, self.metric, self.notation);
        fields! {
            "board": self.text,
            "rows": rows,
            "cols": cols,
            "number": self.number,
            "metric": self.metric.name(),
            "moves": moves,
            "notation": notation_word(self.notation),
            "solution": solution,
        }
    }
}

impl Report for TilesSolution<'_> {
    fn text(&self, out: &mut dyn Write, _: Look) -> io::Result<()> {
        let solution = notation::moves(self.tiles, self.path, self.metric, self.notation);
        writeln!(out, "solution {}: {solution}", self.number)
    }

    fn json(&self) -> Object {
        board("sliding/count/1", self.tiles).and(Object::from_iter(self.fields()))
    }

    fn table(&self) -> Option<Table> {
        Some(Table::of_fields(self.fields()))
    }
}

impl Report for TilesReport<'_> {
    fn text(&self, out: &mut dyn Write, _: Look) -> io::Result<()> {
        let board = short(self.text);
        let found = self.answer;
        let word = match self.metric {
            Metric::Steps => "move",
            Metric::Slides => "slide",
        };
        let moves = self.moves().map(|moves| (counted(moves, word), moves));
        match (found.status, moves) {
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
                self.write_bounds(out, count)?;
            }
            (Status::Solved, Some((moves, _))) => match self.list {
                None => writeln!(out, "{board}: solved in {moves}")?,
                Some(list) => writeln!(out, "{board}: {}", list.words(&moves))?,
            },
            (_, Some((moves, count))) => {
                writeln!(out, "{board}: stopped by a limit; a solution in {moves} is known")?;
                self.write_bounds(out, count)?;
            }
            (_, None) => {
                let least = counted(found.at_least, word);
                writeln!(out, "{board}: not solved within the limits")?;
                writeln!(out, "at least {least}")?;
            }
        }
        let is_listed = self.answer.status == Status::Solved && self.list.is_some();
        if let Some(moves) = self.solution().filter(|_| !is_listed) {
            writeln!(out, "{}: {moves}", notation_word(self.notation))?;
        }
        let positions = counted(found.positions, "position");
        let time = duration(self.answer.elapsed);
        match self.answer.engine {
            Engine::Construct => writeln!(out, "constructed in {time}"),
            engine => writeln!(out, "{positions} by {engine}, {time}"),
        }
    }

    fn json(&self) -> Object {
        board("sliding/solve/1", self.tiles).and(Object::from_iter(self.fields()))
    }

    /// Returns its row; if its solutions were listed, each of them has a row instead.
    fn table(&self) -> Option<Table> {
        self.list.is_none().then(|| Table::of_fields(self.fields()))
    }
}

impl TilesReport<'_> {
    /// Returns the columns of its row.
    fn fields(&self) -> Vec<(&'static str, Value)> {
        let (found, Size { rows, cols }) = (self.answer, self.tiles.size());
        let is_solved = self.answer.status == Status::Solved;
        let is_open = self.answer.status != Status::Unsolvable;
        let moves = self.moves();
        let excess = moves.filter(|_| is_open).map(|moves| moves as u64 - found.at_least);
        let per_cube = moves.map(|moves| (1e4 * self.per_cube(moves)).round() / 1e4);
        fields! {
            "board": self.text,
            "rows": rows,
            "cols": cols,
            "status": json::status(self.answer.status),
            "limit": json::limit(self.answer.status),
            "metric": self.metric.name(),
            "moves": moves.filter(|_| is_solved),
            "shortest": is_solved.then(|| !self.is_constructed()),
            "at_least": is_open.then_some(found.at_least),
            "at_most": moves,
            "excess": excess,
            "per_cube": per_cube,
            "notation": notation_word(self.notation),
            "solution": self.solution(),
            "positions": found.positions,
            "elapsed_ms": milliseconds(self.answer.elapsed),
            "engine": self.answer.engine.name(),
            "solutions": self.list.and_then(|list| list.solutions),
        }
    }

    /// Writes how far a solution is from the fewest moves, at most.
    fn write_bounds(&self, out: &mut dyn Write, moves: usize) -> io::Result<()> {
        let least = self.answer.at_least;
        let more = moves as u64 - least;
        writeln!(out, "at most {more} more than the fewest, which are {least} or more")
    }

    fn is_constructed(&self) -> bool {
        self.answer.status == Status::Solved && !self.answer.is_shortest(self.metric)
    }

    /// Returns the number of moves of the solution, which may not be shortest if a limit was met.
    fn moves(&self) -> Option<usize> {
        self.answer.moves(self.metric)
    }

    /// Returns moves over n^3, where a square of side n has as many cells as the board.
    fn per_cube(&self, moves: usize) -> f64 {
        moves as f64 / (self.tiles.size().cells() as f64).powf(1.5)
    }

    /// Returns the solution in the requested notation.
    fn solution(&self) -> Option<String> {
        let path = self.answer.path.as_ref()?;
        Some(notation::moves(self.tiles, path, self.metric, self.notation))
    }

    /// Whether a limit was met before all requested solutions were listed.
    fn is_cut_short(&self) -> bool {
        self.answer.status == Status::Solved
            && self.list.is_some_and(|list| list.solutions.is_none())
    }
}

/// Returns the name of a notation of moves.
fn notation_word(notation: notation::MoveNotation) -> &'static str {
    match notation {
        notation::MoveNotation::Tiles => "tiles",
        notation::MoveNotation::Digits => "digits",
        notation::MoveNotation::Blank => "blank",
        notation::MoveNotation::Directions => "directions",
    }
}

/// Totals over many boards, by status.
#[derive(Clone, Debug, Default)]
pub struct TilesTotals {
    /// All boards, including refused ones.
    pub boards: u64,
    /// Boards that were solved.
    pub solved: u64,
    /// Moves of their solutions.
    pub moves: usize,
    /// Boards without a solution.
    pub unsolvable: u64,
    /// Boards that a limit left open, or some of whose shortest solutions it did.
    pub limited: u64,
    /// Boards that were too large.
    pub refused: u64,
    /// Positions visited.
    pub positions: u64,
}

impl TilesTotals {
    /// Writes the totals over more than one board. `elapsed` is the total time.
    pub fn write_text(&self, out: &mut dyn Write, elapsed: Duration) -> io::Result<()> {
        let TilesTotals { boards, solved, moves, unsolvable, limited, positions, .. } = *self;
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

    /// Counts a board that was too large.
    pub fn add_refused(&mut self) {
        self.boards += 1;
        self.refused += 1;
    }

    /// Counts a board.
    pub fn add(&mut self, report: &TilesReport) {
        self.boards += 1;
        self.positions += report.answer.positions;
        match report.answer.status {
            Status::Solved if report.is_cut_short() => self.limited += 1,
            Status::Solved => {
                self.solved += 1;
                self.moves += report.moves().unwrap_or(0);
            }
            Status::Unsolvable => self.unsolvable += 1,
            Status::Stopped(_) => self.limited += 1,
        }
    }
}

impl ListedSolutions {
    /// Describes the number of solutions with these moves, and the number listed.
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

/// Returns a board as it was written, with single blanks, `/` between lines, and truncated.
pub fn short(board: &str) -> String {
    let rows = board.lines().map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "));
    let plain = plain(&rows.collect::<Vec<_>>().join("/"));
    match plain.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}...", &plain[..end]),
        None => plain,
    }
}

/// Returns the verdict of the parity, with its reasons.
///
/// ```
/// use sliding::puzzle::Size;
/// use sliding::report::tiles::explained;
/// use sliding::tiles::{Parity, Tiles};
///
/// let size = Size { rows: 2, cols: 2 };
/// let swapped = Tiles::new(size, vec![2, 1, 3, 0], vec![1, 2, 3, 0]).unwrap();
/// assert_eq!(
///     explained(&Parity::of(&swapped)),
///     "the cycles (2 1): 1 interchange; the blank is 0 steps from its goal; \
///      1 is odd, and 0 is even"
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
        count if tiles > MANY_TILES => counted(count, "cycle"),
        _ => format!("the cycles {}", cycles.join(" ")),
    };
    let word = |number: usize| if number.is_multiple_of(2) { "even" } else { "odd" };
    format!(
        "{cycles}: {}; the blank is {} from its goal; {}",
        counted(parity.interchanges, "interchange"),
        counted(parity.distance, "step"),
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

/// Begins the JSON object of a report about a board. The columns of a row follow.
fn board(schema: &str, tiles: &Tiles) -> Object {
    object! {
        "schema": schema,
        "size": tiles.size(),
        "start": tiles.start(),
        "goal": tiles.goal(),
    }
}
