// Texts in the reader's language, from the table of them, `TEXTS`: for each key one text for each of
// `LANGUAGES`.

// The language that is spoken.
let language = LANGUAGES[0];

// To make one takes longer than to use it.
const formats = new Map();

/** A number as it is written in the language. */
function grouped(number) {
  if (!formats.has(language)) formats.set(language, new Intl.NumberFormat(language));
  return formats.get(language).format(number);
}

/** A text of the table; `n` tells which of two forms it is, and values stand for names in braces. */
function t(key, values = {}) {
  const forms = TEXTS[key][LANGUAGES.indexOf(language)].split("|");
  const form = forms.length > 1 && values.n !== 1 ? forms[1] : forms[0];
  return form.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? grouped(value) : value;
  });
}

const byId = (id) => document.getElementById(id);
