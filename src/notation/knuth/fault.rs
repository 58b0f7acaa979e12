//! Words for syntax errors and invalid puzzles of this notation.

use super::syntax::Syntax;
use crate::notation::problem::ProblemText;
use crate::puzzle::{MAX_CELLS, MAX_GOAL_CELLS, Violation};

impl From<Syntax> for ProblemText {
    fn from(syntax: Syntax) -> Self {
        let expected = match &syntax {
            Syntax::BadSize => {
                "the board's size as `ROWS x COLS`, for example `5 x 4`; or another notation, \
                 which `--as` names"
            }
            Syntax::AboveSize => "the size on the first line, comments below the goals",
            Syntax::BadPattern(_) => {
                "rows of `0` and `1` joined by `/`, at the end perhaps ` h` or ` v`"
            }
            Syntax::EarlyNote => "such lines only below the stop line",
            Syntax::NoStart => "a start configuration below the kinds",
            Syntax::NoStop => "a stop configuration on the line after the start",
            Syntax::IllegalCharacter(_) => "`0`, `x`, the name of a kind, or in a goal `?`",
            Syntax::Blank => "one line without blanks: each character fills the first free cell",
            Syntax::OpenStart => "`?` in goals only",
            Syntax::TooLong => "no character once every cell is filled",
            Syntax::BlockedDiffers { .. } => {
                "`x` in the same cells of start and stop (or `?` in the stop line)"
            }
            Syntax::BadMask(_) => {
                "`-` for a cell of the gate, `.` for any other, `/` where a row ends"
            }
            Syntax::MaskTooLong => "no more rows and columns than the board has",
            Syntax::BadExpectation => {
                "`expect: STYLE MOVES [STATES]`: a style 0 to 5, a number or `none`, a number"
            }
            Syntax::Redefined(_) => "one definition a kind",
            Syntax::Ignored => "`or CONFIGURATION`, `only KINDS: MASK`, `# key: value`, or nothing",
            Syntax::MalformedKind(meant) => &format!(
                "`{}`: one character, and exactly one blank on both sides of `=`",
                meant.as_deref().unwrap_or("K = PATTERN")
            ),
            Syntax::Undefined(name) => &format!("a line `{name} = PATTERN` above the start line"),
        };
        let expected = expected.to_owned();
        ProblemText::of(syntax.into(), expected)
    }
}

impl From<&Violation> for ProblemText {
    fn from(violation: &Violation) -> Self {
        let expected = match violation {
            Violation::NoCells => "at least one row and one column",
            Violation::BoardTooLarge => &format!("at most {MAX_CELLS} cells"),
            Violation::BadName(_) => "`1`-`9`, `a`-`z` without `x`, or `A`-`Z`",
            Violation::EmptyKind(_) => "at least one `1`",
            Violation::KindTooLarge(_) => &format!("at most {MAX_CELLS} rows and as many columns"),
            Violation::NoPieces => "at least one piece in the start line",
            Violation::LeavesBoard(_) => "all cells of the piece on the board",
            Violation::Overlap { .. } => "every cell to be filled at most once",
            Violation::CountDiffers { start, goal, .. } if goal < start => {
                "the same pieces in start and stop; or `?` at the end of the goal, if the other \
                 pieces may lie anywhere"
            }
            Violation::CountDiffers { .. } => {
                "the same pieces in start and stop (in a goal with `?`: no more than there are)"
            }
            Violation::OtherPieces { .. } => "the pieces of the puzzle",
            Violation::Closed { .. } => "a start that the gates allow",
            Violation::TooManyGates => {
                &format!("at most {MAX_GOAL_CELLS} cells over all gates together")
            }
            Violation::TooManyGoals => {
                &format!("at most {MAX_GOAL_CELLS} cells over all goals together")
            }
            Violation::RepeatedExpectation(_) => "one `expect:` line a style",
            // This notation has no other violations.
            _ => "a puzzle",
        };
        ProblemText::of(violation.clone().into(), expected.to_owned())
    }
}
