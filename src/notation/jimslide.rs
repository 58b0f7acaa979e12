//! The files of JIMSLIDE: lines of a keyword and numbers.

use std::collections::BTreeSet;

use super::error::{ParseError, examine};
use super::problem::{Problem, ProblemEffect};
use super::text::{TextSpan, beginning, is_comment, uncommented_lines};
use super::{Item, Notation, Parsed, Reader};
use crate::puzzle::{
    Demand, GoalSetup, KindSetup, Lock, MAX_CELLS, Note, Placement, Puzzle, Setup, SetupPlace,
    Size, Want, kind_name,
};

pub const NOTATION: Notation = Notation {
    name: "jimslide",
    about: "JIMSLIDE: lines as `piece: 1 (0,0) (1,0)`, `put: 1 (2,3)`, `win: 1 (0,0)`",
    read: Reader::Text(|text| Item::only(1, read(text))),
    write: None,
};

/// The keywords that matter, in the order in which their lines are needed.
const KEYS: [&str; 10] =
    ["xsize", "ysize", "piece", "lockx", "locky", "wall", "hwall", "vwall", "put", "win"];

/// A keyword, what stands behind it, and the numbers there.
type Line<'a> = (&'static str, TextSpan<'a>, Vec<i32>);

fn read(text: &str) -> Parsed {
    let start = beginning(text);
    let (mut lines, mut warnings, mut title) = (Vec::new(), Vec::new(), "");
    for line in uncommented_lines(text).filter(|line| !is_comment(line)) {
        let line = line.trimmed();
        let end = line.text().find(['!', ';', '\'']).unwrap_or(line.text().len());
        let Some(colon) = line.text()[..end].find(':') else {
            let words = line.text().strip_prefix('!').unwrap_or("").trim();
            title = if title.is_empty() { words } else { title };
            continue;
        };
        let (key, place) = (line.part(0..colon).trimmed(), line.part(colon + 1..end).trimmed());
        if let Some(key) = KEYS.into_iter().find(|known| *known == key.text()) {
            lines.push((key, place, numbers(place)?));
        } else if matches!(key.text(), "xstep" | "ystep") && place.text() != "1" {
            let message = "this is ignored: the least number of moves may be too small";
            let warning = key.wrong(message, "pieces that may rest everywhere");
            warnings.push(Problem { effect: ProblemEffect::Void, ..warning });
        }
    }
    lines.sort_by_key(|(key, ..)| KEYS.iter().position(|known| known == key));
    let title = Note { key: "title".to_owned(), value: title.to_owned() };
    Ok((puzzle(&lines, title, start)?, warnings))
}

/// Reads numbers with any separators.
fn numbers(part: TextSpan) -> Result<Vec<i32>, Problem> {
    let number = |word: TextSpan| {
        let number =
            word.text().parse().ok().filter(|n: &i32| n.unsigned_abs() <= MAX_CELLS as u32);
        number.ok_or_else(|| word.wrong("this is no number, or too large", "a whole number"))
    };
    part.split(|c| c.is_whitespace() || "(),".contains(c)).map(number).collect()
}

fn puzzle(lines: &[Line], title: Note, start: TextSpan) -> Result<Puzzle, ParseError> {
    let of = |wanted| lines.iter().filter(move |(key, ..)| *key == wanted);
    let side = |key| {
        let numbers = of(key).next_back().map(|(.., numbers)| numbers);
        numbers.and_then(|numbers| u32::try_from(*numbers.first()?).ok()).unwrap_or(0)
    };
    let size = Size { rows: side("ysize"), cols: side("xsize") };
    if size.violation().is_some() {
        let message = "the size is missing, or the board has too many cells";
        return Err(start.wrong(message, "lines `xsize: n` and `ysize: n`").into());
    }
    let mut setup = Setup::new(size);
    setup.notes.extend((!title.value.is_empty()).then_some(title));
    let locked = |axis| of(axis).flat_map(|(.., numbers)| numbers).copied().collect();
    let [in_x, in_y]: [BTreeSet<i32>; 2] = ["lockx", "locky"].map(locked);
    let (mut kinds, mut demands) = (Vec::new(), Vec::new());
    let (mut pieces, mut wins) = (Vec::new(), Vec::new());
    for (key, place, numbers) in lines {
        let mut kind = None;
        let cells: Vec<(i32, i32)> = match (*key, &numbers[..]) {
            ("xsize" | "ysize" | "lockx" | "locky", _) => continue,
            ("piece", [number, cells @ ..]) => {
                let name = u8::try_from(kinds.len() + 1).ok().and_then(kind_name);
                let cells = cells.chunks_exact(2).map(|cell| (cell[1], cell[0]));
                // Beyond the last name it is a fault of the setup.
                let mut kind = KindSetup::new(name.unwrap_or('?'), cells.collect::<Vec<_>>());
                kind.lock = match (in_x.contains(number), in_y.contains(number)) {
                    (true, false) => Lock::Vertical,
                    (false, true) => Lock::Horizontal,
                    _ => Lock::Free,
                };
                setup.add_kind(kind);
                kinds.push(*number);
                continue;
            }
            ("wall", &[x, y]) => vec![(y, x)],
            ("hwall", &[y, from, to]) => (from..=to).map(|x| (y, x)).collect(),
            ("vwall", &[x, from, to]) => (from..=to).map(|y| (y, x)).collect(),
            ("put" | "win", &[number, x, y, ..]) => {
                kind = kinds.iter().position(|known| *known == number);
                let cells = match kind {
                    Some(kind) => &setup.kinds[kind].cells[..],
                    None if number == 0 => &[(0, 0)],
                    None => {
                        let message = format!("kind {number} is never defined");
                        return Err(place.wrong(message, "a line `piece:` for it").into());
                    }
                };
                cells.iter().map(|&(down, right)| (y + down, x + right)).collect()
            }
            _ => {
                let expected = "numbers as in `put: 1 (2,3)` or `hwall: 0 (1,2)`";
                return Err(place.wrong("a malformed line", expected).into());
            }
        };
        let on_board = |&(row, col): &(i32, i32)| size.cell(row.into(), col.into());
        let first = cells.iter().min().and_then(on_board);
        let off = || place.wrong("this lies off the board", "cells of the board");
        let is_wall = in_x.contains(&numbers[0]) && in_y.contains(&numbers[0]);
        match (*key, kind) {
            ("win", _) => {
                wins.push(*place);
                let want = kind.map_or(Want::Empty, |kind| Want::Origin(kind as u8));
                demands.push(Demand { cell: first.ok_or_else(off)?, want });
            }
            ("put", Some(kind)) if !is_wall => {
                pieces.push(*place);
                setup.start.push(Placement { cell: first.ok_or_else(off)?, kind: kind as u8 });
            }
            _ => setup.blocked.extend(cells.iter().filter_map(on_board)),
        }
    }
    if demands.is_empty() {
        return Err(start.wrong("there is no goal", "a line `win: n (x,y)`").into());
    }
    setup.goals.push(GoalSetup::Partial(demands));
    examine(&setup, |part| {
        let place = match part {
            SetupPlace::Piece(piece) => pieces.get(piece),
            SetupPlace::Demand { demand, .. } => wins.get(demand),
            _ => None,
        };
        place.copied().unwrap_or(start)
    })
}
