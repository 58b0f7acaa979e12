//! Texts that draw boards line by line.

use std::collections::BTreeSet;

use super::cells::{Cells, WAYS, code, indent, rows_in_line};
use super::frames::{is_frame, is_frame_like, unframed};
use super::rows::{labelled, unfolded, with_blank};
use super::{Block, BlockLabel, Content, ExitMark, Grid, Records, Sheet, Side, boxes};
use crate::notation::knuth::{gate, key_and_value};
use crate::notation::records;
use crate::notation::text::{TextSpan, is_comment, uncommented_lines};

/// Words that announce a board.
const STARTS: [&str; 4] = ["start", "initial", "start state", "initial state"];
const GOALS: [&str; 6] = ["goal", "goal state", "end", "final", "final state", "target"];

/// Keys of lines `KEY: VALUE`: facts, and statements about the pieces.
pub const FACTS: [&str; 8] =
    ["title", "author", "source", "license", "note", "name", "color", "expect"];
const RULES: [&str; 5] = ["alike", "distinct", "lock", "whole", "only"];

/// Returns the blocks of a text, each a run of lines with equally many cells.
pub fn sheet(text: &str) -> Sheet<'_> {
    let lines: Vec<TextSpan> = uncommented_lines(text).collect();
    let mut scanner = Scanner::default();
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        at += 1;
        match sort(line, scanner.open.last(), lines.get(at)) {
            LineClass::Empty => scanner.close(),
            LineClass::Ignored => {}
            LineClass::Frame => scanner.frame(line),
            LineClass::Row => scanner.open.push(line),
            LineClass::Board(label, board) => {
                scanner.close();
                scanner.heading = Some((label, line));
                scanner.open.push(board);
                scanner.close();
            }
            LineClass::Statement => {
                scanner.close();
                match scanner.sheet.blocks.last_mut() {
                    Some(block) => block.statements.push(line),
                    None => scanner.early.push(line),
                }
            }
            LineClass::Heading(label) => {
                scanner.close();
                scanner.heading = Some((label, line));
                if label == BlockLabel::Goal {
                    let rows = goal_rows(&lines[at..], scanner.height);
                    at += rows.len();
                    scanner.open.extend(rows);
                }
            }
        }
    }
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
    /// Adds a line of a frame. The rule below the head of a table removes the head, unless that is a
    /// row of numbers.
    fn frame(&mut self, rule: TextSpan<'a>) {
        let is_head = |line: &TextSpan| {
            !is_frame_like(*line) && !line.text().contains(|c: char| c.is_ascii_digit())
        };
        if self.open.len() == 1 && rule.text().trim().starts_with('|') && is_head(&self.open[0]) {
            self.open.clear();
        }
        self.open.push(rule);
    }

    /// Ends a paragraph. A heading without rows stays open.
    fn close(&mut self) {
        let lines = std::mem::take(&mut self.open);
        if lines.iter().all(|line| is_frame_like(*line)) {
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

    fn add(
        &mut self,
        label: BlockLabel,
        heading: Option<TextSpan<'a>>,
        contents: Vec<Content<'a>>,
    ) {
        let (place, height) = match contents.first() {
            Some(Content::Grid(grid)) => (grid.place(0), grid.size.rows as usize),
            Some(Content::Records(records)) => (records.rows[0][0], 0),
            None => return,
        };
        self.height = height;
        let mut block = Block::new(label, heading.unwrap_or(place), contents);
        block.beside = std::mem::take(&mut self.beside);
        block.statements = std::mem::take(&mut self.early);
        self.sheet.blocks.push(block);
    }

    fn finish(mut self) -> Sheet<'a> {
        let beside = std::mem::take(&mut self.beside);
        match self.sheet.blocks.last_mut() {
            Some(block) => block.beside.extend(beside),
            // A text without a board may be one of very few cells.
            None => {
                let has_words = beside.iter().any(|line| line.words().nth(1).is_some());
                let way = if has_words { Cells::Word } else { Cells::Sign };
                let contents = way.grid(&beside).map(Content::Grid).into_iter().collect();
                self.add(BlockLabel::None, None, contents);
            }
        }
        self.sheet
    }
}

enum LineClass<'a> {
    /// A heading with a board behind it.
    Board(BlockLabel, TextSpan<'a>),
    Empty,
    Ignored,
    /// A part of a frame of lines.
    Frame,
    Heading(BlockLabel),
    Statement,
    Row,
}

fn sort<'a>(
    line: TextSpan<'a>,
    above: Option<&TextSpan>,
    below: Option<&TextSpan>,
) -> LineClass<'a> {
    let text = line.text().trim();
    if text.is_empty() {
        return LineClass::Empty;
    }
    if let Some((key, rest)) = line.text().split_once(':')
        && let Some(label) = heading(key.trim())
    {
        let board = line.from(key.len() + 1).trimmed();
        let is_number = |word: TextSpan| word.text().parse::<u32>().is_ok();
        if rest.contains('/') || board.words().count() > 3 && board.words().all(is_number) {
            return LineClass::Board(label, board);
        }
    }
    if is_statement(text) {
        return LineClass::Statement;
    }
    if is_comment(&line) {
        return LineClass::Ignored;
    }
    if is_frame(text, above, below) {
        return LineClass::Frame;
    }
    // A word without a colon could be a row.
    let is_apart = above.is_none_or(|row| {
        let row = row.text().trim();
        row.chars().count() != text.chars().count() || !text.contains(|c| row.contains(c))
    });
    match heading(text) {
        Some(label) if text.ends_with([':', '>']) || is_apart => LineClass::Heading(label),
        _ if is_words(text) => LineClass::Statement,
        _ => LineClass::Row,
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
        || gate::is_gate_line(text)
        || FACTS.contains(&key)
        || RULES.contains(&key)
        || heading(key) == Some(BlockLabel::Goal) && !text.ends_with(':') && text.contains(':')
}

/// Whether a line has words of several letters, which no row of a board has.
fn is_words(text: &str) -> bool {
    let words = || text.split_whitespace();
    let is_word = |word: &&str| word.len() > 2 && word.chars().all(char::is_alphabetic);
    words().filter(is_word).count() > 1
        && text.is_ascii()
        && words().any(|word| word.contains(|c: char| c.is_ascii_lowercase()))
        && words().map(str::len).min() != words().map(str::len).max()
}

/// Returns the rows of a goal on a board of this height: those below its heading, including empty
/// ones if there are too few others.
fn goal_rows<'r, 'a>(below: &'r [TextSpan<'a>], height: usize) -> &'r [TextSpan<'a>] {
    let is_row = |line: &&TextSpan<'a>| {
        matches!(sort(**line, None, None), LineClass::Row | LineClass::Empty)
    };
    let rows = &below[..below.iter().take_while(is_row).count()];
    let is_empty = |line: &TextSpan| line.text().trim().is_empty();
    let full = rows.iter().filter(|line| !is_empty(line)).count();
    let last = rows.iter().rposition(|line| !is_empty(line)).map_or(0, |at| at + 1);
    if full >= height || last > height { &[] } else { &rows[..rows.len().min(height)] }
}

enum Part<'a> {
    /// A line above or below a board.
    Beside(TextSpan<'a>),
    Board(Vec<Content<'a>>),
}

/// Cuts a paragraph into boards and the lines between them. Where that leaves a line that cannot
/// stand beside a board, all of it is one board.
fn parts<'a>(lines: &[TextSpan<'a>], label: BlockLabel) -> Vec<Part<'a>> {
    if let Some(grid) = boxes::grid(lines) {
        return vec![Part::Board(vec![Content::Grid(grid)])];
    }
    let (rows, exits) = unframed(lines);
    let rows = unfolded(rows);
    let whole = || {
        let mut contents = wholes(&rows, label);
        for content in &mut contents {
            if let Content::Grid(grid) = content {
                grid.exits.clone_from(&exits);
            }
        }
        vec![Part::Board(contents)]
    };
    if label == BlockLabel::Goal {
        return whole();
    }
    if let Some(parts) = column(&rows) {
        return parts;
    }
    let is_sign = |row: &TextSpan| row.text().trim().chars().nth(1).is_none();
    if rows.len() > 1 && rows.iter().all(is_sign) {
        return whole();
    }
    let mut parts = Vec::new();
    let mut at = 0;
    // Two boards need a line between them, unless each is a line.
    let mut is_open = true;
    while at < rows.len() {
        let (run, contents) = board(&rows, at, &exits);
        match contents.is_empty() {
            true if is_beside(&rows, at, &parts) || is_head(&rows, at) => {
                parts.push(Part::Beside(rows[at]));
            }
            true => return whole(),
            false if !is_open && run > 1 => return whole(),
            false => parts.push(Part::Board(contents)),
        }
        is_open = run == 1;
        at += run;
    }
    // Lines that are no heading are a board.
    let has_board = parts.iter().any(|part| matches!(part, Part::Board(_)));
    let numbers = rows.iter().flat_map(TextSpan::words);
    let numbers: Option<BTreeSet<usize>> = numbers.map(|word| word.text().parse().ok()).collect();
    let is_tiles = numbers.is_some_and(|numbers| {
        let count = rows.iter().map(|row| row.words().count()).sum::<usize>();
        numbers.len() == count && count > 3 && numbers.last().is_some_and(|last| *last < count + 1)
    });
    if !has_board && (rows.len() > 2 || rows.len() > 1 && is_tiles) { whole() } else { parts }
}

/// Returns the board that begins at a line, and the number of its lines; nothing and one if there
/// is none.
fn board<'a>(rows: &[TextSpan<'a>], at: usize, exits: &[ExitMark]) -> (usize, Vec<Content<'a>>) {
    if let Some((lines, grid)) = labelled(&rows[at..]) {
        return (lines, vec![Content::Grid(grid)]);
    }
    let is_parted = rows[at].text().contains(['/', ';']);
    let parted = if is_parted { rows_in_line(rows[at]) } else { None };
    if let Some(grid) = parted.filter(|grid| rows.len() == 1 || grid.is_rectangle()) {
        return (1, vec![Content::Grid(grid)]);
    }
    if is_head(rows, at) {
        return (1, Vec::new());
    }
    let runs = WAYS.map(|way| run(&rows[at..], way));
    let most = runs.iter().map(|(lines, _)| *lines).max().unwrap_or(0);
    // Two numbers above other rows are counts.
    let is_count = |line: &TextSpan| line.text().trim().parse::<u32>().is_ok();
    if most < 3 && at + most < rows.len() && rows[at..at + most].iter().all(is_count) {
        return (1, Vec::new());
    }
    let listed = records::of_lines(&rows[at..at + most.max(1)]);
    // Below the size of a tray, a single block will do.
    let least = if has_size(&rows[..at]) { 1 } else { 3 };
    let is_list = |listed: &Records| {
        let is_known = !listed.fields.is_empty() && !listed.rows.is_empty();
        is_known || records::are_pieces(&listed.rows, least)
    };
    let listed = listed.filter(is_list).map(Content::Records);
    if most < 2 && listed.is_some() {
        return (1, listed.into_iter().collect());
    }
    if most < 2 || are_codes(&rows[at..at + most]) {
        let one = rows_in_line(rows[at]).or_else(|| code(rows[at]));
        let one = one.or_else(|| alone(rows));
        return (1, one.map(Content::Grid).into_iter().collect());
    }
    let lines = &rows[at..at + most];
    let of_way = |(way, (length, mark)): (Cells, (usize, Option<Mark>))| {
        let mut grid = way.grid(lines).filter(|_| length == most)?;
        let is_here = |exit: &&ExitMark| {
            exit.side == Side::Bottom && at + most == rows.len()
                || exit.side == Side::Top && at == 0
                || exit.side.is_horizontal() && (at..at + most).contains(&(exit.at as usize))
        };
        let moved = |exit: &ExitMark| match exit.side.is_horizontal() {
            true => ExitMark { at: exit.at - at as u32, ..*exit },
            false => *exit,
        };
        grid.exits = exits.iter().filter(is_here).map(moved).collect();
        if let Some(mark) = mark {
            grid = grid.without(mark);
        }
        Some(Content::Grid(grid))
    };
    let grids = WAYS.into_iter().zip(runs).filter_map(of_way);
    (most, listed.into_iter().chain(grids).collect())
}

/// Whether a line above is two numbers.
fn has_size(above: &[TextSpan]) -> bool {
    let numbers = |line: &&TextSpan| line.words().all(|word| word.text().parse::<u32>().is_ok());
    above.iter().filter(numbers).any(|line| line.words().count() == 2)
}

/// Whether a line is the size of the rows below it, or has a word and a number as none of them has.
fn is_head(rows: &[TextSpan], at: usize) -> bool {
    let (line, below) = (rows[at], &rows[at + 1..]);
    let is_word =
        |word: TextSpan| word.text().len() > 2 && word.text().chars().all(char::is_alphabetic);
    let has_word = |line: &TextSpan| line.words().any(is_word);
    let has_letter = |line: &TextSpan| line.text().contains(char::is_alphabetic);
    if at == 0 && has_word(&line) && below.len() > 1 && !below.iter().any(has_letter) {
        return true;
    }
    let Some(next) = below.first().filter(|_| is_heading_line(&line)) else { return false };
    if has_word(&line) && !has_word(next) {
        return true;
    }
    let numbers = line.split(|c| c.is_whitespace() || "x,".contains(c));
    let numbers: Vec<usize> = numbers.filter_map(|word| word.text().parse().ok()).collect();
    let [rows, cols, ..] = numbers[..] else { return false };
    WAYS.into_iter().any(|way| {
        let size = (run(below, way).0, way.of(*next).len());
        size.0 > 1 && (size == (rows, cols) || size == (cols, rows))
    })
}

/// A sign that stands beside a row, outside the board: its row, and whether it is at the end.
type Mark = (usize, bool);

/// Returns the number of lines, from the first on, that have equally many cells of a sort, at least
/// two. One row of signs may have another sign outside the board.
fn run(lines: &[TextSpan], way: Cells) -> (usize, Option<Mark>) {
    let counts = lines.iter().map(|line| match way {
        Cells::Sign if line.text().trim().contains(' ') && !line.text().starts_with(' ') => {
            way.of(*line).len()
        }
        Cells::Sign => way.of(line.from(indent(line))).len() + indent(line),
        _ => way.of(*line).len(),
    });
    let counts: Vec<usize> = counts.collect();
    let width = counts[0];
    if width < 2 {
        return (0, None);
    }
    let mut same = counts.iter().take_while(|count| **count == width).count();
    // Signs and dots are cells, unless all words have two letters.
    let words = lines[..same].iter().flat_map(TextSpan::words);
    let has_dots = |word: TextSpan| word.text().len() > 1 && word.text().contains('.');
    let is_pair = |word: TextSpan| {
        word.text().chars().count() == 2 && (!word.text().contains('.') || word.text() == "..")
    };
    if way == Cells::Word && words.clone().any(has_dots) && !words.clone().all(is_pair) {
        same = 0;
    }
    let is_next = same > 1 && counts.get(same).is_some_and(|count| *count == width + 1);
    if way != Cells::Sign || !is_next || lines[same].text().contains(' ') {
        return (same, None);
    }
    let rest = counts[same + 1..].iter().take_while(|count| **count == width).count();
    let (all, odd) = (same + 1 + rest, lines[same].text());
    let stands = |sign: Option<char>| {
        let rows = lines[..all].iter().map(|line| line.text());
        sign.is_some_and(|sign| rows.flat_map(str::chars).filter(|c| *c == sign).count() > 1)
    };
    match (stands(odd.chars().next()), stands(odd.chars().next_back())) {
        (true, false) => (all, Some((same, true))),
        (false, true) => (all, Some((same, false))),
        _ => (same, None),
    }
}

impl<'a> Grid<'a> {
    /// Removes a sign beside a row, which is an exit.
    fn without(mut self, (row, is_last): Mark) -> Self {
        let mut rows = self.rows().to_vec();
        let side = if is_last { Side::Right } else { Side::Left };
        match is_last {
            true => drop(rows[row].pop()),
            false => drop(rows[row].remove(0)),
        }
        self.exits.push(ExitMark { side, at: row as u32 });
        let exits = std::mem::take(&mut self.exits);
        match Grid::new(rows, self.has_words) {
            Some(grid) => Grid { exits, ..grid },
            None => self,
        }
    }
}

/// Whether each of these lines is a whole board, a square in one word.
fn are_codes(lines: &[TextSpan]) -> bool {
    let length = lines[0].text().len();
    let side = length.isqrt();
    side > 3
        && side * side == length
        && lines.len() != side
        && lines.iter().all(|line| line.text().chars().all(|c| c.is_alphabetic() || c == '.'))
}

/// Returns a paragraph of one line as a board, unless it is a heading.
fn alone<'a>(rows: &[TextSpan<'a>]) -> Option<Grid<'a>> {
    let &[line] = rows else { return None };
    let way = WAYS.into_iter().find(|way| way.of(line).len() > 1)?;
    let is_number = |part: TextSpan| part.text().parse::<i64>().is_ok();
    let are_few = line.words().count() < 4 && line.words().any(is_number);
    let way = match way {
        Cells::Word if are_few => return None,
        Cells::Word
            if !line.words().all(|word| is_number(word) || word.text().chars().count() == 1) =>
        {
            Cells::Sign
        }
        way => way,
    };
    let are_numbers = line.words().count() > 3 && line.words().all(is_number);
    (are_numbers || !is_heading_line(&line)).then(|| way.grid(&[line]))?
}

/// Returns all lines as one board, however long they are.
fn wholes<'a>(rows: &[TextSpan<'a>], label: BlockLabel) -> Vec<Content<'a>> {
    if let [line] = rows
        && let Some(grid) = rows_in_line(*line).or_else(|| code(*line))
    {
        return vec![Content::Grid(grid)];
    }
    if let Some(grid) = with_blank(rows) {
        return vec![Content::Grid(grid)];
    }
    let is_word =
        |word: TextSpan| word.text().parse::<i64>().is_ok() || word.text().chars().count() == 1;
    let are_words = rows.iter().any(|row| row.words().nth(1).is_some())
        && rows.iter().flat_map(TextSpan::words).all(is_word);
    let are_cells = |way: &Cells| match way {
        Cells::Word => are_words,
        Cells::Dashed => false,
        Cells::Sign => true,
        way => rows.iter().all(|row| way.of(*row).len() > 1),
    };
    let ways = WAYS.into_iter().filter(are_cells);
    // The blanks at the left of a goal are empty cells.
    let grid = |way: Cells| match label {
        BlockLabel::Goal if way == Cells::Sign => {
            Grid::new(rows.iter().copied().map(super::characters).collect(), false)
        }
        _ => way.grid(rows),
    };
    ways.filter_map(grid).map(Content::Grid).collect()
}

/// Returns the parts of a paragraph that has one number a line: perhaps a side, then the cells.
fn column<'a>(rows: &[TextSpan<'a>]) -> Option<Vec<Part<'a>>> {
    let number = |row: &TextSpan| row.text().trim().parse::<usize>().ok();
    let numbers: Vec<usize> = rows.iter().map(number).collect::<Option<_>>()?;
    let is_rows = rows.iter().all(|row| row.text().len() == rows[0].text().len());
    if rows.len() < 4 || is_rows && rows[0].text().len() > 1 {
        return None;
    }
    let has_side = numbers[0] * numbers[0] == rows.len() - 1;
    let cells: Vec<TextSpan> =
        rows[usize::from(has_side)..].iter().map(TextSpan::trimmed).collect();
    let side = if has_side { numbers[0] } else { 1 };
    let grid = Grid::new(cells.chunks(side).map(<[TextSpan]>::to_vec).collect(), true)?;
    let side = has_side.then(|| Part::Beside(rows[0]));
    Some(side.into_iter().chain([Part::Board(vec![Content::Grid(grid)])]).collect())
}

/// Whether a line can stand beside a board: numbers, words behind a number, a sign alone. Below rows
/// of numbers, numbers are another row.
fn is_beside(rows: &[TextSpan], at: usize, above: &[Part]) -> bool {
    let line = rows[at];
    let is_sign = line.text().trim().chars().count() == 1;
    let are_numbers = |line: &TextSpan| line.words().all(|word| word.text().parse::<i64>().is_ok());
    let follows = at > 0 && matches!(above.last(), Some(Part::Board(_)));
    if follows && are_numbers(&line) && are_numbers(&rows[at - 1]) {
        return false;
    }
    let has_dots = || rows.iter().any(|row| row.text().contains('.'));
    is_heading_line(&line) || is_sign && (!follows || has_dots())
}

/// Whether a line can stand above a board: numbers, or words with a number.
fn is_heading_line(line: &TextSpan<'_>) -> bool {
    let text = line.text().trim();
    let is_digit = |c: char| c.is_ascii_digit();
    let is_word = |word: &str| {
        let bare = word.trim_matches(|c: char| ",.:()".contains(c));
        let is_letters = bare.chars().all(char::is_alphabetic);
        bare.is_empty()
            || bare.contains(is_digit)
                && bare.chars().all(|c| c.is_alphanumeric() || "x:-".contains(c))
            || is_letters && (bare.chars().count() > 2 || bare.chars().count() == 1)
    };
    text.chars().count() < 60
        && text.contains(is_digit)
        && text.split([' ', ',', '\t']).all(is_word)
        && (text.contains([' ', ',', ':', 'x', '-']) || text.chars().all(is_digit))
}
