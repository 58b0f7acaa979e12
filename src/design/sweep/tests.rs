//! The cut engine against the table engine, which other tests compare with brute force.

use super::*;
use crate::design::{Family, Member, Rule, Shape};
use crate::puzzle::Size;

/// Searches with each of the two engines, from the first goal of a member.
fn by_both(
    family: &Family,
    member: &Member,
    style: Style,
    is_any: bool,
) -> Option<[SweepResult; 2]> {
    let budget = Budget::default();
    let (starts, goals) = member.places(family)?;
    let mut placed = starts.iter().map(|&cell| member.placed(family, Some(cell), &budget).unwrap());
    let pieces = placed.find_map(|pieces| pieces)?;
    let puzzle = |cell| member.puzzle(family, pieces.clone(), Some(cell), true);
    let (first, puzzle) = (puzzle(starts[0]), puzzle(goals[0]));
    let job = BothSearches(FromGoals { puzzle: &puzzle, style, is_any, budget: &budget });
    Some(with_compiled(&first, style, job))
}

struct BothSearches<'a>(FromGoals<'a>);

impl CompiledJob for BothSearches<'_> {
    type Output = [SweepResult; 2];

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        let FromGoals { puzzle, budget, .. } = self.0;
        let by_table = self.0.by_table(compiled, &mut |_| false).unwrap();
        let prospect = Prospect::new(puzzle, budget, 1 << 28).unwrap();
        [by_table, self.0.by_cut(compiled, prospect).unwrap().unwrap()]
    }
}

#[test]
fn the_cut_finds_the_same_starts() {
    let small = Size { rows: 3, cols: 3 };
    let large = Size { rows: 4, cols: 3 };
    let (mut moved, mut none) = (0, 0);
    for (size, shapes, rule) in [
        (small, Shape::polyominoes(3, small), Rule::Corner),
        (large, Shape::rectangles(small), Rule::Corner),
        (small, Shape::rectangles(small), Rule::Anywhere),
        (large, Shape::units(), Rule::Exit { row: 1 }),
        (large, Shape::cars(), Rule::Exit { row: 1 }),
        (large, Shape::units(), Rule::Nearest { row: 1 }),
    ] {
        let family = Family::new(size, shapes, rule).unwrap();
        let members = family.members(&Budget::default()).unwrap().list;
        for (number, member) in members.iter().enumerate().step_by(3) {
            let style = Style::ALL[number / 3 % 3];
            // Starts in one place, and starts anywhere.
            for is_any in [false, true] {
                let Some([by_table, by_cut]) = by_both(&family, member, style, is_any) else {
                    continue;
                };
                let case = || format!("{}, {rule:?}, style {style}", member.name(&family));
                assert_eq!(by_cut.states, by_table.states, "{}", case());
                assert_eq!(by_cut.kept, by_table.kept, "{}", case());
                moved += usize::from(by_table.kept.iter().any(|&(moves, _)| moves > 2));
                none += usize::from(by_table.kept.is_empty());
            }
        }
    }
    assert!(moved > 200 && none > 20, "{moved}, {none}");
}

#[test]
fn large_searches_switch_to_the_cut() {
    // Unit Rush Hour with seven more cars along the rows.
    let size = Size { rows: 5, cols: 5 };
    let mut family = Family::new(size, Shape::units(), Rule::Exit { row: 0 }).unwrap();
    family.empty = 1..=1;
    let members = family.members(&Budget::default()).unwrap().list;
    let member = members.iter().find(|member| member.others.first() == Some(&(0, 7))).unwrap();
    let found = crate::design::hardest(&family, member, Style::STEP, &Budget::default()).unwrap();
    let [by_table, _] = by_both(&family, member, Style::STEP, true).unwrap();
    assert_eq!(found.configurations, by_table.states);
    assert!(found.configurations > LATE);
    assert_eq!(found.moves, by_table.kept.last().map(|&(moves, _)| moves));
    let start = |puzzle: &Puzzle| puzzle.start().placements().to_vec();
    let by_table = by_table.kept.last().map(|(_, start)| start.placements().to_vec());
    assert_eq!(found.puzzle.as_ref().map(start), by_table);
}
