// Looks at the pages of real runs in a headless Chromium: every pane is clicked
// through, what is shown is compared with the JSON of the same run, and an error
// on the console fails; then explores a unit. `node test/run.mjs HATHA [SCREENSHOTS]`

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { checkPage } from "./page.mjs";
import { checkExplore } from "./explore.mjs";
import { checkLarge, largeLog } from "./large.mjs";
import { RUNS } from "./runs.mjs";
import { screenshots } from "./screenshots.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const [given = "target/release/hatha", pictures] = process.argv.slice(2);
const hatha = resolve(root, given);
const folder = mkdtempSync(join(tmpdir(), "hatha-report-"));

function browserPath() {
  const known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  return process.env.CHROMIUM ?? known.find(existsSync);
}

/** Runs a check; gives its JSON and its page. */
function check(run) {
  const page = join(folder, `${run.name}.html`);
  const args = ["check", ...run.args, "--format", "json", "--report", page];
  const done = spawnSync(hatha, args, { cwd: root, encoding: "utf8", timeout: 120_000 });
  if (!done.stdout) throw new Error(`hatha ${args.join(" ")}: ${done.stderr}`);
  return { json: JSON.parse(done.stdout), address: pathToFileURL(page).href };
}

/** What the command that a page shows must end with. */
const AGAIN = { replay: 1, run: 134, certify: 0 };

/** Runs the command that the page shows, on the file that it offers. */
async function again(page, run, errors) {
  const link = page.locator("#artefact");
  if ((await link.count()) === 0) return;
  const [name, address] = [await link.getAttribute("download"), await link.getAttribute("href")];
  const file = join(folder, `${run.name}-${name}`);
  writeFileSync(file, decodeURIComponent(address.slice(address.indexOf(",") + 1)));
  const words = (await page.textContent("#command")).split(" ").slice(1).map((word) => (word === name ? file : word));
  const done = spawnSync(hatha, words, { cwd: root, encoding: "utf8", timeout: 60_000 });
  if (done.status !== AGAIN[words[0]]) errors.push(`hatha ${words.join(" ")} ends with ${done.status}: ${done.stderr}`);
}

/** Opens a page and fails on anything that the browser complains of or fetches. */
async function open(browser, address, errors) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on("pageerror", (error) => errors.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && errors.push(`console: ${message.text()}`));
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) errors.push(`fetches ${request.url()}`);
  });
  await page.goto(address);
  return page;
}

async function one(browser, run) {
  const { json, address } = check(run);
  const errors = [];
  if (json.verdict !== run.verdict) errors.push(`the verdict is ${json.verdict} (${json.reason}), not ${run.verdict}`);
  const page = await open(browser, address, errors);
  await checkPage(page, json, run, errors);
  await again(page, run, errors);
  if (pictures) await screenshots(page, run, resolve(root, pictures));
  await page.close();
  return errors;
}

async function large(browser) {
  const errors = [];
  const log = join(folder, "large.log");
  const html = join(folder, "large.html");
  writeFileSync(log, largeLog(5_000));
  execFileSync(hatha, ["report", log, "-o", html], { cwd: root });
  const page = await open(browser, pathToFileURL(html).href, errors);
  await checkLarge(page, errors);
  await page.close();
  return errors;
}

async function main() {
  const executablePath = browserPath();
  if (!executablePath) throw new Error("no Chromium: as root, apt-get install chromium");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  let failed = 0;
  const report = (name, errors) => {
    console.log(`${errors.length === 0 ? "ok    " : "FAILED"} ${name}`);
    for (const error of errors.slice(0, 10)) console.log(`         ${error}`);
    failed += errors.length > 0 ? 1 : 0;
  };
  for (const run of RUNS) report(run.name, await one(browser, run).catch((error) => [error.message]));
  report("5,000 regions", await large(browser).catch((error) => [error.message]));
  report("explore", await checkExplore(browser, { hatha, root, folder }).catch((error) => [error.message]));
  await browser.close();
  rmSync(folder, { recursive: true });
  console.log(failed === 0 ? `${RUNS.length + 2} pages are as they should be` : `${failed} pages are wrong`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
