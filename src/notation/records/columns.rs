//! What the columns of a list may say, by their names and values.

use crate::notation::layout::by_sign;
use crate::notation::text::TextSpan;

/// What a column says about a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Name,
    Row,
    Col,
    Length,
    Height,
    Width,
    /// Whether it lies or stands.
    Axis,
    /// The number of a cell.
    Cell,
    LastRow,
    LastCol,
    /// The row of a piece that lies, the column of one that stands.
    Lane,
    /// Its place in the lane.
    Along,
    /// Whether it is the target.
    Target,
    Unused,
}

use Role::{
    Along, Axis, Cell, Col, Height, Lane, LastCol, LastRow, Length, Name, Row, Target, Unused,
    Width,
};

/// For each role its names, the first for `--columns`, and names that mean it more seldom. A number
/// is the index in a list.
pub const NAMES: [(Role, &str, &str); 14] = [
    (
        Name,
        "name id car label piece vehicle block key symbol letter char color colour nom couleur farbe nombre carid carname vehicleid pieceid blockid 号",
        "",
    ),
    (
        Row,
        "row r y top startrow rowstart y1 row1 posy ypos line ligne zeile fila rang position0 pos0 start0 cell0 coord0 coords0 cells0 location0 origin0 at0 from0 行",
        "x x1 posx xpos position1 pos1 start1 cell1 coord1 coords1 cells1 location1 origin1 at1 from1",
    ),
    (
        Col,
        "col column c x left startcol startcolumn colstart x1 col1 posx xpos colonne spalte columna position1 pos1 start1 cell1 coord1 coords1 cells1 location1 origin1 at1 from1 列",
        "y y1 posy ypos position0 pos0 start0 cell0 coord0 coords0 cells0 location0 origin0 at0 from0",
    ),
    (Length, "length len l size taille longueur laenge länge largo tamaño 长 长度", ""),
    (
        Height,
        "height h rows hauteur hoehe höhe rowspan shape0 size0 dim0 dimensions0 高",
        "shape1 size1 dim1 dimensions1",
    ),
    (
        Width,
        "width w cols largeur breite colspan shape1 size1 dim1 dimensions1 宽",
        "shape0 size0 dim0 dimensions0",
    ),
    (
        Axis,
        "dir direction orientation orient axis horizontal ishorizontal vertical isvertical d o ori sens richtung direccion orientacion 方向",
        "",
    ),
    (Cell, "cell position pos index start", ""),
    (LastRow, "row2 endrow rowend lastrow y2 end0 to0 cells2", "end1 to1 cells3"),
    (LastCol, "col2 endcol endcolumn colend lastcol x2 end1 to1 cells3", "end0 to0"),
    (Lane, "lane", ""),
    (Along, "along", ""),
    (Target, "target istarget player isplayer main ismain red isred hero ishero goal isgoal", ""),
    (Unused, "-", ""),
];

/// The roles that together say where a piece lies.
pub const GEOMETRIES: [&[Role]; 6] = [
    &[Row, Col, Length, Axis],
    &[Lane, Along, Length, Axis],
    &[Cell, Length, Axis],
    &[Row, Col, Height, Width],
    &[Row, Col, LastRow, LastCol],
    &[Row, Col],
];

/// The axis of a piece that lies, and of one that stands.
const LYING: &str = "h horizontal - lr across right left r e w row true hor horiz x → 横";
const STANDING: &str = "v vertical | ud down up d s n col false ver vert y ↓ 竖 纵";

pub fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|other| other == word)
}

pub fn contains(name: &str, words: &str) -> bool {
    let name = name.to_lowercase();
    words.split(' ').any(|word| name.contains(word))
}

/// Returns the roles that a field may have by its name, the usual one first.
pub fn roles(field: &str) -> Vec<Role> {
    let name: String =
        field.to_lowercase().chars().filter(|c| c.is_alphanumeric() || field == "-").collect();
    let is_known = |names: &str| !name.is_empty() && has(names, &name);
    let usual = NAMES.iter().filter(|(_, names, _)| is_known(names));
    let others = NAMES.iter().filter(|(.., names)| is_known(names));
    usual.chain(others).map(|(role, ..)| *role).collect()
}

/// Whether fields say where pieces lie.
pub fn is_known(fields: &[String]) -> bool {
    let all: Vec<Role> = fields.iter().filter_map(|field| roles(field).first().copied()).collect();
    GEOMETRIES.iter().any(|geometry| geometry.iter().all(|role| all.contains(role)))
}

/// A column, with its possible roles, the usual one first.
pub struct Column<'a> {
    pub name: String,
    pub roles: Vec<Role>,
    pub cells: Vec<TextSpan<'a>>,
    /// Its numbers. Of an axis: 1 for a piece that lies, else 0.
    pub numbers: Option<Vec<i64>>,
}

impl<'a> Column<'a> {
    /// `roles` are those of its name.
    pub fn new(name: &str, roles: Vec<Role>, cells: Vec<TextSpan<'a>>) -> Self {
        let mut column = Column { name: name.to_owned(), roles, cells, numbers: None };
        let words = by_sign(column.cells.iter().map(|cell| ((), cell.text())));
        let label = if words.len() == column.cells.len() { Name } else { Unused };
        let is_axis = column.is_axis_known();
        let number = |cell: &TextSpan| cell.text().parse::<i16>().ok().map(i64::from);
        column.numbers = column.cells.iter().map(number).collect();
        if column.roles.is_empty() {
            column.roles = match column.numbers {
                _ if !name.is_empty() => vec![Unused],
                Some(_) => {
                    let all =
                        [Row, Col, Length, Height, Width, Cell, LastRow, LastCol, Lane, Along];
                    all.into_iter().chain(Some(Name).filter(|_| label == Name)).collect()
                }
                None if is_axis => vec![Axis],
                // Numbers are never left out.
                None if column.cells.iter().any(|cell| number(cell).is_some()) => Vec::new(),
                None => vec![label],
            };
        }
        match column.roles.first() {
            Some(Name) => column.roles = vec![label],
            Some(Axis) => {
                let turned = contains(name, "vert");
                let first = words.first().map_or("", |(word, _)| word);
                let lies = |cell: &TextSpan| match is_axis {
                    true => has(LYING, &cell.text().to_lowercase()) != turned,
                    false => cell.text() == first,
                };
                column.numbers = Some(column.cells.iter().map(|cell| lies(cell).into()).collect());
            }
            _ => {}
        }
        column
    }

    /// Whether its words could mean the opposite.
    pub fn may_turn(&self) -> bool {
        let first = self.cells[0].text().to_lowercase();
        !self.is_axis_known() || self.name.is_empty() && has("true false", &first)
    }

    /// Whether all its words say whether a piece lies.
    pub fn is_axis_known(&self) -> bool {
        self.cells.iter().all(|cell| {
            let word = cell.text().to_lowercase();
            has(LYING, &word) || has(STANDING, &word)
        })
    }
}
