// Bundles the pages of reports and of explorations into the assets of their crates,
// with the licences of what is in them; with --check compares instead of writing.

import { build } from "esbuild";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const ALLOWED = ["MIT", "Apache-2.0", "MIT OR Apache-2.0"];

/** One script of everything that an entry needs. */
function bundle(entry) {
  return build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    charset: "utf8",
    legalComments: "none",
    format: "iife",
    target: "es2022",
    write: false,
    metafile: true,
  });
}

/** The packages whose files are in the bundle. */
function packages(inputs) {
  const found = new Set();
  for (const path of inputs) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
    if (name) found.add(name);
  }
  return [...found].sort();
}

function licence(name) {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (!ALLOWED.includes(license)) throw new Error(`${name}: the licence ${license} is not allowed`);
  const file = readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : `${license} (the package has no file of it)`;
  return `${name} ${version} (${license})\n\n${text}\n`;
}

/** The files of a page: its script, its style, and the licences of what is in them. */
async function page(name, entry, styles) {
  const result = await bundle(entry);
  const style = styles.map((file) => readFileSync(join(here, file), "utf8")).join("");
  const licences = packages(Object.keys(result.metafile.inputs)).map(licence).join("\n----\n\n");
  return {
    // The script may stand in an element that this text would end.
    [`${name}.js`]: result.outputFiles[0].text.replaceAll("</script", "<\\/script"),
    [`${name}.css`]: style,
    "LICENCES.txt": `The file ${name}.js contains parts of these packages.\n\n${licences}`,
  };
}

const REPORT = "../../crates/hatha-report/assets";
const EXPLORE = "../../crates/hatha-explore/assets";
const made = [
  [REPORT, await page("report", "src/main.ts", ["src/report.css"])],
  [EXPLORE, await page("explore", "src/explore/main.ts", ["src/report.css", "src/explore/explore.css"])],
];
const files = made.flatMap(([folder, all]) => Object.entries(all).map(([name, text]) => [join(here, folder, name), text]));

let wrong = 0;
for (const [path, text] of files) {
  if (!process.argv.includes("--check")) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    console.error(`${relative(here, path)} is not what web/report makes: run \`cargo xtask web\` and commit`);
    wrong = 1;
  }
}
process.exitCode = wrong;
