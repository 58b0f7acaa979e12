//! What is asked of a puzzle, each as one method, within an effort and in a style.

use std::ops::ControlFlow;
use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sliding::analyse;
use sliding::notation::transcript;
use sliding::puzzle::Style;
use sliding::report::count::ListedSolution;
use sliding::report::json::limit_word;
use sliding::report::replay::ReplayReport;
use sliding::report::styles::StylesReport;
use sliding::report::subject::Subject;
use sliding::report::{Report, Shown};
use sliding::solve::{BeamOptions, Disk, Query, Refusal, Until, compare_style, solve as search};

use crate::graph::{Graph, KeptPositions, Map};
use crate::json;
use crate::puzzle::Puzzle;
use crate::raised::{self, refused};
use crate::search::{Effort, ProgressObserver, SearchOutcome, run};
use crate::solved::Answer;

/// What is asked of `solve` besides style and effort: any object with these attributes.
#[derive(FromPyObject)]
pub struct SolveOptions {
    engine: String,
    cache: Option<PathBuf>,
    on_disk: OnDisk,
    quiet: bool,
    exhaust: bool,
    verify: bool,
    symmetry: bool,
}

/// A folder, how many bytes may be in it, and whether to go on with the search that is there.
pub type OnDisk = (Option<PathBuf>, Option<u64>, bool);

/// The disk that is meant, if there is to be one.
pub fn disk((folder, limit, resumes): OnDisk) -> Option<Disk> {
    Some(Disk { folder: folder?, limit, resumes })
}

/// A query in this style, by this engine.
fn query<'a>(puzzle: &'a Puzzle, style: u8, engine: &str) -> PyResult<Query<'a>> {
    let mut query = Query::new(&puzzle.0, raised::style(style)?);
    query.engine = raised::engine(engine)?;
    Ok(query)
}

/// What came of a search that may not have begun.
fn unless_refused<T, E>(
    py: Python<'_>,
    (found, stop): SearchOutcome<Result<T, E>>,
    error: impl Fn(&E) -> PyErr,
) -> PyResult<SearchOutcome<T>> {
    match (found, stop) {
        (Ok(found), stop) => Ok((found, stop)),
        // After Ctrl-C, the reason why there is no result does not matter.
        (Err(_), Some(stop)) => Err(raised::instead(py, stop)),
        (Err(why), None) => Err(error(&why)),
    }
}

/// Searches a shortest solution.
#[pyfunction]
pub fn solve(
    py: Python<'_>,
    puzzle: &Puzzle,
    style: u8,
    effort: Effort,
    options: SolveOptions,
) -> PyResult<SearchOutcome<Answer>> {
    let mut query = query(puzzle, style, &options.engine)?;
    query.uses_symmetry = options.symmetry;
    query.databases = options.cache;
    query.disk = disk(options.on_disk);
    query.beam = Some(BeamOptions::default());
    query.wants_solution = !options.quiet || options.verify;
    if options.exhaust {
        query.until = Until::Exhausted;
    }
    let found =
        run(py, &effort, |budget, board| search(&query, budget, &mut ProgressObserver(board)))?;
    let (outcome, stop) = unless_refused(py, found, refused)?;
    let mut answer = Answer::new(&puzzle.0, query.style, outcome, options.verify);
    if options.quiet {
        answer.forget_solution();
    }
    Ok((answer, stop))
}

/// Counts the shortest solutions: `sliding/count/1`.
#[pyfunction]
pub fn count(
    py: Python<'_>,
    puzzle: &Puzzle,
    style: u8,
    effort: Effort,
    engine: &str,
    file: &str,
) -> PyResult<SearchOutcome<String>> {
    let query = query(puzzle, style, engine)?;
    let found = run(py, &effort, |budget, board| {
        analyse::count(&query, budget, &mut ProgressObserver(board))
    })?;
    let (count, stop) = unless_refused(py, found, refused)?;
    let subject = Subject::new(&puzzle.0, query.style, file);
    Ok((json(&Shown { subject, result: &count }.json()), stop))
}

/// Lists the shortest solutions: each as `sliding/count/1`, and their count as `sliding/count/1`.
#[pyfunction]
pub fn solutions(
    py: Python<'_>,
    puzzle: &Puzzle,
    style: u8,
    limit: u64,
    effort: Effort,
    engine: &str,
    file: &str,
) -> PyResult<SearchOutcome<(Vec<String>, String)>> {
    let query = query(puzzle, style, engine)?;
    let subject = Subject::new(&puzzle.0, query.style, file);
    let mut listed = Vec::new();
    let mut number = 0;
    let found = run(py, &effort, |budget, board| {
        analyse::solutions(&query, budget, &mut ProgressObserver(board), &mut |count, solution| {
            if number == limit {
                return ControlFlow::Break(());
            }
            number += 1;
            let solution = &solution;
            listed.push(json(&ListedSolution { subject, number, count, solution }.json()));
            ControlFlow::Continue(())
        })
    })?;
    let (count, stop) = unless_refused(py, found, refused)?;
    let count = json(&Shown { subject, result: &count }.json());
    Ok(((listed, count), stop))
}

/// Maps all that can be reached; with every configuration and its distance, if that is wanted.
#[pyfunction]
pub fn explore(
    py: Python<'_>,
    puzzle: &Puzzle,
    style: u8,
    origin: &str,
    limit: usize,
    dump: bool,
    effort: Effort,
    way: (String, bool, OnDisk),
    distance_of: Vec<String>,
) -> PyResult<SearchOutcome<Map>> {
    let (engine, symmetry, on_disk) = way;
    let mut query = query(puzzle, style, &engine)?;
    query.uses_symmetry = symmetry;
    query.disk = disk(on_disk);
    let position = |text: &String| transcript::position(&puzzle.0, text);
    let positions: Result<Vec<_>, _> = distance_of.iter().map(position).collect();
    let positions = positions.map_err(|error| raised::unreadable("distance_of", &error))?;
    let origin = match origin {
        "start" => analyse::MapOrigin::Start,
        "goal" => analyse::MapOrigin::Goals,
        _ => {
            let message = format!("no origin `{origin}`: expected start or goal");
            return Err(PyValueError::new_err(message));
        }
    };
    let mut kept = dump.then(|| KeptPositions::new(&puzzle.0, origin));
    let found = run(py, &effort, |budget, board| {
        let mut watch = ProgressObserver(board);
        let map = match &mut kept {
            None => analyse::explore(&query, budget, limit, &mut watch),
            Some(kept) => kept.explore(&query, budget, limit, &mut watch),
        }?;
        let mut stored = Vec::new();
        if !positions.is_empty() {
            query.disk.iter_mut().for_each(|disk| disk.resumes = true);
            stored = analyse::stored_distances(&query, budget, &positions)?;
        }
        Ok::<_, Refusal>((map, positions.into_iter().zip(stored).collect()))
    })?;
    let ((map, positions), stop) = unless_refused(py, found, refused)?;
    // Configurations are all there, or none of them. After Ctrl-C there is the map without them.
    if let Some(limit) = kept.as_ref().and_then(|kept| kept.missed(&map)) {
        if stop.is_none() {
            let word = limit_word(limit);
            let message = format!("the limit of {word} came before all positions were known");
            return Err(raised::stopped(word, &message));
        }
        kept = None;
    }
    Ok((Map::new((&puzzle.0, query.style), origin, map, kept, positions), stop))
}

/// Surveys all placements, if there are not too many: `sliding/explore/1`.
#[pyfunction]
pub fn survey(
    py: Python<'_>,
    puzzle: &Puzzle,
    style: u8,
    bounds: (usize, u64),
    effort: Effort,
    engine: &str,
    file: &str,
) -> PyResult<SearchOutcome<String>> {
    let query = query(puzzle, style, engine)?;
    let (limit, max_placements) = bounds;
    let found = run(py, &effort, |budget, board| {
        let placements = analyse::placements(&puzzle.0, budget);
        if let Some(placements) = placements.filter(|number| *number > max_placements.into()) {
            return Err(raised::too_many(&placements, max_placements));
        }
        let survey = analyse::survey(&query, budget, limit, &mut ProgressObserver(board));
        survey.map_err(|refusal| refused(&refusal))
    })?;
    let (survey, stop) = unless_refused(py, found, |error| error.clone_ref(py))?;
    let subject = Subject::new(&puzzle.0, query.style, file);
    Ok((json(&Shown { subject, result: &survey }.json()), stop))
}

/// All configurations and who is whose neighbour.
#[pyfunction]
pub fn graph(
    py: Python<'_>,
    puzzle: &Puzzle,
    style: u8,
    max_nodes: u32,
    effort: Effort,
    engine: &str,
) -> PyResult<SearchOutcome<Graph>> {
    let query = query(puzzle, style, engine)?;
    let found = run(py, &effort, |budget, board| {
        analyse::graph(&query, budget, max_nodes, &mut ProgressObserver(board))
    })?;
    let (graph, stop) = unless_refused(py, found, raised::no_graph)?;
    Ok((Graph::new(&puzzle.0, query.style, graph), stop))
}

/// All six styles side by side: `sliding/solve/1`. If it is stopped, of those that were begun.
#[pyfunction]
pub fn styles(
    py: Python<'_>,
    puzzle: &Puzzle,
    effort: Effort,
    engine: &str,
    file: &str,
) -> PyResult<SearchOutcome<String>> {
    let (mut found, mut raised) = (Vec::new(), None);
    for style in Style::ALL {
        let query = query(puzzle, style.number(), engine)?;
        let one = run(py, &effort, |budget, board| {
            compare_style(query, budget, &mut ProgressObserver(board))
        })?;
        let (answer, stop) = unless_refused(py, one, refused)?;
        found.push((style, answer));
        raised = stop;
        if raised.is_some() {
            break;
        }
    }
    let report = StylesReport { puzzle: &puzzle.0, name: "", file, found: &found };
    Ok((json(&report.json()), raised))
}

/// Finds what makes a puzzle hard: `sliding/why/1`.
#[pyfunction]
pub fn why(
    py: Python<'_>,
    puzzle: &Puzzle,
    style: u8,
    effort: Effort,
    file: &str,
) -> PyResult<SearchOutcome<String>> {
    let query = query(puzzle, style, "auto")?;
    let found = run(py, &effort, |budget, board| {
        analyse::why::why(&query, budget, &mut ProgressObserver(board))
    })?;
    let (why, stop) = unless_refused(py, found, refused)?;
    let subject = Subject::new(&puzzle.0, query.style, file);
    Ok((json(&Shown { subject, result: &why }.json()), stop))
}

/// Replays a solution that somebody wrote down: `sliding/verify/1`.
#[pyfunction]
pub fn verify(
    py: Python<'_>,
    puzzle: &Puzzle,
    text: &str,
    source: &str,
    file: &str,
) -> PyResult<String> {
    let subject = Subject::new(&puzzle.0, Style::WALK, file);
    let read = || Ok(json(&ReplayReport::read(subject, source, text)?.json()));
    py.detach(read).map_err(|error| raised::unreadable(source, &error))
}
