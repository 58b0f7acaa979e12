// A board to draw on: a grid of cells for mouse, finger and keys. What a stroke does is decided by the
// editor.

const KEYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

class Sheet {
  /**
   * `act` takes what the reader does: `begin(cell)` and `go(cell)` are a stroke with the tool, `leave(event)`
   * is one that goes on elsewhere, `end()` its end, and `type(cell, char)` a character that is typed into a cell and tells whether it means
   * anything.
   */
  constructor(root, label, act) {
    Object.assign(this, { root, label, act });
    this.at = 0;
    this.stroke = null;
    root.setAttribute("role", "grid");
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("pointermove", (event) => this.pull(event));
    for (const end of ["pointerup", "pointercancel"]) {
      root.addEventListener(end, () => this.release());
    }
    root.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows a sheet of a drawing. `colours` has a number for each piece. */
  show(drawing, sheet, colours, chosen) {
    const { rows, cols } = drawing;
    if (this.rows !== rows || this.cols !== cols) this.build(rows, cols);
    this.root.ariaLabel = t(this.label);
    this.cells.forEach((cell, at) => {
      const char = sheet[at];
      const [row, col] = placeOf(at, this);
      // Above, at the right, below, and at the left.
      const around = [[-1, 0], [0, 1], [1, 0], [0, -1]].map(([r, c]) => sheet[cellOf(row + r, col + c, this)]);
      const edges = around.map((other) => isPiece(char) && other !== char);
      cell.style.borderWidth = edges.map((is) => (is ? "2px" : "0")).join(" ");
      cell.classList.toggle("piece-cell", isPiece(char));
      cell.classList.toggle("wall-cell", char === BLOCK);
      cell.classList.toggle("chosen-cell", isPiece(char) && char === chosen);
      const colour = colours.get(char);
      cell.style.setProperty("--fill", colour === undefined ? "" : `var(--kind-${colour})`);
      cell.style.setProperty("--label", colour === undefined ? "" : `var(--label-${colour})`);
      cell.textContent = isPiece(char) || char === GAP ? char : "";
      cell.ariaLabel = t("editor.cell", { row: row + 1, col: col + 1, what: this.describe(char) });
    });
    this.rove();
  }

  describe(char) {
    if (char === FLOOR) return t(this.label === "editor.goal" ? "editor.open" : "editor.empty");
    if (char === GAP) return t("editor.gap");
    return char === BLOCK ? t("editor.wall") : t("editor.piece", { name: char });
  }

  build(rows, cols) {
    Object.assign(this, { rows, cols });
    this.at = Math.min(this.at, rows * cols - 1);
    this.cells = [];
    this.root.style.setProperty("--cols", cols);
    this.root.style.setProperty("--shape", cols / rows);
    this.root.replaceChildren();
    for (let row = 0; row < rows; row += 1) {
      const line = part(this.root, "div", "", { role: "row" });
      for (let col = 0; col < cols; col += 1) this.cells.push(part(line, "div", "", { role: "gridcell" }));
    }
  }

  /** Only one cell is in the way of the tabulator. */
  rove() {
    this.cells.forEach((cell, at) => cell.setAttribute("tabindex", at === this.at ? 0 : -1));
  }

  focus(at) {
    this.at = at;
    this.rove();
    this.cells[at].focus({ preventScroll: true });
  }

  /** The cell under a pointer, or -1. */
  cellAt({ clientX, clientY }) {
    const box = this.root.getBoundingClientRect();
    const col = Math.floor(((clientX - box.left) / box.width) * this.cols);
    const row = Math.floor(((clientY - box.top) / box.height) * this.rows);
    return cellOf(row, col, this);
  }

  press(event) {
    const cell = this.cellAt(event);
    if (!event.isPrimary || event.button > 0 || cell < 0) return;
    event.preventDefault();
    this.root.setPointerCapture(event.pointerId);
    this.stroke = cell;
    this.focus(cell);
    this.act.begin(cell);
  }

  pull(event) {
    if (this.stroke === null || !event.isPrimary) return;
    const to = this.cellAt(event);
    if (to < 0) this.act.leave(event);
    if (to < 0 || to === this.stroke) return;
    // A quick pointer leaves cells out: all on the straight way are passed.
    const [[row, col], [lastRow, lastCol]] = [this.stroke, to].map((cell) => placeOf(cell, this));
    const steps = Math.max(Math.abs(lastRow - row), Math.abs(lastCol - col));
    for (let step = 1; step <= steps; step += 1) {
      const along = (from, end) => Math.round(from + ((end - from) * step) / steps);
      this.act.go(along(row, lastRow) * this.cols + along(col, lastCol));
    }
    this.stroke = to;
    this.at = to;
  }

  release() {
    if (this.stroke === null) return;
    this.stroke = null;
    this.act.end();
  }

  key(event) {
    if (hasModifier(event)) return;
    const way = KEYS[event.key];
    if (way) {
      const [row, col] = placeOf(this.at, this);
      const next = cellOf(row + way[0], col + way[1], this);
      if (next >= 0) this.focus(next);
    } else if (event.key === " " || event.key === "Enter") {
      this.act.begin(this.at);
      this.act.end();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.act.type(this.at, FLOOR);
    } else if ([...event.key].length !== 1 || !this.act.type(this.at, event.key)) {
      return;
    }
    event.preventDefault();
  }
}
