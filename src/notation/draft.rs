//! A puzzle as its text describes it: named pieces, before alike ones are joined into kinds.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::Parsed;
use super::layout::by_sign;
use super::problem::{ParseError, Problem, ProblemEffect, Question, Result, examine};
use super::text::TextSpan;
use super::write::with_signs;
use crate::puzzle::{
    Assumption, AssumptionSource, Demand, Expectation, Gate, GoalSetup, KindSetup, Lock, MAX_KINDS,
    Note, Placement, Puzzle, ReadAs, Setup, SetupPlace, Size, Want, kind_name, kind_number,
    letter_name, number_name,
};

/// Maximum number of pieces of a drawing: each is compared with each.
pub const MAX_PIECES: usize = 4096;

/// A puzzle before its pieces become kinds.
#[derive(Clone, Debug, Default)]
pub struct PuzzleDraft<'a> {
    /// The convention by which the text was read, such as "Rush Hour".
    pub convention: &'static str,
    /// What the notation means without stating it.
    pub meaning: Option<&'static str>,
    pub assumptions: Vec<Assumption>,
    /// Questions; a draft with any is not solved.
    pub open: Vec<ParseError>,
    /// Whether kinds are named 1, 2, ... instead of after their pieces.
    pub is_numbered: bool,
    pub size: Size,
    pub comment: String,
    pub walls: Vec<u32>,
    pub pieces: Vec<DraftPiece<'a>>,
    pub goals: Vec<DraftGoal>,
    /// Groups of pieces, by their indices, that are one kind regardless of any other rule.
    pub alike: Vec<Vec<usize>>,
    /// Pieces that share their kind with no other.
    pub distinct: BTreeSet<usize>,
    /// Pieces with the cells that only they may enter.
    pub gates: Vec<(Vec<usize>, Vec<u32>)>,
    /// Facts for people, with their places in the text.
    pub notes: Vec<(TextSpan<'a>, Note)>,
    pub expectations: Vec<Expectation>,
    /// The sign of empty cells, if it is not a dot or blank.
    pub empty: String,
    pub place: TextSpan<'a>,
}

#[derive(Clone, Debug)]
pub struct DraftPiece<'a> {
    pub name: Cow<'static, str>,
    /// Its cells, ascending.
    pub cells: Vec<u32>,
    pub lock: Lock,
    pub place: TextSpan<'a>,
}

/// One goal.
#[derive(Clone, Debug, Default)]
pub struct DraftGoal {
    /// Pieces, and where their first cells have to be.
    pub wanted: Vec<(usize, u32)>,
    /// Cells that have to be empty.
    pub empty: Vec<u32>,
}

impl<'a> PuzzleDraft<'a> {
    pub fn new(convention: &'static str, size: Size, place: TextSpan<'a>) -> Self {
        PuzzleDraft { convention, is_numbered: true, size, place, ..PuzzleDraft::default() }
    }

    /// Creates the draft of a finished puzzle, to change its goal or its locks.
    pub fn of(puzzle: &Puzzle, place: TextSpan<'a>) -> Self {
        let size = puzzle.size();
        let start = puzzle.start().placements();
        let mut draft = PuzzleDraft::new("stated", size, place);
        draft.is_numbered = false;
        draft.comment = puzzle.comment().to_owned();
        draft.walls = puzzle.blocked().to_vec();
        let piece = |(placement, name): (&Placement, Cow<'static, str>)| {
            let kind = puzzle.kind(*placement);
            let cells = kind.covers(placement.cell, size).flatten().collect();
            DraftPiece { name, cells, lock: kind.lock(), place }
        };
        draft.pieces = start.iter().zip(puzzle.piece_names()).map(piece).collect();
        let kinds = by_sign(start.iter().map(|piece| piece.kind).enumerate());
        draft.alike = kinds.into_iter().map(|(_, pieces)| pieces).collect();
        draft.gates = puzzle
            .gates()
            .iter()
            .map(|gate| {
                (
                    (0..start.len())
                        .filter(|index| gate.kinds.contains(&start[*index].kind))
                        .collect(),
                    gate.cells.clone(),
                )
            })
            .collect();
        draft.notes = puzzle.notes().iter().map(|note| (place, note.clone())).collect();
        let indices: Vec<usize> = (0..start.len()).collect();
        draft.goals.extend(puzzle.goals().iter().map(|goal| {
            let wanted = with_signs(puzzle, goal.demanded().placements(), &indices).into_iter();
            let empty = goal.demands().iter().filter(|demand| demand.want == Want::Empty);
            DraftGoal {
                wanted: wanted.map(|(at, piece)| (piece, at.cell)).collect(),
                empty: empty.map(|demand| demand.cell).collect(),
            }
        }));
        draft
    }

    pub fn assume(&mut self, text: impl Into<String>, options: impl ToString) {
        self.note(text, AssumptionSource::Convention, options);
    }

    pub fn note(
        &mut self,
        text: impl Into<String>,
        source: AssumptionSource,
        options: impl ToString,
    ) {
        self.assumptions.push(Assumption::new(text, source, options.to_string()));
    }

    /// As `note`, for a draft that is complete with it.
    pub fn with(
        mut self,
        text: impl Into<String>,
        source: AssumptionSource,
        options: impl ToString,
    ) -> Self {
        self.note(text, source, options);
        self
    }

    pub fn ask(&mut self, problem: Problem, questions: Vec<Question>) {
        self.open.push(ParseError { problems: vec![problem], questions });
    }

    /// Adds a piece that moves in all directions. In notations without names it is empty.
    pub fn add(&mut self, name: &str, cells: Vec<u32>, place: TextSpan<'a>) {
        let name = match (name.parse::<char>(), name.parse::<usize>()) {
            (Ok(letter), _) => letter_name(letter),
            (_, Ok(number)) if !name.starts_with(['0', '+']) => number_name(number),
            _ => name.to_owned().into(),
        };
        self.pieces.push(DraftPiece { name, cells, lock: Lock::Free, place });
    }

    /// Locks all straight pieces along themselves.
    pub fn lock_all(&mut self) {
        for piece in 0..self.pieces.len() {
            self.pieces[piece].lock = self.axis(piece);
        }
    }

    /// Locks cars along themselves, or says which piece is no car.
    pub fn lock_cars(&mut self) -> Result<()> {
        self.lock_all();
        let Some(car) = self.pieces.iter().find(|car| car.lock == Lock::Free) else {
            return Ok(());
        };
        Err(car
            .place
            .wrong(
                format!("car {} is short, bent or broken", car.name),
                "two cells or more, next to each other in one row or column",
            )
            .at_depth(1))
    }

    pub fn axis(&self, piece: usize) -> Lock {
        let Extent { height, width, .. } = self.extent(piece);
        match (height, width) {
            _ if (width * height) as usize != self.pieces[piece].cells.len() => Lock::Free,
            (1, 2..) => Lock::Horizontal,
            (2.., 1) => Lock::Vertical,
            _ => Lock::Free,
        }
    }

    /// Rejects more than `MAX_PIECES` pieces.
    pub fn limit(&self) -> Result<()> {
        match self.pieces.len() > MAX_PIECES {
            true => self.place.fail("too many pieces", format!("at most {MAX_PIECES}")),
            false => Ok(()),
        }
    }

    /// Returns the piece with a name, if there is exactly one.
    pub fn named(&self, name: &str) -> Result<usize> {
        let mut found = (0..self.pieces.len()).filter(|&index| self.pieces[index].name == name);
        match (found.next(), found.next()) {
            (Some(index), None) => Ok(index),
            (None, _) => self
                .place
                .fail(format!("there is no piece `{name}`"), format!("one of {}", self.names())),
            _ => self.place.fail(format!("there are several pieces `{name}`"), "a piece"),
        }
    }

    /// Returns the names of the first pieces.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.pieces.iter().take(12).map(|piece| &*piece.name).collect();
        names.join(", ") + if self.pieces.len() > 12 { ", ..." } else { "" }
    }

    /// Returns the number of cells that pieces cover.
    pub fn area(&self) -> usize {
        self.pieces.iter().map(|piece| piece.cells.len()).sum()
    }

    /// Whether a piece is a car that lies in the usual row of the one that leaves.
    pub fn is_usual(&self, piece: usize) -> bool {
        self.pieces[piece].lock == Lock::Horizontal
            && self.extent(piece).top == self.size.rows.saturating_sub(1) / 2
    }

    /// Returns the height and width of a piece, and its upper left corner.
    pub fn extent(&self, piece: usize) -> Extent {
        extent(&self.pieces[piece].cells, self.size.cols)
    }

    /// Returns the first cell of a piece whose bounding box has this corner.
    pub fn first_cell(&self, piece: usize, top: u32, left: u32) -> Option<u32> {
        let extent = self.extent(piece);
        let is_inside =
            top + extent.height <= self.size.rows && left + extent.width <= self.size.cols;
        let offset = |to: u32, from: u32| to.wrapping_sub(from) as i32;
        let offset = (offset(top, extent.top), offset(left, extent.left));
        is_inside.then(|| self.size.shifted(*self.pieces[piece].cells.first()?, offset))?
    }

    /// Returns the cells of a piece whose first cell is there, if it fits the board.
    pub fn cells_at(&self, piece: usize, first: u32) -> Option<Vec<u32>> {
        let offsets = self.offsets(&self.pieces[piece].cells);
        offsets.map(|offset| self.size.shifted(first, offset)).collect()
    }

    /// Makes it the only goal that a piece has its first cell in one of these.
    pub fn aim(&mut self, piece: usize, cells: &[u32]) {
        // The goal distinguishes this piece.
        self.single_out(|member| member == piece);
        self.goals = cells
            .iter()
            .map(|&cell| DraftGoal { wanted: vec![(piece, cell)], empty: Vec::new() })
            .collect();
    }

    /// Removes pieces from the groups of alike ones.
    pub fn single_out(&mut self, is_own: impl Fn(usize) -> bool) {
        self.alike.iter_mut().for_each(|group| group.retain(|&member| !is_own(member)));
        self.alike.retain(|group| !group.is_empty());
    }

    /// Returns the puzzle with warnings about its text.
    pub fn puzzle(&self) -> Parsed {
        let setup = self.setup()?;
        let puzzle = examine(&setup, Vec::new(), |place| {
            let piece = match place {
                SetupPlace::Piece(piece) => self.pieces.get(piece),
                _ => None,
            };
            Some(piece.map_or(self.place, |piece| piece.place))
        })?;
        let odd = self.notes.iter().filter_map(|(line, note)| odd_look(*line, note, &setup.kinds));
        Ok((puzzle, odd.collect()))
    }

    /// Returns the puzzle as plain data, with the assumptions.
    pub fn setup(&self) -> Result<Setup> {
        self.limit()?;
        let firsts = self.firsts()?;
        let own: Vec<usize> = (0..firsts.len()).filter(|&piece| firsts[piece] == piece).collect();
        if own.len() > MAX_KINDS {
            let expected = match self.convention {
                "tiles" => {
                    "at most 60 tiles; `sliding solve` takes any number, and writes text or JSON"
                }
                _ => "fewer that differ; `alike: ABC` makes pieces one kind",
            };
            return self
                .place
                .fail(format!("the puzzle has more than {MAX_KINDS} kinds of pieces"), expected);
        }
        let mut setup = Setup::new(self.size);
        setup.comment.clone_from(&self.comment);
        setup.blocked.clone_from(&self.walls);
        setup.notes = self.notes.iter().map(|(_, note)| note.clone()).collect();
        setup.expectations.clone_from(&self.expectations);
        let mut kinds = vec![0; self.pieces.len()];
        for (&piece, name) in own.iter().zip(self.kind_names(&own)) {
            let DraftPiece { cells, lock, .. } = &self.pieces[piece];
            let kind = KindSetup { lock: *lock, ..KindSetup::new(name, self.pattern(cells)) };
            kinds[piece] = setup.add_kind(kind);
        }
        setup.start.reserve(self.pieces.len());
        setup.origin.names.reserve(self.pieces.len());
        for (piece, DraftPiece { name, cells, .. }) in self.pieces.iter().enumerate() {
            kinds[piece] = kinds[firsts[piece]];
            setup.start.push(Placement { cell: cells[0], kind: kinds[piece] });
            setup.origin.names.extend(Some(name.clone()).filter(|name| !name.is_empty()));
        }
        let convention = self.assumptions.first().map(|_| self.convention).or(self.meaning);
        setup.origin.read_as =
            convention.map(|convention| ReadAs::new(convention, self.assumptions.clone()));
        for (pieces, cells) in &self.gates {
            let passing: BTreeSet<u8> = pieces.iter().map(|&piece| kinds[piece]).collect();
            setup.gates.push(Gate { kinds: passing.into_iter().collect(), cells: cells.clone() });
        }
        setup.goals = self.goals.iter().map(|goal| self.goal(goal, &kinds)).collect();
        Ok(setup)
    }

    fn goal(&self, goal: &DraftGoal, kinds: &[u8]) -> GoalSetup {
        let origins =
            goal.wanted.iter().map(|&(piece, cell)| Placement { cell, kind: kinds[piece] });
        // Without names a goal is about some pieces.
        if goal.wanted.len() == self.pieces.len() && !self.pieces[0].name.is_empty() {
            return GoalSetup::Complete(origins.collect());
        }
        let empty = goal.empty.iter().map(|&cell| Demand { cell, want: Want::Empty });
        GoalSetup::Partial(
            origins
                .map(|Placement { cell, kind }| Demand { cell, want: Want::Origin(kind) })
                .chain(empty)
                .collect(),
        )
    }

    /// Returns for each piece the first one of its kind. Those that look alike are alike, unless a goal
    /// names them or they are distinct; `alike` overrides both.
    fn firsts(&self) -> Result<Vec<usize>> {
        let mut firsts: Vec<usize> = (0..self.pieces.len()).collect();
        let mut is_done = vec![false; firsts.len()];
        for members in &self.alike {
            let other = members.iter().find(|&&member| !self.are_alike(member, members[0]));
            if let Some(&other) = other {
                let name = |index: usize| &self.pieces[index].name;
                let (first, other) = (name(members[0]), name(other));
                return self.place.fail(
                    format!("the pieces `{first}` and `{other}` differ in shape, lock or gates"),
                    "pieces that could take each other's place",
                );
            }
            let free: Vec<usize> =
                members.iter().copied().filter(|&member| !is_done[member]).collect();
            for &member in &free {
                firsts[member] = free.iter().copied().min().unwrap_or(member);
                is_done[member] = true;
            }
        }
        for &piece in &self.distinct {
            is_done[piece] = true;
        }
        for (piece, _) in self.goals.iter().flat_map(|goal| &goal.wanted) {
            is_done[*piece] = true;
        }
        for piece in (0..firsts.len()).filter(|&piece| !is_done[piece]) {
            let like = (0..piece).find(|&other| !is_done[other] && self.are_alike(other, piece));
            firsts[piece] = like.unwrap_or(piece);
        }
        Ok(firsts)
    }

    /// Whether two pieces have the same cells from their first ones, the same lock, and pass the same gates.
    fn are_alike(&self, a: usize, b: usize) -> bool {
        let (one, other) = (&self.pieces[a], &self.pieces[b]);
        one.lock == other.lock
            && one.cells.len() == other.cells.len()
            && self.offsets(&one.cells).eq(self.offsets(&other.cells))
            && self.gates.iter().all(|(own, _)| own.contains(&a) == own.contains(&b))
    }

    /// Returns the cells relative to the first one.
    pub fn pattern(&self, cells: &[u32]) -> Vec<(i32, i32)> {
        self.offsets(cells).collect()
    }

    fn offsets(&self, cells: &[u32]) -> impl Iterator<Item = (i32, i32)> {
        let at = |cell| {
            let (row, col) = self.size.row_col(cell);
            (row as i32, col as i32)
        };
        let (row, col) = at(cells[0]);
        cells.iter().map(move |&cell| (at(cell).0 - row, at(cell).1 - col))
    }

    /// Returns a name for each kind: that of its first piece if possible, else one that is free.
    fn kind_names(&self, firsts: &[usize]) -> Vec<char> {
        let mut names: Vec<Option<char>> = Vec::with_capacity(firsts.len());
        for &piece in firsts {
            let own = self.pieces[piece].name.parse().ok();
            let own = own.filter(|&name| !self.is_numbered && kind_number(name).is_some());
            names.push(own.filter(|_| !names.contains(&own)));
        }
        let taken = names.clone();
        let mut free = (1..=MAX_KINDS as u8).map(kind_name).filter(|name| !taken.contains(name));
        names.into_iter().map(|name| name.or_else(|| free.next()?).unwrap_or('?')).collect()
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub top: u32,
    pub left: u32,
    pub height: u32,
    pub width: u32,
}

/// Returns the rectangle around cells of a board of this width.
pub fn extent(cells: &[u32], cols: u32) -> Extent {
    let rows = || cells.iter().map(|cell| cell / cols);
    let columns = || cells.iter().map(|cell| cell % cols);
    let (top, left) = (rows().min().unwrap_or(0), columns().min().unwrap_or(0));
    Extent {
        top,
        left,
        height: rows().max().map_or(0, |last| last + 1 - top),
        width: columns().max().map_or(0, |last| last + 1 - left),
    }
}

/// Returns a warning if a fact is meant to name or paint one of these kinds and does not.
pub fn odd_look(line: TextSpan, note: &Note, kinds: &[KindSetup]) -> Option<Problem> {
    let (named, problem) = match note.key.as_str() {
        "name" => (
            note.kind_label().map(|(kind, _)| kind),
            line.wrong(
                "this line names no kind of pieces",
                "`# name: K TEXT`, where K is a kind of the puzzle",
            ),
        ),
        "color" => (
            note.color().map(|(kind, _)| kind),
            line.wrong(
                "this line paints no kind of pieces",
                "`# color: K #RRGGBB`, where K is a kind of the puzzle",
            ),
        ),
        _ => return None,
    };
    let holds = named.is_some_and(|name| kinds.iter().any(|kind| kind.name == name));
    (!holds).then_some(Problem { effect: ProblemEffect::Ignored, ..problem })
}
