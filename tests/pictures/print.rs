//! Puzzles on paper: everything has its place. Sizes, colours and exits stand in `tests/cmd/paper.md`.

use std::process::Command;

use roxmltree::Node;
use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::report::print::{MILLIMETRE, Paper, Print};
use sliding::report::puzzle::sheet::PuzzleSheet;

use super::{LABELLED, ODD, bounds, corner, document, puzzle, solved, with_class};
use crate::corpus;
use crate::pages;

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
        // At least three boards of a solution stand side by side, however wide they are.
        let wide = puzzle("1 x 40\n1 = 1\n1\n01\n");
        for (puzzle, name) in [(&wide, "The widest"), (&odd, "The last")] {
            let answer = solved(puzzle, Style::WALK);
            print.add_solution(&sheet(puzzle, name), Style::WALK, &answer);
        }
        let html = print.html();
        let document = document(&html);
        let printed = with_class(document.root(), "page");
        assert!(printed.len() > 10, "{}", printed.len());
        for &page in &printed {
            let mut free_from = 15.0 * MILLIMETRE - 0.04;
            for strip in page.children().filter(Node::is_element) {
                let (left, top) = corner(strip);
                assert!(near(left, 15.0) && top >= free_from, "{strip:?}");
                free_from = top;
                let mut right = left - 0.04;
                for wall in
                    strip.descendants().filter(|node| node.attribute("class") == Some("wall"))
                {
                    let [x, y, wide, high] = bounds(wall);
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
        let last = &html[printed.last().expect("pages").range()];
        assert!(last.contains("The last: solution") && !last.contains("A name"), "{last}");
    }
}

/// Chromium prints the pages of the document and no more, each of the paper's size.
#[test]
fn a_browser_prints_the_pages() {
    let folder = tempfile::tempdir().unwrap();
    for (paper, [width, height]) in PAPERS {
        let odd = puzzle(ODD);
        let mut print = Print::new(paper);
        let mut large = sheet(&odd, "A name");
        large.cell = Some(30.0 * MILLIMETRE);
        (0..3).for_each(|_| print.add(&large, None).expect("it fits"));
        let html = print.html();
        std::fs::write(folder.path().join("sheets.html"), &html).unwrap();
        let mut browser = Command::new("chromium");
        browser
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"])
            .args(["--user-data-dir=profile", "--print-to-pdf=sheets.pdf", "sheets.html"]);
        let Some(_) = pages::run(browser.current_dir(&folder)) else { return };
        let pdf = std::fs::read(folder.path().join("sheets.pdf")).expect("a document");
        let pdf = String::from_utf8_lossy(&pdf);
        let boxes = pdf.split("/MediaBox [0 0 ").skip(1);
        let sizes = boxes.map(|size| size.split(']').next().unwrap().split(' '));
        let sizes = sizes.map(|size| Vec::from_iter(size.map(|n| n.parse::<f64>().unwrap())));
        let sizes = Vec::from_iter(sizes);
        assert_eq!(sizes.len(), html.matches("<svg").count());
        for points in sizes {
            let [wide, high] = [0, 1].map(|side| points[side] / 72.0 * 25.4);
            assert!((wide - width).abs() < 0.3 && (high - height).abs() < 0.3, "{wide} x {high}");
        }
    }
}
