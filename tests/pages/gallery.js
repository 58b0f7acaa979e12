// The gallery, in every language, for every reader; and what is opened from there.

const PAGES = ["index.html", "play.html#id=klotski", "edit.html"];
const shown = () => all(".card").map((card) => card.dataset.id);

/** The cards that are shown are the puzzles of which something holds. */
const lists = (holds) => same(shown().sort(), FACTS.filter(holds).map(({ id }) => id).sort(), holds);

run(async () => {
  // The level of today is made, in place of a puzzle of the gallery; and it is the same wherever it is played.
  await visit("site/index.html");
  await until(() => all(".daily a")[0].hash.startsWith("#level="));
  const today = all(".daily a")[0].hash;
  same([today.slice(-8), texts(".daily .title")[0].includes(today.slice(-8))], [new Date().toISOString().slice(0, 10).replaceAll("-", ""), true]);
  set("language", "de");
  await until(() => texts(".daily .title")[0].includes(" · mittel · "));
  set("language", "en");
  await until(() => texts(".daily .title")[0].includes(" · medium · "));
  const [, fewest] = texts(".daily .figures")[0].match(/ (\d+) moves/);
  same([all(".daily img")[0].src.startsWith("data:image/svg+xml"), fewest > 9], [true, true]);
  await follow(() => all(".daily a")[0].click());
  await shows({ best: fewest });
  // A new level of each family and difficulty; after a win the next one is another of the same difficulty, or a harder one.
  await visit("site/index.html");
  same(all(".gallery .buttons a").map(({ hash }) => hash.replace(/\d+$/, "")).slice(3, 5), ["#level=rush-hour,extreme,", "#level=klotski,easy,"]);
  const [easy] = all(".gallery .buttons a");
  await follow(() => easy.click());
  press("hint");
  await shows({ said: "Hint: " });
  for (let presses = 2 * at("best").textContent - 1; presses > 0; presses -= 1) press("hint");
  await shows({ said: "Well done!" });
  same(page().activeElement.id, "next");
  const seed = Number(easy.hash.split(",")[2]) + 1;
  same([at("next").hash, at("harder").hash], ["easy", "medium"].map((name) => ["#level=rush-hour", name, seed].join()));
  await follow(() => press("next"));
  same([all("#board .piece").length > 8, at("moves").textContent, at("task").textContent], [true, "0", "Get the red car out on the right."]);
  // The program makes the same for the same seed.
  const known = () => [at("board").dataset.position, at("best").textContent];
  await visit("level.html");
  const expected = known();
  await visit("site/play.html#level=rush-hour,hard,12");
  same(known(), expected);
  await visit("site/play.html#level=klotski,extreme,3");
  same([at("best").textContent >= 40, at("harder").hidden], [true, true]);

  // Filters show what the puzzles' own lines say.
  await visit("site/index.html");
  // The target piece is red here, too; where there is none, nothing is.
  const reds = ["klotski", "4x2"].map(async (id) => (await (await frame.contentWindow.fetch("puzzles/".concat(id, ".svg"))).text()).includes("#e0443c"));
  same(await Promise.all(reds), [true, false]);
  const klotski = "5 × 4, 10 pieces · 81 moves · 25,955 positions";
  same([texts("[data-id=klotski] .figures")[0], at("filters").checkVisibility()], [klotski, false]);
  // Ten that rise, one for the day, and the families with all.
  const [first, daily, ...families] = all("h2 + ul").map((list) => [...list.children].map(({ dataset }) => dataset.id));
  same([daily.length, first.length, families.flat().sort()], [1, 10, FACTS.map(({ id }) => id).sort()]);
  same(texts("h2").slice(0, 4), ["Start here", "Puzzle of the day", "New levels, as many as you like", "Classics"]);
  const ratingOf = (one) => FACTS.find(({ id }) => id === one).rating;
  const rising = first.map(ratingOf);
  same([rising, rising[0] < 5], [rising.toSorted((a, b) => a - b), true]);
  for (const style of [0, 2, 5]) {
    set("style", style);
    set("hardness", "100-1000");
    lists(({ moves, rating }) => moves[style] > 0 && rating >= 100 && rating < 1000);
  }
  set("order", "rating");
  const order = shown().map(ratingOf);
  same([order, order.length > 5], [order.toSorted((a, b) => a - b), true]);
  set("hardness", "none");
  lists(({ moves }) => moves[5] === null);
  set("hardness", "");
  set("words", "layton");
  lists(({ family }) => family === "layton");
  set("words", "8-PUZZLE hard");
  lists(({ id }) => id === "8-puzzle-hardest");
  await shows({ count: "1 of " });
  set("style", 2);

  // Every text changes with the language, which is kept from page to page.
  for (const [language, heading, title, said, general] of [
    ["de", "Schiebepuzzles", "Vier Kolonnen rücken vor", "Tipp: Stein 4 (Soldat) in Zeile ", "(General)"],
    ["zh", "滑块类游戏", "四路进兵", "提示：第 ", "(将)"],
    ["en", "Sliding-block puzzles", "Four Columns Advance", "Hint: piece 4 (soldier) at row ", "(general)"],
  ]) {
    set("language", language);
    set("words", "four-columns");
    same(texts("h1, [data-id=four-columns-advance] .title"), [heading, title]);
    for (const address of PAGES) {
      await visit("site/".concat(address), 360);
      await shows({ language });
      const { t } = frame.contentWindow;
      const isWrong = ({ dataset, textContent, ariaLabel }) =>
        (dataset.text && textContent !== t(dataset.text)) || (dataset.label && ariaLabel !== t(dataset.label));
      // What the buttons and numbers of the player say changes.
      same(texts("[data-text]:not(title, #play, #known), [data-label]").length > 9, true);
      same(all("[data-text]:not(title, #play, #known), [data-label]").filter(isWrong).map(({ id }) => id), [], address);
      same(["main", "h1", "[role=status][aria-live=polite]"].map((part) => all(part).length > 0), [true, true, true]);
      // Words of two Chinese characters are narrower than a finger.
      same(flaws(language === "zh" ? 0 : 43.5), [], address);
    }
    await visit("site/play.html#id=klotski");
    // The board is there before the solver.
    same(all("[src='core.js']"), []);
    same(all("#board .piece").some(({ ariaLabel }) => ariaLabel.includes(general)), true, general);
    press("hint");
    await shows({ said });
    await visit("site/index.html");
  }

  // What was solved is marked, until the switch turns that off.
  const easiest = FACTS.reduce((least, one) => ((one.moves[2] ?? 99) < (least.moves[2] ?? 99) ? one : least));
  const marked = () => [...new Set(texts(".done .figures").map((text) => text.split(" · ").at(-1)))];
  same(marked(), []);
  await visit("site/play.html#id=".concat(easiest.id));
  for (let left = easiest.moves[2]; left > 0; left -= 1) press("hint", "hint");
  same([page().activeElement.id, page().activeElement.hash.slice(0, 4)], ["next", "#id="]);
  const harder = at("harder").hash.slice(4);
  same(ratingOf(harder) > easiest.rating, true, harder);
  await visit("site/index.html");
  same(marked(), ["solved in ".concat(easiest.moves[2])]);
  press("marks", "marks");
  same(marked(), []);

  // Where the browser keeps nothing and takes no address, the game works without.
  await visit("site/refused.html#id=klotski");
  press("hint", "hint");
  await until(() => at("moves").textContent === "1" && at("left").textContent === "80");
  same(pale(), []);

  // A puzzle is opened, and can be changed; whatever it calls itself, it does nothing.
  const name = "</script><img src=x onerror=alert(1)> {n} |two {{body}} \"q\"";
  await visit("hostile/index.html");
  same([texts(".title")[0], page().images.length], [name, 1]);
  await follow(() => all(".card a")[0].click());
  await shows({ name });
  same(page().title, name);
  await follow(() => press("edit"));
  await until(() => at("page").dataset.checked);
  same([all("#start .piece-cell").length, page().images.length], [1, 0]);
  for (const address of ["", "#id=../site", "#id=%zz", "#text=%zz", "#id=nothing", "#level=", "#level=rush-hour,easy", "#level=tiles,easy,1", "#level=klotski,odd,1"]) {
    await visit("site/play.html".concat(address));
    await shows({ problem: "There is no puzzle of this name here." });
    same(at("page").hidden, true, address);
  }
  // An odd puzzle has no solution, which is seen at once, and another goal that can be reached.
  const odd = "site/play.html#text=".concat(encodeURIComponent("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0\n"));
  await fits(odd, ["reachable", "board", "said"]);
  const begun = Date.now();
  await visit(odd);
  await shows({ said: "It is proven that no moves of this kind lead to the goal." });
  same(Date.now() - begun < 5000, true);
  await follow(() => press("reachable"));
  same(at("reachable").hidden, true);
  await shows({ best: 0 });
  // The first of Korf's hundred puzzles, turned round: its fewest moves and its hints come from the solver of tiles.
  await visit("site/play.html#text=".concat(encodeURIComponent("13 6 8 12/15 14 0 10/11 7 4 5/9 1 3 2\n")));
  press("hint");
  await shows({ said: "Hint: piece ", best: 57 });
  press("hint");
  await shows({ moves: 1, left: 56 });
  await visit("site/play.html#text=5%20x");
  await shows({ problem: "This link has no puzzle: Line 1, column 1" });
});
