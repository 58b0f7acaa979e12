// How long the core takes here, and the program with the same engine and one thread: node bench.mjs [PROGRAM]
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Sliding } from "./built/sliding.js";

const program = process.argv[2] ?? "../../target/release/sliding";
const CASES = [
  ["solve", "classics/klotski.txt", 2, 20],
  ["explore", "classics/klotski.txt", 2, 10],
  ["explore", "../tests/data/classic/puzzles/euler766_hard.txt", 0, 3],
];

const sliding = await Sliding.open();
for (const [method, file, style, times] of CASES) {
  const path = new URL(`../../puzzles/${file}`, import.meta.url).pathname;
  const text = readFileSync(path, "utf8");
  let [own, native] = [Infinity, Infinity];
  for (let i = 0; i < times; i += 1) {
    own = Math.min(own, (await sliding[method](text, { style })).elapsed_ms);
    const engine = ["--engine", method === "explore" ? "sparse" : "meet"];
    const options = ["--format", "json", "--style", style, "--threads", 1, ...engine];
    const output = execFileSync(program, [method, path, ...options], { encoding: "utf8" });
    native = Math.min(native, JSON.parse(output).elapsed_ms);
  }
  console.log(`${method} ${file}: ${own.toFixed(1)} ms, natively ${native.toFixed(1)} ms, ${(own / native).toFixed(2)} times`);
}
