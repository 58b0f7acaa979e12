//! Proofs that no path to a goal is shorter than the one found, or that there is none.
//!
//! The levels of a breadth-first search are such a proof, which can be checked without knowing how
//! they were found: `docs/internals/proofs.md`. The levels of every engine are sorted and kept by a
//! [`Spool`], as the first lines of the file are known last.

mod by_disk;
mod by_levels;
mod by_meet;
mod by_table;
mod spelling;
mod spool;
mod text;
mod words;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use self::spelling::Spelling;
use self::spool::{Spool, spool};
use self::text::ProofText;
use crate::engine::compiled::{Compiled, CompiledJob, check_puzzle, with_compiled};
use crate::engine::handover::HandoverObserver;
use crate::engine::host::Instant;
use crate::engine::layers::{Run, SearchOutcome};
use crate::engine::query::{Budget, Engine, Observer, Query, Refusal, Stopped};
use crate::engine::{disk, whole};
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
/// Of the query, the puzzle, the style and the engine matter: [`Engine::Table`], [`Engine::Index`],
/// [`Engine::Cut`], [`Engine::Meet`] and [`Engine::Disk`] produce levels. [`Engine::Auto`] chooses
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
    with_compiled(query.puzzle, query.style, proving)
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
    /// Builds the result of a search. Unless it was stopped, `path` gives the path to the goal that
    /// was met.
    fn new(
        mut outcome: SearchOutcome,
        parts: Vec<Box<dyn Spool + 'a>>,
        path: impl FnOnce(Option<u64>) -> ControlFlow<Stopped, Vec<Configuration>>,
    ) -> Self {
        let path = match outcome.stopped.map_or_else(|| path(outcome.met), ControlFlow::Break) {
            ControlFlow::Continue(path) => path,
            ControlFlow::Break(stopped) => {
                outcome.stopped = Some(stopped);
                Vec::new()
            }
        };
        Self { outcome, path, parts }
    }
}

/// The result of a search whose levels are spooled.
type ProveResult<T> = Result<T, ProveError>;

impl CompiledJob for Proving<'_> {
    type Output = ProveResult<Proof>;

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
        let query = self.query;
        let (engine, why) = match (query.engine, &query.disk) {
            (Engine::Auto, Some(_)) => (Engine::Disk, disk::CHOSEN),
            (engine, _) => (engine, "as requested"),
        };
        if engine == Engine::Disk {
            let disk = query.disk.as_ref().ok_or(Refusal::NO_FOLDER)?;
            self.run.observer.engine_chosen(engine, why);
            return by_disk::search(self, compiled, disk);
        }
        if query.disk.is_some() {
            return Err(Refusal::Unsuited(
                "with a folder, proofs are written by the engine disk, whose levels are lists",
            )
            .into());
        }
        self.search_in_memory(compiled)
    }

    fn search_in_memory<const W: usize>(
        &mut self,
        compiled: &Compiled<W>,
    ) -> ProveResult<LevelSearch<'a>> {
        let puzzle = self.query.puzzle;
        let is_complete = puzzle.goals().iter().all(|goal| goal.is_complete());
        let (engine, why) = match self.query.engine {
            Engine::Auto if is_complete => (Engine::Meet, "the goal is complete".to_owned()),
            Engine::Auto => whole::choose_engine(puzzle),
            engine => (engine, "as requested".to_owned()),
        };
        self.run.observer.engine_chosen(engine, &why);
        match engine {
            Engine::Table => by_table::search(self, compiled),
            Engine::Index => match by_levels::search(self, Engine::Index) {
                Err(ProveError::Refused(error)) if self.query.engine == Engine::Auto => {
                    whole::report_fallback(Engine::Index, &error, self.run.observer);
                    by_table::search(self, compiled)
                }
                result => result,
            },
            Engine::Cut => by_levels::search(self, Engine::Cut),
            Engine::Meet => {
                let found = by_meet::search(self, compiled)?;
                // The positions reachable from the goals do not determine those reachable from the
                // start.
                let has_answer = found.outcome.stopped.is_some() || found.outcome.met.is_some();
                if has_answer { Ok(found) } else { by_table::search(self, compiled) }
            }
            _ => Err(Refusal::Unsuited(
                "proofs are written by the engines table, index, cut, meet and disk",
            )
            .into()),
        }
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
    /// Stops the search if something failed.
    fn note(&mut self, done: io::Result<()>) -> ControlFlow<Stopped> {
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.0.get_or_insert(error);
                ControlFlow::Break(Stopped::Disk)
            }
        }
    }

    /// Returns what was found, if nothing failed.
    fn end<T>(self, found: T) -> ProveResult<T> {
        self.0.map_or(Ok(found), |error| Err(error.into()))
    }
}
