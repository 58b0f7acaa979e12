//! Boards with one empty cell: their neighbours, exits and images.

/// Left, right, up, down: the opposite of `d` is `d ^ 1`, and the first two are along rows.
pub type Direction = usize;

pub fn is_row(direction: Direction) -> bool {
    direction < 2
}

/// A way to lay the board on itself: the source of each cell, and whether rows become columns.
#[derive(Clone)]
pub struct Image {
    pub sources: Vec<usize>,
    pub swaps: bool,
}

/// A cell at the border where a line ends, and the line's next cell.
pub struct Exit {
    pub cell: usize,
    pub inner: usize,
    pub is_row: bool,
    /// Which of the roots' exits this is an image of, and how.
    pub kind: usize,
    pub images: Vec<Image>,
}

pub struct Board {
    pub rows: usize,
    pub cols: usize,
    pub neighbours: Vec<[Option<usize>; 4]>,
    pub exits: Vec<Exit>,
    /// For each cell, which exits are there.
    pub exits_at: Vec<Vec<usize>>,
    /// The exits with which roots are searched: the left ends of the upper rows. With each, all other
    /// cells in the order in which roots are compared.
    pub roots: Vec<(usize, Vec<usize>)>,
}

impl Board {
    pub fn new(rows: usize, cols: usize) -> Self {
        let cells = 0..rows * cols;
        let neighbours = |cell: usize| {
            let (row, col) = (cell / cols, cell % cols);
            [
                (col > 0).then(|| cell - 1),
                (col + 1 < cols).then_some(cell + 1),
                (row > 0).then(|| cell - cols),
                (row + 1 < rows).then_some(cell + cols),
            ]
        };
        let apart =
            |a: usize, b: usize| (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols);
        let root = |row: usize| {
            let exit = row * cols;
            let mut others: Vec<usize> = cells.clone().filter(|&cell| cell != exit).collect();
            others.sort_by_key(|&cell| apart(exit, cell));
            (exit, others)
        };
        let mut board = Board {
            rows,
            cols,
            neighbours: cells.clone().map(neighbours).collect(),
            exits: Vec::new(),
            exits_at: vec![Vec::new(); rows * cols],
            roots: (0..rows.div_ceil(2)).map(root).collect(),
        };
        let exits = cells.flat_map(|cell| (0..4).map(move |direction| (cell, direction)));
        board.exits = exits.filter_map(|(cell, direction)| board.exit(cell, direction)).collect();
        for (index, exit) in board.exits.iter().enumerate() {
            board.exits_at[exit.cell].push(index);
        }
        board
    }

    /// The exit at a cell from which a line goes on in a direction, if it ends there. Only on square
    /// boards do columns have exits, since only there can they be laid on rows.
    fn exit(&self, cell: usize, direction: Direction) -> Option<Exit> {
        let inner = self.neighbours[cell][direction]?;
        if self.neighbours[cell][direction ^ 1].is_some() {
            return None;
        }
        let all = self.images();
        let images = |exit: usize| {
            let lies = |image: &&Image| image.sources[exit..=exit + 1] == [cell, inner];
            all.iter().filter(lies).cloned().collect::<Vec<_>>()
        };
        let mut kinds = self.roots.iter().map(|root| images(root.0)).enumerate();
        let (kind, images) = kinds.find(|(_, images)| !images.is_empty())?;
        Some(Exit { cell, inner, is_row: is_row(direction), kind, images })
    }

    fn images(&self) -> Vec<Image> {
        let Self { rows, cols, .. } = *self;
        let image = |number: usize| {
            let swaps = number & 4 != 0;
            let source = |cell: usize| {
                let (row, col) = (cell / cols, cell % cols);
                let (row, col) = if swaps { (col, row) } else { (row, col) };
                let row = if number & 1 != 0 { rows - 1 - row } else { row };
                let col = if number & 2 != 0 { cols - 1 - col } else { col };
                row * cols + col
            };
            Image { sources: (0..rows * cols).map(source).collect(), swaps }
        };
        (0..if rows == cols { 8 } else { 4 }).map(image).collect()
    }
}
