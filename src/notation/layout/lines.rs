//! Texts that draw boards line by line.

use std::ops::Range;

use super::cells::{
    Cells, WAYS, boxed, completed, one_line, rows_in_line, unfolded, unframed, unlabelled,
};
use super::{Block, BlockLabel, Grid, Sheet, Side};
use crate::notation::knuth::key_and_value;
use crate::notation::records;
use crate::notation::text::{TextSpan, is_comment, is_long_word, uncommented_lines};

/// Words that announce a board.
const STARTS: [&str; 4] = ["start", "initial", "start state", "initial state"];
const GOALS: [&str; 6] = ["goal", "goal state", "end", "final", "final state", "target"];

/// Keys of lines `KEY: VALUE`: facts, and statements about the pieces.
pub const FACTS: [&str; 8] =
    ["title", "author", "source", "license", "note", "name", "color", "expect"];
const RULES: [&str; 5] = ["alike", "distinct", "lock", "whole", "only"];

/// Returns the blocks of a text, each a run of lines with equally many cells.
pub fn sheet(text: &str) -> Sheet<'_> {
    let mut scanner = Scanner::default();
    uncommented_lines(text).for_each(|line| scanner.line(line));
    scanner.close();
    scanner.finish()
}

#[derive(Default)]
struct Scanner<'a> {
    sheet: Sheet<'a>,
    /// The lines of the paragraph so far, with its frames.
    open: Vec<TextSpan<'a>>,
    /// The heading above it.
    heading: Option<(BlockLabel, TextSpan<'a>)>,
    /// Lines above the next block that are no rows, and statements above the first one.
    beside: Vec<TextSpan<'a>>,
    early: Vec<TextSpan<'a>>,
    /// Rows of the last board.
    height: usize,
}

impl<'a> Scanner<'a> {
    fn line(&mut self, line: TextSpan<'a>) {
        let text = line.text().trim();
        let mut pieces = line.trimmed().split(|c| c == ':');
        let key = pieces.next().map_or("", |key| key.text());
        let behind = pieces.next().map(|rest| rest.trimmed());
        let is_row = behind.is_some_and(|row| {
            row.text().contains('/') || row.words().filter(TextSpan::is_number).count() > 3
        });
        let label = heading(key).filter(|_| is_row || behind.is_none());
        let is_goal = self.heading.is_some_and(|(label, _)| label == BlockLabel::Goal);
        // Perhaps a misspelt heading.
        let is_heading = text.strip_suffix(':').is_some_and(is_long_word)
            && !(self.open.is_empty() && self.sheet.blocks.is_empty());
        if let Some(label) = label {
            self.close();
            self.heading = Some((label, line));
            if is_row {
                self.open.extend(behind);
                self.close();
            }
        } else if text.is_empty() && (!is_goal || self.open.len() >= self.height) {
            self.close();
        } else if is_heading || is_statement(text) || !is_comment(&line) && is_words(text) {
            self.close();
            match self.sheet.blocks.last_mut() {
                Some(block) => block.statements.push(line),
                None => self.early.push(line),
            }
        } else if !is_comment(&line) {
            // Rows of a goal may be empty.
            self.open.push(line);
        }
    }

    /// Ends a paragraph. A heading without rows stays open.
    fn close(&mut self) {
        let mut lines = std::mem::take(&mut self.open);
        let is_full = |line: &TextSpan| !line.text().trim().is_empty();
        let full = lines.iter().filter(|line| is_full(line)).count();
        if full >= self.height {
            lines.retain(is_full);
        }
        if full == 0 {
            return;
        }
        let heading = self.heading.take();
        let label = heading.map_or(BlockLabel::None, |(label, _)| label);
        for part in parts(&lines, label) {
            match part {
                Part::Beside(line) => self.beside.push(line),
                Part::Board(contents) => self.add(label, heading.map(|(_, line)| line), contents),
            }
        }
    }

    fn add(&mut self, label: BlockLabel, heading: Option<TextSpan<'a>>, contents: Vec<Grid<'a>>) {
        let Some(first) = contents.first() else { return };
        self.height = if first.is_list { 0 } else { first.size.rows as usize };
        let mut block = Block::new(label, heading.unwrap_or(first.first()), contents);
        block.beside = std::mem::take(&mut self.beside);
        block.statements = std::mem::take(&mut self.early);
        self.sheet.blocks.push(block);
    }

    fn finish(mut self) -> Sheet<'a> {
        let beside = std::mem::take(&mut self.beside);
        match self.sheet.blocks.last_mut() {
            Some(block) => block.beside.extend(beside),
            // A text without a board may be one of very few cells.
            None => self.add(BlockLabel::None, None, whole(&beside, BlockLabel::None)),
        }
        self.sheet
    }
}

/// Returns the meaning of a heading, in any case, with or without a colon.
pub fn heading(text: &str) -> Option<BlockLabel> {
    if matches!(text, "->" | "=>" | "-->") {
        return Some(BlockLabel::Goal);
    }
    let word = text.trim_end_matches([':', '=']).trim().to_ascii_lowercase().replace('_', " ");
    let goal = GOALS.contains(&&*word).then_some(BlockLabel::Goal);
    goal.or(STARTS.contains(&&*word).then_some(BlockLabel::Start))
}

fn is_statement(text: &str) -> bool {
    let key = text.split_once(':').map_or("", |(key, _)| key.trim_end());
    key_and_value(text).is_some_and(|_| text.contains(' '))
        || FACTS.contains(&key)
        || RULES.contains(&key.split_whitespace().next().unwrap_or_default())
        || heading(key) == Some(BlockLabel::Goal) && !text.ends_with(':') && text.contains(':')
}

/// Whether a line has words of several letters, which no row of a board has.
fn is_words(text: &str) -> bool {
    let words = || text.split_whitespace();
    words().filter(|word| is_long_word(word)).count() > 1
        && words().map(str::len).min() != words().map(str::len).max()
}

enum Part<'a> {
    /// A line above or below a board.
    Beside(TextSpan<'a>),
    Board(Vec<Grid<'a>>),
}

/// Cuts a paragraph into boards and the lines between them. Where that leaves a line that cannot
/// stand beside a board, all of it is one board.
fn parts<'a>(lines: &[TextSpan<'a>], label: BlockLabel) -> Vec<Part<'a>> {
    if let Some(grid) = boxed(lines) {
        return vec![Part::Board(vec![grid])];
    }
    let (rows, exits) = unframed(lines);
    let rows = unlabelled(unfolded(rows));
    if let Some(grid) = column(&rows) {
        return vec![Part::Beside(rows[0]), Part::Board(vec![grid])];
    }
    let whole = || vec![Part::Board(with_exits(whole(&rows, label), &exits, 0..rows.len()))];
    if label == BlockLabel::Goal {
        return whole();
    }
    let mut parts = Vec::new();
    let mut at = 0;
    // Two boards need a line between them, unless each is a line.
    let mut is_open = true;
    while at < rows.len() {
        let run = if is_head(&rows[at..]) { 0 } else { run(&rows[at..]).max(1) };
        let least = if parts.is_empty() { 3 } else { 1 };
        let contents = contents(&rows[at..at + run], least);
        if run == 0 || contents.is_empty() && is_beside(&rows, at, &parts) {
            parts.push(Part::Beside(rows[at]));
        } else if contents.is_empty() || !is_open && run > 1 {
            return whole();
        } else {
            parts.push(Part::Board(with_exits(contents, &exits, at..at + run)));
        }
        is_open = run < 2;
        at += run.max(1);
    }
    // Several lines that could each stand beside a board are one.
    let has_board = parts.iter().any(|part| matches!(part, Part::Board(_)));
    let may_be = rows.len() > 2 || rows.len() > 1 && rows.iter().all(is_sign);
    if has_board || !may_be { parts } else { whole() }
}

/// Adds the exits that are drawn beside these rows.
fn with_exits<'a>(
    mut contents: Vec<Grid<'a>>,
    exits: &[(Side, u32)],
    rows: Range<usize>,
) -> Vec<Grid<'a>> {
    for grid in &mut contents {
        grid.exits = exits
            .iter()
            .filter_map(|&(side, at)| match side.is_horizontal() {
                false => Some((side, at)),
                true => rows.contains(&(at as usize)).then(|| (side, at - rows.start as u32)),
            })
            .collect();
    }
    contents
}

/// Returns what a run of lines can be: pieces, of at least this number, or cells.
fn contents<'a>(lines: &[TextSpan<'a>], least: usize) -> Vec<Grid<'a>> {
    let listed = records::of_lines(lines)
        .filter(|listed| !listed.fields.is_empty() || records::are_pieces(listed, least));
    let grids: Vec<Grid> = match lines {
        [line] => one_line(*line).into_iter().collect(),
        _ => {
            // Blanks between words are no cells.
            let is_even = |way: &Cells| way.run(lines) == lines.len();
            let ways = WAYS
                .into_iter()
                .filter(|way| is_even(way) && (*way != Cells::Sign || !is_even(&Cells::Word)))
                .filter_map(|way| way.grid(lines));
            completed(lines).into_iter().chain(ways).collect()
        }
    };
    listed.into_iter().chain(grids).collect()
}

/// Returns what all lines are as one board, however long they are.
fn whole<'a>(rows: &[TextSpan<'a>], label: BlockLabel) -> Vec<Grid<'a>> {
    let mut found = contents(rows, 3);
    let are_words = rows.iter().any(|row| row.words().count() > 1)
        && rows
            .iter()
            .flat_map(TextSpan::words)
            .all(|word| word.is_number() || word.text().chars().count() == 1);
    if found.is_empty() {
        let ways = WAYS.into_iter().filter(|way| match way {
            Cells::Sign => !are_words,
            Cells::Word => are_words,
            way => rows.iter().all(|row| way.of(*row).len() > 1),
        });
        found.extend(ways.filter_map(|way| way.grid(rows)));
    }
    if label == BlockLabel::Goal {
        // The blanks at the left of a goal are empty cells.
        let signs = rows.iter().copied().map(super::characters).collect();
        found.extend(Grid::new(signs, false));
    }
    found
}

/// Returns the number of lines, from the first on, that have equally many cells of a sort.
fn run(rows: &[TextSpan]) -> usize {
    let [first, ..] = rows else { return 0 };
    if rows_in_line(*first).is_some_and(|grid| grid.is_rectangle()) {
        return 1;
    }
    WAYS.into_iter().map(|way| way.run(rows)).max().unwrap_or(0)
}

/// Whether the first line is a title, a size or a count above the rows.
fn is_head(rows: &[TextSpan]) -> bool {
    let (line, below) = (rows[0], &rows[1..]);
    let has_word = |line: &TextSpan| line.words().any(|word| is_long_word(word.text()));
    // Rows of one sign have no pieces: these are in the first row.
    let mut signs = below.iter().flat_map(TextSpan::words).flat_map(|word| word.characters());
    let sign = signs.next().map_or("", |sign| sign.text());
    if below.len() > 1
        && has_word(&line)
        && !below.iter().any(|line| line.text().contains(char::is_alphabetic))
        && signs.any(|other| other.text() != sign)
    {
        return true;
    }
    let Some(next) = below.first().filter(|_| is_heading_line(&line)) else { return false };
    let numbers = line.split(|c| c.is_whitespace() || "x,".contains(c));
    let numbers: Vec<usize> = numbers.filter_map(|word| word.value()).collect();
    has_word(&line) && !has_word(next)
        || WAYS.into_iter().any(|way| {
            let size = [way.run(below), way.of(*next).len()];
            size[0] > 1 && (numbers.starts_with(&size) || numbers.starts_with(&[size[1], size[0]]))
        })
        || line.trimmed().is_number()
            && (1..3).any(|at| run(&rows[at.min(rows.len())..]) > run(rows))
}

/// Returns the board of a paragraph that has one number a line: a side, then the cells.
fn column<'a>(rows: &[TextSpan<'a>]) -> Option<Grid<'a>> {
    let (side, cells) = rows.split_first()?;
    let side: usize = side.trimmed().value()?;
    let cells: Vec<TextSpan> = cells.iter().map(TextSpan::trimmed).collect();
    let is_square = side > 1
        && side.checked_mul(side) == Some(cells.len())
        && cells.iter().all(TextSpan::is_number);
    is_square.then(|| Grid::of_cells(&cells, side, true))?
}

/// Whether a line can stand beside a board: numbers, words behind a number, a sign alone. Below rows
/// of numbers, numbers are another row, and several numbers alone are a board.
fn is_beside(rows: &[TextSpan], at: usize, above: &[Part]) -> bool {
    let line = rows[at];
    let are_numbers = |line: &TextSpan| line.words().all(|word| word.is_number());
    let follows = at > 0 && matches!(above.last(), Some(Part::Board(_)));
    let is_row =
        follows && are_numbers(&rows[at - 1]) || rows.len() == 1 && line.words().count() > 3;
    !(is_row && are_numbers(&line)) && (is_heading_line(&line) || is_sign(&line))
}

fn is_sign(line: &TextSpan) -> bool {
    line.text().trim().chars().count() == 1
}

/// Whether a line can stand above a board: numbers, or words with a number.
fn is_heading_line(line: &TextSpan<'_>) -> bool {
    let text = line.text().trim();
    let is_digit = |c: char| c.is_ascii_digit();
    text.contains(is_digit)
        && text.split([' ', ',', '\t']).all(|word| {
            let bare = word.trim_matches(|c: char| ",.:()#".contains(c));
            bare.chars().all(|c| c.is_alphanumeric() || ":-".contains(c))
                && (bare.contains(is_digit) || bare.chars().count() != 2)
        })
        && (text.contains([' ', ',', ':', 'x', '-']) || text.chars().all(is_digit))
}
