//! Alike pieces: a matrix of placements for each profile and parity of rows.
//!
//! In styles of single pieces a move is a map of rows times a map of columns ([`Transitions`]), so
//! that it moves whole words.

use std::ops::Range;

use super::board::{OpenCells, PlacedPiece, paths};
use super::census::Census;
use super::fillings::Fillings;
use super::goals::{GoalBlock, Wanted};
use super::layout::{Arranged, Arrangement, Layout};
use super::level::TileWorker;
use super::placements::{MatrixProfile, Placements};
use super::planes::{BitPlace, BlockRows, Blocks, LastLevel, SLAB, has, put};
use super::transitions::{Sources, Transitions};
use super::{BuildError, Keep, Parity, alternates, too_many};
use crate::engine::guard::Guard;
use crate::engine::query::{Budget, Refusal, Stopped};
use crate::engine::store::join;
use crate::puzzle::{Configuration, Goal, Movers, Placement, Puzzle, Style, Want};

/// The fraction of the memory for the fillings of both parts is 1 / `FILLINGS_PART`.
const FILLINGS_PART: u64 = 2;

/// All placements as matrices, and the moves between them.
pub struct Matrices {
    pub placements: Placements,
    pub transitions: Transitions,
}

impl Matrices {
    /// Builds the matrices of a board, which leave room for what is to be kept of each placement.
    ///
    /// # Errors
    ///
    /// Where there is no memory for them, where pieces move together or have too many paths, and
    /// where a limit stops it.
    pub fn arrange(
        census: Census,
        style: Style,
        keep: Keep,
        budget: &Budget,
    ) -> Result<Arranged, BuildError> {
        let allowed = budget.room();
        if style.movers() != Movers::Single {
            Err(Refusal::Unsuited("the cut engine takes only styles 0 to 2"))?;
        }
        let unsuited = "there are too many ways to walk for the cut engine";
        let paths = paths(&census.board, style.reach()).ok_or(Refusal::Unsuited(unsuited))?;
        let pieces = census.board.pieces_of(census.board.all);
        let (size, alternates) = (census.size, alternates(style));
        let bits = keep.bits(alternates);
        let all = size.placements.into();
        // What certainly does not fit is not built.
        let lines = size.rows.saturating_mul(Fillings::bytes_of(pieces / 2));
        let planes = size.words.saturating_mul(8 * bits as u64);
        let most_bytes = allowed / FILLINGS_PART;
        if planes > allowed && lines <= most_bytes && size.placements < u64::MAX {
            Err(too_many(&all, planes.saturating_add(lines), allowed, budget))?;
        }
        let mut blocks = Blocks::with_room(4 * census.profiles.len());
        for half in Parity::BOTH {
            for size in &census.profiles {
                for rows in Parity::BOTH {
                    let words = size.columns[rows ^ half].div_ceil(64) as usize;
                    blocks.push(size.rows[rows] as usize, words);
                }
            }
        }
        let guard = Guard::new(budget, most_bytes, 0, &|_| 0);
        let Some(placements) = Placements::build(census, most_bytes, &guard) else {
            return Err(BuildError::of(&guard, budget));
        };
        let bytes = guard.held() + blocks.bytes(bits);
        let left = allowed.saturating_sub(bytes);
        match Transitions::find(&placements, paths, left, budget) {
            Ok(transitions) => {
                let layout = Layout::Matrices(Box::new(Self { placements, transitions }));
                Ok(Arranged { layout, blocks, alternates, bytes })
            }
            // The memory of the moves is known only when all are found: for most puzzles twice what
            // was left for them is more than enough.
            Err(Stopped::Memory) => Err(too_many(&all, bytes + 2 * left, allowed, budget).into()),
            Err(stopped) => Err(BuildError::Stopped(stopped)),
        }
    }

    /// Gathers all that leads into some rows of a block.
    #[inline(always)]
    pub fn gather<const NATIVE: bool>(
        &self,
        last: &LastLevel,
        block: usize,
        rows: &Range<usize>,
        worker: &mut TileWorker,
    ) {
        let (placements, turn) = (&self.placements, self.placements.board.turn);
        let (profile, [above, below]) = placements.split(block);
        let MatrixProfile { upper, columns, .. } = &placements.profiles[profile];
        let moves = &self.transitions.profiles[profile];
        let is_whole = rows.len() == upper[above].len();
        if let Some(lines) = last.lines(placements.block(profile, above ^ turn, below)) {
            // Moves can be undone, so the sources of a row are also its destinations.
            let [sources, destinations] = [above, above ^ turn].map(|parity| &moves.rows[parity]);
            if is_whole {
                into_rows(destinations, lines, worker);
            } else {
                from_rows(sources, lines, rows, worker);
            }
        }
        if let Some(lines) = last.lines(placements.block(profile, above, below ^ turn)) {
            self.within_columns(lines, profile, below, rows, worker);
        }
        let words = columns[below].words();
        for bridge in &moves.bridges.list {
            let above_before = above ^ bridge.turn;
            let from = placements.block(bridge.from, above_before, below ^ bridge.turn ^ turn);
            let columns = moves.bridges.columns(bridge, below);
            let Some(lines) = last.lines(from).filter(|_| !columns.is_empty()) else { continue };
            let mut pairs = moves.bridges.pairs(bridge, above);
            if !is_whole {
                let before = |row: usize| pairs.partition_point(|&(to, _)| (to as usize) < row);
                pairs = &pairs[before(rows.start)..before(rows.end)];
            }
            for &(to, from) in pairs {
                let Some(from) = lines.of(from as usize) else { continue };
                let to = worker.row(to as usize - rows.start, words);
                for segment in columns {
                    segment.apply::<NATIVE>(from, to);
                }
            }
        }
    }
}

/// Applies the moves within the upper part to all rows that are not empty.
#[inline(always)]
fn into_rows(destinations: &Sources, lines: BlockRows, worker: &mut TileWorker) {
    for begin in (0..destinations.len()).step_by(SLAB) {
        for (at, from) in lines.slab(begin) {
            for &to in destinations.of(begin + at) {
                join(worker.row(to as usize, lines.width), from);
            }
        }
    }
}

/// Applies the moves within the upper part that lead to some rows.
#[inline(always)]
fn from_rows(sources: &Sources, lines: BlockRows, rows: &Range<usize>, worker: &mut TileWorker) {
    for (at, row) in rows.clone().enumerate() {
        for &from in sources.of(row) {
            if let Some(from) = lines.of(from as usize) {
                join(worker.row(at, lines.width), from);
            }
        }
    }
}

/// The demands of a goal on the pieces of one part.
#[derive(Default)]
struct PartDemands {
    pieces: Vec<PlacedPiece>,
    empty: OpenCells,
}

impl PartDemands {
    /// Splits the demands of a goal; `None` if no placement meets them.
    fn of(goal: &Goal, placements: &Placements) -> Option<[Self; 2]> {
        let board = &placements.board;
        let mut demands = [PartDemands::default(), PartDemands::default()];
        for demand in goal.demands() {
            match demand.want {
                // Protruding cells must leave it empty as well.
                Want::Empty => {
                    let cell = board.number(demand.cell)?;
                    for part in &mut demands {
                        part.empty |= 1 << cell;
                    }
                }
                Want::Origin(kind) => {
                    let piece = board.piece(Placement { cell: demand.cell, kind })?;
                    demands[placements.part(piece) as usize].pieces.push(piece);
                }
            }
        }
        Some(demands)
    }

    /// Returns which of some fillings meet the demands, by place, as bits; `None` if none does.
    fn met(
        &self,
        all: &Fillings,
        fillings: impl ExactSizeIterator<Item = usize>,
    ) -> Option<Vec<u64>> {
        let (mut set, mut is_met) = (vec![0; fillings.len().div_ceil(SLAB)], false);
        for (at, filling) in fillings.enumerate() {
            let pieces = all.pieces(filling);
            if all.covered(filling) & self.empty == 0
                && self.pieces.iter().all(|piece| pieces.contains(piece))
            {
                put(&mut set, at);
                is_met = true;
            }
        }
        is_met.then_some(set)
    }
}

impl Arrangement for Matrices {
    fn place(&self, configuration: &Configuration) -> Option<BitPlace> {
        self.placements.place(&self.placements.board.pieces(configuration)?)
    }

    fn configuration(&self, place: BitPlace) -> Configuration {
        self.placements.board.configuration(&self.placements.pieces(place))
    }

    fn precedence(&self, _: usize) -> u64 {
        0
    }

    fn goal(&self, goal: &Goal, _: &Puzzle) -> Vec<GoalBlock> {
        let mut goals = Vec::new();
        let Some(demands) = PartDemands::of(goal, &self.placements) else { return goals };
        for block in 0..4 * self.placements.profiles.len() {
            let (profile, [above, below]) = self.placements.split(block);
            let MatrixProfile { upper, columns, .. } = &self.placements.profiles[profile];
            let (upper, fillings) = (&upper[above], &columns[below].fillings);
            let Some(rows) = demands[0].met(upper, 0..upper.len()) else { continue };
            let lower = &self.placements.lower(profile).fillings[below];
            let fillings = fillings.iter().map(|&filling| filling as usize);
            let Some(columns) = demands[1].met(lower, fillings) else { continue };
            goals.push(GoalBlock { block, wanted: Wanted::Product { rows, columns } });
        }
        goals
    }

    fn meeting(&self, goal: &GoalBlock, word: usize, bits: u64) -> u64 {
        let Wanted::Product { rows, columns } = &goal.wanted else { return 0 };
        if has(rows, word / columns.len()) { bits & columns[word % columns.len()] } else { 0 }
    }

    /// Returns where the board is cut.
    fn numbering(&self) -> Vec<u64> {
        vec![self.placements.parts()[1].start as u64]
    }
}
