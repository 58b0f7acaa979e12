//! Maps through the index against those through tables.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use sliding::Puzzle;
use sliding::analyse::{
    Component, Map, MapOrigin, SpaceError, Survey, count, explore, explore_each, graph, solutions,
    survey,
};
use sliding::puzzle::{Configuration, Movers, Style};
use sliding::solve::{Engine, Observer, Refusal, Stopped};

use crate::ask::SearchRequest;

fn request(style: Style, engine: Engine, threads: usize) -> SearchRequest {
    SearchRequest { engine, ..SearchRequest::new(style) }.threads(threads)
}

/// The whole map, but for the time that it took, and for symmetries and numbers of neighbours, which
/// only the table has.
fn mapped(puzzle: &Puzzle, request: &SearchRequest) -> Map {
    let map = explore(&request.query(puzzle), &request.budget, 100, &mut ()).unwrap();
    timeless(map)
}

fn timeless(mut map: Map) -> Map {
    (map.elapsed, map.symmetry, map.degrees) = (Duration::ZERO, None, None);
    map
}

/// Whether both engines draw the same map in a style, with one thread and with two. That map.
fn agree(puzzle: &Puzzle, style: Style, name: &str) -> Map {
    let wanted = mapped(puzzle, &request(style, Engine::Table, 2));
    let cut = Some(Engine::Cut).filter(|_| style.movers() == Movers::Single);
    for engine in [Engine::Index].into_iter().chain(cut) {
        for threads in [1, 2] {
            let found = mapped(puzzle, &request(style, engine, threads));
            let case = format!("{name}, style {style}, {engine}, {threads} threads");
            assert_eq!(format!("{found:?}"), format!("{wanted:?}"), "{case}");
        }
    }
    wanted
}

fn read(path: &str) -> Puzzle {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    text.parse().unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// All that is wanted is where one piece ends: there are too many such goals for a list.
#[test]
fn goals_with_too_many_positions_for_a_list() {
    let text = "2 x 5\n1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n6 = 1\n7 = 1\n8 = 1\n12345678\n";
    for goals in ["8?????????\n", "?7????????\nor ??7???????\nor 12345678\n", "?????????0\n"] {
        let puzzle: Puzzle = format!("{text}{goals}").parse().unwrap();
        let map = agree(&puzzle, Style::STEP, goals);
        // Each of the eight pieces is as often there, and each of the two gaps.
        assert!(map.goals >= map.states() / 10, "{goals}");
    }
}

/// The map, and all configurations with their distances from an origin.
fn heard(
    puzzle: &Puzzle,
    request: &SearchRequest,
    origin: MapOrigin,
) -> (Map, Vec<(u64, Configuration)>) {
    let mut heard = Vec::new();
    let mut each = |configuration: &Configuration, distance| {
        heard.push((distance, configuration.clone()));
    };
    let query = request.query(puzzle);
    let map = explore_each(&query, &request.budget, 3, &mut (), origin, &mut each).unwrap();
    assert!(heard.is_sorted_by_key(|&(distance, _)| distance));
    heard.sort_unstable();
    (timeless(map), heard)
}

#[test]
fn every_position_is_reported_with_its_distance() {
    for file in ["puzzles/tiles/4x2.txt", "puzzles/classics/klotski.txt"] {
        let puzzle = read(file);
        for origin in [MapOrigin::Start, MapOrigin::Goals] {
            let [wanted, by_index, by_cut] = [Engine::Table, Engine::Index, Engine::Cut]
                .map(|engine| heard(&puzzle, &request(Style::STEP, engine, 2), origin));
            for found in [by_index, by_cut] {
                assert_eq!(format!("{:?}", found.0), format!("{:?}", wanted.0), "{file}");
                assert_eq!(found.1.len() as u64, wanted.0.states(), "{file}");
                assert!(found.1 == wanted.1, "{file}");
            }
        }
    }
}

#[test]
fn limits_keep_partial_results() {
    for file in ["puzzles/tiles/4x2.txt", "puzzles/classics/klotski.txt"] {
        let puzzle = read(file);
        for most in [0, 1, 7, 20] {
            let [wanted, by_index, by_cut] =
                [Engine::Table, Engine::Index, Engine::Cut].map(|engine| {
                    let mut request = request(Style::STEP, engine, 2);
                    request.budget.max_moves = Some(most);
                    mapped(&puzzle, &request)
                });
            assert_eq!(wanted.stopped, Some(Stopped::Moves(most)));
            assert_eq!(format!("{by_index:?}"), format!("{wanted:?}"), "{file}");
            assert_eq!(format!("{by_cut:?}"), format!("{wanted:?}"), "{file}");
        }
        for engine in [Engine::Index, Engine::Cut] {
            let weary = request(Style::STEP, engine, 2);
            weary.budget.interrupt.set();
            let map = mapped(&puzzle, &weary);
            assert_eq!((map.stopped, map.states()), (Some(Stopped::Cancelled), 1), "{file}");
        }
    }
}

/// Hears which engines are chosen.
#[derive(Default)]
struct ChosenEngines(Vec<Engine>);

impl Observer for ChosenEngines {
    fn engine_chosen(&mut self, engine: Engine, _: &str) {
        self.0.push(engine);
    }
}

#[test]
fn the_engine_depends_on_the_puzzle_and_the_memory() {
    let chosen = |file: &str, engine: Engine, memory: u64| {
        let (puzzle, mut chosen) = (read(file), ChosenEngines::default());
        let mut request = request(Style::STEP, engine, 1).memory(memory);
        request.budget.max_moves = Some(3);
        let map = explore(&request.query(&puzzle), &request.budget, 1, &mut chosen);
        map.map(|_| chosen.0)
    };
    let (large, small) = ("puzzles/tiles/15-puzzle.txt", "puzzles/tiles/4x2.txt");
    let klotski = "puzzles/classics/klotski.txt";
    assert_eq!(chosen(small, Engine::Auto, 1 << 30).unwrap(), [Engine::Index]);
    assert_eq!(chosen(small, Engine::Table, 1 << 30).unwrap(), [Engine::Table]);
    assert_eq!(chosen(klotski, Engine::Auto, 1 << 30).unwrap(), [Engine::Table]);
    assert_eq!(chosen(klotski, Engine::Index, 1 << 30).unwrap(), [Engine::Index]);
    assert_eq!(chosen(large, Engine::Auto, 1 << 30).unwrap(), [Engine::Index, Engine::Table]);
    let refused = chosen(large, Engine::Index, 1 << 30);
    assert!(matches!(refused, Err(Refusal::TooManyPlacements { .. })));
    assert!(matches!(chosen(small, Engine::Ring, 1 << 30), Err(Refusal::Unsuited(_))));
}

/// Ten pieces alike on twenty cells, of which one should come to a cell that cannot be reached.
fn walled() -> Puzzle {
    let start = ["11111x0", "11111xx", "00000xx", "00000xx"].concat();
    let goal = ["11111x1", "11110xx", "00000xx", "00000xx"].concat();
    let text = format!("4 x 7\n1 = 1\n{start}\n{goal}\n");
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// What the process may hold besides its tables.
const BESIDES: u64 = 8 << 20;

#[test]
fn the_engine_of_counts_depends_on_the_memory() {
    let counted = |engine: Engine, memory: u64| {
        let mut chosen = ChosenEngines::default();
        let request = request(Style::STEP, engine, 1).memory(BESIDES + memory);
        let counted = count(&request.query(&walled()), &request.budget, &mut chosen).unwrap();
        (chosen.0, counted.stopped, counted.moves, counted.states)
    };
    // Ten of twenty cells.
    let all = 184_756;
    assert_eq!(counted(Engine::Auto, 64 << 20), (vec![Engine::Table], None, None, all));
    let (engines, stopped, moves, states) = counted(Engine::Auto, 2 << 20);
    assert_eq!((engines, stopped), (vec![Engine::Table, Engine::Cut], None));
    assert_eq!((moves, states), (None, all));
    let (engines, stopped, _, states) = counted(Engine::Table, 2 << 20);
    assert_eq!((engines, stopped), (vec![Engine::Table], Some(Stopped::Memory)));
    assert!(states < all);
    assert_eq!(counted(Engine::Index, 64 << 20), (vec![Engine::Index], None, None, all));
    // Where there is memory for neither, what the table has found is reported.
    assert_eq!(counted(Engine::Cut, 2 << 20), (vec![Engine::Cut], None, None, all));
    let (engines, stopped, _, states) = counted(Engine::Auto, 1 << 17);
    let tried = vec![Engine::Table, Engine::Cut, Engine::Index];
    assert_eq!((engines, stopped), (tried, Some(Stopped::Memory)));
    assert!(states < all);
}

#[test]
fn the_engine_of_surveys_depends_on_the_memory() {
    let surveyed = |engine: Engine, memory: u64| {
        let request = request(Style::STEP, engine, 1).memory(memory);
        survey(&request.query(&walled()), &request.budget, 0, &mut ())
    };
    let refused = surveyed(Engine::Index, BESIDES + (1 << 20));
    let Err(Refusal::TooManyPlacements { placements, needed, .. }) = refused else {
        panic!("not refused: {refused:?}")
    };
    // Ten of twenty-one cells.
    assert_eq!(*placements, 352_716_u32.into());
    // With that all components are found. Those that are described take more.
    let enough = u64::try_from(&*needed).unwrap();
    let sizes = |survey: Survey| survey.sizes.into_iter().collect::<Vec<_>>();
    assert_eq!(sizes(surveyed(Engine::Index, enough).unwrap()).len(), 2);
    for engine in [Engine::Index, Engine::Table, Engine::Auto] {
        let survey = surveyed(engine, 64 << 20).unwrap();
        assert_eq!(survey.stopped, None, "{engine}");
        // With a piece behind the wall or without one.
        assert_eq!(sizes(survey), [(167_960, 1), (184_756, 1)]);
    }
}

#[test]
fn engines_without_maps_are_refused() {
    let (puzzle, ring) = (walled(), request(Style::STEP, Engine::Ring, 1));
    let (query, budget) = (ring.query(&puzzle), &ring.budget);
    assert!(matches!(count(&query, budget, &mut ()), Err(Refusal::Unsuited(_))));
    let listed = solutions(&query, budget, &mut (), &mut |_, _| ControlFlow::Continue(()));
    assert!(matches!(listed, Err(Refusal::Unsuited(_))));
    assert!(matches!(survey(&query, budget, 0, &mut ()), Err(Refusal::Unsuited(_))));
    let index = request(Style::STEP, Engine::Index, 1);
    let drawn = graph(&index.query(&puzzle), budget, 1, &mut ());
    assert!(matches!(drawn, Err(SpaceError::Search(Refusal::Unsuited(_)))));
}

/// Components of thousands of placements with many orders of few skeletons, found in one pass: as large,
/// as wide and as hard as if each is searched by itself.
#[test]
fn surveys_in_one_pass_and_by_components_agree() {
    let apart = "3 x 4\n1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n6 = 11/11\n612345\n?6??\n";
    let tiles = read("puzzles/tiles/4x2.txt");
    let walled = "3 x 3\n1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n6 = 1\n123x456\n654x123\n";
    let dominoes = "3 x 3\n1 = 11\n2 = 11\n3 = 1\n4 = 1\n5 = 1\n132450\n??????1?\n";
    for puzzle in [apart, walled, dominoes].map(|text| text.parse().unwrap()).iter().chain([&tiles])
    {
        for style in [Style::STEP, Style::WALK, Style::SUPER_STEP] {
            let [table, index] = [Engine::Table, Engine::Index].map(|engine| {
                let request = request(style, engine, 2);
                survey(&request.query(puzzle), &request.budget, 3, &mut ()).unwrap()
            });
            let case = format!("style {style}\n{puzzle}");
            assert_eq!((table.stopped, index.stopped), (None, None), "{case}");
            assert_eq!(table.sizes, index.sizes, "{case}");
            assert_eq!(table.sizes_with_goals, index.sizes_with_goals, "{case}");
            let hardest = |survey: &Survey| survey.hardest.as_ref().map(|hardest| hardest.moves);
            assert_eq!(hardest(&table), hardest(&index), "{case}");
            for (one, other) in table.components.iter().zip(&index.components) {
                assert_eq!(
                    (one.size, one.goals, &one.first),
                    (other.size, other.goals, &other.first),
                    "{case}"
                );
                let [one_wide, other_wide] = [one, other].map(|component| &component.diameter);
                assert!(one_wide.is_exact() && other_wide.is_exact(), "{case}");
                assert_eq!(one_wide.least, other_wide.least, "{case}");
                let hard = |component: &Component| component.hardest.as_ref().map(|hard| hard.0);
                assert_eq!(hard(one), hard(other), "{case}");
            }
            assert_eq!(table.components.len(), index.components.len(), "{case}");
        }
    }
}

/// A map shows no more of the farthest than it is asked for, and those are some of them.
#[test]
fn a_limited_number_of_farthest_positions() {
    let puzzle: Puzzle = include_str!("../puzzles/classics/klotski.txt").parse().unwrap();
    let request = SearchRequest::new(Style::STEP);
    let all =
        explore(&request.query(&puzzle), &request.budget, usize::MAX, &mut ()).unwrap().from_start;
    let few = explore(&request.query(&puzzle), &request.budget, 1, &mut ()).unwrap().from_start;
    assert_eq!((few.farthest.len(), few.at_depth()), (1, all.at_depth()));
    assert_eq!(all.farthest.len() as u64, all.at_depth());
    assert!(all.farthest.contains(&few.farthest[0]));
}
