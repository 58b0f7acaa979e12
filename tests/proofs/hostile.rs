//! Proofs that ask for more than there is: memory, time, the stack.

use std::io::{self, BufRead, Read};
use std::time::{Duration, Instant};

use sliding::Puzzle;
use sliding::check::proof::{CheckError, ProofFault};
use sliding::puzzle::Style;
use sliding::solve::{Budget, Engine, FLOOR, Stopped};

use super::{checked_within, written};

/// A text, and behind it another one again and again, as far as it is read.
struct Endless<'a> {
    begin: &'a [u8],
    again: &'a [u8],
    read: usize,
}

impl<'a> Endless<'a> {
    fn new(begin: &'a str, again: &'a str) -> Self {
        Self { begin: begin.as_bytes(), again: again.as_bytes(), read: 0 }
    }
}

/// A check that reads this number of bytes has no bound.
const ENOUGH: usize = 24 << 20;

impl BufRead for Endless<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read >= ENOUGH {
            return Ok(&[]);
        }
        match self.read.checked_sub(self.begin.len()) {
            None => Ok(&self.begin[self.read..]),
            Some(read) => Ok(&self.again[read % self.again.len()..]),
        }
    }

    fn consume(&mut self, read: usize) {
        self.read += read;
    }
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

/// The text of a proof up to its levels.
fn head(kind: &str, puzzle: &str) -> String {
    format!("sliding-proof 1\nstyle: 0\nclaim: none\nkind: {kind}\npuzzle:\n{puzzle}\n")
}

fn budget() -> Budget {
    let mut budget = Budget::default();
    budget.threads = std::num::NonZeroUsize::new(2);
    budget
}

const SMALL: &str = "1 x 3\n1 = 1\n2 = 1\n12\n21\n";

/// As many cells as the checker takes.
fn large() -> String {
    format!("64 x 64\n1 = 1\n1\n{}1\n", "0".repeat(4095))
}

#[test]
fn endless_input_is_refused_early() {
    let levels = |puzzle: &str| format!("{}part: start\nlevel: 0 8000\n", head("closed", puzzle));
    let long = format!("{}\n", "0".repeat(4095));
    for (name, begin, again, reason) in [
        ("a line of a level", levels(SMALL), "1".repeat(5_000), ProofFault::LongLine(90)),
        (
            "a line on a large board",
            levels(&large()),
            "1".repeat(5_000),
            ProofFault::LongLine(4096),
        ),
        ("the first line", String::new(), "s".repeat(5_000), ProofFault::LongLine(1 << 20)),
        (
            "notes on the puzzle",
            head("closed", SMALL).trim_end().to_owned() + "\n",
            "# a note\n".repeat(500),
            ProofFault::LongPuzzle(1 << 20),
        ),
        (
            "many lines",
            levels(&large()),
            long.repeat(10),
            ProofFault::Configuration(sliding::check::proof::PositionError::Trailing),
        ),
    ] {
        let mut source = Endless::new(&begin, &again);
        let refused = checked_within(&mut source, &budget()).unwrap_err();
        let CheckError::Refused(refused) = refused else { panic!("{name}: {refused}") };
        assert_eq!(refused.reason, reason, "{name}");
        assert!(source.read < 3 << 20, "{name}: {} bytes were read", source.read);
    }
}

#[test]
fn goals_that_exceed_the_memory_limit_are_refused() {
    // 4,000 goals of 4,096 cells each, by a few characters each.
    let goals = "or 0001\n".repeat(4_000);
    let text = head("closed", &format!("64 x 64\n1 = 1\n1\n01\n{goals}"));
    let mut budget = budget();
    budget.memory = 64 << 20;
    let stopped = checked_within(&mut text.as_bytes(), &budget).unwrap_err();
    assert!(matches!(stopped, CheckError::Stopped { limit: Stopped::Memory, .. }), "{stopped}");
    // A board that the checker does not take is not given to the parser either.
    let text = head("closed", &format!("1024 x 1024\n1 = 1\n1\n01\n{goals}"));
    let read = |_: &str| -> Result<Puzzle, String> { panic!("it was parsed") };
    let refused = sliding::check::proof::check(&mut text.as_bytes(), &read, &budget).unwrap_err();
    let CheckError::Refused(refused) = refused else { panic!("{refused}") };
    assert_eq!(refused.reason, ProofFault::TooLarge(4096));
}

#[test]
fn a_level_that_exceeds_memory_stops_the_check_at_its_line() {
    let puzzle: Puzzle = "3 x 4\n1 = 1\n2 = 1\n3 = 1\n4 = 11\n123004\n4321\n".parse().unwrap();
    let (proof, text) = written(&puzzle, Style::STEP, Engine::Table);
    assert!(proof.configurations > 200, "{}", proof.configurations);
    let mut budget = budget();
    budget.threads = std::num::NonZeroUsize::new(1);
    // A thread's board and lists take up to 1 MiB.
    let least = FLOOR / 2 + (1 << 20);
    let verdicts = [least, least + 1000, least + (16 << 20)].map(|memory| {
        budget.memory = memory;
        checked_within(&mut text.as_bytes(), &budget)
    });
    for verdict in &verdicts[..2] {
        let is_stopped = matches!(verdict, Err(CheckError::Stopped { limit: Stopped::Memory, line }) if *line > 8);
        assert!(is_stopped, "{verdict:?}");
    }
    assert_eq!(verdicts[2].as_ref().unwrap().configurations, proof.configurations);
    // A count is no reason to take memory.
    let begin = format!("{}part: start\nlevel: 0 {}\n", head("closed", SMALL), u64::MAX);
    let stopped = checked_within(&mut Endless::new(&begin, "12\n"), &budget).unwrap_err();
    assert_eq!(stopped, CheckError::Stopped { line: 13, limit: Stopped::Memory });
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
    let mut texts = vec![fillings()];
    for style in 3..6 {
        // Both few pieces with very many sets, and more than a stack holds.
        texts.extend([sets(1, 50, style), sets(64, 32, style)]);
    }
    for text in texts {
        let mut timed = budget();
        timed.deadline = Some(Instant::now() + Duration::from_millis(100));
        let stopped = checked_within(&mut text.as_bytes(), &timed).unwrap_err();
        assert!(matches!(stopped, CheckError::Stopped { limit: Stopped::Time, .. }), "{stopped}");
        let budget = budget();
        let interrupt = budget.interrupt.clone();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            interrupt.set();
        });
        let stopped = checked_within(&mut text.as_bytes(), &budget).unwrap_err();
        assert!(
            matches!(stopped, CheckError::Stopped { limit: Stopped::Cancelled, .. }),
            "{stopped}"
        );
        stopper.join().unwrap();
    }
}
