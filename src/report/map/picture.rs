//! The map of a puzzle as a picture: a number at each distance, as bars with axes.

use std::fmt::Write;

use super::MapReport;
use crate::analyse::MapOrigin;
use crate::report::draw::Theme;
use crate::report::draw::appearance::style_sheet;
use crate::report::draw::layout::{Heading, single};
use crate::report::draw::outline::number;
use crate::report::palette::swatch;
use crate::report::subject::Subject;
use crate::report::words::counted;

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
    /// Draws the numbers of positions at each distance as an SVG picture of bars.
    pub fn svg(&self, theme: Theme) -> String {
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
        let marked = match self.origin {
            MapOrigin::Start => map.moves.map(|moves| (moves, "nearest goal")),
            MapOrigin::Goals => map.moves.map(|moves| (moves, "start")),
        };
        bars(name, &notes, &distances.levels, marked, theme)
    }
}

/// Plots the numbers of positions at each distance.
///
/// `name` and `notes` are the heading. `marked` is a distance to highlight, with its label.
///
/// ```
/// use sliding::report::{draw::Theme, map::bars};
///
/// let svg = bars("Easy", &[], &[1, 2, 3], Some((2, "goal")), Theme::Auto);
/// assert_eq!(svg.matches("class=\"k0\"").count(), 3);
/// ```
pub fn bars(
    name: &str,
    notes: &[String],
    levels: &[u64],
    marked: Option<(u64, &str)>,
    theme: Theme,
) -> String {
    let heading = Heading { name, notes };
    let extent = (LEFT + WIDTH, ABOVE + HEIGHT + BELOW);
    let (mut svg, (left, top)) = single(&heading, &style_sheet([0], swatch, theme), extent);
    let (x, y) = (number(left + LEFT), number(top + ABOVE));
    let _ = writeln!(svg, "<g transform=\"translate({x} {y})\" font-size=\"12\">");
    let each = levels.len().div_ceil((WIDTH / NARROWEST) as usize).max(1);
    let sums: Vec<u64> = levels.chunks(each).map(|some| some.iter().sum()).collect();
    let scale = Scale::new(sums.iter().copied().max().unwrap_or(0));
    write_heights(&mut svg, &scale);
    let across = WIDTH / (sums.len().max(1) * each) as f64;
    write_bars(&mut svg, &sums, each, across, &scale);
    write_distances(&mut svg, levels.len(), across);
    if let Some((distance, what)) = marked {
        write_mark(&mut svg, (distance as f64 + 0.5) * across, &format!("{what}: {distance}"));
    }
    svg + "</g></svg>\n"
}

/// An axis with round numbers.
struct Scale {
    top: u64,
    step: u64,
}

impl Scale {
    /// Creates an axis up to at least `most`, with four to ten steps if there are that many
    /// numbers.
    fn new(most: u64) -> Self {
        // One, two, five, ten, and so on.
        let steps = (0..).map(|i| [1, 2, 5][i % 3] * 10u64.saturating_pow(i as u32 / 3));
        let step = steps.take(58).find(|step| most / step <= 7).unwrap_or(u64::MAX);
        Scale { top: most.div_ceil(step).max(1).saturating_mul(step), step }
    }

    fn height(&self, count: u64) -> f64 {
        HEIGHT * count as f64 / self.top as f64
    }
}

/// Writes the lines and numbers of the vertical axis.
fn write_heights(svg: &mut String, scale: &Scale) {
    for i in 0..=scale.top / scale.step {
        let count = i * scale.step;
        let y = HEIGHT - scale.height(count);
        let opacity = if i == 0 { "1" } else { ".25" };
        let _ = writeln!(
            svg,
            "<path class=\"line\" opacity=\"{opacity}\" d=\"M0 {0}H{WIDTH}\"/>\
             <text class=\"faint\" x=\"-8\" y=\"{1}\" text-anchor=\"end\">{count}</text>",
            number(y),
            number(y + 4.0)
        );
    }
    let _ = writeln!(
        svg,
        "<text class=\"faint\" transform=\"translate({} {}) rotate(-90)\" \
         text-anchor=\"middle\">positions</text>",
        number(4.0 - LEFT),
        number(HEIGHT / 2.0)
    );
}

fn write_bars(svg: &mut String, sums: &[u64], each: usize, across: f64, scale: &Scale) {
    let width = across * each as f64;
    // Narrow bars have no gaps.
    let gap = if width < 5.0 { 0.0 } else { (width * 0.15).min(6.0) };
    for (i, &sum) in sums.iter().enumerate() {
        let (from, to) = (i * each, (i + 1) * each - 1);
        let distance = if each == 1 { from.to_string() } else { format!("{from} to {to}") };
        // Small numbers show, too.
        let high = if sum == 0 { 0.0 } else { scale.height(sum).max(0.75) };
        let _ = writeln!(
            svg,
            "<rect class=\"k0\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">\
             <title>{distance}: {sum}</title></rect>",
            number(i as f64 * width + gap / 2.0),
            number(HEIGHT - high),
            number(width - gap),
            number(high)
        );
    }
}

/// Writes the numbers of the horizontal axis, each under the middle of its bar.
fn write_distances(svg: &mut String, distances: usize, across: f64) {
    // A number of three digits takes about 30.
    let Scale { step, .. } = Scale::new((distances as f64 * 7.0 * 30.0 / WIDTH) as u64);
    for distance in (0..distances).step_by(step as usize) {
        let x = number((distance as f64 + 0.5) * across);
        let _ = writeln!(
            svg,
            "<text class=\"faint\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{distance}</text>",
            number(HEIGHT + 18.0)
        );
    }
    let _ = writeln!(
        svg,
        "<text class=\"faint\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">distance</text>",
        number(WIDTH / 2.0),
        number(HEIGHT + 40.0)
    );
}

fn write_mark(svg: &mut String, x: f64, what: &str) {
    let (anchor, beside) = if x < WIDTH / 2.0 { ("start", 6.0) } else { ("end", -6.0) };
    let _ = writeln!(
        svg,
        "<path class=\"target\" fill=\"none\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\" \
         d=\"M{0} -18V{HEIGHT}\"/>\
         <text class=\"ink\" x=\"{1}\" y=\"-8\" text-anchor=\"{anchor}\">{what}</text>",
        number(x),
        number(x + beside)
    );
}
