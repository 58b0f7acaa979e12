// What all pages of the site do: texts in the reader's language, and files kept for times without a
// network.

/** What the browser keeps for this site, where it keeps anything. */
const memory = {
  get(key) {
    try {
      return localStorage.getItem(`sliding.${key}`);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`sliding.${key}`, value);
    } catch {
      // Without it, the choice holds for this page alone.
    }
  },
};

/** The fewest moves in which a puzzle was solved, if marks are wanted; 0 if it was not. */
const solvedIn = (id) => (memory.get("marks") === "off" ? 0 : Number(memory.get(`solved.${id}`)));

/** Remembers that a puzzle was solved. */
function markSolved(id, moves) {
  const before = solvedIn(id);
  if (memory.get("marks") !== "off" && !(before <= moves && before > 0)) memory.set(`solved.${id}`, moves);
}

/** The language that was chosen, else the first of the reader's that there are texts in. */
function preferredLanguage() {
  const known = (code) => LANGUAGES.find((language) => code?.split("-")[0] === language);
  return known(memory.get("language")) ?? navigator.languages.map(known).find(Boolean) ?? "en";
}

language = preferredLanguage();

/** A name that puzzles and families have in this language, else what they call themselves. */
const named = (kind, id, own) => (TEXTS[`${kind}.${id}`] ? t(`${kind}.${id}`) : own);

/** A text for what the core says in English; nothing for those who read that, or where the table has none. */
function translated(key, values) {
  return language !== "en" && Object.hasOwn(TEXTS, key) ? t(key, values) : null;
}

/** What elements have as their language that say something translated, or else in English. */
const languageOf = (translation) => (translation || language === "en" ? {} : { lang: "en" });

/** A problem that has a code: what is wrong, and what is expected. */
function problemText({ code, args }) {
  if (!code) return null;
  const isNamed = args !== null && typeof args === "object";
  // What a definition was meant to be is not always known.
  const values = isNamed ? { ...args } : { a: args ?? "K = PATTERN" };
  if (values.other) values.other = t(`part.${values.other}`);
  const message = translated(`fault.${code}`, values);
  return message && { message, expected: translated(`expected.${code}`, values) ?? t("expected.puzzle") };
}

/** A piece of advice on a puzzle with so many goals. */
function adviceText({ about, goal, kind, piece, wanted, available, row, col }, goals) {
  const counted = about === "cut-off" ? "part.pieces" : "part.cells";
  const axis = row ? "-row" : "-column";
  return translated(`advice.${about}${about === "order" ? axis : ""}`, {
    goal: goals > 1 ? t("part.goal", { n: goal }) : t("part.the_goal"),
    kind: kind ?? piece?.kind,
    piece: piece && t("part.place", piece),
    wanted: wanted && t(counted, { n: wanted }),
    available,
    line: row ?? col,
  });
}

/** An element with a text and attributes. */
function make(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** The same as the last part of another. */
function part(parent, ...what) {
  const made = make(...what);
  parent.append(made);
  return made;
}

/** Puts the texts of the table where they belong. */
function translate(root = document) {
  document.documentElement.lang = language;
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of root.querySelectorAll("[data-label]")) element.ariaLabel = t(element.dataset.label);
}

byId("language").value = language;
byId("language").addEventListener("change", ({ target }) => {
  language = target.value;
  memory.set("language", language);
  translate();
  document.dispatchEvent(new Event("language"));
});
if (language !== "en") translate();

// From disk there are no service workers, nor is there any need.
if (location.protocol.startsWith("http") && "serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register("sw.js").catch(() => {}));
}
