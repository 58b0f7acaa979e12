//! Maps in memory: from a bitmap of all positions, or through hash tables.

use super::{Degrees, Map, MapBuilder, Symmetry};
use crate::engine::choose::{self, Switch, Trial, report_fallback};
use crate::engine::compiled::{Compiled, dispatch, images};
use crate::engine::dense::{BuildError, Dense, Keep};
use crate::engine::host::IS_WASM;
use crate::engine::query::{Engine, Refusal};
use crate::engine::table::{LevelCallback, SearchTarget, TableSearch};

impl MapBuilder<'_, '_> {
    /// Uses the requested engine, or the sparse one as long as the dense one is not better.
    ///
    /// # Errors
    ///
    /// Returns an error if the requested engine cannot do it.
    pub(super) fn in_memory(&mut self) -> Result<Map, Refusal> {
        let (query, budget) = (self.query, self.run.budget);
        if let Some(mut dense) = choose::dense_for_map(query, Keep::Map, budget, self.run.observer)?
        {
            return Ok(self.by_bits(&mut dense));
        }
        if IS_WASM || query.engine != Engine::Auto {
            return Ok(self.by_table(&mut |_| Ok(())));
        }
        let mut trial = Trial::new(query.puzzle, query.style, Keep::Map, budget);
        let map = self.by_table(&mut |size| trial.look(size));
        let Some(switch) = trial.end(map.stopped) else { return Ok(map) };
        let is_late = matches!(switch, Switch::Memory);
        let next = match switch.build(query, Keep::Map, budget, self.run.observer) {
            Ok(mut dense) => self.by_bits(&mut dense),
            Err(_) if is_late => return Ok(map),
            Err(error) => {
                if let BuildError::Refused(refusal) = error {
                    report_fallback(&refusal, self.run.observer);
                }
                self.by_table(&mut |_| Ok(()))
            }
        };
        Ok(next.or_earlier(map))
    }

    /// Searches from the start, then from all goals, with the same bits.
    fn by_bits(&mut self, dense: &mut Dense) -> Map {
        let mut map = self.search_from_start(dense, &mut |_, _| Ok(()));
        // A stopped search still reports the number of goals it has met.
        let budget = map.stopped.is_none().then_some(self.run.budget);
        match dense.keep_goals(budget) {
            Ok(goals) => map.goals = goals,
            Err(stopped) => map.stopped = Some(stopped),
        }
        if map.goals > 0 && map.stopped.is_none() {
            dense.restart();
            self.add_from_goals(dense, &mut map);
        }
        map
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
