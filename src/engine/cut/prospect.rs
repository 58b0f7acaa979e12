//! Sizing a search: the number of placements of a board is counted before the search begins.

use std::ops::ControlFlow;

use super::{Keep, Matrices, with_matrices};
use crate::engine::bitmap::{DistanceTable, search_table, stopped_at_start};
use crate::engine::drive::Run;
use crate::engine::guard::Guard;
use crate::engine::query::{Answer, Budget, Engine, Observer, Query, Refusal, Stopped};
use crate::engine::rank::RankingError;
use crate::engine::rank::cut::{Cut, CutPlan, Ground, Profiles};
use crate::puzzle::{Puzzle, Style};

/// The fraction of the memory for finding the profiles is 1 / `PREPARING_PART`.
const PREPARING_PART: u64 = 4;

/// Why there is no [`Prospect`].
#[derive(Debug)]
pub enum ProspectError {
    /// It is impossible.
    Refused(Refusal),
    /// A limit stopped it.
    Stopped(Stopped),
}

/// A board whose placements are counted, and the size of its best cut.
pub struct Prospect {
    pub(super) ground: Ground,
    pub(super) profiles: Profiles,
    pub plan: CutPlan,
}

impl Prospect {
    /// Counts the placements of a query's puzzle, for a search by the cut engine whatever it costs.
    ///
    /// # Errors
    ///
    /// Those of [`Prospect::new`].
    pub fn of(query: &Query, budget: &Budget) -> Result<Self, ProspectError> {
        Self::new(query.puzzle, budget, budget.room() / PREPARING_PART)
    }

    /// Counts the placements of a puzzle with at most `bytes` bytes.
    ///
    /// # Errors
    ///
    /// Where that is too little, where the board has too many open cells, and where a limit stops
    /// it.
    pub fn new(puzzle: &Puzzle, budget: &Budget, bytes: u64) -> Result<Self, ProspectError> {
        let ground = Ground::new(puzzle).ok_or(ProspectError::Refused(Refusal::Unsuited(
            "the cut engine takes only boards of at most 128 open cells",
        )))?;
        let guard = Guard::new(budget, bytes, 0, &|_| 0);
        let unknown = |why| ProspectError::of(why, &guard, budget);
        let profiles = Profiles::new(&ground, bytes, &mut || guard.look()).map_err(unknown)?;
        let plan = Cut::best(&ground, &profiles, &mut || guard.look());
        let plan = plan.ok_or_else(|| unknown(RankingError::Stopped))?;
        Ok(Self { ground, profiles, plan })
    }

    /// Searches as [`search`](super::search) does.
    ///
    /// # Errors
    ///
    /// Where there is no memory for a bit on every placement.
    pub fn search(
        self,
        query: &Query,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Answer, Refusal> {
        with_matrices(self, query.style, Keep::of(query), budget, |made| match made {
            Ok(matrices) => {
                search_table(matrices, query, Engine::Cut, &mut Run { budget, observer })
            }
            Err(stopped) => stopped_at_start(query.puzzle, Engine::Cut, stopped, observer),
        })
    }

    /// Builds the matrices for a search that begins with all placements that meet a goal, and
    /// passes them to the callback; or passes what stopped it.
    ///
    /// # Errors
    ///
    /// Those of [`Prospect::with_table`].
    pub fn sweep<R>(
        self,
        style: Style,
        budget: &Budget,
        act: impl FnOnce(Result<&mut Matrices, Stopped>) -> R,
    ) -> Result<R, Refusal> {
        with_matrices(self, style, Keep::Sweep, budget, act)
    }

    /// Builds the distance table of a style, and passes it to the callback; or passes what stopped
    /// it.
    ///
    /// # Errors
    ///
    /// Those of [`Prospect::search`], and pieces with too many paths.
    pub fn with_table<R>(
        self,
        style: Style,
        keep: Keep,
        budget: &Budget,
        act: impl FnOnce(Result<&mut dyn DistanceTable, Stopped>) -> R,
    ) -> Result<R, Refusal> {
        with_matrices(self, style, keep, budget, |made| match made {
            Ok(matrices) => act(Ok(matrices)),
            Err(stopped) => act(Err(stopped)),
        })
    }
}

impl ProspectError {
    /// Returns why placements were not numbered, given the guard of the budget.
    pub fn of(why: RankingError, guard: &Guard, budget: &Budget) -> Self {
        match (why, guard.verdict()) {
            (RankingError::Stopped, ControlFlow::Break(stopped)) => ProspectError::Stopped(stopped),
            _ => ProspectError::Refused(Refusal::Uncountable { allowed: budget.memory }),
        }
    }
}
