//! Text to [`Puzzle`]: the only place where a puzzle's text is understood.
//!
//! The format is described in `docs/FORMAT.md`. Everything that is wrong with a file is gathered,
//! up to [`MAX_PROBLEMS`], each with its place, and reported at once.

use std::ops::Range;

pub use super::fault::Fault;
use super::{
    Configuration, Demand, Expectation, Goal, Kind, Lock, MAX_CELLS, Note, Placement, Puzzle, Size,
    Want, kind_number,
};

/// After this many problems the reading of a file stops.
pub const MAX_PROBLEMS: usize = 20;

/// The largest number of goals times cells of the board. A file that lists more would only eat
/// memory.
pub const MAX_GOAL_CELLS: usize = 1 << 24;

/// A fault and its place in the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}; expected {}", fault.expected())]
pub struct Problem {
    /// What is wrong.
    pub fault: Fault,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The bytes of the text that are meant; empty where something is missing.
    pub span: Range<usize>,
}

/// A [`Problem`] that does not keep the text from being a puzzle.
pub type Warning = Problem;

/// All that is wrong with a text (up to [`MAX_PROBLEMS`]), in the order of the lines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ParseError {
    problems: Vec<Problem>,
}

impl ParseError {
    /// The problems, at least one.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

/// Reads a puzzle, with the warnings that its text deserves.
///
/// Takes time and memory linear in the text and the board.
///
/// # Errors
///
/// [`ParseError`] with everything that is wrong.
///
/// ```
/// use sliding::puzzle::parse::parse;
///
/// let error = parse("2 x 2\n1 = 1\n1y\n1\n").unwrap_err();
/// assert_eq!((error.problems()[0].line, error.problems()[0].column), (3, 2));
/// ```
pub fn parse(text: &str) -> Result<(Puzzle, Vec<Warning>), ParseError> {
    let mut reader = Reader::new(text);
    match reader.puzzle() {
        Some(puzzle) if reader.problems.is_empty() => Ok((puzzle, reader.warnings)),
        _ => {
            reader.problems.sort_by_key(|problem| (problem.line, problem.column));
            reader.problems.truncate(MAX_PROBLEMS);
            Err(ParseError { problems: reader.problems })
        }
    }
}

/// A line without its end, and where it stands.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    offset: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    /// The part of the line from byte `at`, as a line of its own.
    fn from(self, at: usize) -> Line<'a> {
        Line { offset: self.offset + at, text: &self.text[at..], ..self }
    }
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut offset = mark;
    let mut lines = Vec::new();
    for raw in text[mark..].split_inclusive('\n') {
        let line = raw.strip_suffix('\n').unwrap_or(raw);
        let line = line.strip_suffix('\r').unwrap_or(line);
        lines.push(Line { number: lines.len() + 1, offset, text: line });
        offset += raw.len();
    }
    lines
}

/// What a kind's name was found to mean: `None` where its definition is faulty.
type Definition = Option<Kind>;

struct Reader<'a> {
    text: &'a str,
    lines: Vec<Line<'a>>,
    /// Index of the next line to read.
    next: usize,
    problems: Vec<Problem>,
    warnings: Vec<Warning>,
    definitions: Vec<(char, Definition)>,
}

/// What a configuration line is read as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role<'a> {
    Start,
    /// A goal, whose blocked cells must be the start's.
    Goal {
        walls: &'a [u32],
    },
    /// A goal with nothing to compare it with.
    GoalOfFaultyStart,
}

/// A configuration line as it was read, before it is compared with the start.
#[derive(Default)]
struct Layout {
    placements: Vec<Placement>,
    empty: Vec<u32>,
    blocked: Vec<u32>,
    open: Vec<u32>,
    /// Whether it could be read without a fault.
    sound: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            lines: lines(text),
            next: 0,
            problems: Vec::new(),
            warnings: Vec::new(),
            definitions: Vec::new(),
        }
    }

    fn take(&mut self) -> Option<Line<'a>> {
        let line = self.lines.get(self.next).copied();
        self.next += 1;
        line
    }

    fn problem(&self, fault: Fault, line: Line, span: Range<usize>) -> Problem {
        // Columns count from the line's true start, also where `line` is only a part of it.
        let start = self.text[..line.offset].rfind('\n').map_or(0, |at| at + 1);
        let before = &self.text[start..line.offset + span.start];
        let column = before.trim_start_matches('\u{feff}').chars().count() + 1;
        let span = line.offset + span.start..line.offset + span.end;
        Problem { fault, line: line.number, column, span }
    }

    fn fault(&mut self, fault: Fault, line: Line, span: Range<usize>) {
        let problem = self.problem(fault, line, span);
        self.problems.push(problem);
    }

    fn warn(&mut self, fault: Fault, line: Line) {
        let warning = self.problem(fault, line, 0..line.text.len());
        self.warnings.push(warning);
    }

    /// Whether so much is wrong that reading on would help nobody.
    fn gave_up(&self) -> bool {
        self.problems.len() >= MAX_PROBLEMS
    }

    fn puzzle(&mut self) -> Option<Puzzle> {
        let size = self.size_line();
        let start_line = self.kind_lines();
        let stop_line = start_line.and_then(|_| self.stop_line());
        let (size, comment) = size?;
        let start_line = start_line?;

        let start = self.layout(start_line, size, Role::Start);
        if start.sound && start.placements.is_empty() {
            self.fault(Fault::NoPieces, start_line, 0..start_line.text.len());
        }
        let mut goals = Vec::new();
        if let Some(stop_line) = stop_line {
            goals.extend(self.goal(stop_line, size, &start));
        }
        let (notes, expectations) = self.tail(size, &start, &mut goals);

        let kinds = self.definitions.drain(..).filter_map(|(_, kind)| kind).collect();
        Some(Puzzle {
            size,
            comment,
            kinds,
            blocked: start.blocked,
            start: Configuration::new(start.placements),
            goals,
            notes,
            expectations,
        })
    }

    /// The first line: the size and the commentary behind it.
    fn size_line(&mut self) -> Option<(Size, String)> {
        let line = self.take().unwrap_or(Line { number: 1, offset: self.text.len(), text: "" });
        let Some((rows, cols, rest)) = size_and_comment(line.text) else {
            self.fault(Fault::BadSize, line, 0..line.text.len());
            return None;
        };
        let span = 0..rest;
        let fault = match (rows, cols) {
            (Some(rows), Some(cols)) if rows > 0 && cols > 0 => match rows.checked_mul(cols) {
                Some(cells) if cells <= MAX_CELLS as u64 => {
                    let size = Size { rows: rows as u32, cols: cols as u32 };
                    return Some((size, line.text[rest..].trim().to_owned()));
                }
                _ => Fault::BoardTooLarge,
            },
            (Some(0), _) | (_, Some(0)) => Fault::NoCells,
            _ => Fault::BoardTooLarge,
        };
        self.fault(fault, line, span);
        None
    }

    /// The definitions of kinds, up to the start line, which is returned.
    fn kind_lines(&mut self) -> Option<Line<'a>> {
        while let Some(line) = self.take() {
            let mut chars = line.text.chars();
            let name = chars.next();
            if self.gave_up() {
                return None;
            }
            match name {
                _ if line.text.trim().is_empty() => {}
                Some(name) if chars.as_str().starts_with(" = ") => self.kind_line(line, name),
                Some('#') => self.fault(Fault::EarlyNote, line, 0..line.text.len()),
                Some(name) if line.text.contains('=') => {
                    self.fault(Fault::MalformedKind, line, 0..line.text.len());
                    // What it was meant to define is not missing as well.
                    if kind_number(name).is_some() {
                        self.definitions.push((name, None));
                    }
                }
                _ => return Some(line),
            }
        }
        let end = self.end();
        self.fault(Fault::NoStart, end, 0..0);
        None
    }

    fn kind_line(&mut self, line: Line<'a>, name: char) {
        if kind_number(name).is_none() {
            self.fault(Fault::BadName(name), line, 0..name.len_utf8());
            return;
        }
        if self.definitions.iter().any(|&(known, _)| known == name) {
            self.warn(Fault::Redefined(name), line);
            return;
        }
        let pattern = line.from(name.len_utf8() + " = ".len());
        let definition = self.pattern(pattern, name);
        self.definitions.push((name, definition));
    }

    fn pattern(&mut self, line: Line<'a>, name: char) -> Definition {
        let (pattern, lock) = match line.text {
            text if text.ends_with(" h") => (&text[..text.len() - 2], Lock::Horizontal),
            text if text.ends_with(" v") => (&text[..text.len() - 2], Lock::Vertical),
            text => (text, Lock::Free),
        };
        let mut occupied = Vec::new();
        let (mut row, mut col) = (0, 0);
        for (at, c) in pattern.char_indices() {
            match c {
                '0' => col += 1,
                '1' => {
                    occupied.push((row, col));
                    col += 1;
                }
                '/' => (row, col) = (row + 1, 0),
                c => {
                    self.fault(Fault::BadPattern(c), line, at..at + c.len_utf8());
                    return None;
                }
            }
        }
        if occupied.is_empty() {
            self.fault(Fault::EmptyPattern(name), line, 0..line.text.len());
            return None;
        }
        Some(Kind::new(name, &occupied, lock))
    }

    fn stop_line(&mut self) -> Option<Line<'a>> {
        match self.take() {
            Some(line) if !line.text.trim().is_empty() => Some(line),
            found => {
                let line = found.unwrap_or_else(|| self.end());
                self.fault(Fault::NoStop, line, 0..0);
                None
            }
        }
    }

    /// The place behind the last line.
    fn end(&self) -> Line<'a> {
        let number =
            self.lines.len() + usize::from(self.text.ends_with('\n') || self.lines.is_empty());
        let last = self.lines.last().filter(|_| !self.text.ends_with('\n'));
        match last {
            Some(line) => line.from(line.text.len()),
            None => Line { number, offset: self.text.len(), text: "" },
        }
    }

    /// Reads a configuration in shorthand.
    fn layout(&mut self, line: Line, size: Size, role: Role) -> Layout {
        let faults_before = self.problems.len();
        let is_wall = |cell: u32| match role {
            Role::Goal { walls } => walls.binary_search(&cell).is_ok(),
            Role::Start | Role::GoalOfFaultyStart => false,
        };
        let mut layout = Layout::default();
        let mut filled = vec![false; size.cells()];
        let mut cell = 0;
        for (at, c) in line.text.char_indices() {
            while filled.get(cell) == Some(&true) {
                cell += 1;
            }
            if cell == filled.len() {
                self.fault(Fault::TooLong, line, at..line.text.len());
                break;
            }
            if self.gave_up() {
                break;
            }
            filled[cell] = true;
            let (row, col) = size.row_col(cell as u32);
            let span = at..at + c.len_utf8();
            let wall = is_wall(cell as u32);
            match c {
                '?' if role == Role::Start => self.fault(Fault::OpenStart, line, span),
                '?' if wall => {}
                '?' => layout.open.push(cell as u32),
                'x' if !matches!(role, Role::Goal { .. }) => layout.blocked.push(cell as u32),
                'x' if wall => {}
                '0' if !wall => layout.empty.push(cell as u32),
                'x' | '0' => {
                    let fault = Fault::BlockedDiffers { row: row + 1, col: col + 1 };
                    self.fault(fault, line, span);
                }
                name if kind_number(name).is_none() => {
                    self.fault(Fault::IllegalCharacter(name), line, span);
                }
                name => match self.definitions.iter().position(|&(known, _)| known == name) {
                    None => self.fault(Fault::Undefined(name), line, span),
                    Some(index) => {
                        // Faulty definitions were reported, and hold no place among the kinds;
                        // the puzzle is lost anyway.
                        layout.placements.push(Placement { cell: cell as u32, kind: index as u8 });
                        if let Some(fault) =
                            self.cover(index, cell as u32, size, &mut filled, is_wall)
                        {
                            self.fault(fault, line, span);
                        }
                    }
                },
            }
        }
        let open = line.text.contains('?');
        for (cell, _) in filled.iter().enumerate().filter(|&(_, &filled)| !filled) {
            let cell = cell as u32;
            match (open, is_wall(cell)) {
                (true, true) => {}
                (true, false) => layout.open.push(cell),
                (false, false) => layout.empty.push(cell),
                (false, true) => {
                    let (row, col) = size.row_col(cell);
                    let fault = Fault::BlockedDiffers { row: row + 1, col: col + 1 };
                    self.fault(fault, line, line.text.len()..line.text.len());
                    break;
                }
            }
        }
        layout.sound = self.problems.len() == faults_before;
        layout
    }

    /// Fills the cells of a piece with its origin in `cell`, which is filled already.
    fn cover(
        &self,
        index: usize,
        cell: u32,
        size: Size,
        filled: &mut [bool],
        is_wall: impl Fn(u32) -> bool,
    ) -> Option<Fault> {
        let (name, definition) = &self.definitions[index];
        let (row, col) = size.row_col(cell);
        let mut fault = None;
        for (i, &(r, c)) in definition.iter().flat_map(|kind| kind.cells()).enumerate() {
            let target = size.cell(i64::from(row) + i64::from(r), i64::from(col) + i64::from(c));
            let Some(target) = target else {
                fault.get_or_insert(Fault::LeavesBoard(*name));
                continue;
            };
            let taken = i > 0 && filled[target as usize];
            if taken || is_wall(target) {
                let (row, col) = size.row_col(target);
                let other = if taken { "another piece" } else { "a blocked cell" };
                fault.get_or_insert(Fault::Overlap {
                    name: *name,
                    other,
                    row: row + 1,
                    col: col + 1,
                });
            }
            filled[target as usize] = true;
        }
        fault
    }

    fn goal(&mut self, line: Line, size: Size, start: &Layout) -> Option<Goal> {
        let role = match start.sound {
            true => Role::Goal { walls: &start.blocked },
            false => Role::GoalOfFaultyStart,
        };
        let layout = self.layout(line, size, role);
        if !layout.sound || !start.sound {
            return None;
        }
        let mut want = vec![0; self.definitions.len()];
        let mut have = want.clone();
        layout.placements.iter().for_each(|p| want[p.kind as usize] += 1);
        start.placements.iter().for_each(|p| have[p.kind as usize] += 1);
        let complete = !line.text.contains('?');
        for (index, (&want, &have)) in want.iter().zip(&have).enumerate() {
            if want > have || complete && want < have {
                let name = self.definitions[index].0;
                let fault = Fault::CountDiffers { name, start: have, goal: want };
                self.fault(fault, line, 0..line.text.len());
            }
        }
        let pieces =
            layout.placements.iter().map(|p| Demand { cell: p.cell, want: Want::Origin(p.kind) });
        let empties = layout.empty.iter().map(|&cell| Demand { cell, want: Want::Empty });
        let mut demands: Vec<Demand> = pieces.chain(empties).collect();
        demands.sort_unstable();
        Some(Goal::new(demands, layout.open))
    }

    /// Everything below the stop line.
    fn tail(
        &mut self,
        size: Size,
        start: &Layout,
        goals: &mut Vec<Goal>,
    ) -> (Vec<Note>, Vec<Expectation>) {
        let (mut notes, mut expectations) = (Vec::new(), Vec::new());
        while let Some(line) = self.take() {
            if self.gave_up() {
                break;
            }
            if let Some(shorthand) = line.text.strip_prefix("or ") {
                let shorthand = line.from(line.text.len() - shorthand.trim_start().len());
                if (goals.len() + 1).saturating_mul(size.cells()) > MAX_GOAL_CELLS {
                    self.fault(Fault::TooManyGoals, line, 0..line.text.len());
                    break;
                }
                goals.extend(self.goal(shorthand, size, start));
            } else if let Some((key, value)) = key_and_value(line.text) {
                if key == "expect" {
                    expectations.extend(self.expectation(line, value, &expectations));
                } else {
                    notes.push(Note { key: key.to_owned(), value: value.to_owned() });
                }
            } else if !line.text.trim().is_empty() {
                self.warn(Fault::Ignored, line);
            }
        }
        (notes, expectations)
    }

    fn expectation(
        &mut self,
        line: Line,
        value: &str,
        known: &[Expectation],
    ) -> Option<Expectation> {
        let span = 0..line.text.len();
        let Some(expectation) = read_expectation(value) else {
            self.fault(Fault::BadExpectation, line, span);
            return None;
        };
        if known.iter().any(|other| other.style == expectation.style) {
            self.fault(Fault::RepeatedExpectation(expectation.style), line, span);
            return None;
        }
        Some(expectation)
    }
}

/// `ROWS x COLS` at the start of `text`: the two numbers, `None` for one too large, and the
/// length in bytes of what was read. Signs are understood so that a negative size can be named as
/// such: it reads as 0.
fn size_and_comment(text: &str) -> Option<(Option<u64>, Option<u64>, usize)> {
    fn number(text: &str) -> Option<(Option<u64>, &str)> {
        let text = text.trim_start();
        let negative = text.starts_with('-');
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &digits[..digits.len() - rest.len()];
        if digits.is_empty() {
            return None;
        }
        let value = digits.parse().ok().filter(|&value| value <= u64::from(u32::MAX));
        Some((if negative { Some(0) } else { value }, rest))
    }
    let (rows, rest) = number(text)?;
    let (cols, rest) = number(rest.trim_start().strip_prefix('x')?)?;
    Some((rows, cols, text.len() - rest.len()))
}

fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.strip_prefix('#')?.split_once(':')?;
    let key = key.trim();
    (!key.is_empty()).then(|| (key, value.trim()))
}

fn read_expectation(value: &str) -> Option<Expectation> {
    let mut words = value.split_whitespace();
    let style = words.next()?.parse().ok().filter(|style| *style <= 5)?;
    let moves = match words.next()? {
        "none" => None,
        number => Some(number.parse().ok()?),
    };
    let states = words.next().map(str::parse).transpose().ok()?;
    words.next().is_none().then_some(Expectation { style, moves, states })
}
