//! Names of individual pieces, followed through moves.

use std::borrow::Cow;

use super::{Configuration, Move, Placement, Puzzle, Solution};

/// The names of the pieces of a puzzle in one position.
///
/// A [`Configuration`] does not distinguish pieces of one kind. This does: it starts with the names
/// in the text of the puzzle, and follows each piece from move to move.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query, solve};
///
/// // E and F are alike, so they are one kind.
/// let puzzle: Puzzle = "EF.\nXX.\n\ngoal:\n...\n.XX\n".parse()?;
/// let answer = solve(&Query::new(&puzzle, Style::SLIDE), &Budget::default(), &mut ())?;
/// let mut names = puzzle.names();
/// let piece = puzzle.start().placements()[1];
/// assert_eq!((names.name(piece), names.names_of_kind(piece.kind)), ("F".into(), "E/F".into()));
/// for step in &answer.solution.ok_or("it is solvable")?.moves {
///     assert_eq!(names.name(step.pieces[0]), "X");
///     names.follow(step);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PieceNames<'a> {
    puzzle: &'a Puzzle,
    /// The place of each piece, ascending, with its name; empty if the text names kinds only.
    pieces: Vec<(Placement, Cow<'static, str>)>,
}

impl<'a> PieceNames<'a> {
    /// Pairs these names with the pieces; there are as many names as pieces.
    pub(crate) fn new(
        puzzle: &'a Puzzle,
        pieces: impl IntoIterator<Item = (Placement, Cow<'static, str>)>,
    ) -> PieceNames<'a> {
        let mut pieces = Vec::from_iter(pieces);
        pieces.sort_unstable_by_key(|&(piece, _)| piece);
        PieceNames { puzzle, pieces }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// Whether the text names the pieces, not only their kinds.
    pub fn are_own(&self) -> bool {
        !self.pieces.is_empty()
    }

    /// Returns the name that the text gives to the piece in this place; `None` if the text gives
    /// none, or there is no such piece there.
    pub fn own_name(&self, piece: Placement) -> Option<&str> {
        let index = self.pieces.binary_search_by_key(&piece, |&(there, _)| there).ok()?;
        Some(&self.pieces[index].1)
    }

    /// Returns the name of the piece in this place: its own if the text gives one, else its kind's.
    ///
    /// # Panics
    ///
    /// If the puzzle has no such kind.
    pub fn name(&self, piece: Placement) -> Cow<'_, str> {
        self.own_name(piece).map_or_else(|| self.names_of_kind(piece.kind), Cow::from)
    }

    /// Returns the names of all pieces of a kind, separated by `/`; if they have none, that of the
    /// kind.
    ///
    /// # Panics
    ///
    /// If the puzzle has no such kind.
    pub fn names_of_kind(&self, kind: u8) -> Cow<'_, str> {
        let mut names: Vec<&str> = self
            .pieces
            .iter()
            .filter(|(piece, _)| piece.kind == kind)
            .map(|(_, name)| &**name)
            .collect();
        names.sort_unstable();
        names.dedup();
        match &names[..] {
            [] => self.puzzle.kinds()[usize::from(kind)].name().to_string().into(),
            [one] => (*one).into(),
            several => several.join("/").into(),
        }
    }

    /// Returns the names in the order of the board; empty if the text names kinds only.
    pub(crate) fn into_names(self) -> Vec<Cow<'static, str>> {
        self.pieces.into_iter().map(|(_, name)| name).collect()
    }

    /// Makes a move: names follow their pieces. Pieces that are not where the move has them stay.
    pub fn follow(&mut self, step: &Move) {
        let size = self.puzzle.size();
        for (piece, _) in &mut self.pieces {
            if step.pieces.contains(piece) {
                *piece = step.steps.iter().fold(*piece, |piece, &to| piece.stepped(to, size));
            }
        }
        self.pieces.sort_unstable_by_key(|&(piece, _)| piece);
    }

    /// Makes each move of a solution, after calling `visit` with the move and the names before it.
    pub fn follow_all(
        &mut self,
        solution: &Solution,
        mut visit: impl FnMut(&PieceNames<'a>, &Move),
    ) {
        for step in &solution.moves {
            visit(self, step);
            self.follow(step);
        }
    }
}

impl Puzzle {
    /// Returns the names of the pieces at the start.
    pub fn names(&self) -> PieceNames<'_> {
        let names = self.origin().names.iter().cloned();
        PieceNames::new(self, self.start().placements().iter().copied().zip(names))
    }

    /// Returns names for the pieces in some position. The path to it is unknown, so alike pieces
    /// are named in the order of the board, unless it is the start. Pieces beyond those of the
    /// start get no name.
    ///
    /// ```
    /// let puzzle: sliding::Puzzle = "EF.\n\ngoal:\n_..\n".parse()?;
    /// let moved = sliding::notation::transcript::position(&puzzle, "0EE")?;
    /// let names = puzzle.names_at(&moved);
    /// assert_eq!(names.name(moved.placements()[0]), "E");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn names_at(&self, position: &Configuration) -> PieceNames<'_> {
        let mut left = self.names();
        if position == self.start() {
            return left;
        }
        let mut name = |&piece: &Placement| {
            let at = left.pieces.iter().position(|(other, _)| other.kind == piece.kind)?;
            Some((piece, left.pieces.remove(at).1))
        };
        let pieces: Vec<_> = position.placements().iter().filter_map(&mut name).collect();
        PieceNames::new(self, pieces)
    }
}
