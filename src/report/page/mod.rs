//! A page to play a puzzle on, in one file that needs nothing else: `docs/PLAYER.md`.
//!
//! What the page does is in the script's files beside this one. Here they are put together with
//! what the script has to know: the puzzle and its pictures, the solution, and perhaps the map.

mod map;

use std::io::{self, Write};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::draw::escape::escape;
use super::draw::outline::{Outline, heart, number, ties};
use super::draw::palette::{Tone, properties};
use super::text::plain;
use crate::analyse::Chart;
use crate::puzzle::{Goal, Kind, Lock, Movers, Placement, Puzzle, Style, Want};
use crate::query::{Answer, Status};
use map::Map;

/// The schema of the data in a page.
pub const PAGE: &str = "sliding/page/1";

const TEMPLATE: &str = include_str!("page.html");
const LOOKS: &str = include_str!("player.css");

/// The script's files, those first that the others need.
const SCRIPT: [&str; 5] = [
    include_str!("rules.js"),
    include_str!("game.js"),
    include_str!("map.js"),
    include_str!("board.js"),
    include_str!("player.js"),
];

/// The side of a cell in pictures.
const UNIT: f64 = 100.0;
/// What pieces leave free at the edges of their cells.
const INSET: f64 = 4.0;
/// How round their corners are.
const RADIUS: f64 = 12.0;

/// What keys do with sets of pieces, in the styles that move these.
const KEYS_TOGETHER: &str = "\
<tr><th scope=\"row\"><kbd>Space</kbd></th><td>take the chosen piece into the group, or out</td></tr>
<tr><th scope=\"row\"><kbd>Esc</kbd></th><td>no group</td></tr>";
const TOGETHER: &str = " What is in the way comes along. To move any pieces together, \
     make a group: press long on each, or click with <kbd>Shift</kbd>.";

/// What a page shows.
pub struct Page<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// What it is called.
    pub name: &'a str,
    /// The style in which it is played.
    pub style: Style,
    /// The result of a search in this style. Without a solution in it, the page offers none.
    pub outcome: &'a Answer,
    /// The distances from everywhere, if the page is to know them.
    pub chart: Option<&'a Chart>,
}

impl Page<'_> {
    /// Writes the page.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    ///
    /// ```
    /// use sliding::puzzle::{Puzzle, Style};
    /// use sliding::report::page::Page;
    /// use sliding::analyse::chart;
    /// use sliding::solve::{Request, search};
    ///
    /// let puzzle: Puzzle = "1 x 4 (</script>)\n1 = 1\n1\n0001\n".parse().unwrap();
    /// let style = Style::WALK;
    /// let request = Request::new(style);
    /// let outcome = search(&puzzle, &request, &mut ()).unwrap();
    /// let chart = chart(&puzzle, &request, 100_000, &mut ()).unwrap();
    /// let mut page = Vec::new();
    /// let name = puzzle.name();
    /// Page { puzzle: &puzzle, name, style, outcome: &outcome, chart: chart.as_ref() }
    ///     .write(&mut page)
    ///     .unwrap();
    /// let page = String::from_utf8(page).unwrap();
    /// assert!(page.starts_with("<!DOCTYPE html>"));
    /// assert_eq!(page.matches("</script>").count(), 2);
    /// ```
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let script = SCRIPT.join("\n");
        let looks = self.looks();
        let is_together = self.style.movers() == Movers::Super;
        let parts = [
            ("script-hash", source(&script)),
            ("style-hash", source(&looks)),
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("name", escape(self.name)),
            ("meaning", self.style.meaning().to_owned()),
            ("together", if is_together { TOGETHER } else { "" }.to_owned()),
            ("keys", if is_together { KEYS_TOGETHER } else { "" }.to_owned()),
            ("style", looks),
            ("data", harmless(&serde_json::to_string(&self.data())?)),
            ("script", script),
        ];
        let mut rest = TEMPLATE;
        while let Some((text, (place, after))) =
            rest.split_once("{{").and_then(|(text, more)| Some((text, more.split_once("}}")?)))
        {
            let (_, part) = parts.iter().find(|part| part.0 == place).expect("a part of the page");
            write!(out, "{text}{part}")?;
            rest = after;
        }
        out.write_all(rest.as_bytes())
    }

    /// The style sheet, with the colours of the puzzle's kinds in it.
    fn looks(&self) -> String {
        let kinds = self.puzzle.kinds().len();
        let (light, dark) = (properties(kinds, Tone::Light), properties(kinds, Tone::Dark));
        format!(":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{LOOKS}")
    }

    fn data(&self) -> Data {
        let puzzle = self.puzzle;
        let size = puzzle.size();
        let solution = self.outcome.solution.as_ref().map(|solution| {
            let moves = solution.moves.iter().map(|step| Step {
                pieces: step.pieces.iter().map(|piece| piece.cell).collect(),
                steps: step.steps.iter().map(|direction| direction.word()).collect(),
            });
            moves.collect()
        });
        Data {
            schema: PAGE,
            name: plain(self.name),
            style: self.style.number(),
            rows: size.rows,
            cols: size.cols,
            unit: UNIT,
            kinds: puzzle.kinds().iter().map(Piece::new).collect(),
            blocked: puzzle.blocked().to_vec(),
            walls: area(puzzle, puzzle.blocked()),
            start: puzzle.start().placements().iter().map(pair).collect(),
            goals: puzzle.goals().iter().map(|goal| Target::new(puzzle, goal)).collect(),
            status: match self.outcome.status {
                Status::Unsolvable => "unsolvable",
                _ if self.outcome.solution.is_some() => "solved",
                _ => "unknown",
            },
            shortest: self.outcome.is_shortest,
            solution,
            // An empty map says nothing.
            map: self
                .chart
                .filter(|chart| !chart.distances.is_empty())
                .map(|chart| Map::new(puzzle, chart)),
        }
    }
}

/// What a page's script reads. `docs/PLAYER.md` describes every field.
#[derive(Serialize)]
struct Data {
    schema: &'static str,
    name: String,
    style: u8,
    rows: u32,
    cols: u32,
    unit: f64,
    kinds: Vec<Piece>,
    blocked: Vec<u32>,
    walls: String,
    start: Vec<(u32, u8)>,
    goals: Vec<Target>,
    status: &'static str,
    shortest: bool,
    solution: Option<Vec<Step>>,
    map: Option<Map>,
}

#[derive(Serialize)]
struct Piece {
    name: char,
    lock: &'static str,
    cells: Vec<(i32, i32)>,
    outline: String,
    ties: String,
    heart: Spot,
}

#[derive(Serialize)]
struct Spot {
    x: f64,
    y: f64,
}

#[derive(Serialize)]
struct Target {
    pieces: Vec<(u32, u8)>,
    empty: Vec<u32>,
    free: String,
}

#[derive(Serialize)]
struct Step {
    pieces: Vec<u32>,
    steps: Vec<&'static str>,
}

impl Piece {
    fn new(kind: &Kind) -> Self {
        let middle = |cell: i32| number(UNIT * (f64::from(cell) + 0.5));
        let lines = ties(kind.cells()).into_iter().map(|(from, to)| {
            let [from_x, from_y, to_x, to_y] = [from.1, from.0, to.1, to.0].map(middle);
            format!("M{from_x} {from_y}L{to_x} {to_y}")
        });
        let (row, col) = heart(kind.cells());
        Self {
            name: kind.name(),
            lock: match kind.lock() {
                Lock::Free => "free",
                Lock::Horizontal => "horizontal",
                Lock::Vertical => "vertical",
            },
            cells: kind.cells().to_vec(),
            outline: Outline::of(kind.cells()).path(UNIT, INSET, RADIUS),
            ties: lines.collect(),
            heart: Spot { x: UNIT * col, y: UNIT * row },
        }
    }
}

impl Target {
    fn new(puzzle: &Puzzle, goal: &Goal) -> Self {
        let empty = goal.demands().iter().filter(|demand| demand.want == Want::Empty);
        Self {
            pieces: goal.demanded().placements().iter().map(pair).collect(),
            empty: empty.map(|demand| demand.cell).collect(),
            free: area(puzzle, goal.free()),
        }
    }
}

fn pair(piece: &Placement) -> (u32, u8) {
    (piece.cell, piece.kind)
}

/// The outline of some cells of the board.
fn area(puzzle: &Puzzle, cells: &[u32]) -> String {
    let place = |&cell| {
        let (row, col) = puzzle.size().row_col(cell);
        (row as i32, col as i32)
    };
    Outline::of(&cells.iter().map(place).collect::<Vec<_>>()).path(UNIT, 0.0, 0.0)
}

/// What a policy for the page's content calls a text that it allows.
fn source(text: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text)))
}

/// JSON that can stand in a script element: nothing in it can end the element or begin a comment,
/// and nothing changes the direction of what follows. Such characters stand in strings only.
fn harmless(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                text.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => text.push(c),
        }
    }
    text
}
