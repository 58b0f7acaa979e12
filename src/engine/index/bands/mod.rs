//! Levels by rows that are kept in files, with only some rows in memory at a time.
//!
//! Rows are [divided](cut) into bands, and the next level is made band by band (structured
//! duplicate detection). It gathers what leads there from the same band, of which all sheets are
//! read, and whole leaves from other bands; then it removes the last two levels. A level is a pure
//! function of the two before it, and a band of the one before the last is needed only until its
//! successor is made. So the disk holds two levels, each with one colour of rows if rows have two,
//! and a part.
//!
//! Leaves are coded as gaps, in hardly more bits than their entropy
//! ([`rice`](crate::engine::disk::rice)): a level with one of eight positions takes 0.56 bits for
//! each position that it might have.
//!
//! If a path to a goal is wanted, levels up to it are [kept](map), and for a map all are.

mod cut;
mod goals;
mod map;
mod part;
mod state;
mod worker;

use std::ops::Range;
use std::sync::Mutex;

pub use self::cut::LEAST_LEAF;
use self::cut::{Division, SheetEffect};
pub use self::map::BandMap;
use self::map::PathJob;
use self::part::BandPart;
pub use self::state::cut_of;
use self::state::{BandLevel, BandState, LevelTally};
use self::worker::{BandWorker, CountOptions};
use super::graph::{RowGraph, RowGraphError};
use super::layout::{Numbering, RowLayout};
use super::wants_way;
use crate::engine::bitmap::{list_goals, report_start, stopped_at_start};
use crate::engine::compiled::with_few_widths;
use crate::engine::disk::manifest::{self, Identity};
use crate::engine::disk::{DiskError, Folder, Purpose, SearchFolder};
use crate::engine::host::{lock, share};
use crate::engine::layers::{self, Layers, Run, count_levels};
use crate::engine::query::{Advice, Answer, Budget, Disk, Engine, Progress, Query, Stopped};
use crate::engine::rank::{OrderDemands, Ranking};
use crate::puzzle::{Configuration, Puzzle, Style};

/// The rows of a puzzle and their division.
pub struct Bands<'a> {
    layout: RowLayout<'a>,
    cut: Division,
    reaches: Vec<SheetEffect>,
    goals: BandGoals,
    /// Number of threads for which there is memory.
    threads: usize,
}

/// How to divide the rows.
pub enum DivisionChoice<'a> {
    /// So that leaves have at least this many orders, but as few as possible.
    LeastLeaf(u64),
    /// As stored in a manifest.
    Stored(&'a [u64]),
}

impl<'a> Bands<'a> {
    /// Builds the bands; `None` if no division fits the memory.
    pub fn new(
        puzzle: &Puzzle,
        style: Style,
        ranking: &'a Ranking,
        place: DivisionChoice,
        budget: &Budget,
    ) -> Result<Option<Self>, Stopped> {
        let left = budget.room().saturating_sub(ranking.skeletons.bytes());
        let graph = RowGraph::explore(puzzle, ranking, style, left / 2, &mut || budget.look());
        let graph = match graph {
            Ok(graph) => graph,
            Err(RowGraphError::Memory) => return Ok(None),
            Err(RowGraphError::Stopped(stopped)) => return Err(stopped),
        };
        let left = left - graph.bytes();
        let Numbering { fields, odd, .. } = Numbering::new(puzzle, ranking, &graph);
        let layout =
            fields.and_then(|fields| RowLayout::new(ranking, graph, fields, odd, left / 2));
        let Some(mut layout) = layout else { return Ok(None) };
        let rows = layout.graph.skeletons.len();
        let left = left.saturating_sub(layout.actions.bytes());
        let threads = |cut: &Division| {
            let left = left.saturating_sub(cut.table_bytes(rows));
            (left / BandWorker::bytes(rows, cut)).min(budget.threads() as u64) as usize
        };
        let cut = match place {
            DivisionChoice::Stored(numbers) => {
                Division::stored(&layout, numbers).filter(|cut| threads(cut) > 0)
            }
            DivisionChoice::LeastLeaf(leaf) => {
                Division::choose(&layout, leaf, |cut| threads(cut) > 0)
            }
        };
        let Some(cut) = cut else { return Ok(None) };
        layout.actions.limit_to(&layout.fields, cut.sheet);
        let reaches = cut.reaches(&layout);
        let (goals, threads) = (BandGoals::new(puzzle, &layout), threads(&cut));
        Ok(Some(Self { layout, cut, reaches, goals, threads }))
    }

    fn rows(&self) -> usize {
        self.layout.graph.skeletons.len()
    }

    /// Returns the number of sheets of a part.
    fn sheets(&self, part: usize) -> usize {
        self.cut.bands_of(part).count() * self.rows()
    }

    /// Returns the number of a sheet in its part.
    fn sheet(&self, band: u64, row: usize) -> usize {
        let first = self.cut.bands_of(self.cut.part_of(band)).start;
        (band - first) as usize * self.rows() + row
    }

    /// Returns the result of an action on an order of a row.
    fn apply(&self, action: u32, row: usize, order: u64) -> u64 {
        let Division { leaf, sheet, .. } = self.cut;
        match self.reaches[action as usize] {
            SheetEffect::Band => {
                let first = order / sheet * sheet;
                let is_odd = self.layout.odd[row] ^ self.layout.fields.is_odd_before(sheet, first);
                first + u64::from(self.layout.apply(action, is_odd, (order - first) as u32))
            }
            SheetEffect::Leaves(_) => {
                let action = &self.layout.actions.list[action as usize];
                self.layout.actions.apply_before(action, leaf, order / leaf) * leaf + order % leaf
            }
        }
    }
}

/// Counts the positions at each distance, and finds a path to the first goal if it is wanted, with
/// leaves of at least `least_leaf` orders. `None` if no division into bands fits the memory.
///
/// # Errors
///
/// Where the folder cannot be used.
pub fn search(
    query: &Query,
    disk: &Disk,
    ranking: &Ranking,
    least_leaf: u64,
    run: &mut Run,
) -> Result<Option<Answer>, DiskError> {
    let place = SearchFolder::of(disk, run.observer)?;
    let folder = Folder::open(place.path(), disk.limit)?;
    let (puzzle, style, resumes) = (query.puzzle, query.style, disk.resumes);
    let purpose = if wants_way(query) { Purpose::PathByBands } else { Purpose::CountByBands };
    let stored = match resumes {
        true => Some(cut_of(&folder, &Identity::new(puzzle, style, purpose))?),
        false => None,
    };
    let cut =
        stored.as_deref().map_or(DivisionChoice::LeastLeaf(least_leaf), DivisionChoice::Stored);
    let bands = match Bands::new(puzzle, style, ranking, cut, run.budget) {
        Ok(Some(bands)) => bands,
        Ok(None) => return Ok(None),
        Err(stopped) => {
            return Ok(Some(stopped_at_start(puzzle, Engine::Index, stopped, run.observer)));
        }
    };
    if purpose == Purpose::PathByBands {
        let path = PathJob { query, bands: &bands, folder: &folder, resumes, run };
        return with_few_widths(puzzle, style, path).map(Some);
    }
    let mut search = BandSearch::open(&bands, query, &folder, purpose, resumes)?;
    search.begin_at(puzzle.start())?;
    let answer = count_levels(&mut search, query, Engine::Index, run);
    search.end(run);
    Ok(Some(answer))
}

/// The positions that meet a goal.
struct BandGoals {
    /// By row and order, ascending.
    listed: Vec<(usize, u64)>,
    /// If these would be too many: rows, and the demands on their orders.
    wide: Vec<(usize, OrderDemands)>,
}

impl BandGoals {
    fn new(puzzle: &Puzzle, layout: &RowLayout) -> Self {
        let mut listed = Vec::new();
        let wide = list_goals(puzzle, |configuration| listed.extend(layout.place(configuration)));
        let wide = wide.iter().flat_map(|goal| layout.wanted(puzzle, goal)).collect();
        listed.sort_unstable();
        listed.dedup();
        Self { listed, wide }
    }

    /// Returns the goals of a row in a range of its orders.
    fn of(&self, row: usize, orders: Range<u64>) -> RangeGoals<'_> {
        let begin = self.listed.partition_point(|&goal| goal < (row, orders.start));
        let end = self.listed.partition_point(|&goal| goal < (row, orders.end));
        let wide = self.wide.iter().filter(|(of, _)| *of == row).map(|(_, wanted)| wanted);
        RangeGoals { row, listed: &self.listed[begin..end], wide: wide.collect() }
    }
}

/// The goals of a range of orders.
struct RangeGoals<'g> {
    row: usize,
    listed: &'g [(usize, u64)],
    wide: Vec<&'g OrderDemands>,
}

impl RangeGoals<'_> {
    fn are_none(&self) -> bool {
        self.listed.is_empty() && self.wide.is_empty()
    }

    /// Whether an order meets a goal. `letters` is scratch space.
    fn meet(&self, layout: &RowLayout, order: u64, letters: &mut [Vec<u8>]) -> bool {
        if self.listed.binary_search(&(self.row, order)).is_ok() {
            return true;
        }
        if self.wide.is_empty() {
            return false;
        }
        layout.letters(self.row, order, letters);
        self.wide.iter().any(|wanted| wanted.are_met_by(letters))
    }
}

/// How levels are made, and where they are stored.
struct BandBuilder<'a> {
    bands: &'a Bands<'a>,
    folder: &'a Folder,
    /// Whether levels alternate between the two colours of rows.
    has_two_colours: bool,
}

/// A search by bands.
pub struct BandSearch<'a> {
    puzzle: &'a Puzzle,
    maker: BandBuilder<'a>,
    identity: Identity,
    state: BandState,
    /// Number of levels that existed when the search was resumed.
    resumed: u64,
    workers: Vec<BandWorker>,
    error: Option<DiskError>,
}

impl<'a> BandSearch<'a> {
    /// Opens the search in a folder if it is to be resumed; else builds one without any level.
    ///
    /// # Errors
    ///
    /// Where the folder cannot be used.
    pub fn open(
        bands: &'a Bands,
        query: &Query<'a>,
        folder: &'a Folder,
        purpose: Purpose,
        resumes: bool,
    ) -> Result<Self, DiskError> {
        let (puzzle, cut) = (query.puzzle, &bands.cut);
        let identity = Identity::new(puzzle, query.style, purpose);
        let identity = identity.numbered(bands.layout.numbering(puzzle.start()));
        let state = if resumes {
            BandState::read(folder, &identity, cut, |part| bands.sheets(part))?
        } else {
            manifest::begin(folder)?;
            BandState::new(cut.parts(), purpose)
        };
        // Goals may have both colours.
        let is_from_goals = purpose == Purpose::MapFromGoalsByBands;
        let has_two_colours = !is_from_goals && bands.layout.graph.colours().is_some();
        let maker = BandBuilder { bands, folder, has_two_colours };
        let resumed = state.counts.len() as u64;
        let workers = (0..bands.threads).map(|_| BandWorker::new(bands.rows(), cut)).collect();
        Ok(Self { puzzle, maker, identity, state, resumed, workers, error: None })
    }

    fn begins_at_start(&self) -> bool {
        self.identity.purpose != Purpose::MapFromGoalsByBands
    }

    /// Begins at a position, if the search has not begun.
    pub fn begin_at(&mut self, configuration: &Configuration) -> Result<(), DiskError> {
        if self.state.counts.is_empty() {
            let (number, part, tally) = self.maker.start(configuration, self.count_options())?;
            self.state.add(number, Some(part), &tally);
            self.first_level()?;
        }
        Ok(())
    }

    /// Handles the complete first level.
    fn first_level(&mut self) -> Result<(), DiskError> {
        self.state.finish_level();
        self.resumed = 1;
        self.state.write(self.maker.folder, &self.identity, &self.maker.bands.cut)
    }

    /// Returns what to look for in the levels.
    fn count_options(&self) -> CountOptions {
        match self.identity.purpose {
            Purpose::MapByBands => CountOptions { goals: true, degrees: true },
            Purpose::MapFromGoalsByBands => CountOptions { goals: false, degrees: false },
            _ => CountOptions { goals: self.state.goal.is_none(), degrees: false },
        }
    }

    /// Returns the stored facts of a level that exists already.
    fn stored_level(&self, distance: u64) -> layers::Level {
        let has_goal = self.state.goal.is_some_and(|goal| goal <= distance);
        layers::Level { found: self.state.counts[distance as usize], has_goal, stopped: None }
    }

    /// Stores the trouble for the end of the search, and stops it.
    fn stop(&mut self, trouble: DiskError) -> Stopped {
        match trouble {
            DiskError::Stopped(stopped) => stopped,
            trouble => {
                self.error.get_or_insert(trouble);
                Stopped::Disk
            }
        }
    }

    /// Makes the missing parts of the next level.
    fn make(&mut self, distance: u64, run: &mut Run) -> Result<(), DiskError> {
        let looks = self.count_options();
        let Self { maker, identity, state, workers, .. } = self;
        let last = state.last.clone();
        let open = state.next.open();
        let (frontier, states) = (last.found(), state.counts.iter().sum());
        let parts = state.next.made.len() as f64;
        let shared = Mutex::new((state, None));
        let work = |worker: &mut BandWorker, task: usize| {
            let part = open[task];
            let before = {
                let (state, trouble) = &*lock(&shared);
                if trouble.is_some() {
                    return;
                }
                state.before.parts[part].clone()
            };
            let made = maker.make(part, before.as_deref(), &last, looks, worker);
            // Its file stays open while there are references to it.
            drop(before);
            let (state, trouble) = &mut *lock(&shared);
            let noted = made.and_then(|(made, tally)| {
                state.add(part, made, &tally);
                if state.is_due() {
                    state.write(maker.folder, identity, &maker.bands.cut)
                } else {
                    Ok(())
                }
            });
            if let Err(error) = noted {
                trouble.get_or_insert(error);
            }
        };
        let ended = share(workers, open.len(), work, &mut || {
            let made = lock(&shared).0.next.made.iter().filter(|&&made| made).count() as f64;
            run.observer.progress(&Progress {
                distance,
                frontier,
                states,
                bytes: Some(maker.folder.used()),
                part: Some(made / parts),
            });
            run.budget.look()
        });
        if let Some(trouble) = lock(&shared).1.take() {
            return Err(trouble);
        }
        ended.break_value().map_or(Ok(()), |stopped| Err(DiskError::Stopped(stopped)))
    }

    /// Writes a checkpoint at the end, and reports trouble.
    pub fn end(mut self, run: &mut Run) {
        let Self { maker, identity, state, .. } = &mut self;
        // If not even the start could be written, there is nothing to resume.
        let is_there = !state.counts.is_empty();
        let cut = &maker.bands.cut;
        let kept = if is_there { state.write(maker.folder, identity, cut) } else { Ok(()) };
        if let Some(trouble) = self.error.or(kept.err()) {
            run.observer.advised(&Advice::Disk(trouble.to_string()));
        }
    }
}

impl Layers for BandSearch<'_> {
    fn begin(&mut self, run: &mut Run) -> layers::Level {
        if self.begins_at_start() {
            report_start(self.puzzle, run.observer);
        }
        self.stored_level(0)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> layers::Level {
        if distance < self.resumed {
            return self.stored_level(distance);
        }
        let made = match self.error {
            Some(_) => Err(DiskError::Stopped(Stopped::Disk)),
            None => self.make(distance, run),
        };
        if let Err(trouble) = made {
            let stopped = Some(self.stop(trouble));
            // A level whose parts are all made counts even if the checkpoint failed. The search
            // ends after it.
            if !self.state.next.open().is_empty() {
                let found = self.state.next.found();
                return layers::Level { found, has_goal: false, stopped };
            }
        }
        self.state.finish_level();
        self.stored_level(distance)
    }
}

impl BandBuilder<'_> {
    /// Builds the part with a position and nothing else, and returns it with its number.
    fn start(
        &self,
        configuration: &Configuration,
        looks: CountOptions,
    ) -> Result<(usize, BandPart, LevelTally), DiskError> {
        let place = self.bands.layout.place(configuration);
        let (row, order) = place.expect("the start has a row");
        let Division { leaf, sheet, .. } = self.bands.cut;
        let (band, within) = (order / sheet, order % sheet);
        let number = self.bands.cut.part_of(band);
        let mut writer = self.writer(number);
        let word = (within as usize / 64 * 64, 1 << (within % 64));
        let own = |range: Range<usize>| {
            let is_in = range.contains(&(within as usize));
            is_in.then_some(word).into_iter()
        };
        writer.add(self.bands.sheet(band, row), leaf as usize, own)?;
        let part = writer.finish()?.expect("the start is in it");
        let mut tally = LevelTally::default();
        let has = |order| order == within as usize;
        self.count(band, row, || [word].into_iter(), has, looks, &mut tally);
        Ok((number, part, tally))
    }

    fn writer(&self, part: usize) -> part::PartWriter<'_> {
        part::PartWriter::new(self.folder, self.bands.sheets(part), self.bands.cut.leaves())
    }

    /// Returns the part of a level with a band, if it is not empty.
    fn part_of<'l>(&self, level: &'l BandLevel, band: u64) -> Option<&'l BandPart> {
        level.parts[self.bands.cut.part_of(band)].as_deref()
    }
}
