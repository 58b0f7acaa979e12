// Levels that are made anew: those of the program for the same seed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { Sliding } from "../built/sliding.js";
import { program } from "./common.mjs";

let sliding;
before(async () => (sliding = await Sliding.open()));
after(() => sliding.close());

const KLOTSKI = "5 x 4\n1 = 1/1\n2 = 11/11\n3 = 11\n4 = 1\n121131444004\n?????????????2\n";
const CARS = { board: "6x6", shapes: "cars", pieces: "8-12" };

test("a level of a family is the one that the program makes", { skip: !program() }, async () => {
  for (const seed of [1, 2, 20261129]) {
    const asked = { ...CARS, moves: "9-14", seed };
    const words = Object.entries(asked).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const { text } = await sliding.generate(asked);
    assert.equal(text, execFileSync(program(), ["generate", ...words], { encoding: "utf8" }));
  }
});

test("a level takes the moves that were asked for, and its seed makes it again", async () => {
  const texts = new Set();
  for (const [least, most] of [[5, 9], [40, 80]]) {
    for (const seed of [1, 2, 3]) {
      const asked = { like: KLOTSKI, moves: `${least}-${most}`, seed };
      const level = await sliding.generate(asked);
      assert.deepEqual(await sliding.generate(asked), level);
      assert.ok(least <= level.moves && level.moves <= most, `${level.moves}`);
      assert.equal((await sliding.solve(level.text)).moves, level.moves);
      texts.add(level.text);
    }
  }
  assert.equal(texts.size, 6);
});

test("levels are like a puzzle in any notation, and what is wrong is said", async () => {
  const { moves } = await sliding.generate({ like: "1 2 3/4 5 6/7 8 0", moves: "10" });
  assert.equal(moves, 10);
  const refused = (options, message) => assert.rejects(sliding.generate(options), { name: "SlidingError", message });
  await refused({ ...CARS, board: "6", moves: "5" }, /expected rows and columns, as in 4x5/);
  await refused({ ...CARS, moves: "9-5" }, /expected the smaller number first/);
  await refused({ ...CARS, moves: "5", style: 2, sead: 1 }, /no option `sead`/);
  await refused({ like: KLOTSKI, moves: "200" }, /0 such puzzles exist/);
  await refused({ like: "5 x", moves: "2" }, /./);
});
