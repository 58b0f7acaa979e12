//! A position as text: shorthand, rows of names, or a drawing.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{quoted, unexpected};
use crate::notation::position::{Content, Filler, Misfit};
use crate::notation::problem::Result;
use crate::notation::text::{TextSpan, beginning, lines};
use crate::notation::tiles::cells;
use crate::puzzle::{Configuration, Fault, Kind, Puzzle, SetupPlace, Size, letter_name};

/// A position, and the names of its pieces in the order of the board, if they are not those of
/// kinds.
pub type NamedPosition = (Configuration, Vec<Cow<'static, str>>);

/// The kind that each name stands for.
pub type Names = BTreeMap<Cow<'static, str>, u8>;

/// Returns the names of kinds.
pub fn kind_names(puzzle: &Puzzle) -> Names {
    puzzle.kinds().iter().map(|kind| letter_name(kind.name())).zip(0..).collect()
}

/// Returns the names that the text of the puzzle gives its pieces.
pub fn piece_names(puzzle: &Puzzle) -> Names {
    let kinds = puzzle.start().placements().iter().map(|piece| piece.kind);
    puzzle.origin().names.iter().cloned().zip(kinds).rev().collect()
}

/// Reads a position with the names of pieces or of kinds: of kinds first if it is in shorthand.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<NamedPosition> {
    let lines: Vec<TextSpan> =
        lines(text).map(|line| line.trimmed()).filter(|line| !line.text().is_empty()).collect();
    let Some(first) = lines.first() else {
        return beginning(text).fail("nothing more", "a configuration");
    };
    let is_shorthand = lines.len() == 1 && !first.text().contains('/');
    let by_kind = position(puzzle, &lines, is_shorthand, &kind_names(puzzle));
    let by_kind = by_kind.map(|(position, _)| (position, Vec::new()));
    let names = piece_names(puzzle);
    if names.is_empty() {
        return by_kind;
    }
    let mut by_piece = position(puzzle, &lines, false, &names);
    if let Ok((_, own)) = &mut by_piece
        && !names.keys().all(|name| own.contains(name))
    {
        own.clear();
    }
    let (first, second) = if is_shorthand { (by_kind, by_piece) } else { (by_piece, by_kind) };
    first.or_else(|problem| second.map_err(|_| problem))
}

/// Reads a position, with the name of each piece unless it is in shorthand.
fn position(
    puzzle: &Puzzle,
    lines: &[TextSpan],
    is_shorthand: bool,
    names: &Names,
) -> Result<NamedPosition> {
    let (size, walls) = (puzzle.size(), puzzle.blocked());
    let words = if is_shorthand { lines[0].characters().collect() } else { words(lines, size)? };
    let content = |(cell, word): (u32, &TextSpan)| match word.text() {
        // A piece may have the name `x`.
        "x" | "#" | "▒" if walls.binary_search(&cell).is_ok() => Some(Content::Wall),
        name if names.contains_key(name) => Some(Content::Piece(names[name])),
        "x" | "#" | "▒" => Some(Content::Wall),
        // Light shade, or `:` without Unicode, is an empty cell with a gate.
        "." | "0" | "_" | "░" | ":" => Some(Content::Empty),
        // A drawing names a piece once.
        "" => Some(Content::Free),
        _ => None,
    };
    let shapes = puzzle.kinds().iter().map(Kind::cells).collect();
    let filler = Filler { size, is_shorthand, shapes, walls: Some(walls) };
    let end = lines[lines.len() - 1].behind();
    let contents = (0..).zip(&words).map(|word| (*word.1, content(word)));
    let filled = filler.fill(contents, end);
    if let (Some(&(at, misfit)), true) = (filled.misfits.first(), filled.has_room) {
        let expected = match misfit {
            Misfit::TooLong => "nothing more, as the board is full",
            Misfit::Covered => "the name of the piece that covers the cell",
            Misfit::Wall(_) => "`x` in just the blocked cells",
            Misfit::Unknown => &format!("`0` or one of {}", quoted(names.keys())),
        };
        return Err(unexpected(at, expected));
    }
    let named: Vec<TextSpan> = filled.words.iter().map(|&word| words[word as usize]).collect();
    let own = named.iter().map(|name| name.text().to_owned().into()).collect();
    puzzle.configuration(filled.pieces).map(|position| (position, own)).map_err(|faults| {
        let Fault { place, violation } = &faults.all()[0];
        let at = match *place {
            SetupPlace::Piece(index) => named[index],
            _ => lines[0],
        };
        at.fault(violation.clone())
    })
}

/// Returns a word for each cell.
fn words<'a>(lines: &[TextSpan<'a>], size: Size) -> Result<Vec<TextSpan<'a>>> {
    let is_drawing = ["┌─", "+-"].iter().any(|corner| lines[0].text().starts_with(corner));
    let rows: Vec<TextSpan> = match is_drawing {
        true => lines.iter().copied().skip(1).step_by(2).collect(),
        false => lines.iter().flat_map(|line| line.split(|c| c == '/')).collect(),
    };
    let cols = size.cols as usize;
    let mut all = Vec::new();
    for row in &rows {
        let row = row.trimmed();
        let words: Vec<TextSpan> = if is_drawing {
            let signs: Vec<TextSpan> = row.characters().collect();
            let pitch = (signs.len() - 1) / cols;
            signs[1..].chunks(pitch.max(1)).map(drawn_word).collect()
        } else {
            cells(row)
        };
        // All cells may stand in one row.
        if rows.len() > 1 && words.len() != cols {
            let at = words.get(cols).copied().unwrap_or(row.behind());
            return at.fail(words.len().to_string(), format!("{cols} cells in a row"));
        }
        all.extend(words);
    }
    if rows.len() > 1 && rows.len() < size.rows as usize {
        let end = lines[lines.len() - 1].behind();
        return end.fail(format!("{} rows", rows.len()), format!("{} rows", size.rows));
    }
    Ok(all)
}

/// Returns the word in a cell of a drawing, given with what separates it from the next one.
fn drawn_word<'a>(signs: &[TextSpan<'a>]) -> TextSpan<'a> {
    let word = signs[0].through(signs[signs.len().saturating_sub(2)]).trimmed();
    let is_shade = word.text().chars().all(|c| "░:▒#".contains(c));
    if is_shade { word.character(0) } else { word }
}
