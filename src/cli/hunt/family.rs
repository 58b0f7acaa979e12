//! The options that say what family of puzzles is meant.

use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use sliding::hunt::{Allowed, Family, Rule, Shape};
use sliding::notation::knuth::pattern;
use sliding::puzzle::Size;

/// A family of puzzles.
#[derive(Args, Clone)]
pub struct Kin {
    /// Rows and columns of the board: 4x5
    #[arg(long, value_name = "RxC", value_parser = size)]
    board: Size,
    #[arg(long, value_name = "SHAPES", default_value = "rectangles", value_parser = shapes)]
    #[arg(
        help = "rectangles; polyominoes:N, of up to N cells; cars, as in Rush Hour; units, cars \
        of one cell; or patterns as in a puzzle file, with numbers if need be: 1,11h:2-3,11/11:1"
    )]
    shapes: Shapes,
    #[arg(long, value_name = "RULE", hide_possible_values = true)]
    #[arg(help = "What has to go where: corner, a piece from the upper left to the lower right; \
        anywhere, a piece from anywhere to anywhere; exit, a car to the right end of its row; any, \
        all pieces from anywhere to anywhere [default: exit with cars and units, else corner]")]
    rule: Option<Name>,
    /// The row of the exit [default: the middle]
    #[arg(long, value_name = "ROW")]
    exit_row: Option<u32>,
    /// Shapes that the piece which has to go may have [default: all; cars: 11h]
    #[arg(long, value_name = "SHAPES", value_parser = shapes)]
    main: Option<Shapes>,
    /// How many pieces there are: 5, 3-8
    #[arg(long, value_name = "N-M", value_parser = range::<u32>)]
    pieces: Option<Range>,
    /// How many cells are empty: 1, 2-4
    #[arg(long, value_name = "N-M", value_parser = range::<u32>)]
    empty: Option<Range>,
}

/// What has to go where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Name {
    Corner,
    Anywhere,
    Exit,
    Any,
}

type Range = RangeInclusive<u32>;

/// A list of shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shapes {
    /// All rectangles that lie on the board.
    Rectangles,
    /// All polyominoes of up to so many cells.
    Polyominoes(u32),
    /// As in Rush Hour, or of one cell.
    Cars(Vec<Shape>),
    /// Others, with their numbers where they were told.
    Listed(Vec<(Shape, Option<Range>)>),
}

impl Shapes {
    fn of(&self, size: Size) -> Vec<(Shape, Option<Range>)> {
        let free = |shapes: Vec<Shape>| shapes.into_iter().map(|shape| (shape, None)).collect();
        match self {
            Shapes::Rectangles => free(Shape::rectangles(size)),
            Shapes::Polyominoes(most) => free(Shape::polyominoes(*most, size)),
            Shapes::Cars(shapes) => free(shapes.clone()),
            Shapes::Listed(shapes) => shapes.clone(),
        }
    }
}

impl Kin {
    /// The family, or why there is none.
    pub fn family(&self) -> Result<Family, String> {
        let size = self.board;
        let name = self.name();
        if self.exit_row.is_some() && name != Name::Exit {
            return Err("--exit-row needs --rule exit".to_owned());
        }
        let row = self.exit_row.unwrap_or(size.rows.div_ceil(2));
        let row = row.checked_sub(1).ok_or("rows are counted from 1")?;
        let rule = match name {
            Name::Corner => Rule::Corner,
            Name::Anywhere => Rule::Anywhere,
            Name::Exit => Rule::Exit { row },
            Name::Any => Rule::Any,
        };
        let shapes = self.shapes.of(size);
        let mut family =
            Family::new(size, shapes.iter().map(|(shape, _)| shape.clone()).collect(), rule);
        for (allowed, (_, number)) in family.shapes.iter_mut().zip(shapes) {
            allowed.number = number.unwrap_or(allowed.number.clone());
        }
        if let Some(main) = &self.main {
            let index = |(shape, _): (Shape, _)| {
                let place = |allowed: &Allowed| allowed.shape == shape;
                let index = family.shapes.iter().position(place);
                index.ok_or_else(|| format!("--main {shape} is none of --shapes"))
            };
            family.main = main.of(size).into_iter().map(index).collect::<Result<_, _>>()?;
        }
        family.pieces = self.pieces.clone().unwrap_or(family.pieces);
        family.empty = self.empty.clone().unwrap_or(family.empty);
        Ok(family)
    }

    /// The rule, also where it was not told.
    pub fn name(&self) -> Name {
        let own = if matches!(self.shapes, Shapes::Cars(_)) { Name::Exit } else { Name::Corner };
        self.rule.unwrap_or(own)
    }
}

/// A family in a line, with all that its members hang on.
pub fn line(family: &Family) -> String {
    let Size { rows, cols } = family.size;
    let shapes: Vec<String> = (family.shapes.iter())
        .map(|allowed| {
            format!("{}:{}-{}", allowed.shape, allowed.number.start(), allowed.number.end())
        })
        .collect();
    let main: Vec<String> = family.main.iter().map(usize::to_string).collect();
    let (pieces, empty) = (&family.pieces, &family.empty);
    format!(
        "{rows}x{cols} {:?} main {} pieces {}-{} empty {}-{} shapes {}",
        family.rule,
        main.join(","),
        pieces.start(),
        pieces.end(),
        empty.start(),
        empty.end(),
        shapes.join(","),
    )
}

fn size(text: &str) -> Result<Size, String> {
    let sides = text.split_once('x').and_then(|(rows, cols)| {
        let side =
            |text: &str| text.trim().parse().ok().filter(|&side: &u32| (1..=64).contains(&side));
        Some(Size { rows: side(rows)?, cols: side(cols)? })
    });
    sides.ok_or_else(|| "expected rows and columns, as in 4x5".to_owned())
}

/// Reads a number, or two of which the second is not less.
pub fn range<N: FromStr + PartialOrd + Copy>(text: &str) -> Result<RangeInclusive<N>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let bounds = least.parse().ok().zip(most.parse().ok());
    let bounds = bounds.filter(|(least, most): &(N, N)| least <= most);
    let bounds = bounds.map(|(least, most)| least..=most);
    bounds.ok_or_else(|| "expected a number, or two as in 3-8".into())
}

fn shapes(text: &str) -> Result<Shapes, String> {
    match text {
        "rectangles" => return Ok(Shapes::Rectangles),
        "cars" => return Ok(Shapes::Cars(Shape::cars())),
        "units" => return Ok(Shapes::Cars(Shape::units())),
        _ => {}
    }
    if let Some(most) = text.strip_prefix("polyominoes:") {
        let most = most.parse().ok().filter(|most| (1..=16).contains(most));
        return most
            .map(Shapes::Polyominoes)
            .ok_or("expected polyominoes:N with N from 1 to 16".into());
    }
    let all: Vec<_> = text.split(',').map(shape).collect::<Result<_, _>>()?;
    Ok(Shapes::Listed(all))
}

/// A pattern, perhaps with a number of pieces behind it.
fn shape(text: &str) -> Result<(Shape, Option<Range>), String> {
    let (shape, number) = match text.split_once(':') {
        Some((shape, number)) => (shape, Some(range(number)?)),
        None => (text, None),
    };
    let shape = shape.trim();
    // `11h` is read like `11 h`, which has to be quoted.
    let spaced = match shape.strip_suffix(['h', 'v']) {
        Some(cells) if !cells.ends_with(' ') => format!("{cells} {}", &shape[cells.len()..]),
        _ => shape.to_owned(),
    };
    let expected =
        "expected rectangles, polyominoes:N, cars, units, or patterns as in 1,11/01,11h:2-3";
    let kind = pattern('1', &spaced).map_err(|(_, c)| format!("`{c}` in `{text}`: {expected}"))?;
    if kind.cells.is_empty() {
        return Err(format!("`{text}` has no cell: {expected}"));
    }
    Ok((Shape::new(kind.cells, kind.lock), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read() {
        let Ok(Shapes::Listed(list)) = shapes("1,11h:2-3,01/11 v:1") else { panic!("a list") };
        let names: Vec<String> = list.iter().map(|(shape, _)| shape.to_string()).collect();
        assert_eq!(names, ["1", "11 h", "01/11 v"]);
        let numbers: Vec<_> = list.into_iter().map(|(_, number)| number).collect();
        assert_eq!(numbers, [None, Some(2..=3), Some(1..=1)]);
        for bad in ["", "1,,1", "12", "h", "polyominoes:", "polyominoes:17", "1:3-2", "1:x"] {
            assert!(shapes(bad).is_err(), "{bad}");
        }
    }
}
