//! Names that try to break out of what they stand in.

use crate::oracle::search::SearchRequest;
use sliding::analyse::{MapOrigin, explore, graph};
use sliding::puzzle::Style;
use sliding::report::graph::graph_sheet;
use sliding::report::map::MapReport;
use sliding::report::print::{Paper, Print};
use sliding::report::puzzle::sheet::{PuzzleSheet, puzzle_sheet};
use sliding::report::scene::{Appearance, Theme};
use sliding::report::solution::animation::animated;
use sliding::report::solution::motion::Speed;
use sliding::report::solution::sheet::solution_sheet;
use sliding::report::subject::Subject;

use super::{EASY, LABELLED, document, parsed, puzzle, solved};

/// Tags, quotes, references, controls, marks that turn the writing, and what is no character.
const NAMES: &[&str] = &[
    "<script>alert(1)</script>",
    "]]></text></svg><script>",
    "\"quoted\" 'names' & &amp; \\\" \\",
    "--> <!-- <![CDATA[",
    "bell \u{7} escape \u{1b}[31m null \u{0} c1 \u{9b}",
    "\u{202e}gnp.elif\u{202c} \u{2066}\u{2069}\u{200f}\u{61c}",
    "no characters \u{fffe} \u{ffff}",
    "</style><style>*{display:none}",
];

const CONTROLS: &[char] = &[
    '\u{7}', '\u{1b}', '\u{0}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{200f}', '\u{61c}', '\u{fffe}',
];

/// No markup came from the name, and what it says is still there.
fn is_harmless(text: &str, name: &str) {
    assert!(!text.contains(CONTROLS), "{text}");
    let document = document(text);
    // The writing, and the colours of the puzzle.
    let styles = document.descendants().filter(|node| node.has_tag_name("style"));
    assert!(styles.count() <= 2, "{text}");
    let all: String = document.descendants().filter_map(|node| node.text()).collect();
    let first = name.split(|c: char| c.is_control() || CONTROLS.contains(&c)).next().unwrap();
    assert!(all.contains(first.trim()), "{name:?}\n{text}");
}

#[test]
fn names_are_texts_in_every_form() {
    let easy = puzzle(EASY);
    let (style, outcome) = (Style::STEP, solved(&easy, Style::STEP));
    let plain = Appearance::default();
    let request = SearchRequest::new(style);
    let graph = graph(&request.query(&easy), &request.budget, 9, &mut ()).unwrap();
    let map = explore(&request.query(&easy), &request.budget, 1, &mut ()).unwrap();
    for name in NAMES {
        let subject = Subject { name, ..Subject::new(&easy, style, "") };
        let view = MapReport { subject, map: &map, origin: MapOrigin::Start, positions: &[] };
        for svg in [
            puzzle_sheet(&easy, name, LABELLED).svg(),
            solution_sheet(&easy, name, style, &outcome, LABELLED, true).svg(),
            animated(&easy, name, style, &outcome, LABELLED, Speed::default()).svg(),
            graph_sheet(&easy, name, style, &graph, Theme::Auto).svg(),
            view.scene(Theme::Auto).svg(),
        ] {
            parsed(&svg);
            is_harmless(&svg, name);
        }

        let sheet = PuzzleSheet::new(&easy, name, plain);
        let mut print = Print::new(Paper::A4);
        print.add(&sheet, Some((*name).to_owned())).expect("it fits");
        print.add_solution(&sheet, style, &outcome);
        let html = print.html();
        is_harmless(&html, name);
        for (tag, count) in [("<svg", 2), ("</svg", 2), ("<style", 1), ("</style", 1), ("<!", 1)] {
            assert_eq!(html.matches(tag).count(), count, "{html}");
        }

        sheet.scene().png().expect("a picture");
        let moving = animated(&easy, name, style, &outcome, plain, Speed::default());
        moving.gif().expect("a film");
    }
}
