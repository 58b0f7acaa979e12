//! The text of a proof: the shorthand of its positions, and its lines, hashed as they are written.

use std::io::{self, Write};

use super::Proof;
use crate::engine::board::Code;
use crate::engine::query::Query;
use crate::puzzle::{Configuration, Placement, Puzzle};

/// A covered cell that is not an origin.
const SILENT: u8 = u8::MAX;

/// The spelling of a puzzle's positions, by words that sort like their shorthand.
///
/// A word has the symbol of each piece at the cell of its origin, and zeros at all other cells.
/// Before the first cell where two such words differ, everything is equal, including the covered
/// cells. So that cell is covered in neither, and its symbols are the first to differ in shorthand,
/// too. A word has as many bits as a code, and its type; the first cell has the most significant.
pub struct Spelling {
    /// The number of the name of each kind among all, from 1.
    kinds: Vec<u8>,
    /// The name of each symbol, and the cells beyond its origin that it covers.
    names: Vec<(u8, Vec<usize>)>,
    /// What stands for each cell that is not covered.
    blank: Vec<u8>,
    /// The bits of a symbol.
    bits: usize,
}

impl Spelling {
    pub fn new(puzzle: &Puzzle) -> Self {
        let (counts, cols) = (puzzle.counts(), puzzle.size().cols as i32);
        let mut used: Vec<usize> = (0..counts.len()).filter(|&kind| counts[kind] > 0).collect();
        used.sort_unstable_by_key(|&kind| puzzle.kinds()[kind].name());
        let (mut kinds, mut names) = (vec![0; counts.len()], vec![(b'0', Vec::new())]);
        for number in used {
            let kind = &puzzle.kinds()[number];
            kinds[number] = names.len() as u8;
            // The origin is the first of the cells.
            let beyond = kind.cells()[1..].iter();
            let beyond = beyond.map(|&(row, col)| (row * cols + col) as usize).collect();
            names.push((kind.name() as u8, beyond));
        }
        let mut blank = vec![b'0'; puzzle.size().cells()];
        puzzle.blocked().iter().for_each(|&cell| blank[cell as usize] = b'x');
        let bits = (usize::BITS - (names.len() - 1).leading_zeros()) as usize;
        Self { kinds, names, blank, bits }
    }

    /// Returns the place of the bits of a cell: a word, counted from the last, and a shift.
    fn place(&self, cell: usize) -> (usize, usize) {
        let bit = (self.blank.len() - 1 - cell) * self.bits;
        (bit / 64, bit % 64)
    }

    /// Returns the word of some pieces.
    pub fn word<const W: usize>(&self, pieces: &[Placement]) -> Code<W> {
        let mut word = Code::ZERO;
        for piece in pieces {
            let symbol = u64::from(self.kinds[usize::from(piece.kind)]);
            let (at, shift) = self.place(piece.cell as usize);
            word.0[W - 1 - at] |= symbol << shift;
            if shift + self.bits > 64 {
                word.0[W - 2 - at] |= symbol >> (64 - shift);
            }
        }
        word
    }

    /// Appends the shorthand of a word, without zeros at the end, and the end of the line. `board`
    /// is scratch space.
    pub fn write<const W: usize>(&self, word: &Code<W>, board: &mut Vec<u8>, text: &mut Vec<u8>) {
        board.clone_from(&self.blank);
        for cell in 0..board.len() {
            let (at, shift) = self.place(cell);
            let mut symbol = word.0[W - 1 - at] >> shift;
            if shift + self.bits > 64 {
                symbol |= word.0[W - 2 - at] << (64 - shift);
            }
            let symbol = symbol as usize & ((1 << self.bits) - 1);
            if symbol != 0 {
                let (name, beyond) = &self.names[symbol];
                board[cell] = *name;
                beyond.iter().for_each(|next| board[cell + next] = SILENT);
            }
        }
        let begin = text.len();
        text.extend(board.iter().filter(|&&symbol| symbol != SILENT));
        let zeros = text[begin..].iter().rev().take_while(|&&symbol| symbol == b'0').count();
        text.truncate(text.len() - zeros);
        text.push(b'\n');
    }
}

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
        &Query { puzzle, style, .. }: &Query,
        &Proof { kind, moves, .. }: &Proof,
        path: &[Configuration],
    ) -> io::Result<()> {
        let claim = moves.map_or("none".to_owned(), |moves| format!("moves {moves}"));
        let mut text = format!(
            "sliding-proof 1\nstyle: {style}\nclaim: {claim}\nkind: {}\npuzzle:\n{puzzle}\n",
            kind.name()
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
