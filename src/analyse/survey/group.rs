//! Groups of permutations of places.
//!
//! A group is kept as a chain (C. Sims, 1970): for each place, what the permutations that leave all
//! places before it where they are make of this one, with a permutation for each.

/// For each place where what is there goes.
pub type Permutation = Vec<u8>;

/// All that some permutations make together.
pub struct Group {
    levels: Vec<Level>,
}

/// The permutations that leave all places before one where they are.
struct Level {
    generators: Vec<Permutation>,
    /// For each place a permutation that takes the level's place there, if there is one.
    ways: Vec<Option<Permutation>>,
}

impl Group {
    /// The group that changes nothing, of so many places.
    pub fn new(places: usize) -> Self {
        let identity: Permutation = (0..places as u8).collect();
        let level = |place: usize| {
            let mut ways = vec![None; places];
            ways[place] = Some(identity.clone());
            Level { generators: Vec::new(), ways }
        };
        Self { levels: (0..places).map(level).collect() }
    }

    /// Takes in a permutation, and all that it makes with the others.
    pub fn add(&mut self, permutation: Permutation) {
        self.add_at(0, permutation);
    }

    fn add_at(&mut self, level: usize, permutation: Permutation) {
        if self.has_at(level, permutation.clone()) {
            return;
        }
        self.levels[level].generators.push(permutation);
        let mut reached: Vec<usize> = self.reached(level).collect();
        let mut next = 0;
        while let Some(&place) = reached.get(next) {
            next += 1;
            for at in 0..self.levels[level].generators.len() {
                let Level { generators, ways } = &mut self.levels[level];
                let Some(way) = &ways[place] else { continue };
                let on = then(way, &generators[at]);
                let to = usize::from(on[level]);
                match &ways[to] {
                    // By two ways to a place and back again, the level's place stays (O. Schreier).
                    Some(other) => {
                        let rest = then(&on, &inverse(other));
                        self.add_at(level + 1, rest);
                    }
                    None => {
                        ways[to] = Some(on);
                        reached.push(to);
                    }
                }
            }
        }
    }

    /// Whether a permutation that leaves the places before a level where they are is in the group.
    fn has_at(&self, level: usize, mut permutation: Permutation) -> bool {
        for (place, level) in self.levels.iter().enumerate().skip(level) {
            match &level.ways[usize::from(permutation[place])] {
                Some(way) => permutation = then(&permutation, &inverse(way)),
                None => return false,
            }
        }
        true
    }

    /// The places where what is in the place of a level can come while those before it stay.
    fn reached(&self, level: usize) -> impl Iterator<Item = usize> {
        let ways = self.levels[level].ways.iter().enumerate();
        ways.filter_map(|(place, way)| way.is_some().then_some(place))
    }

    /// The number of permutations.
    pub fn size(&self) -> u64 {
        (0..self.levels.len()).map(|level| self.reached(level).count() as u64).product()
    }

    /// Puts letters, of which no two that can change places are the same, into the order that comes first
    /// of all that the group makes of it.
    pub fn put_first(&self, letters: &mut Vec<u8>) {
        for level in 0..self.levels.len() {
            let least = self.reached(level).min_by_key(|&place| letters[place]);
            if let Some(way) = least.and_then(|place| self.levels[level].ways[place].as_ref()) {
                *letters = way.iter().map(|&place| letters[usize::from(place)]).collect();
            }
        }
    }

    /// The first place up to which letters cannot be the beginning of an order that comes first.
    pub fn out_of_order(&self, letters: &[u8]) -> Option<usize> {
        let later =
            |level| self.reached(level).filter(move |&place| letters[place] < letters[level]);
        (0..letters.len()).flat_map(later).min()
    }
}

/// One permutation and then another.
fn then(one: &[u8], other: &[u8]) -> Permutation {
    one.iter().map(|&place| other[usize::from(place)]).collect()
}

fn inverse(permutation: &[u8]) -> Permutation {
    let mut inverse = vec![0; permutation.len()];
    (0..).zip(permutation).for_each(|(place, &to)| inverse[usize::from(to)] = place);
    inverse
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand_pcg::Pcg64;
    use rand_pcg::rand_core::Rng;

    use super::*;

    /// All that permutations make together, one by one.
    fn all(generators: &[Permutation], places: u8) -> BTreeSet<Permutation> {
        let mut found = BTreeSet::from([(0..places).collect::<Permutation>()]);
        let mut open: Vec<Permutation> = found.iter().cloned().collect();
        while let Some(one) = open.pop() {
            for generator in generators {
                let next = then(&one, generator);
                if found.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        found
    }

    /// A few random cycles.
    fn generators(random: &mut Pcg64, places: u8) -> Vec<Permutation> {
        let mut below = |most: u64| (random.next_u64() % most) as usize;
        let mut cycle = || {
            let mut permutation: Permutation = (0..places).collect();
            let first = below(places.into());
            for _ in 0..below(5) {
                permutation.swap(first, below(places.into()));
            }
            permutation
        };
        (0..1 + places % 3).map(|_| cycle()).collect()
    }

    #[test]
    fn a_chain_is_the_group() {
        let mut random = Pcg64::new(2026, 11);
        for case in 0..300 {
            let places = 1 + (case % 7) as u8;
            let generators = generators(&mut random, places);
            let found = all(&generators, places);
            let mut group = Group::new(places.into());
            generators.iter().for_each(|generator| group.add(generator.clone()));
            assert_eq!(group.size(), found.len() as u64, "case {case}: {generators:?}");
            // Whatever the letters are, the first of all orders is found, and known as such.
            let letters = all(&[(1..places).chain([0]).collect()], places);
            for letters in letters {
                let made = found.iter().map(|way| then(way, &letters));
                let first = made.min().expect("the identity is in it");
                let mut put = letters.clone();
                group.put_first(&mut put);
                assert_eq!(put, first, "case {case}: {generators:?}, {letters:?}");
                let is_first = group.out_of_order(&letters).is_none();
                assert_eq!(is_first, letters == first, "case {case}: {generators:?}, {letters:?}");
            }
        }
    }
}
