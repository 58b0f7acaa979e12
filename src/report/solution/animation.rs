//! A solution as a picture that moves.

use super::motion::{Speed, motion};
use super::verdict;
use crate::report::scene::board::{LARGE, Painter, unit};
use crate::report::scene::layout::{Heading, single};
use crate::report::*;

/// Returns a solution as a looping animation, with a progress bar below. Without a solution, it
/// shows the start, and why nothing moves. `name` is the heading.
///
/// Takes time in proportion to the moves times the pieces.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::report::scene::Appearance;
/// use sliding::report::solution::{animation::animated, motion::Speed};
/// use sliding::solve::{Budget, Query, solve};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse()?;
/// let style = Style::STEP;
/// let answer = solve(&Query::new(&puzzle, style), &Budget::default(), &mut ())?;
/// let scene = animated(&puzzle, "Easy", style, &answer, Appearance::default(), Speed::default());
/// assert!(scene.svg().contains("@keyframes slide-0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn animated(
    puzzle: &Puzzle,
    name: &str,
    style: Style,
    outcome: &Answer,
    appearance: Appearance,
    speed: Speed,
) -> Scene {
    let stays = Solution::default();
    let solution = outcome.solution.as_ref().unwrap_or(&stays);
    // Whole pixels, so that pieces look the same in all resting places.
    let unit = unit(puzzle, LARGE).floor();
    let painter = Painter::new(puzzle, unit, appearance.labels);
    let (width, height) = painter.extent();
    let bar = Shape::path(Paint::Ink, Path::rectangle((0.0, 0.0), (width, 3.0), 0.0), 0.0);
    let progress = Shape::group(Role::Progress, (0.0, 0.0), vec![bar]);
    let below = Shape::group(Role::Plain, (0.0, height + 10.0), vec![progress]);
    let drawing = Shape::group(Role::Plain, (0.0, 0.0), vec![painter.moving(), below]);
    let heading = Heading { name, notes: &[verdict(style, outcome)], is_bare: false };
    let colours = Colours::of(puzzle, appearance.theme);
    let mut scene = single(&heading, colours, drawing, painter.extent());
    scene.motion = motion(puzzle, solution, unit, speed);
    scene
}
