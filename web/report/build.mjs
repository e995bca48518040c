// Bundles the page into crates/hatha-report/assets, with the licences of what is
// in it; with --check compares instead of writing.

import { build } from "esbuild";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "../../crates/hatha-report/assets");
const ALLOWED = ["MIT", "Apache-2.0", "MIT OR Apache-2.0"];

const result = await build({
  absWorkingDir: here,
  entryPoints: ["src/main.ts"],
  bundle: true,
  minify: true,
  charset: "utf8",
  legalComments: "none",
  format: "iife",
  target: "es2022",
  write: false,
  metafile: true,
});

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

// The script stands in an element that this text would end.
const script = result.outputFiles[0].text.replaceAll("</script", "<\\/script");
const files = {
  "report.js": script,
  "report.css": readFileSync(join(here, "src/report.css"), "utf8"),
  "LICENCES.txt": `The file report.js contains parts of these packages.\n\n${packages(Object.keys(result.metafile.inputs)).map(licence).join("\n----\n\n")}`,
};

let wrong = 0;
for (const [name, text] of Object.entries(files)) {
  const path = join(assets, name);
  if (!process.argv.includes("--check")) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    console.error(`${name} is not what web/report makes: run \`cargo xtask web\` and commit`);
    wrong = 1;
  }
}
process.exitCode = wrong;
