//! Comments are no part of a board: no layout takes a sign or a word in one for a cell, a name or a
//! heading.

use std::fs;

use sliding::notation::{Item, NOTATIONS, ReadOptions, items};

/// What may stand in a comment: the signs of boards, and the words of headings.
const NOTES: [&str; 18] = [
    "* a note",
    "+ a note",
    "- a note",
    "| a note",
    "# a note",
    "@ a note",
    "> a note",
    "= a note",
    ". a note",
    "a note with * . - +",
    "name dir len",
    "goal",
    "start",
    "initial",
    "target",
    "end",
    "xsize: 3 of it",
    "the goal: B 1,1",
];

/// Drawings and lists that no notation claims for itself.
const DRAWN: [&str; 7] = [
    "A.\n..\ngoal:\n..\n.A\n",
    "####\n#A.#\n#..#\n####\ngoal:\n####\n#..#\n#.A#\n####\n",
    "+--+\n|A.|\n|..|\n+--+\ngoal:\n+--+\n|..|\n|.A|\n+--+\n",
    "1 2 3\n4 5 6\n7 0 8\n",
    "......\n......\nXX.A..\n...A..\n......\n......\n",
    "car,orientation,col,row,length\nX,h,1,3,2\nA,v,4,2,2\n",
    "{\"cars\": [{\"position\": 12, \"length\": 2, \"orientation\": \"horizontal\", \"player\": true}]}\n",
];

/// A sample of each notation that has comments, by its place below `tests/data/notations`.
const SAMPLES: [&str; 10] = [
    "bickford/corner-empty-1.txt",
    "rush/card-1-rows.txt",
    "rush/database-25.txt",
    "gnome/agatka.txt",
    "jimslide/sbp-14.txt",
    "klotski/klotski.txt",
    "list/hughes.txt",
    "lumi/entanglement.txt",
    "sgt/id-1.txt",
    "zwegner/one-line-1.txt",
];

/// The puzzles of a text in SLIDING's notation without facts, or nothing if some part is wrong.
fn puzzles(text: &str) -> Option<Vec<String>> {
    let written = |text: String| {
        text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n")
    };
    let puzzle = |item: Item| {
        let (puzzle, _) = item.parsed.ok()?;
        Some(written(NOTATIONS[0].write(&puzzle).ok()?))
    };
    items(text, &ReadOptions::default()).map(puzzle).collect()
}

#[test]
fn comments_change_no_puzzle() {
    let read = |file: &str| fs::read_to_string(format!("tests/data/notations/{file}"));
    let samples = SAMPLES.map(|file| read(file).expect(file));
    for text in samples.iter().map(String::as_str).chain(DRAWN) {
        let plain = puzzles(text).expect(text);
        assert!(!plain.is_empty());
        let (first, rest) = text.split_once('\n').unwrap();
        for note in NOTES {
            // In programs and JSON a semicolon ends a statement.
            let marks = if text.starts_with('{') { &["#", "//"][..] } else { &["#", "//", ";"] };
            for mark in marks {
                let comment = format!("{mark} {note}");
                let above = puzzles(&format!("{comment}\n{text}"));
                assert_eq!(above.as_ref(), Some(&plain), "{comment}\n{text}");
                let below = puzzles(&format!("{}\n{comment}\n", text.trim_end()));
                assert_eq!(below.as_ref(), Some(&plain), "{text}{comment}");
                // Beside a row a comment may be refused, but is never read as cells.
                let beside = puzzles(&format!("{first}  {comment}\n{rest}"));
                assert!(beside.is_none_or(|all| all == plain), "{first}  {comment}\n{rest}");
            }
        }
    }
}
