//! Why a command ends before its work is done.

use std::io;

use super::{Verdict, complain};

/// How a command ended.
pub type CommandResult = Result<Verdict, Failure>;

/// Why a command could not go on.
#[derive(Debug)]
pub enum Failure {
    /// This message has to be shown; the verdict is that of the run.
    Message(String, Verdict),
    /// The reason was shown on standard error.
    Reported(Verdict),
    /// The output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Returns a failure for bad input or usage.
    pub fn input(message: impl ToString) -> Failure {
        Failure::Message(message.to_string(), Verdict::BadInput)
    }

    /// Shows the message and returns the verdict, so that the run can go on. A failed output ends
    /// the run.
    pub fn report(self) -> io::Result<Verdict> {
        match self {
            Failure::Message(message, verdict) => {
                complain(&message);
                Ok(verdict)
            }
            Failure::Reported(verdict) => Ok(verdict),
            Failure::Output(error) => Err(error),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
