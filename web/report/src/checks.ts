// Every check of the program with its verdict: marks beside the source, a list, and what is known.

import { count, h } from "./dom";
import { conjuncts, link } from "./findings";
import { place, type Check, type Place, type Run } from "./log";
import { describeStep } from "./source";
import type { Store } from "./store";

/** The verdicts, the most urgent first. */
const VERDICTS = ["violated", "unknown", "accepted", "proved", "unreachable"] as const;
/** Steps of a test that are listed at its end. */
const STEPS = 200;

/** The checks of a line, as marks that select them. */
export function marks(checks: Check[], store: Store): HTMLElement[] {
  return checks.map((check) => {
    const mark = h("button", {
      type: "button", class: `mark ${check.verdict}`, "data-check": check.id, "data-kind": check.kind,
      title: `${check.kind}: ${check.verdict}`, "aria-label": `${check.id}: ${check.verdict}`,
      onclick: (event: Event) => {
        event.stopPropagation();
        document.getElementById("tab-checks")?.click();
        choose(check, store);
      },
    });
    store.watch(() => mark.classList.toggle("selected", store.selection.check === check.id));
    store.watchKind(() => (mark.hidden = !isShown(check, store)));
    return mark;
  });
}

/** The checks by their lines. */
export function byLine(run: Run, key: (at: Place) => string): Map<string, Check[]> {
  const found = new Map<string, Check[]>();
  for (const check of run.document?.checks ?? []) {
    const at = place(check.location);
    if (at) found.set(key(at), [...(found.get(key(at)) ?? []), check]);
  }
  return found;
}

function isShown(check: Check, store: Store): boolean {
  return store.kind === "" || store.kind === check.kind;
}

function choose(check: Check, store: Store): void {
  const at = place(check.location);
  store.select({ check: check.id, places: at ? [at] : [] });
}

/** The list of all checks, a filter, and what is known about the one that is selected. */
export function checksPane(run: Run, store: Store): HTMLElement {
  const checks = run.document!.checks ?? [];
  const detail = h("section", { id: "check-detail", "aria-live": "polite" });
  const rank = (check: Check) => VERDICTS.indexOf(check.verdict);
  const rows = [...checks].sort((a, b) => rank(a) - rank(b)).map((check) => row(check, store));
  store.watch(() => {
    const chosen = checks.find((check) => check.id === store.selection.check);
    if (chosen) detail.replaceChildren(...known(chosen, run, store));
  });
  return h("div", {}, h("p", { id: "check-counts" }, counted(checks)), filter(checks, store), detail, h("ul", { class: "checks" }, ...rows));
}

/** How many checks have which verdict, as on the terminal. */
function counted(checks: Check[]): string {
  const parts = ["proved", "violated", "unreachable", "accepted", "unknown"].map((verdict) =>
    [checks.filter((check) => check.verdict === verdict).length, verdict] as const);
  const told = parts.filter(([n]) => n > 0).map(([n, verdict]) => `${n} ${verdict}`);
  return `${count(checks.length, "check")}: ${told.join(", ")}`;
}

function filter(checks: Check[], store: Store): HTMLElement {
  const kinds = [...new Set(checks.map((check) => check.kind))].sort();
  const options = ["", ...kinds].map((kind) => h("option", { value: kind }, kind || "all kinds"));
  const select = h("select", { id: "check-kind", "aria-label": "Kind of check" }, ...options) as HTMLSelectElement;
  select.addEventListener("change", () => store.show(select.value));
  return h("div", { class: "controls" }, h("label", {}, "Show ", select));
}

function row(check: Check, store: Store): HTMLElement {
  const button = h("button", { type: "button", class: "place", onclick: () => choose(check, store) }, check.id);
  const item = h("li", { class: `check ${check.verdict}`, "data-check": check.id, "data-kind": check.kind },
    `${check.verdict} `, button, " ", link(check.location, store));
  store.watchKind(() => (item.hidden = !isShown(check, store)));
  return item;
}

/** The test, the invariants that the proof rests on, or the reason. */
function known(check: Check, run: Run, store: Store): (HTMLElement | string)[] {
  const title = h("h3", { class: `check ${check.verdict}` }, `${check.id}: ${check.kind}, ${check.verdict}`);
  const parts: HTMLElement[] = [title, h("p", {}, link(check.location, store))];
  if (check.verdict === "violated") parts.push(h("p", {}, `Its test runs into ${check.fault || check.kind}.`), ...test(check, store));
  if (check.verdict === "unknown" || check.verdict === "accepted") parts.push(h("p", { class: "reason" }, check.reason));
  if (check.verdict === "unreachable") parts.push(h("p", {}, "No execution gets there."));
  if (check.verdict === "proved") parts.push(...proof(check, run, store));
  return parts;
}

function test(check: Check, store: Store): HTMLElement[] {
  const inputs = (check.shown_inputs ?? check.inputs).map((i) => h("tr", {}, h("td", {}, i.name), h("td", { class: "value" }, i.value)));
  const shown = (check.trace ?? []).slice(-STEPS);
  const steps = shown.map((step) =>
    h("li", {}, link(`${step.file}:${step.line}:1`, store), " ", h("code", {}, describeStep(step) || step.source)));
  return [
    h("h4", {}, "Its test"),
    inputs.length > 0 ? h("table", { class: "check-inputs" }, ...inputs) : h("p", { class: "muted" }, "It needs no input."),
    h("ol", { class: "check-steps" }, ...steps),
  ];
}

function proof(check: Check, run: Run, store: Store): HTMLElement[] {
  const loops = (run.document?.invariants ?? []).map((i) =>
    h("div", { class: "fact" }, link(i.location, store), " keeps ", h("code", { class: "c" }, ...conjuncts(i.c))));
  const assuming = check.assuming.length > 0
    ? [h("p", { class: "warning" }, `Proved assuming that these did not fail before: ${check.assuming.join(", ")}`)] : [];
  return [...assuming, ...(loops.length > 0 ? [h("h4", {}, "What the proof says of loops"), ...loops] : [])];
}
