//! Files that are damaged at random: the program names them, believes nothing of them, and goes on once they are sound.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use tempfile::TempDir;

use super::{ask, lines, place};
use crate::files::{self, below};

type Files = BTreeMap<String, Vec<u8>>;

/// Makes these the files of a folder.
fn write(folder: &Path, files: &Files) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir(folder).unwrap();
    for (name, bytes) in files {
        fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        fs::write(folder.join(name), bytes).unwrap();
    }
}

/// What may happen to a file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Damage {
    Flipped,
    CutOff,
    Gone,
}

use Damage::{CutOff, Flipped, Gone};

impl Damage {
    fn happens(self, files: &mut Files, name: &str, random: &mut Pcg64) {
        let bytes = files.get_mut(name).unwrap();
        let at = random.next_u64() as usize % bytes.len();
        match self {
            Flipped => bytes[at] ^= 1 << (random.next_u64() % 8),
            CutOff => bytes.truncate(at),
            Gone => drop(files.remove(name)),
        }
    }
}

/// A row of `damage.tsv`: what writes the folder `kept`, what reads it, what finds the same without it, if there is
/// another way, and the word in the lines with what is found. Then what is damaged, by the end of its name; the damage
/// after which all may be found nevertheless; exit codes, and what is said; and how many numbers name the numbering of
/// counts.
struct Kept([&'static str; 9]);

/// First counts that were stopped, by lists with a file for a level, by lists with several, by rows, and by cut boards.
fn table() -> Vec<Kept> {
    files::rows(include_str!("../data/damage.tsv")).into_iter().map(Kept).collect()
}

const COUNTS: usize = 4;

impl Kept {
    /// The files once they are written, and the lines that are read from them.
    fn begin(&self, place: &TempDir) -> (Files, i32, Vec<String>) {
        let [write, again, check, word, ..] = self.0;
        let begun = ask(place, write);
        assert!(matches!(begun.code, 0 | 3), "{write}: {}", begun.err);
        let files = below(&place.path().join("kept"));
        let read = ask(place, again);
        let found = lines(&read, word);
        assert!(!found.is_empty(), "{again}: {}", read.err);
        assert_eq!(found, lines(&ask(place, check), word), "{again}");
        (files, read.code, found)
    }

    /// Reads what is kept, and looks that nothing is missing, and no file left that the search does not need.
    fn ends_well(&self, place: &TempDir, expected: &[String], case: &str) {
        let [_, again, _, word, ..] = self.0;
        let read_again = ask(place, again);
        let case = format!("{again}, {case}: {}", read_again.err);
        assert_eq!(lines(&read_again, word), expected, "{case}");
        let files = below(&place.path().join("kept"));
        let Some(manifest) = files.get("sliding-manifest") else { return };
        let manifest = String::from_utf8_lossy(manifest);
        let is_known = |name: &str| {
            ["sliding-lock", "sliding-manifest", "mine.codes"].contains(&name)
                || name.contains('/')
                || manifest.split_whitespace().any(|word| word == name)
        };
        assert!(files.keys().all(|name| is_known(name)), "{:?}: {case}", files.keys());
    }
}

/// Nothing is removed, so that a sound copy can be put in the place of a damaged file.
#[test]
fn damaged_files_are_named_and_not_believed() {
    let put_back = "put a sound copy in its place";
    for (seed, kept) in (23..).zip(table()) {
        let [_, again, _, word, ending, harmless, codes, said, _] = kept.0;
        let mut random = Pcg64::new(seed, 0);
        let place = place(&["kept"]);
        let (sound, code, expected) = kept.begin(&place);
        let names: Vec<_> = sound.keys().filter(|name| name.ends_with(ending)).collect();
        for kind in [Flipped, CutOff, Gone].into_iter().cycle().take(12) {
            // A journal has no sum of its lines.
            if ending == "journal" && kind == Flipped {
                continue;
            }
            let name = names[random.next_u64() as usize % names.len()];
            let mut damaged = sound.clone();
            kind.happens(&mut damaged, name, &mut random);
            write(&place.path().join("kept"), &damaged);
            let reported = ask(&place, again);
            let all = format!("{}{}", reported.err, reported.out);
            let case = format!("seed {seed}, {again}, {name}, {kind:?}: {all}");
            let found = lines(&reported, word);
            if found != expected || !harmless.contains(&format!("{kind:?}")) {
                assert!(codes.contains(&reported.code.to_string()), "{case}");
                assert!(said.split('|').any(|said| all.contains(said)), "{case}");
                if said == put_back {
                    assert!(all.contains(&format!("{name} is damaged: ")), "{case}");
                }
                assert!(found.len() < expected.len(), "{case}");
                assert_eq!(found, expected[..found.len()], "{case}");
                if let (2, "manifest") = (reported.code, ending) {
                    assert_eq!(below(&place.path().join("kept")), damaged, "{case}");
                }
            } else {
                assert_eq!(reported.code, code, "{case}");
            }
            // A file that the damaged state made another is there already.
            let mut mended = below(&place.path().join("kept"));
            mended.insert(name.clone(), sound[name].clone());
            write(&place.path().join("kept"), &mended);
            kept.ends_well(&place, &expected, &format!("put back after {case}"));
        }
    }
}

#[test]
fn half_written_files_are_not_used() {
    for kept in &table()[..COUNTS] {
        let place = place(&["kept"]);
        let folder = place.path().join("kept");
        let mine = ("mine.codes".to_owned(), b"not touched".to_vec());
        fs::write(folder.join(&mine.0), &mine.1).unwrap();
        let (old, _, expected) = kept.begin(&place);
        // What the folder is some levels later.
        let new = below(&folder);
        let only = |some: &Files, other: &Files| -> Files {
            let mut some = some.clone();
            some.retain(|name, _| !other.contains_key(name));
            some
        };
        let added = only(&new, &old);
        assert!(added.keys().any(|name| name.ends_with(".codes")), "{}", kept.0[1]);
        let manifest = &new["sliding-manifest"];
        // Killed in the middle of files, and of the manifest that would have named them.
        for length in [0, manifest.len() / 2, manifest.len() - 1] {
            for part in [1, 2] {
                let mut files = old.clone();
                let half = |(name, bytes): (&String, &Vec<u8>)| {
                    (name.clone(), bytes[..bytes.len() / part].to_vec())
                };
                files.extend(added.iter().map(half));
                files.insert("sliding-manifest.1-0.part".to_owned(), manifest[..length].to_vec());
                write(&folder, &files);
                kept.ends_well(&place, &expected, &format!("{length} bytes, 1/{part}"));
            }
        }
        // Killed when the manifest was in its place, before what only the old one named was removed.
        let mut files = new.clone();
        files.extend(only(&old, &new));
        write(&folder, &files);
        kept.ends_well(&place, &expected, "old files");
        assert_eq!(below(&folder)[&mine.0], mine.1);
    }
}

/// What is in the files are numbers, which name other positions where these are numbered in another way.
#[test]
fn a_folder_with_another_numbering_is_refused_unchanged() {
    for Kept([write, again, .., length]) in &table()[..COUNTS] {
        let place = place(&["kept"]);
        assert_eq!(ask(&place, write).code, 3);
        let manifest = place.path().join("kept/sliding-manifest");
        let text = fs::read_to_string(&manifest).unwrap();
        let line = text.lines().find(|line| line.starts_with("numbering:")).unwrap();
        let numbers: Vec<u64> = line.split(' ').skip(1).map(|word| word.parse().unwrap()).collect();
        assert_eq!(numbers.len().to_string(), *length, "{line}");
        let with = |numbers: &[u64]| {
            numbers.iter().fold("numbering:".to_owned(), |text, n| format!("{text} {n}"))
        };
        // Each of the numbers counts, and one that is missing, and the line.
        let mut others = vec![String::new(), with(&numbers[1..])];
        for at in 0..numbers.len() {
            let mut other = numbers.clone();
            other[at] = other[at].wrapping_add(1);
            others.push(with(&other));
        }
        for other in others {
            // With the sum that belongs to it.
            let (body, _) = text.rsplit_once("end: ").unwrap();
            let there = if other.is_empty() { String::new() } else { format!("{other}\n") };
            let body = body.replace(&format!("{line}\n"), &there);
            fs::write(&manifest, format!("{body}end: {}\n", crc32fast::hash(body.as_bytes())))
                .unwrap();
            let before = below(&place.path().join("kept"));
            let refused = ask(&place, again);
            assert_eq!(refused.code, 2, "{}", refused.err);
            let why = format!("in another way: found `{other}`, expected `{line}`; search again");
            let why = if other.is_empty() { "in another way" } else { &why };
            assert!(refused.err.contains(why), "{other}: {}", refused.err);
            assert_eq!(below(&place.path().join("kept")), before, "{other}");
        }
    }
}
