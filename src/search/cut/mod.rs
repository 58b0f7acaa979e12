//! The cut engine: breadth-first search with one bit a placement, many placements at a time.
//!
//! [`Cut`] puts all placements into matrices. A step is a map of rows times a map of columns
//! ([`maps`]), so that it moves whole words ([`level`]). In style 0 a step changes the parity of the sum of
//! all coordinates. So the last level lies in one half of the placements, and the level before it in
//! the other half, where the next one is written over it: `next = all that leads from the last, less the
//! one before`. `docs/ENGINES.md` tells the whole.

mod goal;
mod level;
mod maps;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::Mutex;

use self::goal::GoalBlock;
use self::level::{Layout, Source, Target, Worker};
use self::maps::{Maker, Maps, Sources};
use super::bitmap::{DistanceTable, in_table, not_begun};
use super::guard::Guard;
use super::layers::Run;
use crate::host::{map, share};
use crate::puzzle::{Configuration, Goal, Puzzle, Style};
use crate::query::{Answer, Budget, Engine, Observer, Query, Refusal, Stopped};
use crate::rank::cut::{Cut, Ground, Piece, Place, Plan, Profiles};
use crate::store::Words;

/// To find the profiles, and then the fillings, one part in so many of the memory may be taken.
const PREPARING_PART: u64 = 4;

/// Levels with fewer configurations are not worth the threads.
const FEW: u64 = 1 << 16;

/// A task has tiles with about so many words together.
const TASK: usize = 1 << 15;

/// Searches, if there is memory for a bit on every placement.
///
/// # Errors
///
/// Where there is not, and where the style is not 0.
pub fn search(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    if query.style != Style::STEP {
        return Err(Refusal::Unsuited("the cut engine takes only style 0"));
    }
    Prospect::new(query.puzzle, budget, PREPARING_PART)?.search(query, budget, observer)
}

/// A board whose placements are counted, and what its best cut will take.
pub struct Prospect {
    ground: Ground,
    profiles: Profiles,
    pub plan: Plan,
}

impl Prospect {
    /// Counts the placements of a puzzle, for which one part in so many of the memory may be taken.
    ///
    /// # Errors
    ///
    /// Where that is too little, and where the board has too many open cells.
    pub fn new(puzzle: &Puzzle, budget: &Budget, part: u64) -> Result<Self, Refusal> {
        let ground = Ground::new(puzzle).ok_or(Refusal::Unsuited(
            "the cut engine takes only boards of at most 128 open cells",
        ))?;
        let profiles = Profiles::new(&ground, budget.room() / part)
            .map_err(|_| Refusal::Uncountable { allowed: budget.memory })?;
        let plan = Cut::best(&ground, &profiles);
        Ok(Self { ground, profiles, plan })
    }

    /// Searches in style 0, as [`search`] does.
    ///
    /// # Errors
    ///
    /// Where there is no memory for a bit on every placement.
    pub fn search(
        self,
        query: &Query,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Answer, Refusal> {
        search_at(self.plan.at, self.ground, self.profiles, query, budget, observer)
    }
}

/// Searches with the cut before some cell.
fn search_at(
    at: usize,
    ground: Ground,
    profiles: Profiles,
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let allowed = budget.room();
    let cut = Cut::new(ground, &profiles, at, allowed / PREPARING_PART)
        .map_err(|_| Refusal::Uncountable { allowed: budget.memory })?;
    drop(profiles);
    let layouts = [0, 1].map(|parity| Layout::new(parity, sizes(&cut, parity)));
    let planes = if query.wants_solution { 2 } else { 1 };
    let bytes: u64 = layouts.iter().map(|layout| layout.bytes(planes)).sum();
    let held = cut.bytes() + bytes;
    let left = allowed.checked_sub(held).ok_or(Stopped::Memory);
    let steps = match left.and_then(|left| Steps::new(&cut, left, budget)) {
        Ok(steps) => steps,
        Err(Stopped::Memory) => {
            let placements = Box::new(cut.placements());
            let needed = Box::new((budget.memory - allowed + held).into());
            return Err(Refusal::TooManyPlacements { placements, needed, allowed: budget.memory });
        }
        Err(stopped) => return Ok(not_begun(query.puzzle, Engine::Cut, stopped, observer)),
    };
    let mut matrices = Matrices::new(&cut, steps, layouts, query.wants_solution, budget.threads())
        .map_err(|source| Refusal::NoRoom { bytes, source })?;
    Ok(in_table(&mut matrices, query, Engine::Cut, Run { budget, observer }))
}

/// Rows and columns of all blocks of one half.
fn sizes(cut: &Cut, parity: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..cut.profiles()).flat_map(move |profile| {
        [0, 1].map(|row| {
            let columns = cut.columns(profile, row ^ parity).len();
            (cut.upper(profile)[row].len(), columns)
        })
    })
}

/// All steps.
struct Steps {
    /// For each profile, those that change the upper part.
    maps: Vec<Maps>,
    /// For each multiset of lower pieces and each parity of the destination, the others.
    lower: Vec<[Sources; 2]>,
}

impl Steps {
    /// Finds all steps, if they take no more than so many bytes.
    fn new(cut: &Cut, most_bytes: u64, budget: &Budget) -> Result<Self, Stopped> {
        let guard = Guard::new(budget, most_bytes, 0, &|_| 0);
        let (maker, lower) = Maker::new(cut, budget.threads());
        guard.take(maker.bytes() + lower.iter().flatten().map(Sources::bytes).sum::<u64>());
        let maps = map(budget.threads(), 0..cut.profiles(), |profile| {
            if guard.look().is_break() {
                return Maps::default();
            }
            let maps = maker.maps(profile);
            guard.take(maps.bytes());
            maps
        });
        guard.verdict().break_value().map_or(Ok(Self { maps, lower }), Err)
    }
}

/// Half of all placements.
struct Plane {
    /// Whether they are in the last level of this half.
    words: Words,
    /// For each row, whether it has something.
    active: Vec<bool>,
    /// Whether their distance is 2 or 3 modulo 4. With the parity that is the distance modulo 4, so that
    /// neighbours that are nearer can be told from those that are farther.
    marks: Option<Words>,
}

impl Plane {
    fn new(layout: &Layout, has_marks: bool) -> std::io::Result<Self> {
        let (words, rows) = layout.size();
        let marks = if has_marks { Some(Words::new(words)?) } else { None };
        Ok(Self { words: Words::new(words)?, active: vec![false; rows], marks })
    }
}

/// All placements, and which of them are in the last level and in the one before.
struct Matrices<'a> {
    cut: &'a Cut,
    steps: Steps,
    layouts: [Layout; 2],
    planes: [Plane; 2],
    workers: Vec<Worker>,
    /// The distance of the last level, the half that it is in, and its size.
    distance: u64,
    half: usize,
    last_found: u64,
}

impl<'a> Matrices<'a> {
    fn new(
        cut: &'a Cut,
        steps: Steps,
        layouts: [Layout; 2],
        has_marks: bool,
        threads: usize,
    ) -> std::io::Result<Self> {
        let [even, odd] = layouts.each_ref().map(|layout| Plane::new(layout, has_marks));
        Ok(Self {
            cut,
            steps,
            planes: [even?, odd?],
            layouts,
            workers: (0..threads).map(|_| Worker::new()).collect(),
            distance: 0,
            half: 0,
            last_found: 0,
        })
    }

    /// The half, the word and the bit of a number.
    fn split(&self, number: u64) -> (usize, usize, u64) {
        let (word, first) = ((number / 64) as usize, self.layouts[0].size().0);
        match word.checked_sub(first) {
            Some(word) => (1, word, number % 64),
            None => (0, word, number % 64),
        }
    }

    /// The first word of a half among those of both.
    fn first_word(&self, half: usize) -> usize {
        if half == 0 { 0 } else { self.layouts[0].size().0 }
    }

    fn number_of(&self, pieces: &[Piece]) -> Option<u64> {
        let Place { profile, parities, row, column } = self.cut.place(pieces)?;
        let half = parities[0] ^ parities[1];
        let block = &self.layouts[half].blocks[2 * profile + parities[0]];
        Some((self.first_word(half) + block.row(row).start) as u64 * 64 + column as u64)
    }

    fn pieces(&self, number: u64) -> Vec<Piece> {
        let (half, word, bit) = self.split(number);
        let at = self.layouts[half].block_of(word);
        let block = &self.layouts[half].blocks[at];
        let (row, word) = ((word - block.at) / block.words, (word - block.at) % block.words);
        let parities = [at % 2, (at % 2) ^ half];
        let column = word * 64 + bit as usize;
        self.cut.pieces(Place { profile: at / 2, parities, row, column })
    }

    /// For each block of the half of the next level, whether it may get something or has something to
    /// be forgotten.
    fn blocks_to_look_at(&self) -> Vec<bool> {
        let [from, to] = [&self.layouts[self.half], &self.layouts[1 - self.half]];
        let mut wanted: Vec<bool> = (0..to.blocks.len()).map(|block| to.is_busy(block)).collect();
        for block in (0..from.blocks.len()).filter(|&block| from.is_busy(block)) {
            // By its rows to the other parity of rows, by its columns to the same.
            wanted[block] = true;
            wanted[block ^ 1] = true;
            for bridge in &self.steps.maps[block / 2].bridges {
                wanted[2 * bridge.from + ((block % 2) ^ bridge.turns[0])] = true;
            }
        }
        wanted
    }
}

impl DistanceTable for Matrices<'_> {
    type Goal = [Vec<GoalBlock>; 2];

    fn number(&self, configuration: &Configuration) -> Option<u64> {
        self.number_of(&self.cut.ground.pieces(configuration)?)
    }

    fn precedence(&self, number: u64) -> (u64, u64) {
        (0, number)
    }

    fn configuration(&self, number: u64) -> Configuration {
        self.cut.ground.configuration(&self.pieces(number))
    }

    fn is_at(&self, number: u64, distance: u64) -> bool {
        let (half, word, bit) = self.split(number);
        if half != self.half ^ ((self.distance - distance) as usize % 2) {
            return false;
        }
        let plane = &self.planes[half];
        if self.distance - distance < 2 {
            return plane.words[word] >> bit & 1 != 0;
        }
        let marks = plane.marks.as_ref().expect("marks are made if a way is wanted");
        (marks[word] >> bit & 1 != 0) == is_marked(distance)
    }

    fn begin(&mut self, number: u64) {
        let (half, word, bit) = self.split(number);
        self.planes[half].words[word] = 1 << bit;
        let at = self.layouts[half].block_of(word);
        let block = &self.layouts[half].blocks[at];
        self.planes[half].active[block.first_row + (word - block.at) / block.words] = true;
        *self.layouts[half].busy[at].get_mut() = 1;
        (self.half, self.distance, self.last_found) = (half, 0, 1);
    }

    fn level(
        &mut self,
        distance: u64,
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> (u64, ControlFlow<Stopped>) {
        let wanted = self.blocks_to_look_at();
        let mut workers = std::mem::take(&mut self.workers);
        let used = if self.last_found >= FEW { workers.len() } else { 1 };
        let Self { cut, steps, layouts, planes: [even, odd], half, .. } = self;
        let (last, next) = if *half == 0 { (even, odd) } else { (odd, even) };
        let source = Source {
            cut,
            maps: &steps.maps,
            lower: &steps.lower,
            layout: &layouts[*half],
            words: &last.words,
            active: &last.active,
        };
        let layout = &layouts[1 - *half];
        let tasks = tasks(layout, &wanted, next, is_marked(distance));
        let work = |worker: &mut Worker, task: usize| {
            let mut task = tasks[task].lock().expect("no thread panics");
            task.iter_mut().for_each(|target| source.fill(target, worker));
        };
        let ended = share(&mut workers[..used], tasks.len(), work, pause);
        let found = workers.iter_mut().map(|worker| std::mem::take(&mut worker.found)).sum();
        self.workers = workers;
        self.half = 1 - self.half;
        (self.distance, self.last_found) = (distance, found);
        (found, ended)
    }

    fn neighbours(&mut self, number: u64, numbers: &mut Vec<u64>) {
        let pieces = self.pieces(number);
        let ground = &self.cut.ground;
        let all = pieces.iter().fold(0, |cells, &piece| cells | ground.covers(piece));
        for (i, &piece) in pieces.iter().enumerate() {
            let others = all & !ground.covers(piece);
            for to in ground.steps(piece).filter(|&to| ground.covers(to) & others == 0) {
                let mut after = pieces.clone();
                after[i] = to;
                after.sort_unstable();
                numbers.extend(self.number_of(&after));
            }
        }
    }

    fn goal(&self, _: &Puzzle, goal: &Goal) -> Self::Goal {
        self.layouts.each_ref().map(|layout| GoalBlock::all(self.cut, layout, goal))
    }

    fn first_meeting(&self, goal: &Self::Goal) -> Option<u64> {
        let (layout, words) = (&self.layouts[self.half], &self.planes[self.half].words);
        let (word, bit) = goal[self.half].iter().find_map(|block| block.first_in(layout, words))?;
        Some((self.first_word(self.half) + word) as u64 * 64 + u64::from(bit))
    }
}

/// Whether configurations at a distance get a mark.
fn is_marked(distance: u64) -> bool {
    distance % 4 >= 2
}

/// The tiles of a level that is to be made, some together for one thread at a time.
fn tasks<'a>(
    layout: &'a Layout,
    wanted: &[bool],
    plane: &'a mut Plane,
    is_marked: bool,
) -> Vec<Mutex<Vec<Target<'a>>>> {
    let (mut words, mut active) = (&mut plane.words[..], &mut plane.active[..]);
    let mut marks = plane.marks.as_deref_mut().filter(|_| is_marked);
    let (mut tasks, mut task, mut room) = (Vec::new(), Vec::new(), TASK);
    for tile in &layout.tiles {
        let size = tile.rows.len() * layout.blocks[tile.block].words;
        let target = Target {
            layout,
            tile,
            words: words.split_off_mut(..size).expect("tiles are within their half"),
            active: active.split_off_mut(..tile.rows.len()).expect("as before"),
            marks: marks.as_mut().and_then(|marks| marks.split_off_mut(..size)),
        };
        if wanted[tile.block] {
            task.push(target);
            room = room.saturating_sub(size);
        }
        if room == 0 {
            tasks.push(Mutex::new(std::mem::take(&mut task)));
            room = TASK;
        }
    }
    tasks.push(Mutex::new(task));
    tasks
}
