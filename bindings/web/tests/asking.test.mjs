// What can be asked, what is refused, and how searches are watched and stopped.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Sliding, SlidingError } from "../built/sliding.js";
import { puzzle } from "./common.mjs";

let sliding;
before(async () => (sliding = await Sliding.open()));
after(() => sliding.close());

const PAIR = "2 x 3 (Pair)\n1 = 1\n2 = 1/1\n21\n02001\n";
// More than anybody wants to wait for.
const VAST = `3 x 4\n${[..."123456789ab"].map((name) => `${name} = 1\n`).join("")}123456789ab0\n0ba987654321\n`;

const refused = (promise, expected) => assert.rejects(promise, (error) => {
  assert.ok(error instanceof SlidingError && error.name === "SlidingError", String(error));
  const { message, line, column, problems, stopped } = error;
  assert.match(message, expected.message);
  const { message: _, ...rest } = expected;
  const found = { line, column, problems: problems.length, stopped };
  assert.deepEqual(found, { line: null, column: null, problems: 0, stopped: false, ...rest });
  return true;
});

test("a puzzle is solved from where it is asked, in the style that is asked", async () => {
  const answer = await sliding.solve(PAIR);
  assert.deepEqual([answer.moves, answer.style, answer.status], [2, 2, "solved"]);
  const moves = [0, 1, 2, 3, 4, 5].map((style) => sliding.solve(PAIR, { style }));
  assert.deepEqual((await Promise.all(moves)).map((one) => one.moves), [3, 3, 2, 2, 2, 2]);
  const hint = await sliding.hint(PAIR, { start: "20001" });
  assert.deepEqual([hint.moves, hint.left, hint.next.after], [1, 0, "02001"]);
});

test("pieces have the names of other interfaces", async () => {
  for (const [text, name] of JSON.parse(readFileSync(new URL("../../../tests/data/piece-names.json", import.meta.url), "utf8"))) {
    const { next } = await sliding.hint(text);
    assert.deepEqual([text, next.pieces[0].name], [text, name]);
  }
});

// 24 tiles, 90 random steps from the goal: more positions than any memory holds.
const TILES = "2 6 0 20 8\n11 1 3 4 10\n7 17 9 5 15\n22 21 23 12 14\n16 18 13 24 19\n";

test("within a time there is a solution, perhaps not a shortest one", async () => {
  const { engine, status, moves, shortest, at_least: least, solution, goals } =
    await sliding.solve(TILES, { timeLimit: 5 });
  assert.deepEqual([engine, status, shortest, solution.length], ["beam", "solved", false, moves]);
  assert.ok(least > 0 && least <= moves, `${least} of ${moves}`);
  assert.equal(solution.at(-1).after, goals[0].position);
  // Each move is one that can be made.
  let start = null;
  for (const { after } of solution) {
    const next = await sliding.moves(TILES, start ? { start } : {});
    assert.ok(next.some((one) => one.after === after), after);
    start = after;
  }
  const hint = await sliding.hint(TILES, { timeLimit: 5 });
  assert.deepEqual([hint.shortest, hint.left], [false, hint.moves - 1]);
});

test("a puzzle is given as a page plays it", async () => {
  const { game, looks } = await sliding.game(PAIR, { style: 1 });
  assert.deepEqual([game.name, game.style, game.rows, game.cols], ["Pair", 1, 2, 3]);
  assert.deepEqual(game.start, [[0, 1], [1, 0]]);
  assert.match(looks, /^:root\{.*--kind-1:/);
});

test("errors in a text are reported with their places", async () => {
  const bad = "2 x 2\n1 = 1\n1y\n1\n";
  const check = await sliding.check(bad);
  assert.deepEqual([check.valid, check.problems[0].line, check.problems[0].column], [false, 3, 2]);
  for (const method of ["solve", "hint", "explore", "moves", "draw", "game"]) {
    await refused(sliding[method](bad), { message: /kind `y` is used but never/, line: 3, column: 2, problems: 1 });
  }
  await refused(sliding.convert("", "drawn"), { message: /size is missing/, line: 1, column: 1, problems: 2 });
  await refused(sliding.solve(PAIR, { start: "20y" }), { message: /start, .*found `y`/, line: 1, column: 3 });
});

test("a text with several readings is a question", async () => {
  const board = "..RR..\nAA.B..\n...B..\nCC....\n......\n......\n";
  const { valid, readings } = await sliding.check(board);
  assert.deepEqual([valid, readings.map(({ options }) => options)], [false, [{ target: "R" }, { target: "A" }]]);
  const error = await sliding.solve(board).catch((error) => error);
  // Options have their names in this library.
  const texts = [error.message, ...error.problems.flatMap(({ message, expected }) => [message, expected])];
  assert.ok(texts.every((text) => !/--|sliding solve/.test(text)), texts.join("\n"));
  assert.deepEqual(error.readings, readings);
  const read = readings[0].options;
  assert.equal((await sliding.check(board, { read })).start, readings[0].start);
  const { status, read_as: readAs } = await sliding.solve(board, { read });
  assert.deepEqual([status, readAs.assumptions[0].text], ["solved", readings[0].text]);
  assert.equal((await sliding.moves(board, { read, style: 0 })).length > 0, true);
  await refused(sliding.check(board, { read: { colour: "red" } }), { message: /no option `colour`/ });
});

test("errors in the options are reported", async () => {
  await refused(sliding.solve(PAIR, { style: 6 }), { message: /0 to 5/ });
  await refused(sliding.solve(PAIR, { style: "x" }), { message: /^style: expected 0 to 5, or one of step, slide/ });
  await refused(sliding.solve(PAIR, { style: 1.5 }), { message: /^style: expected 0 to 5/ });
  await refused(sliding.solve(PAIR, { styel: 1 }), { message: /^no option `styel`: expected one of style, / });
  await refused(sliding.solve(PAIR, { start: null }), { message: /^start: expected a string/ });
  await refused(sliding.solve(PAIR, { progress: true }), { message: /^progress: expected a function/ });
  await refused(sliding.solve(PAIR, { signal: {} }), { message: /^signal: expected that of an AbortController/ });
  await refused(sliding.solve(PAIR, { maxMoves: -1 }), { message: /^maxMoves: expected a whole number/ });
  await refused(sliding.solve(PAIR, null), { message: /options are an object/ });
  for (const text of [42, null, undefined, ["1 x 1"]]) {
    for (const method of ["check", "solve", "hint", "explore", "moves", "game", "draw", "convert"]) {
      await refused(sliding[method](text), { message: /^a puzzle is a text, not / });
    }
  }
  await refused(sliding.solve(PAIR, { memory: 2 ** 32 }), { message: /at most 3221225472/ });
  await refused(sliding.solve(PAIR, { timeLimit: -1 }), { message: /expected seconds/ });
  await refused(sliding.convert(PAIR, "klingon"), { message: /no notation `klingon`: expected one of sliding, / });
  await refused(sliding.convert(PAIR, "rush"), { message: /rush cannot express/ });
  await refused(sliding.draw(PAIR, { theme: "red" }), { message: /no theme `red`/ });
  await refused(sliding.moves(PAIR, { most: 2 }), { message: /more than 2 moves/ });
  await refused(sliding.game(`200 x 51\n1 = 1\n1\n01\n`), { message: /no picture/ });
  await refused(sliding.draw(`200 x 51\n1 = 1\n1\n01\n`), { message: /no picture/ });
});

test("memory is kept", async () => {
  const answer = await sliding.solve(VAST, { style: 3, memory: 24 << 20 });
  assert.deepEqual([answer.status, answer.limit], ["limit", "memory"]);
});

test("a search reports progress, ends at once when it is stopped, and another can be asked", async () => {
  const lines = [];
  let ended;
  await new Promise((resolve) => {
    const search = sliding.explore(VAST, { progress: (line) => lines.push(line) === 3 && resolve() });
    const waiting = sliding.check(PAIR);
    ended = Promise.all([search, waiting].map((one) => refused(one, { message: /stopped/, stopped: true })));
  });
  for (const { schema, positions } of lines) assert.ok(schema === "sliding/progress/1" && positions > 0);
  assert.ok(lines[2].elapsed_ms - lines[0].elapsed_ms >= 199, "no more than ten a second");
  const time = performance.now();
  sliding.stop();
  assert.equal((await sliding.solve(PAIR)).moves, 2);
  assert.ok(performance.now() - time < 2000);
  await ended;
});

test("one question can be stopped by itself", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  let first;
  const started = new Promise((resolve) => {
    const search = sliding.explore(VAST, { signal, progress: resolve });
    first = assert.rejects(search, (reason) => reason === signal.reason && reason.name === "AbortError");
  });
  const second = sliding.solve(PAIR);
  const waiting = new AbortController();
  const third = assert.rejects(sliding.explore(VAST, { signal: waiting.signal }), /changed my mind/);
  const fourth = sliding.hint(PAIR);
  waiting.abort(new Error("changed my mind"));
  await third;
  await started;
  controller.abort();
  await first;
  assert.deepEqual([(await second).moves, (await fourth).moves], [2, 2]);
  // What is stopped before it is asked is not asked at all; what is answered cannot be stopped.
  await assert.rejects(sliding.solve(PAIR, { signal }), { name: "AbortError" });
  const late = new AbortController();
  assert.equal((await sliding.solve(PAIR, { signal: late.signal })).moves, 2);
  late.abort();
  const soon = AbortSignal.timeout(300);
  await assert.rejects(sliding.explore(VAST, { signal: soon }), { name: "TimeoutError" });
  assert.equal((await sliding.solve(PAIR)).moves, 2);
});

test("what a listener throws rejects the promise and ends the search", async () => {
  const wrong = new Error("a mistake of the page");
  const listeners = [() => { throw wrong; }, async () => { throw wrong; }, () => Promise.reject(wrong)];
  for (const progress of listeners) {
    const time = performance.now();
    const waiting = sliding.solve(PAIR);
    await assert.rejects(sliding.explore(VAST, { progress }), (error) => error === wrong);
    assert.equal((await sliding.solve(PAIR)).moves, 2);
    assert.equal((await waiting).moves, 2);
    assert.ok(performance.now() - time < 5000);
  }
  // One that fails when the search is over changes nothing.
  const progress = () => new Promise((_, reject) => setTimeout(() => reject(wrong), 2000));
  assert.equal((await sliding.explore(VAST, { timeLimit: 0.5, progress })).limit, "time");
  await new Promise((resolve) => setTimeout(resolve, 2200));
  assert.equal((await sliding.solve(PAIR)).moves, 2);
});

test("a search has limits of time and moves", async () => {
  const klotski = puzzle("classics/klotski.txt");
  const limited = await sliding.solve(klotski, { maxMoves: 80 });
  assert.deepEqual([limited.status, limited.limit, limited.moves], ["limit", "moves", null]);
  assert.equal((await sliding.solve(klotski, { maxMoves: 81 })).moves, 81);
  assert.equal((await sliding.hint(klotski, { maxMoves: 80 })).limit, "moves");
  const map = await sliding.explore(VAST, { timeLimit: 0.3 });
  assert.deepEqual([map.limit, map.positions > 0], ["time", true]);
});

test("a worker that cannot be made rejects what is asked, and nothing else", async () => {
  const wrong = new Error("no workers here");
  let makes = null;
  const other = await Sliding.open({ worker: () => makes() }).catch((error) => error);
  assert.ok(other instanceof TypeError);
  const { Worker } = await import("node:worker_threads");
  makes = () => new Worker(new URL("../built/worker.js", import.meta.url), { execArgv: [] });
  const some = await Sliding.open({ worker: () => makes() });
  assert.equal((await some.solve(PAIR)).moves, 2);
  some.stop();
  const controller = new AbortController();
  const first = assert.rejects(some.explore(VAST, { signal: controller.signal }), { name: "AbortError" });
  const [working, broken] = [makes, () => { throw wrong; }];
  makes = broken;
  const second = assert.rejects(some.solve(PAIR), (error) => error === wrong);
  controller.abort();
  await Promise.all([first, second]);
  makes = working;
  assert.equal((await some.solve(PAIR)).moves, 2);
  some.close();
});

test("nothing can be asked of one that is closed", async () => {
  const other = await Sliding.open();
  other.close();
  await refused(other.solve(PAIR), { message: /closed/, stopped: true });
});

test("a page that is one file has the parts in itself", async () => {
  const search = readFileSync(new URL("../built/search.wasm", import.meta.url));
  const { buffer, byteOffset, length } = search;
  for (const given of [search, buffer.slice(byteOffset, byteOffset + length), await WebAssembly.compile(search)]) {
    const other = await Sliding.open({ search: given });
    assert.equal((await other.solve(PAIR)).moves, 2);
    other.close();
  }
});

test("other notations are read where the part for them is there", async () => {
  const rush = "ooooooooooooAAooooooooooBBoooooooooo";
  const alone = await Sliding.open({ texts: null });
  assert.equal((await alone.solve(PAIR)).moves, 2);
  await refused(alone.solve(rush), { message: /the part `texts`/ });
  await refused(alone.check(PAIR), { message: /the part `texts`/ });
  alone.close();
  const spoilt = await Sliding.open({ texts: new Uint8Array(8) });
  await assert.rejects(spoilt.check(PAIR), WebAssembly.CompileError);
  assert.equal((await spoilt.solve(PAIR)).moves, 2);
  spoilt.close();
  // Several at once, before the part is there; what is stopped meanwhile stays so.
  const other = await Sliding.open();
  const ended = refused(other.solve(rush), { message: /stopped/, stopped: true });
  other.stop();
  const all = [other.solve(rush), other.check(rush), other.moves(rush), other.solve(PAIR)];
  const [solved, checked, moves, own] = await Promise.all(all);
  assert.deepEqual([solved.moves, solved.puzzle, checked.valid, moves.length > 1, own.moves], [1, checked.puzzle, true, true, 2]);
  await ended;
  other.close();
});

test("a core that cannot be loaded is an error", async () => {
  await assert.rejects(Sliding.open({ search: new Uint8Array(8) }), WebAssembly.CompileError);
});

test("many questions take no more memory than some", async () => {
  const klotski = puzzle("classics/klotski.txt");
  const ask = async (times) => {
    for (let i = 0; i < times; i += 1) await sliding.hint(klotski, { start: "1221/1221/1331/1441/4..4" });
    return process.memoryUsage().rss;
  };
  const before = await ask(40);
  const grown = (await ask(160)) - before;
  // Each search holds half a megabyte at least.
  assert.ok(grown < 40 << 20, `${grown} bytes`);
});
