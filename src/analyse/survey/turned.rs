//! The components of puzzles in which no two pieces of a shape with several kinds are the same,
//! such as tile puzzles, without visiting the positions.
//!
//! Only skeletons are searched. Along every path the pieces of a shape keep their sequence or
//! permute it in a certain way; so each skeleton's places are those of the first one, permuted. A
//! cycle back to the root may permute them as well: the permutations of all cycles form a
//! [`Group`], which says which orders are connected. Each order is in a component with as many
//! others as the group has permutations.

use std::ops::ControlFlow;

use ahash::AHashMap;

use super::components::{ComponentSpan, ComponentTally};
use super::group::Group;
use super::joined::{report_states, single_steps};
use super::shifts::{Shift, find, joined, lay, mixed, order_of};
use crate::engine::layers::Run;
use crate::engine::moves::{MoveLister, moves};
use crate::engine::query::Stopped;
use crate::engine::rank::{Ranking, SkeletonPath};
use crate::puzzle::{Puzzle, Style};

/// Interval, in skeletons, of checks of the clock.
const PATIENCE: usize = 1 << 10;

/// Returns the bytes needed, if this suits the puzzle.
pub fn bytes(ranking: &Ranking) -> Option<u64> {
    let skeletons = u64::try_from(ranking.skeletons.total()).ok()?;
    let suits = ranking.orders()? > 1
        && skeletons < u32::MAX.into()
        && mixed(ranking).all(|class| ranking.classes[class].is_distinct());
    suits.then_some(skeletons * (8 + places(ranking) as u64))
}

fn places(ranking: &Ranking) -> usize {
    mixed(ranking).map(|class| ranking.classes[class].pieces()).sum()
}

/// Finds the components. The goals are given by their numbers.
pub fn components(
    puzzle: &Puzzle,
    style: Style,
    ranking: &Ranking,
    goals: &[u64],
    most: usize,
    run: &mut Run,
) -> Result<ComponentTally, Stopped> {
    let orders = ranking.orders().expect("they are few");
    let start = ranking.rank(puzzle.start()).expect("the start is a placement");
    let mut wanted: AHashMap<u32, Vec<u64>> = AHashMap::new();
    for &number in goals.iter().chain([&start]) {
        wanted.entry((number / orders) as u32).or_default().push(number);
    }
    let mut walk = SkeletonSearch::new(puzzle, single_steps(style), ranking);
    let (mut components, mut of) = (ComponentTally::new(most), AHashMap::new());
    for root in 0..walk.known.len() {
        if walk.known[root] != 0 {
            continue;
        }
        let group = walk.explore(root as u32, run)?;
        let size = group.size() * walk.rows.len() as u64;
        components.add_alike(size, orders / group.size());
        let base = root as u64 * orders;
        if !components.has_larger(size) {
            for order in walk.firsts(&group).take(most) {
                components.note(ComponentSpan { first: base + order, size });
            }
        }
        for row in 0..walk.rows.len() {
            for &number in wanted.get(&walk.rows[row]).into_iter().flatten() {
                let first = base + walk.first(&group, row, number % orders);
                of.insert(number, ComponentSpan { first, size });
            }
        }
    }
    components.start = of.get(&start).copied();
    components.set_goals(goals.iter().filter_map(|goal| Some((*of.get(goal)?, *goal))).collect());
    Ok(components)
}

/// A search through the skeletons.
struct SkeletonSearch<'a> {
    ranking: &'a Ranking,
    path: SkeletonPath<'a>,
    moves: Box<dyn MoveLister>,
    places: usize,
    /// For each skeleton 1 plus its place in the rows of its component, or 0.
    known: Vec<u32>,
    /// The skeletons of the component in the order of discovery.
    rows: Vec<u32>,
    /// For each place of each row its place in the first row, along the search path.
    turns: Vec<u8>,
}

impl<'a> SkeletonSearch<'a> {
    fn new(puzzle: &Puzzle, style: Style, ranking: &'a Ranking) -> Self {
        let skeletons = u64::try_from(ranking.skeletons.total()).expect("they are few");
        Self {
            ranking,
            path: SkeletonPath::new(&ranking.skeletons, puzzle.size().cells()),
            moves: moves(puzzle, style),
            places: places(ranking),
            known: vec![0; skeletons as usize],
            rows: Vec::new(),
            turns: Vec::new(),
        }
    }

    /// Finds all skeletons reachable from one, and the group of the cycles back to it.
    fn explore(&mut self, root: u32, run: &mut Run) -> Result<Group, Stopped> {
        let Self { ranking, path, moves, places, known, rows, turns } = self;
        let mut group = Group::new(*places);
        let (mut pieces, mut origins, mut shift) = (Vec::new(), Vec::new(), Shift::new());
        rows.clear();
        rows.push(root);
        turns.clear();
        turns.extend(0..*places as u8);
        known[root as usize] = 1;
        let mut row = 0;
        while let Some(&skeleton) = rows.get(row) {
            if row % PATIENCE == 0 {
                report_states(run.observer, root.into());
                run.budget.look().break_value().map_or(Ok(()), Err)?;
            }
            path.seek(skeleton.into());
            lay(ranking, path, &mut pieces);
            let _ = moves.each(&pieces, &mut |moved| {
                origins.clear();
                moved.each_origin(|origin| origins.push(origin));
                find(ranking, &pieces, &origins, moved.by, &mut shift);
                let there = path.moved(&origins, moved.by) as usize;
                let begin = row * *places;
                if known[there] == 0 {
                    rows.push(there as u32);
                    known[there] = rows.len() as u32;
                    let end = turns.len();
                    turns.resize(end + *places, 0);
                    for (place, &to) in shift.iter().enumerate() {
                        turns[end + usize::from(to)] = turns[begin + place];
                    }
                    return ControlFlow::Continue(());
                }
                let other = (known[there] as usize - 1) * *places;
                let mut turn = vec![0; *places];
                for (place, &to) in shift.iter().enumerate() {
                    turn[usize::from(turns[begin + place])] = turns[other + usize::from(to)];
                }
                group.add(turn);
                ControlFlow::Continue(())
            });
            row += 1;
        }
        Ok(group)
    }

    /// Returns the orders of the first row that are the first in their components, ascending.
    fn firsts<'g>(&self, group: &'g Group) -> impl Iterator<Item = u64> + use<'a, 'g> {
        let (ranking, weights) = (self.ranking, self.weights());
        let mut letters = vec![Vec::new(); ranking.classes.len()];
        let (mut next, orders) = (0, ranking.orders().unwrap_or(0));
        std::iter::from_fn(move || {
            while next < orders {
                ranking.unrank_order(next, &mut letters);
                let Some(place) = group.out_of_order(&joined(ranking, &letters)) else {
                    next += 1;
                    return Some(next - 1);
                };
                // No order with this beginning is a first one: skip all of them.
                next = (next / weights[place] + 1) * weights[place];
            }
            None
        })
    }

    /// Returns, for each place, the number of orders that agree up to it.
    fn weights(&self) -> Vec<u64> {
        let (mut weights, mut weight) = (Vec::new(), 1);
        let classes: Vec<usize> = mixed(self.ranking).collect();
        for class in classes.into_iter().rev() {
            for behind in 0..self.ranking.classes[class].pieces() as u64 {
                weight *= behind.max(1);
                weights.push(weight);
            }
            weight *= self.ranking.classes[class].pieces() as u64;
        }
        weights.reverse();
        weights
    }

    /// Returns the first order in the component of an order of some row.
    fn first(&self, group: &Group, row: usize, order: u64) -> u64 {
        let mut letters = vec![Vec::new(); self.ranking.classes.len()];
        self.ranking.unrank_order(order, &mut letters);
        let there = joined(self.ranking, &letters);
        let mut letters = vec![0; self.places];
        let turns = &self.turns[row * self.places..][..self.places];
        turns.iter().zip(there).for_each(|(&place, letter)| letters[usize::from(place)] = letter);
        group.put_first(&mut letters);
        order_of(self.ranking, &letters)
    }
}
