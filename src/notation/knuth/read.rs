//! Text to [`Setup`]: the only reader of this notation.
//!
//! All problems of a text are collected, each with its place, and reported at once.

use std::iter::Peekable;
use std::ops::Range;

use super::filled::filled_board;
use super::gate;
use super::layout::{LineRole, PositionLine};
use super::places::TextPlaces;
use super::syntax::Syntax;
use crate::notation::error::ProblemCollector;
use crate::notation::looks::odd_look;
use crate::notation::problem::ProblemText;
use crate::notation::text::{TextSpan, lines, lines_of, nothing};
use crate::notation::{Item, Parsed, ProblemEffect};
use crate::puzzle::{
    Demand, Expectation, Gate, GoalSetup, KindSetup, Lock, MAX_GOAL_CELLS, Note, Setup, Size,
    Style, Violation, Want, kind_number,
};

/// Whether the text begins like one in this notation.
pub fn recognises(text: &str) -> bool {
    lines(text).next().is_some_and(|line| size_and_comment(line.text()).is_some())
}

/// Whether a line defines a kind, as `1 = 11/1` does.
pub fn is_kind(line: &str) -> bool {
    let mut chars = line.chars();
    let is_pattern = |c: char| "01/hv ".contains(c);
    chars.next().is_some()
        && is_definition(chars.as_str())
        && line.split_once(" = ").is_some_and(|(_, pattern)| pattern.chars().all(is_pattern))
}

/// Returns the puzzles of a text, read on demand.
pub fn items(text: &str) -> impl Iterator<Item = Item> {
    let (mut begin, mut line) = (0, 1);
    let mut is_first = true;
    std::iter::from_fn(move || {
        // An empty text is a puzzle with everything missing.
        if begin == text.len() && !is_first {
            return None;
        }
        is_first = false;
        let end = begin + end_of_puzzle(&text[begin..]);
        let item = Item::new(line, read(text, begin..end));
        line += text[begin..end].matches('\n').count();
        begin = end;
        Some(item)
    })
}

/// Returns where the next puzzle begins: after an empty line, with a size, and a definition on the
/// next line. Anything else below the goals is ignored, as SLIDING ignores all of it.
fn end_of_puzzle(text: &str) -> usize {
    let mut above: Option<[TextSpan; 2]> = None;
    // Lines that are neither empty nor definitions: at least the size, the start and the stop.
    let mut others = 0;
    for line in lines(text) {
        let is_kind = |line: TextSpan| {
            let mut chars = line.text().chars();
            chars.next().is_some() && is_definition(chars.as_str())
        };
        if let Some([blank, size]) = above
            && is_blank(&blank)
            && others > 3
            && is_kind(line)
            && size_and_comment(size.text()).is_some()
        {
            return size.span().start;
        }
        others += usize::from(!is_blank(&line) && !is_kind(line));
        above = Some([above.map_or(line, |[_, last]| last), line]);
    }
    text.len()
}

/// Reads a part of a text as a puzzle.
fn read(text: &str, part: Range<usize>) -> Parsed {
    let mut reader = PuzzleReader::new(text, part);
    reader.text();
    let PuzzleReader { setup, places, report, .. } = reader;
    report.finish(&setup, |fault| {
        let span = places.of(fault.place, &setup)?;
        let mut words = ProblemText::from(&fault.violation);
        if matches!(fault.violation, Violation::LeavesBoard(_) | Violation::Overlap { .. }) {
            words.picture = filled_board(fault.place, &setup).unwrap_or_default();
        }
        Some((words, span))
    })
}

struct PuzzleReader<'a> {
    text: &'a str,
    lines: Peekable<Box<dyn Iterator<Item = TextSpan<'a>> + 'a>>,
    /// The last line read.
    last: TextSpan<'a>,
    /// The setup so far.
    setup: Setup,
    places: TextPlaces<'a>,
    report: ProblemCollector<'a>,
}

impl<'a> PuzzleReader<'a> {
    fn new(text: &'a str, part: Range<usize>) -> Self {
        let mark = '\u{feff}';
        let begin = if text[part.clone()].starts_with(mark) { mark.len_utf8() } else { 0 };
        let lines = lines_of(text, part.start + begin..part.end);
        Self {
            text: &text[..part.end],
            lines: (Box::new(lines) as Box<dyn Iterator<Item = TextSpan<'a>> + 'a>).peekable(),
            last: nothing(part.end),
            setup: Setup::new(Size { rows: 0, cols: 0 }),
            places: TextPlaces::default(),
            report: ProblemCollector::new(text),
        }
    }

    fn take(&mut self) -> Option<TextSpan<'a>> {
        let line = self.lines.next()?;
        self.last = line;
        Some(line)
    }

    fn fault(&mut self, syntax: Syntax, span: Range<usize>) {
        self.report.fault(syntax.into(), span);
    }

    fn text(&mut self) {
        self.size_line();
        let start_line = self.kind_lines();
        let goal_line = start_line.and_then(|_| self.goal_line());
        let Some(start_line) = start_line else { return };
        if self.setup.size.violation().is_some() {
            return;
        }
        let start = self.start(start_line);
        if let Some(goal_line) = goal_line {
            self.goal(goal_line, &start);
        }
        self.tail(&start);
        if !start.is_sound {
            // Goals are not compared with walls that may be misplaced.
            self.setup.blocked.clear();
        }
    }

    /// Reads the first line: the size and the comment behind it.
    fn size_line(&mut self) {
        let mut above = None;
        while self.lines.peek().is_some_and(|line| is_blank(line) || line.text().starts_with('#')) {
            above = above.or(self.take());
        }
        if let Some(above) = above {
            let is_size = |line: &TextSpan| size_and_comment(line.text()).is_some();
            if !self.lines.peek().is_some_and(is_size) {
                return self.fault(Syntax::BadSize, above.span());
            }
            self.fault(Syntax::AboveSize, above.span());
        }
        let line = self.take().unwrap_or(self.last);
        let Some((size, rest)) = size_and_comment(line.text()) else {
            self.fault(Syntax::BadSize, line.span());
            return;
        };
        self.setup.size = size;
        self.setup.comment = line.text()[rest..].trim().to_owned();
        self.places.size = Some(line.part(0..rest).span());
    }

    /// Reads the definitions of kinds, up to the start line, which is returned.
    fn kind_lines(&mut self) -> Option<TextSpan<'a>> {
        while let Some(line) = self.take() {
            let mut chars = line.text().chars();
            let name = chars.next();
            if self.report.is_full() {
                return None;
            }
            match name {
                _ if is_blank(&line) => {}
                Some(name) if is_definition(chars.as_str()) => self.kind_line(line, name),
                Some('#') => self.fault(Syntax::EarlyNote, line.span()),
                Some(name) if line.text().contains('=') => {
                    self.malformed_kind(line, name);
                }
                _ => return Some(line),
            }
        }
        let end = self.end();
        self.fault(Syntax::NoStart, end);
        None
    }

    /// Reports a line that is meant as a definition.
    fn malformed_kind(&mut self, line: TextSpan<'a>, name: char) {
        let is_named = kind_number(name).is_some() && !self.is_defined(name);
        let meant = line.text()[name.len_utf8()..].trim_start().strip_prefix('=').map(str::trim);
        let kind = meant.and_then(|meant| pattern(name, meant).ok()).filter(|_| is_named);
        let meant = kind.as_ref().and(meant).map(|pattern| format!("{name} = {pattern}"));
        self.fault(Syntax::MalformedKind(meant), line.span());
        // The kind that it was meant to define is not reported as missing as well.
        if is_named {
            self.define(kind.unwrap_or_else(|| KindSetup::new(name, [])), None);
        }
    }

    fn kind_line(&mut self, line: TextSpan<'a>, name: char) {
        if kind_number(name).is_none() {
            let span = line.part(0..name.len_utf8()).span();
            self.report.fault(ProblemText::from(&Violation::BadName(name)), span);
        } else if self.is_defined(name) {
            self.report.warn(Syntax::Redefined(name).into(), ProblemEffect::Void, line.span());
        } else {
            let line = line.from(line.text().len().min(name.len_utf8() + " = ".len()));
            match pattern(name, line.text()) {
                Ok(kind) => self.define(kind, Some(line.span())),
                Err((at, c)) => {
                    self.fault(Syntax::BadPattern(c), line.part(at..at + c.len_utf8()).span());
                    self.define(KindSetup::new(name, []), None);
                }
            }
        }
    }

    fn is_defined(&self, name: char) -> bool {
        self.setup.kinds.iter().any(|kind| kind.name == name)
    }

    /// Adds a kind. One that was not understood has an index, but no cells and no place.
    fn define(&mut self, kind: KindSetup, place: Option<Range<usize>>) {
        self.setup.add_kind(kind);
        self.places.kinds.push(place);
    }

    fn goal_line(&mut self) -> Option<TextSpan<'a>> {
        let line = self.take();
        let stop = line.filter(|line| !is_blank(line));
        if stop.is_none() {
            let span = line.map_or_else(|| self.end(), |line| line.part(0..0).span());
            self.fault(Syntax::NoStop, span);
        }
        stop
    }

    /// Returns the place behind the last line.
    fn end(&self) -> Range<usize> {
        match self.text.ends_with('\n') {
            true => self.text.len()..self.text.len(),
            false => self.last.behind().span(),
        }
    }

    fn start(&mut self, line: TextSpan<'a>) -> PositionLine {
        let mut layout = PositionLine::read(line, &self.setup, LineRole::Start, &mut self.report);
        self.setup.start = std::mem::take(&mut layout.pieces);
        self.setup.blocked.clone_from(&layout.walls);
        self.places.start(line, layout.is_sound);
        layout
    }

    fn goal(&mut self, line: TextSpan<'a>, start: &PositionLine) {
        let role = if start.is_sound { LineRole::Goal } else { LineRole::GoalOfFaultyStart };
        let layout = PositionLine::read(line, &self.setup, role, &mut self.report);
        self.setup.goals.push(if layout.is_open {
            // Pieces come first, in the order of their names in the line.
            let origins = layout.pieces.iter();
            let origins =
                origins.map(|piece| Demand { cell: piece.cell, want: Want::Origin(piece.kind) });
            let empty = layout.empty.iter().map(|&cell| Demand { cell, want: Want::Empty });
            GoalSetup::Partial(origins.chain(empty).collect())
        } else {
            GoalSetup::Complete(layout.pieces)
        });
        self.places.goal(line, layout.is_sound && start.is_sound);
    }

    /// Reads everything below the stop line.
    fn tail(&mut self, start: &PositionLine) {
        while let Some(line) = self.take() {
            if self.report.is_full() {
                break;
            }
            if let Some(shorthand) = line.text().strip_prefix("or ") {
                let cells = (self.setup.goals.len() + 1).saturating_mul(self.setup.size.cells());
                if cells > MAX_GOAL_CELLS {
                    self.report.fault(ProblemText::from(&Violation::TooManyGoals), line.span());
                    break;
                }
                let shorthand = line.from(line.text().len() - shorthand.trim_start().len());
                self.goal(shorthand, start);
            } else if gate::is_gate_line(line.text()) {
                self.gate(line);
            } else if let Some((key, value)) = key_and_value(line.text()) {
                self.fact(line, key, value);
            } else if !is_blank(&line) {
                self.report.warn(Syntax::Ignored.into(), ProblemEffect::Ignored, line.span());
            }
        }
    }

    fn gate(&mut self, line: TextSpan<'a>) {
        let kind = |name| {
            let index = self.setup.kinds.iter().position(|kind| kind.name == name);
            index.map(|index| index as u8).ok_or_else(|| Syntax::Undefined(name).into())
        };
        match gate::read(line.text(), self.setup.size, kind) {
            Ok((kinds, cells)) => {
                self.setup.gates.push(Gate { kinds, cells });
                self.places.gates.push(line.span());
            }
            Err((words, part)) => self.report.fault(words, line.part(part).span()),
        }
    }

    fn fact(&mut self, line: TextSpan<'a>, key: &str, value: &str) {
        if key != "expect" {
            let note = Note { key: key.to_owned(), value: value.to_owned() };
            if let Some(words) = odd_look(&note, &self.setup.kinds) {
                self.report.warn(words, ProblemEffect::Ignored, line.span());
            }
            self.setup.notes.push(note);
        } else if let Some(expectation) = expectation(value) {
            self.setup.expectations.push(expectation);
            self.places.expectations.push(line.span());
        } else {
            self.fault(Syntax::BadExpectation, line.span());
        }
    }
}

fn is_blank(line: &TextSpan) -> bool {
    line.text().trim().is_empty()
}

/// Returns the board's size at the start of `text`, and the number of bytes read. A number that is
/// too large is replaced by another one that is too large. Signs are accepted so that an error can
/// show a negative size; it reads as 0.
pub fn size_and_comment(text: &str) -> Option<(Size, usize)> {
    fn number(text: &str) -> Option<(u32, &str)> {
        let text = text.trim_start();
        let negative = text.starts_with('-');
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &digits[..digits.len() - rest.len()];
        if digits.is_empty() {
            return None;
        }
        Some((if negative { 0 } else { digits.parse().unwrap_or(u32::MAX) }, rest))
    }
    let (rows, rest) = number(text)?;
    let (cols, rest) = number(rest.trim_start().strip_prefix('x')?)?;
    Some((Size { rows, cols }, text.len() - rest.len()))
}

/// Whether the rest of a line after the name of a kind continues a definition.
fn is_definition(rest: &str) -> bool {
    rest == " ="
        || rest.strip_prefix(" = ").is_some_and(|pattern| !pattern.starts_with([' ', '\t']))
}

/// Returns the kind with a name and a pattern: rows of `0` and `1` joined by `/`, optionally
/// followed by ` h` or ` v`.
///
/// # Errors
///
/// The first invalid character, with its place in bytes.
///
/// ```
/// use sliding::notation::knuth::pattern;
///
/// assert_eq!(pattern('a', "01/11").unwrap().cells, [(0, 1), (1, 0), (1, 1)]);
/// assert_eq!(pattern('a', "01/21"), Err((3, '2')));
/// ```
pub fn pattern(name: char, text: &str) -> Result<KindSetup, (usize, char)> {
    let (pattern, lock) = match text.strip_suffix(" h") {
        Some(pattern) => (pattern, Lock::Horizontal),
        None => text.strip_suffix(" v").map_or((text, Lock::Free), |text| (text, Lock::Vertical)),
    };
    let mut cells = Vec::new();
    let (mut row, mut col) = (0, 0);
    for (at, c) in pattern.char_indices() {
        match c {
            '0' => col += 1,
            '1' => {
                cells.push((row, col));
                col += 1;
            }
            '/' => (row, col) = (row + 1, 0),
            c => return Err((at, c)),
        }
    }
    let mut kind = KindSetup::new(name, cells);
    kind.lock = lock;
    Ok(kind)
}

pub fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.strip_prefix('#')?.split_once(':')?;
    let key = key.trim();
    (!key.is_empty()).then(|| (key, value.trim()))
}

/// Reads `STYLE MOVES [STATES]`.
pub fn expectation(value: &str) -> Option<Expectation> {
    let mut words = value.split_whitespace();
    let style = Style::new(words.next()?.parse().ok()?)?;
    let moves = match words.next()? {
        "none" => None,
        number => Some(number.parse().ok()?),
    };
    let states = words.next().map(str::parse).transpose().ok()?;
    words.next().is_none().then_some(Expectation { style, moves, states })
}
