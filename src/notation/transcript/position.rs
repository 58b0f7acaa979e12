//! A position as text: shorthand, rows of names, or a drawing.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::{quoted, unexpected};
use crate::notation::position::{Content, Filler, Form, Misfit, characters};
use crate::notation::problem::{Problem, ProblemText};
use crate::notation::text::{TextSpan, beginning, lines};
use crate::puzzle::{Configuration, Fault, Kind, Placement, Puzzle, SetupPlace, Size, letter_name};

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
fn piece_names(puzzle: &Puzzle) -> Names {
    let kinds = puzzle.start().placements().iter().map(|piece| piece.kind);
    puzzle.origin().names.iter().cloned().zip(kinds).rev().collect()
}

/// Returns the names of kinds and, instead where they are the same, of pieces.
pub fn all_names(puzzle: &Puzzle) -> Names {
    let mut names = kind_names(puzzle);
    names.extend(piece_names(puzzle));
    names
}

/// Reads a position. If the pieces have unique names, these are tried, too: first, unless the text
/// is shorthand.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<NamedPosition, Problem> {
    let lines: Vec<TextSpan> =
        lines(text).map(|line| line.trimmed()).filter(|line| !line.text().is_empty()).collect();
    let Some(first) = lines.first().map(|line| line.text()) else {
        return Err(beginning(text).wrong("nothing more", "a configuration"));
    };
    let is_drawing = ["┌─", "+-"].iter().any(|corner| first.starts_with(corner));
    let form = if is_drawing { Form::Drawing } else { Form::Rows };
    let is_shorthand = lines.len() == 1 && !first.contains('/');
    let form_of_kinds = if is_shorthand { Form::Shorthand } else { form };
    let by_kind = position(puzzle, &lines, form_of_kinds, kind_names(puzzle), false);
    let names = piece_names(puzzle);
    if names.is_empty() || names.len() < puzzle.origin().names.len() {
        return by_kind;
    }
    let by_piece = position(puzzle, &lines, form, names, true);
    let (first, second) = if is_shorthand { (by_kind, by_piece) } else { (by_piece, by_kind) };
    match (first, second) {
        (Err(problem), Err(_)) => Err(problem),
        (Err(_), read) | (read, _) => read,
    }
}

/// Reads a position in one form, with names of kinds or of single pieces.
fn position<'a>(
    puzzle: &Puzzle,
    lines: &[TextSpan<'a>],
    form: Form,
    names: Names,
    are_single: bool,
) -> Result<NamedPosition, Problem> {
    let (size, walls) = (puzzle.size(), puzzle.blocked());
    let words = words(lines, form, size)?;
    let content = |(cell, &word): (u32, &TextSpan<'a>)| {
        let is_wall = ["x", "#", "▒"].contains(&word.text());
        let piece = names.get(word.text()).map(|&kind| Content::Piece(kind));
        let said = match word.text() {
            // A piece may have the name `x`.
            _ if is_wall && (piece.is_none() || walls.contains(&cell)) => Some(Content::Wall),
            // Light shade, or `:` without Unicode, is an empty cell with a gate.
            "" | "." | "0" | "_" | "░" | ":" if piece.is_none() => Some(Content::Empty),
            _ => piece,
        };
        (word, said)
    };
    let shapes = puzzle.kinds().iter().map(Kind::cells).collect();
    let filler = Filler { size, form, shapes, walls: Some(walls) };
    let fill =
        |last| filler.fill((0..).zip(&words).map(content), lines[lines.len() - 1].behind(), last);
    let filled = fill(usize::MAX);
    if let (Some(&(at, misfit)), true) = (filled.misfits.first(), filled.has_room) {
        let expected = match misfit {
            Misfit::TooLong => "nothing more, as the board is full",
            Misfit::Covered => "the name of the piece that covers the cell",
            Misfit::Wall(cell) if walls.contains(&cell) => "`x`, as the cell is blocked",
            Misfit::Wall(_) => "`0` or a piece, as the cell is not blocked",
            Misfit::Unknown => &format!("`0` or one of {}", quoted(names.keys())),
        };
        return Err(unexpected(at, expected));
    }
    let mut own: Vec<Cow<'static, str>> = Vec::new();
    if are_single && filled.has_room {
        let name = |piece: &Placement| words[piece.cell as usize].text().to_owned().into();
        own.extend(filled.pieces.iter().map(name));
        let there: BTreeSet<_> = own.iter().collect();
        if let Some(name) = names.keys().find(|name| !there.contains(name)) {
            return Err(lines[0].wrong("a board without it", format!("piece `{name}`")));
        }
    }
    puzzle.configuration(filled.pieces).map(|position| (position, own)).map_err(|faults| {
        let Fault { place, violation } = &faults.all()[0];
        let at = match *place {
            SetupPlace::Piece(index) => fill(index).last,
            _ => lines[0],
        };
        let ProblemText { message, expected, .. } = ProblemText::from(violation);
        at.wrong(message, expected)
    })
}

/// Returns the words of a line in shorthand, or one for each cell.
fn words<'a>(lines: &[TextSpan<'a>], form: Form, size: Size) -> Result<Vec<TextSpan<'a>>, Problem> {
    let rows: Vec<TextSpan> = match form {
        Form::Shorthand => return Ok(characters(lines[0]).collect()),
        Form::Rows => lines.iter().flat_map(|line| line.split(|c| c == '/')).collect(),
        Form::Drawing => lines.iter().copied().skip(1).step_by(2).collect(),
    };
    // All cells may stand in one row.
    let is_run_on = form == Form::Rows && rows.len() == 1;
    let cols = if is_run_on { size.cells() } else { size.cols as usize };
    if !is_run_on && rows.len() != size.rows as usize {
        let end = lines[lines.len() - 1].behind();
        return Err(end.wrong(rows.len().to_string(), format!("{} rows", size.rows)));
    }
    let is_between = |c: char| c.is_whitespace() || c == ',';
    let mut all = Vec::new();
    for row in rows {
        let row = row.trimmed();
        let signs: Vec<TextSpan> = characters(row).collect();
        let words: Vec<TextSpan> = match form {
            Form::Drawing => {
                let pitch = signs.len().saturating_sub(1) / size.cols as usize;
                signs[1..].chunks(pitch.max(1)).map(drawn_word).collect()
            }
            // Names of several characters have something between them.
            _ if row.text().contains(is_between) => row.split(is_between).collect(),
            _ => signs,
        };
        if words.len() != cols {
            let at = words.get(cols).copied().unwrap_or(row.behind());
            return Err(at.wrong(words.len().to_string(), format!("{cols} cells in a row")));
        }
        all.extend(words);
    }
    Ok(all)
}

/// Returns the word in a cell of a drawing, given with what separates it from the next one.
fn drawn_word<'a>(signs: &[TextSpan<'a>]) -> TextSpan<'a> {
    let word = signs[0].through(signs[signs.len().saturating_sub(2)]).trimmed();
    let is_shade = word.text().chars().all(|c| "░:▒#".contains(c));
    if is_shade { word.character(0) } else { word }
}
