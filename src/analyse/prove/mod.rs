//! Proofs that no path to a goal is shorter than the one found, or that there is none.
//!
//! The levels of a breadth-first search are such a proof, which can be checked without knowing how
//! they were found: `docs/internals/proofs.md`. The levels of every engine are sorted and kept by a
//! [`Spool`], as the first lines of the file are known last.

mod spelling;
mod spool;
mod text;
mod words;

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use self::spelling::Spelling;
use self::spool::{Spool, spool};
use self::text::ProofText;
use crate::engine::choose::{self, report_fallback};
use crate::engine::compiled::{Compiled, check_puzzle, dispatch};
use crate::engine::dense::{BuildError, Keep};
use crate::engine::drive::{Listed, Run, Search, SearchOutcome, drive};
use crate::engine::folder::{CHOSEN, Folder, Keep as KeepLevels};
use crate::engine::handover::HandoverObserver;
use crate::engine::host::Instant;
use crate::engine::meet::{self, Meet, SearchEnd};
use crate::engine::query::{
    Budget, Disk, Engine, Layout, Observer, Query, Refusal, Stopped, Until,
};
use crate::engine::table::TableSearch;
use crate::puzzle::Configuration;

/// The kinds of proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofKind {
    /// All levels from the start before the first goal.
    Levels,
    /// All reachable positions.
    Closed,
    /// Levels from the start, and levels from the goals.
    TwoSided,
}

impl ProofKind {
    /// Returns its name in files.
    pub fn name(self) -> &'static str {
        match self {
            ProofKind::Levels => "levels",
            ProofKind::Closed => "closed",
            ProofKind::TwoSided => "two-sided",
        }
    }
}

/// A proof that was written, or why it was not.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Proof {
    /// What stopped the search before its end. Then nothing was written.
    pub stopped: Option<Stopped>,
    /// The least number of moves; `None` for no solution.
    pub moves: Option<u64>,
    /// The kind of proof: from both ends where the search was from both ends.
    pub kind: ProofKind,
    /// The number of levels, in both parts if there are two.
    pub levels: u64,
    /// The number of positions listed.
    pub configurations: u64,
    /// The time until the solution was known. `elapsed` is the time until everything was written.
    pub searched: Duration,
    /// See `searched`.
    pub elapsed: Duration,
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The search cannot begin.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The proof cannot be written, or the levels cannot be kept.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Searches, and writes a proof of the least number of moves, or of unsolvability.
///
/// Of the query, the puzzle, the style and the engine matter: [`Engine::Sparse`], [`Engine::Dense`],
/// and [`Engine::Meet`] produce levels. [`Engine::Auto`] chooses
/// the one that suits: the disk if the query has a folder, or if memory does not suffice and the
/// query allows files. With a folder, the other engines are refused. Meanwhile the levels are kept
/// in an unnamed file in `folder`, with some bytes per position. The time is that of the search, and
/// that of sorting and writing all levels.
///
/// # Errors
///
/// Returns an error if the search cannot begin or something cannot be written.
///
/// ```
/// use sliding::analyse::{ProofKind, prove};
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n2 = 1\n12\n21\n".parse().unwrap();
/// let (query, budget) = (Query::new(&puzzle, Style::STEP), Budget::default());
/// let mut file = Vec::new();
/// let proof = prove(&query, &budget, &mut (), &std::env::temp_dir(), &mut file).unwrap();
/// assert_eq!((proof.moves, proof.kind, proof.configurations), (None, ProofKind::Closed, 6));
///
/// let read = |text: &str| text.parse::<Puzzle>().map_err(|error| error.to_string());
/// let proven = sliding::check::proof::check(&mut &file[..], &read, &budget).unwrap();
/// assert_eq!(proven.moves, None);
/// ```
pub fn prove(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
    folder: &Path,
    out: &mut dyn Write,
) -> Result<Proof, ProveError> {
    check_puzzle(query.puzzle)?;
    let spelling = Spelling::new(query.puzzle);
    let mut rest = HandoverObserver::new(observer);
    let run = Run { budget, observer: &mut rest };
    let begun = Instant::now();
    let proving = Proving { query, run, spelling: &spelling, folder, begun, out };
    dispatch!(all (query.puzzle, query.style, &[]), compiled => proving.run(compiled))
}

/// Shared state of the engines.
struct Proving<'a> {
    query: &'a Query<'a>,
    run: Run<'a>,
    spelling: &'a Spelling,
    folder: &'a Path,
    begun: Instant,
    out: &'a mut dyn Write,
}

/// The result of a search.
struct LevelSearch<'a> {
    outcome: SearchOutcome,
    /// A shortest path to a goal.
    path: Vec<Configuration>,
    /// Its levels: from the start, and for a bidirectional search those from the goals.
    parts: Vec<Box<dyn Spool + 'a>>,
}

impl<'a> LevelSearch<'a> {
    /// Builds the result of a search, with the path to the goal unless that was stopped.
    fn new(
        mut outcome: SearchOutcome,
        path: Result<Vec<Configuration>, Stopped>,
        parts: Vec<Box<dyn Spool + 'a>>,
    ) -> Self {
        let path = match path {
            Ok(path) => path,
            Err(stopped) => {
                outcome.stopped.get_or_insert(stopped);
                Vec::new()
            }
        };
        Self { outcome, path, parts }
    }
}

/// The result of a search whose levels are spooled.
type ProveResult<T> = Result<T, ProveError>;

impl Proving<'_> {
    fn run<const W: usize>(mut self, compiled: &Compiled<W>) -> ProveResult<Proof> {
        let found = self.search(compiled)?;
        let searched = self.begun.elapsed();
        self.write(found, searched)
    }
}

impl<'a> Proving<'a> {
    fn spool(&self) -> io::Result<Box<dyn Spool + 'a>> {
        spool(self.spelling, self.run.budget.threads(), self.folder)
    }

    /// Searches with the requested engine, or the one that suits; on disk if there is a folder.
    fn search<const W: usize>(&mut self, compiled: &Compiled<W>) -> ProveResult<LevelSearch<'a>> {
        let Query { engine, disk: Some(disk), .. } = self.query else {
            return self.search_in_memory(compiled);
        };
        let why = match engine {
            Engine::Auto => CHOSEN,
            Engine::Sparse => "as requested",
            _ => {
                let why = "with a folder, proofs are written by the engine sparse";
                return Err(Refusal::Unsuited(why).into());
            }
        };
        self.run.observer.engine_chosen(Engine::Sparse, why);
        self.on_disk(compiled, disk)
    }

    fn search_in_memory<const W: usize>(
        &mut self,
        compiled: &Compiled<W>,
    ) -> ProveResult<LevelSearch<'a>> {
        let puzzle = self.query.puzzle;
        let is_complete = puzzle.goals().iter().all(|goal| goal.is_complete());
        let asked = self.query.engine;
        if asked == Engine::Meet || asked == Engine::Auto && is_complete {
            let why = if asked == Engine::Meet { "as requested" } else { "the goal is complete" };
            self.run.observer.engine_chosen(Engine::Meet, why);
            let found = self.by_meet(compiled)?;
            // The positions reachable from the goals do not determine those reachable from the start.
            let has_answer = found.outcome.stopped.is_some() || found.outcome.met.is_some();
            return if has_answer { Ok(found) } else { self.by_table(compiled) };
        }
        let choice = choose::for_map(self.query, self.run.observer)?;
        if choice.engine == Engine::Sparse {
            return self.by_table(compiled);
        }
        match self.by_bits(choice.layout) {
            Err(ProveError::Refused(error)) if asked == Engine::Auto => {
                report_fallback(&error, self.run.observer);
                self.by_table(compiled)
            }
            result => result,
        }
    }

    /// Searches from the start for a goal, with all levels in a folder.
    fn on_disk<const W: usize>(
        &mut self,
        compiled: &Compiled<W>,
        disk: &Disk,
    ) -> ProveResult<LevelSearch<'a>> {
        let folder = Folder::open(&disk.folder, disk.limit).map_err(Refusal::from)?;
        let budget = self.run.budget;
        let keep = KeepLevels::ToGoal;
        let search = TableSearch::open(compiled, budget, &folder, keep, disk.resumes);
        let mut search = search.map_err(Refusal::from)?;
        let found = self.spool_levels(&mut search);
        search.finish(&mut self.run);
        found
    }

    fn by_table<const W: usize>(&mut self, compiled: &Compiled<W>) -> ProveResult<LevelSearch<'a>> {
        let mut table = TableSearch::from_start(compiled, self.run.budget);
        table.keeps_path(true);
        self.spool_levels(&mut table)
    }

    /// Searches with bits for all positions.
    fn by_bits(&mut self, layout: Option<Layout>) -> ProveResult<LevelSearch<'a>> {
        let (query, budget) = (self.query, self.run.budget);
        match choose::dense(query, layout, Keep::Path, budget) {
            Ok(mut dense) => self.spool_levels(&mut dense),
            Err(BuildError::Stopped(stopped)) => {
                let path = Err(stopped);
                Ok(LevelSearch::new(SearchOutcome::default(), path, vec![self.spool()?]))
            }
            Err(BuildError::Refused(refusal)) => Err(refusal.into()),
        }
    }

    /// Searches from the start for a goal, and spools each level.
    fn spool_levels(&mut self, search: &mut dyn Listed) -> ProveResult<LevelSearch<'a>> {
        let mut part = self.spool()?;
        let (mut failure, budget) = (FirstError::default(), self.run.budget);
        let outcome = drive(search, Until::Solved, &mut self.run, &mut |search, distance| {
            failure.spool_level(search, distance, budget, &mut *part)
        });
        let path = match (outcome.stopped, outcome.met) {
            (Some(stopped), _) => Err(stopped),
            (None, Some(distance)) => search.path(distance, &mut self.run),
            (None, None) => Ok(Vec::new()),
        };
        failure.end(LevelSearch::new(outcome, path, vec![part]))
    }

    /// Searches from both ends until they meet. The positions found last are in neither part, and
    /// need not be.
    fn by_meet<const W: usize>(&mut self, compiled: &Compiled<W>) -> ProveResult<LevelSearch<'a>> {
        let goals = meet::goals(self.query.puzzle, self.run.budget)?;
        let goals = goals.iter().map(|goal| compiled.encode(goal)).collect();
        let mut parts = [self.spool()?, self.spool()?];
        let (mut failure, budget) = (FirstError::default(), self.run.budget);
        let mut meet = Meet::new(compiled, goals, true, budget);
        let outcome = drive(&mut meet, Until::Solved, &mut self.run, &mut |meet, distance| {
            for (end, part) in [SearchEnd::Start, SearchEnd::Goals].into_iter().zip(&mut parts) {
                if distance == 0 || meet.advanced() == end {
                    failure.spool_level(meet.table(end), distance, budget, &mut **part)?;
                }
            }
            Ok(())
        });
        let path = match (outcome.stopped, outcome.met) {
            (Some(stopped), _) => Err(stopped),
            (None, Some(distance)) => meet.path(distance, &mut self.run),
            (None, None) => Ok(Vec::new()),
        };
        failure.end(LevelSearch::new(outcome, path, parts.into()))
    }

    /// Assembles the proof.
    fn write(self, mut found: LevelSearch, searched: Duration) -> ProveResult<Proof> {
        let SearchOutcome { stopped, met: moves, .. } = found.outcome;
        let levels: Vec<usize> = match moves {
            Some(moves) => levels(&found.parts, moves as usize),
            None => vec![found.parts[0].levels().len()],
        };
        let listed = found.parts.iter().zip(&levels);
        let mut proof = Proof {
            stopped,
            moves,
            kind: match (moves, levels.len()) {
                (None, _) => ProofKind::Closed,
                (_, 1) => ProofKind::Levels,
                _ => ProofKind::TwoSided,
            },
            levels: levels.iter().sum::<usize>() as u64,
            configurations: listed.map(|(p, &n)| p.levels()[..n].iter().sum::<u64>()).sum(),
            searched,
            elapsed: self.begun.elapsed(),
        };
        if stopped.is_some() {
            return Ok(proof);
        }
        let mut text = ProofText::new(self.out);
        text.header(
            self.query.puzzle,
            self.query.style,
            (proof.kind.name(), proof.moves),
            &found.path,
        )?;
        let names = ["part: start\n", "part: goals\n"];
        for ((part, levels), name) in found.parts.iter_mut().zip(levels).zip(names) {
            text.write(name.as_bytes())?;
            part.write(levels, &mut text)?;
        }
        text.end(proof.configurations)?;
        proof.elapsed = self.begun.elapsed();
        Ok(proof)
    }
}

/// Returns the number of levels of each part that prove a lower bound of `moves` moves.
fn levels(parts: &[Box<dyn Spool + '_>], moves: usize) -> Vec<usize> {
    match parts {
        [_, goals] if moves > 0 => {
            let levels = goals.levels().len().min(moves);
            vec![moves + 1 - levels, levels]
        }
        _ => vec![moves],
    }
}

/// Records the first failure to write. The search is stopped then.
#[derive(Default)]
struct FirstError(Option<io::Error>);

impl FirstError {
    /// Adds the last level of a search, at this distance, to a part.
    fn spool_level(
        &mut self,
        search: &mut dyn Listed,
        distance: u64,
        budget: &Budget,
        part: &mut dyn Spool,
    ) -> Result<(), Stopped> {
        let bytes = search.spare(budget);
        let mut listed = Ok(());
        let added = part.add(bytes, &mut |take| listed = search.list(distance, take));
        if let Err(error) = added {
            self.0.get_or_insert(error);
            return Err(Stopped::Disk);
        }
        listed
    }

    /// Returns what was found, if nothing failed.
    fn end<T>(self, found: T) -> ProveResult<T> {
        self.0.map_or(Ok(found), |error| Err(error.into()))
    }
}
