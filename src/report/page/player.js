// The page: what the buttons do, what is said and counted, and the position in the address.

const STRIDE = 150;
const REST = 350;
const MOST_GOALS = 6;
// Browsers do not take more than three changes of the address a second for long.
const KEEP = 400;

const pause = (time) => new Promise((resume) => setTimeout(resume, time));
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

class Player {
  /** Plays the puzzle that the address names, or else the first. */
  constructor(page) {
    this.page = page;
    this.named = partOf("puzzle");
    this.number = page.puzzles[this.named - 1] ? Number(this.named) : 1;
    const data = (this.data = page.puzzles[this.number - 1]);
    const rules = (this.rules = new Rules(data, new wasm_table.Table(data.text)));
    this.game = new Game(rules, rules.start);
    this.map = null;
    this.oracle = new Oracle(page.open, data.text, rules);
    if (data.solution) this.oracle.learn(rules.start, data.solution, data.shortest);
    this.search = page.open && new Search(this, this.oracle);
    // What moves pieces by itself goes on only while this is its own.
    this.motion = null;
    this.playing = null;
    this.hinted = null;
    this.board = new BoardView(byId("board"), rules, {
      begin: () => this.settle(),
      step: (set, direction, gesture) => this.step(set, direction, gesture),
      end: (moved) => moved && this.tellMove(),
      refuse: (obstacle, direction) => this.say(this.refusal(obstacle, direction)),
      choose: () => this.say(this.choice()),
    });
    byId("page").style.setProperty("--shape", rules.cols / rules.rows);
    document.documentElement.dataset.puzzle = this.number;
    byId("name").textContent = document.title = data.name;
    byId("task").textContent = this.task();
    byId("read-as").textContent = data.read_as ?? "";
    this.offer();
    this.drawGoals();
    this.connect();
    this.restore();
    this.note();
  }

  /** Puts into the lists what there is to choose from, and takes away what is not to be told. */
  offer() {
    const { puzzles } = this.page;
    byId("puzzle").hidden = puzzles.length < 2;
    puzzles.forEach(({ name }, number) => byId("puzzle").add(new Option(`${number + 1}. ${name}`, number + 1)));
    byId("puzzle").value = this.number;
    byId("left").parentElement.hidden = this.hides("left");
    byId("hint").hidden = this.hides("hints");
    byId("history").hidden = this.hides("solution");
    byId("answers").hidden = this.hides("solution") && this.hides("left");
    if (this.hides("solution")) byId("answers").firstElementChild.textContent = t("player.left");
    const list = this.page.list ?? puzzles.map(({ moves }, at) => ({ hardness: moves, address: `#puzzle=${at + 1}` }));
    for (const [id, to] of Object.entries(following(list, this.page.at ?? this.number - 1))) {
      byId(id).hidden = !to;
      if (to) byId(id).href = to.address;
    }
  }

  /** Returns what to do, in a sentence. If the goal names one piece alone, that becomes red, unless its author coloured it. */
  task() {
    const { rules } = this;
    const [{ pieces, free }, another] = rules.goals;
    if (another) return t("player.task_goals");
    if (!free && rules.areTiles) return t("player.task_tiles");
    const [[cell, kind] = [], more] = pieces;
    if (!free || more || rules.byKind[kind]?.length !== 1 || rules.kinds[kind].coloured) return t("player.task_goal");
    const { style } = byId("page");
    style.setProperty(`--kind-${kind}`, "#e0443c");
    style.setProperty(`--label-${kind}`, "#000");
    const places = rules.cellsAt(kind, cell).map((at) => rules.place(at));
    const part = (axis, length, first, last) => {
      const at = places.map((place) => place[axis]);
      const [before, after] = [Math.min(...at), length - 1 - Math.max(...at)];
      if (before === after) return "middle";
      return before === 0 ? first : after === 0 && last;
    };
    const [row, col] = [part("row", rules.rows, "top", "bottom"), part("col", rules.cols, "left", "right")];
    const { lock, cells } = rules.kinds[kind];
    const edges = [row, col].filter((side) => side && side !== "middle");
    const exit = lock === "free" ? edges.length === 1 && edges[0] : edges.find((side) => side === (lock === "horizontal" ? col : row));
    if (exit) this.board.drawExit(exit, places);
    const isCar = new Set(cells.map(([row, col]) => (lock === "horizontal" ? row : col))).size === 1;
    if (exit && lock !== "free" && isCar) return t(`player.out_${exit}`);
    return t(row && col ? `player.to_${row}_${col}` : "player.to_outline");
  }

  hides(what) {
    return this.page.hidden[what];
  }

  /** Whether hints and the solution are about what a move is now. */
  get isKnown() {
    return this.rules.style === this.data.style;
  }

  /** The fewest moves from the start, as far as they are known in this style. */
  get fewest() {
    if (this.isKnown && this.data.moves !== null) return this.data;
    const { left: moves = null, shortest = true } = this.known(this.rules.start);
    return { shortest, moves };
  }

  // What is shown.

  say(text) {
    byId("said").textContent = text;
  }

  get position() {
    return this.game.position;
  }

  isStart(position) {
    return position.join() === this.rules.start.join();
  }

  /** What is known of a position: the moves left, null where no goal can be reached, and the next. */
  known(position) {
    const { data, map, isKnown } = this;
    if (isKnown && data.status === "unsolvable") return { left: null };
    const left = isKnown ? map?.left(position) : undefined;
    if (left === undefined) return this.oracle.known(position) ?? {};
    return { left, move: map.hint(position), shortest: true };
  }

  /** Brings numbers, buttons and the address up to date. */
  refresh() {
    const { game, position } = this;
    const { at, moves: { length } } = game;
    const { left, shortest } = this.known(position);
    const { moves } = this.fewest;
    byId("moves").textContent = game.made;
    byId("left").textContent = left && !shortest ? `≤ ${left}` : (left ?? "–");
    byId("best").textContent = moves ?? "–";
    const able = (id, is) => byId(id).setAttribute("aria-disabled", !is);
    able("undo", at > 0);
    able("redo", at < length);
    able("reset", !this.isStart(position));
    const isAnswered = left > 0 || (left === undefined && this.search && !this.rules.isSolved(position));
    able("hint", isAnswered);
    able("play", isAnswered || at < length);
    byId("play").textContent = t(this.playing ? "player.pause" : "player.play");
    this.search?.wonder(position);
    const { classList } = byId("page");
    const isSolved = this.rules.isSolved(position);
    classList.toggle("solved", isSolved);
    byId("won").hidden = !isSolved || game.made === 0;
    classList.toggle("together", this.rules.together);
    byId("slider").max = length;
    byId("slider").value = at;
    byId("slider").setAttribute("aria-valuetext", t("player.where", { at, of: length }));
    this.keep();
  }

  show() {
    this.board.show(this.position);
    this.refresh();
  }

  note() {
    byId("note").textContent = this.knowledge();
    if (this.known(this.rules.start).left === null && !byId("said").textContent) this.say(this.knowledge());
    byId("known").textContent = t(this.data.shortest ? "player.fewest" : "player.known");
  }

  /** What the page knows of the puzzle, in words. */
  knowledge() {
    const { status, style } = this.data;
    if (!this.isKnown) {
      const [meaning] = [...byId("style").options].filter(({ value }) => Number(value) === style);
      return t("player.other", { meaning: meaning.text });
    }
    if (this.known(this.rules.start).left === null) {
      return [t("player.unsolvable"), this.otherStyles()].join(" ").trim();
    }
    return status === "unknown" ? t("player.unknown") : "";
  }

  /** What is known of the other styles where this one has no solution. */
  otherStyles() {
    const { elsewhere, no_style: isNowhere } = this.data;
    if (isNowhere) return t("player.no_style");
    if (!elsewhere) return "";
    const { moves, style, together } = elsewhere;
    const who = together.map((kinds) => kinds.join(" + ")).join("; ");
    return t("player.elsewhere", { n: moves, style, who });
  }

  drawGoals() {
    const { goals } = this.data;
    const drawn = goals.slice(0, MOST_GOALS);
    drawn.forEach((goal, number) => {
      const figure = document.createElement("figure");
      const caption = document.createElement("figcaption");
      caption.textContent = goals.length > 1 ? t("player.goal_of", { at: number + 1, of: goals.length }) : t("player.goal");
      const svg = element(figure, "svg", { role: "img", "aria-label": this.describeGoal(goal) });
      drawFloor(svg, this.rules);
      element(svg, "path", { d: goal.free, class: "free" });
      for (const piece of goal.pieces) drawPiece(svg, this.rules, piece).dataset.kind = piece[1];
      figure.append(caption);
      byId("goals").append(figure);
    });
    byId("more").textContent =
      goals.length > drawn.length ? t("player.more_goals", { n: goals.length - drawn.length }) : "";
  }

  /** Writes on the pieces of the board and of the goals what is wanted there. */
  label(labels) {
    byId("labels").checked = labels;
    this.board.label(labels);
    for (const group of byId("goals").querySelectorAll("[data-kind]")) {
      const kind = Number(group.dataset.kind);
      const pieces = this.rules.byKind[kind];
      // Which of several pieces comes there makes no difference, so none is named.
      const isOne = this.rules.names.length === 0 || pieces.length === 1;
      const text = isOne ? this.board.labelOf(pieces[0]) : "";
      writeOn(group, this.rules.kinds[kind], text, 44, this.rules.unit);
    }
    this.keep();
  }

  describeGoal({ pieces, empty, free }) {
    const { board } = this;
    const wants = pieces.map(([cell, kind]) => {
      const who = [...new Set(this.rules.byKind[kind].map((piece) => this.rules.nameOf(piece)))].join("/");
      return t("player.piece", { who, where: board.nameOf(cell) });
    });
    if (free) wants.push(...empty.map((cell) => t("player.nothing", { where: board.nameOf(cell) })), t("player.anything"));
    return t("player.goal_is", { wants: wants.join("; ") });
  }

  // What is said.

  choice() {
    const { group, chosen } = this.board;
    const members = this.board.company(chosen).map((piece) => this.board.describe(piece));
    const who = members.join("; ");
    return t(group.size > 0 ? "player.together" : "player.chosen", { who });
  }

  refusal(obstacle, direction) {
    if (!obstacle) return t("player.no_move");
    const other = obstacle.why === "piece" ? this.board.describe(obstacle.other) : "";
    const why = t(`player.why_${obstacle.why}`, { other });
    const who = this.board.describe(obstacle.piece);
    return t("player.refused", { who, direction: t(`direction.${direction}`), why });
  }

  sentence({ set, steps }) {
    const members = set.map((piece) => this.board.describe(piece)).join("; ");
    return t(set.length > 1 ? "player.moves_together" : "player.moves_alone", { who: members, path: pathOf(steps) });
  }

  /** Tells of the last move, and whether that was the end. */
  tellMove() {
    const { game, rules } = this;
    const made = t("player.count", { n: game.made });
    if (rules.isSolved(game.position)) {
      if (game.isShown) return this.say(t("player.is_solved"));
      byId("next").focus({ preventScroll: true });
      if (!this.isStart(game.begun)) return this.say(t("player.solved_from", { made }));
      this.page.solved?.(game.made);
      return this.say(praise(game.made, this.fewest));
    }
    const last = game.moves[game.at - 1];
    if (!last) return this.say(t("player.back"));
    if (last.styles) return this.say(t("player.new_style", { meaning: byId("style").selectedOptions[0].text }));
    const where = last.set.map((piece) => this.board.describe(piece, game.position)).join("; ");
    this.say(t("player.now", { where, made }));
  }

  // The player's moves.

  step(set, direction, gesture) {
    this.game.step(set, direction, gesture);
    this.refresh();
    return this.game.position;
  }

  /** Stops what moves by itself, wherever it is. */
  settle() {
    this.motion = null;
    this.playing = null;
    this.hinted = null;
    this.search?.end();
    this.show();
  }

  undo() {
    this.settle();
    const move = this.game.undo();
    if (!move) return this.say(t("player.no_undo"));
    if (move.styles) this.use(move.styles[0]);
    this.slide(move.after, move.set, backwards(move.steps));
    this.say(t("player.undone", { made: t("player.count", { n: this.game.made }) }));
  }

  redo() {
    this.settle();
    this.forward();
  }

  /** Makes the next move that can be made again. */
  forward() {
    const move = this.game.redo();
    if (!move) return this.say(t("player.no_redo"));
    if (move.styles) this.use(move.styles[1]);
    const sliding = this.slide(move.before, move.set, move.steps);
    this.tellMove();
    return sliding;
  }

  /** Goes back or on in the game. */
  go(at) {
    this.settle();
    const { game } = this;
    while (game.at > at) this.use(game.undo().styles?.[0] ?? this.rules.style);
    while (game.at < at) this.use(game.redo().styles?.[1] ?? this.rules.style);
    this.show();
    this.tellMove();
  }

  reset() {
    this.settle();
    // Undo can take this back.
    if (this.game.made > 0 || !this.isStart(this.position)) this.game.jump(this.rules.start, [this.rules.style, this.rules.style]);
    this.show();
    this.say(t("player.at_start"));
  }

  hint() {
    const isAgain = this.hinted === this.position;
    this.settle();
    const { position } = this;
    const move = this.answer(() => this.hint());
    if (!move) return;
    if (isAgain) {
      this.game.plan([move]);
      this.forward();
      return;
    }
    this.board.showMove(move);
    this.hinted = position;
    this.say(t("player.hint_is", { move: this.sentence(move) }));
  }

  /** The best move from here. If there is none, says why; if it is to be searched for, then `act` comes again. */
  answer(act) {
    const { position } = this;
    if (this.rules.isSolved(position)) return this.say(t("player.is_solved"));
    const { left, move } = this.known(position);
    if (move) return move;
    if (left === undefined && this.search) this.search.consult(position, act);
    else this.say(left === undefined ? this.knowledge() : t("player.no_hint"));
  }

  // What moves by itself.

  /** Lets a set slide along steps, and ends in the position that is to be shown. */
  async slide(from, set, steps) {
    const motion = (this.motion = {});
    this.refresh();
    let position = from;
    this.board.show(position);
    for (const { direction, length } of isStill() ? [] : runs(steps)) {
      const { row, col } = DIRECTIONS[direction];
      position = this.rules.displaced(position, set, length * row, length * col);
      this.board.show(position);
      await pause(STRIDE);
      if (this.motion !== motion) return;
    }
    this.show();
  }

  /** Makes all moves that are to come: those that were undone, or else a solution from here. Once more: stops. */
  async play() {
    const { game, playing: isPlaying } = this;
    this.settle();
    if (isPlaying) return;
    if (game.at === game.moves.length) {
      const moves = [];
      for (let move = this.answer(() => this.play()); move; move = this.known(move.after).move) moves.push(move);
      if (!moves[0]) return;
      game.plan(moves, true);
    }
    const playing = (this.playing = {});
    while (this.playing === playing && game.at < game.moves.length) {
      await this.forward();
      await pause(isStill() ? 2 * REST : REST);
    }
    if (this.playing === playing) this.settle();
  }

  /** Shows the game from where it began. */
  replay() {
    this.go(this.game.at - this.game.made);
    this.play();
  }

  // What a move is.

  /** From here on, a move is what it is in this style. */
  choose(style) {
    this.settle();
    const { position, rules } = this;
    this.game.jump(position, [rules.style, style]);
    this.use(style);
    this.show();
    this.tellMove();
  }

  use(style) {
    this.rules.use(style);
    byId("style").value = style;
    if (!this.rules.together) this.board.group.clear();
    this.note();
  }

  // The address, and what is kept beside it.

  /** The address of the position that is shown. */
  address() {
    return this.link({ at: this.rules.shorthand(this.position) });
  }

  link(named) {
    return addressOf(this.page.puzzles.length > 1 ? this.number : null, named);
  }

  /** The address of the game from where it began to its position. */
  addressOfGame() {
    const { moves, at, made } = this.game;
    return this.link({ moves: writeMoves(this.rules.style, moves.slice(at - made, at)) });
  }

  /** Lets the address follow the position soon, and keeps the game over a reload of the page. */
  keep() {
    this.keeping ??= setTimeout(() => this.keepNow(), KEEP);
  }

  keepNow() {
    clearTimeout(this.keeping);
    this.keeping = null;
    // On the way to another puzzle, the address is that of the other already.
    if (partOf("puzzle") !== this.named) return;
    const { game, rules, board, data } = this;
    const { base, moves, at } = game;
    const bare = addressOf(this.number > 1 ? this.number : null);
    const state = { text: data.text, base, moves, at, style: rules.style, labels: board.labels };
    keep(this.isStart(this.position) ? bare : this.address(), state);
    this.named = partOf("puzzle");
  }

  /** Goes on with the game that was kept, or begins at the position that the address names. */
  restore() {
    const kept = history.state;
    const [text, moves] = ["at", "moves"].map(partOf);
    const position = text === null ? null : this.rules.parse(text);
    if (kept?.text === this.data.text && kept.moves) {
      this.use(kept.style);
      const { base, moves, at } = kept;
      Object.assign(this.game, { base, moves, at });
      this.label(kept.labels);
      if (this.game.moves.length > 0) this.say(t("player.goes_on"));
      this.settle();
      return;
    }
    const shown = moves && readMoves(this.rules, moves);
    this.use(shown ? this.rules.style : this.data.style);
    this.game.begin(position ?? this.rules.start);
    this.label(this.board.labels);
    if (shown) {
      this.game.plan(shown, true);
      this.play();
    } else if (position) this.say(t("player.of_link"));
    else if ((text ?? moves) !== null) this.say(t("player.bad_link"));
    if (!shown) this.settle();
  }

  // Wiring.

  connect() {
    const does = {
      undo: () => this.undo(),
      redo: () => this.redo(),
      reset: () => this.reset(),
      hint: () => this.hint(),
      stop: () => this.search.stop(),
      play: () => this.play(),
      replay: () => this.replay(),
      share: async () => this.say(await copied(this.addressOfGame())),
    };
    for (const [id, act] of Object.entries(does)) byId(id).addEventListener("click", act);
    const changes = {
      puzzle: ({ target }) => {
        this.keepNow();
        location.href = addressOf(target.value);
      },
      style: ({ target }) => this.choose(Number(target.value)),
      labels: ({ target }) => this.label(target.checked),
    };
    for (const [id, act] of Object.entries(changes)) byId(id).addEventListener("change", act);
    byId("slider").addEventListener("input", ({ target }) => this.go(target.valueAsNumber));
    document.addEventListener("keydown", (event) => {
      const way = undoing(event);
      if (way) {
        event.preventDefault();
        (way < 0 ? does.undo : does.redo)();
      } else if (!hasModifier(event) && !event.target.closest("select, input:not([type=checkbox]), details")) {
        this.key(event, does);
      }
    });
    // Another address of this page: another position, or another puzzle.
    addEventListener("hashchange", () => {
      clearTimeout(this.keeping);
      location.reload();
    });
  }

  /** A key anywhere on the page, unless what has the focus has a use for it. */
  key(event, does) {
    if (this.board.key(event)) return;
    const keys = { u: does.undo, r: does.redo };
    if (!this.hides("hints")) keys.h = does.hint;
    if (this.board.svg.contains(event.target)) keys.Home = does.reset;
    keys[event.key]?.();
  }

  /** Unpacks the map, when the page is already there to be played with. */
  async unpack() {
    if (!this.data.map) return;
    try {
      this.map = await DistanceMap.unpack(this.rules, this.data.map);
    } catch {
      // A browser that cannot unpack it has the solution.
      this.data.map = null;
    }
    this.note();
    this.refresh();
  }
}

/** Plays the puzzles of a page as soon as the packed rules are unpacked; their maps are unpacked later. */
async function begin(page, rules) {
  await wasm_table({ module_or_path: unpacked(rules) });
  const player = new Player(page);
  byId("page").dataset.ready = "board";
  const done = () => (byId("page").dataset.ready = "all");
  requestAnimationFrame(() => setTimeout(() => player.unpack().then(done)));
}
