// The player on a site: what neither map nor solution of a puzzle tells, the solver finds out, from any
// position and in any style.

// Nobody has asked for these numbers, so they may not cost much: milliseconds, and bytes.
const UNASKED = { time: 3000, memory: 64 << 20 };
const CALM = 250;

class HelpedPlayer extends Player {
  constructor(page, text) {
    super(page);
    this.text = text;
    // What is known: for each style and position the moves left, and a good move.
    this.answers = new Map();
    this.isHelped = true;
    this.note();
    this.refresh();
  }

  key(position) {
    return `${this.rules.style} ${this.rules.key(position).join()}`;
  }

  left(position) {
    const known = super.left(position);
    if (known !== undefined || !this.isHelped) return known;
    const answer = this.answers.get(this.key(position));
    if (!answer) this.wonder();
    return answer?.left ?? undefined;
  }

  /** The fewest moves from the start, in other styles than that of the page too. */
  get known() {
    const own = super.known;
    if (own.moves !== null || !this.isHelped) return own;
    const left = this.answers.get(this.key(this.rules.start))?.left ?? null;
    return { shortest: left !== null, moves: left };
  }

  knowledge() {
    const isProven = this.isKnown && this.data.status === "unsolvable";
    return isProven || !this.isHelped ? super.knowledge() : t("help.anywhere");
  }

  refresh() {
    super.refresh();
    const isOpen = this.isHelped && !this.answers.has(this.key(this.position));
    if (isOpen && !this.rules.isSolved(this.position)) byId("hint").setAttribute("aria-disabled", false);
  }

  advice(position) {
    const known = super.advice(position);
    if (known.move) return known;
    const answer = this.answers.get(this.key(position));
    if (answer?.move) return answer;
    if (answer?.left === null) return { why: "help.unsolvable" };
    this.ask(position, {}, true);
    return { why: "help.searching" };
  }

  /** Asks about the position soon, if the player stays there. */
  wonder() {
    clearTimeout(this.wondering);
    this.wondering = setTimeout(() => {
      const { position } = this;
      if (this.asked === this.key(position) || this.answers.has(this.key(position))) return;
      this.ask(position, { memory: UNASKED.memory }, false);
    }, CALM);
  }

  /** Asks the solver; whatever it was asked before is of no use any more. */
  async ask(position, options, isWanted) {
    const asked = (this.asked = this.key(position));
    const turn = (this.turn = {});
    const { style } = this.rules;
    const progress = ({ states, positions }) => {
      if (isWanted && this.turn === turn) this.say(t("help.progress", { n: states ?? positions ?? 0 }));
    };
    try {
      const sliding = await solver();
      if (this.turn !== turn) return;
      if (this.isBusy) sliding.stop();
      this.isBusy = true;
      if (!isWanted) setTimeout(() => this.turn === turn && this.isBusy && sliding.stop(), UNASKED.time);
      const start = this.rules.shorthand(position);
      const found = await sliding.hint(this.text, { ...options, style, start, progress });
      if (this.turn === turn) this.isBusy = false;
      this.learn(asked, found, position);
    } catch (error) {
      if (this.turn !== turn) return;
      this.isBusy = false;
      this.asked = null;
      if (isWanted && !error.stopped) this.say(t("found.failed", { why: error.message }));
      return;
    }
    if (this.turn !== turn || this.key(this.position) !== asked) return;
    this.refresh();
    if (isWanted) this.hint();
  }

  learn(key, { status, limit, moves, next }, position) {
    if (status === "unsolvable") this.answers.set(key, { left: null });
    if (status !== "solved") return limit && this.say(t("help.limit", { limit: t(`limit.${limit}`) }));
    const cell = ({ row, col }) => (row - 1) * this.rules.cols + col - 1;
    const set = next?.pieces.map((piece) => position.indexOf(cell(piece))).sort((a, b) => a - b);
    this.answers.set(key, { left: moves, move: next && { set, steps: next.steps } });
  }
}

begin(new HelpedPlayer(JSON.parse(byId("data").textContent), brought.text));
