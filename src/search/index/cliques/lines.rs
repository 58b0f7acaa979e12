//! Rows whose moves make cliques.

use crate::search::index::graph::{Arc, Graph, two_colours};

/// The rows of a graph in *lines*: moves between rows of one line leave every order as it is, and there is one between
/// any two.
pub struct Lines {
    /// The line of each row.
    pub of: Vec<usize>,
    /// The rows of each line.
    pub rows: Vec<Vec<usize>>,
}

impl Lines {
    /// `None` if a configuration that is one move from two others does not make a clique with them wherever these are
    /// both in its line, or both in none of its line.
    pub fn new(graph: &Graph) -> Option<Self> {
        let rows = graph.skeletons.len();
        let along: Vec<_> =
            (0..rows).map(|row| joined(graph, row, |arc| arc.action == 0)).collect();
        let across: Vec<_> = (0..rows).map(|row| joined(graph, row, is_across)).collect();
        let meet_once = |row: usize| {
            let both = across[row].iter().filter(|other| along[row].contains(other));
            both.count() == 1
        };
        let suit = are_cliques(&along) && are_cliques(&across) && (0..rows).all(meet_once);
        if !suit || !(0..rows).all(|row| leads_round(graph, row)) {
            return None;
        }
        let mut lines = Self { of: vec![0; rows], rows: Vec::new() };
        for (row, along) in along.into_iter().enumerate() {
            if along[0] == row {
                along.iter().for_each(|&row| lines.of[row] = lines.rows.len());
                lines.rows.push(along);
            }
        }
        Some(lines)
    }

    /// How many lines three levels have something in, one after the other, if each is made of the last but one.
    pub fn of_three_levels(&self, graph: &Graph) -> usize {
        let neighbours = |line: usize| {
            let arcs = self.rows[line].iter().flat_map(|&row| graph.arcs(row));
            arcs.filter(|arc| is_across(arc)).map(|arc| self.of[arc.from as usize])
        };
        match two_colours(self.rows.len(), neighbours) {
            // A level has lines of one colour, the last but one has those of the other.
            Some(colours) => {
                let ones = colours.iter().filter(|&&colour| colour).count();
                colours.len() + ones.max(colours.len() - ones)
            }
            None => 3 * self.rows.len(),
        }
    }
}

/// Whether a move leads to another line.
pub fn is_across(arc: &Arc) -> bool {
    arc.action != 0
}

/// A row and those that moves of some sort join with it, ascending.
fn joined(graph: &Graph, row: usize, are_of_sort: impl Fn(&Arc) -> bool) -> Vec<usize> {
    let arcs = graph.arcs(row).iter().filter(|arc| are_of_sort(arc));
    let mut joined: Vec<usize> = arcs.map(|arc| arc.from as usize).chain([row]).collect();
    joined.sort_unstable();
    joined
}

/// Whether all of which one is joined with are joined with each other, and each once.
fn are_cliques(joined: &[Vec<usize>]) -> bool {
    joined.iter().all(|all| {
        all.windows(2).all(|two| two[0] != two[1]) && all.iter().all(|&other| joined[other] == *all)
    })
}

/// Whether two moves across into a row, one after the other, do the same to orders as the one that there is for both; or
/// nothing, if they come from the row itself.
fn leads_round(graph: &Graph, row: usize) -> bool {
    let across = |row: usize| graph.arcs(row).iter().filter(|arc| is_across(arc));
    let map = |arc: &Arc| &graph.maps[arc.action as usize];
    across(row).all(|last| {
        across(last.from as usize).all(|first| {
            let at_once =
                across(row).find(|arc| arc.from == first.from).map_or(&graph.maps[0], map);
            map(last).iter().map(|&place| map(first)[place as usize]).eq(at_once.iter().copied())
        })
    })
}
