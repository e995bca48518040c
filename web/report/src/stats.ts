// Where the work went, as small plots.

import { count, h, s } from "./dom";
import type { History } from "./history";
import type { Run } from "./log";

export function statsPane(run: Run, history: History): HTMLElement {
  const document = run.document;
  if (!document) return h("p", { class: "muted" }, "There is no result.");
  const q = document.solver_queries;
  const t = document.times;
  const numbers: [string, string, number][] = [
    ["iterations", "iterations", document.iterations], ["tests", "tests", document.tests], ["regions", "regions", document.regions],
    ["predicates", "predicates", document.predicates], ["symbolic states", "states", document.states],
    ["queries", "queries", q.search + q.generalisation + q.certification],
  ];
  const tiles = numbers.map(([name, id, n]) => h("div", { class: "tile", "data-stat": id }, h("b", {}, n.toLocaleString("en")), ` ${name}`));
  return h("div", {}, h("div", { class: "tiles" }, ...tiles),
    h("div", { class: "plots" },
      bars("Seconds by part", [["load", t.load], ["search", t.search], ["certify", t.certify], ["vacuity", t.vacuity]], (x) => x.toFixed(3)),
      bars("Queries by purpose", [["search", q.search], ["generalise", q.generalisation], ["certify", q.certification]], (x) => x.toLocaleString("en")),
      ...curves(history)),
    h("p", { class: "muted" }, `${document.seconds.toFixed(2)} s in all, ${document.solver_seconds.toFixed(2)} s of them in solvers during the search; ${count(history.tests.length, "test")} in the log.`));
}

function bars(title: string, values: [string, number][], say: (x: number) => string): HTMLElement {
  const most = Math.max(...values.map(([, v]) => v), 1e-9);
  const svg = s("svg", { viewBox: `0 0 260 ${values.length * 20}`, role: "img", "aria-label": title });
  values.forEach(([name, value], i) => {
    svg.append(s("text", { x: 0, y: i * 20 + 13 }, name),
      s("rect", { x: 66, y: i * 20 + 4, width: Math.max(1, (value / most) * 125), height: 12, class: "bar" }),
      s("text", { x: 70 + Math.max(1, (value / most) * 125), y: i * 20 + 13 }, say(value)));
  });
  return h("figure", {}, h("figcaption", {}, title), svg);
}

function curves(history: History): HTMLElement[] {
  const known = history.iterations.map((i) => i.counts).filter((c) => c !== undefined);
  if (known.length < 2) return [];
  return [
    curve("Regions by iteration", known.map((c) => c.regions)),
    curve("Tests by iteration", known.map((c) => c.tests)),
    curve("Queries by iteration", known.map((c) => c.queries + c.generalisation)),
  ];
}

function curve(title: string, values: number[]): HTMLElement {
  const most = Math.max(...values, 1);
  const every = Math.max(1, Math.floor(values.length / 400));
  const kept = values.map((v, i) => [i, v] as const).filter(([i]) => i % every === 0 || i === values.length - 1);
  const points = kept.map(([i, v]) => `${((i / (values.length - 1)) * 250 + 4).toFixed(1)},${(72 - (v / most) * 62).toFixed(1)}`);
  const svg = s("svg", { viewBox: "0 0 260 80", role: "img", "aria-label": title },
    s("polyline", { points: points.join(" "), class: "curve" }),
    s("text", { x: 4, y: 9 }, most.toLocaleString("en")), s("text", { x: 254, y: 79, "text-anchor": "end" }, String(values.length)));
  return h("figure", {}, h("figcaption", {}, title), svg);
}
