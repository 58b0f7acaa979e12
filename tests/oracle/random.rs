//! Seeded random small puzzles, as text.
//!
//! Most are made without the library: a draft of walls, kinds and placements, written out in shorthand. So a mistake in
//! the parser would show, too.

use std::collections::BTreeSet;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use sliding::Puzzle;
use sliding::puzzle::{Gate, Setup};

use super::symmetric;

/// Random choices that depend on nothing but the seed.
pub struct Dice(Pcg64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64::new(seed.into(), 0x5eed))
    }

    /// A number below `bound`, which is small: the bias does not matter.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() >> 32) as usize % bound
    }

    /// True once in `times`.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// This number of different ones, in any order.
    pub fn some_of<T: Clone>(&mut self, from: &[T], count: usize) -> Vec<T> {
        let mut all = from.to_vec();
        for i in 0..count {
            all.swap(i, i + self.below(from.len() - i));
        }
        all.truncate(count);
        all
    }
}

/// All names that a kind may have.
const NAMES: &[u8] = b"123456789abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Row and column.
type Spot = (i32, i32);

struct Kind {
    name: char,
    /// The pattern as it is written, empty rows and columns included.
    pattern: String,
    lock: &'static str,
}

impl Kind {
    /// The cells of a piece with its origin at a spot.
    fn cells(&self, (row, col): Spot) -> Vec<Spot> {
        let ones = self.pattern.split('/').enumerate().flat_map(|(r, text)| {
            text.bytes().enumerate().filter(|&(_, b)| b == b'1').map(move |(c, _)| (r, c))
        });
        let ones: Vec<Spot> = ones.map(|(r, c)| (r as i32, c as i32)).collect();
        ones.iter().map(|&(r, c)| (row + r - ones[0].0, col + c - ones[0].1)).collect()
    }
}

/// Index of a kind and the spot of the origin, of each piece.
type Pieces = Vec<(usize, Spot)>;

/// A start or a goal.
struct Line {
    pieces: Pieces,
    /// What is left unsaid, and written `?`.
    open: BTreeSet<Spot>,
}

struct Draft {
    rows: i32,
    cols: i32,
    walls: BTreeSet<Spot>,
    kinds: Vec<Kind>,
    /// Names of kinds that are defined but not on the board.
    unused: Vec<u8>,
}

impl Draft {
    fn new(dice: &mut Dice) -> Self {
        let (rows, cols) = loop {
            let size = (1 + dice.below(5) as i32, 1 + dice.below(5) as i32);
            if size.0 * size.1 >= 2 {
                break size;
            }
        };
        let mut draft = Self::empty(rows, cols);
        if dice.one_in(2) {
            let one_in = 3 + dice.below(8);
            draft.walls = draft.spots().filter(|_| dice.one_in(one_in)).collect();
        }
        let has_locks = dice.one_in(3);
        let names = dice.some_of(NAMES, NAMES.len());
        let (used, unused) = names.split_at(dice.pick(&[1, 2, 3, 4]));
        // The width of a kind's code hangs on how many there are.
        let filling = dice.pick(&[0, 0, 0, 0, 11, 12, 13, 14, 27, 29, 56]);
        draft.unused = unused[..filling].to_vec();
        for &name in used {
            let pattern = match draft.kinds.last() {
                Some(last) if dice.one_in(4) => last.pattern.clone(),
                _ => pattern(dice),
            };
            draft.define(dice, name, pattern, has_locks);
        }
        draft
    }

    fn empty(rows: i32, cols: i32) -> Self {
        Self { rows, cols, walls: BTreeSet::new(), kinds: Vec::new(), unused: Vec::new() }
    }

    fn define(&mut self, dice: &mut Dice, name: u8, pattern: String, has_locks: bool) {
        let lock = if has_locks { dice.pick(&["", " h", " v"]) } else { "" };
        self.kinds.push(Kind { name: name.into(), pattern, lock });
    }

    fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let cols = self.cols;
        (0..self.rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
    }

    /// Whether a piece can lie at a spot beside the others.
    fn fits(&self, others: &[(usize, Spot)], (kind, spot): (usize, Spot)) -> bool {
        let taken = self.covered(others);
        self.kinds[kind].cells(spot).iter().all(|cell| {
            (0..self.rows).contains(&cell.0)
                && (0..self.cols).contains(&cell.1)
                && !self.walls.contains(cell)
                && !taken.contains(cell)
        })
    }

    /// Places pieces of these kinds at random, if there is room for all.
    fn place(&self, dice: &mut Dice, kinds: &[usize]) -> Option<Pieces> {
        let spots: Vec<Spot> = self.spots().collect();
        let mut pieces = Pieces::new();
        for &kind in kinds {
            let fitting: Vec<Spot> =
                spots.iter().copied().filter(|&spot| self.fits(&pieces, (kind, spot))).collect();
            if fitting.is_empty() {
                return None;
            }
            pieces.push((kind, dice.pick(&fitting)));
        }
        Some(pieces)
    }

    /// As many as possible of `wanted` pieces.
    fn start(&self, dice: &mut Dice, wanted: usize) -> Pieces {
        let mut pieces = Pieces::new();
        for _ in 0..3 * wanted {
            let piece = (dice.below(self.kinds.len()), self.some_spot(dice));
            if pieces.len() < wanted && self.fits(&pieces, piece) {
                pieces.push(piece);
            }
        }
        pieces
    }

    fn some_spot(&self, dice: &mut Dice) -> Spot {
        (dice.below(self.rows as usize) as i32, dice.below(self.cols as usize) as i32)
    }

    /// The same pieces elsewhere: thrown down anew, which often leaves no way, or shifted about.
    fn scrambled(&self, dice: &mut Dice, start: &Pieces) -> Pieces {
        if dice.one_in(2) {
            let kinds: Vec<usize> = start.iter().map(|&(kind, _)| kind).collect();
            // Large and small pieces come in any order.
            let kinds = dice.some_of(&kinds, kinds.len());
            if let Some(pieces) = self.place(dice, &kinds) {
                return pieces;
            }
        }
        let mut pieces = start.clone();
        for _ in 0..dice.below(100) {
            let at = dice.below(pieces.len());
            let (kind, (row, col)) = pieces.swap_remove(at);
            let (rows, cols) = dice.pick(match self.kinds[kind].lock {
                " h" => &[(0, 1), (0, -1)],
                " v" => &[(1, 0), (-1, 0)],
                _ => &[(0, 1), (0, -1), (1, 0), (-1, 0)][..],
            });
            let there = (kind, (row + rows, col + cols));
            let here = (kind, (row, col));
            pieces.push(if self.fits(&pieces, there) { there } else { here });
        }
        pieces
    }

    /// The start and some goals.
    fn lines(&self, dice: &mut Dice, start: Pieces) -> Vec<Line> {
        let whole = |pieces| Line { pieces, open: BTreeSet::new() };
        let goals = (0..dice.pick(&[1, 1, 2, 3])).map(|_| {
            let pieces = self.scrambled(dice, &start);
            if dice.one_in(2) { self.opened(dice, &pieces) } else { whole(pieces) }
        });
        let goals: Vec<Line> = goals.collect();
        std::iter::once(whole(start)).chain(goals).collect()
    }

    /// A goal that asks for some of the pieces and some of the empty cells only.
    fn opened(&self, dice: &mut Dice, pieces: &Pieces) -> Line {
        let (kept, dropped): (Pieces, Pieces) = pieces.iter().partition(|_| dice.one_in(2));
        let [covered, vacant] = [&kept, &dropped].map(|pieces| self.covered(pieces));
        let open = self
            .spots()
            .filter(|spot| vacant.contains(spot) || !covered.contains(spot) && !dice.one_in(4));
        Line { open: open.collect(), pieces: kept }
    }

    fn covered(&self, pieces: &[(usize, Spot)]) -> BTreeSet<Spot> {
        pieces.iter().flat_map(|&(kind, spot)| self.kinds[kind].cells(spot)).collect()
    }

    /// A line in shorthand. What may be left out at its end is left out or not.
    fn shorthand(&self, dice: &mut Dice, line: &Line) -> String {
        let covered = self.covered(&line.pieces);
        let mut text = String::new();
        for spot in self.spots() {
            let origin = line.pieces.iter().find(|piece| piece.1 == spot);
            match origin {
                Some(&(kind, _)) => text.push(self.kinds[kind].name),
                None if covered.contains(&spot) => {}
                None if line.open.contains(&spot) => text.push('?'),
                None if self.walls.contains(&spot) => text.push('x'),
                None => text.push('0'),
            }
        }
        let needed = match text.find('?') {
            Some(first) => text.trim_end_matches('?').len().max(first + 1),
            None => text.trim_end_matches('0').len(),
        };
        text.truncate(needed + dice.below(text.len() - needed + 1));
        text
    }

    /// The same somewhere on a larger board, all else blocked: it has the same moves.
    fn framed(self, dice: &mut Dice, lines: &[Line]) -> (Self, Vec<Line>) {
        let (rows, cols) = dice.pick(&[(7, 13), (16, 16), (12, 9), (6, 60), (70, 6)]);
        let by = (dice.below(rows - 4) as i32, dice.below(cols - 4) as i32);
        let shifted = |(row, col): Spot| (row + by.0, col + by.1);
        let inner: BTreeSet<Spot> =
            self.spots().filter(|spot| !self.walls.contains(spot)).map(shifted).collect();
        let mut draft = Self { rows: rows as i32, cols: cols as i32, ..self };
        draft.walls = draft.spots().filter(|spot| !inner.contains(spot)).collect();
        let lines = lines.iter().map(|line| Line {
            pieces: line.pieces.iter().map(|&(kind, spot)| (kind, shifted(spot))).collect(),
            open: line.open.iter().copied().map(shifted).collect(),
        });
        (draft, lines.collect())
    }

    /// The puzzle from the first line to any of the others.
    fn text(&self, dice: &mut Dice, lines: &[Line]) -> String {
        let define = |kind: &Kind| format!("{} = {}{}", kind.name, kind.pattern, kind.lock);
        let mut definitions: Vec<String> = self.kinds.iter().map(define).collect();
        for &name in &self.unused {
            let at = dice.below(definitions.len() + 1);
            definitions.insert(at, format!("{} = 1/1", char::from(name)));
        }
        let mut text = format!("{} x {} (random)\n", self.rows, self.cols);
        text += &definitions.join("\n");
        text += "\n";
        for (i, line) in lines.iter().enumerate() {
            let or = if i > 1 { "or " } else { "" };
            text += &format!("{or}{}\n", self.shorthand(dice, line));
        }
        text
    }
}

/// A pattern with at least one `1`.
fn pattern(dice: &mut Dice) -> String {
    let plain = ["1", "1", "1", "11", "1/1", "111", "11/11", "11/10", "01/11"];
    if dice.one_in(2) {
        return dice.pick(&plain).to_owned();
    }
    loop {
        let (rows, cols) = (1 + dice.below(3), 1 + dice.below(3));
        let density = 1 + dice.below(3);
        let mut lines = vec![String::new(); rows];
        for line in &mut lines {
            for _ in 0..cols {
                line.push(if dice.one_in(density) { '1' } else { '0' });
            }
            if dice.one_in(3) {
                line.truncate(line.trim_end_matches('0').len());
            }
        }
        let ones = lines.iter().flat_map(|line| line.bytes()).filter(|&b| b == b'1').count();
        if (1..=5).contains(&ones) {
            return lines.join("/");
        }
    }
}

/// A puzzle as text, and the same on a larger board that takes more than one machine word.
pub struct Pair {
    pub small: String,
    pub framed: String,
}

/// The random puzzle with this number.
pub fn puzzle(seed: u64) -> Pair {
    let mut dice = Dice::new(seed);
    let (draft, start) = loop {
        let draft = Draft::new(&mut dice);
        let wanted = 1 + dice.below(7);
        let start = draft.start(&mut dice, wanted);
        if !start.is_empty() {
            break (draft, start);
        }
    };
    let lines = draft.lines(&mut dice, start);
    let small = draft.text(&mut dice, &lines);
    let (draft, lines) = draft.framed(&mut dice, &lines);
    Pair { small, framed: draft.text(&mut dice, &lines) }
}

/// The random puzzle with this number, of those whose pieces are of few shapes and of several kinds for
/// each: so there are many orders of pieces.
pub fn of_many_orders(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let (draft, start) = loop {
        let draft = of_few_shapes(&mut dice);
        let wanted = 2 + dice.below(5);
        let start = draft.start(&mut dice, wanted);
        if start.len() > 1 {
            break (draft, start);
        }
    };
    let lines = draft.lines(&mut dice, start);
    draft.text(&mut dice, &lines)
}

fn of_few_shapes(dice: &mut Dice) -> Draft {
    let (rows, cols) = dice.pick(&[(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (3, 4), (4, 3), (1, 7)]);
    let mut draft = Draft::empty(rows, cols);
    if dice.one_in(3) {
        draft.walls = draft.spots().filter(|_| dice.one_in(8)).collect();
    }
    let has_locks = dice.one_in(4);
    let shapes =
        [dice.pick(&["1", "1", "1", "11", "1/1"]), dice.pick(&["1", "11", "1/1", "11/10"])];
    let names = dice.some_of(NAMES, 5);
    for &name in &names[..2 + dice.below(4)] {
        let shape = if dice.one_in(4) { shapes[1] } else { shapes[0] };
        draft.define(dice, name, shape.to_owned(), has_locks);
    }
    draft
}

/// The random puzzle with this number, of one of five sorts.
pub fn any(seed: u64) -> String {
    match seed % 10 {
        0 | 5 => puzzle(seed).framed,
        1 => of_many_orders(seed),
        6 => gated(&of_many_orders(seed), seed).to_string(),
        2 | 7 => gated(&puzzle(seed).small, seed).to_string(),
        3 | 8 => match symmetric::puzzle(seed) {
            Some((_, puzzle)) => puzzle.to_string(),
            None => puzzle(seed).small,
        },
        _ => puzzle(seed).small,
    }
}

/// A random puzzle with one gate or two, as the start allows them.
fn gated(text: &str, seed: u64) -> Puzzle {
    let plain = super::read(text);
    let mut dice = Dice::new(seed ^ 0x6a7e);
    let mut setup = Setup::from(&plain);
    let kinds = Vec::from_iter(0..plain.kinds().len() as u8);
    for _ in 0..=dice.below(2) {
        let count = dice.below(kinds.len() + 1);
        let kinds = dice.some_of(&kinds, count);
        let mut free = Vec::from_iter(0..plain.size().cells() as u32);
        let pieces = plain.start().placements().iter();
        for piece in pieces.filter(|piece| !kinds.contains(&piece.kind)) {
            let covered = plain.kind(*piece).covers(piece.cell, plain.size());
            let covered = Vec::from_iter(covered.flatten());
            free.retain(|cell| !covered.contains(cell));
        }
        let count = dice.below(free.len().div_ceil(2) + 1);
        setup.gates.push(Gate { kinds, cells: dice.some_of(&free, count) });
    }
    setup.validate().unwrap_or_else(|faults| panic!("seed {seed}: {faults}"))
}
