//! PNG pictures, decoded again.

use std::io::Cursor;

use sliding::Puzzle;
use sliding::puzzle::{Direction, Placement};
use sliding::report::draw::board::{MovedPiece, Painter};
use sliding::report::draw::{Theme, raster};
use sliding::report::palette::{Scheme, Tone, swatch};
use sliding::report::puzzle::sheet::puzzle_sheet;

use super::{ODD, appearance, parsed, puzzle, size};

/// A picture's width, height and colours, row by row.
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub colours: Vec<[u8; 3]>,
}

impl Picture {
    pub fn at(&self, x: f64, y: f64) -> [u8; 3] {
        self.colours[y as usize * self.width + x as usize]
    }

    pub fn count(&self, colour: [u8; 3]) -> usize {
        self.colours.iter().filter(|&&other| other == colour).count()
    }
}

fn drawn(puzzle: &Puzzle, theme: Theme, labels: bool) -> (Picture, f64) {
    let svg = puzzle_sheet(puzzle, "Odd", appearance(theme, labels).resolved());
    let png = raster::png(&svg).expect("a picture");
    let mut reader = png::Decoder::new(Cursor::new(png)).read_info().expect("a picture");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("a picture");
    let (width, height) = size(&parsed(&svg));
    assert_eq!((info.width, info.height), (2 * width, 2 * height));
    assert_eq!(info.color_type, png::ColorType::Rgba);
    let colours = bytes.chunks(4).map(|pixel| {
        assert_eq!(pixel[3], 255, "the ground is opaque");
        [pixel[0], pixel[1], pixel[2]]
    });
    let picture = Picture {
        width: info.width as usize,
        height: info.height as usize,
        colours: colours.collect(),
    };
    // Where the first board's upper left cell begins: the heading takes what the boards leave.
    let boards = 24.0 + 44.0 * (3.0 + 2.0 * 0.22);
    let frame = 44.0 * 0.22;
    (picture, f64::from(height) - boards + frame)
}

/// The middle of each cell of the start has the colour of what lies there.
#[test]
fn pieces_have_their_colours() {
    let odd = puzzle(ODD);
    for (theme, tone) in
        [(Theme::Auto, Tone::Light), (Theme::Light, Tone::Light), (Theme::Dark, Tone::Dark)]
    {
        let (picture, top) = drawn(&odd, theme, false);
        let left = (picture.width as f64 / 2.0 - (2.0 * 44.0 * 5.44 + 24.0)) / 2.0 + 44.0 * 0.22;
        let at = |row: f64, col: f64| {
            picture.at(2.0 * (left + 44.0 * (col + 0.3)), 2.0 * (top + 44.0 * (row + 0.3)))
        };
        let scheme = Scheme::of(tone);
        let fill = |kind| swatch(kind, tone).fill.0;
        assert_eq!(at(0.0, 0.0), fill(0));
        assert_eq!(at(1.0, 0.0), fill(0));
        assert_eq!(at(0.0, 2.0), fill(1));
        assert_eq!(at(0.0, 3.0), scheme.floor.0);
        assert_eq!(at(0.0, 4.0), fill(1));
        assert_eq!(at(1.0, 1.0), scheme.floor.0);
        assert_eq!(at(1.0, 2.0), scheme.wall.0);
        assert_eq!(at(1.0, 3.0), fill(2));
        assert_eq!(picture.at(1.0, 1.0), scheme.ground.0);
    }
}

/// No font of the system is used, so this holds on every machine.
#[test]
fn labels_are_drawn() {
    let odd = puzzle(ODD);
    let [without, with] = [false, true].map(|labels| drawn(&odd, Theme::Light, labels).0);
    assert_eq!((without.width, without.height), (with.width, with.height));
    let black = [0, 0, 0];
    assert!(with.count(black) > without.count(black) + 4 * 60, "{}", with.count(black));
}

/// What a goal wants is seen where cells are empty, and not in the gaps between pieces.
#[test]
fn targets_are_not_visible_between_pieces() {
    // The goal wants the flat piece where two pebbles lie, or one and an empty cell.
    for (start, is_seen) in [("11032", false), ("10132", true)] {
        let text = format!("2 x 4\n1 = 1\n2 = 11\n3 = 1\n{start}\n2??????\n");
        let puzzle = puzzle(&text);
        let painter = Painter::new(&puzzle, 44.0, false);
        let from = Placement { kind: 2, cell: 2 };
        let board =
            painter.board(puzzle.start(), &[MovedPiece { from, steps: &[Direction::Right] }]);
        let style =
            ".target{stroke:#ff0000}.piece{fill:#008000;stroke:#008000}.floor{fill:#0000ff}";
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300\" height=\"150\">\
             <style>{style}</style>{board}</svg>"
        );
        let png = raster::png(&svg).expect("a picture");
        let mut reader = png::Decoder::new(Cursor::new(png)).read_info().expect("a picture");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut bytes).expect("a picture");
        let red = bytes.chunks(4).filter(|pixel| pixel[0] > 40).count();
        assert_eq!(red > 0, is_seen, "{start}: {red} red pixels");
    }
}

#[test]
fn too_large_pictures_are_rejected() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"5000\" height=\"4000\"/>";
    let error = raster::png(svg).unwrap_err().to_string();
    assert_eq!(error, "a picture of 10000 x 8000 pixels is too large; SVG has no such limit");
}
