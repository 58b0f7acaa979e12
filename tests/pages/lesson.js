// A search that is watched.

const circles = () => all("#graph circle").length;

run(async () => {
  const isTall = (width, height) => at("graph").getBoundingClientRect().height > (width > height ? 0.4 : 0.25) * height;
  await fits("broad.html", ["said", "board", "graph", "step", "slider"], isTall);
  // Breadth-first: the graph fills level by level, up to the goal.
  await visit("broad.html", 360);
  same(flaws(44), []);
  await shows({ said: "Position 1 of ", board: "00102034" });
  press("step", "step");
  await shows({ said: "Position 3 of " });
  same([circles(), all("#graph .edge").length, all("#board .piece").length], [3, 2, 4]);
  const heights = () => all("#graph circle").map((circle) => circle.cy.baseVal.value);
  set("slider", at("slider").max);
  same(heights(), heights().toSorted((a, b) => a - b));
  same([texts("#said")[0].endsWith("distance 18, estimate 0. This is a goal."), all(".goal.now").length], [true, 1]);
  // It runs until it is stopped.
  set("speed", 50);
  press("run");
  await until(() => circles() > 5);
  press("run");
  const stopped = circles();
  same([at("run").textContent, stopped < 100], ["Run", true]);
  // IDA*: in each pass the graph begins anew, and the bound rises.
  await visit("deep.html");
  await shows({ said: "Position 1 of ", board: "528417036" });
  same(texts("#said")[0].includes("estimate 14. Bound 14."), true);
  press("step");
  await shows({ said: "Position 2 of " });
  same([circles(), all(".cut").length > 0, texts("#said")[0].includes("over the bound")], [2, true, true]);
  for (let bound = 14; bound < 22; bound += 2) {
    while (!texts("#said")[0].includes("Bound ".concat(bound + 2))) press("step");
    same(circles(), 1, bound);
  }
});
