//! GIF, played by a decoder.

use std::io::Cursor;

use sliding::puzzle::Style;
use sliding::report::palette::{Tone, swatch};
use sliding::report::scene::{Appearance, Theme};
use sliding::report::solution::animation::animated;
use sliding::report::solution::motion::Speed;

use super::pixels::Picture;
use super::{EASY, puzzle, solved};

/// The pictures of a film, one after the other, and their time in hundredths of a second.
fn played(text: &str, appearance: Appearance, moves_per_second: f64) -> (Vec<Picture>, u32) {
    let puzzle = puzzle(text);
    let outcome = solved(&puzzle, Style::WALK);
    let speed = Speed::new(moves_per_second).expect("a speed");
    let film = animated(&puzzle, "Film", Style::WALK, &outcome, appearance, speed);
    let bytes = film.gif().expect("a film");
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(Cursor::new(bytes)).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let (mut pictures, mut time) = (Vec::new(), 0);
    let mut colours = vec![[0; 3]; width * height];
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        // It is put on the picture before.
        let [left, top, wide] = [frame.left, frame.top, frame.width].map(usize::from);
        for (index, pixel) in frame.buffer.chunks(4).enumerate() {
            let at = (top + index / wide) * width + left + index % wide;
            colours[at].copy_from_slice(&pixel[..3]);
        }
        time += u32::from(frame.delay);
        pictures.push(Picture { width, height, colours: colours.clone() });
    }
    (pictures, time)
}

#[test]
fn pieces_slide_from_where_they_were_to_where_they_go() {
    for (theme, tone) in [(Theme::Light, Tone::Light), (Theme::Dark, Tone::Dark)] {
        let (pictures, time) = played(EASY, Appearance { theme, labels: false }, 2.0);
        // Which of the three cells, in a film of the least width, have the piece's colour.
        let covered = pictures.iter().map(|picture| {
            let left = 24.0 + 44.0 * 0.22;
            let bottom = picture.height as f64 - 24.0 - 44.0 * 0.22;
            [0.5, 1.5, 2.5]
                .map(|col| picture.at(left + 44.0 * col, bottom - 22.0) == swatch(0, tone).fill.0)
        });
        let covered: Vec<_> = covered.collect();
        assert_eq!(covered[0], [true, false, false]);
        assert_eq!(covered.last(), Some(&[false, false, true]));
        // On the way it covers the cell between them.
        assert!(covered.iter().any(|&[_, middle, last]| middle && !last));
        // One second, half a second for the move, and two and a half.
        assert_eq!(time, 400);
    }
}

/// A second has 25 frames at most while pieces slide, in seven tenths of the time. Without a solution
/// nothing moves.
#[test]
fn the_frame_count_matches_the_speed() {
    let hopeless = "1 x 3\n1 = 1\n2 = 1\n12\n21\n";
    for (text, speed, frames) in
        [(EASY, 0.5, 1 + 35), (EASY, 2.0, 1 + 8), (EASY, 20.0, 1 + 1), (hopeless, 2.0, 1)]
    {
        let found = played(text, Appearance::default(), speed).0.len();
        // The slowest pieces need more than one frame to move by a pixel.
        assert!(frames - frames / 8 <= found && found <= frames + 1, "{speed}: {found}");
    }
}
