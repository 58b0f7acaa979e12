//! What makes a puzzle hard, against brute force: each variant is a search by the plainest means, in which some
//! moves are not allowed, or some walls, gates, pieces or locks not there.

use std::collections::{BTreeSet, HashMap, VecDeque};

use sliding::Puzzle;
use sliding::analyse::Superpiece;
use sliding::analyse::why::{Outcome, Why, why};
use sliding::puzzle::{Lock, Movers, Placement, Style};
use sliding::solve::{Budget, Query};

use crate::oracle::random;
use crate::oracle::reference::{Origins, Reference, Set};
use crate::oracle::{each, read, seeds};

/// Puzzles with larger components are passed over, and those of which variants have larger ones.
const MOST: usize = 200;
const MOST_OF_VARIANTS: usize = 1000;

/// How far all is from some positions, where only some sets of pieces may move.
fn distances(
    reference: &Reference,
    style: Style,
    from: Vec<Origins>,
    may: impl Fn(&Origins, Set) -> bool,
) -> HashMap<Origins, u64> {
    let mut distances: HashMap<_, _> = from.iter().cloned().map(|origins| (origins, 0)).collect();
    let mut open = VecDeque::from(from);
    while let Some(origins) = open.pop_front() {
        let distance = distances[&origins] + 1;
        reference.moves_of(style, &origins, |set, after| {
            if may(&origins, set) && !distances.contains_key(&after) {
                distances.insert(after.clone(), distance);
                open.push_back(after);
            }
        });
    }
    distances
}

/// The fewest moves to a goal, where only some sets of pieces may move.
fn fewest(reference: &Reference, style: Style, may: impl Fn(&Origins, Set) -> bool) -> Option<u64> {
    let known = distances(reference, style, vec![reference.start().clone()], may);
    let goals = known.iter().filter(|(origins, _)| reference.is_goal(origins));
    goals.map(|(_, &distance)| distance).min()
}

/// The kinds of those who move together in a step of some shortest solution that no single piece can make.
fn used(reference: &Reference, style: Style, moves: u64) -> BTreeSet<Vec<u8>> {
    let forth = distances(reference, style, vec![reference.start().clone()], |_, _| true);
    let mut goals: Vec<Origins> = forth.keys().cloned().collect();
    goals.retain(|origins| forth[origins] == moves && reference.is_goal(origins));
    let back = distances(reference, style, goals, |_, _| true);
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

/// What was found, and the kinds of variants that had solutions.
struct Variants<'a> {
    puzzle: &'a Puzzle,
    style: Style,
    found: Why,
    case: String,
    seen: Vec<&'static str>,
}

impl Variants<'_> {
    /// A variant has these fewest moves.
    fn has(&mut self, what: &'static str, reported: Outcome, moves: Option<u64>) {
        let outcome = moves.map_or(Outcome::Unsolvable, Outcome::Moves);
        assert_eq!(reported, outcome, "{what}: {}", self.case);
        self.seen.extend(moves.map(|_| what));
    }

    fn is(&mut self, what: &'static str, reported: Outcome, variant: &Reference) {
        self.has(what, reported, fewest(variant, self.style, |_, _| true));
    }

    fn pieces(&mut self) {
        let roles = self.found.pieces.clone();
        let pieces = roles.iter().map(|role| role.piece);
        assert!(pieces.eq(self.puzzle.start().placements().iter().copied()), "{}", self.case);
        for role in roles {
            let Placement { cell, kind } = role.piece;
            let stays = |origins: &Origins, set: Set| {
                (0..origins.len()).all(|piece| set >> piece & 1 == 0 || origins[piece] != cell)
            };
            let nailed = fewest(&Reference::new(self.puzzle), self.style, stays);
            self.has("nailed", role.nailed, nailed);
            let least = self.found.count.moves;
            let is_always = least.is_some_and(|least| nailed.is_none_or(|moves| moves > least));
            assert_eq!(self.found.is_moved_always(&role), is_always, "{}", self.case);
            // Where goals demand the piece, it cannot be done without.
            let left_out = role.left_out.unwrap_or(Outcome::Unsolvable);
            self.is("left out", left_out, &Reference::without(self.puzzle, role.piece));
            if let Some(freed) = role.freed {
                assert_ne!(self.puzzle.kinds()[usize::from(kind)].lock(), Lock::Free);
                self.is("freed", freed, &Reference::freed(self.puzzle, role.piece));
            }
        }
    }

    fn walls_and_gates(&mut self) {
        for &wall in self.puzzle.blocked() {
            let mut open = Reference::new(self.puzzle);
            open.walls.retain(|&cell| cell != wall);
            // Those that are not reported are among walls only, and change nothing.
            let of_all = self.found.count.moves.map_or(Outcome::Unsolvable, Outcome::Moves);
            let own = self.found.walls.iter().find(|(cell, _)| *cell == wall);
            self.is("wall", own.map_or(of_all, |(_, outcome)| *outcome), &open);
        }
        assert_eq!(self.found.gates.len(), self.puzzle.gates().len(), "{}", self.case);
        for (gate, reported) in self.found.gates.clone().into_iter().enumerate() {
            let mut open = Reference::new(self.puzzle);
            open.gates.remove(gate);
            self.is("gate", reported, &open);
        }
    }

    fn superpieces(&mut self) {
        let (Self { found, case, .. }, reference) = (&*self, Reference::new(self.puzzle));
        let is_joint = self.style.movers() == Movers::Super;
        let moves = found.count.moves.filter(|_| is_joint);
        assert_eq!(found.superpieces.is_some(), moves.is_some(), "{case}");
        let (Some(moves), Some(superpieces)) = (moves, &found.superpieces) else { return };
        assert_eq!(superpieces.stopped, None, "{case}");
        let kinds = superpieces.list.iter().map(|own| own.kinds.clone());
        let kinds: BTreeSet<Vec<u8>> = kinds.collect();
        assert_eq!(kinds, used(&reference, self.style, moves), "{case}");
        assert_eq!(kinds.len(), superpieces.list.len(), "{case}");
        let rank = |own: &Superpiece| own.without.unwrap().unwrap_or(u64::MAX);
        assert!(superpieces.list.iter().rev().is_sorted_by_key(|own| rank(own)), "{case}");
        let mut seen = Vec::new();
        for own in &superpieces.list {
            let may = |_: &Origins, set: Set| reference.kinds_of(set) != own.kinds;
            let without = fewest(&reference, self.style, may);
            assert_eq!(own.without, Ok(without), "{own:?}: {case}");
            assert_eq!(found.is_needed(own), rank(own) > moves, "{case}");
            // The place that is shown: pieces of these kinds, at a distance at which one must still go on.
            let mut kinds: Vec<u8> = own.pieces.iter().map(|piece| piece.kind).collect();
            kinds.sort_unstable();
            assert_eq!(kinds, own.kinds, "{case}");
            let before = own.before.placements();
            assert!(own.pieces.iter().all(|piece| before.contains(piece)), "{case}");
            assert!(own.distance < moves, "{case}");
            seen.push(if rank(own) > moves { "needed" } else { "superpiece" });
        }
        self.seen.append(&mut seen);
    }
}

fn variants(seed: u64) -> Option<Vec<&'static str>> {
    let puzzle = read("random", &random::any(seed));
    if puzzle.start().placements().len() > 5 || puzzle.blocked().len() > 12 {
        return None;
    }
    Reference::new(&puzzle).facts(Style::SUPER_STEP, MOST)?;
    for &piece in puzzle.start().placements() {
        Reference::without(&puzzle, piece).facts(Style::SUPER_STEP, MOST_OF_VARIANTS)?;
        Reference::freed(&puzzle, piece).facts(Style::SUPER_STEP, MOST_OF_VARIANTS)?;
    }
    let seen = Style::ALL.map(|style| {
        let case = format!("seed {seed}, style {style}\n{puzzle}");
        let found = why(&Query::new(&puzzle, style), &Budget::default(), &mut ()).unwrap();
        assert_eq!(found.stopped, None, "{case}");
        let all = |style| fewest(&Reference::new(&puzzle), style, |_, _| true);
        assert_eq!(found.count.moves, all(style), "{case}");
        let one_by_one = found.one_by_one;
        let mut variants = Variants { puzzle: &puzzle, style, found, case, seen: Vec::new() };
        variants.pieces();
        variants.walls_and_gates();
        variants.superpieces();
        if style.movers() == Movers::Super {
            let alone = all(Style::new(style.number() - 3).unwrap());
            variants.has("one by one", one_by_one.expect("an outcome"), alone);
        }
        variants.seen
    });
    Some(seen.concat())
}

#[test]
fn variants_are_as_by_brute_force() {
    let seen = each(&seeds(500), |&seed| variants(seed));
    let seen: Vec<&str> = seen.into_iter().flatten().flatten().collect();
    for (what, least) in [
        ("nailed", 100),
        ("left out", 100),
        ("freed", 50),
        ("wall", 100),
        ("gate", 50),
        ("superpiece", 50),
        ("needed", 50),
        ("one by one", 50),
    ] {
        let count = seen.iter().filter(|&&own| own == what).count();
        assert!(count > least, "{what}: {count}");
    }
}
