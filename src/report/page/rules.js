// The board and its pieces as the page knows them; what they can do, the table says. Nothing here knows of the page.
//
// A position is an array with the cell of each piece's origin; the pieces keep their numbers
// throughout. A set of pieces is an array of such numbers, ascending.

const DIRECTIONS = {
  right: { row: 0, col: 1 },
  left: { row: 0, col: -1 },
  down: { row: 1, col: 0 },
  up: { row: -1, col: 0 },
};
const OPPOSITE = { right: "left", left: "right", down: "up", up: "down" };
const backwards = (steps) => steps.map((step) => OPPOSITE[step]).reverse();
const EMPTY = -1;
const WALL = -2;

class Rules {
  /** Those of a puzzle, which lies on a table: WebAssembly that knows the rules. */
  constructor(data, table) {
    const { rows, cols, unit, kinds, blocked, walls, gates, goals, names = [] } = data;
    // Of the names, what the puzzle's text calls each piece; none if it names kinds only.
    Object.assign(this, { table, rows, cols, unit, kinds, blocked, walls, gates, goals, names });
    this.start = data.start.map(([cell]) => cell);
    this.kindOf = data.start.map(([, kind]) => kind);
    // The pieces by kind, as keys of the map name them.
    this.byKind = this.kinds.map((_, kind) => this.piecesOf(kind));
    this.areTiles = this.kinds.every(({ cells, lock, closed }, kind) => {
      return !cells[1] && !this.byKind[kind][1] && lock === "free" && !closed[0];
    });
    this.use(data.style);
  }

  /** From now on, a move is what it is in this style. */
  use(style) {
    this.style = style;
    // Pieces move one at a time in styles 0 to 2, in any company in styles 3 to 5.
    this.together = style >= 3;
    this.reach = ["step", "slide", "walk"][style % 3];
  }

  /** What a piece is called: as its author does, else by the number of a tile or the name of its kind. */
  nameOf(piece) {
    const { name, label } = this.kinds[this.kindOf[piece]];
    return this.names[piece] ?? label ?? name;
  }

  /**
   * The numbers of tiles by cells, from 1 in the order of the goal, with 0 where there is none: for a position of a board of
   * tiles that has too many positions for a map. Null for others.
   */
  tiles(position) {
    const [{ pieces, free }, another] = this.goals;
    const cells = this.rows * this.cols;
    const isOrdered = pieces.length === cells - 1 && pieces.every(([cell]) => cell < pieces.length);
    if (!this.areTiles || this.together || free || another || !isOrdered || cells < 10) return null;
    const home = new Map(pieces.map(([cell, kind]) => [kind, cell + 1]));
    const numbers = new Array(cells).fill(0);
    position.forEach((cell, piece) => (numbers[cell] = home.get(this.kindOf[piece])));
    return numbers;
  }

  piecesOf(kind) {
    return this.kindOf.flatMap((of, piece) => (of === kind ? [piece] : []));
  }

  // The board.

  /** The cell at a row and column, or -1 off the board. */
  cell(row, col) {
    const inside = row >= 0 && row < this.rows && col >= 0 && col < this.cols;
    return inside ? row * this.cols + col : -1;
  }

  place(cell) {
    return { row: Math.floor(cell / this.cols), col: cell % this.cols };
  }

  /** The cells under a piece of a kind with its origin in a cell; -1 for those off the board. */
  cellsAt(kind, origin, row = 0, col = 0) {
    const at = this.place(origin);
    return this.kinds[kind].cells.map(([r, c]) => this.cell(at.row + r + row, at.col + c + col));
  }

  /** The number of the piece on a cell, or EMPTY or WALL. */
  on(position, cell) {
    if (cell < 0 || this.blocked.includes(cell)) return WALL;
    return position.findIndex((origin, piece) => this.cellsAt(this.kindOf[piece], origin).includes(cell));
  }

  displaced(position, set, row, col) {
    const after = position.slice();
    for (const piece of set) after[piece] += row * this.cols + col;
    return after;
  }

  /** A move of a set along steps. */
  move(before, set, steps) {
    const along = (axis) => steps.reduce((sum, step) => sum + DIRECTIONS[step][axis], 0);
    const [row, col] = [along("row"), along("col")];
    return { set, steps, before, after: this.displaced(before, set, row, col), row, col };
  }

  /** The cells by kind, and ascending in each: the same for all positions that look the same. */
  key(position) {
    const cells = this.byKind.map((pieces) => {
      return pieces.map((piece) => position[piece]).sort((a, b) => a - b);
    });
    return cells.flat();
  }

  // The table.

  /**
   * The smallest set that has all of `wanted` and can step: what is in the way comes along if the
   * style allows it. Gives `{ set }`, or `{ obstacle }` where nothing helps.
   */
  push(position, wanted, direction) {
    return JSON.parse(this.table.push(this.style, position, wanted, direction));
  }

  /** Whether a set can step by itself. */
  steps(position, set, direction) {
    return this.push(position, set, direction).set?.length === set.length;
  }

  /** All moves of a set: one of the fewest steps to each place. */
  ways(position, set) {
    const ways = JSON.parse(this.table.ways(this.style, position, set));
    return ways.map((steps) => this.move(position, set, steps));
  }

  /** A move to each position that one move leads to. */
  moves(position) {
    const moves = JSON.parse(this.table.moves(this.style, position));
    return moves.map(({ set, steps }) => this.move(position, set, steps));
  }

  isSolved(position) {
    return this.table.solved(position);
  }

  /** The position as it stands in a puzzle file. */
  shorthand(position) {
    return this.table.shorthand(position);
  }

  /** The position that somebody wrote, or null where that is none of this puzzle. */
  parse(text) {
    const position = this.table.position(text);
    return position ? [...position] : null;
  }
}
