//! The numbering of the orders of rows, and the effect of moves on the numbers.

use num_bigint::BigUint;

use super::actions::{ActionStep, Actions};
use super::fields::{Fields, is_odd_sequence};
use super::graph::RowGraph;
use crate::engine::disk::manifest::sum;
use crate::engine::rank::{Class, GoalDemands, OrderDemands, Ranking};
use crate::puzzle::{Configuration, Goal, Puzzle};

/// The numbering of orders, the same in all rows.
pub struct Numbering {
    /// `None` if the number of orders does not fit 64 bits.
    pub fields: Option<Fields>,
    /// Whether the orders of each row are odd, if that matters.
    pub odd: Vec<bool>,
    /// The number of orders of a row.
    pub orders: BigUint,
}

impl Numbering {
    pub fn new(puzzle: &Puzzle, ranking: &Ranking, graph: &RowGraph) -> Self {
        // The longest shape with known parities comes last, as only the last can be halved.
        let mut candidates: Vec<usize> = graph.shapes.clone();
        candidates.retain(|&shape| ranking.classes[shape].is_distinct());
        candidates.sort_by_key(|&shape| std::cmp::Reverse(ranking.classes[shape].pieces()));
        let mut halved = candidates.iter().map(|&s| (s, graph.parities(ranking, s)));
        let halved = halved.find_map(|(shape, odd)| Some((shape, odd?)));
        let mut shapes = graph.shapes.clone();
        let mut odd = vec![false; graph.skeletons.len()];
        if let Some((shape, parities)) = &halved {
            shapes.retain(|s| s != shape);
            shapes.push(*shape);
            let is_odd = is_odd_sequence(&letters_of(puzzle.start(), ranking)[*shape]);
            odd = parities.iter().map(|parity| parity ^ is_odd).collect();
        }
        let orders: BigUint = ranking.classes.iter().map(Class::orders).product();
        let orders = orders >> usize::from(halved.is_some());
        Self { fields: Fields::new(ranking, &shapes, halved.is_some()), odd, orders }
    }
}

/// Returns the sequence of letters of each shape.
fn letters_of(configuration: &Configuration, ranking: &Ranking) -> Vec<Vec<u8>> {
    let mut letters = vec![Vec::new(); ranking.classes.len()];
    for placement in configuration.placements() {
        if let Some((shape, letter)) = ranking.letters[placement.kind as usize] {
            letters[usize::from(shape)].push(letter);
        }
    }
    letters
}

/// The rows of a puzzle, and the effect of moves on their orders.
pub struct RowLayout<'a> {
    pub ranking: &'a Ranking,
    pub graph: RowGraph,
    pub fields: Fields,
    /// Whether the orders of each row are odd, if that matters.
    pub odd: Vec<bool>,
    pub actions: Actions,
}

impl<'a> RowLayout<'a> {
    /// Builds the layout of a graph with a numbering; `None` if the tables of moves exceed the
    /// limit of bytes.
    pub fn new(
        ranking: &'a Ranking,
        graph: RowGraph,
        fields: Fields,
        odd: Vec<bool>,
        most_bytes: u64,
    ) -> Option<Self> {
        let actions = Actions::new(ranking, &fields, &graph.shapes, &graph.maps, most_bytes)?;
        Some(Self { ranking, graph, fields, odd, actions })
    }

    /// Returns row and order of a position; `None` if it certainly cannot be reached.
    pub fn place(&self, configuration: &Configuration) -> Option<(usize, u64)> {
        let row = self.graph.row(self.ranking.skeleton(configuration)?)?;
        let letters = letters_of(configuration, self.ranking);
        Some((row, self.fields.rank(self.ranking, &letters, self.odd[row])?))
    }

    /// Returns numbers that identify the numbering: the numbers of rows and orders, the place of
    /// the start, and a checksum of the rows and of the composition of their orders.
    pub fn numbering(&self, start: &Configuration) -> Vec<u64> {
        let (row, order) = self.place(start).expect("the start has a row");
        let fields = self.fields.fields.iter().flat_map(|field| {
            [
                field.class as u64,
                field.pieces as u64,
                field.low,
                field.orders,
                field.is_halved.into(),
            ]
        });
        let rows = self.graph.skeletons.iter().copied();
        let odd = self.odd.iter().map(|&is_odd| u64::from(is_odd));
        let sum = sum(fields.chain(rows).chain(odd));
        vec![self.graph.skeletons.len() as u64, self.fields.total(), row as u64, order, sum]
    }

    /// Returns the position of a row with an order.
    pub fn configuration(&self, row: usize, order: u64) -> Configuration {
        let mut letters = self.no_letters();
        self.letters(row, order, &mut letters);
        self.ranking.configuration_of(self.graph.skeletons[row], &letters)
    }

    /// Returns scratch space for the letters of an order.
    pub fn no_letters(&self) -> Vec<Vec<u8>> {
        vec![Vec::new(); self.ranking.classes.len()]
    }

    /// Writes the letters of an order of a row.
    pub fn letters(&self, row: usize, order: u64, letters: &mut [Vec<u8>]) {
        self.fields.unrank(self.ranking, order, self.odd[row], letters);
    }

    /// Returns the rows that meet a goal with some orders, and the demands on these.
    pub fn wanted(&self, puzzle: &Puzzle, goal: &Goal) -> Vec<(usize, OrderDemands)> {
        let wanted = GoalDemands::new(puzzle, self.ranking, goal);
        let rows = self.graph.skeletons.iter().enumerate();
        rows.filter_map(|(row, &skeleton)| Some((row, wanted.letters(self.ranking, skeleton)?)))
            .collect()
    }

    /// Returns the result of an action on an order, given the parity of its row if that matters.
    #[inline(always)]
    pub fn apply(&self, action: u32, is_odd: bool, order: u32) -> u32 {
        self.actions.apply(self.ranking, &self.fields, self.steps(action), is_odd, order)
    }

    /// Returns the steps of an action.
    pub fn steps(&self, action: u32) -> &[ActionStep] {
        &self.actions.list[action as usize]
    }

    /// Calls `visit` with row and order of all neighbours of an order of a row.
    pub fn each_neighbour(&self, row: usize, order: u32, mut visit: impl FnMut(usize, u32)) {
        for there in self.graph.arcs(row).iter().map(|arc| arc.from as usize) {
            // Moves from here are those into the other row that come from here.
            for arc in self.graph.arcs(there).iter().filter(|arc| arc.from as usize == row) {
                visit(there, self.apply(arc.action, self.odd[row], order));
            }
        }
    }
}
