//! A set of marks that is cleared in constant time.

/// A set of small numbers.
pub(super) struct StampedSet {
    /// The stamp of numbers that are in the set.
    round: u32,
    marks: Vec<u32>,
}

impl StampedSet {
    /// Creates an empty set for numbers below a bound.
    pub fn new(bound: usize) -> Self {
        Self { round: 1, marks: vec![0; bound] }
    }

    pub fn clear(&mut self) {
        if self.round == u32::MAX {
            self.marks.fill(0);
            self.round = 0;
        }
        self.round += 1;
    }

    pub fn has(&self, number: usize) -> bool {
        self.marks[number] == self.round
    }

    /// Adds a number to the set. Returns whether it was new.
    pub fn set(&mut self, number: usize) -> bool {
        let is_new = !self.has(number);
        self.marks[number] = self.round;
        is_new
    }
}
