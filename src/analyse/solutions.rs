//! All shortest solutions, one after the other.

use std::ops::ControlFlow;

use super::count::{Count, Stage, count_and};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::moves::solution_from_positions;
use crate::engine::query::{Budget, Observer, Query, Refusal, Stopped};
use crate::puzzle::Solution;

/// Callback for solutions; it returns whether to go on.
pub(super) type SolutionCallback<'a> = dyn FnMut(&Count, Solution) -> ControlFlow<()> + 'a;

/// Counts the shortest solutions of a puzzle as [`count`](super::count()) does, then passes them to
/// `each` one by one, with the counts, until it returns `Break`. Their order is deterministic.
/// [`Observer::search_ends`] is called before the first. The number of classes is counted as well,
/// if that does not take too much.
///
/// # Errors
///
/// Returns an error if boards of this size are not supported.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use sliding::analyse::solutions;
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// let puzzle: Puzzle = "3 x 3\n1 = 1\n1\n000000001\n".parse().unwrap();
/// let mut found = Vec::new();
/// let query = Query::new(&puzzle, Style::STEP);
/// let count = solutions(&query, &Budget::default(), &mut (), &mut |_, solution| {
///     found.push(solution);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(count.unwrap().solutions, found.len().into());
/// assert_eq!(found.len(), 6);
/// ```
pub fn solutions(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
    each: &mut dyn FnMut(&Count, Solution) -> ControlFlow<()>,
) -> Result<Count, Refusal> {
    count_and(query, budget, observer, Some(each))
}

/// Lists the paths through the stages, depth first, the smallest position first.
pub(super) fn list<const W: usize>(
    compiled: &Compiled<W>,
    stages: &[Stage<W>],
    budget: &Budget,
    count: &Count,
    each: &mut SolutionCallback,
) -> ControlFlow<Stopped> {
    let mut path: Vec<Code<W>> = stages[0].keys().copied().collect();
    // The other continuations at each stage, the next one last.
    let mut open: Vec<Vec<Code<W>>> = Vec::new();
    loop {
        while path.len() < stages.len() {
            let mut onward = onward(compiled, &path[path.len() - 1], &stages[path.len()]);
            path.push(onward.pop().expect("a way goes on"));
            open.push(onward);
        }
        budget.look()?;
        let configurations: Vec<_> = path.iter().map(|code| compiled.decode(code)).collect();
        let solution = solution_from_positions(compiled.puzzle, compiled.style, &configurations);
        if each(count, solution).is_break() {
            return ControlFlow::Continue(());
        }
        loop {
            path.pop();
            let Some(rest) = open.last_mut() else { return ControlFlow::Continue(()) };
            if let Some(next) = rest.pop() {
                path.push(next);
                break;
            }
            open.pop();
        }
    }
}

/// Returns the neighbours of a position in the next stage, descending, each once.
pub(super) fn onward<const W: usize>(
    compiled: &Compiled<W>,
    code: &Code<W>,
    stage: &Stage<W>,
) -> Vec<Code<W>> {
    let mut onward = Vec::new();
    let mut neighbours = compiled.neighbours();
    let _ = compiled.each_neighbour(&mut *neighbours, code, &mut |found| {
        let codes = found.iter().map(|(code, _)| *code);
        onward.extend(codes.filter(|code| stage.contains_key(code)));
        // A neighbour may be found several times.
        if onward.len() > 2 * stage.len() {
            onward.sort_unstable();
            onward.dedup();
        }
        ControlFlow::Continue(())
    });
    onward.sort_unstable_by(|one, other| other.cmp(one));
    onward.dedup();
    onward
}
