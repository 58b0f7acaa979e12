//! Moves compared with each other: those listed one by one, lists of neighbours, and names.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::explain::move_between;
use super::movers::StyleMoves;
use super::{Batch, LastMove, MoveLister, SLIDE, STEP, WALK, moves, plain_single, plain_together};
use crate::engine::board::Coding;
use crate::puzzle::{Configuration, Movers, Placement, Puzzle, Style};

#[allow(clippy::duplicate_mod, dead_code, reason = "each test has it to itself, and uses a part")]
#[path = "../../../tests/random.rs"]
mod random;

/// Each move as the origins of the moving pieces, and the change of their cell numbers.
type MoveSet = BTreeSet<(Vec<u32>, i32)>;

/// Returns all moves of a position; asserts that none is reported twice.
fn all(moves: &mut dyn MoveLister, configuration: &Configuration) -> MoveSet {
    let mut all = MoveSet::new();
    let stopped = moves.each(configuration.placements(), &mut |moved| {
        let mut origins = Vec::new();
        moved.each_origin(|cell| origins.push(cell));
        assert!(origins.iter().all(|&cell| moved.has(cell)));
        assert!(all.insert((origins, moved.by)));
        ControlFlow::Continue(())
    });
    assert!(stopped.is_continue());
    all
}

/// Returns the position after a move.
fn after(configuration: &Configuration, origins: &[u32], by: i32) -> Configuration {
    let moved = |p: &Placement| match origins.contains(&p.cell) {
        true => Placement { cell: p.cell.wrapping_add_signed(by), ..*p },
        false => *p,
    };
    Configuration::new(configuration.placements().iter().map(moved).collect())
}

fn start_moves(text: &str, style: usize) -> Vec<(Vec<u32>, i32)> {
    let puzzle: Puzzle = text.parse().unwrap();
    let all = all(&mut *moves(&puzzle, Style::ALL[style]), puzzle.start());
    all.into_iter().collect()
}

#[test]
fn moves_of_small_boards_are_known() {
    let row = "1 x 5\n1 = 1\n2 = 1\n01200\n?\n";
    assert_eq!(start_moves(row, 0), [(vec![1], -1), (vec![2], 1)]);
    assert_eq!(start_moves(row, 1), [(vec![1], -1), (vec![2], 1), (vec![2], 2)]);
    let both = [(vec![1], -1), (vec![1, 2], -1), (vec![1, 2], 1), (vec![2], 1)];
    assert_eq!(start_moves(row, 3), both);
    // Two pieces hooked into each other go together or not at all.
    let hooks = "2 x 3\n1 = 11/1\n2 = 01/11\n12\n?\n";
    assert_eq!(start_moves(hooks, 2), []);
    let square = "2 x 2\n1 = 1 h\n2 = 1\n0120\n?\n";
    assert_eq!(start_moves(square, 2), [(vec![1], -1), (vec![2], -2), (vec![2], 1)]);
}

#[test]
fn listing_can_be_stopped() {
    // Every set of the pieces can step: far too many to list.
    let text = format!("2 x 60\n1 = 1\n{}\n?\n", "1".repeat(60));
    let puzzle: Puzzle = text.parse().unwrap();
    let mut count = 0;
    let stopped = moves(&puzzle, Style::SUPER_STEP).each(puzzle.start().placements(), &mut |_| {
        count += 1;
        if count == 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(stopped.is_break() && count == 1000);
}

/// Returns the neighbours of a position as the plain listers find them.
fn listed<const W: usize, const N: usize>(
    puzzle: &Puzzle,
    style: Style,
    configuration: &Configuration,
) -> BTreeSet<Configuration> {
    let reach = [STEP, SLIDE, WALK][usize::from(style.number() % 3)];
    let mut neighbours = match style.movers() {
        Movers::Single => plain_single::<N, W>(puzzle, reach),
        Movers::Super => plain_together::<N, W>(puzzle, reach),
    };
    let coding = Coding::<N>::new(puzzle);
    let mut flush = |_: &mut Vec<_>| unreachable!("there is room for all");
    let mut batch = Batch::new(Vec::with_capacity(1 << 16), &mut flush);
    neighbours.list(&[coding.encode(configuration)], &[LastMove::UNKNOWN], &mut batch);
    let mut listed: BTreeSet<_> =
        batch.into_list().iter().map(|(code, _)| coding.decode(code)).collect();
    listed.remove(configuration);
    listed
}

/// Compares moves with lists of neighbours and with the names of moves, on a random walk. Returns
/// the number of moves.
fn check(puzzle: &Puzzle, style: Style, steps: usize, random: &mut Pcg64) -> usize {
    let is_small = puzzle.size().cells() <= 64 && Coding::<1>::bits(puzzle) <= 256;
    let (mut moves, mut wide) = (moves(puzzle, style), StyleMoves::<16>::new(puzzle, style));
    let (mut configuration, mut count) = (puzzle.start().clone(), 0);
    for _ in 0..steps {
        let all = all(&mut *moves, &configuration);
        assert_eq!(all, self::all(&mut wide, &configuration));
        count += all.len();
        // The fewest pieces that lead to each neighbour.
        let mut fewest: BTreeMap<Configuration, usize> = BTreeMap::new();
        for (origins, by) in &all {
            let after = after(&configuration, origins, *by);
            let pieces = fewest.entry(after).or_insert(origins.len());
            *pieces = origins.len().min(*pieces);
        }
        fewest.remove(&configuration);
        let listed = listed::<96, 16>(puzzle, style, &configuration);
        assert!(listed.iter().eq(fewest.keys()), "{configuration:?}");
        if is_small {
            assert_eq!(listed, self::listed::<4, 1>(puzzle, style, &configuration));
        }
        for (after, &pieces) in &fewest {
            let named = move_between(puzzle, style, &configuration, after).unwrap();
            assert_eq!(named.pieces.len(), pieces);
            let origins: Vec<u32> = named.pieces.iter().map(|piece| piece.cell).collect();
            let size = puzzle.size();
            let step = |p: Placement, &step: &_| p.stepped(step, size);
            let end = named.steps.iter().fold(named.pieces[0], step);
            let by = end.cell as i32 - named.pieces[0].cell as i32;
            assert!(all.contains(&(origins, by)));
        }
        if fewest.is_empty() {
            break;
        }
        let at = random.next_u64() as usize % fewest.len();
        configuration = fewest.into_keys().nth(at).unwrap();
    }
    count
}

#[test]
fn all_neighbours_and_no_others_on_random_boards() {
    let (mut count, mut random) = (0, Pcg64::seed_from_u64(10));
    for seed in 30_000..30_400 {
        let pair = random::puzzle(seed);
        let text = if seed % 3 == 0 { &pair.framed } else { &pair.small };
        let puzzle: Puzzle = text.parse().unwrap();
        assert!(puzzle.size().cells() <= 1024);
        for style in Style::ALL {
            count += check(&puzzle, style, 6, &mut random);
        }
    }
    assert!(count > 20_000, "{count}");
}
