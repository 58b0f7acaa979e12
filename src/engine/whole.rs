//! Which engine suits whoever wants all that can be reached, and the tables of those that have bits for it.

use num_bigint::BigUint;

use super::bitmap::DistanceTable;
use super::cut::{Keep, Prospect, Unknown};
use super::index::{self, MOST_ORDERS};
use crate::engine::board::{Shape, Shapes};
use crate::engine::host::IS_SENT;
use crate::engine::query::{Budget, Engine, Observer, Query, Refusal, Stopped};
use crate::puzzle::Puzzle;

/// Orders of the pieces among themselves from which on an index is worth its making.
const MANY_ORDERS: u32 = 48;

/// Which pieces of one shape count where orders are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// Those of shapes of which no two are alike: their orders are numbered digit by digit.
    Unlike,
    /// Those too that have tables of all their orders. To make these takes longer than to search a small
    /// space.
    Tabled,
}

/// How many orders the pieces have that the index engine gets from one skeleton at once, if they are so many
/// that it is faster than a table of configurations.
pub fn many_orders(puzzle: &Puzzle, which: Orders) -> Option<BigUint> {
    let counts = puzzle.counts();
    let factorial = |pieces: u32| (1..=pieces).map(BigUint::from).product::<BigUint>();
    let of_shape = |shape: &Shape| {
        let counts = shape.kinds.iter().map(|&kind| counts[usize::from(kind)]);
        let all: BigUint = factorial(counts.clone().sum());
        let orders = &all / counts.map(factorial).product::<BigUint>();
        let counts = match which {
            Orders::Unlike => orders == all,
            Orders::Tabled => orders == all || orders <= MOST_ORDERS.into(),
        };
        if counts { orders } else { 1_u32.into() }
    };
    let orders: BigUint = Shapes::new(puzzle).list().iter().map(of_shape).product();
    (orders >= MANY_ORDERS.into()).then_some(orders)
}

/// Chooses between [`Engine::Index`] and [`Engine::Table`], and says why.
pub fn suited(puzzle: &Puzzle) -> (Engine, String) {
    match many_orders(puzzle, Orders::Tabled) {
        Some(orders) => {
            (Engine::Index, format!("pieces of the same shape have {orders} orders at once"))
        }
        None => (Engine::Table, "pieces of the same shape have few orders at once".to_owned()),
    }
}

/// Makes the distance table of the cut engine, with what is to be kept, or of the index engine, and acts on it; or on what
/// stopped it before there was one.
///
/// # Errors
///
/// Where there is no memory for it.
pub fn with_table<R>(
    query: &Query,
    engine: Engine,
    keep: Keep,
    budget: &Budget,
    act: impl FnOnce(Result<&mut dyn DistanceTable, Stopped>) -> R,
) -> Result<R, Refusal> {
    match engine {
        Engine::Cut if !IS_SENT => match Prospect::of(query, budget) {
            Ok(prospect) => prospect.with_table(query.style, keep, budget, act),
            Err(Unknown::Stopped(stopped)) => Ok(act(Err(stopped))),
            Err(Unknown::Refused(refusal)) => Err(refusal),
        },
        _ => index::with_table(query, budget, act),
    }
}

/// Tells that the table engine goes on where another cannot.
pub fn table_instead_of(engine: Engine, error: &Refusal, observer: &mut dyn Observer) {
    observer.engine_chosen(Engine::Table, &format!("not the {}, as {error}", engine.name()));
}
