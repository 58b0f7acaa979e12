//! Lists of pieces: which column is what follows from what a puzzle must be.
//!
//! A column has possible roles, by its name or, without names, any. Each way to give roles to
//! columns so that they say where pieces lie is followed, with places counted from 0 and from 1:
//! pieces lie on the board and do not overlap, a cell is empty, and the target is not at its goal
//! yet. The way that fits conventions best is taken; several that are different puzzles are a
//! question.

mod columns;

use std::collections::BTreeMap;

use super::draft::{DraftGoal, DraftTarget, PuzzleDraft};
use super::error::Question;
use super::layout::{Field, NamedFact, Records, by_sign};
use super::options::ReadOptions;
use super::problem::Problem;
use super::readings::{Reading, ReadingResult, aim, statements};
use super::text::TextSpan;
use crate::puzzle::{Lock, Setup, Size};
use columns::Role::{
    Along, Axis, Cell, Col, Height, Lane, LastCol, LastRow, Length, Name, Row, Target, Unused,
    Width,
};
pub use columns::is_known;
use columns::{Column, GEOMETRIES, NAMES, Role, contains, has, roles, roles_of};

/// Names of the car that leaves, the surest first.
const RED: [&str; 3] = ["x", "red rouge rot rojo rosso 红", "hero player target main"];

/// Fields that can change how a piece moves.
const RULES: &str = "lock fixed movable moveable direction static frozen weight";

/// Maximum number of pieces whose columns have no names.
const MAX_PIECES: usize = 256;

/// Maximum number of cells of a board whose columns have no names.
const MAX_CELLS: usize = 4096;

/// What a text says beside a list of pieces.
pub struct RecordContext<'o, 'a> {
    pub options: &'o ReadOptions,
    pub sizes: Vec<Size>,
    /// A number that may be the side of the board.
    pub side: Option<u32>,
    pub facts: &'o [NamedFact<'a>],
    pub goal: Option<&'o Records<'o>>,
    pub statements: &'o [TextSpan<'a>],
    pub place: TextSpan<'a>,
}

/// Whether rows without names can be pieces, and hardly a drawing: a column says which ones lie, or
/// at least some, which cover much of a board.
pub fn are_pieces(rows: &[Vec<TextSpan>], least: usize) -> bool {
    let Some(&place) = rows.first().and_then(|row| row.first()) else { return false };
    let records = Records { fields: Vec::new(), rows: rows.to_vec() };
    let options = &ReadOptions::default();
    let (sizes, side, facts, statements) = (Vec::new(), None, &[], &[]);
    let context = RecordContext { options, sizes, side, facts, goal: None, statements, place };
    let list = List::new(&records, &context).ok();
    list.filter(|list| (3..8).contains(&list.columns.len()) && rows.len() <= MAX_PIECES)
        .is_some_and(|list| {
            let has_axis = list.columns.iter().any(|column| column.roles == [Axis]);
            // Numbers that hardly ever repeat are tiles.
            let numbers = by_sign(rows.iter().flatten().map(|cell| ((), cell.text()))).len();
            let has_shapes = rows.len() >= least && numbers + 2 < rows.len() * list.columns.len();
            let is_possible = |way: &Way| {
                list.draft(way).is_ok_and(|(draft, _)| {
                    let area: usize = draft.pieces.iter().map(|piece| piece.cells.len()).sum();
                    3 * area >= draft.size.cells()
                })
            };
            list.ways().iter().any(|way| has_axis || has_shapes && is_possible(way))
        })
}

/// Returns lines of equally many words as records; a first line of names gives the fields.
pub fn of_lines<'a>(lines: &[TextSpan<'a>]) -> Option<Records<'a>> {
    let has_commas =
        lines.iter().all(|line| line.text().matches(',').count() > 1 && !line.text().contains('('));
    let has_bars = lines.iter().all(|line| line.text().starts_with('|'));
    let is_between = move |c: char| {
        c == '|' && has_bars || ",;:()[]\t".contains(c) || !has_commas && c.is_whitespace()
    };
    let words = |line: &TextSpan<'a>| line.split(is_between).map(|word| word.trimmed()).collect();
    let mut rows: Vec<Vec<TextSpan>> = lines.iter().map(words).collect();
    let is_rule = |word: &TextSpan| word.text().trim_matches(['-', ':']).is_empty();
    rows.retain(|row| !has_bars || !row.iter().all(is_rule));
    let field = |name: &TextSpan<'a>| Field { name: *name, index: None };
    let mut fields: Vec<Field> = rows.first()?.iter().map(field).collect();
    let has_number = rows[0].iter().any(|word| word.text().parse::<i64>().is_ok());
    if has_number || !is_known(&fields) {
        fields.clear();
    } else {
        rows.remove(0);
    }
    Some(Records { fields, rows })
}

/// A meaning of the columns.
#[derive(Clone)]
struct Way {
    roles: Vec<Role>,
    geometry: usize,
    /// Where rows and columns begin.
    base: i64,
    /// Whether the axis means the opposite.
    is_turned: bool,
}

impl Way {
    fn column(&self, role: Role) -> Option<usize> {
        self.roles.iter().position(|other| *other == role)
    }

    /// Returns the words for `--columns`.
    fn names(&self) -> String {
        let word = |role: &Role| NAMES[*role as usize].1.split(' ').next();
        let words: Vec<&str> = self.roles.iter().filter_map(word).collect();
        format!("{} from-{}", words.join(" "), self.base)
    }
}

/// How far a way is followed until pieces overlap.
const OVERLAP: u8 = 3;

/// How far a reading is from the conventions: columns with a seldom role, the geometry, cells of
/// the board, a target beside the usual row, columns before rows.
type Rank = [usize; 5];

/// Reads pieces, or asks what their columns are.
pub fn read<'a>(records: &Records<'a>, context: &RecordContext<'_, 'a>) -> ReadingResult<'a> {
    let list = List::new(records, context)?;
    let expected = "a line such as `car,dir,len,row,col`, or `--columns 'car dir len row col'`";
    let message = "a list of pieces, but no columns say where they lie";
    let mut worst = context.place.wrong(message, expected).at_depth(0);
    let mut least = [usize::MAX; 5];
    let mut found: Vec<(Setup, Way, Reading)> = Vec::new();
    let ways = list.ways();
    for way in &ways {
        match list.follow(way) {
            Ok((rank, setup, reading)) => {
                if rank < least {
                    found.clear();
                }
                least = least.min(rank);
                if rank == least && found.iter().all(|(known, ..)| *known != setup) {
                    found.push((setup, way.clone(), reading));
                }
            }
            Err(wrong) => worst = wrong.after(Some(worst)),
        }
    }
    let mut questions = Vec::new();
    for (_, way, reading) in &found {
        let given = ReadOptions { goal: None, ..context.options.clone() };
        let given = given.and("columns", way.names());
        let open = reading.open.iter().flat_map(|open| &open.questions).take(2);
        let mut choices: Vec<ReadOptions> = open.map(|open| open.options.or(&given)).collect();
        if choices.is_empty() {
            choices.push(given);
        }
        let text = format!("the columns are {}", way.names());
        questions.extend(choices.into_iter().map(|choice| Question::new(text.clone(), choice)));
    }
    if let [(.., reading), _, ..] = &mut found[..] {
        let message = "the columns of this list can mean several puzzles";
        reading.open.clear();
        questions.truncate(6);
        reading.ask(context.place.wrong(message, "an option that says which"), questions);
    }
    if found.is_empty() {
        if worst.depth == OVERLAP && ways.iter().any(|way| way.roles != ways[0].roles) {
            worst.message = format!("{}, whichever column comes first", worst.message).into();
        }
        worst.depth = if worst.depth > OVERLAP { 3 } else { 1 };
        return Err(worst);
    }
    Ok(Some(found.swap_remove(0).2))
}

struct List<'t, 'a> {
    context: &'t RecordContext<'t, 'a>,
    columns: Vec<Column<'a>>,
    base: Option<i64>,
    is_named: bool,
}

impl<'t, 'a> List<'t, 'a> {
    fn new(records: &Records<'a>, context: &'t RecordContext<'t, 'a>) -> Result<Self, Problem> {
        let Records { fields, rows } = records;
        let width = fields.len().max(rows.first().map_or(0, Vec::len));
        if let Some(row) = rows.iter().find(|row| row.len() != width) {
            let place = row.first().unwrap_or(&context.place);
            return Err(place.wrong("this line is no piece", "as many values as the others have"));
        }
        let given = context.options.columns.as_deref().unwrap_or("");
        let (given, base) = given.split_once(" from-").unwrap_or((given, ""));
        let given: Vec<&str> = given.split_whitespace().collect();
        if !given.is_empty() && given.len() != width {
            let message = format!("--columns names {} columns of {width}", given.len());
            let expected = "a word for each column, `-` for one without use";
            return Err(context.place.wrong(message, expected));
        }
        let column = |at: usize| {
            let name = fields.get(at).map_or("", |field| field.name.text());
            let roles = match given.get(at) {
                Some(word) => roles_of(word),
                None => fields.get(at).map_or(Vec::new(), roles),
            };
            Column::new(name, roles, rows.iter().map(|row| row[at]).collect())
        };
        let is_named = !given.is_empty() || !fields.is_empty();
        let columns = (0..width).map(column).collect();
        Ok(List { context, columns, base: base.parse().ok(), is_named })
    }

    /// Returns all ways to choose the roles of the columns.
    fn ways(&self) -> Vec<Way> {
        let mut ways = Vec::new();
        for geometry in 0..GEOMETRIES.len() {
            self.assign(geometry, &mut Vec::new(), &mut ways);
        }
        ways
    }

    /// Adds the ways that begin with these roles.
    fn assign(&self, geometry: usize, roles: &mut Vec<Role>, ways: &mut Vec<Way>) {
        let places = GEOMETRIES[geometry];
        if let Some(column) = self.columns.get(roles.len()) {
            for &role in &column.roles {
                let is_beside = matches!(role, Name | Target | Unused);
                // A second name has no use.
                let is_second = roles.contains(&role);
                if is_beside && (!is_second || column.roles == [role])
                    || places.contains(&role) && !is_second
                {
                    roles.push(if is_second { Unused } else { role });
                    self.assign(geometry, roles, ways);
                    roles.pop();
                }
            }
        } else if places.iter().all(|role| roles.contains(role))
            && (self.is_named || places.len() > 2)
        {
            let axis = roles.iter().position(|role| *role == Axis);
            let may_turn = axis.is_some_and(|axis| self.columns[axis].may_turn());
            for (base, is_turned) in [(0, false), (1, false), (0, true), (1, true)] {
                if self.base.is_none_or(|given| given == base) && (may_turn || !is_turned) {
                    ways.push(Way { roles: roles.clone(), geometry, base, is_turned });
                }
            }
        }
    }

    fn boxes(&self, way: &Way) -> Option<Vec<[i64; 4]>> {
        let RecordContext { sizes, side, .. } = self.context;
        let side = sizes.first().map(|size| size.cols).or(*side).unwrap_or(6).max(1).into();
        let rectangle = |piece: usize| {
            let size = |role| self.columns[way.column(role)?].numbers.as_ref()?.get(piece).copied();
            let at = |role| size(role).map(|at| at - way.base);
            let lies = size(Axis) == Some((!way.is_turned).into());
            let pair = |one, other| if lies { [one, other] } else { [other, one] };
            let [row, col] = match GEOMETRIES[way.geometry][0] {
                Cell => [at(Cell)?.div_euclid(side), at(Cell)?.rem_euclid(side)],
                Lane => pair(at(Lane)?, at(Along)?),
                _ => [at(Row)?, at(Col)?],
            };
            let [height, width] = match (size(Length), size(Height), at(LastRow)) {
                (Some(length), ..) => pair(1, length),
                (_, Some(height), _) => [height, size(Width)?],
                (.., Some(last)) => [last + 1 - row, at(LastCol)? + 1 - col],
                _ => [1, 1],
            };
            let is_bar = height == 1 || width == 1 || way.column(LastRow).is_none();
            let is_inside = row >= 0 && col >= 0 && height > 0 && width > 0 && is_bar;
            is_inside.then_some([row, col, height, width])
        };
        (0..self.columns.first()?.cells.len()).map(rectangle).collect()
    }

    /// Returns the size that the text says, else the smallest usual one that holds the pieces.
    fn board(&self, rows: u32, cols: u32, are_cars: bool) -> Option<Size> {
        let square = |side| Size { rows: side, cols: side };
        let needed = rows.max(cols);
        let mut sizes = self.context.sizes.clone();
        let number = |part: &TextSpan| part.text().parse().ok();
        let said = |words| self.fact(words).iter().filter_map(number).collect::<Vec<u32>>();
        let pair = [said("rows height"), said("cols width")].concat();
        for fact in [said("size board dim grid"), pair] {
            match fact[..] {
                [side] => sizes.push(square(side)),
                [rows, cols] => sizes.push(Size { rows, cols }),
                _ => {}
            }
        }
        let sides = if are_cars { 4..=12 } else { needed..=needed + 2 };
        sizes.extend(self.context.side.filter(|side| sides.contains(side)).map(square));
        match (sizes.is_empty(), are_cars) {
            (true, true) => sizes.extend([6, 9, 12, needed].map(square)),
            (true, false) => sizes.push(Size { rows, cols }),
            _ => {}
        }
        let turned = sizes.iter().map(|size| Size { rows: size.cols, cols: size.rows });
        let mut all = sizes.iter().copied().chain(turned);
        all.find(|size| size.rows >= rows && size.cols >= cols)
    }

    /// Places the pieces. Returns also whether they are cars.
    fn draft(&self, way: &Way) -> Result<(PuzzleDraft<'a>, bool), Problem> {
        let RecordContext { options, goal, place, .. } = self.context;
        let wrong = |depth, message, expected| place.wrong(message, expected).at_depth(depth);
        let boxes = self.boxes(way);
        let boxes = boxes.ok_or_else(|| wrong(1, "a piece has no place, or no size", "numbers"))?;
        let are_bars = boxes.iter().all(|[_, _, height, width]| (*height == 1) != (*width == 1));
        let are_cars = match options.reading.as_deref() {
            Some(reading) => reading == "rush",
            None => {
                way.column(Axis).is_some()
                    || are_bars && goal.is_none() && options.target_at.is_none()
            }
        };
        let end = |at: usize| boxes.iter().map(|piece| piece[at] + piece[at + 2]).max();
        let size = end(0).zip(end(1)).and_then(|(rows, cols)| {
            let most = if self.is_named { 1 << 20 } else { MAX_CELLS };
            let size = self.board(u32::try_from(rows).ok()?, u32::try_from(cols).ok()?, are_cars);
            size.filter(|size| size.violation().is_none() && size.cells() <= most)
        });
        let size =
            size.ok_or_else(|| wrong(2, "the pieces do not lie on the board", "a larger one"))?;
        let mut draft = PuzzleDraft::new(size, *place);
        let mut taken = BTreeMap::new();
        for (index, &[row, col, height, width]) in boxes.iter().enumerate() {
            let name = way.column(Name).map(|name| self.columns[name].cells[index]);
            let record = self.columns[0].cells[index];
            let mut cells = Vec::new();
            for at in 0..height * width {
                let (row, col) = (row + at / width, col + at % width);
                if let Some(other) = taken.insert((row, col), index) {
                    let (row, col) = (row + 1, col + 1);
                    let pieces = format!("pieces {} and {}", other + 1, index + 1);
                    let message = format!("{pieces} overlap at row {row}, column {col}");
                    let problem = record.wrong(message, "free cells of the board");
                    return Err(problem.at_depth(OVERLAP));
                }
                cells.extend(size.cell(row, col));
            }
            let number = (index + 1).to_string();
            draft.add(name.map_or(&number, |name| name.text()), cells, name.unwrap_or(record));
        }
        if taken.len() == size.cells() {
            return Err(wrong(OVERLAP + 1, "no cell is empty", "a board that is not full"));
        }
        Ok((draft, are_cars))
    }

    fn follow(&self, way: &Way) -> Result<(Rank, Setup, Reading<'a>), Problem> {
        let (mut draft, are_cars) = self.draft(way)?;
        if are_cars {
            draft.lock_all();
        }
        let size = draft.size;
        let mut reading = Reading::of("a list of pieces", draft, true);
        let text = format!("columns {}", way.names());
        reading.assume(text, ReadOptions::with("columns", way.names()));
        let is_usual = self.aimed(&mut reading, way, are_cars).map_err(|problem| {
            // An example of a goal that is possible is a better one.
            let has_place = problem.expected.contains("bottom-middle");
            problem.at_depth(OVERLAP + 2 + u8::from(has_place))
        })?;
        reading.assume(format!("the board is {} x {}", size.rows, size.cols), "");
        let mut setup = reading.setup().map_err(|problem| problem.at_depth(OVERLAP + 2))?;
        setup.origin.read_as = None;
        let is_odd = |(role, column): &(&Role, &Column)| column.roles[0] != **role;
        let odd = way.roles.iter().zip(&self.columns).filter(|pair| self.is_named && is_odd(pair));
        // With an axis or a named place these are other puzzles.
        let is_same = way.column(Axis).is_none() && self.context.options.target_at.is_none();
        let is_turned = |(one, other)| is_same && way.column(one) > way.column(other);
        let turned =
            [(Row, Col), (Height, Width)].map(is_turned).into_iter().map(usize::from).sum();
        Ok(([odd.count(), way.geometry, size.cells(), (!is_usual).into(), turned], setup, reading))
    }

    /// Adds goal and rules. Returns whether the target is where it usually is.
    fn aimed(&self, reading: &mut Reading<'a>, way: &Way, are_cars: bool) -> Result<bool, Problem> {
        let RecordContext { options, goal, statements, .. } = self.context;
        statements::state(&mut reading.draft, statements)?;
        options.lock(&mut reading.draft)?;
        let differs =
            |column: &Column| column.cells.iter().any(|cell| cell.text() != column.cells[0].text());
        let is_unused = |(column, role): &(&Column, &Role)| {
            **role == Unused && !column.name.is_empty() && differs(column)
        };
        let unused = self.columns.iter().zip(&way.roles).filter(is_unused);
        let names: Vec<&str> = unused.map(|(column, _)| column.name).collect();
        if let Some(name) = names.iter().find(|name| contains(name, RULES)) {
            let message = format!("`{name}` differs between the pieces, and is not understood");
            return Err(self.context.place.wrong(message, "a list without it"));
        }
        if !names.is_empty() {
            reading.assume(format!("not used: {}", names.join(", ")), "");
        }
        if let Some(goal) = goal {
            reading.assume("the goal has pieces of these sizes in these places", "");
            return self.match_goal(&mut reading.draft, way, goal).map(|()| true);
        }
        let number = |part: &TextSpan| {
            part.text().parse::<i16>().map_or(0, |at| i64::from(at) + 1 - way.base)
        };
        let place = match self.fact("escape exit goal dest") {
            [row, col] => Some(format!("{},{}", number(row), number(col))),
            [side] => Some(side.text().to_owned()),
            _ => None,
        };
        let draft = &mut reading.draft;
        let target = self.target(draft, are_cars);
        if are_cars {
            let exit = target.map(|car| (place.unwrap_or("right".to_owned()), Some(car)));
            aim::target(reading, exit, None, options)?;
            let draft = &mut reading.draft;
            let wanted = draft.goals.first().and_then(|goal| goal.wanted.first());
            let Some(wanted) = wanted else { return Ok(false) };
            let car = &draft.pieces[wanted.piece];
            if car.cells[0] == wanted.cell {
                let message = format!("car {} is at the exit already", car.name);
                return Err(car.place.wrong(message, "another place"));
            }
            return Ok(draft.extent(wanted.piece).top == (draft.size.rows - 1) / 2);
        }
        let mut given = (*options).clone();
        given.target = given.target.or(target.map(|target| draft.pieces[target].name.to_string()));
        given.target_at = given.target_at.or(place);
        aim::send_as_stated(reading, &given)?;
        aim::has_goal(&reading.draft).map(|()| true)
    }

    /// Returns the values of a fact whose name has one of these words.
    fn fact(&self, words: &str) -> &'t [TextSpan<'a>] {
        let fact = self.context.facts.iter().find(|fact| contains(fact.name.text(), words));
        fact.map_or(&[], |fact| &fact.values)
    }

    /// Returns the piece that a column, a fact, its name, its size or its place makes the target.
    fn target(&self, draft: &PuzzleDraft, are_cars: bool) -> Option<usize> {
        let is_set = |cell: &TextSpan| has("true 1 yes", &cell.text().to_lowercase());
        let flags = self.columns.iter().filter(|column| column.roles == [Target]);
        let flagged = flags.filter_map(|column| column.cells.iter().position(is_set)).next();
        let named = self.fact("target player hero").first();
        if let Some(piece) = flagged.or(named.and_then(|name| draft.named(name.text()).ok())) {
            return Some(piece);
        }
        let pieces = &draft.pieces;
        if !are_cars {
            return draft.only_largest().ok();
        }
        let lies = |car: usize| pieces[car].lock == Lock::Horizontal;
        let red = |names: &str| {
            (0..pieces.len()).find(|&car| lies(car) && has(names, &pieces[car].name.to_lowercase()))
        };
        let is_usual =
            |&car: &usize| lies(car) && draft.extent(car).top == (draft.size.rows - 1) / 2;
        let usual = (0..pieces.len()).filter(is_usual);
        RED.into_iter().find_map(red).or(usual.eq([0]).then_some(0))
    }

    /// Makes it the goal that pieces of these sizes lie in these places.
    fn match_goal(
        &self,
        draft: &mut PuzzleDraft<'a>,
        way: &Way,
        goal: &Records,
    ) -> Result<(), Problem> {
        let place = draft.place;
        let list = List::new(goal, self.context)?;
        let wrong = |message| place.wrong(message, "blocks of the start in the same columns");
        let boxes = if list.columns.len() == way.roles.len() { list.boxes(way) } else { None };
        let boxes = boxes.ok_or_else(|| wrong("the goal is no list of such pieces".to_owned()))?;
        let size = |piece| {
            let extent = draft.extent(piece);
            (piece, [extent.height, extent.width].map(i64::from))
        };
        let alike = by_sign((0..draft.pieces.len()).map(size));
        let mut free = alike.clone();
        let mut goal = DraftGoal::new(place);
        for [row, col, size @ ..] in boxes {
            let group = free.iter_mut().find(|(other, group)| *other == size && !group.is_empty());
            let found = group.and_then(|(_, group)| {
                let piece = group.remove(0);
                let cell = draft.first_cell(piece, row as u32, col as u32)?;
                Some(DraftTarget { piece, cell, place })
            });
            let [height, width] = size;
            goal.wanted.push(found.ok_or_else(|| {
                wrong(format!(
                    "the goal has a block of {height} x {width} too many, or off the board"
                ))
            })?);
        }
        draft.alike = alike.into_iter().map(|(_, group)| group).collect();
        draft.goals = vec![goal];
        Ok(())
    }
}
