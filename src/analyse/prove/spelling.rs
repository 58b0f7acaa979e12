//! Positions as words that sort like their shorthand, and the shorthand of such a word.
//!
//! A word has the symbol of each piece at the cell of its origin, and zeros at all other cells.
//! Before the first cell where two such words differ, everything is equal, including the covered
//! cells. So that cell is covered in neither, and its symbols are the first to differ in shorthand,
//! too.

use super::words::Word;
use crate::puzzle::{Placement, Puzzle};

/// A covered cell that is not an origin.
const SILENT: u8 = u8::MAX;

/// A blocked cell.
const BLOCKED: u8 = u8::MAX - 1;

/// The spelling of a puzzle's positions.
pub struct Spelling {
    /// The number of cells, and those that are blocked.
    pub cells: usize,
    blocked: Vec<u32>,
    /// For each kind the number of its name among all, from 1; and its cells as offsets from its
    /// origin.
    kinds: Vec<(u8, Vec<usize>)>,
    /// The name and the kind of each symbol.
    names: Vec<(u8, usize)>,
    /// The bits of a symbol.
    bits: usize,
    /// The spelling of boards of up to 64 cells; larger ones are spelt cell by cell.
    quick: Option<QuickTables>,
}

/// Tables to spell boards of up to 64 cells quickly.
struct QuickTables {
    /// The output for each symbol, and the cells beyond its origin that it covers, as bits.
    symbols: Vec<(u8, u64)>,
    /// The output for each cell that is not an origin.
    blank: [u8; 64],
}

impl Spelling {
    pub fn new(puzzle: &Puzzle) -> Self {
        let counts = puzzle.counts();
        let used = (0..puzzle.kinds().len()).filter(|&kind| counts[kind] > 0);
        let mut names: Vec<(u8, usize)> =
            used.map(|kind| (puzzle.kinds()[kind].name() as u8, kind)).collect();
        names.sort_unstable();
        names.insert(0, (b'0', usize::MAX));
        let cols = puzzle.size().cols as i32;
        let kind = |number: usize| {
            let symbol = names.iter().position(|&(_, kind)| kind == number).unwrap_or(0);
            let cells = puzzle.kinds()[number].cells().iter();
            // The origin is the first of the cells.
            (symbol as u8, cells.map(|&(row, col)| (row * cols + col) as usize).collect())
        };
        let kinds = (0..puzzle.kinds().len()).map(kind).collect();
        let bits = (usize::BITS - (names.len() - 1).leading_zeros()) as usize;
        let (cells, blocked) = (puzzle.size().cells(), puzzle.blocked().to_vec());
        let mut spelling = Self { cells, blocked, kinds, names, bits, quick: None };
        spelling.quick = (cells <= 64).then(|| spelling.quick());
        spelling
    }

    fn quick(&self) -> QuickTables {
        let covers = |&(name, kind): &(u8, usize)| {
            let cells = self.kinds.get(kind).map_or(&[][..], |(_, cells)| cells);
            (name, cells.iter().fold(0, |all, &cell| all | 1 << cell & !1))
        };
        let mut blank = [b'0'; 64];
        self.blocked.iter().for_each(|&cell| blank[cell as usize] = b'x');
        QuickTables { symbols: self.names.iter().map(covers).collect(), blank }
    }

    /// Returns the number of bits of a word.
    pub fn width(&self) -> usize {
        self.cells * self.bits
    }

    /// Returns the word of some pieces.
    pub fn word<K: Word>(&self, pieces: &[Placement]) -> K {
        let mut word = K::bare(self.cells);
        for piece in pieces {
            let from_last = self.cells - 1 - piece.cell as usize;
            word.put(from_last, self.kinds[usize::from(piece.kind)].0, self.bits);
        }
        word
    }

    /// Appends the shorthand of a word, without zeros at the end, and the end of the line. `board`
    /// is scratch space, with a symbol for each cell.
    pub fn write<K: Word>(&self, word: &K, board: &mut [u8], text: &mut Vec<u8>) {
        word.unpack(self.bits, board);
        if let Some(quick) = &self.quick {
            quick.write(board, text);
            return;
        }
        self.blocked.iter().for_each(|&cell| board[cell as usize] = BLOCKED);
        let begin = text.len();
        for cell in 0..board.len() {
            match board[cell] {
                SILENT => {}
                BLOCKED => text.push(b'x'),
                0 => text.push(b'0'),
                symbol => {
                    let (name, kind) = self.names[usize::from(symbol)];
                    text.push(name);
                    self.kinds[kind].1.iter().for_each(|next| board[cell + next] = SILENT);
                }
            }
        }
        while text.len() > begin && text.last() == Some(&b'0') {
            text.pop();
        }
        text.push(b'\n');
    }
}

impl QuickTables {
    /// Appends the shorthand of a board. Branch-free: every cell is written, and the position
    /// advances only past significant ones.
    fn write(&self, board: &[u8], text: &mut Vec<u8>) {
        let (mut line, mut length, mut end) = ([0; 65], 0, 0);
        let mut silent: u64 = 0;
        for (cell, (&symbol, &blank)) in board.iter().zip(&self.blank).enumerate() {
            let (name, covers) = self.symbols[usize::from(symbol)];
            let byte = if symbol == 0 { blank } else { name };
            line[length] = byte;
            let speaks = silent >> cell & 1 == 0;
            length += usize::from(speaks);
            end = if (byte != b'0') & speaks { length } else { end };
            silent |= covers << cell;
        }
        line[end] = b'\n';
        text.extend_from_slice(&line[..=end]);
    }
}
