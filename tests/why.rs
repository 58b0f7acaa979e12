//! What makes a puzzle hard, against brute force: each variant is a search by the plainest means, in which some
//! moves are not allowed, or some walls, gates, pieces or locks not there.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use sliding::Puzzle;
use sliding::analyse::why::{Outcome, Why, why};
use sliding::puzzle::{Lock, Movers, Placement, Style};
use sliding::solve::{Budget, Query};

use crate::reference::{Origins, Reference, Set};
use crate::{parallel, random};

/// Puzzles with larger components are passed over, and those of which variants have larger ones.
const MOST: usize = 200;
const MOST_OF_VARIANTS: usize = 1000;

/// The least number of moves to a goal, where only some sets of pieces may move.
fn least(reference: &Reference, style: Style, may: impl Fn(&Origins, Set) -> bool) -> Option<u64> {
    let mut known = HashSet::from([reference.start().clone()]);
    let mut level = vec![reference.start().clone()];
    for moves in 0.. {
        if level.iter().any(|origins| reference.is_goal(origins)) {
            return Some(moves);
        }
        let mut next = Vec::new();
        for origins in &level {
            reference.moves_of(style, origins, |set, neighbour| {
                if may(origins, set) && known.insert(neighbour.clone()) {
                    next.push(neighbour);
                }
            });
        }
        if next.is_empty() {
            return None;
        }
        level = next;
    }
    None
}

fn all(reference: &Reference, style: Style) -> Option<u64> {
    least(reference, style, |_, _| true)
}

fn outcome(moves: Option<u64>) -> Outcome {
    moves.map_or(Outcome::Unsolvable, Outcome::Moves)
}

/// How often there was something to compare.
#[derive(Debug, Default)]
struct Tally {
    nailed: u64,
    left_out: u64,
    freed: u64,
    walls: u64,
    gates: u64,
    superpieces: u64,
    needed: u64,
}

fn of_pieces(puzzle: &Puzzle, style: Style, found: &Why, tally: &mut Tally, case: &str) {
    let start = puzzle.start().placements();
    assert_eq!(found.pieces.iter().map(|role| role.piece).collect::<Vec<_>>(), start, "{case}");
    for role in &found.pieces {
        let Placement { cell, kind } = role.piece;
        let case = format!("piece in cell {cell}, {case}");
        let stays = |origins: &Origins, set: Set| {
            (0..origins.len()).all(|piece| set >> piece & 1 == 0 || origins[piece] != cell)
        };
        let nailed = least(&Reference::new(puzzle), style, stays);
        assert_eq!(role.nailed, outcome(nailed), "nailed down: {case}");
        let is_always = found.count.moves.is_some_and(|least| nailed.is_none_or(|n| n > least));
        assert_eq!(found.is_moved_always(role), is_always, "{case}");
        // Where goals demand the piece, it cannot be done without.
        let left_out = all(&Reference::without(puzzle, role.piece), style);
        let reported = role.left_out.unwrap_or(Outcome::Unsolvable);
        assert_eq!(reported, outcome(left_out), "left out: {case}");
        let is_locked = puzzle.kinds()[usize::from(kind)].lock() != Lock::Free;
        assert!(is_locked || role.freed.is_none(), "{case}");
        if let Some(freed) = role.freed {
            let wanted = all(&Reference::freed(puzzle, role.piece), style);
            assert_eq!(freed, outcome(wanted), "freed: {case}");
            tally.freed += 1;
        }
        tally.nailed += u64::from(nailed.is_some());
        tally.left_out += u64::from(left_out.is_some());
    }
}

fn of_walls_and_gates(puzzle: &Puzzle, style: Style, found: &Why, tally: &mut Tally, case: &str) {
    let reported: BTreeMap<u32, Outcome> = found.walls.iter().copied().collect();
    for &wall in puzzle.blocked() {
        let mut open = Reference::new(puzzle);
        open.walls.retain(|&cell| cell != wall);
        // Those that are not reported are among walls only, and change nothing.
        let own = reported.get(&wall).copied().unwrap_or(outcome(found.count.moves));
        assert_eq!(own, outcome(all(&open, style)), "wall {wall}: {case}");
        tally.walls += 1;
    }
    assert_eq!(found.gates.len(), puzzle.gates().len(), "{case}");
    for (gate, &reported) in found.gates.iter().enumerate() {
        let mut open = Reference::new(puzzle);
        open.gates.remove(gate);
        assert_eq!(reported, outcome(all(&open, style)), "gate {gate}: {case}");
        tally.gates += 1;
    }
}

/// The kinds of those who move together in a step of some shortest solution that no single piece can make.
fn used(reference: &Reference, style: Style, moves: u64) -> BTreeSet<Vec<u8>> {
    let mut stages = vec![HashSet::from([reference.start().clone()])];
    let mut known = stages[0].clone();
    // For each stage, what leads from there to new ones: from where, where, and who.
    let mut steps: Vec<HashMap<(Origins, Origins), Vec<Set>>> = Vec::new();
    for at in 0..moves as usize {
        let mut here: HashMap<_, Vec<Set>> = HashMap::new();
        for origins in &stages[at] {
            reference.moves_of(style, origins, |set, neighbour| {
                if !known.contains(&neighbour) {
                    here.entry((origins.clone(), neighbour)).or_default().push(set);
                }
            });
        }
        stages.push(here.keys().map(|(_, after)| after.clone()).collect());
        known.extend(stages[at + 1].iter().cloned());
        steps.push(here);
    }
    let mut on_way = stages.pop().expect("a stage");
    on_way.retain(|origins| reference.is_goal(origins));
    let mut used = BTreeSet::new();
    for here in steps.iter().rev() {
        let those = || here.iter().filter(|((_, after), _)| on_way.contains(after));
        for sets in those().map(|(_, sets)| sets) {
            if sets.iter().all(|set| set.count_ones() > 1) {
                used.extend(sets.iter().map(|&set| reference.kinds_of(set)));
            }
        }
        on_way = those().map(|((before, _), _)| before.clone()).collect();
    }
    used
}

fn of_superpieces(puzzle: &Puzzle, style: Style, found: &Why, tally: &mut Tally, case: &str) {
    let Some((moves, superpieces)) = found.count.moves.zip(found.superpieces.as_ref()) else {
        let has_some = style.movers() == Movers::Super && found.count.moves.is_some();
        assert!(!has_some && found.superpieces.is_none(), "{case}");
        return;
    };
    let reference = Reference::new(puzzle);
    assert_eq!(superpieces.stopped, None, "{case}");
    let reported: BTreeSet<Vec<u8>> =
        superpieces.list.iter().map(|own| own.kinds.clone()).collect();
    assert_eq!(reported, used(&reference, style, moves), "{case}");
    assert_eq!(reported.len(), superpieces.list.len(), "{case}");
    for own in &superpieces.list {
        let may = |_: &Origins, set: Set| reference.kinds_of(set) != own.kinds;
        let without = least(&reference, style, may);
        assert_eq!(own.without, Ok(without), "{:?}: {case}", own.kinds);
        let is_needed = without.is_none_or(|without| without > moves);
        assert_eq!(found.is_needed(own), is_needed, "{case}");
        // The place that is shown: pieces of these kinds, at a distance at which one must still go on.
        let mut kinds: Vec<u8> = own.pieces.iter().map(|piece| piece.kind).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, own.kinds, "{case}");
        let before = own.before.placements();
        assert!(own.pieces.iter().all(|piece| before.contains(piece)), "{case}");
        assert!(own.distance < moves, "{case}");
        tally.superpieces += 1;
        tally.needed += u64::from(is_needed);
    }
    let ranks = superpieces.list.iter().map(|own| own.without.unwrap().unwrap_or(u64::MAX));
    assert!(ranks.rev().is_sorted(), "{case}");
}

fn one(text: &str, seed: u64) -> Option<Tally> {
    let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    if puzzle.start().placements().len() > 5 {
        return None;
    }
    Reference::new(&puzzle).facts(Style::SUPER_STEP, MOST)?;
    for &piece in puzzle.start().placements() {
        Reference::without(&puzzle, piece).facts(Style::SUPER_STEP, MOST_OF_VARIANTS)?;
        Reference::freed(&puzzle, piece).facts(Style::SUPER_STEP, MOST_OF_VARIANTS)?;
    }
    let mut tally = Tally::default();
    for style in Style::ALL {
        let case = format!("seed {seed}, style {style}\n{puzzle}");
        let found = why(&Query::new(&puzzle, style), &Budget::default(), &mut ()).unwrap();
        assert_eq!(found.stopped, None, "{case}");
        assert_eq!(found.count.moves, all(&Reference::new(&puzzle), style), "{case}");
        of_pieces(&puzzle, style, &found, &mut tally, &case);
        of_walls_and_gates(&puzzle, style, &found, &mut tally, &case);
        of_superpieces(&puzzle, style, &found, &mut tally, &case);
        if style.movers() == Movers::Super {
            let alone = Style::new(style.number() - 3).unwrap();
            let wanted = outcome(all(&Reference::new(&puzzle), alone));
            assert_eq!(found.one_by_one, Some(wanted), "{case}");
        }
    }
    Some(tally)
}

#[test]
fn variants_agree_with_brute_force() {
    let many = (60_000..60_250).map(|seed| (random::of_many_orders(seed), seed));
    let plain = (61_000..61_150).map(|seed| (random::puzzle(seed).small, seed));
    let puzzles: Vec<(String, u64)> = many.chain(plain).collect();
    println!("seeds from 60000 and 61000");
    let tallies = parallel::each(&puzzles, |(text, seed)| one(text, *seed));
    let mut sum = Tally::default();
    let mut puzzles = 0;
    for tally in tallies.into_iter().flatten() {
        puzzles += 1;
        sum.nailed += tally.nailed;
        sum.left_out += tally.left_out;
        sum.freed += tally.freed;
        sum.walls += tally.walls;
        sum.gates += tally.gates;
        sum.superpieces += tally.superpieces;
        sum.needed += tally.needed;
    }
    println!("{puzzles} puzzles: {sum:?}");
    assert!(puzzles > 100 && sum.nailed > 100 && sum.left_out > 100, "{puzzles}: {sum:?}");
    assert!(sum.freed > 50 && sum.walls > 100 && sum.gates > 50, "{sum:?}");
    assert!(sum.superpieces > 100 && sum.needed > 50, "{sum:?}");
}
