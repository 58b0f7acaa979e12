//! Threads that do one short job after another together.
//!
//! A level of a search is often done in less time than it takes to wake a thread. So those who
//! wait look for a while whether it goes on before they sleep, and a job is done when its parts are: a
//! thread that has not begun is not waited for.

use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle, Thread};

use super::lock;
use super::threads::one_more;

/// How often to look whether it goes on before sleeping: for some microseconds. Longer, or giving
/// way to others without sleeping, is worse wherever something else runs.
const SPINS: usize = 512;

/// What the members do. It is there only until the job is done, and a reference would have to be one to something that is
/// there.
#[derive(Clone, Copy)]
struct Job(Pointer<'static>);

type Pointer<'a> = *const (dyn Fn() + Sync + 'a);

// SAFETY: what it points to may be used by several threads at once.
unsafe impl Send for Job {}

impl Job {
    /// One that is there as long as a thread does it, which [`Team::run`] sees to.
    fn of<'a>(job: &'a (dyn Fn() + Sync + 'a)) -> Self {
        // SAFETY: the two types differ in nothing but how long the pointer may be used, which those who use it see to.
        Job(unsafe { std::mem::transmute::<Pointer<'a>, Pointer<'static>>(job) })
    }

    /// Takes part in the job.
    ///
    /// # Safety
    ///
    /// The job must be there.
    unsafe fn run(self) {
        // SAFETY: it is there, as the caller says.
        unsafe { (*self.0)() }
    }
}

/// Some threads, the one that has made the team included.
pub struct Team {
    shared: Arc<Shared>,
    others: Vec<JoinHandle<()>>,
}

struct Shared {
    /// The job, and the thread that waits for its end.
    job: Mutex<Option<(Job, Thread)>>,
    /// Number of the job.
    round: AtomicUsize,
    /// How many others take part in the job, and [`CLOSED`] if it is too late for more.
    taking_part: AtomicUsize,
    is_over: AtomicBool,
    has_failed: AtomicBool,
    /// Who sleeps, or is about to, and must be woken.
    asleep: Vec<AtomicBool>,
}

/// A job that no thread can join any more.
const CLOSED: usize = 1 << (usize::BITS - 1);

impl Shared {
    /// Waits until something is so. Who makes it so must wake this member if it is asleep.
    fn wait(&self, member: usize, is_so: impl Fn() -> bool) {
        for _ in 0..SPINS {
            if is_so() {
                return;
            }
            spin_loop();
        }
        self.asleep[member].store(true, SeqCst);
        while !is_so() {
            thread::park();
        }
        self.asleep[member].store(false, SeqCst);
    }

    /// What all but the first member do all the time.
    fn serve(&self, member: usize) {
        let mut seen = 0;
        loop {
            self.wait(member, || self.round.load(SeqCst) != seen);
            seen = self.round.load(SeqCst);
            if self.is_over.load(SeqCst) {
                return;
            }
            let join = |others: usize| (others & CLOSED == 0).then_some(others + 1);
            if self.taking_part.fetch_update(SeqCst, SeqCst, join).is_err() {
                continue;
            }
            let job = lock(&self.job).clone();
            let Some((job, waiting)) = job else { return };
            // SAFETY: the first member waits for those who take part.
            if catch_unwind(AssertUnwindSafe(|| unsafe { job.run() })).is_err() {
                self.has_failed.store(true, SeqCst);
            }
            let others = self.taking_part.fetch_sub(1, SeqCst) - 1;
            if others == CLOSED && self.asleep[0].load(SeqCst) {
                waiting.unpark();
            }
        }
    }
}

impl Team {
    /// A team of so many, at least one; fewer if the system has no more threads.
    pub fn new(members: usize) -> Self {
        let shared = Arc::new(Shared {
            job: Mutex::new(None),
            round: AtomicUsize::new(0),
            taking_part: AtomicUsize::new(CLOSED),
            is_over: AtomicBool::new(false),
            has_failed: AtomicBool::new(false),
            asleep: (0..members).map(|_| AtomicBool::new(false)).collect(),
        });
        let start = |member| {
            let shared = Arc::clone(&shared);
            one_more().and_then(|thread| thread.spawn(move || shared.serve(member))).ok()
        };
        let others = (1..members).map_while(start).collect();
        Self { shared, others }
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        1 + self.others.len()
    }

    /// Does a job with each of the items, which come with their numbers. Each item is done by a member that is free: one
    /// whose processor has other work to do is not waited for.
    pub fn each<T: Send>(
        &mut self,
        items: impl Iterator<Item = T> + Send,
        job: impl Fn(usize, T) + Sync,
    ) {
        let items = Mutex::new(items.enumerate());
        let next = || lock(&items).next();
        self.run(&|| {
            while let Some((at, item)) = next() {
                job(at, item);
            }
        });
    }

    /// Returns when this thread and those that have joined it are done.
    fn run(&mut self, job: &(dyn Fn() + Sync)) {
        let shared = &*self.shared;
        // No thread uses the job after it is done, which is waited for below, even if a part of it panics. The borrow of the team
        // itself keeps others from starting another.
        *lock(&shared.job) = Some((Job::of(job), thread::current()));
        shared.taking_part.store(0, SeqCst);
        self.call();
        let own = catch_unwind(AssertUnwindSafe(job));
        shared.taking_part.fetch_or(CLOSED, SeqCst);
        shared.wait(0, || shared.taking_part.load(SeqCst) == CLOSED);
        if let Err(panic) = own {
            resume_unwind(panic);
        }
        assert!(!shared.has_failed.load(SeqCst), "a thread of a search has panicked");
    }

    /// Calls all others.
    fn call(&self) {
        self.shared.round.fetch_add(1, SeqCst);
        for (other, asleep) in self.others.iter().zip(&self.shared.asleep[1..]) {
            if asleep.load(SeqCst) {
                other.thread().unpark();
            }
        }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.shared.is_over.store(true, SeqCst);
        self.call();
        for other in self.others.drain(..) {
            // It has not panicked outside a job, and those have been reported.
            let _ = other.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::host::with_threads_left;

    #[test]
    fn all_members_do_every_job_once() {
        let mut team = Team::new(5);
        let mut sums = [0; 5];
        for round in 0..2000 {
            if round % 500 == 0 {
                thread::sleep(std::time::Duration::from_millis(5));
            }
            team.each(sums.iter_mut(), |member, sum| *sum += member * round);
        }
        assert_eq!(sums, [0, 1, 2, 3, 4].map(|member| member * 1000 * 1999));
    }

    #[test]
    fn a_team_without_some_of_its_threads_does_all_of_a_job() {
        for (left, members) in [(0, 1), (1, 2), (3, 4), (9, 5)] {
            let mut team = with_threads_left(left, || Team::new(5));
            assert_eq!(team.len(), members);
            let mut sums = [0; 5];
            for round in 0..100 {
                team.each(sums.iter_mut(), |at, sum| *sum += at * round);
            }
            assert_eq!(sums, [0, 1, 2, 3, 4].map(|at| at * 50 * 99), "{members} members");
            team.each(sums.iter_mut().take(2), |at, sum| *sum = at);
            assert_eq!(sums[..2], [0, 1]);
        }
    }

    #[test]
    fn a_panic_is_passed_on() {
        let mut team = Team::new(3);
        for member in 0..3 {
            let job = AssertUnwindSafe(|| team.each(0..3, |at, _| assert_ne!(at, member)));
            catch_unwind(job).expect_err("one of them panics");
            team.shared.has_failed.store(false, SeqCst);
        }
        team.each(0..3, |_, _| ());
    }
}
