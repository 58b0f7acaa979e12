//! Parts of a text with their positions, for notations of lines and words.

use std::borrow::Cow;
use std::ops::Range;
use std::str::FromStr;

use super::problem::{Problem, ProblemEffect, Result};

/// A part of a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextSpan<'a> {
    line: &'a str,
    /// A part of `line`, in the same memory.
    text: &'a str,
    /// The number of the line, from 1.
    pub number: usize,
    offset: usize,
}

impl<'a> TextSpan<'a> {
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the bytes of the line before it.
    fn start(&self) -> usize {
        self.text.as_ptr() as usize - self.line.as_ptr() as usize
    }

    pub fn span(&self) -> Range<usize> {
        let start = self.offset + self.start();
        start..start + self.text.len()
    }

    /// Returns a part that was taken from the text of this one.
    fn of(self, text: &'a str) -> TextSpan<'a> {
        TextSpan { text, ..self }
    }

    pub fn part(&self, bytes: Range<usize>) -> TextSpan<'a> {
        self.of(&self.text[bytes])
    }

    pub fn from(&self, start: usize) -> TextSpan<'a> {
        self.of(&self.text[start..])
    }

    /// Returns the part from here to the end of a later one, at most to the end of the line.
    pub fn through(&self, last: TextSpan<'a>) -> TextSpan<'a> {
        let (start, end) = (self.start(), last.span().end.saturating_sub(self.offset));
        self.of(&self.line[start..end.clamp(start, self.line.len())])
    }

    pub fn behind(&self) -> TextSpan<'a> {
        self.from(self.text.len())
    }

    /// Returns the character with this index, or the place behind the last one.
    pub fn character(&self, index: usize) -> TextSpan<'a> {
        self.characters().nth(index).unwrap_or(self.behind())
    }

    pub fn characters(&self) -> impl DoubleEndedIterator<Item = TextSpan<'a>> + Clone + use<'a> {
        let whole = *self;
        self.text.split_inclusive(|_| true).map(move |c| whole.of(c))
    }

    /// Returns the column of its first character, from 1, in bytes.
    pub fn column(&self) -> usize {
        self.start() + 1
    }

    pub fn trimmed(&self) -> TextSpan<'a> {
        self.of(self.text.trim_start().trim_end())
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
        self.text.split(is_between).filter(|part| !part.is_empty()).map(move |part| whole.of(part))
    }

    /// Returns the parts before, between and behind separators, empty ones included.
    pub fn pieces(&self, separator: &str) -> Vec<TextSpan<'a>> {
        self.text.split(separator).map(|piece| self.of(piece)).collect()
    }

    /// Returns its value, such as a number.
    pub fn value<T: FromStr>(&self) -> Option<T> {
        self.text.parse().ok()
    }

    pub fn is_number(&self) -> bool {
        self.value::<i64>().is_some()
    }

    /// Returns an error at this place.
    pub fn fail<T, E: From<Problem>>(
        &self,
        message: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
    ) -> Result<T, E> {
        Err(self.wrong(message, expected).into())
    }

    /// Returns a problem at this place.
    pub fn wrong(
        &self,
        message: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
    ) -> Problem {
        // A byte order mark has no column.
        let before = self.line[..self.start()].trim_start_matches('\u{feff}');
        Problem {
            message: message.into(),
            expected: expected.into(),
            cause: None,
            effect: ProblemEffect::Fatal,
            line: self.number,
            column: before.chars().count() + 1,
            span: self.span(),
            depth: 2,
        }
    }
}

/// Returns the lines of a text, without line ends, blanks before these, and a byte order mark.
pub fn lines(text: &str) -> impl Iterator<Item = TextSpan<'_>> + Clone {
    let mut offset = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    text[offset..].split_inclusive('\n').enumerate().map(move |(index, raw)| {
        let line = raw.trim_end();
        let part = TextSpan { line, text: line, number: index + 1, offset };
        offset += raw.len();
        part
    })
}

/// What begins a comment beside a row.
const MARKS: [&str; 3] = [" # ", " // ", " ; "];

/// Returns the lines, without comments beside rows. Such a comment has a word of three letters or more.
pub fn uncommented_lines(text: &str) -> impl Iterator<Item = TextSpan<'_>> + Clone {
    lines(text).map(|line| {
        // Nearly no line has any of these, and lines of boards are read by the million.
        if !line.text.bytes().any(|byte| b"#/;".contains(&byte)) {
            return line;
        }
        let mark = MARKS.iter().filter_map(|mark| line.text.find(mark)).min();
        let Some(mark) = mark.filter(|_| !is_comment(&line)) else { return line };
        let row = line.text[..mark].trim_end();
        let mut words = line.text[mark..].split(|c: char| !c.is_alphabetic());
        let has_comment = !row.is_empty() && words.any(|word| word.len() > 2);
        if has_comment { line.of(row) } else { line }
    })
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
    line.starts_with("# ") && !bare.ends_with('#')
        || bare.starts_with("//")
        || bare.starts_with(';')
}

/// Whether this is a word of three letters or more, as no row of a board is.
pub fn is_long_word(word: &str) -> bool {
    word.len() > 2 && word.chars().all(char::is_alphabetic)
}

/// Returns the beginning of a text, the place of something missing as a whole.
pub fn beginning(text: &str) -> TextSpan<'_> {
    let nothing = TextSpan { number: 1, ..TextSpan::default() };
    lines(text).next().map_or(nothing, |line| line.part(0..0))
}

/// Reads a whole number without a sign.
pub fn number(part: &TextSpan) -> Result<u64> {
    let value = part.value().filter(|_| !part.text.starts_with('+'));
    value.ok_or_else(|| part.wrong("this is no number", "a whole number"))
}

/// A part of a line that is consumed from its beginning.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    /// What is not consumed yet.
    pub rest: TextSpan<'a>,
}

impl<'a> Cursor<'a> {
    pub fn new(rest: TextSpan<'a>) -> Self {
        Cursor { rest }
    }

    /// Whether everything is consumed.
    pub fn is_done(&self) -> bool {
        self.rest.text().is_empty()
    }

    fn advance(&mut self, bytes: usize) -> TextSpan<'a> {
        let taken = self.rest.part(0..bytes);
        self.rest = self.rest.from(bytes);
        taken
    }

    /// Consumes the first character if it is one of these.
    pub fn take(&mut self, signs: &str) -> Option<(char, TextSpan<'a>)> {
        let c = self.rest.text().chars().next().filter(|&c| signs.contains(c))?;
        Some((c, self.advance(c.len_utf8())))
    }

    /// Consumes the leading characters of a sort, perhaps none.
    pub fn take_while(&mut self, is_one: impl Fn(char) -> bool) -> TextSpan<'a> {
        let text = self.rest.text();
        self.advance(text.find(|c| !is_one(c)).unwrap_or(text.len()))
    }

    /// Consumes blanks and the word behind them.
    pub fn word(&mut self) -> Option<TextSpan<'a>> {
        self.take_while(char::is_whitespace);
        let word = self.take_while(|c| !c.is_whitespace());
        (!word.text().is_empty()).then_some(word)
    }

    /// Consumes the leading digits, perhaps none.
    pub fn digits(&mut self) -> TextSpan<'a> {
        self.take_while(|c| c.is_ascii_digit())
    }

    /// Consumes a number.
    pub fn number(&mut self) -> Result<u32> {
        let digits = self.digits();
        let value = u32::try_from(number(&digits)?);
        value.map_err(|_| digits.wrong("this number is too large", "a smaller one"))
    }

    /// Consumes one of these characters, or says that `message` is wrong here.
    pub fn expect(&mut self, sign: &'static str, message: &'static str) -> Result<()> {
        let found = self.take(sign).map(|_| ());
        found.ok_or_else(|| self.rest.wrong(message, format!("`{sign}`")))
    }

    /// Consumes these words if they come next.
    pub fn eat(&mut self, words: &str) -> bool {
        let is_next = self.rest.text().starts_with(words);
        self.advance(if is_next { words.len() } else { 0 });
        is_next
    }
}
