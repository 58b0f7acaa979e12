//! Proofs that are damaged, or ask for more than there is: memory, time, the stack.

use std::time::{Duration, Instant};

use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::solve::FLOOR;

use crate::oracle::Engine;

use super::attacks::{FORGERIES, GATED};
use super::file::{ProofData, sealed};
use super::{budget, checked, written};

/// A check that reads this number of bytes has no bound.
const ENOUGH: usize = 3 << 20;

/// The text of a proof up to its puzzle, which begins in line 6.
const HEAD: &str = "sliding-proof 1\nstyle: 0\nclaim: none\nkind: closed\npuzzle:\n";

const SMALL: &str = "1 x 3\n1 = 1\n2 = 1\n12\n21\n";

#[test]
fn endless_and_oversized_input_is_refused_early() {
    let level =
        |puzzle: &str, count: u64| format!("{HEAD}{puzzle}\npart: start\nlevel: 0 {count}\n");
    // As many cells as the checker takes.
    let large = level(&format!("64 x 64\n1 = 1\n1\n{}1\n", "0".repeat(4095)), 8000);
    // 4,000 goals of all cells, by a few characters each.
    let goals = |size| format!("{HEAD}{size}\n1 = 1\n1\n01\n{}\n", "or 0001\n".repeat(4_000));
    let (ones, zeros) = ("1".repeat(5_000), format!("{}\n", "0".repeat(4095)));
    for (begin, again, refused) in [
        ("", "s", "line 1: the line has more than 1048576 bytes"),
        (&level(SMALL, 8000), &ones, "line 14: the line has more than 90 bytes"),
        (&large, &ones, "line 13: the line has more than 4096 bytes"),
        (&large, &zeros, "line 13: this is no position of the puzzle: there is something behind"),
        // The text has 24 bytes above its notes.
        (&format!("{HEAD}{SMALL}"), "# a note\n", "line 116516: the text of the puzzle has more"),
        // A count is no reason to take memory.
        (&level(SMALL, u64::MAX), "12\n", "line 13: stopped by the memory limit"),
        (&goals("64 x 64"), "\n", "line 4010: stopped by the memory limit"),
        (
            &goals("1024 x 1024"),
            "\n",
            "line 6: the checker takes only boards of at most 4096 cells",
        ),
    ] {
        let text = begin.to_owned() + &again.repeat(ENOUGH / again.len());
        let mut rest = text.as_bytes();
        let error = checked(&mut rest, &budget(1 << 30, 2)).unwrap_err();
        assert!(!rest.is_empty(), "all was read: {refused}");
        assert!(error.to_string().starts_with(refused), "{error}, not {refused}");
    }
}

#[test]
fn cut_and_changed_proofs_are_refused() {
    let puzzle: Puzzle = "2 x 3 (Pair)\n1 = 1\n2 = 1/1\n21\n02001\n".parse().unwrap();
    let (_, text) = written(&puzzle, Style::STEP, Engine::Sparse);
    let is_taken = |bytes: &[u8]| checked(bytes, &budget(64 << 20, 2)).is_ok();
    assert!(is_taken(text.as_bytes()));
    assert!(!is_taken(format!("{text}\n").as_bytes()), "a line behind the end");
    for at in 0..text.len() {
        assert!(!is_taken(&text.as_bytes()[..at]), "cut at {at}");
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        assert!(!is_taken(&bytes), "byte {at}");
    }
}

#[test]
fn forged_proofs_are_refused_with_the_reason() {
    let (_, text) = written(&GATED.parse().unwrap(), Style::STEP, Engine::Sparse);
    let (above, _) = text.rsplit_once("end: ").unwrap();
    for (from, to, reason) in FORGERIES {
        assert!(above.contains(from), "{from} is not in\n{above}");
        let forged = sealed(&above.replacen(from, to, 1), "11");
        let refused = checked(forged.as_bytes(), &budget(64 << 20, 2)).unwrap_err().to_string();
        assert!(refused.contains(reason), "{refused}, not {reason}");
    }
}

/// Tiles go everywhere on the board, but the first two pieces stay.
#[test]
fn boards_of_every_width_are_checked_the_same_on_any_threads() {
    let kinds = "1 = 1/1 v\n2 = 1/1 v\n3 = 1\n4 = 1\n5 = 1";
    for (cols, start) in [(10, "12345"), (20, "12345"), (40, "1234"), (50, "1234")] {
        let puzzle: Puzzle = format!("2 x {cols}\n{kinds}\n{start}\n2?\n").parse().unwrap();
        let (proof, text) = written(&puzzle, Style::STEP, Engine::Sparse);
        let mut file = ProofData::read(&text).expect(&text);
        let verdict = |text: &str, memory, threads| {
            let proven = checked(text.as_bytes(), &budget(memory, threads));
            proven.map(|proven| (proven.moves, proven.configurations)).map_err(|e| e.to_string())
        };
        // A level in the middle lacks a position.
        let middle = file.parts[0].len() / 2;
        file.parts[0][middle].pop();
        let refused = verdict(&file.text(), 64 << 20, 1).unwrap_err();
        assert!(refused.contains("is not listed"), "{refused}");
        for threads in [1, 2, 5] {
            let verdict = |text: &str| verdict(text, 64 << 20, threads);
            assert_eq!(verdict(&text), Ok((proof.moves, proof.configurations)), "{text}");
            assert_eq!(verdict(&file.text()).as_ref(), Err(&refused));
        }
        // A thread's board and lists take up to 1 MiB.
        let stopped = verdict(&text, FLOOR / 2 + (1 << 20) + 1000, 1).unwrap_err();
        assert!(stopped.contains("stopped by the memory limit"), "{stopped}");
    }
}

/// Sets of pieces that can move together: as many as there are sets of all pieces. The second board of the
/// solution is none of their boards: a piece goes left, and the next one goes right.
fn sets(rows: usize, pieces: usize, style: u8) -> String {
    let start = "10".repeat(rows * pieces);
    let goal = start.replacen("101010", "110001", 1);
    let (start, goal) = (start.trim_end_matches('0'), goal.trim_end_matches('0'));
    let cols = 2 * pieces;
    format!(
        "sliding-proof 1\nstyle: {style}\nclaim: moves 1\nkind: levels\npuzzle:\n\
         {rows} x {cols}\n1 = 1\n{start}\n{goal}\n\nsolution: 1\n{start}\n{goal}\n"
    )
}

/// Two goals. One is a move away. The other leaves more black cells than white ones to dominoes, so it can be met
/// in no way, which shows only after all ways to fill most of the board.
fn fillings() -> String {
    let rest = format!("22222{}222222", "3".repeat(60));
    let (start, goal) = (format!("10{rest}"), format!("01{rest}"));
    format!(
        "sliding-proof 1\nstyle: 0\nclaim: moves 1\nkind: two-sided\npuzzle:\n\
         12 x 12\n1 = 1\n2 = 11\n3 = 1/1\n{start}\n{goal}\nor 1?0{}\n\n\
         solution: 1\n{start}\n{goal}\n\
         part: start\nlevel: 0 1\n{start}\npart: goals\nlevel: 0 1\n{goal}\n",
        "?".repeat(141)
    )
}

#[test]
fn long_checks_are_stopped_by_time_and_interrupt() {
    // Both few pieces with very many sets, and more than a stack holds.
    let texts = (3..6).flat_map(|style| [sets(1, 50, style), sets(64, 32, style)]);
    for text in texts.chain([fillings()]) {
        let soon = Duration::from_millis(100);
        let stopped = |budget| checked(text.as_bytes(), &budget).unwrap_err().to_string();
        let mut timed = budget(1 << 30, 2);
        timed.deadline = Some(Instant::now() + soon);
        let by_time = stopped(timed);
        assert!(by_time.contains("stopped by the time limit"), "{by_time}");
        let budget = budget(1 << 30, 2);
        let interrupt = budget.interrupt.clone();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(soon);
            interrupt.set();
        });
        let by_interrupt = stopped(budget);
        assert!(by_interrupt.contains("stopped by an interrupt"), "{by_interrupt}");
        stopper.join().unwrap();
    }
}
