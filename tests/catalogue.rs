//! The catalogue of the corpus: `puzzles/README.md` has a drawing and the numbers of every file.
//!
//! It is made of the files alone. To write it anew after adding or changing one:
//!
//! ```text
//! SLIDING_REGENERATE=1 cargo test catalogue
//! ```

use std::collections::BTreeSet;

use sliding::Puzzle;
use sliding::puzzle::{Board, Cell, Configuration, Goal, Placement, Style, Want};
use sliding::report::boxes::{SCREEN, beside, draw};
use sliding::report::words::place;

use crate::corpus::{self, Entry};
use crate::recorded;

const PATH: &str = "puzzles/README.md";

const COMMAND: &str = "SLIDING_REGENERATE=1 cargo test catalogue";

const INTRO: &str = "\
<!-- Written by a command, which a test holds it to: SLIDING_REGENERATE=1 cargo test catalogue -->

# The puzzles

Run one, and see every move of a shortest solution:

```text
sliding solve puzzles/classics/klotski.txt
sliding solve --style 5 --quiet puzzles/classics/klotski.txt
```

Run all of them, in all six styles, and compare with the numbers in the files:

```text
sliding corpus puzzles
```

To add one, put a file `NAME.txt` into the folder of its family. After the goal it needs a title, a
source, and for every style a line with the least number of moves (or `none`) and the number of
configurations that can be reached, which may be left out where it is unknown:

```text
# title: Klotski
# source: where it comes from, and what was published about it
# note: what is remarkable about it
# expect: 2 81 25955
```

`sliding check` says what may be wrong with the file, `cargo test corpus` whether it has all it
needs and whether the numbers are right. Then write this page and the level counts of the small
puzzles anew:

```text
SLIDING_REGENERATE=1 cargo test catalogue
SLIDING_REGENERATE=1 cargo test signature
```

A new folder is a new family, and wants a heading in `tests/catalogue.rs`.
";

const LEGEND: &str = "\
In a drawing every piece has the name of its kind in its first cell, from the top and the left. That
cell is meant where a goal in words gives a place; rows and columns count from 1. Shaded cells are
blocked, and `?` stands where a goal does not care. Boards too wide for that are written with a
letter for each cell, `.` where it is empty and `x` where it is blocked.
";

/// The folders in the order of the page: the heading of each, and what is to be said about it.
const FAMILIES: &[(&str, &str, &str)] = &[
    (
        "classics",
        "Classics",
        "The puzzles that collectors know by name, most of them a crowded box and one large block \
         that wants out. Their shortest solutions have been known for decades.",
    ),
    (
        "huarong-dao",
        "Huarong Dao",
        "Layouts of the Chinese game of the same box: general Cao Cao, the square block, flees \
         through the gate at the bottom. One of them he never leaves.",
    ),
    (
        "rush-hour",
        "Rush Hour",
        "Traffic jams: every car keeps to its row or column, and one has to reach the exit on the \
         right. Two boards do without locks: there, far-off cells in walled lanes keep the cars straight.",
    ),
    (
        "layton",
        "Professor Layton",
        "Boards of the kind found in the video games, with walled rooms and shapes that get caught \
         in each other.",
    ),
    (
        "gnome",
        "Gnome Klotski",
        "Short levels of a desktop game, each with a twist that makes it harder than it looks.",
    ),
    (
        "simple",
        "Simple but hard",
        "A few plain pieces on a small board, chosen among very many for the longest way from one corner \
         to the opposite one.",
    ),
    (
        "tiles",
        "Tiles",
        "The fifteen puzzle and its relatives: numbered single cells and usually one gap. Complete \
         counts of the small boards have been published, distance by distance.",
    ),
    (
        "euler",
        "Project Euler",
        "Boards from mathematical riddles whose answers are known from a formula or a count.",
    ),
    (
        "odd-shapes",
        "Odd shapes",
        "Jagged, hollow and scattered pieces. Where they interlock, pieces moved together reach \
         configurations that single ones never do.",
    ),
    (
        "studies",
        "Studies",
        "Small and sometimes strange boards, each made to try one thing: extreme sizes, several \
         goals, goals about gaps, locks, walls, and pieces that can only move as one.",
    ),
];

fn note<'a>(puzzle: &'a Puzzle, key: &str) -> Option<&'a str> {
    puzzle.notes().iter().find(|note| note.key == key).map(|note| &note.value[..])
}

/// The name under which a heading can be linked to: what web sites make of it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn row(cells: impl IntoIterator<Item = String>) -> String {
    format!("| {} |\n", cells.into_iter().collect::<Vec<_>>().join(" | "))
}

/// The facts that the overview and the sections tell alike.
const NUMBERS: [&str; 7] = ["0", "1", "2", "3", "4", "5", "Configurations"];

/// The least moves in each style, and how many configurations there are.
fn numbers(entry: &Entry) -> Vec<String> {
    let expected = Style::ALL.map(|style| entry.expectation(style));
    let moves = expected.map(|e| e.moves.map_or("none".to_owned(), |moves| moves.to_string()));
    let states = expected.map(|e| e.states.map_or("unknown".to_owned(), |count| count.to_string()));
    let mut states = states.to_vec();
    // One number is enough for all styles that agree.
    states.dedup();
    moves.into_iter().chain([states.join(" / ")]).collect()
}

fn overview(entries: &[Entry]) -> String {
    let mut text = "\
## Overview

The columns 0 to 5 have the least number of moves in each style. One move is

"
    .to_owned();
    for style in Style::ALL {
        text += &format!("- in style {style}: {}\n", style.meaning());
    }
    text += "\nOf two numbers of configurations the first is that of styles 0 to 2, the second that \
             of styles 3 to 5,\nwhere pieces that only move together bring more within reach.\n\n";
    text += &row(["Puzzle", "Size", "Pieces"].into_iter().chain(NUMBERS).map(str::to_owned));
    text += &format!("| --- |{}\n", " --: |".repeat(2 + NUMBERS.len()));
    for (folder, _, _) in FAMILIES {
        for entry in of_family(entries, folder) {
            let puzzle = &entry.puzzle;
            let facts = [
                format!("[{}](#{})", puzzle.name(), anchor(puzzle.name())),
                format!("{}x{}", puzzle.size().rows, puzzle.size().cols),
                puzzle.start().placements().len().to_string(),
            ];
            text += &row(facts.into_iter().chain(numbers(entry)));
        }
    }
    text
}

fn of_family<'a>(entries: &'a [Entry], folder: &str) -> impl Iterator<Item = &'a Entry> {
    let folder = format!("{folder}/");
    entries.iter().filter(move |entry| entry.name.starts_with(&folder))
}

/// A drawing, or where that is too wide for a screen, a letter for each cell.
fn picture(puzzle: &Puzzle, board: &Board, pieces: &Configuration) -> String {
    let drawing = draw(puzzle, board, pieces);
    if drawing.lines().all(|line| line.chars().count() <= SCREEN) {
        return drawing;
    }
    let letter = |cell: &Cell| match *cell {
        Cell::Empty => '.',
        Cell::Blocked => 'x',
        Cell::Any => '?',
        Cell::Piece(index) => {
            let kind = pieces.placements()[index as usize].kind;
            puzzle.kinds()[kind as usize].name()
        }
    };
    let rows = board.cells().chunks(board.size().cols as usize);
    rows.map(|row| row.iter().map(letter).chain(['\n']).collect::<String>()).collect()
}

/// The demands of a goal: `2 at row 4, column 2`.
fn in_words(puzzle: &Puzzle, goal: &Goal) -> String {
    let demands = goal.demands().iter().map(|demand| match demand.want {
        Want::Origin(kind) => place(&puzzle.named(), Placement { cell: demand.cell, kind }),
        Want::Empty => {
            let (row, col) = puzzle.size().row_col(demand.cell);
            format!("nothing at row {}, column {}", row + 1, col + 1)
        }
    });
    demands.collect::<Vec<_>>().join("; ")
}

/// The start and the goals: side by side if they fit, else the goals that leave something open in
/// words, for these are short.
fn pictures(puzzle: &Puzzle) -> String {
    let start = picture(puzzle, &puzzle.board(puzzle.start()), puzzle.start());
    let height = start.lines().count();
    let goals = puzzle.goals().iter().enumerate().map(|(i, goal)| {
        let title = match puzzle.goals().len() {
            1 => "goal".to_owned(),
            _ => format!("goal {}", i + 1),
        };
        (title, goal)
    });
    let drawn = goals
        .clone()
        .map(|(title, goal)| (title, picture(puzzle, &goal.board(puzzle), &goal.demanded())));
    let start = ("start".to_owned(), start);
    let all: Vec<_> = [start.clone()].into_iter().chain(drawn).collect();
    let text = beside(&all, SCREEN);
    // All drawings are equally high, so only one row of them has the height of one.
    let fits = text.lines().count() == 1 + height;
    if fits || puzzle.goals().iter().any(Goal::is_complete) {
        return format!("```text\n{text}```\n");
    }
    let words = goals.map(|(title, goal)| format!("\n{title}: {}\n", in_words(puzzle, goal)));
    format!("```text\n{}{}```\n", beside(&[start], SCREEN), words.collect::<String>())
}

fn section(entry: &Entry) -> String {
    let Entry { name, puzzle, .. } = entry;
    let file = name.rsplit('/').next().unwrap();
    let mut text = format!("\n### {}\n\n[{file}.txt]({name}.txt)", puzzle.name());
    if let Some(author) = note(puzzle, "author") {
        text += &format!(", by {author}");
    }
    if let Some(source) = note(puzzle, "source") {
        text += &format!(": {source}");
    }
    text += ".\n";
    if let Some(remark) = note(puzzle, "note") {
        text += &format!("\n{remark}\n");
    }
    text += &format!("\n{}\n", pictures(puzzle));
    text += &row(["Style"].into_iter().chain(NUMBERS).map(str::to_owned));
    text += &format!("| --- |{}\n", " --: |".repeat(NUMBERS.len()));
    text += &row(["moves".to_owned()].into_iter().chain(numbers(entry)));
    text
}

fn catalogue(entries: &[Entry]) -> String {
    let mut text = format!("{INTRO}\n{}\n{LEGEND}", overview(entries));
    for (folder, heading, about) in FAMILIES {
        text += &format!("\n## {heading}\n\n{about}\n");
        text.extend(of_family(entries, folder).map(section));
    }
    text
}

#[test]
fn catalogue_has_every_family() {
    let entries = corpus::entries();
    let folders: BTreeSet<&str> =
        entries.iter().map(|entry| entry.name.split('/').next().unwrap()).collect();
    let known: BTreeSet<&str> = FAMILIES.iter().map(|&(folder, _, _)| folder).collect();
    assert_eq!(folders, known);
    let titles = entries.iter().map(|entry| entry.puzzle.name());
    let mut anchors = BTreeSet::new();
    for heading in titles.chain(FAMILIES.iter().map(|&(_, heading, _)| heading)) {
        assert!(anchors.insert(anchor(heading)), "two headings like {heading:?}");
    }
}

#[test]
fn catalogue_is_current() {
    let wanted = catalogue(&corpus::entries());
    let recorded = recorded::text(PATH, &wanted);
    // By lines, because a checkout may end them in its own way.
    if let Some((line, wanted)) =
        wanted.lines().enumerate().find(|&(i, line)| recorded.lines().nth(i) != Some(line))
    {
        panic!("{PATH}, line {}: it should be {wanted:?}. To mend it: {COMMAND}", line + 1);
    }
    let (is, should) = (recorded.lines().count(), wanted.lines().count());
    assert_eq!(is, should, "{PATH} has lines at its end that should go. To mend it: {COMMAND}");
}
