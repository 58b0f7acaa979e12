//! Maps places of a setup to parts of its text.

use std::ops::Range;

use crate::notation::text::TextSpan;
use crate::puzzle::{Setup, SetupPlace};

/// Where in the text the parts of a setup are.
#[derive(Default)]
pub struct TextPlaces<'a> {
    /// The numbers of the size.
    pub size: Option<Range<usize>>,
    /// The pattern of each kind, if it could be read.
    pub kinds: Vec<Option<Range<usize>>>,
    start: Option<PlacedLine<'a>>,
    goals: Vec<PlacedLine<'a>>,
    /// The line of each gate.
    pub gates: Vec<Range<usize>>,
    /// The line of each expectation.
    pub expectations: Vec<Range<usize>>,
}

/// A position line.
struct PlacedLine<'a> {
    line: TextSpan<'a>,
    /// Whether it was understood, so that it can be judged as a whole.
    is_sound: bool,
}

impl<'a> TextPlaces<'a> {
    /// Records the start line.
    pub fn start(&mut self, line: TextSpan<'a>, is_sound: bool) {
        self.start = Some(PlacedLine { line, is_sound });
    }

    /// Records the line of one more goal.
    pub fn goal(&mut self, line: TextSpan<'a>, is_sound: bool) {
        self.goals.push(PlacedLine { line, is_sound });
    }

    /// Returns where a place of the setup is in the text. `None` if the text was not understood
    /// there: that was reported, and its consequences need not be.
    pub fn of(&self, place: SetupPlace, setup: &Setup) -> Option<Range<usize>> {
        match place {
            SetupPlace::Size => self.size.clone(),
            SetupPlace::Kind(kind) => self.kinds.get(kind)?.clone(),
            SetupPlace::Start => self.start.as_ref()?.whole(),
            SetupPlace::Piece(piece) => self.start.as_ref()?.piece(piece, setup),
            SetupPlace::Goal(goal) => self.goals.get(goal)?.whole(),
            SetupPlace::Demand { goal, demand } => self.goals.get(goal)?.piece(demand, setup),
            SetupPlace::Gate(gate) => self.gates.get(gate).cloned(),
            SetupPlace::Expectation(index) => self.expectations.get(index).cloned(),
            _ => None,
        }
    }
}

impl PlacedLine<'_> {
    fn whole(&self) -> Option<Range<usize>> {
        self.is_sound.then(|| self.line.span())
    }

    /// Returns the name of the piece with this index. Searched on demand: recording the place of
    /// each piece would take more memory than the puzzle.
    fn piece(&self, index: usize, setup: &Setup) -> Option<Range<usize>> {
        let is_name = |c: char| setup.kinds.iter().any(|kind| kind.name == c);
        let (at, name) = self.line.text().char_indices().filter(|&(_, c)| is_name(c)).nth(index)?;
        Some(self.line.part(at..at + name.len_utf8()).span())
    }
}
