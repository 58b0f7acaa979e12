//! The greatest distance within a component.

use std::collections::BTreeSet;

use ahash::AHashMap;

use super::{Diameter, Surveyor};
use crate::analyse::state_graph::PositionGraph;
use crate::engine::board::Code;
use crate::engine::host::map;
use crate::engine::query::Stopped;
use crate::puzzle::Configuration;

/// Limit on the positions visited to find the diameter of one component.
const VISITS: u64 = 1 << 25;

/// After this number of searches it pays to look for positions that are the same but for exchanged
/// kinds, in components that may need many more.
/// Without them the diameter of the 8-puzzle is found to lie between 31 and 47, with them it is 31
/// after 1.7 s; that of 2x5 tiles, two components of 1,814,400 positions, is 55 after 16 s.
const PATIENCE: u64 = 8;
const MOST_CLASSED: usize = 1 << 21;

/// A search through fewer positions ends before another thread has begun.
const FEW: usize = 1 << 14;

impl<const W: usize> Surveyor<'_, '_, W> {
    /// Bounds the greatest distance within a component.
    ///
    /// The distances from one position bound the eccentricities of all others: two eccentricities
    /// differ by at most the distance between the positions. So positions that cannot be the end of
    /// a longer path than the longest found are excluded, and the next two searches start, at the
    /// same time, from the position that may be most eccentric and from the one that may be most
    /// central (F. Takes and W. Kosters, "Determining the diameter of small world networks", 2011;
    /// there in turn). Positions that are the same but for exchanged kinds have equal eccentricity, so
    /// they share their bounds.
    pub(super) fn diameter(&self, component: &PositionGraph<W>) -> Result<Diameter, Stopped> {
        let all = component.codes.len();
        let threads = if all < FEW { 1 } else { self.run.budget.threads().min(2) };
        let mut bounds = vec![(0, u32::MAX); all];
        let (mut least, mut pair) = (0, (0, 0));
        let (mut visits, mut classes) = (0, None);
        let most = loop {
            if visits >= PATIENCE * all as u64
                && all <= MOST_CLASSED
                && let Some(classes) = classes.get_or_insert_with(|| self.classes(component))
            {
                share_bounds(classes, &mut bounds);
            }
            let alive = (0..all).filter(|&i| bounds[i].1 > least);
            let far = |&at: &usize| (bounds[at].1, std::cmp::Reverse(at));
            let Some(outmost) = alive.clone().max_by_key(far) else { break least };
            if visits > VISITS {
                break bounds[outmost].1;
            }
            let inmost = alive.min_by_key(|&i| (bounds[i].0, i)).filter(|&i| i != outmost);
            let from: Vec<usize> = [outmost].into_iter().chain(inmost).collect();
            let budget = self.run.budget;
            let found = map(threads, &from, |&from| component.graph.search(&[from as u32], budget));
            visits += (from.len() * all) as u64;
            for (&from, reached) in from.iter().zip(found) {
                let reached = reached?;
                let (far, last) = reached.farthest();
                for ((low, high), &distance) in bounds.iter_mut().zip(&reached.distances) {
                    *low = (*low).max(distance).max(far - distance);
                    *high = (*high).min(far + distance);
                }
                bounds[from] = (far, far);
                if far > least {
                    (least, pair) = (far, (from, last as usize));
                }
            }
        };
        let decode = |at: usize| self.compiled.decode(&component.codes[at]);
        Ok(Diameter {
            least: least.into(),
            most: most.into(),
            pair: (decode(pair.0), decode(pair.1)),
        })
    }

    /// Returns, for each position, the first of those that are the same but for exchanged kinds, if
    /// there are kinds of one shape with equally many pieces.
    fn classes(&self, component: &PositionGraph<W>) -> Option<Vec<u32>> {
        let counts = self.compiled.puzzle.counts();
        let count = |kind: u8| counts[usize::from(kind)];
        let mut classes = self.ranking.classes.iter().map(|class| &class.kinds);
        if classes
            .all(|kinds| BTreeSet::from_iter(kinds.iter().map(|&k| count(k))).len() == kinds.len())
        {
            return None;
        }
        let renamed = |code| {
            let (mut names, mut is_used) = ([None; 64], [false; 64]);
            let mut position = self.compiled.decode(code).placements().to_vec();
            for piece in &mut position {
                let kind = usize::from(piece.kind);
                let Some((shape, _)) = self.ranking.letters[kind] else { continue };
                let mut alike = self.ranking.classes[usize::from(shape)].kinds.iter().copied();
                let is_next =
                    |&to: &u8| count(to) == count(piece.kind) && !is_used[usize::from(to)];
                // Of these kinds, the first to appear gets the first name.
                let name = names[kind].or_else(|| alike.find(is_next))?;
                (names[kind], is_used[usize::from(name)], piece.kind) = (Some(name), true, name);
            }
            self.ranking.rank(&Configuration::new(position))
        };
        let mut firsts = AHashMap::new();
        let numbered = (0..).zip(&component.codes);
        Some(numbered.map(|(at, code)| *firsts.entry(renamed(code)).or_insert(at)).collect())
    }

    /// Bounds the diameter of a component that is too large for many searches: from one position,
    /// and from the position farthest from it.
    pub(super) fn bounds(&mut self, first: Code<W>) -> Result<Diameter, Stopped> {
        let (near, end) = self.farthest(&[first])?;
        let (least, opposite) = self.farthest(&[end])?;
        // Every position is at distance `near` or less from the first.
        let most = (2 * near).max(least);
        let pair = (self.compiled.decode(&end), self.compiled.decode(&opposite));
        Ok(Diameter { least, most, pair })
    }
}

/// Gives all members of a class the narrowest bounds that any of them has.
fn share_bounds(classes: &[u32], bounds: &mut [(u32, u32)]) {
    for (at, &class) in classes.iter().enumerate() {
        let (low, high) = bounds[at];
        let (least, most) = &mut bounds[class as usize];
        (*least, *most) = ((*least).max(low), (*most).min(high));
    }
    (0..classes.len()).for_each(|at| bounds[at] = bounds[classes[at] as usize]);
}
