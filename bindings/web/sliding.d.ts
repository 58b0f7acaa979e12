/**
 * Sliding-block puzzles of any shape, solved in the browser and in node.
 *
 * Texts are puzzles in any notation that the program reads. What comes back are the objects that
 * `docs/json.md` of the repository describes, with an empty `file`. Rows, columns, lines and goals count
 * from 1.
 */

/** The meaning of one move. 0: a piece a step; 1: straight; 2: any way. 3 to 5: pieces together. */
export type Style = 0 | 1 | 2 | 3 | 4 | 5;

/** The same by name, in this order. */
export type StyleName = "step" | "slide" | "walk" | "step+" | "slide+" | "walk+";

export type Direction = "right" | "left" | "down" | "up";

/** Something wrong with a text, or odd in it, and its place. */
export interface Remark {
  line: number;
  column: number;
  message: string;
  expected: string;
  /** The rule that is broken, and its values by name, or the only one. */
  code?: string;
  args?: unknown;
}

/**
 * What all methods are rejected with, but for two things: what your `progress` throws, and the `reason` of your
 * `signal`.
 */
export class SlidingError extends Error {
  /** Where in the text; null where it is not about a place. */
  readonly line: number | null;
  readonly column: number | null;
  /** All that is wrong with the text; empty where it is not about the text. */
  readonly problems: Remark[];
  /** The ways to understand the text; empty unless there are several. `read: reading.options` chooses one. */
  readonly readings: Reading[];
  /** Whether somebody has called `stop` or `close`. */
  readonly stopped: boolean;
}

export interface Size {
  rows: number;
  cols: number;
}

/** A piece by what its text calls it and by its kind, and the row and column of its origin. */
export interface Piece {
  name: string;
  kind: string;
  row: number;
  col: number;
}

/** A move: who moves, the steps that they take together, and the configuration after it. */
export interface Step {
  pieces: Piece[];
  steps: Direction[];
  after: string;
}

export interface Kind {
  name: string;
  called: string | null;
  color: string | null;
  pieces: number;
  cells: number;
  shape: [row: number, col: number][];
  lock: "horizontal" | "vertical" | null;
  definition: string;
}

/** What a puzzle is. */
export interface Outfit {
  kinds: Kind[];
  blocked: [row: number, col: number][];
  start: string;
  goals: { position: string; complete: boolean; pieces: Piece[] }[];
  gates: { kinds: string; mask: string }[];
  notes: { key: string; value: string }[];
  /** Absent if the text says everything. */
  read_as?: ReadAs;
}

/** The options of `sliding` for reading a text; each states what the text leaves open. */
export interface ReadOptions {
  /** `tiles`, `rush`, `blocks`, `types`, or a notation. */
  as?: string;
  /** Rows of a board, or a name such as `spiral`; `next`: the next board of the text. */
  goal?: string;
  /** The piece that the goal is about. */
  target?: string;
  /** The place where the target goes: `4,2`, `bottom-middle`, ... */
  to?: string;
  /** Where the target leaves: `right`, `left`, `top`, `bottom`, or a cell `3,6`. */
  exit?: string;
  /** Signs of empty cells. */
  empty?: string;
  /** Signs of walls. */
  wall?: string;
  /** The gap among tiles. */
  gap?: string;
  /** Whether straight pieces move along themselves only. */
  lock?: "all" | "none";
}

/** How a text was understood. */
export interface ReadAs {
  convention: string;
  /** What the text does not state, and the options that state it. */
  assumptions: { text: string; source: "convention" | "option"; options: ReadOptions }[];
}

/** A way to understand a text that leaves something open. */
export interface Reading extends Partial<Outfit> {
  text: string;
  /** The options that choose it, in addition to those that were given. */
  options: ReadOptions;
  size?: Size;
}

/** `sliding/check/1` of a text that is a puzzle. */
export interface Puzzle extends Outfit {
  schema: "sliding/check/1";
  file: string;
  valid: true;
  puzzle: string;
  size: Size;
  pieces: number;
  start_pieces: Piece[];
  empty_cells: number;
  blocked_cells: number;
  expectations: { style: Style; moves: number | null; positions?: number }[];
  advice: {
    about: string;
    message: string;
    goal?: number;
    kind?: string;
    piece?: Piece;
    wanted?: number;
    available?: number;
    row?: number;
    col?: number;
  }[];
  warnings: Remark[];
}

/** `sliding/check/1` of a text that is none. */
export interface NoPuzzle {
  schema: "sliding/check/1";
  file: string;
  valid: false;
  problems: Remark[];
  /** The ways to understand the text, if there are several. */
  readings?: Reading[];
}

export type Check = Puzzle | NoPuzzle;

interface About {
  puzzle: string;
  file: string;
  size: Size;
  style: Style;
  /** Absent if the text says everything. */
  read_as?: ReadAs;
}

/** Which limit ended a search. Later versions may have more. */
export type Limit = "moves" | "memory" | "time" | "rounds" | "cancelled" | "disk";

/** How a search ended. */
export type Status = "solved" | "unsolvable" | "limit";

/** What is known by the way in which a search ended: `if (answer.status === "solved") answer.moves` is a number. */
export type Ending<Solved, None> =
  | ({ status: "solved"; limit: null; moves: number; shortest: boolean } & Solved)
  | ({ status: "unsolvable"; limit: null; moves: null; shortest: null } & None)
  | ({ status: "limit"; limit: Limit; moves: number | null; shortest: boolean | null } & (Solved | None));

/** `sliding/solve/1` */
export type Solve = SolveFields & Ending<{ solution: Step[] }, { solution: null }>;

interface SolveFields extends About, Outfit {
  schema: "sliding/solve/1";
  /** No solution has fewer moves; where `shortest` is false, or with status `limit`, if it is known. */
  at_least?: number;
  /** What repeats a beam search. */
  seed?: number;
  width?: number;
  rounds?: number;
  levels: number[];
  positions: number;
  elapsed_ms: number;
  engine: string;
  /** Those of the start. */
  pieces: Piece[];
}

/**
 * `sliding/solve/1`: `moves` is the distance from the start to the nearest goal, unless `shortest` is false; `next` is
 * null where the start is a goal.
 */
export type Hint = HintFields & Ending<{ next: Step; left: number } | { next: null; left: null }, { next: null; left: null }>;

interface HintFields extends About {
  schema: "sliding/solve/1";
  start: string;
  at_least?: number;
}

export interface Distances {
  depth: number;
  levels: number[];
  farthest: string[];
}

/** `sliding/explore/1` */
export interface Explore extends About {
  schema: "sliding/explore/1";
  limit: Limit | null;
  positions: number;
  moves: number | null;
  goals: number;
  edges: number | null;
  dead_ends: number | null;
  degrees: number[] | null;
  from_start: Distances;
  from_goals: Distances | null;
  hardest: { start: string; moves: number; solution: Step[] } | null;
  symmetry: { images: number; positions: number } | null;
  elapsed_ms: number;
}

/** `sliding/verify/1` of a solution. */
export interface Verify {
  schema: "sliding/verify/1";
  puzzle: string;
  file: string;
  size: Size;
  read_as?: ReadAs;
  source: string;
  start: string;
  /** Whether every move can be made. */
  legal: boolean;
  /** Whether the last position is a goal. */
  solved: boolean;
  made: number;
  of_blank: boolean;
  line: number | null;
  flaw: string | null;
  /** The number of moves in each style; null where several pieces moved in a style that moves one. */
  moves: (number | null)[];
  end: string;
}

/** `sliding/solve/1`: a tile puzzle. `solution` is a text in the `notation`. */
export interface Tiles {
  schema: "sliding/solve/1";
  size: Size;
  /** Row by row; 0 is the blank. */
  start: number[];
  goal: number[];
  /** The board as it was given. */
  board: string;
  rows: number;
  cols: number;
  status: Status;
  limit: Limit | null;
  metric: "steps" | "slides";
  moves: number | null;
  /** Whether no solution has fewer moves. */
  shortest: boolean | null;
  at_least: number | null;
  at_most: number | null;
  /** How many moves more than `at_least`. */
  excess: number | null;
  per_cube: number | null;
  notation: "tiles" | "blank" | "directions";
  solution: string | null;
  positions: number;
  /** With the time to build databases. */
  elapsed_ms: number;
  engine: string;
}

/** What is asked of a board of tiles. */
export interface TilesAsked {
  /** Rows and columns, for a scramble. */
  size?: [rows: number, cols: number];
  /** `last`, the blank last, if it is not given; `first`, another name, or rows as in `1 2/3 0`. */
  goal?: string;
  engine?: "auto" | "korf0" | "korf1" | "pdb" | "construct";
  /** What one move is: 0 to 2, of one tile; 3 to 5, of any number of tiles of a row or a column. */
  style?: Style | StyleName;
  /** How the solution is written. */
  notation?: "tiles" | "blank" | "directions";
  memory?: number;
  /** Seconds. Boards of more than 16 cells get the best solution that is found by then, or in about a second. */
  timeLimit?: number;
  maxMoves?: number;
  progress?: (progress: Progress) => unknown;
  signal?: Signal;
}

/** `sliding/progress/1`: about ten a second. */
export type Progress =
  | {
      schema: "sliding/progress/1";
      distance: number;
      frontier: number;
      positions: number;
      bytes: number | null;
      /** Which part of the work for this distance is done, from 0 to 1. */
      part: number | null;
      elapsed_ms: number;
    }
  | { schema: "sliding/progress/1"; moves: number; positions: number }
  | { schema: "sliding/progress/1"; building: number[]; positions: number; total: number };

/** Which level is made, as for `sliding generate`: like an example, or of a family. */
export type LevelsAsked = ({ like: string } | { board: string; shapes: string; pieces?: string }) & {
  /** The fewest moves: `12`, or `10-15`. */
  moves: string;
  /** 2 if it is not given. */
  style?: Style | StyleName;
  /** The same seed gives the same level; 0 if it is not given. */
  seed?: number;
  memory?: number;
  /** Seconds. */
  timeLimit?: number;
  signal?: Signal;
};

/** A level in SLIDING's notation, its fewest moves, and the number of positions that can be reached. */
export interface Level {
  text: string;
  moves: number;
  positions: number;
}

export interface Read {
  /** How to read the text, where it leaves something open. */
  read?: ReadOptions;
  /** Ends this question alone, whether it is under way or waits: its promise is rejected with the signal's `reason`. */
  signal?: Signal;
}

export interface Start extends Read {
  /** Where to start instead, in any way that `--start` takes. */
  start?: string;
}

export interface Asked extends Start {
  /** 2 if it is not given. */
  style?: Style | StyleName;
}

export interface Search extends Asked {
  /** Bytes that the search may take; 1 GiB if it is not given, 3 GiB at most. */
  memory?: number;
  /**
   * Seconds that the search may take. If an exact search would not end by then, `solve` and `hint` give the best
   * solution that beam search finds: `shortest` is false.
   */
  timeLimit?: number;
  /** Longer solutions are not searched. */
  maxMoves?: number;
  /** Called with the progress, at most ten times a second. What it throws ends the search, and rejects its promise. */
  progress?: (progress: Progress) => unknown;
}

/** The signal of an `AbortController`. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * A file: its address, as a text or a `URL`; its bytes; or a `WebAssembly.Module` compiled from it. Or a function that
 * returns one of these, or promises it.
 */
export type Part = string | { readonly href: string } | ArrayBuffer | ArrayBufferView | object;

/** Where the parts are, if not beside this file. */
export interface Parts {
  /** The file `search.wasm`. */
  search?: Part;
  /**
   * The file `texts.wasm`, likewise. It is loaded when it is wanted: for `check`, `convert`, `draw`, `game` and `verify`, and
   * for texts in other notations than SLIDING's.
   */
  texts?: Part | null;
  /** The file `tiles.wasm`, likewise; it is loaded for `tiles`. */
  tiles?: Part | null;
  /** The file `levels.wasm`, likewise; it is loaded for `generate`. */
  levels?: Part | null;
  /** Makes a worker of the script `worker.js`; called again after each `stop`. */
  worker?: () => unknown;
}

/**
 * Pieces pushed by hand, without a worker: `new wasm_table.Table(text)`, after the script `table.js` and
 * `await wasm_table({ module_or_path: bytes })`, with the bytes of `table.wasm`. It reads SLIDING's notation. Pieces are numbers, from 0, in the order
 * of `Solve.pieces`, and a position has the cell of each, from 0, row by row. What it returns is JSON.
 */
export interface Table {
  /** `{ set }`: all that come along if some pieces go a step; or `{ obstacle }`: what is in their way. */
  push(style: Style, position: Uint32Array, pieces: Uint32Array, direction: Direction): string;
  /** The steps of one move of these pieces to each place. */
  ways(style: Style, position: Uint32Array, pieces: Uint32Array): string;
  /** The moves that can be made: `{ set, steps }` each. */
  moves(style: Style, position: Uint32Array): string;
  /** Whether a goal is met. */
  solved(position: Uint32Array): boolean;
  /** A position as it stands in a puzzle file. */
  shorthand(position: Uint32Array): string;
  /** The position that somebody wrote, if it is one. */
  position(text: string): Uint32Array | undefined;
  free(): void;
}

/** A worker with the core in it. What is asked is answered in turn. */
export class Sliding {
  /** Loads the core. In node, an idle worker does not keep the process. */
  static open(parts?: Parts): Promise<Sliding>;

  /** What a puzzle is, and what its author would want to know. Never rejected for what the text says. */
  check(text: string, options?: Read): Promise<Check>;

  /** A shortest solution, as `sliding solve`. */
  solve(text: string, options?: Search): Promise<Solve>;

  /** The next move of a shortest solution and the number of moves left, as `sliding hint`. */
  hint(text: string, options?: Search): Promise<Hint>;

  /** The map of all that can be reached, as `sliding explore`. `most`: list no more farthest ones; 12. */
  explore(text: string, options?: Search & { most?: number }): Promise<Explore>;

  /** Replays a written solution, in any form that `sliding verify` reads. */
  verify(text: string, solution: string, options?: Start): Promise<Verify>;

  /**
   * A tile puzzle: a text in one of its forms, such as `8 6 7/2 5 4/3 0 1`, or rows of
   * numbers. Boards of up to 16 cells and five rows and columns get a shortest solution.
   */
  tiles(board: string | number[][], options?: TilesAsked): Promise<Tiles>;

  /**
   * The moves that can be made, one for each configuration that one move leads to. Rejected if there
   * are more than `most`; 10,000.
   */
  moves(text: string, options?: Asked & { most?: number }): Promise<Step[]>;

  /**
   * The puzzle as a page plays it, and its colours as a style sheet: `docs/internals/pictures.md` describes the fields of
   * `game`, which are those of a page's puzzle without what is known of it.
   */
  game(text: string, options?: Asked): Promise<{ game: Record<string, unknown>; looks: string }>;

  /** A new level, as of `sliding generate`. */
  generate(options: LevelsAsked): Promise<Level>;

  /** The puzzle in another notation, as `sliding convert`: `sliding`, `drawn`, ... */
  convert(text: string, notation: string, options?: Start): Promise<string>;

  /**
   * The start and the goals as SVG. `bare`: only the boards; `goals`: false without the goals.
   * Rejected for boards of more than 10,000 cells.
   */
  draw(
    text: string,
    options?: Start & { theme?: "auto" | "light" | "dark"; bare?: boolean; goals?: boolean },
  ): Promise<string>;

  /** Ends at once all that is asked: its promises are rejected with `stopped`. More can be asked then. */
  stop(): void;

  /** The same for good. */
  close(): void;
}
