// Every question against the JSON of the command line.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Sliding } from "../built/sliding.js";
import { MOST, assertSolvedAlike, files, program, small, timeless, reports } from "./common.mjs";

const skip = program() === null && "the program is not there: SLIDING is not set, and none was built";

let sliding;
before(async () => (sliding = await Sliding.open()));
after(() => sliding.close());

const text = (file) => readFileSync(file, "utf8");

/** What the program says of all puzzles, which takes seconds: asked once. */
let known;
const checks = () => (known ??= reports("check", "--format", "json", ...files()));

test("all puzzles are checked alike", { skip }, async () => {
  assert.equal(checks().length, files().length);
  for (const check of checks()) {
    assert.deepEqual(timeless(await sliding.check(text(check.file))), timeless(check), check.file);
  }
});

for (const style of [0, 1, 2, 3, 4, 5]) {
  test(`all puzzles up to ${MOST} positions are solved alike in style ${style}`, { skip }, async () => {
    const chosen = small(checks(), style);
    assert.ok(chosen.length > 5, `only ${chosen.length}`);
    const own = new Map();
    for (const file of chosen) own.set(file, await sliding.solve(text(file), { style }));
    assertSolvedAlike(own, style);
  });
}

// Each with a style; every style has some.
const SOME = [
  ["studies/hooks.txt", 0],
  ["tiles/2x2.txt", 2],
  ["studies/comb.txt", 4],
  ["odd-shapes/scattered-squares.txt", 4],
  ["tiles/3x2.txt", 5],
  ["euler/red-counter-5x4.txt", 0],
  ["classics/quzzle.txt", 1],
  ["gnome/only-18-steps.txt", 3],
  ["classics/silly.txt", 5],
  ["classics/klotski.txt", 2],
];

for (const [name, style] of SOME) {
  test(`maps, hints, moves, notations and pictures of ${name} are alike`, { skip }, async () => {
    const file = files().find((path) => path.endsWith(name));
    const asked = ["--style", style, "--format", "json"];
    // Maps by bits count no neighbours.
    const [map] = reports("explore", file, ...asked, "--farthest", 3, "--no-symmetry", "--engine", "sparse");
    assert.deepEqual(timeless(await sliding.explore(text(file), { style, most: 3 })), timeless(map));
    const start = map.from_start.farthest[0];
    const [hint] = reports("hint", file, ...asked, "--start", start);
    assert.deepEqual(timeless(await sliding.hint(text(file), { style, start })), timeless(hint));
    const solved = await sliding.solve(text(file), { style });
    const found = solved.solution && (await sliding.verify(text(file), JSON.stringify(solved)));
    assert.equal(found?.moves[style] ?? null, solved.moves);
    assert.equal(found?.solved ?? false, solved.status === "solved");
    // All that one move leads to is what lies at distance 1.
    const moves = await sliding.moves(text(file), { style });
    assert.equal(moves.length, map.from_start.levels[1] ?? 0);
    assert.equal(new Set(moves.map(({ after }) => after)).size, moves.length);
    const again = await sliding.convert(await sliding.convert(text(file), "drawn"), "sliding");
    assert.equal((await sliding.solve(again, { style })).moves, map.moves);
    const svg = execFileSync(program(), ["draw", "--format", "svg", "--labels", "--start", start, file], { encoding: "utf8" });
    assert.equal(await sliding.draw(text(file), { start }), svg);
  });
}
