// Every question against the JSON of the command line.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Sliding } from "../built/sliding.js";
import { files, program, puzzle, timeless, told } from "./common.mjs";

const MOST = 100_000;
const skip = program() === null && "the program is not there: SLIDING is not set, and none was built";

let sliding;
before(async () => (sliding = await Sliding.open()));
after(() => sliding.close());

const text = (file) => readFileSync(file, "utf8");

/** The files of which a style is known to reach no more configurations than are tested. */
function small(checks, style) {
  const suits = (one) => one.style === style && one.states <= MOST;
  return checks.filter(({ expectations }) => expectations.some(suits)).map(({ file }) => file);
}

test("all puzzles are checked alike", { skip }, async () => {
  const all = files();
  const checks = told("check", "--format", "json", ...all);
  assert.equal(checks.length, all.length);
  for (const check of checks) {
    assert.deepEqual(timeless(await sliding.check(text(check.file))), timeless(check), check.file);
  }
});

for (const style of [0, 1, 2, 3, 4, 5]) {
  test(`all puzzles up to ${MOST} configurations are solved alike in style ${style}`, { skip }, async () => {
    const chosen = small(told("check", "--format", "json", ...files()), style);
    assert.ok(chosen.length > 5, `only ${chosen.length}`);
    const asked = ["--style", style, "--format", "json"];
    const own = new Map();
    for (const native of told("solve", ...asked, ...chosen)) {
      const answer = await sliding.solve(text(native.file), { style });
      assert.deepEqual([answer.status, answer.moves], [native.status, native.moves], native.file);
      own.set(native.file, answer);
    }
    // Which of several shortest solutions is shown, and what is counted, is a matter of the engine.
    for (const engine of ["table", "meet"]) {
      const searched = chosen.filter((file) => own.get(file).engine === engine);
      if (searched.length === 0) continue;
      for (const native of told("solve", ...asked, "--engine", engine, ...searched)) {
        assert.deepEqual(timeless(own.get(native.file)), timeless(native), native.file);
      }
    }
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
    const [map] = told("explore", file, ...asked, "--most", 3, "--no-symmetry");
    assert.deepEqual(timeless(await sliding.explore(text(file), { style, most: 3 })), timeless(map));
    const start = map.from_start.farthest[0];
    const [hint] = told("hint", file, ...asked, "--start", start);
    assert.deepEqual(timeless(await sliding.hint(text(file), { style, start })), timeless(hint));
    // All that one move leads to is what lies at distance 1.
    const moves = await sliding.moves(text(file), { style });
    assert.equal(moves.length, map.from_start.levels[1] ?? 0);
    assert.equal(new Set(moves.map(({ after }) => after)).size, moves.length);
    const again = await sliding.convert(await sliding.convert(text(file), "drawn"), "sliding");
    assert.equal((await sliding.solve(again, { style })).moves, map.moves);
    assert.match(await sliding.draw(text(file), { start }), /^<svg [^]*<\/svg>\s*$/);
  });
}
