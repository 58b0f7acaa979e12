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

/** The language that was chosen, else the first of the reader's that there are texts in. */
function preferredLanguage() {
  const known = (code) => LANGUAGES.find((language) => code?.split("-")[0] === language);
  return known(memory.get("language")) ?? navigator.languages.map(known).find(Boolean) ?? "en";
}

language = preferredLanguage();

/** A name that puzzles and families have in this language, else what they call themselves. */
const named = (kind, id, own) => (TEXTS[`${kind}.${id}`] ? t(`${kind}.${id}`) : own);

// What the table has of texts that the core says, each as a pattern of the English one.
const patterns = new Map();

function patternOf(key) {
  if (!patterns.has(key)) {
    const places = TEXTS[key][0].split(/\{(\w+)\}/);
    const parts = places.map((part, at) => (at % 2 ? `(?<${part}>.+)` : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")));
    patterns.set(key, new RegExp(`^${parts.join("")}$`));
  }
  return patterns.get(key);
}

/** The keys that begin so. What says more comes first: `there is no cell {a} on the board` is no `there is no {what}`. */
function keysOf(start) {
  const keys = Object.keys(TEXTS).filter((key) => key.startsWith(start));
  return keys.sort((one, other) => TEXTS[other][0].length - TEXTS[one][0].length);
}

/** What the core says, which speaks English, in the reader's language; nothing, if the table has no such text. */
function translated(text, start) {
  if (language === "en") return text;
  for (const key of keysOf(start)) {
    const found = patternOf(key).exec(text);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {});
    return t(key, Object.fromEntries(values.map(([name, value]) => [name, translated(value, "part.") ?? value])));
  }
  return null;
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
