//! The cut engine: breadth-first bitmap search with one bit per placement, many placements at a
//! time.
//!
//! [`Cut`] arranges all placements in matrices. A move of one piece is a map of rows times a map of
//! columns ([`maps`]), so that it moves whole words ([`level`]). The next level overwrites the one
//! before the last: `next = (neighbours of the last) - last - (one before the last)`. In style 0 a
//! move changes the parity of the sum of all coordinates, so the last level is in one half of the
//! placements, and the one before it in the other half: one bit for each placement is enough.
//! `docs/internals/engines.md` explains the whole.

mod bridges;
mod chart;
mod columns;
mod crossing;
mod goal;
mod level;
mod maps;
mod plane;
mod prospect;
mod segments;
mod sweep;

use std::ops::ControlFlow;

use self::goal::SplitGoal;
use self::level::{LevelSource, RowPairs, TileTasks, TileWorker};
use self::maps::{LowerMoveTables, MapBuilder, Maps};
use self::plane::{HalfLayout, HalfSet};
pub use self::prospect::{Prospect, ProspectError};
use super::bitmap::{DistanceTable, ProgressCheck, StopCheck, stopped_at_start};
use super::disk::manifest::sum;
use super::disk::planes;
use super::drive::Run;
use super::guard::Guard;
use crate::engine::host::{map, share_parts};
use crate::engine::query::{Answer, Budget, Disk, Engine, Observer, Query, Refusal, Stopped};
use crate::engine::rank::cut::{Cut, MatrixPlace, PiecePaths, PlacedPiece};
use crate::engine::store::WordBuffer;
use crate::puzzle::{Configuration, Goal, Movers, Puzzle, Style};

/// The fraction of the memory for the fillings of both parts is 1 / `FILLINGS_PART`.
const FILLINGS_PART: u64 = 2;

/// Smaller levels are not worth the threads.
const FEW: u64 = 1 << 14;

/// Searches, if there is memory for a bit on every placement.
///
/// # Errors
///
/// Where there is not, where pieces move together, and where they have too many paths.
pub fn search(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    match Prospect::of(query, budget) {
        Ok(prospect) => prospect.search(query, budget, observer),
        Err(ProspectError::Stopped(stopped)) => {
            Ok(stopped_at_start(query.puzzle, Engine::Cut, stopped, observer))
        }
        Err(ProspectError::Refused(refusal)) => Err(refusal),
    }
}

/// Counts the positions at each distance. Writes checkpoints of the last two levels to a folder.
///
/// # Errors
///
/// Those of [`search`], and a folder that cannot be used.
pub fn search_and_keep(
    query: &Query,
    disk: &Disk,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let mut run = Run { budget, observer };
    let prospect = match Prospect::of(query, budget) {
        Ok(prospect) => prospect,
        Err(ProspectError::Stopped(stopped)) => {
            return Ok(stopped_at_start(query.puzzle, Engine::Cut, stopped, run.observer));
        }
        Err(ProspectError::Refused(refusal)) => return Err(refusal),
    };
    with_matrices(prospect, query.style, Keep::of(query), budget, |made| match made {
        Ok(matrices) => Ok(planes::search(matrices, Engine::Cut, query, disk, &mut run)?),
        Err(stopped) => Ok(stopped_at_start(query.puzzle, Engine::Cut, stopped, run.observer)),
    })?
}

/// Builds the matrices and passes them to the callback; or passes what stopped it.
fn with_matrices<R>(
    prospect: Prospect,
    style: Style,
    keep: Keep,
    budget: &Budget,
    act: impl FnOnce(Result<&mut Matrices, Stopped>) -> R,
) -> Result<R, Refusal> {
    let (mut act, mut done) = (Some(act), None);
    make_matrices(prospect, style, keep, budget, &mut |made| {
        done = act.take().map(|act| act(made));
    })?;
    Ok(done.expect("it acts once"))
}

/// Like [`with_matrices`], not generic, so that it is compiled only once.
fn make_matrices(
    prospect: Prospect,
    style: Style,
    keep: Keep,
    budget: &Budget,
    act: &mut dyn FnMut(Result<&mut Matrices, Stopped>),
) -> Result<(), Refusal> {
    let Prospect { ground, profiles, plan } = prospect;
    let allowed = budget.room();
    if style.movers() != Movers::Single {
        return Err(Refusal::Unsuited("the cut engine takes only styles 0 to 2"));
    }
    let too_many = "there are too many ways to walk for the cut engine";
    let paths = PiecePaths::new(&ground, style.reach()).ok_or(Refusal::Unsuited(too_many))?;
    let most_bytes = allowed / FILLINGS_PART;
    let guard = Guard::new(budget, most_bytes, 0, &|_| 0);
    let cut = match Cut::new(ground, &profiles, plan.at, most_bytes, &mut || guard.look()) {
        Ok(cut) => cut,
        Err(why) => match ProspectError::of(why, &guard, budget) {
            ProspectError::Stopped(stopped) => {
                act(Err(stopped));
                return Ok(());
            }
            ProspectError::Refused(refusal) => return Err(refusal),
        },
    };
    drop(profiles);
    let layouts = [0, 1].map(|parity| HalfLayout::new(parity, sizes(&cut, parity)));
    let turns = turns(style);
    let bytes: u64 = layouts.iter().map(|layout| layout.bytes(planes(style, keep))).sum();
    let held = cut.bytes() + bytes;
    let left = allowed.checked_sub(held).ok_or(Stopped::Memory);
    let moves = match left.and_then(|left| MoveMaps::new(&cut, &paths, left, budget)) {
        Ok(moves) => moves,
        Err(Stopped::Memory) => {
            let placements = Box::new(cut.placements());
            // The memory of the moves is known only when all are found: for most puzzles twice what
            // was left for them is more than enough.
            let moves = 2 * left.unwrap_or(0);
            let needed = Box::new((budget.memory - allowed + held + moves).into());
            return Err(Refusal::TooManyPlacements { placements, needed, allowed: budget.memory });
        }
        Err(stopped) => {
            act(Err(stopped));
            return Ok(());
        }
    };
    let no_room = Refusal::no_room(bytes);
    let [even, odd] = layouts.map(|layout| Half::new(layout, turns, keep).map_err(no_room));
    let mut matrices = Matrices {
        cut: &cut,
        paths: &paths,
        moves,
        halves: [even?, odd?],
        workers: (0..budget.threads()).map(|_| TileWorker::new()).collect(),
        turns,
        marks_all: keep == Keep::Map,
        distance: 0,
        half: 0,
        last_found: 0,
        goals: Vec::new(),
        bytes: held,
    };
    act(Ok(&mut matrices));
    Ok(())
}

/// What is kept of each placement besides the last levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Nothing.
    Levels,
    /// Nothing, but the first level may be in both halves.
    Sweep,
    /// Marks that lead back from a goal.
    Path,
    /// Whether it was found; and then marks, and levels that may be in both halves.
    Map,
}

impl Keep {
    /// Returns what a query needs.
    pub fn of(query: &Query) -> Self {
        if query.wants_solution { Keep::Path } else { Keep::Levels }
    }

    /// Whether a level may be in both halves, though each move leads from one to the other.
    fn has_both_halves(self) -> bool {
        matches!(self, Keep::Sweep | Keep::Map)
    }
}

/// Whether each move leads from one half of the placements to the other: a single step changes the
/// parity of the sum of all coordinates.
fn turns(style: Style) -> bool {
    style == Style::STEP
}

/// Returns the bits that are kept of each placement.
pub fn planes(style: Style, keep: Keep) -> usize {
    let turns = turns(style);
    marks(keep) + if turns && !keep.has_both_halves() { 1 } else { 2 }
}

/// Returns the numbers of rows and columns of all blocks of one half.
fn sizes(cut: &Cut, parity: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..cut.profiles()).flat_map(move |profile| {
        [0, 1].map(|row| {
            let columns = cut.columns(profile, row ^ parity).len();
            (cut.upper(profile)[row].len(), columns)
        })
    })
}

/// All moves.
struct MoveMaps {
    /// For each profile, the moves that do not stay within the lower part.
    maps: Vec<Maps>,
    lower: LowerMoveTables,
}

impl MoveMaps {
    /// Finds all moves, if they need at most `most_bytes` bytes.
    fn new(
        cut: &Cut,
        paths: &PiecePaths,
        most_bytes: u64,
        budget: &Budget,
    ) -> Result<Self, Stopped> {
        let guard = Guard::new(budget, most_bytes, 0, &|_| 0);
        let (builder, lower) = MapBuilder::new(cut, paths, budget.threads(), &guard);
        let maps = map(budget.threads(), 0..cut.profiles(), |profile| {
            if guard.look().is_break() {
                return Maps::default();
            }
            builder.maps(profile)
        });
        guard.verdict().break_value().map_or(Ok(Self { maps, lower }), Err)
    }
}

/// Half of all placements.
struct Half {
    layout: HalfLayout,
    /// This half's part of the last level; if each move leads from one half to the other, of the
    /// last level or of the one before.
    last: HalfSet,
    /// This half's part of the level before, if moves stay within a half or levels are in both
    /// halves.
    other: Option<HalfSet>,
    marks: Vec<WordBuffer>,
}

impl Half {
    fn new(layout: HalfLayout, turns: bool, keep: Keep) -> std::io::Result<Self> {
        let plane = || HalfSet::new(&layout);
        let has_other = !turns || keep.has_both_halves();
        let (last, other) = (plane()?, if has_other { Some(plane()?) } else { None });
        let marks = (0..marks(keep)).map(|_| WordBuffer::new(layout.size().0));
        Ok(Self { last, other, marks: marks.collect::<Result<_, _>>()?, layout })
    }
}

/// Returns the bits of a placement that hold its distance modulo 3.
fn marks(keep: Keep) -> usize {
    match keep {
        Keep::Levels | Keep::Sweep => 0,
        Keep::Path | Keep::Map => 2,
    }
}

/// All placements, with the last level and the one before.
pub struct Matrices<'a> {
    cut: &'a Cut,
    paths: &'a PiecePaths,
    moves: MoveMaps,
    halves: [Half; 2],
    workers: Vec<TileWorker>,
    /// Whether each move leads from one half to the other, and all of a level is in one of them.
    turns: bool,
    /// Whether the first of the marks is for all that is found, whatever its distance.
    marks_all: bool,
    /// The distance of the last level, its half if moves change the half, and its size.
    distance: u64,
    half: usize,
    last_found: u64,
    /// The goals that are too wide for a list.
    goals: Vec<SplitGoal>,
    /// Bytes of memory for all this.
    bytes: u64,
}

impl Matrices<'_> {
    /// Returns a half's part of the level before the last, if that is not in the same plane as the
    /// last.
    fn before(&self, half: usize) -> Option<&HalfSet> {
        self.halves[half].other.as_ref().filter(|_| !self.turns)
    }

    /// Exchanges the last level and the one before.
    fn turn(&mut self) {
        for Half { last, other, .. } in &mut self.halves {
            if let Some(before) = other.as_mut().filter(|_| !self.turns) {
                std::mem::swap(last, before);
            }
        }
    }

    /// Returns which of the marks a position at a distance gets, if any.
    fn mark(&self, distance: u64) -> Option<usize> {
        if self.marks_all { Some(0) } else { mark(distance) }
    }

    /// Returns the half, the word and the bit of a number.
    fn split(&self, number: u64) -> (usize, usize, u64) {
        let (word, first) = ((number / 64) as usize, self.first_word(1));
        match word.checked_sub(first) {
            Some(word) => (1, word, number % 64),
            None => (0, word, number % 64),
        }
    }

    /// Returns the first word of a half among those of both.
    fn first_word(&self, half: usize) -> usize {
        if half == 0 { 0 } else { self.halves[0].layout.size().0 }
    }

    fn number_of(&self, pieces: &[PlacedPiece]) -> Option<u64> {
        let MatrixPlace { profile, parities, row, column } = self.cut.place(pieces)?;
        let half = parities[0] ^ parities[1];
        let block = &self.halves[half].layout.blocks[2 * profile + parities[0]];
        Some((self.first_word(half) + block.row(row).start) as u64 * 64 + column as u64)
    }

    fn pieces(&self, number: u64) -> Vec<PlacedPiece> {
        let (half, word, bit) = self.split(number);
        let layout = &self.halves[half].layout;
        let at = layout.block_of(word);
        let block = &layout.blocks[at];
        let (row, word) = ((word - block.at) / block.words, (word - block.at) % block.words);
        let parities = [at % 2, (at % 2) ^ half];
        let column = word * 64 + bit as usize;
        self.cut.pieces(MatrixPlace { profile: at / 2, parities, row, column })
    }

    /// Calls `visit` with all placements in a plane of a half, ascending.
    fn each_of(&self, half: usize, plane: &HalfSet, visit: &mut dyn FnMut(u64)) {
        let blocks = self.halves[half].layout.blocks.iter().enumerate();
        let busy = blocks.filter(|(block, _)| plane.is_active(*block));
        for word in busy.flat_map(|(_, block)| block.all()) {
            let mut bits = plane.words[word];
            while bits != 0 {
                let bit = u64::from(bits.trailing_zeros());
                bits &= bits - 1;
                visit((self.first_word(half) + word) as u64 * 64 + bit);
            }
        }
    }

    /// Whether the last level may be in a half.
    fn may_have_last_level(&self, half: usize) -> bool {
        !self.turns || half == self.half
    }

    /// Returns the halves that the last level may be in.
    fn last_halves(&self) -> impl Iterator<Item = usize> + use<> {
        let has_last = [0, 1].map(|half| self.may_have_last_level(half));
        [0, 1].into_iter().filter(move |&half| has_last[half])
    }

    /// Returns, for each block, whether the next level may have something there.
    fn active_blocks(&self) -> Vec<bool> {
        let blocks = self.halves[0].layout.blocks.len();
        let mut wanted = vec![false; blocks];
        for half in self.last_halves().map(|half| &self.halves[half]) {
            for block in (0..blocks).filter(|&block| half.last.is_active(block)) {
                // Moves of rows lead to either parity of rows, and moves of columns to the same.
                wanted[block] = true;
                wanted[block ^ 1] = true;
                for bridge in &self.moves.maps[block / 2].bridges.list {
                    wanted[2 * bridge.from + ((block % 2) ^ bridge.turns[0])] = true;
                }
            }
        }
        wanted
    }
}

impl DistanceTable for Matrices<'_> {
    fn number(&self, configuration: &Configuration) -> Option<u64> {
        self.number_of(&self.cut.ground.pieces(configuration)?)
    }

    fn precedence(&self, number: u64) -> (u64, u64) {
        (0, number)
    }

    fn is_last(&self, number: u64) -> bool {
        self.is_at(number, self.distance)
    }

    fn seed(&mut self, number: u64) {
        let (at, word, bit) = self.split(number);
        let Half { layout, last, marks, .. } = &mut self.halves[at];
        last.put(layout, word, 1 << bit);
        if self.marks_all {
            marks[0][word] |= 1 << bit;
        }
        self.half = at;
        self.last_found += 1;
    }

    fn mark_level(
        &mut self,
        distance: u64,
        pause: &mut ProgressCheck,
    ) -> (u64, ControlFlow<Stopped>) {
        let wanted = self.active_blocks();
        let mut workers = std::mem::take(&mut self.workers);
        let used = if self.last_found >= FEW { workers.len() } else { 1 };
        let mark = self.mark(distance);
        let mut halves = [None, None];
        let mut tasks = TileTasks::default();
        for (at, half) in self.halves.iter_mut().enumerate() {
            let Half { layout, last, other, marks } = half;
            let marks = mark.and_then(|mark| marks.get_mut(mark));
            match other.as_mut().filter(|_| !self.turns) {
                Some(before) => {
                    halves[at] = Some(level::LevelHalf { layout, plane: last });
                    tasks.add(layout, before, &wanted, marks);
                }
                None if at == self.half => {
                    halves[at] = Some(level::LevelHalf { layout, plane: last })
                }
                None => tasks.add(layout, last, &wanted, marks),
            }
        }
        let MoveMaps { maps, lower } = &self.moves;
        let source = LevelSource { cut: self.cut, maps, lower, halves };
        let tasks = tasks.end();
        let work = |worker: &mut TileWorker, task: usize| {
            let mut task = tasks[task].lock().expect("no thread panics");
            let mut over = RowPairs::default();
            task.iter_mut().for_each(|target| source.fill(target, &mut over, worker));
        };
        let ended = share_parts(&mut workers[..used], tasks.len(), work, pause);
        let found = workers.iter_mut().map(|worker| std::mem::take(&mut worker.found)).sum();
        if self.marks_all && ended.is_break() {
            level::forget(tasks);
        }
        self.turn();
        self.workers = workers;
        self.half = 1 - self.half;
        (self.distance, self.last_found) = (distance, found);
        if self.marks_all && ended.is_break() {
            // Drops the incomplete level altogether: blocks that were not made still hold older
            // placements.
            for half in self.last_halves() {
                let Half { layout, last, .. } = &mut self.halves[half];
                last.clear(layout);
            }
        }
        (found, ended)
    }

    fn set_goals(&mut self, goals: &[&Goal], _: &Puzzle) {
        self.goals = goals.iter().map(|goal| self.goal(goal)).collect();
    }

    fn first_goal(&self) -> Option<u64> {
        let meeting = |at: usize, goal: &SplitGoal| {
            let Half { layout, last, .. } = &self.halves[at];
            let (word, bit) = goal[at].iter().find_map(|block| block.first_in(layout, last))?;
            Some((self.first_word(at) + word) as u64 * 64 + u64::from(bit))
        };
        let of = |goal| self.last_halves().find_map(|at| meeting(at, goal));
        self.goals.iter().filter_map(of).min()
    }

    fn configuration(&self, number: u64) -> Configuration {
        self.cut.ground.configuration(&self.pieces(number))
    }

    fn is_at(&self, number: u64, distance: u64) -> bool {
        let (half, word, bit) = self.split(number);
        let since = self.distance - distance;
        if self.turns && half != self.half ^ (since as usize % 2) {
            return false;
        }
        let is_in = |words: &WordBuffer| words[word] >> bit & 1 != 0;
        let Half { last, marks, .. } = &self.halves[half];
        match (self.before(half), since) {
            (Some(before), 1) => is_in(&before.words),
            (_, 0) | (None, 1) => is_in(&last.words),
            _ => {
                let marked = marks.iter().position(is_in);
                marked == mark(distance)
            }
        }
    }

    fn each_neighbour(&self, number: u64, visit: &mut dyn FnMut(u64)) {
        let pieces = self.pieces(number);
        let ground = &self.cut.ground;
        let all = pieces.iter().fold(0, |cells, &piece| cells | ground.covers(piece));
        for (i, &piece) in pieces.iter().enumerate() {
            let others = all & !ground.covers(piece);
            for path in self.paths.of(piece).iter().filter(|path| path.passed & others == 0) {
                let mut after = pieces.clone();
                after[i] = path.to;
                after.sort_unstable();
                if let Some(number) = self.number_of(&after) {
                    visit(number);
                }
            }
        }
    }

    fn each_last(&self, visit: &mut dyn FnMut(u64)) {
        self.last_halves().for_each(|half| self.each_of(half, &self.halves[half].last, visit));
    }

    fn each_before(&self, visit: &mut dyn FnMut(u64)) {
        for (at, half) in self.halves.iter().enumerate() {
            match self.before(at) {
                Some(before) => self.each_of(at, before, visit),
                None if at != self.half => self.each_of(at, &half.last, visit),
                None => {}
            }
        }
    }

    /// Returns where the board is cut, the numbers of profiles and words, and a checksum over where
    /// matrices and their rows begin.
    fn numbering(&self, _: &Configuration) -> Vec<u64> {
        let blocks = self.halves.iter().flat_map(|half| &half.layout.blocks);
        let sum = sum(blocks.flat_map(|block| [block.at as u64, block.words as u64]));
        let words = self.halves.each_ref().map(|half| half.layout.size().0 as u64);
        vec![self.cut.first_after() as u64, self.cut.profiles() as u64, words[0], words[1], sum]
    }

    fn continue_from(&mut self, distance: u64) {
        self.turn();
        (self.distance, self.last_found) = (distance, 0);
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The marks of an unfinished level have been removed already.
    fn gather(
        &mut self,
        listed: &[u64],
        _: Option<u64>,
        pause: &mut StopCheck,
    ) -> ControlFlow<Stopped, u64> {
        self.gather_goals(listed, pause)
    }

    fn restart(&mut self) {
        (self.marks_all, self.distance) = (false, 0);
        for Half { layout, other, marks, .. } in &mut self.halves {
            marks.iter_mut().for_each(|marks| marks.fill(0));
            if let Some(other) = other {
                other.clear(layout);
            }
        }
    }
}

/// Returns which of its marks a position at a distance gets, if any: the marks hold the distance
/// modulo 3, so nearer neighbours differ from farther ones.
fn mark(distance: u64) -> Option<usize> {
    (distance % 3).checked_sub(1).map(|mark| mark as usize)
}
