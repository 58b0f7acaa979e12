//! Drawn boards: one character per cell. `docs/internals/format.md` describes them.

use std::fmt::Write;

use super::{Notation, Reader};
use crate::notation::knuth::write_facts;
use crate::notation::readings::{is_bar, parts};
use crate::notation::write::{self, Written, cells, signs, with_signs};
use crate::puzzle::{Lock, Placement, Puzzle, Want};

/// Boards as drawings.
pub const NOTATION: Notation = Notation {
    name: "drawn",
    about: "drawings: one character a cell, `.` empty, `#` wall, the goals below `goal:`",
    read: Reader::Boards,
    write: Some(write),
};

/// Draws the puzzle, unless it has more pieces than there are characters.
fn write(puzzle: &Puzzle) -> Written {
    let start = puzzle.start().placements();
    let names = names(puzzle, start).ok_or("more pieces than there are characters")?;
    let mut text = String::new();
    if !puzzle.name().is_empty() && puzzle.notes().iter().all(|note| note.key != "title") {
        let _ = writeln!(text, "# title: {}", puzzle.name());
    }
    let board = write::start(puzzle, ['.', '#'], &names);
    let is_title = puzzle.size().rows == 1 && board.iter().all(char::is_ascii_digit);
    write::refuse_if(is_title, "a board that is one row of digits, which reads as a title")?;
    text += &rows(puzzle, &board);
    let mut is_named = vec![false; puzzle.kinds().len()];
    for goal in puzzle.goals() {
        let _ = writeln!(text, "goal:");
        let pieces = with_signs(puzzle, goal.demanded().placements(), &names);
        pieces.iter().for_each(|(piece, _)| is_named[usize::from(piece.kind)] = true);
        let mut board = signs(puzzle, ['.', '#'], pieces);
        let empty = goal.demands().iter().filter(|d| d.want == Want::Empty && !goal.is_complete());
        empty.for_each(|demand| board[demand.cell as usize] = '_');
        text += &rows(puzzle, &board);
    }
    write_rules(&mut text, puzzle, &names, &is_named);
    let _ = write_facts(puzzle, &mut text);
    Ok(text)
}

/// Returns rows of signs.
fn rows(puzzle: &Puzzle, signs: &[char]) -> String {
    let rows = signs.chunks(puzzle.size().cols as usize);
    rows.map(|row| row.iter().collect::<String>() + "\n").collect()
}

/// Returns a character for each piece of the start: the name of its kind for the first of a kind,
/// any free one for the others.
fn names(puzzle: &Puzzle, start: &[Placement]) -> Option<Vec<char>> {
    let mut used: Vec<char> = Vec::new();
    // Signs that could be read as something else are not used as names.
    let is_sure = |&c: &char| !".#xo0_-@&*~,;|/()[]{}<>^v+'\"`\\:".contains(c);
    let of_kind = |piece: &Placement| puzzle.kind(*piece).name();
    let mut own: Vec<char> = start.iter().map(of_kind).collect();
    own.sort_unstable();
    own.dedup();
    let mut free = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain('!'..='~').filter(is_sure);
    let mut names = Vec::with_capacity(start.len());
    for piece in start {
        let name = of_kind(piece);
        let name = if used.contains(&name) || !is_sure(&name) {
            free.find(|c| !own.contains(c) && !used.contains(c))?
        } else {
            name
        };
        used.push(name);
        names.push(name);
    }
    Some(names)
}

/// Writes locks, gates, and which pieces are alike if their looks do not show it.
fn write_rules(text: &mut String, puzzle: &Puzzle, names: &[char], is_named: &[bool]) {
    // In the order of the drawing, so that reading and writing again gives the same text.
    let mut members: Vec<(u8, String)> = Vec::new();
    for (piece, &name) in puzzle.start().placements().iter().zip(names) {
        match members.iter_mut().find(|(kind, _)| *kind == piece.kind) {
            Some((_, members)) => members.push(name),
            None => members.push((piece.kind, name.to_string())),
        }
    }
    for &(kind, ref members) in &members {
        let lock = match puzzle.kinds()[usize::from(kind)].lock() {
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
    let pieces = puzzle.start().placements();
    let is_bar = |piece: &Placement| is_bar(&cells(puzzle, *piece), puzzle.size().cols);
    if pieces.iter().all(|piece| is_bar(piece) && puzzle.kind(*piece).lock() == Lock::Free) {
        text.push_str("lock: none\n");
    }
    let in_parts = |piece: &Placement| parts(&cells(puzzle, *piece), puzzle.size().cols).len() > 1;
    let in_parts = pieces.iter().zip(names).filter(|(piece, _)| in_parts(piece));
    let in_parts: String = in_parts.map(|(_, name)| name).collect();
    if !in_parts.is_empty() {
        let _ = writeln!(text, "whole: {in_parts}");
    }
    let looks = |kind: u8| {
        let shape = &puzzle.kinds()[usize::from(kind)];
        let gates: Vec<bool> =
            puzzle.gates().iter().map(|gate| gate.kinds.contains(&kind)).collect();
        (shape.cells(), shape.lock(), gates)
    };
    for &(kind, ref pieces) in &members {
        let is_lonely =
            members.iter().all(|&(other, _)| other == kind || looks(other) != looks(kind));
        let is_named = is_named[usize::from(kind)];
        if !is_named && !is_lonely {
            let _ = writeln!(text, "distinct: {pieces}");
        }
        if (is_named || !is_lonely) && pieces.chars().count() > 1 {
            let _ = writeln!(text, "alike: {pieces}");
        }
    }
}
