//! The program as its users meet it: arguments in, output and exit code out.

#[cfg(feature = "cluster")]
mod cluster;
mod damage;
mod documentation;
mod faults;
mod memory;
mod terminal;
mod tiles;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::oracle::tiles;

/// Klotski, with a goal that asks only for the large block.
const KLOTSKI: &str = "\
5 x 4 (Klotski)
1 = 1/1
2 = 11/11
3 = 11
4 = 1
121131444004
?????????????2
# expect: 0 116 25955
# expect: 2 81 25955
";

/// Solved in one move.
const EASY: &str = "1 x 3 (Easy)\n1 = 1\n1\n001\n# expect: 2 1 3\n";

/// A small piece and an upright one that cannot pass it.
const PAIR: &str = "2 x 3 (Pair)\n1 = 1\n2 = 1/1\n21\n02001\n";

/// What a run of the program left behind.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The lines of standard output, each a JSON object that is as its schema says.
    pub fn json(&self) -> Vec<Value> {
        let read = |line| serde_json::from_str(line).expect("a JSON object");
        self.out.lines().map(read).inspect(crate::schemas::check).collect()
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("text");
        let code = output.status.code().expect("it was not killed");
        Run { code, out: text(output.stdout), err: text(output.stderr) }
    }
}

/// The program in a folder, with words as its arguments.
pub fn command(place: impl AsRef<Path>, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sliding"));
    command.current_dir(place).args(words.split(' ')).stdin(Stdio::null());
    command.env_remove("NO_COLOR").env_remove("COLUMNS");
    command
}

/// A folder with files of these names and contents.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        fs::write(path, content).expect("a file");
    }
    folder
}

/// 1,814,400 positions at 56 distances.
pub const TILES: &str = include_str!("../../puzzles/tiles/2x5.txt");

/// A folder with two puzzles and empty folders of these names.
pub fn place(folders: &[&str]) -> TempDir {
    let place = folder(&[("klotski.txt", KLOTSKI), ("tiles.txt", TILES)]);
    folders.iter().for_each(|name| fs::create_dir(place.path().join(name)).unwrap());
    place
}

/// Runs the program in a folder.
pub fn ask(place: &TempDir, words: &str) -> Run {
    ask_with(place, words, &[])
}

/// The same, with variables of the environment.
pub fn ask_with(place: &TempDir, words: &str, variables: &[(&str, &str)]) -> Run {
    let mut command = command(place, words);
    command.envs(variables.iter().copied()).output().expect("the program starts").into()
}

/// The lines of both streams in which there is this.
pub fn lines(run: &Run, word: &str) -> Vec<String> {
    let all = run.err.lines().chain(run.out.lines());
    all.filter(|line| line.contains(word)).map(str::to_owned).collect()
}

/// The 15-puzzle, which is too large to be searched through.
fn fifteen() -> String {
    tiles(4, 4, "0fedcba987654321").replacen('\n', " (Fifteen)\n", 1)
}

/// The path of a file in a folder, as an argument.
fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("text").to_owned()
}
