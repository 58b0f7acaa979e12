//! Searches that are stopped at any moment, by every engine: what they say must be part of what the
//! brute-force reference says, and what their observer was given must be in their answer.

use std::ops::Range;

use crate::ask::{SearchRequest, search};
use crate::parallel;
use crate::random::{self, Dice};
use crate::reference::{Facts, Reference};
use sliding::Puzzle;
use sliding::check::verify;
use sliding::puzzle::Style;
use sliding::solve::{
    Answer, Budget, Counted, Engine, FLOOR, Interrupt, Observer, Query, Refusal, Status, Stopped,
    Until, solve,
};

/// Puzzles with larger components are passed over.
const MOST: usize = 800;

/// Those that take puzzles of any kind.
const ENGINES: [Engine; 7] = [
    Engine::Auto,
    Engine::Ring,
    Engine::Table,
    Engine::Meet,
    Engine::Index,
    Engine::Cut,
    Engine::Disk,
];

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
    fn engine_chosen(&mut self, _: Engine, _: &str) {
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

    fn forgotten(&mut self, _: u64) {
        self.is_over = true;
    }
}

/// How many searches there were, and how they ended.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    puzzles: u64,
    searches: u64,
    stopped: u64,
    /// Stopped after a goal was met.
    met: u64,
}

impl Tally {
    fn sum(tallies: Vec<Self>) -> Self {
        tallies.into_iter().fold(Self::default(), |sum, tally| Self {
            puzzles: sum.puzzles + tally.puzzles,
            searches: sum.searches + tally.searches,
            stopped: sum.stopped + tally.stopped,
            met: sum.met + tally.met,
        })
    }
}

/// Searches a puzzle, interrupts it, and holds the answer against the facts.
fn one(
    puzzle: &Puzzle,
    ask: &SearchRequest,
    moment: Moment,
    facts: &Facts,
    tally: &mut Tally,
    case: &str,
) {
    let mut ask = ask.clone();
    ask.budget.interrupt = Interrupt::default();
    let mut stopper = InterruptAt::new(moment, ask.budget.interrupt.clone());
    let case = format!("{} until {:?}, {moment:?}, {case}", ask.engine, ask.until);
    let answer = match search(puzzle, &ask, &mut stopper) {
        Ok(answer) => answer,
        Err(
            Refusal::Unsuited(_)
            | Refusal::TooManyPlacements { .. }
            | Refusal::Uncountable { .. }
            | Refusal::TooLittleMemory { .. }
            | Refusal::NoRoom { .. },
        ) => return,
        Err(error) => panic!("{error}, {case}"),
    };
    tally.searches += 1;
    let Status::Stopped(stopped) = answer.status else {
        return is_right(puzzle, &ask, &answer, facts, &case);
    };
    tally.stopped += 1;
    tally.met += u64::from(answer.moves.is_some());
    if let Moment::Never = moment {
        assert_ne!(stopped, Stopped::Cancelled, "{case}");
    }
    assert!(facts.levels.starts_with(full(&answer.counted)), "{answer:?}, {facts:?}, {case}");
    assert!(answer.moves.is_none() || answer.moves == facts.moves, "{answer:?}, {case}");
    if let Some(least) = answer.at_least() {
        assert!(facts.moves.is_none_or(|moves| least <= moves), "{answer:?}, {case}");
    }
    // From both ends a goal may be met among levels that are not complete.
    assert!(answer.counted.levels().len() >= stopper.levels.len(), "{answer:?}, {case}");
    assert!(stopper.met.is_none() || answer.moves == stopper.met, "{answer:?}, {case}");
    holds(puzzle, ask.style, &answer, &case);
}

/// The level counts, without the empty level that a search from both ends adds when it has all.
fn full(counted: &Counted) -> &[u64] {
    let levels = counted.levels();
    levels.strip_suffix(&[0]).unwrap_or(levels)
}

/// An answer without any limit.
fn is_right(puzzle: &Puzzle, ask: &SearchRequest, answer: &Answer, facts: &Facts, case: &str) {
    assert_eq!(answer.moves, facts.moves, "{case}");
    let has_all = ask.until == Until::Exhausted || facts.moves.is_none();
    match &answer.counted {
        Counted::Reached { levels, configurations } if has_all => {
            assert_eq!(levels, &facts.levels, "{case}");
            assert_eq!(*configurations, facts.levels.iter().sum::<u64>(), "{case}");
        }
        counted => assert!(facts.levels.starts_with(full(counted)), "{counted:?}, {case}"),
    }
    assert_eq!(answer.solution.is_some(), ask.wants_solution && facts.moves.is_some(), "{case}");
    holds(puzzle, ask.style, answer, case);
}

/// A solution has as many moves as the answer says, and all of them are legal.
fn holds(puzzle: &Puzzle, style: Style, answer: &Answer, case: &str) {
    if let Some(solution) = &answer.solution {
        assert_eq!(Some(solution.moves.len() as u64), answer.moves, "{case}");
        assert_eq!(verify(puzzle, style, solution), Ok(()), "{case}");
    }
}

/// What is known of a search that is interrupted when another engine goes on: 3 x 3 tiles, for which
/// the index goes on after some levels.
#[test]
fn searches_stop_when_the_engine_changes() {
    let tiles =
        "3 x 3\n1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n6 = 1\n7 = 1\n8 = 1\n12345678\n123405786\n";
    let puzzle: Puzzle = tiles.parse().unwrap();
    let whole = SearchRequest {
        until: Until::Exhausted,
        engine: Engine::Table,
        ..SearchRequest::new(Style::STEP)
    };
    let whole = search(&puzzle, &whole, &mut ()).unwrap();
    let facts = Facts { levels: whole.counted.levels().to_vec(), moves: whole.moves };
    let mut query = Query::new(&puzzle, Style::STEP);
    query.until = Until::Exhausted;
    let budget = || {
        let mut budget = Budget::default();
        budget.memory = 64 << 20;
        budget
    };

    let own = budget();
    let mut stopper = InterruptAt::new(Moment::Change, own.interrupt.clone());
    let answer = solve(&query, &own, &mut stopper).unwrap();
    assert_eq!(answer.status, Status::Stopped(Stopped::Cancelled));
    assert!(stopper.engines > 1 && stopper.levels.len() > 2, "{answer:?}");
    assert_eq!(answer.counted.levels(), &stopper.levels[..]);
    assert!(facts.levels.starts_with(&stopper.levels), "{answer:?}");
    assert_eq!(answer.moves, stopper.met);

    let mut reported = InterruptAt::new(Moment::Never, Interrupt::default());
    let answer = solve(&query, &budget(), &mut reported).unwrap();
    assert_eq!((answer.counted.levels(), answer.moves), (&facts.levels[..], facts.moves));
    assert_eq!(reported.levels, facts.levels);
}

/// Random limits and interrupts on the random puzzle with this number, for each engine in one style.
fn at_random(seed: u64) -> Tally {
    let mut tally = Tally::default();
    let pair = random::puzzle(seed);
    let mut dice = Dice::new(seed ^ 0x570b);
    let text = match dice.below(4) {
        0 => random::of_many_orders(seed),
        1 => pair.framed,
        _ => pair.small,
    };
    let style = dice.pick(&Style::ALL);
    let parsed = text.parse::<Puzzle>();
    let puzzle = parsed.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
    let Some(facts) = Reference::new(&puzzle).facts(style, MOST) else { return tally };
    tally.puzzles = 1;
    let case = format!("style {style}, seed {seed}\n{text}");
    let deepest = facts.levels.len();
    // Most of the time that the disk takes is the system's.
    let engines = if dice.one_in(8) { &ENGINES[..] } else { &ENGINES[..6] };
    for &engine in engines {
        let until = dice.pick(&[Until::Solved, Until::Exhausted]);
        let mut ask = SearchRequest {
            engine,
            until,
            wants_solution: !dice.one_in(4),
            ..SearchRequest::new(style)
        };
        ask = ask.memory(64 << 20).threads(1 + dice.below(2));
        one(&puzzle, &ask, Moment::Never, &facts, &mut tally, &case);
        let moment = match dice.below(4) {
            0 => Moment::AfterGoal(dice.below(4) as u64),
            1 => Moment::Event(dice.below(3 * deepest + 3) as u64),
            2 => {
                ask.budget.max_moves = Some(dice.below(deepest + 2) as u64);
                Moment::Never
            }
            _ => {
                ask = ask.memory(FLOOR / 2 + (1 << dice.below(20)));
                Moment::Never
            }
        };
        one(&puzzle, &ask, moment, &facts, &mut tally, &case);
    }
    tally
}

fn agree(seeds: Range<u64>) -> Tally {
    let seeds: Vec<u64> = seeds.collect();
    Tally::sum(parallel::each(&seeds, |&seed| at_random(seed)))
}

#[test]
fn searches_stop_at_random_moments() {
    let tally = agree(0..1500);
    assert!(tally.puzzles > 1000 && tally.searches > 8 * tally.puzzles, "{tally:?}");
    assert!(tally.stopped > tally.puzzles && tally.met > tally.puzzles / 20, "{tally:?}");
}

/// A million random puzzles.
#[test]
#[ignore = "takes an hour"]
fn long_searches_stop_at_random_moments() {
    let (mut tally, portion) = (Tally::default(), 10_000);
    let mut first = 2_000_000;
    while tally.puzzles < 1_000_000 {
        tally = Tally::sum(vec![tally, agree(first..first + portion)]);
        first += portion;
        eprintln!("{tally:?}");
    }
}
