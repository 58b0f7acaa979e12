//! Lists of puzzles from `display` to `end`.

use std::iter::from_fn;

use super::draft::PuzzleDraft as Board;
use super::error::judge;
use super::options::ReadOptions;
use super::problem::Problem;
use super::readings::{BoardInput, read_blocks};
use super::sheet::{BlockLabel, SheetBlock, by_sign};
use super::text::{TextSpan, is_comment, number, uncommented_lines};
use super::{Item, Items, Notation, Reader};
use crate::puzzle::{Expectation, MAX_CELLS, Note, Setup, Style};

pub const NOTATION: Notation = Notation {
    name: "list",
    about: "lists of puzzles from `display` to `end`, start and goal drawn",
    read: Reader::Text(items),
    write: None,
};

fn items(text: &str) -> Items<'_> {
    let mut lines = uncommented_lines(text);
    Box::new(from_fn(move || {
        let is_content = |line: &TextSpan| !line.text().is_empty() && !is_comment(line);
        let first = lines.by_ref().find(is_content)?;
        let setup = puzzle(first, &mut lines);
        if setup.is_err() {
            // The rest of it is not a puzzle of its own.
            lines.by_ref().find(|line| line.text().trim() == "end");
        }
        Some(Item::new(first.number, judge(setup, &first)))
    }))
}

#[derive(Default)]
struct ListDraft<'a> {
    title: String,
    size: Option<(usize, usize)>,
    moves: Option<u64>,
    start: Option<SheetBlock<'a>>,
    goal: Option<SheetBlock<'a>>,
    alike: Vec<&'a str>,
}

fn puzzle<'a>(
    first: TextSpan<'a>,
    lines: &mut impl Iterator<Item = TextSpan<'a>>,
) -> Result<Setup, Problem> {
    let mut draft = ListDraft::default();
    let mut line = first;
    loop {
        let trimmed = line.trimmed();
        let (key, rest) = match trimmed.text().find(char::is_whitespace) {
            Some(at) => (trimmed.part(0..at), trimmed.from(at).trimmed()),
            None => (trimmed, trimmed.behind()),
        };
        match key.text() {
            "" | "color" => {}
            _ if is_comment(&line) => {}
            "display" => draft.title = rest.text().to_owned(),
            "size" => draft.size = Some(size(rest)?),
            "step" => draft.moves = Some(number(&rest)?),
            "initial" => draft.start = Some(drawn(&draft, key, lines)?),
            "target" => draft.goal = Some(drawn(&draft, key, lines)?),
            "equiv" => draft.alike.push(rest.text()),
            "end" => return finished(draft, key),
            _ => {
                let expected = "display, size, step, initial, target, equiv, color or end";
                return Err(key.wrong("an unknown keyword", expected));
            }
        }
        let Some(next) = lines.next() else {
            return Err(line.behind().wrong("the puzzle has no end", "a line `end`"));
        };
        line = next;
    }
}

fn size(part: TextSpan) -> Result<(usize, usize), Problem> {
    let numbers: Vec<_> = part.words().collect();
    let [cols, rows] = &numbers[..] else {
        return Err(part.wrong("malformed size", "`size WIDTH HEIGHT`"));
    };
    let (cols, rows) = (number(cols)?, number(rows)?);
    match cols.checked_mul(rows) {
        Some(1..) if cols * rows <= MAX_CELLS as u64 => Ok((cols as usize, rows as usize)),
        _ => Err(part.wrong("the board has no cells, or too many", "1 to 1048576 cells")),
    }
}

/// Returns the rows below a keyword, including empty ones.
fn drawn<'a>(
    draft: &ListDraft,
    key: TextSpan<'a>,
    lines: &mut impl Iterator<Item = TextSpan<'a>>,
) -> Result<SheetBlock<'a>, Problem> {
    let Some((cols, rows)) = draft.size else {
        return Err(key.wrong("the size is missing", "a line `size WIDTH HEIGHT` above"));
    };
    let rows_found: Vec<_> = lines.take(rows).collect();
    if rows_found.len() < rows {
        return Err(key.wrong("some rows are missing", "as many as the size says"));
    }
    if let Some(row) = rows_found.iter().find(|row| row.text().chars().count() > cols) {
        let expected = "as many cells as the size says";
        return Err(row.character(cols).wrong("a row is too long", expected));
    }
    // Blanks at the left of a row are cells.
    let mut block = SheetBlock::new(BlockLabel::Goal, key);
    block.cells = rows_found.iter().map(|_| None).collect();
    block.lines = rows_found;
    block.cols = cols as u32;
    Ok(block)
}

fn finished(draft: ListDraft, end: TextSpan) -> Result<Setup, Problem> {
    let missing = |what: &str| end.wrong(format!("there is no {what}"), "one above `end`");
    let Some(start) = draft.start else { return Err(missing("initial")) };
    let Some(goal) = draft.goal else { return Err(missing("target")) };
    let options = ReadOptions::with("as", "list").and("empty", ". ").and("wall", "#");
    let case = BoardInput { goals: vec![goal], ..BoardInput::new(start, &options) };
    let reading = read_blocks(&case)?;
    let mut reading = reading.ok_or_else(|| end.wrong("this is no board", "rows of cells"))?;
    let board = reading.draft();
    board.alike = draft.alike.iter().flat_map(|group| alike(board, group)).collect();
    if !draft.title.is_empty() {
        board.notes.push((end, Note { key: "title".to_owned(), value: draft.title }));
    }
    if let moves @ Some(_) = draft.moves {
        board.expectations.push(Expectation { style: Style::WALK, moves, states: None });
    }
    let mut setup = reading.setup()?;
    setup.origin.read_as = None;
    Ok(setup)
}

/// Groups pieces by their shapes.
fn alike(board: &Board, names: &str) -> Vec<Vec<usize>> {
    let members = board.pieces.iter().enumerate();
    let members = members.filter(|(_, piece)| names.contains(&*piece.name));
    let shapes = by_sign(members.map(|(index, piece)| (index, board.pattern(&piece.cells))));
    shapes.into_iter().map(|(_, pieces)| pieces).collect()
}
