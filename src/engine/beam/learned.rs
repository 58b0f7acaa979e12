//! Estimates that are learned from positions whose distances to a goal are known.
//!
//! The estimate is a sum of weights: one for each kind of piece in each cell, and one for each pair
//! of these. The weights are found by normalised least mean squares. Source: B. Widrow and
//! M. E. Hoff, *Adaptive switching circuits*, 1960.

use super::{Estimated, Estimator, Method};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::puzzle::Placement;

/// The most weights of pairs; where there are more pairs, some share a weight.
const PAIRS: usize = 1 << 20;

/// How often all positions are learned.
const PASSES: usize = 4;

/// The part of an error that one position corrects.
const RATE: f32 = 0.3;

/// An estimate by learned weights, never less than that of another estimator.
pub struct Learned<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    base: Box<dyn Estimator<W>>,
    cells: usize,
    bias: f32,
    /// The weights of a kind in a cell.
    singles: Vec<f32>,
    pairs: Vec<f32>,
}

impl<'a, const W: usize> Learned<'a, W> {
    /// Learns from positions and their distances to a goal.
    pub fn new(compiled: &'a Compiled<'a, W>, known: &[(Code<W>, u16)]) -> Self {
        let cells = compiled.puzzle.size().cells();
        let singles = compiled.puzzle.kinds().len() * cells;
        let mut learned = Self {
            compiled,
            base: compiled.estimator(Method::Steps),
            cells,
            bias: 0.0,
            singles: vec![0.0; singles],
            pairs: vec![0.0; (singles * singles).next_power_of_two().min(PAIRS)],
        };
        let mut features = Features::default();
        // Neighbours of each other should not follow each other.
        let stride = (0x9e37_79b1 % known.len().max(1)) | 1;
        let mut at = 0;
        for _ in 0..PASSES * known.len() {
            at = (at + stride) % known.len();
            let (code, distance) = known[at];
            learned.features(&code, &mut features);
            learned.correct(&features, f32::from(distance));
        }
        learned
    }

    /// Lists each piece of a position as one number.
    fn features(&self, code: &Code<W>, features: &mut Features) {
        self.compiled.pieces(code, &mut features.pieces);
        let number = |piece: &Placement| usize::from(piece.kind) * self.cells + piece.cell as usize;
        features.numbers.clear();
        features.numbers.extend(features.pieces.iter().map(number));
    }

    /// Returns the index of the weight of a pair.
    fn pair(&self, a: usize, b: usize) -> usize {
        let number = (a * self.singles.len() + b) as u64;
        if self.pairs.len() < PAIRS {
            return number as usize;
        }
        (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % PAIRS
    }

    fn value(&self, features: &Features) -> f32 {
        let mut sum = self.bias;
        for (at, &a) in features.numbers.iter().enumerate() {
            sum += self.singles[a];
            for &b in &features.numbers[..at] {
                sum += self.pairs[self.pair(a, b)];
            }
        }
        sum
    }

    /// Moves all weights of a position towards its distance.
    fn correct(&mut self, features: &Features, distance: f32) {
        let pieces = features.numbers.len();
        let weights = 1 + pieces + pieces * pieces.saturating_sub(1) / 2;
        let by = RATE * (distance - self.value(features)) / weights as f32;
        self.bias += by;
        for (at, &a) in features.numbers.iter().enumerate() {
            self.singles[a] += by;
            for &b in &features.numbers[..at] {
                let pair = self.pair(a, b);
                self.pairs[pair] += by;
            }
        }
    }
}

/// The pieces of a position, and for each the number of its kind and cell.
#[derive(Default)]
struct Features {
    pieces: Vec<Placement>,
    numbers: Vec<usize>,
}

impl<const W: usize> Estimator<W> for Learned<'_, W> {
    fn estimate(&self, codes: &[Code<W>], found: &mut Vec<Estimated>) {
        let first = found.len();
        self.base.estimate(codes, found);
        let mut features = Features::default();
        for (code, estimated) in codes.iter().zip(&mut found[first..]) {
            if estimated.cost > 0 {
                self.features(code, &mut features);
                let value = self.value(&features).clamp(1.0, 8192.0) as u16;
                estimated.cost = value.max(estimated.cost);
            }
        }
    }

    fn steps_from_start(&self, kind: u8) -> u32 {
        self.base.steps_from_start(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::beam::tunnel::Tunneller;
    use crate::engine::compiled::{CompiledJob, with_few_widths};
    use crate::engine::query::Budget;
    use crate::puzzle::{Puzzle, Style};

    struct Lesson;

    impl CompiledJob for Lesson {
        /// The sums of the errors of the learned estimates and of the mean.
        type Output = (f64, f64);

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
            let start = compiled.encode(compiled.puzzle.start());
            let goal = compiled.encode(&compiled.puzzle.goals()[0].demanded());
            let budget = Budget::default();
            let known = Tunneller::new(compiled).distances(&[start, goal], 1000, &budget);
            let known = known.continue_value().expect("distances");
            assert_eq!(known.len(), 360);
            assert_eq!(known[0], (goal, 0));
            let learned = Learned::new(compiled, &known);
            let sum: f64 = known.iter().map(|&(_, distance)| f64::from(distance)).sum();
            let mean = sum / known.len() as f64;
            let (mut features, mut errors) = (Features::default(), (0.0, 0.0));
            for (code, distance) in &known {
                learned.features(code, &mut features);
                errors.0 += (f64::from(learned.value(&features)) - f64::from(*distance)).abs();
                errors.1 += (mean - f64::from(*distance)).abs();
            }
            errors
        }
    }

    #[test]
    fn what_was_learned_is_nearer_than_the_mean() {
        let kinds: String = ('1'..='5').map(|name| format!("{name} = 1\n")).collect();
        let puzzle: Puzzle = format!("2 x 3\n{kinds}123450\n450123\n").parse().unwrap();
        let (learned, mean) = with_few_widths(&puzzle, Style::ALL[0], Lesson);
        assert!(learned < mean * 0.8, "errors {learned} and {mean}");
    }
}
