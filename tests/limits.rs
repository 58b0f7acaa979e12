//! Limits of moves and time, interrupts before the search, and sizes of the ring that cannot be.

use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::solve::{Refusal, Status, Stopped, Until};

use crate::oracle::search::{SearchRequest, search};
use crate::oracle::{Case, ENGINES, Engine, Known, puzzle, read};

/// Klotski: 116 steps of single pieces, and levels of up to some hundred positions.
fn klotski() -> Puzzle {
    puzzle("puzzles/classics/klotski.txt")
}

/// A piece on its way along a corridor: a thousand levels of one position each.
fn corridor() -> Case {
    let text = format!("1 x 1000\n1 = 1\n1\n{}1\n", "0".repeat(999));
    let levels = Some(vec![1; 1000]);
    let known = Known { moves: Some(Some(999)), positions: Some(1000), levels };
    Case::new("corridor", &read(&text), Style::STEP, known)
}

#[test]
fn the_move_limit_is_kept_by_every_engine() {
    let case = corridor();
    for engine in ENGINES {
        let mut ask = SearchRequest::new(Style::STEP).by(engine);
        for most in [0, 1, 998] {
            ask.budget.max_moves = Some(most);
            let Some(answer) = case.search(&ask, &mut ()) else { continue };
            assert_eq!(answer.status, Status::Stopped(Stopped::Moves(most)), "{engine:?}");
            assert_eq!((answer.moves, answer.solution), (None, None), "{engine:?}");
            // From both ends a goal is counted as well.
            let of_goals = u64::from(engine == Engine::Meet);
            assert_eq!(answer.counted.total(), most + 1 + of_goals, "{engine:?}");
        }
        ask.budget.max_moves = Some(999);
        let Some(answer) = case.search(&ask, &mut ()) else { continue };
        assert_eq!((answer.status, answer.moves), (Status::Solved, Some(999)), "{engine:?}");
        if engine != Engine::Meet {
            // The search does not look beyond the limit.
            ask.until = Until::Exhausted;
            let answer = case.search(&ask, &mut ()).expect("an answer");
            assert_eq!(answer.status, Status::Stopped(Stopped::Moves(999)), "{engine:?}");
            assert_eq!(answer.moves, Some(999), "{engine:?}");
        }
    }
}

#[test]
fn invalid_ring_sizes_are_refused() {
    let mut request = SearchRequest::new(Style::STEP);
    request.engine = Engine::Ring;
    for words in [0, 1, 3, 1000, 1 << 32, u64::MAX] {
        request.ring_words = Some(words);
        let error = search(&klotski(), &request, &mut ()).unwrap_err();
        assert!(matches!(error, Refusal::RingWords(found) if found == words), "{error:?}");
    }
    request.ring_words = None;
    let within = |memory| search(&klotski(), &request.clone().memory(memory), &mut ());
    let error = within(0).unwrap_err();
    let Refusal::TooLittleMemory { allowed: 0, needed } = error else { panic!("{error:?}") };
    assert!(within(needed - 1).is_err());
    // As small as it can be: there is room for the start at most.
    let outcome = within(needed).unwrap();
    assert_eq!(outcome.status, Status::Stopped(Stopped::Memory));
}
