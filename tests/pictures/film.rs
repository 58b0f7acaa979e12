//! GIF and APNG, played by decoders.

use std::io::Cursor;

use sliding::Puzzle;
use sliding::report::draw::{Appearance, Theme};
use sliding::report::palette::{Tone, swatch};
use sliding::report::solution::film::{FilmFormat, film};
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

fn play_apng(bytes: &[u8]) -> Played {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().expect("a PNG");
    let size = (reader.info().width as usize, reader.info().height as usize);
    let frames = reader.info().animation_control().expect("an animation").num_frames;
    let mut pictures: Vec<(Picture, u32)> = Vec::new();
    for _ in 0..frames {
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut bytes).expect("a frame");
        let control = reader.info().frame_control.expect("a frame");
        let (x, y) = (control.x_offset as usize, control.y_offset as usize);
        let colours: Vec<[u8; 3]> = bytes[..info.buffer_size()]
            .chunks(3)
            .map(|pixel| [pixel[0], pixel[1], pixel[2]])
            .collect();
        let before = pictures.last().map(|(picture, _)| picture);
        let picture = put(before, size, (x, y), (info.width as usize, &colours));
        assert_eq!(control.delay_den, 100);
        pictures.push((picture, u32::from(control.delay_num)));
    }
    Played { pictures }
}

fn played(
    puzzle: &Puzzle,
    style: u8,
    appearance: Appearance,
    moves_per_second: f64,
) -> [Played; 2] {
    let (style, outcome) = solved(puzzle, style);
    let speed = Speed::new(moves_per_second).expect("a speed");
    let make =
        |form| film(puzzle, "Film", style, &outcome, appearance, speed, form).expect("a film");
    [play_gif(&make(FilmFormat::Gif)), play_apng(&make(FilmFormat::Apng))]
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
        for film in played(&puzzle(EASY), 2, appearance(theme, false), 2.0) {
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
}

#[test]
fn the_frame_count_matches_the_speed() {
    // A second has 25 frames, of which pieces slide in seven tenths of the time.
    for (speed, frames) in [(0.5, 1 + 35), (2.0, 1 + 8), (20.0, 1 + 1)] {
        for film in played(&puzzle(EASY), 2, Appearance::default(), speed) {
            assert_eq!(film.pictures.len(), frames, "{speed}");
        }
    }
}

/// What one film shows, the other shows: only that GIF may lack a few colours along the edges.
#[test]
fn gif_and_apng_agree() {
    let pair = puzzle("2 x 3\n1 = 1\n2 = 1/1\n3 = 1\n2103\n02103\n");
    let [gif, apng] = played(&pair, 4, appearance(Theme::Light, true), 4.0);
    assert_eq!(gif.pictures.len(), apng.pictures.len());
    for ((gif, gif_time), (apng, apng_time)) in gif.pictures.iter().zip(&apng.pictures) {
        assert_eq!((gif.width, gif.height, gif_time), (apng.width, apng.height, apng_time));
        let off = gif.colours.iter().zip(&apng.colours).map(|(a, b)| {
            a.iter().zip(b).map(|(&a, &b)| u32::from(a.abs_diff(b))).max().unwrap_or(0)
        });
        let off = off.max();
        assert!(off <= Some(24), "{off:?}");
    }
}

#[test]
fn without_a_solution_nothing_moves() {
    for film in played(&puzzle("1 x 3\n1 = 1\n2 = 1\n12\n21\n"), 2, Appearance::default(), 2.0) {
        assert_eq!(film.pictures.len(), 1);
    }
}
