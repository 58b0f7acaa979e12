// What is proven, on pages in the dark where nothing slides.

run(async () => {
  await visit("proven.html", 360);
  const proven = "It is proven that no moves of this kind lead to the goal. You may still try. With pieces moving together (style 5) there is a solution of 1 move: 1 + 2.";
  await shows({ said: proven, note: proven, left: "–" });
  same([flaws(44), at("play").ariaDisabled], [[], "true"]);
  keys("ArrowDown", "h");
  await shows({ said: "There is no hint from here: no moves lead to the goal." });
  await visit("klotski.html");
  press("hint", "hint");
  same([at("moves").textContent, getComputedStyle(all(".piece")[0]).transitionDuration], ["1", "0s"]);
  const [dark] = getComputedStyle(page().body).backgroundColor.match(/\d+/g);
  same(dark < 64, true, "it is light");
});
