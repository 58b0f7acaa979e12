//! Maps, counts and surveys against brute force, on random small puzzles in all six styles.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};
use std::time::Duration;

use crate::ask::SearchRequest;
use num_bigint::BigUint;
use sliding::Puzzle;
use sliding::analyse::{
    Component, Count, Distances, Map, MapOrigin, SpaceError, StoredDistances, Survey,
};
use sliding::analyse::{count, distance_table, explore, explore_each, graph};
use sliding::analyse::{solutions, stored_distances, survey};
use sliding::check::verify;
use sliding::puzzle::{Configuration, Movers, Solution, Style};
use sliding::solve::{Budget, Disk, Engine};

use crate::reference::Reference;
use crate::reference::graph::Graph;
use crate::{parallel, random};

/// Puzzles with larger components are passed over.
const MOST: usize = 600;
/// The same for all placements.
const MOST_PLACEMENTS: usize = 1200;

/// A random puzzle in one style.
struct Case {
    puzzle: Puzzle,
    style: Style,
    name: String,
}

/// What a case was like, so that it can be seen whether the cases are of all sorts.
#[derive(Clone, Debug, Default)]
struct CaseStatistics {
    cases: u64,
    solved: u64,
    /// More than one shortest solution.
    several_ways: u64,
    /// Several farthest from the goals.
    several_hardest: u64,
    components: u64,
    /// A component other than that of the start has a goal.
    goals_elsewhere: u64,
}

impl CaseStatistics {
    fn of(is: [bool; 4]) -> Self {
        let [solved, several_ways, several_hardest, goals_elsewhere] = is.map(u64::from);
        Self { cases: 1, solved, several_ways, several_hardest, components: 0, goals_elsewhere }
    }

    fn sum(all: Vec<Self>) -> Self {
        all.into_iter().fold(Self::default(), |sum, one| Self {
            cases: sum.cases + one.cases,
            solved: sum.solved + one.solved,
            several_ways: sum.several_ways + one.several_ways,
            several_hardest: sum.several_hardest + one.several_hardest,
            components: sum.components + one.components,
            goals_elsewhere: sum.goals_elsewhere + one.goals_elsewhere,
        })
    }
}

/// Does something with each random puzzle in each style. Some of the puzzles are framed, and so
/// take several machine words.
fn on_random_puzzles(
    seeds: Range<u64>,
    work: impl Fn(&Case) -> Option<CaseStatistics> + Sync,
) -> CaseStatistics {
    let text = |seed| {
        let pair = random::puzzle(seed);
        if seed % 8 == 0 { pair.framed } else { pair.small }
    };
    on_puzzles(seeds, text, work)
}

/// The same with puzzles of some other sort.
fn on_puzzles(
    seeds: Range<u64>,
    text: impl Fn(u64) -> String + Sync,
    work: impl Fn(&Case) -> Option<CaseStatistics> + Sync,
) -> CaseStatistics {
    let seeds: Vec<u64> = seeds.collect();
    let sorts = parallel::each(&seeds, |&seed| {
        let text = text(seed);
        let puzzle: Puzzle =
            text.parse().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let cases = Style::ALL.map(|style| Case {
            puzzle: puzzle.clone(),
            style,
            name: format!("seed {seed}, style {style}\n{text}"),
        });
        CaseStatistics::sum(cases.iter().filter_map(&work).collect())
    });
    let sum = CaseStatistics::sum(sorts);
    eprintln!("{sum:?}");
    sum
}

/// The same request for one thread and for two.
fn requests(style: Style) -> [SearchRequest; 2] {
    [1, 2].map(|threads| SearchRequest::new(style).threads(threads))
}

/// The same request for each engine that draws maps, for one thread and for two.
fn requests_of_engines(style: Style) -> Vec<SearchRequest> {
    let cut = Some(Engine::Cut).filter(|_| style.movers() == Movers::Single);
    let engines = [Engine::Table, Engine::Index].into_iter().chain(cut);
    let requests = engines.flat_map(|engine| {
        [1, 2].map(|threads| SearchRequest { engine, ..SearchRequest::new(style) }.threads(threads))
    });
    requests.collect()
}

/// How many are at each distance.
fn levels(distances: &[Option<u64>]) -> Vec<u64> {
    let mut levels = Vec::new();
    for distance in distances.iter().flatten() {
        let distance = *distance as usize;
        levels.resize(levels.len().max(distance + 1), 0);
        levels[distance] += 1;
    }
    levels
}

/// Compares distances from some origin, and those who are farthest.
fn agree(graph: &Graph, from: &[usize], found: &Distances, name: &str) {
    let distances = graph.distances(from);
    assert_eq!(found.levels, levels(&distances), "{name}");
    let farthest = (0..graph.len()).filter(|&node| distances[node] == Some(found.depth()));
    let mut farthest: Vec<_> = farthest.map(|node| graph.configuration(node).clone()).collect();
    farthest.sort_unstable();
    let mut given = found.farthest.clone();
    given.sort_unstable();
    assert_eq!(given, farthest, "{name}");
}

/// The puzzle with another start.
fn from(puzzle: &Puzzle, start: &Configuration) -> Puzzle {
    puzzle.starting_from(start.clone()).expect("only the start is another")
}

fn is_solved(puzzle: &Puzzle, style: Style, solution: &Solution, moves: u64, name: &str) {
    assert_eq!(solution.moves.len() as u64, moves, "{name}");
    assert_eq!(verify(puzzle, style, solution), Ok(()), "{name}");
}

/// The distance from every configuration to the nearest goal.
fn is_charted(Case { puzzle, style, name }: &Case, graph: &Graph) {
    let states = graph.len() as u64;
    for request in requests(*style) {
        let found =
            distance_table(&request.query(puzzle), &request.budget, states, &mut ()).expect(name);
        let mut found = found.distances;
        found.sort_unstable();
        let to_goal = graph.distances(&graph.goals);
        let node = |node| Some((graph.configuration(node).clone(), to_goal[node]?));
        let mut expected: Vec<_> = (0..graph.len()).filter_map(node).collect();
        expected.sort_unstable();
        assert_eq!(found, expected, "{name}");
        let table = |most, budget| distance_table(&request.query(puzzle), budget, most, &mut ());
        let reported = format!("more than {} positions can be reached", states - 1);
        assert_eq!(table(states - 1, &request.budget).unwrap_err().to_string(), reported, "{name}");
        let cancelled = Budget::default();
        cancelled.interrupt.set();
        assert_eq!(table(states, &cancelled).unwrap_err().to_string(), "stopped by a limit");
    }
}

fn is_mapped(case: &Case, graph: &Graph, map: &Map) {
    let Case { puzzle, style, name } = case;
    assert_eq!(map.stopped, None, "{name}");
    assert_eq!(map.states(), graph.len() as u64, "{name}");
    agree(graph, &[graph.start], &map.from_start, name);
    let forth = graph.distances(&[graph.start]);
    let moves = graph.goals.iter().filter_map(|&goal| forth[goal]).min();
    assert_eq!(map.moves, moves, "{name}");
    assert_eq!(map.goals, graph.goals.len() as u64, "{name}");
    if let Some(found) = &map.degrees {
        let degrees = graph.degrees();
        let counts = found.counts.iter().copied().enumerate().filter(|&(_, count)| count > 0);
        assert_eq!(counts.collect::<Vec<_>>(), degrees.clone().into_iter().collect::<Vec<_>>());
        assert_eq!(found.edges(), graph.edges(), "{name}");
        assert_eq!(found.dead_ends(), degrees.get(&1).copied().unwrap_or(0), "{name}");
        assert_eq!(Some(found.most()), degrees.keys().max().copied(), "{name}");
    }
    assert_eq!(map.from_goals.is_some(), moves.is_some(), "{name}");
    assert_eq!(map.hardest.is_some(), moves.is_some(), "{name}");
    if let (Some(from_goals), Some(hardest)) = (&map.from_goals, &map.hardest) {
        agree(graph, &graph.goals, from_goals, name);
        let start = from(puzzle, &from_goals.farthest[0]);
        is_solved(&start, *style, hardest, from_goals.depth(), name);
    }
}

fn explored(case: &Case) -> Option<CaseStatistics> {
    explored_up_to(case, MOST)
}

/// The same, unless the component has more than `most` configurations.
fn explored_up_to(case: &Case, most: usize) -> Option<CaseStatistics> {
    let Case { puzzle, style, name } = case;
    let graph = Reference::new(puzzle).component(*style, most)?;
    is_charted(case, &graph);
    let maps = requests_of_engines(*style).into_iter().map(|request| {
        let mut map =
            explore(&request.query(puzzle), &request.budget, usize::MAX, &mut ()).unwrap();
        is_mapped(case, &graph, &map);
        assert_eq!(map.degrees.is_some(), request.engine == Engine::Table, "{name}");
        // The table alone uses symmetries and counts neighbours.
        (map.elapsed, map.symmetry, map.degrees) = (Duration::ZERO, None, None);
        map
    });
    let maps: Vec<_> = maps.collect();
    for map in &maps {
        assert_eq!(format!("{map:?}"), format!("{:?}", maps[0]), "{name}");
    }
    let several = maps[0].from_goals.as_ref().is_some_and(|far| far.at_depth() > 1);
    Some(CaseStatistics::of([maps[0].moves.is_some(), false, several, false]))
}

#[test]
fn explore_on_random_puzzles() {
    let sorts = on_random_puzzles(0..400, explored);
    assert!(sorts.cases > 2000 && sorts.solved > 1500 && sorts.several_hardest > 500, "{sorts:?}");
}

#[test]
fn explore_where_pieces_have_many_orders() {
    let sorts = on_puzzles(0..500, random::of_many_orders, explored);
    assert!(sorts.cases > 1500 && sorts.solved > 1000 && sorts.several_hardest > 500, "{sorts:?}");
}

/// Puzzles whose pieces have one order, some, or many; with partial goals, locks, gates and hooks.
#[test]
fn explore_on_files() {
    let files = [
        "classics/dads-puzzler classics/klotski layton/jewel-swap odd-shapes/royal-escape-2",
        "simple/corner-to-corner-4x5-153 studies/gather-the-gaps tiles/3x2 tiles/4x2",
        "studies/hooks-round-the-corner studies/reverse-the-wagons",
    ];
    let files: Vec<&str> = files.iter().flat_map(|names| names.split(' ')).collect();
    parallel::each(&files, |file| {
        let text = std::fs::read_to_string(format!("puzzles/{file}.txt")).expect(file);
        let puzzle: Puzzle = text.parse().unwrap();
        let is_small = Reference::new(&puzzle).facts(Style::STEP, 6_000).is_some();
        // Brute force tries all sets of pieces, and takes long where there are many.
        let styles = match puzzle.start().placements().len() {
            10.. => &[Style::STEP][..],
            _ if is_small => &Style::ALL,
            _ => &[Style::STEP, Style::SUPER_STEP],
        };
        for &style in styles {
            let name = format!("{file}, style {style}");
            explored_up_to(&Case { puzzle: puzzle.clone(), style, name }, 31_000).expect(file);
        }
    });
}

/// Maps on disk, with each configuration as it is heard of and as it is looked up.
fn explored_on_disk(case: &Case) -> Option<CaseStatistics> {
    let Case { puzzle, style, name } = case;
    let graph = Reference::new(puzzle).component(*style, MOST)?;
    let folder = tempfile::tempdir().unwrap();
    let request = SearchRequest::new(*style);
    let mut query = request.query(puzzle);
    query.disk = Some(Disk::new(folder.path()));
    let to_goal = graph.distances(&graph.goals);
    let from_start = graph.distances(&[graph.start]);
    for (origin, distances) in [(MapOrigin::Start, &from_start), (MapOrigin::Goals, &to_goal)] {
        let mut heard = BTreeMap::new();
        let mut hear = |configuration: &Configuration, distance| {
            let node = graph.find(configuration).expect(name);
            assert_eq!(heard.insert(node, Some(distance)), None, "{name}");
        };
        let (budget, most) = (&request.budget, usize::MAX);
        let map = explore_each(&query, budget, most, &mut (), origin, &mut hear).expect(name);
        is_mapped(case, &graph, &map);
        let expected = (0..graph.len()).map(|node| (node, distances[node]));
        let expected = expected.filter(|(_, distance)| distance.is_some());
        assert_eq!(heard, expected.collect(), "{name}");
        // From now on all is there.
        query.disk.as_mut().unwrap().resumes = true;
    }
    let all: Vec<_> = (0..graph.len()).map(|node| graph.configuration(node).clone()).collect();
    let stored = stored_distances(&query, &request.budget, &all).unwrap();
    let distances = from_start.into_iter().zip(to_goal);
    let expected = distances.map(|(from_start, to_goal)| StoredDistances { from_start, to_goal });
    assert_eq!(stored, expected.collect::<Vec<_>>(), "{name}");
    Some(CaseStatistics::of([!graph.goals.is_empty(), false, false, false]))
}

#[test]
fn explore_on_disk() {
    let sorts = on_random_puzzles(0..40, explored_on_disk);
    assert!(sorts.cases > 150 && sorts.solved > 100, "{sorts:?}");
    let sorts = on_puzzles(0..40, random::of_many_orders, explored_on_disk);
    assert!(sorts.cases > 100 && sorts.solved > 60, "{sorts:?}");
}

/// Every configuration with its distances, and every edge.
fn spelt_out(case: &Case) -> Option<CaseStatistics> {
    let Case { puzzle, style, name } = case;
    let reference = Reference::new(puzzle).component(*style, MOST)?;
    let request = SearchRequest::new(*style);
    let found = graph(&request.query(puzzle), &request.budget, MOST as u32, &mut ()).unwrap();
    assert_eq!(found.nodes.len(), reference.len(), "{name}");
    assert_eq!(&found.nodes[0].configuration, puzzle.start(), "{name}");
    let numbers = found.nodes.iter().map(|node| reference.find(&node.configuration));
    let numbers: Vec<usize> = numbers.map(|number| number.expect("it can be reached")).collect();
    let forth = reference.distances(&[reference.start]);
    let back = reference.distances(&reference.goals);
    for (node, &number) in found.nodes.iter().zip(&numbers) {
        assert_eq!(Some(node.from_start), forth[number], "{name}");
        assert_eq!(node.to_goal, back[number], "{name}");
    }
    assert!(found.nodes.is_sorted_by_key(|node| node.from_start), "{name}");
    assert_eq!(found.edges.len() as u64, reference.edges(), "{name}");
    assert!(found.edges.is_sorted_by(|one, other| one < other), "{name}");
    for &(one, other) in &found.edges {
        assert!(one < other, "{name}");
        let beside = reference.beside(numbers[one as usize]);
        assert!(beside.contains(&numbers[other as usize]), "{name}");
    }
    // One fewer is too few.
    let few = found.nodes.len() as u32 - 1;
    let refused = graph(&request.query(puzzle), &request.budget, few, &mut ());
    let is_few = |most| most == u64::from(few);
    assert!(matches!(refused, Err(SpaceError::TooMany { most }) if is_few(most)), "{name}");
    let is_solved = found.nodes[0].to_goal.is_some();
    Some(CaseStatistics::of([is_solved, false, reference.goals.len() > 1, false]))
}

#[test]
fn graph_on_random_puzzles() {
    let sorts = on_random_puzzles(0..400, spelt_out);
    assert!(sorts.cases > 2000 && sorts.solved > 1500 && sorts.several_hardest > 500, "{sorts:?}");
}

fn is_counted(case: &Case, graph: &Graph, count: &Count) {
    let Case { puzzle, style, name } = case;
    assert_eq!(count.stopped, None, "{name}");
    let ways = graph.ways();
    assert_eq!(count.moves, ways.as_ref().map(|ways| ways.moves), "{name}");
    assert_eq!(count.solution.is_some(), ways.is_some(), "{name}");
    let (Some(ways), Some(solution)) = (ways, &count.solution) else {
        assert_eq!((count.solutions.clone(), count.goals), (0u32.into(), 0), "{name}");
        assert_eq!((count.choices.len(), count.states), (0, graph.len() as u64), "{name}");
        return;
    };
    assert_eq!(count.solutions, ways.solutions.into(), "{name}");
    assert_eq!(count.goals, ways.goals, "{name}");
    let steps = count.choices.iter();
    let steps: Vec<_> = steps
        .map(|step| (step.configurations, step.continuations.0, step.continuations.1))
        .collect();
    assert_eq!(steps, ways.steps, "{name}");
    is_solved(puzzle, *style, solution, ways.moves, name);
    let forth = graph.distances(&[graph.start]);
    let nearest: Vec<usize> =
        graph.goals.iter().copied().filter(|&goal| forth[goal] == Some(ways.moves)).collect();
    let mut node = graph.start;
    for (step, choice) in solution.moves.iter().zip(&count.choices) {
        assert_eq!(choice.shown, graph.ways_on(node, &nearest), "{name}");
        node = graph.find(&step.after).expect("it can be reached");
    }
}

fn counted(case: &Case) -> Option<CaseStatistics> {
    let Case { puzzle, style, name } = case;
    let graph = Reference::new(puzzle).component(*style, MOST)?;
    let counts = requests_of_engines(*style).into_iter().map(|request| {
        let mut count = count(&request.query(puzzle), &request.budget, &mut ()).unwrap();
        is_counted(case, &graph, &count);
        count.elapsed = Duration::ZERO;
        count
    });
    let counts: Vec<_> = counts.collect();
    for count in &counts {
        assert_eq!(format!("{count:?}"), format!("{:?}", counts[0]), "{name}");
    }
    let several = counts[0].solutions > 1u32.into();
    Some(CaseStatistics::of([counts[0].moves.is_some(), several, false, false]))
}

#[test]
fn count_on_random_puzzles() {
    let sorts = on_random_puzzles(400..900, counted);
    assert!(sorts.cases > 2000 && sorts.solved > 1500 && sorts.several_ways > 300, "{sorts:?}");
}

/// No longer list is compared.
const MOST_SOLUTIONS: u64 = 200;

/// The list of all shortest solutions: each is one, no two are the same, and there are as many as brute
/// force counts.
fn listed(case: &Case) -> Option<CaseStatistics> {
    let Case { puzzle, style, name } = case;
    let ways = Reference::new(puzzle).component(*style, MOST)?.ways();
    let (moves, all) = ways.map_or((0, 0), |ways| (ways.moves, ways.solutions));
    let lists = requests_of_engines(*style).into_iter().map(|request| {
        let mut list = Vec::new();
        let mut add = |_: &Count, solution| {
            list.push(solution);
            match list.len() as u64 == MOST_SOLUTIONS {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let query = request.query(puzzle);
        let counted = solutions(&query, &request.budget, &mut (), &mut add).unwrap();
        assert_eq!((counted.stopped, counted.solutions), (None, all.into()), "{name}");
        assert_eq!(counted.solution.as_ref(), list.first(), "{name}");
        list
    });
    let lists: Vec<_> = lists.collect();
    assert_eq!(lists[0], lists[1], "{name}");
    let ways = lists[0].iter().map(|solution| {
        is_solved(puzzle, *style, solution, moves, name);
        solution.moves.iter().map(|step| &step.after).collect::<Vec<_>>()
    });
    let different: BTreeSet<Vec<&Configuration>> = ways.collect();
    assert_eq!(different.len(), lists[0].len(), "{name}");
    assert_eq!(lists[0].len() as u64, all.min(MOST_SOLUTIONS.into()) as u64, "{name}");
    Some(CaseStatistics::of([all > 0, all > 1, false, false]))
}

#[test]
fn solutions_on_random_puzzles() {
    let sorts = on_random_puzzles(900..1100, listed);
    assert!(sorts.cases > 800 && sorts.solved > 600 && sorts.several_ways > 100, "{sorts:?}");
}

/// Compares a component with the one that its first placement is in.
fn is_described(graph: &Graph, nodes: &[usize], component: &Component, name: &str) {
    assert_eq!(component.size, nodes.len() as u64, "{name}");
    assert_eq!(component.has_start, nodes.contains(&graph.start), "{name}");
    let goals: Vec<usize> = graph.goals.iter().copied().filter(|g| nodes.contains(g)).collect();
    assert_eq!(component.goals, goals.len() as u64, "{name}");
    let far = |from: &[usize]| graph.distances(from).into_iter().flatten().max();
    let diameter = nodes.iter().filter_map(|&node| far(&[node])).max();
    let found = &component.diameter;
    assert_eq!((Some(found.least), Some(found.most)), (diameter, diameter), "{name}");
    let number = |end| graph.find(end).expect("the ends are placements");
    let (one, other) = (number(&found.pair.0), number(&found.pair.1));
    assert!(nodes.contains(&one), "{name}");
    assert_eq!(graph.distances(&[one])[other], diameter, "{name}");
    let hardest = component.hardest.as_ref();
    assert_eq!(hardest.is_some(), !goals.is_empty(), "{name}");
    if let Some((moves, hardest)) = hardest {
        assert_eq!(Some(*moves), far(&goals), "{name}");
        assert_eq!(graph.distances(&goals)[number(hardest)], Some(*moves), "{name}");
    }
}

fn is_surveyed(
    puzzle: &Puzzle,
    graph: &Graph,
    components: &[Vec<usize>],
    survey: &Survey,
    name: &str,
) {
    assert_eq!(survey.stopped, None, "{name}");
    assert_eq!(survey.placements, Some(graph.len().into()), "{name}");
    let mut sizes: Vec<u64> = components.iter().map(|nodes| nodes.len() as u64).collect();
    sizes.sort_unstable();
    let found = survey.sizes.iter().flat_map(|(&size, &times)| vec![size; times as usize]);
    assert_eq!(found.collect::<Vec<_>>(), sizes, "{name}");
    let with_goals = components.iter().filter(|c| graph.goals.iter().any(|g| c.contains(g)));
    assert_eq!(survey.with_goals, with_goals.count() as u64, "{name}");
    let of_goals = |nodes: &&Vec<usize>| graph.goals.iter().any(|goal| nodes.contains(goal));
    let mut sizes: Vec<u64> =
        components.iter().filter(of_goals).map(|nodes| nodes.len() as u64).collect();
    sizes.sort_unstable();
    let found = survey.sizes_with_goals.iter();
    let found = found.flat_map(|(&size, &times)| vec![size; times as usize]);
    assert_eq!(found.collect::<Vec<_>>(), sizes, "{name}");
    // A search from all goals at once goes through all components that have one.
    let to_goals = graph.distances(&graph.goals);
    let farthest = to_goals.iter().flatten().max();
    let hardest = survey.hardest.as_ref();
    assert_eq!(hardest.map(|hardest| &hardest.moves), farthest, "{name}");
    if let Some(hardest) = hardest {
        let (start, end) = (graph.find(&hardest.start).unwrap(), graph.find(&hardest.end).unwrap());
        assert_eq!(to_goals[start], Some(hardest.moves), "{name}");
        assert_eq!(graph.distances(&[start])[end], Some(hardest.moves), "{name}");
        let goal = &puzzle.goals()[hardest.goal];
        assert!(goal.is_met_by(&hardest.end, &puzzle.board(&hardest.end)), "{name}");
        let size = components.iter().find(|nodes| nodes.contains(&start)).unwrap().len();
        assert_eq!(hardest.size, size as u64, "{name}");
    }
    // Each is described once, the largest first.
    assert_eq!(survey.components.len(), components.len(), "{name}");
    assert!(survey.components.is_sorted_by(|a, b| a.size >= b.size), "{name}");
    let mut rest: Vec<&Vec<usize>> = components.iter().collect();
    for component in &survey.components {
        let first = graph.find(&component.first).expect("it is a placement");
        let at = rest.iter().position(|nodes| nodes.contains(&first));
        let nodes = rest.swap_remove(at.expect("each component comes once"));
        is_described(graph, nodes, component, name);
    }
}

fn surveyed(case: &Case) -> Option<CaseStatistics> {
    let Case { puzzle, style, name } = case;
    let graph = Reference::new(puzzle).everything(*style, MOST_PLACEMENTS)?;
    let components = graph.components();
    if components.iter().any(|nodes| nodes.len() > MOST) {
        return None;
    }
    // The cut numbers placements, and does not describe components.
    let requests = requests_of_engines(*style).into_iter().filter(|ask| ask.engine != Engine::Cut);
    let surveys = requests.map(|request| {
        let mut survey =
            survey(&request.query(puzzle), &request.budget, usize::MAX, &mut ()).unwrap();
        is_surveyed(puzzle, &graph, &components, &survey, name);
        survey.elapsed = Duration::ZERO;
        survey
    });
    let surveys: Vec<_> = surveys.collect();
    // Of placements that are equally far apart, each engine takes those that it comes to first.
    for of_engine in surveys.chunks(2) {
        assert_eq!(format!("{:?}", of_engine[0]), format!("{:?}", of_engine[1]), "{name}");
    }
    let is_solved = surveys[0].components.iter().any(|c| c.has_start && c.goals > 0);
    let elsewhere = surveys[0].components.iter().any(|c| !c.has_start && c.goals > 0);
    let sorts = CaseStatistics::of([is_solved, false, false, elsewhere]);
    Some(CaseStatistics { components: components.len() as u64, ..sorts })
}

#[test]
fn survey_on_random_puzzles() {
    let sorts = on_random_puzzles(900..1300, surveyed);
    assert!(sorts.cases > 1500 && sorts.components > 3 * sorts.cases, "{sorts:?}");
    assert!(sorts.solved > 300 && sorts.goals_elsewhere > 300, "{sorts:?}");
}

/// Five cars in lanes of their own, each from one end to the other: what there is to know can be
/// written down. The levels are wide enough for threads to share them.
fn lanes() -> Puzzle {
    let end = "0".repeat(9);
    let (start, goal) = (format!("1{end}").repeat(5), format!("{end}1").repeat(5));
    format!("5 x 10\n1 = 1 h\n{start}\n{goal}\n").parse().unwrap()
}

fn factorial(n: u32) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

/// One step at a time: distances are sums of digits, and solutions are orders of 9 steps of each car.
#[test]
fn lanes_step_by_step() {
    let mut levels = vec![0; 46];
    for number in 0..100_000u32 {
        levels[number.to_string().bytes().map(|digit| usize::from(digit - b'0')).sum::<usize>()] +=
            1;
    }
    for request in requests(Style::STEP) {
        let map = explore(&request.query(&lanes()), &request.budget, 9, &mut ()).unwrap();
        assert_eq!((map.moves, map.goals, map.states()), (Some(45), 1, 100_000));
        let degrees = map.degrees.unwrap();
        assert_eq!((degrees.edges(), degrees.dead_ends()), (5 * 9 * 10_000, 0));
        assert_eq!(map.from_start.levels, levels);
        assert_eq!(map.from_goals.unwrap().levels, levels);
        is_solved(&lanes(), Style::STEP, &map.hardest.unwrap(), 45, "lanes");
        let count = count(&request.query(&lanes()), &request.budget, &mut ()).unwrap();
        assert_eq!(count.solutions, factorial(45) / factorial(9).pow(5));
        let boards = count.choices.iter().map(|choice| choice.configurations);
        assert!(boards.eq(levels[..45].iter().copied()));
    }
}

/// Few components are described where few are asked for: the largest, that of the start, and the
/// largest with a goal.
#[test]
fn survey_describes_what_matters() {
    // Pieces in a row cannot pass each other: six orders, each with the gap in four places.
    let puzzle: Puzzle = "1 x 4\n1 = 1\n2 = 1\n3 = 1\n123\n321\n".parse().unwrap();
    for (most, described) in [(0, 2), (usize::MAX, 6)] {
        let survey = survey(
            &SearchRequest::new(Style::STEP).query(&puzzle),
            &Budget::default(),
            most,
            &mut (),
        )
        .unwrap();
        assert_eq!(survey.sizes.clone().into_iter().collect::<Vec<_>>(), [(4, 6)]);
        assert_eq!(survey.components.len(), described);
        assert_eq!(survey.components.iter().filter(|c| c.has_start).count(), 1);
        assert_eq!(survey.components.iter().filter(|c| c.goals > 0).count(), 1);
        assert!(survey.components.iter().all(|c| c.diameter.least == 3));
    }
}
