// A drawn puzzle as the editor has it: the board, the goals, and the lines around them. What a drawing
// means stands in docs/internals/format.md; here nothing is judged, that is for the solver.

const FLOOR = ".";
const BLOCK = "#";
const GAP = "_";
const NAMES = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz123456789"];
const MOST_SIDE = 30;

const isPiece = (char) => char !== FLOOR && char !== BLOCK && char !== GAP;
/** What a goal that wants nothing has in the place of something. */
const under = (char) => (char === BLOCK ? BLOCK : FLOOR);

/** The row and the column of a cell. */
const placeOf = (cell, { cols }) => [Math.floor(cell / cols), cell % cols];
/** The cell in a row and a column; -1 off the board. */
const cellOf = (row, col, { rows, cols }) => (row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : -1);

class Drawing {
  constructor(rows, cols) {
    this.rows = rows;
    this.cols = cols;
    this.start = new Array(rows * cols).fill(FLOOR);
    this.goals = [new Array(rows * cols).fill(FLOOR)];
    // Names of pieces, and `h` or `v`.
    this.locks = new Map();
    // Facts, gates and the like, which stay as they are.
    this.lines = [];
  }

  /** A text as a drawing; null where it is none, or too large for the editor. A board alone may be one without a goal. */
  static read(text, mayLackGoal = false) {
    const sheets = [[]];
    const [lines, locks] = [[], new Map()];
    for (const line of text.split(/\r?\n/)) {
      const isRow = line !== "" && !/[ \t]/.test(line);
      const lock = /^lock:\s*(.+) ([hv])\s*$/.exec(line);
      if (/^start:\s*$/i.test(line)) continue;
      if (/^goal:\s*$/i.test(line)) sheets.push([]);
      else if (isRow) sheets[sheets.length - 1].push([...line]);
      else if (lock) for (const name of lock[1].replace(/\s/g, "")) locks.set(name, lock[2]);
      else if (line.trim()) lines.push(line);
    }
    const [rows, cols] = [sheets[0].length, sheets[0][0]?.length ?? 0];
    const isEven = sheets.every((sheet) => sheet.length === rows && sheet.every((row) => row.length === cols));
    if (mayLackGoal && sheets.length === 1 && sheets[0][1]) sheets.push(sheets[0].map((row) => row.map(under)));
    if (sheets.length < 2 || !isEven || rows > MOST_SIDE || cols > MOST_SIDE || cols === 0) return null;
    const drawing = new Drawing(rows, cols);
    [drawing.start, ...drawing.goals] = sheets.map((sheet) => sheet.flat());
    if (drawing.start.includes(GAP)) return null;
    return Object.assign(drawing, { locks, lines });
  }

  /** The drawing as a text. */
  write() {
    const rows = (sheet) => {
      const starts = Array.from({ length: this.rows }, (_, row) => row * this.cols);
      return starts.map((at) => sheet.slice(at, at + this.cols).join(""));
    };
    const titles = this.lines.filter((line) => line.startsWith("title:"));
    const others = this.lines.filter((line) => !line.startsWith("title:"));
    const pieces = this.pieces();
    const locks = ["h", "v"].flatMap((axis) => {
      const names = [...pieces.keys()].filter((name) => this.locks.get(name) === axis);
      return names.length > 0 ? [`lock: ${names.join("")} ${axis}`] : [];
    });
    const goals = this.goals.flatMap((goal) => ["goal:", ...rows(goal)]);
    return `${[...titles, ...rows(this.start), ...goals, ...locks, ...others].join("\n")}\n`;
  }

  /** The cells of each piece of a sheet, the pieces in the order of their first cells. */
  pieces(sheet = this.start) {
    const found = new Map();
    sheet.forEach((char, cell) => {
      if (isPiece(char)) found.set(char, [...(found.get(char) ?? []), cell]);
    });
    return found;
  }

  /** A name that no piece has; undefined where all are taken. */
  fresh() {
    return NAMES.find((name) => !this.start.includes(name));
  }

  /** Puts something into a cell of the start. Walls are in all sheets. */
  put(cell, char) {
    const before = this.start[cell];
    this.start[cell] = char;
    for (const goal of this.goals) {
      if (char === BLOCK) this.lift(goal, goal[cell]);
      if (char === BLOCK) goal[cell] = BLOCK;
      else if (goal[cell] === BLOCK) goal[cell] = FLOOR;
    }
    // Goals want a piece as it is now, where there is room for it.
    for (const name of new Set([before, char].filter(isPiece))) this.mend(name);
  }

  /** After the shape of a piece has changed: puts it into the goals anew; what they cannot have any more, they do not want. */
  mend(name) {
    for (const goal of this.goals) {
      const at = goal.indexOf(name);
      if (at >= 0 && !this.place(goal, name, at)) this.lift(goal, name);
    }
  }

  /** The cells of a piece where one of them, its first if it is not given, lies here; null where it leaves the board. */
  cellsAt(name, cell, from) {
    const cells = this.pieces().get(name) ?? [];
    const [[row, col], [fromRow, fromCol]] = [cell, from ?? cells[0]].map((at) => placeOf(at, this));
    const moved = cells.map((at) => {
      const [thisRow, thisCol] = placeOf(at, this);
      return cellOf(thisRow - fromRow + row, thisCol - fromCol + col, this);
    });
    return moved.includes(-1) ? null : moved;
  }

  /** Wants a piece in a goal with one of its cells, or else its first, here; tells whether there is room. */
  place(goal, name, cell, from) {
    const cells = this.cellsAt(name, cell, from);
    const isFree = (at) => goal[at] === FLOOR || goal[at] === GAP || goal[at] === name;
    if (!cells?.every(isFree)) return false;
    this.lift(goal, name);
    for (const at of cells) goal[at] = name;
    return true;
  }

  /** Wants a piece in a goal so that it covers a cell, by the cell where it was taken or the first of its cells if that can be. */
  cover(goal, name, cell, taken) {
    const cells = this.pieces().get(name) ?? [];
    return [taken ?? cells[0], ...cells].some((from) => this.place(goal, name, cell, from));
  }

  /** Wants a piece nowhere in a goal. */
  lift(goal, name) {
    if (!isPiece(name)) return;
    goal.forEach((char, cell) => {
      if (char === name) goal[cell] = FLOOR;
    });
  }

  /** Cuts the board, or adds empty cells, at the right and below. */
  resize(rows, cols) {
    const before = { rows: this.rows, cols: this.cols };
    const cut = (sheet) =>
      Array.from({ length: rows * cols }, (_, cell) => sheet[cellOf(...placeOf(cell, { cols }), before)] ?? FLOOR);
    const [start, goals] = [cut(this.start), this.goals.map(cut)];
    Object.assign(this, { rows, cols, start, goals });
    // A piece that was cut is another one now.
    for (const goal of goals) for (const name of this.pieces(goal).keys()) this.mend(name);
  }
}
