// The example game, without its page: a pack is played by the solutions in it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Sliding } from "../built/sliding.js";
import { Game } from "../example/game.js";
import { ROOT } from "./common.mjs";

const pack = JSON.parse(readFileSync(join(ROOT, "examples/levels.json"), "utf8"));

let sliding;
before(async () => (sliding = await Sliding.open()));
after(() => sliding.close());

test("all levels of a pack are played to their ends", async () => {
  const game = new Game(sliding, pack);
  for (const [index, level] of pack.levels.entries()) {
    await game.begin(index);
    for (const { after } of level.solution) {
      assert.equal(game.isSolved, false);
      await game.make(game.moves.find((move) => move.after === after));
    }
    assert.deepEqual([game.isSolved, game.made], [true, level.moves], level.title);
    // The pieces are where the core sees them.
    const { moves } = await sliding.hint(level.text, { style: pack.style, start: level.solution.at(-1).after });
    assert.equal(moves, 0);
    for (const { pieces } of game.moves) {
      assert.ok(pieces.every((one) => game.pieces.some(({ row, col }) => row === one.row && col === one.col)));
    }
  }
});
