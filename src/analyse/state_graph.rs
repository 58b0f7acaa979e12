//! Positions by number with all their neighbours, in memory.

/// The neighbours of each position, in one list of all.
#[derive(Default)]
pub struct StateGraph {
    /// Where those of each position end.
    ends: Vec<usize>,
    neighbours: Vec<u32>,
}

/// The result of a search through a graph.
pub struct Reached {
    /// The distance of each position from the nearest source, or [`FAR`].
    pub distances: Vec<u32>,
    /// The positions that are reached, the nearest first.
    order: Vec<u32>,
}

/// Not reached.
pub const FAR: u32 = u32::MAX;

impl StateGraph {
    /// Adds the neighbours of the next position.
    pub fn add(&mut self, neighbours: impl IntoIterator<Item = u32>) {
        self.neighbours.extend(neighbours);
        self.ends.push(self.neighbours.len());
    }

    /// Adds the positions of a graph whose numbers follow.
    pub fn append(&mut self, next: Self) {
        let before = self.neighbours.len();
        self.ends.extend(next.ends.iter().map(|end| before + end));
        self.neighbours.extend(next.neighbours);
    }

    /// Returns the number of positions whose neighbours are known.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of all neighbours.
    pub fn all_neighbours(&self) -> usize {
        self.neighbours.len()
    }

    /// Returns the neighbours of a position.
    #[inline(always)]
    pub fn neighbours(&self, at: u32) -> &[u32] {
        let begin = if at == 0 { 0 } else { self.ends[at as usize - 1] };
        &self.neighbours[begin..self.ends[at as usize]]
    }

    /// Searches from some positions.
    pub fn search(&self, from: &[u32]) -> Reached {
        let (mut distances, mut order) = (vec![FAR; self.len()], from.to_vec());
        from.iter().for_each(|&at| distances[at as usize] = 0);
        let mut next = 0;
        while let Some(&at) = order.get(next) {
            next += 1;
            for &to in self.neighbours(at) {
                if distances[to as usize] == FAR {
                    distances[to as usize] = distances[at as usize] + 1;
                    order.push(to);
                }
            }
        }
        Reached { distances, order }
    }
}

impl Reached {
    /// Returns the greatest distance, and the first position at it.
    pub fn farthest(&self) -> (u32, u32) {
        let far = self.order.last().map_or(0, |&last| self.distances[last as usize]);
        let farthest =
            self.order.iter().rev().take_while(|&&at| self.distances[at as usize] == far);
        (far, farthest.min().copied().unwrap_or(0))
    }
}
