//! Pictures: what is in them, read back by other programs than those that write them.

mod film;
mod hostile;
mod pixels;
mod print;
mod shown;
mod vector;

use crate::ask::{SearchRequest, search};
use roxmltree::{Document, Node};
use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::report::draw::{Appearance, Theme};
use sliding::solve::Answer;

/// Solved in one move of two steps.
const EASY: &str = "1 x 3 (Easy)\n1 = 1\n1\n001\n";

/// A bent piece, one in two parts, a wall, and a goal that leaves things open.
const ODD: &str = "3 x 5 (Odd)\n1 = 11/1\n2 = 101\n3 = 1\n1200x3\n?????1\n";

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn solved(puzzle: &Puzzle, style: u8) -> (Style, Answer) {
    let style = Style::new(style).expect("a style");
    (style, search(puzzle, &SearchRequest::new(style), &mut ()).expect("a search"))
}

fn appearance(theme: Theme, labels: bool) -> Appearance {
    Appearance { theme, labels }
}

/// The elements of an SVG picture that have a class, among others perhaps.
fn with_class<'a>(svg: &'a Document, class: &str) -> Vec<Node<'a, 'a>> {
    let has = |node: &Node| {
        node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class))
    };
    svg.descendants().filter(has).collect()
}

/// Parses a picture, and makes sure that it is well-formed SVG of a size.
fn parsed(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
    let (width, height) = size(&document);
    assert_eq!(root.attribute("viewBox"), Some(format!("0 0 {width} {height}").as_str()));
    document
}

fn size(document: &Document) -> (u32, u32) {
    let side = |name| document.root_element().attribute(name)?.parse().ok();
    (side("width").expect("a width"), side("height").expect("a height"))
}
