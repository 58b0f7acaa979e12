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

fn read(text: &str) -> Parsed {
    let start = beginning(text);
    let (mut lines, mut warnings, mut title) = (Vec::new(), Vec::new(), "");
    for line in full_lines(text) {
        let end = line.text().find(['!', ';', '\'']).unwrap_or(line.text().len());
        let Some(colon) = line.text()[..end].find(':') else {
            let words = line.text().strip_prefix('!').unwrap_or("").trim();
            title = if title.is_empty() { words } else { title };
            continue;
        };
        let (key, place) = (line.part(0..colon).trimmed(), line.part(colon + 1..end).trimmed());
        if matches!(key.text(), "xstep" | "ystep") && place.text() != "1" {
            let message = "this is ignored: the least number of moves may be too small";
            let warning = key.wrong(message, "pieces that may rest everywhere");
            warnings.push(Problem { effect: ProblemEffect::Void, ..warning });
        }
        lines.push((key.text(), place));
    }
    let of = |key| {
        let lines = lines.iter().filter(|line| line.0 == key);
        lines.map(|&(_, place)| Ok((place, numbers(place)?))).collect::<Result<Vec<_>>>()
    };
    let side = |key| {
        let numbers = of(key)?.pop().map_or(Vec::new(), |(_, numbers)| numbers);
        Ok::<_, Problem>(numbers.first().map_or(0, |&side| side.max(0) as u32))
    };
    let size = Size { rows: side("ysize")?, cols: side("xsize")? };
    if size.violation().is_some() {
        let message = "the size is missing, or the board has too many cells";
        return Err(start.wrong(message, "lines `xsize: n` and `ysize: n`").into());
    }
    let cell = |x: i32, y: i32| size.cell(y.into(), x.into());
    let malformed = |place: TextSpan| {
        place.wrong("a malformed line", "numbers as in `put: 1 (2,3)` or `hwall: 0 (1,2)`")
    };
    let mut setup = Setup::new(size);
    if !title.is_empty() {
        setup.notes.push(Note { key: "title".to_owned(), value: title.to_owned() });
    }
    for key in ["wall", "hwall", "vwall"] {
        for (place, numbers) in of(key)? {
            let (xs, ys) = match (key, &numbers[..]) {
                ("wall", &[x, y]) => (x..=x, y..=y),
                ("hwall", &[y, from, to]) => (from..=to, y..=y),
                ("vwall", &[x, from, to]) => (x..=x, from..=to),
                _ => return Err(malformed(place).into()),
            };
            setup.blocked.extend(ys.flat_map(|y| xs.clone().filter_map(move |x| cell(x, y))));
        }
    }
    let locked =
        |key| Ok::<_, Problem>(of(key)?.into_iter().flat_map(|(_, numbers)| numbers).collect());
    let (in_x, in_y): (Vec<i32>, Vec<i32>) = (locked("lockx")?, locked("locky")?);
    // The number of each kind, and whether it is fixed.
    let mut kinds = Vec::new();
    for (place, numbers) in of("piece")? {
        let [number, cells @ ..] = &numbers[..] else { return Err(malformed(place).into()) };
        let mut cells: Vec<_> = cells.chunks_exact(2).map(|cell| (cell[1], cell[0])).collect();
        cells.sort_unstable();
        let locks = [&in_x, &in_y].map(|locked| locked.contains(number));
        let lock = match locks {
            [true, false] => Lock::Vertical,
            [false, true] => Lock::Horizontal,
            _ => Lock::Free,
        };
        // Beyond the last name it is a fault of the setup.
        let name = u8::try_from(kinds.len() + 1).ok().and_then(kind_name).unwrap_or('?');
        setup.add_kind(KindSetup { lock, ..KindSetup::new(name, cells) });
        kinds.push((*number, locks == [true; 2]));
    }
    let (mut pieces, mut wins, mut demands) = (Vec::new(), Vec::new(), Vec::new());
    for key in ["put", "win"] {
        for (place, numbers) in of(key)? {
            let &[number, x, y, ..] = &numbers[..] else { return Err(malformed(place).into()) };
            let kind = kinds.iter().position(|(known, _)| *known == number);
            let shape = match kind {
                Some(kind) => &setup.kinds[kind].cells[..],
                None if number == 0 => &[(0, 0)],
                None => {
                    let message = format!("kind {number} is never defined");
                    return Err(place.wrong(message, "a line `piece:` for it").into());
                }
            };
            let mut cells = shape.iter().map(|&(down, right)| cell(x + right, y + down));
            let off = || place.wrong("this lies off the board", "cells of the board");
            let kind = kind.filter(|&kind| !kinds[kind].1);
            if kind.is_none() && key == "put" {
                setup.blocked.extend(cells.flatten());
                continue;
            }
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
    }
    if demands.is_empty() {
        return Err(start.wrong("there is no goal", "a line `win: n (x,y)`").into());
    }
    setup.goals.push(GoalSetup::Partial(demands));
    let puzzle = examine(&setup, |part| {
        let place = match part {
            SetupPlace::Piece(piece) => pieces.get(piece),
            SetupPlace::Demand { demand, .. } => wins.get(demand),
            _ => None,
        };
        place.copied().unwrap_or(start)
    })?;
    Ok((puzzle, warnings))
}

/// Reads numbers with any separators.
fn numbers(part: TextSpan) -> Result<Vec<i32>> {
    let number = |word: TextSpan| {
        let number =
            word.text().parse().ok().filter(|n: &i32| n.unsigned_abs() <= MAX_CELLS as u32);
        number.ok_or_else(|| word.wrong("this is no number, or too large", "a whole number"))
    };
    part.split(|c| c.is_whitespace() || "(),".contains(c)).map(number).collect()
}
