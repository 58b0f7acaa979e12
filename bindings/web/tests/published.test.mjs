// The published numbers, which stand in one file for the whole project.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Sliding } from "../built/sliding.js";
import { ROOT } from "./common.mjs";

// Larger ones take long in a browser.
const MOST = 30_000;

let sliding;
before(async () => (sliding = await Sliding.open()));
after(() => sliding.close());

const text = (file) => readFileSync(join(ROOT, file), "utf8");
const lines = text("tests/data/published.tsv").split("\n").filter((line) => line && !line.startsWith("#"));
const rows = lines.slice(1).map((line) => line.split("\t"));

/** Whether a puzzle's levels, or its own expectations, add up to few positions. */
function isSmall(file) {
  const expected = [...text(file).matchAll(/^# expect: \d \S+ (\d+)$/gm)].map((found) => Number(found[1]));
  const levels = rows.filter(([path, , what]) => path === file && what === "levels");
  const counted = levels.map(([, , , value]) => value.split(" ").reduce((sum, one) => sum + Number(one), 0));
  const known = [...expected, ...counted];
  return known.length > 0 && Math.max(...known) <= MOST;
}

test("published numbers are found", async () => {
  let tried = 0;
  for (const [file, style, what, value, source] of rows.filter(([file]) => isSmall(file))) {
    const map = await sliding.explore(text(file), { style: Number(style) });
    const found = { moves: map.moves ?? "none", positions: map.positions, levels: map.from_start.levels.join(" ") };
    assert.equal(String(found[what]), value, `${file}, style ${style}, ${source}`);
    tried += 1;
  }
  assert.ok(tried > 50, `${tried} numbers`);
});
