//! Puzzles on paper: everything has its place. Sizes, colours and exits stand in `tests/cmd/paper.md`.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use roxmltree::Node;
use serde_json::json;
use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::report::print::{MILLIMETRE, Paper, Print};
use sliding::report::puzzle::sheet::PuzzleSheet;

use super::{LABELLED, ODD, corner, document, lengths, puzzle, solved, with_class};
use crate::corpus;
use crate::page::browser::Browser;

const PAPERS: [(Paper, [f64; 2]); 2] =
    [(Paper::A4, [210.0, 297.0]), (Paper::Letter, [215.9, 279.4])];

fn sheet<'a>(puzzle: &'a Puzzle, name: &'a str) -> PuzzleSheet<'a> {
    PuzzleSheet::new(puzzle, name, LABELLED)
}

/// Every board of the corpus is inside the margins of 15 mm, and nothing lies on anything else.
#[test]
fn everything_fits_on_the_paper() {
    let near = |units: f64, millimetres: f64| (units / MILLIMETRE - millimetres).abs() < 0.01;
    for (paper, size) in PAPERS {
        let [width, height] = size.map(|side| (side - 15.0) * MILLIMETRE + 0.04);
        let mut print = Print::new(paper);
        let entries = corpus::entries();
        for entry in &entries {
            print.add(&sheet(&entry.puzzle, "A name"), Some("A note".into())).expect("it fits");
        }
        let odd = puzzle(ODD);
        print.add_solution(&sheet(&odd, "The last"), Style::WALK, &solved(&odd, Style::WALK));
        let html = print.html();
        let document = document(&html);
        let pages = with_class(document.root(), "page");
        assert!(pages.len() > 10, "{}", pages.len());
        for &page in &pages {
            let mut free_from = 15.0 * MILLIMETRE - 0.04;
            for strip in page.children().filter(Node::is_element) {
                let (left, top) = corner(strip);
                assert!(near(left, 15.0) && top >= free_from, "{strip:?}");
                free_from = top;
                let mut right = left - 0.04;
                for wall in
                    strip.descendants().filter(|node| node.attribute("class") == Some("wall"))
                {
                    let [x, y, wide, high] = lengths(wall, ["x", "y", "width", "height"]);
                    let place = corner(wall);
                    assert!(place.0 + x >= right && place.1 + y >= top, "{wall:?}");
                    right = place.0 + x + wide;
                    free_from = free_from.max(place.1 + y + high);
                }
                assert!(right <= width, "{right}");
            }
            assert!(free_from <= height, "{free_from}");
        }
        assert_eq!(html.matches(">A name</text>").count(), entries.len());
        let last = &html[pages.last().expect("pages").range()];
        assert!(last.contains("The last: solution") && !last.contains("A name"), "{last}");
    }
}

/// Chromium prints the pages of the document and no more, each of the paper's size.
#[test]
fn a_browser_prints_the_pages() {
    let name = "pictures::print::a_browser_prints_the_pages";
    let Some(mut browser) = Browser::start(name) else { return };
    let folder = tempfile::tempdir().unwrap();
    for (paper, size) in PAPERS {
        let odd = puzzle(ODD);
        let mut print = Print::new(paper);
        let mut large = sheet(&odd, "A name");
        large.cell = Some(30.0 * MILLIMETRE);
        (0..3).for_each(|_| print.add(&large, None).expect("it fits"));
        let file = folder.path().join(format!("{}.html", size[0]));
        std::fs::write(&file, print.html()).unwrap();
        browser.call("Page.navigate", json!({"url": format!("file://{}", file.display())}));
        browser.wait(&format!("location.href.endsWith('/{}.html')", size[0]));
        browser.wait("document.readyState === 'complete'");
        let side = browser.value("document.querySelector('.wall').getBoundingClientRect().width");
        let side = side.as_f64().expect("a number") / MILLIMETRE;
        assert!((side - 5.44 * 30.0).abs() < 0.05, "{side}");
        let pdf = browser.call("Page.printToPDF", json!({"preferCSSPageSize": true}));
        let pdf = BASE64_STANDARD.decode(pdf["data"].as_str().expect("a document")).unwrap();
        let pdf = String::from_utf8_lossy(&pdf);
        let boxes: Vec<&str> = pdf.split("/MediaBox [0 0 ").skip(1).collect();
        assert_eq!(boxes.len(), print.html().matches("<svg").count());
        for (points, length) in boxes.iter().flat_map(|points| points.split([' ', ']']).zip(size)) {
            let side = points.parse::<f64>().unwrap() / 72.0 * 25.4;
            assert!((side - length).abs() < 0.3, "{side}");
        }
        assert_eq!(browser.complaints(), [""; 0]);
    }
}
