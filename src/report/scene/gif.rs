//! Scenes as GIF, with every group that moves drawn once and then put where it is.
//!
//! A frame is the ground with the groups on it, in whole pixels. Only the first one is stored in
//! full; the others store the rectangle that has changed.

use std::cmp::Reverse;

use ahash::AHashMap;
use gif::{Encoder, Frame, Repeat};
use tiny_skia::{Color, IntRect, Pixmap, PixmapPaint, Transform};

use super::pixels::{Canvas, TooManyPixels};
use crate::report::*;

/// Hundredths of a second per frame during movement. Some programs do not honour shorter ones.
const TICK: u16 = 4;

const MEMORY: &str = "memory takes all that is written";

impl Scene {
    /// Returns a looping GIF of a picture that moves.
    ///
    /// Takes time in proportion to the number of frames times the size of one: 25 per second while
    /// something moves.
    ///
    /// # Errors
    ///
    /// Returns an error if the picture would be too large.
    pub fn gif(&self) -> Result<Vec<u8>, TooManyPixels> {
        let (width, height) = self.size;
        if width.max(height) > u16::MAX.into() {
            return Err(TooManyPixels { width: width.into(), height: height.into() });
        }
        let mut ground = Canvas::new(self, 1.0)?;
        ground.is_ground = true;
        ground.draw(&self.shapes, Transform::identity());
        let mut layer = Canvas::new(self, 1.0)?;
        let mut before = layer.pixels.clone();
        let mut sprites = Vec::new();
        for (track, at, shapes) in ground.moving {
            layer.draw(shapes, at);
            let (area, sprite) = changed(&before, &layer.pixels);
            sprites.push((track, area, sprite));
            layer.pixels.fill(Color::TRANSPARENT);
        }
        let show = |offsets: &[(i32, i32)]| {
            let mut picture = ground.pixels.clone();
            for (track, area, sprite) in &sprites {
                let (x, y) = (area.x() + offsets[*track].0, area.y() + offsets[*track].1);
                let (paint, as_is) = (PixmapPaint::default(), Transform::identity());
                picture.draw_pixmap(x, y, sprite.as_ref(), &paint, as_is, None);
            }
            picture
        };
        let frames = frames(&self.motion);
        let table = table(&show(&frames[0].1));
        // The number of every colour looked up.
        let mut numbers: AHashMap<[u8; 3], u8> = AHashMap::new();
        let palette = table.as_flattened();
        let encoder = Encoder::new(Vec::new(), width as u16, height as u16, palette);
        let mut encoder = encoder.expect(MEMORY);
        encoder.set_repeat(Repeat::Infinite).expect(MEMORY);
        for (delay, offsets) in frames {
            let picture = show(&offsets);
            let (area, pixels) = changed(&before, &picture);
            let mut buffer = Vec::new();
            for colour in colours(&pixels) {
                buffer.push(*numbers.entry(colour).or_insert_with(|| nearest(&table, colour)));
            }
            let frame = Frame {
                delay,
                // Nothing is larger than the whole picture, which fits.
                left: area.x() as u16,
                top: area.y() as u16,
                width: area.width() as u16,
                height: area.height() as u16,
                buffer: buffer.into(),
                ..Frame::default()
            };
            encoder.write_frame(&frame).expect(MEMORY);
            before = picture;
        }
        Ok(encoder.into_inner().expect(MEMORY))
    }
}

/// Returns the frames of a motion: the hundredths of a second for which each stands, and the
/// displacement of each track in whole pixels.
fn frames(motion: &Motion) -> Vec<(u16, Vec<(i32, i32)>)> {
    let mut frames: Vec<(u16, Vec<(i32, i32)>)> = Vec::new();
    let end = (100.0 * motion.seconds).round() as usize;
    for hundredth in (0..end.max(1)).step_by(TICK.into()) {
        let places = motion.tracks.iter().map(|track| place(track, hundredth as f64 / 100.0));
        let places = Vec::from_iter(places);
        let delay = TICK.min((end - hundredth) as u16);
        match frames.last_mut() {
            Some((time, last)) if *last == places => *time = time.saturating_add(delay),
            _ => frames.push((delay, places)),
        }
    }
    frames
}

/// Returns the displacement at a time. What moves accelerates and slows down again.
fn place(track: &[(f64, Point)], time: f64) -> (i32, i32) {
    let next = track.partition_point(|(moment, _)| *moment <= time);
    let Some(&(from, (x, y))) = next.checked_sub(1).map(|last| &track[last]) else {
        return (0, 0);
    };
    let &(to, (to_x, to_y)) = track.get(next).unwrap_or(&(time + 1.0, (x, y)));
    let part = (time - from) / (to - from);
    let smooth = part * part * (3.0 - 2.0 * part);
    ((x + (to_x - x) * smooth).round() as i32, (y + (to_y - y) * smooth).round() as i32)
}

/// Returns the smallest rectangle in which two pictures of the same size differ, of at least one
/// pixel, and what the second has there.
fn changed(before: &Pixmap, after: &Pixmap) -> (IntRect, Pixmap) {
    let width = after.width() as usize;
    let (mut rows, mut cols) = ((usize::MAX, 0), (usize::MAX, 0));
    let lines = before.pixels().chunks_exact(width).zip(after.pixels().chunks_exact(width));
    for (row, (before, after)) in lines.enumerate().filter(|(_, (before, after))| before != after) {
        let differs = |&col: &usize| before[col] != after[col];
        rows = (rows.0.min(row), row);
        cols.0 = (0..cols.0.min(width)).find(differs).unwrap_or(cols.0);
        cols.1 = (cols.1..width).rfind(differs).unwrap_or(cols.1);
    }
    let span = |(first, last): (usize, usize)| (first.min(last) as i32, last as u32 + 1);
    let ((x, right), (y, below)) = (span(cols), span(rows));
    let area = IntRect::from_xywh(x, y, right - x as u32, below - y as u32);
    let area = area.expect("it is not empty");
    (area, after.clone_rect(area).expect("it is within the picture"))
}

/// Returns red, green and blue of each pixel. The ground is opaque, so every pixel is.
fn colours(pixels: &Pixmap) -> Vec<[u8; 3]> {
    let pixels = pixels.pixels().iter();
    pixels.map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect()
}

/// Returns the colours of a GIF: the 256 most frequent ones of its first frame, in which all pieces
/// are visible. The remaining ones are blends at edges, and are replaced by the nearest.
fn table(picture: &Pixmap) -> Vec<[u8; 3]> {
    let mut counts: AHashMap<[u8; 3], usize> = AHashMap::new();
    for colour in colours(picture) {
        *counts.entry(colour).or_default() += 1;
    }
    let mut table = Vec::from_iter(counts);
    table.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour));
    table.into_iter().take(256).map(|(colour, _)| colour).collect()
}

/// Returns the number of the nearest colour of a table.
fn nearest(table: &[[u8; 3]], colour: [u8; 3]) -> u8 {
    let off = |number: &usize| -> u32 {
        let pairs = table[*number].iter().zip(colour);
        pairs.map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    (0..table.len()).min_by_key(off).unwrap_or(0) as u8
}
