//! Animated SVG: the pieces slide by themselves, without a script.
//!
//! CSS moves them, not SMIL: only a style sheet can ask whether the reader prefers reduced motion,
//! and then the picture shows the start without moving. Each piece that ever moves has its own key
//! frames, which are fractions of the time for the whole solution.

use std::fmt::Write;

use super::motion::{REST, Speed, Track, along, tracks};
use super::verdict;
use crate::engine::query::Answer;
use crate::puzzle::{Placement, Puzzle, Solution, Style};
use crate::report::draw::Appearance;
use crate::report::draw::appearance::style_sheet_of;
use crate::report::draw::board::{LARGE, Painter, unit};
use crate::report::draw::layout::{Heading, single};
use crate::report::draw::outline::number;

/// The distance between the board and the bar below it.
const BELOW: f64 = 12.0;

/// Returns a solution as a looping SVG animation, with a progress bar below. Without a solution, it
/// shows the start, and why nothing moves. `name` is the heading.
///
/// Takes time in proportion to the moves times the pieces.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::report::draw::Appearance;
/// use sliding::report::solution::{animation::animated, motion::Speed};
/// use sliding::solve::{Budget, Query, solve};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse()?;
/// let style = Style::STEP;
/// let answer = solve(&Query::new(&puzzle, style), &Budget::default(), &mut ())?;
/// let svg = animated(&puzzle, "Easy", style, &answer, Appearance::default(), Speed::default());
/// assert!(svg.contains("@keyframes slide-0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn animated(
    puzzle: &Puzzle,
    name: &str,
    style: Style,
    outcome: &Answer,
    appearance: Appearance,
    speed: Speed,
) -> String {
    let stays = Solution::default();
    let solution = outcome.solution.as_ref().unwrap_or(&stays);
    let time = REST.0 + solution.moves.len() as f64 * speed.each() + REST.1;
    let painter = Painter::new(puzzle, unit(puzzle, LARGE), appearance.labels);
    let tracks = tracks(puzzle, solution);
    let mut motion = format!(
        ".moves{{animation:{}s ease-in-out infinite}}\
         .bar{{transform:scaleX(0);animation:bar {0}s linear infinite}}\n\
         @keyframes bar{{0%,{}%{{transform:scaleX(0)}}{}%,100%{{transform:scaleX(1)}}}}\n",
        number(time),
        share(REST.0, time),
        share(time - REST.1, time),
    );
    for (i, track) in tracks.iter().enumerate().filter(|(_, track)| !track.slides.is_empty()) {
        let frames = key_frames(track, painter.unit(), speed, time);
        let _ = writeln!(motion, ".slide-{i}{{animation-name:slide-{i}}}");
        let _ = writeln!(motion, "@keyframes slide-{i}{{{frames}}}");
    }
    motion += "@media (prefers-reduced-motion:reduce){.moves,.bar{animation:none}}\n";

    let (wide, high) = painter.extent();
    let notes = [verdict(style, outcome)];
    let heading = Heading { name, notes: &notes };
    let colours = style_sheet_of(puzzle, appearance.theme);
    let sheets = format!("{colours}<style>{motion}</style>\n");
    let (mut svg, (left, top)) = single(&heading, &sheets, (wide, high + BELOW));
    let _ = writeln!(svg, "<g transform=\"translate({left} {})\">", number(top));
    svg += &painter.begin();
    svg += painter.targets();
    svg.push('\n');
    // Names lie above the ties of all pieces.
    let mut layer = |draw: &dyn Fn(&mut String, Placement)| {
        for i in painter.order(puzzle.start()) {
            let class = match tracks[i].slides.is_empty() {
                true => String::new(),
                false => format!(" class=\"moves slide-{i}\""),
            };
            let _ = write!(svg, "<g{class}>");
            draw(&mut svg, tracks[i].piece);
            svg += "</g>\n";
        }
    };
    layer(&|svg, piece| {
        painter.cover_targets_below(svg, piece);
        painter.piece(svg, piece, false);
    });
    if appearance.labels {
        let names = puzzle.names();
        layer(&|svg, piece| painter.label(svg, &names, piece));
    }
    let _ = writeln!(
        svg,
        "</g><rect class=\"head bar\" y=\"{}\" width=\"{}\" height=\"3\"/></g></svg>",
        number(high + BELOW),
        number(wide)
    );
    svg
}

/// Returns the key frames of a piece: its place at each fraction of the time. It turns corners
/// where its path does.
fn key_frames(track: &Track, unit: f64, speed: Speed, time: f64) -> String {
    let mut frames = String::new();
    let (mut down, mut right) = (0.0, 0.0);
    let mut from = 0.0;
    let mut stays = |down: f64, right: f64, from: f64, to: f64| {
        let [x, y] = [right * unit, down * unit].map(number);
        let _ = match from == to {
            true => write!(frames, "{}%", share(from, time)),
            false => write!(frames, "{}%,{}%", share(from, time), share(to, time)),
        };
        let _ = write!(frames, "{{transform:translate({x}px,{y}px)}}");
    };
    for &(number, steps) in &track.slides {
        let begins = REST.0 + number as f64 * speed.each();
        stays(down, right, from, begins);
        let mut made = 0;
        for run in steps.chunk_by(|a, b| a == b) {
            made += run.len();
            let part = made as f64 / steps.len() as f64;
            let (rows, cols) = along(run, 1.0);
            (down, right) = (down + rows, right + cols);
            from = begins + part * speed.sliding();
            if made < steps.len() {
                stays(down, right, from, from);
            }
        }
    }
    stays(down, right, from, time);
    frames
}

/// Returns a moment as a percentage of the whole time.
fn share(moment: f64, time: f64) -> String {
    format!("{:.3}", 100.0 * moment / time).trim_end_matches('0').trim_end_matches('.').to_owned()
}
