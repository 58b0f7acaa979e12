//! The colour of a terminal's 256 that comes nearest to another.
//!
//! Numbers 16 to 231 are a cube with six levels of red, green and blue, and 232 to 255 a ramp of
//! greys. (The first 16 are what their user likes.) Two of them are candidates: the cube's colour
//! whose parts are nearest one by one, and the grey that is as light.

use super::palette::Rgb;

/// The levels of the cube.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Where the next level becomes the nearer one. The first step is the widest, and above its dark
/// half the eye sees more of a difference to black than to the level.
const BORDERS: [u8; 5] = [36, 115, 154, 196, 235];

/// The number of the colour that comes nearest.
pub fn nearest(color: Rgb) -> u8 {
    let levels = color.0.map(|part| BORDERS.iter().filter(|&&border| border <= part).count());
    let in_cube = Rgb(levels.map(|level| LEVELS[level]));
    let step = grey_step(color);
    let grey = Rgb([8 + 10 * step; 3]);
    if distance(color, in_cube) < distance(color, grey) {
        let [red, green, blue] = levels.map(|level| level as u8);
        16 + 36 * red + 6 * green + blue
    } else {
        232 + step
    }
}

/// The step of the ramp that is as light as a colour, by the weights of ITU-R BT.709.
fn grey_step(Rgb([red, green, blue]): Rgb) -> u8 {
    let sum = 2126 * u32::from(red) + 7152 * u32::from(green) + 722 * u32::from(blue);
    let light = (sum + 5000) / 10_000;
    (light.saturating_sub(3) / 10).min(23) as u8
}

/// How different two colours look, by Thiadmer Riemersma's formula: the redder both are, the more
/// red counts, and the less blue.
fn distance(Rgb(one): Rgb, Rgb(other): Rgb) -> i32 {
    let [red, green, blue] = [0, 1, 2].map(|part| {
        let difference = i32::from(one[part]) - i32::from(other[part]);
        difference * difference
    });
    let reds = i32::from(one[0]) + i32::from(other[0]);
    (1024 + reds) * red + 2048 * green + (1534 - reds) * blue
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::MAX_KINDS;
    use crate::report::palette::{Tone, swatch};

    fn shown(number: u8) -> Rgb {
        match number.checked_sub(232) {
            Some(step) => Rgb([8 + 10 * step; 3]),
            None => {
                let number = number - 16;
                Rgb([number / 36, number / 6 % 6, number % 6].map(|l| LEVELS[usize::from(l)]))
            }
        }
    }

    #[test]
    fn colours_of_the_terminal_are_their_own() {
        for number in 16..=255 {
            assert_eq!(shown(nearest(shown(number))), shown(number), "{number}");
        }
        assert_eq!([[0; 3], [255; 3], [255, 0, 0]].map(|part| nearest(Rgb(part))), [16, 231, 196]);
    }

    /// What the kinds of pieces have always looked like.
    #[test]
    fn kinds_keep_their_colours() {
        let kinds: Vec<u8> =
            (0..MAX_KINDS).map(|kind| nearest(swatch(kind, Tone::Light).fill)).collect();
        assert_eq!(kinds, KINDS);
    }

    #[rustfmt::skip]
    const KINDS: [u8; MAX_KINDS] = [
        110, 215, 168, 151, 104, 222, 66, 173, 166, 145, 195, 75, 153, 109, 178,
        137, 158, 150, 172, 248, 221, 68, 116, 71, 186, 74, 152, 111, 71, 109,
        144, 153, 103, 151, 228, 98, 157, 152, 97, 215, 158, 179, 137, 132, 173,
        246, 221, 179, 193, 137, 110, 180, 153, 209, 104, 68, 138, 100, 74, 115,
    ];
}
