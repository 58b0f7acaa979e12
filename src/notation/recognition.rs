//! Recognises the notation of a text that names itself or is a list of codes. All other texts are
//! boards.

use super::text::{TextSpan, full_lines};
use super::{Notation, gnome, jimslide, klotski, knuth, list, rush, sgt, tiles};

/// Returns the notation of a text that is not just boards.
pub fn recognise(text: &str) -> Option<&'static Notation> {
    let full = || full_lines(text);
    let Some(first) = full().next() else { return Some(&knuth::NOTATION) };
    #[cfg(feature = "report")]
    if super::json::is_report(text) {
        return Some(&super::json::NOTATION);
    }
    // These begin with a size as well.
    if are_most(text, sgt::is_id) {
        return Some(&sgt::NOTATION);
    }
    let is_own = knuth::recognises(first.text()) && !has_board_below(text);
    if is_own || full().any(|line| knuth::is_kind(line.text())) {
        return Some(&knuth::NOTATION);
    }
    let begins = |line: &TextSpan, words: &[&str]| words.iter().any(|w| line.text().starts_with(w));
    if full().any(|line| begins(&line, &["xsize:", "ysize:"])) {
        return Some(&jimslide::NOTATION);
    }
    let has_line = |word: &str| full().any(|line| line.text() == word);
    if ["initial", "target", "end"].into_iter().all(has_line) {
        return Some(&list::NOTATION);
    }
    if gnome::is_level(text) {
        return Some(&gnome::NOTATION);
    }
    of_lines(text)
}

/// Whether a size is followed by as many rows and columns of cells, without a definition of a kind.
fn has_board_below(text: &str) -> bool {
    let Some((size, _)) = full_lines(text).next().and_then(|l| knuth::size_and_comment(l.text()))
    else {
        return false;
    };
    let below: Vec<TextSpan> = full_lines(text).skip(1).collect();
    let cols = size.cols as usize;
    let is_row = |line: &TextSpan| {
        line.words().count() == cols && cols > 1 || line.text().chars().count() == cols
    };
    let rows = below.get(..size.rows as usize);
    rows.is_some_and(|rows| rows.len() > 1 && rows.iter().all(is_row))
        && !below.iter().any(|line| line.text().contains('='))
}

/// Whether a line looks like a puzzle.
type LineTest = fn(&TextSpan) -> bool;

/// Returns the notation of a text whose lines are one puzzle each: all lines, or with four lines or
/// more, at least three quarters of them.
fn of_lines(text: &str) -> Option<&'static Notation> {
    let looks: [(LineTest, &Notation); 6] = [
        (rush::has_row_words, &rush::ZWEGNER),
        (rush::is_board_line, &rush::NOTATION),
        (|line| line.text().len() > 4 && klotski::is_code(line), &klotski::NOTATION),
        (tiles::is_instance, &tiles::KORF),
        (tiles::is_board_line, &tiles::SLIDY),
        (tiles::is_bickford, &tiles::BICKFORD),
    ];
    let text = rush::below_header(text);
    let lines = full_lines(text).count();
    let fits = |&(is_one, notation): &(LineTest, &'static Notation)| {
        let is_meant = match notation.name {
            "klotski" => !are_digits(text),
            // A single line is a board.
            "tiles" => lines > 1 && !are_rows(text),
            "bickford" => lines != 2 && !are_rows(text),
            _ => true,
        };
        is_meant && are_most(text, is_one)
    };
    looks.iter().find(|look| fits(look)).map(|&(_, notation)| notation)
}

/// Whether several lines have the same number of digits: rows, not codes.
fn are_digits(text: &str) -> bool {
    let mut lines = full_lines(text);
    let length = lines.next().map_or(0, |line| line.text().len());
    let is_row = |line: TextSpan| {
        line.text().len() == length && line.text().chars().all(|c| c.is_ascii_digit())
    };
    length < 9 && full_lines(text).count() > 1 && full_lines(text).all(is_row)
        || length == 9 && full_lines(text).count() == 1 && is_digit_board(text)
}

/// Whether a line has each digit from 0 to 8 once.
fn is_digit_board(text: &str) -> bool {
    ('0'..='8').all(|digit| text.contains(digit))
}

/// Whether the lines are the rows of one board: together they are the numbers of tiles, or they
/// form a square.
fn are_rows(text: &str) -> bool {
    let cells: Vec<TextSpan> = full_lines(text).flat_map(|line| line.words()).collect();
    let lines = full_lines(text).count();
    let is_square = full_lines(text).all(|line| line.words().count() == lines);
    tiles::is_permutation(&cells) || lines > 1 && is_square
}

/// Whether all lines look like puzzles, or with four or more, three quarters of them.
fn are_most(text: &str, is_one: LineTest) -> bool {
    let all = full_lines(text).count();
    let fitting = full_lines(text).filter(is_one).count();
    fitting == all || all > 3 && 4 * fitting >= 3 * all
}
