//! Writes a proof of a minimum and checks it: `cargo run --example proof`.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;

use sliding::analyse::proof::{Checked, check, write};
use sliding::puzzle::{Puzzle, Style};
use sliding::solve::{Budget, Query};

/// Proves that Quzzle takes 84 moves.
pub fn main() -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string("puzzles/classics/quzzle.txt")?;
    let puzzle: Puzzle = text.parse()?;
    let (query, budget) = (Query::new(&puzzle, Style::WALK), Budget::default());

    let folder = tempfile::tempdir()?;
    let path = folder.path().join("quzzle.proof.gz");
    write(&query, &budget, &mut (), &path)?;
    println!("{} bytes", path.metadata()?.len());

    // The checker shares no code with the search.
    match check(BufReader::new(File::open(&path)?), Some(&puzzle), &budget) {
        Checked::Proven(proven) => println!("proven: {:?} moves", proven.moves),
        _ => return Err("the proof is refused".into()),
    }
    Ok(())
}
