//! Films: a solution as GIF, with every piece rendered once and then moved.
//!
//! The ground is one picture and each piece another, rendered from the same SVG as all other
//! pictures. A frame is the ground with the pieces on it. Only the first one is stored in full; the
//! others store the rectangle that has changed.

use std::collections::HashMap;

use gif::Repeat;
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::motion::{REST, Speed, along, tracks};
use super::verdict;
use crate::engine::query::Answer;
use crate::puzzle::{Direction, Placement, Puzzle, Solution, Style};
use crate::report::draw::appearance::style_sheet_of;
use crate::report::draw::board::{LARGE, Painter, unit};
use crate::report::draw::layout::{Heading, single};
use crate::report::draw::outline::cells;
use crate::report::draw::raster::{RenderError, pixels};
use crate::report::draw::{Appearance, outline};

/// Hundredths of a second per frame during movement. Some programs do not honour shorter ones.
const TICK: u16 = 4;

/// Renders a solution as a looping GIF. Without a solution, it is one picture of the start, with
/// the reason. `name` is the heading.
///
/// Takes time in proportion to the number of frames times the size of one: 25 per second while
/// pieces slide.
///
/// # Errors
///
/// Returns an error if the picture would be too large.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::report::draw::Appearance;
/// use sliding::report::solution::{film::film, motion::Speed};
/// use sliding::solve::{Budget, Query, solve};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse()?;
/// let style = Style::STEP;
/// let answer = solve(&Query::new(&puzzle, style), &Budget::default(), &mut ())?;
/// let (appearance, speed) = (Appearance::default(), Speed::default());
/// let gif = film(&puzzle, "Easy", style, &answer, appearance, speed)?;
/// assert!(gif.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn film(
    puzzle: &Puzzle,
    name: &str,
    style: Style,
    outcome: &Answer,
    appearance: Appearance,
    speed: Speed,
) -> Result<Vec<u8>, RenderError> {
    let stays = Solution::default();
    let solution = outcome.solution.as_ref().unwrap_or(&stays);
    let scene = Scene::new(puzzle, name, &verdict(style, outcome), appearance.resolved())?;
    let shots = shots(solution, speed);
    gif(&scene, &shots, &mut FrameRenderer::new(&scene, puzzle, solution))
}

/// The ground, and the pieces at their first places.
struct Scene {
    ground: Pixmap,
    /// In the order of the puzzle's start.
    sprites: Vec<Sprite>,
    /// The drawing order of the pieces.
    order: Vec<usize>,
    /// Pixels of a cell's side.
    unit: f64,
}

struct Sprite {
    body: Pixmap,
    /// The label, which lies above the ties of all pieces.
    label: Option<Pixmap>,
    x: i32,
    y: i32,
}

impl Sprite {
    /// Renders a piece of a board whose upper left cell has its corner there.
    fn new(
        puzzle: &Puzzle,
        piece: Placement,
        painter: &Painter,
        corner: (f64, f64),
        colours: &str,
        has_label: bool,
    ) -> Result<Self, RenderError> {
        let cells = cells(puzzle, piece);
        let unit = painter.unit();
        let span = |of: fn(&outline::OutlineCell) -> i32, corner: f64| {
            let (least, most) = cells
                .iter()
                .map(of)
                .fold((i32::MAX, 0), |(least, most), at| (least.min(at), most.max(at + 1)));
            // A pixel more on either side, for fractional positions.
            let from = (corner + f64::from(least) * unit).floor() - 1.0;
            (from, f64::from(most - least) * unit + 3.0)
        };
        let (x, width) = span(|cell| cell.1, corner.0);
        let (y, height) = span(|cell| cell.0, corner.1);
        let (right, down) = (corner.0 - x, corner.1 - y);
        let layer = |draw: &dyn Fn(&mut String)| {
            let mut svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
                 {colours}<g transform=\"translate({right} {down})\">"
            );
            draw(&mut svg);
            pixels(&(svg + "</g></svg>"), 1.0)
        };
        let body = layer(&|svg| {
            painter.cover_targets_below(svg, piece);
            painter.piece(svg, piece, false);
        })?;
        let label = has_label.then(|| layer(&|svg| painter.label(svg, &puzzle.names(), piece)));
        Ok(Sprite { body, label: label.transpose()?, x: x as i32, y: y as i32 })
    }
}

impl Scene {
    fn new(
        puzzle: &Puzzle,
        name: &str,
        note: &str,
        appearance: Appearance,
    ) -> Result<Self, RenderError> {
        // Whole pixels, so that pieces look the same in all resting places.
        let unit = unit(puzzle, LARGE).floor();
        let painter = Painter::new(puzzle, unit, appearance.labels);
        let colours = style_sheet_of(puzzle, appearance.theme);
        let notes = [note.to_owned()];
        let heading = Heading { name, notes: &notes };
        let (page, (left, top)) = single(&heading, &colours, painter.extent());
        let (begin, targets) = (painter.begin(), painter.targets());
        let ground = format!(
            "{page}<g transform=\"translate({left} {top})\">{begin}{targets}</g></g></svg>"
        );
        let corner = (left + painter.frame(), top + painter.frame());
        let sprite =
            |&piece| Sprite::new(puzzle, piece, &painter, corner, &colours, appearance.labels);
        let sprites = puzzle.start().placements().iter().map(sprite);
        Ok(Scene {
            ground: pixels(&ground, 1.0)?,
            sprites: sprites.collect::<Result<_, RenderError>>()?,
            order: painter.order(puzzle.start()),
            unit,
        })
    }

    fn width(&self) -> usize {
        self.ground.width() as usize
    }

    /// Returns red, green and blue of all pixels, with every piece offset by rows and columns from
    /// its first place.
    fn show(&self, offsets: &[(f64, f64)]) -> Vec<u8> {
        let mut picture = self.ground.clone();
        let mut put = |i: usize, pixels: &Pixmap| {
            let (sprite, (rows, cols)) = (&self.sprites[i], offsets[i]);
            let x = sprite.x + (cols * self.unit).round() as i32;
            let y = sprite.y + (rows * self.unit).round() as i32;
            let (paint, stays) = (PixmapPaint::default(), Transform::identity());
            picture.draw_pixmap(x, y, pixels.as_ref(), &paint, stays, None);
        };
        self.order.iter().for_each(|&i| put(i, &self.sprites[i].body));
        for (i, sprite) in self.sprites.iter().enumerate() {
            sprite.label.iter().for_each(|label| put(i, label));
        }
        // The ground is opaque, so every pixel is.
        let colours = picture.pixels().iter();
        colours.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect()
    }
}

/// A moment of the film.
struct FilmMoment {
    /// The move, and the fraction of it that is made. `None` is the start.
    moment: Option<(usize, f64)>,
    /// Its duration, in hundredths of a second.
    delay: u16,
}

/// Returns the moments of a film. The pieces of a move accelerate and slow down again.
fn shots(solution: &Solution, speed: Speed) -> Vec<FilmMoment> {
    let hundredths = |seconds: f64| (100.0 * seconds).round() as u16;
    let mut shots = vec![FilmMoment { moment: None, delay: hundredths(REST.0) }];
    let ticks = (hundredths(speed.sliding()) / TICK).max(1);
    for number in 0..solution.moves.len() {
        for tick in 1..=ticks {
            let part = f64::from(tick) / f64::from(ticks);
            let smooth = part * part * (3.0 - 2.0 * part);
            shots.push(FilmMoment { moment: Some((number, smooth)), delay: TICK });
        }
        let last = shots.last_mut().expect("a move has ticks");
        last.delay = (hundredths(speed.each()) - (ticks - 1) * TICK).max(2);
    }
    shots.last_mut().expect("there is the start").delay += hundredths(REST.1);
    shots
}

/// The difference from the frame before.
struct FrameChange {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    /// Red, green and blue of its pixels.
    colours: Vec<u8>,
}

/// Renders the shots of a solution one after the other.
struct FrameRenderer<'a> {
    scene: &'a Scene,
    /// For each move, its pieces and the steps.
    moves: Vec<(Vec<usize>, &'a [Direction])>,
    /// Number of moves made in full.
    made: usize,
    /// The offsets of the pieces after these.
    offsets: Vec<(f64, f64)>,
    /// The picture before.
    before: Vec<u8>,
}

impl<'a> FrameRenderer<'a> {
    fn new(scene: &'a Scene, puzzle: &Puzzle, solution: &'a Solution) -> Self {
        let steps = solution.moves.iter().map(|step| (Vec::new(), &step.steps[..]));
        let mut moves: Vec<(Vec<usize>, &[Direction])> = steps.collect();
        for (piece, track) in tracks(puzzle, solution).iter().enumerate() {
            track.slides.iter().for_each(|&(number, _)| moves[number].0.push(piece));
        }
        let offsets = vec![(0.0, 0.0); scene.sprites.len()];
        Self { scene, moves, made: 0, offsets, before: Vec::new() }
    }

    /// Renders the next shot, which must not be before the last one.
    fn frame(&mut self, shot: &FilmMoment) -> FrameChange {
        let mut offsets = self.offsets.clone();
        if let Some((number, part)) = shot.moment {
            let move_on = |offsets: &mut [(f64, f64)], number: usize, part| {
                let (movers, steps) = &self.moves[number];
                let (rows, cols) = along(steps, part);
                for &mover in movers {
                    offsets[mover].0 += rows;
                    offsets[mover].1 += cols;
                }
            };
            while self.made < number {
                move_on(&mut self.offsets, self.made, 1.0);
                self.made += 1;
            }
            offsets.clone_from(&self.offsets);
            move_on(&mut offsets, number, part);
        }
        let after = self.scene.show(&offsets);
        let frame = difference(&self.before, &after, self.scene.width());
        self.before = after;
        frame
    }
}

/// Returns the smallest rectangle in which two pictures of the same size differ, of at least one
/// pixel. Everything differs from an empty picture.
fn difference(before: &[u8], after: &[u8], width: usize) -> FrameChange {
    let bytes = 3 * width;
    let (mut rows, mut cols) = ((usize::MAX, 0), (usize::MAX, 0));
    if before.is_empty() {
        (rows, cols) = ((0, after.len() / bytes - 1), (0, width - 1));
    }
    let lines = before.chunks_exact(bytes).zip(after.chunks_exact(bytes)).enumerate();
    for (row, (before, after)) in lines.filter(|(_, (before, after))| before != after) {
        let differs = |col: &usize| before[3 * col..3 * col + 3] != after[3 * col..3 * col + 3];
        let first = (0..width).find(differs).unwrap_or(0);
        let last = (0..width).rfind(differs).unwrap_or(0);
        rows = (rows.0.min(row), row);
        cols = (cols.0.min(first), cols.1.max(last));
    }
    let (y, x) = (rows.0.min(rows.1), cols.0.min(cols.1));
    let (height, width) = (rows.1 - y + 1, cols.1 - x + 1);
    let line = |row: usize| &after[row * bytes + 3 * x..][..3 * width];
    let colours = (y..y + height).flat_map(line).copied().collect();
    FrameChange { x, y, width, height, colours }
}

fn gif(
    scene: &Scene,
    shots: &[FilmMoment],
    renderer: &mut FrameRenderer,
) -> Result<Vec<u8>, RenderError> {
    let fails = |error: gif::EncodingError| RenderError::Encoding(error.to_string());
    let (width, height) = (scene.ground.width(), scene.ground.height());
    let too_large =
        |_| RenderError::TooLarge { width: u64::from(width), height: u64::from(height) };
    let [wide, high] = [u16::try_from(width), u16::try_from(height)];
    let (wide, high) = (wide.map_err(too_large)?, high.map_err(too_large)?);
    let mut colours = Colours::of(&scene.show(&renderer.offsets));
    let mut file = Vec::new();
    let mut encoder = gif::Encoder::new(&mut file, wide, high, &colours.table).map_err(fails)?;
    encoder.set_repeat(Repeat::Infinite).map_err(fails)?;
    for shot in shots {
        let frame = renderer.frame(shot);
        let numbers = frame.colours.chunks_exact(3).map(|colour| colours.number(colour));
        // Nothing is larger than the whole picture, which fits.
        let [x, y, width, height] =
            [frame.x, frame.y, frame.width, frame.height].map(|length| length as u16);
        let frame = gif::Frame {
            delay: shot.delay,
            left: x,
            top: y,
            width,
            height,
            buffer: numbers.collect::<Vec<u8>>().into(),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(fails)?;
    }
    drop(encoder);
    Ok(file)
}

/// The colours of a GIF: the 256 most frequent ones of its first frame, in which all pieces are
/// visible. The remaining ones are blends at edges, and are replaced by the nearest.
struct Colours {
    /// Red, green and blue of each.
    table: Vec<u8>,
    /// The number of every colour looked up.
    numbers: HashMap<[u8; 3], u8>,
}

impl Colours {
    fn of(picture: &[u8]) -> Self {
        let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
        for colour in picture.chunks_exact(3) {
            *counts.entry([colour[0], colour[1], colour[2]]).or_default() += 1;
        }
        let mut colours: Vec<_> = counts.into_iter().collect();
        colours.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let table = colours.into_iter().take(256).flat_map(|(colour, _)| colour).collect();
        Colours { table, numbers: HashMap::new() }
    }

    /// Returns the number of the nearest colour.
    fn number(&mut self, colour: &[u8]) -> u8 {
        let table = &self.table;
        *self.numbers.entry([colour[0], colour[1], colour[2]]).or_insert_with(|| {
            let off = |number: &usize| -> u32 {
                let there = &table[3 * number..3 * number + 3];
                colour.iter().zip(there).map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum()
            };
            (0..table.len() / 3).min_by_key(off).unwrap_or(0) as u8
        })
    }
}
