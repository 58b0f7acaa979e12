//! Proofs that no path to a goal is shorter than the one found, or that there is none.
//!
//! The levels of a breadth-first search are such a proof, which can be checked without knowing how
//! they were found: `docs/internals/proofs.md`. That costs the time of the search and of sorting all
//! levels, which are kept in a [`LevelFile`], as the first lines of the proof are known last.

mod level_file;

pub use crate::check::proof::ProvenKind as ProofKind;

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use level_file::LevelFile;

use crate::engine::board::Code;
use crate::engine::choose;
use crate::engine::compiled::{Compiled, check_puzzle, dispatch};
use crate::engine::dense::Keep;
use crate::engine::drive::{Listed, Run, Search, SearchOutcome, drive};
use crate::engine::folder::{CHOSEN, Folder, Keep as KeepLevels};
use crate::engine::handover::HandoverObserver;
use crate::engine::host::Instant;
use crate::engine::meet::{self, Meet, SearchEnd};
use crate::engine::query::{Budget, Engine, Observer, Query, Refusal, Status, Stopped, Until};
use crate::engine::table::TableSearch;
use crate::puzzle::{Configuration, Placement, Puzzle};

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
    dispatch!(all (query.puzzle, query.style, &[]), compiled => {
        Proving { query, compiled, run, spelling: &spelling, folder, begun, out }.search()
    })
}

/// Shared state of the engines.
struct Proving<'a, const W: usize> {
    query: &'a Query<'a>,
    compiled: &'a Compiled<'a, W>,
    run: Run<'a>,
    spelling: &'a Spelling,
    folder: &'a Path,
    begun: Instant,
    out: &'a mut dyn Write,
}

impl<'a, const W: usize> Proving<'a, W> {
    fn level_file(&self) -> io::Result<LevelFile<'a, W>> {
        LevelFile::new(self.spelling, self.run.budget.threads(), self.folder)
    }

    /// Searches with the requested engine, or the one that suits; on disk if there is a folder.
    fn search(&mut self) -> Result<Proof, ProveError> {
        let (query, budget, asked) = (self.query, self.run.budget, self.query.engine);
        if let Some(disk) = &query.disk {
            if !matches!(asked, Engine::Auto | Engine::Sparse) {
                let why = "with a folder, proofs are written by the engine sparse";
                return Err(Refusal::Unsuited(why).into());
            }
            let why = if asked == Engine::Auto { CHOSEN } else { "as requested" };
            self.run.observer.engine_chosen(Engine::Sparse, why);
            let folder = Folder::open(&disk.folder, disk.limit).map_err(Refusal::from)?;
            let keep = KeepLevels::ToGoal;
            let search = TableSearch::open(self.compiled, budget, &folder, keep, disk.resumes);
            let mut search = search.map_err(Refusal::from)?;
            let proof = self.by_levels(&mut search);
            search.finish(&mut self.run);
            return proof;
        }
        let is_complete = query.puzzle.goals().iter().all(|goal| goal.is_complete());
        if asked == Engine::Meet || asked == Engine::Auto && is_complete {
            let why = if asked == Engine::Meet { "as requested" } else { "the goal is complete" };
            self.run.observer.engine_chosen(Engine::Meet, why);
            // The positions reachable from the goals do not determine those reachable from the start.
            if let Some(proof) = self.by_meet()? {
                return Ok(proof);
            }
        } else if let Some(mut dense) =
            choose::dense_for_map(query, Keep::Path, budget, self.run.observer)?
        {
            return self.by_levels(&mut dense);
        }
        let mut table = TableSearch::from_start(self.compiled, budget);
        table.keeps_path(true);
        self.by_levels(&mut table)
    }

    /// Searches from the start for a goal, and keeps each level.
    fn by_levels(&mut self, search: &mut dyn Listed) -> Result<Proof, ProveError> {
        let (mut part, budget) = (self.level_file()?, self.run.budget);
        let outcome = drive(search, Until::Solved, &mut self.run, &mut |search, distance| {
            part.add(search, distance, budget)
        });
        self.write(search, outcome, vec![part])
    }

    /// Searches from both ends until they meet; `None` if they do not. The positions found last are
    /// in neither part, and need not be.
    fn by_meet(&mut self) -> Result<Option<Proof>, ProveError> {
        let goals = meet::goals(self.query.puzzle, self.run.budget)?;
        let goals = goals.iter().map(|goal| self.compiled.encode(goal)).collect();
        let mut parts = vec![self.level_file()?, self.level_file()?];
        let budget = self.run.budget;
        let mut meet = Meet::new(self.compiled, goals, true, budget);
        let outcome = drive(&mut meet, Until::Solved, &mut self.run, &mut |meet, distance| {
            for (end, part) in [SearchEnd::Start, SearchEnd::Goals].into_iter().zip(&mut parts) {
                if distance == 0 || meet.advanced() == end {
                    part.add(meet.table(end), distance, budget)?;
                }
            }
            Ok(())
        });
        match outcome.status() {
            Status::Unsolvable => Ok(None),
            _ => self.write(&mut meet, outcome, parts).map(Some),
        }
    }

    /// Writes the proof, unless the search was stopped. The parts have its levels: from the start,
    /// and for a bidirectional search those from the goals.
    fn write(
        &mut self,
        search: &mut (impl Search + ?Sized),
        outcome: SearchOutcome,
        mut parts: Vec<LevelFile<W>>,
    ) -> Result<Proof, ProveError> {
        if let Some(error) = parts.iter_mut().find_map(|part| part.failure.take()) {
            return Err(error.into());
        }
        let (mut stopped, moves, mut path) = (outcome.stopped, outcome.met, Vec::new());
        if let (None, Some(distance)) = (stopped, moves) {
            match search.path(distance, &mut self.run) {
                Ok(found) => path = found,
                Err(limit) => stopped = Some(limit),
            }
        }
        let searched = self.begun.elapsed();
        // The number of levels of each part that prove the least number of moves.
        let levels = match (&parts[..], moves.map(|moves| moves as usize)) {
            (parts, None) => vec![parts[0].levels.len()],
            ([_, goals], Some(moves @ 1..)) => {
                let levels = goals.levels.len().min(moves);
                vec![moves + 1 - levels, levels]
            }
            (_, Some(moves)) => vec![moves],
        };
        let listed = parts.iter().zip(&levels);
        let mut proof = Proof {
            stopped,
            moves,
            kind: match (moves, levels.len()) {
                (None, _) => ProofKind::Closed,
                (_, 1) => ProofKind::Levels,
                _ => ProofKind::TwoSided,
            },
            levels: levels.iter().sum::<usize>() as u64,
            configurations: listed.map(|(part, &n)| part.levels[..n].iter().sum::<u64>()).sum(),
            searched,
            elapsed: searched,
        };
        if stopped.is_some() {
            return Ok(proof);
        }
        let mut text = ProofText::new(self.out);
        text.header(self.query, &proof, &path)?;
        for ((part, levels), name) in parts.iter_mut().zip(levels).zip(["start", "goals"]) {
            text.write(format!("part: {name}\n").as_bytes())?;
            part.write(levels, &mut text)?;
        }
        text.end(proof.configurations)?;
        proof.elapsed = self.begun.elapsed();
        Ok(proof)
    }
}

/// A covered cell that is not an origin.
const SILENT: u8 = u8::MAX;

/// The spelling of a puzzle's positions, by words that sort like their shorthand.
///
/// A word has the symbol of each piece at the cell of its origin, and zeros at all other cells.
/// Before the first cell where two such words differ, everything is equal, including the covered
/// cells. So that cell is covered in neither, and its symbols are the first to differ in shorthand,
/// too. A word has as many bits as a code, and its type; the first cell has the most significant.
pub struct Spelling {
    /// The number of the name of each kind among all, from 1.
    kinds: Vec<u8>,
    /// The name of each symbol, and the cells beyond its origin that it covers.
    names: Vec<(u8, Vec<usize>)>,
    /// What stands for each cell that is not covered.
    blank: Vec<u8>,
    /// The bits of a symbol.
    bits: usize,
}

impl Spelling {
    pub fn new(puzzle: &Puzzle) -> Self {
        let (counts, cols) = (puzzle.counts(), puzzle.size().cols as i32);
        let mut used: Vec<usize> = (0..counts.len()).filter(|&kind| counts[kind] > 0).collect();
        used.sort_unstable_by_key(|&kind| puzzle.kinds()[kind].name());
        let (mut kinds, mut names) = (vec![0; counts.len()], vec![(b'0', Vec::new())]);
        for number in used {
            let kind = &puzzle.kinds()[number];
            kinds[number] = names.len() as u8;
            // The origin is the first of the cells.
            let beyond = kind.cells()[1..].iter();
            let beyond = beyond.map(|&(row, col)| (row * cols + col) as usize).collect();
            names.push((kind.name() as u8, beyond));
        }
        let mut blank = vec![b'0'; puzzle.size().cells()];
        puzzle.blocked().iter().for_each(|&cell| blank[cell as usize] = b'x');
        let bits = (usize::BITS - (names.len() - 1).leading_zeros()) as usize;
        Self { kinds, names, blank, bits }
    }

    /// Returns the place of the bits of a cell: a word, counted from the last, and a shift.
    fn place(&self, cell: usize) -> (usize, usize) {
        let bit = (self.blank.len() - 1 - cell) * self.bits;
        (bit / 64, bit % 64)
    }

    /// Returns the word of some pieces.
    pub fn word<const W: usize>(&self, pieces: &[Placement]) -> Code<W> {
        let mut word = Code::ZERO;
        for piece in pieces {
            let symbol = u64::from(self.kinds[usize::from(piece.kind)]);
            let (at, shift) = self.place(piece.cell as usize);
            word.0[W - 1 - at] |= symbol << shift;
            if shift + self.bits > 64 {
                word.0[W - 2 - at] |= symbol >> (64 - shift);
            }
        }
        word
    }

    /// Appends the shorthand of a word, without zeros at the end, and the end of the line. `board`
    /// is scratch space.
    pub fn write<const W: usize>(&self, word: &Code<W>, board: &mut Vec<u8>, text: &mut Vec<u8>) {
        board.clone_from(&self.blank);
        for cell in 0..board.len() {
            let (at, shift) = self.place(cell);
            let mut symbol = word.0[W - 1 - at] >> shift;
            if shift + self.bits > 64 {
                symbol |= word.0[W - 2 - at] << (64 - shift);
            }
            let symbol = symbol as usize & ((1 << self.bits) - 1);
            if symbol != 0 {
                let (name, beyond) = &self.names[symbol];
                board[cell] = *name;
                beyond.iter().for_each(|next| board[cell + next] = SILENT);
            }
        }
        let begin = text.len();
        text.extend(board.iter().filter(|&&symbol| symbol != SILENT));
        let zeros = text[begin..].iter().rev().take_while(|&&symbol| symbol == b'0').count();
        text.truncate(text.len() - zeros);
        text.push(b'\n');
    }
}

pub struct ProofText<'a> {
    out: &'a mut dyn Write,
    hasher: blake3::Hasher,
}

impl<'a> ProofText<'a> {
    pub fn new(out: &'a mut dyn Write) -> Self {
        Self { out, hasher: blake3::Hasher::new() }
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.out.write_all(bytes)
    }

    /// Writes everything before the levels.
    pub fn header(
        &mut self,
        &Query { puzzle, style, .. }: &Query,
        &Proof { kind, moves, .. }: &Proof,
        path: &[Configuration],
    ) -> io::Result<()> {
        let claim = moves.map_or("none".to_owned(), |moves| format!("moves {moves}"));
        let mut text = format!(
            "sliding-proof 1\nstyle: {style}\nclaim: {claim}\nkind: {}\npuzzle:\n{puzzle}\n",
            kind.name()
        );
        if moves.is_some() {
            text += &format!("solution: {}\n", path.len() - 1);
            for configuration in path {
                text += &puzzle.shorthand(configuration);
                text.push('\n');
            }
        }
        self.write(text.as_bytes())
    }

    /// Writes the last line.
    pub fn end(self, configurations: u64) -> io::Result<()> {
        let hash = self.hasher.finalize();
        writeln!(self.out, "end: {configurations} {hash}")
    }
}
