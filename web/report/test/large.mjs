// A log with very many regions: a click must still be answered within a second.

const PLACES = 40;

/** A log that ends with at least so many live regions, most at a few places. */
export function largeLog(regions) {
  const spots = Array.from({ length: PLACES }, (_, i) => ({
    number: i, kind: ["start", "failure", "obstacle"][i] ?? (i % 5 === 0 ? "loop" : "place"), location: i < 3 ? "" : `large.c:${i}:1`,
  }));
  const ways = [{ number: 0, from: 0, to: 3, does: [] }];
  for (let i = 3; i < PLACES; i += 1) {
    const add = (to) => to < PLACES && ways.push({ number: ways.length, from: i, to, does: [[`large.c:${i}:1`, `x = ${i}`]] });
    add(i + 1);
    add(i % 7 === 0 ? 1 : i + 3);
    if (i % 5 === 0) add(i);
  }
  const text = Array.from({ length: PLACES }, (_, i) => `int line${i + 1};`).join("\n");
  const lines = [
    { schema: "hatha-log", version: 1, engine: "dash", entry: "main", files: ["large.c"] },
    { event: "source", file: "large.c", text },
    { event: "chart", spots, ways, left_out: 0 },
    { event: "test", number: 1, inputs: 1, end: "exit", path: [3, 4, 5], found: [[3, 1]], states: [{ number: 0, region: 3, values: [["x", "1"]] }] },
    ...splits(regions),
  ];
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

function splits(regions) {
  const lines = [];
  const live = Array.from({ length: 6 }, (_, i) => [5 + 5 * i]);
  let next = PLACES;
  for (let n = 1; n <= regions - PLACES; n += 1) {
    const at = live[n % live.length];
    const region = at.splice((n * 7919) % at.length, 1)[0];
    const way = 1;
    lines.push({ event: "iteration", number: n, trace: [], frontier: "large.c:5:1", answer: "refuted", reason: "", step: [region, way, region], wanted: `x < ${n}`, ways: [way], counts: { tests: 1, regions: PLACES + n, predicates: n, queries: n, generalisation: 0 } });
    lines.push({ event: "split", location: "large.c:5:1", predicate: `x < ${n} && y == ${n * 3}`, region, inside: next, outside: next + 1, counts: [0, 1], states: [[], [0]] });
    lines.push({ event: "removed", steps: [[next + 1, way, next, "outside-preimage"]] });
    at.push(next, next + 1);
    next += 2;
  }
  return lines;
}

/** Clicks regions, locations and the slider, and takes the time. */
export async function checkLarge(page, errors) {
  const tell = (what, ok) => ok || errors.push(what);
  await page.click("#tab-search");
  const live = await page.locator("path.region").count();
  tell(`only ${live} regions`, live >= 4_900);
  const took = async (what, act) => {
    const begin = Date.now();
    await act();
    const took = Date.now() - begin;
    tell(`${what} took ${took} ms`, took < 1_000);
    return took;
  };
  const times = [];
  for (const n of [10, 1_000, 2_500, 4_000]) {
    times.push(await took(`a click on region ${n}`, () => answered(page, n)));
  }
  times.push(await took("the slider", () => page.locator("#slider").fill("2500")));
  times.push(await took("the slider back", () => page.locator("#slider").fill("4900")));
  console.log(`       clicks and slides with ${live} regions: ${times.join(", ")} ms`);
}

/** Clicks and waits until the region has been painted as selected. */
async function answered(page, n) {
  await page.evaluate((at) => new Promise((done) => {
    const region = document.querySelectorAll("path.region")[at];
    region.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    requestAnimationFrame(() => requestAnimationFrame(() => done(null)));
  }), n);
  const detail = await page.textContent("#detail h3");
  if (!detail.startsWith("Region")) throw new Error("no region is shown");
}
