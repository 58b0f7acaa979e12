//! How orders are cut, so that threads may share the work, and what moves do to the parts.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::search::index::actions::Step;
use crate::search::index::layout::Layout;
use crate::search::index::sheet::Target;
use crate::store::PER_WORD;

/// A leaf has no more orders than this, unless it has all.
const MOST_ORDERS: u64 = 1 << 25;

/// All orders are cut into so many leaves at least, unless they are too few.
const LEAST_LEAVES: u64 = 8;

/// How many orders there are in a *leaf*: all that begin with the same digits.
pub fn leaf(layout: &Layout) -> u64 {
    let total = layout.fields.total();
    let suits = |&cut: &u64| {
        let suits = |action| Way::cut(layout, action, cut).is_some();
        cut % PER_WORD == 0
            && cut <= MOST_ORDERS
            && total / cut >= LEAST_LEAVES
            && (0..layout.actions.list.len() as u32).all(suits)
    };
    layout.fields.cuts().into_iter().filter(suits).max().unwrap_or(total)
}

/// How the orders of a leaf come about by an action: by these, one after the other.
pub struct Way {
    pub action: u32,
    pub stages: Vec<Stage>,
}

/// A part of a way.
pub enum Stage {
    /// Runs of orders come from all over the row, which is the case at first, if ever.
    Runs(Runs),
    /// These steps of the action change orders within the leaf.
    Steps(Range<usize>),
}

impl Way {
    pub fn new(layout: &Layout, action: u32, leaf: u64) -> Self {
        let cut = Self::cut(layout, action, leaf).expect("leaves are cut so that it can be");
        let steps = layout.steps(action);
        let runs = (cut > 0).then(|| Stage::Runs(Runs::new(layout, &steps[..cut])));
        let within = (cut..steps.len()).map(|step| Stage::Steps(step..step + 1));
        let mut stages: Vec<Stage> = runs.into_iter().chain(within).collect();
        if stages.is_empty() {
            stages.push(Stage::Steps(0..0));
        }
        Self { action, stages }
    }

    /// How many steps of an action are to be done at once, so that the others keep within leaves; `None` if runs do
    /// not tell what they do.
    fn cut(layout: &Layout, action: u32, leaf: u64) -> Option<usize> {
        let steps = layout.steps(action);
        let keeps = |step: &Step| step.reach(&layout.fields).end <= leaf;
        let cut = steps.iter().rposition(|step| !keeps(step)).map_or(0, |last| last + 1);
        let mut first = steps[..cut].iter();
        first.all(|step| matches!(step, Step::Table { .. })).then_some(cut)
    }

    /// Memory that its tables take.
    pub fn bytes(&self) -> u64 {
        let bytes = |stage: &Stage| match stage {
            Stage::Runs(runs) => 4 * runs.from.len() as u64,
            Stage::Steps(_) => 0,
        };
        self.stages.iter().map(bytes).sum()
    }
}

/// What steps do to runs of orders, which begin with the same digits.
pub struct Runs {
    /// So many orders are a run, and these are all that end with digits that do not change.
    low: u64,
    end: u64,
    /// For each run the one that it comes from, among those that begin with the same digits that do not change either.
    from: Vec<u32>,
}

impl Runs {
    fn new(layout: &Layout, steps: &[Step]) -> Self {
        let Layout { ranking, fields, actions, .. } = layout;
        let reaches = steps.iter().map(|step| step.reach(fields));
        let all = reaches.reduce(|all, own| all.start.min(own.start)..all.end.max(own.end));
        let (low, end) = all.map_or((1, 1), |all| (all.start, all.end));
        let mut from = vec![0; (end / low) as usize];
        for run in 0..from.len() as u64 {
            // Tables do not ask whether orders are odd.
            let to = actions.apply(ranking, fields, steps, false, (run * low) as u32);
            from[(u64::from(to) / low) as usize] = run as u32;
        }
        Self { low, end, from }
    }

    /// Brings what the orders of a row are in a leaf, which begins with an order and has so many.
    pub fn bring(&self, row: &[AtomicU64], begin: u64, leaf: u64, target: &mut Target) {
        let Self { low, end, from } = self;
        let (first, within) = (begin - begin % end, begin % low);
        let runs = &from[((begin - first) / low) as usize..];
        let mut writer = Writer { target, at: 0, held: 0, bits: 0 };
        for &run in &runs[..leaf.div_ceil(*low) as usize] {
            writer.copy(row, first + u64::from(run) * low + within, leaf.min(*low));
        }
        writer.end();
    }
}

/// Puts bits one behind the other.
struct Writer<'t, 'a> {
    target: &'t mut Target<'a>,
    /// The word at work, its bits so far, and how many they are.
    at: usize,
    held: u64,
    bits: u64,
}

impl Writer<'_, '_> {
    /// Adds so many bits from one on.
    #[inline(always)]
    fn copy(&mut self, words: &[AtomicU64], mut from: u64, length: u64) {
        let mut left = length;
        while left > 0 {
            let taken = left.min(PER_WORD - self.bits);
            self.held |= read(words, from, taken) << self.bits;
            (self.bits, from, left) = (self.bits + taken, from + taken, left - taken);
            if self.bits == PER_WORD {
                self.end();
                (self.at, self.held, self.bits) = (self.at + 1, 0, 0);
            }
        }
    }

    #[inline(always)]
    fn end(&mut self) {
        if self.held != 0 {
            self.target.put(self.at, self.held);
        }
    }
}

/// So many bits from one on, at least one and at most a word of them.
#[inline(always)]
fn read(words: &[AtomicU64], from: u64, bits: u64) -> u64 {
    let (at, within) = ((from / PER_WORD) as usize, from % PER_WORD);
    let mut found = words[at].load(Relaxed) >> within;
    if within + bits > PER_WORD {
        found |= words[at + 1].load(Relaxed) << (PER_WORD - within);
    }
    found & (u64::MAX >> (PER_WORD - bits))
}
