//! SVG pictures: every piece is there, with its outline, its colour and its way.

use roxmltree::Node;
use sliding::Puzzle;
use sliding::puzzle::{Cell, Placement, Style};
use sliding::report::map::bars;
use sliding::report::puzzle::sheet::puzzle_sheet;
use sliding::report::scene::Theme;
use sliding::report::solution::animation::animated;
use sliding::report::solution::motion::Speed;
use sliding::report::solution::sheet::solution_sheet;

use super::{LABELLED, bounds, numbers, parsed, puzzle, solved, with_class};
use crate::corpus;
use crate::oracle::{each, random};

/// The kinds of the outlines on a board.
fn drawn(panel: Node) -> Vec<u8> {
    let kind = |piece: Node| numbers(piece, "class")[0] as u8;
    let mut kinds: Vec<_> = with_class(panel, "piece").into_iter().map(kind).collect();
    kinds.sort_unstable();
    kinds
}

fn wanted(placements: &[Placement]) -> Vec<u8> {
    let mut kinds: Vec<_> = placements.iter().map(|piece| piece.kind).collect();
    kinds.sort_unstable();
    kinds
}

/// Each board has one outline a piece and, on the start, one name; marks of locked pieces lie on
/// their pieces.
fn is_drawn_in_full(puzzle: &Puzzle, name: &str) {
    let svg = puzzle_sheet(puzzle, name, LABELLED).svg();
    let document = parsed(&svg);
    let panels = with_class(document.root(), "panel");
    let goals = puzzle.goals().iter().map(|goal| wanted(goal.demanded().placements()));
    let boards: Vec<_> = [wanted(puzzle.start().placements())].into_iter().chain(goals).collect();
    assert_eq!(panels.iter().map(|&panel| drawn(panel)).collect::<Vec<_>>(), boards, "{name}");
    let texts = panels[0].descendants().filter(|node| node.has_tag_name("text"));
    // The caption is a text, too.
    assert_eq!(texts.count(), boards[0].len() + 1, "{name}");
    let board = puzzle.board(puzzle.start());
    let [_, _, width, _] = bounds(with_class(panels[0], "wall")[0]);
    let unit = width / (f64::from(puzzle.size().cols) + 2.0 * 0.22);
    for mark in with_class(panels[0], "axis") {
        let at = |head: &[f64]| board.at((head[1] / unit) as i64, (head[0] / unit) as i64);
        let mut on: Vec<_> = numbers(mark, "d").chunks(2).map(at).collect();
        on.dedup();
        assert!(matches!(on[..], [Some(Cell::Piece(_))]), "{name}: {on:?}");
    }
}

#[test]
fn every_piece_of_every_puzzle_has_one_outline() {
    let entries = corpus::entries();
    assert!(entries.len() >= 75);
    each(&entries, |entry| is_drawn_in_full(&entry.puzzle, &entry.name));
    each(&(0..300).collect::<Vec<u64>>(), |&seed| {
        let random::Pair { small, framed } = random::puzzle(seed);
        [small, framed].iter().for_each(|text| is_drawn_in_full(&puzzle(text), text));
    });
}

/// In the end, each piece of an animation is where its last key frame takes it.
fn ends(svg: &str, puzzle: &Puzzle) -> Vec<Placement> {
    let mut ends = puzzle.start().placements().to_vec();
    for (index, piece) in ends.iter_mut().enumerate() {
        let Some((_, rules)) = svg.split_once(&format!("@keyframes slide-{index}{{")) else {
            continue;
        };
        let last = rules.split("}}").next().and_then(|frames| frames.rsplit("translate(").next());
        let lengths = last.expect("a place").split([',', ')']);
        let cells: Vec<f64> = lengths
            .filter_map(|length| Some(length.strip_suffix("px")?.parse::<f64>().ok()? / 44.0))
            .collect();
        assert!(cells.len() == 2 && cells.iter().all(|by| by.fract() == 0.0), "{cells:?}");
        let by = cells[1] as i32 * puzzle.size().cols as i32 + cells[0] as i32;
        piece.cell = piece.cell.checked_add_signed(by).expect("a cell");
    }
    ends.sort_unstable();
    ends
}

/// One outline a piece on every board, one arrow a piece that moved, and whatever else is reported.
/// Animations end where solutions do.
#[test]
fn solutions_of_random_puzzles_are_drawn() {
    let seeds: Vec<u64> = (0..120).collect();
    let arrows = each(&seeds, |&seed| {
        let text = random::puzzle(seed).small;
        let puzzle = puzzle(&text);
        let style = Style::ALL[seed as usize % 6];
        let outcome = solved(&puzzle, style);
        let film = animated(&puzzle, "random", style, &outcome, LABELLED, Speed::default()).svg();
        assert_eq!(drawn(parsed(&film).root()), wanted(puzzle.start().placements()), "{text}");
        let svg = solution_sheet(&puzzle, "random", style, &outcome, LABELLED, false).svg();
        let document = parsed(&svg);
        let panels = with_class(document.root(), "panel");
        let ways = with_class(document.root(), "way").len();
        let Some(solution) = outcome.solution else {
            assert_eq!((panels.len(), ways), (1 + puzzle.goals().len(), 0), "{text}");
            assert!(svg.contains("no solution"), "{text}");
            return 0;
        };
        let last = solution.moves.last().map_or(puzzle.start(), |step| &step.after);
        assert_eq!(ends(&film, &puzzle), last.placements(), "{text}");
        assert_eq!(panels.len(), 1 + solution.moves.len(), "{text}");
        for (&panel, step) in panels[1..].iter().zip(&solution.moves) {
            let found = (drawn(panel), with_class(panel, "way").len());
            assert_eq!(found, (wanted(step.after.placements()), step.pieces.len()), "{text}");
        }
        ways
    });
    let arrows: usize = arrows.iter().sum();
    assert!(arrows > 150, "{arrows} arrows");
    // Whatever the numbers, a plot has a size.
    parsed(&bars("Plot", &[], &[u64::MAX], None, Theme::Auto).svg());
}
