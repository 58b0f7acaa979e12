//! PNG pictures, decoded again.

use std::io::Cursor;

use sliding::Puzzle;
use sliding::report::palette::{Scheme, Tone, swatch};
use sliding::report::puzzle::sheet::puzzle_sheet;
use sliding::report::scene::{Appearance, Scene, Theme};

use super::{ODD, puzzle};

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
}

/// A picture in pixels, which are opaque.
fn pixels(scene: &Scene) -> Picture {
    let png = scene.png().expect("a picture");
    let mut reader = png::Decoder::new(Cursor::new(png)).read_info().expect("a picture");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("a picture");
    assert_eq!(info.color_type, png::ColorType::Rgba);
    let colours = bytes.chunks(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    assert!(bytes.iter().skip(3).step_by(4).all(|&alpha| alpha == 255));
    Picture { width: info.width as usize, height: info.height as usize, colours }
}

fn sheet(puzzle: &Puzzle, name: &str, theme: Theme, labels: bool) -> Scene {
    puzzle_sheet(puzzle, name, Appearance { theme, labels })
}

/// Each cell of the start has the colour of what lies there.
#[test]
fn pieces_have_their_colours() {
    let odd = puzzle(ODD);
    for (theme, tone) in
        [(Theme::Auto, Tone::Light), (Theme::Light, Tone::Light), (Theme::Dark, Tone::Dark)]
    {
        let scene = sheet(&odd, "Odd", theme, false);
        let picture = pixels(&scene);
        let size = [f64::from(scene.size.0), f64::from(scene.size.1)];
        assert_eq!([picture.width, picture.height], size.map(|side| 2 * side as usize));
        // Two boards with frames and a space between them, and a margin below.
        let frame = 44.0 * 0.22;
        let left = 24.0 + frame;
        let top = size[1] - 24.0 - 44.0 * 3.44 + frame;
        let scheme = Scheme::of(tone);
        for (index, cell) in "AAB.BA.#C......".chars().enumerate() {
            let at = |cell: usize| 44.0 * (cell as f64 + 0.3);
            let colour = picture.at(2.0 * (left + at(index % 5)), 2.0 * (top + at(index / 5)));
            let wanted = match cell {
                '.' => scheme.floor,
                '#' => scheme.wall,
                kind => swatch(kind as usize - 'A' as usize, tone).fill,
            };
            assert_eq!(colour, wanted.0, "cell {index}");
        }
        assert_eq!(picture.at(1.0, 1.0), scheme.ground.0);
    }
}

/// No font of the system is used, so this holds on every machine.
#[test]
fn labels_are_drawn() {
    let odd = puzzle(ODD);
    let [without, with] = [false, true].map(|labels| {
        let picture = pixels(&sheet(&odd, "Odd", Theme::Light, labels));
        let black = picture.colours.iter().filter(|&&colour| colour == [0; 3]).count();
        (picture.width, picture.height, black)
    });
    assert_eq!((without.0, without.1), (with.0, with.1));
    assert!(with.2 > without.2 + 4 * 60, "{with:?}");
    // One ellipsis stands for all letters in a row that the font does not have.
    let [other, missing, shown] = ["Klotski", "華容道 Klotski 漢", "… Klotski …"]
        .map(|name| pixels(&sheet(&odd, name, Theme::Light, false)).colours);
    assert!(missing == shown && shown != other);
}

#[test]
fn too_large_pictures_are_rejected() {
    let mut scene = sheet(&puzzle(ODD), "Odd", Theme::Light, false);
    scene.size = (5000, 4000);
    let error = scene.png().unwrap_err().to_string();
    assert_eq!(error, "a picture of 10000 x 8000 pixels is too large; SVG has no such limit");
}
