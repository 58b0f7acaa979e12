//! The conventions for writing puzzles.

/// The conventions as a table with tabs, a row each below the names of the columns: what a text looks
/// like, what it means, who uses it, the reading for `--as`, the smallest text (`|` ends a line), and
/// what comes of it: `read as` and what was assumed, `asks` and the option of the first answer, or
/// `error` and its message.
///
/// `sliding convert --list`, the table in `docs/internals/notations.md` and the test that reads every
/// example are made from it.
pub const CONVENTIONS: &str = include_str!("conventions.tsv");

/// Returns what each line of a notation means without stating it.
pub fn of_lines(notation: &str) -> Option<&'static str> {
    Some(match notation {
        "rush" => "Rush Hour: the car with the first letter leaves to the right",
        "zwegner" => "Rush Hour: car + leaves to the right",
        "klotski" => "Huarong Dao: the 2 x 2 goes to the bottom centre",
        "korf" => "Korf's list: a number, then tiles in order with the gap first",
        "tiles" => "tiles: in order, the gap last",
        "bickford" => {
            "N. Bickford's rows: the piece of the upper left corner goes to the lower right one"
        }
        _ => return None,
    })
}
