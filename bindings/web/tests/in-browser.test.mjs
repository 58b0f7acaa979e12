// The package in a browser: every puzzle is checked and solved as by the command line.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { MOST, ROOT, assertSolvedAlike, files, program, small, timeless, told } from "./common.mjs";

const BUILT = join(ROOT, "bindings/web/built");
const TYPES = { js: "text/javascript", wasm: "application/wasm" };
const PATIENCE = 300_000;

const PAGE = `<!doctype html><script type="module">
import { Sliding } from "/built/sliding.js";
const tell = (told) => fetch("/told", { method: "POST", body: JSON.stringify(told) });
try {
  const sliding = await Sliding.open();
  const asked = await (await fetch("/asked")).json();
  const answers = [];
  for (const [text, style] of asked) {
    answers.push(await (style === null ? sliding.check(text) : sliding.solve(text, { style })));
  }
  await tell({ answers });
} catch (error) {
  await tell({ error: String(error) });
}
</script>`;

/** The browser, or null. */
function browser() {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      // The next one, perhaps.
    }
  }
  return null;
}

/** Whether there was anything to be killed in a group of processes. */
function killed(group) {
  try {
    return process.kill(group, "SIGKILL");
  } catch {
    return false;
  }
}

/** What a page in the browser answers to questions, each a puzzle's text and a style, or null to check it. */
async function answers(asked) {
  const profile = mkdtempSync(join(tmpdir(), "sliding-"));
  let heard;
  const answered = new Promise((resolve) => (heard = resolve));
  const server = createServer((request, response) => {
    if (request.url === "/") return response.setHeader("content-type", "text/html").end(PAGE);
    if (request.url === "/asked") return response.end(JSON.stringify(asked));
    if (request.url === "/told") {
      let body = "";
      request.on("data", (chunk) => (body += chunk));
      return request.on("end", () => response.end() && heard(JSON.parse(body)));
    }
    const [, name, ending] = request.url.match(/^\/built\/(\w+\.(\w+))$/) ?? [];
    if (!TYPES[ending]) return response.writeHead(404).end();
    response.setHeader("content-type", TYPES[ending]).end(readFileSync(join(BUILT, name)));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const words = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];
  words.push("--disable-background-networking", "--disable-component-update", `--user-data-dir=${profile}`);
  const chromium = spawn(browser(), [...words, `http://127.0.0.1:${server.address().port}/`], { stdio: "ignore", detached: true });
  const patience = setTimeout(() => heard({ error: "the page does not answer" }), PATIENCE);
  try {
    const { error, answers } = await answered;
    assert.equal(error, undefined);
    return answers;
  } finally {
    clearTimeout(patience);
    // With all processes of its own: they would go on writing into the folder that is taken away.
    for (let tries = 0; tries < 25 && killed(-chromium.pid); tries++) await pause(20);
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const skip =
  (program() === null && "the program is not there: SLIDING is not set, and none was built") ||
  (browser() === null && "there is no Chromium on the path");

test(`in a browser, all puzzles up to ${MOST} configurations are checked and solved alike`, { skip }, async () => {
  const checks = told("check", "--format", "json", ...files());
  const cases = checks.map(({ file }) => [file, null]);
  for (const style of [0, 1, 2, 3, 4, 5]) cases.push(...small(checks, style).map((file) => [file, style]));
  const found = await answers(cases.map(([file, style]) => [readFileSync(file, "utf8"), style]));
  assert.equal(found.length, cases.length);
  const of = (style) => new Map(cases.map(([file, asked], at) => [file, asked, found[at]])
    .filter(([, asked]) => asked === style).map(([file, , answer]) => [file, answer]));
  for (const check of checks) assert.deepEqual(timeless(of(null).get(check.file)), timeless(check), check.file);
  for (const style of [0, 1, 2, 3, 4, 5]) {
    assert.ok(of(style).size > 5);
    assertSolvedAlike(of(style), style);
  }
});
