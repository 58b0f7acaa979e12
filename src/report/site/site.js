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
