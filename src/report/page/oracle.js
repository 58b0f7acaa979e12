// The solution of a page, and what its map does not know: the core searches for that, in a worker.

// The seconds after which any solution is enough for a hint: at first, and if there was none by then.
const ENOUGH = [2, 60];

/** A hint and the moves left from positions, in any style. */
class Oracle {
  #open;
  #text;
  #rules;
  // What was found, by style and position.
  #answers = new Map();
  #opening = null;
  #sliding = null;

  /** `open` opens the core, where there is one. */
  constructor(open, text, rules) {
    this.#open = open;
    this.#text = text;
    this.#rules = rules;
  }

  /**
   * What was found for a position: `{ left, move, shortest }`, the first two null where no goal can be
   * reached; or undefined.
   */
  known(position) {
    const answer = this.#answers.get(this.#mark(position));
    return answer && { ...answer, move: answer.next && this.#moveOf(position, answer.next) };
  }

  /** Keeps a solution from a position: for each of its moves the cells of pieces, and their steps. */
  learn(position, moves, shortest) {
    // Who follows a solution that is not a shortest one must not be sent back by the next.
    for (let left = moves.length, here = position; left >= 0; left -= 1) {
      const mark = this.#mark(here);
      const next = moves[moves.length - left] ?? null;
      if (!(this.#answers.get(mark)?.left <= left)) this.#answers.set(mark, { left, next, shortest });
      if (next) here = this.#moveOf(here, next).after;
    }
  }

  #mark(position) {
    return `${this.#rules.style} ${this.#rules.shorthand(position)}`;
  }

  /** Searches as `ask` does, but when a time is up any solution will do, if there is one by then. */
  async consult(position, progress) {
    // The core has no beam search for moves of several pieces.
    for (const timeLimit of this.#rules.together ? [] : ENOUGH) {
      try {
        return await this.ask(position, { progress, timeLimit });
      } catch (error) {
        if (error.limit !== "time") throw error;
      }
    }
    return this.ask(position, { progress });
  }

  /** Opens the core, once. */
  async open() {
    return (this.#sliding = await (this.#opening ??= this.#open()));
  }

  /** Searches from a position for a shortest solution, and ends the search before. Rejected where there is no answer. */
  async ask(position, options = {}) {
    const rules = this.#rules;
    const { style } = rules;
    this.stop();
    const sliding = await this.open();
    const numbers = rules.tiles(position);
    const asked = numbers ? options : { start: rules.shorthand(position), style, ...options };
    const { status, limit, shortest, solution } = await (numbers
      ? sliding.tiles(Array.from({ length: rules.rows }, () => numbers.splice(0, rules.cols)), asked)
      : sliding.solve(this.#text, asked));
    if (status === "limit") {
      const error = new SlidingError({ message: `there is no more ${limit} for the search` });
      throw Object.assign(error, { limit });
    }
    // Meanwhile a move may have become another thing.
    if (rules.style !== style) return;
    const cells = (pieces) => pieces.map(({ row, col }) => rules.cell(row - 1, col - 1));
    if (numbers && solution !== null) this.learn(position, this.#slides(position, solution), shortest);
    else if (solution) this.learn(position, solution.map(({ pieces, steps }) => ({ pieces: cells(pieces), steps })), shortest);
    else this.#answers.set(this.#mark(position), { left: null, next: null, shortest: true });
  }

  /** The moves of tiles that are named in order: each goes to where there is none. */
  #slides(position, solution) {
    const { cols } = this.#rules;
    const cellOf = new Map(this.#rules.tiles(position).map((number, cell) => [number, cell]));
    return (solution.match(/\d+/g) ?? []).map(Number).map((number) => {
      const [from, to] = [cellOf.get(number), cellOf.get(0)];
      cellOf.set(number, to).set(0, from);
      const isStep = ({ row, col }) => row * cols + col === to - from;
      return { pieces: [from], steps: [Object.keys(DIRECTIONS).find((step) => isStep(DIRECTIONS[step]))] };
    });
  }

  /** A move as the page has it: by the numbers of pieces. */
  #moveOf(position, { pieces, steps }) {
    const set = pieces.map((cell) => position.indexOf(cell));
    return this.#rules.move(position, set.sort((a, b) => a - b), steps);
  }

  stop() {
    this.#sliding?.stop();
  }
}
