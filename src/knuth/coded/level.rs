//! The positions of one level, in the order of discovery.

use crate::engine::board::Code;
use crate::engine::moves::LastMove;

/// A level, as parallel lists.
pub struct CodedLevel<const W: usize> {
    /// The address of the first packet.
    begin: u64,
    pub codes: Vec<Code<W>>,
    /// The move that led to each of them.
    pub last_moves: Vec<LastMove>,
    /// The cells that are blocked or covered.
    pub occupied: Vec<u64>,
    /// The addresses of the packets, relative to the first. A level is no longer than the ring.
    addresses: Vec<u32>,
}

impl<const W: usize> CodedLevel<W> {
    /// Builds an empty level whose first packet will be at an address.
    pub fn beginning_at(begin: u64) -> Self {
        Self {
            begin,
            codes: Vec::new(),
            last_moves: Vec::new(),
            occupied: Vec::new(),
            addresses: Vec::new(),
        }
    }

    /// Removes all positions, and keeps the memory; the first packet will be at an address.
    pub fn restart(&mut self, begin: u64) {
        self.begin = begin;
        self.codes.clear();
        self.last_moves.clear();
        self.occupied.clear();
        self.addresses.clear();
    }

    /// Appends a position.
    #[inline(always)]
    pub fn push(&mut self, code: Code<W>, last_move: LastMove, occupied: u64, address: u64) {
        self.codes.push(code);
        self.last_moves.push(last_move);
        self.occupied.push(occupied);
        self.addresses.push((address - self.begin) as u32);
    }

    /// Returns the number of positions.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Returns the address of a position's packet.
    #[inline(always)]
    pub fn address(&self, number: usize) -> u64 {
        self.begin + u64::from(self.addresses[number])
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        let each = size_of::<Code<W>>() + size_of::<LastMove>() + size_of::<u64>() + 4;
        (self.codes.capacity() * each) as u64
    }
}
