//! The state of a search, and its level loop.

use std::ops::ControlFlow;

use super::board::{PiecePaths, PlacedPiece};
use super::census::Census;
use super::fillings::Fillings;
use super::goals::SplitGoal;
use super::level::{self, LevelSource, TileWorker, add_tasks};
use super::placements::{MatrixPlace, Placements};
use super::planes::{HalfLayout, HalfSet, LevelHalf, block_number};
use super::transitions::Transitions;
use super::{Keep, Parity, alternates};
use crate::engine::bitmap::{BuildError, DistanceTable, ProgressCheck, StopCheck};
use crate::engine::disk::manifest::sum;
use crate::engine::guard::Guard;
use crate::engine::host::share_parts;
use crate::engine::query::{Budget, Refusal, Stopped};
use crate::engine::store::{WordBuffer, ones};
use crate::puzzle::{Configuration, Goal, Movers, Puzzle, Style};

/// The fraction of the memory for the fillings of both parts is 1 / `FILLINGS_PART`.
const FILLINGS_PART: u64 = 2;

/// Smaller levels are not worth the threads.
const FEW: u64 = 1 << 14;

/// Half of all placements.
pub struct Half {
    pub layout: HalfLayout,
    /// This half's part of the last level; if levels alternate, of the last or of the one before.
    pub last: HalfSet,
    /// This half's part of the level before, if levels do not alternate.
    other: Option<HalfSet>,
    pub marks: Vec<WordBuffer>,
}

impl Half {
    fn new(layout: HalfLayout, style: Style, keep: Keep) -> Result<Self, Refusal> {
        let no_room = |error| Refusal::no_room(layout.bytes(keep.bits(style)))(error);
        let last = HalfSet::new(&layout).map_err(no_room)?;
        let has_other = keep.levels(style) > 1;
        let other = has_other.then(|| HalfSet::new(&layout)).transpose().map_err(no_room)?;
        let marks = (0..keep.marks()).map(|_| WordBuffer::new(layout.size().0));
        let marks = marks.collect::<Result<_, _>>().map_err(no_room)?;
        Ok(Self { last, other, marks, layout })
    }
}

/// All placements, with the last level and the one before.
pub struct Dense {
    pub(super) placements: Placements,
    paths: PiecePaths,
    transitions: Transitions,
    pub(super) halves: [Half; 2],
    workers: Vec<TileWorker>,
    /// Whether each move leads from one half to the other, and all of a level is in one of them.
    pub(super) alternates: bool,
    /// Whether the first of the marks is for all that is found, whatever its distance.
    pub(super) marks_all: bool,
    /// The distance of the last level, its half if levels alternate, and its size.
    distance: u64,
    pub(super) half: Parity,
    pub(super) last_found: u64,
    /// The goals that are too wide for a list.
    pub(super) goals: Vec<SplitGoal>,
    /// Bytes of memory for all this.
    bytes: u64,
}

impl Dense {
    /// Builds the matrices of a board, with what is to be kept of each placement.
    ///
    /// # Errors
    ///
    /// Where there is no memory for them, where pieces move together or have too many paths, and
    /// where a limit stops it.
    pub fn build(
        census: Census,
        style: Style,
        keep: Keep,
        budget: &Budget,
    ) -> Result<Self, BuildError> {
        let allowed = budget.room();
        if style.movers() != Movers::Single {
            Err(Refusal::Unsuited("the cut engine takes only styles 0 to 2"))?;
        }
        let too_many = "there are too many ways to walk for the cut engine";
        let paths =
            PiecePaths::new(&census.board, style.reach()).ok_or(Refusal::Unsuited(too_many))?;
        let pieces = census.board.pieces_of(census.board.all);
        let size = census.size;
        let too_many = |needed: u64| Refusal::TooManyPlacements {
            placements: Box::new(size.placements.into()),
            needed: Box::new(needed.saturating_add(budget.memory - allowed).into()),
            allowed: budget.memory,
        };
        // What certainly does not fit is not built.
        let lines = size.rows.saturating_mul(Fillings::bytes_of(pieces / 2));
        let planes = size.words.saturating_mul(8 * keep.bits(style) as u64);
        let most_bytes = allowed / FILLINGS_PART;
        if planes > allowed && lines <= most_bytes && size.placements < u64::MAX {
            Err(too_many(planes.saturating_add(lines)))?;
        }
        let layouts = Parity::BOTH.map(|parity| HalfLayout::new(parity, &census.profiles));
        let planes: u64 = layouts.iter().map(|layout| layout.bytes(keep.bits(style))).sum();
        let guard = Guard::new(budget, most_bytes, 0, &|_| 0);
        let placements = Placements::build(census, most_bytes, &guard);
        let mut placements = placements.ok_or_else(|| BuildError::of(&guard, budget))?;
        let held = placements.bytes() + planes;
        let left = allowed.checked_sub(held).ok_or(Stopped::Memory);
        let found = left.and_then(|left| Transitions::find(&placements, &paths, left, budget));
        let transitions = found.map_err(|stopped| match stopped {
            // The memory of the moves is known only when all are found: for most puzzles twice what
            // was left for them is more than enough.
            Stopped::Memory => too_many(held + 2 * left.unwrap_or(0)).into(),
            stopped => BuildError::Stopped(stopped),
        })?;
        placements.remove_sets();
        let [even, odd] = layouts.map(|layout| Half::new(layout, style, keep));
        Ok(Self {
            placements,
            paths,
            transitions,
            halves: [even?, odd?],
            workers: (0..budget.threads()).map(|_| TileWorker::default()).collect(),
            alternates: alternates(style),
            marks_all: keep == Keep::Map,
            distance: 0,
            half: Parity::Even,
            last_found: 0,
            goals: Vec::new(),
            bytes: held,
        })
    }

    /// Returns a half's part of the last level, if there may be any.
    pub(super) fn last(&self, half: Parity) -> Option<&HalfSet> {
        (!self.alternates || half == self.half).then_some(&self.halves[half].last)
    }

    /// Returns a half's part of the level before the last, if there may be any.
    fn before(&self, half: Parity) -> Option<&HalfSet> {
        match self.alternates {
            true => (half != self.half).then_some(&self.halves[half].last),
            false => self.halves[half].other.as_ref(),
        }
    }

    /// Exchanges the last level and the one before.
    fn turn(&mut self) {
        for Half { last, other, .. } in &mut self.halves {
            if let Some(before) = other.as_mut().filter(|_| !self.alternates) {
                std::mem::swap(last, before);
            }
        }
    }

    /// Returns the half, the word and the bit of a number.
    pub(super) fn split(&self, number: u64) -> (Parity, usize, u64) {
        let word = (number / 64) as usize;
        match word.checked_sub(self.first_word(Parity::Odd)) {
            Some(word) => (Parity::Odd, word, number % 64),
            None => (Parity::Even, word, number % 64),
        }
    }

    /// Returns the numbers of some bits of a word, the inverse of [`Dense::split`].
    pub(super) fn numbers(
        &self,
        half: Parity,
        word: usize,
        bits: u64,
    ) -> impl Iterator<Item = u64> {
        let first = (self.first_word(half) + word) as u64 * 64;
        ones(bits).map(move |bit| first + u64::from(bit))
    }

    /// Returns the first word of a half among those of both.
    fn first_word(&self, half: Parity) -> usize {
        if half == Parity::Even { 0 } else { self.halves[0].layout.size().0 }
    }

    fn number_of(&self, pieces: &[PlacedPiece]) -> Option<u64> {
        let MatrixPlace { profile, parities, row, column } = self.placements.place(pieces)?;
        let half = parities[0] ^ parities[1];
        let block = &self.halves[half].layout.blocks[block_number(profile, parities[0])];
        Some((self.first_word(half) + block.row(row).start) as u64 * 64 + column as u64)
    }

    fn pieces(&self, number: u64) -> Vec<PlacedPiece> {
        let (half, word, bit) = self.split(number);
        let layout = &self.halves[half].layout;
        let at = layout.block_of(word);
        let block = &layout.blocks[at];
        let (row, word) = ((word - block.at) / block.words, (word - block.at) % block.words);
        let rows = Parity::of(at as u64);
        let (parities, column) = ([rows, rows ^ half], word * 64 + bit as usize);
        self.placements.pieces(MatrixPlace { profile: at / 2, parities, row, column })
    }

    /// Calls `visit` with all placements in the planes of the halves, ascending.
    fn each_of(&self, planes: [Option<&HalfSet>; 2], visit: &mut dyn FnMut(u64)) {
        for half in Parity::BOTH {
            for (word, bits) in
                planes[half].iter().flat_map(|p| p.filled(&self.halves[half].layout))
            {
                self.numbers(half, word, bits).for_each(&mut *visit);
            }
        }
    }

    /// Returns, for each block, whether the next level may have something there.
    fn active_blocks(&self) -> Vec<bool> {
        let blocks = self.halves[0].layout.blocks.len();
        let mut wanted = vec![false; blocks];
        for half in Parity::BOTH {
            let layout = &self.halves[half].layout;
            let active = self.last(half).map(|plane| plane.active_blocks(layout));
            let active = active.iter().flatten().enumerate().filter(|&(_, &active)| active);
            for (block, _) in active {
                // Moves of rows lead to either parity of rows, and moves of columns to the same.
                wanted[block] = true;
                wanted[block ^ 1] = true;
                for bridge in &self.transitions.profiles[block / 2].bridges.list {
                    let rows = Parity::of(block as u64) ^ bridge.turns[0];
                    wanted[block_number(bridge.from, rows)] = true;
                }
            }
        }
        wanted
    }
}

impl DistanceTable for Dense {
    fn number(&self, configuration: &Configuration) -> Option<u64> {
        self.number_of(&self.placements.board.pieces(configuration)?)
    }

    fn precedence(&self, number: u64) -> (u64, u64) {
        (0, number)
    }

    fn is_last(&self, number: u64) -> bool {
        self.is_at(number, self.distance)
    }

    fn seed(&mut self, number: u64) {
        let (half, word, bit) = self.split(number);
        let Half { layout, last, marks, .. } = &mut self.halves[half];
        last.put(layout, layout.block_of(word), word, 1 << bit);
        if self.marks_all {
            marks[0][word] |= 1 << bit;
        }
        self.half = half;
        self.last_found += 1;
    }

    fn mark_level(
        &mut self,
        distance: u64,
        pause: &mut ProgressCheck,
    ) -> (u64, ControlFlow<Stopped>) {
        let wanted = self.active_blocks();
        let mark = if self.marks_all { Some(0) } else { mark(distance) };
        let (mut halves, mut tasks) = ([None, None], Vec::new());
        for (parity, half) in Parity::BOTH.into_iter().zip(&mut self.halves) {
            let Half { layout, last, other, marks } = half;
            let (source, target) = match self.alternates {
                true if parity == self.half => (Some(&*last), None),
                true => (None, Some(last)),
                false => (Some(&*last), other.as_mut()),
            };
            let layout = &*layout;
            halves[parity] = source.map(|plane| LevelHalf {
                layout,
                plane,
                active: plane.active_blocks(layout),
            });
            if let Some(plane) = target {
                let marks = mark.and_then(|mark| marks.get_mut(mark));
                add_tasks(&mut tasks, layout, plane, &wanted, marks);
            }
        }
        let Self { placements, transitions, workers, .. } = self;
        let source = LevelSource { placements, transitions, halves };
        let work = |worker: &mut TileWorker, task: usize| {
            let mut task = tasks[task].lock().expect("no thread panics");
            task.iter_mut().for_each(|target| source.fill(target, worker));
        };
        let used = if self.last_found >= FEW { workers.len() } else { 1 };
        let ended = share_parts(&mut workers[..used], tasks.len(), work, pause);
        let found = workers.iter_mut().map(|worker| std::mem::take(&mut worker.found)).sum();
        if self.marks_all && ended.is_break() {
            level::forget(tasks);
        }
        self.turn();
        self.half = self.half ^ Parity::Odd;
        (self.distance, self.last_found) = (distance, found);
        if self.marks_all && ended.is_break() {
            // Drops the incomplete level altogether: blocks that were not made still hold older
            // placements.
            for half in Parity::BOTH {
                if self.last(half).is_some() {
                    let Half { layout, last, .. } = &mut self.halves[half];
                    last.clear(layout);
                }
            }
        }
        (found, ended)
    }

    fn set_goals(&mut self, goals: &[&Goal], _: &Puzzle) {
        self.goals = goals.iter().map(|goal| self.goal(goal)).collect();
    }

    fn first_goal(&self) -> Option<u64> {
        self.goals.iter().filter_map(|goal| self.meeting(goal).next()).min()
    }

    fn configuration(&self, number: u64) -> Configuration {
        self.placements.board.configuration(&self.pieces(number))
    }

    fn is_at(&self, number: u64, distance: u64) -> bool {
        let (half, word, bit) = self.split(number);
        let since = self.distance - distance;
        let is_in = |words: &WordBuffer| words[word] >> bit & 1 != 0;
        match since {
            0 => self.last(half).is_some_and(|plane| is_in(&plane.words)),
            1 => self.before(half).is_some_and(|plane| is_in(&plane.words)),
            _ if self.alternates && half != self.half ^ Parity::of(since) => false,
            _ => self.halves[half].marks.iter().position(is_in) == mark(distance),
        }
    }

    fn each_neighbour(&self, number: u64, visit: &mut dyn FnMut(u64)) {
        let pieces = self.pieces(number);
        let board = &self.placements.board;
        let all = pieces.iter().fold(0, |cells, &piece| cells | board.covers(piece));
        for (i, &piece) in pieces.iter().enumerate() {
            let others = all & !board.covers(piece);
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
        self.each_of(Parity::BOTH.map(|half| self.last(half)), visit);
    }

    fn each_before(&self, visit: &mut dyn FnMut(u64)) {
        self.each_of(Parity::BOTH.map(|half| self.before(half)), visit);
    }

    /// Returns where the board is cut, the numbers of profiles and words, and a checksum over where
    /// matrices and their rows begin.
    fn numbering(&self, _: &Configuration) -> Vec<u64> {
        let blocks = self.halves.iter().flat_map(|half| &half.layout.blocks);
        let sum = sum(blocks.flat_map(|block| [block.at as u64, block.words as u64]));
        let words = self.halves.each_ref().map(|half| half.layout.size().0 as u64);
        let Placements { at, .. } = self.placements;
        vec![at as u64, self.placements.profiles() as u64, words[0], words[1], sum]
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
