// The editor: drawing by mouse, finger and keys, texts of all notations, and what the solver says.

const checked = () => until(() => at("page").dataset.checked === at("text").value);
const paste = async (text) => {
  set("text", text);
  await checked();
};
const open = async (rows, cols, width) => {
  await visit("site/edit.html", width);
  set("rows", rows);
  set("cols", cols);
};
const middles = (sheet, ...cells) => cells.map((cell) => {
  const { x, y, width, height } = at(sheet).querySelectorAll("[role=gridcell]")[cell].getBoundingClientRect();
  return [x + width / 2, y + height / 2];
});
const stroke = (sheet, cells, more) => drag(at(sheet), middles(sheet, ...cells), more);
const type = (sheet, ...typed) => {
  at(sheet).querySelector("[tabindex='0']").focus();
  keys(...typed);
  return page().activeElement.ariaLabel;
};
const solves = async (findings) => {
  await checked();
  press("solve");
  await until(() => texts("#findings .verdict")[0]);
  await shows({ findings });
};

/** Texts, how many pieces and covered cells there are, and the published number of moves. */
const SAMPLES = [
  ["1A9BF0C00\n", 10, 18, "Solved in 81 moves, the fewest there can be."],
  ["122A\n122A\nB33C\nB4DC\nE..F\ngoal:\n....\n....\n....\n.22.\n.22.\n", 10, 18, "Solved in 81 moves, the fewest there can be."],
  ["BCCoDoBEFoDGBEFAAGHHHIoGooJIKKLLJMMo\n", 13, 29, "Solved in 51 moves, the fewest there can be."],
  ["8 6 7/2 5 4/3 0 1\n", 8, 8, "Solved in 31 moves, the fewest there can be."],
];

const FAULTY = [
  "2 x 2\n1 = 1\n2 = 1\n1!\n21\n",
  "2 x 2\n1 = 1\n2 = 1\n3 = 1\n123\n213\n",
  "display Two\nsize 2 2\ninitial\nAB\ntarget\nBA\n..\nend\n",
];

run(async () => {
  // By mouse, with a slip.
  await open(3, 4);
  await shows({ verdict: "Nothing is drawn yet." });
  same(["undo", "redo"].map((id) => at(id).disabled), [false, true]);
  for (const cells of [[0, 4], [1, 2], [5], [3]]) stroke("start", cells);
  all("[value=wall]")[0].click();
  stroke("start", [3]);
  all("[value=piece]")[0].click();
  // The piece that was begun last is chosen for the goal: another is chosen where it lies.
  stroke("start", [1, 1]);
  stroke("goal", [8]);
  all("[value=gap]")[0].click();
  stroke("goal", [2]);
  const text = "ABB#\nAC..\n....\ngoal:\n.._#\n....\nBB..\n";
  await shows({ text });
  all("[value=erase]")[0].click();
  stroke("goal", [9]);
  await shows({ text: text.replace("BB..", "....") });
  press("undo");
  same(at("redo").disabled, false);
  await shows({ text, verdict: "This is a puzzle: 3 pieces, 6 empty cells." });
  await solves("Solved in 2 moves, the fewest there can be.");
  await follow(() => press("play"));
  await shows({ left: 2 });

  // By keys, with a lock; and by finger.
  await open(2, 3);
  same(type("start", "A", "ArrowDown", "A", "ArrowRight", "C", "ArrowUp", "B"), "row 1, column 2: piece B");
  same(type("goal", "ArrowRight", "ArrowRight", "B", "ArrowDown", "_"), "row 2, column 3: must be empty");
  keys("A");
  await shows({ text: "AB.\nAC.\ngoal:\n..B\n.._\n", said: "There is no room for piece A there." });
  await solves("Solved in 1 move, ");
  set("chosen", "B");
  set("lock", "v");
  await shows({ text: "AB.\nAC.\ngoal:\n..B\n.._\nlock: B v\n" });
  await solves("There is no solution: this is proven.");
  set("lock", "");
  same(at("text").value.includes("lock"), false);
  await open(5, 4, 360);
  // A quick one leaves cells out.
  stroke("start", [0, 2, 10], { pointerType: "touch" });
  await shows({ text: "AAA.\n..A.\n..A.\n" });
  // On the smallest phone the goal is beside the start, to drag a piece there.
  await open(2, 2, 320);
  same([at("page").className, ...["which", "fewer", "chosen", "lock"].map((id) => at(id).checkVisibility())], ["editor", false, false, false, false]);
  stroke("start", [0], { pointerType: "touch" });
  drag(at("start"), [...middles("start", 0), ...middles("goal", 1)], { pointerType: "touch" });
  await shows({ text: "A.\n..\ngoal:\n.A\n..\n" });
  same([middles("start", 0)[0][1], at("chosen").checkVisibility()], [middles("goal", 0)[0][1], true]);

  // Texts in every notation are drawn; drawn upon, they are the same puzzle.
  for (const [text, pieces, cells, found] of SAMPLES) {
    await paste(text);
    await shows({ verdict: ["This is a puzzle: ", pieces, " pieces,"].join("") });
    same([all("#start .piece-cell").length, at("far").hidden], [cells, true], text);
    press("more", "fewer");
    await solves(found);
  }

  // What is wrong is said in the reader's language as far as it is known, and the cursor goes there.
  for (const [language, said, foreign] of [
    ["de", ["Zeile 4, Spalte 2 das Zeichen `!` gehört in keine Stellung; erwartet: ", "das Ziel ist nicht zu erreichen: eine ungerade", "Zeile 5, Spalte 3 a row is too long; expected"], 1],
    ["zh", ["第 4 行第 2 列 局面中有非法字符 `!`；应为：", "目标无法到达：两者相差一个奇排列", "第 5 行第 3 列 a row is too long; expected"], 1],
    ["en", ["Line 4, column 2 illegal character `!` in a configuration; expected ", "the goal cannot be reached: it is an odd permutation away", "Line 5, column 3 a row is too long; expected"], 0],
  ]) {
    set("language", language);
    for (const [number, text] of FAULTY.entries()) {
      await paste(text);
      await shows({ problems: said[number] });
    }
    same(all("#problems [lang=en]").length, foreign, language);
  }
  // A board without a goal keeps its letters. Its pieces are dragged to their places, and do not grow on the way.
  await paste("QQ..\n.W..\n");
  await shows({ said: "This board has no goal yet.", problems: "Line 1, column 1 no goal: " });
  same([texts("#start .piece-cell").join(""), at("problems").textContent.includes("--")], ["QQW", false]);
  drag(at("start"), [...middles("start", 1, 2), ...middles("goal", 2, 3)]);
  await shows({ text: "QQ..\n.W..\ngoal:\n..QQ\n....\n", verdict: "This is a puzzle: 2 pieces" });
  await paste("..RR..\nAA.B..\n...B..\nCC....\n......\n......\n");
  await shows({ verdict: "This can be read in 2 ways.", problems: "Line 1, column 1 no goal: which car has to leave is not writtencar R leaves to the right" });
  await paste("<b>\n");
  await shows({ verdict: "This is no puzzle yet: 1 problem." });
  await paste("3 x 3\n1 = 12\n2 = 11\n2y\n002\n");
  await shows({ verdict: "This is no puzzle yet: 3 problems." });
  all(".place")[1].click();
  same([page().activeElement.id, at("text").selectionStart], ["text", 21]);

  // All positions are counted, and one can play on from the farthest.
  await paste("4 x 4 (Simplicity)\n1 = 1/11\n2 = 11\n3 = 1/1\n4 = 1/11\n00102034\n4?\n");
  press("explore");
  await until(() => all("#chart .position img").length === 2);
  const levels = texts("#chart td:last-child").map(Number);
  same([levels[0], levels.reduce((sum, level) => sum + level)], [1, 161]);
  const [states, , nearest, depth] = texts("#findings p").map((text) => text.match(/\d+/)[0]);
  same([states, nearest, depth], ["161", "18", String(levels.length - 1)]);
  const [farthest] = all(".position a");
  await follow(() => farthest.click());
  same(farthest.href.endsWith(at("board").dataset.position), true, farthest.href);
  await open(2, 2);
  // A search that would never end is stopped, also by drawing on.
  await paste("15 14 13 12/11 10 9 8/7 6 5 4/3 2 1 0\n");
  press("explore");
  await until(() => texts("#findings")[0].includes("so far"));
  press("stop");
  await shows({ findings: "Stopped." });
  press("explore");
  const shared = "title: Ä & <b> #1\nAB.\ngoal:\n..B\n";
  await paste(shared);
  await solves("Solved in 1 move, ");

  // The link has the puzzle; so have the page to play on, and the files.
  const { navigator } = frame.contentWindow;
  let link;
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (link = text) } });
  press("copy");
  await shows({ said: "The link is copied." });
  same([page().URL, /[<Ä ]/.test(link)], [link, false]);
  const files = [];
  const { HTMLAnchorElement, URL } = frame.contentWindow;
  URL.createObjectURL = (blob) => files.push(blob);
  HTMLAnchorElement.prototype.click = function () {
    files.push(this.download);
  };
  for (const [number, id] of ["save", "picture", "pixels"].entries()) {
    press(id);
    await until(() => files[2 * number + 1]);
  }
  const [saved, name, vector, , pixels, last] = files;
  same([await saved.text(), name, last], [shared, "ä-b-1.txt", "ä-b-1.png"]);
  const { width } = new DOMParser().parseFromString(await vector.text(), "image/svg+xml").documentElement;
  same((await createImageBitmap(pixels)).width, Math.round(2 * width.baseVal.value));
  await visit(link);
  await shows({ text: shared, verdict: "This is a puzzle: 2 pieces, 1 empty cell." });
  await follow(() => press("play"));
  await shows({ name: "Ä & <b> #1" });
  press("hint");
  await shows({ said: "Hint" });
  press("hint");
  await until(() => page().URL.endsWith("&at=A0B"));
  await reload();
  await shows({ board: "A0B" });
});
