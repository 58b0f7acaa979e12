//! The ring: a bounded store of packed positions for breadth-first search, after Knuth's SLIDING.
//!
//! Positions are packets of words, written one after the other at ever growing 64-bit addresses; an
//! address modulo the ring's size is an index. A packet is
//!
//! ```text
//! word 0    distance back to the previous packet of the same hash chain
//! word 1    distance back to the packet it was derived from
//! word 2..  the packed position
//! ```
//!
//! A move from the last complete level leads to that level, the one before it or the next. So all
//! levels before the last two complete ones may be forgotten: a chain ends at the first address
//! below `cutoff`, and the space before that is overwritten.

/// The result of a look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// The position is not in the ring.
    Never,
    /// The position is at this address, in the level in progress.
    Now(u64),
    /// The position is in an earlier level.
    Before,
}

/// A hash chain and the address of its newest packet.
#[derive(Clone, Copy)]
pub struct Chain {
    number: usize,
    head: u64,
}

/// The ring has no space left that may be overwritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// The store. See the [module](self).
pub struct PacketRing<'a> {
    words: &'a mut [u32],
    /// The ring's size, a power of two. `words` is longer by one packet, which may extend past it.
    size: u64,
    /// Address of the newest packet of each hash chain. The number of chains is a power of two and
    /// follows the number of positions that are looked up.
    heads: Vec<u64>,
    /// The upper bits of a hash, shifted down by this, are the number of its chain.
    head_shift: u32,
    /// Address of the next packet.
    next: u64,
    /// Packets below this address are not looked up.
    cutoff: u64,
    /// Where the level in progress begins, the one before it, and the one before that.
    begins: [u64; 3],
    /// Number of packets in these.
    counts: [u64; 3],
}

/// Logarithm of the smallest number of chains.
const MIN_CHAINS: u32 = 12;

impl<'a> PacketRing<'a> {
    /// Builds a ring of `size` words, a power of two, on [`PacketRing::words_needed`] words that are
    /// all 0.
    pub fn new(words: &'a mut [u32], size: usize) -> Self {
        Self {
            words,
            size: size as u64,
            heads: vec![0; 1 << MIN_CHAINS],
            head_shift: u64::BITS - MIN_CHAINS,
            next: 1,
            cutoff: 1,
            begins: [1; 3],
            counts: [0; 3],
        }
    }

    /// Returns the number of words of a ring of `size` if packed positions have up to `packet`
    /// words.
    pub fn words_needed(size: usize, packet: usize) -> usize {
        size + packet + 2
    }

    /// Returns an upper bound on the bytes of a ring of `size` words, including its chains.
    pub fn bytes_needed(size: usize, packet: usize) -> u64 {
        4 * Self::words_needed(size, packet) as u64 + 8 * Self::max_chains(size as u64)
    }

    /// Forgets everything.
    pub fn restart(&mut self) {
        self.heads.fill(0);
        (self.next, self.cutoff) = (1, 1);
        (self.begins, self.counts) = ([1; 3], [0; 3]);
    }

    /// Begins a new level; all before the last two is forgotten. Returns the addresses of the level
    /// that is complete now: its first, and one past its last packet.
    pub fn begin_level(&mut self) -> (u64, u64) {
        self.begins = [self.next, self.begins[0], self.begins[1]];
        self.counts = [0, self.counts[0], self.counts[1]];
        self.cutoff = self.begins[2];
        (self.begins[1], self.next)
    }

    /// Returns the address of the packet that is stored next.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Returns the address of the packet after the one at `address`, whose packed position has
    /// `length` words. Packets do not wrap around the ring's end: one that begins before it extends
    /// past it, and the next begins at index 0.
    #[inline(always)]
    pub fn following(&self, address: u64, length: usize) -> u64 {
        let packet = length as u64 + 2;
        let next = address + packet;
        if next & (self.size - 1) < packet { next & !(self.size - 1) } else { next }
    }

    #[inline(always)]
    fn index(&self, address: u64) -> usize {
        (address & (self.size - 1)) as usize
    }

    /// Returns the packed position at `address`, and all words after it.
    #[inline(always)]
    pub fn packed(&self, address: u64) -> &[u32] {
        &self.words[self.index(address) + 2..]
    }

    /// Returns the address of the parent of the packet at `address`.
    pub fn parent(&self, address: u64) -> u64 {
        address - u64::from(self.words[self.index(address) + 1])
    }

    /// Changes the parent of a packet.
    #[inline(always)]
    pub fn set_parent(&mut self, address: u64, parent: u64) {
        let index = self.index(address);
        self.words[index + 1] = (address - parent) as u32;
    }

    /// Whether the packet at `address` has not been overwritten yet.
    pub fn holds(&self, address: u64) -> bool {
        address >= self.next.saturating_sub(self.size)
    }

    /// Returns the newest packet of a hash's chain, for [`PacketRing::find`] and
    /// [`PacketRing::store`].
    #[inline(always)]
    pub fn chain(&self, hash: u64) -> Chain {
        let number = (hash >> self.head_shift) as usize;
        Chain { number, head: self.heads[number] }
    }

    /// Looks up a packed position in its chain.
    #[inline(always)]
    pub fn find(&self, chain: Chain, packed: &[u32]) -> Lookup {
        let mut address = chain.head;
        while address >= self.cutoff {
            let index = self.index(address);
            let packet = &self.words[index..index + 2 + packed.len()];
            let mut same = 0;
            while same < packed.len() && packet[2 + same] == packed[same] {
                same += 1;
            }
            if same == packed.len() {
                let now = address >= self.begins[0];
                return if now { Lookup::Now(address) } else { Lookup::Before };
            }
            address = address.saturating_sub(u64::from(packet[0]));
        }
        Lookup::Never
    }

    /// Stores a packed position that was not found, with its parent's address.
    ///
    /// # Errors
    ///
    /// [`Full`] if, after storing it, the next packet would overwrite packets that are still looked
    /// up.
    #[inline(always)]
    pub fn store(&mut self, chain: Chain, packed: &[u32], parent: u64) -> Result<(), Full> {
        self.heads[chain.number] = self.next;
        let index = self.index(self.next);
        let packet = &mut self.words[index..index + 2 + packed.len()];
        // A link of the ring's size points below every cutoff.
        packet[0] = (self.next - chain.head).min(self.size) as u32;
        packet[1] = (self.next - parent) as u32;
        packet[2..].copy_from_slice(packed);
        self.next = self.following(self.next, packed.len());
        self.counts[0] += 1;
        if self.next > self.cutoff + self.size { Err(Full) } else { Ok(()) }
    }

    /// Whether the chains have become long, so that [`PacketRing::rechain`] should be called.
    #[inline(always)]
    pub fn is_crowded(&self) -> bool {
        let chains = self.heads.len() as u64;
        self.counts.iter().sum::<u64>() > chains && chains < Self::max_chains(self.size)
    }

    /// Returns the number of chains whose heads take at most a quarter of the ring's own memory.
    fn max_chains(size: u64) -> u64 {
        (size / 8).max(1 << MIN_CHAINS)
    }

    /// Makes the chains short again: usually there are more chains than positions to look up.
    /// `measure` returns the length and the hash of the packed position at the beginning of a
    /// slice.
    pub fn rechain(&mut self, mut measure: impl FnMut(&[u32]) -> (usize, u64)) {
        let live: u64 = self.counts.iter().sum();
        let chains = (live + 1).next_power_of_two().min(Self::max_chains(self.size));
        self.head_shift = u64::BITS - chains.ilog2();
        self.heads.clear();
        self.heads.resize(chains as usize, 0);
        let mut address = self.cutoff;
        while address < self.next {
            let (length, hash) = measure(self.packed(address));
            let chain = (hash >> self.head_shift) as usize;
            let index = self.index(address);
            self.words[index] = (address - self.heads[chain]).min(self.size) as u32;
            self.heads[chain] = address;
            address = self.following(address, length);
        }
    }
}
