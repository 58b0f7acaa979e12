//! Conversion between boards and ranks in the order of their codes.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::board::{BlockCode, CELLS, PackedBoard, SQUARES, square_mask};

/// The cells covered so far, and the gaps among them, where more than two count as two. The cells
/// before the next one are covered, so the next one is determined as well.
type FillState = (u32, u8);

/// Returns the number of full boards that each possible state leads to.
fn fillings() -> &'static HashMap<FillState, u32> {
    static WAYS: OnceLock<HashMap<FillState, u32>> = OnceLock::new();
    WAYS.get_or_init(|| {
        let mut known = HashMap::new();
        for square in SQUARES {
            count((square_mask(square), 0), &mut known);
        }
        known
    })
}

fn count(state: FillState, known: &mut HashMap<FillState, u32>) -> u32 {
    if let Some(&fillings) = known.get(&state) {
        return fillings;
    }
    let (covered, gaps) = state;
    let fillings = match covered.trailing_ones() {
        CELLS => u32::from(gaps >= 2),
        cell => BlockCode::ALL
            .iter()
            .filter_map(|&block| after(state, cell, block))
            .map(|next| count(next, known))
            .sum(),
    };
    known.insert(state, fillings);
    fillings
}

/// Returns the state after a block, if it fits.
fn after((covered, gaps): FillState, cell: u32, block: BlockCode) -> Option<FillState> {
    let mask = block.covers(cell, covered)?;
    Some((covered | mask, if block == BlockCode::Gap { (gaps + 1).min(2) } else { gaps }))
}

fn fillings_of(state: Option<FillState>) -> u32 {
    state.and_then(|state| fillings().get(&state).copied()).unwrap_or(0)
}

/// Returns the board of a rank, or `None` beyond the last one.
pub fn unrank(mut rank: u32) -> Option<PackedBoard> {
    // Skips the boards before the rank, and finds the branch that contains it.
    let mut falls_into = |state: Option<FillState>| {
        let fillings = fillings_of(state);
        let is_here = rank < fillings;
        rank -= if is_here { 0 } else { fillings };
        is_here
    };
    let square = SQUARES.into_iter().find(|&s| falls_into(Some((square_mask(s), 0))))?;
    let mut state = (square_mask(square), 0);
    let mut board = PackedBoard::with_square(square)?;
    while let Some(cell) = board.next() {
        let block = BlockCode::ALL.into_iter().find(|&b| falls_into(after(state, cell, b)))?;
        state = after(state, cell, block)?;
        board.put(cell, block);
    }
    Some(board)
}
