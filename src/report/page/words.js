// Texts in the reader's language, from the table of them, `TEXTS`: for each key one text for each of
// `LANGUAGES`.

// The language that is spoken.
let language = LANGUAGES[0];

/** A number as it is written in the language. */
const grouped = (number) => number.toLocaleString(language);

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

const SVG = "http://www.w3.org/2000/svg";

/** A part of a picture with attributes. */
function element(parent, name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

/** Steps as runs in one direction: `right 2, up`. */
function runs(steps) {
  const found = [];
  for (const step of steps) {
    const last = found[found.length - 1];
    if (last?.direction === step) last.length += 1;
    else found.push({ direction: step, length: 1 });
  }
  return found;
}

/** Steps in words. */
function pathOf(steps) {
  const path = runs(steps).map(({ direction, length }) => {
    const word = t(`direction.${direction}`);
    return length > 1 ? `${word} ${length}` : word;
  });
  return path.join(", ");
}

const hasModifier = ({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey;

/** Whether a key asks to undo, -1, or to redo, 1. */
function undoing({ ctrlKey, metaKey, shiftKey, key }) {
  return (ctrlKey || metaKey) && { z: -1, Z: 1, y: 1 }[shiftKey ? key.toUpperCase() : key];
}

/** The parts of the address, as they are written. */
const partsOfAddress = () => location.hash.slice(1).split("&").filter(Boolean);

/** A part of the address by its name. */
function partOf(name) {
  const part = partsOfAddress().find((part) => part.startsWith(`${name}=`));
  try {
    return part ? decodeURIComponent(part.slice(name.length + 1)) : null;
  } catch {
    return null;
  }
}

/** The address of this page with other parts. */
function addressWith(parts) {
  const [page] = location.href.split("#");
  return parts.length > 0 ? `${page}#${parts.join("&")}` : page;
}

/** Puts an address into the browser's, and a state beside it that a reload gives back. */
function keep(address, state) {
  try {
    history.replaceState(state, "", address);
  } catch {
    // Some places have no address to change; some browsers do not take so many changes at once.
  }
}

/** Copies a link; returns what to say of that, or else the link itself. */
async function copied(link) {
  try {
    await navigator.clipboard.writeText(link);
    return t("player.copied");
  } catch {
    return link;
  }
}
