//! Finds the hardest starts of Unit Rush Hour without the library: a second source for what
//! `sliding hunt` finds.
//!
//! ```sh
//! cargo run --release --example unit_rush_hour -- 4 5            # 87
//! cargo run --release --example unit_rush_hour -- 6 6 500 FILE   # 732, in four hours of processor time
//! ```
//!
//! The arguments are rows, columns, and optionally a number of steps below which starts do not matter,
//! and a journal, from whose last line an interrupted search goes on.
//!
//! All cars have one cell, each is locked to its row or its column, and one cell is empty. The target
//! is the car of the exit row that is nearest to the exit; the numbers to reproduce are those of
//! J. Tromp and R. Cilibrasi, "Limits of Rush Hour Logic Complexity", arXiv cs/0502068.
//!
//! The search fills cells only as the empty cell comes to look at them. As long as no neighbour of the
//! empty cell is open, a component is complete, whatever lies on the open cells; so one search stands
//! for all boards that differ only there. Each component that matters has a *root*: the empty cell at
//! an exit, and beside it a car that can slide there. The search begins with a root, and gives up a
//! component as soon as it finds a root of it, or of its mirror image, that comes before its own.

mod board;

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::{env, fs, thread};

use board::{Board, Direction, Exit, is_row};

/// No neighbour, in that direction or yet.
const NONE: u32 = u32::MAX;

/// A configuration of a component: its cars of rows, as far as they differ from those of the root, and
/// where the empty cell is.
#[derive(Clone, Copy)]
struct Place {
    differs: u64,
    empty: usize,
    /// Where it is in the table.
    slot: usize,
}

/// A place at an exit that may be a root which comes before the own one, seen through an image.
#[derive(Clone, Copy)]
struct Rival {
    place: u32,
    exit: u8,
    image: u8,
    /// The number of cells compared so far, all equal.
    same: u8,
}

enum Rank {
    Before,
    NotBefore,
    /// This cell is open; the number of cells before it, all equal.
    Open(usize, u8),
}

/// The hardest start so far.
struct Record {
    moves: AtomicU64,
    board: Mutex<String>,
}

/// A component, as far as it is known, and the cells that have been filled for it.
struct Component<'a> {
    board: &'a Board,
    /// Which exit its root has.
    kind: usize,
    /// Cells that are filled, or empty in the root; and those that have a car of rows in the root.
    filled: u64,
    lying: u64,
    places: Vec<Place>,
    /// For each place its neighbours by direction, and for each cell the places where it is empty.
    next: Vec<[u32; 4]>,
    by_cell: Vec<Vec<u32>>,
    /// The indices of places, by their hash.
    table: Vec<u32>,
    /// For each open cell, the rivals of the root that it decides about; and the cells to which some
    /// were added, in that order.
    rivals: Vec<Vec<Rival>>,
    added: Vec<usize>,
    record: &'a Record,
}

impl<'a> Component<'a> {
    /// A root, of which only the exit and the cell beside it are known.
    fn new(board: &'a Board, kind: usize, record: &'a Record) -> Self {
        let exit = board.roots[kind].0;
        let lying = 1 << (exit + 1);
        let mut component = Self {
            board,
            kind,
            filled: 1 << exit | lying,
            lying,
            places: Vec::new(),
            next: Vec::new(),
            by_cell: vec![Vec::new(); board.rows * board.cols],
            table: vec![NONE; 1 << 12],
            rivals: vec![Vec::new(); board.rows * board.cols],
            added: Vec::new(),
            record,
        };
        component.put(0, exit);
        assert!(component.meet_rivals(0), "a root comes before no other of its kind");
        component
    }

    /// The cars of rows of a place.
    fn lying(&self, place: usize) -> u64 {
        self.lying ^ self.places[place].differs
    }

    fn is_filled(&self, cell: usize) -> bool {
        self.filled >> cell & 1 != 0
    }

    /// The index of a place in the component, or the slot where it would be.
    fn look_up(&self, differs: u64, empty: usize) -> Result<usize, usize> {
        let hash = (differs ^ (empty as u64) << 36).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mask = self.table.len() - 1;
        let mut slot = (hash >> mask.leading_zeros()) as usize;
        loop {
            let index = self.table[slot];
            if index == NONE {
                return Err(slot);
            }
            let place = &self.places[index as usize];
            if (place.differs, place.empty) == (differs, empty) {
                return Ok(index as usize);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The index of a place that is put into the component, and whether it is new.
    fn put(&mut self, differs: u64, empty: usize) -> (usize, bool) {
        let slot = match self.look_up(differs, empty) {
            Ok(index) => return (index, false),
            Err(slot) => slot,
        };
        let index = self.places.len();
        self.table[slot] = u32::try_from(index).expect("components are small");
        self.places.push(Place { differs, empty, slot });
        self.next.push([NONE; 4]);
        self.by_cell[empty].push(index as u32);
        if 2 * index > self.table.len() {
            self.grow();
        }
        (index, true)
    }

    /// Doubles the table. The order in which places came stays, so that the last can be taken back.
    fn grow(&mut self) {
        self.table = vec![NONE; 2 * self.table.len()];
        for index in 0..self.places.len() {
            let Place { differs, empty, .. } = self.places[index];
            let slot = self.look_up(differs, empty).expect_err("each place is there once");
            self.table[slot] = index as u32;
            self.places[index].slot = slot;
        }
    }

    /// Takes back all places from one on.
    fn take_back(&mut self, first: usize) {
        while self.places.len() > first {
            let Place { empty, slot, .. } = self.places.pop().expect("there are more");
            self.table[slot] = NONE;
            self.by_cell[empty].pop();
            let next = self.next.pop().expect("each place has neighbours");
            for (direction, place) in next.into_iter().enumerate() {
                if (place as usize) < first {
                    self.next[place as usize][direction ^ 1] = NONE;
                }
            }
        }
    }

    /// Compares a place with the root through all images of which it may be a root. Says whether the
    /// root is still the first.
    fn meet_rivals(&mut self, place: usize) -> bool {
        let board = self.board;
        board.exits_at[self.places[place].empty].iter().all(|&exit| {
            let images = match board.exits[exit].kind.cmp(&self.kind) {
                Ordering::Less => 1,
                Ordering::Equal => board.exits[exit].images.len(),
                Ordering::Greater => 0,
            };
            (0..images as u8).all(|image| {
                self.meet(Rival { place: place as u32, exit: exit as u8, image, same: 0 })
            })
        })
    }

    /// Compares a rival with the root, and keeps it if an open cell decides. Says whether the root is
    /// still the first.
    fn meet(&mut self, rival: Rival) -> bool {
        match self.rank(rival) {
            Rank::Before => return false,
            Rank::NotBefore => (),
            Rank::Open(cell, same) => {
                self.rivals[cell].push(Rival { same, ..rival });
                self.added.push(cell);
            }
        }
        true
    }

    /// A rival comes before the root if it has a car of columns where the root first has another.
    fn rank(&self, rival: Rival) -> Rank {
        let exit = &self.board.exits[rival.exit as usize];
        let lying = self.lying(rival.place as usize);
        if !self.is_filled(exit.inner) {
            return Rank::Open(exit.inner, 0);
        }
        if (lying >> exit.inner & 1 != 0) != exit.is_row {
            return Rank::NotBefore;
        }
        if exit.kind < self.kind {
            return Rank::Before;
        }
        let image = &exit.images[rival.image as usize];
        let cells = &self.board.roots[self.kind].1;
        for (same, &cell) in cells.iter().enumerate().skip(rival.same as usize) {
            let source = image.sources[cell];
            for cell in [cell, source] {
                if !self.is_filled(cell) {
                    return Rank::Open(cell, same as u8);
                }
            }
            let own = self.lying >> cell & 1 != 0;
            let other = (lying >> source & 1 != 0) != image.swaps;
            if own != other {
                return if own { Rank::Before } else { Rank::NotBefore };
            }
        }
        Rank::NotBefore
    }

    /// Moves the empty cell of a place in a direction. Says whether the root is still the first.
    fn go(&mut self, place: usize, direction: Direction, cell: usize) -> bool {
        let (before, empty) = (self.lying(place), self.places[place].empty);
        let after = before & !(1 << cell) | (before >> cell & 1) << empty;
        let (there, is_new) = self.put(after ^ self.lying, cell);
        self.next[place][direction] = there as u32;
        self.next[there][direction ^ 1] = place as u32;
        !is_new || self.meet_rivals(there)
    }

    /// Goes on from all places from one on, where no open cell is in the way.
    fn close(&mut self, mut place: usize) -> bool {
        while place < self.places.len() {
            let (lying, empty) = (self.lying(place), self.places[place].empty);
            for direction in 0..4 {
                let Some(cell) = self.board.neighbours[empty][direction] else { continue };
                let is_new = self.next[place][direction] == NONE && self.is_filled(cell);
                let slides = (lying >> cell & 1 != 0) == is_row(direction);
                if is_new && slides && !self.go(place, direction, cell) {
                    return false;
                }
            }
            place += 1;
        }
        true
    }

    /// The open cell that most places look at.
    fn open_cell(&self) -> Option<usize> {
        let looks = |&cell: &usize| {
            let beside = self.board.neighbours[cell].iter().flatten();
            beside.map(|&cell| self.by_cell[cell].len()).sum::<usize>()
        };
        let open = (0..self.by_cell.len()).filter(|&cell| !self.is_filled(cell));
        open.max_by_key(looks).filter(|cell| looks(cell) > 0)
    }

    /// Puts a car on an open cell, and goes on from the places that look at it.
    fn fill(&mut self, cell: usize, lies: bool) -> bool {
        let places = self.places.len();
        self.filled |= 1 << cell;
        self.lying |= u64::from(lies) << cell;
        for at in 0..self.rivals[cell].len() {
            if !self.meet(self.rivals[cell][at]) {
                return false;
            }
        }
        for direction in (0..4).filter(|&direction| is_row(direction) == lies) {
            let Some(from) = self.board.neighbours[cell][direction ^ 1] else { continue };
            for at in 0..self.by_cell[from].len() {
                let place = self.by_cell[from][at] as usize;
                if !self.go(place, direction, cell) {
                    return false;
                }
            }
        }
        self.close(places)
    }

    /// Searches all components with what is filled so far, as far as they are in the portion.
    fn search(&mut self, depth: usize, portion: &mut Portion) {
        if !portion.has(depth) {
            return;
        }
        self.search_here(depth, portion);
        if depth == portion.depth {
            portion.take(self);
        }
    }

    fn search_here(&mut self, depth: usize, portion: &mut Portion) {
        let Some(cell) = self.open_cell() else { return self.measure() };
        let (places, added) = (self.places.len(), self.added.len());
        for lies in [false, true] {
            if self.fill(cell, lies) {
                self.search(depth + 1, portion);
            }
            self.take_back(places);
            for cell in self.added.drain(added..) {
                self.rivals[cell].pop();
            }
            self.filled &= !(1 << cell);
            self.lying &= !(1 << cell);
        }
    }

    /// The distances from some places, and one that is farthest.
    fn distances(&self, sources: Vec<u32>) -> (Vec<u32>, usize) {
        let (mut distances, mut queue) = (vec![NONE; self.places.len()], sources);
        queue.iter().for_each(|&source| distances[source as usize] = 0);
        let mut at = 0;
        while at < queue.len() {
            let place = queue[at] as usize;
            for &next in self.next[place].iter().filter(|&&next| next != NONE) {
                if distances[next as usize] == NONE {
                    distances[next as usize] = distances[place] + 1;
                    queue.push(next);
                }
            }
            at += 1;
        }
        (distances, queue[queue.len() - 1] as usize)
    }

    /// Looks for a harder start in a complete component.
    fn measure(&self) {
        let best = self.record.moves.load(Relaxed);
        let is_hopeless = |radius: u32| 2 * u64::from(radius) <= best;
        if self.places.len() as u64 <= best {
            return;
        }
        // No two places are farther from each other than twice the radius from any one.
        let (distances, end) = self.distances(vec![0]);
        if is_hopeless(distances[end]) {
            return;
        }
        let (distances, mut middle) = self.distances(vec![end as u32]);
        let half = distances[middle] / 2;
        while distances[middle] > half {
            let nearer =
                |&&next: &&u32| next != NONE && distances[next as usize] + 1 == distances[middle];
            middle = *self.next[middle].iter().find(nearer).expect("a way back") as usize;
        }
        let (distances, end) = self.distances(vec![middle as u32]);
        if !is_hopeless(distances[end]) {
            self.board.exits.iter().for_each(|exit| self.measure_from(exit));
        }
    }

    /// The farthest start from all places that have the target at an exit.
    fn measure_from(&self, exit: &Exit) {
        let is_goal = |&place: &u32| {
            let Place { empty, .. } = self.places[place as usize];
            let lies = self.lying(place as usize) >> exit.cell & 1 != 0;
            self.is_filled(exit.cell) && empty != exit.cell && lies == exit.is_row
        };
        let goals: Vec<u32> = (0..self.places.len() as u32).filter(is_goal).collect();
        if goals.is_empty() {
            return;
        }
        let (distances, start) = self.distances(goals);
        let moves = distances[start].into();
        let mut board = self.record.board.lock().unwrap();
        if self.record.moves.fetch_max(moves, Relaxed) < moves {
            *board = self.drawing(start);
            eprintln!("{moves} steps to the exit at cell {}: {board}", exit.cell);
        }
    }

    /// What lies where in a place: `h` and `v` are cars, and `?` any.
    fn drawing(&self, place: usize) -> String {
        let name = |cell: usize| match cell {
            _ if cell == self.places[place].empty => '.',
            _ if !self.is_filled(cell) => '?',
            _ if self.lying(place) >> cell & 1 != 0 => 'h',
            _ => 'v',
        };
        let cells: Vec<char> = (0..self.by_cell.len()).map(name).collect();
        let rows = cells.chunks(self.board.cols).map(|row| row.iter().collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }
}

/// The most steps that any start on a board needs, if these are more than `least`. With a journal, a
/// search that was ended goes on from the last line of it.
fn hardest(rows: usize, cols: usize, least: u64, journal: Option<&Path>) -> u64 {
    let board = Board::new(rows, cols);
    let (begun, part, best) = journal.and_then(last_line).unwrap_or((0, 0, 0));
    let record = Record { moves: least.max(best).into(), board: Mutex::default() };
    let threads = thread::available_parallelism().map_or(1, |cores| cores.get());
    for kind in begun as usize..board.roots.len() {
        let first = if kind == begun as usize { part as usize } else { 0 };
        let parts = Mutex::new(Parts { next: first, under_way: BTreeSet::new() });
        let search = || {
            let mut component = Component::new(&board, kind, &record);
            assert!(component.close(0), "a root comes before no other of its kind");
            let mut portion =
                Portion { depth: rows * cols / 2, passed: 0, mine: None, parts: &parts, journal };
            portion.take(&component);
            component.search(0, &mut portion);
        };
        thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(search))));
    }
    record.moves.into_inner()
}

/// Kind of root, part and most steps so far of the last line of a journal.
fn last_line(journal: &Path) -> Option<(u64, u64, u64)> {
    let text = fs::read_to_string(journal).ok()?;
    let last = text.lines().last()?;
    let numbers: Vec<u64> = last.split(' ').map(|number| number.parse().unwrap()).collect();
    Some(numbers.try_into().map(|[kind, part, best]: [u64; 3]| (kind, part, best)).unwrap())
}

/// The parts of a search, which are the nodes at a depth: the next one, and those that threads are at.
struct Parts {
    next: usize,
    under_way: BTreeSet<usize>,
}

/// Which nodes a thread searches: all above a depth, and of those at it one after the other of what no
/// other thread has taken.
struct Portion<'a> {
    depth: usize,
    /// Nodes at the depth that have been passed, and the one to search next.
    passed: usize,
    mine: Option<usize>,
    parts: &'a Mutex<Parts>,
    journal: Option<&'a Path>,
}

impl Portion<'_> {
    /// Whether a node at a depth is to be searched.
    fn has(&mut self, depth: usize) -> bool {
        if depth != self.depth {
            return true;
        }
        self.passed += 1;
        self.mine == Some(self.passed - 1)
    }

    /// Takes the next part. Once in a while it is written down from where to go on.
    fn take(&mut self, component: &Component) {
        let mut parts = self.parts.lock().unwrap();
        if let Some(done) = self.mine {
            parts.under_way.remove(&done);
        }
        let part = parts.next;
        parts.next += 1;
        parts.under_way.insert(part);
        self.mine = Some(part);
        if let Some(journal) = self.journal
            && part.is_multiple_of(64)
        {
            let first = parts.under_way.first().expect("one was taken");
            let (kind, best) = (component.kind, component.record.moves.load(Relaxed));
            let fresh = journal.with_extension("fresh");
            fs::write(&fresh, format!("{kind} {first} {best}\n")).unwrap();
            fs::rename(fresh, journal).unwrap();
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).map(|text| text.parse::<u64>()).transpose();
    let (Some(rows), Some(cols)) = (number(0)?, number(1)?) else {
        return Err("expected ROWS COLUMNS [LEAST [JOURNAL]]".into());
    };
    if rows < 2 || cols < 2 || rows * cols > 36 {
        return Err("expected 2 or more rows and columns, and at most 36 cells".into());
    }
    let journal = arguments.get(3).map(PathBuf::from);
    let least = number(2)?.unwrap_or(0);
    println!("{}", hardest(rows as usize, cols as usize, least, journal.as_deref()));
    Ok(())
}
