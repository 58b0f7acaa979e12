//! A puzzle to a drawing.

use std::fmt::Write;

use super::{BLOCKED, EMPTY, GOAL, WANTED_EMPTY};
use crate::notation::knuth::write_facts;
use crate::notation::{Unsayable, Written};
use crate::puzzle::{Lock, Placement, Puzzle, Want};

/// The puzzle as a drawing, unless it has more pieces than there are characters.
pub fn write(puzzle: &Puzzle) -> Written {
    let start = puzzle.start().placements();
    let too_many = || Unsayable::new("it has a character for each piece, and not so many");
    let names = names(puzzle, start).ok_or_else(too_many)?;
    let mut text = String::new();
    if !puzzle.name().is_empty() && puzzle.notes().iter().all(|note| note.key != "title") {
        let _ = writeln!(text, "# title: {}", puzzle.name());
    }
    draw(&mut text, puzzle, start.iter().copied().zip(names.iter().copied()), &[]);
    let mut is_named = vec![false; puzzle.kinds().len()];
    for goal in puzzle.goals() {
        let _ = writeln!(text, "{GOAL}");
        let demanded = goal.demanded();
        // Of pieces that are alike any will do, each once.
        let mut left: Vec<(u8, char)> =
            start.iter().map(|p| p.kind).zip(names.iter().copied()).collect();
        let mut pieces = Vec::new();
        for &piece in demanded.placements() {
            let at = left.iter().position(|&(kind, _)| kind == piece.kind);
            let at = at.expect("a goal has no more pieces of a kind than the start");
            pieces.push((piece, left.remove(at).1));
            is_named[usize::from(piece.kind)] = true;
        }
        let empty: Vec<u32> =
            goal.demands().iter().filter(|d| d.want == Want::Empty).map(|d| d.cell).collect();
        let empty = if goal.is_complete() { &[][..] } else { &empty[..] };
        draw(&mut text, puzzle, pieces.into_iter(), empty);
    }
    write_rules(&mut text, puzzle, &names, &is_named);
    let _ = write_facts(puzzle, &mut text);
    Ok(text)
}

/// A character for each piece of the start: the name of its kind for the first of a kind, whatever is
/// free for the others.
fn names(puzzle: &Puzzle, start: &[Placement]) -> Option<Vec<char>> {
    let mut used: Vec<char> = Vec::new();
    // Signs that could be read as something else are no names.
    let is_sure = |&c: &char| {
        !"xo0_-@&*~,;|/()[]{}<>^v+'\"`\\:".contains(c)
            && ![EMPTY, BLOCKED, WANTED_EMPTY].contains(&c)
    };
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

fn draw(
    text: &mut String,
    puzzle: &Puzzle,
    pieces: impl Iterator<Item = (Placement, char)>,
    wanted_empty: &[u32],
) {
    let size = puzzle.size();
    let mut cells = vec![EMPTY; size.cells()];
    puzzle.blocked().iter().for_each(|&cell| cells[cell as usize] = BLOCKED);
    wanted_empty.iter().for_each(|&cell| cells[cell as usize] = WANTED_EMPTY);
    for (piece, name) in pieces {
        for cell in puzzle.kind(piece).covers(piece.cell, size).flatten() {
            cells[cell as usize] = name;
        }
    }
    for row in cells.chunks(size.cols as usize) {
        text.extend(row);
        text.push('\n');
    }
}

/// Locks, gates, and which pieces are alike where their looks do not say it.
fn write_rules(text: &mut String, puzzle: &Puzzle, names: &[char], is_named: &[bool]) {
    // In the order of the drawing, so that what is read back is written as it was.
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
    let bar = |piece: &Placement| axis_of(puzzle.kind(*piece).cells());
    if pieces.iter().all(|piece| bar(piece) && puzzle.kind(*piece).lock() == Lock::Free) {
        text.push_str("lock: none\n");
    }
    let in_parts = pieces.iter().zip(names).filter(|(piece, _)| is_in_parts(puzzle.kind(**piece)));
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

/// Whether cells are a bar of several.
fn axis_of(cells: &[(i32, i32)]) -> bool {
    let along = |next: fn(i32) -> (i32, i32)| (0..).zip(cells).all(|(i, &cell)| cell == next(i));
    cells.len() > 1 && (along(|i| (0, i)) || along(|i| (i, 0)))
}

/// Whether cells of a piece do not hang together.
fn is_in_parts(kind: &crate::puzzle::Kind) -> bool {
    let cells = kind.cells();
    let mut seen = vec![false; cells.len()];
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            let (row, col) = cells[at];
            let is_next = |&(r, c): &(i32, i32)| (r - row).abs() + (c - col).abs() == 1;
            open.extend((0..cells.len()).filter(|&other| is_next(&cells[other])));
        }
    }
    seen.contains(&false)
}
