//! Counts on disk to which something happens: files are damaged.

use std::fs;
use std::path::Path;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use tempfile::TempDir;

use super::disk::{BANDS, LISTS, TILES, files, levels, search, tiles_3x4};
use super::{KLOTSKI, Run, folder, path, run};

/// A count that was stopped after some levels, and is to go on for some more.
struct Count {
    puzzle: String,
    options: Vec<&'static str>,
    first: usize,
    then: usize,
    place: TempDir,
    /// The lines of all levels, as memory counts them.
    expected: Vec<String>,
}

impl Count {
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

    /// By lists, each level as one file and each as several; by rows and by cut boards in memory; and by bands.
    fn all() -> Vec<Self> {
        vec![
            Self::new(KLOTSKI.to_owned(), &LISTS, 60, 64),
            Self::new(TILES.to_owned(), &LISTS, 38, 40),
            Self::new(TILES.to_owned(), &["--engine", "index"], 38, 40),
            Self::new(KLOTSKI.to_owned(), &["--engine", "cut"], 60, 64),
            Self::new(tiles_3x4(), &BANDS, 20, 24),
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

    /// Names of its lists, and of the files by which they are made again.
    fn names(&self, ending: &str) -> Vec<String> {
        files(self.place.path()).into_iter().filter(|name| name.ends_with(ending)).collect()
    }

    /// Lists of the last level that share a parity, if there are several.
    fn of_one_group(&self) -> Option<(String, String)> {
        let manifest = fs::read_to_string(self.place.path().join("sliding-manifest")).unwrap();
        let last = format!("level: {} ", self.first);
        let lines =
            manifest.lines().filter(|line| line.starts_with(&last) || line.starts_with("last: "));
        let mut names = lines.flat_map(str::split_whitespace).filter(|w| w.ends_with(".codes"));
        Some((names.next()?.to_owned(), names.next()?.to_owned()))
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

#[test]
fn each_file_of_a_count_is_made_again() {
    let mut random = Pcg64::new(23, 0);
    let mut flips = 0;
    for count in Count::all() {
        let [lists, parities] = [".codes", ".parity"].map(|ending| count.names(ending));
        assert!(lists.len() >= 2 && !parities.is_empty(), "{:?}: {lists:?}", count.options);
        // Of many files each has one kind of damage, of few all kinds.
        let all = lists.iter().chain(&parities).enumerate();
        let kinds = [Damage::Flipped, Damage::CutOff, Damage::Gone];
        for (at, name) in all {
            let few = lists.len() <= 4;
            for kind in kinds.iter().cycle().skip(at).take(if few { 3 } else { 1 }) {
                let copy = copied(&count.place);
                kind.happens(&copy.path().join(name), &mut random);
                let done = count.ends_well(&copy, &format!("seed 23, {name}, {kind:?}"));
                let told = done.err.contains(&format!("{name} was damaged"))
                    && done.err.contains("has been made again");
                match kind {
                    // A bit of what nobody reads is not missed.
                    Damage::Flipped => flips += usize::from(told),
                    _ => assert!(told, "{name}, {kind:?}: {}", done.err),
                }
            }
        }
    }
    assert!(flips > 10, "{flips}");
}

#[test]
fn two_damaged_files_that_share_a_parity_are_told() {
    let mut random = Pcg64::new(23, 1);
    let mut taken = 0;
    for count in Count::all() {
        let Some((first, second)) = count.of_one_group() else { continue };
        taken += 1;
        for damage in [Damage::CutOff, Damage::Gone] {
            let copy = copied(&count.place);
            for name in [&first, &second] {
                damage.happens(&copy.path().join(name), &mut random);
            }
            let before = files(copy.path());
            let refused = count.go_on(&copy);
            let case = format!("{:?}, {first}, {second}: {}", count.options, refused.err);
            assert_eq!((refused.code, levels(&refused).len()), (2, 0), "{case}");
            assert!(refused.err.contains(" is damaged: "), "{case}");
            assert!(refused.err.contains(&format!("; so is {second}")), "{case}");
            // Nothing was removed, and with one of them put back the other is made again.
            assert_eq!(files(copy.path()), before, "{case}");
            fs::copy(count.place.path().join(&first), copy.path().join(&first)).unwrap();
            count.ends_well(&copy, "one put back");
        }
        // What is noticed only when it is read stops the search at that level.
        let copy = copied(&count.place);
        for name in [&first, &second] {
            let file = copy.path().join(name);
            let mut bytes = fs::read(&file).unwrap();
            bytes[5] ^= 4;
            fs::write(&file, bytes).unwrap();
        }
        let stopped = count.go_on(&copy);
        let case = format!("{:?}, {first}, {second}: {}", count.options, stopped.err);
        assert!(matches!(stopped.code, 2 | 3) && stopped.err.contains("; so is "), "{case}");
        let told = levels(&stopped);
        assert_eq!(told[..], count.expected[..told.len()], "{case}");
        assert!(told.len() <= count.first + 1, "{case}");
    }
    assert_eq!(taken, 3);
}
