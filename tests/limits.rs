//! Where a search gives up, and requests that cannot be met.

use std::time::{Duration, Instant};

use crate::ask::{SearchRequest, search};
use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::solve::{Answer, Engine, Observer, Refusal, Status, Stopped, Until};

/// Klotski: 116 steps of single pieces, and levels of up to some hundred configurations.
fn klotski() -> Puzzle {
    include_str!("data/classic/puzzles/klotski.txt").parse().unwrap()
}

/// A piece on its way along a corridor: a thousand levels of one configuration each.
fn corridor() -> Puzzle {
    format!("1 x 1000\n1 = 1\n1\n{}1\n", "0".repeat(999)).parse().unwrap()
}

fn ended(puzzle: &Puzzle, request: &SearchRequest, observer: &mut dyn Observer) -> Answer {
    search(puzzle, request, observer).unwrap()
}

#[test]
fn the_move_limit_is_kept() {
    [Engine::Ring, Engine::Table, Engine::Index].into_iter().for_each(moves_of);
}

fn moves_of(engine: Engine) {
    let mut request = SearchRequest::new(Style::STEP);
    request.engine = engine;
    for (most, wanted) in [(0, 0), (1, 1), (998, 998)] {
        request.budget.max_moves = Some(most);
        let outcome = ended(&corridor(), &request, &mut ());
        assert_eq!(outcome.status, Status::Stopped(Stopped::Moves(most)), "{engine:?}");
        assert_eq!((outcome.moves, outcome.solution), (None, None));
        assert_eq!(outcome.counted.levels(), vec![1; wanted + 1]);
        assert_eq!(outcome.counted.total(), most + 1);
    }
    request.budget.max_moves = Some(999);
    let outcome = ended(&corridor(), &request, &mut ());
    assert_eq!((outcome.status, outcome.moves), (Status::Solved, Some(999)));
    // Whether there is more beyond the limit is not looked at.
    request.until = Until::Exhausted;
    let outcome = ended(&corridor(), &request, &mut ());
    assert_eq!(outcome.status, Status::Stopped(Stopped::Moves(999)), "{engine:?}");
    assert_eq!(outcome.moves, Some(999));
}

#[test]
fn the_move_limit_is_kept_from_both_ends() {
    let mut request = SearchRequest::new(Style::STEP);
    request.engine = Engine::Meet;
    for most in [0, 1, 998] {
        request.budget.max_moves = Some(most);
        let outcome = ended(&corridor(), &request, &mut ());
        assert_eq!(outcome.status, Status::Stopped(Stopped::Moves(most)));
        assert_eq!((outcome.moves, outcome.solution), (None, None));
        assert_eq!(outcome.counted.total(), most + 2);
    }
    request.budget.max_moves = Some(999);
    let outcome = ended(&corridor(), &request, &mut ());
    assert_eq!((outcome.status, outcome.moves), (Status::Solved, Some(999)));
}

#[test]
fn the_time_limit_is_kept() {
    for (puzzle, least, engine) in [
        (klotski(), 116, Engine::Auto),
        (klotski(), 116, Engine::Index),
        (corridor(), 999, Engine::Auto),
    ] {
        let mut request = SearchRequest { engine, ..SearchRequest::new(Style::STEP) };
        request.budget.deadline = Some(Instant::now() + Duration::from_secs(1000));
        assert_eq!(ended(&puzzle, &request, &mut ()).moves, Some(least));
        request.budget.deadline = Some(Instant::now());
        let outcome = ended(&puzzle, &request, &mut ());
        assert_eq!(outcome.status, Status::Stopped(Stopped::Time), "{}", puzzle.name());
    }
}

#[test]
fn a_set_interrupt_cancels_the_search() {
    for (puzzle, engine) in
        [(klotski(), Engine::Auto), (klotski(), Engine::Index), (corridor(), Engine::Auto)]
    {
        let request = SearchRequest { engine, ..SearchRequest::new(Style::STEP) };
        request.budget.interrupt.set();
        let outcome = ended(&puzzle, &request, &mut ());
        assert_eq!(outcome.status, Status::Stopped(Stopped::Cancelled), "{}", puzzle.name());
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
