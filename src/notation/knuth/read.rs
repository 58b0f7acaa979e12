//! Text to [`Setup`]: the only reader of this notation.
//!
//! All problems of a text are collected, each with its place, and reported at once.

use std::collections::HashMap;
use std::iter::Peekable;
use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;

use super::gate;
use super::syntax::Syntax;
use crate::notation::error::{MAX_PROBLEMS, ParseError};
use crate::notation::looks::odd_look;
use crate::notation::position::{Content, Filled, Filler, Form, Misfit, characters};
use crate::notation::problem::{Problem, ProblemText};
use crate::notation::text::{TextSpan, lines, lines_of, nothing};
use crate::notation::{Item, Parsed, ProblemEffect};
use crate::puzzle::{
    Demand, Expectation, Fault, Gate, GoalSetup, KindSetup, Lock, MAX_GOAL_CELLS, Note, Placement,
    Setup, SetupPlace, Size, Style, Violation, Want, kind_number,
};

/// Larger boards are not drawn, because the drawing would be unreadable.
const MAX_SIDE: u32 = 60;

/// Whether the text begins like one in this notation.
pub fn recognises(text: &str) -> bool {
    lines(text).next().is_some_and(|line| size_and_comment(line.text()).is_some())
}

/// Whether a line defines a kind, as `1 = 11/1` does.
pub fn is_kind(line: &str) -> bool {
    let is_pattern = |c: char| "01/hv ".contains(c);
    is_definition(line)
        && line.split_once(" = ").is_some_and(|(_, pattern)| pattern.chars().all(is_pattern))
}

/// Returns the puzzles of a text, read on demand.
pub fn items(text: &str) -> impl Iterator<Item = Item> {
    let mark = '\u{feff}';
    let (mut begin, mut above) = (if text.starts_with(mark) { mark.len_utf8() } else { 0 }, 0);
    let mut is_first = true;
    std::iter::from_fn(move || {
        // An empty text is a puzzle with everything missing.
        if begin == text.len() && !is_first {
            return None;
        }
        is_first = false;
        let end = begin + end_of_puzzle(&text[begin..]);
        let item = Item::new(1, read(text, begin..end)).moved_down(above);
        above += text[begin..end].matches('\n').count();
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
        if let Some([blank, size]) = above
            && is_blank(&blank)
            && others > 3
            && is_definition(line.text())
            && size_and_comment(size.text()).is_some()
        {
            return size.span().start;
        }
        others += usize::from(!is_blank(&line) && !is_definition(line.text()));
        above = Some([above.map_or(line, |[_, last]| last), line]);
    }
    text.len()
}

/// Reads a part of a text as a puzzle. Lines count from its beginning.
fn read(text: &str, part: Range<usize>) -> Parsed {
    let lines = lines_of(text, part.clone());
    let mut end = lines.clone().last().unwrap_or(nothing(part.end)).behind();
    if text[part.clone()].ends_with('\n') {
        let above = end.number;
        end = nothing(part.end);
        end.number = above + 1;
    }
    let lines: Box<dyn Iterator<Item = TextSpan>> = Box::new(lines);
    let mut reader = PuzzleReader {
        lines: lines.peekable(),
        end,
        setup: Setup::new(Size { rows: 0, cols: 0 }),
        places: HashMap::new(),
        positions: Vec::new(),
        problems: Vec::new(),
        warnings: Vec::new(),
    };
    reader.size_line();
    if let Some(start) = reader.kind_lines() {
        reader.below_kinds(start);
    }
    reader.finish()
}

struct PuzzleReader<'a> {
    lines: Peekable<Box<dyn Iterator<Item = TextSpan<'a>> + 'a>>,
    /// The place behind the last line.
    end: TextSpan<'a>,
    /// The setup so far. Without walls if the start was not understood: goals are not compared with
    /// walls that may be misplaced.
    setup: Setup,
    /// Where its parts are in the text, if they were understood.
    places: HashMap<SetupPlace, TextSpan<'a>>,
    /// The start and the goals, and whether they and the start were understood and their pieces
    /// have room, so that they can be judged as a whole.
    positions: Vec<(TextSpan<'a>, bool)>,
    /// At most [`MAX_PROBLEMS`].
    problems: Vec<Problem>,
    warnings: Vec<Problem>,
}

impl<'a> PuzzleReader<'a> {
    fn fault(&mut self, words: impl Into<ProblemText>, at: TextSpan) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem(words, ProblemEffect::Fatal, at));
        }
    }

    /// Reads the first line: the size and the comment behind it.
    fn size_line(&mut self) {
        let mut above = None;
        while self.lines.peek().is_some_and(|line| is_blank(line) || line.text().starts_with('#')) {
            above = above.or(self.lines.next());
        }
        let line = self.lines.peek().copied().unwrap_or(self.end);
        let Some((size, rest)) = size_and_comment(line.text()) else {
            // A line below others may be the start.
            let at = above.or_else(|| self.lines.next()).unwrap_or(line);
            return self.fault(Syntax::BadSize, at);
        };
        self.lines.next();
        if let Some(above) = above {
            self.fault(Syntax::AboveSize, above);
        }
        self.setup.size = size;
        self.setup.comment = line.text()[rest..].trim().to_owned();
        self.places.insert(SetupPlace::Size, line.part(0..rest));
    }

    /// Reads the definitions of kinds, up to the start line, which is returned.
    fn kind_lines(&mut self) -> Option<TextSpan<'a>> {
        while let Some(line) = self.lines.next() {
            match line.text().chars().next() {
                _ if is_blank(&line) => {}
                Some(name) if is_definition(line.text()) => self.kind_line(line, name),
                Some('#') => self.fault(Syntax::EarlyNote, line),
                Some(name) if line.text().contains('=') => self.malformed_kind(line, name),
                _ => return Some(line),
            }
        }
        self.fault(Syntax::NoStart, self.end);
        None
    }

    /// Reports a line that is meant as a definition.
    fn malformed_kind(&mut self, line: TextSpan<'a>, name: char) {
        let is_named = kind_number(name).is_some() && self.kind(name).is_none();
        let meant = line.text()[name.len_utf8()..].trim_start().strip_prefix('=').map(str::trim);
        let kind = meant.and_then(|meant| pattern(name, meant).ok()).filter(|_| is_named);
        let meant = kind.as_ref().and(meant).map(|pattern| format!("{name} = {pattern}"));
        self.fault(Syntax::MalformedKind(meant), line);
        // The kind that it was meant to define is not reported as missing as well.
        if is_named {
            self.setup.add_kind(kind.unwrap_or_else(|| KindSetup::new(name, [])));
        }
    }

    fn kind_line(&mut self, line: TextSpan<'a>, name: char) {
        if kind_number(name).is_none() {
            return self.fault(&Violation::BadName(name), line.character(0));
        }
        if self.kind(name).is_some() {
            let effect = ProblemEffect::Void;
            return self.warnings.push(problem(Syntax::Redefined(name), effect, line));
        }
        let line = line.from(line.text().len().min(name.len_utf8() + " = ".len()));
        let kind = match pattern(name, line.text()) {
            Ok(kind) => {
                self.places.insert(SetupPlace::Kind(self.setup.kinds.len()), line);
                kind
            }
            Err((at, c)) => {
                self.fault(Syntax::BadPattern(c), line.part(at..at + c.len_utf8()));
                KindSetup::new(name, [])
            }
        };
        self.setup.add_kind(kind);
    }

    /// Returns the index of a kind.
    fn kind(&self, name: char) -> Option<u8> {
        let index = self.setup.kinds.iter().position(|kind| kind.name == name)?;
        Some(index as u8)
    }

    /// Reads the start, and all lines below it.
    fn below_kinds(&mut self, start: TextSpan<'a>) {
        let stop = self.lines.next();
        let goal = stop.filter(|line| !is_blank(line));
        if goal.is_none() {
            self.fault(Syntax::NoStop, stop.map_or(self.end, |line| line.part(0..0)));
        }
        if self.setup.size.violation().is_some() {
            return;
        }
        self.position(start);
        if let Some(goal) = goal {
            self.position(goal);
        }
        while let Some(line) = self.lines.next() {
            if let Some(shorthand) = line.text().strip_prefix("or ") {
                let cells = (self.setup.goals.len() + 1).saturating_mul(self.setup.size.cells());
                if cells > MAX_GOAL_CELLS {
                    return self.fault(&Violation::TooManyGoals, line);
                }
                self.position(line.from(line.text().len() - shorthand.trim_start().len()));
            } else if gate::is_gate_line(line.text()) {
                self.gate(line);
            } else if let Some((key, value)) = key_and_value(line.text()) {
                self.fact(line, key, value);
            } else if !is_blank(&line) {
                self.warnings.push(problem(Syntax::Ignored, ProblemEffect::Ignored, line));
            }
        }
    }

    /// Fills the board with a line, which has the position with this index: the start is the first.
    /// The piece with the index `last` is not laid.
    fn fill(&self, line: TextSpan<'a>, position: usize, last: usize) -> (Filler<'_>, Filled<'a>) {
        let filler = Filler {
            size: self.setup.size,
            form: Form::Shorthand,
            shapes: self.setup.kinds.iter().map(|kind| &kind.cells[..]).collect(),
            walls: (position > 0 && self.positions[0].1).then_some(&self.setup.blocked),
        };
        let words = characters(line).filter(|c| !is_blank(c)).map(|c| {
            let content = match c.text() {
                "0" => Some(Content::Empty),
                "x" => Some(Content::Wall),
                "?" if position > 0 => Some(Content::Open),
                name => name.parse().ok().and_then(|name| self.kind(name)).map(Content::Piece),
            };
            (c, content)
        });
        let filled = filler.fill(words, line.behind(), last);
        (filler, filled)
    }

    /// Reads the start, or else a goal.
    fn position(&mut self, line: TextSpan<'a>) {
        let (_, filled) = self.fill(line, self.positions.len(), usize::MAX);
        let blank = characters(line).find(is_blank);
        if let Some(blank) = blank {
            self.fault(Syntax::Blank, blank);
        }
        for &(at, misfit) in &filled.misfits {
            let syntax = match (misfit, at.text().chars().next().unwrap_or_default()) {
                (Misfit::TooLong, _) => Syntax::TooLong,
                (Misfit::Wall(cell), _) => {
                    let (row, col) = self.setup.size.row_col(cell);
                    Syntax::BlockedDiffers { row: row + 1, col: col + 1 }
                }
                (_, '?') => Syntax::OpenStart,
                (_, name) if kind_number(name).is_some() => Syntax::Undefined(name),
                (_, c) => Syntax::IllegalCharacter(c),
            };
            self.fault(syntax, at);
        }
        let is_understood = filled.misfits.is_empty() && filled.has_room && blank.is_none();
        let is_sound =
            is_understood && self.positions.iter().take(1).all(|(_, is_sound)| *is_sound);
        self.positions.push((line, is_sound));
        let blocked = if is_sound { filled.all(Content::Wall) } else { Vec::new() };
        let empty = filled.all(Content::Empty);
        if self.positions.len() == 1 {
            (self.setup.start, self.setup.blocked) = (filled.pieces, blocked);
            return;
        }
        let mut goal = GoalSetup::Complete(filled.pieces);
        if line.text().contains('?') {
            // Pieces come first, in the order of their names in the line.
            let mut demands = goal.demands();
            demands.extend(empty.into_iter().map(|cell| Demand { cell, want: Want::Empty }));
            goal = GoalSetup::Partial(demands);
        }
        self.setup.goals.push(goal);
    }

    fn gate(&mut self, line: TextSpan<'a>) {
        let kind = |name| self.kind(name).ok_or_else(|| Syntax::Undefined(name).into());
        match gate::read(line.text(), self.setup.size, kind) {
            Ok((kinds, cells)) => {
                self.places.insert(SetupPlace::Gate(self.setup.gates.len()), line);
                self.setup.gates.push(Gate { kinds, cells });
            }
            Err((words, part)) => self.fault(words, line.part(part)),
        }
    }

    fn fact(&mut self, line: TextSpan<'a>, key: &str, value: &str) {
        if key != "expect" {
            let note = Note { key: key.to_owned(), value: value.to_owned() };
            if let Some(words) = odd_look(&note, &self.setup.kinds) {
                self.warnings.push(problem(words, ProblemEffect::Ignored, line));
            }
            self.setup.notes.push(note);
        } else if let Some(expectation) = expectation(value) {
            self.places.insert(SetupPlace::Expectation(self.setup.expectations.len()), line);
            self.setup.expectations.push(expectation);
        } else {
            self.fault(Syntax::BadExpectation, line);
        }
    }

    /// Validates the setup.
    fn finish(mut self) -> Parsed {
        let mut found = Vec::new();
        let puzzle = self.setup.examine(&mut |Fault { place, violation }| {
            let has_picture =
                matches!(violation, Violation::LeavesBoard(_) | Violation::Overlap { .. });
            if let Some((at, picture)) = self.place(place) {
                let fault = problem(&violation, ProblemEffect::Fatal, at);
                let picture = if has_picture { picture } else { String::new() };
                found.push(Problem { picture, ..fault });
            }
            if found.len() < MAX_PROBLEMS { Continue(()) } else { Break(()) }
        });
        found.append(&mut self.problems);
        if let (Some(puzzle), true) = (puzzle, found.is_empty()) {
            return Ok((puzzle, self.warnings));
        }
        found.sort_by_key(|problem| problem.span.start);
        found.truncate(MAX_PROBLEMS);
        Err(ParseError { problems: found, questions: Vec::new() })
    }

    /// Returns where a place of the setup is in the text, and the board as far as a position has
    /// filled it there. `None` if the text was not understood there: that was reported, and its
    /// consequences need not be.
    fn place(&self, place: SetupPlace) -> Option<(TextSpan<'a>, String)> {
        let (position, piece) = match place {
            SetupPlace::Start => (0, None),
            SetupPlace::Piece(piece) => (0, Some(piece)),
            SetupPlace::Goal(goal) => (goal + 1, None),
            SetupPlace::Demand { goal, demand } => (goal + 1, Some(demand)),
            other => return Some((*self.places.get(&other)?, String::new())),
        };
        let &(line, is_sound) = self.positions.get(position)?;
        let Some(piece) = piece else { return is_sound.then_some((line, String::new())) };
        // It is read again: the places of all pieces would take more memory than the puzzle.
        let (filler, filled) = self.fill(line, position, piece);
        let &piece = filled.pieces.get(piece)?;
        Some((filled.last, self.picture(&filler, &filled, piece)))
    }

    /// Draws a board with one more piece. Cells where that overlaps are marked with `!`.
    fn picture(&self, filler: &Filler, filled: &Filled, piece: Placement) -> String {
        let size = self.setup.size;
        let name_of = |kind: u8| self.setup.kinds[usize::from(kind)].name;
        let name = name_of(piece.kind);
        let (row, col) = size.row_col(piece.cell);
        let mut text = format!("`{name}` stands at row {}, column {}", row + 1, col + 1);
        if size.rows > MAX_SIDE || size.cols > MAX_SIDE {
            return text;
        }
        text += " of the board, which is filled so far:";
        let sign = |content: &Content| match *content {
            Content::Wall => 'x',
            Content::Piece(kind) => name_of(kind),
            _ => '.',
        };
        let mut signs: Vec<char> = filled.cells.iter().map(sign).collect();
        for covered in filler.covered(piece).flatten() {
            let here = &mut signs[covered as usize];
            *here = if *here == '.' { name } else { '!' };
        }
        for row in signs.chunks(size.cols as usize) {
            text += "\n  ";
            text.extend(row);
        }
        text
    }
}

fn problem(words: impl Into<ProblemText>, effect: ProblemEffect, at: TextSpan) -> Problem {
    let ProblemText { message, expected, cause, picture } = words.into();
    Problem { cause, effect, picture, ..at.wrong(message, expected) }
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

/// Whether a line is a definition: exactly one blank stands on both sides of its `=`.
fn is_definition(line: &str) -> bool {
    let mut chars = line.chars();
    let rest = chars.next().map_or("", |_| chars.as_str());
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
