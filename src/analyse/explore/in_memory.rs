//! Maps in memory: from a bitmap of all positions, or through hash tables.

use super::{Degrees, Distances, Map, MapBuilder, MapOrigin, Symmetry, pending_callback};
use crate::engine::choose::{self, Switch, Trial, report_fallback};
use crate::engine::compiled::{Compiled, dispatch, images};
use crate::engine::dense::{BuildError, Dense, Keep};
use crate::engine::host::IS_WASM;
use crate::engine::query::{Engine, Refusal, Stopped};
use crate::engine::table::{LevelCallback, SearchTarget, TableSearch};

impl MapBuilder<'_, '_> {
    /// Uses the requested engine, or the sparse one as long as the dense one is not better.
    ///
    /// # Errors
    ///
    /// Returns an error if the requested engine cannot do it.
    pub(super) fn in_memory(&mut self) -> Result<Map, Refusal> {
        let (query, budget) = (self.query, self.run.budget);
        let choice = choose::for_map(query, self.run.observer)?;
        if !IS_WASM && choice.engine == Engine::Dense {
            match self.by_bits(choose::dense(query, choice.layout, Keep::Map, budget)) {
                Err(error) if query.engine == Engine::Auto => {
                    report_fallback(&error, self.run.observer);
                }
                result => return result,
            }
        }
        if IS_WASM || query.engine == Engine::Sparse {
            return Ok(self.by_table(&mut |_| Ok(())));
        }
        let mut trial = Trial::new(query.puzzle, query.style, Keep::Map, budget);
        let map = self.by_table(&mut |size| trial.look(size));
        let Some(switch) = trial.end(map.stopped) else { return Ok(map) };
        let is_late = matches!(switch, Switch::Memory);
        let dense = switch.build(query, Keep::Map, budget, self.run.observer);
        match self.by_bits(dense) {
            Ok(next) => Ok(next.or_earlier(map)),
            Err(_) if is_late => Ok(map),
            Err(error) => {
                report_fallback(&error, self.run.observer);
                Ok(self.by_table(&mut |_| Ok(())).or_earlier(map))
            }
        }
    }

    /// Searches from the start, then from all goals, with the same bits.
    fn by_bits(&mut self, dense: Result<Dense, BuildError>) -> Result<Map, Refusal> {
        let mut dense = match dense {
            Ok(dense) => dense,
            Err(BuildError::Stopped(stopped)) => return Ok(self.only_start(stopped)),
            Err(BuildError::Refused(refusal)) => return Err(refusal),
        };
        let mut map = self.search_from_start(&mut dense, &mut |_, _| Ok(()));
        // A stopped search still reports the number of goals it has met.
        let budget = if map.stopped.is_none() { Some(self.run.budget) } else { None };
        match dense.keep_goals(budget) {
            Ok(goals) => map.goals = goals,
            Err(stopped) => map.stopped = Some(stopped),
        }
        if map.goals > 0 && map.stopped.is_none() {
            dense.restart();
            self.add_from_goals(&mut dense, &mut map);
        }
        Ok(map)
    }

    /// Returns the map of a search that was stopped before it could begin.
    fn only_start(&mut self, stopped: Stopped) -> Map {
        let start = self.query.puzzle.start();
        self.run.observer.level_begins(0);
        if let Some(each) = pending_callback(&mut self.sink, MapOrigin::Start, 0) {
            each(start, 0);
        }
        self.run.observer.level_ends(0, 1);
        let is_solved = self.query.puzzle.is_solved_by(start);
        Map {
            stopped: Some(stopped),
            from_start: Distances { levels: vec![1], farthest: Vec::new() },
            moves: is_solved.then_some(0),
            goals: is_solved.into(),
            ..Map::default()
        }
    }

    /// Searches from the start, then from all goals, unless `continues` ends the first search after
    /// a level.
    fn by_table(&mut self, continues: &mut LevelCallback) -> Map {
        let images = images(self.query);
        dispatch!(all (self.query.puzzle, self.query.style, &images), compiled => {
            self.by_table_of(compiled, continues)
        })
    }

    fn by_table_of<const W: usize>(
        &mut self,
        compiled: &Compiled<W>,
        continues: &mut LevelCallback,
    ) -> Map {
        let (mut goals, mut kept) = (Vec::new(), 0);
        let mut table = TableSearch::from_start(compiled, self.run.budget);
        table.count_degrees();
        let mut map = self.search_from_start(&mut table, &mut |table: &mut TableSearch<W>, _| {
            goals.extend(table.codes().filter(|code| compiled.meets_a_goal(code)));
            table.others = size_of_val(&goals[..]) as u64;
            kept += table.width() as u64;
            continues(table.size())
        });
        map.goals = compiled.count(goals.iter());
        let fold = compiled.fold.as_ref();
        map.symmetry = fold.map(|fold| Symmetry { images: fold.images(), classes: kept });
        map.degrees = Some(Degrees { counts: table.totals().degrees.clone() });
        drop(table);
        if !goals.is_empty() && map.stopped.is_none() {
            let nothing = SearchTarget::Nothing;
            let mut table = TableSearch::new(compiled, self.run.budget, goals, nothing);
            table.keeps_path(true);
            self.add_from_goals(&mut table, &mut map);
        }
        map
    }
}
