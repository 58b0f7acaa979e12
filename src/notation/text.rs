//! Parts of a text with their positions, for notations of lines and words.

use std::borrow::Cow;
use std::ops::Range;

use super::problem::{Problem, ProblemEffect};

#[derive(Clone, Copy, Debug)]
pub struct TextSpan<'a> {
    line: &'a str,
    start: usize,
    end: usize,
    /// The number of the line, from 1.
    pub number: usize,
    offset: usize,
}

impl<'a> TextSpan<'a> {
    pub fn text(&self) -> &'a str {
        &self.line[self.start..self.end]
    }

    pub fn span(&self) -> Range<usize> {
        self.offset + self.start..self.offset + self.end
    }

    pub fn part(&self, bytes: Range<usize>) -> TextSpan<'a> {
        TextSpan { start: self.start + bytes.start, end: self.start + bytes.end, ..*self }
    }

    pub fn from(&self, start: usize) -> TextSpan<'a> {
        self.part(start..self.end - self.start)
    }

    /// Returns the part from here to the end of another part of the same line.
    pub fn through(&self, last: TextSpan<'a>) -> TextSpan<'a> {
        TextSpan { end: last.end.max(self.start), ..*self }
    }

    pub fn behind(&self) -> TextSpan<'a> {
        TextSpan { start: self.end, ..*self }
    }

    /// Returns the character with this index, or the place behind the last one.
    pub fn character(&self, index: usize) -> TextSpan<'a> {
        match self.text().char_indices().nth(index) {
            Some((at, c)) => self.part(at..at + c.len_utf8()),
            None => self.behind(),
        }
    }

    /// Returns the column of its first character, from 1, in bytes.
    pub fn column(&self) -> usize {
        self.start + 1
    }

    pub fn trimmed(&self) -> TextSpan<'a> {
        let text = self.text().trim_start();
        let start = self.end - text.len();
        TextSpan { start, end: start + text.trim_end().len(), ..*self }
    }

    pub fn words(&self) -> impl Iterator<Item = TextSpan<'a>> + Clone + use<'a> {
        self.split(char::is_whitespace)
    }

    /// Returns the parts between separators, without empty ones.
    pub fn split<F: Fn(char) -> bool + Clone>(
        &self,
        is_between: F,
    ) -> impl Iterator<Item = TextSpan<'a>> + Clone + use<'a, F> {
        let whole = *self;
        let mut at = 0;
        std::iter::from_fn(move || {
            let rest = &whole.text()[at..];
            let start = at + rest.find(|c| !is_between(c))?;
            let rest = &whole.text()[start..];
            let end = start + rest.find(&is_between).unwrap_or(rest.len());
            at = end;
            Some(whole.part(start..end))
        })
    }

    /// Returns the parts before, between and behind separators, empty ones included.
    pub fn pieces(&self, separator: &str) -> Vec<TextSpan<'a>> {
        let mut pieces = Vec::new();
        let mut at = 0;
        for piece in self.text().split(separator) {
            pieces.push(self.part(at..at + piece.len()));
            at += piece.len() + separator.len();
        }
        pieces
    }

    pub fn wrong(
        &self,
        message: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
    ) -> Problem {
        // A byte order mark has no column.
        let before = self.line[..self.start].trim_start_matches('\u{feff}');
        Problem {
            message: message.into(),
            expected: expected.into(),
            cause: None,
            effect: ProblemEffect::Fatal,
            line: self.number,
            column: before.chars().count() + 1,
            span: self.span(),
            picture: String::new(),
            depth: 2,
        }
    }
}

/// Returns the lines of a text, without line ends, blanks before these, and a byte order mark.
pub fn lines(text: &str) -> impl Iterator<Item = TextSpan<'_>> + Clone {
    let offset = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    lines_of(text, offset..text.len())
}

/// Returns the lines in some bytes of a text, with numbers from 1.
pub fn lines_of(text: &str, bytes: Range<usize>) -> impl Iterator<Item = TextSpan<'_>> + Clone {
    let mut offset = bytes.start;
    text[bytes].split_inclusive('\n').enumerate().map(move |(index, raw)| {
        let line = raw.trim_end();
        let part = TextSpan { line, start: 0, end: line.len(), number: index + 1, offset };
        offset += raw.len();
        part
    })
}

/// Returns an empty part.
pub fn nothing<'a>(offset: usize) -> TextSpan<'a> {
    TextSpan { line: "", start: 0, end: 0, number: 1, offset }
}

/// What begins a comment beside a row.
const MARKS: [&str; 3] = [" # ", " // ", " ; "];

/// Returns the lines, without comments beside rows. Such a comment has a word, and its line is wider
/// than all lines without one.
pub fn uncommented_lines(text: &str) -> impl Iterator<Item = TextSpan<'_>> + Clone {
    let chars = |line: &TextSpan| line.text().trim_start().chars().count();
    let is_plain = |line: &TextSpan| !is_comment(line) && before_comment(line).is_none();
    let width = match MARKS.iter().any(|mark| text.contains(mark)) {
        true => lines(text).filter(is_plain).map(|line| chars(&line)).max().unwrap_or(0),
        false => usize::MAX,
    };
    lines(text).map(move |line| {
        let may_have_one = chars(&line) > width && !is_comment(&line);
        if may_have_one { before_comment(&line).unwrap_or(line) } else { line }
    })
}

/// Returns what stands before a comment on the same line.
fn before_comment<'a>(line: &TextSpan<'a>) -> Option<TextSpan<'a>> {
    let text = line.text();
    let mark = MARKS.iter().filter_map(|mark| text.find(mark)).min()?;
    let row = text[..mark].trim_end();
    // A word has three letters or more.
    let mut words = text[mark..].split(|c: char| !c.is_alphabetic());
    (!row.is_empty() && words.any(|word| word.len() > 2)).then(|| line.part(0..row.len()))
}

/// Returns the non-empty lines, without blanks around them and without comments.
pub fn full_lines(text: &str) -> impl Iterator<Item = TextSpan<'_>> + Clone {
    let lines = uncommented_lines(text).filter(|line| !is_comment(line)).map(|line| line.trimmed());
    lines.filter(|line| !line.text().is_empty())
}

/// Whether a line is a comment: `# TEXT` (but not a row between walls), `// TEXT`, `; TEXT`.
pub fn is_comment(line: &TextSpan) -> bool {
    let line = line.text();
    let bare = line.trim();
    let is_hash = line.starts_with("# ") || line.starts_with("/*");
    is_hash && !bare.ends_with('#')
        || line.starts_with("#!")
        || bare.starts_with("//")
        || bare.starts_with(';')
}

/// Returns the beginning of a text, the place of something missing as a whole.
pub fn beginning(text: &str) -> TextSpan<'_> {
    lines(text).next().map_or(nothing(0), |line| line.part(0..0))
}

/// Reads a whole number without a sign.
pub fn number(part: &TextSpan) -> Result<u64, Problem> {
    let text = part.text();
    let is_number = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let value = text.parse().ok().filter(|_| is_number);
    value.ok_or_else(|| part.wrong("this is no number", "a whole number"))
}
