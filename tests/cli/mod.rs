//! The program as its users meet it: arguments in, output and exit code out.

pub mod damage;
mod documentation;
mod faults;
mod memory;
mod terminal;
mod tiles;

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

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
    /// The lines of standard output, each a JSON object.
    pub fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sliding"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("COLUMNS");
    command
}

/// Runs the program with this text on standard input.
fn run(arguments: &[&str], input: &str) -> Run {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may end without reading.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    Run {
        code: output.status.code().expect("it was not killed"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// A folder with files of these names and contents.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        std::fs::write(path, content).expect("a file");
    }
    folder
}

/// The 15-puzzle, which is too large to be searched through.
fn fifteen() -> String {
    let names = "123456789abcdef";
    let kinds: String = names.chars().map(|name| format!("{name} = 1\n")).collect();
    format!("4 x 4 (Fifteen)\n{kinds}{names}\n0fedcba987654321\n")
}

/// The path of a file in a folder, as an argument.
fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("text").to_owned()
}
