//! A puzzle and a style, compiled for the engines that work on [`Code`]s.
//!
//! The number of words of a code, the size of the board's masks and the style are constants in the
//! inner loops. They are chosen here, once; the resulting type depends on the number of words
//! alone.

use std::ops::Deref;
use std::sync::Arc;

use crate::engine::beam::{self, Estimator};
use crate::engine::board::{Code, CodeSymmetries, Coding, CompiledGoal, Image};
use crate::engine::dense;
use crate::engine::drive::OnBatch;
use crate::engine::host::IS_WASM;
use crate::engine::moves::{
    Batch, LastMove, Neighbour, Neighbours, NeighboursFn, solution_from_positions, sums,
};
use crate::engine::query::{Query, Refusal};
use crate::puzzle::{Configuration, Movers, Placement, Puzzle, Solution, Style};

/// The number of cells of the largest board that these engines support.
pub const MAX_CELLS: usize = 1024;

/// A puzzle, a style, and their form in codes of `W` words.
pub struct Compiled<'a, const W: usize> {
    pub puzzle: &'a Puzzle,
    pub style: Style,
    /// The puzzle's symmetries, if the search is to use them.
    pub fold: Option<CodeSymmetries<W>>,
    codes: Arc<dyn Codes<W>>,
    make_neighbours: NeighboursFn<W>,
    estimator: fn(&Puzzle) -> Estimator<W>,
}

/// The encoding of positions as codes, for boards of any size.
pub trait Codes<const W: usize>: Send + Sync {
    /// Returns the code of a position.
    fn encode(&self, configuration: &Configuration) -> Code<W>;

    /// Returns the position of a code.
    fn decode(&self, code: &Code<W>) -> Configuration {
        let mut pieces = Vec::new();
        self.pieces(code, &mut pieces);
        Configuration::new(pieces)
    }

    /// Replaces the contents of a list by the pieces of a code, cell by cell.
    fn pieces(&self, code: &Code<W>, pieces: &mut Vec<Placement>);

    /// Whether a position meets one of the goals.
    fn meets_a_goal(&self, code: &Code<W>) -> bool;
}

impl<const W: usize, const N: usize> Codes<W> for (Coding<N>, Vec<CompiledGoal<W, N>>) {
    fn encode(&self, configuration: &Configuration) -> Code<W> {
        self.0.encode(configuration)
    }

    fn pieces(&self, code: &Code<W>, pieces: &mut Vec<Placement>) {
        self.0.pieces(code, pieces);
    }

    fn meets_a_goal(&self, code: &Code<W>) -> bool {
        self.1.iter().any(|goal| goal.is_met_by(&self.0, code))
    }
}

impl<const W: usize> Deref for Compiled<'_, W> {
    type Target = dyn Codes<W>;

    fn deref(&self) -> &Self::Target {
        &*self.codes
    }
}

/// Refuses puzzles that cannot be encoded.
pub fn check_puzzle(puzzle: &Puzzle) -> Result<(), Refusal> {
    check_board_size(puzzle)?;
    if puzzle.start().placements().is_empty() {
        return Err(Refusal::OnlyRing("puzzles without pieces"));
    }
    Ok(())
}

/// Refuses boards that are too large for [`Cells`](super::board::Cells).
pub fn check_board_size(puzzle: &Puzzle) -> Result<(), Refusal> {
    if puzzle.size().cells() > MAX_CELLS {
        return Err(Refusal::OnlyRing("boards of more than 1024 cells"));
    }
    Ok(())
}

/// A puzzle, a style, and the symmetries in use.
pub type CompileInput<'a, 'i> = (&'a Puzzle, Style, &'i [Image]);

/// The symmetries of a puzzle that a search uses: none if the query disables them.
pub fn images(query: &Query) -> Vec<Image> {
    let has_codes = query.uses_symmetry && query.puzzle.size().cells() <= 64;
    if has_codes { Image::all(query.puzzle) } else { Vec::new() }
}

/// The words of a code, with the cells of a mask where there is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Boards of up to 64 cells.
    One,
    Two,
    Four,
    /// Boards of up to 128 and of up to 256 cells.
    Eight,
    WideEight,
    /// As many as any board needs.
    Most,
}

impl Width {
    pub fn of(puzzle: &Puzzle) -> Self {
        match (puzzle.size().cells(), Coding::<1>::bits(puzzle)) {
            // Not up to 64 cells: folders of searches on such boards have codes of two words.
            (..=32, ..=64) => Width::One,
            (..=64, ..=128) => Width::Two,
            (..=64, ..=256) => Width::Four,
            (..=128, ..=512) => Width::Eight,
            (..=256, ..=512) => Width::WideEight,
            _ => Width::Most,
        }
    }
}

/// Compiles a puzzle that [`check_puzzle`] accepts, and returns the value of an expression that names
/// it. There is a copy of the expression for each width: of `all` widths, or of all but the first
/// (`few`), as a copy of a search takes seconds to compile.
///
/// Most boards have up to 64 cells. For these there is a copy of the move generators for each code
/// width and each style. Boards of up to 128 cells share one copy, and so do all larger ones. In the
/// [browser](IS_WASM) all boards share one, with two widths.
///
/// For a `beam` there are `few`. In the browser there is one copy, in another width, for queries that
/// [`suits_beam`] accepts: in the widths of the other searches large boards are slow. The generator of
/// moves of several pieces would double its size.
macro_rules! dispatch {
    (@small $words:literal, $input:ident, $compiled:ident => $body:expr) => {{
        use $crate::engine::{compiled::compile, moves::small};
        let $compiled = &compile::<$words, 1>($input, small::<$words>);
        $body
    }};
    (@large $words:literal, $masks:literal, $input:ident, $compiled:ident => $body:expr) => {{
        use $crate::engine::{compiled::compile, moves::plain};
        let $compiled = &compile::<$words, $masks>($input, plain::<$masks, $words, _>);
        $body
    }};
    (all $input:expr, $compiled:ident => $body:expr) => {{
        use $crate::engine::compiled::{CompileInput, Width};
        use $crate::engine::host::IS_WASM;
        let input: CompileInput = $input;
        match Width::of(input.0) {
            Width::One if !IS_WASM => dispatch!(@small 1, input, $compiled => $body),
            Width::One | Width::Two => dispatch!(@small 2, input, $compiled => $body),
            Width::Four if !IS_WASM => dispatch!(@small 4, input, $compiled => $body),
            Width::Eight if !IS_WASM => dispatch!(@large 8, 2, input, $compiled => $body),
            Width::WideEight if !IS_WASM => dispatch!(@large 8, 4, input, $compiled => $body),
            _ => dispatch!(@large 96, 16, input, $compiled => $body),
        }
    }};
    (beam $input:expr, $compiled:ident => $body:expr) => {{
        use $crate::engine::host::IS_WASM;
        if IS_WASM {
            use $crate::engine::{compiled::compile, moves::plain_single};
            let $compiled = &compile::<8, 4>($input, plain_single::<4, 8, _>);
            $body
        } else {
            dispatch!(few $input, $compiled => $body)
        }
    }};
    (few $input:expr, $compiled:ident => $body:expr) => {{
        use $crate::engine::compiled::{CompileInput, Width};
        use $crate::engine::host::IS_WASM;
        let input: CompileInput = $input;
        match Width::of(input.0) {
            Width::One | Width::Two => dispatch!(@small 2, input, $compiled => $body),
            Width::Four if !IS_WASM => dispatch!(@small 4, input, $compiled => $body),
            Width::Eight if !IS_WASM => dispatch!(@large 8, 2, input, $compiled => $body),
            Width::WideEight if !IS_WASM => dispatch!(@large 8, 4, input, $compiled => $body),
            _ => dispatch!(@large 96, 16, input, $compiled => $body),
        }
    }};
}

pub(crate) use dispatch;

/// Returns the words of a position's code, which sort like codes, whatever their number.
pub type Coder = dyn Fn(&Configuration) -> Vec<u64>;

/// Returns a coder for a puzzle that [`check_puzzle`] accepts: its codes are those of the
/// [compiled](dispatch) puzzle.
pub fn coder(puzzle: &Puzzle) -> Box<Coder> {
    dispatch!(all (puzzle, Style::STEP, &[]), compiled => {
        let codes = Arc::clone(&compiled.codes);
        Box::new(move |configuration| codes.encode(configuration).0.to_vec())
    })
}

/// Whether beam search takes a puzzle that [`check_puzzle`] accepts, in a style: in the browser only
/// boards of up to 256 cells, and moves of single pieces.
pub fn suits_beam(puzzle: &Puzzle, style: Style) -> bool {
    let is_small = puzzle.size().cells() <= 256 && Coding::<1>::bits(puzzle) <= 512;
    !IS_WASM || is_small && style.movers() == Movers::Single
}

/// Compiles a puzzle in codes of `W` words and masks of `N` words.
pub fn compile<'a, const W: usize, const N: usize>(
    (puzzle, style, images): CompileInput<'a, '_>,
    make_neighbours: NeighboursFn<W>,
) -> Compiled<'a, W> {
    let coding = Coding::<N>::new(puzzle);
    let fold = CodeSymmetries::new(&coding, images);
    let mut goals = Vec::new();
    for goal in puzzle.goals() {
        goals.push(CompiledGoal::new(&coding, goal));
    }
    let codes = Arc::new((coding, goals));
    Compiled { puzzle, style, fold, codes, make_neighbours, estimator: beam::estimator::<N, W> }
}

impl<const W: usize> Compiled<'_, W> {
    /// Passes on some positions, if there are any, and removes them from the list.
    pub fn pass_on(&self, codes: &mut Vec<Code<W>>, on_batch: &mut OnBatch) {
        if !codes.is_empty() {
            on_batch(codes.len(), &|at, pieces| self.pieces(&codes[at], pieces));
            codes.clear();
        }
    }

    /// Returns the position that stands for this one: itself, where symmetries are not used.
    pub fn representative(&self, code: &Code<W>) -> Code<W> {
        match &self.fold {
            Some(fold) => fold.representative(code),
            None => *code,
        }
    }

    /// Returns the positions for which one stands, ascending.
    pub fn orbit(&self, code: &Code<W>) -> Vec<Code<W>> {
        match &self.fold {
            Some(fold) => fold.orbit(code),
            None => vec![*code],
        }
    }

    /// Whether every move leads to a position of the other parity, and a search from these sources
    /// never finds two images of different parity. The parity is that of the sum of all pieces' rows
    /// and columns: a step of one piece changes it, and so does a symmetry, either everywhere or
    /// nowhere.
    pub fn alternates(&self, sources: &[Code<W>]) -> bool {
        let [source] = sources else { return false };
        if !dense::alternates(self.style) {
            return false;
        }
        let Some(fold) = &self.fold else { return true };
        let parity = |image: &Code<W>| {
            let (rows, cols) = sums(self.puzzle, &self.decode(image));
            (rows + cols) % 2
        };
        fold.orbit(source).iter().all(|image| parity(image) == parity(source))
    }

    /// Returns how many positions these stand for.
    pub fn count<'c>(&self, codes: impl Iterator<Item = &'c Code<W>>) -> u64 {
        match &self.fold {
            Some(fold) => fold.count(codes),
            None => codes.count() as u64,
        }
    }

    /// Returns the solution that passes these positions.
    pub fn solution(&self, path: &[Code<W>]) -> Solution {
        let path: Vec<Configuration> = path.iter().map(|code| self.decode(code)).collect();
        solution_from_positions(self.puzzle, self.style, &path)
    }

    /// Builds an estimator.
    pub fn estimator(&self) -> Estimator<W> {
        (self.estimator)(self.puzzle)
    }

    /// Builds a neighbour lister.
    pub fn neighbours(&self) -> Box<dyn Neighbours<W>> {
        (self.make_neighbours)(self.puzzle, self.style)
    }

    /// Passes on all neighbours of a position, some of them perhaps several times, until `flush` fails.
    pub fn each_neighbour<E>(
        &self,
        neighbours: &mut dyn Neighbours<W>,
        code: &Code<W>,
        flush: &mut dyn FnMut(&[Neighbour<W>]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut ended = Ok(());
        let mut take = |found: &mut Vec<Neighbour<W>>| {
            ended = flush(found);
            found.clear();
            ended.is_ok()
        };
        let mut found = Vec::with_capacity(Batch::<Neighbour<W>>::MOST);
        let mut batch = Batch::new(&mut found, &mut take);
        neighbours.list(&[*code], &[LastMove::UNKNOWN], &mut batch);
        batch.flush();
        ended
    }

    /// Returns the neighbours of a position, ascending, each once: all of them, or some if there
    /// are more than `most`.
    pub fn neighbours_of(
        &self,
        neighbours: &mut dyn Neighbours<W>,
        code: &Code<W>,
        most: usize,
    ) -> Vec<Code<W>> {
        let mut codes = Vec::new();
        let _ = self.each_neighbour(neighbours, code, &mut |found| {
            codes.extend(found.iter().map(|(code, _)| *code));
            // One neighbour may be listed several times.
            if codes.len() > most.saturating_mul(2).saturating_add(found.len()) {
                sort_dedup(&mut codes);
                if codes.len() > most {
                    return Err(());
                }
            }
            Ok(())
        });
        sort_dedup(&mut codes);
        codes
    }
}

/// Sorts codes and removes duplicates.
pub fn sort_dedup<const W: usize>(codes: &mut Vec<Code<W>>) {
    codes.sort_unstable();
    codes.dedup();
}
