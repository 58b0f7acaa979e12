//! Counts to which something happens: files are damaged, processes killed while they write, file systems full or not
//! to be written to, threads refused.

use std::fs;
use std::path::Path;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use tempfile::TempDir;

use super::disk::{LISTS, TILES, contents, files, levels, search};
use super::{KLOTSKI, Run, command, folder, path, run};

/// A count that was stopped after some levels, and is to go on for some more.
struct CountRun {
    puzzle: String,
    options: Vec<&'static str>,
    first: usize,
    then: usize,
    place: TempDir,
    /// The lines of all levels, as memory counts them.
    expected: Vec<String>,
}

impl CountRun {
    fn new(puzzle: String, options: &[&'static str], first: usize, then: usize) -> Self {
        let most = then.to_string();
        let asked = ["solve", "-s0", "--exhaust", "-q", "-v", "--max-moves", &most, "-"];
        let expected = levels(&run(&asked, &puzzle));
        assert_eq!(expected.len(), then + 1);
        let place = folder(&[]);
        let count = Self { puzzle, options: options.to_vec(), first, then, place, expected };
        let part = count.search(&count.place, count.first, &[]);
        assert_eq!((part.code, &levels(&part)[..]), (3, &count.expected[..=first]), "{}", part.err);
        count
    }

    /// By lists, each level as one file and each as several; by rows and by cut boards in memory.
    fn all() -> Vec<Self> {
        vec![
            Self::new(KLOTSKI.to_owned(), &LISTS, 60, 64),
            Self::new(TILES.to_owned(), &LISTS, 38, 40),
            Self::new(TILES.to_owned(), &["--engine", "index"], 38, 40),
            Self::new(KLOTSKI.to_owned(), &["--engine", "cut"], 60, 64),
        ]
    }

    fn search(&self, place: &TempDir, most: usize, more: &[&str]) -> Run {
        let most = most.to_string();
        let limit = ["--max-moves", &most];
        search(&self.puzzle, &path(place, ""), &[&self.options, &limit[..], more].concat())
    }

    /// Goes on in a folder.
    fn go_on(&self, place: &TempDir) -> Run {
        self.search(place, self.then, &["--resume"])
    }

    /// Goes on, and looks that all levels are those of memory, and that no file is left that is not one of the search.
    fn ends_well(&self, place: &TempDir, case: &str) -> Run {
        let done = self.go_on(place);
        let case = format!("{:?}, {case}: {}", self.options, done.err);
        assert_eq!((done.code, levels(&done)), (3, self.expected.clone()), "{case}");
        let manifest = fs::read_to_string(place.path().join("sliding-manifest")).unwrap();
        let known = |name: &String| {
            let own = ["sliding-lock", "sliding-manifest", "mine.codes"].contains(&&**name);
            own || manifest.split_whitespace().any(|word| word == name)
        };
        let strange: Vec<_> = files(place.path()).into_iter().filter(|name| !known(name)).collect();
        assert!(strange.is_empty(), "{strange:?}: {case}");
        done
    }

    /// The names of its lists.
    fn lists(&self) -> Vec<String> {
        files(self.place.path()).into_iter().filter(|name| name.ends_with(".codes")).collect()
    }
}

/// All files of a folder, in another one.
fn copied(place: &TempDir) -> TempDir {
    let copy = folder(&[]);
    for name in files(place.path()) {
        fs::copy(place.path().join(&name), copy.path().join(&name)).unwrap();
    }
    copy
}

/// What may happen to a file.
#[derive(Clone, Copy, Debug)]
enum Damage {
    Flipped,
    CutOff,
    Gone,
}

impl Damage {
    fn happens(self, file: &Path, random: &mut Pcg64) {
        let mut bytes = fs::read(file).unwrap();
        let at = random.next_u64() as usize % bytes.len();
        match self {
            Damage::Flipped => bytes[at] ^= 1 << (random.next_u64() % 8),
            Damage::CutOff => bytes.truncate(at),
            Damage::Gone => return fs::remove_file(file).unwrap(),
        }
        fs::write(file, &bytes).unwrap();
    }
}

/// Nothing is removed, so the search goes on once a sound copy is back in its place.
#[test]
fn each_damaged_file_of_a_count_is_named() {
    let mut random = Pcg64::new(23, 0);
    for count in CountRun::all() {
        let lists = count.lists();
        assert!(lists.len() >= 2, "{:?}: {lists:?}", count.options);
        // Of many files each has one kind of damage, of few all kinds.
        let kinds = [Damage::Flipped, Damage::CutOff, Damage::Gone];
        for (at, name) in lists.iter().enumerate() {
            let few = lists.len() <= 4;
            for kind in kinds.iter().cycle().skip(at).take(if few { 3 } else { 1 }) {
                let copy = copied(&count.place);
                kind.happens(&copy.path().join(name), &mut random);
                let reported = count.go_on(&copy);
                let case = format!("{:?}, {name}, {kind:?}: {}", count.options, reported.err);
                if matches!(kind, Damage::Flipped) && levels(&reported) == count.expected {
                    // A bit of what no level needs does no harm.
                    continue;
                }
                assert!(matches!(reported.code, 2 | 3), "{case}");
                assert!(reported.err.contains(&format!("{name} is damaged: ")), "{case}");
                assert!(reported.err.contains("put a sound copy in its place"), "{case}");
                let known = levels(&reported);
                assert_eq!(known[..], count.expected[..known.len()], "{case}");
                assert!(known.len() <= count.first + 1, "{case}");
                fs::copy(count.place.path().join(name), copy.path().join(name)).unwrap();
                count.ends_well(&copy, "put back");
            }
        }
    }
}

#[test]
fn half_written_files_are_not_used() {
    for count in CountRun::all() {
        // What the folder would be some levels later.
        let later = copied(&count.place);
        fs::write(later.path().join("mine.codes"), "not touched").unwrap();
        count.ends_well(&later, "to the end");
        let (old, new) = (contents(count.place.path()), contents(later.path()));
        let added: Vec<_> = new.iter().filter(|(name, _)| !old.contains_key(*name)).collect();
        let has = |ending: &str| added.iter().any(|(name, _)| name.ends_with(ending));
        assert!(has(".codes"), "{:?}", count.options);
        let half = |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec();
        let manifest = &new["sliding-manifest"];
        // Killed in the middle of files, and of the manifest that would have named them; half of it, or all but its last byte.
        let all_but_one = manifest[..manifest.len() - 1].to_vec();
        for beside in [half(manifest), all_but_one, Vec::new()] {
            for is_whole in [false, true] {
                let copy = copied(&count.place);
                for (name, bytes) in &added {
                    let bytes = if is_whole { bytes.to_vec() } else { half(bytes) };
                    fs::write(copy.path().join(name), bytes).unwrap();
                }
                fs::write(copy.path().join("sliding-manifest.1-0.part"), &beside).unwrap();
                count.ends_well(&copy, &format!("{} bytes, {is_whole}", beside.len()));
            }
        }
        // Killed when the manifest was in its place, before what only the old one named was removed.
        for (name, bytes) in old.iter().filter(|(name, _)| !new.contains_key(*name)) {
            fs::write(later.path().join(name), bytes).unwrap();
        }
        count.ends_well(&later, "old files");
        assert_eq!(fs::read_to_string(later.path().join("mine.codes")).unwrap(), "not touched");
        // A manifest that is itself cut off cannot be, as it is put in its place as a whole. It is reported, and nothing removed.
        let copy = copied(&count.place);
        fs::write(copy.path().join("sliding-manifest"), half(&old["sliding-manifest"])).unwrap();
        let before = files(copy.path());
        let refused = count.go_on(&copy);
        assert!(refused.code == 2 && refused.err.contains("is damaged"), "{}", refused.err);
        assert_eq!(files(copy.path()), before);
    }
}

/// File systems of their own, which are there as long as a process.
#[cfg(target_os = "linux")]
mod file_systems {
    use std::process::Command;

    use super::*;

    /// What some lines for the shell print in a place with a small file system, in which `$at` is; `None` where
    /// there can be no such place.
    fn in_a_system(size: &str, lines: &str) -> Option<Vec<String>> {
        let place = folder(&[("tiles.txt", TILES)]);
        fs::create_dir(place.path().join("system")).unwrap();
        let script = format!(
            "cd '{}'; at=system; program='{}'\n\
             mount -t tmpfs -o size={size} none $at && echo mounted || exit 0\n{lines}",
            place.path().display(),
            env!("CARGO_BIN_EXE_sliding"),
        );
        for rights in ["-m", "-rm"] {
            let output = Command::new("unshare").args([rights, "bash", "-c", &script]).output();
            let Ok(output) = output else { break };
            let text = String::from_utf8(output.stdout).expect("text");
            if let Some(text) = text.strip_prefix("mounted\n") {
                return Some(text.split("== ").map(str::to_owned).collect());
            }
        }
        eprintln!("skipped: no file system can be mounted here");
        None
    }

    /// A search that keeps levels in files, with memory in which not all levels are small.
    const SOLVE: &str = "$program solve -s0 --exhaust -q -v --disk $at/search --engine disk --memory 24MiB tiles.txt";

    fn told_levels(text: &str) -> Vec<&str> {
        text.lines().filter(|line| line.starts_with("distance")).collect()
    }

    /// The lines of all levels.
    fn expected() -> Vec<String> {
        levels(&run(&["solve", "-s0", "--exhaust", "-q", "-v", "-"], TILES))
    }

    #[test]
    fn a_search_resumes_after_the_file_system_was_full() {
        let lines = format!(
            "{SOLVE} 2>&1; echo \"== $?\"\n\
             {SOLVE} --resume 2>&1; echo \"== $?\"\n\
             mount -o remount,size=64m $at\n\
             {SOLVE} --resume 2>&1; echo \"== $?\""
        );
        let Some(reported) = in_a_system("400k", &lines) else { return };
        let [full, again, done, end] = &reported[..] else { panic!("{reported:?}") };
        let (again, done) = (again.strip_prefix("3\n"), done.strip_prefix("3\n"));
        let (again, done) = (again.expect(full), done.expect("stopped again"));
        for stopped in [full, again] {
            assert!(stopped.contains("No space left on device"), "{stopped}");
            assert!(stopped.contains("--resume"), "{stopped}");
        }
        let expected = expected();
        assert!(told_levels(full).len() < expected.len(), "{full}");
        assert_eq!(told_levels(done), expected, "{done}");
        assert!(["0\n", "1\n"].contains(&&**end), "{end}");
    }

    #[test]
    fn a_read_only_file_system_is_rejected_without_loss() {
        let lines = format!(
            "{SOLVE} --max-moves 20 > /dev/null 2>&1; echo \"$? == \"\n\
             mount -o remount,ro $at\n\
             {SOLVE} --resume 2>&1; echo \"== $?\"\n\
             {SOLVE} 2>&1; echo \"== $?\"\n\
             mount -o remount,rw $at\n\
             {SOLVE} --resume 2>&1; echo \"== $?\""
        );
        let Some(reported) = in_a_system("64m", &lines) else { return };
        let [first, refused, again, done, _] = &reported[..] else { panic!("{reported:?}") };
        assert_eq!(first, "3 ");
        for (refused, code) in [(refused, again), (again, done)] {
            assert!(refused.contains("Read-only file system"), "{refused}");
            assert!(code.starts_with("2\n"), "{code}");
        }
        assert_eq!(told_levels(done), expected(), "{done}");
    }
}

/// What a search takes of memory and of its folder, looked at all the time.
#[cfg(target_os = "linux")]
#[test]
fn memory_and_disk_limits_hold_together() {
    use super::memory::{allowed, held_while};

    const MB: u64 = 1_000_000;
    let fifteen = super::fifteen();
    let cases = [
        (&fifteen, "--engine disk", 40, 30 * MB),
        (&fifteen, "--engine disk --threads 1", 24, 10 * MB),
    ];
    for (puzzle, options, mebibytes, limit) in cases {
        let place = folder(&[]);
        let (memory, bytes) = (format!("{mebibytes}MiB"), limit.to_string());
        let mut all = vec!["solve", "-s0", "--exhaust", "-q", "--memory", &memory];
        let at = path(&place, "search");
        all.extend(["--disk", &at, "--disk-limit", &bytes]);
        all.extend(options.split(' ').chain(["-"]));
        let mut full = 0;
        let (code, most) = held_while(puzzle, &all, || {
            // Files come and go while they are looked at.
            let entries = fs::read_dir(&at).into_iter().flatten().flatten();
            let bytes = entries.filter_map(|entry| Some(entry.metadata().ok()?.len())).sum();
            full = u64::max(full, bytes);
        });
        let case = format!("{options}: exit code {code}, {most} bytes held, {full} in the folder");
        assert_eq!(code, 3, "{case}");
        assert!(most <= allowed(mebibytes), "{case}");
        // The state is a few lines for each file, twice while it is written.
        assert!(full <= limit + 64_000, "{case}");
        assert!(full > limit / 2, "{case}");
    }
}

/// Packing has a thread of its own only where the system gives one.
#[test]
#[cfg(target_os = "linux")]
fn proofs_are_compressed_if_threads_are_refused() {
    let place = folder(&[]);
    let written = |name: &str, stack: Option<&str>| {
        let proof = path(&place, name);
        let mut asked = command(&["prove", "--threads", "4", "-o", &proof, "@klotski"]);
        asked.envs(stack.map(|bytes| ("RUST_MIN_STACK", bytes)));
        let output = asked.output().expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read(proof).unwrap()
    };
    let refused = (1_u64 << 62).to_string();
    assert_eq!(written("few.proof.gz", Some(&refused)), written("usual.proof.gz", None));
}

/// No system has memory for the stacks that the threads are to have, so that each is refused: then one thread does it all.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[test]
fn searches_continue_if_threads_are_refused() {
    // Levels of all of them are wide enough to be shared.
    let alike = "4 x 5\n1 = 11\n2 = 1\n112222222222222\n?\n";
    let most = ["--max-moves", "36"];
    for (options, file) in [
        ("-s0 --engine table", "tiles.txt"),
        ("-s0 --engine index", "tiles.txt"),
        ("-s0 --engine cut", "tiles.txt"),
        ("-s0 --engine disk --disk", "tiles.txt"),
        ("-s0 --engine index --memory 24MiB --disk", "tiles.txt"),
        ("-s4 --engine index", "alike.txt"),
        ("-s5 --engine index", "tiles.txt"),
    ] {
        let place = folder(&[("tiles.txt", TILES), ("alike.txt", alike)]);
        let reported = |stack: Option<&str>, name: &str| {
            let options = options.split(' ').map(str::to_owned);
            let at = options.clone().next_back().filter(|last| last == "--disk");
            let options = options.chain(at.map(|_| path(&place, name)));
            let mut asked = command(&["solve", "--exhaust", "-q", "-v", "--threads", "4"]);
            asked.args(options).args(most).arg(path(&place, file));
            asked.envs(stack.map(|bytes| ("RUST_MIN_STACK", bytes)));
            let output = asked.output().expect("the program starts");
            let text = |bytes| String::from_utf8(bytes).expect("text");
            let code = output.status.code().expect("it was not killed");
            Run { code, out: text(output.stdout), err: text(output.stderr) }
        };
        let (usual, refused) =
            (reported(None, "usual"), reported(Some(&(1_u64 << 62).to_string()), "few"));
        assert_eq!(refused.code, usual.code, "{options}: {}", refused.err);
        assert!(levels(&usual).len() > 10, "{options}: {}", usual.err);
        assert_eq!(levels(&refused), levels(&usual), "{options}");
    }
}
