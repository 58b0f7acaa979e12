// The moves that were made, and how they are counted.
//
// Steps of one set of pieces, one after the other, are one move as long as the style lets the set
// go from where it was to where it is in one move. So dragging and single key strokes count alike,
// and as the engine counts.

class Game {
  constructor(rules, position) {
    this.rules = rules;
    this.begin(position);
  }

  /** Begins anew at a position. */
  begin(position) {
    this.base = position;
    this.moves = [];
    this.at = 0;
  }

  /** What is to be kept of the game. */
  get record() {
    return { base: this.base, moves: this.moves.map(({ set, steps }) => ({ set, steps })), at: this.at };
  }

  /** Goes on with a game that was kept. */
  resume({ base, moves, at }) {
    this.begin(base);
    for (const { set, steps } of moves) {
      const before = this.moves[this.moves.length - 1]?.after ?? base;
      this.moves.push(this.rules.move(before, set, steps));
    }
    this.at = at;
  }

  get position() {
    return this.at > 0 ? this.moves[this.at - 1].after : this.base;
  }

  /**
   * Makes a legal step. Within one gesture, going back over a step takes it back; a gesture is
   * anything that is the same for all of its steps.
   */
  step(set, direction, gesture) {
    const { row, col } = DIRECTIONS[direction];
    const before = this.position;
    const after = this.rules.displaced(before, set, row, col);
    const last = this.moves[this.at - 1];
    this.moves.length = this.at;
    if (last && last.set.join() === set.join()) {
      const isBack = set.every((piece) => last.before[piece] === after[piece]);
      if (isBack && (this.rules.reach !== "step" || gesture === last.gesture)) {
        this.at -= 1;
        this.moves.length = this.at;
        return;
      }
      const whole = this.asOneMove(last, row, col);
      if (whole) {
        this.moves[this.at - 1] = { ...whole, gesture: last.gesture };
        return;
      }
    }
    this.moves.push({ set, before, after, row, col, steps: [direction], gesture });
    this.at += 1;
  }

  /** The last move and a step more as one move, if the style has such a move. */
  asOneMove(last, row, col) {
    if (this.rules.reach === "step") return null;
    const ways = this.rules.ways(last.before, last.set);
    return ways.find((way) => way.row === last.row + row && way.col === last.col + col);
  }

  undo() {
    if (this.at === 0) return null;
    this.at -= 1;
    return this.moves[this.at];
  }

  redo() {
    if (this.at === this.moves.length) return null;
    this.at += 1;
    return this.moves[this.at - 1];
  }
}
