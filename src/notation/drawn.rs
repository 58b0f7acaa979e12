//! Drawn boards: one character per cell. `docs/internals/format.md` describes them.

use std::fmt::Write;

use super::{Notation, Reader};
use crate::notation::knuth::write_facts;
use crate::notation::layout::by_sign;
use crate::notation::readings::{is_bar, parts};
use crate::notation::write::{Written, cells, refuse_if, signs};
use crate::puzzle::{Lock, Placement, Puzzle, Want};

/// Boards as drawings.
pub const NOTATION: Notation = Notation {
    name: "drawn",
    about: "drawings: one character a cell, `.` empty, `#` wall, the goals below `goal:`",
    read: Reader::Boards,
    write: Some(write),
};

/// Levels of lumi-a/sliding-blocks.
pub const LUMI: Notation = Notation {
    name: "lumi",
    about: "lumi-a/sliding-blocks: start and goal drawn with a character a piece",
    read: Reader::Boards,
    write: None,
};

/// Draws the puzzle, unless it has more pieces than there are characters.
fn write(puzzle: &Puzzle) -> Written {
    let names = names(puzzle).ok_or("more pieces than there are characters")?;
    let mut text = String::new();
    if !puzzle.name().is_empty() && puzzle.notes().iter().all(|note| note.key != "title") {
        let _ = writeln!(text, "# title: {}", puzzle.name());
    }
    let board = signs(puzzle, ['.', '#'], puzzle.start().placements(), &names);
    let is_title = puzzle.size().rows == 1 && board.iter().all(char::is_ascii_digit);
    refuse_if(is_title, "a board that is one row of digits, which reads as a title")?;
    text += &rows(puzzle, &board);
    for goal in puzzle.goals() {
        text += "goal:\n";
        let mut board = signs(puzzle, ['.', '#'], goal.demanded().placements(), &names);
        let empty = goal.demands().iter().filter(|d| d.want == Want::Empty && !goal.is_complete());
        empty.for_each(|demand| board[demand.cell as usize] = '_');
        text += &rows(puzzle, &board);
    }
    write_rules(&mut text, puzzle, &names);
    let _ = write_facts(puzzle, &mut text);
    Ok(text)
}

/// Returns rows of signs.
fn rows(puzzle: &Puzzle, signs: &[char]) -> String {
    let rows = signs.chunks(puzzle.size().cols as usize);
    rows.map(|row| row.iter().collect::<String>() + "\n").collect()
}

/// Returns a character for each piece of the start: its name, if that is one, or that of its kind
/// for the first of a kind; any free one for the others.
fn names(puzzle: &Puzzle) -> Option<Vec<char>> {
    // Signs that could be read as something else are not used as names.
    let is_sure = |c: &char| !".#xo0_-@&*~,;|/()[]{}<>^v+'\"`\\:".contains(*c);
    let start = puzzle.start().placements();
    let own = puzzle.piece_names().into_iter().zip(start);
    let own: Vec<char> =
        own.map(|(name, piece)| name.parse().unwrap_or(puzzle.kind(*piece).name())).collect();
    let mut free = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain('!'..='~').filter(is_sure);
    let mut names = Vec::with_capacity(own.len());
    for name in &own {
        let is_free = is_sure(name) && !names.contains(name);
        let mut others = free.by_ref().filter(|c| !own.contains(c) && !names.contains(c));
        let name = if is_free { *name } else { others.next()? };
        names.push(name);
    }
    Some(names)
}

/// Writes locks, gates, and which pieces are alike if their looks do not show it.
fn write_rules(text: &mut String, puzzle: &Puzzle, names: &[char]) {
    let pieces = puzzle.start().placements();
    // In the order of the drawing, so that reading and writing again gives the same text.
    let members = by_sign(names.iter().zip(pieces.iter().map(|piece| piece.kind))).into_iter();
    let members: Vec<(u8, String)> =
        members.map(|(kind, names)| (kind, names.into_iter().collect())).collect();
    for (kind, members) in &members {
        let lock = match puzzle.kinds()[usize::from(*kind)].lock() {
            Lock::Free => continue,
            Lock::Horizontal => 'h',
            Lock::Vertical => 'v',
        };
        let _ = writeln!(text, "lock: {members} {lock}");
    }
    for gate in puzzle.gates() {
        let of_gate = members.iter().filter(|(kind, _)| gate.kinds.contains(kind));
        let pieces: String = of_gate.map(|(_, members)| &members[..]).collect();
        let _ = writeln!(text, "only {pieces}: {}", puzzle.mask(&gate.cells));
    }
    let cols = puzzle.size().cols;
    let is_free = |&piece: &Placement| puzzle.kind(piece).lock() == Lock::Free;
    if pieces.iter().all(|piece| is_free(piece) && is_bar(&cells(puzzle, *piece), cols)) {
        text.push_str("lock: none\n");
    }
    let in_parts = |&piece: &Placement| parts(&cells(puzzle, piece), cols).len() > 1;
    let whole = pieces.iter().zip(names).filter(|(piece, _)| in_parts(piece));
    let whole: String = whole.map(|(_, name)| name).collect();
    if !whole.is_empty() {
        let _ = writeln!(text, "whole: {whole}");
    }
    let looks = |kind: u8| {
        let gates = puzzle.gates().iter().map(|gate| gate.kinds.contains(&kind));
        let shape = &puzzle.kinds()[usize::from(kind)];
        (shape.cells(), shape.lock(), gates.collect::<Vec<_>>())
    };
    for (kind, letters) in &members {
        let mut others = members.iter().filter(|(other, _)| other != kind);
        let has_like = others.any(|(other, _)| looks(*other) == looks(*kind));
        let is_named = puzzle
            .goals()
            .iter()
            .any(|goal| goal.demands().iter().any(|demand| demand.want == Want::Origin(*kind)));
        if has_like && !is_named {
            let _ = writeln!(text, "distinct: {letters}");
        }
        if (has_like || is_named) && letters.chars().count() > 1 {
            let _ = writeln!(text, "alike: {letters}");
        }
    }
}
