//! Advice is proven, so nothing that can be reached may contradict it.

use std::collections::BTreeSet;

use sliding::Puzzle;
use sliding::puzzle::advice::{PuzzleAdvice, advise};
use sliding::puzzle::{Placement, Setup, Style};

use crate::oracle::reference::Reference;
use crate::oracle::{each, random, read, seeds};

/// Puzzles with larger components are skipped.
const MOST: usize = 2_000;

/// The puzzle with one of its goals only.
fn with_goal(puzzle: &Puzzle, goal: usize) -> Puzzle {
    let mut setup = Setup::from(puzzle);
    setup.goals = vec![setup.goals.swap_remove(goal)];
    setup.validate().unwrap_or_else(|faults| panic!("{faults}\n{puzzle}"))
}

/// The number of goals that are excluded by the advice on a random puzzle, and of pieces that never move.
fn on_random_puzzle(seed: u64) -> [usize; 2] {
    let puzzle = read(&random::any(seed));
    let advice = advise(&puzzle);
    let case = format!("seed {seed}\n{puzzle}{advice:?}");
    let has = |wanted| advice.contains(&wanted);
    let reference = Reference::new(&puzzle);
    // Pieces that go together, step by step, reach all that any style reaches.
    let style = Style::SUPER_STEP;
    let mut can_move = false;
    reference.moves(style, reference.start(), |_| can_move = true);
    assert_eq!(has(PuzzleAdvice::NothingMoves), !can_move, "{case}");
    let mut rigid: Vec<Placement> = Vec::new();
    let mut excluded = BTreeSet::new();
    for one in &advice {
        match *one {
            PuzzleAdvice::NeverMoves(piece) => rigid.push(piece),
            PuzzleAdvice::Excluded(goal, _) => drop(excluded.insert(goal)),
            _ => {}
        }
    }
    for goal in 0..puzzle.goals().len() {
        if rigid.is_empty() && !excluded.contains(&goal) {
            continue;
        }
        let puzzle = with_goal(&puzzle, goal);
        let Some(graph) = Reference::new(&puzzle).component(style, MOST) else { return [0, 0] };
        let stays = |piece: &Placement, node| {
            graph.configuration(node).kind_at(piece.cell) == Some(piece.kind)
        };
        let stay = |node| rigid.iter().all(|piece| stays(piece, node));
        assert!((0..graph.len()).all(stay), "{case}");
        assert!(graph.goals.is_empty() || !excluded.contains(&goal), "{case}");
        let is_met = has(PuzzleAdvice::SolvedAlready(goal));
        assert_eq!(is_met, graph.goals.contains(&graph.start), "{case}");
    }
    assert_eq!(has(PuzzleAdvice::Hopeless), excluded.len() == puzzle.goals().len(), "{case}");
    [excluded.len(), rigid.len()]
}

#[test]
fn what_can_be_reached_does_not_contradict_it() {
    let found = each(&seeds(240), |&seed| on_random_puzzle(seed));
    let [excluded, rigid] = [0, 1].map(|what| found.iter().map(|one| one[what]).sum::<usize>());
    assert!(excluded > 40 && rigid > 15, "{excluded} goals excluded, {rigid} pieces never move");
}
