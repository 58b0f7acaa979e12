// What the solver found, shown: numbers in words, a chart of the distances, and pictures of positions.

const MOST_BARS = 40;

/** A link to the page that plays a text, from a position of it. */
function playAddress(text, position = null) {
  const at = position === null ? "" : `&at=${position}`;
  return `play.html#text=${encodeURIComponent(text)}${at}`;
}

const seconds = (time) => (time / 1000).toLocaleString(language, { maximumSignificantDigits: 2 });

/** How a search ended, in words. */
function verdictOf({ status, limit, moves, at_least: least, shortest }) {
  if (status === "unsolvable") return t("found.unsolvable");
  if (status === "limit") return t("found.limit", { limit: t(`limit.${limit}`), n: least ?? 0 });
  return t(shortest === false ? "found.known" : "found.solved", { n: moves });
}

/** Shows how a search for a solution ended. The player has the moves. */
function showSolution(root, answer) {
  root.replaceChildren();
  part(root, "p", verdictOf(answer), { class: "verdict" });
  const { positions, elapsed_ms: time } = answer;
  part(root, "p", t("found.effort", { n: positions, time: seconds(time) }), { class: "note" });
}

/** Shows a map: its numbers, the chart of distances, and the farthest position. */
async function showMap(root, chart, text, map) {
  root.replaceChildren();
  chart.replaceChildren();
  const { positions, from_start: fromStart, moves, limit, goals } = map;
  const known = limit === null ? "found.map" : "found.part";
  part(root, "p", t(known, { n: positions }), { class: "verdict" });
  if (limit === null) part(root, "p", t("found.goals", { n: goals }));
  if (moves !== null) part(root, "p", t("found.nearest", { n: moves }));
  part(root, "p", t("found.depth", { n: fromStart.depth }));
  drawChart(chart, fromStart.levels);
  const [farthest] = fromStart.farthest;
  if (farthest === undefined) return;
  await showPosition(chart, text, farthest, t("found.farthest", { n: fromStart.depth }));
  if (map.hardest) {
    const { start, moves: most } = map.hardest;
    await showPosition(chart, text, start, t("found.hardest", { n: most }));
  }
}

/** A picture of a position, with a link that plays from there. */
async function showPosition(root, text, position, caption) {
  const sliding = await solver();
  const svg = await sliding.draw(text, { start: position, bare: true, goals: false });
  const figure = part(root, "figure", "", { class: "position" });
  const source = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  part(figure, "img", "", { src: source, alt: t("found.position", { position }) });
  const label = part(figure, "figcaption", `${caption} `);
  part(label, "a", t("found.from"), { href: playAddress(text, position) });
}

/** The numbers at each distance as a table with bars; many distances share a row. */
function drawChart(root, levels) {
  const width = Math.ceil(levels.length / MOST_BARS);
  const rows = [];
  for (let from = 0; from < levels.length; from += width) {
    const some = levels.slice(from, from + width);
    rows.push({ from, to: from + some.length - 1, count: some.reduce((sum, one) => sum + one, 0) });
  }
  const max = Math.max(...rows.map(({ count }) => count));
  const table = part(root, "table");
  part(table, "caption", t("found.chart"));
  for (const { from, to, count } of rows) {
    const row = part(table, "tr");
    part(row, "th", from === to ? grouped(from) : `${grouped(from)}–${grouped(to)}`, { scope: "row" });
    part(part(row, "td"), "meter", "", { max, value: count, "aria-hidden": true });
    part(row, "td", grouped(count));
  }
}
