//! A process that is killed at random moments and resumed: what it wrote until then is whole, and the end is the same.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use super::random::Dice;

/// How the program is run, killed and resumed.
pub struct Killed<'a> {
    pub arguments: &'a [&'a str],
    /// Further arguments once `state` exists.
    pub resume: &'a [&'a str],
    /// The file that the program goes on from.
    pub state: &'a Path,
    /// The latest moment to kill it after its start.
    pub latest: Duration,
}

impl Killed<'_> {
    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sliding"));
        command.args(self.arguments).stdin(Stdio::null());
        if self.state.exists() {
            command.args(self.resume);
        }
        command
    }

    /// Kills the program at a random moment; whether it was still running.
    pub fn kill(&self, dice: &mut Dice) -> bool {
        let mut command = self.command();
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        let micros = self.latest.as_micros() as usize;
        thread::sleep(Duration::from_micros(dice.below(micros) as u64));
        child.kill().expect("it can be killed");
        let code = child.wait().expect("it ends").code();
        assert!(matches!(code, None | Some(0 | 1 | 3)), "{:?}: {code:?}", self.arguments);
        code.is_none()
    }

    /// Runs it to its end.
    pub fn finish(&self) -> Output {
        self.command().output().expect("it starts")
    }

    /// Kills it this number of times and lets it finish. Returns what it printed at last, and how many times it was
    /// still running as it was killed.
    pub fn kill_and_finish(&self, dice: &mut Dice, times: usize) -> (Output, usize) {
        let running = (0..times).filter(|_| self.kill(dice)).count();
        (self.finish(), running)
    }
}
