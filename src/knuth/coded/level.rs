//! The configurations of one level, in the order in which they were found.

use crate::engine::board::Code;
use crate::engine::moves::LastMove;

/// A level, as lists side by side.
pub struct Level<const W: usize> {
    /// The address of the first packet.
    begin: u64,
    pub codes: Vec<Code<W>>,
    /// What brought each of them.
    pub last_moves: Vec<LastMove>,
    /// The cells that are blocked or covered.
    pub occupied: Vec<u64>,
    /// The addresses of the packets, counted from the first. A level is no longer than the ring.
    addresses: Vec<u32>,
}

impl<const W: usize> Level<W> {
    /// No configurations, with the first to come at an address.
    pub fn beginning_at(begin: u64) -> Self {
        Self {
            begin,
            codes: Vec::new(),
            last_moves: Vec::new(),
            occupied: Vec::new(),
            addresses: Vec::new(),
        }
    }

    /// Takes out all, the memory kept; the first to come is at an address.
    pub fn restart(&mut self, begin: u64) {
        self.begin = begin;
        self.codes.clear();
        self.last_moves.clear();
        self.occupied.clear();
        self.addresses.clear();
    }

    /// Appends a configuration.
    #[inline(always)]
    pub fn push(&mut self, code: Code<W>, last_move: LastMove, occupied: u64, address: u64) {
        self.codes.push(code);
        self.last_moves.push(last_move);
        self.occupied.push(occupied);
        self.addresses.push((address - self.begin) as u32);
    }

    /// Number of configurations.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// The address of a configuration's packet.
    #[inline(always)]
    pub fn address(&self, number: usize) -> u64 {
        self.begin + u64::from(self.addresses[number])
    }

    /// Bytes that are held.
    pub fn bytes(&self) -> u64 {
        let each = size_of::<Code<W>>() + size_of::<LastMove>() + size_of::<u64>() + 4;
        (self.codes.capacity() * each) as u64
    }
}
