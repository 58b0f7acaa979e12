//! A puzzle and a style, ready for the engines that work on [`Code`]s.
//!
//! The number of words of a code, the size of the board's masks and the style are constants in the
//! inner loops. Here they are chosen, once; what comes out depends on the number of words alone.

use super::SearchError;
use crate::board::{Aim, Cells, Code, Coding, Field, Lanes};
use crate::moves::{Came, Neighbours, SLIDE, STEP, WALK, explained, single, together};
use crate::puzzle::{Configuration, Movers, Puzzle, Reach, Solution, Style};

/// The cells of the largest board that these engines take.
pub const MAX_CELLS: usize = 1024;

/// A puzzle, a style, and how they look in codes of `W` words.
pub struct Compiled<'a, const W: usize> {
    pub puzzle: &'a Puzzle,
    pub style: Style,
    codes: Box<dyn Codes<W>>,
    maker: fn(&Puzzle) -> Box<dyn Neighbours<W>>,
}

/// How configurations become codes, for boards of any size.
trait Codes<const W: usize>: Send + Sync {
    fn encode(&self, configuration: &Configuration) -> Code<W>;
    fn decode(&self, code: &Code<W>) -> Configuration;
    fn meets_a_goal(&self, code: &Code<W>) -> bool;
}

struct Width<const W: usize, const N: usize> {
    coding: Coding<N>,
    aims: Vec<Aim<W, N>>,
}

impl<const W: usize, const N: usize> Codes<W> for Width<W, N> {
    fn encode(&self, configuration: &Configuration) -> Code<W> {
        self.coding.encode(configuration)
    }

    fn decode(&self, code: &Code<W>) -> Configuration {
        self.coding.decode(code)
    }

    fn meets_a_goal(&self, code: &Code<W>) -> bool {
        self.aims.iter().any(|aim| aim.is_met_by(&self.coding, code))
    }
}

/// What is to be done with a compiled puzzle.
pub trait Job {
    type Output;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output;
}

/// Refuses puzzles for which there are no codes.
pub fn takes(puzzle: &Puzzle) -> Result<(), SearchError> {
    takes_board(puzzle)?;
    if puzzle.start().placements().is_empty() {
        return Err(SearchError::OnlyRing("puzzles without pieces"));
    }
    Ok(())
}

/// Refuses boards that are too large for sets of cells as values.
pub fn takes_board(puzzle: &Puzzle) -> Result<(), SearchError> {
    if puzzle.size().cells() > MAX_CELLS {
        return Err(SearchError::OnlyRing("boards of more than 1024 cells"));
    }
    Ok(())
}

/// Compiles a puzzle that is [taken](takes), and does the job.
pub fn with_compiled<J: Job>(puzzle: &Puzzle, style: Style, job: J) -> J::Output {
    match (puzzle.size().cells(), Coding::<1>::bits(puzzle)) {
        (..=64, ..=64) => job.run(&compile::<Lanes<8>, 1, 1>(puzzle, style)),
        (..=64, ..=128) => job.run(&compile::<Lanes<8>, 2, 1>(puzzle, style)),
        (..=64, ..=256) => job.run(&compile::<Lanes<8>, 4, 1>(puzzle, style)),
        (..=256, ..=768) => job.run(&compile::<Cells<4>, 12, 4>(puzzle, style)),
        (..=256, _) => job.run(&compile::<Cells<4>, 24, 4>(puzzle, style)),
        _ => job.run(&compile::<Cells<16>, 96, 16>(puzzle, style)),
    }
}

fn compile<F, const W: usize, const N: usize>(puzzle: &Puzzle, style: Style) -> Compiled<'_, W>
where
    F: Field<N> + Send + Sync + 'static,
{
    let coding = Coding::<N>::new(puzzle);
    let aims = puzzle.goals().iter().map(|goal| Aim::new(&coding, goal)).collect();
    let maker: fn(&Puzzle) -> Box<dyn Neighbours<W>> = match (style.movers(), style.reach()) {
        (Movers::Single, Reach::Step) => single::<F, N, W, STEP>,
        (Movers::Single, Reach::Slide) => single::<F, N, W, SLIDE>,
        (Movers::Single, Reach::Walk) => single::<F, N, W, WALK>,
        (Movers::Super, Reach::Step) => together::<F, N, W, STEP>,
        (Movers::Super, Reach::Slide) => together::<F, N, W, SLIDE>,
        (Movers::Super, Reach::Walk) => together::<F, N, W, WALK>,
    };
    Compiled { puzzle, style, codes: Box::new(Width { coding, aims }), maker }
}

impl<const W: usize> Compiled<'_, W> {
    /// The code of a configuration.
    pub fn encode(&self, configuration: &Configuration) -> Code<W> {
        self.codes.encode(configuration)
    }

    /// The configuration of a code.
    pub fn decode(&self, code: &Code<W>) -> Configuration {
        self.codes.decode(code)
    }

    /// Whether a configuration meets one of the goals.
    pub fn meets_a_goal(&self, code: &Code<W>) -> bool {
        self.codes.meets_a_goal(code)
    }

    /// A list of neighbours of one's own.
    pub fn neighbours(&self) -> Box<dyn Neighbours<W>> {
        (self.maker)(self.puzzle)
    }

    /// The neighbours of a configuration, ascending, each once.
    pub fn neighbours_of(
        &self,
        neighbours: &mut dyn Neighbours<W>,
        code: &Code<W>,
    ) -> Vec<Code<W>> {
        let mut found: Vec<(Code<W>, Came)> = Vec::new();
        neighbours.list_all(code, &mut found);
        let mut codes: Vec<_> = found.into_iter().map(|(code, _)| code).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }

    /// The moves along a way.
    pub fn explained(&self, way: &[Code<W>]) -> Solution {
        let way: Vec<Configuration> = way.iter().map(|code| self.decode(code)).collect();
        explained(self.puzzle, self.style, &way)
    }
}
