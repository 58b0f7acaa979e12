// Brings a puzzle to the page to play on: one of the gallery, or one that stands in the link. What is
// shown and played is the business of the player, which begins as soon as its puzzle is there.

// So many milliseconds a puzzle of a link may be searched before it is shown.
const SOON = 400;

/** The puzzle that is played. */
let brought = null;

/** A part of the address by its name. */
function partOf(name) {
  const part = location.hash.slice(1).split("&").find((part) => part.startsWith(`${name}=`));
  try {
    return part ? decodeURIComponent(part.slice(name.length + 1)) : null;
  } catch {
    return null;
  }
}

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

/** A puzzle that stands in the link, with a solution if there is one in no time. */
async function ofLink(text) {
  const sliding = await solver();
  const check = await sliding.check(text);
  if (!check.valid) {
    const [{ line, column, message, ...cause }] = check.problems;
    throw new Error(`${t("check.place", { line, column })}: ${problemText(cause)?.message ?? message}`);
  }
  const style = Number(memory.get("style") ?? 2);
  const { game, looks } = await sliding.game(text, { style });
  // What stands in the link is in whichever notation it was written.
  const plain = await sliding.convert(text, "sliding");
  const known = { text: plain, status: "unknown", shortest: true, moves: null, solution: null, map: null };
  const enough = setTimeout(() => sliding.stop(), SOON);
  try {
    Object.assign(known, solved(game, await sliding.solve(plain, { style })));
  } catch (error) {
    if (!error.stopped) throw error;
  }
  clearTimeout(enough);
  return { text, looks, page: { hidden: [], puzzles: [{ ...game, ...known }] } };
}

/** What was found, as the player takes it. */
function solved(game, { status, moves, shortest, solution }) {
  if (status === "limit") return {};
  const cell = ({ row, col }) => (row - 1) * game.cols + col - 1;
  const moved = solution?.map(({ pieces, steps }) => ({ pieces: pieces.map(cell), steps }));
  return { status, moves, shortest: shortest ?? true, solution: moved ?? null };
}

/** Shows what keeps the page from being played. */
function refuse(why) {
  byId("problem").textContent = why;
  byId("problem").hidden = false;
  byId("page").hidden = true;
  document.body.dataset.ready = "all";
}

function dress(looks) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(looks);
  document.adoptedStyleSheets = [sheet];
}

async function prepare() {
  const [id, text] = [partOf("id"), partOf("text")];
  const puzzle = (brought = text === null ? await ofGallery(id ?? "") : await ofLink(text));
  if (!puzzle) return refuse(t("play.none"));
  dress(puzzle.looks);
  for (const one of puzzle.page.puzzles) {
    nameKinds(one);
    one.name = puzzle.id ? named("title", puzzle.id, one.name) : one.name;
  }
  byId("edit").href = `edit.html#text=${encodeURIComponent(puzzle.text)}`;
  puzzle.page.core = { open: solver };
  brought.table = await (await carry()).begin();
  await read("player.js");
}

const whose = () => partOf("text") ?? partOf("id");
const begunWith = whose();
addEventListener("hashchange", () => whose() !== begunWith && location.reload());
document.addEventListener("language", () => location.reload());
prepare().catch((error) => refuse(t("play.wrong", { why: error.message })));
