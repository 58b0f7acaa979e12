//! Surveys of all components, against the graph of all placements that brute force draws.

use std::collections::BTreeMap;
use std::time::Duration;

use sliding::Puzzle;
use sliding::analyse::{Component, Survey, survey};
use sliding::puzzle::Style;
use sliding::solve::Refusal;

use crate::counts::{BESIDES, walled};
use crate::oracle::graphs;
use crate::oracle::reference::{Reference, graph::Graph};
use crate::oracle::search::SearchRequest;
use crate::oracle::{Engine, each, random, read, seeds};

/// Puzzles with larger components are skipped.
const MOST: usize = 600;
/// The same for all placements.
const MOST_PLACEMENTS: usize = 1200;

fn request(style: Style, engine: Engine, threads: usize) -> SearchRequest {
    SearchRequest::new(style).by(engine).threads(threads)
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
    let all: Vec<_> = components.iter().collect();
    let mut with_goals = all.clone();
    with_goals.retain(|nodes| graph.goals.iter().any(|goal| nodes.contains(goal)));
    assert_eq!(survey.with_goals, with_goals.len() as u64, "{name}");
    for (components, found) in [(all, &survey.sizes), (with_goals, &survey.sizes_with_goals)] {
        let mut sizes = BTreeMap::new();
        components.iter().for_each(|nodes| *sizes.entry(nodes.len() as u64).or_insert(0) += 1);
        assert_eq!(*found, sizes, "{name}");
    }
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

/// Surveys a puzzle in a style. Returns its components, and how many have a goal but not the start.
fn surveyed(puzzle: &Puzzle, style: Style, name: &str) -> Option<(usize, usize)> {
    let graph = Reference::new(puzzle).everything(style, MOST_PLACEMENTS)?;
    let components = graph.components();
    if components.iter().any(|nodes| nodes.len() > MOST) {
        return None;
    }
    let farthest = graph.distances(&graph.goals).into_iter().flatten().max();
    let mut elsewhere = 0;
    for engine in [Engine::Sparse, Engine::Rows] {
        let surveys = [1, 2].map(|threads| {
            let ask = request(style, engine, threads);
            let mut survey = survey(&ask.query(puzzle), &ask.budget, usize::MAX, &mut ()).unwrap();
            is_surveyed(puzzle, &graph, &components, &survey, name);
            survey.elapsed = Duration::ZERO;
            elsewhere = survey.components.iter().filter(|c| !c.has_start && c.goals > 0).count();
            format!("{survey:?}")
        });
        // Which components are described does not change what is the hardest.
        let ask = request(style, engine, 1);
        let few = survey(&ask.query(puzzle), &ask.budget, 0, &mut ()).unwrap();
        assert_eq!(few.hardest.map(|hardest| hardest.moves), farthest, "{name}");
        // Of placements that are equally far apart, each engine takes those that it comes to first.
        assert_eq!(surveys[0], surveys[1], "{name}");
    }
    Some((components.len(), elsewhere))
}

#[test]
fn surveys_are_those_of_brute_force() {
    let seeds = seeds(150);
    let found = each(&seeds, |&seed| {
        let text = random::any(seed);
        let puzzle = read(&text);
        let in_style =
            |style| surveyed(&puzzle, style, &format!("seed {seed}, style {style}\n{text}"));
        Style::ALL.map(in_style)
    });
    let found: Vec<(usize, usize)> = found.into_iter().flatten().flatten().collect();
    let components: usize = found.iter().map(|(components, _)| components).sum();
    let elsewhere: Vec<bool> = found.iter().map(|&(_, elsewhere)| elsewhere > 0).collect();
    assert!(found.len() > 3 * seeds.len() && components > 3 * found.len(), "{components}");
    assert!(graphs::count(&elsewhere) > seeds.len() / 2, "{}", graphs::count(&elsewhere));
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
            &Default::default(),
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

#[test]
fn the_engine_of_surveys_depends_on_the_memory() {
    let surveyed = |engine: Engine, memory: u64| {
        let ask = request(Style::STEP, engine, 1).memory(memory);
        survey(&ask.query(&walled()), &ask.budget, 0, &mut ())
    };
    let refused = surveyed(Engine::Rows, BESIDES + (1 << 16));
    let Err(Refusal::TooManyPlacements { placements, needed, .. }) = refused else {
        panic!("not refused: {refused:?}")
    };
    // Eight of seventeen cells.
    assert_eq!(*placements, 24_310_u32.into());
    // With that all components are found. Those that are described take more.
    let enough = u64::try_from(&*needed).unwrap();
    let sizes = |survey: Survey| survey.sizes.into_iter().collect::<Vec<_>>();
    assert_eq!(sizes(surveyed(Engine::Rows, enough).unwrap()).len(), 2);
    for engine in [Engine::Sparse, Engine::Auto] {
        let survey = surveyed(engine, 64 << 20).unwrap();
        assert_eq!(survey.stopped, None, "{engine:?}");
        // With a piece behind the wall or without one.
        assert_eq!(sizes(survey), [(11_440, 1), (12_870, 1)]);
    }
    assert!(matches!(surveyed(Engine::Ring, 64 << 20), Err(Refusal::Unsuited(_))));
}
