//! The signature of the searches, `tests/data/signature.tsv`, for tests in the library.

use std::fs;
use std::path::Path;

/// A puzzle of the corpus in one style.
pub struct Line {
    /// The name and the style.
    pub case: String,
    /// The text of the puzzle.
    pub text: String,
    /// The number of the style.
    pub style: usize,
    /// The number of positions at each distance.
    pub levels: Vec<u64>,
}

/// All puzzles with up to this number of configurations, in every style.
pub fn lines(most: u64) -> Vec<Line> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let line = |line: &str| {
        let [name, style, counts] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}")
        };
        let levels: Vec<u64> = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        let text = fs::read_to_string(root.join("puzzles").join(name).with_extension("txt"));
        let (text, style) = (text.unwrap(), style.parse().unwrap());
        Line { case: format!("{name}, style {style}"), text, style, levels }
    };
    let lines = include_str!("data/signature.tsv").lines().map(line);
    lines.filter(|line| line.levels.iter().sum::<u64>() <= most).collect()
}
