//! Estimates by the distances in puzzles that forget some of the names of pieces.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Mutex;

use super::distances::{self, Distances, part};
use super::lister::GROUP;
use super::merged::{Alike, Names};
use super::{Estimated, Estimator, Method};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::host::{Team, lock};
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::{Goal, Placement};

/// The most tables.
const TABLES: usize = 8;

/// The cost of a position from which no goal can be reached.
const DEAD: u16 = u16::MAX / 2;

/// Several tables of distances, each of a puzzle that keeps other names.
pub struct Abstraction<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    base: Box<dyn Estimator<W>>,
    cells: usize,
    /// For each kind and each cell, the parts of the keys.
    parts: Vec<[u64; TABLES]>,
    tables: Vec<Distances>,
}

impl<'a, const W: usize> Abstraction<'a, W> {
    /// Builds tables of `most` positions in all, in at most `bytes`. Returns none if the goals are
    /// not complete, if no kinds differ only by name, or if there would be more positions.
    pub fn new(
        compiled: &'a Compiled<'a, W>,
        most: usize,
        bytes: u64,
        team: &mut Team,
        budget: &Budget,
    ) -> ControlFlow<Stopped, Option<Self>> {
        let (puzzle, alike) = (compiled.puzzle, Alike::new(compiled.puzzle));
        if alike.is_empty() || !puzzle.goals().iter().all(Goal::is_complete) {
            return ControlFlow::Continue(None);
        }
        let table =
            |names: &Names, most| Distances::new(puzzle, compiled.style, names, most, budget);
        let most = most.min((bytes / distances::BYTES) as usize);
        let most_of_one = (bytes / distances::bytes_to_build(W)) as usize;
        let Some(merged) = table(&alike.names(&[]), most_of_one.min(most / 2))? else {
            return ControlFlow::Continue(None);
        };
        let base = compiled.estimator(Method::Steps);
        let mut chosen = Vec::new();
        let mut number = TABLES;
        while chosen.is_empty() && number > 0 {
            let most_of_each = (most / number).min(most_of_one / team.members().min(number));
            chosen = choose(&alike, &*base, merged.positions, (number, most_of_each));
            number /= 2;
        }
        let built = Mutex::new((Vec::new(), ControlFlow::Continue(())));
        team.each(chosen.iter(), |at, names| match table(names, usize::MAX) {
            ControlFlow::Continue(table) => lock(&built).0.extend(table.map(|table| (at, table))),
            ControlFlow::Break(stopped) => lock(&built).1 = ControlFlow::Break(stopped),
        });
        let (mut built, ended) = built.into_inner().unwrap_or_else(|error| error.into_inner());
        ended?;
        if built.is_empty() {
            return ControlFlow::Continue(None);
        }
        built.sort_unstable_by_key(|&(at, _)| at);
        let cells = puzzle.size().cells();
        let mut parts = vec![[0; TABLES]; puzzle.kinds().len() * cells];
        for (index, parts) in parts.iter_mut().enumerate() {
            for (part_of_key, &(at, _)) in parts.iter_mut().zip(&built) {
                *part_of_key = part(chosen[at][index / cells], (index % cells) as u32);
            }
        }
        let tables = built.into_iter().map(|(_, table)| table).collect();
        ControlFlow::Continue(Some(Self { compiled, base, cells, parts, tables }))
    }

    /// Returns a lower bound on the moves from a position to a goal.
    pub fn at_least(&self, code: &Code<W>) -> u64 {
        let keys = self.keys(code, &mut Vec::new());
        let distances = self.tables.iter().zip(keys).filter_map(|(table, key)| table.get(key));
        distances.max().unwrap_or(0).into()
    }

    /// Returns the key of a position in each table.
    fn keys(&self, code: &Code<W>, pieces: &mut Vec<Placement>) -> [u64; TABLES] {
        self.compiled.pieces(code, pieces);
        let mut keys = [0_u64; TABLES];
        for piece in pieces.iter() {
            let parts = &self.parts[usize::from(piece.kind) * self.cells + piece.cell as usize];
            for (key, part) in keys.iter_mut().zip(parts) {
                *key = key.wrapping_add(*part);
            }
        }
        keys
    }
}

/// Returns the names of some puzzles of at most `most` positions each that together keep the names
/// of all kinds, as far as possible; none if not even one name can be kept.
fn choose<const W: usize>(
    alike: &Alike,
    base: &dyn Estimator<W>,
    merged: usize,
    (number, most): (usize, usize),
) -> Vec<Names> {
    let mut kinds: Vec<(u8, u32)> = alike.kinds().into_iter().map(|kind| (kind, 0)).collect();
    let mut chosen: Vec<Vec<u8>> = Vec::new();
    for table in 0..number as u64 {
        // First the kinds that have the longest way, then in any order.
        kinds.sort_by_key(|&(kind, times)| {
            let steps = if times == 0 { base.steps_from_start(kind) } else { 0 };
            (times, Reverse(steps), part(kind, table as u32))
        });
        let order: Vec<u8> = kinds.iter().map(|&(kind, _)| kind).collect();
        let kept = alike.that_fit(&order, merged, most);
        if kept.is_empty() {
            return Vec::new();
        }
        for (kind, times) in &mut kinds {
            *times += u32::from(kept.contains(kind));
        }
        chosen.push(kept);
    }
    let mut names: Vec<Names> = chosen.iter().map(|kept| alike.names(kept)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

impl<const W: usize> Estimator<W> for Abstraction<'_, W> {
    fn estimate(&self, codes: &[Code<W>], found: &mut Vec<Estimated>) {
        let mut pieces = Vec::new();
        let mut keys = [[0; TABLES]; GROUP];
        for codes in codes.chunks(GROUP) {
            for (code, keys) in codes.iter().zip(&mut keys) {
                *keys = self.keys(code, &mut pieces);
                self.tables.iter().zip(&*keys).for_each(|(table, &key)| table.prefetch(key));
            }
            let first = found.len();
            self.base.estimate(codes, found);
            for (estimated, keys) in found[first..].iter_mut().zip(&keys) {
                let distances = self.tables.iter().zip(keys).map(|(table, &key)| table.get(key));
                let most = distances.map(|distance| distance.unwrap_or(DEAD)).max().unwrap_or(0);
                if estimated.cost > 0 {
                    estimated.cost = most.max(1);
                }
            }
        }
    }

    fn steps_from_start(&self, kind: u8) -> u32 {
        self.base.steps_from_start(kind)
    }
}
