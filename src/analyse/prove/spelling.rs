//! Configurations as the symbols of shorthand, in an order that is that of the texts.

use crate::puzzle::{Configuration, Puzzle};

/// What a cell holds that needs no symbol of its own.
const SILENT: u8 = u8::MAX;

/// Stands in for a blocked cell while a text is spelt.
const BLOCKED: u8 = u8::MAX - 1;

/// How the configurations of a puzzle are spelt.
pub struct Spelling {
    /// An empty board, blocked cells being silent; and whether there are any.
    bare: Vec<u8>,
    has_blocked: bool,
    /// The symbol of each kind, and its cells as numbers beyond its origin.
    kinds: Vec<(u8, Vec<usize>)>,
    /// The name and the kind of each symbol, by which they ascend.
    names: Vec<(u8, usize)>,
    /// Symbols of a configuration, zeros at the end included.
    pub symbols: usize,
    /// The bits that a symbol takes.
    pub bits: usize,
}

impl Spelling {
    pub fn new(puzzle: &Puzzle) -> Self {
        let mut bare = vec![0; puzzle.size().cells()];
        puzzle.blocked().iter().for_each(|&cell| bare[cell as usize] = SILENT);
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
        let pieces: u32 = counts.iter().sum();
        Self {
            has_blocked: !puzzle.blocked().is_empty(),
            bare,
            kinds: (0..puzzle.kinds().len()).map(kind).collect(),
            symbols: puzzle.empty_cells() + pieces as usize,
            bits: (usize::BITS - (names.len() - 1).leading_zeros()) as usize,
            names,
        }
    }

    /// A board to spell on.
    pub fn board(&self) -> Vec<u8> {
        self.bare.clone()
    }

    /// Puts the symbols of a configuration one after the other.
    pub fn spell(&self, configuration: &Configuration, board: &mut [u8], symbols: &mut Vec<u8>) {
        board.copy_from_slice(&self.bare);
        for piece in configuration.placements() {
            let (symbol, cells) = &self.kinds[usize::from(piece.kind)];
            let origin = piece.cell as usize;
            cells.iter().for_each(|cell| board[origin + cell] = SILENT);
            board[origin] = *symbol;
        }
        symbols.clear();
        symbols.extend(board.iter().filter(|&&symbol| symbol != SILENT));
    }

    /// Appends the shorthand of some symbols, without zeros at the end, and the end of the line.
    pub fn write(&self, symbols: &[u8], board: &mut [u8], text: &mut Vec<u8>) {
        let begin = text.len();
        if self.has_blocked {
            self.write_with_blocked(symbols, board, text);
        } else {
            text.extend(symbols.iter().map(|&symbol| self.names[usize::from(symbol)].0));
        }
        while text.len() > begin && text.last() == Some(&b'0') {
            text.pop();
        }
        text.push(b'\n');
    }

    fn write_with_blocked(&self, symbols: &[u8], board: &mut [u8], text: &mut Vec<u8>) {
        for (cell, &bare) in board.iter_mut().zip(&self.bare) {
            *cell = if bare == SILENT { BLOCKED } else { bare };
        }
        let mut symbols = symbols.iter();
        for cell in 0..board.len() {
            match board[cell] {
                SILENT => {}
                BLOCKED => text.push(b'x'),
                _ => {
                    let symbol = symbols.next().map_or(0, |&symbol| usize::from(symbol));
                    let (name, kind) = self.names[symbol];
                    text.push(name);
                    if symbol > 0 {
                        self.kinds[kind].1.iter().for_each(|next| board[cell + next] = SILENT);
                    }
                }
            }
        }
    }
}
