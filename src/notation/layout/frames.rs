//! Frames of lines round a board, and the exits that they show.

use std::ops::Range;

use super::cells::indent;
use super::{ExitMark, Side};
use crate::notation::text::TextSpan;

/// Whether a line is the top, the bottom or the inside of a box of lines.
pub fn is_frame(text: &str, above: Option<&TextSpan>, below: Option<&TextSpan>) -> bool {
    let is_corner = |c: char| c == '+' || ('\u{2500}'..='\u{257f}').contains(&c);
    let is_barred = |line: &TextSpan| line.text().trim_start().starts_with(is_bar);
    let chars = || text.chars().filter(|c| *c != ' ');
    chars().all(|c| is_rule(c) || is_corner(c) || c == '|')
        && chars().any(is_rule)
        && (chars().next().is_some_and(is_corner)
            && text.chars().next_back().is_some_and(is_corner)
            || above.is_some_and(is_barred)
            || below.is_some_and(is_barred))
}

fn is_rule(c: char) -> bool {
    "-=─━═".contains(c)
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '║' | '┃')
}

/// Whether a line of a paragraph is only part of a frame.
pub fn is_frame_like(line: TextSpan) -> bool {
    let text = line.text().trim();
    let is_rule = |c: char| is_rule(c) && c != '-' || c == '+';
    is_frame(text, Some(&line), None) || !text.is_empty() && text.chars().all(is_rule)
}

/// Returns the lines without frames, and the exits that they show: an arrow beside a row, a missing
/// bar, an arrow above or below the board.
pub fn unframed<'a>(lines: &[TextSpan<'a>]) -> (Vec<TextSpan<'a>>, Vec<ExitMark>) {
    let mut rows: Vec<TextSpan> = Vec::new();
    let mut exits = Vec::new();
    let mut is_framed = false;
    for line in lines.iter().filter(|line| !is_frame_like(**line)) {
        let bare = line.text().trim();
        if let [mark] = bare.chars().collect::<Vec<_>>()[..]
            && matches!(mark, '^' | 'v' | 'V' | '↓' | '↑')
            && line.text().starts_with(' ')
        {
            let side = if matches!(mark, '^' | '↑') { Side::Top } else { Side::Bottom };
            exits.push(ExitMark { side, at: indent(line) as u32 });
            continue;
        }
        let width = rows.first().map(|row| row.text().chars().count());
        let (inner, side) = inside(*line, width, &mut is_framed);
        exits.extend(side.map(|side| ExitMark { side, at: rows.len() as u32 }));
        rows.push(line.part(inner));
    }
    (rows, exits)
}

/// Returns the part of a row between bars and arrows, and the side of its exit. In a frame, a missing
/// bar is an exit.
fn inside(
    line: TextSpan,
    width: Option<usize>,
    is_framed: &mut bool,
) -> (Range<usize>, Option<Side>) {
    let is_arrow = |c: char| matches!(c, '>' | '→' | '<' | '←');
    let text = line.text().trim();
    let first = text.chars().next().unwrap_or(' ');
    let last = text.chars().next_back().unwrap_or(' ');
    let (begins, ends) = (is_bar(first), is_bar(last));
    let length = text.chars().count();
    let has_bars = length > 2 && (begins && (ends || is_arrow(last)) || ends && is_arrow(first));
    let is_open = *is_framed && !has_bars && begins != ends;
    *is_framed |= has_bars;
    let is_longer = width.is_some_and(|width| length == width + 1);
    let goes_left = has_bars && matches!(first, '<' | '←');
    let goes_right = (has_bars || is_longer) && !is_open && matches!(last, '>' | '→');
    let side = match () {
        () if goes_right || is_open && begins => Some(Side::Right),
        () if goes_left || is_open && ends => Some(Side::Left),
        () => None,
    };
    let is_bare = !has_bars && !is_open;
    let indent = line.text().len() - line.text().trim_start().len();
    let from = match begins && !is_bare || goes_left {
        true => indent + first.len_utf8(),
        false if is_open => indent,
        false => 0,
    };
    let behind = if ends && !is_bare || goes_right { last.len_utf8() } else { 0 };
    (from..indent + text.len() - behind, side)
}
