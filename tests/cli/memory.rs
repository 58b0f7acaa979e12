//! `--memory` is a promise: the process stays under it. Linux tells how large it ever was.

use std::io::Write;
use std::process::Stdio;

use super::{command, fifteen};

/// Runs the program on the 15-puzzle, and gives its exit code and the most bytes that it held.
fn held(arguments: &[&str]) -> (i32, u64) {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(fifteen().as_bytes()).expect("the program reads");
    drop(input);
    let (file, mut most) = (format!("/proc/{}/status", child.id()), 0);
    loop {
        let status = std::fs::read_to_string(&file).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        most = most.max(peak.unwrap_or(0) << 10);
        if let Some(status) = child.try_wait().expect("a child") {
            return (status.code().expect("it was not killed"), most);
        }
        std::thread::yield_now();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn is_kept_by_every_engine() {
    const MEMORY: u64 = 48 << 20;
    let memory = format!("{MEMORY}B");
    for (command, engine, style) in [
        ("solve", "table", "0"),
        ("solve", "table", "5"),
        ("solve", "meet", "2"),
        ("solve", "ring", "0"),
        ("solve", "index", "0"),
        ("explore", "", "0"),
        ("count", "", "1"),
        ("survey", "", "0"),
    ] {
        for threads in ["1", "2"] {
            let mut arguments = vec![command, "-s", style, "--memory", &memory, "-"];
            arguments.extend(["--threads", threads]);
            if !engine.is_empty() {
                arguments.extend(["--engine", engine, "--quiet"]);
            }
            let (code, most) = held(&arguments);
            assert_eq!(code, 3, "{arguments:?}");
            // These two refuse at once, too soon to be looked at.
            if !arguments.contains(&"index") && command != "survey" {
                assert!(most > 1 << 20, "{arguments:?}: nothing was seen of {most} bytes");
            }
            assert!(most <= MEMORY, "{arguments:?}: {most} bytes");
        }
    }
}
