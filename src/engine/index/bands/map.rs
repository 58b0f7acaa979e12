//! Levels in bands that are kept and read again: all of them for maps, and those up to the goal for
//! a path.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::part::BandPart;
use super::rows::Bands;
use super::search::BandSearch;
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, CompiledJob};
use crate::engine::disk::{
    Checkpointed, Checkpoints, DiskError, Folder, Purpose, StoredLevels, follow, search_from_start,
};
use crate::engine::layers::{self, Layers, Retraces, Run};
use crate::engine::query::{Answer, Budget, Engine, Query, Stopped};
use crate::puzzle::Configuration;

/// A search by bands that keeps levels and represents positions by their codes.
pub struct BandMap<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    budget: &'a Budget,
    search: BandSearch<'a>,
    /// The smallest of the first goals, if a path is wanted.
    goal: Option<Code<W>>,
}

/// The path to the first goal, found with these bands in this folder.
pub struct PathJob<'a, 'r> {
    pub query: &'a Query<'a>,
    pub bands: &'a Bands<'a>,
    pub folder: &'a Folder,
    pub resumes: bool,
    pub run: &'a mut Run<'r>,
}

impl CompiledJob for PathJob<'_, '_> {
    type Output = Result<Answer, DiskError>;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        let PathJob { query, bands, folder, resumes, run } = self;
        let place = (folder, Purpose::PathByBands, resumes);
        let map = BandMap::open(compiled, bands, place, run.budget)?;
        search_from_start(map, query, Engine::Index, run)
    }
}

impl<'a, const W: usize> BandMap<'a, W> {
    /// Opens the map in a folder if it is to be resumed; else builds one without any level.
    ///
    /// # Errors
    ///
    /// Where the folder cannot be used.
    pub fn open(
        compiled: &'a Compiled<'a, W>,
        bands: &'a Bands,
        (folder, purpose, resumes): (&'a Folder, Purpose, bool),
        budget: &'a Budget,
    ) -> Result<Self, DiskError> {
        let query = Query::new(compiled.puzzle, compiled.style);
        let search = BandSearch::open(bands, &query, folder, purpose, resumes)?;
        Ok(Self { compiled, budget, search, goal: None })
    }

    /// Like [`BandMap::open`], from all goals that another search has found; begins the search if
    /// there was none.
    ///
    /// # Errors
    ///
    /// Where the folder cannot be used, and what prevents the search from beginning.
    pub fn open_at_goals(
        compiled: &'a Compiled<'a, W>,
        bands: &'a Bands,
        (folder, resumes): (&'a Folder, bool),
        found: &BandMap<W>,
        budget: &'a Budget,
    ) -> Result<Self, DiskError> {
        let query = Query::new(compiled.puzzle, compiled.style);
        let purpose = Purpose::MapFromGoalsByBands;
        let mut search = BandSearch::open(bands, &query, folder, purpose, resumes)?;
        search.begin_at_goals(&found.search, budget)?;
        Ok(Self { compiled, budget, search, goal: None })
    }

    /// Handles a level that was made or resumed. If a path is wanted, looks up the first goal in
    /// it.
    fn seen(&mut self, distance: u64, level: layers::Level) -> layers::Level {
        let is_for_way = self.search.identity.purpose == Purpose::PathByBands;
        if !is_for_way || !level.has_goal || self.goal.is_some() {
            return level;
        }
        match self.smallest_goal(distance) {
            Ok(goal) => self.goal = goal,
            Err(trouble) => {
                let stopped = Some(self.search.stop(trouble));
                return layers::Level { stopped, ..level };
            }
        }
        level
    }

    /// Returns the smallest goal at a distance.
    fn smallest_goal(&mut self, distance: u64) -> Result<Option<Code<W>>, DiskError> {
        let Self { compiled, budget, search, .. } = self;
        let layout = &search.builder.bands.layout;
        let mut smallest: Option<Code<W>> = None;
        search.goals_at(distance as usize, budget, &mut |row, order| {
            let code = compiled.encode(&layout.configuration(row, order));
            smallest = Some(smallest.map_or(code, |smallest| smallest.min(code)));
        })?;
        Ok(smallest)
    }

    fn place(&self, code: &Code<W>) -> Option<(usize, u64)> {
        self.search.builder.bands.layout.place(&self.compiled.decode(code))
    }
}

/// A sheet that is not empty at a distance: its number in its part, its row and its first order.
struct SheetPlace<'a> {
    part: &'a BandPart,
    number: usize,
    row: usize,
    first: u64,
}

impl BandSearch<'_> {
    pub fn part(&self, distance: usize, number: usize) -> Result<Option<Arc<BandPart>>, DiskError> {
        let bands = self.builder.bands;
        self.state.part(distance, number, bands.sheets(number), bands.cut.leaves())
    }

    /// Whether an order of a row is at a distance.
    fn has(&self, distance: usize, (row, order): (usize, u64)) -> Result<bool, DiskError> {
        let bands = self.builder.bands;
        let (leaf, sheet) = (bands.cut.leaf, bands.cut.sheet);
        let (band, within) = (order / sheet, order % sheet);
        let Some(part) = self.part(distance, bands.cut.part_of(band))? else { return Ok(false) };
        let number = (within / leaf) as usize;
        let (mut has, mut bytes) = (false, Vec::new());
        let leaves = number..number + 1;
        part.read(bands.sheet(band, row), leaves, leaf as usize, &mut bytes, |order| {
            has |= order as u64 == within;
        })?;
        Ok(has)
    }

    /// Calls `visit` for all rows and orders at a distance.
    fn each_at(
        &self,
        distance: usize,
        visit: &mut dyn FnMut(usize, u64) -> Result<(), DiskError>,
    ) -> Result<(), DiskError> {
        let cut = &self.builder.bands.cut;
        let mut bytes = Vec::new();
        self.each_sheet_at(distance, &mut |SheetPlace { part, number, row, first }| {
            let mut result = Ok(());
            part.read(number, 0..cut.leaves(), cut.leaf as usize, &mut bytes, |order| {
                if result.is_ok() {
                    result = visit(row, first + order as u64);
                }
            })?;
            result
        })
    }

    /// Calls `visit` for the rows and orders at a distance that meet a goal.
    fn goals_at(
        &self,
        distance: usize,
        budget: &Budget,
        visit: &mut dyn FnMut(usize, u64),
    ) -> Result<(), DiskError> {
        let Bands { layout, cut, goals, .. } = self.builder.bands;
        let (mut bytes, mut letters) = (Vec::new(), layout.no_letters());
        self.each_sheet_at(distance, &mut |SheetPlace { part, number, row, first }| {
            let goals = goals.of(row, first..first + cut.sheet);
            if goals.are_none() {
                return Ok(());
            }
            if let ControlFlow::Break(stopped) = budget.look() {
                return Err(DiskError::Stopped(stopped));
            }
            part.read(number, 0..cut.leaves(), cut.leaf as usize, &mut bytes, |order| {
                let order = first + order as u64;
                if goals.meet(layout, order, &mut letters) {
                    visit(row, order);
                }
            })
        })
    }

    /// Calls `visit` for all sheets that are not empty at a distance.
    fn each_sheet_at(
        &self,
        distance: usize,
        visit: &mut dyn FnMut(SheetPlace) -> Result<(), DiskError>,
    ) -> Result<(), DiskError> {
        let bands = self.builder.bands;
        for number in 0..bands.cut.parts() {
            let Some(part) = self.part(distance, number)? else { continue };
            for band in bands.cut.bands_of(number) {
                for row in 0..bands.rows() {
                    let number = bands.sheet(band, row);
                    if part.has(number) {
                        visit(SheetPlace {
                            part: &part,
                            number,
                            row,
                            first: band * bands.cut.sheet,
                        })?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl<const W: usize> StoredLevels<W> for BandMap<'_, W> {
    fn begin_at_start(&mut self) -> Result<(), DiskError> {
        self.search.begin_at(self.compiled.puzzle.start())
    }

    fn goals(&self) -> u64 {
        self.search.state.tally.goals
    }

    fn degrees(&self) -> Vec<u64> {
        self.search.state.tally.degrees.clone()
    }

    fn each_at(
        &mut self,
        distance: u64,
        visit: &mut dyn FnMut(Code<W>) -> Result<(), DiskError>,
    ) -> ControlFlow<Stopped> {
        let Self { compiled, search, .. } = self;
        let layout = &search.builder.bands.layout;
        let result = search.each_at(distance as usize, &mut |row, order| {
            visit(compiled.encode(&layout.configuration(row, order)))
        });
        result.map_or_else(
            |trouble| ControlFlow::Break(self.search.stop(trouble)),
            ControlFlow::Continue,
        )
    }

    fn first_at(&mut self, distance: u64, most: usize) -> ControlFlow<Stopped, Vec<Code<W>>> {
        let mut first = BinaryHeap::new();
        self.each_at(distance, &mut |code| {
            first.push(code);
            if first.len() > most {
                first.pop();
            }
            Ok(())
        })?;
        ControlFlow::Continue(first.into_sorted_vec())
    }

    fn has_at(&mut self, distance: u64, code: &Code<W>) -> Result<bool, DiskError> {
        let Some(place) = self.place(code) else { return Ok(false) };
        self.search.has(distance as usize, place)
    }

    fn path(&self) -> &Path {
        self.search.builder.folder.path()
    }
}

impl<const W: usize> Checkpointed for BandMap<'_, W> {
    fn checkpoints(&mut self) -> &mut Checkpoints {
        self.search.checkpoints()
    }

    fn counts(&self) -> &[u64] {
        self.search.counts()
    }

    fn goal_distance(&self) -> Option<u64> {
        self.search.goal_distance()
    }

    fn make(&mut self, distance: u64, run: &mut Run) -> Result<(), DiskError> {
        self.search.make(distance, run)
    }

    fn found_in_part(&self) -> u64 {
        self.search.found_in_part()
    }

    fn write_checkpoint(&mut self) -> Result<(), DiskError> {
        self.search.write_checkpoint()
    }
}

impl<const W: usize> Layers for BandMap<'_, W> {
    fn begin(&mut self, run: &mut Run) -> layers::Level {
        let level = self.search.begin(run);
        self.seen(0, level)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> layers::Level {
        let level = self.level(distance, run);
        self.seen(distance, level)
    }
}

impl<const W: usize> Retraces for BandMap<'_, W> {
    type Stored = Code<W>;

    fn goal(&self) -> Option<Code<W>> {
        self.goal
    }

    fn follow(
        &mut self,
        distance: u64,
        path: &mut Vec<Code<W>>,
        budget: &Budget,
    ) -> ControlFlow<Stopped> {
        follow(self, self.compiled, distance, path, budget)
    }

    fn decode(&self, known: &Code<W>) -> Configuration {
        self.compiled.decode(known)
    }
}
