//! All shortest solutions of tile puzzles, against ways through a map of all boards.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use sliding::puzzle::{Direction, Size};
use sliding::tiles::batch::BatchObserver;
use sliding::tiles::choice::TileRequest;
use sliding::tiles::deepening::TileSearchEnd;
use sliding::tiles::listing::{Listing, SolutionLister};
use sliding::tiles::notation::{blank_first, blank_last};
use sliding::tiles::{Metric, Tiles};

type Board = Vec<u32>;
type Path = Vec<Direction>;

/// The boards that one move leads to, and the steps of the blank.
fn neighbours(size: Size, board: &Board, metric: Metric) -> Vec<(Board, Path)> {
    let tiles = Tiles::new(size, board.clone(), board.clone()).unwrap();
    let mut all = Vec::new();
    for direction in Direction::ALL {
        let (mut board, mut blank, mut way) = (board.clone(), Tiles::blank(board), Vec::new());
        while let Some(cell) = tiles.step(blank, direction) {
            board.swap(blank, cell);
            blank = cell;
            way.push(direction);
            all.push((board.clone(), way.clone()));
            if metric == Metric::Steps {
                break;
            }
        }
    }
    all
}

/// For each board its distance from a goal and its number of shortest ways, level by level.
struct Map {
    size: Size,
    goal: Board,
    metric: Metric,
    known: HashMap<Board, (usize, u64)>,
}

impl Map {
    fn new(size: Size, goal: &Board, metric: Metric) -> Map {
        let mut known = HashMap::from([(goal.clone(), (0, 1))]);
        let mut level = vec![goal.clone()];
        for distance in 1.. {
            let mut next = Vec::new();
            for board in &level {
                let ways = known[board].1;
                for (after, _) in neighbours(size, board, metric) {
                    let entry = known.entry(after.clone()).or_insert((distance, 0));
                    if *entry == (distance, 0) {
                        next.push(after);
                    }
                    if entry.0 == distance {
                        entry.1 += ways;
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        Map { size, goal: goal.clone(), metric, known }
    }

    /// All shortest ways from a board: those that come nearer with each move.
    fn ways(&self, board: &Board) -> Vec<Path> {
        let distance = self.known[board].0;
        if distance == 0 {
            return vec![Vec::new()];
        }
        let nearer = neighbours(self.size, board, self.metric).into_iter();
        let nearer = nearer.filter(|(after, _)| self.known[after].0 < distance);
        let whole = nearer.flat_map(|(after, first)| {
            self.ways(&after).into_iter().map(move |rest| [&first[..], &rest].concat())
        });
        whole.collect()
    }

    /// A list of a board has each of its shortest ways once.
    fn agrees(&self, lister: &mut SolutionLister, start: &Board) {
        let tiles = Tiles::new(self.size, start.clone(), self.goal.clone()).unwrap();
        let (distance, number) = self.known[start];
        let mut reported = Vec::new();
        let Listing { answer, solutions, are_all, .. } = list(lister, &tiles, &mut reported);
        let why = format!("{:?} {tiles:?}", self.metric);
        assert_eq!((reported.len() as u64, solutions, are_all), (number, number, true), "{why}");
        assert_eq!(answer.found.lower_bound, distance as u64, "{why}");
        assert_eq!(answer.moves(), reported.first().map(Vec::as_slice), "{why}");
        let different: HashSet<&Path> = reported.iter().collect();
        assert_eq!(different, self.ways(start).iter().collect(), "{why}");
        assert_eq!(different.len(), reported.len(), "{why}");
    }
}

fn list(lister: &mut SolutionLister, tiles: &Tiles, reported: &mut Vec<Path>) -> Listing {
    let listing = lister.list(tiles, &mut |way| {
        reported.push(way.to_vec());
        ControlFlow::Continue(())
    });
    listing.expect("the board is not too large")
}

fn request(metric: Metric) -> TileRequest {
    TileRequest { metric, ..TileRequest::default() }
}

#[test]
fn every_shortest_solution_of_small_boards_is_listed_once() {
    for (rows, cols, count) in [(2, 2, 12), (2, 3, 360), (3, 2, 360)] {
        let size = Size { rows, cols };
        for metric in [Metric::Steps, Metric::Slides] {
            for goal in [blank_last(size), blank_first(size)] {
                let map = Map::new(size, &goal, metric);
                // As published.
                assert_eq!(map.known.len(), count);
                let mut lister = SolutionLister::new(&request(metric), &());
                map.known.keys().for_each(|start| map.agrees(&mut lister, start));
            }
        }
    }
}

#[test]
fn every_shortest_solution_of_some_boards_of_3x3_is_listed_once() {
    let seed = 8;
    println!("seed {seed}");
    let mut random = Pcg64Mcg::new(seed);
    let size = Size { rows: 3, cols: 3 };
    for metric in [Metric::Steps, Metric::Slides] {
        for goal in [blank_last(size), blank_first(size), vec![3, 1, 2, 7, 0, 4, 8, 6, 5]] {
            let map = Map::new(size, &goal, metric);
            assert_eq!(map.known.len(), 181_440);
            let mut boards: Vec<&Board> = map.known.keys().collect();
            boards.sort();
            let mut lister = SolutionLister::new(&request(metric), &());
            for _ in 0..40 {
                let start = boards[random.next_u64() as usize % boards.len()];
                map.agrees(&mut lister, start);
            }
        }
    }
}

/// Some boards of the 15-puzzle, whose solutions are so long that several trees are searched in turn.
#[test]
fn every_shortest_solution_of_near_boards_of_4x4_is_listed_once() {
    let size = Size { rows: 4, cols: 4 };
    let goal = blank_last(size);
    let mut lister = SolutionLister::new(&request(Metric::Steps), &());
    let seed = 15;
    println!("seed {seed}");
    let mut random = Pcg64Mcg::new(seed);
    for _ in 0..5 {
        let mut start = goal.clone();
        for _ in 0..60 {
            let near = neighbours(size, &start, Metric::Steps);
            start = near[random.next_u64() as usize % near.len()].0.clone();
        }
        let tiles = Tiles::new(size, start, goal.clone()).unwrap();
        let mut reported = Vec::new();
        let listing = list(&mut lister, &tiles, &mut reported);
        let moves = listing.answer.found.lower_bound;
        let mut all = HashSet::new();
        plain(&tiles, moves, &mut Vec::new(), &mut all);
        assert_eq!(
            (reported.len(), listing.are_all),
            (all.len(), true),
            "{tiles:?}: {moves} moves"
        );
        assert_eq!(reported.into_iter().collect::<HashSet<_>>(), all, "{tiles:?}");
    }
}

/// All ways of this number of moves, by a search that leaves out what the distances forbid.
fn plain(tiles: &Tiles, moves: u64, way: &mut Path, all: &mut HashSet<Path>) {
    if tiles.distances() > moves {
        return;
    }
    if moves == 0 {
        all.insert(way.clone());
        return;
    }
    let blank = Tiles::blank(tiles.start());
    for direction in Direction::ALL {
        let is_back = way.last() == Some(&direction.opposite());
        let Some(cell) = tiles.step(blank, direction).filter(|_| !is_back) else { continue };
        let mut after = tiles.start().to_vec();
        after.swap(blank, cell);
        let after = Tiles::new(tiles.size(), after, tiles.goal().to_vec()).unwrap();
        way.push(direction);
        plain(&after, moves - 1, way, all);
        way.pop();
    }
}

#[test]
fn the_callback_can_end_the_listing() {
    let size = Size { rows: 2, cols: 2 };
    let tiles = Tiles::new(size, vec![0, 3, 2, 1], blank_last(size)).unwrap();
    for metric in [Metric::Steps, Metric::Slides] {
        let request = request(metric);
        let mut lister = SolutionLister::new(&request, &());
        let one = lister.list(&tiles, &mut |_| ControlFlow::Break(())).unwrap();
        assert_eq!((one.solutions, one.are_all), (1, false));
        assert!(matches!(one.answer.found.ending, TileSearchEnd::Solved(way) if way.len() == 6));
        let short = TileRequest { max_moves: Some(5), ..request };
        let none = list(&mut SolutionLister::new(&short, &()), &tiles, &mut Vec::new());
        assert_eq!((none.answer.found.ending, none.solutions), (TileSearchEnd::Exceeded, 0));
        let solved = Tiles::new(size, blank_last(size), blank_last(size)).unwrap();
        let listing = list(&mut lister, &solved, &mut Vec::new());
        assert_eq!((listing.solutions, listing.are_all), (1, true));
        let swapped = Tiles::new(size, vec![2, 1, 3, 0], blank_last(size)).unwrap();
        let listing = list(&mut lister, &swapped, &mut Vec::new());
        assert_eq!(
            (listing.answer.found.ending, listing.solutions),
            (TileSearchEnd::Unsolvable, 0)
        );
    }
}

/// Wants no more as soon as one solution was reported.
#[derive(Default)]
struct StopAfterFirst(AtomicBool);

impl BatchObserver for StopAfterFirst {
    fn should_stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn stopped_lists_are_marked_incomplete() {
    let size = Size { rows: 4, cols: 4 };
    // One of 22 solutions comes first, and most of the search after it.
    let start = vec![10, 1, 15, 8, 7, 11, 4, 13, 6, 12, 5, 2, 14, 9, 0, 3];
    let tiles = Tiles::new(size, start, blank_last(size)).unwrap();
    let request = request(Metric::Slides);
    let mut all = Vec::new();
    let whole = list(&mut SolutionLister::new(&request, &()), &tiles, &mut all);
    let overseer = StopAfterFirst::default();
    let mut reported = Vec::new();
    let listing = SolutionLister::new(&request, &overseer).list(&tiles, &mut |way| {
        reported.push(way.to_vec());
        overseer.0.store(true, Ordering::Relaxed);
        ControlFlow::Continue(())
    });
    let listing = listing.unwrap();
    assert!(whole.are_all && !listing.are_all && reported.len() < all.len());
    assert_eq!(reported, all[..reported.len()]);
    assert_eq!(listing.answer.moves(), Some(&*all[0]));
    // Who wants nothing at all gets no databases.
    let none = StopAfterFirst(AtomicBool::new(true));
    let listing = list(&mut SolutionLister::new(&request, &none), &tiles, &mut Vec::new());
    assert_eq!((listing.answer.found.ending, listing.are_all), (TileSearchEnd::Stopped, false));
}
