//! What makes puzzles hard, in colour.

use sliding::analyse::why::{Outcome, why};
use sliding::puzzle::Style;
use sliding::report::draw::Theme;
use sliding::report::subject::Subject;
use sliding::report::why::WhyReport;
use sliding::solve::{Budget, Query};

use super::{parsed, puzzle, with_class};

/// Two ways around a wall: with the upper piece nailed down, the other takes the longer one.
const AROUND: &str = "3 x 4\n1 = 1\n2 = 1\n12000xx00000\n???1????????\n";
const SHUT: &str = "1 x 4\n1 = 1\n2 = 1\n1200\n?1??\n";

/// Each piece has the colours of what nailing it down or leaving it out changes, and each wall those
/// of opening it.
#[test]
fn colours_say_what_matters() {
    let mut seen = [0; 4];
    for text in [AROUND, SHUT, super::ODD] {
        let puzzle = puzzle(text);
        let found = why(&Query::new(&puzzle, Style::STEP), &Budget::default(), &mut ()).unwrap();
        let base = found.count.moves.expect("a solution");
        let color = |outcome: Outcome| {
            60 + match outcome {
                Outcome::Moves(moves) if moves == base => 0,
                Outcome::Moves(moves) if moves > base => 1,
                Outcome::Moves(_) => 2,
                Outcome::Unsolvable => 3,
                Outcome::Stopped(_) => panic!("nothing is limited"),
            }
        };
        let nailed = found.pieces.iter().map(|role| role.nailed);
        let left_out = found.pieces.iter().filter_map(|role| role.left_out);
        let walls = found.walls.iter().map(|&(_, outcome)| outcome);
        let mut expected: Vec<usize> = nailed.chain(left_out).chain(walls).map(color).collect();
        expected.iter().for_each(|color| seen[color - 60] += 1);

        let subject = Subject::new(&puzzle, Style::STEP, "");
        let svg = WhyReport { subject, why: &found }.svg(Theme::Light);
        let document = parsed(&svg);
        // A word has the label's colours of its piece or wall.
        let words = (60..64).flat_map(|color| {
            let number = with_class(&document, &format!("l{color}")).len();
            std::iter::repeat_n(color, number)
        });
        expected.sort_unstable();
        assert_eq!(words.collect::<Vec<_>>(), expected, "{text}");
        for color in 60..64 {
            let filled = with_class(&document, &format!("k{color}")).len();
            let worded = expected.iter().filter(|&&other| other == color).count();
            assert!(if color == 60 { filled >= worded } else { filled == worded }, "{text}");
        }
    }
    assert!(seen.iter().all(|&number| number > 0), "{seen:?}");
}
