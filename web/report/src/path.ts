// The failing path: its steps, why each branch was taken, calls folded by depth.

import { button, count, h } from "./dom";
import { samePlace, shown, type Run, type Step } from "./log";
import { because, relevant, ruleStates } from "./slice";
import { describeStep } from "./source";
import type { Store } from "./store";

/** Steps that are put on the page at once. */
const AT_ONCE = 1_500;

export function pathPane(run: Run, store: Store): HTMLElement {
  return new PathPane(run, store).pane;
}

class PathPane {
  readonly pane: HTMLElement;
  private readonly steps: Step[];
  private readonly kept: Set<number>;
  private readonly folded = new Set<number>();
  private readonly rules: Map<string, string>[];
  private readonly list = h("ol", { class: "steps", tabindex: 0, "aria-label": "Steps of the path" });
  private readonly summary = h("span", { class: "muted" });
  private rows = new Map<number, HTMLElement>();
  private all = false;
  private limit = AT_ONCE;

  constructor(private readonly run: Run, private readonly store: Store) {
    this.steps = run.document?.trace ?? [];
    this.kept = relevant(this.steps);
    this.rules = ruleStates(this.steps, run.sources);
    this.foldReturned();
    this.pane = h("div", {}, this.inputs(), this.controls(), this.list);
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.draw();
    store.watch(() => this.mark());
  }

  private inputs(): HTMLElement | null {
    const inputs = this.run.document?.shown_inputs ?? this.run.document?.inputs ?? [];
    if (inputs.length === 0) return null;
    const row = (input: (typeof inputs)[number], i: number) =>
      h("tr", {}, h("td", {}, String(i + 1)), h("td", {}, input.name), h("td", { class: "value" }, input.value),
        h("td", {}, input.type));
    const head = h("tr", {}, ...["#", "input", "value", "type"].map((t) => h("th", {}, t)));
    const table = h("table", { class: "inputs" }, h("thead", {}, head), h("tbody", {}, ...inputs.map(row)));
    return h("details", { open: inputs.length <= 12 }, h("summary", {}, `The test: ${count(inputs.length, "input")}`), table);
  }

  private controls(): HTMLElement {
    const all = h("input", { type: "checkbox", id: "all-steps" });
    all.addEventListener("change", () => {
      this.all = all.checked;
      this.draw();
    });
    return h("div", { class: "controls" },
      h("label", {}, all, " all steps"),
      button("fold calls", () => this.foldAll(true)),
      button("unfold calls", () => this.foldAll(false)),
      this.summary);
  }

  /** Calls that have returned before the end are folded at first. */
  private foldReturned(): void {
    const end = this.steps.length;
    this.steps.forEach((_, i) => {
      if (this.isCall(i) && this.bodyEnd(i) < end) this.folded.add(i);
    });
  }

  private isCall(i: number): boolean {
    return (this.steps[i + 1]?.depth ?? 0) > (this.steps[i]!.depth ?? 0);
  }

  /** The first step behind the body of a call. */
  private bodyEnd(call: number): number {
    const depth = this.steps[call]!.depth ?? 0;
    let i = call + 1;
    while (i < this.steps.length && (this.steps[i]!.depth ?? 0) > depth) i += 1;
    return i;
  }

  private foldAll(fold: boolean): void {
    this.folded.clear();
    if (fold) this.steps.forEach((_, i) => this.isCall(i) && this.folded.add(i));
    this.draw();
  }

  /** The steps to show, in order. */
  private visible(): number[] {
    const found: number[] = [];
    for (let i = 0; i < this.steps.length; ) {
      const show = this.all || this.kept.has(i) || (this.isCall(i) && !this.folded.has(i));
      if (show) found.push(i);
      i = this.folded.has(i) ? this.bodyEnd(i) : i + 1;
    }
    return found;
  }

  private draw(): void {
    const visible = this.visible();
    this.rows = new Map();
    const items: HTMLElement[] = [];
    let before = -1;
    for (const i of visible.slice(0, this.limit)) {
      if (i > before + 1) items.push(this.gap(i - before - 1));
      if (this.isResumed(i)) items.push(this.cut());
      const row = this.row(i);
      this.rows.set(i, row);
      items.push(row);
      before = i;
    }
    if (visible.length > this.limit) items.push(this.more(visible.length - this.limit));
    this.list.replaceChildren(...items);
    this.summary.textContent = ` ${visible.length} of ${count(this.steps.length, "step")} shown`;
    this.mark();
  }

  private isResumed(i: number): boolean {
    const document = this.run.document;
    return !!document && document.trace_left_out > 0 && i === document.trace_resumes_at;
  }

  private cut(): HTMLElement {
    const left = this.run.document?.trace_left_out ?? 0;
    return h("li", { class: "gap" }, `… ${count(left, "step")} of the run are not in the trace`);
  }

  private gap(n: number): HTMLElement {
    return h("li", { class: "gap" }, `… ${count(n, "step")}`);
  }

  private more(n: number): HTMLElement {
    const grow = () => {
      this.limit += AT_ONCE;
      this.draw();
    };
    return h("li", { class: "gap" }, button(`${n} more`, grow));
  }

  private row(i: number): HTMLElement {
    const step = this.steps[i]!;
    const indent = `padding-left:${Math.min(step.depth ?? 0, 12) * 1.1 + 0.4}em`;
    const row = h("li", { class: "step", "data-step": i, style: indent, onclick: () => this.select(i) },
      this.fold(i),
      h("span", { class: "where" }, step.line > 0 ? shown(step) : step.function),
      h("code", { class: "stmt" }, step.source || step.function),
      ...step.values.map((v) => h("span", { class: "value" }, `${v.name} = ${v.value}`)),
      ...step.holds.map((c) => h("span", { class: "holds" }, c)));
    row.append(...this.reasons(i), ...this.ruleState(i));
    return row;
  }

  private fold(i: number): HTMLElement {
    if (!this.isCall(i)) return h("span", { class: "nofold" });
    const folded = this.folded.has(i);
    const body = this.bodyEnd(i) - i - 1;
    const flip = (event: Event) => {
      event.stopPropagation();
      if (!this.folded.delete(i)) this.folded.add(i);
      this.draw();
    };
    return h("button", { type: "button", class: "fold", "aria-expanded": String(!folded), title: count(body, "step"), onclick: flip }, folded ? "▸" : "▾");
  }

  private reasons(i: number): HTMLElement[] {
    if (this.steps[i]!.holds.length === 0) return [];
    return because(this.steps, i).map(({ name, value, step }) =>
      h("span", { class: "because", title: `since step ${step + 1}, line ${this.steps[step]!.line}` }, `because ${name} = ${value}`));
  }

  private ruleState(i: number): HTMLElement[] {
    const state = this.rules[i];
    if (!state || state.size === 0) return [];
    const text = [...state].map(([name, value]) => `${name} = ${value}`).join(", ");
    return [h("span", { class: "rule-state" }, `rule: ${text}`)];
  }

  private select(i: number): void {
    const { file, line } = this.steps[i]!;
    this.store.select({ step: i, places: [{ file, line }] });
  }

  private key(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const order = [...this.rows.keys()];
    const now = order.indexOf(this.store.selection.step ?? -1);
    const next = order[Math.max(0, Math.min(order.length - 1, now + by))];
    if (next !== undefined) this.select(next);
  }

  private mark(): void {
    const { step, places } = this.store.selection;
    for (const [i, row] of this.rows) {
      const own = this.steps[i]!;
      row.classList.toggle("selected", i === step);
      row.classList.toggle("related", step === null && places.some((at) => samePlace(at, own)));
    }
    if (step !== null) this.rows.get(step)?.scrollIntoView({ block: "nearest" });
  }
}

export { describeStep };
