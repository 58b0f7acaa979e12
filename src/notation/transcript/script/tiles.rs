//! Moves of tile puzzles: slidy's letters give directions of tiles, HackerRank's words directions
//! of the gap.

use super::{Script, ScriptError, ScriptWord, farthest, stepped, words};
use crate::notation::transcript::{ParsedMove, TranscriptError};
use crate::puzzle::{Direction, Placement, Puzzle, Solution};

pub const SLIDY: Script = Script {
    name: "slidy",
    about: "slidy: where tiles go, as R2U2LD",
    recognises: |text| {
        let is_sign = |c: char| c.is_ascii_digit() || letter(c).is_some();
        let mut words = words(text).peekable();
        words.peek().is_some_and(|word| word.text.starts_with(|c| letter(c).is_some()))
            && words.all(|word| word.text.chars().all(is_sign))
    },
    read: |puzzle, text| read_letters(puzzle, text, false),
    write: |puzzle, solution| {
        let steps = single_steps(puzzle, solution)?;
        let run = |run: &[Direction]| match run.len() {
            1 => capital(run[0]).to_string(),
            times => format!("{}{times}", capital(run[0])),
        };
        Ok(steps.chunk_by(|one, next| one == next).map(run).collect::<String>() + "\n")
    },
};

pub const HACKERRANK: Script = Script {
    name: "hackerrank",
    about: "HackerRank's n-puzzle: how many moves, then where the gap goes, as UP or LEFT",
    recognises: |text| {
        let first = words(text).next();
        first.is_some_and(|word| {
            of_gap(word.text).is_some() || word.text.bytes().all(|c| c.is_ascii_digit())
        })
    },
    read: read_words,
    write: |puzzle, solution| {
        let steps = single_steps(puzzle, solution)?;
        let lines = steps.iter().map(|step| step.opposite().word().to_uppercase() + "\n");
        Ok(format!("{}\n{}", steps.len(), lines.collect::<String>()))
    },
};

fn letter(c: char) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| capital(direction) == c)
}

fn capital(direction: Direction) -> char {
    match direction {
        Direction::Right => 'R',
        Direction::Left => 'L',
        Direction::Down => 'D',
        Direction::Up => 'U',
    }
}

/// Returns the direction of tiles for a direction of the gap.
fn of_gap(word: &str) -> Option<Direction> {
    let step = Direction::ALL.into_iter().find(|step| step.word().to_uppercase() == word);
    step.map(Direction::opposite)
}

/// A board of single tiles and a gap.
struct TileGrid<'a> {
    puzzle: &'a Puzzle,
    /// The kind of the tile on each cell.
    cells: Vec<Option<u8>>,
    gap: u32,
}

impl<'a> TileGrid<'a> {
    /// Returns the start, if it is such a board.
    fn of(puzzle: &'a Puzzle) -> Option<TileGrid<'a>> {
        let is_single = puzzle.kinds().iter().all(|kind| kind.cells().len() == 1);
        if !is_single || puzzle.empty_cells() != 1 || !puzzle.blocked().is_empty() {
            return None;
        }
        let all = 0..puzzle.size().cells() as u32;
        let cells: Vec<Option<u8>> = all.map(|cell| puzzle.start().kind_at(cell)).collect();
        let gap = cells.iter().position(Option::is_none)? as u32;
        Some(TileGrid { puzzle, cells, gap })
    }

    /// Moves the tile beside the gap into it; `None` if there is none.
    fn push(&mut self, step: Direction) -> Option<Placement> {
        let size = self.puzzle.size();
        let gap = Placement { cell: self.gap, kind: 0 };
        let cell = stepped(gap, &[step.opposite()], size)?.cell;
        let kind = self.cells[cell as usize].take()?;
        self.cells[self.gap as usize] = Some(kind);
        self.gap = cell;
        Some(Placement { cell, kind })
    }
}

/// Reads moves of single tiles, of which each word stands for some.
fn read<'t>(
    puzzle: &Puzzle,
    all: impl Iterator<Item = Result<(ScriptWord<'t>, Direction, u32), TranscriptError>>,
) -> Result<Vec<ParsedMove>, TranscriptError> {
    let Some(mut board) = TileGrid::of(puzzle) else {
        let expected = "moves of pieces, as the puzzle is not one of single tiles and a gap";
        return Err(TranscriptError::new(1, 1, expected, "moves of tiles"));
    };
    let mut moves = Vec::new();
    for parsed_move in all {
        let (word, step, times) = parsed_move?;
        for _ in 0..times {
            let tile = board.push(step);
            moves.push(word.parsed_move(tile, vec![step]));
            // No tile moves then, and the rest is not read.
            if tile.is_none() {
                return Ok(moves);
            }
        }
    }
    Ok(moves)
}

/// Reads letters as directions of tiles, or of the gap.
pub fn read_letters(
    puzzle: &Puzzle,
    text: &str,
    are_of_gap: bool,
) -> Result<Vec<ParsedMove>, TranscriptError> {
    let turned = |step: Direction| if are_of_gap { step.opposite() } else { step };
    let runs =
        runs(puzzle, text).map(|run| run.map(|(word, step, times)| (word, turned(step), times)));
    read(puzzle, runs)
}

/// Reads letters with their numbers of repetitions.
fn runs<'t>(
    puzzle: &Puzzle,
    text: &'t str,
) -> impl Iterator<Item = Result<(ScriptWord<'t>, Direction, u32), TranscriptError>> {
    let most = farthest(puzzle.size());
    words(text).flat_map(move |mut rest| {
        std::iter::from_fn(move || {
            let first = rest.text.chars().next()?;
            let Some(step) = letter(first) else {
                let wrong = rest.unexpected("`U`, `L`, `D` or `R`");
                rest.text = "";
                return Some(Err(wrong));
            };
            let (word, behind) = (rest, rest.from(1));
            let digits = behind.text.bytes().take_while(u8::is_ascii_digit).count();
            rest = behind.from(digits);
            let number = ScriptWord { text: &behind.text[..digits], ..behind };
            Some(match digits {
                0 => Ok((word, step, 1)),
                _ => number.number("a number of tiles", 1, most).map(|times| (word, step, times)),
            })
        })
    })
}

fn read_words(puzzle: &Puzzle, text: &str) -> Result<Vec<ParsedMove>, TranscriptError> {
    let is_number = |word: &ScriptWord| word.text.bytes().all(|c| c.is_ascii_digit());
    let number = words(text).next().filter(is_number);
    let all = words(text).skip(usize::from(number.is_some())).map(|word| {
        let step = of_gap(word.text).ok_or_else(|| word.unexpected("UP, DOWN, LEFT or RIGHT"))?;
        Ok((word, step, 1))
    });
    let count = words(text).count() - usize::from(number.is_some());
    match number {
        Some(word) if word.text.parse() != Ok(count) => {
            Err(word.unexpected(&format!("the number of moves that follow, {count}")))
        }
        _ => read(puzzle, all),
    }
}

/// Returns the steps of the tiles, one after the other.
fn single_steps(puzzle: &Puzzle, solution: &Solution) -> Result<Vec<Direction>, ScriptError> {
    if TileGrid::of(puzzle).is_none() {
        return Err(ScriptError("it is for single tiles and one gap"));
    }
    // With one gap, tiles that move together are pushed by one step in a row.
    let pushes = solution.moves.iter().flat_map(|step| {
        let times = step.pieces.len();
        step.steps.iter().flat_map(move |&direction| vec![direction; times])
    });
    Ok(pushes.collect())
}
