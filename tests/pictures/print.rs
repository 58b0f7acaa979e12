//! Puzzles on paper: where things stand, how large they are, and what is left out.

use std::process::Command;

use roxmltree::{Document, Node, ParsingOptions};
use sliding::Puzzle;
use sliding::report::draw::Theme;
use sliding::report::print::{MILLIMETRE, Paper, Print};
use sliding::report::puzzle::sheet::PuzzleSheet;

use super::{ODD, appearance, puzzle, solved, with_class};
use crate::corpus;
use crate::pages;

fn sheet<'a>(puzzle: &'a Puzzle, name: &'a str) -> PuzzleSheet<'a> {
    PuzzleSheet::new(puzzle, name, appearance(Theme::Light, false))
}

fn printed(text: &str, cell: Option<f64>) -> String {
    let puzzle = puzzle(text);
    let mut sheet = sheet(&puzzle, "A name");
    sheet.cell = cell.map(|cell| cell * MILLIMETRE);
    let mut print = Print::new(Paper::A4);
    print.add(&sheet, None).expect("it fits");
    print.html()
}

/// Parses a document, which is well-formed XML besides.
pub fn parsed(html: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(html, options);
    document.unwrap_or_else(|error| panic!("{error}\n{html}"))
}

/// The pages of a document, each with its width and height in millimetres, of which a unit has
/// the 96th part of an inch.
fn pages<'a>(document: &'a Document) -> Vec<(Node<'a, 'a>, (f64, f64))> {
    let pages = with_class(document, "page").into_iter().map(|page| {
        let side = |name| -> f64 {
            page.attribute(name).unwrap().strip_suffix("mm").unwrap().parse().unwrap()
        };
        let size = (side("width"), side("height"));
        let view = page.attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap());
        let [left, top, width, height] = Vec::<f64>::from_iter(view)[..] else { panic!("a box") };
        assert_eq!((left, top), (0.0, 0.0));
        assert!((width / MILLIMETRE - size.0).abs() < 0.01, "{width}");
        assert!((height / MILLIMETRE - size.1).abs() < 0.01, "{height}");
        (page, size)
    });
    pages.collect()
}

/// The place of a node's corner in the page, from the groups around it.
fn corner(node: Node) -> (f64, f64) {
    let moves = node.ancestors().filter_map(|group| group.attribute("transform"));
    moves.fold((0.0, 0.0), |(x, y), by| {
        let by = by.strip_prefix("translate(").unwrap().strip_suffix(')').unwrap();
        let (across, down) = by.split_once(' ').unwrap();
        (x + across.parse::<f64>().unwrap(), y + down.parse::<f64>().unwrap())
    })
}

/// Place and size of the frames within a node, in millimetres: left, top, width, height.
fn frames(within: Node) -> Vec<[f64; 4]> {
    let walls = within.descendants().filter(|node| node.attribute("class") == Some("wall"));
    let frame = |wall: Node| {
        let [x, y, width, height] = ["x", "y", "width", "height"]
            .map(|name| wall.attribute(name).unwrap().parse().unwrap());
        let (left, top) = corner(wall);
        [left + x, top + y, width, height].map(|length: f64| length / MILLIMETRE)
    };
    walls.map(frame).collect()
}

#[test]
fn cells_have_the_size_that_was_asked_for() {
    // A board of 3 x 5 cells, and a frame of 0.22 cells around it.
    let html = printed(ODD, Some(20.0));
    let document = parsed(&html);
    let [(page, _)] = pages(&document)[..] else { panic!("one page") };
    for [_, _, width, height] in frames(page) {
        assert!((width - 5.44 * 20.0).abs() < 0.05, "{width}");
        assert!((height - 3.44 * 20.0).abs() < 0.05, "{height}");
    }
    assert_eq!(frames(page).len(), 2);
    let puzzle = puzzle(ODD);
    let mut large = sheet(&puzzle, "");
    large.cell = Some(40.0 * MILLIMETRE);
    let refused = Print::new(Paper::Letter).add(&large, None).expect_err("it is wider than that");
    // The paper is 215.9 mm wide, its margins 15 mm each.
    let largest = 185.9 / 5.44;
    assert!((refused.largest - largest).abs() < 0.01, "{refused}");
    assert!(refused.to_string().contains("34.2 mm or less"), "{refused}");
}

/// Every board of the corpus is inside the margins, and nothing lies on anything else.
#[test]
fn everything_fits_on_the_paper() {
    for paper in [Paper::A4, Paper::Letter] {
        let (width, height) = match paper {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        };
        let mut print = Print::new(paper);
        let entries = corpus::entries();
        for entry in &entries {
            print.add(&sheet(&entry.puzzle, "A name"), Some("A note".into())).expect("it fits");
        }
        let (style, answer) = solved(&puzzle(ODD), 2);
        print.add_solution(&sheet(&puzzle(ODD), "The last"), style, &answer);
        let html = print.html();
        let document = parsed(&html);
        assert!(html.contains(&format!("@page{{size:{width}mm {height}mm;margin:0}}")), "{html}");
        let pages = pages(&document);
        assert!(pages.len() > 10, "{}", pages.len());
        for (page, size) in &pages {
            assert_eq!(*size, (width, height));
            let mut free_from = 15.0 - 0.01;
            for strip in page.children().filter(Node::is_element) {
                let (left, top) = corner(strip);
                assert!((left / MILLIMETRE - 15.0).abs() < 0.01 && top / MILLIMETRE >= free_from);
                free_from = top / MILLIMETRE;
                let mut right = 15.0 - 0.01;
                for [x, y, wide, high] in frames(strip) {
                    assert!(x >= right && y >= top / MILLIMETRE);
                    right = x + wide;
                    free_from = free_from.max(y + high);
                }
                assert!(right <= width - 15.0 + 0.01, "{right}");
            }
            assert!(free_from <= height - 15.0, "{free_from}");
        }
        assert_eq!(html.matches(">A name</text>").count(), entries.len());
        let (last, _) = *pages.last().expect("pages");
        let last = &html[last.range()];
        assert!(last.contains("The last: solution") && !last.contains("A name"), "{last}");
    }
}

/// Two puzzles on one page have their own colours.
#[test]
fn colours_are_those_of_each_puzzle() {
    let [tiles, cars] = ["1 x 3\n1 = 1\n1\n001\n", "1 x 4\n1 = 1\n2 = 1\n12\n0012\n"].map(puzzle);
    let mut print = Print::new(Paper::A4);
    for puzzle in [&tiles, &cars, &tiles] {
        print.add(&sheet(puzzle, "A name"), None).expect("it fits");
    }
    let html = print.html();
    let document = parsed(&html);
    let [(page, _)] = pages(&document)[..] else { panic!("one page") };
    let colours = page.children().filter_map(|strip| strip.attribute("class"));
    let [one, other] = ["colours0", "colours1"];
    assert_eq!(colours.collect::<Vec<_>>(), [one, one, other, other, one, one]);
    assert_eq!((html.matches("\n.colours0{").count(), html.matches("\n.colours").count()), (1, 2));
}

/// Chromium prints the pages of the document and no more, each of the paper's size.
#[test]
fn a_browser_prints_the_pages() {
    let folder = tempfile::tempdir().unwrap();
    for (paper, width, height) in [(Paper::A4, 210.0, 297.0), (Paper::Letter, 215.9, 279.4)] {
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

/// The exit is where the car leaves, on each side of the board.
#[test]
fn exits_are_gaps_in_the_frame() {
    let sides = [
        ("3 x 4\n1 = 11 h\n2 = 1/1 v\n0020100000\n??????1????\n", (4.1, 1.5)),
        ("3 x 4\n1 = 11 h\n2 = 1/1 v\n0200010000\n????1??????\n", (-0.1, 1.5)),
        ("4 x 3\n1 = 1/1 v\n2 = 11 h\n0100020000\n???????1???\n", (1.5, 4.1)),
        ("4 x 3\n1 = 1/1 v\n2 = 11 h\n0002001000\n?1?????????\n", (1.5, -0.1)),
    ];
    for (text, (x, y)) in sides {
        let svg = printed(text, Some(10.0));
        let document = parsed(&svg);
        assert!(svg.contains("the marked piece leaves at the arrow"), "{text}");
        // One board, without a place that is wanted on it.
        assert_eq!(frames(document.root()).len(), 1, "{text}");
        assert!(!svg.contains("class=\"target"), "{text}");
        let start = "class=\"head\" d=\"M";
        let head = &svg[svg.find(start).expect("an arrowhead") + start.len()..];
        let corners: Vec<f64> = head[..head.find('Z').unwrap()]
            .split(['L', ' '])
            .map(|number| number.parse::<f64>().unwrap() / MILLIMETRE / 10.0)
            .collect();
        let middle = |axis: usize| (corners[axis] + corners[2 + axis] + corners[4 + axis]) / 3.0;
        assert!(
            (middle(0) - x).abs() < 0.12 && (middle(1) - y).abs() < 0.12,
            "{text}: {corners:?}"
        );
    }
    // The goal is not at an end of the lane, or more is wanted, or the piece is not locked.
    for text in [
        "1 x 4\n1 = 1 h\n1000\n??1?\n",
        "2 x 4\n1 = 11 h\n2 = 1 h\n1002000\n??12???\n",
        "1 x 4\n1 = 11\n100\n??1\n",
    ] {
        let svg = printed(text, None);
        assert_eq!(frames(parsed(&svg).root()).len(), 2, "{text}");
        assert!(!svg.contains("class=\"head"), "{text}");
    }
}
