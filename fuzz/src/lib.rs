//! Fuzz targets: functions that take any bytes, and panic where the library breaks a promise.
//!
//! `fuzz_targets/` has a program for each, which cargo-fuzz runs with inputs that lead to new code.
//! Built without cargo-fuzz, such a program runs the files that it is given, and `seeded` runs all
//! targets on random inputs. `docs/internals/fuzzing.md` says how.

mod bytes;
mod constructors;
mod databases;
mod engines;
mod memory;
mod notations;
mod parser;
mod place;
mod reading;
pub mod seeds;
mod setup;
mod small;
mod texts;

use std::process::ExitCode;

/// A function to be fuzzed.
pub struct Target {
    /// The name of its program.
    pub name: &'static str,
    /// What its inputs are.
    pub input: InputKind,
    /// Panics where the library breaks a promise.
    pub run: fn(&[u8]),
}

/// What the bytes of an input mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A text, right or wrong.
    Text,
    /// Choices, one after the other.
    Choices,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "parser", input: InputKind::Text, run: parser::run },
    Target { name: "reading", input: InputKind::Text, run: reading::run },
    Target { name: "notations", input: InputKind::Text, run: notations::run },
    Target { name: "setup", input: InputKind::Choices, run: setup::run },
    Target { name: "constructors", input: InputKind::Choices, run: constructors::run },
    Target { name: "engines", input: InputKind::Choices, run: engines::run },
    Target { name: "databases", input: InputKind::Choices, run: databases::run },
];

/// The target of this name.
///
/// # Panics
///
/// If there is none.
pub fn target(name: &str) -> &'static Target {
    let target = TARGETS.iter().find(|target| target.name == name);
    target.unwrap_or_else(|| panic!("no target is named {name}"))
}

/// Runs a target on the files that were named on the command line.
pub fn replay(name: &str) -> ExitCode {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: {name} FILE...");
        return ExitCode::from(2);
    }
    for file in files {
        match std::fs::read(&file) {
            Ok(data) => (target(name).run)(&data),
            Err(error) => {
                eprintln!("{}: {error}", file.display());
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}

/// The program of a target: for cargo-fuzz, or else for files.
#[macro_export]
macro_rules! program {
    ($name:literal) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| ($crate::target($name).run)(data));

        #[cfg(not(fuzzing))]
        fn main() -> std::process::ExitCode {
            $crate::replay($name)
        }
    };
}
