//! The catalogue of the corpus: `puzzles/README.md` has a row for every file.
//!
//! It is made of the files alone. To write it anew after adding or changing one:
//!
//! ```text
//! SLIDING_REGENERATE=1 cargo test catalogue
//! ```

use std::collections::BTreeSet;

use sliding::puzzle::Style;

use crate::corpus::{self, Entry};
use crate::files;

const PATH: &str = "puzzles/README.md";

const INTRO: &str = "\
<!-- Written by a command, which a test holds it to: SLIDING_REGENERATE=1 cargo test catalogue -->

# The puzzles

The puzzles that come with the program. Solve one by its path, or from anywhere by its name:

```text
sliding solve puzzles/classics/klotski.txt
sliding solve --style 5 --quiet @klotski
```

`sliding draw @klotski -o klotski.svg` draws one, and `sliding site -o public` writes a gallery of all of them.
Each file has a title, a source and often a note.

## Add one

Put a file `NAME.txt` into the folder of its family. After the goal it needs a title, a source, and a line
for every style with the least number of moves (or `none`) and the number of positions that can be reached. Leave
that number out if it is unknown:

```text
# title: Klotski
# source: where it comes from, and what was published about it
# note: what is remarkable about it
# expect: 2 81 25955
```

Then run:

```text
sliding check puzzles/classics/NAME.txt
cargo test corpus
SLIDING_REGENERATE=1 cargo test catalogue
SLIDING_REGENERATE=1 cargo test expectations
```

`check` gives advice, and the first test compares the numbers. The other two commands write this page and the level
counts of the small puzzles. A new folder is a new family and needs a heading in `tests/data/families.tsv`.

## The columns

0 to 5 are the least numbers of moves in the [six styles](../docs/moves.md). Of two numbers of positions, the first is
that of styles 0 to 2, the second that of styles 3 to 5, in which pieces that move together reach more.
";

/// The folders in the order of the page: the heading of each, and what is to be said about it.
fn families() -> Vec<[&'static str; 3]> {
    files::rows(include_str!("data/families.tsv"))
}

const HEAD: &str = "\
| Puzzle | Size | Pieces | 0 | 1 | 2 | 3 | 4 | 5 | Positions |
| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |
";

/// The row of a puzzle.
fn row(entry: &Entry) -> String {
    let Entry { name, puzzle, .. } = entry;
    let expected = Style::ALL.map(|style| entry.expectation(style));
    let moves = expected.map(|e| e.moves.map_or("none".to_owned(), |moves| moves.to_string()));
    let states = expected.map(|e| e.states.map_or("unknown".to_owned(), |count| count.to_string()));
    let mut states = states.to_vec();
    // One number is enough for all styles that agree.
    states.dedup();
    let (title, size, pieces) = (puzzle.name(), puzzle.size(), puzzle.start().placements().len());
    let (moves, states) = (moves.join(" | "), states.join(" / "));
    format!(
        "| [{title}]({name}.txt) | {}x{} | {pieces} | {moves} | {states} |\n",
        size.rows, size.cols
    )
}

fn catalogue(entries: &[Entry]) -> String {
    let mut text = INTRO.to_owned();
    for [folder, heading, about] in families() {
        text += &format!("\n## {heading}\n\n{about}\n\n{HEAD}");
        let of_family = entries.iter().filter(|entry| entry.name.split('/').next() == Some(folder));
        text.extend(of_family.map(row));
    }
    text
}

#[test]
fn catalogue_has_every_family() {
    let entries = corpus::entries();
    let folders: BTreeSet<&str> =
        entries.iter().map(|entry| entry.name.split('/').next().unwrap()).collect();
    let known: BTreeSet<&str> = families().into_iter().map(|[folder, ..]| folder).collect();
    assert_eq!(folders, known);
    let titles: BTreeSet<&str> = entries.iter().map(|entry| entry.puzzle.name()).collect();
    assert_eq!(titles.len(), entries.len(), "two puzzles of one title");
}

#[test]
fn catalogue_is_current() {
    files::holds(PATH, &catalogue(&corpus::entries()), "catalogue");
}
