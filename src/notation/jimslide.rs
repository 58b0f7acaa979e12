//! The files of JIMSLIDE: lines of a keyword and numbers.

use std::collections::BTreeMap;

use super::cars::{FEWER, TOO_MANY};
use super::error::{ParseError, examine};
use super::problem::{Problem, ProblemEffect};
use super::text::{TextSpan, beginning, is_comment, uncommented_lines};
use super::{Item, Notation, Parsed, Reader, Warning};
use crate::puzzle::{
    Demand, GoalSetup, KindSetup, Lock, Note, Placement, Setup, SetupPlace, Size, Want, kind_name,
};

pub const NOTATION: Notation = Notation {
    name: "jimslide",
    about: "JIMSLIDE: lines as `piece: 1 (0,0) (1,0)`, `put: 1 (2,3)`, `win: 1 (0,0)`",
    read: Reader::Text(|text| Item::only(1, read(text))),
    write: None,
};

/// A line about a piece: the kind's number, then cells.
struct PieceLine<'a> {
    line: TextSpan<'a>,
    kind: i64,
    cells: Vec<(i64, i64)>,
}

#[derive(Default)]
struct JimslideDraft<'a> {
    title: Option<&'a str>,
    cols: u32,
    rows: u32,
    kinds: Vec<PieceLine<'a>>,
    puts: Vec<PieceLine<'a>>,
    wins: Vec<PieceLine<'a>>,
    /// Walls as boxes: first and last x and y, inclusive.
    walls: Vec<[i64; 4]>,
    /// For each kind, whether it is locked in x, and in y.
    locks: BTreeMap<i64, (bool, bool)>,
    warnings: Vec<Warning>,
}

fn read(text: &str) -> Parsed {
    let mut draft = JimslideDraft::default();
    for line in uncommented_lines(text) {
        if !is_comment(&line) {
            draft.line(line.trimmed())?;
        }
    }
    let setup = draft.setup(beginning(text))?;
    let start = beginning(text);
    let puzzle = examine(&setup, |place| match place {
        SetupPlace::Piece(piece) => draft.movable().nth(piece).map_or(start, |entry| entry.line),
        SetupPlace::Demand { demand, .. } => {
            draft.wins.get(demand).map_or(start, |entry| entry.line)
        }
        SetupPlace::Kind(kind) => draft.kinds.get(kind).map_or(start, |entry| entry.line),
        SetupPlace::Goal(_) | SetupPlace::Goals => {
            draft.wins.first().map_or(start, |entry| entry.line)
        }
        _ => start,
    })?;
    Ok((puzzle, draft.warnings))
}

impl<'a> JimslideDraft<'a> {
    fn line(&mut self, line: TextSpan<'a>) -> Result<(), Problem> {
        if let Some(title) = line.text().strip_prefix('!') {
            self.title = self.title.or(Some(title.trim()).filter(|title| !title.is_empty()));
            return Ok(());
        }
        let Some(colon) = line.text().find(':') else { return Ok(()) };
        let key = line.part(0..colon);
        let end = line.text().find(['!', ';', '\'']).unwrap_or(line.text().len());
        let rest = line.part(colon + 1..end.max(colon + 1));
        match key.text().trim() {
            "xsize" => self.cols = size(rest)?,
            "ysize" => self.rows = size(rest)?,
            word @ ("wall" | "hwall" | "vwall") => self.walls.push(wall(word, rest)?),
            "piece" => self.kinds.push(entry(rest)?),
            "put" => self.puts.push(entry(rest)?),
            "win" => self.wins.push(entry(rest)?),
            word @ ("lockx" | "locky") => {
                for kind in values(rest)? {
                    let (x, y) = self.locks.entry(kind).or_default();
                    *(if word == "lockx" { x } else { y }) = true;
                }
            }
            "xstep" | "ystep" if rest.trimmed().text() != "1" => {
                let message = "this is ignored: the least number of moves may be too small";
                let warning = key.wrong(message, "pieces that may rest everywhere");
                self.warnings.push(Problem { effect: ProblemEffect::Void, ..warning });
            }
            _ => {}
        }
        Ok(())
    }

    fn is_fixed(&self, kind: i64) -> bool {
        self.locks.get(&kind) == Some(&(true, true))
    }

    /// Returns the pieces that can move; the others are walls.
    fn movable(&self) -> impl Iterator<Item = &PieceLine<'a>> {
        self.puts.iter().filter(|put| !self.is_fixed(put.kind))
    }

    fn setup(&self, start: TextSpan) -> Result<Setup, ParseError> {
        let mut setup = Setup::new(Size { rows: self.rows, cols: self.cols });
        if setup.size.violation().is_some() {
            let message = "the size is missing, or the board has too many cells";
            return Err(start.wrong(message, "lines `xsize: n` and `ysize: n`").into());
        }
        if let Some(title) = self.title {
            setup.notes.push(Note { key: "title".to_owned(), value: title.to_owned() });
        }
        self.walls(&mut setup);
        for entry in &self.kinds {
            let Some(name) = kind_name(setup.kinds.len() as u8 + 1) else {
                return Err(entry.line.wrong(TOO_MANY, FEWER).into());
            };
            let cells = entry.cells.iter().map(|&(x, y)| (y as i32, x as i32));
            let mut kind = KindSetup::new(name, cells.collect::<Vec<_>>());
            kind.lock = match self.locks.get(&entry.kind) {
                Some((true, false)) => Lock::Vertical,
                Some((false, true)) => Lock::Horizontal,
                _ => Lock::Free,
            };
            setup.add_kind(kind);
        }
        for put in &self.puts {
            let (kind, cell) = self.origin(put, setup.size)?;
            if self.is_fixed(put.kind) {
                let cells = &self.kinds[kind].cells;
                let (x, y) = put.cells[0];
                let cell = |&(dx, dy): &(i64, i64)| setup.size.cell(y + dy, x + dx);
                setup.blocked.extend(cells.iter().filter_map(cell));
            } else {
                setup.start.push(Placement { cell, kind: kind as u8 });
            }
        }
        let mut demands = Vec::new();
        for win in &self.wins {
            let (cell, want) = match win.kind {
                0 => (on_board(win, win.cells[0], setup.size)?, Want::Empty),
                _ => {
                    let (kind, cell) = self.origin(win, setup.size)?;
                    (cell, Want::Origin(kind as u8))
                }
            };
            demands.push(Demand { cell, want });
        }
        if demands.is_empty() {
            return Err(start.wrong("there is no goal", "a line `win: n (x,y)`").into());
        }
        setup.goals.push(GoalSetup::Partial(demands));
        Ok(setup)
    }

    fn walls(&self, setup: &mut Setup) {
        for &[left, right, top, bottom] in &self.walls {
            let (left, right) = (left.max(0), right.min(i64::from(self.cols) - 1));
            let (top, bottom) = (top.max(0), bottom.min(i64::from(self.rows) - 1));
            for row in top..=bottom {
                setup.blocked.extend((left..=right).filter_map(|col| setup.size.cell(row, col)));
            }
        }
    }

    /// Returns the kind that a line names, and its topmost, leftmost cell.
    fn origin(&self, entry: &PieceLine, size: Size) -> Result<(usize, u32), Problem> {
        let kind = self.kinds.iter().position(|kind| kind.kind == entry.kind);
        let Some(kind) = kind else {
            let message = format!("kind {} is never defined", entry.kind);
            return Err(entry.line.wrong(message, "a line `piece:` for it"));
        };
        let (x, y) = entry.cells[0];
        let first = self.kinds[kind].cells.iter().min_by_key(|&&(dx, dy)| (dy, dx));
        let (dx, dy) = first.copied().unwrap_or_default();
        Ok((kind, on_board(entry, (x + dx, y + dy), size)?))
    }
}

fn on_board(entry: &PieceLine, (x, y): (i64, i64), size: Size) -> Result<u32, Problem> {
    let off = || entry.line.wrong("this lies off the board", "cells of the board");
    size.cell(y, x).ok_or_else(off)
}

/// Reads a wall as a box: first and last x and y.
fn wall(word: &str, rest: TextSpan) -> Result<[i64; 4], Problem> {
    match (word, &values(rest)?[..]) {
        ("wall", &[x, y]) => Ok([x, x, y, y]),
        ("hwall", &[y, from, to]) => Ok([from, to, y, y]),
        ("vwall", &[x, from, to]) => Ok([x, x, from, to]),
        _ => Err(rest.wrong("malformed wall", "`(x,y)`, `hwall: y (x1,x2)` or `vwall: x (y1,y2)`")),
    }
}

fn size(rest: TextSpan) -> Result<u32, Problem> {
    let value = values(rest)?.first().copied().unwrap_or(0);
    let malformed = || rest.wrong("this is no size", "a number of cells");
    u32::try_from(value).map_err(|_| malformed())
}

fn entry(rest: TextSpan<'_>) -> Result<PieceLine<'_>, Problem> {
    let values = values(rest)?;
    let expected = "the kind's number, then cells as `(x,y)`";
    match &values[..] {
        [kind, cells @ ..] if !cells.is_empty() && cells.len() % 2 == 0 => Ok(PieceLine {
            line: rest.trimmed(),
            kind: *kind,
            cells: cells.chunks(2).map(|pair| (pair[0], pair[1])).collect(),
        }),
        _ => Err(rest.wrong("a malformed line", expected)),
    }
}

/// Returns the numbers of a line, with any separators. They are small enough to be added up.
fn values(rest: TextSpan) -> Result<Vec<i64>, Problem> {
    let is_between = |c: char| c.is_whitespace() || "(),".contains(c);
    let value = |word: TextSpan| {
        let value = word.text().parse::<i32>().ok().map(i64::from);
        value
            .filter(|value| value.abs() < 1 << 24)
            .ok_or_else(|| word.wrong("this is no number, or too large", "a whole number"))
    };
    rest.split(is_between).map(value).collect()
}
