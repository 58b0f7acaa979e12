// A pack of levels, as `sliding generate --format json` writes it: one level at a time, move by move.

/** How many rows and columns steps lead. */
export function shift(steps) {
  const count = (word) => steps.filter((step) => step === word).length;
  return { down: count("down") - count("up"), right: count("right") - count("left") };
}

export class Game {
  constructor(sliding, pack) {
    Object.assign(this, { sliding, pack });
  }

  /** Begins a level, counted from 0. */
  async begin(index) {
    this.level = this.pack.levels[index];
    this.pieces = this.level.pieces.map((piece) => ({ ...piece }));
    this.made = 0;
    await this.#look(this.level.start);
  }

  /** Makes one of `moves`. */
  async make({ pieces, steps, after }) {
    const { down, right } = shift(steps);
    const isMoved = ({ row, col }) => pieces.some((piece) => piece.row === row && piece.col === col);
    for (const piece of this.pieces.filter(isMoved)) Object.assign(piece, { row: piece.row + down, col: piece.col + right });
    this.made += 1;
    await this.#look(after);
  }

  /** Whether all pieces of a goal are in their places. */
  get isSolved() {
    const key = ({ kind, row, col }) => `${kind} ${row} ${col}`;
    const here = new Set(this.pieces.map(key));
    return this.level.goals.some(({ pieces }) => pieces.every((piece) => here.has(key(piece))));
  }

  /** Finds the moves that can be made. */
  async #look(start) {
    this.moves = [];
    this.moves = await this.sliding.moves(this.level.text, { style: this.pack.style, start });
  }
}
