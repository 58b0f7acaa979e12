//! The puzzles that come with the program, by their names: what `@klotski` stands for on the
//! command line.
//!
//! ```
//! use sliding::collection;
//!
//! let klotski = collection::named("klotski").expect("it comes with the program");
//! assert_eq!(klotski.family, "classics");
//! assert_eq!(klotski.text.parse::<sliding::Puzzle>()?.size().cells(), 20);
//! # Ok::<(), sliding::notation::ParseError>(())
//! ```

use include_dir::{Dir, File, include_dir};

/// A folder for each family, with a file for each puzzle.
static PUZZLES: Dir = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// Name and rating of each puzzle that was rated.
const RATINGS: &str = include_str!("../puzzles/ratings.tsv");

/// A puzzle that comes with the program.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct InstalledPuzzle {
    /// The name of its family, such as `rush-hour`.
    pub family: &'static str,
    /// Its name, such as `klotski`.
    pub name: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

impl InstalledPuzzle {
    /// Returns the puzzle of a file `FAMILY/NAME.txt`.
    fn of(file: &'static File) -> Option<InstalledPuzzle> {
        let path = file.path();
        let family = path.parent()?.to_str()?;
        let name = path.file_stem()?.to_str()?;
        Some(InstalledPuzzle { family, name, text: file.contents_utf8()? })
    }

    /// Returns how many moves a simulated player makes until the goal, as
    /// [`design::rate`](crate::design::rate()) counts them in style 2; `None` if it was not rated.
    pub fn rating(&self) -> Option<u64> {
        let mut rows = RATINGS.lines().filter_map(|line| line.split_once('\t'));
        rows.find(|row| row.0 == self.name)?.1.parse().ok()
    }
}

/// Returns all puzzles, family by family.
pub fn all() -> impl Iterator<Item = InstalledPuzzle> {
    PUZZLES.dirs().flat_map(Dir::files).filter_map(InstalledPuzzle::of)
}

/// Returns the puzzle of this name.
pub fn named(name: &str) -> Option<InstalledPuzzle> {
    all().find(|puzzle| puzzle.name == name)
}
