// The gallery: which puzzles are shown, and in which order.

const cards = [...document.querySelectorAll(".card")];
const inputs = ["words", "family", "style", "hardness", "order"].map(byId);

/** The numbers of a card in a style: moves (or "none"), and configurations. */
function figuresOf({ dataset }, style) {
  const number = (text) => (text === "" || text === "none" ? undefined : Number(text));
  const moves = dataset.moves.split(",")[style];
  return {
    isHopeless: moves === "none",
    moves: number(moves),
    states: number(dataset.states.split(",")[style]),
  };
}

function describe(card) {
  const { isHopeless, moves, states } = figuresOf(card, Number(byId("style").value));
  const parts = [t("gallery.size", { size: card.dataset.size, n: Number(card.dataset.pieces) })];
  if (isHopeless) parts.push(t("gallery.unsolvable"));
  else parts.push(moves === undefined ? t("gallery.unknown") : t("moves", { n: moves }));
  if (states !== undefined) parts.push(t("configurations", { n: states }));
  return parts.join(" · ");
}

/** Titles and figures in the language and style that are chosen. */
function label() {
  for (const card of cards) {
    const title = card.querySelector(".title");
    card.dataset.own ??= title.textContent;
    title.textContent = named("title", card.dataset.id, card.dataset.own);
    card.querySelector(".figures").textContent = describe(card);
  }
  for (const option of byId("family").options) {
    if (option.value) option.textContent = named("family", option.value, option.value);
  }
}

/** Whether a card is what the filters ask for. */
function isWanted(card) {
  const words = byId("words").value.toLowerCase().split(/\s+/).filter(Boolean);
  const { id, own, family } = card.dataset;
  const said = [id, own, family, card.textContent].join(" ").toLowerCase();
  if (!words.every((word) => said.includes(word))) return false;
  if (byId("family").value && byId("family").value !== family) return false;
  const hardness = byId("hardness").value;
  if (!hardness) return true;
  const { isHopeless, moves } = figuresOf(card, Number(byId("style").value));
  if (hardness === "none") return isHopeless;
  const [least, most] = hardness.split("-");
  return moves >= Number(least) && moves <= (most === "" ? Infinity : Number(most));
}

/** The cards in the order that is chosen; those without the number come last. */
function inOrder() {
  const order = byId("order").value;
  const style = Number(byId("style").value);
  const title = (card) => card.querySelector(".title").textContent;
  const number = (card) => {
    if (order === "cells") return Number(card.dataset.cells);
    return figuresOf(card, style)[order] ?? Infinity;
  };
  const sorted = [...cards];
  if (order === "title") sorted.sort((a, b) => title(a).localeCompare(title(b), language));
  else if (order) sorted.sort((a, b) => (number(a) < number(b) ? -1 : number(a) > number(b) ? 1 : 0));
  return sorted;
}

function show() {
  const order = inOrder();
  if (order.some((card, at) => card !== byId("cards").children[at])) byId("cards").append(...order);
  let shown = 0;
  for (const card of cards) {
    card.hidden = !isWanted(card);
    shown += card.hidden ? 0 : 1;
  }
  byId("count").textContent = t("gallery.count", { shown, n: cards.length });
}

function renew() {
  label();
  show();
}

const written = byId("style").value;
byId("style").value = memory.get("style") ?? written;
byId("style").addEventListener("change", ({ target }) => {
  memory.set("style", target.value);
  label();
});
byId("filters").addEventListener("submit", (event) => event.preventDefault());
for (const input of inputs) input.addEventListener("input", show);
document.addEventListener("language", renew);
// The page is written in English and about one style; and some browsers keep what was chosen.
if (language !== "en" || byId("style").value !== written) renew();
else if (inputs.some(({ id, value }) => value && id !== "style")) show();
document.body.dataset.ready = "all";
performance.mark("ready");
