// What a scene has: the page that it plays, in a frame, and hands to play it with.

const frame = document.getElementById("frame");
const hold = document.getElementById("hold").contentDocument;
// The browser writes this page out when it is loaded, and that is when this is closed.
hold.open();

const BUBBLES = { bubbles: true };
const page = () => frame.contentDocument;
const at = (id) => page().getElementById(id);
const all = (selector) => [...page().querySelectorAll(selector)];
const texts = (selector) => all(selector).map((element) => element.textContent);

/** Throws if two values differ as JSON. */
function same(found, expected, about) {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error([about, one, "expected", other].join(" "));
}

async function until(isSo, about = String) {
  for (let tries = 0; !isSo(); tries += 1) {
    if (tries === 3000) throw new Error(about(isSo));
    await new Promise((resume) => setTimeout(resume, 10));
  }
}

/** Waits until elements show numbers, or texts that begin so. */
async function shows(expected) {
  const found = (id) => at(id).dataset.position ?? at(id).value ?? at(id).textContent;
  const isSo = ([id, value]) => (value === +value ? Number(found(id)) === value : found(id).startsWith(value));
  await until(() => Object.entries(expected).every(isSo), () => JSON.stringify([expected, Object.keys(expected).map(found)]));
}

/** Waits for the page that something leads to. */
async function follow(act) {
  for (const { dataset } of all("[data-ready]")) delete dataset.ready;
  act();
  await until(() => page()?.querySelector("[data-ready=all]"));
}

const reload = () => follow(() => frame.contentWindow.location.reload());

async function visit(address, width = 1000) {
  frame.width = width;
  // Another fragment alone would not load the page anew.
  frame.src = "about:blank";
  await until(() => page().URL === frame.src);
  await follow(() => (frame.src = address));
}

/** Visits a page at six sizes: all of it that these ids name is on the first screen, and nothing is wider than that. */
async function fits(address, ids, look = () => true) {
  for (const [width, height] of [[1280, 800], [1024, 768], [900, 800], [390, 844], [320, 568], [844, 390]]) {
    frame.height = height;
    await visit(address, width);
    const boxes = ids.map((id) => at(id).getBoundingClientRect());
    const outside = ids.filter((id, number) => boxes[number].left < 0 || boxes[number].right > width || boxes[number].bottom > height);
    same([outside, at("page").scrollWidth <= width, look(width, height)], [[], true, true], [address, width, height].join(" "));
  }
  frame.height = 800;
}

/** A value in a field, as its reader puts it there. */
function set(id, value) {
  at(id).value = value;
  for (const name of ["input", "change"]) at(id).dispatchEvent(new Event(name, BUBBLES));
}

const press = (...ids) => ids.forEach((id) => at(id).click());

const keys = (...names) => names.forEach((key) => {
  page().activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, ...BUBBLES }));
});

function pointer(kind, target, [clientX, clientY], more) {
  const mouse = { pointerId: 1, isPrimary: true, pointerType: "mouse", clientX, clientY };
  target.dispatchEvent(new PointerEvent(kind, { ...mouse, ...BUBBLES, ...more }));
}

function drag(target, places, more) {
  pointer("pointerdown", target, places[0], more);
  for (const place of places) pointer("pointermove", target, place, more);
  pointer("pointerup", target, places.at(-1), more);
}

// The key of each direction, and where it leads: right and down.
const DIRECTIONS = { right: ["ArrowRight", 1, 0], left: ["ArrowLeft", -1, 0], down: ["ArrowDown", 0, 1], up: ["ArrowUp", 0, -1] };

/** Where the middle of a piece's first cell is, and where steps lead it, on a board with cells of some units. */
function way({ row, col }, steps = [], unit = 100) {
  const { x, y, width } = at("board").getBoundingClientRect();
  // The frame of the board is a tenth of a cell.
  const cell = (unit * width) / at("board").viewBox.baseVal.width;
  const places = [[x + (col - 0.4) * cell, y + (row - 0.4) * cell]];
  for (const step of steps) places.push(places.at(-1).map((at, axis) => at + cell * DIRECTIONS[step][axis + 1]));
  return places;
}

/** The luminance of a colour, for contrasts. */
function light(colour) {
  const parts = colour.match(/[\d.]+/g).map((part) => ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05;
}

/** What on a board and around it stands out from its ground less than three to one. */
function pale() {
  const look = (selector) => getComputedStyle(page().querySelector(selector));
  const floor = look("#board .floor").fill;
  const contrast = (one, other) => Math.max(light(one) / light(other), light(other) / light(one));
  at("undo").focus();
  const { outlineWidth, outlineColor } = look("#undo:focus-visible");
  at("board").querySelector("[tabindex='0']").focus();
  const focused = look(".piece:focus-visible .shape");
  same([outlineWidth, focused.strokeWidth], ["3px", "8px"]);
  const pairs = { ring: [outlineColor, look("body").backgroundColor], focus: [focused.stroke, floor], target: [look(".target").stroke, floor] };
  const found = Object.keys(pairs).filter((name) => contrast(...pairs[name]) < 3);
  const isPale = (shape) => ["fill", "stroke"].every((part) => contrast(getComputedStyle(shape)[part], floor) < 3);
  return [...found, ...all("#board .shape").filter(isPale).map(({ outerHTML }) => outerHTML)];
}

/** What is hard to read, to hit or to hear on a page that is as narrow as a phone. */
function flaws(least) {
  for (const part of all("details")) part.open = true;
  const ground = (element) => {
    const { backgroundColor } = getComputedStyle(element);
    return backgroundColor.endsWith(", 0)") ? ground(element.parentElement) : light(backgroundColor);
  };
  const isFaint = (element) => {
    const ratio = light(getComputedStyle(element).color) / ground(element);
    return Math.max(ratio, 1 / ratio) < 4.5;
  };
  const isSmall = (control) => {
    const { width, height } = control.getBoundingClientRect();
    return width > 0 && Math.min(width, height) < least;
  };
  const isNameless = ({ ariaLabel, textContent, labels, attributes }) =>
    !(ariaLabel || textContent.trim() || labels?.[0]?.textContent.trim() || attributes["aria-labelledby"]);
  const pen = page().createElement("canvas").getContext("2d");
  const isCut = (select) => {
    pen.font = getComputedStyle(select).font;
    // The arrow takes the rest.
    return select.checkVisibility() && pen.measureText(select.selectedOptions[0]?.text ?? "").width > select.clientWidth - 36;
  };
  const found = [
    all("select").filter(isCut),
    all("h1, p, dt, dd, button, select, label, summary, td, kbd").filter(isFaint),
    all("button, input:not([type=checkbox], [type=radio]), label:has([type=checkbox], [type=radio]), select, summary, nav a, .buttons a").filter(isSmall),
    all("button, input, select, textarea, a, [role=grid], [role=gridcell], [role=application]").filter(isNameless),
    all("html").filter(({ scrollWidth }) => scrollWidth > 360),
  ];
  return found.flat().map((element) => element.outerHTML);
}

/** Plays a scene, and writes down how it went. */
const run = (scene) => scene().catch((error) => error.stack).then((why = "as it should be") => {
  document.getElementById("outcome").textContent = why;
  hold.close();
});
