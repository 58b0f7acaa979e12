//! SLIDING's own output, byte for byte. `docs/internals/classic.md` describes its format.

use crate::engine::query::{Found, Interrupt, Observer};
use crate::puzzle::{Board, kind_number};
use crate::report::*;

/// Writes the output of SLIDING during a search.
pub struct Classic<'a, W: Write> {
    puzzle: &'a Puzzle,
    out: W,
    verbosity: i32,
    /// The first write error; it interrupts the search.
    failure: Option<io::Error>,
    interrupt: Interrupt,
}

impl<'a, W: Write> Classic<'a, W> {
    /// Writes to `out`. `verbosity` is positive to print every position. The boards of the solution
    /// are printed if the query wants it.
    pub fn new(puzzle: &'a Puzzle, verbosity: i32, out: W) -> Self {
        Self { puzzle, out, verbosity, failure: None, interrupt: Interrupt::default() }
    }

    /// Returns an interrupt for the search's budget, set when a write fails.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Writes the lines before the search.
    pub fn begin(&mut self, style: Style) {
        let start = self.drawn(&self.puzzle.board(self.puzzle.start()), self.puzzle.start());
        self.write(format_args!("Starting configuration:\n{start}\nStopping configuration:\n"));
        for (i, goal) in self.puzzle.goals().iter().enumerate() {
            let stop = self.drawn(&goal.board(self.puzzle), &goal.demanded());
            let or = if i == 0 { "" } else { "or:\n" };
            self.write(format_args!("{or}{stop}\n"));
        }
        self.write(format_args!("(using moves of style {style})\n"));
    }

    /// Writes the lines after the search.
    ///
    /// # Errors
    ///
    /// Returns the writer's first error.
    pub fn end(mut self, outcome: &Answer) -> io::Result<()> {
        if let Status::Stopped(Stopped::Moves(max)) = outcome.status {
            self.write(format_args!("No solution found yet (maxmoves={max})!\n"));
        }
        if self.failure.is_none() {
            self.failure = self.out.flush().err();
        }
        self.failure.map_or(Ok(()), Err)
    }

    fn write(&mut self, text: std::fmt::Arguments) {
        if self.failure.is_none() {
            self.failure = self.out.write_fmt(text).err();
            if self.failure.is_some() {
                self.interrupt.set();
            }
        }
    }

    /// Draws a board in two lines per row: links to the row above, then the cells with links to the
    /// left.
    fn drawn(&self, board: &Board, pieces: &Configuration) -> String {
        let (rows, cols) = (i64::from(board.size().rows), i64::from(board.size().cols));
        let same = |a: Cell, b: Option<Cell>| matches!(a, Cell::Piece(_)) && b == Some(a);
        let mut text = String::with_capacity(((2 * cols + 1) * 2 * rows) as usize);
        for row in 0..rows {
            let cells = || (0..cols).map(|col| (col, board.at(row, col).expect("on the board")));
            for (col, cell) in cells() {
                text.push_str(if same(cell, board.at(row - 1, col)) { " |" } else { "  " });
            }
            text.push('\n');
            for (col, cell) in cells() {
                text.push(if same(cell, board.at(row, col - 1)) { '-' } else { ' ' });
                text.push(match cell {
                    Cell::Empty => '0',
                    Cell::Blocked => ' ',
                    Cell::Any => '?',
                    Cell::Piece(index) => {
                        let kind = pieces.placements()[index as usize].kind;
                        self.puzzle.kinds()[kind as usize].name()
                    }
                });
            }
            text.push('\n');
        }
        text
    }
}

impl<W: Write> Observer for Classic<'_, W> {
    fn wants_every(&self) -> bool {
        self.verbosity > 0
    }

    fn level_begins(&mut self, distance: u64) {
        self.write(format_args!("*** Distance {distance}:\n"));
    }

    fn found(&mut self, found: &Found) {
        let Found { configuration, ordinal, address, parent } = found;
        let shorthand = shorthand(self.puzzle, configuration);
        if self.verbosity > 0 {
            self.write(format_args!("{shorthand} ({ordinal}=#{address:x}, from #{parent:x})\n"));
        } else {
            self.write(format_args!("{shorthand}"));
        }
    }

    fn level_ends(&mut self, distance: u64, configurations: u64) {
        if self.verbosity > 0 {
        } else if distance == 0 {
            self.write(format_args!(".\n"));
        } else {
            self.write(format_args!(" and {} more.\n", configurations - 1));
        }
    }

    fn goal_met(&mut self, distance: u64) {
        if distance == 0 {
            self.write(format_args!("\nYou're joking: That puzzle is solved in zero moves!\n"));
        } else {
            self.write(format_args!("... Solution!\n"));
        }
    }

    fn retraced(&mut self, distance: u64, configuration: &Configuration) {
        let board = self.drawn(&self.puzzle.board(configuration), configuration);
        self.write(format_args!("\n{distance}:\n{board}"));
    }

    fn forgotten(&mut self, distance: u64) {
        self.write(format_args!(
            "(Unfortunately I've forgotten how to get to level {distance},\n \
             so I'll have to reconstruct that part. Please bear with me.)\n"
        ));
    }
}

/// Returns a position as SLIDING prints it: without `x` and without trailing zeros.
///
/// SLIDING prints hexadecimal words of eight symbols each, and removes the zeros of the last one by
/// shifting a signed number. If that word begins with a kind from `8` to `f`, it is negative and is
/// filled up with as many `f` in front as there were zeros. That bug is part of its output.
fn shorthand(puzzle: &Puzzle, configuration: &Configuration) -> String {
    let full = puzzle.shorthand(configuration).replace('x', "");
    let short = full.trim_end_matches('0');
    let (words, last) = short.split_at((short.len() - 1) / 8 * 8);
    let is_negative = last.chars().next().and_then(kind_number) >= Some(8);
    let is_hexadecimal = puzzle.kinds().iter().all(|kind| kind_number(kind.name()) <= Some(15));
    let filling = if is_negative && is_hexadecimal { 8 - last.len() } else { 0 };
    format!("{words}{}{last}", "f".repeat(filling))
}
