//! Literals of programming languages, including JSON: lists in brackets, and strings.

use super::{BlockLabel, SheetBlock, SheetEntry};
use crate::notation::text::{TextSpan, lines};

/// A value, with its place.
#[derive(Clone, Debug)]
pub enum LiteralValue<'a> {
    /// A word without quotes, such as a number.
    Word(TextSpan<'a>),
    /// The inside of a string.
    Text(TextSpan<'a>),
    List(Vec<LiteralValue<'a>>),
    Map(Vec<(TextSpan<'a>, LiteralValue<'a>)>),
}

/// Maximum depth of nested lists.
const MAX_DEPTH: usize = 16;

impl<'a> LiteralValue<'a> {
    pub fn get(&self, key: &str) -> Option<&LiteralValue<'a>> {
        let LiteralValue::Map(pairs) = self else { return None };
        pairs.iter().find(|(name, _)| name.text() == key).map(|(_, value)| value)
    }

    pub fn list(&self) -> Option<&[LiteralValue<'a>]> {
        if let LiteralValue::List(values) = self { Some(values) } else { None }
    }

    pub fn part(&self) -> Option<TextSpan<'a>> {
        match self {
            LiteralValue::Word(part) | LiteralValue::Text(part) => Some(*part),
            _ => None,
        }
    }

    fn depth(&self) -> usize {
        self.list()
            .map_or(0, |values| 1 + values.iter().map(LiteralValue::depth).max().unwrap_or(0))
    }
}

/// Returns the boards of a text that consists of literals.
pub fn entries(text: &str) -> Option<Vec<SheetEntry<'_>>> {
    let values = values(text)?;
    let mut blocks = Vec::new();
    for (name, value) in &values {
        add(&mut blocks, name.map_or(BlockLabel::None, label), value);
    }
    Some(blocks.into_iter().map(SheetEntry::Block).collect())
}

/// Returns the values of a text with their names; `None` if it is not such a text.
pub fn values(text: &str) -> Option<Vec<(Option<TextSpan<'_>>, LiteralValue<'_>)>> {
    if !text.contains(['[', '{', '(', '"', '\'']) {
        return None;
    }
    let all: Vec<TextSpan> = lines(text).collect();
    let mut reader = LiteralReader { text, lines: &all, at: 0 };
    let values = reader.top()?;
    let is_literal = |value: &LiteralValue| !matches!(value, LiteralValue::Word(_));
    values.iter().any(|(_, value)| is_literal(value)).then_some(values)
}

/// Returns what the name of a variable says about a board.
fn label(name: TextSpan) -> BlockLabel {
    let name = name.text().to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    match () {
        () if has(&["goal", "final", "target", "finish"]) || name == "end" => BlockLabel::Goal,
        () if has(&["start", "init"]) => BlockLabel::Start,
        () => BlockLabel::None,
    }
}

fn add<'a>(blocks: &mut Vec<SheetBlock<'a>>, label: BlockLabel, value: &LiteralValue<'a>) {
    match value {
        LiteralValue::Map(pairs) => {
            pairs.iter().for_each(|(name, value)| add(blocks, self::label(*name), value));
        }
        LiteralValue::Word(_) => {}
        LiteralValue::Text(text) => add_row(blocks, label, *text, None),
        LiteralValue::List(values) => match value.depth() {
            3.. => values.iter().for_each(|value| add(blocks, label, value)),
            2 => {
                let rows = values.iter().filter_map(|row| Some((first(row)?, cells(row))));
                blocks.extend(block(label, rows.collect()));
            }
            _ if values.iter().all(|value| matches!(value, LiteralValue::Text(_)))
                && values
                    .iter()
                    .filter_map(LiteralValue::part)
                    .any(|part| part.text().len() > 1) =>
            {
                let rows = values.iter().filter_map(|row| Some((row.part()?, None)));
                blocks.extend(block(label, rows.collect()));
            }
            _ => {
                let Some(row) = first(value) else { return };
                add_row(blocks, label, row, cells(value));
            }
        },
    }
}

/// Adds a single row: it belongs to the board above it, unless that has a name or rows of another
/// length.
fn add_row<'a>(
    blocks: &mut Vec<SheetBlock<'a>>,
    label: BlockLabel,
    row: TextSpan<'a>,
    cells: Option<Vec<TextSpan<'a>>>,
) {
    let width = |row: &TextSpan, cells: &Option<Vec<TextSpan>>| {
        cells.as_ref().map_or(row.text().chars().count(), Vec::len)
    };
    let last = blocks.last_mut().filter(|last| {
        let above = last.lines.last().zip(last.cells.last());
        label == BlockLabel::None
            && last.label == BlockLabel::None
            && above.is_some_and(|(line, other)| {
                width(line, other) == width(&row, &cells) && line.number + 2 > row.number
            })
    });
    match last {
        Some(block) => {
            block.lines.push(row);
            block.cells.push(cells);
        }
        None => blocks.extend(block(label, vec![(row, cells)])),
    }
}

fn block<'a>(
    label: BlockLabel,
    rows: Vec<(TextSpan<'a>, Option<Vec<TextSpan<'a>>>)>,
) -> Option<SheetBlock<'a>> {
    let mut block = SheetBlock::new(label, rows.first()?.0);
    (block.lines, block.cells) = rows.into_iter().unzip();
    Some(block)
}

fn cells<'a>(row: &LiteralValue<'a>) -> Option<Vec<TextSpan<'a>>> {
    row.list().map(|values| values.iter().filter_map(LiteralValue::part).collect())
}

fn first<'a>(value: &LiteralValue<'a>) -> Option<TextSpan<'a>> {
    match value {
        LiteralValue::List(values) => values.iter().find_map(first),
        other => other.part(),
    }
}

struct LiteralReader<'t, 'a> {
    text: &'a str,
    lines: &'t [TextSpan<'a>],
    at: usize,
}

impl<'a> LiteralReader<'_, 'a> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip(&mut self, is_between: impl Fn(char) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.find(|c| !is_between(c)).unwrap_or(rest.len());
    }

    /// Returns a part of the text, if it is on one line.
    fn part(&self, start: usize, end: usize) -> Option<TextSpan<'a>> {
        let line = self.lines.partition_point(|line| line.span().start <= start).checked_sub(1)?;
        let span = self.lines[line].span();
        (end <= span.end).then(|| self.lines[line].part(start - span.start..end - span.start))
    }

    fn top(&mut self) -> Option<Vec<(Option<TextSpan<'a>>, LiteralValue<'a>)>> {
        let mut values = Vec::new();
        let mut name = None;
        loop {
            self.skip(|c| c.is_whitespace() || ",;+\u{feff})]".contains(c));
            if self.text[self.at..].starts_with("//") || self.text[self.at..].starts_with('#') {
                self.skip(|c| c != '\n');
                continue;
            }
            let Some(c) = self.peek() else { return Some(values) };
            if let Some(assigned) = self.assigned() {
                name = Some(assigned);
                continue;
            }
            if "[{(\"'".contains(c) {
                values.push((name.take(), self.value(0)?));
                continue;
            }
            let word = self.word()?;
            match self.peek() {
                Some('(' | '[') => name = Some(word),
                _ => values.push((None, LiteralValue::Word(word))),
            }
        }
    }

    /// Reads the name before a `=`, as in `int board[3][3] =`, and skips the `=`.
    fn assigned(&mut self) -> Option<TextSpan<'a>> {
        let rest = &self.text[self.at..];
        // No declaration is longer.
        let near = rest.char_indices().nth(200).map_or(rest.len(), |(at, _)| at);
        let line = &rest[..rest[..near].find('\n').unwrap_or(near)];
        let sign =
            line.find(['=', ':']).filter(|&at| !line[..at].contains(['"', '\'', '{', '(']))?;
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let before = line[..sign].find('[').unwrap_or(sign);
        let end = line[..before].trim_end_matches(|c| !is_name(c)).len();
        let begin = end - line[..end].rsplit(|c| !is_name(c)).next().map_or(0, str::len);
        let name = self.part(self.at + begin, self.at + end)?;
        name.text().starts_with(|c: char| c.is_alphabetic()).then_some(())?;
        self.at += sign + 1;
        Some(name)
    }

    fn word(&mut self) -> Option<TextSpan<'a>> {
        let start = self.at;
        self.skip(|c| c.is_alphanumeric() || "_.*-#".contains(c));
        (self.at > start).then(|| self.part(start, self.at))?
    }

    fn string(&mut self, quote: char) -> Option<TextSpan<'a>> {
        let start = self.at + quote.len_utf8();
        let end = start + self.text[start..].find(quote)?;
        self.at = end + quote.len_utf8();
        self.part(start, end)
    }

    fn value(&mut self, depth: usize) -> Option<LiteralValue<'a>> {
        match self.peek()? {
            quote @ ('"' | '\'') => self.string(quote).map(LiteralValue::Text),
            '[' | '{' | '(' if depth < MAX_DEPTH => self.list(depth),
            _ => self.word().map(LiteralValue::Word),
        }
    }

    fn list(&mut self, depth: usize) -> Option<LiteralValue<'a>> {
        self.at += 1;
        let (mut values, mut pairs) = (Vec::new(), Vec::new());
        // Semicolons end rows, as in `[1 2; 3 0]`.
        let mut rows: Vec<LiteralValue> = Vec::new();
        loop {
            self.skip(|c| c.is_whitespace() || c == ',');
            match self.peek()? {
                ']' | '}' | ')' => break,
                ';' => {
                    self.at += 1;
                    rows.push(LiteralValue::List(std::mem::take(&mut values)));
                    continue;
                }
                _ => {}
            }
            let value = self.value(depth + 1)?;
            self.skip(|c| c == ' ');
            match (self.peek()?, value.part()) {
                (':' | '=', Some(key)) => {
                    self.at += 1;
                    self.skip(char::is_whitespace);
                    pairs.push((key, self.value(depth + 1)?));
                }
                _ => values.push(value),
            }
        }
        self.at += 1;
        if !pairs.is_empty() {
            return Some(LiteralValue::Map(pairs));
        }
        if !rows.is_empty() {
            rows.extend((!values.is_empty()).then_some(LiteralValue::List(values)));
            return Some(LiteralValue::List(rows));
        }
        Some(LiteralValue::List(values))
    }
}
