//! The files of JIMSLIDE: lines of a keyword and numbers.

use super::problem::{Problem, ProblemEffect, Result, examine};
use super::text::{TextSpan, beginning, full_lines};
use super::{Item, Notation, Parsed, Reader};
use crate::puzzle::{
    Demand, GoalSetup, KindSetup, Lock, MAX_CELLS, Note, Placement, Setup, SetupPlace, Size, Want,
    kind_name,
};

pub const NOTATION: Notation = Notation {
    name: "jimslide",
    about: "JIMSLIDE: lines as `piece: 1 (0,0) (1,0)`, `put: 1 (2,3)`, `win: 1 (0,0)`",
    read: Reader::Text(|text| Item::only(1, read(text))),
    write: None,
};

/// The keywords that matter.
const KEYS: [&str; 10] =
    ["xsize", "ysize", "wall", "hwall", "vwall", "lockx", "locky", "piece", "put", "win"];

fn read(text: &str) -> Parsed {
    let start = beginning(text);
    let (mut warnings, mut title) = (Vec::new(), "");
    let mut setup = Setup::new(Size::default());
    let (mut walls, mut locks) = (Vec::new(), Vec::new());
    // The number and the cells of each kind, and the pieces and goals.
    let (mut shapes, mut lines) = (Vec::new(), Vec::new());
    for line in full_lines(text) {
        let end = line.text().find(['!', ';', '\'']).unwrap_or(line.text().len());
        let Some(colon) = line.text()[..end].find(':') else {
            let words = line.text().strip_prefix('!').unwrap_or("").trim();
            title = if title.is_empty() { words } else { title };
            continue;
        };
        let (key, place) = (line.part(0..colon).trimmed(), line.part(colon + 1..end).trimmed());
        if matches!(key.text(), "xstep" | "ystep") && place.text() != "1" {
            let warning = key.wrong(
                "this is ignored: the least number of moves may be too small",
                "pieces that may rest everywhere",
            );
            warnings.push(Problem { effect: ProblemEffect::Void, ..warning });
        }
        if !KEYS.contains(&key.text()) {
            continue;
        }
        match (key.text(), &numbers(place)?[..]) {
            ("xsize", [cols, ..]) => setup.size.cols = (*cols).max(0) as u32,
            ("ysize", [rows, ..]) => setup.size.rows = (*rows).max(0) as u32,
            ("wall", &[x, y]) => walls.push((x..=x, y..=y)),
            ("hwall", &[y, from, to]) => walls.push((from..=to, y..=y)),
            ("vwall", &[x, from, to]) => walls.push((x..=x, from..=to)),
            ("lockx" | "locky", numbers) => {
                locks.extend(numbers.iter().map(|number| (key.text(), *number)));
            }
            ("piece", [number, cells @ ..]) => {
                let mut cells: Vec<(i32, i32)> =
                    cells.chunks_exact(2).map(|cell| (cell[1], cell[0])).collect();
                cells.sort_unstable();
                shapes.push((*number, cells));
            }
            ("put" | "win", &[number, x, y, ..]) => lines.push((key.text(), place, number, x, y)),
            _ => {
                let expected = "numbers as in `put: 1 (2,3)` or `hwall: 0 (1,2)`";
                return place.fail("a malformed line", expected);
            }
        }
    }
    let size = setup.size;
    if size.violation().is_some() {
        return start.fail(
            "the size is missing, or the board has too many cells",
            "lines `xsize: n` and `ysize: n`",
        );
    }
    let cell = |x: i32, y: i32| size.cell(y.into(), x.into());
    if !title.is_empty() {
        setup.notes.push(Note { key: "title".to_owned(), value: title.to_owned() });
    }
    for (xs, ys) in walls {
        setup.blocked.extend(ys.flat_map(|y| xs.clone().filter_map(move |x| cell(x, y))));
    }
    let locks_of = |number| ["lockx", "locky"].map(|key| locks.contains(&(key, number)));
    for (index, (number, cells)) in shapes.iter().enumerate() {
        let lock = match locks_of(*number) {
            [true, false] => Lock::Vertical,
            [false, true] => Lock::Horizontal,
            _ => Lock::Free,
        };
        // Beyond the last name it is a fault of the setup.
        let name = u8::try_from(index + 1).ok().and_then(kind_name).unwrap_or('?');
        setup.add_kind(KindSetup { lock, ..KindSetup::new(name, cells.clone()) });
    }
    // Those of kind 0 are single cells.
    let (mut pieces, mut wins, mut demands) = (Vec::new(), Vec::new(), Vec::new());
    for (key, place, number, x, y) in lines {
        let kind = shapes.iter().position(|(known, _)| *known == number);
        let shape = match kind {
            Some(kind) => &shapes[kind].1[..],
            None if number == 0 => &[(0, 0)],
            None => {
                let message = format!("kind {number} is never defined");
                return place.fail(message, "a line `piece:` for it");
            }
        };
        let mut cells = shape.iter().map(|&(down, right)| cell(x + right, y + down));
        let kind = kind.filter(|_| locks_of(number) != [true; 2]);
        if kind.is_none() && key == "put" {
            setup.blocked.extend(cells.flatten());
            continue;
        }
        let off = || place.wrong("this lies off the board", "cells of the board");
        let cell = cells.next().flatten().ok_or_else(off)?;
        match kind.map(|kind| kind as u8) {
            Some(kind) if key == "put" => {
                pieces.push(place);
                setup.start.push(Placement { cell, kind });
            }
            kind => {
                wins.push(place);
                demands.push(Demand { cell, want: kind.map_or(Want::Empty, Want::Origin) });
            }
        }
    }
    if demands.is_empty() {
        return start.fail("there is no goal", "a line `win: n (x,y)`");
    }
    setup.goals.push(GoalSetup::Partial(demands));
    let puzzle = examine(&setup, Vec::new(), |part| {
        let place = match part {
            SetupPlace::Piece(piece) => pieces.get(piece),
            SetupPlace::Demand { demand, .. } => wins.get(demand),
            _ => None,
        };
        Some(place.copied().unwrap_or(start))
    })?;
    Ok((puzzle, warnings))
}

/// Reads numbers with any separators.
fn numbers(part: TextSpan) -> Result<Vec<i32>> {
    part.split(|c| c.is_whitespace() || "(),".contains(c))
        .map(|word| {
            let number =
                word.text().parse().ok().filter(|n: &i32| n.unsigned_abs() <= MAX_CELLS as u32);
            number.ok_or_else(|| word.wrong("this is no number, or too large", "a whole number"))
        })
        .collect()
}
