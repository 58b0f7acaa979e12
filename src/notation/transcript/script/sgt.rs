//! Moves of `slide` in Simon Tatham's collection: a block's first cell before and after a walk.

use std::collections::VecDeque;

use super::{Script, ScriptError, farthest, stepped, words};
use crate::notation::transcript::{ParsedMove, TranscriptError};
use crate::puzzle::{Direction, Lock, Placement, Puzzle, Size, Solution};

pub const SCRIPT: Script = Script {
    name: "sgt",
    about: "Simon Tatham's slide: walks from cell to cell, as S8-18,6-7",
    recognises: |text| {
        let word = words(text).next().and_then(|word| word.text.strip_prefix(['S', 'M']));
        word.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    },
    read,
    write,
};

fn read(puzzle: &Puzzle, text: &str) -> Result<Vec<ParsedMove>, TranscriptError> {
    let mut pieces = puzzle.start().placements().to_vec();
    let mut moves = Vec::new();
    for word in words(text) {
        let bare = if word.text.starts_with(['S', 'M']) { word.from(1) } else { word };
        let Some(dash) = bare.text.find('-') else {
            return Err(bare.unexpected("two cells, as in `8-18`"));
        };
        let last = puzzle.size().cells() as u32 - 1;
        let mut before = bare;
        before.text = &bare.text[..dash];
        let from = before.number("a cell", 0, last)?;
        let to = bare.from(dash + 1).number("a cell", 0, last)?;
        let Some(index) = pieces.iter().position(|piece| piece.cell == from) else {
            // No piece is there, so any kind will do.
            moves.push(
                word.parsed_move(Some(Placement { cell: from, kind: 0 }), vec![Direction::Up]),
            );
            break;
        };
        let piece = pieces.swap_remove(index);
        let path = walk(puzzle, &pieces, piece, to);
        // If there is no path, the straight one shows the obstacle.
        let steps = path.unwrap_or_else(|| straight(from, to, puzzle.size()));
        moves.push(word.parsed_move(Some(piece), steps));
        pieces.push(Placement { cell: to, ..piece });
    }
    Ok(moves)
}

/// Returns the fewest steps that take a piece to a cell while the others stay.
fn walk(
    puzzle: &Puzzle,
    others: &[Placement],
    piece: Placement,
    to: u32,
) -> Option<Vec<Direction>> {
    let (size, kind) = (puzzle.size(), puzzle.kind(piece));
    let mut is_taken = vec![false; size.cells()];
    puzzle.blocked().iter().for_each(|&cell| is_taken[cell as usize] = true);
    for &other in others {
        let cells = puzzle.kind(other).covers(other.cell, size).flatten();
        cells.for_each(|cell| is_taken[cell as usize] = true);
    }
    let fits = |piece: Placement| {
        let is_free = |cell: Option<u32>| cell.is_some_and(|cell| !is_taken[cell as usize]);
        kind.covers(piece.cell, size).all(is_free) && puzzle.gates_allow(piece)
    };
    // The last step of a shortest path to each cell.
    let mut last: Vec<Option<Direction>> = vec![None; size.cells()];
    let mut open = VecDeque::from([piece]);
    while let Some(here) = open.pop_front().filter(|here| here.cell != to) {
        for direction in Direction::ALL {
            let against = if direction.is_horizontal() { Lock::Vertical } else { Lock::Horizontal };
            if kind.lock() == against {
                continue;
            }
            let Some(next) = stepped(here, &[direction], size) else { continue };
            let is_new = next != piece && last[next.cell as usize].is_none();
            if is_new && fits(next) {
                last[next.cell as usize] = Some(direction);
                open.push_back(next);
            }
        }
    }
    let mut path = Vec::new();
    let mut here = Placement { cell: to, ..piece };
    while here != piece {
        let step = last[here.cell as usize]?;
        path.push(step);
        here = here.stepped(step.opposite(), size);
    }
    path.reverse();
    Some(path)
}

/// Returns steps up or down, then right or left.
fn straight(from: u32, to: u32, size: Size) -> Vec<Direction> {
    let ((r0, c0), (r1, c1)) = (size.row_col(from), size.row_col(to));
    let rows = if r0 < r1 { Direction::Down } else { Direction::Up };
    let cols = if c0 < c1 { Direction::Right } else { Direction::Left };
    let mut steps = vec![rows; r0.abs_diff(r1) as usize];
    steps.extend(vec![cols; c0.abs_diff(c1).min(farthest(size)) as usize]);
    steps
}

fn write(puzzle: &Puzzle, solution: &Solution) -> Result<String, ScriptError> {
    let several = ScriptError("it moves one piece at a time");
    let moves = solution.moves.iter().map(|step| {
        let &[piece] = &step.pieces[..] else { return Err(several) };
        let after = stepped(piece, &step.steps, puzzle.size()).ok_or(several)?;
        Ok(format!("{}-{}", piece.cell, after.cell))
    });
    Ok(format!("S{}\n", moves.collect::<Result<Vec<_>, _>>()?.join(",")))
}
