// What neither the map nor the solution knows: the core searches for it, in a worker. The core is in the page.

// The seconds after which any solution is enough for a hint: at first, and if there was none by then.
const ENOUGH = [2, 60];

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

  #mark(shorthand) {
    return `${this.#rules.style} ${shorthand}`;
  }

  /**
   * What was found for a position: `{ left, move, shortest }`, the first two null where no goal can be
   * reached; or undefined.
   */
  known(position) {
    const answer = this.#answers.get(this.#mark(this.#rules.shorthand(position)));
    return answer && { ...answer, move: answer.next && this.#moveOf(position, answer.next) };
  }

  /** Searches from a position for a shortest solution. Rejected where there is no answer. */
  ask(position) {
    return this.#ask(position, {});
  }

  /** The same, but when a time is up any solution will do, if there is one by then. */
  async consult(position, progress) {
    // The core has no beam search for moves of several pieces.
    for (const timeLimit of this.#rules.together ? [] : ENOUGH) {
      try {
        return await this.#ask(position, { progress, timeLimit });
      } catch (error) {
        if (error.limit !== "time") throw error;
      }
    }
    return this.#ask(position, { progress });
  }

  /** Searches, and ends what was being searched for before. */
  async #ask(position, options) {
    const start = this.#rules.shorthand(position);
    const { style } = this.#rules;
    const mark = this.#mark(start);
    this.stop();
    const sliding = await (this.#opening ??= this.#open());
    const { status, limit, shortest, solution } = await sliding.solve(this.#text, { start, style, ...options });
    if (status === "limit") {
      const error = new SlidingError({ message: `there is no more ${limit} for the search` });
      throw Object.assign(error, { limit });
    }
    if (!solution) this.#answers.set(mark, { left: null, next: null, shortest: true });
    // Who follows a solution that is not a shortest one must not be sent back by the next.
    const marks = solution ? [mark, ...solution.map(({ after }) => `${style} ${after}`)] : [];
    marks.forEach((mark, at) => {
      const left = solution.length - at;
      if (this.#answers.get(mark)?.left <= left) return;
      this.#answers.set(mark, { left, next: solution[at] ?? null, shortest });
    });
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
