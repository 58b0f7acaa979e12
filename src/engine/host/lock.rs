//! Locks that several threads take in turn.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes a lock. What a thread that has panicked left behind is not told apart: its panic is passed on anyway.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is behind a lock that nobody else can have.
pub fn unlocked<T: ?Sized>(mutex: &mut Mutex<T>) -> &mut T {
    mutex.get_mut().unwrap_or_else(PoisonError::into_inner)
}
