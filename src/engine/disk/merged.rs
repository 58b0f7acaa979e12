//! Merges ascending streams.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::folder::DiskError;
use super::list::CodeStream;
use crate::engine::board::Code;

/// Several streams merged, without duplicates.
pub struct Merged<'a, const W: usize> {
    streams: Vec<CodeStream<'a, W>>,
    /// The next code of each, the smallest on top.
    heads: BinaryHeap<Reverse<(Code<W>, usize)>>,
}

impl<'a, const W: usize> Merged<'a, W> {
    pub fn new(streams: Vec<CodeStream<'a, W>>) -> Result<Self, DiskError> {
        let heads = streams.iter().enumerate();
        let heads = heads.filter_map(|(at, stream)| Some(Reverse((stream.head()?, at))));
        Ok(Self { heads: heads.collect(), streams })
    }

    /// Returns the next code.
    pub fn next(&mut self) -> Result<Option<Code<W>>, DiskError> {
        let Some(&Reverse((code, _))) = self.heads.peek() else { return Ok(None) };
        while self.heads.peek().is_some_and(|Reverse((head, _))| *head == code) {
            self.step()?;
        }
        Ok(Some(code))
    }

    /// Skips all codes below one. Returns whether that one is there.
    pub fn skip_to(&mut self, code: Code<W>) -> Result<bool, DiskError> {
        while self.heads.peek().is_some_and(|Reverse((head, _))| *head < code) {
            self.step()?;
        }
        Ok(self.heads.peek().is_some_and(|Reverse((head, _))| *head == code))
    }

    /// Advances the stream with the smallest code.
    fn step(&mut self) -> Result<(), DiskError> {
        let Some(mut top) = self.heads.peek_mut() else { return Ok(()) };
        let Reverse((_, at)) = *top;
        self.streams[at].step()?;
        match self.streams[at].head() {
            Some(head) => *top = Reverse((head, at)),
            None => {
                PeekMut::pop(top);
            }
        }
        Ok(())
    }
}
