// New levels: of which families and difficulties, and how one is made. Its address has all three, so it is the same
// everywhere.

// In each difficulty people need more moves than in the one before: in a traffic jam, a simulated player takes about 8, 20, 45
// and 115 (medians of 24 levels).
const DIFFICULTIES = ["easy", "medium", "hard", "extreme"];
const SOURCES = {
  "rush-hour": { board: "6x6", shapes: "cars", pieces: "9-13", moves: ["5-8", "10-14", "15-19", "20-28"] },
  klotski: {
    like: "5 x 4\n1 = 1/1\n2 = 11/11\n3 = 11\n4 = 1\n121131444004\n?????????????2\n",
    moves: ["5-9", "10-19", "20-39", "40-80"],
  },
};

/** What one move is in all of them: a path of one piece. */
const STYLE = 2;

const titleOfFamily = (family) => named("title", family, named("family", family));

/** Makes the level of a name, `FAMILY,DIFFICULTY,SEED`, as a puzzle of the gallery; null where there is none. */
async function makeLevel(id) {
  const [, family, difficulty, seed] = /^([a-z-]+),([a-z]+),(\d{1,9})$/.exec(id) ?? [];
  const { moves: wanted, ...source } = SOURCES[family] ?? {};
  const moves = wanted?.[DIFFICULTIES.indexOf(difficulty)];
  if (!moves) return null;
  const level = await (await solver()).generate({ ...source, moves, seed: Number(seed) });
  const name = [titleOfFamily(family), t(`gallery.${difficulty}`), seed].join(" · ");
  return { ...level, id, name, family, difficulty, seed, address: addressOfLevel(id) };
}

const addressOfLevel = (id) => `play.html#level=${id}`;

/** Links to a new level of a family, in each difficulty. */
function newLevels(family) {
  const row = make("p", t("level.new", { family: titleOfFamily(family) }), { class: "buttons" });
  for (const difficulty of DIFFICULTIES) {
    const seed = Math.floor(Math.random() * 1e6);
    part(row, "a", t(`gallery.${difficulty}`), { href: addressOfLevel([family, difficulty, seed]) });
  }
  return row;
}
