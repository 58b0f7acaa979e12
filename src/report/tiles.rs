//! Boards of tiles: the JSON of one, the totals of several, and their parity in words.

use crate::report::*;
use crate::tiles::{Metric, Parity, TileAnswer, notation};

/// Maximum number of characters shown of a board.
const SHORT: usize = 60;

/// Maximum number of tiles listed.
const MANY_TILES: usize = 64;

/// A board that is no [`Puzzle`], as it may have any number of tiles, and its result.
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
}

impl Report for TilesReport<'_> {
    fn text(&self, out: &mut dyn Write, look: Look) -> io::Result<()> {
        let (answer, least) = (self.answer, self.answer.at_least);
        let word = if self.metric == Metric::Steps { "move" } else { "slide" };
        let moves = answer.moves(self.metric).map(|moves| counted(moves, word));
        let mut result = match (answer.status, moves) {
            (Status::Unsolvable, _) => {
                format!("no solution: {}", explained(&Parity::of(self.tiles)))
            }
            (Status::Solved, Some(moves)) => format!("solved in {moves}"),
            (_, Some(moves)) => format!("stopped by a limit; a solution in {moves} is known"),
            (_, None) => "not solved within the limits".to_owned(),
        };
        if answer.status != Status::Unsolvable && !answer.is_shortest(self.metric) {
            result += &format!("; the fewest are {least} or more");
        }
        writeln!(out, "{}: {result}", short(self.text))?;
        if look.is_brief {
            return Ok(());
        }
        if let Some(path) = &answer.path {
            writeln!(out, "{}", notation::moves(self.tiles, path, self.metric, self.notation))?;
        }
        writeln!(out, "{} by {}", counted(answer.positions, "position"), answer.engine)
    }

    fn json(&self) -> Object {
        let TilesReport { tiles, answer, metric, .. } = *self;
        let Size { rows, cols } = tiles.size();
        let is_solved = answer.status == Status::Solved;
        let is_open = answer.status != Status::Unsolvable;
        let moves = answer.moves(metric);
        // The cube of the side of a square with as many cells.
        let cube = (tiles.size().cells() as f64).powf(1.5);
        let per_cube = moves.map(|moves| (1e4 * moves as f64 / cube).round() / 1e4);
        let path = answer.path.as_ref();
        object! {
            "schema": "sliding/solve/1",
            "size": tiles.size(),
            "start": tiles.start(),
            "goal": tiles.goal(),
            "board": self.text,
            "rows": rows,
            "cols": cols,
            "status": json::status(answer.status),
            "limit": json::limit(answer.status),
            "metric": metric.name(),
            "moves": moves.filter(|_| is_solved),
            "shortest": is_solved.then(|| answer.is_shortest(metric)),
            "at_least": is_open.then_some(answer.at_least),
            "at_most": moves,
            "excess": moves.filter(|_| is_open).map(|moves| moves as u64 - answer.at_least),
            "per_cube": per_cube,
            "notation": self.notation.name(),
            "solution": path.map(|path| notation::moves(tiles, path, metric, self.notation)),
            "positions": answer.positions,
            "elapsed_ms": milliseconds(answer.elapsed),
            "engine": answer.engine.name(),
        }
    }
}

/// Totals over several boards.
#[derive(Clone, Debug, Default)]
pub struct BoardTotals {
    /// All boards.
    pub boards: u64,
    /// Boards that were solved.
    pub solved: u64,
    /// Moves of their solutions.
    pub moves: u64,
    /// Boards without a solution.
    pub unsolvable: u64,
    /// Positions visited.
    pub positions: u64,
}

impl BoardTotals {
    /// Counts a board.
    pub fn add(&mut self, status: Status, moves: Option<u64>, positions: u64) {
        self.boards += 1;
        self.positions += positions;
        match status {
            Status::Solved => {
                self.solved += 1;
                self.moves += moves.unwrap_or(0);
            }
            Status::Unsolvable => self.unsolvable += 1,
            Status::Stopped(_) => {}
        }
    }

    /// Returns the totals in a line. `elapsed` is the time for all.
    pub fn text(&self, elapsed: Duration) -> String {
        let BoardTotals { boards, solved, moves, unsolvable, positions } = *self;
        let mean = |sum: u64, of: u64| sum as f64 / of.max(1) as f64;
        format!(
            "{boards} boards: {solved} solved in {moves} moves, {:.2} on average, \
             {unsolvable} without solution, {} stopped by a limit; {positions} positions, \
             {:.0} on average, {}",
            mean(moves, solved),
            boards - solved - unsolvable,
            mean(positions, boards),
            duration(elapsed),
        )
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
