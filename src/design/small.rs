//! Small families, and examples on small boards: all starts are listed.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::family::FamilyError;
use super::random_of;
use super::requirements::{Generated, Requirements};
use super::source::{Source, SourceBoard};
use super::sweep::{Starts, all_starts, within_reach};
use crate::engine::host::below;
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::{Configuration, Style};

/// Maximum number of members, and of positions of all together.
const FEW_MEMBERS: usize = 1000;
const FEW_POSITIONS: usize = 1 << 17;

/// Bytes that a listed position takes, at most.
const POSITION: u64 = 512;

/// All starts of a source.
pub struct AllStarts<'a> {
    source: Source<'a>,
    style: Style,
    boards: Vec<SourceBoard>,
    /// The distance from the goals, the number of the board, and the start.
    starts: Vec<(u64, usize, Configuration)>,
}

impl<'a> AllStarts<'a> {
    /// Lists the starts of a source; `None` if they are too many.
    ///
    /// # Errors
    ///
    /// Returns an error if the source is a family without a target piece, or without members.
    pub fn list(
        source: Source<'a>,
        style: Style,
        budget: &Budget,
    ) -> Result<Option<Self>, FamilyError> {
        if let Source::Family(family) = source
            && !family.rule.has_target()
        {
            return Err(FamilyError::NoTarget("the rule any has no target piece"));
        }
        let Some(boards) = source.all_boards(FEW_MEMBERS, budget)? else { return Ok(None) };
        let most = FEW_POSITIONS.min((budget.room() / POSITION) as usize);
        let mut starts = Vec::new();
        for (number, board) in boards.iter().enumerate() {
            let most = most.saturating_sub(starts.len());
            let found = all_starts(&board.puzzle, style, board.target, most, budget);
            let Some(found) = found? else { return Ok(None) };
            starts.extend(found.kept.into_iter().map(|(moves, start)| (moves, number, start)));
        }
        Ok(Some(Self { source, style, boards, starts }))
    }

    /// Returns the distance of a start within a range that is closest to another distance.
    pub fn nearest(&self, moves: u64, range: &RangeInclusive<u64>) -> u64 {
        let distances = self.starts.iter().map(|&(distance, ..)| distance);
        let within = distances.filter(|distance| range.contains(distance));
        within.min_by_key(|distance| distance.abs_diff(moves)).unwrap_or(moves)
    }

    /// Reports requested puzzles, in an order that depends on the seed.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer than requested.
    pub fn choose(
        &self,
        wanted: &Requirements,
        budget: &Budget,
        tried: &AtomicU64,
        progress: &mut dyn FnMut(usize),
        each: &mut dyn FnMut(Generated),
    ) -> Result<Option<Stopped>, FamilyError> {
        let starts = self.starts.iter();
        let mut left: Vec<_> = starts.filter(|(moves, ..)| wanted.moves.contains(moves)).collect();
        let random = &mut random_of(wanted.seed, 0);
        let mut made = 0;
        while made < wanted.number && !left.is_empty() {
            let &(moves, board, ref start) = left.swap_remove(below(random, left.len()));
            tried.fetch_add(1, Relaxed);
            let puzzle = self.source.finish(&self.boards[board], start, self.style, moves);
            if wanted.suit(&puzzle, self.style, budget) {
                let keep = Starts::Farthest;
                let swept = within_reach(&puzzle, self.style, None, u64::MAX, budget, keep);
                let configurations = match swept {
                    Ok(swept) => swept.map_or(0, |swept| swept.states),
                    Err(stopped) => return Ok(Some(stopped)),
                };
                each(Generated { puzzle, moves, configurations });
                made += 1;
                progress(made);
            } else if let Some(stopped) = budget.look().err() {
                return Ok(Some(stopped));
            }
        }
        if made == wanted.number {
            return Ok(None);
        }
        if self.starts.is_empty() {
            return Err(FamilyError::NoSolution);
        }
        let distances = || self.starts.iter().map(|&(moves, ..)| moves);
        Err(FamilyError::TooFew {
            made,
            positions: self.starts.len(),
            least: distances().min().unwrap_or(0),
            most: distances().max().unwrap_or(0),
        })
    }
}
