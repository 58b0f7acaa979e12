//! The ideals of a small directed graph, in the order of SLIDING's backtracking.
//!
//! An ideal is a set of vertices that contains, with every vertex, the targets of all its arcs.
//! Vertex 0 is special only in that it is decided first. The method is that of Knuth's program
//! SLIDING (section "Supermoving"): the vertices are in a permutation whose parts are decided
//! together, at each level first out of the ideal, with all vertices that lead to them, and then
//! into it, with all that they lead to. The permutation is not restored on backtracking; that is
//! part of the order.
//!
//! Arcs are added by target, ascending. Those into a vertex are visited from the last added to the
//! first, those out of a vertex from the highest target down.

const NONE: u32 = u32::MAX;

/// A directed graph on the vertices 0, 1, ... without loops or parallel arcs.
#[derive(Default)]
pub struct Digraph {
    /// For each vertex the range of the arcs into it, which are contiguous.
    into: Vec<(u32, u32)>,
    /// For each vertex its most recently added arc out of it.
    out: Vec<u32>,
    arcs: Vec<DigraphEdge>,
}

struct DigraphEdge {
    from: u32,
    to: u32,
    /// The arc out of the same vertex that was added before this one.
    next_out: u32,
}

impl Digraph {
    /// Begins a graph on `vertices` vertices, keeping the memory of the last.
    pub fn restart(&mut self, vertices: usize) {
        self.into.clear();
        self.out.clear();
        self.out.resize(vertices, NONE);
        self.arcs.clear();
    }

    /// Begins the arcs into the next vertex, 0 at first.
    #[inline(always)]
    pub fn next_target(&mut self) {
        let end = self.arcs.len() as u32;
        self.into.push((end, end));
    }

    /// Adds an arc to the current target, unless it is there already.
    #[inline(always)]
    pub fn arc_from(&mut self, from: usize) {
        let to = self.into.len() as u32 - 1;
        let next_out = self.out[from];
        if next_out != NONE && self.arcs[next_out as usize].to == to {
            return;
        }
        self.out[from] = self.arcs.len() as u32;
        self.arcs.push(DigraphEdge { from: from as u32, to, next_out });
        self.into[to as usize].1 += 1;
    }
}

/// Lists ideals; keeps its memory between graphs.
#[derive(Default)]
pub struct Ideals {
    order: Vec<u32>,
    place: Vec<u32>,
    levels: Vec<IdealLevel>,
    listed: Vec<u32>,
}

/// Whether vertex 0 belongs to an ideal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zero {
    /// It does not: the members are listed.
    Out,
    /// It does: the vertices that are not members are listed.
    In,
}

#[derive(Clone, Copy)]
struct IdealLevel {
    /// Where the vertices decided here begin in the order.
    begin: usize,
    /// Length of the list before this level.
    listed: usize,
    included: bool,
}

impl Ideals {
    /// Begins the list for a graph with its first ideal, the empty one.
    pub fn restart(&mut self, graph: &Digraph) {
        self.order.clear();
        self.order.extend(0..graph.into.len() as u32);
        self.place.clone_from(&self.order);
        self.listed.clear();
        self.levels.clear();
        self.levels.push(IdealLevel { begin: 0, listed: 0, included: false });
        self.decide_rest(graph);
    }

    /// Returns the next ideal of the graph, by what [`Zero`] says; the list may be empty.
    pub fn next(&mut self, graph: &Digraph) -> Option<(Zero, &[u32])> {
        // Backtrack to the last level whose vertices were out; now they are in.
        while self.levels.last()?.included {
            self.levels.pop();
        }
        let level = self.levels.last_mut()?;
        level.included = true;
        self.listed.truncate(level.listed);
        self.decide_rest(graph);
        let zero = if self.levels[0].included { Zero::In } else { Zero::Out };
        Some((zero, &self.listed))
    }

    /// Decides all vertices from the last level on.
    fn decide_rest(&mut self, graph: &Digraph) {
        loop {
            let end = self.decide(graph);
            if end == self.order.len() {
                return;
            }
            let listed = self.listed.len();
            self.levels.push(IdealLevel { begin: end, listed, included: false });
        }
    }

    /// Decides the first undecided vertex and those that follow from it; returns where the
    /// undecided vertices begin then.
    #[inline(always)]
    fn decide(&mut self, graph: &Digraph) -> usize {
        let Some(&IdealLevel { begin, included, .. }) = self.levels.last() else { unreachable!() };
        let lists = included != self.levels[0].included;
        let (mut at, mut end) = (begin, begin + 1);
        while at < end {
            let vertex = self.order[at] as usize;
            if included {
                let mut arc = graph.out[vertex];
                while arc != NONE {
                    let DigraphEdge { to, next_out, .. } = graph.arcs[arc as usize];
                    self.append(to, &mut end);
                    arc = next_out;
                }
            } else {
                let (first, last) = graph.into[vertex];
                for arc in graph.arcs[first as usize..last as usize].iter().rev() {
                    self.append(arc.from, &mut end);
                }
            }
            if lists {
                self.listed.push(vertex as u32);
            }
            at += 1;
        }
        end
    }

    /// Swaps a vertex to the end of the decided ones, unless it is one of them.
    #[inline(always)]
    fn append(&mut self, vertex: u32, end: &mut usize) {
        let place = self.place[vertex as usize] as usize;
        if place >= *end {
            let other = self.order[*end];
            self.order[*end] = vertex;
            self.order[place] = other;
            self.place[vertex as usize] = *end as u32;
            self.place[other as usize] = place as u32;
            *end += 1;
        }
    }
}
