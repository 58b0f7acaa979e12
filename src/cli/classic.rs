//! `sliding STYLE [VERBOSITY] < PUZZLE`: SLIDING's behaviour, byte for byte on standard output.

use sliding::report::classic::Classic;
use sliding::{CLASSIC_RING_WORDS, MAX_RING_WORDS};

use super::*;

/// The options of this form, which may come before the style.
pub const OPTIONS: [&str; 3] = ["--max-moves", "--memory", "--ring-words"];

#[derive(Args)]
#[command(override_usage = "sliding STYLE [VERBOSITY] [OPTIONS] < PUZZLE")]
pub struct Arguments {
    /// What is one move, 0 to 5
    #[arg(allow_negative_numbers = true)]
    style: Style,
    /// Negative: no boards; positive: every position
    #[arg(default_value = "0", hide_default_value = true)]
    #[arg(allow_negative_numbers = true, value_parser = verbosity)]
    verbosity: i32,
    /// Do not search beyond M moves
    #[arg(long, value_name = "M")]
    max_moves: Option<u64>,
    /// Memory for positions, e.g. 512MiB or 4GB
    #[arg(long, value_name = "SIZE", value_parser = options::memory)]
    memory: Option<u64>,
    /// Size of the ring buffer, in 32-bit words: a power of two
    #[arg(long, value_name = "N", value_parser = ring_words, conflicts_with = "memory")]
    ring_words: Option<u64>,
}

fn ring_words(text: &str) -> Result<u64, String> {
    let words = text.parse().ok().filter(|words: &u64| words.is_power_of_two());
    let words = words.filter(|words| (2..=MAX_RING_WORDS).contains(words));
    words.ok_or_else(|| format!("expected a power of two from 2 to {MAX_RING_WORDS}"))
}

fn verbosity(text: &str) -> Result<i32, String> {
    let number: Option<i64> = text.parse().ok();
    let within = |number: i64| number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let expected = "expected a whole number; the puzzle is read from standard input";
    number.map(within).ok_or_else(|| expected.into())
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let input = input::puzzle(Path::new("-"), &ReadOptions::default())?;
    let mut classic = Classic::new(&input.puzzle, arguments.verbosity, &mut *console.out);
    let mut budget = Budget::default();
    budget.max_moves = arguments.max_moves;
    budget.interrupt = classic.interrupt();
    let mut query = Query::new(&input.puzzle, arguments.style);
    query.engine = Engine::Ring;
    query.wants_solution = arguments.verbosity >= 0;
    query.ring_words = match arguments.memory {
        Some(memory) => {
            budget.memory = memory;
            None
        }
        None => Some(arguments.ring_words.unwrap_or(CLASSIC_RING_WORDS)),
    };

    classic.begin(arguments.style);
    let outcome = solve(&query, &budget, &mut classic)?;
    classic.end(&outcome)?;
    Ok(match outcome.status {
        Status::Solved => Verdict::Fine,
        Status::Unsolvable => Verdict::Negative,
        Status::Stopped(stopped) => {
            complain(&limit_advice(stopped, query.ring_words, budget.memory));
            Verdict::Stopped
        }
    })
}

/// Says which limit stopped the search, and how to go on.
fn limit_advice(stopped: Stopped, ring_words: Option<u64>, memory: u64) -> String {
    let (Stopped::Memory, Some(words)) = (stopped, ring_words) else {
        return failure::limit_advice(stopped, memory);
    };
    let more = match words.checked_mul(2).filter(|&words| words <= MAX_RING_WORDS) {
        Some(words) => format!("try --ring-words {words} or more, or --memory"),
        None => "it cannot be larger".to_owned(),
    };
    format!("a ring of {words} words is too small for this puzzle; {more}")
}
