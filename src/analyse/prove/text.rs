//! The text of a proof, hashed as it is written.

use std::io::{self, Write};

use crate::puzzle::{Configuration, Puzzle, Style};

pub struct ProofText<'a> {
    out: &'a mut dyn Write,
    hasher: blake3::Hasher,
}

impl<'a> ProofText<'a> {
    pub fn new(out: &'a mut dyn Write) -> Self {
        Self { out, hasher: blake3::Hasher::new() }
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.out.write_all(bytes)
    }

    /// Writes everything before the levels.
    pub fn header(
        &mut self,
        puzzle: &Puzzle,
        style: Style,
        (kind, moves): (&str, Option<u64>),
        path: &[Configuration],
    ) -> io::Result<()> {
        let claim = match moves {
            Some(moves) => format!("moves {moves}"),
            None => "none".to_owned(),
        };
        let mut text = format!(
            "sliding-proof 1\nstyle: {style}\nclaim: {claim}\nkind: {kind}\npuzzle:\n{puzzle}\n"
        );
        if moves.is_some() {
            text += &format!("solution: {}\n", path.len() - 1);
            for configuration in path {
                text += &puzzle.shorthand(configuration);
                text.push('\n');
            }
        }
        self.write(text.as_bytes())
    }

    /// Writes the last line.
    pub fn end(self, configurations: u64) -> io::Result<()> {
        let hash = self.hasher.finalize();
        writeln!(self.out, "end: {configurations} {hash}")
    }
}
