//! A drawing to a [`Setup`].

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::fault::Syntax;
use super::grid::{Grid, Shown};
use super::{BLOCKED, EMPTY, GOAL, WANTED_EMPTY};
use crate::notation::Parsed;
use crate::notation::knuth::{Line, expectation, key_and_value, lines, mask, size_and_comment};
use crate::notation::problem::{Report, Words};
use crate::puzzle::{
    Demand, Gate, GoalSetup, KindSetup, Lock, MAX_CELLS, MAX_KINDS, Note, Place, Placement, Setup,
    Size, Want, kind_name, kind_number,
};

/// Whether a text looks like a drawing: it does not begin with a size, and has a line `goal:`.
pub fn recognises(text: &str) -> bool {
    let mut told = lines(text).map(|line| line.text.trim_end()).filter(|line| !is_fact(line));
    let first = told.find(|line| !line.is_empty());
    first.is_some_and(|first| !first.contains(' ') && size_and_comment(first).is_none())
        && told.any(|line| line == GOAL)
}

fn is_fact(line: &str) -> bool {
    line.starts_with("title:") || line.contains(' ') && key_and_value(line).is_some()
}

/// Reads a drawing, as [`parse`](crate::notation::parse) does.
pub fn read(text: &str) -> Parsed {
    let mut report = Report::new(text);
    let sheet = Sheet::read(text, &mut report);
    let mut reader = Reader {
        sheet,
        report,
        setup: Setup::new(Size { rows: 0, cols: 0 }),
        kinds: BTreeMap::new(),
        goals: Vec::new(),
    };
    let is_sound = reader.board() && reader.kinds_and_start() && reader.all_goals();
    let Reader { sheet, mut report, setup, goals, .. } = reader;
    if !is_sound && report.is_clean() {
        report.fault(Syntax::Unknown.into(), 0..0);
    }
    report.finish(&setup, |fault| {
        if !is_sound {
            return None;
        }
        let span = match fault.place {
            Place::Piece(index) => sheet.board.span(setup.start[index].cell),
            Place::Goal(goal) | Place::Demand { goal, .. } => goals[goal].clone(),
            Place::Gate(gate) => sheet.gates[gate].whole(),
            Place::Expectation(at) => sheet.expectations.get(at)?.0.whole(),
            _ => sheet.board.rows.first()?.whole(),
        };
        Some((Words::from(&fault.violation), span))
    })
}

/// The parts of a text.
#[derive(Default)]
struct Sheet<'a> {
    board: Grid<'a>,
    goals: Vec<(Line<'a>, Grid<'a>)>,
    locks: BTreeMap<char, Lock>,
    /// The lines `only KINDS: MASK`.
    gates: Vec<Line<'a>>,
    alike: Vec<(Line<'a>, Vec<char>)>,
    distinct: BTreeSet<char>,
    notes: Vec<Note>,
    expectations: Vec<(Line<'a>, crate::puzzle::Expectation)>,
}

impl<'a> Sheet<'a> {
    fn read(text: &'a str, report: &mut Report) -> Self {
        let mut sheet = Sheet::default();
        // Whether rows are drawn to the last grid.
        let mut is_open = true;
        for line in lines(text).map(|line| line.trimmed()) {
            if report.gave_up() {
                break;
            }
            let is_empty = line.text.is_empty();
            if line.text == GOAL {
                sheet.goals.push((line, Grid::default()));
                is_open = true;
            } else if !is_empty && !line.text.contains([' ', '\t']) {
                match (is_open, sheet.goals.last_mut()) {
                    (false, _) => report.fault(Syntax::Stray.into(), line.whole()),
                    (true, Some((_, grid))) => grid.rows.push(line),
                    (true, None) => sheet.board.rows.push(line),
                }
            } else {
                let last = sheet.goals.last().map_or(&sheet.board, |(_, grid)| grid);
                is_open &= last.rows.is_empty();
                if !is_empty && !sheet.take(line) {
                    let syntax = if line.text.contains("expect") {
                        Syntax::BadExpectation
                    } else {
                        Syntax::Unknown
                    };
                    report.fault(syntax.into(), line.whole());
                }
            }
        }
        sheet
    }

    /// Takes in a line that is no row. False if it means nothing.
    fn take(&mut self, line: Line<'a>) -> bool {
        if let Some((key, value)) = key_and_value(line.text).or_else(|| title(line.text)) {
            return self.fact(line, key, value);
        }
        let Some((word, rest)) = line.text.split_once(':') else { return false };
        let names = |text: &str| Vec::from_iter(text.chars().filter(|c| !c.is_whitespace()));
        match word {
            "alike" => self.alike.push((line, names(rest))),
            "distinct" => self.distinct.extend(names(rest)),
            "lock" => {
                let (pieces, axis) = rest.trim().rsplit_once(' ').unwrap_or((rest, ""));
                let lock = match axis {
                    "h" => Lock::Horizontal,
                    "v" => Lock::Vertical,
                    _ => return false,
                };
                self.locks.extend(names(pieces).into_iter().map(|name| (name, lock)));
            }
            _ if word == "only" || word.starts_with("only ") => self.gates.push(line),
            _ => return false,
        }
        true
    }

    fn fact(&mut self, line: Line<'a>, key: &str, value: &str) -> bool {
        if key != "expect" {
            self.notes.push(Note { key: key.to_owned(), value: value.to_owned() });
            return true;
        }
        let expectation = expectation(value);
        self.expectations.extend(expectation.map(|expectation| (line, expectation)));
        expectation.is_some()
    }
}

fn title(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("title:").map(|title| ("title", title.trim()))
}

struct Reader<'a> {
    sheet: Sheet<'a>,
    report: Report<'a>,
    setup: Setup,
    /// For each piece its kind.
    kinds: BTreeMap<char, u8>,
    /// Where each goal stands.
    goals: Vec<Range<usize>>,
}

/// The cells of a piece relative to its origin.
type Pattern = Vec<(i32, i32)>;

impl Reader<'_> {
    fn fault(&mut self, syntax: Syntax, span: Range<usize>) -> bool {
        self.report.fault(syntax.into(), span);
        false
    }

    /// Size, walls and facts.
    fn board(&mut self) -> bool {
        let Sheet { board, notes, expectations, .. } = &self.sheet;
        let (rows, cols) = (board.rows.len(), board.cols());
        let bound = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        self.setup.size = Size { rows: bound(rows), cols: bound(cols) };
        self.setup.notes.clone_from(notes);
        self.setup.expectations =
            expectations.iter().map(|&(_, expectation)| expectation).collect();
        let grids = [board].into_iter().chain(self.sheet.goals.iter().map(|(_, grid)| grid));
        let mut faults = Vec::new();
        for row in grids.flat_map(|grid| &grid.rows) {
            let here = row.text.chars().count();
            if here != cols {
                faults.push((Syntax::OtherLength { here, first: cols }, row.whole()));
            }
        }
        for (line, grid) in &self.sheet.goals {
            if grid.rows.len() != rows {
                let here = grid.rows.len();
                faults.push((Syntax::OtherHeight { here, first: rows }, line.whole()));
            }
        }
        let is_sound = faults.is_empty() && rows * cols > 0 && rows * cols <= MAX_CELLS;
        faults.truncate(crate::notation::MAX_PROBLEMS);
        for (syntax, span) in faults {
            self.fault(syntax, span);
        }
        is_sound
    }

    /// The kinds, and the pieces of the start.
    fn kinds_and_start(&mut self) -> bool {
        let Shown { pieces, blocked, wanted_empty } = self.sheet.board.shown();
        self.setup.blocked = blocked;
        if let Some(&cell) = wanted_empty.first() {
            return self.fault(Syntax::WantedInStart, self.sheet.board.span(cell));
        }
        let mut in_order: Vec<(char, &Vec<u32>)> =
            pieces.iter().map(|(&c, cells)| (c, cells)).collect();
        in_order.sort_by_key(|(_, cells)| cells[0]);
        let Some(masks) = self.masks(&pieces) else { return false };
        let looks = |name: char, cells: &[u32]| -> Look {
            let lock = self.sheet.locks.get(&name).copied().unwrap_or_default();
            let gates = masks.iter().map(|(names, _)| names.contains(&name)).collect();
            (self.pattern(cells), lock, gates)
        };
        let looks: BTreeMap<char, Look> =
            in_order.iter().map(|&(name, cells)| (name, looks(name, cells))).collect();
        let Some(groups) = self.groups(&in_order, &looks) else { return false };
        if groups.len() > MAX_KINDS {
            let first = self.sheet.board.rows[0].whole();
            return self.fault(Syntax::TooManyKinds, first);
        }
        let names = kind_names(&groups);
        for (members, name) in groups.iter().zip(names) {
            let (pattern, lock, _) = &looks[&members[0]];
            let mut kind = KindSetup::new(name, pattern.clone());
            kind.lock = *lock;
            let index = self.setup.add_kind(kind);
            for &member in members {
                self.kinds.insert(member, index);
                self.setup.start.push(Placement { cell: pieces[&member][0], kind: index });
            }
        }
        for (names, cells) in masks {
            let mut kinds: Vec<u8> = names.iter().map(|name| self.kinds[name]).collect();
            kinds.sort_unstable();
            kinds.dedup();
            self.setup.gates.push(Gate { kinds, cells });
        }
        true
    }

    /// The cells of a piece from its origin.
    fn pattern(&self, cells: &[u32]) -> Pattern {
        let place = |cell| {
            let (row, col) = self.setup.size.row_col(cell);
            (row as i32, col as i32)
        };
        let (row, col) = place(cells[0]);
        cells.iter().map(|&cell| (place(cell).0 - row, place(cell).1 - col)).collect()
    }

    /// The pieces and the cells of each gate.
    fn masks(&mut self, pieces: &BTreeMap<char, Vec<u32>>) -> Option<Vec<(Vec<char>, Vec<u32>)>> {
        let mut masks = Vec::new();
        for at in 0..self.sheet.gates.len() {
            let line = self.sheet.gates[at];
            let (names, cells) = line.text.split_once(':')?;
            let first = names.len() + 1;
            let names = names.strip_prefix("only")?;
            let mut named = Vec::new();
            for (at, name) in names.char_indices().filter(|(_, c)| !c.is_whitespace()) {
                if !pieces.contains_key(&name) {
                    let at = "only".len() + at;
                    self.fault(Syntax::NoSuchPiece(name), line.span(at..at + name.len_utf8()));
                    return None;
                }
                named.push(name);
            }
            match mask(cells, first, &self.setup) {
                Ok(cells) => masks.push((named, cells)),
                Err((words, part)) => {
                    self.report.fault(words, line.span(part));
                    return None;
                }
            }
        }
        Some(masks)
    }

    /// The pieces kind by kind: what looks alike is alike, but for those that a goal or a line
    /// `distinct:` names; lines `alike:` have the last word.
    fn groups(
        &mut self,
        pieces: &[(char, &Vec<u32>)],
        looks: &BTreeMap<char, Look>,
    ) -> Option<Vec<Vec<char>>> {
        let mut own: BTreeSet<char> = self.sheet.distinct.clone();
        for (_, goal) in &self.sheet.goals {
            own.extend(goal.rows.iter().flat_map(|row| row.text.chars()));
        }
        let mut groups: Vec<Vec<char>> = Vec::new();
        let mut done = BTreeSet::new();
        for at in 0..self.sheet.alike.len() {
            let (line, members) = self.sheet.alike[at].clone();
            for &member in &members {
                let syntax = match (looks.get(&member), looks.get(&members[0])) {
                    (Some(here), Some(first)) if here == first => continue,
                    (None, _) => Syntax::NoSuchPiece(member),
                    _ => Syntax::Unlike(members[0], member),
                };
                self.fault(syntax, line.whole());
                return None;
            }
            let new = members.into_iter().filter(|&member| done.insert(member));
            groups.push(new.collect());
        }
        for &(name, _) in pieces {
            if !done.insert(name) {
                continue;
            }
            let mut group = vec![name];
            if !own.contains(&name) {
                let like = pieces.iter().map(|&(other, _)| other).filter(|other| {
                    looks[other] == looks[&name] && !own.contains(other) && !done.contains(other)
                });
                group.extend(like);
                done.extend(&group);
            }
            groups.push(group);
        }
        groups.retain(|group| !group.is_empty());
        let first = |group: &Vec<char>| {
            group.iter().map(|name| pieces.iter().position(|p| p.0 == *name)).min()
        };
        groups.sort_by_key(first);
        Some(groups)
    }

    fn all_goals(&mut self) -> bool {
        (0..self.sheet.goals.len()).all(|at| {
            let (line, grid) = &self.sheet.goals[at];
            self.goals.push(line.whole());
            let shown = grid.shown();
            self.goal(at, shown)
        })
    }

    fn goal(&mut self, at: usize, shown: Shown) -> bool {
        let Shown { pieces, blocked, wanted_empty } = shown;
        let wall = blocked.iter().find(|cell| self.setup.blocked.binary_search(cell).is_err());
        if let Some(&cell) = wall {
            return self.fault(Syntax::OtherWalls, self.sheet.goals[at].1.span(cell));
        }
        let mut origins = Vec::new();
        for (&name, cells) in &pieces {
            let span = self.sheet.goals[at].1.span(cells[0]);
            let Some(&kind) = self.kinds.get(&name) else {
                return self.fault(Syntax::NoSuchPiece(name), span);
            };
            if self.pattern(cells) != self.setup.kinds[usize::from(kind)].cells {
                return self.fault(Syntax::OtherShape(name), span);
            }
            origins.push(Placement { cell: cells[0], kind });
        }
        self.setup.goals.push(if origins.len() == self.setup.start.len() {
            GoalSetup::Complete(origins)
        } else {
            let origin = |p: Placement| Demand { cell: p.cell, want: Want::Origin(p.kind) };
            let empty = |cell| Demand { cell, want: Want::Empty };
            let wanted = wanted_empty.into_iter().map(empty);
            GoalSetup::Partial(origins.into_iter().map(origin).chain(wanted).collect())
        });
        true
    }
}

/// What pieces of one kind have in common: their cells, their lock, and which gates let them pass.
type Look = (Pattern, Lock, Vec<bool>);

/// A name for each kind: that of its first piece where that can be one, else one that is free.
fn kind_names(groups: &[Vec<char>]) -> Vec<char> {
    let own = |group: &Vec<char>| kind_number(group[0]).map(|_| group[0]);
    let taken: BTreeSet<char> = groups.iter().filter_map(own).collect();
    let mut free = (1..=MAX_KINDS as u8).filter_map(kind_name).filter(|name| !taken.contains(name));
    groups.iter().map(|group| own(group).or_else(|| free.next()).unwrap_or(EMPTY)).collect()
}

/// Whether a character can stand for a piece.
pub(super) fn is_piece(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && ![EMPTY, BLOCKED, WANTED_EMPTY].contains(&c)
}
