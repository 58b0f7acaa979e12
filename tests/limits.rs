//! Where a search gives up, and requests that cannot be met.

use std::time::{Duration, Instant};

use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::search::{
    Engine, Limit, Observer, Outcome, Request, RingSize, SearchError, Status, Until, search,
};

/// Klotski: 116 steps of single pieces, and levels of up to some hundred configurations.
fn klotski() -> Puzzle {
    include_str!("data/classic/puzzles/klotski.txt").parse().unwrap()
}

/// A piece on its way along a corridor: a thousand levels of one configuration each.
fn corridor() -> Puzzle {
    format!("1 x 1000\n1 = 1\n1\n{}1\n", "0".repeat(999)).parse().unwrap()
}

fn ended(puzzle: &Puzzle, request: &Request, observer: &mut dyn Observer) -> Outcome {
    search(puzzle, request, observer).unwrap()
}

#[test]
fn moves() {
    [Engine::Ring, Engine::Table, Engine::Index].into_iter().for_each(moves_of);
}

fn moves_of(engine: Engine) {
    let mut request = Request::new(Style::STEP);
    request.engine = engine;
    for (most, wanted) in [(0, 0), (1, 1), (998, 998)] {
        request.limits.max_moves = Some(most);
        let outcome = ended(&corridor(), &request, &mut ());
        assert_eq!(outcome.status, Status::Limit(Limit::Moves(most)), "{engine:?}");
        assert_eq!((outcome.moves, outcome.solution), (None, None));
        assert_eq!(outcome.levels, vec![1; wanted + 1]);
        assert_eq!(outcome.states, most + 1);
    }
    request.limits.max_moves = Some(999);
    let outcome = ended(&corridor(), &request, &mut ());
    assert_eq!((outcome.status, outcome.moves), (Status::Solved, Some(999)));
    // Whether there is more beyond the limit is not looked at.
    request.until = Until::Exhausted;
    let outcome = ended(&corridor(), &request, &mut ());
    assert_eq!(outcome.status, Status::Limit(Limit::Moves(999)), "{engine:?}");
    assert_eq!(outcome.moves, Some(999));
}

#[test]
fn moves_from_both_ends() {
    let mut request = Request::new(Style::STEP);
    request.engine = Engine::Meet;
    for most in [0, 1, 998] {
        request.limits.max_moves = Some(most);
        let outcome = ended(&corridor(), &request, &mut ());
        assert_eq!(outcome.status, Status::Limit(Limit::Moves(most)));
        assert_eq!((outcome.moves, outcome.solution), (None, None));
        assert_eq!(outcome.states, most + 2);
    }
    request.limits.max_moves = Some(999);
    let outcome = ended(&corridor(), &request, &mut ());
    assert_eq!((outcome.status, outcome.moves), (Status::Solved, Some(999)));
}

#[test]
fn time() {
    for (puzzle, least) in [(klotski(), 116), (corridor(), 999)] {
        let mut request = Request::new(Style::STEP);
        request.limits.deadline = Some(Instant::now() + Duration::from_secs(1000));
        assert_eq!(ended(&puzzle, &request, &mut ()).moves, Some(least));
        request.limits.deadline = Some(Instant::now());
        let outcome = ended(&puzzle, &request, &mut ());
        assert_eq!(outcome.status, Status::Limit(Limit::Time), "{}", puzzle.name());
    }
}

struct Weary;

impl Observer for Weary {
    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn patience() {
    for puzzle in [klotski(), corridor()] {
        let outcome = ended(&puzzle, &Request::new(Style::STEP), &mut Weary);
        assert_eq!(outcome.status, Status::Limit(Limit::Cancelled), "{}", puzzle.name());
    }
}

#[test]
fn rings_that_cannot_be() {
    let with_ring = |ring| {
        let mut request = Request::new(Style::STEP);
        request.engine = Engine::Ring;
        request.ring = ring;
        search(&klotski(), &request, &mut ())
    };
    for words in [0, 1, 3, 1000, 1 << 32, u64::MAX] {
        let error = with_ring(RingSize::Words(words)).unwrap_err();
        assert!(matches!(error, SearchError::RingWords(found) if found == words), "{error:?}");
    }
    let error = with_ring(RingSize::Memory(0)).unwrap_err();
    let SearchError::TooLittleMemory { allowed: 0, needed } = error else { panic!("{error:?}") };
    assert!(with_ring(RingSize::Memory(needed - 1)).is_err());
    // As small as it can be: there is room for the start at most.
    let outcome = with_ring(RingSize::Memory(needed)).unwrap();
    assert_eq!(outcome.status, Status::Limit(Limit::Memory));
}
