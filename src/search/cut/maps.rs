//! Where steps lead in the matrices.
//!
//! A step of one piece changes the upper filling, the lower filling, or both. What it does to the one does
//! not hang on the other: each step from a cell to another is a map of rows times a map of columns, and
//! both are monotone ([`Fillings`]). So a map is made by going through two lists side by side,
//! and needs no look-ups.
//!
//! Steps can be taken back. So where a map says what a row comes from, it also says where it leads to.

use ahash::AHashMap;

use crate::host::map;
use crate::rank::cut::{Columns, Cut, Fillings, Lower, Part, Piece, gather};

/// For each row, or each column, those of the other parity that one step leads from.
#[derive(Default)]
pub struct Sources {
    /// Where the list of each ends.
    ends: Vec<u32>,
    list: Vec<u32>,
}

impl Sources {
    /// From pairs of a destination and a source.
    fn new(destinations: usize, pairs: &[(u32, u32)]) -> Self {
        // Where the list of each begins, until it has been written.
        let mut ends = vec![0; destinations];
        pairs.iter().for_each(|&(to, _)| ends[to as usize] += 1);
        let mut begin = 0;
        for count in &mut ends {
            begin += std::mem::replace(count, begin);
        }
        let mut list = vec![0; pairs.len()];
        for &(to, from) in pairs {
            let end = &mut ends[to as usize];
            list[*end as usize] = from;
            *end += 1;
        }
        Self { ends, list }
    }

    /// Those that lead to one.
    #[inline(always)]
    pub fn of(&self, destination: usize) -> &[u32] {
        let begin = if destination == 0 { 0 } else { self.ends[destination - 1] };
        &self.list[begin as usize..self.ends[destination] as usize]
    }

    /// Whether there are no sources at all.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Memory taken.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.ends[..]) + size_of_val(&self.list[..])) as u64
    }
}

/// Some columns that share a word, and go to as many that share another, in their order.
#[derive(Clone, Copy)]
pub struct Segment {
    /// The words.
    pub from: u32,
    pub to: u32,
    /// The columns, as bits of these.
    pub from_bits: u64,
    pub to_bits: u64,
}

/// A step that changes the profile, or both parts.
pub struct Bridge {
    /// The profile that it leads from.
    pub from: usize,
    /// For upper and lower part, whether the parity changes: 0 or 1.
    pub turns: [usize; 2],
    /// For each parity of the destination's row, pairs of a row and where it comes from, both ascending.
    pub rows: [Vec<(u32, u32)>; 2],
    /// The same for columns.
    pub columns: [Vec<Segment>; 2],
}

/// The steps into the matrices of one profile that change the upper part.
#[derive(Default)]
pub struct Maps {
    /// Steps within the upper part, for each parity of the destination.
    pub rows: [Sources; 2],
    pub bridges: Vec<Bridge>,
}

impl Maps {
    /// Memory taken.
    pub fn bytes(&self) -> u64 {
        let bridge = |bridge: &Bridge| {
            let rows = bridge.rows.iter().map(|rows| size_of_val(&rows[..]));
            let columns = bridge.columns.iter().map(|columns| size_of_val(&columns[..]));
            (size_of::<Bridge>() + rows.chain(columns).sum::<usize>()) as u64
        };
        let sources = self.rows.iter().map(Sources::bytes);
        size_of::<Maps>() as u64 + sources.chain(self.bridges.iter().map(bridge)).sum::<u64>()
    }
}

/// For each piece that occurs in some fillings, those that have it, ascending.
struct Having {
    /// The pieces, ascending, each with the end of its list.
    pieces: Vec<(Piece, u32)>,
    list: Vec<u32>,
}

impl Having {
    fn new(fillings: &Fillings) -> Self {
        // By cell and kind: how many have it, then where its list is written to.
        let mut places = vec![0; 1 << 13];
        let place = |piece: Piece| usize::from(piece.cell) << 6 | usize::from(piece.kind);
        let all = || (0..fillings.len()).map(|filling| fillings.pieces(filling));
        all().flatten().for_each(|&piece| places[place(piece)] += 1);
        let (mut pieces, mut end) = (Vec::new(), 0);
        for (at, count) in places.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
            let begin = end;
            end += std::mem::replace(count, begin);
            pieces.push((Piece { cell: (at >> 6) as u8, kind: (at & 63) as u8 }, end));
        }
        let mut list = vec![0; end as usize];
        for (filling, pieces) in all().enumerate() {
            for &piece in pieces {
                let at = &mut places[place(piece)];
                list[*at as usize] = filling as u32;
                *at += 1;
            }
        }
        Self { pieces, list }
    }

    fn of(&self, piece: Piece) -> &[u32] {
        let Ok(at) = self.pieces.binary_search_by_key(&piece, |&(piece, _)| piece) else {
            return &[];
        };
        let begin = if at == 0 { 0 } else { self.pieces[at - 1].1 };
        &self.list[begin as usize..self.pieces[at].1 as usize]
    }

    /// All pieces that occur.
    fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.pieces.iter().map(|&(piece, _)| piece)
    }
}

/// For each place from where a piece can cross the cut, the lower fillings that have one there.
type Crossing = AHashMap<Piece, Vec<u64>>;

/// Finds them for the fillings of some pieces.
fn crossing(cut: &Cut, lower: &Lower, having: &Having) -> Crossing {
    let crosses =
        |&piece: &Piece| cut.ground.steps(piece).any(|other| cut.part(other) == Part::Upper);
    let have = |piece: Piece| {
        let mut set = vec![0; lower.fillings.len().div_ceil(64)];
        for filling in having.of(piece) {
            set[*filling as usize / 64] |= 1 << (filling % 64);
        }
        (piece, set)
    };
    having.pieces().filter(crosses).map(have).collect()
}

/// The columns that are among some fillings, as bits.
fn columns_among(columns: &Columns, set: &[u64]) -> Vec<u64> {
    let mut among = vec![0; columns.len().div_ceil(64)];
    let mut at = 0;
    for (&mask, &set) in columns.mask().iter().zip(set) {
        let bits = gather(set, mask);
        let (word, bit) = (at / 64, at % 64);
        if bits != 0 {
            among[word] |= bits << bit;
            let rest = bits >> 1 >> (63 - bit);
            if rest != 0 {
                among[word + 1] |= rest;
            }
        }
        at += mask.count_ones() as usize;
    }
    among
}

/// Makes the maps of all profiles.
pub struct Maker<'a> {
    cut: &'a Cut,
    upper: Vec<[Having; 2]>,
    lower: Vec<[Crossing; 2]>,
    /// The steps that change the profile: where to, and where from.
    crossing: Vec<(Piece, Piece)>,
}

impl<'a> Maker<'a> {
    /// Prepares it, with so many threads, and finds the steps within the lower part: for each multiset of
    /// lower pieces, and each parity of the destination.
    pub fn new(cut: &'a Cut, threads: usize) -> (Self, Vec<[Sources; 2]>) {
        let upper = map(threads, 0..cut.profiles(), |profile| {
            cut.upper(profile).each_ref().map(Having::new)
        });
        let of_lower = |both: &[Lower; 2]| {
            let fillings = both.each_ref().map(|lower| &lower.fillings);
            let having = fillings.map(Having::new);
            let stays = |_, before| cut.part(before) == Part::Lower;
            let steps = [0, 1].map(|parity| within(cut, fillings, &having, parity, stays));
            (steps, [0, 1].map(|parity| crossing(cut, &both[parity], &having[parity])))
        };
        let (steps, lower) = map(threads, cut.lowers(), of_lower).into_iter().unzip();
        let cells = 0..cut.ground.cells() as u8;
        let pieces =
            cut.ground.kinds().flat_map(|kind| cells.clone().map(move |cell| Piece { cell, kind }));
        let steps_of = pieces.flat_map(|at| cut.ground.steps(at).map(move |before| (at, before)));
        let crosses = |&(at, before): &(Piece, Piece)| {
            cut.part(at) != cut.part(before) || cut.sticking(at) != cut.sticking(before)
        };
        (Self { cut, upper, lower, crossing: steps_of.filter(crosses).collect() }, steps)
    }

    /// Memory taken.
    pub fn bytes(&self) -> u64 {
        let upper = self.upper.iter().flatten().map(|having| size_of_val(&having.list[..]));
        let lower = self.lower.iter().flatten().flat_map(|crossing| crossing.values());
        upper.chain(lower.map(|set| size_of_val(&set[..]))).sum::<usize>() as u64
    }

    /// Makes the maps into the matrices of a profile.
    pub fn maps(&self, profile: usize) -> Maps {
        let (cut, upper) = (self.cut, self.cut.upper(profile).each_ref());
        let stays = |at, before| {
            cut.part(before) == Part::Upper && cut.after(profile, at, before) == Some(profile)
        };
        let rows = [0, 1].map(|parity| within(cut, upper, &self.upper[profile], parity, stays));
        let can_be = |piece: Piece| cut.has(profile, cut.part(piece), piece.kind);
        let bridges = self.crossing.iter().filter(|&&(at, _)| can_be(at));
        let bridges = bridges.filter_map(|&(at, before)| {
            self.bridge(profile, cut.after(profile, at, before)?, at, before)
        });
        Maps { rows, bridges: bridges.collect() }
    }

    /// The rows of a profile on which a piece can go from one place to another, as far as the upper part
    /// has a say in it.
    fn rows(&self, profile: usize, parity: usize, from: Piece, to: Piece) -> Vec<u32> {
        let fillings = &self.cut.upper(profile)[parity];
        match self.cut.part(from) {
            Part::Upper => allowing(self.cut, fillings, &self.upper[profile][parity], from, to),
            Part::Lower => {
                let entered = self.cut.ground.covers(to);
                let is_free = |&row: &u32| fillings.covered()[row as usize] & entered == 0;
                (0..fillings.len() as u32).filter(is_free).collect()
            }
        }
    }

    /// The step of a piece from a place in one profile to a place in another. Nothing if no placement
    /// allows it.
    fn bridge(&self, to: usize, from: usize, at: Piece, before: Piece) -> Option<Bridge> {
        let cut = self.cut;
        let turns = [Part::Upper, Part::Lower].map(|part| {
            let own = [at, before].into_iter().filter(|&piece| cut.part(piece) == part);
            own.map(|piece| cut.ground.parity(piece.cell)).sum::<usize>() % 2
        });
        let rows = [0, 1].map(|parity| {
            let from = self.rows(from, parity ^ turns[0], before, at);
            let to = self.rows(to, parity, at, before);
            debug_assert_eq!(to.len(), from.len());
            to.into_iter().zip(from).collect::<Vec<_>>()
        });
        if rows.iter().all(Vec::is_empty) {
            return None;
        }
        let columns = |profile: usize, parity: usize, from: Piece, to: Piece| {
            let columns = cut.columns(profile, parity);
            let (own, mut set) = match cut.part(from) {
                Part::Upper => (0, columns.mask().to_vec()),
                Part::Lower => {
                    let having = self.lower[cut.lower_number(profile)][parity].get(&from);
                    (cut.ground.covers(from), having.cloned().unwrap_or_default())
                }
            };
            cut.lower(profile)[parity].keep_avoiding(cut.ground.covers(to) & !own, &mut set);
            columns_among(columns, &set)
        };
        let columns = [0, 1].map(|parity| {
            let from = columns(from, parity ^ turns[1], before, at);
            segments(&from, &columns(to, parity, at, before))
        });
        let is_any = columns.iter().any(|columns| !columns.is_empty());
        is_any.then_some(Bridge { from, turns, rows, columns })
    }
}

/// The columns of the one set that lead to those of the other, in their order.
fn segments(from: &[u64], to: &[u64]) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut sources = from.iter().copied().enumerate().filter(|&(_, bits)| bits != 0);
    let (mut at, mut left) = (0, 0_u64);
    for (to, &bits) in to.iter().enumerate() {
        let mut wanted = bits;
        while wanted != 0 {
            if left == 0 {
                let Some(source) = sources.next() else { return segments };
                (at, left) = source;
            }
            let count = left.count_ones().min(wanted.count_ones());
            let (from_bits, to_bits) = (lowest(left, count), lowest(wanted, count));
            segments.push(Segment { from: at as u32, to: to as u32, from_bits, to_bits });
            (left, wanted) = (left ^ from_bits, wanted ^ to_bits);
        }
    }
    segments
}

/// So many of the lowest bits.
fn lowest(bits: u64, count: u32) -> u64 {
    bits ^ (0..count).fold(bits, |rest, _| rest & rest.wrapping_sub(1))
}

/// The fillings that have a piece in one place and let it go to another.
fn allowing(cut: &Cut, fillings: &Fillings, having: &Having, from: Piece, to: Piece) -> Vec<u32> {
    let entered = cut.ground.covers(to) & !cut.ground.covers(from);
    let having = having.of(from).iter().copied();
    having.filter(|&filling| fillings.covered()[filling as usize] & entered == 0).collect()
}

/// The steps within one part into fillings of some parity, those that are wanted.
fn within(
    cut: &Cut,
    fillings: [&Fillings; 2],
    having: &[Having; 2],
    parity: usize,
    is_wanted: impl Fn(Piece, Piece) -> bool,
) -> Sources {
    let mut pairs = Vec::new();
    for at in having[parity].pieces() {
        for before in cut.ground.steps(at).filter(|&before| is_wanted(at, before)) {
            let to = allowing(cut, fillings[parity], &having[parity], at, before);
            let from = allowing(cut, fillings[1 - parity], &having[1 - parity], before, at);
            debug_assert_eq!(to.len(), from.len());
            pairs.extend(to.into_iter().zip(from));
        }
    }
    Sources::new(fillings[parity].len(), &pairs)
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64;
    use rand_pcg::rand_core::Rng;

    use super::*;

    /// So many different places in so many words, ascending.
    fn some(random: &mut Pcg64, words: usize, count: usize) -> Vec<usize> {
        let mut places: Vec<usize> = (0..64 * words).collect();
        for i in 0..count {
            places.swap(i, i + (random.next_u64() % (64 * words - i) as u64) as usize);
        }
        places.truncate(count);
        places.sort_unstable();
        places
    }

    #[test]
    fn segments_keep_the_order_of_columns() {
        let mut random = Pcg64::new(8, 0);
        for (from, to) in [(1, 1), (1, 4), (5, 2), (7, 7), (9, 8)] {
            for count in [0, 1, 30, 64 * from.min(to)] {
                let places = [from, to].map(|words| some(&mut random, words, count));
                let [from, to] = [(0, from), (1, to)].map(|(i, words)| {
                    let mut set = vec![0_u64; words];
                    places[i].iter().for_each(|place| set[place / 64] |= 1 << (place % 64));
                    set
                });
                let bits = |word: u32, bits: u64| {
                    (0..64)
                        .filter(move |bit| bits >> bit & 1 != 0)
                        .map(move |bit| word as usize * 64 + bit)
                };
                let segments = segments(&from, &to);
                let sources = segments.iter().flat_map(|s| bits(s.from, s.from_bits));
                let destinations = segments.iter().flat_map(|s| bits(s.to, s.to_bits));
                assert_eq!(sources.collect::<Vec<_>>(), places[0]);
                assert_eq!(destinations.collect::<Vec<_>>(), places[1]);
                let is_even = |s: &Segment| s.from_bits.count_ones() == s.to_bits.count_ones();
                assert!(segments.iter().all(is_even));
            }
        }
    }
}
