//! How hard a puzzle feels.

use std::io::{self, Write};

use serde::Serialize;

use crate::design::Rating;
use crate::design::rate::{MOST_MOVES, PLAYS};
use crate::engine::query::Stopped;
use crate::report::json::{self, SubjectFields};
use crate::report::schema::{self, Schema};
use crate::report::subject::Subject;

/// Writes the text report: the difficulty, then the numbers behind it.
pub fn write_text(out: &mut dyn Write, subject: &Subject, rating: &Rating) -> io::Result<()> {
    writeln!(out, "{}", subject.result(&difficulty(rating)))?;
    writeln!(out, "{}", numbers(rating))?;
    let one_or_more =
        |number: u32, one, more| format!("{number} {}", if number == 1 { one } else { more });
    let way = one_or_more(rating.in_the_way, "piece is", "pieces are");
    let way = format!("{way} in the direct way or not home yet");
    match rating.pieces {
        Some(pieces) => {
            let pieces = one_or_more(pieces, "piece moves", "pieces move");
            writeln!(out, "{pieces} in a shortest solution; {way}")?;
        }
        None => writeln!(out, "{way}")?,
    }
    if rating.unsolved > 0 {
        writeln!(out, "{} of {PLAYS} plays ended without a solution", rating.unsolved)?;
    }
    Ok(())
}

/// Returns the difficulty in words: `felt difficulty 2.31`.
fn difficulty(rating: &Rating) -> String {
    match (rating.difficulty(), rating.least) {
        (Some(difficulty), _) if rating.unsolved > 0 => {
            format!("felt difficulty at least {difficulty:.2}")
        }
        (Some(difficulty), _) => format!("felt difficulty {difficulty:.2}"),
        (None, Some(_)) => "solved already".to_owned(),
        (None, None) => "felt difficulty unknown: more positions than the memory holds".to_owned(),
    }
}

/// Returns the numbers behind the difficulty.
fn numbers(rating: &Rating) -> String {
    let ended =
        if rating.unsolved > 0 { format!(", ended after {MOST_MOVES}") } else { String::new() };
    let plays = format!("a simulated player takes {:.1} moves on average{ended}", rating.moves);
    match rating.least {
        Some(least) => format!("{plays}; the fewest are {least}"),
        None => format!("{plays}, without a view of the distances"),
    }
}

/// The rating as fields of a JSON object.
#[derive(Clone, Debug, Serialize)]
pub struct RatingFields {
    difficulty: Option<f64>,
    player_moves: f64,
    unsolved_plays: u64,
    moves: Option<u64>,
    pieces: Option<u32>,
    in_the_way: u32,
}

impl From<&Rating> for RatingFields {
    fn from(rating: &Rating) -> Self {
        Self {
            difficulty: rating.difficulty().map(rounded),
            player_moves: rounded(rating.moves),
            unsolved_plays: rating.unsolved,
            moves: rating.least,
            pieces: rating.pieces,
            in_the_way: rating.in_the_way,
        }
    }
}

/// Rounds to thousandths: there are a thousand plays.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// Returns the JSON report; without numbers if there is no solution, or if a limit came first.
pub fn json(
    subject: &Subject,
    rating: Option<&Rating>,
    stopped: Option<Stopped>,
) -> impl Serialize + use<> {
    RateObject {
        schema: schema::RATE,
        about: SubjectFields::new(subject),
        limit: stopped.map(json::limit_word),
        rating: rating.map(RatingFields::from),
    }
}

#[derive(Serialize)]
struct RateObject {
    schema: Schema,
    #[serde(flatten)]
    about: SubjectFields,
    limit: Option<&'static str>,
    rating: Option<RatingFields>,
}
