//! The puzzles that the program brings along: those of the folder `puzzles`.

/// Families with their puzzles: names, and what stands in their files.
pub const FAMILIES: &[(&str, &[(&str, &str)])] = &[
    (
        "classics",
        &[
            (
                "century-and-a-half",
                include_str!("../../../puzzles/classics/century-and-a-half.txt"),
            ),
            ("century", include_str!("../../../puzzles/classics/century.txt")),
            ("dads-puzzler", include_str!("../../../puzzles/classics/dads-puzzler.txt")),
            ("klotski", include_str!("../../../puzzles/classics/klotski.txt")),
            ("mas-puzzle", include_str!("../../../puzzles/classics/mas-puzzle.txt")),
            ("new-century", include_str!("../../../puzzles/classics/new-century.txt")),
            ("quzzle", include_str!("../../../puzzles/classics/quzzle.txt")),
            ("silly", include_str!("../../../puzzles/classics/silly.txt")),
            ("simplicity", include_str!("../../../puzzles/classics/simplicity.txt")),
            ("super-century", include_str!("../../../puzzles/classics/super-century.txt")),
            ("supercompo", include_str!("../../../puzzles/classics/supercompo.txt")),
            ("traffic-jam", include_str!("../../../puzzles/classics/traffic-jam.txt")),
        ],
    ),
    (
        "euler",
        &[
            ("red-counter-10x9", include_str!("../../../puzzles/euler/red-counter-10x9.txt")),
            ("red-counter-5x4", include_str!("../../../puzzles/euler/red-counter-5x4.txt")),
            (
                "seven-red-eight-blue",
                include_str!("../../../puzzles/euler/seven-red-eight-blue.txt"),
            ),
            ("sliding-pieces-3x4", include_str!("../../../puzzles/euler/sliding-pieces-3x4.txt")),
        ],
    ),
    (
        "gnome",
        &[
            ("agatka", include_str!("../../../puzzles/gnome/agatka.txt")),
            ("bone", include_str!("../../../puzzles/gnome/bone.txt")),
            ("only-18-steps", include_str!("../../../puzzles/gnome/only-18-steps.txt")),
        ],
    ),
    (
        "huarong-dao",
        &[
            ("close-at-hand", include_str!("../../../puzzles/huarong-dao/close-at-hand.txt")),
            (
                "four-columns-advance",
                include_str!("../../../puzzles/huarong-dao/four-columns-advance.txt"),
            ),
            (
                "generals-at-the-camp",
                include_str!("../../../puzzles/huarong-dao/generals-at-the-camp.txt"),
            ),
            (
                "layers-of-defence",
                include_str!("../../../puzzles/huarong-dao/layers-of-defence.txt"),
            ),
            ("no-way-out", include_str!("../../../puzzles/huarong-dao/no-way-out.txt")),
            (
                "no-wings-will-help",
                include_str!("../../../puzzles/huarong-dao/no-wings-will-help.txt"),
            ),
            (
                "through-five-gates",
                include_str!("../../../puzzles/huarong-dao/through-five-gates.txt"),
            ),
        ],
    ),
    (
        "layton",
        &[
            (
                "a-troublesome-table",
                include_str!("../../../puzzles/layton/a-troublesome-table.txt"),
            ),
            ("cluttered-bag", include_str!("../../../puzzles/layton/cluttered-bag.txt")),
            ("grab-the-key", include_str!("../../../puzzles/layton/grab-the-key.txt")),
            ("jewel-swap", include_str!("../../../puzzles/layton/jewel-swap.txt")),
            ("royal-escape", include_str!("../../../puzzles/layton/royal-escape.txt")),
            (
                "taking-out-the-trash",
                include_str!("../../../puzzles/layton/taking-out-the-trash.txt"),
            ),
            ("ufo-sos", include_str!("../../../puzzles/layton/ufo-sos.txt")),
        ],
    ),
    (
        "odd-shapes",
        &[
            ("entanglement", include_str!("../../../puzzles/odd-shapes/entanglement.txt")),
            ("garbage-disposal", include_str!("../../../puzzles/odd-shapes/garbage-disposal.txt")),
            ("jagged-eight", include_str!("../../../puzzles/odd-shapes/jagged-eight.txt")),
            ("royal-escape-2", include_str!("../../../puzzles/odd-shapes/royal-escape-2.txt")),
            (
                "scattered-squares",
                include_str!("../../../puzzles/odd-shapes/scattered-squares.txt"),
            ),
            ("two-rails", include_str!("../../../puzzles/odd-shapes/two-rails.txt")),
        ],
    ),
    (
        "rush-hour",
        &[
            (
                "fifteen-slides-without-locks",
                include_str!("../../../puzzles/rush-hour/fifteen-slides-without-locks.txt"),
            ),
            (
                "fifty-eight-slides",
                include_str!("../../../puzzles/rush-hour/fifty-eight-slides.txt"),
            ),
            ("fifty-one-slides", include_str!("../../../puzzles/rush-hour/fifty-one-slides.txt")),
            (
                "ninety-three-steps",
                include_str!("../../../puzzles/rush-hour/ninety-three-steps.txt"),
            ),
            (
                "sixty-slides-without-locks",
                include_str!("../../../puzzles/rush-hour/sixty-slides-without-locks.txt"),
            ),
            ("sixty-slides", include_str!("../../../puzzles/rush-hour/sixty-slides.txt")),
        ],
    ),
    (
        "simple",
        &[
            (
                "corner-to-corner-132",
                include_str!("../../../puzzles/simple/corner-to-corner-132.txt"),
            ),
            (
                "corner-to-corner-3x3",
                include_str!("../../../puzzles/simple/corner-to-corner-3x3.txt"),
            ),
            (
                "corner-to-corner-4x5-153",
                include_str!("../../../puzzles/simple/corner-to-corner-4x5-153.txt"),
            ),
            (
                "corner-to-corner-4x5-235",
                include_str!("../../../puzzles/simple/corner-to-corner-4x5-235.txt"),
            ),
            (
                "corner-to-corner-81",
                include_str!("../../../puzzles/simple/corner-to-corner-81.txt"),
            ),
            (
                "corner-to-corner-89",
                include_str!("../../../puzzles/simple/corner-to-corner-89.txt"),
            ),
        ],
    ),
    (
        "studies",
        &[
            ("any-place-below", include_str!("../../../puzzles/studies/any-place-below.txt")),
            (
                "blocked-corner-twins",
                include_str!("../../../puzzles/studies/blocked-corner-twins.txt"),
            ),
            ("bolts", include_str!("../../../puzzles/studies/bolts.txt")),
            ("comb", include_str!("../../../puzzles/studies/comb.txt")),
            ("gather-the-gaps", include_str!("../../../puzzles/studies/gather-the-gaps.txt")),
            (
                "hooks-round-the-corner",
                include_str!("../../../puzzles/studies/hooks-round-the-corner.txt"),
            ),
            ("hooks", include_str!("../../../puzzles/studies/hooks.txt")),
            ("meshed-chessboards", include_str!("../../../puzzles/studies/meshed-chessboards.txt")),
            ("reverse-the-wagons", include_str!("../../../puzzles/studies/reverse-the-wagons.txt")),
            ("ring-and-pebble", include_str!("../../../puzzles/studies/ring-and-pebble.txt")),
            ("ring-road", include_str!("../../../puzzles/studies/ring-road.txt")),
            ("sixty-in-a-row", include_str!("../../../puzzles/studies/sixty-in-a-row.txt")),
            ("spiral", include_str!("../../../puzzles/studies/spiral.txt")),
            ("ten-columns", include_str!("../../../puzzles/studies/ten-columns.txt")),
        ],
    ),
    (
        "tiles",
        &[
            ("15-puzzle", include_str!("../../../puzzles/tiles/15-puzzle.txt")),
            ("24-puzzle", include_str!("../../../puzzles/tiles/24-puzzle.txt")),
            ("2x2", include_str!("../../../puzzles/tiles/2x2.txt")),
            ("2x5", include_str!("../../../puzzles/tiles/2x5.txt")),
            ("3x2", include_str!("../../../puzzles/tiles/3x2.txt")),
            ("4x2", include_str!("../../../puzzles/tiles/4x2.txt")),
            ("8-puzzle-hardest", include_str!("../../../puzzles/tiles/8-puzzle-hardest.txt")),
            ("8-puzzle-parity", include_str!("../../../puzzles/tiles/8-puzzle-parity.txt")),
            (
                "8-puzzle-row-or-snail",
                include_str!("../../../puzzles/tiles/8-puzzle-row-or-snail.txt"),
            ),
            ("two-gaps", include_str!("../../../puzzles/tiles/two-gaps.txt")),
        ],
    ),
];
