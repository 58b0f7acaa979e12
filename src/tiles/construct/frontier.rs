//! Best-first search over numbered states.

/// The price of a state that is not reached; and the state before the first.
pub(super) const NOWHERE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Reached {
    price: u32,
    from: u32,
    is_done: bool,
}

const UNREACHED: Reached = Reached { price: NOWHERE, from: NOWHERE, is_done: false };

/// The states that a search has reached. One that is cleared and used again allocates nothing.
pub(super) struct Frontier {
    states: Vec<Reached>,
    /// The states that are reached.
    reached: Vec<u32>,
    /// Open states by rank; all ranks from `end` on have none.
    queue: Vec<Vec<u32>>,
    now: usize,
    end: usize,
}

impl Frontier {
    pub fn new(states: usize) -> Self {
        let (reached, queue) = (Vec::new(), Vec::new());
        Self { states: vec![UNREACHED; states], reached, queue, now: 0, end: 0 }
    }

    pub fn clear(&mut self) {
        for state in self.reached.drain(..) {
            self.states[state as usize] = UNREACHED;
        }
        self.queue[..self.end].iter_mut().for_each(Vec::clear);
        (self.now, self.end) = (0, 0);
    }

    /// Opens a state, if it was not reached at so low a price. Its rank is the price and an estimate
    /// of the rest.
    pub fn offer(&mut self, state: usize, from: u32, price: u32, rest: u32) {
        let known = &mut self.states[state];
        if price >= known.price {
            return;
        }
        if known.price == NOWHERE {
            self.reached.push(state as u32);
        }
        (known.price, known.from) = (price, from);
        let rank = (price + rest) as usize;
        self.end = self.end.max(rank + 1);
        if self.queue.len() < self.end {
            self.queue.resize_with(self.end, Vec::new);
        }
        self.queue[rank].push(state as u32);
    }

    /// Returns an open state of the lowest rank, which is done then.
    pub fn next(&mut self) -> Option<usize> {
        while self.now < self.end {
            let Some(state) = self.queue[self.now].pop() else {
                self.now += 1;
                continue;
            };
            if !std::mem::replace(&mut self.states[state as usize].is_done, true) {
                return Some(state as usize);
            }
        }
        None
    }

    pub fn price(&self, state: usize) -> u32 {
        self.states[state].price
    }

    pub fn is_done(&self, state: usize) -> bool {
        self.states[state].is_done
    }

    /// Returns the states on the path to one that is reached, from the first on.
    pub fn path(&self, end: usize) -> Vec<usize> {
        let before = |&state: &usize| match self.states[state].from {
            NOWHERE => None,
            from => Some(from as usize),
        };
        let mut path = Vec::from_iter(std::iter::successors(Some(end), before));
        path.reverse();
        path
    }
}
