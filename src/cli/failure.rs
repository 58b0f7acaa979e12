//! Why a command ends before its work is done, in words that say how to go on.

use bytesize::ByteSize;
use sliding::analyse::{ProveError, SpaceError};
use sliding::design::{ImproveError, RateError};
use sliding::solve::Refusal;

use super::*;

#[cfg(feature = "cluster")]
use sliding::cluster::ClusterError;

/// How a command ended.
pub type CommandResult = Result<Verdict, Failure>;

/// Why a command could not go on.
#[derive(Debug)]
pub enum Failure {
    /// This message has to be shown; the verdict is that of the run.
    Message(String, Verdict),
    /// The reason was shown on standard error.
    Reported(Verdict),
    /// A limit stopped a search, which has no result then.
    Stopped(Stopped),
    /// The output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Returns a failure for bad input or usage.
    pub fn input(message: impl ToString) -> Failure {
        Failure::Message(message.to_string(), Verdict::BadInput)
    }

    /// Returns the failure of a search about the puzzle of this name, with this memory.
    pub fn about(self, name: &str, memory: u64) -> Failure {
        match self {
            Failure::Message(message, verdict) => {
                Failure::Message(format!("{name}: {message}"), verdict)
            }
            Failure::Stopped(limit) => {
                let message = format!("{name}: {}", limit_advice(limit, memory));
                Failure::Message(message, Verdict::Stopped)
            }
            other => other,
        }
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
            Failure::Stopped(limit) => {
                Failure::Stopped(limit).about("the search", Budget::of_machine().memory).report()
            }
            Failure::Output(error) => Err(error),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<Refusal> for Failure {
    fn from(error: Refusal) -> Failure {
        match &error {
            Refusal::TooLittleMemory { needed, .. } => {
                Failure::input(format!("{error}; try --memory {needed}B or more"))
            }
            Refusal::TooManyPlacements { needed, .. } => {
                let more = match u64::try_from(&**needed) {
                    Ok(needed) if needed < MOST => format!("--memory {needed}B or more, or "),
                    _ => String::new(),
                };
                Failure::Message(format!("{error}; try {more}another engine"), Verdict::Stopped)
            }
            Refusal::Uncountable { .. } => {
                Failure::Message(format!("{error}; try another engine"), Verdict::Stopped)
            }
            Refusal::NoRoom { source, .. } => {
                let message = format!("{error}: {source}; try a smaller --memory");
                Failure::Message(message, Verdict::Stopped)
            }
            _ => Failure::input(error),
        }
    }
}

impl From<ProveError> for Failure {
    fn from(error: ProveError) -> Failure {
        match error {
            ProveError::Refused(error) => error.into(),
            _ => Failure::Message(format!("cannot write: {error}"), Verdict::Unwritten),
        }
    }
}

impl From<RateError> for Failure {
    fn from(error: RateError) -> Failure {
        match error {
            RateError::Refused(error) => error.into(),
            _ => Failure::input(error),
        }
    }
}

impl From<ImproveError> for Failure {
    fn from(error: ImproveError) -> Failure {
        match error {
            ImproveError::Stopped(limit) => Failure::Stopped(limit),
            ImproveError::Refused(error) => error.into(),
            _ => Failure::input(error),
        }
    }
}

impl From<SpaceError> for Failure {
    fn from(error: SpaceError) -> Failure {
        match error {
            SpaceError::Stopped(limit) => Failure::Stopped(limit),
            SpaceError::Search(error) => error.into(),
            _ => Failure::Message(format!("{error}: raise --nodes"), Verdict::Stopped),
        }
    }
}

#[cfg(feature = "cluster")]
impl From<ClusterError> for Failure {
    fn from(error: ClusterError) -> Failure {
        match error {
            ClusterError::Query(refusal) => refusal.into(),
            _ => Failure::Message(error.to_string(), Verdict::Stopped),
        }
    }
}

/// Reports a limit, after the name of what it stopped.
pub fn stopped(name: &str, limit_advice: &str) -> Verdict {
    complain(&format!("{name}: {limit_advice}"));
    Verdict::Stopped
}

/// Says which limit stopped a search, and how to go on.
pub fn limit_advice(stopped: Stopped, memory: u64) -> String {
    match stopped {
        Stopped::Moves(moves) => {
            format!("stopped at --max-moves {moves}: raise it to search further")
        }
        Stopped::Memory => {
            // In the units that the limit was probably given in.
            let is_decimal = memory.is_multiple_of(1000);
            let size = |bytes| {
                let size = ByteSize(bytes).display();
                let size = if is_decimal { size.si() } else { size.iec() };
                size.to_string().replace(' ', "")
            };
            let had = size(memory);
            let more = match Budget::free_memory() {
                Some(free) if free > memory => {
                    format!("raise --memory, {} are free, or try --disk DIR", size(free))
                }
                Some(free) => format!("only {} are free: try --disk DIR", size(free)),
                None => "raise --memory, or try --disk DIR".to_owned(),
            };
            format!("not enough memory ({had}): {more}")
        }
        // The reason has been printed: a limit, a full disk, or a damaged file.
        Stopped::Disk => {
            "stopped by its folder: once that is mended, or with a larger --disk-limit, run again \
             with --resume"
                .to_owned()
        }
        Stopped::Rounds => "stopped at --rounds: raise it to search further".to_owned(),
        Stopped::Time => "stopped at --time-limit: raise it to search further".to_owned(),
        // Nothing else stops a search so far.
        _ => "interrupted".to_owned(),
    }
}

/// Returns the command line that resumes this run's search in its folder.
pub fn resumed() -> String {
    let mut words = vec!["sliding".to_owned()];
    for argument in env::args_os().skip(1) {
        let word = argument.to_string_lossy();
        let is_safe = |c: char| c.is_alphanumeric() || "-_./=@+:,%".contains(c);
        words.push(match !word.is_empty() && word.chars().all(is_safe) {
            true => word.into_owned(),
            false => format!("'{}'", word.replace('\'', "'\\''")),
        });
    }
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_owned());
    }
    words.join(" ")
}

/// Returns an amount of memory of at least `bytes` bytes, in the form of `--memory`.
pub fn at_least(bytes: u64) -> String {
    format!("{}MiB", bytes.div_ceil(1 << 20))
}

/// More bytes than any machine has, so that suggesting them would be useless.
pub const MOST: u64 = 1 << 40;
