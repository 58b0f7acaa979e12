//! What can be wrong with a drawing, in words.

use crate::notation::problem::Words;
use crate::puzzle::MAX_KINDS;

/// What keeps a drawing from being understood.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub enum Syntax {
    #[error("this row has {here} cells, and the first has {first}")]
    OtherLength { here: usize, first: usize },
    #[error("the goal has {here} rows, and the board has {first}")]
    OtherHeight { here: usize, first: usize },
    #[error("a row of a drawing after its end")]
    Stray,
    #[error("`_` in the start")]
    WantedInStart,
    #[error("start and goal differ in their blocked cells")]
    OtherWalls,
    #[error("there is no piece `{0}` on the board")]
    NoSuchPiece(char),
    #[error("piece `{0}` has another shape in the goal")]
    OtherShape(char),
    #[error("the pieces `{0}` and `{1}` differ in shape, lock or gates")]
    Unlike(char, char),
    #[error("piece `{0}` is locked in two ways")]
    LockedTwice(char),
    #[error("piece `{0}` is one of the pieces `{1}`, which look alike, so this is ignored")]
    LooksLike(char, char),
    #[error("the puzzle has more than {MAX_KINDS} kinds of pieces")]
    TooManyKinds,
    #[error("this line is not understood")]
    Unknown,
    #[error("malformed expectation")]
    BadExpectation,
}

impl From<Syntax> for Words {
    fn from(syntax: Syntax) -> Self {
        let expected = match syntax {
            Syntax::OtherLength { .. } => "rows of equal length, `.` for each empty cell",
            Syntax::OtherHeight { .. } => "a drawing as high as the board",
            Syntax::Stray => "one drawing of the board, and one below each line `goal:`",
            Syntax::WantedInStart => "`_` in goals only; `.` is an empty cell",
            Syntax::OtherWalls => "`#` in the same cells, or `.` in the goal",
            Syntax::NoSuchPiece(_) => "a piece of the board",
            Syntax::LockedTwice(_) => "one line `lock:` for each piece, `h` or `v`",
            Syntax::LooksLike(..) => "`distinct: AB`, which tells pieces apart",
            Syntax::OtherShape(_) => "the cells of the piece as they lie on the board, elsewhere",
            Syntax::Unlike(..) => "pieces that could take each other's place",
            Syntax::TooManyKinds => "fewer that differ; `alike: ABC` makes pieces one kind",
            Syntax::Unknown => {
                "a row without blanks, `goal:`, `lock: A h`, `only A: MASK`, `alike: AB`, \
                 `distinct: AB` or `# key: value`"
            }
            Syntax::BadExpectation => {
                "`expect: STYLE MOVES [STATES]`: a style 0 to 5, a number or `none`, a number"
            }
        };
        Words::new(syntax.to_string(), expected)
    }
}
