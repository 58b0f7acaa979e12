//! Engine choice for exhaustive searches, and the distance tables of the bitmap engines.

use num_bigint::BigUint;

use super::bitmap::{BuildError, DistanceTable};
use super::dense::{Census, Dense, Keep};
use super::index::{MOST_ORDERS, Rows};
use crate::engine::board::{PieceShape, PieceShapes};
use crate::engine::host::IS_WASM;
use crate::engine::query::{Budget, Engine, Observer, Query, Refusal, Stopped};
use crate::puzzle::Puzzle;

/// The number of orders of the pieces among themselves from which an index is worth building.
const MANY_ORDERS: u32 = 48;

/// Which shapes count when orders are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// Shapes of which no two pieces are alike: their orders are numbered digit by digit.
    Unlike,
    /// Also shapes whose orders are listed in tables. Building these takes longer than searching a
    /// small space.
    Tabled,
}

/// Returns the number of orders that the index engine handles at once for each skeleton, if it is
/// large enough to be faster than a table of positions.
pub fn many_orders(puzzle: &Puzzle, which: Orders) -> Option<BigUint> {
    let counts = puzzle.counts();
    let factorial = |pieces: u32| (1..=pieces).map(BigUint::from).product::<BigUint>();
    let of_shape = |shape: &PieceShape| {
        let counts = shape.kinds.iter().map(|&kind| counts[usize::from(kind)]);
        let all: BigUint = factorial(counts.clone().sum());
        let orders = &all / counts.map(factorial).product::<BigUint>();
        let counts = match which {
            Orders::Unlike => orders == all,
            Orders::Tabled => orders == all || orders <= MOST_ORDERS.into(),
        };
        if counts { orders } else { 1_u32.into() }
    };
    let orders: BigUint = PieceShapes::new(puzzle).list().iter().map(of_shape).product();
    (orders >= MANY_ORDERS.into()).then_some(orders)
}

/// Chooses between [`Engine::Index`] and [`Engine::Table`], and gives the reason.
pub fn choose_engine(puzzle: &Puzzle) -> (Engine, String) {
    match many_orders(puzzle, Orders::Tabled) {
        Some(orders) => {
            (Engine::Index, format!("pieces of the same shape have {orders} orders at once"))
        }
        None => (Engine::Table, "pieces of the same shape have few orders at once".to_owned()),
    }
}

/// Builds the distance table of the cut engine, with what is to be kept, or of the index engine,
/// and passes it to the callback; or passes the limit that stopped it.
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
        Engine::Cut if !IS_WASM => {
            let census = Census::of(query, budget);
            match census.and_then(|census| Dense::build(census, query.style, keep, budget)) {
                Ok(mut dense) => Ok(act(Ok(&mut dense))),
                Err(BuildError::Stopped(stopped)) => Ok(act(Err(stopped))),
                Err(BuildError::Refused(refusal)) => Err(refusal),
            }
        }
        _ => match Rows::build(query, Keep::Map, budget) {
            Ok(mut rows) => Ok(act(Ok(&mut rows))),
            Err(BuildError::Stopped(stopped)) => Ok(act(Err(stopped))),
            Err(BuildError::Refused(refusal)) => Err(refusal),
        },
    }
}

/// Reports that the table engine replaces one that cannot run.
pub fn report_fallback(engine: Engine, error: &Refusal, observer: &mut dyn Observer) {
    observer.engine_chosen(Engine::Table, &format!("not the {}, as {error}", engine.name()));
}
