// A search that is watched: the board, and beside it the positions that it has come to, by their distance.

const data = JSON.parse(byId("data").textContent);
const { visits, solved } = data;
const rules = new Rules(data);
// How many positions of each pass lie at each distance, and the place of each among them.
const counts = new Map();
const levelOf = ({ bound, distance }) => `${bound} ${distance}`;
const placeOf = visits.map((visit) => {
  const place = counts.get(levelOf(visit)) ?? 0;
  counts.set(levelOf(visit), place + 1);
  return place;
});
const depth = 1 + visits.reduce((most, { distance }) => Math.max(most, distance), 0);
let at = 0;
let running = null;

/** Where the point of a position is, as parts of the graph's width and height. */
const pointOf = (order) => {
  const across = (placeOf[order] + 0.5) / counts.get(levelOf(visits[order]));
  return [across, (visits[order].distance + 0.5) / depth].map((part) => `${100 * part}%`);
};
const isCut = ({ bound, distance, estimate }) => bound !== null && distance + estimate > bound;

/** Draws a position as a point, with a line to the one that it comes from. */
function drawPoint(order) {
  const [cx, cy] = pointOf(order);
  const { parent } = visits[order];
  if (parent !== null) {
    const [x1, y1] = pointOf(parent);
    byId("graph").prepend(element(byId("graph"), "line", { x1, y1, x2: cx, y2: cy, class: "edge" }));
  }
  const isGoal = solved && order === visits.length - 1;
  const kind = isGoal ? "point goal" : isCut(visits[order]) ? "point cut" : "point";
  element(byId("graph"), "circle", { cx, cy, r: Math.max(1.5, Math.min(7, 100 / depth)), class: kind });
}

function describe({ bound, ...visit }) {
  const parts = [t("lesson.visit", { ...visit, at: at + 1, of: visits.length })];
  if (bound !== null) parts.push(t("lesson.bound", { bound }));
  if (isCut({ bound, ...visit })) parts.push(t("lesson.cut"));
  if (solved && at === visits.length - 1) parts.push(t("lesson.goal"));
  return parts.join(" ");
}

/** Shows the search up to a visit: its pass of IDA*, or all. */
function show(to) {
  const isNext = to === at + 1 && visits[to].bound === visits[at].bound;
  at = to;
  const visit = visits[at];
  if (!isNext) byId("graph").replaceChildren();
  const first = isNext ? at : visits.findIndex(({ bound }) => bound === visit.bound);
  for (let order = first; order <= at; order += 1) drawPoint(order);
  byId("graph").querySelector(".now")?.classList.remove("now");
  byId("graph").lastChild.classList.add("now");
  for (const piece of byId("board").querySelectorAll(".piece")) piece.remove();
  for (const piece of visit.pieces) {
    const kind = rules.kinds[piece[1]];
    writeOn(drawPiece(byId("board"), rules, piece), kind, kind.label ?? kind.name, 26, rules.unit);
  }
  byId("said").textContent = describe(visit);
  byId("slider").value = at;
  byId("board").dataset.position = visit.position;
}

function stop() {
  clearTimeout(running);
  running = null;
  byId("run").textContent = t("lesson.run");
}

function step() {
  if (at + 1 < visits.length) show(at + 1);
  else stop();
}

function run() {
  step();
  running = at + 1 < visits.length ? setTimeout(run, 1000 / byId("speed").valueAsNumber) : stop();
}

document.title = data.name;
byId("page").style.setProperty("--shape", rules.cols / rules.rows);
drawFloor(byId("board"), rules);
byId("slider").max = visits.length - 1;
byId("step").addEventListener("click", () => {
  stop();
  step();
});
byId("run").addEventListener("click", () => {
  if (running) return stop();
  byId("run").textContent = t("player.pause");
  if (at + 1 === visits.length) show(0);
  run();
});
byId("slider").addEventListener("input", ({ target }) => {
  stop();
  show(target.valueAsNumber);
});
show(0);
byId("page").dataset.ready = "all";
