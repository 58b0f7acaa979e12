//! From [`Setup`] to [`Puzzle`]: the only code that decides whether a setup is valid.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{
    Configuration, Demand, Expectation, Fault, Faults, Gate, Goal, GoalSetup, Kind, KindSetup,
    MAX_CELLS, MAX_GOAL_CELLS, MAX_KINDS, Note, Occupant, Origin, Placement, Puzzle, Setup,
    SetupPlace, Size, Style, Violation, Want, kind_number,
};

impl Setup {
    /// Returns the puzzle, or everything wrong with it.
    ///
    /// A fault that another one makes likely is not reported: the pieces of a goal are not counted
    /// if the goal or the start is faulty, and a board without cells is not examined any further.
    /// Takes time and memory linear in the setup, and in the board for each goal.
    ///
    /// # Errors
    ///
    /// Returns all faults.
    pub fn validate(&self) -> Result<Puzzle, Faults> {
        let mut faults = Vec::new();
        let puzzle = self.examine(&mut |fault| {
            faults.push(fault);
            Continue(())
        });
        puzzle.ok_or(Faults(faults))
    }

    /// Returns the puzzle if the setup is valid. `on_fault` receives every fault, and ends the
    /// examination by returning `Break`: a setup from a hostile text could have millions.
    pub(crate) fn examine(&self, on_fault: OnFault) -> Option<Puzzle> {
        match (Examiner { setup: self, on_fault, is_faulty: false }.examine()) {
            Continue(puzzle) => puzzle,
            Break(()) => None,
        }
    }
}

impl TryFrom<Setup> for Puzzle {
    type Error = Faults;

    fn try_from(setup: Setup) -> Result<Self, Faults> {
        setup.validate()
    }
}

impl Size {
    /// Returns the reason why no board can have this size.
    pub(crate) fn violation(self) -> Option<Violation> {
        match u64::from(self.rows) * u64::from(self.cols) {
            0 => Some(Violation::NoCells),
            cells => (cells > MAX_CELLS as u64).then_some(Violation::BoardTooLarge),
        }
    }
}

/// Callback for faults; it returns whether to go on.
type OnFault<'a> = &'a mut dyn FnMut(Fault) -> ControlFlow<()>;

struct Examiner<'a> {
    setup: &'a Setup,
    on_fault: OnFault<'a>,
    /// Whether a fault was reported.
    is_faulty: bool,
}

/// The start after validation.
struct ValidStart {
    /// Number of pieces of each kind; `None` where they are at odds with the board.
    counts: Option<Vec<u32>>,
}

impl Examiner<'_> {
    fn examine(mut self) -> ControlFlow<(), Option<Puzzle>> {
        let size = self.setup.size;
        let size_violation = size.violation();
        let is_board = size_violation.is_none();
        if let Some(violation) = size_violation {
            self.fault(SetupPlace::Size, violation)?;
        }
        let kinds = self.kinds()?;
        let (mut goals, mut closed) = (Vec::new(), Vec::new());
        if is_board {
            let walls = self.walls(&kinds)?;
            closed = self.gates(kinds.len())?;
            let start = self.start(walls.clone(), &closed)?;
            goals = self.goals(&walls, &start)?;
        }
        self.facts()?;
        if self.is_faulty {
            return Continue(None);
        }
        let mut blocked = self.setup.blocked.clone();
        blocked.sort_unstable();
        blocked.dedup();
        Continue(Some(Puzzle {
            size,
            comment: self.setup.comment.clone(),
            kinds,
            blocked,
            start: Configuration::new(self.setup.start.clone()),
            goals,
            gates: self.setup.gates.iter().map(Gate::in_order).collect(),
            closed,
            notes: self.setup.notes.clone(),
            expectations: self.setup.expectations.clone(),
            origin: self.origin(),
        }))
    }

    fn fault(&mut self, place: SetupPlace, violation: Violation) -> ControlFlow<()> {
        self.is_faulty = true;
        (self.on_fault)(Fault { place, violation })
    }

    /// Validates the kinds, in order; a faulty one has no cells, so that the others keep their
    /// indices.
    fn kinds(&mut self) -> ControlFlow<(), Vec<Kind>> {
        let mut taken = [false; MAX_KINDS + 1];
        let mut kinds = Vec::with_capacity(self.setup.kinds.len());
        for (index, kind) in self.setup.kinds.iter().enumerate() {
            kinds.push(match checked(kind, &mut taken) {
                Ok(kind) => kind,
                Err(violation) => {
                    self.fault(SetupPlace::Kind(index), violation)?;
                    Kind::new(kind.name, Vec::new(), kind.lock)
                }
            });
        }
        Continue(kinds)
    }

    /// Returns the board with nothing but its blocked cells.
    fn walls<'k>(&mut self, kinds: &'k [Kind]) -> ControlFlow<(), BoardBuilder<'k>> {
        let mut tray = BoardBuilder::new(self.setup.size, kinds);
        for (index, &cell) in self.setup.blocked.iter().enumerate() {
            if !tray.block(cell) {
                self.fault(SetupPlace::Blocked(index), Violation::OffBoard(cell))?;
            }
        }
        Continue(tray)
    }

    /// Returns, for each kind, the cells that gates close to it.
    fn gates(&mut self, kinds: usize) -> ControlFlow<(), Vec<Vec<u32>>> {
        let cells = self.setup.size.cells();
        let mut closed = vec![Vec::new(); kinds];
        for (index, gate) in self.setup.gates.iter().enumerate() {
            let violation = if (index + 1).saturating_mul(cells) > MAX_GOAL_CELLS {
                Some(Violation::TooManyGates)
            } else if let Some(&kind) = gate.kinds.iter().find(|&&k| usize::from(k) >= kinds) {
                Some(Violation::UnknownKind(kind))
            } else {
                let off = gate.cells.iter().find(|&&cell| cell as usize >= cells);
                off.map(|&cell| Violation::OffBoard(cell))
            };
            if let Some(violation) = violation {
                self.fault(SetupPlace::Gate(index), violation)?;
                break;
            }
            let others = (0..).zip(&mut closed).filter(|(kind, _)| !gate.kinds.contains(kind));
            others.for_each(|(_, closed)| closed.extend(&gate.cells));
        }
        for closed in &mut closed {
            closed.sort_unstable();
            closed.dedup();
        }
        Continue(closed)
    }

    /// Returns the names in the order of the sorted pieces, or none if there are too few or too
    /// many.
    fn origin(&self) -> Origin {
        let Setup { start, origin, .. } = self.setup;
        let mut named: Vec<_> = start.iter().zip(&origin.names).collect();
        named.sort_by_key(|&(piece, _)| *piece);
        let names = named.into_iter().map(|(_, name)| name.clone());
        let are_all = start.len() == origin.names.len();
        let names = if are_all { names.collect() } else { Vec::new() };
        Origin { names, read_as: origin.read_as.clone() }
    }

    fn start(
        &mut self,
        mut tray: BoardBuilder,
        closed: &[Vec<u32>],
    ) -> ControlFlow<(), ValidStart> {
        let pieces = &self.setup.start;
        let mut is_sound = true;
        for (index, &piece) in pieces.iter().enumerate() {
            if let Some(violation) = tray.lay(piece).or_else(|| tray.closed(piece, closed)) {
                is_sound = false;
                self.fault(SetupPlace::Piece(index), violation)?;
            }
        }
        if pieces.is_empty() {
            self.fault(SetupPlace::Start, Violation::NoPieces)?;
        }
        Continue(ValidStart { counts: is_sound.then_some(tray.counts) })
    }

    fn goals(&mut self, walls: &BoardBuilder, start: &ValidStart) -> ControlFlow<(), Vec<Goal>> {
        let mut goals = Vec::new();
        for (index, goal) in self.setup.goals.iter().enumerate() {
            if (index + 1).saturating_mul(walls.cells.len()) > MAX_GOAL_CELLS {
                self.fault(SetupPlace::Goal(index), Violation::TooManyGoals)?;
                break;
            }
            goals.extend(self.goal(index, goal, walls.clone(), start)?);
        }
        if self.setup.goals.is_empty() {
            self.fault(SetupPlace::Goals, Violation::NoGoals)?;
        }
        Continue(goals)
    }

    fn goal(
        &mut self,
        index: usize,
        goal: &GoalSetup,
        mut tray: BoardBuilder,
        start: &ValidStart,
    ) -> ControlFlow<(), Option<Goal>> {
        let mut demands = goal.demands();
        // Which cells must be empty is known only when all pieces are laid.
        let those = |are_empty: bool| {
            let wanted = demands.iter().enumerate();
            wanted.filter(move |(_, demand)| (demand.want == Want::Empty) == are_empty)
        };
        let mut is_sound = true;
        for (demand, &Demand { cell, want }) in those(false).chain(those(true)) {
            let violation = match want {
                Want::Origin(kind) => tray.lay(Placement { cell, kind }),
                Want::Empty => tray.keep_empty(cell),
            };
            if let Some(violation) = violation {
                is_sound = false;
                self.fault(SetupPlace::Demand { goal: index, demand }, violation)?;
            }
        }
        let (true, Some(counts)) = (is_sound, &start.counts) else { return Continue(None) };
        let mut free = tray.free();
        if let GoalSetup::Complete(_) = goal {
            demands.extend(free.drain(..).map(|cell| Demand { cell, want: Want::Empty }));
        }
        for (kind, (&start, &goal)) in tray.kinds.iter().zip(counts.iter().zip(&tray.counts)) {
            if goal > start || free.is_empty() && goal < start {
                let violation = Violation::CountDiffers { name: kind.name(), start, goal };
                self.fault(SetupPlace::Goal(index), violation)?;
            }
        }
        demands.sort_unstable();
        demands.dedup();
        Continue(Some(Goal::new(demands, free)))
    }

    /// Validates comment, notes and expectations. They must be single lines, so that every notation
    /// can hold them.
    fn facts(&mut self) -> ControlFlow<()> {
        let setup = self.setup;
        if !is_line(&setup.comment) {
            self.fault(SetupPlace::Comment, Violation::BadComment)?;
        }
        for (index, Note { key, value }) in setup.notes.iter().enumerate() {
            let is_key = is_line(key) && !key.is_empty() && !key.contains(':') && key != "expect";
            if !is_key || !is_line(value) {
                self.fault(SetupPlace::Note(index), Violation::BadNote(key.clone()))?;
            }
        }
        let mut seen = [false; Style::ALL.len()];
        for (index, &Expectation { style, .. }) in setup.expectations.iter().enumerate() {
            if std::mem::replace(&mut seen[usize::from(style.number())], true) {
                self.fault(SetupPlace::Expectation(index), Violation::RepeatedExpectation(style))?;
            }
        }
        Continue(())
    }
}

impl Gate {
    /// Returns the gate with its kinds and cells ascending, each once.
    fn in_order(&self) -> Gate {
        let Gate { mut kinds, mut cells } = self.clone();
        kinds.sort_unstable();
        kinds.dedup();
        cells.sort_unstable();
        cells.dedup();
        Gate { kinds, cells }
    }
}

fn is_line(text: &str) -> bool {
    text.trim() == text && !text.contains('\n')
}

/// Returns the kind that a setup describes, its cells in order and relative to its origin. Its name
/// must not be among those whose numbers are `taken`, and is added to them.
fn checked(setup: &KindSetup, taken: &mut [bool; MAX_KINDS + 1]) -> Result<Kind, Violation> {
    let name = setup.name;
    let Some(number) = kind_number(name) else { return Err(Violation::BadName(name)) };
    if std::mem::replace(&mut taken[usize::from(number)], true) {
        return Err(Violation::RepeatedName(name));
    }
    let mut cells = setup.cells.clone();
    cells.sort_unstable();
    cells.dedup();
    let Some(&(row, col)) = cells.first() else { return Err(Violation::EmptyKind(name)) };
    let is_near = |from: i32, to: i32| from.abs_diff(to) < MAX_CELLS as u32;
    if !cells.iter().all(|&(r, c)| is_near(r, row) && is_near(c, col)) {
        return Err(Violation::KindTooLarge(name));
    }
    let cells = cells.into_iter().map(|(r, c)| (r - row, c - col)).collect();
    Ok(Kind::new(name, cells, setup.lock))
}

/// A board on which pieces are laid one after the other.
#[derive(Clone)]
pub(super) struct BoardBuilder<'a> {
    size: Size,
    kinds: &'a [Kind],
    cells: Vec<CellContent>,
    /// Number of pieces laid of each kind.
    pub(super) counts: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellContent {
    Free,
    /// Must stay empty.
    Empty,
    Occupied(Occupant),
}

impl<'a> BoardBuilder<'a> {
    /// Creates an empty board of a valid size.
    pub(super) fn new(size: Size, kinds: &'a [Kind]) -> Self {
        let cells = vec![CellContent::Free; size.cells()];
        BoardBuilder { size, kinds, cells, counts: vec![0; kinds.len()] }
    }

    /// Blocks a cell; returns false if the board has no cell of this number.
    pub(super) fn block(&mut self, cell: u32) -> bool {
        let content = self.cells.get_mut(cell as usize);
        content.map(|content| *content = CellContent::Occupied(Occupant::Wall)).is_some()
    }

    /// Lays a piece as far as it fits, and returns the first thing wrong with it.
    pub(super) fn lay(&mut self, piece: Placement) -> Option<Violation> {
        let index = usize::from(piece.kind);
        let Some(kind) = self.kinds.get(index) else {
            return Some(Violation::UnknownKind(piece.kind));
        };
        self.counts[index] += 1;
        let mut first = None;
        for cell in kind.covers(piece.cell, self.size) {
            let Some(cell) = cell else {
                first.get_or_insert(Violation::LeavesBoard(kind.name()));
                continue;
            };
            let before = &mut self.cells[cell as usize];
            if let CellContent::Occupied(other) = *before {
                let (row, col) = self.size.row_col(cell);
                let (name, row, col) = (kind.name(), row + 1, col + 1);
                first.get_or_insert(Violation::Overlap { name, other, row, col });
            }
            *before = CellContent::Occupied(Occupant::Piece);
        }
        first
    }

    /// Returns what is wrong with a piece on the board if these cells are closed to the kinds.
    pub(super) fn closed(&self, piece: Placement, closed: &[Vec<u32>]) -> Option<Violation> {
        let index = usize::from(piece.kind);
        let kind = &self.kinds[index];
        let cell = kind.covers_one_of(piece.cell, self.size, &closed[index])?;
        let (row, col) = self.size.row_col(cell);
        Some(Violation::Closed { name: kind.name(), row: row + 1, col: col + 1 })
    }

    /// Marks a cell as empty, if possible.
    fn keep_empty(&mut self, cell: u32) -> Option<Violation> {
        match self.cells.get_mut(cell as usize) {
            None => Some(Violation::OffBoard(cell)),
            Some(&mut CellContent::Occupied(other)) => {
                let (row, col) = self.size.row_col(cell);
                Some(Violation::NeverEmpty { other, row: row + 1, col: col + 1 })
            }
            Some(content) => {
                *content = CellContent::Empty;
                None
            }
        }
    }

    /// Returns the undetermined cells, ascending.
    fn free(&self) -> Vec<u32> {
        let mut free = Vec::with_capacity(self.cells.len());
        let cells = (0..).zip(&self.cells);
        free.extend(
            cells.filter(|(_, content)| **content == CellContent::Free).map(|(cell, _)| cell),
        );
        free
    }
}
