//! Searches that count mirror images and turns of the board as one, against brute force and against searches
//! that do not: on random symmetric puzzles.

use std::collections::BTreeSet;

use sliding::Puzzle;
use sliding::analyse::{Map, MapOrigin, Symmetry, explore, explore_each};
use sliding::puzzle::{
    Configuration, Demand, Gate, GoalSetup, KindSetup, Lock, Placement, Setup, Size, Style, Want,
};
use sliding::solve::{
    Answer, Budget, Engine, FLOOR, Observer, Query, Refusal, Status, Stopped, Until, solve,
};

use crate::parallel;
use crate::random::Dice;
use crate::reference::Reference;

/// Puzzles with larger components are passed over.
const MOST: usize = 600;

type Spot = (i32, i32);

/// How a board is turned or mirrored: two times the same way is none.
#[derive(Clone, Copy)]
struct Mirror {
    rows: i32,
    cols: i32,
    way: usize,
}

impl Mirror {
    fn spot(self, (row, col): Spot) -> Spot {
        match self.way {
            0 => (row, self.cols - 1 - col),
            1 => (self.rows - 1 - row, col),
            2 => (self.rows - 1 - row, self.cols - 1 - col),
            _ => (col, row),
        }
    }

    fn spots(self, spots: &[Spot]) -> Vec<Spot> {
        let mut spots: Vec<Spot> = spots.iter().map(|&spot| self.spot(spot)).collect();
        spots.sort_unstable();
        spots
    }

    fn cell(self, (row, col): Spot) -> u32 {
        (row * self.cols + col) as u32
    }

    fn lock(self, lock: Lock) -> Lock {
        match (self.way, lock) {
            (3, Lock::Horizontal) => Lock::Vertical,
            (3, Lock::Vertical) => Lock::Horizontal,
            _ => lock,
        }
    }
}

const SHAPES: [&[Spot]; 7] = [
    &[(0, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, 2)],
    &[(0, 0), (0, 1), (1, 0), (1, 1)],
];

/// From the first cell.
fn pattern(spots: &[Spot]) -> Vec<Spot> {
    spots.iter().map(|&(row, col)| (row - spots[0].0, col - spots[0].1)).collect()
}

/// Two kinds, each the mirror image of the other: perhaps the same twice.
struct Pair {
    kinds: [u8; 2],
    patterns: [Vec<Spot>; 2],
}

/// A puzzle that is the same in a mirror.
struct Draft {
    mirror: Mirror,
    setup: Setup,
    pairs: Vec<Pair>,
    taken: BTreeSet<Spot>,
}

impl Draft {
    fn new(dice: &mut Dice) -> Self {
        let (rows, cols) = (1 + dice.below(4) as i32, 2 + dice.below(4) as i32);
        let way = dice.below(if rows == cols { 4 } else { 3 });
        let mirror = Mirror { rows, cols, way };
        let setup = Setup::new(Size { rows: rows as u32, cols: cols as u32 });
        Self { mirror, setup, pairs: Vec::new(), taken: BTreeSet::new() }
    }

    fn any_spot(&self, dice: &mut Dice) -> Spot {
        let Mirror { rows, cols, .. } = self.mirror;
        (dice.below(rows as usize) as i32, dice.below(cols as usize) as i32)
    }

    fn is_free(&self, spots: &[Spot]) -> bool {
        let Mirror { rows, cols, .. } = self.mirror;
        let inside = |&(row, col): &Spot| (0..rows).contains(&row) && (0..cols).contains(&col);
        spots.iter().all(|spot| inside(spot) && !self.taken.contains(spot))
    }

    fn wall(&mut self, dice: &mut Dice) {
        let spot = self.any_spot(dice);
        let both = BTreeSet::from([spot, self.mirror.spot(spot)]);
        if both.iter().all(|spot| !self.taken.contains(spot)) {
            self.setup.blocked.extend(both.iter().map(|&spot| self.mirror.cell(spot)));
            self.taken.extend(both);
        }
    }

    /// Lays a piece and its mirror image, which may be itself.
    fn piece(&mut self, dice: &mut Dice) {
        let (row, col) = self.any_spot(dice);
        let shape = dice.pick(&SHAPES);
        let spots: Vec<Spot> = pattern(shape).iter().map(|&(r, c)| (row + r, col + c)).collect();
        let other = self.mirror.spots(&spots);
        let is_one = spots == other;
        let overlap = spots.iter().any(|spot| other.contains(spot));
        if !self.is_free(&spots) || !self.is_free(&other) || (overlap && !is_one) {
            return;
        }
        let Some([kind, mirrored]) = self.kinds(dice, [pattern(&spots), pattern(&other)], is_one)
        else {
            return;
        };
        self.lay(kind, &spots);
        if !is_one {
            self.lay(mirrored, &other);
        }
    }

    fn lay(&mut self, kind: u8, spots: &[Spot]) {
        self.setup.start.push(Placement { cell: self.mirror.cell(spots[0]), kind });
        self.taken.extend(spots);
    }

    /// Kinds with these patterns: some that are there, or new ones.
    fn kinds(
        &mut self,
        dice: &mut Dice,
        patterns: [Vec<Spot>; 2],
        is_one: bool,
    ) -> Option<[u8; 2]> {
        let suits =
            |pair: &&Pair| pair.patterns == patterns && (!is_one || pair.kinds[0] == pair.kinds[1]);
        if let Some(pair) = self.pairs.iter().find(suits).filter(|_| !dice.one_in(3)) {
            return Some(pair.kinds);
        }
        let lock =
            dice.pick(&[Lock::Free, Lock::Free, Lock::Free, Lock::Horizontal, Lock::Vertical]);
        let may_be_same = patterns[0] == patterns[1] && lock == self.mirror.lock(lock);
        if is_one && !may_be_same {
            return None;
        }
        let mut add = |pattern: &[Spot], lock: Lock| {
            let name = sliding::puzzle::kind_name(self.setup.kinds.len() as u8 + 1)?;
            let mut kind = KindSetup::new(name, pattern);
            kind.lock = lock;
            Some(self.setup.add_kind(kind))
        };
        let first = add(&patterns[0], lock)?;
        let is_same = is_one || (may_be_same && dice.one_in(2));
        let second = if is_same { first } else { add(&patterns[1], self.mirror.lock(lock))? };
        self.pairs.push(Pair { kinds: [first, second], patterns });
        Some([first, second])
    }

    /// Cells that some kinds alone may cover, and the same in the mirror.
    fn gate(&mut self, dice: &mut Dice) {
        let spot = self.any_spot(dice);
        let other = self.mirror.spot(spot);
        if self.taken.contains(&spot) || self.taken.contains(&other) {
            return;
        }
        let some: Vec<&Pair> = self.pairs.iter().filter(|_| dice.one_in(2)).collect();
        let kinds =
            [0, 1].map(|side| some.iter().map(|pair| pair.kinds[side]).collect::<Vec<u8>>());
        for (kinds, spot) in kinds.into_iter().zip([spot, other]) {
            self.setup.gates.push(Gate { kinds, cells: vec![self.mirror.cell(spot)] });
        }
    }

    /// A goal for one piece or two, and the same in the mirror.
    fn goal(&mut self, dice: &mut Dice) {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for _ in 0..1 + dice.below(2) {
            let spot = self.any_spot(dice);
            let pair = &self.pairs[dice.below(self.pairs.len())];
            let spots: Vec<Spot> =
                pair.patterns[0].iter().map(|&(r, c)| (spot.0 + r, spot.1 + c)).collect();
            let other = self.mirror.spots(&spots);
            let demand = |kind: u8, spot: Spot| {
                let (row, col) = spot;
                let inside =
                    (0..self.mirror.rows).contains(&row) && (0..self.mirror.cols).contains(&col);
                inside.then(|| Demand { cell: self.mirror.cell(spot), want: Want::Origin(kind) })
            };
            here.extend(demand(pair.kinds[0], spots[0]));
            there.extend(demand(pair.kinds[1], other[0]));
        }
        self.setup.goals.extend([here, there].map(GoalSetup::Partial));
    }

    /// What becomes of a configuration.
    fn image(&self, puzzle: &Puzzle, configuration: &Configuration) -> Configuration {
        let pieces = configuration.placements().iter().map(|piece| {
            let (row, col) = puzzle.size().row_col(piece.cell);
            let kind = &puzzle.kinds()[usize::from(piece.kind)];
            let spots: Vec<Spot> =
                kind.cells().iter().map(|&(r, c)| (row as i32 + r, col as i32 + c)).collect();
            let pair = self.pairs.iter().find(|pair| pair.kinds.contains(&piece.kind));
            let [one, other] = pair.expect("a pair").kinds;
            let kind = if piece.kind == one { other } else { one };
            Placement { cell: self.mirror.cell(self.mirror.spots(&spots)[0]), kind }
        });
        puzzle.configuration(pieces.collect()).expect("the puzzle is the same in the mirror")
    }
}

/// A random puzzle that is the same in a mirror.
fn symmetric(seed: u64) -> Option<(Draft, Puzzle)> {
    let mut dice = Dice::new(seed);
    let mut draft = Draft::new(&mut dice);
    if dice.one_in(4) {
        draft.wall(&mut dice);
    }
    (0..3 + dice.below(12)).for_each(|_| draft.piece(&mut dice));
    if draft.pairs.is_empty() {
        return None;
    }
    if dice.one_in(4) {
        draft.gate(&mut dice);
    }
    draft.goal(&mut dice);
    let puzzle = draft.setup.clone().validate().ok()?;
    Some((draft, puzzle))
}

fn query<'a>(puzzle: &'a Puzzle, style: Style, engine: Engine, folds: bool) -> Query<'a> {
    let mut query = Query::new(puzzle, style);
    (query.engine, query.uses_symmetry) = (engine, folds);
    query
}

/// An answer, the time left aside.
fn reported(mut answer: Answer) -> String {
    answer.elapsed = Default::default();
    format!("{answer:?}")
}

/// A map without what may differ.
fn drawn(mut map: Map) -> String {
    (map.elapsed, map.symmetry) = (Default::default(), None);
    format!("{map:?}")
}

fn budget(threads: usize) -> Budget {
    let mut budget = Budget::default();
    budget.threads = std::num::NonZeroUsize::new(threads);
    budget
}

/// All that searches say with symmetries and without. Returns the symmetries.
fn agree(puzzle: &Puzzle, style: Style, case: &str) -> Option<Symmetry> {
    for threads in [1, 2] {
        let budget = budget(threads);
        for engine in [Engine::Table, Engine::Meet] {
            for until in [Until::Solved, Until::Exhausted] {
                let found = [true, false].map(|folds| {
                    let mut query = query(puzzle, style, engine, folds);
                    query.until = until;
                    solve(&query, &budget, &mut ())
                        .map(reported)
                        .map_err(|refusal| refusal.to_string())
                });
                assert_eq!(found[0], found[1], "{engine:?}, {until:?}, {threads}, {case}");
            }
        }
        let maps = [true, false].map(|folds| {
            let query = query(puzzle, style, Engine::Table, folds);
            explore(&query, &budget, 5, &mut ()).expect("a map")
        });
        let symmetry = maps[0].symmetry;
        assert_eq!(maps[1].symmetry, None, "{case}");
        let [with, without] = maps.map(drawn);
        assert_eq!(with, without, "{threads}, {case}");
        if threads == 2 {
            return symmetry;
        }
    }
    None
}

/// What is heard of all configurations, from an origin.
fn heard(puzzle: &Puzzle, style: Style, origin: MapOrigin, folds: bool) -> BTreeSet<(u64, String)> {
    let query = query(puzzle, style, Engine::Table, folds);
    let (mut heard, mut times) = (BTreeSet::new(), 0);
    let mut each = |configuration: &Configuration, distance: u64| {
        heard.insert((distance, puzzle.shorthand(configuration)));
        times += 1;
    };
    explore_each(&query, &Budget::default(), 1, &mut (), origin, &mut each).expect("a map");
    assert_eq!(heard.len(), times);
    heard
}

/// On a random puzzle, in all styles. Returns how many images there are.
fn one(seed: u64) -> usize {
    let Some((draft, puzzle)) = symmetric(seed) else { return 0 };
    let reference = Reference::new(&puzzle);
    if reference.facts(Style::SUPER_STEP, MOST).is_none() {
        return 0;
    }
    let mut images = 0;
    for style in Style::ALL {
        let case = format!("seed {seed}, style {style}\n{puzzle}");
        let symmetry = agree(&puzzle, style, &case);
        let facts = reference.facts(style, MOST).expect("as many as before");
        let graph = reference.component(style, MOST).expect("as many as before");
        let all = (0..graph.len()).map(|node| graph.configuration(node));
        let classes: BTreeSet<Vec<String>> = all
            .map(|one| {
                let both =
                    BTreeSet::from([one, &draft.image(&puzzle, one)].map(|c| puzzle.shorthand(c)));
                both.into_iter().collect()
            })
            .collect();
        // Where nothing at all can be distinguished from its image, there is none.
        let is_still = classes.len() == graph.len();
        let found = symmetry.unwrap_or(Symmetry { images: 1, classes: graph.len() as u64 });
        assert!(found.images > 1 || is_still, "{case}");
        assert!(found.classes <= classes.len() as u64, "{case}");
        assert!(found.classes * found.images as u64 >= graph.len() as u64, "{case}");
        if found.images == 2 && !is_still {
            assert_eq!(found.classes, classes.len() as u64, "{case}");
        }
        images = found.images;
        let query = query(&puzzle, style, Engine::Table, true);
        let map = explore(&query, &Budget::default(), 5, &mut ()).expect("a map");
        assert_eq!((map.from_start.levels, map.moves), (facts.levels, facts.moves), "{case}");
        if style == Style::WALK {
            for origin in [MapOrigin::Start, MapOrigin::Goals] {
                let [with, without] =
                    [true, false].map(|folds| heard(&puzzle, style, origin, folds));
                assert_eq!(with, without, "{case}");
            }
        }
    }
    images
}

#[test]
fn random_symmetric_puzzles() {
    let seeds: Vec<u64> = (0..800).collect();
    let images = parallel::each(&seeds, |&seed| one(seed));
    let with = |least: usize| images.iter().filter(|&&images| images >= least).count();
    eprintln!("{} symmetric puzzles, {} with 4 images or more", with(2), with(4));
    assert!(with(2) >= 250 && with(4) >= 5, "{} {}", with(2), with(4));
}

/// How often the way was forgotten.
struct ForgetCounter(u64);

impl Observer for ForgetCounter {
    fn forgotten(&mut self, _distance: u64) {
        self.0 += 1;
    }
}

/// Where the memory does not suffice for the way, it is found again in parts: the same.
#[test]
fn a_forgotten_path_is_found_again() {
    let klotski = include_str!("../puzzles/classics/klotski.txt");
    let puzzle: Puzzle = klotski.parse().expect("a puzzle");
    let whole = |folds| {
        let query = query(&puzzle, Style::STEP, Engine::Table, folds);
        solve(&query, &budget(1), &mut ()).expect("a solution")
    };
    let way = whole(false).solution;
    assert_eq!(whole(true).solution, way);
    let mut forgotten = ForgetCounter(0);
    for kilobytes in (16..400).step_by(16) {
        let mut budget = budget(1);
        budget.memory = FLOOR / 2 + (kilobytes << 10);
        let query = query(&puzzle, Style::STEP, Engine::Table, true);
        let answer = solve(&query, &budget, &mut forgotten).expect("an answer");
        if answer.status != Status::Stopped(Stopped::Memory) {
            assert_eq!(answer.solution, way, "{kilobytes} kB");
        }
    }
    assert!(forgotten.0 > 0);
}

/// What is larger than codes of four words is searched without, and says nothing of symmetries.
#[test]
fn symmetry_is_not_used_on_large_boards() -> Result<(), Refusal> {
    let row = "1".to_owned() + &"0".repeat(63) + "2";
    let puzzle: Puzzle = format!("1 x 65\n1 = 1\n2 = 1\n{row}\n{row}\n").parse().expect("a puzzle");
    let map = explore(&query(&puzzle, Style::STEP, Engine::Table, true), &budget(1), 1, &mut ())?;
    assert_eq!((map.symmetry, map.states()), (None, 65 * 64 / 2));
    Ok(())
}
