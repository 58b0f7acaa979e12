//! What came of replaying a solution, for people.

use std::io::{self, Write};

use super::words::{counted, plain};
use crate::check::Replay;
use crate::puzzle::Style;

/// Writes whether a solution that was replayed to its end solves the puzzle, and how many moves it is
/// in each style.
///
/// # Errors
///
/// Those of `out`.
pub fn write_text(out: &mut dyn Write, name: &str, replay: &Replay) -> io::Result<()> {
    let told = counted(replay.told() as u64, "move");
    let ending = if replay.is_solved() { "solved" } else { "all legal, but no goal is met" };
    writeln!(out, "{}: {told} as written, {ending}", plain(name))?;
    writeln!(out, "\nstyle  moves")?;
    for style in Style::ALL {
        let meaning = style.meaning();
        match replay.moves(style) {
            Ok(moves) => writeln!(out, "    {style}  {moves:>5}  {meaning}")?,
            Err(at) => writeln!(out, "    {style}      -  {meaning}; move {at} is of several")?,
        }
    }
    Ok(())
}
