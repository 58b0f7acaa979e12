//! The conventions that people write puzzles in, as data.

/// A way to write puzzles that the program knows, and what it means.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Convention {
    /// What a text looks like.
    pub looks: &'static str,
    /// What it means.
    pub means: &'static str,
    /// Who writes it.
    pub used_by: &'static str,
    /// The reading that understands it: a name for `--as`.
    pub reading: &'static str,
    /// The smallest text, with `|` for the end of a line; empty where it would be long.
    pub example: &'static str,
}

const fn row(
    looks: &'static str,
    means: &'static str,
    used_by: &'static str,
    reading: &'static str,
    example: &'static str,
) -> Convention {
    Convention { looks, means, used_by, reading, example }
}

/// All conventions for boards and lists.
pub const CONVENTIONS: &[Convention] = &[row(
    "letters, straight bars only, `X`, `x` or `+` lying",
    "Rush Hour; that car leaves to the right, cars move along themselves",
    "the game's own cards; zwegner",
    "rush",
    ".AA|...|XX.",
)];

/// What each line of a notation means beyond what it says.
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
