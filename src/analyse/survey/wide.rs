//! Components with many orders of few skeletons, such as those of tile puzzles: searched by rows.

use super::components::{ComponentSpan, ComponentTally};
use super::symmetry::Symmetries;
use super::{Diameter, SharedDiameter, Surveyor, turned};
use crate::engine::index::Spread;
use crate::engine::query::{Engine, Stopped};
use crate::puzzle::{Configuration, Placement};

/// Smaller components are faster as graphs.
const LEAST: u64 = 1 << 12;

/// Limit on the positions visited to find the diameter of one component. Rows make each visit
/// cheap.
const VISITS: u64 = 1 << 30;

/// The description of a component: its diameter, and the distance of its hardest start, with that
/// start.
type Measurements = (Diameter, Option<(u64, Configuration)>);

impl<const W: usize> Surveyor<'_, '_, W> {
    /// Describes a component, if it suits and the index may be used: no two pieces of a shape with
    /// several kinds are the same, and most orders are in it.
    pub(super) fn describe_by_rows(
        &mut self,
        component: ComponentSpan,
        components: &ComponentTally,
    ) -> Result<Option<Measurements>, Stopped> {
        let (ranking, compiled) = (self.ranking, self.compiled);
        let Some(orders) =
            ranking.orders().filter(|orders| component.size >= LEAST.max(orders / 2))
        else {
            return Ok(None);
        };
        if self.engine == Engine::Table || turned::bytes(ranking).is_none() {
            return Ok(None);
        }
        let first = ranking.unrank(component.first);
        let Ok(puzzle) = compiled.puzzle.starting_from(first.clone()) else { return Ok(None) };
        let budget = self.run.budget;
        let left = budget.room().saturating_sub(self.table.others);
        let spread = Spread::new(&puzzle, compiled.style, ranking, budget, left)?;
        let Some(mut spread) = spread.filter(|spread| component.size >= spread.places() / 2) else {
            return Ok(None);
        };
        let skeleton = component.first / orders;
        let diameter = match self.known.get(&skeleton) {
            Some(known) => known.renamed(&first),
            None => self.diameter_by_rows(&mut spread, component, &first)?,
        };
        let known = SharedDiameter { first, diameter: diameter.clone() };
        self.known.entry(skeleton).or_insert(known);
        let goals =
            components.goals_of(component).iter().map(|&(_, number)| ranking.unrank(number));
        let goals: Vec<Configuration> = goals.collect();
        let hardest = (!goals.is_empty()).then(|| spread.search(&goals, &mut self.run));
        Ok(Some((diameter, hardest.transpose()?)))
    }

    /// Finds the greatest distance. As pieces of a shape may be renamed, all positions with the
    /// same skeleton have equal eccentricity; so one search per skeleton is enough, and one per
    /// class of skeletons up to symmetry of the board.
    fn diameter_by_rows(
        &mut self,
        spread: &mut Spread,
        component: ComponentSpan,
        first: &Configuration,
    ) -> Result<Diameter, Stopped> {
        let ranking = self.ranking;
        let orders = ranking.orders().unwrap_or(1);
        let symmetries = Symmetries::new(self.compiled.puzzle, ranking);
        let (mut least, mut end) = spread.search(std::slice::from_ref(first), &mut self.run)?;
        let mut pair = (first.clone(), end);
        let found = spread.skeletons().into_iter().filter_map(|skeleton| spread.found(skeleton));
        let mut others: Vec<(u64, Configuration)> =
            found.map(|other| (symmetries.least(&other) / orders, other)).collect();
        others.sort_by_key(|&(class, _)| class);
        others.dedup_by_key(|(class, _)| *class);
        let own = symmetries.least(first) / orders;
        let (near, mut visits) = (least, component.size);
        for (_, other) in others.into_iter().filter(|&(class, _)| class != own) {
            visits += component.size;
            if visits > VISITS {
                return Ok(Diameter { least, most: 2 * near, pair });
            }
            let far;
            (far, end) = spread.search(std::slice::from_ref(&other), &mut self.run)?;
            if far > least {
                (least, pair) = (far, (other, end));
            }
        }
        Ok(Diameter { least, most: least, pair })
    }
}

impl SharedDiameter {
    /// Returns the same for the component of another position with the same skeleton.
    fn renamed(&self, first: &Configuration) -> Diameter {
        let mut names = [0; 256];
        let pieces = self.first.placements().iter().zip(first.placements());
        pieces.for_each(|(old, new)| names[usize::from(old.kind)] = new.kind);
        let renamed = |placement: &Configuration| {
            let pieces = placement.placements().iter();
            let pieces =
                pieces.map(|piece| Placement { kind: names[usize::from(piece.kind)], ..*piece });
            Configuration::new(pieces.collect())
        };
        let Diameter { least, most, pair } = &self.diameter;
        Diameter { least: *least, most: *most, pair: (renamed(&pair.0), renamed(&pair.1)) }
    }
}
