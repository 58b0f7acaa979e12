//! Values of the library as other programs hold them: shown, cloned and sent to threads.

use std::fmt::Debug;

use sliding::Puzzle;
use sliding::analyse::{DistanceTable, Graph, SpaceError};
use sliding::check::Replay;
use sliding::design::{ImproveError, RateError};
use sliding::notation::ParseError;
use sliding::puzzle::game::Game;
use sliding::solve::{Answer, Budget, Refusal};

#[test]
fn values_can_be_kept_in_the_types_of_other_programs() {
    fn kept<T: Clone + Debug + Send + Sync + 'static>() {}
    kept::<(Puzzle, Game, Budget, Answer, Graph, DistanceTable, Replay<'static>)>();
    kept::<(ParseError, Refusal, SpaceError, RateError, ImproveError)>();
}
