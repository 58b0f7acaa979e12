//! The orders of each reachable skeleton, side by side.
//!
//! A *row* has a bit for each order of one skeleton. A move maps all orders of one row to all
//! orders of another, one to one: so many bits are moved at once. A level is made row by row:
//! gather all that leads into a row, and drop what is known already.
//!
//! Marks record what is known, if distances are asked for later. Otherwise two levels are enough,
//! as moves can be undone: the next overwrites the one before the last, row by row. If rows have
//! two colours so that each move changes the colour, one plane holds both levels: the last level is
//! in the rows of one colour, the one before it in those of the other.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::actions::Actions;
use super::bits::RowBits;
use super::graph::RowGraph;
use crate::engine::bitmap::BuildError;
use crate::engine::bitmap::{DistanceTable, ProgressCheck, StopCheck};
use crate::engine::compiled::check_board_size;
use crate::engine::dense::Keep;
use crate::engine::disk::manifest::sum;
use crate::engine::host::{share, share_parts};
use crate::engine::query::{Budget, Query, Refusal, Stopped};
use crate::engine::rank::{Orders, Ranking};
use crate::engine::store::{Mark, Marks, PER_WORD, ones};
use crate::puzzle::{Configuration, Goal, Puzzle};

/// Approximate size in bytes of a row of the graph with its arcs.
const BYTES_OF_ROW: u64 = 128;

/// Limits for the ranking of all skeletons, which cannot be interrupted: this fraction of the
/// memory, and a number of bytes.
const RANKING_PART: u64 = 4;
const MOST_RANKING: u64 = 1 << 28;

/// Minimum number of words of the rows that a thread claims at a time.
const TASK: usize = 1 << 12;

/// Smaller levels are not worth the threads.
const FEW: u64 = 1 << 14;

/// Bits for all orders of all rows.
pub struct Rows {
    ranking: Ranking,
    graph: RowGraph,
    actions: Actions,
    /// Whether the orders of each row are odd, if that matters.
    odd: Vec<bool>,
    /// Number of words of a row.
    words: usize,
    /// Bytes of the fields below.
    bytes: u64,
    /// Present if distances are asked for later.
    marks: Option<Marks>,
    /// One if rows have two colours and each level has rows of one colour, else two.
    levels: Vec<RowBits>,
    /// Index of the last level.
    at: usize,
    /// The rows that are not empty in the last level, ascending.
    active: Vec<usize>,
    /// The same for the level before, which is still in the plane of the next one.
    before: Vec<usize>,
    workers: Vec<RowWorker>,
    /// The size of the last level.
    last_found: u64,
    /// The rows with orders that meet a goal, and the letters that it demands of some places.
    goals: Vec<(usize, Vec<(usize, u8)>)>,
}

/// The state of one thread.
pub struct RowWorker {
    /// What leads into the current row.
    row: RowBits,
    found: u64,
}

impl Rows {
    /// Builds the rows of a puzzle and a style. If only levels are kept, they can only be counted.
    ///
    /// # Errors
    ///
    /// Where there is no memory for them, and where a limit stops it.
    pub fn build(query: &Query, keep: Keep, budget: &Budget) -> Result<Self, BuildError> {
        check_board_size(query.puzzle)?;
        let most = (budget.memory / RANKING_PART).min(MOST_RANKING);
        let uncountable = Refusal::Uncountable { allowed: budget.memory };
        let ranking = Ranking::new(query.puzzle, most).ok_or(uncountable)?;
        let left = budget.room().saturating_sub(ranking.skeletons.bytes());
        // If the orders of one row exceed the memory at half a bit each, do not try many rows.
        let may_fit = ranking.orders().is_some_and(|orders| orders.total() / 16 <= left);
        let most = if may_fit { left / 2 } else { 0 };
        match RowGraph::explore(query.puzzle, &ranking, query.style, most, budget) {
            Ok(graph) => Ok(Self::over(graph, ranking, query.puzzle, keep, left, budget)?),
            Err(Stopped::Memory) => {
                Err(too_many(&ranking, bytes_of_all(&ranking), left, budget).into())
            }
            Err(stopped) => Err(BuildError::Stopped(stopped)),
        }
    }

    /// Builds the rows of a graph with at most `left` bytes.
    fn over(
        graph: RowGraph,
        ranking: Ranking,
        puzzle: &Puzzle,
        keep: Keep,
        left: u64,
        budget: &Budget,
    ) -> Result<Self, Refusal> {
        let (taken, rows) = (graph.bytes(), graph.skeletons.len());
        let (halved, odd) = match graph.halves(&ranking, &ranking.letters_of(puzzle.start())) {
            Some((shape, odd)) => (Some(shape), odd),
            None => (None, vec![false; rows]),
        };
        let planes_of_marks = if matches!(keep, Keep::Path | Keep::Map) { 2_u8 } else { 0 };
        // A search from all goals has levels in rows of both colours.
        let has_both_colours = matches!(keep, Keep::Map | Keep::Sweep) || !graph.has_two_colours();
        let levels = if has_both_colours { 2 } else { 1 };
        let words = (ranking.all_orders() >> usize::from(halved.is_some())) + (PER_WORD - 1);
        let words: BigUint = words / PER_WORD;
        let of_row = &words * (8 * (levels + planes_of_marks)) + &words / 32_u8 * levels + 20_u8;
        let bytes = of_row * rows + &words * 9_u8 * budget.threads();
        let allowed = left.saturating_sub(taken);
        let fits = bytes <= allowed.into() && words < (1_u32 << 26).into();
        let orders = if fits { Orders::new(&ranking.classes, halved) } else { None };
        let (Some(orders), Ok(bytes)) = (orders, u64::try_from(&bytes)) else {
            return Err(too_many(&ranking, bytes + taken, left, budget));
        };
        let words = orders.total().div_ceil(PER_WORD) as usize;
        let Some(actions) = Actions::new(orders, &graph.maps, allowed - bytes) else {
            return Err(too_many(&ranking, BigUint::from(allowed) * 2_u8 + taken, left, budget));
        };
        let no_room = Refusal::no_room(bytes);
        let marks = if planes_of_marks > 0 {
            Some(Marks::new((rows * words) as u64).map_err(no_room)?)
        } else {
            None
        };
        let (mut planes, mut workers) = (Vec::new(), Vec::new());
        for _ in 0..levels {
            planes.push(RowBits::new(rows, words).map_err(no_room)?);
        }
        for _ in 0..budget.threads() {
            let row = RowBits::new(1, words).map_err(no_room)?;
            workers.push(RowWorker { row, found: 0 });
        }
        Ok(Self {
            ranking,
            graph,
            actions,
            odd,
            words,
            bytes,
            marks,
            levels: planes,
            at: 0,
            active: Vec::new(),
            before: Vec::new(),
            workers,
            last_found: 0,
            goals: Vec::new(),
        })
    }

    /// Returns row and order of a number.
    fn split(&self, number: u64) -> (usize, u32) {
        let stride = self.words as u64 * PER_WORD;
        ((number / stride) as usize, (number % stride) as u32)
    }

    fn join(&self, row: usize, order: u32) -> u64 {
        row as u64 * self.words as u64 * PER_WORD + u64::from(order)
    }

    /// Returns the last level.
    fn last(&self) -> &RowBits {
        &self.levels[self.at]
    }

    /// Returns the next level, which still holds the one before the last.
    fn next(&self) -> &RowBits {
        &self.levels[(self.at + 1) % self.levels.len()]
    }

    /// Makes the next level the last, with orders in some of the given rows.
    fn turn(&mut self, mut rows: Vec<usize>, found: u64) {
        self.at = (self.at + 1) % self.levels.len();
        rows.retain(|&row| !self.last().row(row).is_empty());
        self.before = std::mem::replace(&mut self.active, rows);
        self.last_found = found;
    }

    /// Returns the marks, for queries about what was found.
    fn marks(&self) -> &Marks {
        self.marks.as_ref().expect("who asks what was found has marks")
    }

    /// Returns the rows that may get new positions, or whose old contents must be cleared.
    fn rows_to_fill(&self) -> Vec<usize> {
        let mut may_change = vec![false; self.graph.skeletons.len()];
        for &row in &self.active {
            for arc in self.graph.arcs(row) {
                may_change[arc.from as usize] = true;
            }
        }
        for &row in &self.before {
            may_change[row] = true;
        }
        (0..may_change.len()).filter(|&row| may_change[row]).collect()
    }

    /// Gathers all that leads into a row, and keeps what is new.
    fn fill(&self, row: usize, distance: u64, worker: &mut RowWorker) {
        let target = worker.row.row(0);
        for arc in self.graph.arcs(row) {
            let from = arc.from as usize;
            let steps = self.actions.steps(arc.action);
            target.add_moved(self.last().row(from), &self.actions, steps, self.odd[from]);
        }
        let next = self.next().row(row);
        worker.found += match &self.marks {
            Some(marks) => {
                let (marks, mark) = (marks.as_slice(), Mark::of(distance));
                next.replace(target, |at, _, bits| {
                    if bits == 0 {
                        return 0;
                    }
                    let at = row * self.words + at;
                    let new = bits & marks.unmarked(at);
                    if new != 0 {
                        marks.set(at, new, mark);
                    }
                    new
                })
            }
            // With one plane, a row that may be in the next level has nothing in the last one.
            None if self.levels.len() == 1 => {
                next.replace(target, |_, before, bits| bits & !before)
            }
            None => {
                let last = self.last().row(row);
                next.replace(target, |at, before, bits| bits & !before & !last.word(at))
            }
        };
    }

    /// Calls `visit` with every position of some rows of a level, ascending.
    fn each_of(&self, rows: &[usize], level: &RowBits, visit: &mut dyn FnMut(u64)) {
        for &row in rows {
            level.row(row).orders().for_each(|order| visit(self.join(row, order)));
        }
    }

    /// Whether a position was found, before the level at the distance that is unfinished.
    fn was_found(&self, number: u64, unfinished: Option<u64>) -> bool {
        let is_of = |distance| self.is_at(number, distance) && self.is_last(number);
        self.marks().get(number).is_some() && !unfinished.is_some_and(is_of)
    }

    /// Whether an order of a row has the letters that a goal demands.
    fn meets(&self, row: usize, order: u32, wanted: &[(usize, u8)], letters: &mut Vec<u8>) -> bool {
        if !wanted.is_empty() {
            self.actions.orders.unrank(order.into(), self.odd[row], letters);
        }
        wanted.iter().all(|&(place, letter)| letters[place] == letter)
    }

    /// Adds the orders of a row that were found and meet a goal to the next level.
    fn add_meeting(&self, row: usize, wanted: &[(usize, u8)], unfinished: Option<u64>) {
        let (marks, mut letters) = (self.marks().as_slice(), Vec::new());
        for at in 0..self.words {
            for bit in ones(!marks.unmarked(row * self.words + at)) {
                let order = (at * 64) as u32 + bit;
                let meets = self.meets(row, order, wanted, &mut letters);
                if meets && self.was_found(self.join(row, order), unfinished) {
                    self.next().row(row).add(order);
                }
            }
        }
    }
}

impl DistanceTable for Rows {
    fn number(&self, configuration: &Configuration) -> Option<u64> {
        let row = self.graph.row(self.ranking.skeleton(configuration)?)?;
        let letters = self.ranking.letters_of(configuration);
        let order = self.actions.orders.rank(&letters, self.odd[row])?;
        Some(self.join(row, order as u32))
    }

    fn configuration(&self, number: u64) -> Configuration {
        let (row, order) = self.split(number);
        let mut letters = Vec::new();
        self.actions.orders.unrank(order.into(), self.odd[row], &mut letters);
        self.ranking.configuration(self.graph.skeletons[row], &letters)
    }

    fn precedence(&self, number: u64) -> (u64, u64) {
        let (row, order) = self.split(number);
        (self.graph.skeletons[row], order.into())
    }

    fn seed(&mut self, number: u64) {
        let (row, order) = self.split(number);
        if let Some(marks) = &self.marks {
            let bit = 1 << (number % PER_WORD);
            marks.as_slice().set((number / PER_WORD) as usize, bit, Mark::of(0));
        }
        self.last().row(row).add(order);
        if let Err(at) = self.active.binary_search(&row) {
            self.active.insert(at, row);
        }
        self.last_found += 1;
    }

    fn mark_level(
        &mut self,
        distance: u64,
        pause: &mut ProgressCheck,
    ) -> (u64, ControlFlow<Stopped>) {
        let rows = self.rows_to_fill();
        let mut workers = std::mem::take(&mut self.workers);
        let used = if self.last_found >= FEW { workers.len() } else { 1 };
        let per_task = (TASK / self.words).max(1);
        let tasks: Vec<&[usize]> = rows.chunks(per_task).collect();
        let work = |worker: &mut RowWorker, task: usize| {
            for &row in tasks[task] {
                self.fill(row, distance, worker);
            }
        };
        let ended = share_parts(&mut workers[..used], tasks.len(), work, pause);
        let found = workers.iter_mut().map(|w| std::mem::take(&mut w.found)).sum();
        self.workers = workers;
        self.turn(rows, found);
        (found, ended)
    }

    fn is_last(&self, number: u64) -> bool {
        let (row, order) = self.split(number);
        self.last().row(row).word(order as usize / 64) >> (order % 64) & 1 != 0
    }

    fn is_at(&self, number: u64, distance: u64) -> bool {
        match &self.marks {
            Some(marks) => marks.get(number) == Some(Mark::of(distance)),
            // Without marks, callers ask for the last level.
            None => self.is_last(number),
        }
    }

    fn each_neighbour(&self, number: u64, visit: &mut dyn FnMut(u64)) {
        let (row, order) = self.split(number);
        for to in self.graph.arcs(row) {
            // Moves from here are those into the other row that come from here.
            let there = to.from as usize;
            for arc in self.graph.arcs(there).iter().filter(|arc| arc.from as usize == row) {
                let steps = self.actions.steps(arc.action);
                visit(self.join(there, self.actions.apply(steps, self.odd[row], order)));
            }
        }
    }

    fn each_last(&self, visit: &mut dyn FnMut(u64)) {
        self.each_of(&self.active, self.last(), visit);
    }

    fn each_before(&self, visit: &mut dyn FnMut(u64)) {
        self.each_of(&self.before, self.next(), visit);
    }

    fn set_goals(&mut self, goals: &[&Goal], puzzle: &Puzzle) {
        self.goals.clear();
        for (row, &skeleton) in self.graph.skeletons.iter().enumerate() {
            for goal in goals {
                if let Some(wanted) = self.ranking.demands(puzzle, goal, skeleton) {
                    self.goals.push((row, wanted));
                }
            }
        }
    }

    fn first_goal(&self) -> Option<u64> {
        let mut letters = Vec::new();
        let met = self.goals.iter().filter_map(|(row, wanted)| {
            let mut orders = self.last().row(*row).orders();
            let order = orders.find(|&order| self.meets(*row, order, wanted, &mut letters))?;
            Some(self.join(*row, order))
        });
        met.min_by_key(|&number| self.precedence(number))
    }

    /// Returns the numbers of rows and orders, the place of the start, a checksum of the rows and
    /// of the composition of their orders, and the number of words.
    fn numbering(&self, start: &Configuration) -> Vec<u64> {
        let (row, order) = self.split(self.number(start).expect("the start is a placement"));
        let orders = &self.actions.orders;
        let mut parts = Vec::new();
        for field in &orders.fields {
            let pieces = field.class.pieces() as u64;
            let numbers = [field.shape as u64, pieces, field.low, field.orders];
            parts.extend(numbers);
            parts.push(field.is_halved.into());
        }
        parts.extend(&self.graph.skeletons);
        parts.extend(self.odd.iter().map(|&is_odd| u64::from(is_odd)));
        let rows = self.graph.skeletons.len() as u64;
        vec![rows, orders.total(), row as u64, order.into(), sum(parts), self.words as u64]
    }

    fn continue_from(&mut self, _: u64) {
        self.turn(Vec::new(), 0);
    }

    fn bytes(&self) -> u64 {
        let skeletons = self.ranking.skeletons.bytes();
        self.bytes + self.graph.bytes() + self.actions.bytes() + skeletons
    }

    fn gather(
        &mut self,
        listed: &[u64],
        unfinished: Option<u64>,
        pause: &mut StopCheck,
    ) -> ControlFlow<Stopped, u64> {
        // The plane of the next level still holds the one before the last.
        for &row in &self.before {
            self.next().row(row).clear();
        }
        for &number in listed.iter().filter(|&&number| self.was_found(number, unfinished)) {
            let (row, order) = self.split(number);
            self.next().row(row).add(order);
        }
        let mut workers = std::mem::take(&mut self.workers);
        // All goals in one row are handled by one thread.
        let goals: Vec<_> = self.goals.chunk_by(|one, other| one.0 == other.0).collect();
        let work = |_: &mut RowWorker, task: usize| {
            for (row, wanted) in goals[task] {
                self.add_meeting(*row, wanted, unfinished);
            }
        };
        let ended = share(&mut workers, goals.len(), work, pause);
        self.workers = workers;
        ended?;
        let rows: Vec<usize> = (0..self.graph.skeletons.len()).collect();
        let found = rows.iter().map(|&row| self.next().row(row).count()).sum();
        self.turn(rows, found);
        ControlFlow::Continue(found)
    }

    fn restart(&mut self) {
        let marks = self.marks();
        marks.clear();
        let marks = marks.as_slice();
        for &row in &self.active {
            for (at, bits) in self.last().row(row).words() {
                marks.set(row * self.words + at, bits, Mark::of(0));
            }
        }
    }
}

/// Returns the refusal of a search whose rows need some bytes, of which `left` are left.
fn too_many(ranking: &Ranking, bytes: BigUint, left: u64, budget: &Budget) -> Refusal {
    Refusal::TooManyPlacements {
        placements: Box::new(ranking.total().clone()),
        needed: Box::new(bytes + (budget.memory - left)),
        allowed: budget.memory,
    }
}

/// Estimates the memory of all rows, reachable or not: four bits for each order, and a graph of at
/// most half that size.
fn bytes_of_all(ranking: &Ranking) -> BigUint {
    let row = (ranking.all_orders() + (PER_WORD - 1)) / PER_WORD * 32_u8 + 2 * BYTES_OF_ROW;
    ranking.skeletons.total() * row
}
