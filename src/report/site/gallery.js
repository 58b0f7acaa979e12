// The gallery: cards of the listed puzzles, in groups; or those that are asked for, in some order.

const DAY = 86_400_000;
const FIRST = 10;
const SMALL = 36;
const inputs = ["words", "style", "hardness", "order"].map(byId);
const asked = (id) => byId(id).value;

/** The fewest moves in the style that is chosen, and the positions: null where there is no solution, undefined if unknown. */
const resultOf = ({ results }) => results[asked("style")] ?? [];
const movesOf = (puzzle) => resultOf(puzzle)[0];
const titleOf = ({ id, name }) => named("title", id, name);

function describe({ id, rows, cols, pieces, ...puzzle }) {
  const [moves, states] = resultOf(puzzle);
  const parts = [t("gallery.size", { size: `${rows} × ${cols}`, n: pieces })];
  if (moves === null) parts.push(t("gallery.unsolvable"));
  else parts.push(moves === undefined ? t("gallery.unknown") : t("moves", { n: moves }));
  if (states) parts.push(t("configurations", { n: states }));
  if (solvedIn(id)) parts.push(t("gallery.solved", { n: solvedIn(id) }));
  return parts.join(" · ");
}

function card(puzzle) {
  const { id, address = `play.html#id=${id}`, picture = `puzzles/${id}.svg` } = puzzle;
  const item = make("li", "", { class: solvedIn(id) ? "card done" : "card", "data-id": id });
  const link = part(item, "a", "", { href: address });
  part(link, "img", "", { src: picture, alt: "", loading: "lazy" });
  part(link, "bdi", titleOf(puzzle), { class: "title" });
  part(item, "p", describe(puzzle), { class: "figures" });
  return item;
}

function cards(puzzles, name = "cards") {
  const list = make("ul", "", { class: name });
  list.append(...puzzles.map(card));
  return list;
}

/** Whether a puzzle is what the filters ask for. */
function isWanted({ id, name, family, rating, ...puzzle }) {
  const words = asked("words").toLowerCase().split(/\s+/).filter(Boolean);
  const said = [id, name, family, named("family", family, ""), titleOf({ id, name })].join(" ").toLowerCase();
  if (!words.every((word) => said.includes(word))) return false;
  const hardness = asked("hardness");
  const isSolvable = movesOf(puzzle) !== null;
  if (!hardness || hardness === "none") return !hardness || !isSolvable;
  const [least, most] = hardness.split("-").map(Number);
  return isSolvable && rating !== null && rating >= least && rating < (most || Infinity);
}

/** Puzzles in the order that is chosen; those without the number come last. */
function inOrder(puzzles, order) {
  const number = {
    rating: ({ rating }) => rating ?? Number.MAX_VALUE,
    cells: ({ rows, cols }) => rows * cols,
  }[order];
  return number ? puzzles.toSorted((a, b) => number(a) - number(b)) : puzzles;
}

// The puzzle of the day, when it is made.
let daily;

/** Some small boards to begin with, each a little harder, the puzzle of the day, new levels, and the families; all with titles. */
function groups() {
  const solvable = PUZZLES.filter((puzzle) => movesOf(puzzle) > 0);
  const small = inOrder(solvable.filter(({ rating, rows, cols }) => rating && rows * cols <= SMALL), "rating");
  // The harder half is for later.
  const first = Array.from({ length: FIRST }, (_, at) => small[Math.floor((at * small.length) / FIRST / 2)]);
  // Where there is no level of the date, or not yet, one of these.
  const today = daily ?? solvable[Math.floor(Date.now() / DAY) % solvable.length];
  const endless = make("div");
  endless.append(...Object.keys(SOURCES).map(newLevels));
  const families = [...new Set(PUZZLES.map(({ family }) => family))];
  return [
    ...(small.length > 2 * FIRST ? [[t("gallery.first"), cards(first)]] : []),
    ...(solvable.length > FIRST ? [[t("gallery.daily"), cards([today], "cards daily")], [t("level.heading"), endless]] : []),
    ...families.map((family) => [named("family", family, family), cards(PUZZLES.filter((puzzle) => puzzle.family === family))]),
  ];
}

/** Makes the puzzle of the day, with its date as seed. */
async function makeDaily() {
  const date = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  const families = Object.keys(SOURCES);
  const level = await makeLevel([families[date % families.length], "medium", date]);
  const sliding = await solver();
  const { size, pieces } = await sliding.check(level.text);
  const svg = await sliding.draw(level.text, { bare: true, goals: false });
  const results = { [STYLE]: [level.moves, level.positions] };
  daily = { ...level, ...size, pieces, results, picture: `data:image/svg+xml,${encodeURIComponent(svg)}` };
  document.querySelector(".daily")?.replaceChildren(card(daily));
}

function show() {
  const isAll = inputs.every(({ id, value }) => id === "style" || !value);
  const wanted = inOrder(PUZZLES.filter(isWanted), asked("order"));
  const sections = isAll ? groups() : [["", cards(wanted)]];
  byId("cards").replaceChildren(...sections.flatMap(([title, list]) => (title ? [make("h2", title), list] : [list])));
  byId("count").textContent = t("gallery.count", { shown: wanted.length, n: PUZZLES.length });
}

/** Shows the puzzles in the language that is spoken, and the level of today when it is made. */
function showAll() {
  show();
  if (document.querySelector(".daily")) makeDaily().catch(() => {});
}

byId("style").value = memory.get("style") ?? asked("style");
byId("style").addEventListener("change", ({ target }) => memory.set("style", target.value));
byId("marks").checked = memory.get("marks") !== "off";
byId("marks").addEventListener("change", ({ target }) => {
  memory.set("marks", target.checked ? "" : "off");
  if (!target.checked) for (const { id } of [...PUZZLES, ...(daily ? [daily] : [])]) memory.set(`solved.${id}`, 0);
  show();
});
byId("filters").addEventListener("submit", (event) => event.preventDefault());
for (const input of inputs) input.addEventListener("input", show);
document.addEventListener("language", showAll);
showAll();
document.body.dataset.ready = "all";
