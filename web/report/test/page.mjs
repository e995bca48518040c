// What a page must show of a run.

/** Clicks through a page and compares it with the JSON of its run. */
export async function checkPage(page, json, run, errors) {
  const expect = (what, got, wanted) => {
    if (JSON.stringify(got) !== JSON.stringify(wanted)) {
      errors.push(`${what}: shows ${JSON.stringify(got)?.slice(0, 300)}, the JSON has ${JSON.stringify(wanted)?.slice(0, 300)}`);
    }
  };
  const gcl = run.args.some((word) => word.endsWith(".gcl"));
  await verdict(page, json, expect);
  await statistics(page, json, expect);
  if (json.verdict === "violated") await path(page, json, run, expect);
  if (json.verdict === "proved") await proof(page, json, gcl, expect);
  if (json.verdict === "unknown") await stuck(page, json, expect);
  await checks(page, json, expect);
  await search(page, json, run, gcl, expect);
  await everyTab(page, expect);
}

const texts = (page, selector) => page.locator(selector).allTextContents();

async function verdict(page, json, expect) {
  expect("the verdict", await page.textContent("#verdict h1"), json.verdict);
  expect("the reason", await page.textContent("#verdict .reason"), json.reason || json.claim);
  const badge = await page.textContent("#verdict .badge");
  const confirmed = { violated: badge === "replayed", proved: badge.includes("hatha-certify"), unknown: true };
  expect("the badge", confirmed[json.verdict], true);
  expect("a warning of vacuity", await page.locator("#verdict .warning").count(), json.vacuous ? 1 : 0);
  if (json.vacuous) expect("why it is vacuous", (await page.textContent("#verdict .warning")).includes(json.vacuous_because), true);
  if (json.rule_violation) expect("the rule", (await page.textContent("#verdict .rule")).includes(json.rule_violation.rule_location), true);
  expect("a command", await page.locator("#command").count(), json.verdict === "unknown" ? 0 : 1);
}

async function statistics(page, json, expect) {
  await page.click("#tab-stats");
  const q = json.solver_queries;
  const wanted = {
    iterations: json.iterations, tests: json.tests, regions: json.regions, predicates: json.predicates,
    states: json.states, queries: q.search + q.generalisation + q.certification,
  };
  for (const [name, number] of Object.entries(wanted)) {
    expect(name, await page.textContent(`[data-stat="${name}"] b`), number.toLocaleString("en"));
  }
  expect("plots", (await page.locator("#stats figure").count()) >= 2, true);
}

async function path(page, json, run, expect) {
  await page.click("#tab-path");
  const inputs = json.shown_inputs.map((i) => i.value);
  expect("the inputs", await texts(page, "#path .inputs td.value"), inputs);
  const relevant = await page.locator("#path .step").count();
  const fewer = run.shortens ? relevant < json.trace.length : relevant <= json.trace.length;
  expect("relevant steps", relevant > 0 && fewer, true);
  const last = await page.locator("#path .step").last().getAttribute("data-step");
  expect("the last step is relevant", last, String(json.trace.length - 1));
  await page.check("#all-steps");
  await page.getByRole("button", { name: "unfold calls" }).click();
  const steps = page.locator("#path .step");
  expect("all steps", await steps.count(), json.trace.length);
  const values = json.trace.flatMap((step) => step.values.map((v) => `${v.name} = ${v.value}`));
  expect("the values", await texts(page, "#path .step .value"), values);
  expect("the branches", await texts(page, "#path .step .holds"), json.trace.flatMap((step) => step.holds));
  await reasons(page, json, expect);
  await selections(page, json, steps, expect);
  await folding(page, json, expect);
  if (json.rules.length > 0) expect("the state of the rule", (await page.locator(".rule-state").count()) > 0, true);
}

/** Every check has a mark with its verdict; a click on it tells the test, the assumptions or the reason. */
async function checks(page, json, expect) {
  const all = json.checks ?? [];
  expect("a pane of checks", await page.locator("#tab-checks").count(), all.length > 0 ? 1 : 0);
  if (all.length === 0) return;
  const placed = all.filter((check) => !check.location.startsWith("<"));
  expect("marks", (await page.locator("#source .mark").count()) >= new Set(placed.map((check) => check.id)).size, true);
  for (const verdict of ["violated", "unknown", "proved"]) {
    const first = placed.find((check) => check.verdict === verdict);
    if (!first) continue;
    await page.click(`#source .mark[data-check="${first.id}"]`);
    expect("the tab of a mark", await page.getAttribute("#tab-checks", "aria-selected"), "true");
    const told = await page.textContent("#check-detail");
    const wanted = [first.kind, verdict, ...first.shown_inputs.map((i) => i.value), first.reason, ...first.assuming];
    expect(`what is told about ${first.id}`, wanted.filter((text) => !told.includes(text)), []);
    expect("the mark", await page.locator(`#source .mark.selected.${verdict}`).count(), 1);
  }
  const kind = all[0].kind;
  await page.click("#tab-checks");
  await page.selectOption("#check-kind", kind);
  const left = await page.locator("#checks li:visible").count();
  expect("checks of one kind", left, all.filter((check) => check.kind === kind).length);
  expect("marks of another kind", await page.locator(`#source .mark:visible:not([data-kind="${kind}"])`).count(), 0);
  await page.selectOption("#check-kind", "");
}

/** Why a branch was taken: the value that the name had, by the JSON. */
async function reasons(page, json, expect) {
  const told = await page.locator("#path .step").evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll(".because")].map((e) => e.textContent)));
  told.forEach((texts, i) => {
    for (const text of texts) {
      const [, name, value] = /^because (\S+) = (.*)$/.exec(text);
      const here = json.trace[i];
      const own = (s) => s.function === here.function && s.depth === here.depth;
      const before = [...json.trace.slice(0, i).filter(own), { values: here.values.slice(0, Math.min(...here.held_after)) }];
      const known = before.flatMap((s) => s.values).filter((v) => v.name === name).at(-1)?.value;
      if (known !== undefined) expect(`why step ${i} was taken (${name})`, value, known);
    }
  });
}

/** A step that is clicked is the line that is selected. */
async function selections(page, json, steps, expect) {
  const all = json.trace.map((step, i) => [step, i]).filter(([step]) => step.line > 0);
  for (const [step, i] of [all[0], all.at(-1)].filter(Boolean)) {
    await steps.nth(i).click();
    const line = page.locator(`.code[data-file="${step.file}"] .line.selected`);
    expect(`the line of step ${i}`, await line.getAttribute("data-line"), String(step.line));
    const text = [...step.values.map((v) => `${v.name} = ${v.value}`), ...step.holds].join(", ");
    expect(`beside the line of step ${i}`, await line.locator(".beside").textContent(), text);
  }
  if (json.engine === "dash") {
    const related = await page.locator("svg.chart .selected").count();
    expect("the last step is marked in the chart", related > 0, true);
  }
  await page.locator("#path .steps").focus();
  await page.keyboard.press("ArrowUp");
  expect("a step by keyboard", await page.locator("#path .step.selected").count(), 1);
}

async function folding(page, json, expect) {
  const deepest = Math.max(...json.trace.map((step) => step.depth));
  if (deepest === 0) return;
  await page.getByRole("button", { name: "fold calls", exact: true }).click();
  const outermost = json.trace.filter((step) => step.depth === 0).length;
  expect("steps with all calls folded", await page.locator("#path .step").count(), outermost);
  await page.locator("#path .fold").first().click();
  expect("a call that is opened", (await page.locator("#path .step").count()) > outermost, true);
  await page.getByRole("button", { name: "unfold calls" }).click();
}

async function proof(page, json, gcl, expect) {
  await page.click("#tab-proof");
  if (gcl) return expect("the invariant", await page.locator("#gcl-invariant").count(), 1);
  const facts = [...json.invariants, ...json.boundary_invariants].map((i) => i.c);
  expect("the invariants", await texts(page, "#proof .fact .c"), facts);
  expect("invariants beside the source", await page.locator("#source .note.invariant").count(), facts.length);
  const body = await page.textContent("#proof");
  for (const text of [...json.assumptions, ...json.externals, ...json.unchecked_faults]) {
    expect(`the proof rests on ${text}`, body.includes(text), true);
  }
  if (facts.length > 0) {
    await page.locator("#proof .fact .place").first().click();
    const line = [...json.invariants, ...json.boundary_invariants][0].location.split(":").at(-2);
    expect("the line of an invariant", await page.locator(".line.selected").first().getAttribute("data-line"), line);
  }
}

async function stuck(page, json, expect) {
  await page.click("#tab-unknown");
  expect("why it is stuck", (await page.textContent("#stuck")).includes(json.reason), true);
  expect("something to try", (await page.locator("#unknown .hint").count()) > 0, true);
}

async function search(page, json, run, gcl, expect) {
  await page.click("#tab-search");
  if (gcl) return;
  const most = Number(await page.getAttribute("#slider", "max"));
  // Of a search that was ended from outside the JSON has the counts that were heard of last.
  // With checks there may be several searches, of which the page tells.
  const regions = !run.cut && !run.several && ["dash", "synergy", "lee-yannakakis"].includes(json.engine);
  const told = await page.textContent("#moment");
  const handed = await page.getByText(/^Afterwards/).count();
  if (regions) expect("regions at the end", told.includes(`${json.regions.toLocaleString("en")} region`), true);
  if (regions && json.engine === "dash" && !handed) expect("tests at the end", told.includes(`${json.tests.toLocaleString("en")} test`), true);
  if (["dash", "synergy", "lee-yannakakis", "cegar"].includes(json.engine)) await slide(page, most, expect);
  if (regions) await pick(page, expect);
}

async function slide(page, most, expect) {
  const before = await boxes(page);
  await page.locator("#slider").fill("0");
  expect("the first moment", (await page.textContent("#moment")).length > 0, true);
  expect("locations stay where they are", await boxes(page), before);
  for (let i = 0; i < Math.min(3, most); i += 1) await page.click("#on");
  expect("the slider follows", Number(await page.inputValue("#slider")), Math.min(3, most));
  await page.click("#play");
  await page.waitForTimeout(50);
  if ((await page.textContent("#play")).includes("pause")) await page.click("#play");
  await page.locator("#slider").fill(String(most));
}

const boxes = (page) => page.locator("g.spot").evaluateAll((all) => all.map((g) => g.getAttribute("transform")));

async function pick(page, expect) {
  const region = page.locator("path.region.visited").first();
  await region.dispatchEvent("click");
  const detail = await page.textContent("#detail");
  expect("a region's predicate", /Predicate/.test(detail) && /States/.test(detail), true);
  expect("states of a visited region", /\d+ states? seen/.test(await page.textContent("#states")), true);
  expect("a selected region", await page.locator("path.region.selected").count(), 1);
  await page.locator("svg.chart").focus();
  await page.keyboard.press("ArrowDown");
  expect("a region by keyboard", await page.locator("path.region.selected").count(), 1);
  await page.locator("#source .code:not([hidden]) .line").first().click();
  expect("a line by mouse", await page.locator(".line.selected").count(), 1);
}

async function everyTab(page, expect) {
  const tabs = page.locator(".tabs [role=tab]");
  const n = await tabs.count();
  for (let i = 0; i < n; i += 1) {
    await tabs.nth(i).click();
    expect("one open pane", await page.locator("#panes > [role=tabpanel]:visible").count(), 1);
    expect("a pane with something in it", (await page.locator("#panes > [role=tabpanel]:visible").innerText()).trim().length > 0, true);
  }
  await tabs.nth(n - 1).focus();
  await page.keyboard.press("ArrowRight");
  expect("tabs by keyboard", await tabs.nth(0).getAttribute("aria-selected"), "true");
  await page.emulateMedia({ media: "print" });
  expect("all panes in print", await page.locator("#panes > [role=tabpanel]:visible").count(), n);
  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await back();
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  expect("dark is not light", dark !== (await back()), true);
}
