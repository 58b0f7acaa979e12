//! A part of a line that is consumed from its beginning.

use super::problem::Problem;
use super::text::{TextSpan, number};

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
    pub fn number(&mut self) -> Result<u32, Problem> {
        let digits = self.digits();
        let value = u32::try_from(number(&digits)?);
        value.map_err(|_| digits.wrong("this number is too large", "a smaller one"))
    }

    /// Consumes one of these characters, or says that `message` is wrong here.
    pub fn expect(&mut self, sign: &'static str, message: &'static str) -> Result<(), Problem> {
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
