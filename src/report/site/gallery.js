// The gallery: cards of the listed puzzles, in groups; or those that are asked for, in some order.

const DAY = 86_400_000;
const FIRST = 10;
const SMALL = 36;
const inputs = ["words", "family", "style", "hardness", "order"].map(byId);
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
  const { id } = puzzle;
  const item = make("li", "", { class: solvedIn(id) ? "card done" : "card", "data-id": id });
  const link = make("a", "", { href: `play.html#id=${id}` });
  link.append(make("img", "", { src: `puzzles/${id}.svg`, alt: "", loading: "lazy" }), make("bdi", titleOf(puzzle), { class: "title" }));
  item.append(link, make("p", describe(puzzle), { class: "figures" }));
  return item;
}

/** Whether a puzzle is what the filters ask for. */
function isWanted({ id, name, family, rating, ...puzzle }) {
  const words = asked("words").toLowerCase().split(/\s+/).filter(Boolean);
  const said = [id, name, family, named("family", family, ""), titleOf({ id, name })].join(" ").toLowerCase();
  if (!words.every((word) => said.includes(word))) return false;
  if (asked("family") && asked("family") !== family) return false;
  const hardness = asked("hardness");
  const isSolvable = movesOf(puzzle) !== null;
  if (!hardness || hardness === "none") return !hardness || !isSolvable;
  const [least, most] = hardness.split("-").map(Number);
  return isSolvable && rating !== null && rating >= least && rating < (most || Infinity);
}

/** Puzzles in the order that is chosen; those without the number come last. */
function inOrder(puzzles, order) {
  const number = {
    rating: ({ rating }) => rating ?? Infinity,
    states: (puzzle) => resultOf(puzzle)[1] ?? Infinity,
    cells: ({ rows, cols }) => rows * cols,
  }[order];
  if (order === "title") return puzzles.toSorted((a, b) => titleOf(a).localeCompare(titleOf(b), language));
  return number ? puzzles.toSorted((a, b) => (number(a) < number(b) ? -1 : number(a) > number(b) ? 1 : 0)) : puzzles;
}

/** Some small boards to begin with, each a little harder, the puzzle of the day, and the families; all with titles. */
function groups() {
  const solvable = PUZZLES.filter((puzzle) => movesOf(puzzle) > 0);
  const small = inOrder(solvable.filter(({ rating, rows, cols }) => rating && rows * cols <= SMALL), "rating");
  // The harder half is for later.
  const first = Array.from({ length: FIRST }, (_, at) => small[Math.floor((at * small.length) / FIRST / 2)]);
  const families = [...new Set(PUZZLES.map(({ family }) => family))];
  return [
    [t("gallery.first"), small.length > 2 * FIRST ? first : []],
    [t("gallery.daily"), solvable.length > FIRST ? [solvable[Math.floor(Date.now() / DAY) % solvable.length]] : []],
    ...families.map((family) => [named("family", family, family), PUZZLES.filter((puzzle) => puzzle.family === family)]),
  ].filter(([, puzzles]) => puzzles[0]);
}

function show() {
  const isAll = inputs.every(({ id, value }) => id === "style" || !value);
  const wanted = inOrder(PUZZLES.filter(isWanted), asked("order"));
  const sections = isAll ? groups() : [["", wanted]];
  const parts = sections.flatMap(([title, puzzles]) => {
    const list = make("ul", "", { class: "cards" });
    list.append(...puzzles.map(card));
    return title ? [make("h2", title), list] : [list];
  });
  byId("cards").replaceChildren(...parts);
  byId("count").textContent = t("gallery.count", { shown: wanted.length, n: PUZZLES.length });
  for (const option of byId("family").options) if (option.value) option.text = named("family", option.value, option.value);
}

for (const family of new Set(PUZZLES.map(({ family }) => family))) if (family) byId("family").add(new Option(family, family));
byId("style").value = memory.get("style") ?? asked("style");
byId("style").addEventListener("change", ({ target }) => memory.set("style", target.value));
byId("marks").checked = memory.get("marks") !== "off";
byId("marks").addEventListener("change", ({ target }) => {
  memory.set("marks", target.checked ? "" : "off");
  if (!target.checked) for (const { id } of PUZZLES) memory.set(`solved.${id}`, 0);
  show();
});
byId("filters").addEventListener("submit", (event) => event.preventDefault());
for (const input of inputs) input.addEventListener("input", show);
document.addEventListener("language", show);
show();
document.body.dataset.ready = "all";
performance.mark("ready");
