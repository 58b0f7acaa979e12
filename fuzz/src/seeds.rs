//! Inputs at random, from a seed: texts like those in the repository, and plain bytes.

use std::fs;
use std::path::{Path, PathBuf};

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use crate::InputKind;

/// Longer files are left out.
const MOST_BYTES: usize = 1 << 14;

/// Inputs that are no texts have up to this number of bytes, which is more than most choices take.
const LONGEST: usize = 2000;

/// Some have only this number.
const SHORT: usize = 40;

/// What texts are made of.
const WORDS: &[&str] = &[
    "\n",
    "\r\n",
    "\n\n",
    " ",
    "x",
    "?",
    "0",
    "1",
    "2",
    "/",
    "=",
    " = ",
    " h",
    " v",
    "or ",
    "# ",
    "# title: ",
    "# expect: 0 1\n",
    "none",
    ":",
    "-",
    "+",
    "4294967296",
    "5 x 4",
    "1024 x 1024\n",
    "\u{feff}",
    "é",
    "1 = 1\n",
    "f = 11/01\n",
    "goal:\n",
    "AA",
    "XX",
    ".",
    ",",
    "[",
    "]",
    "\"",
    "|",
    "#",
    "lock: all\n",
];

/// Random choices that hang on nothing but the seed and the number of the input.
struct Dice(Pcg64);

impl Dice {
    /// A number below `bound`, which is small: the bias does not matter.
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() >> 32) as usize % bound
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Two places in this number of bytes, in order.
    fn span(&mut self, length: usize) -> std::ops::Range<usize> {
        let (a, b) = (self.below(length + 1), self.below(length + 1));
        a.min(b)..a.max(b)
    }
}

/// Makes inputs.
pub struct Inputs {
    seed: u64,
    texts: Vec<Vec<u8>>,
}

impl Inputs {
    /// Inputs that begin with the puzzles and test data of a folder.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn new(seed: u64, root: &Path) -> Self {
        let mut texts = Vec::new();
        gather(&root.join("puzzles"), &mut texts);
        gather(&root.join("tests/data"), &mut texts);
        assert!(!texts.is_empty(), "no texts below {}", root.display());
        Self { seed, texts }
    }

    /// The input with this number.
    pub fn input(&self, input: InputKind, number: u64) -> Vec<u8> {
        let mut dice = Dice(Pcg64::new(self.seed.into(), number.into()));
        // Few of the texts that are read should be noise.
        if input == InputKind::Choices || dice.below(8) == 0 {
            let most = if dice.below(8) == 0 { SHORT } else { LONGEST };
            return (0..dice.below(most)).map(|_| dice.below(256) as u8).collect();
        }
        let mut text = dice.pick(&self.texts).clone();
        (0..dice.below(8)).for_each(|_| self.change(&mut text, &mut dice));
        text
    }

    /// Changes a text in one place.
    fn change(&self, text: &mut Vec<u8>, dice: &mut Dice) {
        let at = dice.below(text.len() + 1);
        let span = dice.span(text.len());
        let short = span.start..span.end.min(span.start + 1 + dice.below(16));
        match dice.below(8) {
            0 => drop(text.splice(at..at, dice.pick(WORDS).bytes())),
            1 => drop(text.splice(short, dice.pick(WORDS).bytes())),
            2 => drop(text.drain(short)),
            3 => {
                let twice = text[short].to_vec();
                drop(text.splice(at..at, twice));
            }
            4 => text.truncate(at),
            5 => drop(text.splice(at..at, [dice.below(256) as u8])),
            6 => {
                let mut lines: Vec<_> = text.split(|&byte| byte == b'\n').collect();
                let (a, b) = (dice.below(lines.len()), dice.below(lines.len()));
                lines.swap(a, b);
                *text = lines.join(&b'\n');
            }
            _ => {
                let other = dice.pick(&self.texts);
                let part = dice.span(other.len());
                drop(text.splice(span, other[part].iter().copied()));
            }
        }
    }
}

/// Reads the files of a folder and those below it, in the order of their names.
fn gather(folder: &Path, texts: &mut Vec<Vec<u8>>) {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            gather(&path, texts);
        } else if let Ok(text) = fs::read(&path) {
            texts.extend(Some(text).filter(|text| text.len() <= MOST_BYTES));
        }
    }
}
