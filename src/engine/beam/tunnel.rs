//! Makes solutions shorter.
//!
//! A tunnel is the neighbourhood of all positions of a solution, grown breadth-first around all of
//! them at once up to some size. The shortest path inside it is found exactly, and becomes the next
//! solution. Source: H. Nakhost and M. Müller, *Action elimination and plan neighborhood graph
//! search*, ICAPS 2010.

use super::{GROUP, Lister};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::moves::LastMove;
use crate::engine::query::{Budget, Stopped};
use crate::engine::store::{Hasher, KeySet};

/// How often the clock is read, in groups of positions.
const PAUSE: usize = 64;

/// Returns the bytes that a tunnel takes for each position: a list and two sets, with room to grow.
pub const fn bytes<const W: usize>() -> u64 {
    (2 * size_of::<(Code<W>, u32)>() + size_of::<[u64; 8]>()) as u64
}

/// Positions in the order of their discovery, each with the number of the one before it. Two with
/// equal fingerprints count as one.
struct Found<const W: usize> {
    positions: Vec<(Code<W>, u32)>,
    fingerprints: KeySet<1>,
}

/// Returns a shortest path from the first position of a path to a goal in the tunnel of `size`
/// positions around it and around some others, if it is shorter than the path.
pub fn shorter<const W: usize>(
    compiled: &Compiled<W>,
    lister: &mut Lister<W>,
    path: &[Code<W>],
    others: &[Code<W>],
    size: usize,
    budget: &Budget,
) -> Result<Option<Vec<Code<W>>>, Stopped> {
    let tunnel = search(lister, &[path, others], size, None, budget)?.fingerprints;
    let inside = Some((&tunnel, compiled));
    let Found { positions, .. } = search(lister, &[&path[..1]], usize::MAX, inside, budget)?;
    let mut at = positions.len() - 1;
    let is_goal = compiled.meets_a_goal(&positions[at].0);
    let mut shorter = vec![positions[at].0];
    while at != 0 {
        at = positions[at].1 as usize;
        shorter.push(positions[at].0);
    }
    shorter.reverse();
    Ok((is_goal && shorter.len() < path.len()).then_some(shorter))
}

/// Searches breadth-first from some positions until there are `size`; if a set is given, only inside
/// it, and until the last position is a goal.
fn search<const W: usize>(
    lister: &mut Lister<W>,
    from: &[&[Code<W>]],
    size: usize,
    inside: Option<(&KeySet<1>, &Compiled<W>)>,
    budget: &Budget,
) -> Result<Found<W>, Stopped> {
    let fingerprints = KeySet::with_room_for(0, Hasher::fixed());
    let mut all = Found { positions: Vec::new(), fingerprints };
    for code in from.iter().copied().flatten() {
        if all.fingerprints.add(&[lister.hasher.hash(&code.0)]) {
            all.positions.push((*code, 0));
        }
    }
    let mut next = 0;
    while next < all.positions.len() && all.positions.len() < size {
        if (next / GROUP).is_multiple_of(PAUSE) {
            budget.look()?;
        }
        let end = (next + GROUP).min(all.positions.len());
        let group = all.positions[next..end].iter().map(|&(code, _)| (code, LastMove::UNKNOWN));
        let found = lister.list(group, next as u32);
        let first = inside.map_or(&all.fingerprints, |(tunnel, _)| tunnel);
        for neighbour in found {
            first.prefetch(first.hash(&[neighbour.fingerprint]));
        }
        for neighbour in found.iter().take(size - all.positions.len()) {
            let key = [neighbour.fingerprint];
            let is_inside = |(set, _): (&KeySet<1>, _)| set.contains(&key, set.hash(&key));
            if inside.is_none_or(is_inside) && all.fingerprints.add(&key) {
                all.positions.push((neighbour.code, neighbour.parent));
                if inside.is_some_and(|(_, compiled)| compiled.meets_a_goal(&neighbour.code)) {
                    return Ok(all);
                }
            }
        }
        next = end;
    }
    Ok(all)
}
