//! Lists of puzzles from `display` to `end`.

use std::iter::from_fn;

use super::draft::PuzzleDraft;
use super::layout::{Block, BlockLabel, Grid, by_sign, characters};
use super::options::ReadOptions;
use super::problem::Result;
use super::readings::Case;
use super::text::{Cursor, TextSpan, full_lines, is_comment, number, uncommented_lines};
use super::{Item, Items, Notation, Reader};
use crate::puzzle::{Expectation, Note, Size, Style};

pub const NOTATION: Notation = Notation {
    name: "list",
    about: "lists of puzzles from `display` to `end`, start and goal drawn",
    read: Reader::Text(items),
    write: None,
};

/// Whether a text has the lines that a puzzle needs.
pub fn is_list(text: &str) -> bool {
    ["initial", "target", "end"]
        .into_iter()
        .all(|word| full_lines(text).any(|line| line.text() == word))
}

fn items(text: &str) -> Items<'_> {
    let mut lines = uncommented_lines(text);
    Box::new(from_fn(move || {
        let first = lines.by_ref().find(|line| !line.text().is_empty() && !is_comment(line))?;
        let draft = puzzle(first, &mut lines);
        if draft.is_err() {
            // The rest of it is no puzzle.
            lines.by_ref().find(|line| line.text().trim() == "end");
        }
        Some(Item::new(first.number, draft.map_err(Into::into).and_then(|draft| draft.puzzle())))
    }))
}

fn puzzle<'a>(
    first: TextSpan<'a>,
    lines: &mut impl Iterator<Item = TextSpan<'a>>,
) -> Result<PuzzleDraft<'a>> {
    let (mut title, mut moves, mut alike) = ("", None, Vec::new());
    let mut size = Size::default();
    // Start and goal.
    let mut boards = [None, None];
    let mut line = first;
    let end = loop {
        let mut cursor = Cursor::new(line);
        let key = cursor.word().unwrap_or(line);
        let rest = cursor.rest.trimmed();
        match key.text() {
            _ if is_comment(&line) => {}
            "" | "color" => {}
            "display" => title = rest.text(),
            "size" => {
                let mut sides = Cursor::new(rest);
                size.cols = sides.number()?;
                sides.take_while(char::is_whitespace);
                size.rows = sides.number()?;
            }
            "step" => moves = Some(number(&rest)?),
            "initial" => boards[0] = Some(drawn(size, key, lines)?),
            "target" => boards[1] = Some(drawn(size, key, lines)?),
            "equiv" => alike.push(rest.text()),
            "end" => break key,
            _ => {
                return key.fail(
                    "an unknown keyword",
                    "display, size, step, initial, target, equiv, color or end",
                );
            }
        }
        line = lines
            .next()
            .ok_or_else(|| line.behind().wrong("the puzzle has no end", "a line `end`"))?;
    };
    let [Some(start), Some(goal)] = boards else {
        return end.fail("there is no initial or no target", "both above `end`");
    };
    let options = ReadOptions::with("as", "list").and("empty", ". ").and("wall", "#");
    let case = Case { goals: vec![goal], ..Case::new(start, &[], &options) };
    let draft = case.read()?;
    let mut draft = draft.ok_or_else(|| end.wrong("this is no board", "rows of cells"))?;
    for names in alike {
        // Those of one shape are one kind.
        let members =
            (0..draft.pieces.len()).filter(|&piece| names.contains(&*draft.pieces[piece].name));
        let shapes =
            by_sign(members.map(|piece| (piece, draft.pattern(&draft.pieces[piece].cells))));
        draft.alike.extend(shapes.into_iter().map(|(_, pieces)| pieces));
    }
    if !title.is_empty() {
        draft.notes.push((end, Note { key: "title".to_owned(), value: title.to_owned() }));
    }
    if moves.is_some() {
        draft.expectations.push(Expectation { style: Style::WALK, moves, states: None });
    }
    draft.assumptions.clear();
    Ok(draft)
}

/// Returns the rows below a keyword, including empty ones.
fn drawn<'a>(
    size: Size,
    key: TextSpan<'a>,
    lines: &mut impl Iterator<Item = TextSpan<'a>>,
) -> Result<Block<'a>> {
    if size.violation().is_some() {
        return key.fail(
            "the size is missing, or the board has no cells or too many",
            "a line `size WIDTH HEIGHT` above",
        );
    }
    // Blanks at the left of a row are cells.
    let rows: Vec<TextSpan> = lines.take(size.rows as usize).collect();
    if let Some(row) = rows.iter().find(|row| row.text().chars().count() > size.cols as usize) {
        return row
            .character(size.cols as usize)
            .fail("a row is too long", "as many cells as the size says");
    }
    if rows.len() < size.rows as usize {
        return key.fail("some rows are missing", "as many as the size says");
    }
    let mut grid = Grid::new(rows.into_iter().map(characters).collect(), false);
    if let Some(grid) = &mut grid {
        grid.size = size;
    }
    Ok(Block::new(BlockLabel::Goal, key, grid.into_iter().collect()))
}
