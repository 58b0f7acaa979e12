//! Places of faults; the tests of the library include this file.

use sliding::puzzle::{GoalSetup, Setup, SetupPlace};

/// Whether a setup has such a place.
pub fn is_in(setup: &Setup, place: SetupPlace) -> bool {
    match place {
        SetupPlace::Kind(kind) => kind < setup.kinds.len(),
        SetupPlace::Blocked(index) => index < setup.blocked.len(),
        SetupPlace::Piece(piece) => piece < setup.start.len(),
        SetupPlace::Goal(goal) => goal < setup.goals.len(),
        SetupPlace::Demand { goal, demand } => match setup.goals.get(goal) {
            Some(GoalSetup::Complete(pieces)) => demand < pieces.len(),
            Some(GoalSetup::Partial(demands)) => demand < demands.len(),
            _ => false,
        },
        SetupPlace::Note(note) => note < setup.notes.len(),
        SetupPlace::Expectation(index) => index < setup.expectations.len(),
        _ => true,
    }
}
