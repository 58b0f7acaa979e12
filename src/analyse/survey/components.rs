//! A summary of all components, for every method of finding them.

use std::collections::BTreeMap;

/// A component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComponentSpan {
    /// The number of its first position.
    pub first: u64,
    /// The number of its positions.
    pub size: u64,
}

impl ComponentSpan {
    /// Returns a sort key: larger components come first, then those with smaller numbers.
    pub fn precedence(&self) -> impl Ord + use<> {
        (std::cmp::Reverse(self.size), self.first)
    }
}

/// All components: counted, and those of interest one by one.
pub struct ComponentTally {
    /// The number of largest components that are of interest.
    most: usize,
    /// The number of components of each size.
    pub sizes: BTreeMap<u64, u64>,
    /// The largest, and perhaps some more.
    largest: Vec<ComponentSpan>,
    /// That of the start.
    pub start: Option<ComponentSpan>,
    /// The positions that meet a goal, each with its component; by component, and by number.
    pub goals: Vec<(ComponentSpan, u64)>,
}

impl ComponentTally {
    /// Starts empty. The `most` largest components are of interest.
    pub fn new(most: usize) -> Self {
        let (sizes, largest) = (BTreeMap::new(), Vec::new());
        Self { most, sizes, largest, start: None, goals: Vec::new() }
    }

    /// Adds a component.
    pub fn add(&mut self, component: ComponentSpan) {
        *self.sizes.entry(component.size).or_default() += 1;
        self.largest.push(component);
        // Sorting only now and then keeps the cost of each low.
        if self.largest.len() / 2 > self.most.max(64) {
            self.largest();
        }
    }

    /// Returns the largest ones, by [precedence](ComponentSpan::precedence).
    pub fn largest(&mut self) -> &[ComponentSpan] {
        self.largest.sort_unstable_by_key(ComponentSpan::precedence);
        self.largest.truncate(self.most);
        &self.largest
    }

    /// Sets the positions that meet a goal, each with its component.
    pub fn set_goals(&mut self, mut goals: Vec<(ComponentSpan, u64)>) {
        goals.sort_unstable_by_key(|&(component, number)| (component.first, number));
        goals.dedup();
        self.goals = goals;
    }

    /// Returns the components that have a goal, each with its goals.
    pub fn with_goals(&self) -> impl Iterator<Item = (ComponentSpan, &[(ComponentSpan, u64)])> {
        self.goals.chunk_by(|goal, next| goal.0 == next.0).map(|goals| (goals[0].0, goals))
    }

    /// Returns the goals of a component.
    pub fn goals_of(&self, component: ComponentSpan) -> &[(ComponentSpan, u64)] {
        let mut all = self.with_goals();
        all.find(|(other, _)| *other == component).map_or(&[], |(_, goals)| goals)
    }
}
