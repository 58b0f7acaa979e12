//! Outlines of all sets of cells of a small board.

use std::collections::BTreeSet;

use sliding::report::scene::outline::{Corner, Outline, OutlineCell, parts, ties};

/// The area within a clockwise loop; less than nothing within another.
fn area(corners: &[Corner]) -> i32 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.1 * b.0 - b.1 * a.0).sum::<i32>() / 2
}

#[test]
fn outlines_enclose_exactly_their_cells() {
    for bits in 0..1 << 12 {
        let is_in = |i: &i32| bits >> i & 1 != 0;
        let cells: Vec<OutlineCell> = (0..12).filter(is_in).map(|i| (i / 4, i % 4)).collect();
        let outline = Outline::of(&cells);
        let loops = outline.loops();
        let areas: Vec<_> = loops.iter().map(|corners| area(corners)).collect();
        assert_eq!(areas.iter().sum::<i32>(), cells.len() as i32, "{cells:?}");
        for corners in loops {
            // Edges are straight, lead somewhere, and turn.
            let next = corners.iter().cycle().skip(1);
            let steps: Vec<_> =
                corners.iter().zip(next).map(|(a, b)| (b.0 - a.0, b.1 - a.1)).collect();
            let turns = steps.iter().zip(steps.iter().cycle().skip(1));
            let is_turn =
                |(a, b): (&Corner, &Corner)| (a.0 == 0) != (a.1 == 0) && a.0 * b.0 + a.1 * b.1 == 0;
            assert!(steps.len() >= 4 && turns.into_iter().all(is_turn), "{cells:?}");
        }
        // Parts have one outer loop each, and ties join them all.
        let parts = parts(&cells);
        assert_eq!(areas.iter().filter(|&&area| area > 0).count(), parts.len(), "{cells:?}");
        let part = |cell| parts.iter().position(|part| part.contains(&cell)).unwrap();
        let mut joined = BTreeSet::from_iter((!cells.is_empty()).then_some(0));
        for (from, to) in ties(&cells) {
            assert!(joined.contains(&part(from)) && joined.insert(part(to)), "{cells:?}");
        }
        assert_eq!(joined.len(), parts.len(), "{cells:?}");
    }
    // Cells that touch in a corner are apart.
    assert_eq!(parts(&[(0, 0), (1, 1)]).len(), 2);
    // Inset by 1, with corners of radius 2.
    let path = Outline::of(&[(0, 0), (0, 1)]).path(10.0, 1.0, 2.0).to_string();
    let wanted =
        "M1 3C1 1.9 1.9 1 3 1H17C18.1 1 19 1.9 19 3V7C19 8.1 18.1 9 17 9H3C1.9 9 1 8.1 1 7Z";
    assert_eq!(path, wanted);
}
