// The player: whole solutions by mouse and keys, and everything around the board.

const { page: klotski, solution, start } = FACTS[0];
const after = (moves) => (moves === 0 ? start : solution[moves - 1].after);
const settles = (moves) => shows({ board: after(moves), moves, left: 81 - moves });
const names = () => texts("#board .name").join(" ");

const slide = ({ pieces: [piece], steps }, more) => drag(at("board"), way(piece, steps), more);

function byMouse({ pieces, steps }) {
  if (pieces[1]) for (const piece of pieces) drag(at("board"), way(piece), { shiftKey: true });
  slide({ pieces, steps });
}

function byKeys({ pieces, steps }) {
  at("board").querySelector("[tabindex='0']").focus();
  for (const { row, col } of pieces) {
    const place = ["row ", row, ", column ", col].join("");
    for (let turns = 0; turns < 99 && !page().activeElement.ariaLabel.endsWith(place); turns += 1) keys("PageDown");
    if (pieces[1]) keys(" ");
  }
  for (const step of steps) keys(DIRECTIONS[step][0]);
}

/** Makes the moves of hints, by what is said and by what pieces are called alone. */
async function byText(count) {
  for (let made = 1; made <= count; made += 1) {
    keys("h");
    await shows({ said: "Hint: " });
    const [, piece, path] = /^Hint: (.+): (.+)[.] Ask/.exec(at("said").textContent);
    for (let turns = 0; turns < 99 && page().activeElement.ariaLabel !== piece; turns += 1) keys("PageDown");
    for (const part of path.split(", ")) {
      const [word, length = 1] = part.split(" ");
      for (let steps = length; steps > 0; steps -= 1) keys(DIRECTIONS[word][0]);
    }
    await shows({ moves: made });
  }
}

run(async () => {
  // A solution takes as many moves as the program says, and leads where it says; on a phone, where all fits.
  for (const { page, moves, solution } of FACTS) {
    await visit(page, 360);
    same(flaws(44), [], page);
    for (const make of [byMouse, byKeys]) {
      press("reset");
      for (const [made, step] of solution.entries()) {
        make(step);
        keys("Escape");
        await shows({ board: step.after, moves: made + 1, left: moves - made - 1 });
      }
    }
  }
  // Fingers alone, and what a screen reader says, are enough, too.
  for (const [name, count] of [["klotski.html", 10], ["simplicity.html", 18]]) {
    const { solution } = FACTS.find(({ page }) => page === name);
    await visit(name, 390);
    for (const step of solution.slice(0, count)) {
      slide(step, { pointerType: "touch" });
      await shows({ board: step.after });
    }
    same(at("won").checkVisibility(), count === solution.length, name);
    await visit(name);
    at("board").querySelector("[tabindex='0']").focus();
    await byText(count);
    same(at("said").textContent.startsWith(count === 10 ? "Now piece " : "Well done! Solved in 18 moves"), true, name);
  }
  // A finger that stays on pieces takes them together.
  await visit("silly.html");
  const [first] = FACTS.find(({ page }) => page === "silly.html").solution;
  for (const [number, piece] of first.pieces.entries()) {
    pointer("pointerdown", at("board"), way(piece)[0], { pointerType: "touch" });
    await until(() => all("[aria-pressed=true]").length > number);
  }
  slide(first);
  await shows({ board: first.after });
  // A tap moves a piece that has one move, and a row of tiles where they move together.
  const tap = (row, col) => drag(at("board"), way({ row, col }));
  await visit("4x2.html");
  same(at("task").textContent, "Put the tiles in order.");
  same(names(), "7 6 5 3 4 1 2");
  for (const [row, col, style, board] of [[2, 2, 0, "07653412"], [2, 1, 0, "67053412"], [4, 1, 3, "67351402"]]) {
    set("style", style);
    tap(row, col);
    await shows({ board });
  }
  // A solution that goes a step and back is longer by two.
  const { solution: tiles, moves: fewest } = FACTS.find(({ page }) => page === "4x2.html");
  press("reset");
  set("style", 0);
  byKeys(tiles[0]);
  keys({ right: "ArrowLeft", left: "ArrowRight", down: "ArrowUp", up: "ArrowDown" }[tiles[0].steps[0]]);
  tiles.forEach(byKeys);
  await shows({ said: ["Solved in ", fewest + 2, " moves! It can be done in ", fewest, "."].join("") });
  // Where there are two, the piece is chosen, and a tap on an empty cell takes it there.
  await visit(klotski);
  tap(4, 2);
  await shows({ board: start, moves: 0, said: "Chosen: piece 4 at row 4, column 2." });
  same(all(".ghost").length, 2);
  tap(5, 3);
  await shows({ board: "121131044044", moves: 1 });

  // Keys need no click first; on a list or a field they mean something else.
  await visit(klotski);
  same(at("task").textContent, "Bring the red piece to the bottom middle.");
  const { fill } = getComputedStyle(at("board").querySelector("[data-piece='1'] .shape"));
  // It leaves where the frame has a gap.
  const [exit, target] = [".exit", ".target"].map((part) => at("board").querySelector(part).getBoundingClientRect());
  same([exit.left < target.left, exit.right > target.right, exit.bottom > target.bottom, exit.width < 3 * target.width / 2], [true, true, true, true]);
  same([fill, names().trim(), at("board").lastChild.previousSibling.classList.value], ["rgb(224, 68, 60)", "", "target"]);
  // What is left and the solution are seen when they are asked for.
  same(["best", "left", "slider"].map((id) => at(id).checkVisibility()), [true, false, false]);
  at("answers").open = true;
  same(["left", "slider"].map((id) => at(id).checkVisibility()), [true, true]);
  for (const id of ["style", "slider"]) {
    at(id).focus();
    keys("ArrowDown", "h");
    await settles(0);
  }
  at("hint").focus();
  keys("ArrowUp");
  await shows({ said: "No: piece 4 at row 4, column 2 cannot go up, as piece 3 at row 3, column 2 is in the way." });
  keys("ArrowDown");
  await shows({ board: "121131044404", moves: 1 });
  press("undo", "undo");
  await shows({ board: start, said: "There is nothing to undo." });
  press("reset", "redo", "redo");
  await shows({ moves: 1, said: "There is nothing to redo." });
  // A hint is shown first, then made.
  press("reset", "hint");
  await shows({ moves: 0, said: "Hint: piece " });
  same(all(".chosen, .arrow, .ghost").length, 3);
  same(at("board").querySelector(".arrow").style.transform, at("board").querySelector(".chosen").style.transform);
  press("hint");
  await shows({ moves: 1, left: 80 });

  // The solution from here is played, until it is stopped; the slider goes to any of its moves.
  await visit(klotski);
  solution.slice(0, 2).forEach(slide);
  press("play");
  await shows({ moves: 4, left: 77 });
  same(at("play").textContent, "Pause");
  press("play");
  same(at("play").textContent, "Play");
  set("slider", 81);
  await shows({ moves: 81, left: 0, said: "It is solved." });
  set("slider", 1);
  await settles(1);
  // Who plays on goes another way.
  solution.slice(1).forEach(slide);
  await shows({ board: after(81), said: "Well done! Solved in 81 moves, and nobody can do it in fewer." });
  same(Number(at("slider").max), 81);

  // The game, its place in the address, and what stands on pieces are there again after a reload.
  press("undo");
  press("labels");
  await until(() => page().URL.endsWith(after(80)) && frame.contentWindow.history.state.labels);
  await reload();
  await shows({ moves: 80, said: "Your game goes on." });
  same(names(), "1 2 1 1 3 1 4 4 4 4");
  press("redo");
  await settles(81);
  await visit(klotski.concat("#at=", after(9)));
  await shows({ board: after(9), moves: 0, left: 72 });
  await visit(klotski.concat("#at=1211314440044"));
  await shows({ board: start, said: "The link names no position and no moves of this puzzle. Here is the start." });

  // A reset and another style can be undone.
  slide(solution[0]);
  press("reset");
  await shows({ board: start, moves: 0 });
  set("style", 0);
  press("undo", "undo");
  await shows({ board: after(1), moves: 1, style: 2 });
  press("redo");
  await shows({ board: start, moves: 0, style: 2 });

  // In another style moves count otherwise. A page with a map has no solver.
  set("style", 0);
  await shows({ said: "Now one move is: one piece, one step. Counting begins anew.", left: "–", best: "–" });
  at("answers").open = true;
  press("hint");
  await shows({ said: "The solution in this page is one where one move is: one piece, any path." });
  // A search that would take too long is stopped.
  await visit("vast.html");
  press("hint");
  await shows({ note: "It is proven", said: "There is no hint from here: no moves lead to the goal." });
  set("style", 5);
  for (const end of [() => keys("ArrowDown"), () => press("stop")]) {
    press("hint");
    await until(() => at("far").textContent.includes(" positions"));
    end();
    same(at("search").hidden, true);
  }
  await shows({ said: "The search for a hint is stopped." });

  // What is hidden is not shown.
  await visit("hidden.html");
  at("answers").open = true;
  same(["answers", "hint", "left"].map((id) => at(id).checkVisibility()), [false, false, false]);
  keys("h");
  same([at("said").textContent, at("best").textContent], ["", "81"]);
  await visit("searched.html");
  same(texts("summary")[0], "Moves left");
  for (const [style, left] of [[3, 1], [2, 3]]) {
    set("style", style);
    press("hint");
    await shows({ said: "Hint: ", left, best: left });
  }
  press("hint");
  await shows({ left: 2 });
  press("hint", "hint", "hint", "hint");
  await shows({ said: "Well done! Solved in 3 moves" });
  // The moves can be looked at again, and sent to others.
  press("replay");
  same(at("moves").textContent, "1");
  await shows({ moves: 3 });
  press("share");
  // Where nothing can be copied, the link is said.
  await shows({ said: "file:" });
  const link = at("said").textContent;
  await visit(link);
  await shows({ moves: 3, said: "It is solved." });
  for (const wrong of ["3", "99r", "12d", ""]) {
    await visit(link.replace(/moves=.*/, "moves=2:".concat(wrong)));
    await shows({ moves: 0, said: "The link names no position and no moves of this puzzle." });
  }

  // What comes after a win is on the first screen, too, and there is nothing more to ask for.
  await visit(link, 1280);
  await shows({ moves: 3, said: "It is solved." });
  same(["next", "undo"].filter((id) => at(id).getBoundingClientRect().bottom > 800), []);
  same(["hint", "reset"].map((id) => getComputedStyle(at(id)).borderTopStyle), ["dashed", "solid"]);

  // Several puzzles on a page have their own games, whatever they are called.
  const name = "</script><script>document.title = 'caught'</script> & <!-- \\ {{data}}";
  await visit("several.html");
  keys("ArrowDown");
  await follow(() => set("puzzle", 2));
  await shows({ name, board: "102" });
  same([page().title, page().scripts.length, texts("#puzzle option")], [name, 2, ["1. Klotski", "2. ".concat(name)]]);
  press("labels");
  same(names(), "the gentleman 2");
  const [letters, piece] = ["#board .name", "#board .shape"].map((part) => all(part)[0].getBBox().width);
  same(letters <= piece, true, "the name is no wider than its piece");
  await follow(() => frame.contentWindow.history.back());
  await shows({ board: "121131044404", moves: 1 });
  await visit("several.html#puzzle=3");
  await shows({ board: start });
  // After a win the next puzzle is one key away.
  same(at("won").checkVisibility(), false);
  solution.forEach(slide);
  same([page().activeElement.id, at("harder").hidden], ["next", true]);
  await follow(() => press("next"));
  await shows({ name });

  // The whole board, its goal and the buttons are on the first screen.
  for (const address of [klotski, "several.html"]) {
    await fits(address, ["task", "goals", "board", "undo", "hint"], () => at("board").clientWidth > 180);
  }
});
