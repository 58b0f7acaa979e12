//! The program `sliding`: arguments, library, exit code.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
