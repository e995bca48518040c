// `hatha explore` in a browser: paths by hand and by formula, tests that replay, and
// pages that may not use it.

import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const GCD = ["benchmarks/pet/gcd.c", "--entry", "gcd", "--assume", "a > 0 && b > 0"];
const PETERSON = ["benchmarks/pet/peterson.c", "-DMISTAKE=1", "--process", "P0=p0", "--process", "P1=p1"];

/** Starts an exploration; its address, and what it ends with. */
async function start(hatha, root, args) {
  const child = spawn(hatha, ["explore", ...args], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("exit", (status) => resolve(status)));
  const lines = createInterface({ input: child.stdout });
  const address = await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    ended.then((status) => reject(new Error(`hatha explore ended with ${status}`)));
  });
  return { child, ended, address };
}

/** A page that fails on anything that it complains of or fetches from elsewhere. */
async function open(browser, address, errors) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const { origin } = new URL(address);
  page.on("pageerror", (error) => errors.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && errors.push(`console: ${message.text()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith("data:") && new URL(request.url()).origin !== origin) errors.push(`fetches ${request.url()}`);
  });
  await page.goto(address);
  await page.waitForSelector("#path .step");
  return page;
}

/** Does something on the page and waits until its reply is shown. */
async function act(page, does) {
  const reply = page.waitForResponse((response) => response.url().endsWith("/api"));
  await does();
  await (await reply).finished();
  await page.waitForSelector("#page:not([aria-busy])");
}

const click = (page, selector) => act(page, () => page.click(selector));
const names = (page) => page.locator("#path .step b").allTextContents();

async function ask(page, formula, button = "#ask") {
  await page.fill("#formula", formula);
  await click(page, button);
}

/** Replays the test that the page offers with the command that it shows. */
async function replay(page, { hatha, root, folder }, name, expect) {
  const link = page.locator("#artefact");
  const address = await link.getAttribute("href");
  const file = join(folder, `${name}.json`);
  writeFileSync(file, decodeURIComponent(address.slice(address.indexOf(",") + 1)));
  const command = (await page.textContent("#command")).replace(/^hatha /, "").replace(await link.getAttribute("download"), file);
  const done = spawnSync("sh", ["-c", `"$0" ${command}`, hatha], { cwd: root, encoding: "utf8", timeout: 60_000 });
  expect(`hatha ${command}`, [done.status, done.stderr], [0, ""]);
}

async function byHand(page, place, expect) {
  expect("the start", await names(page), ["l1"]);
  expect("its condition", await page.textContent("#condition"), "a > 0 && b > 0");
  for (const label of ["l2", "l3", "l4", "l5", "l6"]) await click(page, `#offers button:text-is("${label}")`);
  await click(page, '[data-spot]:has(.title:text-is("l3"))');
  expect("a box of the chart goes on", await names(page), ["l1", "l2", "l3", "l4", "l5", "l6", "l3"]);
  expect("the condition grows", await page.textContent("#condition"), "a > 0 && b > 0 && a % b != 0");
  expect("what the step adds", (await page.textContent("#path .step:last-child .holds")).includes("!= 0"), true);
  expect("the box is current", await page.locator(".spot.current .title").textContent(), "l3");
  expect("the line is selected", await page.locator(".line.selected").getAttribute("data-line"), "7");
  await click(page, "#save");
  await replay(page, place, "by-hand", expect);
  for (const label of ["l4", "l5", "l6"]) await click(page, `#offers button:text-is("${label}")`);
  const loop = page.locator('#offers button:text-is("l3")');
  expect("what cannot be taken is marked", await loop.getAttribute("data-possible"), "no");
  await act(page, () => loop.click());
  expect("a condition turns false", [await page.textContent("#condition"), await page.getAttribute("#possible", "data-possible")], ["0", "no"]);
  expect("no test of what cannot be", await page.isDisabled("#save"), true);
  await click(page, "#back");
  expect("a step back", await page.getAttribute("#possible", "data-possible"), "yes");
  await click(page, "#restart");
  expect("the start again", await names(page), ["l1"]);
}

async function byFormula(page, place, expect) {
  await ask(page, "F(at l7 && {x == 0})");
  expect("the shortest path", await names(page), ["l1", "l2", "l3", "l4", "l5", "l6", "l7"]);
  expect("its condition", await page.textContent("#condition"), "a > 0 && b > 0 && a % b == 0");
  await click(page, "#next-path");
  expect("the next path", await names(page), ["l1", "l2", "l3", "l4", "l5", "l6", "l3", "l4", "l5", "l6", "l7"]);
  expect("its condition", await page.textContent("#condition"), "a > 0 && b > 0 && a % b != 0");
  await click(page, "#save");
  await replay(page, place, "by-formula", expect);
  await click(page, "#next-path");
  expect("no other path", (await page.textContent("#answer")).includes("no other path"), true);
  await click(page, "#discard");
  expect("a search that is discarded", await names(page), ["l1"]);
  await ask(page, "F at l5");
  await ask(page, "X F(at l5 && {x == 3})");
  expect("a path that is extended", await names(page), ["l1", "l2", "l3", "l4", "l5", "l6", "l3", "l4", "l5"]);
  expect("the condition of both", await page.textContent("#condition"), "b > 0 && a % b == 3");
  await click(page, "#restart");
  await ask(page, "F at l3", "#longest");
  expect("the longest path", (await names(page)).at(-1), "exit");
}

async function wrong(page, expect) {
  await ask(page, "F at l77");
  expect("a label that is not there", await page.textContent("#error .warning"), "there is no point `l77` in the unit");
  expect("its place", await page.textContent("#error pre"), "F at l77\n  ^^^^^^");
  expect("the nearest labels", (await page.textContent("#error")).includes("nearest labels are l7"), true);
  await ask(page, "F(at l7 && {w==0})");
  expect("a variable that is not there", await page.textContent("#error pre"), "F(at l7 && {w==0})\n            ^");
}

/** Without the token, and from a page of another origin. */
async function refusals(browser, address, expect) {
  const { origin } = new URL(address);
  const page = await browser.newPage();
  expect("without the token", (await page.goto(`${origin}/`)).status(), 403);
  expect("with another token", (await page.goto(`${origin}/?token=${"0".repeat(64)}`)).status(), 403);
  const token = new URL(address).searchParams.get("token");
  const other = createServer((_, response) => response.end("<!doctype html><title>other</title>"));
  await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
  await page.goto(`http://127.0.0.1:${other.address().port}/`);
  const answers = await page.evaluate(async ({ origin, token }) => {
    const body = JSON.stringify({ version: 1, command: "quit" });
    const headers = { "Content-Type": "application/json", "X-Hatha-Token": token };
    const told = (response) => `answered ${response.status}`;
    const refused = () => "refused";
    return [
      await fetch(`${origin}/api`, { method: "POST", headers, body }).then(told, refused),
      await fetch(`${origin}/api`, { method: "POST", body }).then(told, refused),
      await fetch(`${origin}/?token=${token}`).then(told, refused),
    ];
  }, { origin, token });
  expect("requests of another origin", answers, ["refused", "refused", "refused"]);
  other.close();
  await page.close();
}

async function processes(browser, place, errors, expect) {
  const { ended, address } = await start(place.hatha, place.root, PETERSON);
  const page = await open(browser, address, errors);
  expect("a chart for each process", await page.locator("svg.chart").count(), 2);
  await ask(page, "F(P0 at critical && P1 at critical)");
  expect("both are critical", await page.locator(".spot.current .title").allTextContents(), ["critical", "critical"]);
  await click(page, "#save");
  await replay(page, place, "processes", expect);
  await page.click("#quit");
  await page.waitForSelector("#over");
  expect("the end of processes", await ended, 0);
  await page.close();
}

export async function checkExplore(browser, place) {
  const errors = [];
  const expect = (what, got, wanted) => {
    if (JSON.stringify(got) !== JSON.stringify(wanted)) errors.push(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
  };
  const { child, ended, address } = await start(place.hatha, place.root, GCD);
  try {
    const page = await open(browser, address, errors);
    await byHand(page, place, expect);
    await byFormula(page, place, expect);
    await wrong(page, expect);
    await refusals(browser, address, expect);
    await click(page, "#restart");
    await page.click("#quit");
    await page.waitForSelector("#over");
    expect("the end", await ended, 0);
    await page.close();
    await processes(browser, place, errors, expect);
  } finally {
    child.kill();
  }
  return errors;
}
