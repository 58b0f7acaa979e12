//! What makes a puzzle hard, against brute force: each variant is a search by the plainest means, in which some
//! moves are not allowed, or some walls, gates, pieces or locks not there.

use std::collections::{BTreeSet, HashMap};

use sliding::Puzzle;
use sliding::analyse::why::{Outcome, Why, why};
use sliding::puzzle::{Lock, Movers, Style};
use sliding::solve::{Budget, Query};

use crate::oracle::random;
use crate::oracle::reference::{Origins, Reference, Set};
use crate::oracle::{each, graphs, read, seeds};

/// Puzzles with larger components are passed over, and those of which variants have larger ones.
const MOST: usize = 200;
const MOST_OF_VARIANTS: usize = 1000;

/// The fewest moves to a goal, where only some sets of pieces may move.
fn fewest(reference: &Reference, style: Style, may: impl Fn(&Origins, Set) -> bool) -> Option<u64> {
    let known = reference.distances(style, vec![reference.start().clone()], usize::MAX, may)?;
    let goals = known.into_iter().filter(|(origins, _)| reference.is_goal(origins));
    goals.map(|(_, distance)| distance).min()
}

/// The kinds of those who move together in a step of some shortest solution that no single piece can make.
fn used(reference: &Reference, style: Style, moves: u64) -> BTreeSet<Vec<u8>> {
    let forth = reference.reached(style, usize::MAX).unwrap();
    let mut goals: Vec<Origins> = forth.keys().cloned().collect();
    goals.retain(|origins| forth[origins] == moves && reference.is_goal(origins));
    let back = reference.distances(style, goals, usize::MAX, |_, _| true).unwrap();
    let mut used = BTreeSet::new();
    for origins in forth.keys().filter(|&origins| forth[origins] + back[origins] == moves) {
        let mut on: HashMap<_, Vec<Set>> = HashMap::new();
        reference.moves_of(style, origins, |set, after| {
            if back[&after] < back[origins] {
                on.entry(after).or_default().push(set);
            }
        });
        on.retain(|_, sets| sets.iter().all(|set| set.count_ones() > 1));
        used.extend(on.values().flatten().map(|&set| reference.kinds_of(set)));
    }
    used
}

/// The groups that move together. Returns which of them are needed.
fn superpieces(puzzle: &Puzzle, style: Style, found: &Why, case: &str) -> Vec<&'static str> {
    let moves = found.count.moves.filter(|_| style.movers() == Movers::Super);
    assert_eq!(found.superpieces.is_some(), moves.is_some(), "{case}");
    let (Some(moves), Some(superpieces)) = (moves, &found.superpieces) else { return Vec::new() };
    assert_eq!(superpieces.stopped, None, "{case}");
    let reference = Reference::new(puzzle);
    let kinds: BTreeSet<_> = superpieces.list.iter().map(|own| own.kinds.clone()).collect();
    assert_eq!(kinds, used(&reference, style, moves), "{case}");
    assert_eq!(kinds.len(), superpieces.list.len(), "{case}");
    let ranks = superpieces.list.iter().map(|own| match own.without {
        Outcome::Moves(moves) => moves,
        Outcome::Unsolvable => u64::MAX,
        Outcome::Stopped(_) => panic!("{case}"),
    });
    assert!(ranks.clone().rev().is_sorted(), "{case}");
    let seen = superpieces.list.iter().zip(ranks).map(|(own, rank)| {
        let may = |_: &Origins, set: Set| reference.kinds_of(set) != own.kinds;
        assert_eq!(rank, fewest(&reference, style, may).unwrap_or(u64::MAX), "{own:?}: {case}");
        assert_eq!(found.is_needed(own.without), rank > moves, "{case}");
        // The place that is shown: pieces of these kinds, at a distance at which one must still go on.
        let mut kinds: Vec<u8> = own.pieces.iter().map(|piece| piece.kind).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, own.kinds, "{case}");
        let before = own.before.placements();
        assert!(own.pieces.iter().all(|piece| before.contains(piece)), "{case}");
        assert!(own.distance < moves, "{case}");
        if rank > moves { "needed" } else { "superpiece" }
    });
    seen.collect()
}

/// Compares all variants, and returns what sorts there were with a solution.
fn variants(puzzle: &Puzzle, style: Style, case: &str) -> Vec<&'static str> {
    let found = why(&Query::new(puzzle, style), &Budget::default(), &mut ()).unwrap();
    assert_eq!(found.stopped, None, "{case}");
    let all = |reference: &Reference, style| fewest(reference, style, |_, _| true);
    let plain = Reference::new(puzzle);
    let least = all(&plain, style);
    assert_eq!(found.count.moves, least, "{case}");
    let outcome = |moves: Option<u64>| moves.map_or(Outcome::Unsolvable, Outcome::Moves);
    // What was reported of each, and how many moves it takes.
    let mut compared = Vec::new();
    let pieces = puzzle.start().placements();
    assert_eq!(found.pieces.len(), pieces.len(), "{case}");
    for (role, &piece) in found.pieces.iter().zip(pieces) {
        assert_eq!(role.piece, piece, "{case}");
        let stays = |origins: &Origins, set: Set| {
            (0..origins.len()).all(|at| set >> at & 1 == 0 || origins[at] != piece.cell)
        };
        let nailed = fewest(&plain, style, stays);
        compared.push(("nailed", role.nailed, nailed));
        let is_always = least.is_some_and(|least| nailed.is_none_or(|moves| moves > least));
        assert_eq!(found.is_needed(role.nailed), is_always, "{case}");
        // Where goals demand the piece, it cannot be done without.
        let left_out = role.left_out.unwrap_or(Outcome::Unsolvable);
        let without = all(&Reference::without(puzzle, piece), style);
        compared.push(("left out", left_out, without));
        if let Some(freed) = role.freed {
            assert_ne!(puzzle.kind(piece).lock(), Lock::Free, "{case}");
            compared.push(("freed", freed, all(&Reference::freed(puzzle, piece), style)));
        }
    }
    for &wall in puzzle.blocked() {
        let mut open = Reference::new(puzzle);
        open.walls.retain(|&cell| cell != wall);
        // Those that are not reported are among walls only, and change nothing.
        let own = found.walls.iter().find(|(cell, _)| *cell == wall);
        let reported = own.map_or(outcome(least), |(_, outcome)| *outcome);
        compared.push(("wall", reported, all(&open, style)));
    }
    assert_eq!(found.gates.len(), puzzle.gates().len(), "{case}");
    for (gate, &reported) in found.gates.iter().enumerate() {
        let mut open = Reference::new(puzzle);
        open.gates.remove(gate);
        compared.push(("gate", reported, all(&open, style)));
    }
    if style.movers() == Movers::Super {
        let alone = Style::new(style.number() - 3).unwrap();
        let reported = found.one_by_one.expect("an outcome");
        compared.push(("one by one", reported, all(&plain, alone)));
    }
    let mut seen = superpieces(puzzle, style, &found, case);
    for (what, reported, moves) in compared {
        assert_eq!(reported, outcome(moves), "{what}: {case}");
        seen.extend(moves.map(|_| what));
    }
    seen
}

fn of_seed(seed: u64) -> Option<Vec<&'static str>> {
    let puzzle = read(&random::any(seed));
    let pieces = puzzle.start().placements();
    if pieces.len() > 5 || puzzle.blocked().len() > 12 {
        return None;
    }
    Reference::new(&puzzle).facts(Style::SUPER_STEP, MOST)?;
    for &piece in pieces {
        for variant in [Reference::without(&puzzle, piece), Reference::freed(&puzzle, piece)] {
            variant.facts(Style::SUPER_STEP, MOST_OF_VARIANTS)?;
        }
    }
    let of_style =
        |style| variants(&puzzle, style, &format!("seed {seed}, style {style}\n{puzzle}"));
    Some(Style::ALL.map(of_style).concat())
}

#[test]
fn random_variants_are_as_by_brute_force() {
    let seen = each(&seeds(600), |&seed| of_seed(seed));
    let seen: Vec<&str> = seen.into_iter().flatten().flatten().collect();
    for (what, least) in [
        ("nailed", 60),
        ("left out", 60),
        ("freed", 30),
        ("wall", 60),
        ("gate", 30),
        ("superpiece", 30),
        ("needed", 30),
        ("one by one", 30),
    ] {
        graphs::has_more(&seen, what, least);
    }
}
