//! SVG pictures: every piece is there, with its outline, its colour and its way.

use std::collections::BTreeMap;

use crate::ask::{SearchRequest, search};
use roxmltree::{Document, Node};
use sliding::Puzzle;
use sliding::puzzle::{Placement, Style};
use sliding::report::draw::{Appearance, Theme};
use sliding::report::map::bars;
use sliding::report::puzzle::sheet::puzzle_sheet;
use sliding::report::solution::animation::animated;
use sliding::report::solution::motion::Speed;
use sliding::report::solution::sheet::solution_sheet;

use super::{EASY, appearance, parsed, puzzle, with_class};
use crate::{corpus, parallel, random};

/// How many outlines there are of each kind.
fn kinds<'a>(pieces: impl IntoIterator<Item = Node<'a, 'a>>) -> BTreeMap<String, usize> {
    let mut kinds = BTreeMap::new();
    for piece in pieces {
        let class = piece.attribute("class").expect("a class");
        let kind = class.split(' ').find_map(|class| class.strip_prefix('k')).expect("a kind");
        *kinds.entry(kind.to_owned()).or_default() += 1;
    }
    kinds
}

fn wanted(placements: &[Placement]) -> BTreeMap<String, usize> {
    let mut kinds = BTreeMap::new();
    for piece in placements {
        *kinds.entry(piece.kind.to_string()).or_default() += 1;
    }
    kinds
}

fn pieces_of<'a>(panel: Node<'a, 'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    panel
        .descendants()
        .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("piece")))
}

fn is_drawn_in_full(puzzle: &Puzzle, name: &str) {
    let svg = puzzle_sheet(puzzle, name, appearance(Theme::Auto, true));
    let document = parsed(&svg);
    let panels = with_class(&document, "panel");
    assert_eq!(panels.len(), 1 + puzzle.goals().len(), "{name}");
    assert_eq!(kinds(pieces_of(panels[0])), wanted(puzzle.start().placements()), "{name}");
    for (panel, goal) in panels[1..].iter().zip(puzzle.goals()) {
        assert_eq!(kinds(pieces_of(*panel)), wanted(goal.demanded().placements()), "{name}");
    }
    // The caption is a text, too.
    let texts = panels[0].descendants().filter(|node| node.has_tag_name("text"));
    let texts = texts.count() - 1;
    assert_eq!(texts, puzzle.start().placements().len(), "{name}");
    assert!(document.descendants().all(|node| !node.has_tag_name("script")), "{name}");
}

#[test]
fn every_piece_of_every_puzzle_has_one_outline() {
    let entries = corpus::entries();
    assert!(entries.len() >= 75);
    parallel::each(&entries, |entry| is_drawn_in_full(&entry.puzzle, &entry.name));
}

#[test]
fn every_piece_of_random_puzzles_has_one_outline() {
    let seeds: Vec<u64> = (0..300).collect();
    parallel::each(&seeds, |&seed| {
        let random::Pair { small, framed } = random::puzzle(seed);
        is_drawn_in_full(&puzzle(&small), &small);
        is_drawn_in_full(&puzzle(&framed), &framed);
    });
}

/// One outline a piece on every board, one arrow a piece that moved, and whatever else is reported.
#[test]
fn sheets_of_random_puzzles_show_every_move() {
    let seeds: Vec<u64> = (0..120).collect();
    let arrows = parallel::each(&seeds, |&seed| {
        let text = random::puzzle(seed).small;
        let puzzle = puzzle(&text);
        let style = Style::ALL[seed as usize % 6];
        let outcome = search(&puzzle, &SearchRequest::new(style), &mut ()).unwrap();
        let svg = solution_sheet(&puzzle, "random", style, &outcome, Appearance::default());
        let document = parsed(&svg);
        let panels = with_class(&document, "panel");
        let ways = with_class(&document, "way").len();
        let Some(solution) = outcome.solution else {
            assert_eq!((panels.len(), ways), (1 + puzzle.goals().len(), 0), "{text}");
            assert!(svg.contains("no solution"), "{text}");
            return 0;
        };
        assert_eq!(panels.len(), 1 + solution.moves.len(), "{text}");
        for (panel, step) in panels[1..].iter().zip(&solution.moves) {
            assert_eq!(kinds(pieces_of(*panel)), wanted(step.after.placements()), "{text}");
            let arrows = panel.descendants().filter(|node| node.attribute("class") == Some("way"));
            assert_eq!(arrows.count(), step.pieces.len(), "{text}");
        }
        ways
    });
    let arrows: usize = arrows.iter().sum();
    assert!(arrows > 150, "{arrows} arrows");
}

#[test]
fn locked_pieces_show_their_axis() {
    let puzzle = puzzle("3 x 3\n1 = 11 h\n2 = 1/1 v\n3 = 1\n1233\n1???????\n");
    let svg = puzzle_sheet(&puzzle, "Locks", appearance(Theme::Light, false));
    let document = parsed(&svg);
    let panels = with_class(&document, "panel");
    let locked = |panel: Node| {
        let marks = panel.descendants().filter_map(|node| node.attribute("class"));
        marks.filter(|class| class.starts_with("axis ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(locked(panels[0]), ["axis r0", "axis r1"]);
    assert_eq!(locked(panels[1]), ["axis r0"]);
    assert!(svg.contains("arrowheads: moves that way only"), "{svg}");
    let free = puzzle_sheet(&super::puzzle(EASY), "Free", appearance(Theme::Light, false));
    assert!(!free.contains("axis") && !free.contains("arrowheads"));
}

#[test]
fn themes_choose_their_colours() {
    let draw = |theme| puzzle_sheet(&puzzle(EASY), "Easy", appearance(theme, false));
    let (auto, light, dark) = (draw(Theme::Auto), draw(Theme::Light), draw(Theme::Dark));
    assert!(auto.contains("prefers-color-scheme:dark"));
    assert!(!light.contains("prefers-color-scheme") && !dark.contains("prefers-color-scheme"));
    assert!(light.contains("#ffffff") && !light.contains("#0d1117"));
    assert!(dark.contains("#0d1117"));
}

/// What stands behind `key: value` pairs of the last key frame, in cells.
fn last_offset(svg: &str, piece: usize, unit: f64) -> (f64, f64) {
    let rules = svg.split(&format!("@keyframes slide-{piece}{{")).nth(1).expect("key frames");
    let frames = rules.split("}}").next().expect("an end");
    let last = frames.rsplit("translate(").next().expect("a place");
    let numbers: Vec<f64> = last
        .split(['(', ',', ')'])
        .filter_map(|part| part.strip_suffix("px")?.parse().ok())
        .collect();
    (numbers[0] / unit, numbers[1] / unit)
}

/// In the end, each piece of an animation is where the solution takes it.
#[test]
fn animations_end_where_solutions_do() {
    for seed in 0..60 {
        let text = random::puzzle(seed).small;
        let puzzle = puzzle(&text);
        let style = Style::ALL[seed as usize % 6];
        let outcome = search(&puzzle, &SearchRequest::new(style), &mut ()).unwrap();
        let svg =
            animated(&puzzle, "random", style, &outcome, Appearance::default(), Speed::default());
        let document = parsed(&svg);
        let moves = outcome.solution.map_or(Vec::new(), |solution| solution.moves);
        assert_eq!(with_class(&document, "piece").len(), puzzle.start().placements().len());
        let Some(last) = moves.last() else { continue };
        let cols = puzzle.size().cols;
        let mut ends: Vec<Placement> = Vec::new();
        for (i, piece) in puzzle.start().placements().iter().enumerate() {
            let mut piece = *piece;
            if svg.contains(&format!("@keyframes slide-{i}{{")) {
                let (right, down) = last_offset(&svg, i, 44.0);
                assert_eq!((right.fract(), down.fract()), (0.0, 0.0), "{text}");
                let cell = i64::from(piece.cell) + down as i64 * i64::from(cols) + right as i64;
                piece.cell = cell as u32;
            }
            ends.push(piece);
        }
        ends.sort_unstable();
        assert_eq!(ends, last.after.placements(), "{text}");
    }
}

/// Bars are as high as their numbers, and the axis is as high as the highest of them or higher.
#[test]
fn plots_are_in_proportion() {
    let levels = [1, 5, 20, 13, 0, 2];
    let svg = bars("Plot", &["a note".to_owned()], &levels, Some((3, "goal")), Theme::Auto);
    let document = parsed(&svg);
    let heights: Vec<f64> = bars_of(&document)
        .iter()
        .map(|bar| bar.attribute("height").and_then(|height| height.parse().ok()).unwrap())
        .collect();
    assert_eq!(heights.len(), levels.len());
    for (height, level) in heights.iter().zip(levels) {
        assert!((height - heights[2] * level as f64 / 20.0).abs() < 0.02, "{heights:?}");
    }
    assert!(heights[2] <= 320.0);
    // A thousand distances share bars, and nothing is lost.
    let many: Vec<u64> = (0..1000).collect();
    let svg = bars("Plot", &[], &many, None, Theme::Auto);
    let document = parsed(&svg);
    let reported = bars_of(&document)
        .iter()
        .map(|bar| {
            let title = bar.first_element_child().and_then(|title| title.text()).unwrap();
            title.rsplit(' ').next().unwrap().parse::<u64>().unwrap()
        })
        .sum::<u64>();
    assert_eq!(reported, many.iter().sum::<u64>());
}

fn bars_of<'a>(document: &'a Document) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.attribute("class") == Some("k0")).collect()
}
