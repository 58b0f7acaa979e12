//! Moves as text: the sentences of the reports, and the notations of other programs. The beginning
//! of a text shows which of these it is in.

use super::position::{Names, kind_names, piece_names};
use super::scripts::{moved, own_cars, ranked_cars};
use super::{ParsedMove, quoted, unexpected};
use crate::notation::problem::Result;
use crate::notation::text::{Cursor, TextSpan, lines};
use crate::puzzle::game::PositionMoves;
use crate::puzzle::{
    Cell, Configuration, Direction, Lock, Move, PieceNames, Placement, Puzzle, Style,
};

/// The first letters of the directions.
const LETTERS: [char; 4] = ['U', 'L', 'D', 'R'];

/// Reads a move. Returns whether the pieces may lie like this afterwards; else the rest is not read.
type Grammar<'a> = fn(&mut Track<'a>, &mut Cursor<'a>) -> Result<bool>;

/// Reads moves. Letters are for tiles or for the gap.
pub fn read<'a>(puzzle: &'a Puzzle, text: &'a str, are_of_gap: bool) -> Result<Vec<ParsedMove>> {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_digit = |c: char| c.is_ascii_digit();
    let behind_count = text.trim_start_matches(|c| is_digit(c) || is_between(c));
    let grammar = match first.strip_prefix(['S', 'M']) {
        Some(rest) if rest.starts_with(is_digit) => Track::walk,
        _ if first.contains(['+', '-']) => Track::slide,
        _ if behind_count.is_empty() || behind_count.starts_with(LETTERS) => Track::tiles,
        _ => Track::sentence,
    };
    // Names of pieces instead of kinds where they are the same.
    let names: Names = kind_names(puzzle).into_iter().chain(piece_names(puzzle)).collect();
    let track = |cars, least| Track {
        cars,
        least,
        are_of_gap,
        names: &names,
        position: puzzle.start().clone(),
        moves: Vec::new(),
        count: None,
    };
    let own = &puzzle.origin().names;
    let mut letters = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let are_own = letters.all(|word| own.iter().any(|name| name.eq_ignore_ascii_case(word)));
    let cars = own_cars(puzzle).filter(|_| are_own).unwrap_or_else(|| ranked_cars(puzzle));
    // Rows and columns count from 1, unless that makes no sense.
    let from_1 = track(cars.clone(), 1).read(text, grammar);
    from_1.or_else(|problem| track(cars, 0).read(text, grammar).map_err(|_| problem))
}

/// Whether a text has letters for directions, and their numbers.
pub fn are_letters(text: &str) -> bool {
    text.contains(LETTERS)
        && text.chars().all(|c| LETTERS.contains(&c) || c.is_ascii_digit() || is_between(c))
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// The pieces while moves are read.
struct Track<'a> {
    /// The names in slides of cars.
    cars: PieceNames<'a>,
    /// The number of the first row and column.
    least: i64,
    are_of_gap: bool,
    /// The names in sentences.
    names: &'a Names,
    position: Configuration,
    moves: Vec<ParsedMove>,
    /// How many moves there are, as the text says.
    count: Option<TextSpan<'a>>,
}

impl<'a> Track<'a> {
    fn read(mut self, text: &'a str, grammar: Grammar<'a>) -> Result<Vec<ParsedMove>> {
        for line in lines(text) {
            let mut cursor = Cursor::new(line);
            cursor.take_while(is_between);
            while !cursor.is_done() {
                if !grammar(&mut self, &mut cursor)? {
                    return Ok(self.moves);
                }
                cursor.take_while(is_between);
            }
        }
        match self.count.filter(|count| count.value() != Some(self.moves.len())) {
            Some(count) => Err(unexpected(
                count,
                format!("the number of moves that follow, {}", self.moves.len()),
            )),
            None => Ok(self.moves),
        }
    }

    /// Adds a move of a piece.
    fn add(&mut self, piece: Option<Placement>, steps: Vec<Direction>, line: usize) -> bool {
        let puzzle = self.cars.puzzle();
        let mut after = self.position.placements().to_vec();
        for here in after.iter_mut().filter(|here| Some(**here) == piece) {
            *here = moved(*here, &steps, puzzle.size());
        }
        let pieces = Vec::from_iter(piece);
        // Nothing moves if the piece is not there.
        let after = puzzle.configuration(after).ok().filter(|after| *after != self.position);
        let made = ParsedMove { line: Some(line), pieces, steps, after: None };
        self.moves.push(made.clone());
        let ParsedMove { pieces, steps, .. } = made;
        let Some(after) = after else { return false };
        self.cars.follow(&Move { pieces, steps, after: after.clone() });
        self.position = after;
        true
    }

    /// Reads a walk such as `8-18`: the first cell of a piece before and after.
    fn walk(&mut self, cursor: &mut Cursor<'a>) -> Result<bool> {
        let (puzzle, line) = (self.cars.puzzle(), cursor.rest.number);
        let size = puzzle.size();
        let last = size.cells() as u32 - 1;
        cursor.take("SM");
        let from = number(cursor, "a cell", 0, last)?;
        expect(cursor, "-")?;
        let to = number(cursor, "a cell", 0, last)?;
        // If no piece is there, any kind will do.
        let piece = Placement { cell: from, kind: self.position.kind_at(from).unwrap_or_default() };
        let walks = PositionMoves::new(puzzle, Style::WALK, &self.position).paths(&[piece]);
        let mut walks = walks.unwrap_or_default().into_iter();
        let walk = walks.find(|path| moved(piece, path, size).cell == to);
        Ok(self.add(Some(piece), walk.unwrap_or_default(), line))
    }

    /// Reads a slide such as `B+1`, or `(2,4)-1` with a cell of the car.
    fn slide(&mut self, cursor: &mut Cursor<'a>) -> Result<bool> {
        let name = cursor.take_while(|c| !"+-".contains(c));
        let Some((sign, _)) = cursor.take("+-") else {
            return Err(unexpected(name, "a move, as in `B+1`"));
        };
        let Some(car) = self.named(name.text()).or_else(|| self.on(name.text())) else {
            return Err(unexpected(name, "the letter of a car"));
        };
        let axis = match self.cars.puzzle().kind(car).lock() {
            Lock::Horizontal => [Direction::Left, Direction::Right],
            Lock::Vertical => [Direction::Up, Direction::Down],
            Lock::Free => return Err(unexpected(name, "a car that is locked to an axis")),
        };
        let step = axis[usize::from(sign == '+')];
        let times = self.times(cursor)?;
        Ok(self.add(Some(car), vec![step; times], name.number))
    }

    /// Returns the piece with a name, in any case if none has exactly this one.
    fn named(&self, name: &str) -> Option<Placement> {
        let own = |piece: &Placement| self.cars.own_name(*piece).unwrap_or_default();
        let pieces = self.position.placements().iter().copied();
        let named = pieces.filter(|piece| own(piece).eq_ignore_ascii_case(name));
        named.min_by_key(|piece| own(piece) != name)
    }

    /// Returns the piece on a cell such as `(2,4)`.
    fn on(&self, cell: &str) -> Option<Placement> {
        let (row, col) = cell.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        let index = |text: &str| Some(i64::from(text.parse::<u32>().ok()?) - self.least);
        let puzzle = self.cars.puzzle();
        let cell = puzzle.size().cell(index(row)?, index(col)?)?;
        match puzzle.board(&self.position).cells()[cell as usize] {
            Cell::Piece(index) => Some(self.position.placements()[index as usize]),
            _ => None,
        }
    }

    /// Reads where tiles go: `R2`; or where the gap goes: `UP`; or the number of moves.
    fn tiles(&mut self, cursor: &mut Cursor<'a>) -> Result<bool> {
        let count = cursor.digits();
        if !count.text().is_empty() {
            self.count = Some(count);
            return Ok(true);
        }
        let at = cursor.rest;
        let step = Direction::ALL.into_iter().find_map(|step| {
            let word = step.word().to_uppercase();
            if cursor.eat(&word) {
                return Some(step.opposite());
            }
            cursor.eat(&word[..1]).then(|| if self.are_of_gap { step.opposite() } else { step })
        });
        let step =
            step.ok_or_else(|| unexpected(at, "`U`, `L`, `D` or `R`; or UP, DOWN, LEFT or RIGHT"))?;
        let is_run = cursor.rest.text().starts_with(|c: char| c.is_ascii_digit());
        for _ in 0..if is_run { self.times(cursor)? } else { 1 } {
            let table = PositionMoves::new(self.cars.puzzle(), Style::STEP, &self.position);
            let pieces = self.position.placements().iter().copied();
            let mut tiles = pieces.filter(|&piece| table.push(&[piece], step).is_ok());
            let tile = tiles.next();
            if tiles.next().is_some() {
                return Err(unexpected(at, "the name of a piece, as several can go there"));
            }
            if !self.add(tile, vec![step], at.number) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads `piece 3 at row 4, column 1: right 2, up`, perhaps behind a number and a point; or
    /// `pieces 1 at row 1, column 1; 2 at row 1, column 2 and 3 at row 2, column 1 together: up`.
    fn sentence(&mut self, cursor: &mut Cursor<'a>) -> Result<bool> {
        let line = Some(cursor.rest.number);
        cursor.take_while(|c| c.is_ascii_digit() || c == '.' || c == ' ');
        let is_one = cursor.eat("piece ");
        if !is_one && !cursor.eat("pieces ") {
            return Err(unexpected(cursor.rest, "a move, as in `piece 1 at row 2, column 3: up`"));
        }
        let mut pieces = vec![self.piece(cursor)?];
        while !is_one && (cursor.eat("; ") || cursor.eat(" and ")) {
            pieces.push(self.piece(cursor)?);
        }
        expect(cursor, if is_one { ": " } else { " together: " })?;
        let mut steps = Vec::new();
        loop {
            let step = Direction::ALL.into_iter().find(|step| cursor.eat(step.word()));
            let step =
                step.ok_or_else(|| unexpected(cursor.rest, "`right`, `left`, `down` or `up`"))?;
            let times = if cursor.eat(" ") { self.times(cursor)? } else { 1 };
            steps.extend(vec![step; times]);
            if !cursor.eat(", ") {
                self.moves.push(ParsedMove { line, pieces, steps, after: None });
                return Ok(true);
            }
        }
    }

    /// Reads `3 at row 4, column 1`, or `3 (the king) at row 4, column 1` if that is its name.
    fn piece(&self, cursor: &mut Cursor) -> Result<Placement> {
        // The longest name: names that begin alike are in the order of their length.
        let Some((_, &kind)) = self.names.iter().rev().find(|(name, _)| cursor.eat(name)) else {
            return Err(unexpected(cursor.rest, format!("one of {}", quoted(self.names.keys()))));
        };
        if cursor.rest.text().starts_with(" (") {
            // A name for people.
            let label = cursor.rest.text().find(") at row ").map_or(0, |end| end + 1);
            cursor.rest = cursor.rest.from(label);
        }
        let size = self.cars.puzzle().size();
        expect(cursor, " at row ")?;
        let row = number(cursor, "a row", 1, size.rows)?;
        expect(cursor, ", column ")?;
        let col = number(cursor, "a column", 1, size.cols)?;
        Ok(Placement { cell: (row - 1) * size.cols + col - 1, kind })
    }

    /// Reads how often a step is made. No piece goes farther than the board, and a large number must
    /// not fill memory.
    fn times(&self, cursor: &mut Cursor) -> Result<usize> {
        let size = self.cars.puzzle().size();
        Ok(number(cursor, "a number of steps", 1, size.rows.max(size.cols))? as usize)
    }
}

/// Reads a number in a range.
fn number(cursor: &mut Cursor, what: &str, least: u32, most: u32) -> Result<u32> {
    let begin = cursor.rest;
    let number = cursor.digits().text().parse().ok().filter(|n| (least..=most).contains(n));
    number.ok_or_else(|| unexpected(begin, format!("{what} from {least} to {most}")))
}

fn expect(cursor: &mut Cursor, words: &str) -> Result<()> {
    if cursor.eat(words) { Ok(()) } else { Err(unexpected(cursor.rest, format!("`{words}`"))) }
}
