//! Maps against the graph that brute force draws: in memory, on disk, as tables of distances and as lists of edges.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use sliding::Puzzle;
use sliding::analyse::{
    Distances, Map, MapOrigin, SpaceError, StoredDistances, Symmetry, distance_table, explore,
    explore_each, graph, stored_distances,
};
use sliding::puzzle::{Configuration, Style};
use sliding::solve::{Budget, Disk, Stopped};

use crate::oracle::graphs::{self, GraphCase};
use crate::oracle::reference::{Reference, graph::Graph};
use crate::oracle::search::SearchRequest;
use crate::oracle::{Engine, MAPPERS, each, is_solved, puzzle, read, seeds, symmetric};

/// Puzzles with larger components are skipped.
const MOST: usize = 600;

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
fn is_far(graph: &Graph, from: &[usize], found: &Distances, name: &str) {
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

/// The distance from every configuration to the nearest goal.
fn is_tabled(GraphCase { puzzle, style, name, graph }: &GraphCase) {
    let states = graph.len() as u64;
    for threads in [1, 2] {
        let request = SearchRequest::new(*style).threads(threads);
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

fn is_mapped(GraphCase { puzzle, style, name, graph }: &GraphCase, map: &Map) {
    assert_eq!(map.stopped, None, "{name}");
    assert_eq!(map.states(), graph.len() as u64, "{name}");
    is_far(graph, &[graph.start], &map.from_start, name);
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
        is_far(graph, &graph.goals, from_goals, name);
        let start = from(puzzle, &from_goals.farthest[0]);
        is_solved(&start, *style, hardest, Some(from_goals.depth()), name);
    }
}

/// The map without what may differ between engines: the table alone uses symmetries and counts neighbours.
fn comparable(mut map: Map) -> String {
    (map.elapsed, map.symmetry, map.degrees) = (Duration::ZERO, None, None);
    format!("{map:?}")
}

/// All maps of a case are right, and equal.
fn is_explored(case: &GraphCase) {
    let requests = case.requests();
    let maps = requests.iter().filter_map(|request| {
        let query = request.query(&case.puzzle);
        let map = graphs::suited(explore(&query, &request.budget, usize::MAX, &mut ()))?;
        is_mapped(case, &map);
        assert_eq!(map.degrees.is_some(), request.engine == Engine::Sparse, "{}", case.name);
        Some(comparable(map))
    });
    let maps: BTreeSet<String> = maps.collect();
    assert_eq!(maps.len(), 1, "{maps:?}\n{}", case.name);
}

#[test]
fn maps_of_random_puzzles_are_those_of_brute_force() {
    let seeds = seeds(120);
    let sorts = graphs::each_random(&seeds, MOST, |case| {
        is_explored(case);
        is_tabled(case);
        !case.graph.goals.is_empty()
    });
    assert!(sorts.len() > 3 * seeds.len(), "{}", sorts.len());
    assert!(graphs::count(&sorts) > 2 * seeds.len(), "{}", graphs::count(&sorts));
}

/// Puzzles whose pieces have one order, some, or many; with partial goals, locks, gates and hooks.
#[test]
fn maps_of_files_are_those_of_brute_force() {
    let files = [
        "classics/dads-puzzler layton/jewel-swap odd-shapes/royal-escape-2",
        "simple/corner-to-corner-4x5-153 studies/gather-the-gaps tiles/3x2",
        "studies/hooks-round-the-corner studies/reverse-the-wagons",
    ];
    let files: Vec<&str> = files.iter().flat_map(|names| names.split(' ')).collect();
    each(&files, |file| {
        let puzzle = puzzle(&format!("puzzles/{file}.txt"));
        let is_small = Reference::new(&puzzle).facts(Style::STEP, 6_000).is_some();
        // Brute force tries all sets of pieces, and takes long where there are many.
        let styles = match puzzle.start().placements().len() {
            10.. => &[Style::STEP][..],
            _ if is_small => &Style::ALL,
            _ => &[Style::SUPER_STEP],
        };
        for &style in styles {
            is_explored(&GraphCase::new(file, &puzzle, style, 31_000).expect(file));
        }
    });
}

/// Maps on disk, with each configuration as it is heard of and as it is looked up.
fn is_explored_on_disk(case: &GraphCase) {
    let GraphCase { puzzle, style, name, graph } = case;
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
        is_mapped(case, &map);
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
}

#[test]
fn maps_on_disk_are_those_of_brute_force() {
    let seeds = seeds(40);
    let cases = graphs::each_random(&seeds, MOST, is_explored_on_disk);
    assert!(cases.len() > 3 * seeds.len(), "{}", cases.len());
}

/// Every configuration with its distances, and every edge.
fn is_listed(GraphCase { puzzle, style, name, graph: reference }: &GraphCase) {
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
}

#[test]
fn graphs_of_random_puzzles_are_those_of_brute_force() {
    let seeds = seeds(90);
    let cases = graphs::each_random(&seeds, MOST, is_listed);
    assert!(cases.len() > 3 * seeds.len(), "{}", cases.len());
}

/// The map as text, and all positions with their distances from an origin.
fn heard(
    puzzle: &Puzzle,
    request: &SearchRequest,
    origin: MapOrigin,
) -> (String, Vec<(u64, Configuration)>) {
    let mut heard = Vec::new();
    let mut each = |position: &Configuration, distance| heard.push((distance, position.clone()));
    let query = request.query(puzzle);
    let map = explore_each(&query, &request.budget, 3, &mut (), origin, &mut each).unwrap();
    let from_goals = map.from_goals.as_ref().map_or(0, |found| found.levels.iter().sum());
    let wanted = if origin == MapOrigin::Start { map.states() } else { from_goals };
    assert_eq!(heard.len() as u64, wanted);
    assert!(heard.is_sorted_by_key(|&(distance, _)| distance));
    heard.sort_unstable();
    (comparable(map), heard)
}

/// Goals that are too many for a list, unlike pieces and pieces alike: all engines draw the same map and report the
/// same positions, with symmetries and without; with a limit they know the same part.
#[test]
fn large_maps_are_the_same_by_every_engine() {
    let tiles = "3 x 3\n1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n6 = 1\n7 = 1\n1234567\n";
    let goals = ["7????????", "?6???????\nor ??6??????\nor 1234567", "????????0"];
    let mut puzzles = goals.map(|goals| read(&format!("{tiles}{goals}\n"))).to_vec();
    puzzles.push(puzzle("puzzles/tiles/4x2.txt"));
    puzzles.push(puzzle("puzzles/classics/klotski.txt"));
    let requests = MAPPERS.map(|engine| SearchRequest::new(Style::STEP).by(engine));
    for (puzzle, origin) in
        puzzles.iter().zip([MapOrigin::Goals, MapOrigin::Start].into_iter().cycle())
    {
        let plain = SearchRequest { uses_symmetry: false, ..requests[0].clone() };
        let wanted = heard(puzzle, &plain, origin);
        for request in &requests {
            let found = heard(puzzle, &request.clone().threads(2), origin);
            assert_eq!(found.0, wanted.0, "{:?}\n{puzzle}", request.engine);
            assert!(found.1 == wanted.1, "{:?}\n{puzzle}", request.engine);
        }
        for most in [0, 1, 20] {
            let maps = requests.each_ref().map(|request| {
                let mut request = request.clone();
                request.budget.max_moves = Some(most);
                let map = explore(&request.query(puzzle), &request.budget, 100, &mut ()).unwrap();
                assert_eq!(map.stopped, Some(Stopped::Moves(most)));
                comparable(map)
            });
            assert!(maps.iter().all(|map| *map == maps[0]), "{most}\n{puzzle}");
        }
        for request in &requests {
            let mut request = request.clone();
            request.budget = Budget::default();
            request.budget.interrupt.set();
            let map = explore(&request.query(puzzle), &request.budget, 100, &mut ()).unwrap();
            assert_eq!((map.stopped, map.states()), (Some(Stopped::Cancelled), 1));
        }
    }
}

/// A map shows no more of the farthest than it is asked for, and those are some of them.
#[test]
fn a_limited_number_of_farthest_positions() {
    let puzzle = puzzle("puzzles/classics/klotski.txt");
    let ask = SearchRequest::new(Style::STEP);
    let far = |most| explore(&ask.query(&puzzle), &ask.budget, most, &mut ()).unwrap().from_start;
    let (all, few) = (far(usize::MAX), far(1));
    assert_eq!((few.farthest.len(), few.at_depth()), (1, all.at_depth()));
    assert_eq!(all.farthest.len() as u64, all.at_depth());
    assert!(all.farthest.contains(&few.farthest[0]));
}

/// The number of images of a random symmetric puzzle; its classes are those of the mirror that it was made with, unless
/// it has more images.
fn images(seed: u64) -> usize {
    let Some((draft, puzzle)) = symmetric::puzzle(seed) else { return 0 };
    let Some(case) = GraphCase::new(&format!("seed {seed}"), &puzzle, Style::SUPER_STEP, MOST)
    else {
        return 0;
    };
    let GraphCase { name, graph, style, .. } = &case;
    let all = (0..graph.len()).map(|node| graph.configuration(node).clone());
    let classes: BTreeSet<BTreeSet<Configuration>> =
        all.map(|one| BTreeSet::from([draft.image(&puzzle, &one), one])).collect();
    // Where nothing at all can be distinguished from its image, there is none.
    let is_still = classes.len() == graph.len();
    let ask = SearchRequest::new(*style).by(Engine::Sparse);
    let map = explore(&ask.query(&puzzle), &ask.budget, 5, &mut ()).unwrap();
    let positions = graph.len() as u64;
    let found = map.symmetry.unwrap_or(Symmetry { images: 1, classes: positions });
    assert!(found.images > 1 || is_still, "{name}");
    assert!(found.classes <= classes.len() as u64, "{name}");
    assert!(found.classes * found.images as u64 >= positions, "{name}");
    if found.images == 2 && !is_still {
        assert_eq!(found.classes, classes.len() as u64, "{name}");
    }
    for origin in [MapOrigin::Start, MapOrigin::Goals] {
        let [with, without] = [true, false].map(|uses_symmetry| {
            heard(&puzzle, &SearchRequest { uses_symmetry, ..ask.clone() }, origin)
        });
        assert!(with == without, "{name}");
    }
    found.images
}

#[test]
fn images_of_symmetric_puzzles_are_counted_once() {
    let images = each(&seeds(240), |&seed| images(seed));
    let with = |least: usize| images.iter().filter(|&&images| images >= least).count();
    assert!(with(2) >= 24, "{} {}", with(2), with(4));
}

/// What is larger than codes of four words is searched without, and says nothing of symmetries.
#[test]
fn symmetry_is_not_used_on_large_boards() {
    let row = "1".to_owned() + &"0".repeat(63) + "2";
    let puzzle = read(&format!("1 x 65\n1 = 1\n2 = 1\n{row}\n{row}\n"));
    let ask = SearchRequest::new(Style::STEP).by(Engine::Sparse);
    let map = explore(&ask.query(&puzzle), &ask.budget, 1, &mut ()).unwrap();
    assert_eq!((map.symmetry, map.states()), (None, 65 * 64 / 2));
}
