//! Runs all targets in turn on random inputs, without cargo-fuzz.

use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use sliding_fuzz::seeds::Inputs;
use sliding_fuzz::{TARGETS, Target};

/// A target has so much time until the next one is run.
const TURN: Duration = Duration::from_millis(500);

/// An input that takes longer is a failure.
const LONGEST: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().and_then(|seconds| seconds.parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let seed = arguments.next().map_or_else(|| Some(now()), |seed| seed.parse().ok());
    let (Some(seconds), Some(seed), None) = (seconds, seed, arguments.next()) else {
        eprintln!("usage: seeded SECONDS [SEED]");
        return ExitCode::from(2);
    };
    println!("seed {seed}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let inputs = Inputs::new(seed, root.parent().expect("the package is in a folder of another"));
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut runs: Vec<Run> = TARGETS.iter().map(|target| Run::new(target, root, seed)).collect();
    let watched = watch();
    while Instant::now() < end {
        for run in &mut runs {
            if let Err(error) = run.turn(&inputs, &watched, end.min(Instant::now() + TURN)) {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        }
    }
    for run in runs {
        println!("{}: {} inputs, the slowest {:.1?}", run.target.name, run.number, run.slowest);
        // The last input was no failure.
        let _ = fs::remove_file(run.path);
    }
    ExitCode::SUCCESS
}

/// What one target does.
struct Run {
    target: &'static Target,
    /// Holds the input that is run, so that it is there whatever it does to this program.
    path: PathBuf,
    /// The number of inputs so far.
    number: u64,
    slowest: Duration,
}

/// The input that is run now, and since when.
type Watched = Arc<Mutex<Option<(PathBuf, Instant)>>>;

impl Run {
    fn new(target: &'static Target, root: &Path, seed: u64) -> Self {
        let path = root.join("artifacts").join(target.name).join(format!("seeded-{seed}"));
        Self { target, path, number: 0, slowest: Duration::ZERO }
    }

    /// Runs inputs until a moment.
    fn turn(&mut self, inputs: &Inputs, watched: &Watched, until: Instant) -> io::Result<()> {
        fs::create_dir_all(self.path.parent().expect("a folder for artifacts"))?;
        let mut file = File::create(&self.path)?;
        while Instant::now() < until {
            let input = inputs.input(self.target.input, self.number);
            file.rewind()?;
            file.set_len(0)?;
            file.write_all(&input)?;
            let begun = Instant::now();
            set(watched, Some((self.path.clone(), begun)));
            let is_right = catch_unwind(|| (self.target.run)(&input)).is_ok();
            set(watched, None);
            if !is_right {
                let (name, path) = (self.target.name, self.path.display());
                return Err(io::Error::other(format!("{name} failed on input {path}")));
            }
            self.number += 1;
            self.slowest = self.slowest.max(begun.elapsed());
        }
        Ok(())
    }
}

fn set(watched: &Watched, input: Option<(PathBuf, Instant)>) {
    *watched.lock().unwrap_or_else(PoisonError::into_inner) = input;
}

/// Ends the program when an input takes too long.
fn watch() -> Watched {
    let watched = Watched::default();
    let seen = watched.clone();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let input = seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if let Some((path, _)) = input.filter(|(_, begun)| begun.elapsed() > LONGEST) {
                eprintln!("no end in {LONGEST:?} on input {}", path.display());
                std::process::exit(1);
            }
        }
    });
    watched
}
