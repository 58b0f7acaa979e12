//! The engine against the brute-force reference, on random small puzzles in all six styles.

use std::ops::Range;
use std::time::{Duration, Instant};

use crate::ask::{SearchRequest, search};
use sliding::Puzzle;
use sliding::check::verify;
use sliding::puzzle::{Gate, Movers, Setup, Style};
use sliding::solve::{Answer, Engine, FLOOR, Observer, Refusal, Status, Stopped, Until};

use crate::reference::{Facts, Reference};
use crate::{parallel, random};

/// Puzzles with larger components are passed over.
const MOST: usize = 800;

/// How often the engine ran out of memory, forgot its way, or solved a puzzle.
#[derive(Default, Debug)]
struct Tally {
    puzzles: u64,
    solved: u64,
    forgotten: u64,
    out_of_memory: u64,
    met: u64,
    index: u64,
    cut: u64,
}

impl Observer for Tally {
    fn forgotten(&mut self, _distance: u64) {
        self.forgotten += 1;
    }
}

fn agree(seeds: Range<u64>) -> Tally {
    let seeds: Vec<u64> = seeds.collect();
    let tallies = parallel::each(&seeds, |&seed| one(seed));
    tallies.into_iter().fold(Tally::default(), |sum, tally| Tally {
        puzzles: sum.puzzles + tally.puzzles,
        solved: sum.solved + tally.solved,
        forgotten: sum.forgotten + tally.forgotten,
        out_of_memory: sum.out_of_memory + tally.out_of_memory,
        met: sum.met + tally.met,
        index: sum.index + tally.index,
        cut: sum.cut + tally.cut,
    })
}

/// Compares engine and reference on one random puzzle.
fn one(seed: u64) -> Tally {
    let mut tally = Tally::default();
    let pair = random::puzzle(seed);
    let parsed = |text: &str| -> Puzzle {
        text.parse().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"))
    };
    let puzzle = parsed(&pair.small);
    let reference = Reference::new(&puzzle);
    // Superpieces reach at least what single pieces reach.
    if reference.facts(Style::SUPER_STEP, MOST).is_none() {
        return tally;
    }
    tally.puzzles = 1;
    let facts = Style::ALL.map(|style| reference.facts(style, MOST).expect("as many as before"));
    hold_together(&facts, &format!("seed {seed}\n{}", pair.small));
    for text in [&pair.small, &pair.framed] {
        let puzzle = parsed(text);
        for (style, facts) in Style::ALL.into_iter().zip(&facts) {
            let case = format!("seed {seed}, style {style}\n{text}");
            in_ample_memory(&puzzle, style, facts, &case);
            by_other_engines(&puzzle, style, facts, &mut tally, &case);
            for words in [1 << 5, 1 << 7, 1 << 8, 1 << 9, 1 << 10, 1 << 12] {
                in_a_small_ring(&puzzle, style, facts, words, &mut tally, &case);
            }
        }
    }
    tally.solved = facts[5].moves.is_some().into();
    tally
}

/// What must be true between the styles, whatever the puzzle.
fn hold_together(facts: &[Facts; 6], case: &str) {
    let none = u64::MAX;
    let moves = facts.each_ref().map(|facts| facts.moves.unwrap_or(none));
    let states = facts.each_ref().map(|facts| facts.levels.iter().sum::<u64>());
    assert!(moves[2] <= moves[1] && moves[1] <= moves[0], "{moves:?}, {case}");
    assert!(moves[5] <= moves[4] && moves[4] <= moves[3], "{moves:?}, {case}");
    for style in 0..3 {
        assert!(moves[style + 3] <= moves[style], "{moves:?}, {case}");
        assert!(states[style] == states[0] && states[style + 3] == states[3], "{states:?}, {case}");
    }
}

/// A search in a ring of this number of words, with a limit in case it hangs.
fn request(style: Style, words: u64) -> SearchRequest {
    let mut request = SearchRequest::new(style);
    (request.engine, request.ring_words) = (Engine::Ring, Some(words));
    request.budget.deadline = Some(Instant::now() + Duration::from_secs(100));
    request
}

/// A search by an engine that is free of the ring.
fn free(style: Style, engine: Engine, threads: usize) -> SearchRequest {
    let mut request = request(style, 0).threads(threads);
    (request.engine, request.ring_words) = (engine, None);
    request
}

fn in_ample_memory(puzzle: &Puzzle, style: Style, facts: &Facts, case: &str) {
    let mut request = request(style, 1 << 16);
    let outcome = search(puzzle, &request, &mut ()).unwrap();
    is_right(puzzle, style, facts, &outcome, case);
    request.until = Until::Exhausted;
    let outcome = search(puzzle, &request, &mut ()).unwrap();
    assert_eq!(outcome.counted.levels(), facts.levels, "levels, {case}");
    assert_eq!(outcome.counted.total(), facts.levels.iter().sum::<u64>(), "{case}");
    assert_eq!(outcome.moves, facts.moves, "{case}");
}

/// The engines that are free of the ring, with one thread and two, and with so little memory that
/// the way is forgotten.
fn by_other_engines(puzzle: &Puzzle, style: Style, facts: &Facts, tally: &mut Tally, case: &str) {
    let mut solutions = Vec::new();
    for threads in [1, 2] {
        let case = format!("table, {threads} threads, {case}");
        let mut request = free(style, Engine::Table, threads);
        let outcome = search(puzzle, &request, &mut ()).unwrap();
        is_right(puzzle, style, facts, &outcome, &case);
        solutions.push(outcome.solution);
        request.until = Until::Exhausted;
        let outcome = search(puzzle, &request, &mut ()).unwrap();
        assert_eq!(outcome.counted.levels(), facts.levels, "levels, {case}");
        assert_eq!(outcome.moves, facts.moves, "{case}");
        let solution = outcome.solution.map(|solution| verify(puzzle, style, &solution));
        assert_eq!(solution, facts.moves.map(|_| Ok(())), "{case}");
    }
    assert_eq!(solutions[0], solutions[1], "{case}");
    for threads in [1, 2] {
        let case = format!("meet, {threads} threads, {case}");
        let request = free(style, Engine::Meet, threads).memory(64 << 20);
        // There may be more goals than fit, reachable or not.
        let outcome = match search(puzzle, &request, &mut ()) {
            Err(Refusal::Unsuited(_)) => break,
            outcome => outcome.unwrap(),
        };
        if outcome.status == Status::Stopped(Stopped::Memory) {
            break;
        }
        tally.met += 1;
        assert_eq!(outcome.moves, facts.moves, "{case}");
        let unsolvable = outcome.status == Status::Unsolvable;
        assert_eq!(unsolvable, facts.moves.is_none(), "{case}");
        let checked = outcome.solution.as_ref().map(|way| verify(puzzle, style, way));
        assert_eq!(checked, facts.moves.map(|_| Ok(())), "{case}");
    }
    tally.index += by_placements(Engine::Index, puzzle, style, facts, case);
    if style.movers() == Movers::Single {
        tally.cut += by_placements(Engine::Cut, puzzle, style, facts, case);
    }
    for memory in [2 << 10, 8 << 10, 20 << 10] {
        let case = format!("table in {memory} bytes, {case}");
        let request = free(style, Engine::Table, 1).memory(FLOOR / 2 + memory);
        let outcome = search(puzzle, &request, tally).unwrap();
        if outcome.status == Status::Stopped(Stopped::Memory) {
            tally.out_of_memory += 1;
            assert!(facts.levels.starts_with(outcome.counted.levels()), "{case}");
        } else {
            is_right(puzzle, style, facts, &outcome, &case);
            assert_eq!(outcome.solution, solutions[0], "{case}");
        }
    }
}

/// An engine that numbers placements, if there is memory for all of them. The number of searches.
fn by_placements(engine: Engine, puzzle: &Puzzle, style: Style, facts: &Facts, case: &str) -> u64 {
    let mut solutions = Vec::new();
    for threads in [1, 2] {
        let case = format!("{engine}, {threads} threads, {case}");
        let mut request = free(style, engine, threads).memory(64 << 20);
        let Ok(outcome) = search(puzzle, &request, &mut ()) else { return 0 };
        is_right(puzzle, style, facts, &outcome, &case);
        solutions.push(outcome.solution);
        request.until = Until::Exhausted;
        let outcome = search(puzzle, &request, &mut ()).unwrap();
        assert_eq!(outcome.counted.levels(), facts.levels, "levels, {case}");
        assert_eq!(outcome.moves, facts.moves, "{case}");
        solutions.push(outcome.solution);
    }
    assert!(solutions.iter().all(|solution| *solution == solutions[0]), "{case}");
    2
}

/// Checks an outcome that met no limit.
fn is_right(puzzle: &Puzzle, style: Style, facts: &Facts, outcome: &Answer, case: &str) {
    assert_eq!(outcome.moves, facts.moves, "moves, {case}");
    let Some(moves) = facts.moves else {
        assert_eq!(outcome.status, Status::Unsolvable, "{case}");
        assert_eq!(outcome.counted.levels(), facts.levels, "levels, {case}");
        return;
    };
    assert_eq!(outcome.status, Status::Solved, "{case}");
    assert_eq!(outcome.counted.levels(), &facts.levels[..moves as usize], "levels, {case}");
    let solution = outcome.solution.as_ref().unwrap_or_else(|| panic!("a solution, {case}"));
    assert_eq!(solution.moves.len() as u64, moves, "{case}");
    assert_eq!(verify(puzzle, style, solution), Ok(()), "{case}");
}

/// A ring that is too small may end the search, but never change its answer.
fn in_a_small_ring(
    puzzle: &Puzzle,
    style: Style,
    facts: &Facts,
    words: u64,
    tally: &mut Tally,
    case: &str,
) {
    let case = format!("ring of {words} words, {case}");
    let mut request = request(style, words);
    let outcome = search(puzzle, &request, tally).unwrap();
    if outcome.status == Status::Stopped(Stopped::Memory) {
        tally.out_of_memory += 1;
        assert!(facts.levels.starts_with(outcome.counted.levels()), "{case}");
    } else {
        is_right(puzzle, style, facts, &outcome, &case);
    }
    request.until = Until::Exhausted;
    let outcome = search(puzzle, &request, &mut ()).unwrap();
    if outcome.status == Status::Stopped(Stopped::Memory) {
        assert!(facts.levels.starts_with(outcome.counted.levels()), "{case}");
    } else {
        assert_eq!(outcome.counted.levels(), facts.levels, "{case}");
    }
}

#[test]
fn on_random_puzzles() {
    let tally = agree(0..700);
    eprintln!("{tally:?}");
    assert!(tally.puzzles >= 500, "{tally:?}");
    assert!(tally.solved >= 170, "{tally:?}");
    assert!(tally.forgotten > 0 && tally.out_of_memory > 0, "{tally:?}");
    // Two boards, six styles, one thread and two.
    assert!(tally.met >= 20 * tally.puzzles, "{tally:?}");
    // Two boards, one thread and two, in one style.
    assert!(tally.cut >= 3 * tally.puzzles, "{tally:?}");
    assert!(tally.index >= 12 * tally.puzzles, "{tally:?}");
}

/// The random puzzle with this number with one gate or two, if the start allows them.
fn gated(seed: u64) -> Option<Puzzle> {
    let plain: Puzzle = random::puzzle(seed).small.parse().unwrap();
    let mut dice = random::Dice::new(seed ^ 0x6a7e);
    let mut setup = Setup::from(&plain);
    let kinds = Vec::from_iter(0..plain.kinds().len() as u8);
    let cells = Vec::from_iter(0..plain.size().cells() as u32);
    for _ in 0..=dice.below(2) {
        let count = dice.below(kinds.len() + 1);
        let kinds = dice.some_of(&kinds, count);
        let covered = |cell: &u32| {
            let mut pieces = plain.start().placements().iter();
            pieces.any(|piece| {
                let mut cells = plain.kind(*piece).covers(piece.cell, plain.size());
                !kinds.contains(&piece.kind) && cells.any(|there| there == Some(*cell))
            })
        };
        let free = Vec::from_iter(cells.iter().copied().filter(|cell| !covered(cell)));
        let count = dice.below(free.len().div_ceil(2) + 1);
        setup.gates.push(Gate { kinds, cells: dice.some_of(&free, count) });
    }
    let puzzle = setup.validate().unwrap_or_else(|faults| panic!("seed {seed}: {faults}"));
    let text = puzzle.to_string();
    assert_eq!(text.parse(), Ok(puzzle.clone()), "seed {seed}\n{text}");
    puzzle
        .kinds()
        .iter()
        .zip(0..)
        .any(|(_, kind)| !puzzle.closed_to(kind).is_empty())
        .then_some(puzzle)
}

/// Compares engines and reference on a random puzzle with gates. Returns whether gates matter.
fn agree_on_gates(seed: u64, tally: &mut Tally) -> bool {
    let Some(puzzle) = gated(seed) else { return false };
    let reference = Reference::new(&puzzle);
    if reference.facts(Style::SUPER_STEP, MOST).is_none() {
        return false;
    }
    let facts = Style::ALL.map(|style| reference.facts(style, MOST).expect("as many as before"));
    let case = format!("seed {seed}\n{puzzle}");
    hold_together(&facts, &case);
    for (style, facts) in Style::ALL.into_iter().zip(&facts) {
        let case = format!("style {style}, {case}");
        in_ample_memory(&puzzle, style, facts, &case);
        by_other_engines(&puzzle, style, facts, tally, &case);
        in_a_small_ring(&puzzle, style, facts, 1 << 8, tally, &case);
    }
    let mut setup = Setup::from(&puzzle);
    setup.gates.clear();
    let plain = setup.validate().unwrap();
    Reference::new(&plain).facts(Style::STEP, MOST).as_ref() != Some(&facts[0])
}

#[test]
fn on_random_puzzles_with_gates() {
    let seeds = Vec::from_iter(40_000..41_000);
    let matter = parallel::each(&seeds, |&seed| agree_on_gates(seed, &mut Tally::default()));
    let matter = matter.into_iter().filter(|matter| *matter).count();
    assert!(matter >= 300, "{matter}");
}

#[test]
#[ignore = "takes minutes"]
fn long_on_many_random_puzzles() {
    let tally = agree(1_000_000..1_030_000);
    assert!(tally.puzzles >= 20_000, "{tally:?}");
}
