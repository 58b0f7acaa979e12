// The page: what the buttons do, what is said and counted, and the position in the address.

const STRIDE = 150;
const REST = 350;
const MOST_GOALS = 6;
// Browsers do not take more than three changes of the address a second for long.
const KEEP = 400;

const pause = (time) => new Promise((resume) => setTimeout(resume, time));
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

class Player {
  /** Plays the puzzle that the address names, or else the first, on a table of the core. */
  constructor(page, Table) {
    this.page = page;
    const { puzzle } = named();
    this.named = puzzle;
    this.number = page.puzzles[puzzle - 1] ? Number(puzzle) : 1;
    const data = (this.data = page.puzzles[this.number - 1]);
    this.mark = mark(data);
    const rules = (this.rules = new Rules(data, new Table(data.text)));
    this.game = new Game(rules, rules.start);
    this.solution = data.solution && new Solution(rules, data.solution);
    this.map = null;
    this.oracle = this.hides("hints") && this.hides("left") ? null : new Oracle(page.core, data.text, rules);
    this.search = this.oracle && new Search(this, this.oracle);
    // The number of the solution's position that is shown, while it is not the game's.
    this.tour = null;
    // Whoever moves pieces without the player goes on only while this is its own.
    this.motion = null;
    this.hinted = null;
    this.board = new BoardView(byId("board"), data, rules, {
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
    byId("puzzles").hidden = puzzles.length < 2;
    puzzles.forEach(({ name }, number) => byId("puzzle").add(new Option(`${number + 1}. ${name}`, number + 1)));
    byId("puzzle").value = this.number;
    const names = byId("labels").querySelector("[value=names]");
    if (!this.data.kinds.some(({ called }) => called)) names.remove();
    byId("left").parentElement.hidden = this.hides("left");
    byId("hint").hidden = this.hides("hints");
    byId("page").classList.toggle("no-hints", this.hides("hints"));
  }

  /** Returns what to do, in a sentence. If the goal names one piece alone, that becomes red. */
  task() {
    const { rules } = this;
    const [{ pieces, free }, another] = rules.goals;
    if (another) return t("player.task_goals");
    if (!free && rules.areTiles) return t("player.task_tiles");
    const [[cell, kind] = [], more] = pieces;
    if (!free || more || rules.byKind[kind]?.length !== 1) return t("player.task_goal");
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
    const { lock } = rules.kinds[kind];
    if (lock === "horizontal" && ["left", "right"].includes(col)) return t(`player.out_${col}`);
    return t(row && col ? `player.to_${row}_${col}` : "player.to_outline");
  }

  hides(what) {
    return this.page.hidden.includes(what);
  }

  /** Whether hints and the solution are about what a move is now. */
  get isKnown() {
    return this.rules.style === this.data.style;
  }

  /** Whether the solution may be looked at. */
  get hasTour() {
    return this.solution !== null && this.isKnown && !this.hides("solution");
  }

  /** The fewest moves from the start, as far as they are known in this style. */
  get fewest() {
    if (this.isKnown) return this.data;
    const { left: moves = null, shortest = true } = this.known(this.rules.start);
    return { shortest, moves };
  }

  // What is shown.

  say(text) {
    byId("said").textContent = text;
  }

  get position() {
    return this.tour === null ? this.game.position : this.solution.positions[this.tour];
  }

  isStart(position) {
    return position.join() === this.rules.start.join();
  }

  /** What is known of a position: the moves left, null where no goal can be reached, and the next. */
  known(position) {
    const { data, map, solution, isKnown } = this;
    if (isKnown && data.status === "unsolvable") return { left: null };
    const left = isKnown ? (map ?? solution)?.left(position) : undefined;
    if (left === undefined) return this.oracle?.known(position) ?? {};
    return { left, move: (map ?? solution).hint(position), shortest: map || data.shortest };
  }

  /** Brings numbers, buttons and the address's field up to date. */
  refresh() {
    const { game, solution, position } = this;
    const { left, shortest } = this.known(position);
    const { moves } = this.fewest;
    byId("moves").textContent = this.tour ?? game.made;
    byId("left").textContent = left && !shortest ? `≤ ${left}` : (left ?? "–");
    byId("best").textContent = moves ?? "–";
    const able = (id, is) => byId(id).setAttribute("aria-disabled", !is);
    able("undo", this.tour !== null || game.at > 0);
    able("redo", this.tour === null && game.at < game.moves.length);
    able("reset", !this.isStart(position));
    able("hint", left > 0 || (left === undefined && this.search && !this.rules.isSolved(position)));
    this.search?.wonder(position);
    const { classList } = byId("page");
    classList.toggle("solved", this.rules.isSolved(position));
    classList.toggle("touring", this.tour !== null);
    classList.toggle("together", this.rules.together);
    classList.toggle("no-tour", !this.hasTour);
    byId("link").value = this.address();
    this.keep();
    if (!solution) return;
    const at = this.tour ?? solution.at(position) ?? 0;
    byId("slider").value = at;
    byId("where").textContent = t("player.where", { at, of: solution.length });
    byId("slider").setAttribute("aria-valuetext", t("player.position", { at, of: solution.length }));
  }

  show() {
    this.board.show(this.position);
    this.refresh();
  }

  note() {
    byId("note").textContent = this.knowledge();
    byId("solution").hidden = !this.hasTour;
    byId("answers").open ||= this.data.status === "unsolvable";
    byId("known").textContent = t(this.data.shortest ? "player.fewest" : "player.known");
  }

  /** What the page knows of the puzzle, in words. */
  knowledge() {
    const { status, style } = this.data;
    if (!this.isKnown) {
      const [meaning] = [...byId("style").options].filter(({ value }) => Number(value) === style);
      return t("player.other", { meaning: meaning.text });
    }
    if (status === "unsolvable") {
      return [t("player.unsolvable"), this.otherStyles()].join(" ").trim();
    }
    if (status === "unknown") return t("player.unknown");
    return this.map && !this.hides("hints") ? t("player.map", { n: this.map.count }) : "";
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
      drawFloor(svg, this.rules, this.data);
      element(svg, "path", { d: goal.free, class: "free" });
      for (const [cell, kind] of goal.pieces) {
        const piece = drawPiece(svg, this.rules.kinds[kind], kind, { class: "piece", "data-kind": kind });
        piece.style.transform = this.board.translation(cell);
      }
      figure.append(caption);
      byId("goals").append(figure);
    });
    byId("more").textContent =
      goals.length > drawn.length ? t("player.more_goals", { n: goals.length - drawn.length }) : "";
  }

  /** Writes on the pieces of the board and of the goals what is wanted there. */
  label(labels) {
    byId("labels").value = labels;
    this.board.label(labels);
    for (const group of byId("goals").querySelectorAll("[data-kind]")) {
      const kind = Number(group.dataset.kind);
      const pieces = this.rules.byKind[kind];
      // Which of several pieces comes there makes no difference, so none is named.
      const isOne = this.rules.names.length === 0 || pieces.length === 1;
      const text = isOne ? this.board.labelOf(pieces[0]) : "";
      writeOn(group, this.rules.kinds[kind], text, 44, this.data.unit);
    }
    this.keep();
  }

  describeGoal({ pieces, empty, free }) {
    const { board } = this;
    const wants = pieces.map(([cell, kind]) => {
      const own = this.rules.byKind[kind].map((piece) => this.rules.names[piece]).filter(Boolean);
      const who = own.join("/") || this.rules.kinds[kind].name;
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
    const path = runs(steps).map(({ direction, length }) => {
      const word = t(`direction.${direction}`);
      return length > 1 ? `${word} ${length}` : word;
    });
    return t(set.length > 1 ? "player.moves_together" : "player.moves_alone", { who: members, path: path.join(", ") });
  }

  /** Tells of the last move, and whether that was the end. */
  tellMove() {
    const { game, rules } = this;
    const made = t("player.count", { n: game.made });
    if (rules.isSolved(game.position)) {
      this.say(this.isStart(game.begun) ? praise(game.made, this.fewest) : t("player.solved_from", { made }));
      return;
    }
    const last = game.moves[game.at - 1];
    if (!last) return this.say(t("player.back"));
    if (last.styles) return this.say(t("player.new_style", { meaning: byId("style").selectedOptions[0].text }));
    const where = last.set.map((piece) => this.board.describe(piece, game.position)).join("; ");
    this.say(t("player.now", { where, made }));
  }

  // The player's moves.

  step(set, direction, gesture) {
    this.adopt();
    this.game.step(set, direction, gesture);
    this.refresh();
    return this.game.position;
  }

  /** Stops what moves by itself, wherever it is. */
  settle() {
    this.motion = null;
    this.hinted = null;
    this.search?.end();
    this.stopped();
    this.show();
  }

  /** From a position of the solution the game goes on, as if it had been played until there. */
  adopt() {
    if (this.tour === null) return;
    this.restart();
    for (const move of this.solution.moves.slice(0, this.tour)) this.game.add(move);
    this.tour = null;
  }

  /** Leaves the solution for the game. */
  leave() {
    this.tour = null;
    this.settle();
  }

  undo() {
    const isTouring = this.tour !== null;
    this.leave();
    if (isTouring) return this.say(t("player.in_game"));
    const move = this.game.undo();
    if (!move) return this.say(t("player.no_undo"));
    if (move.styles) this.use(move.styles[0]);
    this.slide(move.after, move.set, backwards(move.steps));
    this.say(t("player.undone", { made: t("player.count", { n: this.game.made }) }));
  }

  redo() {
    this.leave();
    const move = this.game.redo();
    if (!move) return this.say(t("player.no_redo"));
    if (move.styles) this.use(move.styles[1]);
    this.slide(move.before, move.set, move.steps);
    this.tellMove();
  }

  reset() {
    this.leave();
    if (this.game.made > 0 || !this.isStart(this.position)) this.restart();
    this.show();
    this.say(t("player.at_start"));
  }

  /** Begins at the start again, as undo can take back. */
  restart() {
    this.game.jump(this.rules.start, [this.rules.style, this.rules.style]);
  }

  hint() {
    const isAgain = this.hinted === this.position;
    this.settle();
    const { position } = this;
    if (this.rules.isSolved(position)) return this.say(t("player.is_solved"));
    const { left, move } = this.known(position);
    if (left === undefined && this.search) return this.search.consult(position);
    if (!move) return this.say(t("player.no_hint"));
    if (isAgain) return this.makeHint(move);
    this.board.showMove(this.rules.move(position, move.set, move.steps));
    this.hinted = position;
    this.say(t("player.hint_is", { move: this.sentence(move) }));
  }

  makeHint({ set, steps }) {
    const { position } = this;
    const gesture = {};
    this.adopt();
    for (const step of steps) this.game.step(set, step, gesture);
    this.slide(position, set, steps);
    this.tellMove();
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

  /** Shows a position of the solution; the next one or the one before by sliding. */
  async visit(at) {
    const { moves, length } = this.solution;
    const from = this.tour ?? this.solution.at(this.game.position);
    this.motion = null;
    this.tour = Math.max(0, Math.min(length, at));
    this.hinted = null;
    if (this.tour === from) return this.show();
    if (this.tour === from + 1) {
      const { before, set, steps } = moves[from];
      await this.slide(before, set, steps);
    } else if (this.tour === from - 1) {
      const { after, set, steps } = moves[this.tour];
      await this.slide(after, set, backwards(steps));
    } else {
      this.show();
    }
  }

  /** Where stepping through the solution begins: at the game's position if that is on it. */
  get place() {
    return this.tour ?? this.solution.at(this.game.position) ?? 0;
  }

  async play() {
    if (this.playing) return this.stopped();
    const playing = (this.playing = {});
    byId("play").textContent = t("player.pause");
    if (this.place === this.solution.length) await this.visit(0);
    while (this.playing === playing && this.place < this.solution.length) {
      await this.visit(this.place + 1);
      await pause(isStill() ? 2 * REST : REST);
    }
    if (this.playing === playing) this.stopped();
  }

  stopped() {
    this.playing = null;
    byId("play").textContent = t("player.play");
  }

  tourTo(at) {
    this.stopped();
    this.visit(at);
    const { tour, solution } = this;
    this.say(t("player.touring", { at: tour, of: solution.length }));
  }

  // What a move is.

  /** From here on, a move is what it is in this style. */
  choose(style) {
    this.leave();
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
    return addressOf(this.page.puzzles.length > 1 ? this.number : null, this.rules.shorthand(this.position));
  }

  /** Lets the address follow the position soon, and keeps the game over a reload of the page. */
  keep() {
    this.keeping ??= setTimeout(() => this.keepNow(), KEEP);
  }

  keepNow() {
    clearTimeout(this.keeping);
    this.keeping = null;
    // On the way to another puzzle, the address is that of the other already.
    if (named().puzzle !== this.named) return;
    const { game, tour, rules, board, mark } = this;
    const { base, moves, at } = game;
    const bare = addressOf(this.number > 1 ? this.number : null, null);
    const state = { mark, base, moves, at, tour, style: rules.style, labels: board.labels };
    keep(this.isStart(this.position) ? bare : this.address(), state);
    this.named = named().puzzle;
  }

  /** Goes on with the game that was kept, or begins at the position that the address names. */
  restore() {
    const kept = history.state;
    const text = named().position;
    const position = text === null ? null : this.rules.parse(text);
    if (kept?.mark === this.mark && kept.moves) {
      this.use(kept.style);
      const { base, moves, at } = kept;
      Object.assign(this.game, { base, moves, at });
      this.tour = this.hasTour ? kept.tour : null;
      this.label(kept.labels);
      if (this.game.moves.length > 0) this.say(t("player.goes_on"));
      this.settle();
      return;
    }
    this.use(this.data.style);
    this.game.begin(position ?? this.rules.start);
    if (position) this.say(t("player.of_link"));
    else if (text !== null) this.say(t("player.bad_link"));
    this.leave();
    this.label(this.board.labels);
  }

  /** Another address of this page: another position, or another puzzle. */
  follow() {
    const { puzzle } = named();
    const isOther = this.page.puzzles[puzzle - 1] && Number(puzzle) !== this.number;
    if (isOther || (puzzle === null && this.number > 1)) location.reload();
    else this.restore();
  }

  async copy() {
    const link = this.address();
    this.keepNow();
    try {
      await navigator.clipboard.writeText(link);
      this.say(t("player.copied"));
    } catch {
      byId("link").select();
      this.say(t("player.select"));
    }
  }

  // Wiring.

  connect() {
    const { solution } = this;
    const does = {
      undo: () => this.undo(),
      redo: () => this.redo(),
      reset: () => this.reset(),
      hint: () => this.hint(),
      stop: () => this.search.stop(),
      back: () => this.tourTo(this.place - 1),
      play: () => this.play(),
      forward: () => this.tourTo(this.place + 1),
      leave: () => this.leave(),
      copy: () => this.copy(),
    };
    for (const [id, act] of Object.entries(does)) byId(id).addEventListener("click", act);
    byId("slider").max = solution ? solution.length : 0;
    byId("slider").addEventListener("input", (event) => this.tourTo(event.target.valueAsNumber));
    byId("puzzle").addEventListener("change", ({ target }) => {
      this.keepNow();
      location.href = addressOf(target.value, null);
    });
    byId("style").addEventListener("change", ({ target }) => this.choose(Number(target.value)));
    byId("labels").addEventListener("change", ({ target }) => this.label(target.value));
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey) {
        const key = event.shiftKey ? event.key.toUpperCase() : event.key;
        const act = { z: does.undo, Z: does.redo, y: does.redo }[key];
        if (!act) return;
        event.preventDefault();
        act();
      } else if (!event.altKey && !event.target.closest("select, input, details")) {
        this.key(event, does);
      }
    });
    addEventListener("hashchange", () => this.follow());
  }

  /** A key anywhere on the page, unless what has the focus has a use for it. */
  key(event, does) {
    if (this.board.key(event)) return;
    const keys = { u: does.undo, r: does.redo };
    if (!this.hides("hints")) keys.h = does.hint;
    if (this.hasTour) keys.n = does.forward;
    if (this.board.svg.contains(event.target)) keys.Home = does.reset;
    keys[event.key]?.();
  }

  /** Unpacks the map, when the page is already there to be played with. */
  async unpack() {
    if (!this.data.map) return;
    try {
      this.map = await DistanceMap.unpack(this.rules, this.data.map);
      performance.mark("map");
    } catch {
      // A browser that cannot unpack it has the solution.
      this.data.map = null;
    }
    this.note();
    this.refresh();
  }
}

/** Unpacks what a player has to unpack when its page can be seen already. */
function begin(player) {
  byId("page").dataset.ready = "board";
  performance.mark("board");
  const done = () => (byId("page").dataset.ready = "all");
  requestAnimationFrame(() => setTimeout(() => player.unpack().then(done)));
}
