//! Makes solutions shorter.
//!
//! A tunnel is the neighbourhood of all positions of a solution, grown breadth-first around all of
//! them at once up to some size. The shortest path inside it is found exactly, and becomes the next
//! solution. Source: H. Nakhost and M. Müller, *Action elimination and plan neighborhood graph
//! search*, ICAPS 2010.

use std::ops::ControlFlow;

use super::lister::{GROUP, Lister};
use super::numbered::{self, Numbered, PAUSE};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::query::{Budget, Stopped};

/// Returns the bytes that a tunnel takes for each position, with room for the slots that are free.
pub const fn bytes<const W: usize>() -> u64 {
    numbered::bytes::<W>() + 2 * size_of::<u32>() as u64
}

/// Builds tunnels.
pub struct Tunneller<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    lister: Lister<W>,
}

impl<'a, const W: usize> Tunneller<'a, W> {
    pub fn new(compiled: &'a Compiled<'a, W>) -> Self {
        Self { compiled, lister: Lister::new(compiled) }
    }

    /// Returns the shortest path from the first position of a path to a goal in the tunnel of
    /// `size` positions around it and around some others.
    pub fn shortest(
        &mut self,
        path: &[Code<W>],
        others: &[Code<W>],
        size: usize,
        budget: &Budget,
    ) -> ControlFlow<Stopped, Vec<Code<W>>> {
        let around = &[path, others];
        let tunnel = Numbered::around(&mut self.lister, around, size, budget)?;
        let is_goal = |code: &Code<W>| self.compiled.meets_a_goal(code);
        let (goal, before) = search(&mut self.lister, &tunnel, is_goal, budget)?;
        let mut shorter = Vec::new();
        let mut at = goal.unwrap_or(0);
        while at != 0 {
            shorter.push(tunnel.codes[at as usize]);
            at = before[at as usize];
        }
        shorter.push(path[0]);
        shorter.reverse();
        let is_shorter = goal.is_some() && shorter.len() < path.len() && self.is_path(&shorter);
        ControlFlow::Continue(if is_shorter { shorter } else { path.to_vec() })
    }

    /// Whether each position is a neighbour of the one before: equal fingerprints may have hidden
    /// that two are different.
    fn is_path(&mut self, path: &[Code<W>]) -> bool {
        let mut found = Vec::new();
        path.windows(2).all(|pair| {
            self.lister.neighbours(&pair[..1], &mut found);
            found.iter().any(|(code, ..)| *code == pair[1])
        })
    }
}

/// Searches a tunnel breadth-first from its first position, until one is a goal. Returns the number
/// of the goal, and of the position before each that was reached.
fn search<const W: usize>(
    lister: &mut Lister<W>,
    tunnel: &Numbered<W>,
    is_goal: impl Fn(&Code<W>) -> bool,
    budget: &Budget,
) -> ControlFlow<Stopped, (Option<u32>, Vec<u32>)> {
    let (mut reached, mut before) = (vec![0], vec![u32::MAX; tunnel.codes.len()]);
    before[0] = 0;
    let (mut codes, mut found) = (Vec::new(), Vec::new());
    let (mut next, mut groups) = (0, 0);
    while next < reached.len() {
        if groups % PAUSE == 0 {
            budget.look()?;
        }
        let end = (next + GROUP).min(reached.len());
        codes.clear();
        codes.extend(reached[next..end].iter().map(|&number: &u32| tunnel.codes[number as usize]));
        lister.neighbours(&codes, &mut found);
        found.iter().for_each(|found| tunnel.prefetch(found.1));
        for (code, fingerprint, at) in &found {
            let Some(number) = tunnel.number(*fingerprint) else { continue };
            if before[number as usize] == u32::MAX {
                before[number as usize] = reached[next + at];
                reached.push(number);
                if is_goal(code) {
                    return ControlFlow::Continue((Some(number), before));
                }
            }
        }
        (next, groups) = (end, groups + 1);
    }
    ControlFlow::Continue((None, before))
}
