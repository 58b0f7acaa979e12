//! Pictures: what is in them, read back by other programs than those that write them. What commands draw and
//! how it looks stands in `tests/cmd/pictures.md`, `paper.md` and `boards.md`.

mod film;
mod outlines;
mod palette;
mod pixels;
mod print;
mod vector;

use crate::oracle::read as puzzle;
use crate::oracle::search::{SearchRequest, search};
use roxmltree::{Document, Node, ParsingOptions};
use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::report::scene::{Appearance, Theme};
use sliding::solve::Answer;

/// Solved in one move of two steps.
const EASY: &str = "1 x 3 (Easy)\n1 = 1\n1\n001\n";

/// A bent piece, one in two parts, a wall, and a goal that leaves things open.
const ODD: &str = "3 x 5 (Odd)\n1 = 11/1\n2 = 101\n3 = 1\n1200x3\n?????1\n";

const LABELLED: Appearance = Appearance { theme: Theme::Auto, labels: true };

fn solved(puzzle: &Puzzle, style: Style) -> Answer {
    search(puzzle, &SearchRequest::new(style), &mut ()).expect("a search")
}

/// The elements within one that have a class, among others perhaps.
fn with_class<'a>(within: Node<'a, 'a>, class: &str) -> Vec<Node<'a, 'a>> {
    let classes = |node: &Node<'a, 'a>| node.attribute("class").unwrap_or_default().split(' ');
    within.descendants().filter(|node| classes(node).any(|one| one == class)).collect()
}

/// The numbers of an attribute.
fn numbers(node: Node, name: &str) -> Vec<f64> {
    let text = node.attribute(name).unwrap_or_default();
    let parts = text.split(|c: char| !c.is_ascii_digit() && !['.', '-'].contains(&c));
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// Attributes that are numbers.
fn lengths<const N: usize>(node: Node, names: [&str; N]) -> [f64; N] {
    names.map(|name| numbers(node, name)[0])
}

/// The left, top, width and height of what a path is within.
fn bounds(path: Node) -> [f64; 4] {
    let data = path.attribute("d").expect("a path");
    let (mut xs, mut ys) = (Vec::new(), Vec::new());
    for step in
        data.split_inclusive(|c: char| c.is_ascii_alphabetic()).collect::<Vec<_>>().windows(2)
    {
        let numbers = step[1].trim_end_matches(|c: char| c.is_ascii_alphabetic()).split(' ');
        let numbers: Vec<f64> = numbers.filter_map(|number| number.parse().ok()).collect();
        match step[0].chars().last() {
            Some('H') => xs.extend(numbers),
            Some('V') => ys.extend(numbers),
            _ => numbers.chunks(2).for_each(|place| {
                xs.push(place[0]);
                ys.push(place[1]);
            }),
        }
    }
    let span = |of: &[f64]| {
        let least = of.iter().copied().fold(f64::INFINITY, f64::min);
        (least, of.iter().copied().fold(f64::NEG_INFINITY, f64::max) - least)
    };
    let ((x, width), (y, height)) = (span(&xs), span(&ys));
    [x, y, width, height]
}

/// The place of a node, by the groups around it.
fn corner(node: Node) -> (f64, f64) {
    let groups = node.ancestors().filter(|group| group.has_attribute("transform"));
    groups.map(|group| numbers(group, "transform")).fold((0.0, 0.0), |(x, y), by| {
        assert_eq!(by.len(), 2, "{node:?}");
        (x + by[0], y + by[1])
    })
}

/// Parses a document, which is well-formed XML without scripts.
fn document(text: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options);
    let document = document.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(document.descendants().all(|node| !node.has_tag_name("script")), "{text}");
    document
}

/// Parses a picture that is SVG of a size, with its texts inside.
fn parsed(svg: &str) -> Document<'_> {
    let document = document(svg);
    let root = document.root_element();
    assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")), "{svg}");
    let [width, height] = lengths(root, ["width", "height"]);
    assert_eq!(numbers(root, "viewBox"), [0.0, 0.0, width, height]);
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    for text in texts.filter(|text| text.has_attribute("x")) {
        let (left, top) = corner(text);
        let [x, y] = lengths(text, ["x", "y"]);
        let (x, y) = (left + x, top + y);
        assert!(0.0 < x && x < width && 0.0 < y && y < height, "{text:?}\n{svg}");
    }
    document
}
