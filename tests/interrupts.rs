//! Searches that are stopped at random moments, by random limits of moves, memory and time, on one thread or two, by
//! every engine: what they say is part of what brute force says, what their observer heard is in their answer, and a
//! search that can be resumed ends as one that was never stopped.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use sliding::puzzle::Style;
use sliding::solve::{
    self, Answer, BeamOptions, Budget, Disk, FLOOR, Interrupt, Observer, Progress, Query, Status,
    Stopped, Until, solve,
};

use crate::oracle::random::Dice;
use crate::oracle::search::{SearchRequest, search};
use crate::oracle::{Case, ENGINES, Engine, Known, each, graphs, puzzle, seeds};

/// Puzzles with larger components are skipped.
const MOST: usize = 800;

/// When a search is interrupted.
#[derive(Clone, Copy, Debug)]
enum Moment {
    Never,
    /// This many levels after the goal's begin, or as the goal is met.
    AfterGoal(u64),
    /// At this event of all that the observer hears.
    Event(u64),
    /// When an engine goes on for another.
    Change,
}

/// Interrupts a search at a moment, and keeps what it has heard.
struct InterruptAt {
    moment: Moment,
    interrupt: Interrupt,
    events: u64,
    engines: u64,
    /// The number of positions at each distance, of levels that ended.
    levels: Vec<u64>,
    met: Option<u64>,
    /// Whether the search looks for the way once more.
    is_over: bool,
}

impl InterruptAt {
    fn new(moment: Moment, interrupt: Interrupt) -> Self {
        let levels = Vec::new();
        Self { moment, interrupt, events: 0, engines: 0, levels, met: None, is_over: false }
    }

    fn event(&mut self) {
        if matches!(self.moment, Moment::Event(at) if at == self.events) {
            self.interrupt.set();
        }
        self.events += 1;
    }

    fn at(&mut self, distance: u64) {
        if let (Moment::AfterGoal(wait), Some(met)) = (self.moment, self.met)
            && distance == met + wait
        {
            self.interrupt.set();
        }
    }
}

impl Observer for InterruptAt {
    fn engine_chosen(&mut self, _: solve::Engine, _: &str) {
        self.engines += 1;
        if matches!(self.moment, Moment::Change) && self.engines > 1 {
            self.interrupt.set();
        }
    }

    fn level_begins(&mut self, distance: u64) {
        self.event();
        self.at(distance);
    }

    fn level_ends(&mut self, distance: u64, configurations: u64) {
        if !self.is_over {
            assert_eq!(distance, self.levels.len() as u64, "each level is reported once");
            self.levels.push(configurations);
        }
        self.event();
    }

    fn goal_met(&mut self, distance: u64) {
        if !self.is_over {
            assert_eq!(self.met, None, "a goal is reported once");
            self.met = Some(distance);
        }
        self.event();
        self.at(distance);
    }

    fn progress(&mut self, _: &Progress) {
        self.event();
    }

    fn forgotten(&mut self, _: u64) {
        self.is_over = true;
    }
}

/// How searches ended: a word for each thing that is true of one.
type Tally = Vec<&'static str>;

fn add(tally: &mut Tally, answer: &Answer, stopper: &InterruptAt) {
    let is_stopped = matches!(answer.status, Status::Stopped(_));
    let words = [
        ("search", true),
        ("stopped", is_stopped),
        ("by time", answer.status == Status::Stopped(Stopped::Time)),
        ("by interrupt", answer.status == Status::Stopped(Stopped::Cancelled)),
        ("after a goal", is_stopped && answer.moves.is_some()),
        ("forgotten", stopper.is_over),
    ];
    tally.extend(words.iter().filter(|word| word.1).map(|word| word.0));
}

/// A random limit, or the moment of an interrupt.
fn limit(dice: &mut Dice, levels: usize, budget: &mut Budget) -> Moment {
    match dice.below(5) {
        0 => return Moment::AfterGoal(dice.below(4) as u64),
        1 => return Moment::Event(dice.below(3 * levels + 3) as u64),
        2 => budget.max_moves = Some(dice.below(levels + 2) as u64),
        3 => budget.memory = FLOOR / 2 + (1 << dice.below(20)),
        _ => {
            let time = Duration::from_micros(10 << dice.below(8));
            budget.deadline = Some(Instant::now() + time);
        }
    }
    Moment::Never
}

/// Searches with a random limit. What the observer heard has to be in the answer.
fn is_stopped(case: &Case, mut ask: SearchRequest, dice: &mut Dice, tally: &mut Tally) {
    let levels = case.known.levels.as_ref().map_or(0, Vec::len);
    ask.budget.interrupt = Interrupt::default();
    let moment = limit(dice, levels, &mut ask.budget);
    if ask.engine == Engine::Beam {
        ask.budget.max_moves = None;
        // It looks for shorter solutions as long as it may.
        ask.budget.deadline.get_or_insert(Instant::now() + Duration::from_millis(20));
    }
    let mut stopper = InterruptAt::new(moment, ask.budget.interrupt.clone());
    let Some(answer) = case.search(&ask, &mut stopper) else { return };
    add(tally, &answer, &stopper);
    if ask.engine == Engine::Beam {
        return;
    }
    let name = format!("{ask:?}, {moment:?}, {answer:?}\n{}\n{}", case.name, case.puzzle);
    if matches!(moment, Moment::Never) {
        assert_ne!(answer.status, Status::Stopped(Stopped::Cancelled), "{name}");
    }
    // From both ends a goal may be met among levels that are not complete.
    assert!(answer.counted.levels().len() >= stopper.levels.len(), "{name}");
    assert!(stopper.met.is_none() || answer.moves == stopper.met, "{name}");
}

/// Searches on disk, stopped and resumed until it is done: the answer is that of one search.
fn is_resumed(case: &Case, dice: &mut Dice, tally: &mut Tally) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut query = Query::new(&case.puzzle, case.style);
    Engine::Disk.ask(&mut query);
    query.until = dice.pick(&[Until::Solved, Until::Exhausted]);
    let levels = case.known.levels.as_ref().map_or(0, Vec::len);
    for turn in 0.. {
        let mut disk = Disk::new(folder.path());
        disk.resumes = turn > 0;
        query.disk = Some(disk);
        let mut budget = Budget::default();
        let is_last = turn == 4;
        let moment =
            if is_last { Moment::Never } else { Moment::Event(dice.below(3 * levels + 3) as u64) };
        let mut stopper = InterruptAt::new(moment, budget.interrupt.clone());
        budget.memory = 64 << 20;
        let answer = solve(&query, &budget, &mut stopper).expect("a search on disk");
        let ask = SearchRequest { until: query.until, ..SearchRequest::new(case.style) };
        case.judge(&ask, &answer);
        let is_stopped = matches!(answer.status, Status::Stopped(_));
        assert!(!is_last || !is_stopped, "{answer:?}\n{}", case.name);
        if !is_stopped {
            tally.extend((turn > 0).then_some("resumed"));
            return;
        }
    }
}

/// Random limits and interrupts on the random puzzle with this number, for each engine in one style.
fn at_random(seed: u64) -> Tally {
    let mut tally = Tally::new();
    let mut dice = Dice::new(seed ^ 0x570b);
    let Some(case) = Case::random(seed, dice.pick(&Style::ALL), MOST) else { return tally };
    let beam = Some(Engine::Beam).filter(|_| dice.one_in(4));
    for engine in ENGINES.into_iter().chain(beam) {
        // Most of the time that the disk takes is the system's.
        if engine == Engine::Disk {
            if dice.one_in(6) {
                is_resumed(&case, &mut dice, &mut tally);
            }
            continue;
        }
        let mut ask = SearchRequest::new(case.style).by(engine);
        (ask.until, ask.wants_solution) =
            (dice.pick(&[Until::Solved, Until::Exhausted]), !dice.one_in(4));
        if engine == Engine::Beam {
            let rounds = NonZeroU32::new(1 + dice.below(4) as u32);
            let width = dice.pick(&[1, 5, 50]);
            ask.beam = Some(BeamOptions { seed, rounds, width });
            (ask.until, ask.wants_solution) = (Until::Solved, true);
        }
        let ask = ask.memory(64 << 20).threads(1 + dice.below(2));
        is_stopped(&case, ask, &mut dice, &mut tally);
    }
    tally
}

#[test]
fn what_stopped_searches_say_is_true() {
    let seeds = seeds(600);
    let tally = each(&seeds, |&seed| at_random(seed)).concat();
    let puzzles = seeds.len() * 2 / 3;
    for (what, least) in [
        ("search", 6 * puzzles),
        ("stopped", puzzles),
        ("by time", puzzles / 20),
        ("by interrupt", puzzles / 4),
        ("after a goal", puzzles / 20),
        ("resumed", puzzles / 30),
    ] {
        graphs::has_more(&tally, what, least);
    }
}

/// Klotski in little memory, with symmetries and without: where the way is forgotten, it is found again.
#[test]
fn a_forgotten_path_is_found_again() {
    let known = Known { moves: Some(Some(116)), ..Known::default() };
    let case = Case::new("Klotski", &puzzle("puzzles/classics/klotski.txt"), Style::STEP, known);
    let mut tally = Tally::new();
    let mut solutions = Vec::new();
    for kilobytes in (16..400).step_by(16) {
        let ask = SearchRequest::new(case.style).by(Engine::Sparse);
        let ask = ask.threads(1).memory(FLOOR / 2 + (kilobytes << 10));
        let mut stopper = InterruptAt::new(Moment::Never, Interrupt::default());
        let answer = case.search(&ask, &mut stopper).expect("an answer");
        add(&mut tally, &answer, &stopper);
        solutions.extend(answer.solution);
    }
    assert!(tally.contains(&"forgotten") && tally.contains(&"stopped"), "{tally:?}");
    assert!(solutions.iter().all(|solution| *solution == solutions[0]));
}

/// A search is interrupted when another engine goes on: 3 x 3 tiles, for which the index goes on after some levels.
#[test]
fn searches_stop_when_the_engine_changes() {
    let mut ask = SearchRequest::new(Style::STEP).exhausted();
    let puzzle = puzzle("puzzles/tiles/8-puzzle-row-or-snail.txt");
    let whole = ask.clone().by(Engine::Sparse);
    let whole = search(&puzzle, &whole, &mut ()).unwrap();
    let levels = whole.counted.levels().to_vec();
    let known = Known { moves: Some(whole.moves), levels: Some(levels), ..Known::default() };
    let case = Case::new("3x3 tiles", &puzzle, Style::STEP, known);
    ask.budget.memory = 64 << 20;
    let mut reported = InterruptAt::new(Moment::Never, Interrupt::default());
    let answer = case.search(&ask, &mut reported).unwrap();
    assert_eq!((&reported.levels[..], reported.met), (whole.counted.levels(), whole.moves));
    assert_eq!(answer.status, whole.status);

    let mut stopper = InterruptAt::new(Moment::Change, ask.budget.interrupt.clone());
    let answer = case.search(&ask, &mut stopper).unwrap();
    assert_eq!(answer.status, Status::Stopped(Stopped::Cancelled));
    assert!(stopper.engines > 1 && stopper.levels.len() > 2, "{answer:?}");
    assert_eq!((answer.counted.levels(), answer.moves), (&stopper.levels[..], stopper.met));
}
