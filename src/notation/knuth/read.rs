//! Text to [`Setup`]: the only reader of this notation.
//!
//! All problems of a text are collected, each with its place, and reported at once.

use std::collections::HashMap;
use std::iter::successors;

use super::gate::{self, pattern};
use super::syntax::Syntax;
use crate::notation::draft::odd_look;
use crate::notation::position::{Content, Filler, Misfit};
use crate::notation::problem::{Cause, MAX_PROBLEMS, Problem, examine};
use crate::notation::text::{Cursor, TextSpan, beginning, lines};
use crate::notation::{Item, Parsed, ProblemEffect};
use crate::puzzle::{
    Demand, Expectation, Gate, GoalSetup, KindSetup, MAX_GOAL_CELLS, Note, Setup, SetupPlace, Size,
    Style, Violation, Want, kind_number,
};

/// Whether a line defines a kind, as `1 = 11/1` does.
pub fn is_kind(line: &str) -> bool {
    definition(line).is_some_and(|(name, text)| pattern(name, text).is_ok())
}

/// Returns the puzzles of a text, read on demand.
pub fn items(text: &str) -> impl Iterator<Item = Item> {
    // An empty text is a puzzle with everything missing.
    let rests = successors(Some(lines(text)), |lines| {
        let mut rest = lines.clone();
        rest.nth(puzzle_lines(lines.clone()) - 1).map(|_| rest)
    });
    rests.map(move |lines| {
        let own = lines.clone().take(puzzle_lines(lines));
        let first = own.clone().next().unwrap_or(beginning(text));
        let mut reader = PuzzleReader {
            end: own.clone().last().unwrap_or(first).behind(),
            lines: Box::new(own),
            setup: Setup::new(Size::default()),
            places: HashMap::new(),
            positions: Vec::new(),
            has_walls: false,
            problems: Vec::new(),
            warnings: Vec::new(),
        };
        reader.size_line();
        if let Some(start) = reader.kind_lines() {
            reader.below_kinds(start);
        }
        Item::new(first.number, reader.finish())
    })
}

/// Returns how many lines the first puzzle has. The next one begins after an empty line, with a
/// size, and a definition on the next line. Anything else below the goals is ignored, as SLIDING
/// ignores all of it.
fn puzzle_lines<'a>(lines: impl Iterator<Item = TextSpan<'a>> + Clone) -> usize {
    let mut full = 0;
    let mut pairs = lines.clone().zip(lines.clone().skip(1)).zip(lines.skip(2));
    let next = pairs.position(|((above, size), kind)| {
        full += usize::from(!above.text().is_empty());
        // At least the size, a kind, the start and the stop.
        full > 3
            && above.text().is_empty()
            && size_and_comment(size).is_some()
            && definition(kind.text()).is_some()
    });
    next.map_or(usize::MAX, |above| above + 1)
}

/// A puzzle that is read part by part.
struct PuzzleReader<'a> {
    lines: Box<dyn Iterator<Item = TextSpan<'a>> + 'a>,
    /// The place behind the last line.
    end: TextSpan<'a>,
    setup: Setup,
    /// Where its parts are in the text, if they were understood.
    places: HashMap<SetupPlace, TextSpan<'a>>,
    /// The start and the goals, each with the indices of the signs that name its pieces.
    positions: Vec<(TextSpan<'a>, Vec<u32>)>,
    /// Whether the start was understood and its pieces have room: else goals are not compared with
    /// walls that may be misplaced.
    has_walls: bool,
    /// At most [`MAX_PROBLEMS`].
    problems: Vec<Problem>,
    warnings: Vec<Problem>,
}

impl<'a> PuzzleReader<'a> {
    fn fault(&mut self, cause: impl Into<Cause>, at: TextSpan) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(at.fault(cause));
        }
    }

    /// Reads the first line: the size and the comment behind it.
    fn size_line(&mut self) {
        let first = self.lines.next().unwrap_or(self.end);
        let is_above = |line: &TextSpan| line.text().is_empty() || line.text().starts_with('#');
        let mut line = first;
        while is_above(&line) {
            let Some(next) = self.lines.next() else { break };
            line = next;
        }
        let Some((size, rest)) = size_and_comment(line) else {
            return self.fault(Syntax::BadSize, first);
        };
        if is_above(&first) {
            self.fault(Syntax::AboveSize, first);
        }
        let place = line.part(0..line.text().len() - rest.text().len());
        (self.setup.size, self.setup.comment) = (size, rest.text().trim().to_owned());
        self.places.insert(SetupPlace::Size, place);
    }

    /// Reads the definitions of kinds, up to the start line, which is returned.
    fn kind_lines(&mut self) -> Option<TextSpan<'a>> {
        while let Some(line) = self.lines.next() {
            match line.text().chars().next() {
                None => {}
                Some('#') => self.fault(Syntax::EarlyNote, line),
                Some(_) if line.text().contains('=') => self.kind_line(line),
                Some(_) => return Some(line),
            }
        }
        self.fault(Syntax::NoStart, self.end);
        None
    }

    /// Reads a definition, perhaps a malformed one: the kind that it was meant to define is not
    /// reported as missing as well.
    fn kind_line(&mut self, line: TextSpan<'a>) {
        let name = line.text().chars().next().unwrap_or_default();
        let equals = line.text().find('=').unwrap_or_default();
        let text = line.from(equals + 1).trimmed();
        let kind = pattern(name, text.text());
        let is_named = kind_number(name).is_some();
        let is_new = is_named && self.kind(line.text()).is_none();
        if definition(line.text()).is_none() {
            let is_clear = is_new && kind.as_ref().is_ok_and(|kind| !kind.cells.is_empty());
            let meant = is_clear.then(|| format!("{name} = {}", text.text()));
            self.fault(Syntax::MalformedKind(meant), line);
        } else if !is_named {
            self.fault(Violation::BadName(name), line.character(0));
        } else if !is_new {
            let effect = ProblemEffect::Void;
            self.warnings.push(Problem { effect, ..line.fault(Syntax::Redefined(name)) });
        } else if let Err((at, c)) = kind {
            self.fault(Syntax::BadPattern(c), text.from(at).character(0));
        } else {
            self.places.insert(SetupPlace::Kind(self.setup.kinds.len()), text);
        }
        if is_new {
            self.setup.add_kind(kind.unwrap_or(KindSetup::new(name, [])));
        }
    }

    /// Returns the index of the kind whose name a text begins with.
    fn kind(&self, text: &str) -> Option<u8> {
        let index = self.setup.kinds.iter().position(|kind| text.starts_with(kind.name))?;
        Some(index as u8)
    }

    /// Reads the start, and all lines below it.
    fn below_kinds(&mut self, start: TextSpan<'a>) {
        let stop = self.lines.next().unwrap_or(self.end);
        let has_stop = !stop.text().is_empty();
        if !has_stop {
            self.fault(Syntax::NoStop, stop);
        }
        if self.setup.size.violation().is_some() {
            return;
        }
        self.position(start);
        if has_stop {
            self.position(stop);
        }
        while let Some(line) = self.lines.next() {
            if line.text().starts_with("or ") {
                let cells = (self.setup.goals.len() + 1).saturating_mul(self.setup.size.cells());
                if cells > MAX_GOAL_CELLS {
                    return self.fault(Violation::TooManyGoals, line);
                }
                self.position(line.from("or ".len()).trimmed());
            } else if let Some(parts) = gate::parts(&line) {
                self.gate(line, parts);
            } else if let Some((key, value)) = key_and_value(line.text()) {
                self.fact(line, key, value);
            } else if !line.text().is_empty() {
                let effect = ProblemEffect::Ignored;
                self.warnings.push(Problem { effect, ..line.fault(Syntax::Ignored) });
            }
        }
    }

    /// Reads the start, or else a goal.
    fn position(&mut self, line: TextSpan<'a>) {
        let is_goal = !self.positions.is_empty();
        let filler = Filler {
            size: self.setup.size,
            is_shorthand: true,
            shapes: self.setup.kinds.iter().map(|kind| &kind.cells[..]).collect(),
            walls: (is_goal && self.has_walls).then_some(&self.setup.blocked),
        };
        let words = signs(line).map(|c| {
            let content = match c.text() {
                "0" => Some(Content::Empty),
                "x" => Some(Content::Wall),
                "?" if is_goal => Some(Content::Open),
                name => self.kind(name).map(Content::Piece),
            };
            (c, content)
        });
        let filled = filler.fill(words, line.behind());
        let blank = line.characters().find(|c| c.trimmed().text().is_empty());
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
        let blocked = filled.all(Content::Wall);
        let empty = filled.all(Content::Empty);
        self.positions.push((line, filled.words));
        if !is_goal {
            self.has_walls = filled.misfits.is_empty() && filled.has_room && blank.is_none();
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

    /// Reads a gate: the names of the kinds, and the mask.
    fn gate(&mut self, line: TextSpan<'a>, parts: [TextSpan<'a>; 2]) {
        let kind = |name: TextSpan| {
            let undefined = || Syntax::Undefined(name.text().chars().next().unwrap_or_default());
            self.kind(name.text()).ok_or_else(|| name.fault(undefined()))
        };
        match gate::read(parts, self.setup.size, kind) {
            Ok((kinds, cells)) => {
                self.places.insert(SetupPlace::Gate(self.setup.gates.len()), line);
                self.setup.gates.push(Gate { kinds, cells });
            }
            Err(problem) => self.problems.push(problem),
        }
    }

    fn fact(&mut self, line: TextSpan<'a>, key: &str, value: &str) {
        match expectation(value) {
            _ if key != "expect" => {
                let note = Note { key: key.to_owned(), value: value.to_owned() };
                self.warnings.extend(odd_look(line, &note, &self.setup.kinds));
                self.setup.notes.push(note);
            }
            Some(expectation) => {
                let index = self.setup.expectations.len();
                self.places.insert(SetupPlace::Expectation(index), line);
                self.setup.expectations.push(expectation);
            }
            None => self.fault(Syntax::BadExpectation, line),
        }
    }

    /// Validates the setup.
    fn finish(mut self) -> Parsed {
        let problems = std::mem::take(&mut self.problems);
        let is_understood = problems.is_empty();
        let puzzle = examine(&self.setup, problems, |place| self.place(place, is_understood))?;
        Ok((puzzle, self.warnings))
    }

    /// Returns where a place of the setup is in the text. `None` if the text was not understood:
    /// that was reported, and its consequences need not be.
    fn place(&self, place: SetupPlace, is_understood: bool) -> Option<TextSpan<'a>> {
        let (position, piece) = match place {
            SetupPlace::Piece(piece) => (0, piece),
            SetupPlace::Demand { goal, demand } => (goal + 1, demand),
            SetupPlace::Start if is_understood => return Some(self.positions[0].0),
            SetupPlace::Goal(goal) if is_understood => return Some(self.positions[goal + 1].0),
            other => return self.places.get(&other).copied(),
        };
        let (line, words) = self.positions.get(position)?;
        signs(*line).nth(*words.get(piece)? as usize)
    }
}

/// Returns the signs of a position.
fn signs(line: TextSpan<'_>) -> impl Iterator<Item = TextSpan<'_>> {
    line.words().flat_map(|word| word.characters())
}

/// Returns the board's size at the start of a line, and the rest. A number that is
/// too large is replaced by another one that is too large.
pub fn size_and_comment(line: TextSpan<'_>) -> Option<(Size, TextSpan<'_>)> {
    fn number(cursor: &mut Cursor) -> Option<u32> {
        cursor.take_while(char::is_whitespace);
        cursor.take("+");
        let digits = cursor.digits().text();
        (!digits.is_empty()).then(|| digits.parse().unwrap_or(u32::MAX))
    }
    let mut cursor = Cursor::new(line);
    let rows = number(&mut cursor)?;
    cursor.take_while(char::is_whitespace);
    cursor.take("x")?;
    Some((Size { rows, cols: number(&mut cursor)? }, cursor.rest))
}

/// Returns the name and the pattern of a kind in a definition: exactly one blank stands on both
/// sides of its `=`.
fn definition(line: &str) -> Option<(char, &str)> {
    let mut chars = line.chars();
    let name = chars.next()?;
    let text = chars.as_str().strip_prefix(" =")?;
    let text = if text.is_empty() { text } else { text.strip_prefix(' ')? };
    (!text.starts_with([' ', '\t'])).then_some((name, text))
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
