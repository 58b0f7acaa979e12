pub mod board; pub mod shape; pub mod carry; pub mod pair; pub mod peel;
use crate::puzzle::{Direction, Size};
use board::{Board, MARGIN};
pub use peel::Tune;
pub fn construct(size: Size, start: &[u32], tune: &Tune) -> Option<(Vec<Direction>, [u64;6])> {
    let (rows, cols) = (size.rows as usize, size.cols as usize);
    let width = cols + 2 * MARGIN;
    let total = width * (rows + 2 * MARGIN);
    let pad = |cell: usize| (cell / cols + MARGIN) * width + cell % cols + MARGIN;
    // goal: 1..n, 0 last ; but final blank at centre
    let mut board = Board { width, at: (0..total).map(|c| ((c / width) as u16, (c % width) as u16)).collect(), tile: (0..total as u32).collect(), cell: (0..total as u32).collect(), open: vec![false; total], blank: 0, path: vec![] };
    // goal with blank walked to the centre
    for c in 0..rows*cols { board.open[pad(c)] = true; }
    board.blank = pad(rows*cols-1);
    let (mr, mc) = (rows / 2, cols / 2);
    for _ in mr..rows-1 { board.step(Direction::Up); }
    for _ in mc..cols-1 { board.step(Direction::Left); }
    let tail = std::mem::take(&mut board.path);
    // board.tile[cell] = label (original goal cell); want home = cell
    let mut home = vec![0u32; total];
    for c in 0..total { home[board.tile[c] as usize] = c as u32; }
    home[pad(rows*cols-1)] = board.blank as u32;
    let centre_blank = board.blank;
    for c in 0..rows*cols {
        let t = start[c] as usize;
        let label = if t == 0 { centre_blank as u32 } else { home[pad(t-1)] };
        board.tile[pad(c)] = label; board.cell[label as usize] = pad(c) as u32;
        if t == 0 { board.blank = pad(c); }
    }
    let (hr, hc) = (rows.min(3), cols.min(3));
    let top = (mr.saturating_sub(1)).min(rows-hr); let leftc = (mc.saturating_sub(1)).min(cols-hc);
    let core: Vec<usize> = (0..hr).flat_map(|r| (0..hc).map(move |c| (r,c))).map(|(r,c)| pad((top+r)*cols+leftc+c)).collect();
    let mut peeler = peel::Peeler::new(&board, &core, tune);
    if !peeler.peel(&mut board, rows*cols) { return None; }
    let mut path = board.path;
    path.extend(tail.iter().rev().map(|d| d.opposite()));
    Some((path, peeler.stats))
}
