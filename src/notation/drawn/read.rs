//! A drawing to a [`Setup`].

use std::collections::{BTreeMap, BTreeSet};

use super::fault::Syntax;
use super::{BLOCKED, EMPTY, GOAL, START, WANTED_EMPTY};
use crate::notation::knuth::{expectation, gate, key_and_value, size_and_comment};
use crate::notation::looks::odd_look;
use crate::notation::problem::{Report, Words};
use crate::notation::sheet::Sheet;
use crate::notation::text::{Part, lines};
use crate::notation::{Parsed, Weight};
use crate::puzzle::{
    Demand, Expectation, Gate, GoalSetup, KindSetup, Lock, MAX_CELLS, MAX_KINDS, Note, Place,
    Placement, Setup, Size, Want, kind_name, kind_number, letter_name,
};

/// Whether a text looks like a drawing: it does not begin with a size, and has a line `goal:`.
pub fn recognises(text: &str) -> bool {
    let mut told = lines(text).filter(|line| fact(line.text()).is_none());
    let first = told.find(|line| !line.trimmed().text().is_empty());
    first.is_some_and(|first| size_and_comment(first.text()).is_none())
        && told.any(|line| is_heading(&line, GOAL))
}

/// Whether a line is a heading, in letters of any size.
fn is_heading(line: &Part, heading: &str) -> bool {
    line.trimmed().text().eq_ignore_ascii_case(heading)
}

/// Facts that are understood without their `#`: a row has no blanks, so nothing else could be meant.
const PLAIN_FACTS: [&str; 8] =
    ["title", "author", "source", "license", "note", "name", "color", "expect"];

/// Key and value of a line that is a fact.
fn fact(line: &str) -> Option<(&str, &str)> {
    let plain = || {
        let (key, value) = line.split_once(':')?;
        let is_known = PLAIN_FACTS.contains(&key) && (key == "title" || value.starts_with(' '));
        is_known.then(|| (key, value.trim()))
    };
    key_and_value(line).filter(|_| line.contains(' ')).or_else(plain)
}

/// Reads a drawing, as [`parse`](crate::notation::parse) does.
pub fn read(text: &str) -> Parsed {
    let mut report = Report::new(text);
    let parts = Parts::read(text, &mut report);
    let mut reader = Reader {
        parts,
        report,
        setup: Setup::new(Size { rows: 0, cols: 0 }),
        kinds: BTreeMap::new(),
    };
    let is_sound = reader.board() && reader.kinds_and_start() && reader.all_goals();
    if is_sound {
        reader.odd_looks();
    }
    let Reader { parts, report, setup, .. } = reader;
    let board = parts.board();
    // Where the board has no size, or one that no board may have, that is told without a place.
    report.finish(&setup, |fault| {
        if !is_sound {
            return None;
        }
        let part = match fault.place {
            Place::Piece(index) => board.as_ref()?.place(setup.start[index].cell),
            Place::Demand { goal, demand } => {
                let rows = Sheet::new(parts.goals[goal].1.clone())?;
                rows.place(match &setup.goals[goal] {
                    GoalSetup::Complete(pieces) => pieces[demand].cell,
                    GoalSetup::Partial(demands) => demands[demand].cell,
                })
            }
            Place::Goal(goal) => parts.goals[goal].0,
            Place::Gate(gate) => parts.gates[gate],
            Place::Expectation(at) => parts.expectations.get(at)?.0,
            _ => *parts.rows.first()?,
        };
        Some((Words::from(&fault.violation), part.span()))
    })
}

/// The parts of a text.
#[derive(Default)]
struct Parts<'a> {
    /// The rows of the board.
    rows: Vec<Part<'a>>,
    /// The line that begins each goal, and the goal's rows.
    goals: Vec<(Part<'a>, Vec<Part<'a>>)>,
    locks: BTreeMap<char, Lock>,
    /// The lines `only KINDS: MASK`.
    gates: Vec<Part<'a>>,
    alike: Vec<(Part<'a>, Vec<char>)>,
    distinct: BTreeSet<char>,
    /// The lines that lock pieces or tell them apart, and these pieces.
    named: Vec<(Part<'a>, Vec<char>)>,
    notes: Vec<(Part<'a>, Note)>,
    expectations: Vec<(Part<'a>, Expectation)>,
}

impl<'a> Parts<'a> {
    fn read(text: &'a str, report: &mut Report) -> Self {
        let mut parts = Parts::default();
        // Whether further rows belong to the last drawing.
        let mut is_open = true;
        for line in lines(text) {
            if report.gave_up() {
                break;
            }
            let here = line.text();
            // The board may have a heading as well, though it needs none.
            if is_heading(&line, START) && parts.rows.is_empty() && parts.goals.is_empty() {
                continue;
            }
            if is_heading(&line, GOAL) {
                parts.goals.push((line, Vec::new()));
                is_open = true;
                continue;
            }
            let last = parts.goals.last_mut().map_or(&mut parts.rows, |(_, rows)| rows);
            if !here.is_empty() && !here.contains([' ', '\t']) {
                match is_open {
                    true => last.push(line),
                    false => report.fault(Syntax::Stray.into(), line.span()),
                }
                continue;
            }
            is_open &= last.is_empty();
            if !here.is_empty()
                && let Err(syntax) = parts.take(line)
            {
                report.fault(syntax.into(), line.span());
            }
        }
        parts
    }

    /// The board, if it has a size that boards may have.
    fn board(&self) -> Option<Sheet<'a>> {
        Sheet::new(self.rows.clone())
    }

    /// Takes in a line that is no row.
    fn take(&mut self, line: Part<'a>) -> Result<(), Syntax> {
        let text = line.text();
        if let Some((key, value)) = fact(text) {
            return self.fact(line, key, value);
        }
        // A comment: a row has no blanks.
        if text.starts_with('#') {
            return Ok(());
        }
        let (word, rest) = text.split_once(':').ok_or(Syntax::Unknown)?;
        let names = |text: &str| Vec::from_iter(text.chars().filter(|c| !c.is_whitespace()));
        match word {
            "alike" => self.alike.push((line, names(rest))),
            "distinct" => {
                self.distinct.extend(names(rest));
                self.named.push((line, names(rest)));
            }
            "lock" => {
                let (pieces, axis) = rest.trim().rsplit_once(' ').unwrap_or((rest, ""));
                let lock = match axis {
                    "h" => Lock::Horizontal,
                    "v" => Lock::Vertical,
                    _ => return Err(Syntax::Unknown),
                };
                for name in names(pieces) {
                    if self.locks.insert(name, lock).is_some_and(|other| other != lock) {
                        return Err(Syntax::LockedTwice(name));
                    }
                }
                self.named.push((line, names(pieces)));
            }
            _ if gate::is_meant(text) => self.gates.push(line),
            _ => return Err(Syntax::Unknown),
        }
        Ok(())
    }

    fn fact(&mut self, line: Part<'a>, key: &str, value: &str) -> Result<(), Syntax> {
        if key == "expect" {
            let expectation = expectation(value).ok_or(Syntax::BadExpectation)?;
            self.expectations.push((line, expectation));
        } else {
            self.notes.push((line, Note { key: key.to_owned(), value: value.to_owned() }));
        }
        Ok(())
    }
}

struct Reader<'a> {
    parts: Parts<'a>,
    report: Report<'a>,
    setup: Setup,
    /// For each piece its kind.
    kinds: BTreeMap<char, u8>,
}

/// The cells of a piece relative to its origin.
type Pattern = Vec<(i32, i32)>;

impl Reader<'_> {
    fn fault(&mut self, syntax: Syntax, part: Part) -> bool {
        self.report.fault(syntax.into(), part.span());
        false
    }

    /// Size and facts. False unless all drawings are rectangles of one size.
    fn board(&mut self) -> bool {
        let Parts { rows, goals, notes, expectations, .. } = &self.parts;
        let (height, width) = (rows.len(), rows.first().map_or(0, chars));
        let bound = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        self.setup.size = Size { rows: bound(height), cols: bound(width) };
        self.setup.notes = notes.iter().map(|(_, note)| note.clone()).collect();
        self.setup.expectations =
            expectations.iter().map(|&(_, expectation)| expectation).collect();
        let other_length = rows.iter().chain(goals.iter().flat_map(|(_, rows)| rows)).filter_map(
            |row| match chars(row) {
                here if here == width => None,
                here => Some((Syntax::OtherLength { here, first: width }, *row)),
            },
        );
        let other_height = goals.iter().filter_map(|(line, rows)| match rows.len() {
            here if here == height => None,
            here => Some((Syntax::OtherHeight { here, first: height }, *line)),
        });
        let faults: Vec<_> =
            other_length.chain(other_height).take(crate::notation::MAX_PROBLEMS).collect();
        let is_sound = faults.is_empty() && height * width > 0 && height * width <= MAX_CELLS;
        for (syntax, part) in faults {
            self.fault(syntax, part);
        }
        is_sound
    }

    /// The kinds, and the pieces of the start.
    fn kinds_and_start(&mut self) -> bool {
        let Some(board) = self.parts.board() else { return false };
        let cells_with =
            |what: char| board.all().filter(move |&(_, c)| c == what).map(|(at, _)| at);
        self.setup.blocked = cells_with(BLOCKED).collect();
        if let Some(cell) = cells_with(WANTED_EMPTY).next() {
            return self.fault(Syntax::WantedInStart, board.place(cell));
        }
        let pieces = board.pieces(is_piece);
        let is_there = |&name: &char| pieces.iter().any(|piece| piece.0 == name);
        let stray =
            self.parts.named.iter().find_map(|(line, names)| {
                Some((*line, *names.iter().find(|name| !is_there(name))?))
            });
        if let Some((line, name)) = stray {
            return self.fault(Syntax::NoSuchPiece(name), line);
        }
        let Some(gates) = self.gates(&pieces) else { return false };
        let look = |&(name, ref cells): &(char, Vec<u32>)| {
            let lock = self.parts.locks.get(&name).copied().unwrap_or_default();
            let passes = gates.iter().map(|(names, _)| names.contains(&name)).collect();
            (name, (self.pattern(cells), lock, passes))
        };
        let looks: BTreeMap<char, Look> = pieces.iter().map(look).collect();
        let Some(groups) = self.groups(&pieces, &looks) else { return false };
        if groups.len() > MAX_KINDS {
            return self.fault(Syntax::TooManyKinds, board.place(0));
        }
        let origins: BTreeMap<char, u32> =
            pieces.iter().map(|(name, cells)| (*name, cells[0])).collect();
        let names = kind_names(&groups);
        for (members, name) in groups.iter().zip(names) {
            let (pattern, lock, _) = &looks[&members[0]];
            let mut kind = KindSetup::new(name, pattern.clone());
            kind.lock = *lock;
            let index = self.setup.add_kind(kind);
            for &member in members {
                self.kinds.insert(member, index);
                self.setup.start.push(Placement { cell: origins[&member], kind: index });
                self.setup.origin.names.push(letter_name(member));
            }
        }
        for (names, cells) in gates {
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

    /// The pieces that each gate lets pass, and its cells.
    fn gates(&mut self, pieces: &[(char, Vec<u32>)]) -> Option<Vec<(Vec<char>, Vec<u32>)>> {
        let who = |name| match pieces.iter().any(|piece| piece.0 == name) {
            true => Ok(name),
            false => Err(Syntax::NoSuchPiece(name).into()),
        };
        let mut gates = Vec::new();
        for line in &self.parts.gates {
            match gate::read(line.text(), self.setup.size, who) {
                Ok(gate) => gates.push(gate),
                Err((words, bytes)) => {
                    self.report.fault(words, line.part(bytes).span());
                    return None;
                }
            }
        }
        Some(gates)
    }

    /// The pieces kind by kind: what looks alike is alike, but for those that a goal or a line
    /// `distinct:` names; lines `alike:` have the last word.
    fn groups(
        &mut self,
        pieces: &[(char, Vec<u32>)],
        looks: &BTreeMap<char, Look>,
    ) -> Option<Vec<Vec<char>>> {
        let mut own: BTreeSet<char> = self.parts.distinct.clone();
        for (_, rows) in &self.parts.goals {
            own.extend(rows.iter().flat_map(|row| row.text().chars()));
        }
        let mut groups: Vec<Vec<char>> = Vec::new();
        let mut done = BTreeSet::new();
        for (line, members) in self.parts.alike.clone() {
            for &member in &members {
                let syntax = match (looks.get(&member), looks.get(&members[0])) {
                    (Some(here), Some(first)) if here == first => continue,
                    (None, _) => Syntax::NoSuchPiece(member),
                    _ => Syntax::Unlike(members[0], member),
                };
                self.fault(syntax, line);
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
                let like = pieces.iter().map(|piece| piece.0).filter(|other| {
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

    /// Warns of facts that give no kind of pieces the looks that they speak of.
    fn odd_looks(&mut self) {
        for (line, note) in &self.parts.notes {
            let Some(words) = odd_look(note, &self.setup.kinds) else { continue };
            let named = note.called().map(|(name, _)| name);
            let named = named.or_else(|| note.color().map(|(name, _)| name));
            let like = named.and_then(|name| {
                let kind = *self.kinds.get(&name)?;
                Some((name, self.setup.kinds[usize::from(kind)].name))
            });
            match like {
                // Whoever names a piece will miss the name.
                Some((name, like)) => {
                    self.report.warn(
                        Syntax::LooksLike(name, like).into(),
                        Weight::Void,
                        line.span(),
                    );
                }
                None => self.report.warn(words, Weight::Ignored, line.span()),
            }
        }
    }

    fn all_goals(&mut self) -> bool {
        let goals: Vec<_> = self.parts.goals.iter().map(|(_, rows)| rows.clone()).collect();
        goals.into_iter().all(|rows| Sheet::new(rows).is_some_and(|drawn| self.goal(&drawn)))
    }

    fn goal(&mut self, drawn: &Sheet) -> bool {
        let is_wall = |cell: &u32| self.setup.blocked.binary_search(cell).is_ok();
        let other_wall = drawn.all().find(|(cell, c)| *c == BLOCKED && !is_wall(cell));
        if let Some((cell, _)) = other_wall {
            return self.fault(Syntax::OtherWalls, drawn.place(cell));
        }
        let mut origins = Vec::new();
        for (name, cells) in drawn.pieces(is_piece) {
            let place = drawn.place(cells[0]);
            let Some(&kind) = self.kinds.get(&name) else {
                return self.fault(Syntax::NoSuchPiece(name), place);
            };
            if self.pattern(&cells) != self.setup.kinds[usize::from(kind)].cells {
                return self.fault(Syntax::OtherShape(name), place);
            }
            origins.push(Placement { cell: cells[0], kind });
        }
        self.setup.goals.push(if origins.len() == self.setup.start.len() {
            GoalSetup::Complete(origins)
        } else {
            let origin = |p: Placement| Demand { cell: p.cell, want: Want::Origin(p.kind) };
            let wanted_empty = drawn.all().filter(|&(_, c)| c == WANTED_EMPTY);
            let empty = wanted_empty.map(|(cell, _)| Demand { cell, want: Want::Empty });
            GoalSetup::Partial(origins.into_iter().map(origin).chain(empty).collect())
        });
        true
    }
}

fn chars(row: &Part) -> usize {
    row.text().chars().count()
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
