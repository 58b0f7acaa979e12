// Brings a puzzle to the page to play on: one of the gallery, or one that stands in the link. What is
// shown and played is the business of the player, which begins as soon as its puzzle is there.

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
  let brought = null;
  window.receive = (puzzle) => (brought = puzzle);
  try {
    await read(`puzzles/${id}.js`);
  } catch {
    return null;
  }
  return brought;
}

/** A puzzle that stands in the link. */
async function ofLink(text) {
  const sliding = await solver();
  const check = await sliding.check(text);
  if (!check.valid) {
    const [{ line, column, message }] = check.problems;
    throw new Error(`${t("check.place", { line, column })}: ${message}`);
  }
  return { text, ...JSON.parse(await sliding.page(text)) };
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
  const puzzle = text === null ? await ofGallery(id ?? "") : await ofLink(text);
  if (!puzzle) return refuse(t("play.none"));
  dress(puzzle.looks);
  for (const one of puzzle.page.puzzles) {
    nameKinds(one);
    one.name = puzzle.id ? named("title", puzzle.id, one.name) : one.name;
  }
  byId("edit").href = `edit.html#text=${encodeURIComponent(puzzle.text)}`;
  const data = document.createElement("script");
  Object.assign(data, { id: "data", type: "application/json", textContent: JSON.stringify(puzzle.page) });
  document.body.append(data);
  await read("player.js");
}

const whose = () => partOf("text") ?? partOf("id");
const begunWith = whose();
addEventListener("hashchange", () => whose() !== begunWith && location.reload());
document.addEventListener("language", () => location.reload());
prepare().catch((error) => refuse(t("play.wrong", { why: error.message })));
