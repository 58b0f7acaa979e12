// The board on the page: pieces as outlines in one picture, and the pointer and keys that move
// them.

const MOST_CLICK = 6;
const LONG_PRESS = 500;

/** A picture of the empty board, with a margin as broad as its frame. */
function drawFloor(svg, { rows, cols, unit, walls, gates }) {
  const [width, height] = [cols * unit, rows * unit];
  const edge = unit / 10;
  svg.setAttribute("viewBox", `${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`);
  const round = unit / 8;
  const frame = { x: -edge, y: -edge, width: width + 2 * edge, height: height + 2 * edge };
  element(svg, "rect", { ...frame, rx: round, class: "frame" });
  element(svg, "rect", { x: 0, y: 0, width, height, rx: edge / 2, class: "floor" });
  element(svg, "path", { d: walls, class: "wall" });
  if (gates) element(svg, "path", { d: gates, class: "gate" });
}

/** Where a piece is with its origin in a cell, or a part of a cell further. */
function translation({ cols, unit }, cell, { x, y } = { x: 0, y: 0 }) {
  return `translate(${((cell % cols) + x) * unit}px, ${(Math.floor(cell / cols) + y) * unit}px)`;
}

/** A piece in a cell: a group with the outline of its kind, the ties and axis, and room for its name. */
function drawPiece(parent, rules, [cell, number]) {
  const kind = rules.kinds[number];
  const group = element(parent, "g", { class: "piece" });
  group.style.transform = translation(rules, cell);
  group.style.setProperty("--fill", `var(--kind-${number})`);
  group.style.setProperty("--label", `var(--label-${number})`);
  if (kind.ties) element(group, "path", { d: kind.ties, class: "tie" });
  element(group, "path", { d: kind.outline, class: "shape" });
  if (kind.axis) element(group, "path", { d: kind.axis, class: "axis" });
  const { x, y } = kind.heart;
  element(group, "text", { x, y, class: "name" });
  return group;
}

/** Writes on a piece, in letters of this size if there is room for them. */
function writeOn(group, { heart: { x, y }, cells }, text, size, unit) {
  const row = Math.floor(y / unit);
  const has = (col) => cells.some(([r, c]) => r === row && c === col);
  let [from, to] = [Math.floor(x / unit), Math.floor(x / unit)];
  while (has(from - 1)) from -= 1;
  while (has(to + 1)) to += 1;
  // The heart may lie nearer to one end. Letters are about 0.62 of their size wide.
  const room = 2 * Math.min(x - from * unit, (to + 1) * unit - x) - 0.16 * unit;
  const name = group.querySelector(".name");
  name.textContent = text;
  name.style.fontSize = `${Math.min(size, room / (0.62 * text.length))}px`;
}

class BoardView {
  /**
   * `act` takes what the player does: `step(set, direction, gesture)` makes a legal step,
   * `begin()` comes before the first, `end(moved)` after the last, `refuse(obstacle, direction)`
   * tells why there was none, and `choose()` that other pieces are chosen.
   */
  constructor(svg, rules, act) {
    Object.assign(this, { svg, rules, act });
    this.position = rules.start;
    this.chosen = 0;
    this.group = new Set();
    this.drag = null;
    this.gesture = null;
    drawFloor(svg, rules);
    this.pieces = rules.kindOf.map((kind, piece) => {
      const group = drawPiece(svg, rules, [rules.start[piece], kind]);
      group.setAttribute("role", "button");
      group.dataset.piece = piece;
      return group;
    });
    this.drawTargets();
    this.ghosts = element(svg, "g", { class: "ghosts", "aria-hidden": "true" });
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.pull(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", (event) => this.release(event));
    this.chosen = this.inOrder().find((piece) => this.isMovable(piece)) ?? 0;
    this.label(Boolean(rules.areTiles || rules.names[0]));
  }

  /** Whether a piece can move at all. */
  isMovable(piece) {
    const goes = (direction) => this.rules.push(this.position, [piece], direction).set;
    return Object.keys(DIRECTIONS).some(goes);
  }

  /** Writes names on the pieces, or nothing. */
  label(labels) {
    this.labels = labels;
    this.pieces.forEach((group, piece) => {
      const kind = this.rules.kinds[this.rules.kindOf[piece]];
      writeOn(group, kind, this.labelOf(piece), 26, this.rules.unit);
    });
    this.show(this.position);
  }

  labelOf(piece) {
    const { called, label } = this.rules.kinds[this.rules.kindOf[piece]];
    return this.labels ? (this.rules.names[piece] ?? label ?? called ?? this.rules.nameOf(piece)) : "";
  }

  /** A gap in the frame, where a piece on these cells leaves the board. */
  drawExit(side, places) {
    const { rules, svg } = this;
    const isAcross = side === "left" || side === "right";
    const isFirst = side === "left" || side === "top";
    const at = isFirst ? 0 : (isAcross ? rules.cols : rules.rows) - 1;
    const gap = places.filter(({ row, col }) => (isAcross ? col : row) === at).map(({ row, col }) => (isAcross ? row : col));
    const along = [Math.min(...gap), Math.max(...gap) - Math.min(...gap) + 1];
    const across = [isFirst ? -0.1 : at + 0.9, 0.2];
    const [[x, width], [y, height]] = (isAcross ? [across, along] : [along, across]).map((part) => part.map((cells) => cells * rules.unit));
    svg.querySelector(".floor").after(element(svg, "rect", { x, y, width, height, class: "floor exit" }));
  }

  /** Outlines, above the pieces, where the only goal wants some, if it leaves other things open. */
  drawTargets() {
    const [goal, another] = this.rules.goals;
    if (another || !goal.free) return;
    for (const [cell, kind] of goal.pieces) this.drawOutline(this.svg, kind, cell, "target");
  }

  drawOutline(parent, kind, cell, name) {
    const shape = element(parent, "path", { d: this.rules.kinds[kind].outline, class: name });
    shape.style.setProperty("--fill", `var(--kind-${kind})`);
    shape.style.transform = translation(this.rules, cell);
  }

  /** Puts the pieces where they are; those of a set may be a part of a cell further. */
  show(position, moved, set = []) {
    this.position = position;
    this.pieces.forEach((group, piece) => {
      group.style.transform = translation(this.rules, position[piece], set.includes(piece) ? moved : undefined);
      group.setAttribute("aria-label", this.describe(piece));
      group.setAttribute("tabindex", piece === this.chosen ? 0 : -1);
      group.classList.toggle("chosen", piece === this.chosen);
      group.classList.toggle("grouped", this.group.has(piece));
      if (this.rules.together) group.setAttribute("aria-pressed", this.group.has(piece));
      else group.removeAttribute("aria-pressed");
    });
    this.svg.dataset.position = this.rules.shorthand(position);
    this.ghosts.replaceChildren();
  }

  /** Returns the name of a cell, by row and column. */
  nameOf(cell) {
    const { row, col } = this.rules.place(cell);
    return t("player.spot", { row: row + 1, col: col + 1 });
  }

  describe(piece, position = this.position) {
    const { called } = this.rules.kinds[this.rules.kindOf[piece]];
    const known = this.rules.nameOf(piece);
    const who = called ? `${known} (${called})` : known;
    return t("player.piece", { who, where: this.nameOf(position[piece]) });
  }

  /** Shows where a move would take some pieces. */
  drawGhosts(pieces, { after }) {
    for (const piece of pieces) this.drawOutline(this.ghosts, this.rules.kindOf[piece], after[piece], "ghost");
  }

  /** Shows a move: its first piece becomes the chosen one, and an arrow shows the way. */
  showMove(move) {
    const [piece] = move.set;
    const { unit } = this.rules;
    const { x, y } = this.rules.kinds[this.rules.kindOf[piece]].heart;
    const lines = move.steps.map((step) => `l${unit * DIRECTIONS[step].col} ${unit * DIRECTIONS[step].row}`);
    this.choose(piece, this.svg.contains(document.activeElement));
    this.drawGhosts(move.set, move);
    const arrow = element(this.ghosts, "path", { d: `M${x} ${y}${lines.join("")}`, class: "arrow" });
    arrow.style.transform = translation(this.rules, this.position[piece]);
  }

  choose(piece, isFocused = true) {
    this.chosen = piece;
    this.show(this.position);
    if (isFocused) this.pieces[piece].focus({ preventScroll: true });
  }

  /** Takes a piece into the group, or out of it. */
  toggle(piece) {
    if (this.rules.together && !this.group.delete(piece)) this.group.add(piece);
    this.choose(piece);
    this.act.choose();
  }

  ungroup() {
    this.group.clear();
    this.show(this.position);
    this.act.choose();
  }

  /** The chosen piece, and what was chosen to go with it. */
  company(piece) {
    return [...new Set([piece, ...this.group])].sort((a, b) => a - b);
  }

  // The pointer.

  /** Where a pointer is, in cells. */
  spot(event) {
    const box = this.svg.getBoundingClientRect();
    const cell = (box.width / this.svg.viewBox.baseVal.width) * this.rules.unit;
    const edge = 0.1;
    return { x: (event.clientX - box.left) / cell - edge, y: (event.clientY - box.top) / cell - edge };
  }

  press(event) {
    if (!event.isPrimary || event.button > 0 || this.drag) return;
    event.preventDefault();
    this.act.begin();
    const from = this.spot(event);
    // Not what is drawn there, which may still be sliding.
    const cell = this.rules.cell(Math.floor(from.y), Math.floor(from.x));
    const piece = this.rules.on(this.position, cell);
    if (piece === EMPTY) {
      this.moveTo(cell);
    } else if (piece >= 0 && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      this.toggle(piece);
    } else if (piece >= 0) {
      this.gesture = {};
      const { clientX: x, clientY: y } = event;
      this.drag = { piece, x, y, from, set: null, refused: null, far: false };
      this.drag.origin = this.rules.place(this.position[piece]);
      // A mouse has keys beside it for this.
      if (event.pointerType !== "mouse") {
        this.drag.timer = setTimeout(() => this.hold(piece), LONG_PRESS);
      }
      this.svg.setPointerCapture(event.pointerId);
      this.choose(piece);
    }
  }

  /** A long press without moving is for the group. */
  hold(piece) {
    if (!this.rules.together) return;
    this.drag = null;
    this.toggle(piece);
  }

  pull(event) {
    const { drag } = this;
    if (!drag || !event.isPrimary) return;
    const distance = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.far && distance <= MOST_CLICK) return;
    drag.far = true;
    clearTimeout(drag.timer);
    const at = this.spot(event);
    this.follow({ x: at.x - drag.from.x, y: at.y - drag.from.y });
  }

  release(event) {
    const { drag } = this;
    if (!drag || !event.isPrimary) return;
    clearTimeout(drag.timer);
    this.drag = null;
    this.show(this.position);
    this.svg.classList.remove("dragging");
    if (!drag.far) this.tap(drag.piece);
    else if (drag.set || !drag.refused) this.act.end(Boolean(drag.set));
    else this.act.refuse(drag.refused.obstacle, drag.refused.direction);
  }

  /** How far the grabbed piece still is from where the pointer wants it. */
  rest(wanted) {
    const { row, col } = this.rules.place(this.position[this.drag.piece]);
    return {
      x: wanted.x - (col - this.drag.origin.col),
      y: wanted.y - (row - this.drag.origin.row),
    };
  }

  /** Lets the grabbed piece follow the pointer as far as it can. */
  follow(wanted) {
    this.svg.classList.add("dragging");
    if (this.rules.reach === "walk") this.walkTowards(wanted);
    const most = this.rules.rows + this.rules.cols;
    for (let steps = 0; steps < most; steps += 1) {
      const far = this.wishes(wanted).filter(({ length }) => length > 0.5);
      if (!far.some(({ direction }) => this.stepTo(direction))) break;
    }
    this.lean(wanted);
  }

  /** The directions in which the pointer is ahead, the farther first. */
  wishes(wanted) {
    const { x, y } = this.rest(wanted);
    const wishes = [
      { length: Math.abs(x), direction: x > 0 ? "right" : "left" },
      { length: Math.abs(y), direction: y > 0 ? "down" : "up" },
    ];
    return wishes.sort((a, b) => b.length - a.length);
  }

  /** Goes round corners to the place nearest to the pointer, without pushing anything more. */
  walkTowards(wanted) {
    const set = this.drag.set ?? this.company(this.drag.piece);
    const { x, y } = this.rest(wanted);
    let best = { steps: [], apart: Math.hypot(x, y) };
    for (const { row, col, steps } of this.rules.ways(this.position, set)) {
      const apart = Math.hypot(x - col, y - row);
      if (apart < best.apart - 0.01) best = { steps, apart };
    }
    for (const step of best.steps) this.pullStep(set, step);
  }

  /** Makes a step of the grabbed piece and whatever has to go with it. */
  stepTo(direction) {
    const found = this.companyFor(direction);
    if (found.set) this.pullStep(found.set, direction);
    else this.drag.refused ??= { ...found, direction };
    return Boolean(found.set);
  }

  /**
   * Who goes with the grabbed piece. Those who moved last stay together as long as that is one
   * move, or the way back.
   */
  companyFor(direction) {
    const { set: last, direction: came, piece } = this.drag;
    const stays = this.rules.reach !== "step" || OPPOSITE[direction] === came;
    if (last && stays && this.rules.steps(this.position, last, direction)) return { set: last };
    return this.rules.push(this.position, this.company(piece), direction);
  }

  /** Makes a step of a drag. */
  pullStep(set, direction) {
    Object.assign(this.drag, { set, direction });
    this.position = this.act.step(set, direction, this.gesture);
  }

  /** Shows a part of the step that would come next. */
  lean(wanted) {
    const [{ length, direction }] = this.wishes(wanted);
    const { set, obstacle } = this.companyFor(direction);
    if (obstacle && length > 0.25) this.drag.refused ??= { obstacle, direction };
    const way = DIRECTIONS[direction];
    const part = set ? Math.min(length, 0.5) : 0;
    this.show(this.position, { x: way.col * part, y: way.row * part }, set);
  }

  /** The moves of a piece, with what was chosen to go with it and what is in the way. */
  movesOf(piece) {
    const moves = Object.keys(DIRECTIONS).flatMap((direction) => {
      const { set } = this.rules.push(this.position, this.company(piece), direction);
      return set ? this.rules.ways(this.position, set) : [];
    });
    return [...new Map(moves.map((move) => [move.after.join(), move])).values()];
  }

  /** A tap makes the only move of a piece, or shows where it can go. */
  tap(piece) {
    const moves = this.movesOf(piece);
    if (moves.length === 1) return this.make(moves[0]);
    for (const move of moves) this.drawGhosts([piece], move);
    this.act.choose();
  }

  /** A tap on an empty cell: the chosen pieces go there, if that is one move. */
  moveTo(cell) {
    const { chosen } = this;
    const covers = ({ after }) => this.rules.cellsAt(this.rules.kindOf[chosen], after[chosen]).includes(cell);
    const move = this.movesOf(chosen).find(covers);
    if (move) this.make(move);
    else this.act.refuse(null);
  }

  /** Makes a move without a drag. */
  make({ set, steps }) {
    this.gesture = {};
    for (const step of steps) this.position = this.act.step(set, step, this.gesture);
    this.choose(this.chosen);
    this.act.end(true);
  }

  // Keys.

  /** Does what a key means; tells whether it means anything. Away from the board, only arrows do. */
  key(event) {
    const isHere = this.svg.contains(event.target);
    const direction = /^Arrow/.test(event.key) && event.key.slice(5).toLowerCase();
    // From now on, keys are for the board.
    if (direction && !isHere) this.pieces[this.chosen].focus({ preventScroll: true });
    if (direction && event.shiftKey) this.turn(DIRECTIONS[direction].row + DIRECTIONS[direction].col);
    else if (direction) this.moveBy(direction);
    else if (!isHere) return false;
    else if (event.key === "PageDown") this.turn(1);
    else if (event.key === "PageUp") this.turn(-1);
    else if (event.key === " " || event.key === "Enter") this.toggle(this.chosen);
    else if (event.key === "Escape") this.ungroup();
    else return false;
    event.preventDefault();
    return true;
  }

  /** Moves the chosen piece a step, and whatever has to go with it. */
  moveBy(direction) {
    this.act.begin();
    const { set, obstacle } = this.rules.push(this.position, this.company(this.chosen), direction);
    if (!set) return this.act.refuse(obstacle, direction);
    this.make({ set, steps: [direction] });
  }

  /** The pieces in reading order. */
  inOrder() {
    const pieces = this.position.map((_, piece) => piece);
    return pieces.sort((a, b) => this.position[a] - this.position[b]);
  }

  /** Chooses the next piece in reading order. */
  turn(by) {
    const order = this.inOrder();
    const next = order.indexOf(this.chosen) + by + order.length;
    this.choose(order[next % order.length]);
    this.act.choose();
  }
}
