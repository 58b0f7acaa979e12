// The editor: drawing and text of a puzzle, which follow each other; what the solver says of it; and
// how it is shared and kept.

/** What is expected in place of a mistake, without options: these are for the command line, here are buttons. */
function onScreen(expected) {
  const rest = expected.replace(/(,? or|[,;])[^,;]*`--[^`]*`[^,;]*/g, "");
  return /`--|option/.test(rest) ? "" : `; expected ${rest}`;
}

const WAIT = 150;
class Editor {
  constructor(text) {
    this.tool = "piece";
    this.chosen = null;
    this.goal = 0;
    this.asked = 0;
    this.startSheet = new Sheet(byId("start"), "editor.start", this.strokes(false));
    this.goalSheet = new Sheet(byId("goal"), "editor.goal", this.strokes(true));
    // What the text was, and what it was to become.
    this.past = [];
    this.at = -1;
    this.connect();
    this.take(text);
  }

  say(key, values) {
    byId("said").textContent = t(key, values);
  }

  // Drawing and text.

  /** Takes a text, and draws it if it can be drawn. */
  take(text) {
    this.text = text;
    if (byId("text").value !== text) byId("text").value = text;
    this.drawing = Drawing.read(text);
    if (text !== this.past[this.at]) {
      this.past.length = this.at + 1;
      this.at = this.past.push(text) - 1;
    }
    this.show();
    this.follow();
  }

  /** The drawing has changed: the text follows. */
  draw() {
    this.take(this.drawing.write());
  }

  /** Shows the drawing. */
  show() {
    const { drawing } = this;
    byId("drawing").classList.toggle("undrawn", !drawing);
    byId("far").hidden = Boolean(drawing);
    byId("undo").disabled = this.at === 0;
    byId("redo").disabled = this.at === this.past.length - 1;
    if (!drawing) return;
    this.goal = Math.min(this.goal, drawing.goals.length - 1);
    const names = [...drawing.pieces().keys()];
    if (!names.includes(this.chosen)) this.chosen = names[names.length - 1] ?? null;
    const colours = new Map(names.map((name, at) => [name, at % 60]));
    this.startSheet.show(drawing, drawing.start, colours, this.chosen);
    this.goalSheet.show(drawing, drawing.goals[this.goal], colours, this.chosen);
    byId("rows").value = drawing.rows;
    byId("cols").value = drawing.cols;
    byId("chosen").replaceChildren(...names.map((name) => new Option(name, name)));
    byId("chosen").value = this.chosen ?? "";
    byId("lock").value = drawing.locks.get(this.chosen) ?? "";
    const goals = drawing.goals.map((_, at) => new Option(t("editor.number", { n: at + 1 }), at));
    byId("which").replaceChildren(...goals);
    byId("which").value = this.goal;
    for (const id of ["which", "fewer"]) byId(id).hidden = drawing.goals.length < 2;
    for (const id of ["chosen", "lock"]) byId(id).parentElement.hidden = this.chosen === null;
  }

  /** After any change: the address, and what the solver says. */
  follow() {
    // What was asked was asked of another puzzle.
    if (this.running) this.halt();
    byId("findings").replaceChildren();
    byId("chart").replaceChildren();
    this.address = addressWith([`text=${encodeURIComponent(this.text)}`]);
    this.asked += 1;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      keep(this.address, null);
      this.check();
    }, WAIT);
  }

  // Strokes on the sheets.

  strokes(isGoal) {
    const sheet = () => (isGoal ? this.drawing.goals[this.goal] : this.drawing.start);
    const done = () => {
      this.stroke = null;
      this.draw();
    };
    return {
      begin: (cell) => {
        const isTaken = !isGoal && isPiece(sheet()[cell]);
        this.taken = isTaken && this.tool === "piece" ? cell : undefined;
        this.before = this.drawing.write();
        this.stroke = this.begun(sheet()[cell], isGoal);
        this.touch(cell, isGoal);
      },
      leave: (event) => this.carry(this.goalSheet.cellAt(event)),
      go: (cell) => this.touch(cell, isGoal),
      end: done,
      type: (cell, char) => this.type(cell, char, isGoal),
    };
  }

  /** What a stroke that begins on this does to the cells that it passes. */
  begun(char, isGoal) {
    if (this.tool !== "piece") return this.tool;
    if (isPiece(char)) this.chosen = char;
    else if (!isGoal) this.chosen = this.drawing.fresh() ?? this.chosen;
    return "piece";
  }

  /** A piece that is dragged from the start into the goal is wanted there, and has not grown on its way. */
  carry(cell) {
    if (cell < 0 || this.taken === undefined) return;
    this.stroke = "carry";
    this.drawing = Drawing.read(this.before);
    this.touch(cell, true);
  }

  /** Goes over a cell with the tool. A piece grows over what is no piece. */
  touch(cell, isGoal) {
    const char = { wall: BLOCK, erase: FLOOR, gap: GAP }[this.stroke] ?? this.chosen;
    if (isGoal || !isPiece(char) || !isPiece(this.drawing.start[cell])) this.put(cell, char, isGoal);
    this.show();
  }

  /** Puts a character into a cell of the start, or of the goal that is shown. */
  put(cell, char, isGoal) {
    const { drawing } = this;
    const goal = drawing.goals[this.goal];
    if (char === BLOCK || (!isGoal && char !== GAP)) drawing.put(cell, char);
    else if (!isGoal) this.say("editor.gaps");
    else if (char === null) this.say("editor.nothing");
    else if (isPiece(char)) {
      const isThere = drawing.pieces().has(char) && drawing.cover(goal, char, cell, this.taken);
      if (!isThere) this.say("editor.room", { name: char });
    } else {
      if (goal[cell] === BLOCK && char === FLOOR) drawing.put(cell, FLOOR);
      drawing.lift(goal, goal[cell]);
      if (goal[cell] !== BLOCK) goal[cell] = char;
    }
  }

  /** A character that is typed into a cell. */
  type(cell, char, isGoal) {
    const isName = NAMES.includes(char);
    if (!isName && ![BLOCK, FLOOR, GAP].includes(char)) return false;
    this.taken = undefined;
    if (isName && (!isGoal || this.drawing.start.includes(char))) this.chosen = char;
    this.put(cell, char, isGoal);
    this.draw();
    return true;
  }

  // What the solver says.

  /** Asks the solver; gives nothing where that fails, or the puzzle has changed meanwhile. */
  async question(act) {
    const { asked } = this;
    try {
      const found = await act(await solver());
      if (asked === this.asked) return found;
    } catch (error) {
      if (asked === this.asked) this.fail(error);
    }
  }

  /** Whether a puzzle is right, and what its author would want to know. A text in another notation is drawn. */
  async check() {
    const { text } = this;
    const check = await this.question((sliding) => sliding.check(text));
    if (check) this.judge(check);
    if (check && !this.drawing) {
      const drawn = check.valid ? await this.question((sliding) => sliding.convert(text, "drawn")) : text;
      const drawing = drawn && Drawing.read(drawn, !check.valid);
      if (drawing) this.drawing = drawing;
      if (drawing && !check.valid) this.say("editor.goalless");
      this.show();
    }
    if (text === this.text) byId("page").dataset.checked = text;
  }

  /** Shows what is wrong with the text, or that nothing is. */
  judge({ valid, problems = [], readings = [], read_as: readAs, advice = [], warnings = [], goals = [], pieces, empty_cells: empty }) {
    const isBlank = this.drawing?.pieces().size === 0;
    byId("page").classList.toggle("wrong", !valid && !isBlank);
    const fine = () => t("check.fine", { pieces: t("check.pieces", { n: pieces }), empty: t("check.empty", { n: empty }) });
    const wrong = () => t(readings.length > 0 ? "check.open" : "check.wrong", { n: readings.length || problems.length });
    const said = valid ? fine() : wrong();
    byId("verdict").textContent = isBlank ? t("check.blank") : said;
    const items = isBlank ? [] : [...problems, ...warnings].map((problem) => this.problem(problem));
    items.push(...readings.map((reading) => this.reading(reading)));
    items.push(...(readAs?.assumptions ?? []).map(({ text }) => make("li", `${readAs.convention}: ${text}`, { lang: "en" })));
    for (const hint of advice) {
      const said = adviceText(hint, goals.length);
      items.push(make("li", said ?? hint.message, languageOf(said)));
    }
    byId("problems").replaceChildren(...items);
  }

  problem({ line, column, message, expected, ...cause }) {
    const item = make("li");
    const place = part(item, "button", t("check.place", { line, column }), { class: "place" });
    place.addEventListener("click", () => this.point(line, column));
    const words = problemText(cause);
    const said = words ? t("check.expected", words) : `${message}${onScreen(expected)}`;
    part(item, "span", ` ${said}`, languageOf(words));
    return item;
  }

  /** A way to understand the text: a button chooses it, unless it leaves something open, too. */
  reading({ text, options, start }) {
    if (start === undefined) return make("li", text, { lang: "en" });
    const item = make("li");
    const button = part(item, "button", text, { lang: "en" });
    button.addEventListener("click", () => this.choose(options));
    return item;
  }

  /** Writes the puzzle that these options make of the text: the new text leaves nothing open. */
  async choose(read) {
    const text = await this.question((sliding) => sliding.convert(this.text, "sliding", { read }));
    if (text) this.take(text);
  }

  /** Puts the cursor where something is wrong. */
  point(line, column) {
    const lines = byId("text").value.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const units = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
    byId("text").focus();
    byId("text").setSelectionRange(before + units, before + units + 1);
  }

  fail({ message, stopped }) {
    byId("findings").replaceChildren();
    part(byId("findings"), "p", stopped ? t("found.stopped") : t("found.failed", { why: message }), { class: "verdict" });
  }

  /** Asks the solver something that may take long. */
  async ask(what, show) {
    const { asked, text } = this;
    const style = Number(byId("style").value);
    this.busy(true);
    await this.question(async (sliding) => {
      const found = await sliding[what](text, { style, progress: (told) => this.tell(told) });
      if (asked === this.asked) await show(found, text);
    });
    if (asked === this.asked) this.busy(false);
  }

  tell({ positions: n, distance }) {
    if (this.running && n !== undefined) {
      byId("findings").textContent = t("found.progress", { n, distance: distance ?? 0 });
    }
  }

  busy(is) {
    this.running = is;
    for (const id of ["progress", "stop"]) byId(id).hidden = !is;
    for (const id of ["solve", "explore"]) byId(id).disabled = is;
    if (!is) return;
    byId("findings").textContent = t("editor.searching");
    byId("chart").replaceChildren();
  }

  async halt() {
    this.busy(false);
    (await solver()).stop();
  }

  // Sharing and keeping.

  /** What files of this puzzle are called. */
  get name() {
    const title = /^(?:# )?title:\s*(.+)$/m.exec(this.text)?.[1] ?? "puzzle";
    return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "puzzle";
  }

  keep(blob, ending) {
    const link = make("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${this.name}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    this.say("editor.saved", { name: link.download });
  }

  /** A picture; or the same in pixels, twice as many as it asks for: screens have become fine. */
  picture(isInPixels) {
    return this.question(async (sliding) => {
      const svg = await sliding.draw(this.text);
      if (!isInPixels) return this.keep(new Blob([svg], { type: "image/svg+xml" }), "svg");
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = 2 * image.naturalWidth;
      canvas.height = 2 * image.naturalHeight;
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      this.keep(await new Promise((resume) => canvas.toBlob(resume)), "png");
    });
  }

  // Wiring.

  travel(by) {
    const text = this.past[this.at + by];
    if (text === undefined) return;
    this.at += by;
    this.take(text);
  }

  /** Does something to the drawing, if there is one. */
  change(act) {
    if (!this.drawing) return;
    act(this.drawing);
    this.draw();
  }

  resize() {
    const side = (id) => Math.min(MOST_SIDE, Math.max(1, Math.round(byId(id).valueAsNumber) || 1));
    this.change((drawing) => drawing.resize(side("rows"), side("cols")));
  }

  connect() {
    const clicks = {
      undo: () => this.travel(-1),
      redo: () => this.travel(1),
      fresh: () => this.take(new Drawing(5, 4).write()),
      more: () => this.change(({ goals, start }) => {
        this.goal = goals.push(start.map(under)) - 1;
      }),
      fewer: () => this.change(({ goals }) => goals.splice(this.goal, 1)),
      solve: () => this.ask("solve", (found) => showSolution(byId("findings"), found)),
      explore: () =>
        this.ask("explore", (found, text) => showMap(byId("findings"), byId("chart"), text, found)),
      stop: () => solver().then((sliding) => sliding.stop()),
      play: () => location.assign(playAddress(this.text)),
      copy: async () => (byId("said").textContent = await copied(this.address)),
      save: () => this.keep(new Blob([this.text], { type: "text/plain" }), "txt"),
      picture: () => this.picture(false),
      pixels: () => this.picture(true),
    };
    for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
    const changes = {
      tools: ({ target }) => (this.tool = target.value),
      rows: () => this.resize(),
      cols: () => this.resize(),
      chosen: ({ target }) => {
        this.chosen = target.value;
        this.show();
      },
      lock: ({ target: { value } }) => this.change(({ locks }) => locks.set(this.chosen, value)),
      which: ({ target }) => {
        this.goal = Number(target.value);
        this.show();
      },
      style: ({ target }) => memory.set("style", target.value),
    };
    for (const [id, act] of Object.entries(changes)) byId(id).addEventListener("change", act);
    byId("text").addEventListener("input", ({ target }) => this.take(target.value));
    byId("style").value = memory.get("style") ?? byId("style").value;
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.take(partOf("text") ?? this.text));
    document.addEventListener("language", () => {
      this.show();
      this.follow();
    });
  }

  key(event) {
    const isWritten = event.target.closest("input, textarea, select");
    const way = undoing(event);
    if (!way || isWritten) return;
    event.preventDefault();
    this.travel(way);
  }
}

const editor = new Editor(partOf("text") ?? new Drawing(5, 4).write());
document.body.dataset.ready = "all";
