//! Which notation a text is in. The rules go from the surest to the vaguest.

use super::text::{Part, full_lines, lines};
use super::tiles::is_permutation;
use super::{
    Notation, bickford, drawn, gnome, jimslide, klotski, knuth, list, lumi, rush, sgt, tiles,
    zwegner,
};

/// The notation that a text looks like; that of SLIDING where nothing tells.
pub fn recognise(text: &str) -> &'static Notation {
    find(text).unwrap_or(&knuth::NOTATION)
}

fn find(text: &str) -> Option<&'static Notation> {
    let full = || full_lines(text);
    let first = full().next()?;
    #[cfg(feature = "report")]
    if super::json::is_report(text) {
        return Some(&super::json::NOTATION);
    }
    // These begin with a size as well.
    if are_most(text, sgt::is_id) {
        return Some(&sgt::NOTATION);
    }
    if knuth::recognises(first.text()) {
        return Some(&knuth::NOTATION);
    }
    if drawn::recognises(text) {
        return Some(&drawn::NOTATION);
    }
    let begins = |line: &Part, words: &[&str]| words.iter().any(|w| line.text().starts_with(w));
    if full().any(|line| begins(&line, &["xsize:", "ysize:"])) {
        return Some(&jimslide::NOTATION);
    }
    if ["initial", "target", "end"].iter().all(|word| full().any(|line| line.text() == *word)) {
        return Some(&list::NOTATION);
    }
    if full().all(|line| line.text().contains("\"board\"")) {
        return Some(&zwegner::NOTATION);
    }
    if lumi::is_pair(text) {
        return Some(&lumi::NOTATION);
    }
    let is_numeric = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",/".contains(c);
    if full().all(|line| line.text().chars().all(is_numeric))
        && let Some(notation) = of_numbers(text)
    {
        return Some(notation);
    }
    let is_word = |line: &Part| !line.text().contains(char::is_whitespace);
    if full().nth(1).is_none() && zwegner::is_board(first.words())
        || full().all(|line| is_word(&line)) && zwegner::is_board(full())
    {
        return Some(&zwegner::NOTATION);
    }
    if rush::rows(text).is_some() || full().all(|line| rush::is_board_line(&line)) {
        return Some(&rush::NOTATION);
    }
    if full().all(|line| is_word(&line) && klotski::is_code(&line)) {
        return Some(&klotski::NOTATION);
    }
    if full().all(|line| rush::is_database_line(&line)) {
        return Some(&rush::NOTATION);
    }
    if gnome::is_level(text) {
        return Some(&gnome::NOTATION);
    }
    most_lines(text)
}

/// Whether a line looks like a puzzle.
type Look = fn(&Part) -> bool;

/// The notation of a list with some bad lines in it.
fn most_lines(text: &str) -> Option<&'static Notation> {
    let looks: [(Look, _); 7] = [
        (|line| line.text().contains("\"board\""), &zwegner::NOTATION),
        (|line| zwegner::is_board(line.words()), &zwegner::NOTATION),
        (rush::is_board_line, &rush::NOTATION),
        (rush::is_database_line, &rush::NOTATION),
        (klotski::is_code, &klotski::NOTATION),
        (tiles::is_board_line, &tiles::SLIDY),
        (tiles::is_instance, &tiles::KORF),
    ];
    looks.into_iter().find(|&(is_one, _)| are_most(text, is_one)).map(|(_, notation)| notation)
}

/// Whether all lines look like puzzles, or three quarters of four and more.
fn are_most(text: &str, is_one: Look) -> bool {
    let all = full_lines(text).count();
    let fitting = full_lines(text).filter(is_one).count();
    fitting == all || all > 3 && 4 * fitting >= 3 * all
}

/// Among the notations that have numbers alone.
fn of_numbers(text: &str) -> Option<&'static Notation> {
    let is_between = |c: char| c.is_whitespace() || c == ',' || c == '/';
    lines(text).flat_map(|line| line.split(is_between)).nth(1)?;
    if text.contains('/') {
        return Some(&tiles::SLIDY);
    }
    let rows: Vec<Vec<Part>> = full_lines(text).map(|line| line.words().collect()).collect();
    let all: Vec<Part> = rows.iter().flatten().copied().collect();
    let are_single = rows.iter().all(|row| row.len() == 1);
    let side = (all[0].text().parse().ok()).unwrap_or(0_usize);
    if are_single && side.checked_mul(side) == Some(all.len() - 1) && is_permutation(&all[1..]) {
        return Some(&tiles::HACKERRANK);
    }
    let is_square = |cells: usize| cells.isqrt().pow(2) == cells;
    if rows.iter().all(|row| row.len() > 9 && is_square(row.len() - 1) && is_permutation(&row[1..]))
    {
        return Some(&tiles::KORF);
    }
    let is_instance: Look = |line| line.words().count() > 9 && tiles::is_instance(line);
    if rows.len() > 3 && are_most(text, is_instance) {
        return Some(&tiles::KORF);
    }
    let is_board: Look = |line| line.words().count() > 8 && tiles::is_board_line(line);
    if rows.len() > 3 && are_most(text, is_board) {
        return Some(&tiles::SLIDY);
    }
    let are_equal = rows.iter().all(|row| row.len() == rows[0].len());
    if rows.len() == 1 && all.len() == 20 && is_permutation(&all) {
        return Some(&bickford::NOTATION);
    }
    let is_shaped = rows.len() > 1 || is_square(all.len());
    if are_equal && is_shaped && !are_single && is_permutation(&all)
        || rows.iter().all(|row| row.len() > 1 && is_square(row.len()) && is_permutation(row))
    {
        return Some(&tiles::SLIDY);
    }
    if !are_single && rows.iter().all(|row| row.len() > 4 && has_no_gap(row))
        || are_equal && !are_single && rows.len() > 1
    {
        return Some(&bickford::NOTATION);
    }
    None
}

/// Whether these are, zeros apart, the numbers from 1 on without a gap.
fn has_no_gap(row: &[Part]) -> bool {
    let numbers: Option<Vec<usize>> = row.iter().map(|part| part.text().parse().ok()).collect();
    let Some(mut numbers) = numbers else { return false };
    numbers.push(0);
    numbers.sort_unstable();
    numbers.dedup();
    numbers.iter().copied().eq(0..numbers.len())
}
