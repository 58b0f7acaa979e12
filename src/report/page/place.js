// Where the page is: the puzzle and the position in its address, and the game that the browser keeps
// beside it.

const bareAddress = () => location.href.split("#")[0];

/** What the address names: a puzzle by its number, and a position or the moves of a game. */
function named() {
  const parts = new URLSearchParams(location.hash.slice(1));
  return { puzzle: parts.get("puzzle"), position: parts.get("at"), moves: parts.get("moves") };
}

/** What else the address names: on a site, where the puzzle is from. */
function others() {
  const parts = location.hash.slice(1).split("&");
  return parts.filter((part) => part && !/^(puzzle|at|moves)=/.test(part));
}

/** The address of a puzzle, and of what else is named of it: a position or moves. */
function addressOf(puzzle, named = {}) {
  const parts = others();
  for (const [name, value] of Object.entries({ puzzle, ...named })) {
    if (value !== null) parts.push(`${name}=${value}`);
  }
  return parts.length > 0 ? `${bareAddress()}#${parts.join("&")}` : bareAddress();
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

/** Puts an address into the browser's, and a state beside it that a reload gives back. */
function keep(address, state) {
  try {
    history.replaceState(state, "", address);
  } catch {
    // Some places have no address to change; some browsers do not take so many changes at once.
  }
}
