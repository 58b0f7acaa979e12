//! Lists of pieces: which column is what follows from what a puzzle must be.
//!
//! A column has possible roles, by its name or, without names, any. Each way to give roles to
//! columns so that they say where pieces lie is followed, with places counted from 0 and from 1:
//! pieces lie on the board and do not overlap, a cell is empty, and the target is not at its goal
//! yet. The way that fits conventions best is taken; several that are different puzzles are a
//! question.

mod columns;

use std::collections::BTreeMap;

use super::draft::{DraftGoal, DraftPiece, PuzzleDraft};
use super::layout::{Block, BlockLabel, Grid, by_sign};
use super::options::ReadOptions;
use super::problem::{Question, Result};
use super::readings::aim::{Hint, aim};
use super::readings::{Beside, Case, ReadingResult, statements};
use super::text::TextSpan;
use crate::puzzle::{Setup, Size};
use columns::Role::{
    Along, Axis, Cell, Col, Height, Lane, LastCol, LastRow, Length, Name, Row, Target, Unused,
    Width,
};
use columns::{Column, GEOMETRIES, NAMES, Role, contains, roles};
pub use columns::{has, is_known};

/// Fields that can change how a piece moves.
const RULES: &str = "lock fixed movable moveable direction static frozen weight";

/// Maximum number of pieces whose columns have no names.
const MAX_PIECES: usize = 256;

/// Maximum number of cells of a board whose columns have no names.
const MAX_CELLS: usize = 4096;

/// Whether rows without names can be pieces, and hardly a drawing: a column says which ones lie, or
/// at least some, which cover much of a board.
pub fn are_pieces(grid: &Grid, least: usize) -> bool {
    let options = ReadOptions::default();
    let case = Case::new(Block::of(BlockLabel::None, grid.clone()), &[], &options);
    let beside = Beside::default();
    let Ok(list) = List::new(grid, &case, &beside) else { return false };
    let (count, width) = (grid.rows().len(), list.columns.len());
    let has_axis = list.columns.iter().any(|column| column.roles == [Axis]);
    // Numbers that hardly ever repeat are tiles.
    let has_shapes = count >= least && grid.by_sign().len() + 2 < count * width;
    (3..8).contains(&width)
        && count <= MAX_PIECES
        && list.ways().iter().any(|way| {
            let draft = list.draft(way).map(|(draft, _)| draft);
            has_axis
                || has_shapes && draft.is_ok_and(|draft| 3 * draft.area() >= draft.size.cells())
        })
}

/// Returns lines of equally many words as records; a first line of names gives the fields.
pub fn of_lines<'a>(lines: &[TextSpan<'a>]) -> Option<Grid<'a>> {
    let has_commas =
        lines.iter().all(|line| line.text().matches(',').count() > 1 && !line.text().contains('('));
    let has_bars = lines.iter().all(|line| line.text().starts_with('|'));
    let mut rows: Vec<Vec<TextSpan>> = lines
        .iter()
        .map(|line| {
            line.split(|c: char| {
                c == '|' && has_bars
                    || ",;:()[]\"\t".contains(c)
                    || !has_commas && c.is_whitespace()
            })
            .map(|word| word.trimmed())
            .collect()
        })
        .collect();
    let mut fields: Vec<String> = rows.first()?.iter().map(|name| name.text().to_owned()).collect();
    if is_known(&fields) {
        rows.remove(0);
    } else {
        fields.clear();
    }
    Grid::list(fields, rows)
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
        let words: Vec<&str> = self
            .roles
            .iter()
            .filter_map(|role| NAMES[*role as usize].1.split(' ').next())
            .collect();
        format!("{} from-{}", words.join(" "), self.base)
    }
}

/// How far a way is followed until pieces overlap.
const OVERLAP: u8 = 3;

/// How far a reading is from the conventions: columns with a seldom role, the geometry, cells of
/// the board, a target beside the usual row, columns before rows.
type Rank = [usize; 5];

/// Reads pieces, or asks what their columns are. `goal` lists pieces as well.
pub fn read<'a>(
    grid: &Grid<'a>,
    goal: Option<&Grid>,
    case: &Case<'_, 'a>,
    beside: &Beside<'a>,
) -> ReadingResult<'a> {
    let list = List { goal, ..List::new(grid, case, beside)? };
    let place = case.block.place;
    let message = "a list of pieces, but no columns say where they lie";
    let mut worst = place
        .wrong(
            message,
            "a line such as `car,dir,len,row,col`, or `--columns 'car dir len row col'`",
        )
        .at_depth(0);
    let mut least = [usize::MAX; 5];
    let mut found: Vec<(Setup, Way, PuzzleDraft)> = Vec::new();
    let ways = list.ways();
    for way in &ways {
        match list.follow(way) {
            Ok((rank, setup, draft)) => {
                if rank < least {
                    found.clear();
                }
                least = least.min(rank);
                if rank == least && found.iter().all(|(known, ..)| *known != setup) {
                    found.push((setup, way.clone(), draft));
                }
            }
            Err(wrong) => worst = wrong.after(Some(worst)),
        }
    }
    let mut questions = Vec::new();
    for (_, way, draft) in &found {
        let text = format!("the columns are {}", way.names());
        let given = ReadOptions { goal: None, ..case.options.clone() };
        let given = given.and("columns", way.names());
        let open = draft.open.iter().flat_map(|open| &open.questions).take(2);
        let mut choices: Vec<ReadOptions> = open.map(|open| open.options.or(&given)).collect();
        if choices.is_empty() {
            choices.push(given);
        }
        questions.extend(choices.into_iter().map(|choice| Question::new(text.clone(), choice)));
    }
    if found.is_empty() {
        if worst.depth == OVERLAP && ways.iter().any(|way| way.roles != ways[0].roles) {
            worst.message = format!("{}, whichever column comes first", worst.message).into();
        }
        worst.depth = if worst.depth > OVERLAP { 3 } else { 1 };
        return Err(worst);
    }
    let is_sure = found.len() == 1;
    let mut draft = found.swap_remove(0).2;
    if !is_sure {
        draft.open.clear();
        questions.truncate(6);
        draft.ask(
            place.wrong(
                "the columns of this list can mean several puzzles",
                "an option that says which",
            ),
            questions,
        );
    }
    Ok(Some(draft))
}

struct List<'t, 'a> {
    case: &'t Case<'t, 'a>,
    beside: &'t Beside<'a>,
    goal: Option<&'t Grid<'t>>,
    columns: Vec<Column<'a>>,
    base: Option<i64>,
    is_named: bool,
}

impl<'t, 'a> List<'t, 'a> {
    fn new(grid: &Grid<'a>, case: &'t Case<'t, 'a>, beside: &'t Beside<'a>) -> Result<Self> {
        let (fields, rows) = (&grid.fields, grid.rows());
        let width = fields.len().max(rows[0].len());
        if let Some(row) = rows.iter().find(|row| row.len() != width) {
            let place = row.first().unwrap_or(&case.block.place);
            return place.fail("this line is no piece", "as many values as the others have");
        }
        let given = case.options.columns.as_deref().unwrap_or("");
        let (given, base) = given.split_once(" from-").unwrap_or((given, ""));
        let given: Vec<&str> = given.split_whitespace().collect();
        if !given.is_empty() && given.len() != width {
            return case.block.place.fail(
                format!("--columns names {} columns of {width}", given.len()),
                "a word for each column, `-` for one without use",
            );
        }
        let is_named = !given.is_empty() || !fields.is_empty();
        let columns = (0..width)
            .map(|at| {
                let field = fields.get(at).filter(|field| field.contains(char::is_alphabetic));
                let name = field.map_or("", |field| field);
                let roles = roles(given.get(at).unwrap_or(&name));
                Column::new(name, roles, rows.iter().map(|row| row[at]).collect())
            })
            .collect();
        Ok(List { case, beside, goal: None, columns, base: base.parse().ok(), is_named })
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

    /// Returns row, column, height and width of each piece.
    fn boxes(&self, way: &Way) -> Option<Vec<[i64; 4]>> {
        let Beside { sizes, numbers, .. } = self.beside;
        let side = sizes.first().map(|size| &size[1]).or(numbers.first());
        let side = side.map_or(6, |side| i64::from(*side).max(1));
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
        let needed = rows.max(cols);
        let mut sizes = self.beside.sizes.clone();
        let said =
            |words| self.fact(words).iter().filter_map(TextSpan::value).collect::<Vec<u32>>();
        let pair = [said("rows height"), said("cols width")].concat();
        for fact in [said("size board dim grid"), pair] {
            match fact[..] {
                [side] => sizes.push([side; 2]),
                [rows, cols] => sizes.push([rows, cols]),
                _ => {}
            }
        }
        let sides = if are_cars { 4..=12 } else { needed..=needed + 2 };
        let side = self.beside.numbers.first().filter(|side| sides.contains(side));
        sizes.extend(side.map(|side| [*side; 2]));
        match (sizes.is_empty(), are_cars) {
            (true, true) => sizes.extend([6, 9, 12, needed].map(|side| [side; 2])),
            (true, false) => sizes.push([rows, cols]),
            _ => {}
        }
        let turned = sizes.iter().map(|&[rows, cols]| [cols, rows]);
        let mut all = sizes.iter().copied().chain(turned).map(|[rows, cols]| Size { rows, cols });
        all.find(|size| size.rows >= rows && size.cols >= cols)
    }

    /// Places the pieces. Returns also whether they are cars.
    fn draft(&self, way: &Way) -> Result<(PuzzleDraft<'a>, bool)> {
        let (options, place) = (self.case.options, self.case.block.place);
        let wrong = |depth, message, expected| place.wrong(message, expected).at_depth(depth);
        let boxes = self.boxes(way);
        let boxes = boxes.ok_or_else(|| wrong(1, "a piece has no place, or no size", "numbers"))?;
        let are_bars = boxes.iter().all(|[_, _, height, width]| (*height == 1) != (*width == 1));
        let are_cars = match options.reading.as_deref() {
            Some(draft) => draft == "rush",
            None => {
                way.column(Axis).is_some()
                    || are_bars && self.goal.is_none() && options.target_at.is_none()
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
        let mut draft = PuzzleDraft::new("a list of pieces", size, place);
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
                    let problem = record.wrong(
                        format!("{pieces} overlap at row {row}, column {col}"),
                        "free cells of the board",
                    );
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
        if are_cars {
            draft.lock_all();
        }
        Ok((draft, are_cars))
    }

    fn follow(&self, way: &Way) -> Result<(Rank, Setup, PuzzleDraft<'a>)> {
        let (mut draft, are_cars) = self.draft(way)?;
        let size = draft.size;
        let text = format!("columns {}", way.names());
        draft.assume(text, ReadOptions::with("columns", way.names()));
        let is_usual = self.aimed(&mut draft, way, are_cars).map_err(|problem| {
            // An example of a goal that is possible is a better one.
            let has_place = problem.expected.contains("bottom-middle");
            problem.at_depth(OVERLAP + 2 + u8::from(has_place))
        })?;
        draft.assume(format!("the board is {} x {}", size.rows, size.cols), "");
        let mut setup = draft.setup().map_err(|problem| problem.at_depth(OVERLAP + 2))?;
        setup.origin.read_as = None;
        let is_odd = |(role, column): &(&Role, &Column)| column.roles[0] != **role;
        let odd = way.roles.iter().zip(&self.columns).filter(|pair| self.is_named && is_odd(pair));
        // With an axis or a named place these are other puzzles.
        let is_same = way.column(Axis).is_none() && self.case.options.target_at.is_none();
        let turned = [(Row, Col), (Height, Width)]
            .map(|(one, other)| is_same && way.column(one) > way.column(other))
            .into_iter()
            .map(usize::from)
            .sum();
        Ok(([odd.count(), way.geometry, size.cells(), (!is_usual).into(), turned], setup, draft))
    }

    /// Adds goal and rules. Returns whether the target is where it usually is.
    fn aimed(&self, draft: &mut PuzzleDraft<'a>, way: &Way, are_cars: bool) -> Result<bool> {
        let block = &self.case.block;
        statements::state(draft, &block.statements)?;
        let differs =
            |column: &Column| column.cells.iter().any(|cell| cell.text() != column.cells[0].text());
        let unused = self.columns.iter().zip(&way.roles).filter(|(column, role)| {
            **role == Unused && !column.name.is_empty() && differs(column)
        });
        let names: Vec<&str> = unused.map(|(column, _)| &*column.name).collect();
        if let Some(name) = names.iter().find(|name| contains(name, RULES)) {
            return block.place.fail(
                format!("`{name}` differs between the pieces, and is not understood"),
                "a list without it",
            );
        }
        if !names.is_empty() {
            draft.assume(format!("not used: {}", names.join(", ")), "");
        }
        if let Some(goal) = self.goal {
            draft.assume("the goal has pieces of these sizes in these places", "");
            self.match_goal(draft, way, goal)?;
        }
        let number = |part: &TextSpan| {
            part.text().parse::<i16>().map_or(0, |at| i64::from(at) + 1 - way.base)
        };
        let place = match self.fact("escape exit goal dest") {
            [row, col] => Some(format!("{},{}", number(row), number(col))),
            [side] => Some(side.text().to_owned()),
            _ => None,
        };
        let hint = Hint { target: self.target(draft), place, is_list: true };
        aim(draft, self.case, hint, &[], are_cars)?;
        let wanted = draft.goals.first().and_then(|goal| goal.wanted.first());
        match wanted.filter(|_| are_cars && self.goal.is_none()) {
            None => Ok(!are_cars || self.goal.is_some()),
            Some(&(car, cell)) if draft.pieces[car].cells[0] != cell => Ok(draft.is_usual(car)),
            Some(&(car, _)) => {
                let DraftPiece { name, place, .. } = &draft.pieces[car];
                place.fail(format!("car {name} is at the exit already"), "another place")
            }
        }
    }

    /// Returns the values of a fact whose name has one of these words.
    fn fact(&self, words: &str) -> &'t [TextSpan<'a>] {
        let fact = self.case.facts.iter().find(|fact| contains(fact.name.text(), words));
        fact.map_or(&[], |fact| &fact.values)
    }

    /// Returns the piece that a column or a fact makes the target.
    fn target(&self, draft: &PuzzleDraft) -> Option<usize> {
        let flags = self.columns.iter().filter(|column| column.roles == [Target]);
        let flagged = flags
            .filter_map(|column| {
                column.cells.iter().position(|cell| has("true 1 yes", &cell.text().to_lowercase()))
            })
            .next();
        flagged.or_else(|| draft.named(self.fact("target player hero").first()?.text()).ok())
    }

    /// Makes it the goal that pieces of these sizes lie in these places.
    fn match_goal(&self, draft: &mut PuzzleDraft<'a>, way: &Way, goal: &Grid) -> Result<()> {
        let place = draft.place;
        let list = List::new(goal, self.case, self.beside)?;
        let wrong = |message| place.wrong(message, "blocks of the start in the same columns");
        let boxes = if list.columns.len() == way.roles.len() { list.boxes(way) } else { None };
        let boxes = boxes.ok_or_else(|| wrong("the goal is no list of such pieces".to_owned()))?;
        let size = |piece| {
            let extent = draft.extent(piece);
            [extent.height, extent.width].map(i64::from)
        };
        let mut free: Vec<usize> = (0..draft.pieces.len()).collect();
        let alike = by_sign(free.iter().map(|&piece| (piece, size(piece))));
        let mut goal = DraftGoal::default();
        for [row, col, height, width] in boxes {
            let found = free.iter().position(|&piece| size(piece) == [height, width]);
            let found = found.map(|at| free.remove(at)).and_then(|piece| {
                let cell = draft.first_cell(piece, row as u32, col as u32)?;
                Some((piece, cell))
            });
            goal.wanted.push(found.ok_or_else(|| {
                let block = format!("a block of {height} x {width}");
                wrong(format!("the goal has {block} too many, or off the board"))
            })?);
        }
        draft.alike = alike.into_iter().map(|(_, group)| group).collect();
        draft.goals = vec![goal];
        Ok(())
    }
}
