// The page: the verdict above, the source on one side, panes on the other.

import { checksPane } from "./checks";
import { h } from "./dom";
import { proofPane, rests, unknownPane } from "./findings";
import { History } from "./history";
import { read, type Run } from "./log";
import { pathPane } from "./path";
import { searchPane } from "./search";
import { sourcePane } from "./source";
import { statsPane } from "./stats";
import { Store } from "./store";
import { verdictPane } from "./verdict";

interface Pane { id: string; name: string; element: HTMLElement }

function panes(run: Run, history: History, store: Store): Pane[] {
  const all: Pane[] = [];
  const add = (id: string, name: string, element: HTMLElement) => all.push({ id, name, element });
  const verdict = run.document?.verdict;
  if (verdict === "violated") add("path", "Path", pathPane(run, store));
  if (verdict === "violated") add("rests", "Rests on", h("div", {}, ...rests(run, store)));
  if (verdict === "proved") add("proof", "Proof", proofPane(run, store));
  if (verdict === "unknown" || !verdict) add("unknown", "Stuck", unknownPane(run, history, store));
  if ((run.document?.checks ?? []).length > 0) add("checks", "Checks", checksPane(run, store));
  add("search", "How it got there", searchPane(run, history, store));
  add("stats", "Statistics", statsPane(run, history));
  return all;
}

/** Tabs over panels; printed, all panels follow each other. */
function tabbed(all: Pane[]): HTMLElement {
  const tabs = all.map((pane) =>
    h("button", { type: "button", role: "tab", id: `tab-${pane.id}`, "aria-controls": pane.id, onclick: () => open(pane.id) }, pane.name));
  const panels = all.map((pane) =>
    h("section", { id: pane.id, class: "pane", role: "tabpanel", "aria-labelledby": `tab-${pane.id}` }, h("h2", { class: "print-only" }, pane.name), pane.element));
  const open = (id: string) => {
    panels.forEach((panel) => (panel.hidden = panel.id !== id));
    tabs.forEach((tab) => {
      const chosen = tab.id === `tab-${id}`;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    });
  };
  const bar = h("div", { class: "tabs", role: "tablist", "aria-label": "Panes" }, ...tabs);
  bar.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const now = tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
    const next = by === undefined ? undefined : tabs[(now + by + tabs.length) % tabs.length];
    next?.click();
    next?.focus();
  });
  open(all[0]!.id);
  return h("div", { id: "panes" }, bar, ...panels);
}

function main(): void {
  const log = document.getElementById("log");
  const page = document.getElementById("page");
  if (!log || !page) return;
  const run = read(JSON.parse(log.textContent ?? "[]") as unknown[]);
  const history = new History(run);
  const store = new Store();
  page.append(verdictPane(run), h("main", {}, sourcePane(run, store), tabbed(panes(run, history, store))),
    h("footer", { class: "muted" }, `hatha ${run.header.hatha ?? ""} · ↑ ↓ walk through steps and regions, + − 0 zoom the chart`));
  const last = (run.document?.trace.length ?? 0) - 1;
  const end = run.document?.trace[last];
  if (end && run.document?.verdict === "violated") store.select({ step: last, places: [{ file: end.file, line: end.line }] });
}

main();
