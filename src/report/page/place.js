// Where the page is: the puzzle and the position in its address, and the game that the browser keeps
// beside it.

/** The address of a puzzle, and of what else is named of it, a position or moves; with what the site has beside these. */
function addressOf(puzzle, named = {}) {
  const others = partsOfAddress().filter((part) => !/^(puzzle|at|moves)=/.test(part));
  const own = Object.entries({ puzzle, ...named }).filter(([, value]) => value !== null);
  return addressWith([...others, ...own.map((entry) => entry.join("="))]);
}

/** Moves as links have them: a style, then the numbers of pieces and the first letters of steps. */
function writeMoves(style, moves) {
  return `${style}:${moves.map(({ set, steps }) => set.join("-") + steps.map(([letter]) => letter).join("")).join(".")}`;
}

/** The style and the moves of a link; null if it has none that can be made. */
function readMoves(rules, text) {
  const [, style, list] = /^([0-5]):(.+)$/.exec(text) ?? [];
  if (!list) return null;
  rules.use(Number(style));
  let position = rules.start;
  const moves = [];
  for (const one of list.split(".")) {
    const [, pieces, letters] = /^([\d-]+)([udlr]+)$/.exec(one) ?? [];
    if (!letters) return null;
    const set = pieces.split("-").map(Number);
    const steps = [...letters].map((letter) => Object.keys(DIRECTIONS).find((word) => word[0] === letter));
    const move = rules.move(position, set, steps);
    for (const step of steps) {
      if (set.some((piece) => position[piece] === undefined) || !rules.steps(position, set, step)) return null;
      position = rules.move(position, set, [step]).after;
    }
    moves.push(move);
  }
  return moves;
}

/** The puzzle after one of a list, and the one that is a little harder. */
function following(puzzles, at) {
  const harder = puzzles.filter(({ hardness }) => hardness > puzzles[at]?.hardness).sort((a, b) => a.hardness - b.hardness);
  return { next: puzzles[at + 1], harder: harder[0] };
}
