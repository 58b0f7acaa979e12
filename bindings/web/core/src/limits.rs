//! What a search may take.

use std::time::Duration;

use web_time::Instant;

use crate::error::AnswerError;

/// The memory limit of a search that was given none, in bytes.
const MEMORY: u64 = 1 << 30;
/// All memory has addresses of 32 bits, and the program itself needs some.
const MOST_MEMORY: u64 = 3 << 30;

/// The bytes that a search may take.
pub fn memory(asked: Option<u64>) -> Result<u64, AnswerError> {
    match asked.unwrap_or(MEMORY) {
        bytes if bytes <= MOST_MEMORY => Ok(bytes),
        bytes => {
            let message = format!("{bytes} bytes of memory: expected at most {MOST_MEMORY}");
            Err(AnswerError::of(message))
        }
    }
}

/// The moment at which seconds from now are over.
pub fn deadline(seconds: Option<f64>) -> Result<Option<Instant>, AnswerError> {
    let Some(seconds) = seconds else { return Ok(None) };
    let limit = Duration::try_from_secs_f64(seconds).ok();
    let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    let message = || format!("a time limit of {seconds}: expected seconds");
    deadline.map(Some).ok_or_else(|| AnswerError::of(message()))
}
