//! The beam engine: its solutions are legal, its bounds hold, and equal seeds give equal answers.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use sliding::Puzzle;
use sliding::check::verify;
use sliding::puzzle::Style;
use sliding::solve::{BeamOptions, Budget, Query, Status, Stopped, shorten};

use crate::oracle::random::Dice;
use crate::oracle::search::{SearchRequest, search};
use crate::oracle::{Case, Engine, each, graphs, puzzle, read, seeds};

fn request(style: Style, rounds: u32, width: u32, seed: u64) -> SearchRequest {
    let beam = BeamOptions { seed, rounds: NonZeroU32::new(rounds), width };
    SearchRequest { engine: Engine::Beam, beam: Some(beam), ..SearchRequest::new(style) }
}

/// Beams on a random puzzle in one style, and a search by exact engine and beam in turns within a random time. Whether it
/// is solvable, solved, and solved with a proven shortest solution.
fn on_random_puzzle(seed: u64) -> [bool; 3] {
    let mut dice = Dice::new(seed ^ 0xbea3);
    let Some(case) = Case::random(seed, dice.pick(&Style::ALL), 4_000) else { return [false; 3] };
    let width = dice.pick(&[1, 5, 50, 2000]);
    let ask = request(case.style, 1 + dice.below(4) as u32, width, seed);
    let ask = ask.threads(1 + dice.below(2));
    let answer = case.search(&ask, &mut ()).expect("an answer");
    let mut limited = ask.by(Engine::Auto);
    let time = Duration::from_micros(10 << dice.below(11));
    limited.budget.deadline = Some(Instant::now() + time);
    assert!(case.search(&limited, &mut ()).is_some(), "{}", case.name);
    let is_solved = answer.moves.is_some();
    let is_solvable = case.known.moves.flatten().is_some();
    [is_solvable, is_solved, is_solved && answer.is_shortest]
}

#[test]
fn solutions_of_random_puzzles_are_legal_and_bounds_hold() {
    let found = each(&seeds(120), |&seed| on_random_puzzle(seed));
    let count = |what: usize| graphs::count(&Vec::from_iter(found.iter().map(|one| one[what])));
    let [solvable, solved, shortest] = [0, 1, 2].map(count);
    assert!(solvable > found.len() / 3, "{solvable}");
    assert!(solved * 100 >= solvable * 95 && shortest > found.len() / 15, "{solved} {shortest}");
}

/// Puzzles with solutions longer than the tunnel's first steps.
const LONGER: [(&str, u8); 4] = [
    ("puzzles/classics/klotski.txt", 2),
    ("puzzles/classics/klotski.txt", 5),
    ("puzzles/rush-hour/sixty-slides.txt", 1),
    ("puzzles/tiles/4x2.txt", 0),
];

#[test]
fn equal_seeds_give_equal_answers_on_any_number_of_threads() {
    for (file, style) in LONGER {
        let puzzle = puzzle(file);
        let style = Style::new(style).unwrap();
        let run = |threads: usize, seed: u64| {
            let request = request(style, 3, 20, seed).threads(threads);
            let answer = search(&puzzle, &request, &mut ()).unwrap();
            (answer.moves, answer.solution, answer.counted)
        };
        let one = run(1, 7);
        assert_eq!(one, run(2, 7), "{file}");
        assert_eq!(one, run(3, 7), "{file}");
    }
}

/// A square that must cross a board of 41 small pieces of eight kinds: too many positions for any
/// exact search.
fn crowded() -> Puzzle {
    let kinds: String = (2..10).map(|kind| format!("{kind} = 1\n")).collect();
    let small: String = (0..41).map(|at| char::from(b'2' + at % 8)).collect();
    let goal = "?".repeat(40);
    read(&format!("7 x 7\n1 = 11/11\n{kinds}1{small}0000\n{goal}1\n"))
}

#[test]
fn a_time_limit_gives_a_solution_instead_of_none() {
    let puzzle = crowded();
    let mut request = SearchRequest::new(Style::WALK);
    request.beam = Some(BeamOptions::default());
    // Half a second is enough, but not where other tests take the processor.
    let mut answers = [3, 25].into_iter().map(|seconds| {
        request.budget.deadline = Some(Instant::now() + Duration::from_secs(seconds));
        search(&puzzle, &request, &mut ()).unwrap()
    });
    let answer = answers.find(|answer| answer.solution.is_some()).expect("a solution");
    let solution = answer.solution.as_ref().expect("a solution");
    verify(&puzzle, Style::WALK, solution).unwrap();
    assert!(!answer.is_shortest && answer.at_least() < answer.moves, "{answer:?}");
    // Without the beam, the same limit ends an exact search.
    request.beam = None;
    request.budget.deadline = Some(Instant::now() + Duration::from_millis(100));
    let exact = search(&puzzle, &request, &mut ()).unwrap();
    assert_eq!(exact.status, Status::Stopped(Stopped::Time));
}

#[test]
fn shortening_keeps_the_solution_legal() {
    let puzzle = puzzle("puzzles/classics/klotski.txt");
    let narrow = request(Style::STEP, 1, 30, 3);
    let long = search(&puzzle, &narrow, &mut ()).unwrap().solution.unwrap();
    let positions = long.moves.iter().map(|step| step.after.clone());
    let path: Vec<_> = std::iter::once(puzzle.start().clone()).chain(positions).collect();
    for style in [Style::STEP, Style::SLIDE, Style::WALK] {
        let query = Query::new(&puzzle, style);
        let shorter = shorten(&query, &path, &Budget::default(), &mut ()).unwrap();
        let solution = shorter.solution.unwrap();
        verify(&puzzle, style, &solution).unwrap();
        assert!(solution.moves.len() < path.len());
        // The tunnel holds the whole puzzle, so the solution is a shortest one.
        let least = search(&puzzle, &SearchRequest::new(style), &mut ()).unwrap().moves;
        assert_eq!(shorter.moves, least);
    }
}
