//! The ring, where it is too small to keep more than the last levels.

use sliding::Puzzle;
use sliding::puzzle::{Configuration, Style};
use sliding::solve::{Budget, Engine, Found, Observer, Query, Until, solve};

/// Every position with its ordinal; and the distances at which the path was forgotten.
#[derive(Default)]
struct Log(Vec<(Configuration, u64)>, Vec<u64>);

impl Observer for Log {
    fn wants_every(&self) -> bool {
        true
    }

    fn found(&mut self, found: &Found) {
        self.0.push((found.configuration.clone(), found.ordinal));
    }

    fn forgotten(&mut self, distance: u64) {
        self.1.push(distance);
    }
}

/// A ring of any size finds the same positions in the same order, and a path of the same length.
#[test]
fn a_ring_that_forgets_finds_the_same() {
    let mut forgotten = 0;
    for text in [
        include_str!("../../puzzles/classics/klotski.txt"),
        "3 x 4\n1 = 1\n2 = 1\n3 = 11\n4 = 1/1\n12400003\n3?\n",
        "3 x 3\n1 = 1\n000010xx1\n000110xx0\n",
    ] {
        let puzzle: Puzzle = text.parse().unwrap();
        for style in Style::ALL {
            let mut query = Query::new(&puzzle, style);
            query.until = [Until::Solved, Until::Exhausted][usize::from(style.number() % 2)];
            query.engine = Engine::Ring;
            let mut searched = |words| {
                let mut log = Log::default();
                query.ring_words = Some(words);
                let answer = solve(&query, &Budget::default(), &mut log).unwrap();
                (answer.status, answer.counted, answer.moves, log)
            };
            let (small, large) = (searched(1 << 16), searched(1 << 22));
            assert!(large.3.0.len() > 1 && large.3.1.is_empty());
            assert_eq!((small.0, small.1, small.2), (large.0, large.1, large.2), "{style:?}");
            assert!(small.3.0.starts_with(&large.3.0), "{text}{style:?}");
            forgotten += small.3.1.len();
        }
    }
    assert!(forgotten > 0);
}
