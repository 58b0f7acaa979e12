// What a move is: the board, its pieces, and the six styles. Nothing here knows of the page.
//
// A position is an array with the cell of each piece's origin; the pieces keep their numbers
// throughout. A set of pieces is an array of such numbers, ascending.

const DIRECTIONS = {
  right: { row: 0, col: 1, locked: "vertical" },
  left: { row: 0, col: -1, locked: "vertical" },
  down: { row: 1, col: 0, locked: "horizontal" },
  up: { row: -1, col: 0, locked: "horizontal" },
};
const OPPOSITE = { right: "left", left: "right", down: "up", up: "down" };
const EMPTY = -1;
const WALL = -2;

class Rules {
  constructor(data) {
    this.rows = data.rows;
    this.cols = data.cols;
    this.kinds = data.kinds;
    this.blocked = data.blocked;
    this.goals = data.goals;
    this.start = data.start.map(([cell]) => cell);
    this.kindOf = data.start.map(([, kind]) => kind);
    // The pieces by kind, as keys and shorthands name them.
    this.byKind = this.kinds.map((_, kind) => this.piecesOf(kind));
    this.use(data.style);
  }

  /** From now on, a move is what it is in this style. */
  use(style) {
    this.style = style;
    // Pieces move one at a time in styles 0 to 2, in any company in styles 3 to 5.
    this.together = style >= 3;
    this.reach = ["step", "slide", "walk"][style % 3];
  }

  piecesOf(kind) {
    return this.kindOf.flatMap((of, piece) => (of === kind ? [piece] : []));
  }

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

  /** The number of the piece on each cell, or EMPTY or WALL. */
  occupied(position) {
    const board = new Int32Array(this.rows * this.cols).fill(EMPTY);
    for (const cell of this.blocked) board[cell] = WALL;
    position.forEach((origin, piece) => {
      for (const cell of this.cellsAt(this.kindOf[piece], origin)) board[cell] = piece;
    });
    return board;
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

  /** What keeps a set from a step, on a board where it stands displaced so far; or null. */
  obstacle(position, board, set, direction, row = 0, col = 0) {
    const way = DIRECTIONS[direction];
    for (const piece of set) {
      const kind = this.kindOf[piece];
      if (this.kinds[kind].lock === way.locked) return { why: "lock", piece };
      for (const cell of this.cellsAt(kind, position[piece], row + way.row, col + way.col)) {
        if (cell < 0) return { why: "edge", piece };
        if (board[cell] === WALL) return { why: "wall", piece };
        if (this.kinds[kind].closed.includes(cell)) return { why: "gate", piece };
        if (board[cell] !== EMPTY && !set.includes(board[cell])) {
          return { why: "piece", piece, other: board[cell] };
        }
      }
    }
    return null;
  }

  /**
   * The smallest set that has all of `wanted` and can step: what is in the way comes along if the
   * style allows it. Gives `{ set }`, or `{ obstacle }` where nothing helps.
   */
  push(position, board, wanted, direction) {
    const set = [...wanted];
    for (;;) {
      const obstacle = this.obstacle(position, board, set, direction);
      if (!obstacle) return { set: set.sort((a, b) => a - b) };
      if (!this.together || obstacle.why !== "piece") return { obstacle };
      set.push(obstacle.other);
    }
  }

  /**
   * All displacements that one move gives a set, with the fewest steps to each: a map from
   * "row,col" to `{ row, col, steps }`.
   */
  ways(position, set) {
    const board = this.occupied(position);
    const found = new Map();
    const open = [{ row: 0, col: 0, steps: [] }];
    for (const from of open) {
      if (this.reach === "step" && from.steps.length > 0) break;
      for (const [name, way] of Object.entries(DIRECTIONS)) {
        const turns = from.steps.length > 0 && from.steps[0] !== name;
        if (this.reach === "slide" && turns) continue;
        if (this.obstacle(position, board, set, name, from.row, from.col)) continue;
        const to = { row: from.row + way.row, col: from.col + way.col };
        const key = `${to.row},${to.col}`;
        if (found.has(key) || (to.row === 0 && to.col === 0)) continue;
        to.steps = [...from.steps, name];
        found.set(key, to);
        open.push(to);
      }
    }
    return found;
  }

  /**
   * All sets that can make a move. Pieces together: what moves in a direction is a union of the
   * smallest sets that do.
   */
  movers(position) {
    const board = this.occupied(position);
    const pieces = position.map((_, piece) => piece);
    if (!this.together) return pieces.map((piece) => [piece]);
    const all = new Map();
    for (const direction of Object.keys(DIRECTIONS)) {
      const least = new Map();
      for (const piece of pieces) {
        const { set } = this.push(position, board, [piece], direction);
        if (set) least.set(set.join(), set);
      }
      const unions = new Map(least);
      for (const union of unions.values()) {
        for (const set of least.values()) {
          const more = [...new Set([...union, ...set])].sort((a, b) => a - b);
          if (more.length > union.length) unions.set(more.join(), more);
        }
      }
      for (const [key, set] of unions) all.set(key, set);
    }
    return [...all.values()];
  }

  /** The cells by kind, and ascending in each: the same for all positions that look the same. */
  key(position) {
    const cells = this.byKind.map((pieces) => {
      return pieces.map((piece) => position[piece]).sort((a, b) => a - b);
    });
    return cells.flat();
  }

  isSolved(position) {
    const board = this.occupied(position);
    const holds = ([cell, kind]) => {
      const piece = board[cell];
      return piece >= 0 && position[piece] === cell && this.kindOf[piece] === kind;
    };
    return this.goals.some(({ pieces, empty }) => {
      return pieces.every(holds) && empty.every((cell) => board[cell] === EMPTY);
    });
  }

  /** The position as it stands in a puzzle file. */
  shorthand(position) {
    const board = this.occupied(position);
    const symbols = Array.from(board, (piece, cell) => {
      if (piece === EMPTY) return "0";
      if (piece === WALL) return "x";
      return position[piece] === cell ? this.kinds[this.kindOf[piece]].name : "";
    });
    return symbols.join("").replace(/0+$/, "");
  }

  /** The position of a shorthand, or null where that is none of this puzzle. */
  parse(shorthand) {
    const board = this.occupied([]);
    const left = this.byKind.map((pieces) => [...pieces]);
    const position = new Array(this.start.length).fill(EMPTY);
    let cell = 0;
    for (const symbol of shorthand) {
      while (cell < board.length && board[cell] >= 0) cell += 1;
      if (cell >= board.length) return null;
      if (symbol === "x" ? board[cell] !== WALL : board[cell] === WALL) return null;
      if (symbol !== "0" && symbol !== "x") {
        const kind = this.kinds.findIndex((kind) => kind.name === symbol);
        const piece = kind < 0 ? undefined : left[kind].shift();
        if (piece === undefined) return null;
        const under = this.cellsAt(kind, cell);
        if (under.some((at) => at < 0 || board[at] !== EMPTY)) return null;
        for (const at of under) board[at] = piece;
        position[piece] = cell;
      }
      cell += 1;
    }
    return position.includes(EMPTY) ? null : position;
  }
}
