//! Puzzles on paper: where things stand, how large they are, and what is left out.

use std::collections::BTreeSet;

use sliding::Puzzle;
use sliding::report::draw::Theme;
use sliding::report::draw::pdf::Page;
use sliding::report::print::{MILLIMETRE, Paper, Print};
use sliding::report::puzzle::sheet::PuzzleSheet;

use super::{ODD, appearance, parsed, puzzle, size, solved, with_class};
use crate::corpus;

fn sheet<'a>(puzzle: &'a Puzzle, name: &'a str) -> PuzzleSheet<'a> {
    PuzzleSheet::new(puzzle, name, appearance(Theme::Light, false))
}

fn printed(text: &str, cell: Option<f64>) -> Vec<Page> {
    let puzzle = puzzle(text);
    let mut sheet = sheet(&puzzle, "A name");
    sheet.cell = cell.map(|cell| cell * MILLIMETRE);
    let mut print = Print::new(Paper::A4);
    print.add(&sheet, None).expect("it fits");
    print.pages()
}

/// Width and height of the frames on a page, in millimetres.
fn frames(page: &Page) -> Vec<(f64, f64)> {
    let mut frames = Vec::new();
    for (_, svg) in &page.pictures {
        let document = parsed(svg);
        for wall in with_class(&document, "wall") {
            let side = |name| wall.attribute(name).unwrap().parse::<f64>().unwrap() / MILLIMETRE;
            frames.push((side("width"), side("height")));
        }
    }
    frames
}

#[test]
fn cells_have_the_size_that_was_asked_for() {
    // A board of 3 x 5 cells, and a frame of 0.22 cells around it.
    let [page] = &printed(ODD, Some(20.0))[..] else { panic!("one page") };
    for (width, height) in frames(page) {
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
        let pages = print.pages();
        let mut headings = 0;
        for page in &pages {
            let millimetres = (page.size.0 / MILLIMETRE, page.size.1 / MILLIMETRE);
            assert!((millimetres.0 - width).abs() < 0.01 && (millimetres.1 - height).abs() < 0.01);
            let mut free_from = 15.0 * MILLIMETRE - 0.01;
            for ((x, y), svg) in &page.pictures {
                let (wide, high) = size(&parsed(svg));
                assert!(*x >= 15.0 * MILLIMETRE - 0.01 && *y >= free_from);
                // Sides of pictures are rounded up to pixels.
                free_from = y + f64::from(high) - 1.0;
                assert!(x + f64::from(wide) <= page.size.0 - 15.0 * MILLIMETRE + 1.0);
                headings += usize::from(svg.contains(">A name</text>"));
            }
            assert!(free_from <= page.size.1 - 15.0 * MILLIMETRE + 1.0);
        }
        assert_eq!(headings, entries.len());
        let last = &pages.last().expect("pages").pictures;
        assert!(last[0].1.contains("The last: solution"));
        assert!(last.iter().all(|(_, svg)| !svg.contains("A name")));
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
        let pages = printed(text, Some(10.0));
        let svg: String = pages[0].pictures.iter().map(|(_, svg)| svg.as_str()).collect();
        assert!(svg.contains("the marked piece leaves at the arrow"), "{text}");
        // One board, without a place that is wanted on it.
        assert_eq!(frames(&pages[0]).len(), 1, "{text}");
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
        let pages = printed(text, None);
        assert_eq!(frames(&pages[0]).len(), 2, "{text}");
        let names: BTreeSet<_> =
            pages[0].pictures.iter().map(|(_, svg)| svg.contains("class=\"head")).collect();
        assert_eq!(names, BTreeSet::from([false]), "{text}");
    }
}
