//! The lines above and below a board: sizes, counts, names and places.

use crate::notation::draft::PuzzleDraft;
use crate::notation::layout::Grid;
use crate::notation::text::{TextSpan, is_long_word};

/// What the lines beside a board say.
#[derive(Debug, Default)]
pub struct Beside<'a> {
    /// Lines with words that are none of these.
    skipped: Vec<String>,
    /// Pairs of numbers, as in `4x5`, `6 6` or `6 6 13`.
    pub sizes: Vec<[u32; 2]>,
    /// Lines of a single number.
    pub numbers: Vec<u32>,
    /// Signs of the board.
    pub names: Vec<TextSpan<'a>>,
    /// A cell, as in `1:3`, or two numbers below the board.
    pub place: Option<[u32; 2]>,
    /// A line with words before a colon and signs of the board behind it.
    pub rule: Option<TextSpan<'a>>,
}

impl<'a> Beside<'a> {
    /// Reads the lines beside a grid, or beside a list.
    pub fn of(lines: &[TextSpan<'a>], grid: Option<&Grid<'a>>) -> Self {
        let first = grid.map_or(usize::MAX, |grid| grid.place(0).number);
        let has = |word: &str| grid.is_some_and(|grid| grid.has(word));
        let mut beside = Beside::default();
        for line in lines {
            let is_below = line.number > first;
            let words: Vec<TextSpan> = line.split(|c| c == ',' || c.is_whitespace()).collect();
            let number = |word: &TextSpan| word.text().parse::<u32>().ok();
            let numbers: Vec<u32> = words.iter().filter_map(number).collect();
            let is_all = numbers.len() == words.len();
            match numbers[..] {
                [row, col] if is_below && is_all => beside.place = Some([row, col]),
                [one] if is_all => beside.numbers.push(one),
                [rows, cols, ..] if !is_below => beside.sizes.push([rows, cols]),
                _ => {}
            }
            let mut is_used = true;
            for word in &words {
                if let Some(size) = pair(word.text(), 'x') {
                    beside.sizes.push(size);
                } else if let Some(place) = pair(word.text(), ':') {
                    beside.place = Some(place);
                } else if has(word.text()) && number(word).is_none() {
                    beside.names.push(*word);
                } else {
                    is_used &= !word.text().contains(char::is_alphabetic);
                }
            }
            if !is_used {
                beside.skipped.push(format!("`{}`", line.text().trim()));
            }
            let (key, rest) = line.text().split_once(':').unwrap_or_default();
            if is_long_word(key.trim())
                && rest.split([' ', ',']).any(|word| !word.is_empty() && has(word))
            {
                beside.rule = Some(*line);
            }
        }
        beside
    }

    /// Says which lines were not used.
    pub fn note(&self, draft: &mut PuzzleDraft) {
        if !self.skipped.is_empty() {
            draft.assume(format!("skipped: {}", self.skipped.join(", ")), "");
        }
    }
}

/// Reads two numbers with a sign between them.
fn pair(word: &str, sign: char) -> Option<[u32; 2]> {
    let (one, other) = word.split_once(sign)?;
    Some([one.parse().ok()?, other.parse().ok()?])
}
