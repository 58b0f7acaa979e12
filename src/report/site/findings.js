// What the solver found, shown: numbers in words, a chart of the distances, and pictures of positions.

const MOST_BARS = 60;

/** A part of the page with a text in it. */
function part(parent, ...what) {
  const made = make(...what);
  parent.append(made);
  return made;
}

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

/** Shows a solution: its number of moves, and where it can be looked at. */
function showSolution(root, text, answer) {
  root.replaceChildren();
  part(root, "p", verdictOf(answer), { class: "verdict" });
  const { positions, elapsed_ms: time } = answer;
  part(root, "p", t("found.effort", { n: positions, time: seconds(time) }), { class: "note" });
  if (!answer.solution) return;
  const list = part(part(root, "details"), "ol");
  const summary = document.createElement("summary");
  summary.textContent = t("found.moves");
  list.before(summary);
  for (const { pieces, steps } of answer.solution) part(list, "li", sentence(pieces, steps));
}

/** A move in words. */
function sentence(pieces, steps) {
  return `${pieces.map((piece) => t("found.piece", piece)).join("; ")}: ${pathOf(steps)}`;
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

/** Bars for the numbers at each distance; many distances share bars. Beside them the same as a table. */
function drawChart(root, levels) {
  const width = Math.ceil(levels.length / MOST_BARS);
  const bars = [];
  for (let from = 0; from < levels.length; from += width) {
    const some = levels.slice(from, from + width);
    bars.push({ from, to: from + some.length - 1, count: some.reduce((sum, one) => sum + one, 0) });
  }
  const most = Math.max(...bars.map(({ count }) => count));
  const [breadth, height] = [600, 160];
  const figure = part(root, "figure");
  const svg = element(figure, "svg", { viewBox: `0 0 ${breadth} ${height + 20}`, class: "bars", "aria-hidden": true });
  const step = breadth / bars.length;
  bars.forEach(({ count }, at) => {
    const tall = Math.max(1, (count / most) * height);
    element(svg, "rect", { x: at * step, y: height - tall, width: Math.max(1, step - 1), height: tall, class: "bar-of" });
  });
  element(svg, "text", { x: 0, y: height + 16, class: "tick" }).textContent = "0";
  element(svg, "text", { x: breadth, y: height + 16, class: "tick last" }).textContent = grouped(levels.length - 1);
  part(figure, "figcaption", t("found.chart"));
  const details = part(figure, "details");
  part(details, "summary", t("found.table"));
  const table = part(details, "table");
  const head = part(part(table, "thead"), "tr");
  part(head, "th", t("found.distance"), { scope: "col" });
  part(head, "th", t("found.positions"), { scope: "col" });
  const body = part(table, "tbody");
  for (const { from, to, count } of bars) {
    const row = part(body, "tr");
    part(row, "th", from === to ? grouped(from) : `${grouped(from)}–${grouped(to)}`, { scope: "row" });
    part(row, "td", grouped(count));
  }
}
