// What the types allow, and what they do not.
import { Sliding, SlidingError, type Progress, type Step } from "sliding";

const text = "1 x 3\n1 = 1\n1\n001\n";
const sliding: Sliding = await Sliding.open();
const check = await sliding.check(text);
if (check.valid) check.kinds.map(({ name, shape: [[row, col]] }) => `${name}${row + col}`);
else check.problems.map(({ line, column }) => line + column);
const progress = (line: Progress) => ("states" in line ? line.states : undefined);
const answer = await sliding.solve(text, { style: 5, start: "01", memory: 1 << 28, progress });
const steps: Step[] = answer.solution ?? [];
const left: number | null = (await sliding.hint(text)).left;
const depth: number = (await sliding.explore(text, { most: 1 })).from_start.depth;
const picture: string = await sliding.draw(text, { theme: "dark", bare: true, goals: false });
const drawn: string = await sliding.convert(text, "drawn");
await sliding.moves(text, { most: 3 }).catch((error: SlidingError) => error.problems[0]?.line);
await Sliding.open({ search: new Uint8Array(8), texts: "texts.wasm", worker: () => new Worker("worker.js") });
sliding.stop();
sliding.close();
const reading = check.valid ? undefined : check.readings?.[0];
await sliding.solve(text, { read: { as: "tiles", lock: "none", ...reading?.options } });
const assumed: string | undefined = answer.read_as?.assumptions[0]?.options.goal;
export default [assumed, steps, left, depth, picture, drawn];

// @ts-expect-error
sliding.solve(text, { style: 6 });
// @ts-expect-error
sliding.solve(text, { styel: 1 });
// @ts-expect-error
sliding.check(text, { read: { lock: "some" } });
// @ts-expect-error
sliding.check(1);
