//! `sliding korf0 START` and `sliding korf1 START`: the output of Knuth's two programs for the
//! 15-puzzle.

use sliding::tiles::{Run, Tiles, korf, notation};

use crate::*;

#[derive(Args)]
pub struct Arguments {
    /// The start, row by row: 159d26ae37bf48c0
    start: Vec<String>,
}

const SIZE: Size = Size { rows: 4, cols: 4 };

pub fn run(program: Engine, arguments: &Arguments, console: &mut Console) -> CommandResult {
    let start = match read(program, &arguments.start) {
        Ok(start) => start,
        Err(complaint) => {
            note(&format!("{complaint}\n"));
            return Ok(Verdict::BadInput);
        }
    };
    let tiles = Tiles::new(SIZE, start, notation::blank_last(SIZE));
    let tiles = tiles.expect("each digit is there once");
    let mut lines =
        PassWriter { out: &mut console.out, begun: Instant::now(), passes: 0, written: Ok(()) };
    let mut budget = Budget::default();
    budget.interrupt = interrupt();
    let found = korf::solve(&tiles, program, &mut Run { budget: &budget, observer: &mut lines });
    let PassWriter { out, begun, passes, written } = lines;
    written?;
    let found = found.expect("a board of 4 x 4 is not too large");
    match (found.status, found.path) {
        (Status::Solved, Some(way)) => {
            let happy = way.len() - passes;
            let moves = tiles.moved(&way).into_iter().filter_map(|tile| char::from_digit(tile, 16));
            let moves = String::from_iter(moves);
            let time = begun.elapsed().as_secs();
            writeln!(out, "Solution in {happy}+{passes} moves: {moves} ({time} sec)")?;
            Ok(Verdict::Fine)
        }
        (Status::Unsolvable, _) => {
            writeln!(out, "Sorry ... the goal is unreachable from that start position!")?;
            Ok(Verdict::Negative)
        }
        _ => Ok(Verdict::Stopped),
    }
}

/// Reads the start as Knuth's programs do, with their error messages.
fn read(program: Engine, arguments: &[String]) -> Result<Vec<u32>, String> {
    let [start] = arguments else {
        return Err(format!("Usage: {program} startposition"));
    };
    let mut seen = [false; 16];
    let mut cells = Vec::new();
    for c in start.chars() {
        let digit = c.to_digit(16).filter(|_| !c.is_ascii_uppercase()).ok_or(
            "The start position should use only hex digits (0123456789abcdef)!".to_owned(),
        )?;
        if std::mem::replace(&mut seen[digit as usize], true) {
            return Err(format!("Your start position uses {digit:x} twice!"));
        }
        cells.push(digit);
    }
    match seen.iter().position(|seen| !seen) {
        Some(missing) => Err(format!("Your start position doesn't use {missing:x}!")),
        None => Ok(cells),
    }
}

/// Writes a line for each pass.
struct PassWriter<'a> {
    out: &'a mut dyn Write,
    /// Start time of the pass.
    begun: Instant,
    passes: usize,
    written: io::Result<()>,
}

impl Observer for PassWriter<'_> {
    fn pass_ends(&mut self, moves: u64, _positions: u64) {
        let (sad, time) = (self.passes, self.begun.elapsed().as_secs());
        let happy = moves - sad as u64;
        let line = format!(" ... no solution with {happy}+{sad} moves ({time} sec)");
        self.written = writeln!(self.out, "{line}").and_then(|()| self.out.flush());
        if self.written.is_err() {
            interrupt().set();
        }
        self.passes += 1;
        self.begun = Instant::now();
    }
}
