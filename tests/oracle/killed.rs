//! A process that is killed at some moment.

use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::command;

/// Runs the program in a folder, with words as its arguments, until `is_time` says that it is to be killed, or to its
/// end. Whether it was still running as it was killed.
pub fn killed(place: &Path, words: &str, mut is_time: impl FnMut() -> bool) -> bool {
    let mut command = command(place, words);
    let mut child =
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    while !is_time() && child.try_wait().expect("a child").is_none() {
        thread::sleep(Duration::from_micros(100));
    }
    child.kill().expect("it can be killed");
    let code = child.wait().expect("a child").code();
    assert!(matches!(code, None | Some(0 | 1)), "{words}: {code:?}");
    code.is_none()
}

/// The same, after a time.
pub fn killed_after(place: &Path, words: &str, time: Duration) -> bool {
    let begun = Instant::now();
    killed(place, words, || begun.elapsed() > time)
}
