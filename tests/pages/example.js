// The example game of the web package: two levels are played by their solutions.

run(async () => {
  const { levels } = FACTS;
  await visit("web/example/index.html?pack=../../levels.json");
  same(all("#levels option").length, levels.length);
  for (const { title, moves, solution } of levels.slice(0, 2)) {
    await shows({ state: title.concat(": 0 moves") });
    for (const [made, { pieces: [piece], steps }] of solution.entries()) {
      const places = way(piece, steps, 1);
      drag(page().elementFromPoint(...places[0]), places);
      await until(() => texts("#state")[0].includes([made + 1, "moves;"].join(" ")));
    }
    await shows({ state: ["Solved in", moves, "moves; the fewest are", moves].join(" ") });
    press("next");
  }
});
