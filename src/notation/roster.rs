//! Pieces of other notations, sorted into kinds.

use crate::puzzle::{KindSetup, Lock, MAX_KINDS, Placement, Setup, kind_name};

/// Who a piece is, apart from its shape: nobody, or one of its own.
pub type Role = u64;

/// The role of pieces that nobody tells apart.
pub const ANYBODY: Role = 0;

/// What an error says where there are more kinds than names.
pub const TOO_MANY: &str = "more than 60 kinds of pieces";
/// What is expected instead.
pub const FEWER: &str = "at most 60 kinds: pieces of one shape that no goal tells apart are one";

/// Gathers the pieces of the start. Those of equal shape, lock and role become one kind.
#[derive(Default)]
pub struct Roster {
    /// The role of each kind.
    roles: Vec<Role>,
}

impl Roster {
    /// Puts a piece on the board. Its cells, at least one, ascend. The placement; `None` where it
    /// would need one kind more than there are names.
    pub fn add(
        &mut self,
        setup: &mut Setup,
        cells: &[u32],
        lock: Lock,
        role: Role,
    ) -> Option<Placement> {
        let &first = cells.first()?;
        let size = setup.size;
        let (row, col) = size.row_col(first);
        let offset = |cell: &u32| {
            let (r, c) = size.row_col(*cell);
            ((r - row) as i32, c as i32 - col as i32)
        };
        let mut known = self.roles.iter().zip(&setup.kinds);
        let index = known.position(|(&other, kind)| {
            other == role
                && kind.lock == lock
                && kind.cells.len() == cells.len()
                && kind.cells.iter().copied().eq(cells.iter().map(offset))
        });
        let kind = match index {
            Some(index) => index as u8,
            None => {
                let name = kind_name(self.roles.len() as u8 + 1)?;
                self.roles.push(role);
                let offsets: Vec<_> = cells.iter().map(offset).collect();
                let mut kind = KindSetup::new(name, offsets);
                kind.lock = lock;
                setup.add_kind(kind)
            }
        };
        let placement = Placement { cell: first, kind };
        setup.start.push(placement);
        Some(placement)
    }
}

const _: () = assert!(MAX_KINDS == 60);
