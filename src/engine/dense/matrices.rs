//! Alike pieces: a matrix of placements for each profile and parity of rows.
//!
//! In styles of single pieces a move is a map of rows times a map of columns ([`Transitions`]), so
//! that it moves whole words.

use std::ops::Range;

use super::bits::Gather;
use super::board::{OpenCells, PiecePaths, PlacedPiece};
use super::bridges::Segment;
use super::census::Census;
use super::fillings::Fillings;
use super::goals::{GoalBlock, Wanted};
use super::layout::{Arranged, Arrangement, Layout};
use super::level::{LastLevel, TilePlace, TileWorker};
use super::placements::{BoardPart, Placements, block_number};
use super::planes::{BitPlace, BlockRows, HalfLayout, SLAB, has, put};
use super::transitions::{Sources, Transitions};
use super::{BuildError, Keep, Parity, alternates};
use crate::engine::guard::Guard;
use crate::engine::query::{Budget, Refusal, Stopped};
use crate::engine::store::{join, prefetch};
use crate::puzzle::{Configuration, Goal, Movers, Placement, Puzzle, Style, Want};

/// The fraction of the memory for the fillings of both parts is 1 / `FILLINGS_PART`.
const FILLINGS_PART: u64 = 2;

/// Source rows that are prefetched before the first of them is read. Most bridges have few.
const AHEAD: usize = 32;

/// A row of the current tile, a source row, and the map from the columns of one to the other's.
type RowMove<'a> = (usize, &'a [u64], &'a [Segment]);

/// All placements as matrices, and the moves between them.
pub struct Matrices {
    pub placements: Placements,
    paths: PiecePaths,
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
        let too_many = "there are too many ways to walk for the cut engine";
        let paths =
            PiecePaths::new(&census.board, style.reach()).ok_or(Refusal::Unsuited(too_many))?;
        let pieces = census.board.pieces_of(census.board.all);
        let (size, bits) = (census.size, keep.bits(alternates(style)));
        let too_many = |needed: u64| Refusal::TooManyPlacements {
            placements: Box::new(size.placements.into()),
            needed: Box::new(needed.saturating_add(budget.memory - allowed).into()),
            allowed: budget.memory,
        };
        // What certainly does not fit is not built.
        let lines = size.rows.saturating_mul(Fillings::bytes_of(pieces / 2));
        let planes = size.words.saturating_mul(8 * bits as u64);
        let most_bytes = allowed / FILLINGS_PART;
        if planes > allowed && lines <= most_bytes && size.placements < u64::MAX {
            Err(too_many(planes.saturating_add(lines)))?;
        }
        let mut halves = [HalfLayout::default(), HalfLayout::default()];
        for size in &census.profiles {
            for [half, rows] in
                Parity::BOTH.map(|half| Parity::BOTH.map(|rows| [half, rows])).concat()
            {
                let words = size.columns[rows ^ half].div_ceil(64) as usize;
                halves[half].push(size.rows[rows] as usize, words);
            }
        }
        let planes: u64 = halves.iter().map(|half| half.bytes(bits)).sum();
        let guard = Guard::new(budget, most_bytes, 0, &|_| 0);
        let placements = Placements::build(census, most_bytes, &guard);
        let mut placements = placements.ok_or_else(|| BuildError::of(&guard, budget))?;
        let held = guard.held() + planes;
        let left = allowed.checked_sub(held).ok_or(Stopped::Memory);
        let found = left.and_then(|left| Transitions::find(&placements, &paths, left, budget));
        let transitions = found.map_err(|stopped| match stopped {
            // The memory of the moves is known only when all are found: for most puzzles twice what
            // was left for them is more than enough.
            Stopped::Memory => too_many(held + 2 * left.unwrap_or(0)).into(),
            stopped => BuildError::Stopped(stopped),
        })?;
        placements.remove_sets();
        let layout = Layout::Matrices(Box::new(Self { placements, paths, transitions }));
        Ok(Arranged { layout, halves, alternates: alternates(style), bytes: held })
    }

    /// Gathers all that leads into some rows of a block.
    #[inline(always)]
    pub fn gather(
        &self,
        quick: impl Gather,
        last: &LastLevel,
        tile: &TilePlace,
        worker: &mut TileWorker,
    ) {
        let TilePlace { half, block, ref rows } = *tile;
        let profile = block / 2;
        let parities = [Parity::of(block as u64), Parity::of(block as u64) ^ half];
        let words = self.placements.columns(profile, parities[1]).words();
        let moves = &self.transitions.profiles[profile];
        // Moves that change neither the sum's parity nor the profile lead from a block to itself.
        for turn in Parity::BOTH {
            let Some(last) = &last[half ^ turn] else { continue };
            let sources = &moves.rows[parities[0]][turn];
            let lines = last.lines(block_number(profile, parities[0] ^ turn));
            if let Some(lines) = lines.filter(|_| !sources.is_empty()) {
                // Moves can be undone, so the sources of a row are also its destinations.
                let destinations = &moves.rows[parities[0] ^ turn][turn];
                within_rows(sources, destinations, lines, rows, worker);
            }
        }
        self.within_columns(last, profile, parities, rows, worker);
        let mut ahead = Vec::with_capacity(AHEAD);
        for bridge in &moves.bridges.list {
            let [of_rows, of_columns] = bridge.turns;
            let Some(last) = &last[half ^ of_rows ^ of_columns] else { continue };
            let columns = moves.bridges.columns(bridge, parities[1]);
            let from = block_number(bridge.from, parities[0] ^ of_rows);
            let lines = last.lines(from).filter(|_| !columns.is_empty());
            let Some(lines) = lines else { continue };
            for &(to, from) in moves.bridges.pairs(bridge, parities[0], rows) {
                let Some(from) = lines.of(from as usize) else { continue };
                prefetch(from, 0);
                ahead.push((to as usize - rows.start, from, columns));
                if ahead.len() == AHEAD {
                    apply(quick, &mut ahead, words, worker);
                }
            }
        }
        apply(quick, &mut ahead, words, worker);
    }

    /// Returns the placements of a block that meet some demands.
    fn goal_block(
        &self,
        [above, below]: &[PartDemands; 2],
        half: Parity,
        block: usize,
    ) -> Option<GoalBlock> {
        let (profile, parity) = (block / 2, Parity::of(block as u64));
        let upper = &self.placements.profiles[profile].upper[parity];
        let lower = &self.placements.lower(profile).fillings[parity ^ half];
        let fillings = &self.placements.profiles[profile].columns[parity ^ half].fillings;
        let rows = set_of((0..upper.len()).map(|row| above.are_met(upper, row)))?;
        let columns = fillings.iter().map(|&filling| below.are_met(lower, filling as usize));
        let columns = set_of(columns)?;
        Some(GoalBlock { half, block, wanted: Wanted::Product { rows, columns } })
    }
}

/// Applies moves to rows that have been prefetched. Empties the list.
#[inline(always)]
fn apply(quick: impl Gather, moves: &mut Vec<RowMove>, words: usize, worker: &mut TileWorker) {
    for &(to, from, columns) in &*moves {
        let to = worker.row(to, words);
        for segment in columns {
            segment.apply(quick, from, to);
        }
    }
    moves.clear();
}

/// Applies the moves within the upper part.
#[inline(always)]
fn within_rows(
    sources: &Sources,
    destinations: &Sources,
    lines: BlockRows,
    rows: &Range<usize>,
    worker: &mut TileWorker,
) {
    // If the tile is the whole block, only rows that are not empty are examined.
    if rows.len() == sources.len() {
        for begin in (0..destinations.len()).step_by(SLAB) {
            for (at, from) in lines.slab(begin) {
                for &to in destinations.of(begin + at) {
                    join(worker.row(to as usize, lines.width), from);
                }
            }
        }
        return;
    }
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
                    demands.iter_mut().for_each(|part| part.empty |= 1 << cell);
                }
                Want::Origin(kind) => {
                    let piece = board.piece(Placement { cell: demand.cell, kind })?;
                    let part = usize::from(placements.part(piece) == BoardPart::Lower);
                    demands[part].pieces.push(piece);
                }
            }
        }
        Some(demands)
    }

    fn are_met(&self, fillings: &Fillings, filling: usize) -> bool {
        let pieces = fillings.pieces(filling);
        fillings.covered(filling) & self.empty == 0
            && self.pieces.iter().all(|piece| pieces.contains(piece))
    }
}

/// Returns a set as bits; `None` if it is empty.
fn set_of(members: impl ExactSizeIterator<Item = bool>) -> Option<Vec<u64>> {
    let mut set = vec![0; members.len().div_ceil(SLAB)];
    members.enumerate().filter(|&(_, is_member)| is_member).for_each(|(at, _)| put(&mut set, at));
    set.iter().any(|&bits| bits != 0).then_some(set)
}

impl Arrangement for Matrices {
    fn place(&self, configuration: &Configuration) -> Option<BitPlace> {
        self.placements.place(&self.placements.board.pieces(configuration)?)
    }

    fn configuration(&self, place: BitPlace) -> Configuration {
        self.placements.board.configuration(&self.placements.pieces(place))
    }

    fn neighbours(&self, place: BitPlace) -> Vec<BitPlace> {
        let (pieces, board) = (self.placements.pieces(place), &self.placements.board);
        let all = pieces.iter().fold(0, |cells, &piece| cells | board.covers(piece));
        let mut places = Vec::new();
        for (i, &piece) in pieces.iter().enumerate() {
            let others = all & !board.covers(piece);
            for path in self.paths.of(piece).iter().filter(|path| path.passed & others == 0) {
                let mut after = pieces.clone();
                after[i] = path.to;
                after.sort_unstable();
                places.extend(self.placements.place(&after));
            }
        }
        places
    }

    fn reach(&self, block: usize, wanted: &mut [bool]) {
        // Moves of rows lead to either parity of rows, and moves of columns to the same.
        wanted[block] = true;
        wanted[block ^ 1] = true;
        for bridge in &self.transitions.profiles[block / 2].bridges.list {
            let rows = Parity::of(block as u64) ^ bridge.turns[0];
            wanted[block_number(bridge.from, rows)] = true;
        }
    }

    fn precedence(&self, _: usize) -> u64 {
        0
    }

    fn goal(&self, goal: &Goal, _: &Puzzle, halves: [&HalfLayout; 2]) -> Vec<GoalBlock> {
        let Some(demands) = PartDemands::of(goal, &self.placements) else { return Vec::new() };
        let of = |half: Parity| {
            let blocks = 0..halves[half].blocks.len();
            blocks.filter_map(|block| self.goal_block(&demands, half, block)).collect::<Vec<_>>()
        };
        Parity::BOTH.map(of).into_iter().flatten().collect()
    }

    fn meeting(&self, goal: &GoalBlock, word: usize, bits: u64) -> u64 {
        let Wanted::Product { rows, columns } = &goal.wanted else { return 0 };
        if has(rows, word / columns.len()) { bits & columns[word % columns.len()] } else { 0 }
    }

    /// Returns where the board is cut, and the number of profiles.
    fn numbering(&self) -> Vec<u64> {
        vec![self.placements.at as u64, self.placements.profiles.len() as u64]
    }
}
