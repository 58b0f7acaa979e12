//! The map of a puzzle as a picture: a number at each distance, as bars with axes.

use super::MapReport;
use crate::report::scene::layout::{Heading, single};
use crate::report::*;

/// The area of the bars.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 320.0;
/// Room for the numbers at the axes.
const LEFT: f64 = 72.0;
const BELOW: f64 = 46.0;
/// Room for labels above.
const ABOVE: f64 = 24.0;
/// Minimum width of a bar: if there are more distances, several share one.
const NARROWEST: f64 = 2.0;

impl MapReport<'_> {
    /// Draws the numbers of positions at each distance as bars.
    pub fn scene(&self, theme: Theme) -> Scene {
        let (map, Subject { name, style, .. }) = (self.map, self.subject);
        let so_far = if map.stopped.is_some() { ", as far as it was searched" } else { "" };
        let mut notes = vec![
            format!("style {style}: {}", style.meaning()),
            format!("{}{so_far}", counted(map.states(), "position")),
        ];
        let Some(distances) = self.distances() else {
            notes.push("No goal can be reached, so nothing is measured from there.".to_owned());
            return bars(name, &notes, &[], None, theme);
        };
        notes.push(format!("at each distance from {}", self.from()));
        let what = match self.origin {
            MapOrigin::Start => "nearest goal",
            MapOrigin::Goals => "start",
        };
        let marked = map.moves.map(|moves| (moves, what));
        bars(name, &notes, &distances.levels, marked, theme)
    }
}

/// Plots the numbers of positions at each distance.
///
/// `name` and `notes` are the heading. `marked` is a distance to highlight, with its label.
///
/// ```
/// use sliding::report::{map::bars, scene::Theme};
///
/// let svg = bars("Easy", &[], &[1, 2, 3], Some((2, "goal")), Theme::Auto).svg();
/// assert_eq!(svg.matches("class=\"piece k0\"").count(), 3);
/// ```
pub fn bars(
    name: &str,
    notes: &[String],
    levels: &[u64],
    marked: Option<(u64, &str)>,
    theme: Theme,
) -> Scene {
    let each = levels.len().div_ceil((WIDTH / NARROWEST) as usize).max(1);
    let sums: Vec<u64> = levels.chunks(each).map(|some| some.iter().sum()).collect();
    let across = WIDTH / (sums.len().max(1) * each) as f64;
    let middle = |distance: usize| (distance as f64 + 0.5) * across;

    // The lines and numbers of the vertical axis.
    let (most, step) = axis(sums.iter().copied().max().unwrap_or(0));
    let height = |count: u64| HEIGHT * count as f64 / most as f64;
    let mut shapes = vec![text(Paint::Faint, (-8.0, -12.0), Anchor::End, "positions")];
    for count in (0..=most / step).map(|i| i * step) {
        let y = HEIGHT - height(count);
        let paint = if count == 0 { Paint::Line } else { Paint::Grid };
        let line = Path::line(&[(0.0, y), (WIDTH, y)]);
        shapes.push(Shape::path(paint, line, if count == 0 { 1.0 } else { 0.5 }));
        shapes.push(text(Paint::Faint, (-8.0, y + 4.0), Anchor::End, count));
    }

    // Narrow bars have no gaps, and small numbers show, too.
    let width = across * each as f64;
    let gap = if width < 5.0 { 0.0 } else { (width * 0.15).min(6.0) };
    for (i, &sum) in sums.iter().enumerate() {
        let (from, to) = (i * each, (i + 1) * each - 1);
        let distance = if each == 1 { from.to_string() } else { format!("{from} to {to}") };
        let high = if sum == 0 { 0.0 } else { height(sum).max(0.75) };
        let corner = (i as f64 * width + gap / 2.0, HEIGHT - high);
        let bar = Path::rectangle(corner, (width - gap, high), 0.0);
        let bar = vec![Shape::path(Paint::Piece(0), bar, 0.0)];
        let (role, title) = (Role::Plain, format!("{distance}: {sum}"));
        shapes.push(Shape::Group { role, at: (0.0, 0.0), title, shapes: bar });
    }

    // The numbers of the horizontal axis, each under the middle of its bar. One of three digits
    // takes about 30.
    let (_, step) = axis((levels.len() as f64 * 7.0 * 30.0 / WIDTH) as u64);
    for distance in (0..levels.len()).step_by(step as usize) {
        let at = (middle(distance), HEIGHT + 18.0);
        shapes.push(text(Paint::Faint, at, Anchor::Middle, distance));
    }
    let below = (WIDTH / 2.0, HEIGHT + 40.0);
    shapes.push(text(Paint::Faint, below, Anchor::Middle, "distance"));

    if let Some((distance, what)) = marked {
        let x = middle(distance as usize);
        let line = Path::line(&[(x, -18.0), (x, HEIGHT)]);
        let is_left = x < WIDTH / 2.0;
        let (anchor, beside) = if is_left { (Anchor::Start, 6.0) } else { (Anchor::End, -6.0) };
        shapes.push(Shape::path(Paint::Target, line, 1.5));
        shapes.push(text(Paint::Ink, (x + beside, -8.0), anchor, format!("{what}: {distance}")));
    }
    let drawing = Shape::group(Role::Plain, (LEFT, ABOVE), shapes);
    let extent = (LEFT + WIDTH, ABOVE + HEIGHT + BELOW);
    let heading = Heading { name, notes, is_bare: false };
    single(&heading, Colours::general(theme), drawing, extent)
}

fn text(paint: Paint, at: Point, anchor: Anchor, text: impl ToString) -> Shape {
    Shape::text(paint, at, 12.0, anchor, text)
}

/// Returns the end of an axis up to at least `most`, and its steps: round numbers, of which there
/// are four to ten if the axis is long enough.
fn axis(most: u64) -> (u64, u64) {
    // One, two, five, ten, and so on.
    let steps = (0..).map(|i| [1, 2, 5][i % 3] * 10u64.saturating_pow(i as u32 / 3));
    let step = steps.take(58).find(|step| most / step <= 7).unwrap_or(u64::MAX);
    (most.div_ceil(step).max(1).saturating_mul(step), step)
}
