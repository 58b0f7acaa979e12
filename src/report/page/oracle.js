// What neither the map nor the solution knows: the core searches for it, in a worker. The core is in the page.

/** A hint and the moves left from positions, in any style. */
class Oracle {
  #core;
  #text;
  #rules;
  // What was found, by style and position.
  #answers = new Map();
  #opening = null;
  #sliding = null;

  constructor(core, text, rules) {
    this.#core = core;
    this.#text = text;
    this.#rules = rules;
  }

  async #open() {
    return (this.#sliding = await this.#core.open());
  }

  #mark(position) {
    return `${this.#rules.style} ${this.#rules.shorthand(position)}`;
  }

  /** What was found for a position: `{ left, move }`, both null where no goal can be reached; or undefined. */
  known(position) {
    return this.#answers.get(this.#mark(position));
  }

  /** Searches from a position. What it was searching for before, it gives up. Rejected where there is no answer. */
  async ask(position, progress) {
    const mark = this.#mark(position);
    const start = this.#rules.shorthand(position);
    const { style } = this.#rules;
    this.stop();
    const sliding = await (this.#opening ??= this.#open());
    const { status, limit, moves, next } = await sliding.hint(this.#text, { start, style, progress });
    if (status === "limit") throw new SlidingError({ message: `there is no more ${limit} for the search` });
    const answer = { left: moves, move: next && this.#moveOf(position, next) };
    this.#answers.set(mark, answer);
    return answer;
  }

  /** A move of the core as the page has them: by the numbers of pieces. */
  #moveOf(position, { pieces, steps }) {
    const set = pieces.map(({ row, col }) => position.indexOf(this.#rules.cell(row - 1, col - 1)));
    return { set: set.sort((a, b) => a - b), steps };
  }

  stop() {
    this.#sliding?.stop();
  }
}
