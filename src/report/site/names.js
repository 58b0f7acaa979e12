// What the pieces of Huarong Dao are called, wherever its board is played without names of its own.

/** The pieces of a board of five rows and four columns, by their shape. */
function generals({ rows, cols, kinds, start }) {
  const shapes = kinds.map(({ cells }) => JSON.stringify(cells));
  const names = {
    "[[0,0],[0,1],[1,0],[1,1]]": "general.cao",
    "[[0,0],[0,1]]": "general.guan",
    "[[0,0],[1,0]]": "general.other",
    "[[0,0]]": "general.soldier",
  };
  const caos = start.filter(([, kind]) => names[shapes[kind]] === "general.cao");
  const isHuarong = rows === 5 && cols === 4 && caos.length === 1;
  if (!isHuarong || !shapes.every((shape) => names[shape])) return [];
  return shapes.map((shape) => t(names[shape]));
}

/** Gives the kinds of a puzzle those names, if it has none of its own; in Chinese they stand on the pieces. */
function nameKinds(puzzle) {
  if (puzzle.kinds.some(({ called }) => called)) return;
  generals(puzzle).forEach((called, kind) => {
    Object.assign(puzzle.kinds[kind], language === "zh" ? { called, label: called } : { called });
  });
}
