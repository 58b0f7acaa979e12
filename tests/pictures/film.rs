//! GIF, played by a decoder.

use std::io::Cursor;

use sliding::Puzzle;
use sliding::report::draw::{Appearance, Theme};
use sliding::report::palette::{Tone, swatch};
use sliding::report::solution::film::film;
use sliding::report::solution::motion::Speed;

use super::pixels::Picture;
use super::{EASY, appearance, puzzle, solved};

/// A film as the pictures that are seen one after the other, each with its time in hundredths of
/// a second.
struct Played {
    pictures: Vec<(Picture, u32)>,
}

impl Played {
    fn first(&self) -> &Picture {
        &self.pictures[0].0
    }

    fn last(&self) -> &Picture {
        &self.pictures.last().expect("a film has pictures").0
    }

    fn time(&self) -> u32 {
        self.pictures.iter().map(|(_, time)| time).sum()
    }
}

/// Puts a frame on the picture before.
fn put(
    before: Option<&Picture>,
    (width, height): (usize, usize),
    (x, y): (usize, usize),
    frame: (usize, &[[u8; 3]]),
) -> Picture {
    let blank = || vec![[0; 3]; width * height];
    let mut colours = before.map_or_else(blank, |before| before.colours.clone());
    for (row, line) in frame.1.chunks(frame.0).enumerate() {
        let from = (y + row) * width + x;
        colours[from..from + line.len()].copy_from_slice(line);
    }
    Picture { width, height, colours }
}

fn play_gif(bytes: &[u8]) -> Played {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(Cursor::new(bytes)).expect("a GIF");
    let size = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut pictures: Vec<(Picture, u32)> = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        let colours: Vec<[u8; 3]> =
            frame.buffer.chunks(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        let corner = (usize::from(frame.left), usize::from(frame.top));
        let before = pictures.last().map(|(picture, _)| picture);
        let picture = put(before, size, corner, (usize::from(frame.width), &colours));
        pictures.push((picture, u32::from(frame.delay)));
    }
    Played { pictures }
}

fn played(puzzle: &Puzzle, style: u8, appearance: Appearance, moves_per_second: f64) -> Played {
    let (style, outcome) = solved(puzzle, style);
    let speed = Speed::new(moves_per_second).expect("a speed");
    play_gif(&film(puzzle, "Film", style, &outcome, appearance, speed).expect("a film"))
}

/// The middle of a cell of a board of one row with three columns, in a film of the least width.
fn middle(picture: &Picture, col: f64) -> [u8; 3] {
    let left = (320.0 - 44.0 * 3.44) / 2.0 + 44.0 * 0.22;
    let bottom = picture.height as f64 - 24.0 - 44.0 * 0.22;
    picture.at(left + 44.0 * (col + 0.5), bottom - 22.0)
}

#[test]
fn pieces_slide_from_where_they_were_to_where_they_go() {
    for (theme, tone) in [(Theme::Light, Tone::Light), (Theme::Dark, Tone::Dark)] {
        let film = played(&puzzle(EASY), 2, appearance(theme, false), 2.0);
        let piece = swatch(0, tone).fill.0;
        assert_eq!(middle(film.first(), 0.0), piece);
        assert_ne!(middle(film.first(), 2.0), piece);
        assert_eq!(middle(film.last(), 2.0), piece);
        assert_ne!(middle(film.last(), 0.0), piece);
        // On the way it covers the cell between them.
        assert!(film.pictures.iter().any(|(picture, _)| {
            middle(picture, 1.0) == piece && middle(picture, 2.0) != piece
        }));
        // One second, half a second for the move, and two and a half.
        assert_eq!(film.time(), 400);
    }
}

#[test]
fn the_frame_count_matches_the_speed() {
    // A second has 25 frames, of which pieces slide in seven tenths of the time.
    for (speed, frames) in [(0.5, 1 + 35), (2.0, 1 + 8), (20.0, 1 + 1)] {
        let film = played(&puzzle(EASY), 2, Appearance::default(), speed);
        assert_eq!(film.pictures.len(), frames, "{speed}");
    }
}

#[test]
fn without_a_solution_nothing_moves() {
    let film = played(&puzzle("1 x 3\n1 = 1\n2 = 1\n12\n21\n"), 2, Appearance::default(), 2.0);
    assert_eq!(film.pictures.len(), 1);
}
