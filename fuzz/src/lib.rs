//! Fuzz targets: functions that take any bytes, and panic where the library breaks a promise.
//!
//! `fuzz_targets/` has a program for each, which cargo-fuzz runs with inputs that lead to new code.
//! Built without cargo-fuzz, such a program runs the files that it is given.
//! `docs/internals/fuzzing.md` says how.

mod bytes;
pub mod constructors;
pub mod databases;
pub mod engines;
mod place;
mod setup;
mod small;
pub mod texts;

use std::process::ExitCode;

/// Runs a target on the files that were named on the command line.
pub fn replay(run: fn(&[u8])) -> ExitCode {
    for file in std::env::args_os().skip(1) {
        match std::fs::read(&file) {
            Ok(data) => run(&data),
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
    ($target:ident) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::$target::run(data));

        #[cfg(not(fuzzing))]
        fn main() -> std::process::ExitCode {
            $crate::replay($crate::$target::run)
        }
    };
}
