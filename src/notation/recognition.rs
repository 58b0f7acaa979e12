//! Recognises the notation of a text that names itself or is a list of codes. All other texts are
//! boards.

use super::text::{TextSpan, full_lines};
use super::{Notation, gnome, jimslide, klotski, knuth, list, rush, sgt, tiles};
use crate::puzzle::Size;

/// Whether a text looks like one of a notation.
type Probe = fn(&str) -> bool;

/// The probes, in order: sliding names itself, but ids begin with a size, too.
const PROBES: &[(Probe, &Notation)] = &[
    #[cfg(feature = "report")]
    (super::json::is_report, &super::json::NOTATION),
    (|text| are_most(text, sgt::is_id), &sgt::NOTATION),
    (is_knuth, &knuth::NOTATION),
    (|text| has_line(text, |line| line.starts_with("xsize:")), &jimslide::NOTATION),
    (list::is_list, &list::NOTATION),
    (gnome::is_level, &gnome::NOTATION),
    (|text| are_most(text, rush::has_row_words), &rush::ZWEGNER),
    (|text| are_most(rush::below_header(text), rush::is_board_line), &rush::NOTATION),
    (
        |text| {
            !are_rows(text) && are_most(text, |l| l.text().len() > 4 && klotski::pieces(l).is_ok())
        },
        &klotski::NOTATION,
    ),
    (|text| are_most(text, tiles::is_instance), &tiles::KORF),
    (|text| !are_rows(text) && are_most(text, tiles::is_board_line), &tiles::SLIDY),
    (
        |text| {
            full_lines(text).count() != 2 && !are_rows(text) && are_most(text, tiles::is_bickford)
        },
        &tiles::BICKFORD,
    ),
];

/// Returns the notation of a text that is not just boards.
pub fn recognise(text: &str) -> Option<&'static Notation> {
    if full_lines(text).next().is_none() {
        return Some(&knuth::NOTATION);
    }
    PROBES.iter().find(|(probe, _)| probe(text)).map(|&(_, notation)| notation)
}

fn has_line(text: &str, is_it: fn(&str) -> bool) -> bool {
    full_lines(text).any(|line| is_it(line.text()))
}

fn is_knuth(text: &str) -> bool {
    full_lines(text).next().and_then(knuth::size_and_comment).is_some() && !has_board_below(text)
        || has_line(text, knuth::is_kind)
}

/// Whether a size is followed by as many rows and columns of cells, without a definition of a kind.
fn has_board_below(text: &str) -> bool {
    let mut lines = full_lines(text);
    let size = lines.next().and_then(knuth::size_and_comment);
    let Some((Size { rows, cols }, _)) = size else { return false };
    let is_row = |line: &TextSpan| {
        [line.words().count(), line.text().chars().count()].contains(&(cols as usize))
    };
    lines.clone().take(rows as usize).filter(is_row).count() == rows as usize
        && !lines.any(|line| line.text().contains('='))
}

/// Whether the lines are the rows of one board: signs of equal lines, a square of words, or a
/// permutation of tiles.
fn are_rows(text: &str) -> bool {
    let lines = full_lines(text).count();
    let is_square = full_lines(text).all(|line| line.words().count() == lines);
    tiles::is_permutation(full_lines(text).flat_map(|line| line.words()))
        || lines > 1 && is_square
        || are_digits(text)
}

/// Whether all lines look like puzzles, or with four or more, three quarters of them.
pub fn are_most(text: &str, is_one: fn(&TextSpan) -> bool) -> bool {
    let all = full_lines(text).count();
    let fitting = full_lines(text).filter(is_one).count();
    fitting == all || all > 3 && 4 * fitting >= 3 * all
}

/// Whether several lines have the same number of digits: rows, not codes.
fn are_digits(text: &str) -> bool {
    let first = full_lines(text).next().map_or("", |line| line.text());
    let is_row = |line: TextSpan| {
        line.text().len() == first.len() && line.text().chars().all(|c| c.is_ascii_digit())
    };
    let lines = full_lines(text).count();
    first.len() < 9 && lines > 1 && full_lines(text).all(is_row)
        || first.len() == 9 && lines == 1 && ('0'..='8').all(|digit| text.contains(digit))
}
