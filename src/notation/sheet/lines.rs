//! Texts that draw boards line by line.

use super::{BlockLabel, ExitMark, SheetBlock, SheetEntry, Side};
use crate::notation::knuth::{gate, key_and_value};
use crate::notation::text::{TextSpan, is_comment, uncommented_lines};

/// Words that announce a board.
const STARTS: [&str; 4] = ["start", "initial", "start state", "initial state"];
const GOALS: [&str; 6] = ["goal", "goal state", "end", "final", "final state", "target"];

/// Keys of lines `KEY: VALUE`: facts, and statements about the pieces.
pub const FACTS: [&str; 8] =
    ["title", "author", "source", "license", "note", "name", "color", "expect"];
const RULES: [&str; 5] = ["alike", "distinct", "lock", "whole", "only"];

pub fn entries(text: &str) -> Vec<SheetEntry<'_>> {
    let all: Vec<TextSpan> = uncommented_lines(text).collect();
    let mut scan = LineScanner { entries: Vec::new(), open: None, height: 0 };
    let mut at = 0;
    while let Some(&line) = all.get(at) {
        at += 1;
        match sort(line, scan.open.as_ref(), all.get(at)) {
            LineClass::Empty => scan.close(),
            LineClass::Ignored => scan.drop_header(line),
            LineClass::Statement => {
                scan.close();
                scan.entries.push(SheetEntry::Statement(line));
            }
            LineClass::Row => scan.row(line),
            LineClass::Heading(label) => {
                scan.close();
                let mut block = SheetBlock::new(label, line);
                if label == BlockLabel::Goal {
                    let rows = goal_rows(&all[at..], scan.height);
                    at += rows.len();
                    rows.iter().for_each(|row| block.push(*row));
                }
                scan.open = Some(block);
            }
        }
    }
    scan.close();
    scan.entries
}

struct LineScanner<'a> {
    entries: Vec<SheetEntry<'a>>,
    open: Option<SheetBlock<'a>>,
    /// Rows of the last board.
    height: usize,
}

impl<'a> LineScanner<'a> {
    fn row(&mut self, line: TextSpan<'a>) {
        self.open.get_or_insert_with(|| SheetBlock::new(BlockLabel::None, line)).push(line);
    }

    /// Removes the row above the rule of a table, which has the names of its columns.
    fn drop_header(&mut self, rule: TextSpan) {
        let is_rule = rule.text().trim().starts_with('|') && rule.text().contains("-");
        if let Some(block) = self.open.as_mut().filter(|block| is_rule && block.lines.len() == 1) {
            block.lines.clear();
            block.cells.clear();
        }
    }

    /// Ends a block. A heading without rows stays open.
    fn close(&mut self) {
        if let Some(mut block) = self.open.take_if(|block| !block.lines.is_empty()) {
            if let [line] = block.lines[..]
                && line.text().contains('/')
            {
                block.set_rows(line.split(|c| c == '/').collect());
            }
            block.unless_all_separated();
            self.height = block.lines.len();
            self.entries.push(SheetEntry::Block(block));
        }
    }
}

enum LineClass {
    Empty,
    /// A comment, or part of a frame.
    Ignored,
    Heading(BlockLabel),
    Statement,
    Row,
}

fn sort(line: TextSpan, open: Option<&SheetBlock>, next: Option<&TextSpan>) -> LineClass {
    let text = line.text().trim();
    if text.is_empty() {
        return LineClass::Empty;
    }
    if is_statement(text) {
        return LineClass::Statement;
    }
    if is_comment(&line) {
        return LineClass::Ignored;
    }
    if is_frame(text, open.and_then(|block| block.lines.last()), next) {
        return LineClass::Ignored;
    }
    // A word without a colon could be a row.
    let is_apart = open
        .and_then(|block| block.lines.last())
        .is_none_or(|row| row.text().trim().chars().count() != text.chars().count());
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

/// Whether a line is the top, the bottom or the inside of a box of lines.
fn is_frame(text: &str, above: Option<&TextSpan>, below: Option<&TextSpan>) -> bool {
    let is_line = |c: char| "-=─━═".contains(c);
    let is_corner = |c: char| c == '+' || ('\u{2500}'..='\u{257f}').contains(&c);
    let is_bar = |part: &&TextSpan| part.text().trim_start().starts_with(['|', '│', '║']);
    let chars = || text.chars().filter(|c| *c != ' ');
    chars().all(|c| is_line(c) || is_corner(c) || c == '|')
        && chars().any(is_line)
        && (chars().next().is_some_and(is_corner)
            && text.chars().next_back().is_some_and(is_corner)
            || above.is_some_and(|a| is_bar(&a))
            || below.is_some_and(|b| is_bar(&b)))
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

/// Whether a line can stand above a board: numbers, or words after a number.
pub fn is_heading_line(line: &TextSpan<'_>) -> bool {
    let text = line.text().trim().trim_end_matches(':');
    if let Some((rows, cols)) = text.split_once('x') {
        let is_side = |side: &str| side.trim().parse::<u32>().is_ok();
        if is_side(rows) && is_side(cols) {
            return true;
        }
    }
    let is_count = |word: &str| word.trim_end_matches([',', '.', ':', ')']).parse::<u64>().is_ok();
    let is_short = text.len() < 60;
    text.split([' ', ',', '\t']).filter(|word| !word.is_empty()).all(|word| {
        is_count(word)
            || word.eq_ignore_ascii_case("x")
            || word.len() > 2 && word.chars().all(char::is_alphabetic)
    }) && is_short
        && text.contains(|c: char| c.is_ascii_digit())
}

impl<'a> SheetBlock<'a> {
    /// Adds a row, without its frame.
    fn push(&mut self, line: TextSpan<'a>) {
        let bare = line.text().trim();
        if let [mark] = bare.chars().collect::<Vec<_>>()[..]
            && matches!(mark, '^' | 'v' | 'V' | '↓' | '↑')
            && line.text().starts_with(' ')
        {
            let side = if matches!(mark, '^' | '↑') { Side::Top } else { Side::Bottom };
            let at = line.text().chars().take_while(|&c| c == ' ').count() as u32;
            self.marks.push(ExitMark { side, at });
            return;
        }
        let row = self.unframed(line);
        let is_numeric = |c: char| c.is_ascii_digit() || c.is_whitespace() || c == '/';
        if row.text().contains('/') && row.text().chars().all(is_numeric) {
            let rows: Vec<_> = row.split(|c| c == '/').collect();
            self.cells.extend(rows.iter().map(|_| None));
            self.lines.extend(rows);
            return;
        }
        let is_framed = row.span() != line.span();
        self.cells.push(separated(row, is_framed));
        self.lines.push(row);
    }

    /// Treats a comma that only some rows have as the sign of a piece.
    fn unless_all_separated(&mut self) {
        let head = self.cells.iter().take(3).take_while(|cells| cells.is_none()).count();
        if self.cells[head..].iter().any(Option::is_none) {
            self.cells.iter_mut().for_each(|cells| *cells = None);
        }
    }

    /// Replaces the rows by these.
    pub(super) fn set_rows(&mut self, rows: Vec<TextSpan<'a>>) {
        self.cells = rows.iter().map(|row| separated(*row, false)).collect();
        self.lines = rows;
    }

    /// Returns a row without bars and arrows at its ends. In a frame, a missing bar is an exit.
    fn unframed(&mut self, line: TextSpan<'a>) -> TextSpan<'a> {
        let is_bar = |c: char| matches!(c, '|' | '│' | '║' | '┃');
        let is_arrow = |c: char| matches!(c, '>' | '→' | '<' | '←');
        let text = line.text().trim();
        let first = text.chars().next().unwrap_or(' ');
        let last = text.chars().next_back().unwrap_or(' ');
        let (begins, ends) = (is_bar(first), is_bar(last));
        let length = text.chars().count();
        let is_framed =
            length > 2 && (begins && (ends || is_arrow(last)) || ends && is_arrow(first));
        let is_open = self.is_framed && !is_framed && begins != ends;
        self.is_framed |= is_framed;
        let width = self.lines.first().map(|row| row.text().chars().count());
        let is_longer = width.is_some_and(|width| length == width + 1);
        let goes_left = is_framed && matches!(first, '<' | '←');
        let goes_right = (is_framed || is_longer) && !is_open && matches!(last, '>' | '→');
        let at = self.lines.len() as u32;
        if goes_right || is_open && begins {
            self.marks.push(ExitMark { side: Side::Right, at });
        }
        if goes_left || is_open && ends {
            self.marks.push(ExitMark { side: Side::Left, at });
        }
        let is_bare = !is_framed && !is_open;
        let indent = line.text().len() - line.text().trim_start().len();
        let from = match begins && !is_bare || goes_left {
            true => indent + first.len_utf8(),
            false if is_open => indent,
            false => 0,
        };
        let behind = if ends && !is_bare || goes_right { last.len_utf8() } else { 0 };
        line.part(from..indent + text.len() - behind)
    }
}

/// Returns the cells of a row separated by commas, semicolons or tabs, or by bars in a frame.
fn separated(row: TextSpan<'_>, is_framed: bool) -> Option<Vec<TextSpan<'_>>> {
    let separators =
        if is_framed { &[',', ';', '\t', '|', '│', '║'][..] } else { &[',', ';', '\t'] };
    let separator = *separators.iter().find(|&&c| row.text().trim().contains(c))?;
    let mut cells = Vec::new();
    let mut at = 0;
    for piece in row.text().split(separator) {
        cells.push(row.part(at..at + piece.len()).trimmed());
        at += piece.len() + separator.len_utf8();
    }
    // There is no cell after a separator at the end.
    let is_open = cells.len() > 1 && cells.last().is_some_and(|cell| cell.text().is_empty());
    if is_open && separator != '|' {
        cells.pop();
    }
    Some(cells)
}
