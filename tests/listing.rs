//! All shortest solutions of tile puzzles, against ways that brute force finds.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::ControlFlow;

use sliding::puzzle::{Direction, Size};
use sliding::solve::{Budget, Status, Stopped};
use sliding::tiles::Metric::{self, Slides, Steps};
use sliding::tiles::notation::{blank_first, blank_last};
use sliding::tiles::{Run, TileAnswer, TileQuery, TileSolver, Tiles};

use crate::oracle::random::Dice;
use crate::oracle::seeds;

type Board = Vec<u32>;
type Path = Vec<Direction>;

/// The boards that are near a goal, with their distances.
struct Near {
    size: Size,
    goal: Board,
    metric: Metric,
    most: u64,
    distances: HashMap<Board, u64>,
}

impl Near {
    fn new(size: Size, goal: Board, metric: Metric, most: u64) -> Near {
        let distances = HashMap::from([(goal.clone(), 0)]);
        let mut open = VecDeque::from([goal.clone()]);
        let mut near = Near { size, goal, metric, most, distances };
        while let Some(board) = open.pop_front() {
            let distance = near.distances[&board] + 1;
            for (after, _) in near.moves(&board) {
                if distance <= most && !near.distances.contains_key(&after) {
                    near.distances.insert(after.clone(), distance);
                    open.push_back(after);
                }
            }
        }
        near
    }

    fn tiles(&self, board: &Board) -> Tiles {
        Tiles::new(self.size, board.clone(), self.goal.clone()).unwrap()
    }

    /// The boards that one move leads to, and the steps of the blank.
    fn moves(&self, board: &Board) -> Vec<(Board, Path)> {
        let tiles = self.tiles(board);
        let mut all = Vec::new();
        for direction in Direction::ALL {
            let (mut board, mut blank, mut way) = (board.clone(), Tiles::blank(board), Vec::new());
            while let Some(cell) = tiles.step(blank, direction) {
                board.swap(blank, cell);
                blank = cell;
                way.push(direction);
                all.push((board.clone(), way.clone()));
                if self.metric == Steps {
                    break;
                }
            }
        }
        all
    }

    /// The distance, or if that is not known, a number that is not greater.
    fn at_least(&self, board: &Board) -> u64 {
        let far = match self.metric {
            Steps => self.tiles(board).distances().max(self.most + 1),
            Slides => self.most + 1,
        };
        self.distances.get(board).copied().unwrap_or(far)
    }

    /// All ways of this number of moves.
    fn ways(&self, board: &Board, moves: u64) -> Vec<Path> {
        if moves < self.at_least(board) {
            return Vec::new();
        }
        if moves == 0 {
            return vec![Vec::new()];
        }
        let ways = self.moves(board).into_iter().map(|(after, first)| {
            let rest = self.ways(&after, moves - 1).into_iter();
            rest.map(|rest| [&first[..], &rest].concat()).collect::<Vec<_>>()
        });
        ways.flatten().collect()
    }

    /// A list of a board has each of its shortest ways once.
    fn is_listed(&self, lister: &TileSolver, start: &Board) {
        let moves = (self.at_least(start)..).map(|moves| (moves, self.ways(start, moves)));
        let (moves, ways) = moves.into_iter().find(|(_, ways)| !ways.is_empty()).unwrap();
        let (answer, solutions, listed) =
            list(lister, &self.tiles(start), &Budget::default(), |_| ControlFlow::Continue(()));
        let case = format!("{:?} {start:?} {:?}", self.metric, self.goal);
        let counts = (listed.len(), solutions, answer.at_least);
        assert_eq!(counts, (ways.len(), Some(ways.len() as u64), moves), "{case}");
        assert_eq!(answer.path.as_ref(), listed.first(), "{case}");
        let [listed, ways] = [listed, ways].map(HashSet::<Path>::from_iter);
        assert_eq!(listed, ways, "{case}");
    }
}

fn list(
    lister: &TileSolver,
    tiles: &Tiles,
    budget: &Budget,
    mut wish: impl FnMut(&Path) -> ControlFlow<()>,
) -> (TileAnswer, Option<u64>, Vec<Path>) {
    let mut listed = Vec::new();
    let found = lister.list(tiles, &mut Run { budget, observer: &mut () }, &mut |way| {
        listed.push(way.to_vec());
        wish(&listed[listed.len() - 1])
    });
    let (answer, solutions) = found.expect("the board is not too large");
    (answer, solutions, listed)
}

fn lister(metric: Metric) -> TileSolver {
    TileSolver::new(&TileQuery { metric, ..TileQuery::default() }, 1)
}

/// The numbers of boards and the greatest distances are published.
#[test]
fn lists_of_random_boards_are_those_of_brute_force() {
    for (rows, cols, metric, count, farthest) in [
        (2, 2, Steps, 12, 6),
        (2, 2, Slides, 12, 6),
        (2, 3, Steps, 360, 21),
        (3, 2, Steps, 360, 21),
        (2, 4, Slides, 20_160, 25),
        (4, 2, Slides, 20_160, 25),
        (3, 3, Steps, 181_440, 31),
        (3, 3, Slides, 181_440, 24),
        (4, 4, Slides, 2184, 6),
    ] {
        let size = Size { rows, cols };
        let [first, last] =
            [blank_first, blank_last].map(|goal| Near::new(size, goal(size), metric, farthest));
        let mut boards: Vec<&Board> = last.distances.keys().collect();
        boards.sort();
        let distances = last.distances.values();
        assert_eq!((boards.len(), distances.max()), (count, Some(&farthest)), "{size:?}");
        assert_eq!(first.distances.len(), count, "{size:?}");
        // A goal with its blank and its tiles anywhere.
        let any = Dice::new(8).pick(&boards).clone();
        for near in [&first, &last, &Near::new(size, any, metric, farthest)] {
            let lister = lister(metric);
            let mut boards: Vec<&Board> = near.distances.keys().collect();
            boards.sort();
            let random = seeds(12).into_iter().map(|seed| Dice::new(seed).pick(&boards));
            for start in random.chain(boards.iter().take(60).copied()) {
                near.is_listed(&lister, start);
            }
        }
    }
}

/// Solutions so long that several trees are searched in turn.
#[test]
fn lists_of_random_walks_in_4x4_are_those_of_brute_force() {
    let size = Size { rows: 4, cols: 4 };
    let near = Near::new(size, blank_last(size), Steps, 12);
    let lister = lister(Steps);
    for seed in seeds(3) {
        let mut dice = Dice::new(seed);
        let walk = |board: Board, _| dice.pick(&near.moves(&board)).0;
        near.is_listed(&lister, &(0..60).fold(near.goal.clone(), walk));
    }
}

#[test]
fn the_callback_can_end_the_listing() {
    let size = Size { rows: 2, cols: 2 };
    let tiles = |start: [u32; 4]| Tiles::new(size, start.into(), blank_last(size)).unwrap();
    for metric in [Steps, Slides] {
        let (lister, budget) = (lister(metric), Budget::default());
        let stop = |_: &Path| ControlFlow::Break(());
        let (one, solutions, listed) = list(&lister, &tiles([0, 3, 2, 1]), &budget, stop);
        assert_eq!((listed.len(), solutions), (1, None));
        assert_eq!((one.status, one.moves(Steps)), (Status::Solved, Some(6)));
        for (start, max_moves, status, moves, solutions) in [
            ([0, 3, 2, 1], Some(5), Status::Stopped(Stopped::Moves(5)), Some(6), None),
            ([1, 2, 3, 0], None, Status::Solved, Some(0), Some(1)),
            ([2, 1, 3, 0], None, Status::Unsolvable, None, Some(0)),
        ] {
            let mut budget = Budget::default();
            budget.max_moves = max_moves;
            let (found, all, _) =
                list(&lister, &tiles(start), &budget, |_| ControlFlow::Continue(()));
            assert_eq!((found.status, found.moves(Steps), all), (status, moves, solutions));
        }
    }
}

#[test]
fn stopped_lists_are_marked_incomplete() {
    let size = Size { rows: 4, cols: 4 };
    // One of 22 solutions comes first, and most of the search after it.
    let start = vec![10, 1, 15, 8, 7, 11, 4, 13, 6, 12, 5, 2, 14, 9, 0, 3];
    let tiles = Tiles::new(size, start, blank_last(size)).unwrap();
    let listed = |stops: bool| {
        let budget = Budget::default();
        list(&lister(Slides), &tiles, &budget, |_| {
            if stops {
                budget.interrupt.set();
            }
            ControlFlow::Continue(())
        })
    };
    let (_, whole, all) = listed(false);
    let (part, stopped, some) = listed(true);
    assert!(whole == Some(22) && stopped.is_none() && some.len() < all.len());
    assert_eq!((all.len(), &some[..]), (22, &all[..some.len()]));
    assert_eq!(part.path.as_ref(), Some(&all[0]));
    // Who wants nothing at all gets no databases.
    let budget = Budget::default();
    budget.interrupt.set();
    let (none, solutions, _) =
        list(&lister(Slides), &tiles, &budget, |_| ControlFlow::Continue(()));
    assert_eq!((none.status, solutions), (Status::Stopped(Stopped::Cancelled), None));
}
