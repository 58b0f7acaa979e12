//! The beam engine against exhaustive search: its solutions pass the check, none is shorter than the
//! shortest, its lower bounds hold, and equal seeds give equal answers.

use std::fs;
use std::num::NonZeroU32;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use sliding::Puzzle;
use sliding::check::verify;
use sliding::puzzle::Style;
use sliding::solve::{
    Answer, BeamOptions, Budget, Counted, Engine, Interrupt, Observer, Progress, Query, Status,
    Stopped, shorten,
};

use crate::ask::{SearchRequest, search};
use crate::parallel;
use crate::random::{self, Dice};
use crate::reference::Reference;

/// Random puzzles with more positions are skipped.
const MOST: usize = 20_000;

fn request(style: Style, rounds: u32, width: u32, seed: u64) -> SearchRequest {
    let beam = BeamOptions { seed, rounds: NonZeroU32::new(rounds), width };
    SearchRequest { engine: Engine::Beam, beam: Some(beam), ..SearchRequest::new(style) }
}

/// Puzzles of a test, and how the beam did on them.
#[derive(Debug, Default)]
struct Tally {
    solvable: usize,
    solved: usize,
    shortest: usize,
    interrupted: usize,
    /// Within a time limit, solved by the beam after an exact search.
    by_beam: usize,
}

impl Tally {
    fn add(mut self, other: Tally) -> Tally {
        self.solvable += other.solvable;
        self.solved += other.solved;
        self.shortest += other.shortest;
        self.interrupted += other.interrupted;
        self.by_beam += other.by_beam;
        self
    }
}

/// Sets an interrupt after a number of levels.
struct Interrupter {
    levels_left: usize,
    interrupt: Interrupt,
}

impl Observer for Interrupter {
    fn progress(&mut self, _: &Progress) {
        match self.levels_left {
            0 => self.interrupt.set(),
            _ => self.levels_left -= 1,
        }
    }
}

/// Checks an answer against the least number of moves.
fn check(puzzle: &Puzzle, style: Style, answer: &Answer, least: Option<u64>, case: &str) {
    match (answer.status, least) {
        (Status::Solved, Some(least)) => {
            let moves = answer.moves.unwrap();
            let solution = answer.solution.as_ref().unwrap();
            verify(puzzle, style, solution).unwrap_or_else(|flaw| panic!("{case}: {flaw}"));
            assert_eq!(solution.moves.len() as u64, moves, "{case}");
            assert!(moves >= least, "{case}: {moves} moves are fewer than {least}");
            assert!(!answer.is_shortest || moves == least, "{case}");
            assert!(answer.at_least().is_none_or(|at_least| at_least <= least), "{case}");
        }
        (Status::Stopped(_), least) => {
            assert_eq!(answer.moves, None, "{case}");
            let at_least = answer.at_least().unwrap_or(0);
            assert!(least.is_none_or(|least| at_least <= least), "{case}: {at_least}");
        }
        // Only an exact engine may report this.
        (Status::Unsolvable, None) => assert_ne!(answer.engine, Engine::Beam, "{case}"),
        (status, least) => panic!("{case}: {status:?}, least {least:?}"),
    }
}

fn on_random_puzzle(seed: u64) -> Tally {
    let mut dice = Dice::new(seed ^ 0xbea3);
    let pair = random::puzzle(seed);
    let text = match dice.below(4) {
        0 => random::of_many_orders(seed),
        1 => pair.framed,
        _ => pair.small,
    };
    let style = dice.pick(&Style::ALL);
    let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let Some(facts) = Reference::new(&puzzle).facts(style, MOST) else { return Tally::default() };
    let case = format!("style {style}, seed {seed}\n{text}");
    let width = dice.pick(&[1, 5, 50, 2000]);
    let mut request = request(style, 1 + dice.below(4) as u32, width, seed);
    request = request.threads(1 + dice.below(2));
    let answer = search(&puzzle, &request, &mut ()).unwrap();
    check(&puzzle, style, &answer, facts.moves, &case);
    if let Counted::Kept { positions, rounds, .. } = answer.counted {
        let most = u64::from(rounds) * facts.levels.iter().sum::<u64>();
        assert!(positions <= most, "{case}: a round has kept a position twice");
    }
    let interrupt = Interrupt::default();
    request.budget.interrupt = interrupt.clone();
    let mut interrupter = Interrupter { levels_left: dice.below(10), interrupt };
    let interrupted = search(&puzzle, &request, &mut interrupter).unwrap();
    check(&puzzle, style, &interrupted, facts.moves, &case);
    let is_stopped = interrupted.status == Status::Stopped(Stopped::Cancelled);
    // Exact and beam searches take turns.
    let mut limited = SearchRequest { engine: Engine::Auto, ..request };
    limited.budget.interrupt = Interrupt::default();
    let time = Duration::from_micros(10 << dice.below(11));
    limited.budget.deadline = Some(Instant::now() + time);
    let limited = search(&puzzle, &limited, &mut ()).unwrap();
    check(&puzzle, style, &limited, facts.moves, &format!("{time:?}, {case}"));
    let is_by_beam = limited.engine == Engine::Beam && limited.moves.is_some();
    Tally {
        solvable: usize::from(facts.moves.is_some()),
        solved: usize::from(answer.moves.is_some()),
        shortest: usize::from(answer.is_shortest && answer.moves.is_some()),
        interrupted: usize::from(is_stopped),
        by_beam: usize::from(is_by_beam),
    }
}

fn on_random_puzzles(seeds: Range<u64>) -> Tally {
    let seeds: Vec<u64> = seeds.collect();
    let tallies = parallel::each(&seeds, |&seed| on_random_puzzle(seed));
    tallies.into_iter().fold(Tally::default(), Tally::add)
}

#[test]
fn solutions_are_legal_and_bounds_hold() {
    let tally = on_random_puzzles(0..1500);
    assert!(tally.solvable > 500 && tally.solved * 100 >= tally.solvable * 95, "{tally:?}");
    assert!(tally.shortest > 100 && tally.interrupted > 50, "{tally:?}");
}

/// A million random puzzles. A file among the temporary ones of this crate has the number that are
/// done and their tally; to begin anew, delete it.
#[test]
#[ignore = "takes hours"]
fn long_solutions_are_legal_and_bounds_hold() {
    let journal = Path::new(env!("CARGO_TARGET_TMPDIR")).join("beam-random");
    let line = fs::read_to_string(&journal).unwrap_or_else(|_| "0 0 0 0 0 0".to_owned());
    let numbers: Vec<usize> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let [mut done, solvable, solved, shortest, interrupted, by_beam] = numbers[..] else {
        panic!("{}: six numbers, not {line}", journal.display());
    };
    let mut tally = Tally { solvable, solved, shortest, interrupted, by_beam };
    while done < 1_000_000 {
        let first = 10_000_000 + done as u64;
        tally = tally.add(on_random_puzzles(first..first + 10_000));
        done += 10_000;
        let Tally { solvable, solved, shortest, interrupted, by_beam } = tally;
        let line = format!("{done} {solvable} {solved} {shortest} {interrupted} {by_beam}");
        eprintln!("{line}");
        fs::write(journal.with_extension("fresh"), line).unwrap();
        fs::rename(journal.with_extension("fresh"), &journal).unwrap();
    }
    assert!(tally.solved * 100 >= tally.solvable * 99, "{tally:?}");
}

/// The puzzles with solutions longer than the tunnel's first steps.
const LONGER: [(&str, u8); 4] = [
    ("puzzles/classics/klotski.txt", 2),
    ("puzzles/classics/klotski.txt", 5),
    ("puzzles/rush-hour/sixty-slides.txt", 1),
    ("puzzles/tiles/4x2.txt", 0),
];

#[test]
fn equal_seeds_give_equal_answers_on_any_number_of_threads() {
    for (file, style) in LONGER {
        let puzzle: Puzzle = fs::read_to_string(file).unwrap().parse().unwrap();
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

#[test]
fn a_beam_of_a_few_positions_solves_klotski() {
    let text = fs::read_to_string("puzzles/classics/klotski.txt").unwrap();
    let puzzle: Puzzle = text.parse().unwrap();
    let answer = search(&puzzle, &request(Style::WALK, 1, 200, 0), &mut ()).unwrap();
    check(&puzzle, Style::WALK, &answer, Some(81), "klotski");
    assert!(answer.moves.is_some());
    let Counted::Kept { width, rounds, .. } = answer.counted else { panic!("{answer:?}") };
    assert_eq!((width, rounds), (200, 1));
}

/// A square that must cross a board of 41 small pieces of eight kinds: too many positions for any
/// exact search.
fn crowded() -> Puzzle {
    let kinds: String = (2..10).map(|kind| format!("{kind} = 1\n")).collect();
    let small: String = (0..41).map(|at| char::from(b'2' + at % 8)).collect();
    let goal = "?".repeat(40);
    format!("7 x 7\n1 = 11/11\n{kinds}1{small}0000\n{goal}1\n").parse().unwrap()
}

#[test]
fn a_time_limit_gives_a_solution_instead_of_none() {
    let puzzle = crowded();
    let mut request = SearchRequest::new(Style::WALK);
    request.beam = Some(BeamOptions::default());
    request.budget.deadline = Some(Instant::now() + Duration::from_secs(10));
    let answer = search(&puzzle, &request, &mut ()).unwrap();
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
    let text = fs::read_to_string("puzzles/classics/klotski.txt").unwrap();
    let puzzle: Puzzle = text.parse().unwrap();
    let mut narrow = request(Style::STEP, 1, 30, 3);
    narrow.budget.interrupt = Interrupt::default();
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

#[test]
fn contradictory_queries_are_refused() {
    let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse().unwrap();
    let refused = |request: &SearchRequest| search(&puzzle, request, &mut ()).is_err();
    let mut without_limit = request(Style::STEP, 1, 1, 0);
    without_limit.beam = None;
    assert!(refused(&without_limit));
    let mut with_moves = request(Style::STEP, 1, 1, 0);
    with_moves.budget.max_moves = Some(5);
    assert!(refused(&with_moves));
    let mut exhaustive = request(Style::STEP, 1, 1, 0);
    exhaustive.until = sliding::solve::Until::Exhausted;
    assert!(refused(&exhaustive));
}
