//! Repeated exhaustive searches by rows within one component.

use super::graph::{RowGraph, RowGraphError};
use super::rows::{Marking, OrderRows, RowsPlan};
use crate::engine::bitmap::DistanceTable;
use crate::engine::layers::Run;
use crate::engine::query::{Budget, Progress, Stopped};
use crate::engine::rank::Ranking;
use crate::puzzle::{Configuration, Puzzle, Style};

/// The orders of all skeletons of a component.
pub struct Spread<'a>(OrderRows<'a>);

impl<'a> Spread<'a> {
    /// Builds the rows of the component of a puzzle's start, if they need at most the given number
    /// of bytes.
    pub fn new(
        puzzle: &Puzzle,
        style: Style,
        ranking: &'a Ranking,
        budget: &Budget,
        most_bytes: u64,
    ) -> Result<Option<Self>, Stopped> {
        let graph =
            RowGraph::explore(puzzle, ranking, style, most_bytes / 2, &mut || budget.look());
        let graph = match graph {
            Err(RowGraphError::Stopped(stopped)) => return Err(stopped),
            Err(RowGraphError::Memory) => return Ok(None),
            Ok(graph) => graph,
        };
        let left = most_bytes.saturating_sub(graph.bytes());
        let Ok(plan) = RowsPlan::new(puzzle, ranking, graph, Marking::All, budget.threads(), left)
        else {
            return Ok(None);
        };
        Ok(OrderRows::new(plan, budget.threads()).ok().map(Self))
    }

    /// Returns the number of positions that there is room for.
    pub fn places(&self) -> u64 {
        self.0.orders() * self.0.skeletons().len() as u64
    }

    /// Returns the skeletons, ascending.
    pub fn skeletons(&self) -> Vec<u64> {
        let mut skeletons = self.0.skeletons().to_vec();
        skeletons.sort_unstable();
        skeletons
    }

    /// Searches from some positions of the component. Returns the greatest distance, and a position
    /// at this distance: the first order of the first skeleton.
    pub fn search(
        &mut self,
        from: &[Configuration],
        run: &mut Run,
    ) -> Result<(u64, Configuration), Stopped> {
        let rows = &mut self.0;
        rows.forget();
        let mut numbers = from.iter().filter_map(|from| rows.number(from)).collect::<Vec<_>>();
        // Duplicates count once.
        numbers.sort_unstable();
        numbers.dedup();
        numbers.iter().for_each(|&number| rows.seed(number));
        let (mut states, mut frontier) = (0, numbers.len() as u64);
        let (mut last, mut distance) = (0, 0);
        while frontier > 0 {
            last = rows.first_of_level().unwrap_or(last);
            (states, distance) = (states + frontier, distance + 1);
            let (found, ended) = rows.mark_level(distance, &mut |part| {
                let part = Some(part);
                run.observer.progress(&Progress { distance, frontier, states, bytes: None, part });
                run.budget.look()
            });
            ended.break_value().map_or(Ok(()), Err)?;
            frontier = found;
        }
        Ok((u64::saturating_sub(distance, 1), rows.configuration(last)))
    }

    /// Returns a position with a skeleton that the last search has found.
    pub fn found(&self, skeleton: u64) -> Option<Configuration> {
        self.0.first_marked(skeleton).map(|number| self.0.configuration(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::query::Observer;

    /// The sizes of the level before and of all levels at each progress report.
    #[derive(Default)]
    struct Reports(Vec<(u64, u64)>);

    impl Observer for Reports {
        fn progress(&mut self, progress: &Progress) {
            self.0.push((progress.frontier, progress.states));
        }
    }

    #[test]
    fn configurations_to_begin_with_are_counted_once() {
        let puzzle: Puzzle =
            "2 x 3\n1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n12345\n?\n".parse().unwrap();
        let ranking = Ranking::new(&puzzle, 1 << 28).unwrap();
        let budget = Budget::default();
        let spread = Spread::new(&puzzle, Style::STEP, &ranking, &budget, 1 << 28).unwrap();
        let mut spread = spread.unwrap();
        let start = puzzle.start().clone();
        let searched =
            [vec![start.clone()], vec![start.clone(), start.clone(), start]].map(|from| {
                let mut reports = Reports::default();
                let mut run = Run { budget: &budget, observer: &mut reports };
                let farthest = spread.search(&from, &mut run).unwrap();
                reports.0.dedup();
                (farthest, reports.0)
            });
        // Half of the 720 placements, in 21 steps at most, and one more level that is empty.
        assert_eq!((searched[0].0.0, searched[0].1.last()), (21, Some(&(1, 360))));
        assert_eq!(searched[0], searched[1]);
    }
}
