// The pictures in docs/images.

import { mkdirSync } from "node:fs";
import { join } from "node:path";

const PICTURES = {
  "dash-calls": [["report-violated.png", "path", "light"]],
  "dash-loop": [["report-proved.png", "proof", "light"], ["report-search.png", "search", "dark"]],
};

export async function screenshots(page, run, folder) {
  mkdirSync(folder, { recursive: true });
  for (const [file, tab, scheme] of PICTURES[run.name] ?? []) {
    await page.reload();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.emulateMedia({ colorScheme: scheme, media: "screen" });
    await page.click(`#tab-${tab}`);
    if (tab === "search") await middle(page);
    await page.screenshot({ path: join(folder, file) });
  }
}

/** A moment in the middle of the search, with a region selected. */
async function middle(page) {
  const most = Number(await page.getAttribute("#slider", "max"));
  await page.locator("#slider").fill(String(Math.ceil(most * 0.6)));
  await page.getByRole("button", { name: "fit" }).click();
  await page.locator("path.region.visited").last().dispatchEvent("click");
}
