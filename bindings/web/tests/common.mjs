// What the tests have in common: the puzzles of the repository, and its program to compare with.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The text of a puzzle of the repository. */
export const puzzle = (name) => readFileSync(join(ROOT, "puzzles", name), "utf8");

/** All files of puzzles. */
export function files() {
  const folder = join(ROOT, "puzzles");
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".txt"));
  return names.sort().map((name) => join(folder, name));
}

/** The program that was built last, or null: an old one may answer otherwise. */
export function program() {
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const built = ["release", "debug"].map((profile) => join(target, profile, "sliding")).filter(existsSync);
  const age = (path) => statSync(path).mtimeMs;
  return process.env.SLIDING ?? built.sort((a, b) => age(b) - age(a))[0] ?? null;
}

/** Returns the objects that the program writes. */
export function reports(...words) {
  const options = { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] };
  const read = (text) => text.trim().split("\n").map((line) => JSON.parse(line));
  try {
    return read(execFileSync(program(), words.map(String), options));
  } catch (error) {
    // 1: there is no solution; 2: some file is no puzzle, which its object says.
    if (error.status !== 1 && error.status !== 2) throw error;
    return read(error.stdout);
  }
}

/** An object without what differs from one run to the next, or from one machine to another. */
export function timeless(object) {
  const { file, elapsed_ms, ...rest } = object;
  // The core does not look for other styles.
  const isSearched = ({ about }) => about !== "elsewhere" && about !== "no-style";
  return rest.advice ? { ...rest, advice: rest.advice.filter(isSearched) } : rest;
}

/** Puzzles with no more configurations than these are solved. */
export const MOST = 100_000;

/** The files of which a style is known to reach no more configurations than are tested. */
export function small(checks, style) {
  const suits = (one) => one.style === style && one.positions <= MOST;
  return checks.filter(({ expectations }) => expectations.some(suits)).map(({ file }) => file);
}

/** Compares answers, by file, with those of the program. */
export function assertSolvedAlike(own, style) {
  const asked = ["--style", style, "--format", "json"];
  for (const native of reports("solve", ...asked, ...own.keys())) {
    const answer = own.get(native.file);
    assert.deepEqual([answer.status, answer.moves], [native.status, native.moves], native.file);
  }
  // Which of several shortest solutions is shown, and what is counted, is a matter of the engine.
  for (const engine of ["sparse", "meet"]) {
    const searched = [...own.keys()].filter((file) => own.get(file).engine === engine);
    if (searched.length === 0) continue;
    for (const native of reports("solve", ...asked, "--engine", engine, ...searched)) {
      assert.deepEqual(timeless(own.get(native.file)), timeless(native), native.file);
    }
  }
}
