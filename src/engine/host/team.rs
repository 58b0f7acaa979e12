//! A thread pool for many short jobs in a row.
//!
//! A level of a search often takes less time than waking a thread. So waiting threads spin for a
//! while before they sleep, and a job is done when its parts are done: it does not wait for a
//! thread that has not joined.

use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread::{self, Builder, JoinHandle, Thread};

use super::lock;

/// Spins before sleeping: some microseconds. Spinning longer, or yielding instead of sleeping, is
/// slower when other programs run.
const SPINS: usize = 512;

/// The members' job. It lives only until the job is done, so it is a raw pointer: a reference would
/// have to be valid throughout.
#[derive(Clone, Copy)]
struct TeamJob(Pointer<'static>);

type Pointer<'a> = *const (dyn Fn() + Sync + 'a);

// SAFETY: the pointee is `Sync`, so several threads may use it at once.
unsafe impl Send for TeamJob {}

impl TeamJob {
    /// Wraps a job that lives as long as a thread runs it, which [`Team::run`] ensures.
    fn of<'a>(job: &'a (dyn Fn() + Sync + 'a)) -> Self {
        // SAFETY: the two types differ only in the lifetime of the pointee, and the callers of
        // `run` ensure that it is alive.
        TeamJob(unsafe { std::mem::transmute::<Pointer<'a>, Pointer<'static>>(job) })
    }

    /// Takes part in the job.
    ///
    /// # Safety
    ///
    /// The job must still be alive.
    unsafe fn run(self) {
        // SAFETY: it is alive, as the caller guarantees.
        unsafe { (*self.0)() }
    }
}

/// Several threads, including the one that built the team.
pub struct Team {
    shared: Arc<Shared>,
    others: Vec<JoinHandle<()>>,
}

struct Shared {
    /// The job, and the thread that waits for its end.
    job: Mutex<Option<(TeamJob, Thread)>>,
    /// Number of the current job.
    round: AtomicUsize,
    /// How many other threads take part in the job; [`CLOSED`] is set once no more may join.
    taking_part: AtomicUsize,
    is_closing: AtomicBool,
    has_failed: AtomicBool,
    /// Which members sleep, or are about to, and must be woken.
    asleep: Vec<AtomicBool>,
}

/// Flag of a job that no more threads may join.
const CLOSED: usize = 1 << (usize::BITS - 1);

impl Shared {
    /// Waits until a condition holds. The thread that makes it true must wake this member if it is
    /// asleep.
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

    /// Runs the main loop of all members but the first.
    fn serve(&self, member: usize) {
        let mut seen = 0;
        loop {
            self.wait(member, || self.round.load(SeqCst) != seen);
            seen = self.round.load(SeqCst);
            if self.is_closing.load(SeqCst) {
                return;
            }
            let join = |others: usize| (others & CLOSED == 0).then_some(others + 1);
            if self.taking_part.fetch_update(SeqCst, SeqCst, join).is_err() {
                continue;
            }
            let job = lock(&self.job).clone();
            let Some((job, waiting)) = job else { return };
            // SAFETY: the first member waits for all that take part.
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
    /// Builds a team of up to `members` threads, at least one; fewer if the system refuses some.
    pub fn new(members: usize) -> Self {
        let shared = Arc::new(Shared {
            job: Mutex::new(None),
            round: AtomicUsize::new(0),
            taking_part: AtomicUsize::new(CLOSED),
            is_closing: AtomicBool::new(false),
            has_failed: AtomicBool::new(false),
            asleep: (0..members.max(1)).map(|_| AtomicBool::new(false)).collect(),
        });
        let start = |member| {
            let shared = Arc::clone(&shared);
            Builder::new().spawn(move || shared.serve(member)).ok()
        };
        let others = (1..members).map_while(start).collect();
        Self { shared, others }
    }

    /// Returns the number of members.
    pub fn members(&self) -> usize {
        1 + self.others.len()
    }

    /// Runs a job for each item, with the item's number. Free members take the items, so the job
    /// never waits for a member whose processor is busy elsewhere.
    pub fn each<T>(
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

    /// Returns when this thread and those that have joined the job are done.
    fn run(&mut self, job: &(dyn Fn() + Sync)) {
        let shared = &*self.shared;
        // No thread uses the job after it is done: this function waits for that below, even if a
        // part panics. The mutable borrow of the team prevents a second job.
        *lock(&shared.job) = Some((TeamJob::of(job), thread::current()));
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

    /// Wakes all other members.
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
        self.shared.is_closing.store(true, SeqCst);
        self.call();
        for other in self.others.drain(..) {
            // Panics outside a job do not happen, and those inside have been reported.
            let _ = other.join();
        }
    }
}
