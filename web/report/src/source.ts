// The program's text with what is known about its lines beside them.

import { parser } from "@lezer/cpp";
import { classHighlighter, highlightCode } from "@lezer/highlight";
import { byLine, marks } from "./checks";
import { h } from "./dom";
import { place, type Check, type Place, type Run, type Step } from "./log";
import type { Store } from "./store";

/** Lines after which a text is not coloured, and after which it is shown in part. */
const COLOURED = 20_000;
const SHOWN = 40_000;

interface Note { kind: "invariant" | "check"; text: string }

export function sourcePane(run: Run, store: Store): HTMLElement {
  const files = [...run.sources].filter(([, text]) => text !== null) as [string, string][];
  const isOwn = ([file]: [string, string]) => run.header.files.includes(file);
  files.sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const pane = h("section", { id: "source", class: "pane", "aria-label": "Source" });
  if (files.length === 0) {
    pane.append(h("p", { class: "muted" }, "The log holds no source text."));
    return pane;
  }
  const notes = notesOf(run);
  const checks = byLine(run, keyOf);
  const rows = new Map<string, HTMLElement>();
  const tabs = h("div", { class: "files", role: "tablist", "aria-label": "Files" });
  const texts = new Map<string, HTMLElement>();
  const open = (file: string) => {
    for (const [name, element] of texts) element.hidden = name !== file;
    for (const tab of tabs.children) {
      tab.setAttribute("aria-selected", String(tab.getAttribute("data-file") === file));
    }
  };
  for (const [file, text] of files) {
    const name = file.split("/").pop() ?? file;
    const tab = h("button", { type: "button", role: "tab", "data-file": file, title: file, onclick: () => open(file) }, name);
    tabs.append(tab);
    const table = code(run, file, text, { notes, checks }, store, rows);
    texts.set(file, table);
  }
  pane.append(tabs, ...texts.values());
  open(first(run, files));
  store.watch(() => mark(run, store, rows, open));
  return pane;
}

/** The file that the first step or property is in. */
function first(run: Run, files: [string, string][]): string {
  const known = (file: string | undefined) => files.some(([name]) => name === file);
  const wanted = [run.document?.trace[0]?.file, run.header.files[0]];
  return wanted.find(known) ?? files[0]![0];
}

function notesOf(run: Run): Map<string, Note[]> {
  const notes = new Map<string, Note[]>();
  const add = (location: string, note: Note) => {
    const at = place(location);
    if (!at) return;
    const key = keyOf(at);
    notes.set(key, [...(notes.get(key) ?? []), note]);
  };
  for (const i of run.document?.invariants ?? []) add(i.location, { kind: "invariant", text: `loop invariant  ${i.c}` });
  for (const i of run.document?.boundary_invariants ?? []) {
    const when = i.kind === "exit" ? "ensures" : "requires";
    add(i.location, { kind: "invariant", text: `${i.function} ${when}  ${i.c}` });
  }
  // With checks every one has a mark, and a note for each would hide the program.
  const isMarked = (run.document?.checks ?? []).length > 0;
  for (const p of isMarked ? [] : run.document?.properties ?? []) {
    const vacuous = p.vacuous ? ", vacuous" : "";
    add(p.location, { kind: "check", text: `${p.kind} ${p.id}: ${p.verdict}${vacuous}` });
  }
  return notes;
}

function keyOf(at: Place): string {
  return `${at.line}:${at.file}`;
}

function code(
  run: Run,
  file: string,
  text: string,
  known: { notes: Map<string, Note[]>; checks: Map<string, Check[]> },
  store: Store,
  rows: Map<string, HTMLElement>,
): HTMLElement {
  const onPath = linesOf(run.document?.trace ?? [], file);
  const box = h("div", { class: "code", role: "list", "data-file": file, tabindex: 0, "aria-label": file });
  const lines = coloured(file, text);
  lines.slice(0, SHOWN).forEach((content, i) => {
    const at = { file, line: i + 1 };
    const times = onPath.get(at.line) ?? 0;
    const row = h(
      "div",
      { class: times > 0 ? "line on-path" : "line", role: "listitem", "data-line": at.line, onclick: () => store.select({ places: [at] }) },
      h("span", { class: "number" }, String(at.line)),
      h("span", { class: "text" }, content),
      h("span", { class: "marks" }, ...marks(known.checks.get(keyOf(at)) ?? [], store)),
      h("span", { class: "beside" }),
    );
    rows.set(keyOf(at), row);
    box.append(row);
    for (const note of known.notes.get(keyOf(at)) ?? []) {
      box.append(h("div", { class: `note ${note.kind}` }, note.text));
    }
  });
  if (lines.length > SHOWN) box.append(h("p", { class: "muted" }, `${lines.length - SHOWN} more lines`));
  return box;
}

function linesOf(steps: Step[], file: string): Map<number, number> {
  const found = new Map<number, number>();
  for (const step of steps) {
    if (step.file === file) found.set(step.line, (found.get(step.line) ?? 0) + 1);
  }
  return found;
}

/** The lines of a text, coloured as C. */
function coloured(file: string, text: string): DocumentFragment[] {
  const plain = file.endsWith(".gcl") || text.split("\n").length > COLOURED;
  let line = document.createDocumentFragment();
  const lines = [line];
  const put = (piece: string, classes: string) => {
    line.append(classes ? h("span", { class: classes }, piece) : piece);
  };
  const end = () => {
    line = document.createDocumentFragment();
    lines.push(line);
  };
  if (plain) {
    text.split("\n").forEach((piece, i) => {
      if (i > 0) end();
      put(piece, "");
    });
  } else {
    highlightCode(text, parser.parse(text), classHighlighter, put, end);
  }
  return lines;
}

let marked: HTMLElement[] = [];

function mark(run: Run, store: Store, rows: Map<string, HTMLElement>, open: (file: string) => void): void {
  for (const row of marked) {
    row.classList.remove("selected");
    row.querySelector(".beside")!.textContent = "";
  }
  marked = [];
  const { places, step } = store.selection;
  for (const at of places) {
    const row = rows.get(keyOf(at));
    if (row) marked.push(row);
  }
  const [top] = places;
  if (top && rows.has(keyOf(top))) open(top.file);
  marked.forEach((row, i) => {
    row.classList.add("selected");
    if (i === 0) reveal(row);
  });
  const taken = step === null ? undefined : run.document?.trace[step];
  const beside = marked[0]?.querySelector(".beside");
  if (taken && beside) beside.textContent = describeStep(taken);
}

/** The row may be wider than the pane: its number comes into view, then its first word. */
function reveal(row: HTMLElement): void {
  row.querySelector(".number")!.scrollIntoView({ block: "nearest" });
  row.querySelector(".text > span")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Marks the lines of another path than that of the run. */
export function showPath(pane: HTMLElement, path: Place[]): void {
  const passed = new Set(path.map(keyOf));
  for (const box of pane.querySelectorAll<HTMLElement>(".code")) {
    const file = box.dataset["file"] ?? "";
    for (const row of box.querySelectorAll<HTMLElement>(".line")) {
      row.classList.toggle("on-path", passed.has(keyOf({ file, line: Number(row.dataset["line"]) })));
    }
  }
}

/** What a step did, in a line. */
export function describeStep(step: Step): string {
  return [...step.values.map((v) => `${v.name} = ${v.value}`), ...step.holds].join(", ");
}
