//! Moves in the notations of other programs.

use std::collections::BTreeSet;

use super::{ParsedMove, number, unexpected};
use crate::notation::cursor::Cursor;
use crate::notation::problem::Problem;
use crate::notation::text::{TextSpan, beginning, lines};
use crate::puzzle::game::PositionMoves;
use crate::puzzle::{
    Cell, Configuration, Demand, Direction, Lock, Move, PieceNames, Placement, Puzzle, Size,
    Solution, Style, Want, letter_name,
};

/// Another program's notation of moves.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Script {
    /// Its name.
    pub name: &'static str,
    /// A description of one line.
    pub about: &'static str,
    write: fn(&Puzzle, &Solution) -> Result<String, ScriptError>,
}

/// Why moves cannot be written in a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ScriptError(&'static str);

/// All notations of moves.
pub const SCRIPTS: &[Script] = &[
    Script {
        name: "rush",
        about: "fogleman/rush: slides of cars, as B+1 A-2",
        write: write_slides,
    },
    Script {
        name: "sgt",
        about: "Simon Tatham's slide: walks from cell to cell, as S8-18,6-7",
        write: write_walks,
    },
    Script {
        name: "slidy",
        about: "slidy: where tiles go, as R2U2LD",
        write: |puzzle, solution| {
            let mut text = String::new();
            for run in single_steps(puzzle, solution)?.chunk_by(PartialEq::eq) {
                text.push(letter(run[0]));
                if run.len() > 1 {
                    text += &run.len().to_string();
                }
            }
            Ok(text + "\n")
        },
    },
    Script {
        name: "hackerrank",
        about: "HackerRank's n-puzzle: how many moves, then where the gap goes, as UP or LEFT",
        write: |puzzle, solution| {
            let steps = single_steps(puzzle, solution)?;
            let mut text = format!("{}\n", steps.len());
            for step in steps {
                text += &(step.opposite().word().to_uppercase() + "\n");
            }
            Ok(text)
        },
    },
];

impl Script {
    /// Returns the notation with this name.
    pub fn named(name: &str) -> Option<&'static Script> {
        SCRIPTS.iter().find(|script| script.name == name)
    }

    /// Writes the moves of a solution of `puzzle` in this notation.
    ///
    /// # Errors
    ///
    /// Returns why this is not possible.
    ///
    /// ```
    /// use sliding::puzzle::{Puzzle, Style};
    /// use sliding::solve::{Budget, Query, solve};
    /// use sliding::notation::transcript::{Script, moves};
    ///
    /// let puzzle: Puzzle = "ooooooooooooAAooooooooooBBoooooooooo".parse()?;
    /// let answer = solve(&Query::new(&puzzle, Style::SLIDE), &Budget::default(), &mut ())?;
    /// let rush = Script::named("rush").ok_or("there is one")?;
    /// let text = rush.write(&puzzle, &answer.solution.ok_or("it has one")?)?;
    /// assert_eq!(text, "A+4\n");
    /// assert_eq!(moves(&puzzle, &text)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, puzzle: &Puzzle, solution: &Solution) -> Result<String, ScriptError> {
        (self.write)(puzzle, solution)
    }
}

/// Reads moves in the notation that their form shows; `None` if it is none of these.
pub fn read(puzzle: &Puzzle, text: &str) -> Option<Result<Vec<ParsedMove>, Problem>> {
    let first = words(text).next()?.text();
    if first.strip_prefix(['S', 'M']).is_some_and(|rest| rest.starts_with(is_digit)) {
        return Some(read_walks(puzzle, text));
    }
    if car_name(first).is_some() {
        // Rows and columns count from 1, unless that makes no sense.
        let from_1 = read_slides(puzzle, text, 1);
        return Some(from_1.or_else(|problem| read_slides(puzzle, text, 0).map_err(|_| problem)));
    }
    let (_, mut words) = behind_count(text);
    let is_tiles = are_letters(text) || words.next().is_none_or(|word| of_gap(word).is_some());
    is_tiles.then(|| read_tiles(puzzle, text, false))
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Returns the words of a text: separated by blanks, line ends and, if there are no parentheses,
/// commas.
fn words(text: &str) -> impl Iterator<Item = TextSpan<'_>> + Clone {
    let has_cells = text.contains('(');
    let is_between = move |c: char| c.is_whitespace() || (c == ',' && !has_cells);
    lines(text).flat_map(move |line| line.split(is_between))
}

/// Returns the name of the car in a word such as `B+1`: a letter, a number, or the row and column of
/// a cell that it covers, as in `(2,4)-1`.
fn car_name(word: &str) -> Option<&str> {
    let (name, distance) = word.split_once(['+', '-'])?;
    let mut chars = name.chars();
    let is_letter = chars.next()?.is_alphabetic() && chars.next().is_none();
    let is_name = is_letter || name.starts_with('(') || name.chars().all(is_digit);
    (is_name && distance.starts_with(is_digit)).then_some(name)
}

/// Returns the pieces of the start with their own names, if moves can be written with these.
fn own_cars(puzzle: &Puzzle) -> Option<PieceNames<'_>> {
    let mut names = puzzle.origin().names.iter();
    let are_writable = names.all(|name| car_name(&format!("{name}+1")).is_some());
    Some(puzzle.names()).filter(|names| names.are_own() && are_writable)
}

/// Returns the pieces of the start with the letters from A on: that is how fogleman/rush names
/// them, in the order of the letters on its board. A fact `board` has that board if the order is
/// not ours: the target first, then by their places.
fn ranked_cars(puzzle: &Puzzle) -> PieceNames<'_> {
    let board = puzzle.notes().iter().find(|note| note.key == "board");
    let pieces = board.and_then(|note| lettered(puzzle, &note.value)).unwrap_or_else(|| {
        let mut pieces = puzzle.start().placements().to_vec();
        let target = match puzzle.goals()[0].demands() {
            &[Demand { want, .. }] => want,
            _ => Want::Empty,
        };
        pieces.sort_by_key(|car| (Want::Origin(car.kind) != target, car.cell));
        pieces
    });
    PieceNames::new(puzzle, pieces.into_iter().zip(('A'..='Z').map(letter_name)))
}

/// Returns the pieces in the order of their letters on a board, if it is the start.
fn lettered(puzzle: &Puzzle, board: &str) -> Option<Vec<Placement>> {
    let letters: BTreeSet<u8> =
        board.bytes().filter(|c| c.is_ascii_alphabetic() && !b"ox".contains(c)).collect();
    let mut cars = Vec::new();
    for letter in letters {
        let cell = board.bytes().position(|c| c == letter)? as u32;
        cars.push(Placement { cell, kind: puzzle.start().kind_at(cell)? });
    }
    let is_start =
        board.len() == puzzle.size().cells() && cars.len() == puzzle.start().placements().len();
    is_start.then_some(cars)
}

/// The pieces while moves are read.
struct Track<'a> {
    names: PieceNames<'a>,
    position: Configuration,
    moves: Vec<ParsedMove>,
}

impl<'a> Track<'a> {
    fn new(names: PieceNames<'a>) -> Self {
        let position = names.puzzle().start().clone();
        Track { names, position, moves: Vec::new() }
    }

    /// Adds a move. Returns whether the pieces may lie like this afterwards; else the rest is not
    /// read.
    fn add(&mut self, piece: Placement, steps: Vec<Direction>, line: usize) -> bool {
        let puzzle = self.names.puzzle();
        let mut pieces = self.position.placements().to_vec();
        pieces.retain(|&other| other != piece);
        pieces.push(moved(piece, &steps, puzzle.size()));
        self.moves.push(ParsedMove::of(Some(piece), steps.clone(), line));
        let Ok(after) = puzzle.configuration(pieces) else { return false };
        self.names.follow(&Move { pieces: vec![piece], steps, after: after.clone() });
        self.position = after;
        true
    }

    /// Returns the piece with a name; in any case if none has exactly this one.
    fn named(&self, name: &str) -> Option<Placement> {
        let named = |is_it: fn(&str, &str) -> bool| {
            let mut pieces = self.position.placements().iter();
            pieces.find(|&&piece| self.names.own_name(piece).is_some_and(|own| is_it(own, name)))
        };
        named(|own, name| own == name).or_else(|| named(str::eq_ignore_ascii_case)).copied()
    }

    /// Returns the piece on a cell such as `(2,4)`. Rows and columns count from `first`.
    fn on(&self, cell: &str, first: i64) -> Option<Placement> {
        let (row, col) = cell.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        let (row, col): (u32, u32) = (row.parse().ok()?, col.parse().ok()?);
        let puzzle = self.names.puzzle();
        let cell = puzzle.size().cell(i64::from(row) - first, i64::from(col) - first)?;
        match puzzle.board(&self.position).cells()[cell as usize] {
            Cell::Piece(index) => Some(self.position.placements()[index as usize]),
            _ => None,
        }
    }
}

/// Reads slides such as `B+1`, by the letters of the board unless the text uses others.
fn read_slides(puzzle: &Puzzle, text: &str, first: i64) -> Result<Vec<ParsedMove>, Problem> {
    let mut names = words(text).filter_map(|word| car_name(word.text()));
    let own = own_cars(puzzle).map(Track::new);
    let own = own.filter(|track| names.all(|name| track.named(name).is_some()));
    let mut track = own.unwrap_or_else(|| Track::new(ranked_cars(puzzle)));
    for word in words(text) {
        let wrong = unexpected(word, "a move, as in `B+1`");
        let Some(name) = car_name(word.text()) else { return Err(wrong) };
        let Some(car) = track.named(name).or_else(|| track.on(name, first)) else {
            let count = puzzle.start().placements().len();
            return Err(unexpected(word, format!("the letter of one of {count} cars")));
        };
        let [back, forth] = match puzzle.kind(car).lock() {
            Lock::Horizontal => [Direction::Left, Direction::Right],
            Lock::Vertical => [Direction::Up, Direction::Down],
            Lock::Free => return Err(unexpected(word, "a car that is locked to an axis")),
        };
        let mut cursor = Cursor::new(word.from(name.len()));
        let step = if cursor.eat("+") { forth } else { back };
        cursor.eat("-");
        let times = number(&mut cursor, "a number of steps", 1, farthest(puzzle))?;
        cursor.eat(",");
        if !cursor.is_done() {
            return Err(wrong);
        }
        if !track.add(car, vec![step; times as usize], word.number) {
            break;
        }
    }
    Ok(track.moves)
}

fn write_slides(puzzle: &Puzzle, solution: &Solution) -> Result<String, ScriptError> {
    let mut cars = own_cars(puzzle).unwrap_or_else(|| ranked_cars(puzzle));
    let mut slides = Vec::new();
    for step in &solution.moves {
        let (&[piece], [first, ..]) = (&step.pieces[..], &step.steps[..]) else {
            return Err(STRAIGHT);
        };
        let is_straight = step.steps.iter().all(|step| step == first);
        if !is_straight || puzzle.kind(piece).lock() == Lock::Free {
            return Err(STRAIGHT);
        }
        let name = cars.own_name(piece).ok_or(ScriptError("it has letters for 26 pieces only"))?;
        let sign = if matches!(first, Direction::Right | Direction::Down) { '+' } else { '-' };
        slides.push(format!("{name}{sign}{}", step.steps.len()));
        cars.follow(step);
    }
    Ok(slides.join(" ") + "\n")
}

const STRAIGHT: ScriptError = ScriptError("it has only slides of one locked piece");

/// Reads walks such as `S8-18`: the first cell of a piece before and after.
fn read_walks(puzzle: &Puzzle, text: &str) -> Result<Vec<ParsedMove>, Problem> {
    let (size, last) = (puzzle.size(), puzzle.size().cells() as u32 - 1);
    let mut track = Track::new(puzzle.names());
    for word in words(text) {
        let mut cursor = Cursor::new(word);
        cursor.take("SM");
        let wrong = unexpected(cursor.rest, "two cells, as in `8-18`");
        let from = number(&mut cursor, "a cell", 0, last)?;
        if !cursor.eat("-") {
            return Err(wrong);
        }
        let to = number(&mut cursor, "a cell", 0, last)?;
        if !cursor.is_done() {
            return Err(wrong);
        }
        // If no piece is there, any kind will do.
        let kind = track.position.kind_at(from).unwrap_or_default();
        let piece = Placement { cell: from, kind };
        let walks = PositionMoves::new(puzzle, Style::WALK, &track.position).paths(&[piece]);
        let is_it = |path: &Vec<Direction>| moved(piece, path, size).cell == to;
        let walk = walks.unwrap_or_default().into_iter().find(is_it);
        if !track.add(piece, walk.unwrap_or_else(|| straight(from, to, size)), word.number) {
            break;
        }
    }
    Ok(track.moves)
}

/// Returns steps that show what is in the way: up or down, then right or left.
fn straight(from: u32, to: u32, size: Size) -> Vec<Direction> {
    let ((row, col), (to_row, to_col)) = (size.row_col(from), size.row_col(to));
    let rows = if row < to_row { Direction::Down } else { Direction::Up };
    let cols = if col < to_col { Direction::Right } else { Direction::Left };
    let mut steps = vec![rows; row.abs_diff(to_row) as usize];
    steps.extend(vec![cols; col.abs_diff(to_col) as usize]);
    steps
}

fn write_walks(puzzle: &Puzzle, solution: &Solution) -> Result<String, ScriptError> {
    let mut walks = Vec::new();
    for step in &solution.moves {
        let [piece] = step.pieces[..] else {
            return Err(ScriptError("it moves one piece at a time"));
        };
        let after = moved(piece, &step.steps, puzzle.size());
        walks.push(format!("{}-{}", piece.cell, after.cell));
    }
    Ok(format!("S{}\n", walks.join(",")))
}

/// Returns the direction of tiles for a direction of the gap, such as `UP`.
fn of_gap(word: TextSpan) -> Option<Direction> {
    let step = Direction::ALL.into_iter().find(|step| step.word().to_uppercase() == word.text());
    step.map(Direction::opposite)
}

/// Returns the word for the number of moves, if a text begins with one, and the other words.
fn behind_count(text: &str) -> (Option<TextSpan<'_>>, impl Iterator<Item = TextSpan<'_>>) {
    let count = words(text).next().filter(|word| word.text().chars().all(is_digit));
    (count, words(text).skip(count.iter().len()))
}

/// Whether a text has letters for directions, and their numbers.
pub fn are_letters(text: &str) -> bool {
    let mut words = behind_count(text).1.peekable();
    words.peek().is_some_and(|word| word.text().starts_with(|c| of_letter(c).is_some()))
        && words.all(|word| word.text().chars().all(|c| is_digit(c) || of_letter(c).is_some()))
}

/// Returns the first letter of a direction.
fn letter(step: Direction) -> char {
    step.word().as_bytes()[0].to_ascii_uppercase().into()
}

fn of_letter(c: char) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&step| letter(step) == c)
}

/// Returns the gap if the puzzle has single tiles and one gap.
fn gap(puzzle: &Puzzle) -> Option<u32> {
    let is_single = puzzle.kinds().iter().all(|kind| kind.cells().len() == 1);
    let is_possible = is_single && puzzle.empty_cells() == 1 && puzzle.blocked().is_empty();
    let mut cells = 0..puzzle.size().cells() as u32;
    cells.find(|&cell| puzzle.start().kind_at(cell).is_none()).filter(|_| is_possible)
}

/// Reads letters as directions of tiles or of the gap, or words such as `UP` as those of the gap;
/// perhaps with the number of moves in front.
pub fn read_tiles(
    puzzle: &Puzzle,
    text: &str,
    are_of_gap: bool,
) -> Result<Vec<ParsedMove>, Problem> {
    let (count, words) = behind_count(text);
    // Not every step on its own: numbers could be many large ones.
    let mut runs: Vec<(usize, Direction, u32)> = Vec::new();
    for word in words {
        if let Some(step) = of_gap(word) {
            runs.push((word.number, step, 1));
            continue;
        }
        let mut cursor = Cursor::new(word);
        while !cursor.is_done() {
            let at = cursor.rest;
            let Some(step) = at.text().chars().next().and_then(of_letter) else {
                return Err(unexpected(at, "`U`, `L`, `D` or `R`; or UP, DOWN, LEFT or RIGHT"));
            };
            cursor.rest = at.from(1);
            let times = match cursor.rest.text().starts_with(is_digit) {
                true => number(&mut cursor, "a number of tiles", 1, farthest(puzzle))?,
                false => 1,
            };
            let step = if are_of_gap { step.opposite() } else { step };
            runs.push((word.number, step, times));
        }
    }
    let all: u64 = runs.iter().map(|&(_, _, times)| u64::from(times)).sum();
    if let Some(count) = count.filter(|count| count.text().parse() != Ok(all)) {
        return Err(unexpected(count, format!("the number of moves that follow, {all}")));
    }
    let Some(mut gap) = gap(puzzle) else {
        let expected = "moves of pieces, as the puzzle is not one of single tiles and a gap";
        return Err(beginning(text).wrong("moves of tiles", expected));
    };
    let size = puzzle.size();
    let mut tiles: Vec<Option<u8>> = vec![None; size.cells()];
    for tile in puzzle.start().placements() {
        tiles[tile.cell as usize] = Some(tile.kind);
    }
    let mut moves = Vec::new();
    let steps = runs.iter().flat_map(|run| std::iter::repeat_n(run, run.2 as usize));
    for &(line, step, _) in steps {
        let (row, col) = size.row_col(gap);
        let (down, right) = step.delta();
        let from = size.cell(i64::from(row) - i64::from(down), i64::from(col) - i64::from(right));
        let tile = from.and_then(|cell| Some(Placement { cell, kind: tiles[cell as usize]? }));
        moves.push(ParsedMove::of(tile, vec![step], line));
        // No tile moves then, and the rest is not read.
        let Some(tile) = tile else { break };
        tiles[gap as usize] = tiles[tile.cell as usize].take();
        gap = tile.cell;
    }
    Ok(moves)
}

/// Returns the steps of the tiles, one after the other.
fn single_steps(puzzle: &Puzzle, solution: &Solution) -> Result<Vec<Direction>, ScriptError> {
    gap(puzzle).ok_or(ScriptError("it is for single tiles and one gap"))?;
    let mut steps = Vec::new();
    for Move { pieces, steps: made, .. } in &solution.moves {
        // With one gap, tiles that move together are pushed by one step in a row.
        for &step in made {
            steps.extend(vec![step; pieces.len()]);
        }
    }
    Ok(steps)
}

/// Returns the maximum distance of a single run. No piece goes farther, and a large number must not
/// fill memory.
pub fn farthest(puzzle: &Puzzle) -> u32 {
    puzzle.size().rows.max(puzzle.size().cols)
}

/// Returns a piece after some steps. One that leaves the board is anywhere.
fn moved(piece: Placement, steps: &[Direction], size: Size) -> Placement {
    steps.iter().fold(piece, |piece, &step| piece.stepped(step, size))
}
