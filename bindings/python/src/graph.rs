//! Whole spaces: maps with every configuration, and graphs.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sliding::analyse::{self, MapOrigin, StoredDistances, explore_each};
use sliding::puzzle::{Configuration, Puzzle, Style};
use sliding::report::map::MapReport;
use sliding::report::npy::origins;
use sliding::report::subject::Subject;
use sliding::report::{Report, Shown};
use sliding::solve::{Budget, Observer, Query, Refusal, Stopped};

use crate::json;

/// A map of all that can be reached.
#[pyclass(frozen, module = "sliding._sliding")]
pub struct Map {
    puzzle: Arc<Puzzle>,
    style: Style,
    origin: MapOrigin,
    map: analyse::Map,
    kept: Option<KeptPositions>,
    positions: Vec<(Configuration, StoredDistances)>,
}

impl Map {
    /// A map, what was kept of its configurations, and the distances of those that were asked for.
    pub fn new(
        (puzzle, style): (&Arc<Puzzle>, Style),
        origin: MapOrigin,
        map: analyse::Map,
        kept: Option<KeptPositions>,
        positions: Vec<(Configuration, StoredDistances)>,
    ) -> Self {
        Map { puzzle: Arc::clone(puzzle), style, origin, map, kept, positions }
    }
}

/// Texts one behind the other: where each begins and where the last one ends, and their bytes.
type Texts<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);

#[pymethods]
impl Map {
    /// The object `sliding/explore/1`.
    fn json(&self, file: &str) -> String {
        let Map { puzzle, style, origin, map, positions, .. } = self;
        let subject = Subject::new(puzzle, *style, file);
        json(&MapReport { subject, map, origin: *origin, positions }.json())
    }

    /// Of all configurations, the nearest first: distances, cells of pieces, and shorthand. Numbers have
    /// four bytes. None where they were not kept.
    fn kept<'py>(
        &self,
        py: Python<'py>,
    ) -> Option<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, Texts<'py>)> {
        let kept = self.kept.as_ref()?;
        let bytes = |numbers: &[u32]| packed(py, numbers, |number| number.to_le_bytes());
        Some((bytes(&kept.distances), bytes(&kept.pieces), kept.names.bytes(py)))
    }
}

/// Numbers as the bytes of an array.
fn packed<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    numbers: &[T],
    bytes: impl Fn(T) -> [u8; N],
) -> Bound<'py, PyBytes> {
    let fill = |array: &mut [u8]| {
        let places = array.chunks_exact_mut(N).zip(numbers);
        places.for_each(|(place, &number)| place.copy_from_slice(&bytes(number)));
        Ok(())
    };
    PyBytes::new_with(py, N * numbers.len(), fill).expect("filling it does not fail")
}

/// Texts that are kept one behind the other.
struct PackedTexts {
    ends: Vec<i64>,
    text: String,
}

impl PackedTexts {
    fn new() -> Self {
        PackedTexts { ends: vec![0], text: String::new() }
    }

    fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len() as i64);
    }

    fn bytes<'py>(&self, py: Python<'py>) -> Texts<'py> {
        let ends = packed(py, &self.ends, |end| end.to_le_bytes());
        (ends, PyBytes::new(py, self.text.as_bytes()))
    }
}

/// Every configuration of a map, with its distance from an origin.
pub struct KeptPositions {
    puzzle: Arc<Puzzle>,
    origin: MapOrigin,
    distances: Vec<u32>,
    pieces: Vec<u32>,
    names: PackedTexts,
    is_overfull: bool,
}

impl KeptPositions {
    /// Nothing yet.
    pub fn new(puzzle: &Arc<Puzzle>, origin: MapOrigin) -> Self {
        let (distances, pieces, names) = (Vec::new(), Vec::new(), PackedTexts::new());
        KeptPositions {
            puzzle: Arc::clone(puzzle),
            origin,
            distances,
            pieces,
            names,
            is_overfull: false,
        }
    }

    /// What kept some configurations of a map from being kept.
    pub fn missed(&self, map: &analyse::Map) -> Option<Stopped> {
        if self.is_overfull { Some(Stopped::Memory) } else { map.stopped }
    }

    /// Draws a map, and keeps every configuration. Half of the memory is for these: what there are too many
    /// of stops the search.
    pub fn explore(
        &mut self,
        query: &Query,
        budget: &Budget,
        most: usize,
        observer: &mut dyn Observer,
    ) -> Result<analyse::Map, Refusal> {
        let mut search = budget.clone();
        search.memory = budget.memory / 2;
        let origin = self.origin;
        let mut each = |configuration: &Configuration, distance| {
            // A level comes as a whole, and may be long: Ctrl-C does not wait for its end.
            if budget.interrupt.is_set() {
                return;
            }
            self.add(configuration, distance);
            if self.bytes() > budget.memory / 2 {
                self.is_overfull = true;
                budget.interrupt.set();
            }
        };
        explore_each(query, &search, most, observer, origin, &mut each)
    }

    fn add(&mut self, configuration: &Configuration, distance: u64) {
        // A distance beyond 32 bits would take more configurations than there is memory.
        self.distances.push(distance as u32);
        self.pieces.extend(origins(&self.puzzle, configuration));
        self.names.push(&self.puzzle.shorthand(configuration));
    }

    /// Bytes that are held.
    fn bytes(&self) -> u64 {
        let numbers = 4 * (self.distances.capacity() + self.pieces.capacity());
        (numbers + 8 * self.names.ends.capacity() + self.names.text.capacity()) as u64
    }
}

/// All configurations of a puzzle and who is whose neighbour.
#[pyclass(frozen, module = "sliding._sliding")]
pub struct Graph {
    puzzle: Arc<Puzzle>,
    style: Style,
    graph: analyse::Graph,
}

impl Graph {
    /// The graph of a puzzle in a style.
    pub fn new(puzzle: &Arc<Puzzle>, style: Style, graph: analyse::Graph) -> Self {
        Graph { puzzle: Arc::clone(puzzle), style, graph }
    }

    /// Returns where the neighbours of each node begin, and where those of the last one end.
    fn begins(&self) -> Vec<i64> {
        let mut begins = vec![0; self.graph.nodes.len() + 1];
        for &(one, other) in &self.graph.edges {
            begins[one as usize + 1] += 1;
            begins[other as usize + 1] += 1;
        }
        for node in 0..self.graph.nodes.len() {
            begins[node + 1] += begins[node];
        }
        begins
    }

    /// Returns the neighbours of all nodes, ascending for each.
    fn neighbours(&self) -> Vec<i64> {
        let mut next = self.begins();
        let mut neighbours = vec![0; 2 * self.graph.edges.len()];
        let mut add = |node: u32, neighbour: u32| {
            let place = &mut next[node as usize];
            neighbours[*place as usize] = i64::from(neighbour);
            *place += 1;
        };
        // Pairs ascend, the smaller first: so all smaller neighbours come before the greater ones.
        self.graph.edges.iter().for_each(|&(one, other)| add(other, one));
        self.graph.edges.iter().for_each(|&(one, other)| add(one, other));
        neighbours
    }
}

#[pymethods]
impl Graph {
    /// The object `sliding/graph/1`.
    fn json(&self, file: &str) -> String {
        let subject = Subject::new(&self.puzzle, self.style, file);
        json(&Shown { subject, result: &self.graph }.json())
    }

    /// `indptr`, `indices`, `from_start`, `to_goal` or `pieces`: numbers of eight bytes each.
    fn array<'py>(&self, py: Python<'py>, name: &str) -> Bound<'py, PyBytes> {
        let nodes = self.graph.nodes.iter();
        let numbers: Vec<i64> = match name {
            "indptr" => self.begins(),
            "indices" => self.neighbours(),
            "from_start" => nodes.map(|node| node.from_start as i64).collect(),
            "to_goal" => {
                let distance =
                    |to_goal: Option<u64>| to_goal.map_or(-1, |distance| distance as i64);
                nodes.map(|node| distance(node.to_goal)).collect()
            }
            _ => {
                let pieces = nodes.flat_map(|node| origins(&self.puzzle, &node.configuration));
                pieces.map(i64::from).collect()
            }
        };
        packed(py, &numbers, |number| number.to_le_bytes())
    }

    /// The configurations in shorthand.
    fn names<'py>(&self, py: Python<'py>) -> Texts<'py> {
        let mut names = PackedTexts::new();
        for node in &self.graph.nodes {
            names.push(&self.puzzle.shorthand(&node.configuration));
        }
        names.bytes(py)
    }

    /// Number of configurations, and of pairs of neighbours.
    fn size(&self) -> (usize, usize) {
        (self.graph.nodes.len(), self.graph.edges.len())
    }
}
