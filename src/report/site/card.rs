//! A puzzle in the gallery.

use std::fmt::Write;

use super::{GalleryPuzzle, PICTURE};
use crate::engine::query::Status;
use crate::puzzle::Style;
use crate::report::escape::escape;
use crate::report::texts::Texts;
use crate::report::words::plain;

/// The result for a puzzle in a style.
#[derive(Clone, Copy, Default)]
struct StyleResult {
    /// The least number of moves; `Some(None)` if there is no solution.
    moves: Option<Option<u64>>,
    configurations: Option<u64>,
}

/// A puzzle in the gallery.
pub struct Card<'a> {
    pub family: &'a str,
    id: &'a str,
    name: String,
    rows: u32,
    cols: u32,
    pieces: usize,
    style: Style,
    known: [StyleResult; 6],
}

impl<'a> Card<'a> {
    /// Builds the card from the puzzle's own expectations, and the result in the style of the site.
    pub fn new(shown: &GalleryPuzzle<'a>) -> Card<'a> {
        let GalleryPuzzle { id, family, playable, .. } = shown;
        let puzzle = playable.puzzle;
        let mut known = [StyleResult::default(); 6];
        for expected in puzzle.expectations() {
            known[usize::from(expected.style.number())] =
                StyleResult { moves: Some(expected.moves), configurations: expected.states };
        }
        let outcome = playable.outcome;
        let here = &mut known[usize::from(playable.style.number())];
        here.moves = match outcome.status {
            Status::Solved if outcome.is_shortest => Some(outcome.moves),
            Status::Unsolvable => Some(None),
            _ => here.moves,
        };
        let size = puzzle.size();
        Card {
            family,
            id,
            name: plain(playable.name),
            rows: size.rows,
            cols: size.cols,
            pieces: puzzle.start().placements().len(),
            style: playable.style,
            known,
        }
    }

    /// Writes the card as an item of a list.
    pub fn write(&self, texts: &Texts, html: &mut String) {
        let Card { family, id, rows, cols, pieces, .. } = self;
        let name = escape(&self.name);
        let number = |number: Option<u64>| number.map_or_else(String::new, |n| n.to_string());
        let moves = self.known.map(|known| match known.moves {
            Some(None) => "none".to_owned(),
            moves => number(moves.flatten()),
        });
        let configurations = self.known.map(|known| number(known.configurations));
        let (moves, configurations) = (moves.join(","), configurations.join(","));
        let longer = f64::from(*rows.max(cols));
        let side = |cells: u32| (PICTURE * f64::from(cells) / longer).round();
        let (width, height) = (side(*cols), side(*rows));
        let figures = escape(&self.figures(texts));
        // All text from puzzles is escaped; an id needs no escaping.
        let family = escape(family);
        let _ = writeln!(
            html,
            "<li class=\"card\" data-id=\"{id}\" data-family=\"{family}\" data-pieces=\"{pieces}\" \
             data-size=\"{rows} × {cols}\" data-cells=\"{}\" data-moves=\"{moves}\" \
             data-states=\"{configurations}\"><a href=\"play.html#id={id}\">\
             <img src=\"puzzles/{id}.svg\" width=\"{width}\" height=\"{height}\" alt=\"\" \
             loading=\"lazy\">\
             <bdi class=\"title\">{name}</bdi></a><p class=\"figures\">{figures}</p></li>",
            rows * cols,
        );
    }

    /// Returns the figures as they are before scripts run.
    fn figures(&self, texts: &Texts) -> String {
        let StyleResult { moves, configurations } = self.known[usize::from(self.style.number())];
        let fill = |key: &str, number: u64| {
            let forms = texts.english(key);
            let (one, many) = forms.split_once('|').unwrap_or((forms, forms));
            if number == 1 { one } else { many }.replace("{n}", &grouped(number))
        };
        let size = format!("{} × {}", self.rows, self.cols);
        let mut parts = vec![
            fill("gallery.size", self.pieces as u64).replace("{size}", &size),
            match moves {
                Some(Some(moves)) => fill("moves", moves),
                Some(None) => texts.english("gallery.unsolvable").to_owned(),
                None => texts.english("gallery.unknown").to_owned(),
            },
        ];
        parts.extend(configurations.map(|count| fill("configurations", count)));
        parts.join(" · ")
    }
}

/// Formats a number with a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
