// Where the page is: the puzzle and the position in its address, and the game that the browser keeps
// beside it.

const bareAddress = () => location.href.split("#")[0];

/** What the address names: a puzzle by its number, and a position if there is one. */
function named() {
  const parts = new URLSearchParams(location.hash.slice(1));
  return { puzzle: parts.get("puzzle"), position: parts.get("at") };
}

/** What else the address names: on a site, where the puzzle is from. */
function others() {
  const parts = location.hash.slice(1).split("&");
  return parts.filter((part) => part && !/^(puzzle|at)=/.test(part));
}

/** The address of a position of a puzzle. Without a position, that of the puzzle. */
function addressOf(puzzle, position) {
  const parts = others();
  if (puzzle !== null) parts.push(`puzzle=${puzzle}`);
  if (position !== null) parts.push(`at=${position}`);
  return parts.length > 0 ? `${bareAddress()}#${parts.join("&")}` : bareAddress();
}

/** What tells the games of different puzzles apart: a number for all that positions depend on. */
function mark({ rows, cols, blocked, start, kinds }) {
  const shapes = kinds.map(({ cells, lock, closed }) => [cells, lock, closed]);
  let sum = 0;
  for (const char of JSON.stringify([rows, cols, blocked, start, shapes])) {
    sum = (Math.imul(sum, 31) + char.charCodeAt(0)) | 0;
  }
  return sum;
}

/** Puts an address into the browser's, and a state beside it that a reload gives back. */
function keep(address, state) {
  try {
    history.replaceState(state, "", address);
  } catch {
    // Some places have no address to change; some browsers do not take so many changes at once.
  }
}
