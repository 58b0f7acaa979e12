//! The threads of all parallel work.
//!
//! A level of a search often takes less time than waking a thread. So waiting threads spin for a
//! while before they sleep, and a job is done when its parts are done: it does not wait for a
//! thread that has not joined. Where the system refuses threads, as in browsers, the caller does all
//! of the work.

use std::hint::spin_loop;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, JoinHandle, Thread};

/// Upper limit on threads, whatever the caller asks for.
pub const MOST_THREADS: usize = 64;

/// Upper limit on threads per processor: more would only wait for each other.
const MOST_EACH: usize = 4;

/// Spins before sleeping: some microseconds. Spinning longer, or yielding instead of sleeping, is
/// slower when other programs run.
const SPINS: usize = 512;

/// The job of all threads but the first. It lives only until the job is done, so it is a raw pointer:
/// a reference would have to be valid throughout.
#[derive(Clone, Copy)]
struct Job(Pointer<'static>);

type Pointer<'a> = *const (dyn Fn() + Sync + 'a);

// SAFETY: the pointee is `Sync`, so several threads may use it at once.
unsafe impl Send for Job {}

/// Several threads, including the one that built the pool. The others are started for the first job
/// that is for more than one.
pub struct Pool {
    threads: usize,
    shared: Arc<Shared>,
    others: Vec<JoinHandle<()>>,
}

struct Shared {
    /// The job, and the thread that waits for its end.
    job: Mutex<Option<(Job, Thread)>>,
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
            let Some((Job(job), waiting)) = job else { return };
            // SAFETY: it is alive, as the first member waits for all that take part.
            if catch_unwind(AssertUnwindSafe(unsafe { &*job })).is_err() {
                self.has_failed.store(true, SeqCst);
            }
            let others = self.taking_part.fetch_sub(1, SeqCst) - 1;
            if others == CLOSED && self.asleep[0].load(SeqCst) {
                waiting.unpark();
            }
        }
    }
}

impl Pool {
    /// Builds a pool of up to `threads` threads, at least one; fewer if the system refuses some.
    pub fn new(threads: usize) -> Self {
        let mut asleep = Vec::new();
        asleep.resize_with(threads.max(1), AtomicBool::default);
        let shared = Arc::new(Shared {
            job: Mutex::default(),
            round: AtomicUsize::new(0),
            taking_part: AtomicUsize::new(CLOSED),
            is_closing: AtomicBool::new(false),
            has_failed: AtomicBool::new(false),
            asleep,
        });
        Self { threads, shared, others: Vec::new() }
    }

    /// Runs a job for each item, with the item's number. Free threads take the items, so the job
    /// never waits for a thread whose processor is busy elsewhere.
    pub fn each<T>(
        &mut self,
        items: impl Iterator<Item = T> + Send,
        job: impl Fn(usize, T) + Sync,
    ) {
        let items = Mutex::new(items.enumerate());
        let job = || loop {
            let Some((at, item)) = lock(&items).next() else { return };
            job(at, item);
        };
        self.run(self.threads, &mut &job, &job);
    }

    /// Runs tasks `0..tasks`, each on one of the workers, each worker on its own thread. The first
    /// worker runs on the caller's thread, which alone asks whether to go on, given the number of
    /// finished tasks. Where the system refuses a thread, the workers that have one do all tasks.
    pub fn share<W: Send, S>(
        &mut self,
        workers: &mut [W],
        tasks: usize,
        work: impl Fn(&mut W, usize) + Sync,
        pause: &mut dyn FnMut(usize) -> Result<(), S>,
    ) -> Result<(), S> {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let stops = AtomicBool::new(false);
        let step = |worker: &mut W| {
            let task = next.fetch_add(1, Relaxed);
            let is_left = task < tasks && !stops.load(Relaxed);
            if is_left {
                work(worker, task);
                done.fetch_add(1, Relaxed);
            }
            is_left
        };
        let threads = workers.len();
        let (first, others) = workers.split_first_mut().expect("there is a worker");
        let (others, mut ended) = (Mutex::new(others.iter_mut()), Ok(()));
        let mut own = || loop {
            ended = pause(done.load(Relaxed));
            stops.store(ended.is_err(), Relaxed);
            if !step(first) {
                return;
            }
        };
        self.run(threads, &mut own, &|| {
            let Some(worker) = lock(&others).next() else { return };
            while step(worker) {}
        });
        ended
    }

    /// Runs `own` on this thread, and `job` on others if it is for several threads. Returns when all
    /// that have joined are done. The parameters are trait objects, because a copy of this for each
    /// parallel loop was 2 % of all compiled code.
    fn run(&mut self, threads: usize, own: &mut dyn FnMut(), job: &(dyn Fn() + Sync)) {
        if threads > 1 {
            self.start();
        }
        if threads <= 1 || self.others.is_empty() {
            return own();
        }
        let shared = &*self.shared;
        // SAFETY: the two types differ only in the lifetime of the pointee. No thread uses it after
        // the job is done: this function waits for that below, even if a part panics. The mutable
        // borrow of the pool prevents a second job.
        let job = unsafe { std::mem::transmute::<Pointer<'_>, Pointer<'static>>(job) };
        *lock(&shared.job) = Some((Job(job), thread::current()));
        shared.taking_part.store(0, SeqCst);
        self.call();
        let own = catch_unwind(AssertUnwindSafe(own));
        shared.taking_part.fetch_or(CLOSED, SeqCst);
        shared.wait(0, || shared.taking_part.load(SeqCst) == CLOSED);
        if let Err(panic) = own {
            resume_unwind(panic);
        }
        assert!(!shared.has_failed.load(SeqCst), "a thread of a search has panicked");
    }

    /// Starts the threads that are not started, unless the system has refused one.
    fn start(&mut self) {
        while self.others.len() + 1 < self.threads {
            let (shared, member) = (Arc::clone(&self.shared), self.others.len() + 1);
            match Builder::new().spawn(move || shared.serve(member)) {
                Ok(other) => self.others.push(other),
                Err(_) => self.threads = member,
            }
        }
    }

    /// Wakes all other threads.
    fn call(&self) {
        self.shared.round.fetch_add(1, SeqCst);
        for (other, asleep) in self.others.iter().zip(&self.shared.asleep[1..]) {
            if asleep.load(SeqCst) {
                other.thread().unpark();
            }
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.is_closing.store(true, SeqCst);
        self.call();
        for other in self.others.drain(..) {
            // Panics outside a job do not happen, and those inside have been reported.
            let _ = other.join();
        }
    }
}

/// Returns the number of threads to use: the number wanted, within the limits, else one per
/// processor.
pub fn threads(wanted: Option<NonZeroUsize>) -> usize {
    let machine = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    wanted.map_or(machine, NonZeroUsize::get).min(MOST_EACH * machine).min(MOST_THREADS)
}

/// Returns the result for each item, in the order of the items, computed by up to `threads` threads.
pub fn map<T, R: Send>(
    threads: usize,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator + Send>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let items = items.into_iter();
    let mut results = Vec::new();
    results.resize_with(items.len(), || None);
    let mut pool = Pool::new(threads.min(items.len()));
    pool.each(results.iter_mut().zip(items), |_, (result, item)| *result = Some(work(item)));
    results.into_iter().flatten().collect()
}

/// Locks a mutex. Ignores poisoning, as the panic of another thread is passed on anyway.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the contents of a mutex that the caller has exclusively.
pub fn unlocked<T: ?Sized>(mutex: &mut Mutex<T>) -> &mut T {
    mutex.get_mut().unwrap_or_else(PoisonError::into_inner)
}
