//! The colours can be told apart and read, by colour-blind people, too.

use sliding::puzzle::MAX_KINDS;
use sliding::report::palette::{Rgb, Scheme, Swatch, Tone, swatch};

type Matrix = [[f64; 3]; 3];

/// Simulates eyes without red receptors, and eyes without green ones: G. M. Machado, M. M. Oliveira,
/// L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009.
const COLOUR_BLIND: [Matrix; 2] = [
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
];

/// To coordinates in which equal distances look equal: B. Ottosson, "A perceptual color space for
/// image processing", 2020. Light to cones, and the cube roots of these to the coordinates.
const OKLAB: [Matrix; 2] = [
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ],
];

fn times(matrix: &Matrix, of: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(of).map(|(factor, part)| factor * part).sum())
}

/// The colour as each of the three eyes sees it.
fn seen(colour: Rgb) -> [[f64; 3]; 3] {
    let light = colour.0.map(|part| match f64::from(part) / 255.0 {
        part if part <= 0.04045 => part / 12.92,
        part => ((part + 0.055) / 1.055).powf(2.4),
    });
    let oklab = |light| times(&OKLAB[1], times(&OKLAB[0], light).map(f64::cbrt));
    let [red, green] =
        COLOUR_BLIND.map(|eye| oklab(times(&eye, light).map(|part| part.clamp(0.0, 1.0))));
    [oklab(light), red, green]
}

/// The difference of two colours for the eye that sees the least of it. About 0.02 is what most
/// people notice side by side.
fn difference(one: Rgb, other: Rgb) -> f64 {
    let apart = |(a, b): ([f64; 3], [f64; 3])| {
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    };
    seen(one).into_iter().zip(seen(other)).map(apart).fold(9.0, f64::min)
}

#[test]
fn all_colours_differ_and_can_be_read() {
    // Black on white has the highest contrast there is, by the rules for web pages.
    assert!((Rgb([0; 3]).contrast(Rgb([255; 3])) - 21.0).abs() < 1e-9);
    // The least difference of any two, of neighbours, and of the first sixteen: few puzzles have
    // more kinds.
    for (tone, any_two, neighbours, first) in
        [(Tone::Light, 0.028, 0.049, 0.04), (Tone::Dark, 0.02, 0.043, 0.04)]
    {
        let swatches: Vec<Swatch> = (0..MAX_KINDS).map(|kind| swatch(kind, tone)).collect();
        for (i, one) in swatches.iter().enumerate() {
            assert!(one.fill.contrast(one.label) >= 4.5, "{tone:?} {i}");
            for (j, other) in swatches[..i].iter().enumerate() {
                let least = if j + 1 == i { neighbours } else { any_two };
                let least = if i < 16 { f64::max(least, first) } else { least };
                let found = difference(one.fill, other.fill);
                assert!(found >= least, "{tone:?} {i} and {j}: {found}");
            }
        }
        let scheme = Scheme::of(tone);
        for ink in [scheme.ink, scheme.faint, scheme.accent] {
            for ground in [scheme.ground, scheme.floor] {
                assert!(ink.contrast(ground) >= 4.5, "{ink} on {ground}");
            }
        }
    }
}
