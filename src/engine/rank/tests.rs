//! Compares the ranking with placements that are enumerated one by one.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::cut::{Cut, CutCheck, Ground, Profiles};
use super::{Ranking, RankingError, SkeletonPath, TooMany, meeting};
use crate::puzzle::{Configuration, Placement, Puzzle};

#[allow(clippy::duplicate_mod, dead_code, reason = "each test has it to itself, and uses a part")]
#[path = "../../../tests/random.rs"]
mod random;

const MEMORY: u64 = 1 << 28;

/// Enumerates all placements, piece by piece, unless there are more than `most`.
struct BruteForce<'a> {
    puzzle: &'a Puzzle,
    /// The kind of each piece, ascending.
    kinds: Vec<u8>,
    found: BTreeSet<Configuration>,
    most: usize,
}

impl<'a> BruteForce<'a> {
    fn all(puzzle: &'a Puzzle, most: usize) -> Option<BTreeSet<Configuration>> {
        let mut kinds: Vec<u8> = puzzle.start().placements().iter().map(|p| p.kind).collect();
        kinds.sort_unstable();
        let mut filled = vec![false; puzzle.size().cells()];
        puzzle.blocked().iter().for_each(|&cell| filled[cell as usize] = true);
        let mut force = Self { puzzle, kinds, found: BTreeSet::new(), most };
        force.place(&mut Vec::new(), &filled).then_some(force.found)
    }

    /// Places the next piece everywhere; pieces of one kind by ascending cell.
    fn place(&mut self, placed: &mut Vec<Placement>, filled: &[bool]) -> bool {
        let Some(&kind) = self.kinds.get(placed.len()) else {
            self.found.insert(Configuration::new(placed.clone()));
            return self.found.len() <= self.most;
        };
        let from = placed.last().filter(|last| last.kind == kind).map_or(0, |last| last.cell + 1);
        for cell in from..filled.len() as u32 {
            if let Some(filled) = self.covered(Placement { cell, kind }, filled) {
                placed.push(Placement { cell, kind });
                let continues = self.place(placed, &filled);
                placed.pop();
                if !continues {
                    return false;
                }
            }
        }
        true
    }

    fn covered(&self, placement: Placement, filled: &[bool]) -> Option<Vec<bool>> {
        let size = self.puzzle.size();
        let (row, col) = size.row_col(placement.cell);
        let mut filled = filled.to_vec();
        for &(r, c) in self.puzzle.kinds()[placement.kind as usize].cells() {
            let cell = size.cell((row as i32 + r).into(), (col as i32 + c).into())? as usize;
            if std::mem::replace(&mut filled[cell], true) {
                return None;
            }
        }
        Some(filled)
    }
}

fn random_puzzle(seed: u64) -> Puzzle {
    let pair = random::puzzle(seed);
    let text = if seed.is_multiple_of(3) { pair.framed } else { pair.small };
    text.parse().unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

#[test]
fn counts_of_random_boards_agree_with_enumeration() {
    let most = 3000;
    let (mut counted, mut large) = (0, 0);
    for seed in 0..4000 {
        let puzzle = random_puzzle(seed);
        let ranking = Ranking::new(&puzzle, MEMORY).unwrap();
        match BruteForce::all(&puzzle, most) {
            Some(all) => {
                assert_eq!(*ranking.total(), all.len().into(), "seed {seed}");
                counted += 1;
            }
            None => {
                assert!(*ranking.total() > most.into(), "seed {seed}");
                large += 1;
            }
        }
    }
    assert!(counted > 3000 && large > 200, "{counted}, {large}");
}

#[test]
fn rank_and_unrank_are_inverse() {
    let mut checked = 0;
    for seed in 10_000..11_500 {
        let puzzle = random_puzzle(seed);
        let Some(mut all) = BruteForce::all(&puzzle, 600) else { continue };
        let ranking = Ranking::new(&puzzle, MEMORY).unwrap();
        for number in 0..all.len() as u64 {
            let configuration = ranking.unrank(number);
            assert_eq!(ranking.rank(&configuration), Some(number), "seed {seed}");
            assert!(all.remove(&configuration), "seed {seed}: {configuration:?}");
        }
        assert!(all.is_empty(), "seed {seed}");
        checked += 1;
    }
    assert!(checked > 300, "{checked}");
}

/// The example in `docs/internals/engines.md`.
#[test]
fn the_example_of_the_documentation() {
    let puzzle: Puzzle = "2 x 3\n1 = 11\n2 = 1\n3 = 1\n31020\n?2\n".parse().unwrap();
    let ranking = Ranking::new(&puzzle, MEMORY).unwrap();
    assert_eq!(*ranking.skeletons.total(), 24_u8.into());
    assert_eq!(*ranking.total(), 48_u8.into());
    assert_eq!(ranking.skeleton(puzzle.start()), Some(20));
    assert_eq!(ranking.rank(puzzle.start()), Some(41));
    assert_eq!(ranking.unrank(41), *puzzle.start());
}

#[test]
fn invalid_positions_have_no_number() {
    let puzzle: Puzzle = "2 x 3\n1 = 11\n2 = 1\n3 = 1\n12\n?2\n".parse().unwrap();
    let ranking = Ranking::new(&puzzle, MEMORY).unwrap();
    let place = |pieces: &[(u32, u8)]| {
        Configuration::new(pieces.iter().map(|&(cell, kind)| Placement { cell, kind }).collect())
    };
    assert!(ranking.rank(&place(&[(0, 0), (2, 1)])).is_some());
    // Off the board, two in one place, kinds and numbers that are not on the board.
    assert_eq!(ranking.rank(&place(&[(0, 1), (2, 0)])), None);
    assert_eq!(ranking.rank(&place(&[(0, 0), (2, 2)])), None);
    assert_eq!(ranking.rank(&place(&[(0, 0)])), None);
}

#[test]
fn listed_positions_meet_their_goals() {
    let (mut partial, mut listed) = (0, 0);
    for seed in 20_000..22_000 {
        let puzzle = random_puzzle(seed);
        let Some(all) = BruteForce::all(&puzzle, 600) else { continue };
        for goal in puzzle.goals() {
            let mut wanted: Vec<Configuration> = all.iter().cloned().collect();
            wanted.retain(|configuration| {
                goal.is_met_by(configuration, &puzzle.board(configuration))
            });
            let mut found = meeting(&puzzle, goal, 600).unwrap();
            found.sort_unstable();
            assert_eq!(found, wanted, "seed {seed}");
            if !wanted.is_empty() {
                assert!(meeting(&puzzle, goal, wanted.len()).is_some(), "seed {seed}");
                assert_eq!(meeting(&puzzle, goal, wanted.len() - 1), None, "seed {seed}");
            }
            partial += usize::from(!goal.is_complete());
            listed += wanted.len();
        }
    }
    assert!(partial > 200 && listed > 1000, "{partial}, {listed}");
}

fn tiles(rows: usize, cols: usize) -> Puzzle {
    let names = "123456789abcdefghijklmnopqrstuvwyzABC";
    let names: Vec<char> = names.chars().take(rows * cols - 1).collect();
    let kinds: String = names.iter().map(|name| format!("{name} = 1\n")).collect();
    let line: String = names.iter().collect();
    format!("{rows} x {cols}\n{kinds}{line}\n{line}\n").parse().unwrap()
}

fn total(puzzle: &Puzzle) -> String {
    Ranking::new(puzzle, MEMORY).unwrap().total().to_string()
}

#[test]
fn known_numbers() {
    assert_eq!(total(&tiles(2, 3)), "720");
    assert_eq!(total(&tiles(3, 3)), "362880");
    assert_eq!(total(&tiles(4, 4)), "20922789888000");
    assert_eq!(total(&tiles(5, 5)), "15511210043330985984000000");
    let klotski: Puzzle = include_str!("../../../puzzles/classics/klotski.txt").parse().unwrap();
    assert_eq!(total(&klotski), "65880");
    assert_eq!(BruteForce::all(&klotski, 100_000).unwrap().len(), 65_880);
    // With 49 units on 100 cells the skeletons alone exceed 64 bits.
    let units = format!("10 x 10\n1 = 1\n{}\n1?\n", "1".repeat(49));
    assert_eq!(total(&units.parse().unwrap()), "98913082887808032681188722800");
}

#[test]
fn kinds_with_locks_of_their_own_are_shapes_of_their_own() {
    let ranking = |locks: &str| {
        let text = format!("2 x 3\n1 = 1\n2 = 1{locks}\n12\n?2\n");
        Ranking::new(&text.parse().unwrap(), MEMORY).unwrap()
    };
    assert_eq!((ranking("").classes.len(), ranking(" h").classes.len()), (1, 2));
    assert_eq!((ranking("").orders(), ranking(" h").orders()), (Some(2), Some(1)));
    assert_eq!(*ranking("").total(), 30_u8.into());
    assert_eq!(*ranking(" h").total(), 30_u8.into());
}

#[test]
fn large_boards_are_numbered_or_refused_quickly() {
    let ranking = |text: &str| {
        let began = std::time::Instant::now();
        let ranking = Ranking::new(&text.parse().unwrap(), MEMORY);
        assert!(began.elapsed().as_secs() < 60);
        ranking.map(|ranking| ranking.total().to_string())
    };
    assert_eq!(ranking("1024 x 1024\n1 = 1\n1\n01\n").unwrap(), "1048576");
    let row = "1".repeat(500);
    let block = vec![&row[..]; 500].join("/");
    assert_eq!(ranking(&format!("1024 x 1024\n1 = {block}\n2 = 1\n12\n?2\n")), Err(TooMany));
    let many = "12".repeat(200);
    assert_eq!(ranking(&format!("600 x 600\n1 = 1\n2 = 11\n{many}\n1?\n")), Err(TooMany));
    let wide = "123".repeat(20);
    let kinds = "1 = 11\n2 = 1\n3 = 111";
    assert_eq!(ranking(&format!("24 x 24\n{kinds}\n{wide}\n1?\n")), Err(TooMany));
}

/// A path visits all skeletons in turn, and ranks their neighbours: pieces moved one cell in any
/// direction, where the result is a skeleton.
#[test]
fn paths_rank_the_results_of_moves() {
    let mut compared = 0;
    for seed in 0..60 {
        let puzzle: Puzzle = random::puzzle(seed).small.parse().expect("a puzzle");
        let ranking = Ranking::new(&puzzle, MEMORY).expect("it is small");
        let total = u64::try_from(ranking.skeletons.total()).expect("it is small").min(2000);
        let cells = puzzle.size().cells();
        let mut path = SkeletonPath::new(&ranking.skeletons, cells);
        for number in 0..total {
            let mut symbols = vec![0; cells];
            ranking.skeletons.unrank(number, |cell, symbol| symbols[cell as usize] = symbol);
            let pieces: Vec<(u32, u8)> = path.pieces().collect();
            let listed = (0..).zip(&symbols).filter(|(_, symbol)| **symbol != 0);
            assert!(listed.map(|(cell, &symbol)| (cell, symbol)).eq(pieces.clone()), "seed {seed}");
            for (cell, symbol) in pieces {
                for by in [1, -1, puzzle.size().cols as i32, -(puzzle.size().cols as i32)] {
                    let to = i64::from(cell) + i64::from(by);
                    if !(0..cells as i64).contains(&to) || symbols[to as usize] != 0 {
                        continue;
                    }
                    let mut after = symbols.clone();
                    (after[cell as usize], after[to as usize]) = (0, symbol);
                    // Only a board with all its pieces is a skeleton.
                    let other = ranking.skeletons.rank(|cell| after[cell as usize]);
                    let Some(other) = other.filter(|&other| {
                        let mut again = vec![0; cells];
                        let put = |cell: u32, symbol| again[cell as usize] = symbol;
                        ranking.skeletons.unrank(other, put);
                        again == after
                    }) else {
                        continue;
                    };
                    assert_eq!(path.moved(&[cell], by), other, "seed {seed}, {number}");
                    compared += 1;
                }
            }
            assert_eq!(
                path.advance(),
                number + 1 < u64::try_from(ranking.skeletons.total()).unwrap()
            );
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// Long computations call `pause` regularly, and end where it breaks.
#[test]
fn cutting_a_board_can_be_stopped() {
    let [small, large]: [Puzzle; 2] = [
        "4 x 5\n1 = 11\n2 = 1/1\n3 = 1\n112333333333333\n?\n",
        "6 x 6\n1 = 11\n2 = 1/1\n3 = 1\n4 = 11/11\n41122333333333\n?\n",
    ]
    .map(|text| text.parse().unwrap());
    /// Returns the number of calls, and the result if all calls from number `stop` on break.
    fn count_calls<R>(stop: usize, make: impl FnOnce(&mut CutCheck) -> R) -> (usize, R) {
        let mut asked = 0;
        let made = make(&mut || {
            asked += 1;
            if asked < stop { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        (asked, made)
    }
    let (small, large) = (|| Ground::new(&small).unwrap(), || Ground::new(&large).unwrap());
    let profiles = |stop| count_calls(stop, |pause| Profiles::new(&large(), 1 << 28, pause));
    let (all, made) = profiles(usize::MAX);
    let made = made.ok().unwrap();
    let largest = (0..=36).map(|at| made.at(at).len()).max().unwrap();
    assert!(largest > 2048 && all > 72 + 2, "{all} questions for {largest} profiles");
    for stop in [1, 2, all / 2, all] {
        let (questions, stopped) = profiles(stop);
        assert_eq!((questions, stopped.err()), (stop, Some(RankingError::Stopped)));
    }
    let best = |stop| count_calls(stop, |pause| Cut::best(&large(), &made, pause));
    assert_eq!(best(usize::MAX).0, 36);
    assert!(matches!(best(3), (3, None)));
    let made =
        count_calls(usize::MAX, |pause| Profiles::new(&small(), 1 << 28, pause)).1.ok().unwrap();
    let cut = |at, stop| count_calls(stop, |pause| Cut::new(small(), &made, at, 1 << 30, pause));
    for at in [0, 10, 20] {
        let (all, whole) = cut(at, usize::MAX);
        assert!(whole.is_ok() && all > 4, "{all} questions, cut before {at}");
        for stop in [1, all / 2, all] {
            // One more, to find out why it has ended.
            let (questions, stopped) = cut(at, stop);
            assert_eq!((questions, stopped.err()), (stop + 1, Some(RankingError::Stopped)));
        }
    }
    // Exceeding a limit does not count as stopped.
    let (_, refused) =
        count_calls(usize::MAX, |pause| Cut::new(small(), &made, 10, 1 << 10, pause));
    assert_eq!(refused.err(), Some(RankingError::TooMany));
    let (_, refused) = count_calls(usize::MAX, |pause| Profiles::new(&small(), 1 << 10, pause));
    assert_eq!(refused.err(), Some(RankingError::TooMany));
}
