//! The pictures in `docs/pictures`, which the documentation shows. To draw them anew:
//!
//! ```text
//! SLIDING_REGENERATE=1 cargo test pictures::shown
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sliding::Puzzle;
use sliding::analyse::{MapOrigin, explore, graph};
use sliding::puzzle::Style;
use sliding::report::draw::{Appearance, Theme};
use sliding::report::graph::graph_sheet;
use sliding::report::map::MapReport;
use sliding::report::puzzle::sheet::puzzle_sheet;
use sliding::report::solution::animation::animated;
use sliding::report::solution::motion::Speed;
use sliding::report::solution::sheet::solution_sheet;
use sliding::report::subject::Subject;
use sliding::solve::{Budget, Query};

use super::{appearance, parsed, solved};
use crate::recorded;

const LABELLED: Appearance = Appearance { theme: Theme::Auto, labels: true };

fn puzzle(name: &str) -> Puzzle {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(name);
    let path = path.with_extension("txt");
    super::puzzle(&fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}")))
}

fn sheet(name: &str, style: u8, appearance: Appearance) -> String {
    let puzzle = puzzle(name);
    let (style, outcome) = solved(&puzzle, style);
    solution_sheet(&puzzle, puzzle.name(), style, &outcome, appearance)
}

fn drawing(name: &str) -> String {
    let puzzle = puzzle(name);
    puzzle_sheet(&puzzle, puzzle.name(), LABELLED)
}

fn animation(name: &str, style: u8) -> String {
    let puzzle = puzzle(name);
    let (style, outcome) = solved(&puzzle, style);
    let appearance = appearance(Theme::Auto, false);
    animated(&puzzle, puzzle.name(), style, &outcome, appearance, Speed::default())
}

fn state_graph(name: &str, style: u8) -> String {
    let puzzle = puzzle(name);
    let style = Style::new(style).unwrap();
    let graph = graph(&Query::new(&puzzle, style), &Budget::default(), 10_000, &mut ()).unwrap();
    graph_sheet(&puzzle, puzzle.name(), style, &graph, Theme::Auto)
}

fn distances(name: &str, style: u8) -> String {
    let puzzle = puzzle(name);
    let style = Style::new(style).unwrap();
    let map = explore(&Query::new(&puzzle, style), &Budget::default(), 1, &mut ()).unwrap();
    let subject = Subject::new(&puzzle, style, "");
    MapReport { subject, map: &map, origin: MapOrigin::Start, positions: &[] }.svg(Theme::Auto)
}

/// The names of the files, and how each is drawn.
fn pictures() -> Vec<(&'static str, String)> {
    vec![
        ("klotski-animated.svg", animation("classics/klotski", 2)),
        ("klotski.svg", drawing("classics/klotski")),
        ("klotski-distances.svg", distances("classics/klotski", 2)),
        ("silly-sheet.svg", sheet("classics/silly", 5, LABELLED)),
        ("8-puzzle-sheet.svg", sheet("tiles/8-puzzle-hardest", 1, LABELLED)),
        ("two-rails.svg", drawing("odd-shapes/two-rails")),
        ("3x2-graph.svg", state_graph("tiles/3x2", 0)),
    ]
}

#[test]
fn pictures_of_the_documentation_are_up_to_date() {
    for (name, svg) in pictures() {
        parsed(&svg);
        let recorded = recorded::text(&format!("docs/pictures/{name}"), &svg);
        assert!(
            recorded == svg,
            "docs/pictures/{name} is old; SLIDING_REGENERATE=1 cargo test pictures::shown"
        );
    }
}

/// No picture is left that is not drawn, or not shown.
#[test]
fn every_picture_is_drawn_and_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = fs::read_dir(root.join("docs/pictures")).expect("the folder");
    let files: BTreeSet<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    let drawn: BTreeSet<String> = pictures().into_iter().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(files, drawn);
    let texts = ["README.md", "docs/moves.md", "docs/pictures.md", "docs/teachers.md"];
    let texts: String =
        texts.iter().map(|text| fs::read_to_string(root.join(text)).unwrap()).collect();
    for name in &files {
        assert!(texts.contains(&format!("pictures/{name}")), "{name} is shown nowhere");
    }
}
