//! What is asked of a puzzle. Answers are reports in JSON.

use std::fs::{self, File};
use std::io::{BufReader, Error};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sliding::analyse::{self, Map, MapOrigin, explore_each, proof};
use sliding::check::verify as replay;
use sliding::design::{self, RateError};
use sliding::notation::transcript;
use sliding::puzzle::{Configuration, Style};
use sliding::report::count::ListedSolution;
use sliding::report::hint::HintReport;
use sliding::report::json::limit_word;
use sliding::report::map::MapReport;
use sliding::report::proof::{CheckedReport, ProofReport};
use sliding::report::replay::ReplayReport;
use sliding::report::solution::SolutionReport;
use sliding::report::styles::StylesReport;
use sliding::report::{Report, Shown};
use sliding::solve::{Budget, Query, Refusal, Stopped, Until, compare_style, solve as search};

use crate::json;
use crate::puzzle::{Puzzle, kinds_on_cells};
use crate::raised::{self, refused};
use crate::search::{Answered, Asked, ProgressObserver};

/// Searches a shortest solution, and replays it: `sliding/solve/1`.
#[pyfunction]
pub fn solve(
    py: Python<'_>,
    puzzle: &Puzzle,
    asked: Asked,
    exhaust: bool,
    quiet: bool,
) -> Answered<String> {
    let mut query = asked.query(py, puzzle)?;
    query.wants_solution = !quiet;
    if exhaust {
        query.until = Until::Exhausted;
    }
    let searching = |budget: &_, board: &_| search(&query, budget, &mut ProgressObserver(board));
    let (answer, stop) = asked.run(py, searching, refused)?;
    let solution = answer.solution.as_ref();
    let verified = solution.map(|solution| replay(&puzzle.inner, query.style, solution).is_ok());
    let report = SolutionReport::new(puzzle.subject(query.style), &answer);
    Ok((json(&SolutionReport { verified, ..report }.json()), stop))
}

/// Finds the next move of a shortest solution: `sliding/solve/1`.
#[pyfunction]
pub fn hint(py: Python<'_>, puzzle: &Puzzle, asked: Asked) -> Answered<String> {
    let query = asked.query(py, puzzle)?;
    let searching = |budget: &_, board: &_| search(&query, budget, &mut ProgressObserver(board));
    let (answer, stop) = asked.run(py, searching, refused)?;
    Ok((json(&HintReport { subject: puzzle.subject(query.style), answer: &answer }.json()), stop))
}

/// Asks a question whose result is reported as it is.
fn reported<T: Send, E: Send>(
    py: Python<'_>,
    puzzle: &Puzzle,
    asked: &Asked,
    ask: impl FnOnce(&Query, &Budget, &mut ProgressObserver) -> Result<T, E> + Send,
    error: impl FnOnce(E) -> PyErr,
) -> Answered<String>
where
    for<'a> Shown<'a, T>: Report,
{
    let query = asked.query(py, puzzle)?;
    let asking = |budget: &_, board: &_| ask(&query, budget, &mut ProgressObserver(board));
    let (found, stop) = asked.run(py, asking, error)?;
    Ok((puzzle.shown(query.style, &found), stop))
}

/// Counts the shortest solutions: `sliding/count/1`.
#[pyfunction]
pub fn count(py: Python<'_>, puzzle: &Puzzle, asked: Asked) -> Answered<String> {
    reported(
        py,
        puzzle,
        &asked,
        |query, budget, watch| analyse::count(query, budget, watch),
        refused,
    )
}

/// Lists the shortest solutions, each as `sliding/count/1`.
#[pyfunction]
pub fn solutions(
    py: Python<'_>,
    puzzle: &Puzzle,
    asked: Asked,
    most: u64,
) -> Answered<Vec<String>> {
    let query = asked.query(py, puzzle)?;
    let subject = puzzle.subject(query.style);
    let mut listed = Vec::new();
    let listing = |budget: &_, board: &_| {
        analyse::solutions(&query, budget, &mut ProgressObserver(board), &mut |count, solution| {
            let number = listed.len() as u64 + 1;
            if number > most {
                return ControlFlow::Break(());
            }
            listed
                .push(json(&ListedSolution { subject, number, count, solution: &solution }.json()));
            ControlFlow::Continue(())
        })
    };
    let (count, stop) = asked.run(py, listing, refused)?;
    match (count.stopped, &stop) {
        (Some(limit), None) => Err(raised::before("the solutions were counted", limit)),
        _ => Ok((listed, stop)),
    }
}

/// Boards and distances of the positions of a map, as the bytes of arrays.
type Boards = (Vec<u8>, Vec<u8>);

/// Maps all that can be reached, and keeps every board, for which is half of the memory.
fn explore_boards(
    query: &Query,
    budget: &Budget,
    farthest: usize,
    watch: &mut ProgressObserver,
    origin: MapOrigin,
) -> Result<(Map, Boards), Refusal> {
    let mut search = budget.clone();
    search.memory /= 2;
    let ((mut boards, mut distances), mut is_overfull) = (Boards::default(), false);
    let mut keep = |position: &Configuration, distance: u64| {
        // A level comes as a whole, and may be long: Ctrl-C does not wait for its end.
        if budget.interrupt.is_set() {
            return;
        }
        boards.extend(kinds_on_cells(query.puzzle, position));
        // A distance beyond 32 bits would take more positions than there is memory.
        distances.extend((distance as u32).to_le_bytes());
        if (boards.capacity() + distances.capacity()) as u64 > search.memory {
            is_overfull = true;
            budget.interrupt.set();
        }
    };
    let mut map = explore_each(query, &search, farthest, watch, origin, &mut keep)?;
    if is_overfull {
        map.stopped = Some(Stopped::Memory);
    }
    Ok((map, (boards, distances)))
}

/// Maps all that can be reached: `sliding/explore/1`; with every board and its distance, if that is
/// wanted.
#[pyfunction]
pub fn explore(
    py: Python<'_>,
    puzzle: &Puzzle,
    asked: Asked,
    origin: &str,
    farthest: usize,
    with_boards: bool,
    distance_of: Vec<String>,
) -> Answered<(String, Option<Boards>)> {
    let mut query = asked.query(py, puzzle)?;
    if query.disk.is_none() && !distance_of.is_empty() {
        return Err(PyValueError::new_err("distances are looked up in a folder: expected disk"));
    }
    let position = |text: &String| transcript::position(&puzzle.inner, text);
    let positions: Result<Vec<_>, _> = distance_of.iter().map(position).collect();
    let positions = positions.map_err(|error| raised::unreadable("distance_of", &error))?;
    let origin = match origin {
        "start" => MapOrigin::Start,
        "goal" => MapOrigin::Goals,
        _ => {
            let message = format!("no origin `{origin}`: expected start or goal");
            return Err(PyValueError::new_err(message));
        }
    };
    let subject = puzzle.subject(query.style);
    let exploring = |budget: &Budget, board: &_| {
        let mut watch = ProgressObserver(board);
        let (map, boards) = if with_boards {
            let (map, boards) = explore_boards(&query, budget, farthest, &mut watch, origin)?;
            (map, Some(boards))
        } else {
            (analyse::explore(&query, budget, farthest, &mut watch)?, None)
        };
        let mut stored = Vec::new();
        if !positions.is_empty() {
            query.disk.iter_mut().for_each(|disk| disk.resumes = true);
            stored = analyse::stored_distances(&query, budget, &positions)?;
        }
        Ok::<_, Refusal>((map, boards, positions.into_iter().zip(stored).collect::<Vec<_>>()))
    };
    let ((map, boards, positions), stop) = asked.run(py, exploring, refused)?;
    // Boards are all there, or none of them. After Ctrl-C there is the map without them.
    if let (true, Some(limit), None) = (with_boards, map.stopped, &stop) {
        return Err(raised::before("all positions were known", limit));
    }
    let boards = boards.filter(|_| map.stopped.is_none());
    let report = MapReport { subject, map: &map, origin, positions: &positions };
    Ok(((json(&report.json()), boards), stop))
}

/// Describes all positions and their components: `sliding/explore/1`.
#[pyfunction]
pub fn components(
    py: Python<'_>,
    puzzle: &Puzzle,
    asked: Asked,
    largest: usize,
) -> Answered<String> {
    reported(
        py,
        puzzle,
        &asked,
        |query, budget, watch| analyse::survey(query, budget, largest, watch),
        refused,
    )
}

/// Finds all positions and their neighbours: `sliding/graph/1`.
#[pyfunction]
pub fn graph(py: Python<'_>, puzzle: &Puzzle, asked: Asked, most: u32) -> Answered<String> {
    reported(
        py,
        puzzle,
        &asked,
        |query, budget, watch| analyse::graph(query, budget, most, watch),
        raised::no_graph,
    )
}

/// Compares all six styles: `sliding/solve/1`. If it is stopped, of those that were begun.
#[pyfunction]
pub fn styles(py: Python<'_>, puzzle: &Puzzle, asked: Asked) -> Answered<String> {
    let (mut found, mut stop) = (Vec::new(), None);
    for style in Style::ALL {
        let mut query = asked.query(py, puzzle)?;
        query.style = style;
        let comparing =
            |budget: &_, board: &_| compare_style(query, budget, &mut ProgressObserver(board));
        let (answer, stopped) = asked.run(py, comparing, refused)?;
        found.push((style, answer));
        stop = stopped;
        if stop.is_some() {
            break;
        }
    }
    let report =
        StylesReport { puzzle: &puzzle.inner, name: "", file: &puzzle.file, found: &found };
    Ok((json(&report.json()), stop))
}

/// Finds what makes a puzzle hard: `sliding/why/1`.
#[pyfunction]
pub fn why(py: Python<'_>, puzzle: &Puzzle, asked: Asked) -> Answered<String> {
    reported(
        py,
        puzzle,
        &asked,
        |query, budget, watch| analyse::why::why(query, budget, watch),
        refused,
    )
}

/// Rates how hard a puzzle feels: `sliding/rate/1`.
#[pyfunction]
pub fn rate(py: Python<'_>, puzzle: &Puzzle, asked: Asked) -> Answered<String> {
    let style = asked.style(py)?;
    let rating = |budget: &_, _: &_| match design::rate(&puzzle.inner, style, budget) {
        Err(RateError::Unsolvable) => Ok(None),
        rated => rated.map(Some),
    };
    let (rated, stop) = asked.run(py, rating, |why| match why {
        RateError::Stopped(limit) => {
            raised::stopped(limit_word(limit), "the puzzle was not rated within the limit")
        }
        why => refused(why),
    })?;
    Ok((puzzle.shown(style, &(rated, None)), stop))
}

/// Replays a solution: `sliding/verify/1`.
#[pyfunction]
pub fn verify(py: Python<'_>, puzzle: &Puzzle, text: &str, source: &str) -> PyResult<String> {
    let subject = puzzle.subject(Style::WALK);
    let read = || Ok(json(&ReplayReport::read(subject, source, text)?.json()));
    py.detach(read).map_err(|error| raised::unreadable(source, &error))
}

/// Writes a proof into a file, and returns its report, `sliding/prove/1`.
#[pyfunction]
pub fn prove(py: Python<'_>, puzzle: &Puzzle, asked: Asked, path: PathBuf) -> Answered<String> {
    let query = asked.query(py, puzzle)?;
    let proving =
        |budget: &_, board: &_| proof::write(&query, budget, &mut ProgressObserver(board), &path);
    let (proof, stop) = asked.run(py, proving, raised::unproven)?;
    let bytes = if proof.stopped.is_none() { Some(fs::metadata(&path)?.len()) } else { None };
    let (subject, to) = (puzzle.subject(query.style), &*path.to_string_lossy());
    Ok((json(&ProofReport { subject, proof: &proof, to, bytes }.json()), stop))
}

/// Checks a proof: `sliding/verify/1`.
#[pyfunction]
#[pyo3(signature = (path, puzzle, asked))]
pub fn check_proof(
    py: Python<'_>,
    path: PathBuf,
    puzzle: Option<&Puzzle>,
    asked: Asked,
) -> PyResult<String> {
    let source = File::open(&path).map_err(|error| raised::system(&error, Some(&path)))?;
    let source = BufReader::with_capacity(1 << 16, source);
    let begun = Instant::now();
    let wanted = puzzle.map(|puzzle| &*puzzle.inner);
    let checking = |budget: &_, _: &_| Ok::<_, Error>(proof::check(source, wanted, budget));
    let (checked, stop) = asked.run(py, checking, refused)?;
    match stop {
        Some(stop) => Err(raised::instead(py, stop)),
        None => {
            let (file, elapsed) = (&*path.to_string_lossy(), begun.elapsed());
            Ok(json(&CheckedReport { file, checked: &checked, elapsed }.json()))
        }
    }
}
