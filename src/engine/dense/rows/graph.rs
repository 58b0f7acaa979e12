//! The graph of reachable skeletons, with the moves between them and their effect on orders.

use ahash::AHashMap;

use super::moves::SkeletonMoves;
use crate::engine::query::{Budget, Stopped};
use crate::engine::rank::{Ranking, is_odd};
use crate::puzzle::{Puzzle, Style};

/// Number of moves between two checks of the clock and the memory.
const PATIENCE: usize = 1 << 12;

/// A move into a row: the row it comes from, and its action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowMove {
    pub from: u32,
    pub action: u32,
}

/// The reachable skeletons, as *rows* in the order of discovery.
pub struct RowGraph {
    /// The number of each row's skeleton.
    pub skeletons: Vec<u64>,
    /// For each skeleton 1 plus its row, or 0.
    rows: Vec<u32>,
    /// Where each row's arcs begin.
    first: Vec<usize>,
    arcs: Vec<RowMove>,
    /// For each action, the place from which each place's piece comes. The first action is the
    /// identity.
    pub maps: Vec<Vec<u32>>,
}

impl RowGraph {
    /// Explores all rows from the start's. Stops also where they need more than about `most_bytes`
    /// of memory.
    pub fn explore(
        puzzle: &Puzzle,
        ranking: &Ranking,
        style: Style,
        most_bytes: u64,
        budget: &Budget,
    ) -> Result<Self, Stopped> {
        let skeletons = u64::try_from(&ranking.skeletons.total).unwrap_or(u64::MAX);
        // The table of rows is needed in any case.
        if skeletons >= u32::MAX.into() || 4 * skeletons > most_bytes {
            return Err(Stopped::Memory);
        }
        let identity: Vec<u32> = (0..ranking.all_places() as u32).collect();
        let mut graph = Self {
            skeletons: Vec::new(),
            rows: vec![0; skeletons as usize],
            first: vec![0],
            arcs: Vec::new(),
            maps: vec![identity.clone()],
        };
        graph.row_or_new(ranking.skeleton(puzzle.start()).expect("the start is a placement"));
        let mut actions = AHashMap::from([(identity, 0)]);
        let mut moves = SkeletonMoves::new(puzzle, ranking, style, false);
        let (mut made, mut row, mut arcs) = (0, 0, Vec::new());
        while row < graph.skeletons.len() {
            let mut ended = Ok(());
            // Read backwards, a move leads into the row: then the piece of each place comes from
            // where the move brings it.
            moves.each(graph.skeletons[row], |skeleton, map| {
                let from = graph.row_or_new(skeleton);
                let mut action = 0;
                if let Some(map) = map {
                    let new = graph.maps.len() as u32;
                    action = *actions.entry(map.to_vec()).or_insert(new);
                    if action == new {
                        graph.maps.push(map.to_vec());
                    }
                }
                arcs.push(RowMove { from, action });
                made += 1;
                if made % PATIENCE == 1 {
                    ended = graph.look(most_bytes, budget);
                }
                ended.is_ok()
            });
            ended?;
            arcs.sort_unstable();
            arcs.dedup();
            graph.arcs.append(&mut arcs);
            graph.first.push(graph.arcs.len());
            row += 1;
        }
        graph.look(most_bytes, budget)?;
        Ok(graph)
    }

    /// Checks the memory while the graph grows, and the clock.
    fn look(&self, most_bytes: u64, budget: &Budget) -> Result<(), Stopped> {
        // A list of rows may have twice the capacity that it needs.
        let rows = self.rows.len().min(2 * self.skeletons.len());
        if self.bytes_with(rows) > most_bytes {
            return Err(Stopped::Memory);
        }
        budget.look()
    }

    /// Returns the row of a skeleton; adds one if it is new.
    fn row_or_new(&mut self, skeleton: u64) -> u32 {
        let known = &mut self.rows[skeleton as usize];
        if *known == 0 {
            self.skeletons.push(skeleton);
            *known = self.skeletons.len() as u32;
        }
        *known - 1
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes_with(self.skeletons.len())
    }

    fn bytes_with(&self, rows: usize) -> u64 {
        let maps = self.maps.len() * (8 * self.maps[0].len() + 100);
        let arcs = self.arcs.len() * size_of::<RowMove>();
        (4 * self.rows.len() + 16 * rows + arcs + maps) as u64
    }

    /// Returns the moves into a row. As every move can be undone, they come from all its
    /// neighbours.
    #[inline(always)]
    pub fn arcs(&self, row: usize) -> &[RowMove] {
        &self.arcs[self.first[row]..self.first[row + 1]]
    }

    /// Returns the row of a skeleton, if it is reachable.
    pub fn row(&self, skeleton: u64) -> Option<usize> {
        (self.rows[skeleton as usize] as usize).checked_sub(1)
    }

    /// Returns the longest shape whose pieces all differ and whose orders are all odd or all even
    /// in each row, and for each row whether they are odd, given the letters of the start.
    pub fn halves(&self, ranking: &Ranking, start: &[u8]) -> Option<(usize, Vec<bool>)> {
        let mut found = None;
        let mut longest = 1;
        for (shape, class) in ranking.classes.iter().enumerate() {
            if !class.is_distinct() || class.pieces <= longest {
                continue;
            }
            let places = &class.places;
            let odd: Vec<_> = self.maps.iter().map(|map| is_odd(&map[places.clone()])).collect();
            if let Some(colours) = self.colours(is_odd(&start[places.clone()]), &odd) {
                (found, longest) = (Some((shape, colours)), class.pieces);
            }
        }
        found
    }

    /// Returns a colour for each row, so that it changes by the moves with some actions alone;
    /// `None` if this is impossible.
    pub fn colours(&self, first: bool, changes: &[bool]) -> Option<Vec<bool>> {
        let mut colours: Vec<Option<bool>> = vec![None; self.skeletons.len()];
        colours[0] = Some(first);
        // Each row but the first was found from an earlier one, so that one arc leads back there.
        for row in 0..self.skeletons.len() {
            for arc in self.arcs(row) {
                let other = colours[row]? ^ changes[arc.action as usize];
                if *colours[arc.from as usize].get_or_insert(other) != other {
                    return None;
                }
            }
        }
        colours.into_iter().collect()
    }
}
