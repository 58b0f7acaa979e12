//! Distances of all configurations as files for other programs. What is in them is compared with
//! brute force.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sliding::Puzzle;
use sliding::puzzle::{Placement, Style};

use super::{EASY, HOPELESS, KLOTSKI, PAIR, folder, path, run};
use crate::random;
use crate::reference::Reference;

/// The head of an array, and what follows it.
fn array(file: &Path) -> (String, Vec<u8>) {
    let bytes = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    assert_eq!(bytes[..8], *b"\x93NUMPY\x01\x00");
    let size = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    // As the format demands.
    assert_eq!((10 + size) % 64, 0);
    let head = String::from_utf8(bytes[10..10 + size].to_vec()).expect("ASCII");
    assert!(head.ends_with('\n'), "{head}");
    (head.trim_end().to_owned(), bytes[10 + size..].to_vec())
}

/// The shorthand of the configuration with these origins, those of the first kind first.
fn shorthand(puzzle: &Puzzle, cells: impl Iterator<Item = u32>) -> String {
    let kinds = puzzle.counts().into_iter().zip(0..);
    let kinds = kinds.flat_map(|(count, kind)| vec![kind; count as usize]);
    let pieces = cells.zip(kinds).map(|(cell, kind)| Placement { cell, kind }).collect();
    puzzle.shorthand(&puzzle.configuration(pieces).expect("a configuration"))
}

/// What brute force finds.
fn brute(puzzle: &Puzzle, from_goals: bool) -> BTreeSet<(String, u64)> {
    let graph = Reference::new(puzzle).component(Style::WALK, 5000).expect("few configurations");
    let origin = if from_goals { graph.goals.clone() } else { vec![graph.start] };
    let distances = graph.distances(&origin).into_iter().enumerate();
    let reported = |(node, distance): (usize, Option<u64>)| {
        Some((puzzle.shorthand(graph.configuration(node)), distance?))
    };
    distances.filter_map(reported).collect()
}

#[test]
fn every_configuration_has_its_distance() {
    let mut texts = vec![PAIR.to_owned(), EASY.to_owned(), HOPELESS.to_owned()];
    texts.extend((0..12).map(|seed| random::puzzle(seed).small));
    let mut reported = 0;
    for (text, from) in texts.iter().flat_map(|text| [(text, "start"), (text, "goal")]) {
        let puzzle: Puzzle = text.parse().unwrap();
        let wanted = brute(&puzzle, from == "goal");
        let folder = folder(&[]);
        let name = if from == "goal" { "to_goal" } else { "from_start" };
        let dump = |file: &str| {
            let file = path(&folder, file);
            let dumped = run(&["explore", "--origin", from, "--dump", &file, "-"], text);
            assert_eq!((dumped.code, dumped.err.as_str()), (0, ""), "{text}");
            file
        };
        let csv = fs::read_to_string(dump("a.csv")).unwrap();
        let mut lines = csv.lines();
        assert_eq!(lines.next(), Some(&*format!("configuration,{name}")));
        let rows: Vec<(String, u64)> = lines
            .map(|line| line.split_once(',').expect("two values"))
            .map(|(shorthand, distance)| (shorthand.to_owned(), distance.parse().unwrap()))
            .collect();
        assert!(rows.is_sorted_by_key(|(_, distance)| *distance), "{csv}");
        assert_eq!((rows.len(), rows.into_iter().collect()), (wanted.len(), wanted.clone()));

        let (head, bytes) = array(Path::new(&dump("a.npy")));
        let (count, pieces) = (wanted.len(), puzzle.start().placements().len());
        let element = format!("[('{name}', '<u4'), ('pieces', '<u2', ({pieces},))]");
        let wanted_head =
            format!("{{'descr': {element}, 'fortran_order': False, 'shape': ({count},), }}");
        assert_eq!(head, wanted_head);
        assert_eq!(bytes.len(), count * (4 + 2 * pieces));
        let rows = bytes.chunks(4 + 2 * pieces).map(|row| {
            let distance = u32::from_le_bytes(row[..4].try_into().unwrap());
            let cells = row[4..].chunks(2).map(|cell| u16::from_le_bytes([cell[0], cell[1]]));
            (shorthand(&puzzle, cells.map(u32::from)), u64::from(distance))
        });
        assert_eq!(rows.collect::<BTreeSet<_>>(), wanted);
        reported += count;
    }
    assert!(reported > 500, "{reported} positions");
}

#[test]
fn a_dump_is_written_completely_or_not_at_all() {
    let folder = folder(&[("a.csv", "as it was")]);
    let file = path(&folder, "a.csv");
    let stopped = run(&["explore", "--time-limit", "0", "--dump", &file, "-"], KLOTSKI);
    assert_eq!(stopped.code, 3);
    assert!(stopped.err.contains("a.csv is not written"), "{}", stopped.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), "as it was");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    for ending in ["xlsx", "jsonl"] {
        let file = path(&folder, &format!("a.{ending}"));
        let odd = run(&["explore", "--dump", &file, "-"], PAIR);
        assert_eq!(odd.code, 2);
        assert!(odd.err.contains("expected a file that ends in .csv or .npy"), "{}", odd.err);
        assert!(!fs::exists(&file).unwrap());
    }
    let nowhere = path(&folder, "no-such-folder/a.csv");
    assert_eq!(run(&["explore", "--dump", &nowhere, "-"], PAIR).code, 74);
}
