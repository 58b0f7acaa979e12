//! The oracle: what is known of puzzles from sources other than the engines, and whether what an engine says is true.
//!
//! A [`Case`] is a puzzle in one style with what is [`Known`] of it: from the brute-force [`reference`], from a
//! published number ([`published`]), or from the puzzle's own file. [`Case::search`] asks an engine and holds whatever
//! it answers, complete or stopped, against that. [`each_case`] does so for all engines, threads and memory limits.

pub mod graphs;
pub mod killed;
pub mod published;
pub mod random;
pub mod reference;
pub mod search;
pub mod symmetric;

use std::collections::BTreeMap;
use std::thread;

use sliding::Puzzle;
use sliding::check::verify;
use sliding::puzzle::{Solution, Style};
use sliding::solve::{self, Answer, Counted, FLOOR, Observer, Refusal, Status, Until};
use sliding::testing::map;

use crate::files;
use reference::{Facts, Reference};
pub use search::Engine;
use search::{SearchRequest, search};

/// The engines that take puzzles of any kind and find shortest solutions. An engine in this list has all its tests.
pub const ENGINES: [Engine; 7] = [
    Engine::Auto,
    Engine::Ring,
    Engine::Sparse,
    Engine::Meet,
    Engine::Rows,
    Engine::Matrices,
    Engine::Disk,
];

/// The engines that draw maps, count solutions and list them.
pub const MAPPERS: [Engine; 3] = [Engine::Sparse, Engine::Rows, Engine::Matrices];

/// What a source other than the engines says of a puzzle in one style.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The fewest moves to a goal: `Some(None)` where no moves lead to one.
    pub moves: Option<Option<u64>>,
    /// The number of positions that can be reached.
    pub positions: Option<u64>,
    /// The number of positions at each distance from the start.
    pub levels: Option<Vec<u64>>,
}

impl Known {
    /// Whether nothing that both say is different.
    pub fn agrees(&self, other: &Known) -> bool {
        fn is_same<T: PartialEq>(one: &Option<T>, other: &Option<T>) -> bool {
            one.is_none() || other.is_none() || one == other
        }
        is_same(&self.moves, &other.moves)
            && is_same(&self.positions, &other.positions)
            && is_same(&self.levels, &other.levels)
    }
}

impl From<Facts> for Known {
    fn from(facts: Facts) -> Self {
        let positions = facts.levels.iter().sum();
        Self { moves: Some(facts.moves), positions: Some(positions), levels: Some(facts.levels) }
    }
}

/// A puzzle in one style, and what is known of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The puzzle's source, its seed or file, and the style: for messages.
    pub name: String,
    pub puzzle: Puzzle,
    pub style: Style,
    pub known: Known,
}

impl Case {
    /// The puzzle in a style, known by brute force, unless more than `most` positions can be reached.
    pub fn by_brute_force(name: &str, puzzle: &Puzzle, style: Style, most: usize) -> Option<Case> {
        let facts = Reference::new(puzzle).facts(style, most)?;
        Some(Case::new(name, puzzle, style, facts.into()))
    }

    /// The same of the random puzzle with this number.
    pub fn random(seed: u64, style: Style, most: usize) -> Option<Case> {
        Case::by_brute_force(&format!("seed {seed}"), &read(&random::any(seed)), style, most)
    }

    pub fn new(name: &str, puzzle: &Puzzle, style: Style, known: Known) -> Case {
        Case { name: format!("{name}, style {style}"), puzzle: puzzle.clone(), style, known }
    }

    /// Searches by an engine and holds the answer against what is known. `None` if the engine refuses the puzzle, which
    /// it may.
    pub fn search(&self, ask: &SearchRequest, observer: &mut dyn Observer) -> Option<Answer> {
        let asked = SearchRequest { style: self.style, ..ask.clone() };
        match search(&self.puzzle, &asked, observer) {
            Ok(answer) => {
                self.judge(&asked, &answer);
                Some(answer)
            }
            Err(
                Refusal::Unsuited(_)
                | Refusal::TooManyPlacements { .. }
                | Refusal::Uncountable { .. }
                | Refusal::TooLittleMemory { .. }
                | Refusal::NoRoom { .. },
            ) => None,
            Err(error) => panic!("{}: {:?} refuses: {error}", self.name, ask.engine),
        }
    }

    /// Whether an answer is true, and complete if it says so.
    pub fn judge(&self, ask: &SearchRequest, answer: &Answer) {
        let case = format!("{ask:?}\n{answer:?}\n{:?}\n{}\n{}", self.known, self.name, self.puzzle);
        let is_over = !matches!(answer.status, Status::Stopped(_));
        assert_eq!(answer.status == Status::Solved, is_over && answer.moves.is_some(), "{case}");
        assert!(answer.is_shortest || answer.engine == solve::Engine::Beam, "{case}");
        if let Some(least) = self.known.moves {
            match answer.moves {
                Some(moves) if answer.is_shortest => assert_eq!(Some(moves), least, "{case}"),
                Some(moves) => assert!(least.is_some_and(|least| least <= moves), "{case}"),
                None => assert!(!is_over || least.is_none(), "{case}"),
            }
            let at_least = answer.at_least().unwrap_or(0);
            assert!(least.is_none_or(|least| at_least <= least), "{case}");
        }
        let has_all = is_over && (ask.until == Until::Exhausted || answer.moves.is_none());
        self.judge_counts(&answer.counted, has_all, &case);
        let stops_at_goal = is_over && ask.until == Until::Solved;
        if let (Counted::Reached { levels, .. }, true) = (&answer.counted, stops_at_goal) {
            assert!(answer.moves.is_none_or(|moves| levels.len() as u64 == moves), "{case}");
        }
        if is_over {
            let is_wanted = ask.wants_solution && answer.moves.is_some();
            assert_eq!(answer.solution.is_some(), is_wanted, "{case}");
        }
        if let Some(solution) = &answer.solution {
            is_solved(&self.puzzle, self.style, solution, answer.moves, &case);
        }
    }

    fn judge_counts(&self, counted: &Counted, has_all: bool, case: &str) {
        // A search from both ends adds an empty level when it has all.
        let found = counted.levels();
        let full = found.strip_suffix(&[0]).unwrap_or(found);
        let is_counted = matches!(counted, Counted::Reached { .. });
        if let (Some(positions), true) = (self.known.positions, has_all && is_counted) {
            assert_eq!(counted.total(), positions, "{case}");
        }
        let Some(levels) = &self.known.levels else { return };
        assert!(levels.starts_with(full), "{case}");
        assert!(!has_all || !is_counted || levels == found, "{case}");
        if let Counted::Kept { positions, rounds, .. } = counted {
            let most = u64::from(*rounds) * levels.iter().sum::<u64>();
            assert!(*positions <= most, "a round has kept a position twice: {case}");
        }
    }
}

/// Whether a solution has this number of moves, and all of them are legal.
pub fn is_solved(puzzle: &Puzzle, style: Style, found: &Solution, moves: Option<u64>, case: &str) {
    assert_eq!(Some(found.moves.len() as u64), moves, "{case}");
    assert_eq!(verify(puzzle, style, found), Ok(()), "{case}");
}

/// What the styles have to say of each other, whatever the puzzle: more freedom, no more moves.
pub fn hold_together(cases: &[Case]) {
    let moves = |case: &Case| case.known.moves.flatten().unwrap_or(u64::MAX);
    for (narrow, wide) in [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)] {
        let [narrow, wide] = [narrow, wide].map(|style: usize| &cases[style]);
        assert!(moves(wide) <= moves(narrow), "{}\n{}", wide.name, wide.puzzle);
    }
    for alone in &cases[..3] {
        assert_eq!(alone.known.positions, cases[0].known.positions, "{}", alone.name);
    }
}

/// How an engine is asked: with one thread and two, with symmetries and without; or with so little memory that it may
/// run out.
fn requests(engine: Engine, style: Style, is_tight: bool) -> Vec<SearchRequest> {
    let ask = SearchRequest::new(style).by(engine).memory(64 << 20);
    match (engine, is_tight) {
        (Engine::Ring, false) => vec![SearchRequest { ring_words: Some(1 << 16), ..ask }],
        (Engine::Ring, true) => [5, 7, 8, 9, 10, 12]
            .map(|log| SearchRequest { ring_words: Some(1 << log), ..ask.clone() })
            .to_vec(),
        (_, false) => {
            let folds = matches!(engine, Engine::Sparse | Engine::Meet);
            let symmetries = if folds { &[true, false][..] } else { &[true] };
            // Files are the same whatever the threads, and what is slow is that they reach the disk.
            let threads = if engine == Engine::Disk { 2..=2 } else { 1..=2 };
            let with = |uses_symmetry| {
                let ask = SearchRequest { uses_symmetry, ..ask.clone() };
                threads.clone().map(move |threads| ask.clone().threads(threads))
            };
            symmetries.iter().flat_map(|&uses_symmetry| with(uses_symmetry)).collect()
        }
        (Engine::Sparse, true) => [2 << 10, 8 << 10, 20 << 10]
            .map(|memory| ask.clone().threads(1).memory(FLOOR / 2 + memory))
            .to_vec(),
        (_, true) => Vec::new(),
    }
}

/// Every engine on a case, until the goal and through all positions, in all ways of [`requests`]. Solutions of one
/// engine are equal, however it is asked. Returns how many searches each engine made.
fn each_engine(case: &Case, engines: &[Engine]) -> BTreeMap<Engine, usize> {
    let mut searches = BTreeMap::new();
    // Little memory shows all that it can on small puzzles.
    let is_small = case.known.positions.is_some_and(|positions| positions <= 1000);
    for (&engine, until) in
        engines.iter().flat_map(|engine| [(engine, Until::Solved), (engine, Until::Exhausted)])
    {
        let mut solution = None;
        let ample = requests(engine, case.style, false);
        let tight = if is_small { requests(engine, case.style, true) } else { Vec::new() };
        for ask in ample.into_iter().chain(tight) {
            let ask = SearchRequest { until, ..ask };
            let Some(answer) = case.search(&ask, &mut ()) else { continue };
            *searches.entry(engine).or_default() += 1;
            // The engine that `auto` chooses depends on the memory, as does what a ring has forgotten.
            let is_same = !matches!(engine, Engine::Auto | Engine::Ring);
            if matches!(answer.status, Status::Stopped(_)) || !is_same {
                continue;
            }
            let first = solution.get_or_insert_with(|| answer.solution.clone());
            assert_eq!(answer.solution, *first, "{ask:?}\n{}\n{}", case.name, case.puzzle);
        }
    }
    searches
}

/// Does this for each case on all cores.
pub fn each_case(cases: &[Case], engines: &[Engine]) -> BTreeMap<Engine, usize> {
    let mut sum = BTreeMap::new();
    for searches in each(cases, |case| each_engine(case, engines)) {
        searches.into_iter().for_each(|(engine, count)| *sum.entry(engine).or_default() += count);
    }
    eprintln!("{} cases, {sum:?} searches", cases.len());
    sum
}

/// The first seeds, times `SLIDING_SEEDS` if that is set: a few for every day, and many for a night.
pub fn seeds(few: u64) -> Vec<u64> {
    let times = std::env::var("SLIDING_SEEDS").map_or(1, |times| times.parse().expect("a number"));
    (0..few * times).collect()
}

/// A puzzle, of text that has to be one.
pub fn read(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Tiles in order and one empty cell behind them, as text, with this goal.
pub fn tiles(rows: usize, cols: usize, goal: &str) -> String {
    let names = &"123456789abcdefghijklmno"[..rows * cols - 1];
    let kinds: String = names.chars().map(|name| format!("{name} = 1\n")).collect();
    format!("{rows} x {cols}\n{kinds}{names}\n{goal}\n")
}

/// The puzzle in a file of this project.
pub fn puzzle(path: &str) -> Puzzle {
    read(&files::read(path))
}

/// Does `work` on every item on all cores, and returns the results in the order of the items. A panic in one of the
/// threads is one of the caller.
pub fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    map(thread::available_parallelism().map_or(1, |cores| cores.get()), items, work)
}
