//! The puzzles of a run of `sliding solve`: one after the other, or, if databases are for them, many
//! in several threads.

use std::mem;

use sliding::analyse::DistanceTable;
use sliding::report::page::Page;
use sliding::report::tiles::BoardTotals;
use sliding::solve::is_for_tiles;
use sliding::tiles::{TileSolver, Tiles};

use super::{Arguments, write};
use crate::run::in_order;
use crate::*;

/// The most boards of tiles that are read before they are solved.
const MOST_WAITING: usize = 10_000;

/// The puzzles of a run: those that wait, and what is reported of all at the end.
pub struct Batch<'a> {
    arguments: &'a Arguments,
    style: Style,
    /// Whether no moves are shown.
    is_quiet: bool,
    begun: Instant,
    /// Boards of tiles that are searched together, with databases opened once.
    waiting: Vec<Input>,
    boards: BoardTotals,
    /// The puzzles of a page.
    solved: Vec<(Input, Answer, Option<DistanceTable>)>,
}

impl<'a> Batch<'a> {
    pub fn new(arguments: &'a Arguments, style: Style, is_quiet: bool) -> Batch<'a> {
        let (waiting, solved) = (Vec::new(), Vec::new());
        let (begun, boards) = (Instant::now(), BoardTotals::default());
        Batch { arguments, style, is_quiet, begun, waiting, boards, solved }
    }

    /// Searches a puzzle, after those that wait, or has it wait with them.
    pub fn add(&mut self, found: Result<Input, Unreadable>, target: &mut Target) -> CommandResult {
        if let Ok(input) = &found
            && self.has_databases(input)
        {
            self.waiting.extend(found);
            let is_full = self.waiting.len() == MOST_WAITING;
            return if is_full { self.search_waiting(target) } else { Ok(Verdict::Fine) };
        }
        let before = self.search_waiting(target)?;
        let ended = match found {
            Ok(input) => self.search(&input, target),
            Err(Unreadable::Board(board)) => self.search_large(&board, target),
            Err(unreadable) => Err(unreadable.into()),
        };
        Ok(before.max(ended.or_else(Failure::report)?))
    }

    fn has_databases(&self, input: &Input) -> bool {
        let Arguments { engine, disk, exhaust, .. } = self.arguments;
        let mut query = Query::new(&input.puzzle, self.style);
        query.engine = *engine;
        disk.disk.is_none() && !exhaust && is_for_tiles(&query)
    }

    fn search(&mut self, input: &Input, target: &mut Target) -> CommandResult {
        let mut search = Search::new(input, self.style, self.arguments.limits, target.globals);
        let found = self.arguments.solve(&TileSolver::new(1), &mut search, self.is_quiet);
        self.report(&mut search, found, target)
    }

    fn search_large(&mut self, board: &LargeBoard, target: &mut Target) -> CommandResult {
        let Arguments { engine, cache, limits, max_moves, .. } = self.arguments;
        let query = large::query(*engine, self.style, cache.as_deref());
        let (answer, verdict) = board.solve(&query, *limits, *max_moves, target)?;
        let moves = answer.moves(query.metric).map(|moves| moves as u64);
        self.boards.add(answer.status, moves, answer.positions);
        Ok(verdict)
    }

    /// Searches the puzzles that wait, in several threads.
    fn search_waiting(&mut self, target: &mut Target) -> CommandResult {
        let waiting = mem::take(&mut self.waiting);
        match &waiting[..] {
            [] => return Ok(Verdict::Fine),
            [input] => return Ok(self.search(input, target).or_else(Failure::report)?),
            _ => {}
        }
        let Batch { arguments, style, is_quiet, .. } = *self;
        let (globals, limits) = (target.globals, arguments.limits);
        // A bar is about all, and what `--verbose` reports of one search is not mixed with another.
        let (progress, threads) = match globals.verbose {
            true => (globals.progress, NonZeroUsize::new(1)),
            false => (ProgressFormat::None, limits.threads),
        };
        let globals_of_one = Globals { progress, ..globals };
        let tiles = TileSolver::new(waiting.len());
        let work = |&input: &_| {
            let mut search = Search::new(input, style, limits, globals_of_one);
            let found = arguments.solve(&tiles, &mut search, is_quiet);
            (search, found)
        };
        let mut watch = ProgressObserver::new(globals);
        let (mut worst, mut done) = (Verdict::Fine, 0);
        in_order(&Vec::from_iter(&waiting), threads, work, |_, (mut search, found)| {
            watch.clear();
            let ended = self.report(&mut search, found, target);
            worst = worst.max(ended.or_else(Failure::report)?);
            done += 1;
            watch.boards_done(done, waiting.len());
            io::Result::Ok(())
        })?;
        Ok(worst)
    }

    /// Writes what was found for a puzzle.
    fn report(
        &mut self,
        search: &mut Search,
        found: Result<(Answer, Option<bool>), Failure>,
        target: &mut Target,
    ) -> CommandResult {
        let (answer, verified) = found?;
        write(self.arguments, search, &answer, verified, target)?;
        if Tiles::of(&search.input.puzzle).is_some() {
            self.boards.add(answer.status, answer.moves, answer.counted.total());
        }
        let is_unsolvable = answer.status == Status::Unsolvable;
        let verdict = search.verdict(answer.status.stopped(), is_unsolvable);
        if target.format == Html {
            let distances = self.arguments.distances(search, &answer, target.globals);
            self.solved.push((search.input.clone(), answer, distances));
        }
        Ok(if verified == Some(false) { Verdict::Internal } else { verdict })
    }

    /// Searches the puzzles that wait, and writes what is about all: sums, or a page.
    pub fn end(mut self, target: &mut Target) -> CommandResult {
        let verdict = self.search_waiting(target)?;
        let Batch { arguments, style, begun, boards, solved, .. } = self;
        if target.format == Text && boards.boards > 1 {
            writeln!(target.out, "{}", boards.text(begun.elapsed()))?;
        }
        if !solved.is_empty() {
            let puzzles = solved.iter().map(|(input, answer, distances)| {
                input.playable(style, answer, distances.as_ref())
            });
            let puzzles = &Vec::from_iter(puzzles);
            Page { puzzles, hidden: arguments.hidden() }.write(&mut target.out)?;
        }
        Ok(verdict)
    }
}
