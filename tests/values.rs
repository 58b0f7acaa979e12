//! Values of the library as other programs hold them: shown, read, cloned and sent to threads.

use std::fmt::Debug;

use sliding::Puzzle;
use sliding::analyse::{DistanceTable, Graph, SpaceError};
use sliding::check::Replay;
use sliding::design::{ImproveError, RateError};
use sliding::notation::ParseError;
use sliding::puzzle::game::Game;
use sliding::puzzle::{Direction, Style};
use sliding::solve::{Answer, Budget, Refusal};

#[test]
fn values_can_be_kept_in_the_types_of_other_programs() {
    fn kept<T: Clone + Debug + Send + Sync + 'static>() {}
    kept::<Puzzle>();
    kept::<Game>();
    kept::<Budget>();
    kept::<Answer>();
    kept::<Graph>();
    kept::<DistanceTable>();
    kept::<Replay<'static>>();
    kept::<ParseError>();
    kept::<Refusal>();
    kept::<SpaceError>();
    kept::<RateError>();
    kept::<ImproveError>();
}

#[test]
fn directions_are_written_and_styles_are_read() {
    assert_eq!(Direction::ALL.map(|way| way.to_string()), ["right", "left", "down", "up"]);
    assert_eq!(format!("{:>5}", Direction::Up), "   up");
    for style in Style::ALL {
        assert_eq!((style.to_string().parse(), style.name().parse()), (Ok(style), Ok(style)));
    }
    for text in ["", "6", "-1", "256", "2 ", "Walk", "step++"] {
        let error = text.parse::<Style>().unwrap_err().to_string();
        assert_eq!(
            error,
            "expected step, slide, walk, step+, slide+, walk+, or a number from 0 to 5"
        );
    }
}
