// What the pieces of Huarong Dao are called, wherever its board is played without names of its own.

const GENERALS = {
  "[[0,0],[0,1],[1,0],[1,1]]": "cao",
  "[[0,0],[0,1]]": "guan",
  "[[0,0],[1,0]]": "other",
  "[[0,0]]": "soldier",
};

/** Gives the kinds of a board of Huarong Dao these names, if it has none of its own; in Chinese they stand on the pieces. */
function nameKinds({ rows, cols, kinds, start }) {
  const names = kinds.map(({ cells }) => GENERALS[JSON.stringify(cells)]);
  const caos = start.filter(([, kind]) => names[kind] === "cao");
  const isHuarong = rows === 5 && cols === 4 && caos.length === 1 && names.every(Boolean);
  if (!isHuarong || kinds.some(({ called }) => called)) return;
  for (const [kind, name] of names.entries()) {
    const called = t(`general.${name}`);
    Object.assign(kinds[kind], language === "zh" ? { called, label: called } : { called });
  }
}
