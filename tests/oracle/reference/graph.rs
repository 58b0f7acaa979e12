//! The graph of configurations and moves, and what can be read off it, by the plainest means.

use std::collections::{BTreeMap, HashMap, VecDeque};

use sliding::puzzle::{Configuration, Placement, Style};

use super::{EMPTY, Origins, Reference};

/// Configurations by number, and who is beside whom.
pub struct Graph {
    nodes: Vec<Configuration>,
    beside: Vec<Vec<usize>>,
    /// The numbers of the positions that meet a goal.
    pub goals: Vec<usize>,
    /// The number of the start.
    pub start: usize,
}

/// Shortest solutions, as far as they can be counted.
#[derive(Debug, PartialEq, Eq)]
pub struct Ways {
    pub moves: u64,
    pub solutions: u128,
    /// Goals at the least distance.
    pub goals: u64,
    /// For each distance before the goal: how many configurations the solutions pass, and the
    /// least and the greatest number of ways on from one of them.
    pub steps: Vec<(u64, u64, u64)>,
}

impl Reference<'_> {
    /// All that can be reached from the start, unless it is more than `most`.
    pub fn component(&self, style: Style, most: usize) -> Option<Graph> {
        let nodes: Vec<_> = self.reached(style, most)?.into_keys().collect();
        Some(self.graph(style, &nodes))
    }

    /// All placements of the pieces, unless there are more than `most`.
    pub fn placements(&self, most: usize) -> Option<Vec<Origins>> {
        let mut nodes = Vec::new();
        self.place(&mut Vec::new(), most, &mut nodes).then_some(nodes)
    }

    /// All placements of the pieces and the moves between them, unless there are more than `most`.
    pub fn everything(&self, style: Style, most: usize) -> Option<Graph> {
        Some(self.graph(style, &self.placements(most)?))
    }

    /// Adds every placement that begins with these origins. False if there are too many.
    fn place(&self, origins: &mut Origins, most: usize, all: &mut Vec<Origins>) -> bool {
        let piece = origins.len();
        if piece == self.kinds.len() {
            all.push(origins.clone());
            return all.len() <= most;
        }
        // Pieces of one kind look alike: they stand in ascending order.
        let first = match piece.checked_sub(1) {
            Some(last) if self.kinds[last] == self.kinds[piece] => origins[last] + 1,
            _ => 0,
        };
        let board = self.board(origins);
        for cell in first..self.puzzle.size().cells() as u32 {
            origins.push(cell);
            let fits = self.cells(origins, piece).all(|(row, col)| {
                let cell = self.puzzle.size().cell(row, col);
                cell.is_some_and(|cell| board[cell as usize] == EMPTY && self.passes(piece, cell))
            });
            let few = !fits || self.place(origins, most, all);
            origins.pop();
            if !few {
                return false;
            }
        }
        true
    }

    fn graph(&self, style: Style, nodes: &[Origins]) -> Graph {
        let number: HashMap<&Origins, usize> =
            nodes.iter().enumerate().map(|(i, node)| (node, i)).collect();
        let beside = nodes.iter().map(|node| {
            let mut beside = Vec::new();
            self.moves(style, node, |neighbour| beside.push(number[&neighbour]));
            beside.sort_unstable();
            beside.dedup();
            beside
        });
        Graph {
            beside: beside.collect(),
            goals: (0..nodes.len()).filter(|&i| self.is_goal(&nodes[i])).collect(),
            start: number[&self.start],
            nodes: nodes.iter().map(|origins| self.configuration(origins)).collect(),
        }
    }

    fn configuration(&self, origins: &Origins) -> Configuration {
        let pieces = self.kinds.iter().zip(origins);
        let placements = pieces.map(|(&kind, &cell)| Placement { cell, kind }).collect();
        self.puzzle.configuration(placements).expect("the puzzle's pieces")
    }
}

impl Graph {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn configuration(&self, node: usize) -> &Configuration {
        &self.nodes[node]
    }

    /// The number of a configuration.
    pub fn find(&self, configuration: &Configuration) -> Option<usize> {
        self.nodes.iter().position(|node| node == configuration)
    }

    /// The distance of everything from the nearest of some nodes, where there is a way.
    pub fn distances(&self, from: &[usize]) -> Vec<Option<u64>> {
        let mut distances = vec![None; self.len()];
        from.iter().for_each(|&node| distances[node] = Some(0));
        let mut open = VecDeque::from(from.to_vec());
        while let Some(node) = open.pop_front() {
            for &other in &self.beside[node] {
                if distances[other].is_none() {
                    distances[other] = distances[node].map(|distance| distance + 1);
                    open.push_back(other);
                }
            }
        }
        distances
    }

    /// How many nodes have each number of neighbours.
    pub fn degrees(&self) -> BTreeMap<usize, u64> {
        let mut degrees = BTreeMap::new();
        for beside in &self.beside {
            *degrees.entry(beside.len()).or_default() += 1;
        }
        degrees
    }

    /// The numbers of the neighbours of a configuration.
    pub fn beside(&self, node: usize) -> &[usize] {
        &self.beside[node]
    }

    /// Pairs of neighbours.
    pub fn edges(&self) -> u64 {
        let pairs = |(i, beside): (usize, &Vec<usize>)| beside.iter().filter(|&&j| i < j).count();
        self.beside.iter().enumerate().map(pairs).sum::<usize>() as u64
    }

    /// The shortest ways from the start to the nearest goals, if there is one.
    pub fn ways(&self) -> Option<Ways> {
        let forth = self.distances(&[self.start]);
        let moves = self.goals.iter().filter_map(|&goal| forth[goal]).min()?;
        let goals: Vec<usize> =
            self.goals.iter().copied().filter(|&goal| forth[goal] == Some(moves)).collect();
        let back = self.distances(&goals);
        let is_on_way = |node: usize| {
            forth[node].zip(back[node]).is_some_and(|(forth, back)| forth + back == moves)
        };
        let at = |distance: u64| -> Vec<usize> {
            let stage = (0..self.len()).filter(|&node| forth[node] == Some(distance));
            stage.filter(|&node| is_on_way(node)).collect()
        };
        let mut ways = vec![0u128; self.len()];
        ways[self.start] = 1;
        let mut steps = Vec::new();
        for distance in 0..moves {
            let (stage, next) = (at(distance), at(distance + 1));
            let beside = stage.iter().map(|&node| &self.beside[node]);
            let on = beside.map(|all| all.iter().copied().filter(|node| next.contains(node)));
            let on: Vec<Vec<usize>> = on.map(Iterator::collect).collect();
            for (&node, on) in stage.iter().zip(&on) {
                on.iter().for_each(|&other| ways[other] += ways[node]);
            }
            let counts = on.iter().map(|on| on.len() as u64);
            let (least, most) = (counts.clone().min().unwrap(), counts.max().unwrap());
            steps.push((stage.len() as u64, least, most));
        }
        let solutions = goals.iter().map(|&goal| ways[goal]).sum();
        Some(Ways { moves, solutions, goals: goals.len() as u64, steps })
    }

    /// How many neighbours of a configuration lie on a way on to a nearest goal of the start.
    pub fn ways_on(&self, node: usize, goals: &[usize]) -> u64 {
        let back = self.distances(goals);
        let nearer = |&&other: &&usize| back[other] < back[node];
        self.beside[node].iter().filter(nearer).count() as u64
    }

    /// The components, each with its nodes in order.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let (mut rest, mut components) = (Vec::from_iter(0..self.len()), Vec::new());
        while let Some(&first) = rest.first() {
            let distances = self.distances(&[first]);
            let (own, others) = rest.into_iter().partition(|&node| distances[node].is_some());
            components.push(own);
            rest = others;
        }
        components
    }
}
