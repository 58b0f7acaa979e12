//! Levels by rows of which only some are in memory at a time, and the others in files.
//!
//! Rows are [cut](cut) into bands, and the next level is made band by band: what leads there from the same band, of which all
//! sheets are read, and what comes as whole leaves from others. What the last two levels have is taken out again.
//! A level is a pure function of the two before it, and of the one before the last a band is needed only until its
//! successor is made: so on the disk there are two levels, each with one colour of rows if rows have two, and a part.
//!
//! Leaves are written as gaps, in hardly more bits than there is information in them ([`rice`](crate::search::disk::rice)): a
//! level with one of eight configurations takes 0.56 bits for each that it might have.

mod cut;
mod part;
mod state;
mod worker;

use std::ops::{ControlFlow, Range};
use std::sync::Mutex;

pub use self::cut::LEAST_LEAF;
use self::cut::{Cut, Reach};
use self::part::Part;
use self::state::{Level, State, cut_of};
use self::worker::Worker;
use super::graph::{Graph, Stop};
use super::layout::{Layout, Numbering};
use crate::host::{lock, share};
use crate::puzzle::Puzzle;
use crate::query::{Advice, Answer, Disk, Engine, Progress, Query, Stopped};
use crate::rank::{Letters, Ranking};
use crate::search::bitmap::{not_begun, spell_out, tell_start};
use crate::search::disk::manifest::{self, Identity};
use crate::search::disk::{Folder, Place, Purpose, Trouble};
use crate::search::layers::{self, Layers, Run, counts};

/// Counts what is at each distance, with leaves of so many orders or a few more. `None` if rows cannot be cut so that what
/// is needed at a time fits the memory.
///
/// # Errors
///
/// Where the folder does not suit.
pub fn search(
    query: &Query,
    disk: &Disk,
    ranking: &Ranking,
    least_leaf: u64,
    run: &mut Run,
) -> Result<Option<Answer>, Trouble> {
    let left = run.budget.room().saturating_sub(ranking.skeletons.bytes());
    let graph =
        Graph::explore(query.puzzle, ranking, query.style, left / 2, &mut || run.budget.look());
    let graph = match graph {
        Ok(graph) => graph,
        Err(Stop::Memory) => return Ok(None),
        Err(Stop::Stopped(stopped)) => {
            let answer = not_begun(query.puzzle, Engine::Index, stopped, run.observer);
            return Ok(Some(answer));
        }
    };
    let left = left - graph.bytes();
    let Numbering { fields, odd, .. } = Numbering::new(query.puzzle, ranking, &graph);
    let layout = fields.and_then(|fields| Layout::new(ranking, graph, fields, odd, left / 2));
    let Some(layout) = layout else { return Ok(None) };
    let rows = layout.graph.skeletons.len();
    let left = left.saturating_sub(layout.actions.bytes());
    let threads = |cut: &Cut| {
        let left = left.saturating_sub(cut.table_bytes(rows));
        (left / Worker::bytes(rows, cut)).min(run.budget.threads() as u64) as usize
    };
    let place = Place::of(disk)?;
    let folder = Folder::open(place.path(), disk.limit)?;
    let identity = Identity::new(query.puzzle, query.style, Purpose::CountByBands);
    let cut = if disk.resumes {
        let told = cut_of(&folder, &identity)?;
        Cut::told(&layout, &told).filter(|cut| threads(cut) > 0)
    } else {
        Cut::choose(&layout, least_leaf, |cut| threads(cut) > 0)
    };
    let Some(cut) = cut else { return Ok(None) };
    let threads = threads(&cut);
    let mut bands = Bands::new(query, layout, cut, threads, &folder, identity, disk.resumes)?;
    let answer = counts(&mut bands, query, Engine::Index, run);
    bands.end(run);
    Ok(Some(answer))
}

/// What meets a goal.
struct Goals {
    /// By row and order.
    listed: Vec<(usize, u64)>,
    /// Where these would be too many: rows, and what their orders must have.
    wide: Vec<(usize, Letters)>,
}

impl Goals {
    fn new(puzzle: &Puzzle, layout: &Layout) -> Self {
        let mut listed = Vec::new();
        let wide = spell_out(puzzle, |configuration| listed.extend(layout.place(configuration)));
        let wide = wide.iter().flat_map(|goal| layout.wanted(puzzle, goal)).collect();
        Self { listed, wide }
    }
}

/// How levels are made.
struct Maker<'a> {
    layout: Layout<'a>,
    cut: Cut,
    reaches: Vec<Reach>,
    has_two_colours: bool,
    goals: Goals,
    folder: &'a Folder,
}

/// A search by bands.
struct Bands<'a> {
    puzzle: &'a Puzzle,
    maker: Maker<'a>,
    identity: Identity,
    state: State,
    /// Levels that were there when the search was taken up again.
    resumed: u64,
    workers: Vec<Worker>,
    trouble: Option<Trouble>,
}

impl<'a> Bands<'a> {
    fn new(
        query: &'a Query,
        mut layout: Layout<'a>,
        cut: Cut,
        threads: usize,
        folder: &'a Folder,
        identity: Identity,
        resumes: bool,
    ) -> Result<Self, Trouble> {
        layout.actions.settle(&layout.fields, cut.sheet);
        let rows = layout.graph.skeletons.len();
        let state = if resumes {
            State::read(folder, &identity, &cut, |part| cut.bands_of(part).count() * rows)?
        } else {
            manifest::begin(folder)?;
            State::new(cut.parts())
        };
        let maker = Maker {
            reaches: cut.reaches(&layout),
            has_two_colours: layout.graph.has_two_colours(),
            goals: Goals::new(query.puzzle, &layout),
            layout,
            cut,
            folder,
        };
        let resumed = state.counts.len() as u64;
        let workers = (0..threads).map(|_| Worker::new(rows, &cut)).collect();
        let puzzle = query.puzzle;
        Ok(Self { puzzle, maker, identity, state, resumed, workers, trouble: None })
    }

    /// The last level is whole.
    fn turn(&mut self) -> layers::Level {
        let found = self.state.turn();
        layers::Level { found, has_goal: self.state.goal.is_some(), stopped: None }
    }

    /// What is known of a level that was there.
    fn told(&self, distance: u64) -> layers::Level {
        let has_goal = self.state.goal.is_some_and(|goal| goal <= distance);
        layers::Level { found: self.state.counts[distance as usize], has_goal, stopped: None }
    }

    /// Something is the matter with the disk.
    fn give_up(&mut self, trouble: Trouble) -> layers::Level {
        self.trouble = Some(trouble);
        let found = self.state.next.found();
        layers::Level { found, has_goal: false, stopped: Some(Stopped::Disk) }
    }

    /// Makes the parts of the next level that are not there.
    fn make(&mut self, distance: u64, run: &mut Run) -> ControlFlow<Stopped> {
        let Self { maker, identity, state, workers, trouble, .. } = self;
        let last = state.last.clone();
        let open: Vec<usize> =
            (0..state.next.made.len()).filter(|&part| !state.next.made[part]).collect();
        let (frontier, states) = (last.found(), state.counts.iter().sum());
        let parts = state.next.made.len() as f64;
        let shared = Mutex::new((state, trouble));
        let work = |worker: &mut Worker, task: usize| {
            let part = open[task];
            let (before, wants_goal) = {
                let (state, trouble) = &*lock(&shared);
                if trouble.is_some() {
                    return;
                }
                (state.before.parts[part].clone(), state.goal.is_none())
            };
            let made = maker.make(part, before.as_deref(), &last, wants_goal, worker);
            // Its file is open as long as somebody has it.
            drop(before);
            let (state, trouble) = &mut *lock(&shared);
            let noted = made.and_then(|(made, meets)| {
                state.add(part, made, meets);
                if state.is_due() {
                    state.write(maker.folder, identity, &maker.cut)
                } else {
                    Ok(())
                }
            });
            if let Err(error) = noted {
                trouble.get_or_insert(error);
            }
        };
        share(workers, open.len(), work, &mut || {
            let made = lock(&shared).0.next.made.iter().filter(|&&made| made).count() as f64;
            run.observer.progress(&Progress {
                distance,
                frontier,
                states,
                bytes: Some(maker.folder.used()),
                part: Some(made / parts),
            });
            run.budget.look()
        })
    }

    /// Writes down the state at the end, and tells what was the matter.
    fn end(mut self, run: &mut Run) {
        let Self { maker, identity, state, .. } = &mut self;
        // If not even the start could be written, there is nothing to go on with.
        let is_there = !state.counts.is_empty();
        let kept = if is_there { state.write(maker.folder, identity, &maker.cut) } else { Ok(()) };
        if let Some(trouble) = self.trouble.or(kept.err()) {
            run.observer.advised(&Advice::Disk(trouble.to_string()));
        }
    }
}

impl Layers for Bands<'_> {
    fn begin(&mut self, run: &mut Run) -> layers::Level {
        tell_start(self.puzzle, run.observer);
        if self.resumed > 0 {
            return self.told(0);
        }
        match self.maker.start(self.puzzle) {
            Ok((number, part)) => {
                self.state.add(number, Some(part), self.puzzle.is_solved_by(self.puzzle.start()));
                self.turn()
            }
            Err(trouble) => self.give_up(trouble),
        }
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> layers::Level {
        if distance < self.resumed {
            return self.told(distance);
        }
        let ended = self.make(distance, run);
        if let Some(trouble) = self.trouble.take() {
            return self.give_up(trouble);
        }
        if let ControlFlow::Break(stopped) = ended {
            let found = self.state.next.found();
            return layers::Level { found, has_goal: false, stopped: Some(stopped) };
        }
        self.turn()
    }
}

impl Maker<'_> {
    /// The part of the start, with nothing else in it, and its number.
    fn start(&self, puzzle: &Puzzle) -> Result<(usize, Part), Trouble> {
        let (row, order) = self.layout.place(puzzle.start()).expect("the start has a row");
        let Cut { leaf, sheet, .. } = self.cut;
        let (band, within) = (order / sheet, order % sheet);
        let number = self.cut.part_of(band);
        let mut writer = self.writer(number);
        let own = |range: Range<usize>| {
            let is_in = range.contains(&(within as usize));
            is_in.then_some((within as usize / 64 * 64, 1 << (within % 64))).into_iter()
        };
        writer.add(self.sheet(band, row), leaf as usize, own)?;
        let part = writer.finish()?.expect("the start is in it");
        Ok((number, part))
    }

    fn writer(&self, part: usize) -> part::Writer<'_> {
        let sheets = self.cut.bands_of(part).count() * self.rows();
        part::Writer::new(self.folder, sheets, self.cut.leaves())
    }

    fn rows(&self) -> usize {
        self.layout.graph.skeletons.len()
    }

    /// The number of a sheet in its part.
    fn sheet(&self, band: u64, row: usize) -> usize {
        let first = self.cut.bands_of(self.cut.part_of(band)).start;
        (band - first) as usize * self.rows() + row
    }

    /// The part of a level that has a band, if that has something.
    fn part_of<'l>(&self, level: &'l Level, band: u64) -> Option<&'l Part> {
        level.parts[self.cut.part_of(band)].as_deref()
    }
}
