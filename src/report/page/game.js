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

  /** Adds a move, in place of those that were undone. */
  add(move) {
    this.moves.length = this.at;
    this.at = this.moves.push(move);
  }

  /** Goes to a position, where moves are counted from 0, from one style to another. */
  jump(after, styles) {
    this.add({ set: [], steps: [], before: this.position, after, styles });
  }

  /** Puts moves in place of those that were undone, to be made by redo; `shown` if the player did not think of them. */
  plan(moves, shown = false) {
    this.moves.splice(this.at, Infinity, ...moves.map((move) => ({ ...move, shown })));
  }

  /** Whether some of the moves that count were only shown. */
  get isShown() {
    return this.moves.slice(this.#jumped + 1, this.at).some(({ shown }) => shown);
  }

  get #jumped() {
    return this.moves.slice(0, this.at).findLastIndex(({ styles }) => styles);
  }

  /** The position from which moves are counted. */
  get begun() {
    return this.moves[this.#jumped]?.after ?? this.base;
  }

  /** The number of moves from there. */
  get made() {
    return this.at - 1 - this.#jumped;
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
      // The last move and this step as one move, if the style has such a move.
      const ways = this.rules.ways(last.before, last.set);
      const whole = ways.find((way) => way.row === last.row + row && way.col === last.col + col);
      if (whole) {
        this.moves[this.at - 1] = { ...whole, gesture: last.gesture };
        return;
      }
    }
    this.add({ set, before, after, row, col, steps: [direction], gesture });
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

/** The solution, and the moves that it is the fewest of, as people say it. */
function praise(made, { shortest, moves }) {
  const solved = t("player.solved", { n: made });
  if (moves === null) return t("player.bravo", { solved });
  if (shortest && made === moves) return t("player.perfect", { solved });
  if (shortest) return t("player.fewer", { solved, moves });
  return t(made < moves ? "player.better" : "player.longer", { solved, moves });
}
