//! Puzzles with gates against what searches of another program found.

use std::fs;
use std::path::PathBuf;

use sliding::Puzzle;
use sliding::analyse::{count, explore};
use sliding::check::verify;
use sliding::puzzle::Style;
use sliding::solve::{Budget, Engine, Query, Status, solve};

use crate::parallel;

fn read(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/gates").join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn rows(file: &str) -> Vec<Vec<String>> {
    let row = |row: &str| row.split('\t').map(str::to_owned).collect();
    read(file).lines().skip(1).map(row).collect()
}

fn puzzle(file: &str) -> Puzzle {
    read(file).parse().unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn style(word: &str) -> Style {
    Style::new(word.parse().unwrap()).unwrap()
}

/// Searches each puzzle of the table that `wanted` wants, and checks what is found.
fn minima(wanted: fn(&str) -> bool) -> usize {
    let rows: Vec<_> = rows("truth.tsv").into_iter().filter(|row| wanted(&row[0])).collect();
    parallel::each(&rows, |row| {
        let (puzzle, style) = (puzzle(&row[0]), style(&row[1]));
        let answer = solve(&Query::new(&puzzle, style), &Budget::default(), &mut ()).unwrap();
        let found = answer.moves.map_or("none".to_owned(), |moves| moves.to_string());
        assert_eq!(found, row[2], "{}, style {style}", row[0]);
        match answer.solution {
            None => assert_eq!(answer.status, Status::Unsolvable, "{}", row[0]),
            Some(way) => assert_eq!(verify(&puzzle, style, &way), Ok(()), "{}", row[0]),
        }
    });
    rows.len()
}

fn is_large(file: &str) -> bool {
    ["gnome-fortune.txt", "gnome-agatka.txt", "panex-4-exchange.txt"].contains(&file)
}

#[test]
fn have_the_minima_that_others_found() {
    assert!(minima(|file| !is_large(file)) > 100);
}

#[test]
#[ignore = "takes minutes"]
fn long_large_ones_have_the_minima_that_others_found() {
    assert_eq!(minima(is_large), 18);
}

#[test]
fn have_the_maps_that_others_found() {
    let rows = rows("truth-full.tsv");
    parallel::each(&rows, |row| {
        let (puzzle, style) = (puzzle(&row[0]), style(&row[1]));
        let (query, budget) = (Query::new(&puzzle, style), Budget::default());
        // The table counts neighbours.
        let mut by_table = query.clone();
        by_table.engine = Engine::Table;
        let map = explore(&by_table, &budget, 1, &mut ()).unwrap();
        let count = count(&query, &budget, &mut ()).unwrap();
        let minimum = map.moves.map_or("none".to_owned(), |moves| moves.to_string());
        let found = [
            minimum,
            count.solutions.to_string(),
            count.goals.to_string(),
            map.states().to_string(),
            map.goals.to_string(),
            map.degrees.expect("they are counted").edges().to_string(),
            map.from_start.depth().to_string(),
        ];
        // Where there is no solution, the table does not count them.
        let wanted = row[2..9].iter().map(|cell| if cell.is_empty() { "0" } else { cell });
        assert!(found.iter().eq(wanted), "{found:?} instead of {row:?}");
    });
}

#[test]
fn a_goal_behind_a_gate_is_known_to_be_out_of_reach() {
    use sliding::puzzle::advice::{Exclusion, PuzzleAdvice, advise};
    let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\nonly : ..-\n".parse().unwrap();
    let goal = puzzle.goals()[0].demanded().placements()[0];
    assert!(advise(&puzzle).contains(&PuzzleAdvice::Excluded(0, Exclusion::Gate(goal))));
    assert!(advise(&puzzle).contains(&PuzzleAdvice::Hopeless));
}

#[test]
fn looks_are_reported_and_painted() {
    use sliding::report::draw::Appearance;
    use sliding::report::puzzle::sheet::puzzle_sheet;
    use sliding::report::words::place;
    let text =
        "1 x 3\n1 = 1\n2 = 1\n12\n?12\n# name: 1 the king\n# color: 1 #12ab34\n# color: 2 red\n";
    let puzzle: Puzzle = text.parse().unwrap();
    let [king, other] = puzzle.start().placements() else { panic!("two pieces") };
    assert_eq!(place(&puzzle.names(), *king), "1 (the king) at row 1, column 1");
    assert_eq!(place(&puzzle.names(), *other), "2 at row 1, column 2");
    let svg = puzzle_sheet(&puzzle, "looks", Appearance::default());
    assert!(svg.contains(".k0{fill:#12ab34}") && svg.contains(".k1{fill:#f2b257}"), "{svg}");
}
