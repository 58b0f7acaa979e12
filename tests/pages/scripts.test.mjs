// The logic of the pages' scripts, without pages. `SLIDING` is the path of the program.
import { deepEqual as same, ok } from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Sliding } from "../../bindings/web/built/sliding.js";

process.chdir(new URL("../..", import.meta.url).pathname);
const read = (path) => readFileSync(path, "utf8");

/** What some scripts define. */
const load = (paths, names) => new Function([...paths.map(read), "return {", names, "};"].join("\n"))();

const PAGE = ["unpack", "rules", "game", "map", "oracle", "place"].map((name) => `src/report/page/${name}.js`);
const { DistanceMap, Game, Oracle, Rules, wasm_table } = load(
  ["bindings/web/client.js", "bindings/web/built/table.js", ...PAGE],
  "DistanceMap, Game, Oracle, Rules, wasm_table",
);
wasm_table.initSync({ module: readFileSync("bindings/web/built/table.wasm") });

/** A puzzle as its page has it, with the rules of a style. */
function lay(name, style) {
  const html = execFileSync(process.env.SLIDING, ["solve", "--style", style, "--format", "html", name]);
  const [data] = JSON.parse(/(?<="application\/json">).*?(?=<\/script>)/.exec(html)).puzzles;
  return { data, rules: new Rules(data, new wasm_table.Table(data.text)) };
}

const make = (rules, position, { set, steps }) => rules.move(position, set, steps).after;

test("hints lead to the goal on a shortest way", async () => {
  for (const [name, style, ...published] of [["@klotski", 2, 81, 25955], ["@bolts", 1, 69, 4839], ["@silly", 5, 2, 2457], ["@4x2", 3, 23, 20160]]) {
    const { data, rules } = lay(name, style);
    const map = await DistanceMap.unpack(rules, data.map);
    same([map.left(rules.start), map.count], published, name);
    let [position, seed] = [rules.start, 2026];
    for (let round = 0; round < 100; round += 1) {
      const moves = rules.moves(position);
      const left = rules.isSolved(position) ? 0 : 1 + Math.min(...moves.map(({ after }) => map.left(after)));
      same(map.left(position), left, [name, "seed 2026, round", round].join(" "));
      if (left > 0) same(map.left(make(rules, position, map.hint(position))), left - 1, name);
      seed = (seed * 48271) % 2147483647;
      position = moves[seed % moves.length].after;
    }
    // Without a map, along the solution.
    const oracle = new Oracle(null, data.text, rules);
    oracle.learn(rules.start, data.solution, true);
    position = rules.start;
    for (let left = data.moves; left > 0; left -= 1) {
      const known = oracle.known(position);
      same([known.left, known.shortest], [left, true], name);
      position = make(rules, position, known.move);
    }
    ok(rules.isSolved(position), name);
  }
});

test("where nothing is known, the core searches, in every style", async () => {
  const { data, rules } = lay("@silly", 0);
  const oracle = new Oracle(() => Sliding.open(), data.text, rules);
  for (const [style, published] of [20, 10, 4, 10, 4, 2].entries()) {
    rules.use(style);
    let position = rules.start;
    await oracle.ask(position);
    for (let expected = published; expected > 0; expected -= 1) {
      const { left, shortest, move } = oracle.known(position);
      same([style, left, shortest], [style, expected, true]);
      position = make(rules, position, move);
    }
    ok(rules.isSolved(position), style);
  }
});

test("the solver of tiles gives hints on a 15-puzzle", async () => {
  // The first of Korf's hundred puzzles, turned round, so that its blank comes last: 57 moves (Korf 1985).
  const text = ["4 x 4", ..."123456789abcdef".split("").map((kind) => kind.concat(" = 1")), "d68cfe0ab7459132", "123456789abcdef0", ""].join("\n");
  const sliding = await Sliding.open();
  const { game } = await sliding.game(text);
  const rules = new Rules(game, new wasm_table.Table(text));
  const oracle = new Oracle(async () => sliding, text, rules);
  await oracle.ask(rules.start);
  let position = rules.start;
  for (let expected = 57; expected > 0; expected -= 1) {
    const { left, shortest, move } = oracle.known(position);
    same([left, shortest], [expected, true]);
    position = make(rules, position, move);
  }
  ok(rules.isSolved(position));
  // Others are searched for as any puzzle: small ones, and where pieces move together.
  rules.use(3);
  same([rules.tiles(rules.start), lay("@4x2", 0).rules.tiles([0])], [null, null]);
  sliding.close();
});

test("a solver that takes long to load is not slow", async ({ mock }) => {
  const { Search } = load(["src/report/page/search.js"], "Search");
  mock.timers.enable({ apis: ["setTimeout"] });
  let loaded;
  const asked = [];
  const oracle = { open: () => new Promise((resume) => (loaded = resume)), ask: async (position) => asked.push(position), stop: () => asked.push("stop") };
  const search = new Search({ rules: { style: 2 }, hides: () => false, known: () => ({}), note() {}, refresh() {} }, oracle);
  search.wonder([3]);
  mock.timers.tick(60_000);
  loaded();
  await new Promise(setImmediate);
  same([asked, search.slow.size], [[[3]], 0]);
});

test("a trace has what the engines count", () => {
  const folder = mkdtempSync(join(tmpdir(), "trace"));
  const file = join(folder, "trace.jsonl");
  const trace = (input, ...words) => {
    execFileSync(process.env.SLIDING, ["solve", "--trace", file, ...words], { input });
    return readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  };
  const board = "5 2 8/4 1 7/0 3 6\n";
  const deep = trace(board, "--style", "step", "--engine", "korf0", "-");
  const { stderr } = spawnSync(process.env.SLIDING, ["solve", "--style", "step", "--verbose", "--engine", "korf0", board.trim()]);
  const counted = [...String(stderr).matchAll(/in (\d+) moves: (\d+) pos/g)].map(([, bound, positions]) => [bound, positions].map(Number));
  same(counted.length, 4);
  for (const [pass, positions] of counted) {
    const within = deep.filter(({ bound, distance, estimate }) => bound === pass && distance + estimate <= bound);
    same([pass, within.length], [pass, positions]);
  }
  const broad = trace("", "@simplicity");
  const map = JSON.parse(execFileSync(process.env.SLIDING, ["explore", "--format", "json", "@simplicity"]));
  // 18 moves is the published minimum.
  for (let distance = 0; distance < 18; distance += 1) {
    same(broad.filter((visit) => visit.distance === distance).length, map.from_start.levels[distance], distance);
  }
  for (const visits of [deep, broad]) {
    same(visits.map(({ order }) => order), [...visits.keys()]);
    ok(visits.every(({ parent, distance }) => distance === (parent === null ? 0 : visits[parent].distance + 1)));
  }
  same([deep.at(-1).distance, broad.at(-1).distance], [22, 18]);
  rmSync(folder, { recursive: true });
});

test("what is in the way comes along, or is named", () => {
  for (const [name, style, pieces, direction, found] of [
    ["@klotski", 2, [1], "down", "piece"],
    ["@klotski", 2, [0], "up", "edge"],
    ["@silly", 5, [0], "up", "edge"],
    ["@silly", 3, [0, 3], "right", "wall"],
    ["@fifty-one-slides", 1, [1], "down", "lock"],
    // The T lies in the notch of the U, and pushes it.
    ["@silly", 3, [0], "down", [0, 1]],
  ]) {
    const { rules } = lay(name, style);
    const { set, obstacle } = rules.push(rules.start, pieces, direction);
    same(set ?? obstacle.why, found, name);
  }
});

test("the program and a page have one name for a piece", async () => {
  const sliding = await Sliding.open();
  // A tile, a car, pieces of drawings with their author's letters, and a kind where pieces have no names.
  for (const [text, name] of JSON.parse(read("tests/data/piece-names.json"))) {
    const run = (...words) => String(execFileSync(process.env.SLIDING, words, { input: text, stdio: ["pipe", "pipe", "ignore"] }));
    const [said, [piece]] = [run("hint", "-"), JSON.parse(run("hint", "--format", "json", "-")).next.pieces];
    const { game } = await sliding.game(text);
    const plain = await sliding.convert(text, "sliding");
    const rules = new Rules(game, new wasm_table.Table(plain));
    const there = rules.on(rules.start, rules.cell(piece.row - 1, piece.col - 1));
    same([piece.name, rules.nameOf(there)], [name, name]);
    ok(said.includes(["piece ", name, " at "].join("")), said);
  }
  sliding.close();
});

test("steps are counted as the moves that they make, and kept for this puzzle", () => {
  const { rules, data } = lay("@klotski", 2);
  const game = new Game(rules, rules.start);
  const play = (piece, ...steps) => steps.forEach((step, gesture) => game.step([piece], step, gesture));
  for (const [style, moves] of [2, 2, 1].entries()) {
    rules.use(style);
    game.begin(rules.start);
    play(6, "down", "right");
    same(game.at, moves, style);
  }
  // Back in the same move is no move; another move takes the place of what was undone.
  play(6, "left", "up");
  same([game.position, game.undo()], [rules.start, null]);
  play(6, "down");
  game.undo();
  same(game.redo().steps, ["down"]);
  game.undo();
  play(7, "down");
  same(game.redo(), null);
  // Links name positions of this puzzle.
  for (const bad of ["1211314440044", "12113144400", "1121", "<script>", "", "121131444004?", "x"]) same(rules.parse(bad), null, bad);
});

test("a drawing keeps its text, and its goals keep up with it", () => {
  const { Drawing } = load(["src/report/site/drawing.js"], "Drawing");
  const text = "title: T\nAAB\n.C#\ngoal:\n..B\nAA#\ngoal:\n_..\n..#\nlock: A h\nlock: BC v\nexit: A\n";
  same(Drawing.read("start:\n".concat(text)).write(), text);
  const wide = ".".repeat(31);
  for (const bad of ["", "AB\n", "AB\ngoal:\n...\n", "A_\ngoal:\n..\n", [wide, "goal:", wide].join("\n"), "1 x 2\n1 = 1\n1\n01\n"]) {
    same(Drawing.read(bad), null, bad);
  }
  for (const [what, act, one, other, ...sheets] of [
    ["a piece grows, and its goal with it", "put", 3, "B", "AABB.C.#", "..BBAA.#"],
    ["what has no room any more is wanted nowhere", "put", 6, "A", "AAB..CA#", "..B....#"],
    ["a wall is in every sheet", "put", 4, "#", "AAB.#C.#", "..B.#..#"],
    ["where it was, all sheets are empty", "put", 7, ".", "AAB..C..", "..B.AA.."],
    ["a board that is cut cuts pieces", "resize", 1, 3, "AAB", "..B"],
    ["a board that grows is empty there", "resize", 2, 5, "AAB...C.#.", "..B..AA.#."],
  ]) {
    const drawing = Drawing.read("AAB.\n.C.#\ngoal:\n..B.\nAA.#\n");
    drawing[act](one, other);
    same([drawing.start, ...drawing.goals].map((sheet) => sheet.join("")), sheets, what);
  }
});

test("levels become harder from one difficulty to the next", () => {
  const { SOURCES } = load(["src/report/site/levels.js"], "SOURCES");
  const { moves, ...family } = SOURCES["rush-hour"];
  const sliding = (words, input) => execFileSync(process.env.SLIDING, words.map(String), { input, encoding: "utf8" });
  const medians = moves.map((wanted) => {
    const felt = [1, 2, 3, 4, 5].map((seed) => {
      const asked = Object.entries({ ...family, moves: wanted, seed }).flatMap(([name, value]) => ["--".concat(name), value]);
      return JSON.parse(sliding(["rate", "-", "--format", "json"], sliding(["generate", ...asked]))).rating.player_moves;
    });
    return felt.sort((a, b) => a - b)[2];
  });
  medians.slice(1).forEach((median, before) => ok(median > 1.5 * medians[before], medians.join()));
});

test("a site keeps its files, and leaves other sites theirs", async () => {
  const others = ["sliding https://host/ 1", "sliding https://host/site/inner/ 1", "sliding-1", "mine"];
  const [names, heard] = [new Set([...others, "sliding https://host/site/ 1"]), {}];
  let kept = [];
  const browser = {
    caches: {
      open: async (name) => names.add(name) && { addAll: (files) => (kept = files), match: async ({ pathname }) => kept.find((file) => file === pathname) },
      keys: async () => [...names],
      delete: async (name) => names.delete(name),
    },
    registration: { scope: "https://host/site/" },
    clients: { claim() {} },
    skipWaiting() {},
    addEventListener: (name, hear) => (heard[name] = hear),
    fetch: () => "fetched",
  };
  const script = read("src/report/site/service.js").replace("{{digest}}", "2").replace("{{files}}", "['/site/index.html']");
  new Function("browser", ["with (browser) {", script, "}"].join("\n"))(browser);
  for (const name of ["install", "activate"]) await new Promise((waitUntil) => heard[name]({ waitUntil }));
  same([...names], [...others, "sliding https://host/site/ 2"]);
  for (const [url, expected] of [["https://host/site/", "/site/index.html"], ["https://host/site/x", "fetched"]]) {
    const request = { url, method: "GET" };
    same(await new Promise((respondWith) => heard.fetch({ request, respondWith })), expected);
  }
});

test("every text is there in every language, and is used", () => {
  const texts = JSON.parse(read("src/report/texts.json"));
  const sources = String(execFileSync("bash", ["-c", "cat src/report/page/* src/report/site/*"]));
  // What scripts put together from parts, or the core reports.
  const made = /^(style|title|family|general|limit|tool|direction|why|order|fault|expected|advice|part)\.|^player\.(why|out|to)_|^play\.name$/;
  const places = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();
  for (const [key, row] of Object.entries(texts)) {
    const [english, , chinese] = row;
    same(row.length, 3, key);
    for (const text of row) same([text && text.trim(), places(text)], [text, places(english)], key);
    ok(/^\{|[\u4e00-\u9fff]/.test(chinese), key);
    // Nouns after numbers have a singular, too; the core has its own.
    const isCounted = /\{n\}( \w+)? [a-z]{3,}s\b/.test(english) && !/^(fault|expected|advice)\./.test(key);
    ok(!isCounted || english.includes("|"), english);
    ok(made.test(key) || sources.includes(JSON.stringify(key)), key);
  }
  for (const [, key] of sources.matchAll(/(?:\bsay\(|\bt\(|data-text=)"([^"{]+)"/g)) ok(texts[key], key);
  for (const limit of ["cancelled", "disk", "memory", "moves", "time"]) ok(texts["limit.".concat(limit)], limit);
});

test("the example for makers of games does what its page says", async () => {
  const [, example] = /```js\n[^`]*?Sliding\.open\(\);([^`]*?)```/.exec(read("docs/programs.md"));
  const results = "return [valid, next.pieces, left, moves, legal.length, picture.startsWith('<svg')];";
  const play = new Function("sliding", ["return (async () => {", example, results, "})();"].join("\n"));
  const sliding = await Sliding.open();
  same(await play(sliding), [true, [{ kind: "A", name: "A", row: 1, col: 1 }], 1, 2, 2, true]);
  sliding.close();
});
