// Tile puzzles, against the program and against numbers that are known.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Sliding, SlidingError } from "../built/sliding.js";
import { program, reports } from "./common.mjs";

const skip = program() === null && "the program is not there: SLIDING is not set, and none was built";

let sliding;
before(async () => (sliding = await Sliding.open()));
after(() => sliding.close());

test("the farthest boards of the 8-puzzle take 31 moves", async () => {
  for (const board of ["8 6 7/2 5 4/3 0 1", [[6, 4, 7], [8, 5, 0], [3, 2, 1]]]) {
    const { moves, shortest, status, at_least: least } = await sliding.tiles(board);
    assert.deepEqual([moves, shortest, status, least], [31, true, "solved", 31]);
  }
});

// Boards and options, each with what `sliding solve` takes.
const BOARDS = [
  ["8 2 0/4 6 1/3 7 5", {}, []],
  ["0 3/2 1", {}, []],
  ["2 1 3/4 5 6/7 8 0", {}, []],
  ["8 2 0/4 6 1/3 7 5", { goal: "first", notation: "blank" }, ["--goal", "gap-first"]],
  ["8 2 0/4 6 1/3 7 5", { style: 3 }, ["--style", "3"]],
  ["867254301", { engine: "korf0", notation: "directions" }, ["--engine", "korf0"]],
];

test("boards are solved in as many moves as by the program", { skip }, async () => {
  for (const [board, options, words] of BOARDS) {
    const [{ status, moves }] = reports("solve", board, "--format", "json", ...words);
    const found = await sliding.tiles(board, options);
    assert.deepEqual([found.status, found.moves], [status, moves], board);
  }
});

test("limits end a search with what is known", async () => {
  // It takes far longer than anybody waits here.
  const far = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
  const few = await sliding.tiles("8 2 0/4 6 1/3 7 5", { maxMoves: 9 });
  assert.deepEqual([few.status, few.limit, few.moves], ["limit", "moves", null]);
  const soon = await sliding.tiles(far, { goal: "first", timeLimit: 0.2 });
  assert.deepEqual([soon.status, soon.limit, soon.moves], ["limit", "time", null]);
  assert.ok(soon.at_least <= 80 && soon.at_most >= soon.at_least && soon.solution !== null);
  const heard = [];
  const controller = new AbortController();
  const progress = (line) => { heard.push(line.schema); controller.abort(); };
  await assert.rejects(sliding.tiles(far, { goal: "first", progress, signal: controller.signal }), { name: "AbortError" });
  assert.deepEqual(new Set(heard), new Set(["sliding/progress/1"]));
});

test("a larger board gets a good solution within a time", async () => {
  const board = "2 6 0 20 8/11 1 3 4 10/7 17 9 5 15/22 21 23 12 14/16 18 13 24 19";
  const { status, moves, shortest, at_least: least, solution } = await sliding.tiles(board, { timeLimit: 1 });
  assert.equal(status, "solved");
  assert.ok(shortest ? least === moves : least < moves, `${least} of ${moves}`);
  // Played by hand: the tiles that are named go into the blank one after the other.
  const cells = board.split(/[ /]/).map(Number);
  for (const tile of solution.split(" ").map(Number)) {
    const [from, to] = [cells.indexOf(tile), cells.indexOf(0)];
    assert.ok(Math.abs(from - to) === 5 || (Math.abs(from - to) === 1 && Math.floor(from / 5) === Math.floor(to / 5)), `${tile}`);
    [cells[from], cells[to]] = [0, tile];
  }
  assert.deepEqual(cells, [...Array(24).keys()].map((at) => at + 1).concat(0));
});

test("bad boards and options are refused", async () => {
  const refused = (board, options, message) => assert.rejects(sliding.tiles(board, options), (error) => {
    assert.ok(error instanceof SlidingError, String(error));
    assert.match(error.message, message);
    return true;
  });
  await refused("1 2/3 3", {}, /3/);
  await refused("1 2/0 3", { engine: "sparse" }, /no engine `sparse`: expected one of auto, korf0/);
  await refused("1 2/0 3", { metric: "slides" }, /no option `metric`: expected one of size/);
  await refused("1 2/0 3", { timeLimit: -1 }, /a time limit of -1/);
  await refused("R2", {}, /size/);
});
