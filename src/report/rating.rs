//! How hard a puzzle feels.

use std::io::{self, Write};

use serde_json::Value;

use crate::design::Rating;
use crate::design::rate::{MOST_MOVES, PLAYS};
use crate::engine::query::Stopped;
use crate::report::json::{Object, limit_word, object};
use crate::report::table::Table;
use crate::report::{Look, Report, Shown};

/// A rating; `None` if there is no solution, or if a limit came first.
pub type Rated = (Option<Rating>, Option<Stopped>);

impl Report for Shown<'_, Rated> {
    /// Writes the difficulty, then the numbers behind it; nothing if a limit came first.
    fn text(&self, out: &mut dyn Write, _: Look) -> io::Result<()> {
        let rating = match self.result {
            (Some(rating), _) => rating,
            (None, Some(_)) => return Ok(()),
            (None, None) => return writeln!(out, "{}", self.subject.result("no solution")),
        };
        writeln!(out, "{}", self.subject.result(&difficulty(rating)))?;
        writeln!(out, "{}", numbers(rating))?;
        let are =
            |number: u32, one, more| format!("{number} {}", if number == 1 { one } else { more });
        let pieces = are(rating.pieces, "piece moves", "pieces move");
        let way = are(rating.in_the_way, "piece is", "pieces are");
        writeln!(out, "{pieces} in a shortest solution; {way} in the direct way or not home yet")?;
        if rating.unsolved > 0 {
            writeln!(out, "{} of {PLAYS} plays ended after {MOST_MOVES} moves", rating.unsolved)?;
        }
        Ok(())
    }

    fn json(&self) -> Object {
        let (rating, stopped) = self.result;
        let fields =
            object! { "limit": stopped.map(limit_word), "rating": rating.as_ref().map(object) };
        self.subject.object("sliding/rate/1").and(fields)
    }

    /// Returns a row for the puzzle, with empty cells if there is no rating. Without a limit, there
    /// is no solution then.
    fn table(&self) -> Option<Table> {
        let (rating, stopped) = self.result;
        let values = rating.as_ref().map_or_else(Default::default, values);
        let limit = stopped.map(limit_word).into();
        let mut row = vec![("puzzle", self.subject.name.into()), ("limit", limit)];
        row.extend(FIELDS.into_iter().zip(values));
        Some(Table::of_fields(row))
    }
}

/// Returns the difficulty in words: `felt difficulty 2.31`.
fn difficulty(rating: &Rating) -> String {
    let more = if rating.is_lower_bound() { "more than " } else { "" };
    match rating.difficulty() {
        Some(difficulty) => format!("felt difficulty {more}{difficulty:.2}"),
        None => "solved already".to_owned(),
    }
}

/// Returns the numbers behind the difficulty.
fn numbers(rating: &Rating) -> String {
    let more = if rating.is_lower_bound() { "more than " } else { "" };
    let Rating { moves, least, .. } = rating;
    format!("a simulated player takes {more}{moves:.1} moves on average; the fewest are {least}")
}

/// Returns a rating in JSON.
pub fn object(rating: &Rating) -> Object {
    Object::from_iter(FIELDS.into_iter().zip(values(rating)))
}

/// The fields of a rating.
const FIELDS: [&str; 7] = [
    "difficulty",
    "player_moves",
    "lower_bound",
    "unsolved_plays",
    "moves",
    "pieces",
    "in_the_way",
];

/// Returns their values.
fn values(rating: &Rating) -> [Value; 7] {
    [
        rating.difficulty().map(rounded).into(),
        rounded(rating.moves).into(),
        rating.is_lower_bound().into(),
        rating.unsolved.into(),
        rating.least.into(),
        rating.pieces.into(),
        rating.in_the_way.into(),
    ]
}

/// Rounds to thousandths: there are a thousand plays.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
