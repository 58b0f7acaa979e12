// What the types allow, and what they do not.
import { Sliding, SlidingError, type Limit, type Progress, type Signal, type Step, type Table } from "sliding";

const text = "1 x 3\n1 = 1\n1\n001\n";
const sliding: Sliding = await Sliding.open();
const check = await sliding.check(text);
if (check.valid) check.kinds.map(({ name, shape: [[row, col]] }) => `${name}${row + col}`);
else check.problems.map(({ line, column }) => line + column);
const progress = (line: Progress) => ("positions" in line ? line.positions : undefined);
const answer = await sliding.solve(text, { style: 5, start: "01", memory: 1 << 28, progress });
const steps: Step[] = answer.solution ?? [];
if (answer.status === "solved") {
  const moves: number = answer.moves + answer.solution.length;
  const none: null = answer.limit;
} else if (answer.status === "unsolvable") {
  const none: null = answer.solution;
} else {
  const limit: Limit = answer.limit;
}
const part = (line: Progress) => ("part" in line ? line.part : null);
const signal: Signal | undefined = undefined;
await sliding.solve(text, { timeLimit: 1, maxMoves: 9, signal, progress: part });
const pushed = (table: Table) => table.push(2, new Uint32Array(1), new Uint32Array(1), "right");
const hinted = await sliding.hint(text);
const moves: (number | null)[] = (await sliding.verify(text, "")).moves;
const left: number | null = hinted.next ? hinted.left : null;
const depth: number = (await sliding.explore(text, { most: 1 })).from_start.depth;
const picture: string = await sliding.draw(text, { theme: "dark", bare: true, goals: false });
const drawn: string = await sliding.convert(text, "drawn");
await sliding.moves(text, { most: 3 }).catch((error: SlidingError) => error.problems[0]?.line);
await Sliding.open({ search: new Uint8Array(8), texts: "texts.wasm", worker: () => ({}) });
await Sliding.open({ search: { href: "file:///search.wasm" }, texts: null });
const { solution, at_least: least } = await sliding.tiles([[1, 2], [0, 3]], { goal: "first", style: 3, timeLimit: 1 });
const made: number = (await sliding.generate({ board: "6x6", shapes: "cars", moves: "5-8", style: "slide", seed: 1 })).moves;
await sliding.generate({ like: text, moves: "1" });
const written: string | null = least === 1 ? solution : null;
sliding.stop();
sliding.close();
const reading = check.valid ? undefined : check.readings?.[0];
await sliding.solve(text, { read: { as: "tiles", lock: "none", ...reading?.options } });
const assumed: string | undefined = answer.read_as?.assumptions[0]?.options.goal;
export default [written, made, pushed, assumed, steps, left, depth, picture, drawn];

// @ts-expect-error
sliding.solve(text, { style: 6 });
// @ts-expect-error
sliding.solve(text, { styel: 1 });
// @ts-expect-error
sliding.check(text, { read: { lock: "some" } });
// @ts-expect-error
sliding.generate({ moves: "5" });
// @ts-expect-error
sliding.check(1);
// @ts-expect-error
sliding.solve(text, { progress: true });
// @ts-expect-error
sliding.solve(text, { maxMoves: "9" });
// @ts-expect-error
sliding.tiles("1 2/0 3", { metric: "slides" });
