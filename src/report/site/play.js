// Brings a puzzle to the page to play on: one of the gallery, one that stands in the link, or a new level. What is
// shown and played is the business of the player.

/** A puzzle of the gallery: its file calls `receive`. */
async function ofGallery(id) {
  if (!/^[a-z0-9-]+$/.test(id)) return null;
  let received = null;
  window.receive = (puzzle) => (received = puzzle);
  try {
    await read(`puzzles/${id}.js`);
  } catch {
    return null;
  }
  return received;
}

/** A puzzle that stands in the link. */
async function ofLink(text, style = Number(memory.get("style") ?? 2)) {
  const sliding = await solver();
  const check = await sliding.check(text);
  if (!check.valid) {
    const [{ line, column, message, ...cause }] = check.problems;
    throw new Error(`${t("check.place", { line, column })}: ${problemText(cause)?.message ?? message}`);
  }
  const { game, looks } = await sliding.game(text, { style });
  // What stands in the link is in whichever notation it was written.
  const plain = await sliding.convert(text, "sliding");
  const known = { text: plain, status: null, shortest: true, moves: null, solution: null, map: null };
  // A parity is seen without a search; for others, the player searches.
  if (check.advice.some(({ about }) => about === "hopeless")) known.status = "unsolvable";
  return { text, looks, page: { hidden: {}, puzzles: [{ ...game, ...known }] } };
}

/** A level that is made anew. The next one has another seed, a harder one is of the next difficulty. */
async function ofLevel(id) {
  byId("said").textContent = t("level.begun");
  const level = await makeLevel(id);
  if (!level) return null;
  byId("said").textContent = "";
  const { text, name, moves, family, difficulty, seed } = level;
  const puzzle = await ofLink(text, STYLE);
  Object.assign(puzzle.page.puzzles[0], { name, moves });
  document.querySelector(".after").prepend(newLevels(family));
  const levels = DIFFICULTIES.map((difficulty, hardness) => {
    return { hardness, address: addressOfLevel([family, difficulty, Number(seed) + 1]) };
  });
  const own = DIFFICULTIES.indexOf(difficulty);
  const list = [levels[own], ...levels.slice(own)];
  return { ...puzzle, id, list };
}

/** Where a puzzle of tiles that has no solution has one: with the last two tiles of its goal swapped. Null for others. */
function reachable({ status, text, kinds, goals: [{ free }, another] }) {
  const isOdd = status === "unsolvable" && !free && !another && kinds.every(({ cells }) => !cells[1]);
  const facts = text.search(/^#/m);
  const puzzle = (facts < 0 ? text : text.slice(0, facts)).trimEnd();
  const swapped = puzzle.replace(/([^\s0])(0*)([^\s0])(0*)$/, "$3$2$1$4");
  return isOdd && swapped !== puzzle ? `play.html#text=${encodeURIComponent(`${swapped}\n`)}` : null;
}

/** Shows what keeps the page from being played. */
function refuse(why) {
  byId("problem").textContent = why;
  byId("problem").hidden = false;
  byId("page").hidden = byId("edit").hidden = true;
  addEventListener("hashchange", () => location.reload());
  document.body.dataset.ready = "all";
}

function dress(looks) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(looks);
  document.adoptedStyleSheets = [sheet];
}

async function prepare() {
  const [id, text, level] = ["id", "text", "level"].map(partOf);
  const bringing = level ? ofLevel(level) : text === null ? ofGallery(id ?? "") : ofLink(text);
  const puzzle = await bringing;
  if (!puzzle) return refuse(t("play.none"));
  dress(puzzle.looks);
  for (const one of puzzle.page.puzzles) {
    nameKinds(one);
    one.name = puzzle.id ? named("title", puzzle.id, one.name) : one.name;
  }
  const other = reachable(puzzle.page.puzzles[0]);
  byId("reachable").hidden = !other;
  if (other) byId("reachable").href = other;
  byId("task").after(byId("reachable"));
  byId("edit").href = `edit.html#text=${encodeURIComponent(puzzle.text)}`;
  const list = puzzle.list ?? PUZZLES.map(({ id, rating }) => ({ hardness: rating, address: `#id=${id}` }));
  const at = puzzle.list ? 0 : PUZZLES.findIndex(({ id }) => id === puzzle.id);
  const solved = (made) => puzzle.id && markSolved(puzzle.id, made);
  Object.assign(puzzle.page, { open: solver, list, at, solved });
  await begin(puzzle.page, RULES);
}

document.addEventListener("language", () => location.reload());
prepare().catch((error) => refuse(t("play.wrong", { why: error.message })));
