//! The ring and the search on codes that runs ahead of it.

use sliding::Puzzle;
use sliding::puzzle::{Configuration, Style};
use sliding::solve::{Budget, Found, Observer, Query, Until};
use sliding::testing::search_coded;

/// Every position with its address and its first parent's; and the path.
#[derive(Default, PartialEq)]
struct Log(Vec<(Configuration, u64, u64)>, Vec<(u64, Configuration)>);

impl Observer for Log {
    fn wants_every(&self) -> bool {
        true
    }

    fn found(&mut self, found: &Found) {
        self.0.push((found.configuration.clone(), found.address, found.parent));
    }

    fn retraced(&mut self, distance: u64, configuration: &Configuration) {
        self.1.push((distance, configuration.clone()));
    }
}

/// Wherever the search on codes ends, and without it, the same positions are found in the same order.
#[test]
fn the_search_on_codes_may_end_at_any_time() {
    for text in [
        include_str!("../../puzzles/classics/klotski.txt"),
        "3 x 4\n1 = 1\n2 = 1\n3 = 11\n4 = 1/1\n12400003\n3?\n",
        "3 x 3\n1 = 1\n000010xx1\n000110xx0\n",
        // Two words.
        "5 x 6\n1 = 11/10\n2 = 01/11\n3 = 1/1\n4 = 1\n5 = 11/11\n6 = 11\n\
         0121034453442446\n5630204412314444\n",
    ] {
        let puzzle: Puzzle = text.parse().unwrap();
        for style in Style::ALL {
            let mut query = Query::new(&puzzle, style);
            query.until = [Until::Solved, Until::Exhausted][usize::from(style.number() % 2)];
            query.ring_words = Some(1 << 12);
            let mut budget = Budget::default();
            budget.max_moves = Some(30);
            let searched = |most| {
                let mut log = Log::default();
                let answer = search_coded(&query, &budget, &mut log, Some(most)).unwrap();
                (answer.status, answer.counted, answer.solution, log)
            };
            let without = searched(0);
            assert!(without.3.0.len() > 1);
            for most in [15_000, 20_000, 40_000, 80_000, u64::MAX] {
                assert!(searched(most) == without, "{text}{style:?}, {most} bytes");
            }
        }
    }
}
