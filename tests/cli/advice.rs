//! Advice is proven, so no search may ever prove it wrong.

use crate::ask::{SearchRequest, search};
use sliding::Puzzle;
use sliding::puzzle::advice::{PuzzleAdvice, advise};
use sliding::puzzle::{Configuration, Goal, Placement, Style};
use sliding::solve::{Engine, Found, Observer, Until};

use crate::random;

/// Watches pieces that are said never to move.
struct RigidPieces {
    rigid: Vec<Placement>,
    moved: bool,
}

impl Observer for RigidPieces {
    fn wants_every(&self) -> bool {
        !self.rigid.is_empty()
    }

    fn found(&mut self, found: &Found) {
        let stays = |piece: &Placement| stands(&found.configuration, piece);
        self.moved |= !self.rigid.iter().all(stays);
    }
}

fn stands(configuration: &Configuration, piece: &Placement) -> bool {
    configuration.kind_at(piece.cell) == Some(piece.kind)
}

/// The puzzle with one of its goals only.
fn with_goal(puzzle: &Puzzle, goal: &Goal) -> Puzzle {
    let size = puzzle.size();
    let kinds: String = puzzle.kinds().iter().map(|kind| format!("{kind}\n")).collect();
    let (start, goal) = (puzzle.shorthand(puzzle.start()), puzzle.goal_shorthand(goal));
    let text = format!("{} x {}\n{kinds}{start}\n{goal}\n", size.rows, size.cols);
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Whether everything reachable, in a style, agrees with the advice.
fn holds(puzzle: &Puzzle, rigid: &[Placement], style: Style, solvable: Option<bool>) -> bool {
    let mut request = SearchRequest::new(style);
    request.until = Until::Exhausted;
    request.wants_solution = false;
    (request.engine, request.ring_words) = (Engine::Ring, Some(1 << 22));
    let mut watch = RigidPieces { rigid: rigid.to_vec(), moved: false };
    let outcome = search(puzzle, &request, &mut watch).expect("a ring");
    !watch.moved && solvable.is_none_or(|solvable| solvable == outcome.moves.is_some())
}

/// Whether there is more than the start, if pieces may move together.
fn holds_more(puzzle: &Puzzle) -> bool {
    let mut ask = SearchRequest::new(Style::SUPER_STEP);
    (ask.until, ask.budget.max_moves, ask.wants_solution) = (Until::Exhausted, Some(1), false);
    search(puzzle, &ask, &mut ()).expect("a search").counted.total() > 1
}

#[test]
fn no_search_contradicts_it() {
    let (mut exclusions, mut stuck) = (0, 0);
    for seed in 0..2000 {
        let puzzle: Puzzle = random::puzzle(seed).small.parse().expect("a puzzle");
        let advice = advise(&puzzle);
        let rigid: Vec<Placement> = advice
            .iter()
            .flat_map(|advice| match advice {
                PuzzleAdvice::NothingMoves => puzzle.start().placements().to_vec(),
                PuzzleAdvice::NeverMoves(piece) => vec![*piece],
                _ => Vec::new(),
            })
            .collect();
        // Pieces that are not reported as stuck can go somewhere.
        if !advice.contains(&PuzzleAdvice::NothingMoves) {
            assert!(holds_more(&puzzle), "seed {seed}\n{puzzle}{advice:?}");
        }
        stuck += rigid.len();
        for (index, goal) in puzzle.goals().iter().enumerate() {
            let excluded = advice
                .iter()
                .any(|advice| matches!(advice, PuzzleAdvice::Excluded(at, _) if *at == index));
            exclusions += usize::from(excluded);
            if !excluded && rigid.is_empty() {
                continue;
            }
            let puzzle = with_goal(&puzzle, goal);
            // The other styles reach what these reach, no more.
            for style in [2, 5].map(|number| Style::new(number).expect("a style")) {
                let solvable = excluded.then_some(false);
                assert!(holds(&puzzle, &rigid, style, solvable), "seed {seed}\n{puzzle}{advice:?}");
            }
        }
    }
    // Else there was nothing to contradict.
    assert!(exclusions > 100 && stuck > 100, "{exclusions} exclusions, {stuck} stuck pieces");
}
