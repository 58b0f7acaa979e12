//! A simulated player, who plays a puzzle many times, and sees which pieces stand in the direct way of
//! the goal.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ahash::AHashMap;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use super::space::{MovedPiece, SolutionPieces, Space, count, is_ended_by_wall, moved_pieces};
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::game::PositionMoves;
use crate::puzzle::{Board, Cell, Configuration, Direction, Goal, Placement, Puzzle, Style, Want};

/// How often the puzzle is played.
pub const PLAYS: u64 = 1000;

/// The most moves of a play.
pub const MOST_MOVES: u64 = 600;

/// The seed of the plays.
const SEED: u128 = 1;

/// What makes a move likely: that it goes as far as it can, that a wall ends it, that it has just
/// become possible, that it leaves the distance as it is.
const FAR: f64 = 2.309;
const WALL: f64 = 0.663;
const NEW: f64 = 1.560;
const EVEN: f64 = -0.234;

/// How well the player sees which moves lead nearer: at the goal, less for each move of distance,
/// and less for each piece of the solution that is not in the direct way.
const SIGHT: f64 = 1.354;
const SIGHT_BY_DISTANCE: f64 = -0.136;
const SIGHT_BY_HIDDEN: f64 = -0.312;

/// Bytes of the moves of a position as the player sees them, roughly.
const VIEW: u64 = 1 << 10;

/// A player and what is known of the positions met so far.
pub struct Player<'a, 'c, const W: usize> {
    puzzle: &'a Puzzle,
    positions: &'a Space<'c, W>,
    pub shortest: SolutionPieces,
    /// The moves of positions met so far.
    views: AHashMap<u32, Vec<View>>,
}

/// A move as the player sees it.
struct View {
    to: u32,
    pieces: Vec<MovedPiece>,
    /// The part of the weight's logarithm that does not depend on the move before.
    inclination: f64,
}

impl<'a, 'c, const W: usize> Player<'a, 'c, W> {
    pub fn new(puzzle: &'a Puzzle, positions: &'a Space<'c, W>) -> Self {
        Self { puzzle, positions, shortest: SolutionPieces::new(), views: AHashMap::new() }
    }

    /// Plays [`PLAYS`] times from the start. Returns the moves of all plays together, and the number
    /// of plays that reached no goal.
    pub fn play(&mut self, budget: &Budget) -> Result<(u64, u64), Stopped> {
        let (mut moves, mut unsolved) = (0, 0);
        for number in 0..PLAYS {
            budget.look()?;
            let played = self.play_once(&mut Pcg64::new(SEED, number.into()));
            moves += played.unwrap_or(MOST_MOVES);
            unsolved += u64::from(played.is_none());
            if self.views.len() as u64 * VIEW > budget.room() / 4 {
                self.views.clear();
            }
        }
        Ok((moves, unsolved))
    }

    /// Returns the number of moves to a goal; `None` if the player gives up.
    fn play_once(&mut self, random: &mut Pcg64) -> Option<u64> {
        let (mut at, mut last) = (self.positions.start, None);
        for played in 0..MOST_MOVES {
            if self.positions.distance(at) == 0 {
                return Some(played);
            }
            self.look(at);
            let chosen = self.choose(at, last, random)?;
            last = Some((at, chosen));
            at = self.views[&at][chosen].to;
        }
        (self.positions.distance(at) == 0).then_some(MOST_MOVES)
    }

    /// Draws a move of a position, given the position before and the move made there. `None` if
    /// nothing can move.
    fn choose(&self, at: u32, last: Option<(u32, usize)>, random: &mut Pcg64) -> Option<usize> {
        let moves = &self.views[&at];
        let last = last.map(|(from, made)| (from, &self.views[&from][..], made));
        let mut weights: Vec<f64> = moves.iter().map(|step| weight(step, last)).collect();
        let mut total: f64 = weights.iter().sum();
        if total == 0.0 {
            weights = moves.iter().map(|step| step.inclination.exp()).collect();
            total = weights.iter().sum();
        }
        let part = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut left = total * part;
        let drawn = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        drawn.or(moves.len().checked_sub(1))
    }

    /// Looks at the moves of a position, if that has not been done.
    fn look(&mut self, at: u32) {
        if self.views.contains_key(&at) {
            return;
        }
        let before = self.positions.configuration(at);
        let way = blockers(self.puzzle, &before);
        let distance = f64::from(self.positions.distance(at));
        let hidden = count(&mut self.shortest, self.positions, at).saturating_sub(way);
        let sight = SIGHT + SIGHT_BY_DISTANCE * distance + SIGHT_BY_HIDDEN * f64::from(hidden);
        let view = |&to: &u32| {
            let after = self.positions.configuration(to);
            let pieces = moved_pieces(&before, &after);
            let ended = match is_ended_by_wall(self.puzzle, &pieces, &after) {
                None => 0.0,
                Some(is_wall) => FAR + if is_wall { WALL } else { 0.0 },
            };
            let nearer = distance - f64::from(self.positions.distance(to));
            let gain = if nearer == 0.0 { EVEN } else { sight.exp() * nearer };
            View { to, pieces, inclination: ended + gain }
        };
        let views = self.positions.neighbours(at).iter().map(view).collect();
        self.views.insert(at, views);
    }
}

/// Returns the weight of a move, given the position before, its moves, and the one that was made. A
/// move that could have been made in one with the last one has none.
fn weight(step: &View, last: Option<(u32, &[View], usize)>) -> f64 {
    let Some((from, moves, made)) = last else { return step.inclination.exp() };
    let is_same = moves[made].pieces.iter().map(|piece| piece.after);
    let is_same = is_same.eq(step.pieces.iter().map(|piece| piece.before));
    if is_same && (step.to == from || moves.iter().any(|other| other.to == step.to)) {
        return 0.0;
    }
    let is_new = moves.iter().all(|other| other.pieces != step.pieces);
    (step.inclination + if is_new { NEW } else { 0.0 }).exp()
}

/// Returns the number of goal pieces that are not home yet, plus the number of different pieces in
/// their way: those on the way of each among the walls alone that has the fewest pieces on it. Of
/// several goals, the one with the fewest pieces counts. 0 in a position that meets a goal.
pub fn blockers(puzzle: &Puzzle, position: &Configuration) -> u32 {
    let board = puzzle.board(position);
    let moves = PositionMoves::new(puzzle, Style::STEP, position);
    let of_goal = |goal| Blockers { moves, board: &board, position }.of_goal(goal);
    puzzle.goals().iter().map(of_goal).min().unwrap_or(0)
}

struct Blockers<'a> {
    moves: PositionMoves<'a>,
    board: &'a Board,
    position: &'a Configuration,
}

/// Pieces of the position, ascending.
type Pieces = Vec<Placement>;

impl Blockers<'_> {
    fn of_goal(&self, goal: &Goal) -> u32 {
        let mut all: Pieces = Vec::new();
        let mut away = self.away(goal);
        for demand in goal.demands() {
            match demand.want {
                Want::Empty => {
                    if let Cell::Piece(index) = self.board.cells()[demand.cell as usize] {
                        add(&mut all, &[self.position.placements()[index as usize]]);
                    }
                }
                Want::Origin(kind) if self.position.kind_at(demand.cell) != Some(kind) => {
                    let alike = (0..away.len()).filter(|&at| away[at].kind == kind);
                    let ways = alike.map(|at| (self.way(away[at], demand.cell), at));
                    if let Some((way, at)) = ways.min_by_key(|(way, at)| (way.len(), *at)) {
                        add(&mut all, &way);
                        away.swap_remove(at);
                    }
                }
                Want::Origin(_) => {}
            }
        }
        all.len() as u32
    }

    /// Returns the pieces that are not where a goal wants one of their kind.
    fn away(&self, goal: &Goal) -> Pieces {
        let is_away = |piece: &Placement| {
            let demands = goal.demands();
            let found = demands.binary_search_by_key(&piece.cell, |demand| demand.cell);
            found.map_or(true, |at| demands[at].want != Want::Origin(piece.kind))
        };
        self.position.placements().iter().copied().filter(is_away).collect()
    }

    /// Returns a piece and those on its way to a cell: the way with the fewest different pieces,
    /// then with the fewest steps. Each place keeps the first best way to it. The piece alone if
    /// the walls leave no way.
    fn way(&self, piece: Placement, to: u32) -> Pieces {
        let mut ways: Vec<Option<Pieces>> = vec![None; self.board.cells().len()];
        let mut line = BinaryHeap::from([Reverse((1, 0, piece.cell, vec![piece]))]);
        while let Some(Reverse((_, steps, cell, way))) = line.pop() {
            if cell == to {
                return way;
            }
            if ways[cell as usize].is_some() {
                continue;
            }
            let from = Placement { cell, ..piece };
            for direction in Direction::ALL {
                let Ok(met) = self.moves.blocking_pieces(self.board, from, direction) else {
                    continue;
                };
                let next = from.stepped(direction, self.board.size()).cell;
                if ways[next as usize].is_none() {
                    let mut longer = way.clone();
                    add(&mut longer, &met);
                    line.push(Reverse((longer.len(), steps + 1, next, longer)));
                }
            }
            ways[cell as usize] = Some(way);
        }
        vec![piece]
    }
}

/// Adds pieces to others, each once.
fn add(pieces: &mut Pieces, more: &[Placement]) {
    for &piece in more {
        if let Err(at) = pieces.binary_search(&piece) {
            pieces.insert(at, piece);
        }
    }
}
