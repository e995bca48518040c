// The page of `hatha explore`: the condition above, the source on one side, the
// path, what may come next, the search and the charts on the other.

import { button, count, h, quoted } from "../dom";
import { place, type Place, type Run } from "../log";
import { showPath, sourcePane } from "../source";
import { Store } from "../store";
import { type Command, type Offered, type Passed, type Problem, type Reply, type Saved, send, type State, stop, type Unit } from "./api";
import { PathChart } from "./chart";

/** The code view of the report needs a run; this one has sources alone. */
function runOf(unit: Unit): Run {
  const files = unit.sources.map((source) => source.file);
  return {
    header: { schema: "hatha-explore", version: 1, engine: "", entry: unit.name, files },
    document: null, hints: [], sources: new Map(unit.sources.map(({ file, text }) => [file, text])), events: [], automata: [],
    vector: null, gclProof: null, gclRun: null, limited: false,
  };
}

class Page {
  private readonly store = new Store();
  private readonly source: HTMLElement;
  private readonly charts: PathChart[];
  private readonly condition = h("code", { id: "condition", class: "c" });
  private readonly possible = h("span", { id: "possible", class: "badge" });
  private readonly drawn = h("span", { id: "drawn", class: "muted" });
  private readonly answer = h("p", { id: "answer", "aria-live": "polite" });
  private readonly error = h("div", { id: "error", role: "alert" });
  private readonly path = h("ol", { id: "path", class: "steps" });
  private readonly offers = h("ul", { id: "offers", class: "steps" });
  private readonly notes = h("ul", { id: "notes", class: "muted" });
  private readonly saved = h("p", { id: "saved" });
  private readonly formula: HTMLInputElement;
  private readonly bound: HTMLInputElement;
  private readonly stopButton = button("stop", () => void stop(), { id: "stop", disabled: true });
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private busy = false;

  constructor(private readonly root: HTMLElement, private readonly unit: Unit) {
    this.formula = h("input", { id: "formula", type: "text", value: unit.whole, spellcheck: "false", autocomplete: "off", "aria-label": "Formula" });
    this.bound = h("input", { id: "bound", type: "number", min: 1, max: 1000, value: unit.n, "aria-label": "How often a node may stand on the path" });
    this.source = sourcePane(runOf(unit), this.store);
    this.charts = unit.charts.map((chart, i) => new PathChart(chart, i, (offer) => this.choose(offer), (spot) => this.look(spot.location)));
    root.append(this.header(), h("main", {}, this.source, this.panes()), h("footer", { class: "muted" }, `hatha ${unit.hatha} · click a box that is offered to go on, + − 0 zoom a chart`));
    for (const chart of this.charts) chart.begin();
  }

  private header(): HTMLElement {
    const when = this.unit.allows ? "allowed if" : "taken if";
    return h("header", { id: "verdict" }, h("h1", {}, this.unit.name), this.possible, h("span", { class: "reason" }, `${when} `, this.condition, " ", this.drawn),
      this.stopButton, button("end", () => void this.quit(), { id: "quit" }));
  }

  private panes(): HTMLElement {
    return h("div", { id: "panes" }, this.search(), this.answer, this.error, this.saved,
      h("div", { class: "lists" },
        h("section", { "aria-label": "Path" }, h("h3", {}, "Path"), this.path),
        h("section", { "aria-label": "Next" }, h("h3", {}, "May come next"), this.offers, this.notes)),
      h("div", { class: "flows" }, ...this.charts.map((chart, i) => this.flow(chart, this.unit.charts[i]!.name))),
      h("details", {}, h("summary", {}, "What this rests on"), h("ul", {}, ...this.unit.assumptions.map((text) => h("li", {}, text)))));
  }

  private flow(chart: PathChart, name: string): HTMLElement {
    return h("section", { class: "flow", "aria-label": `Chart of ${name}` }, h("h3", {}, name), chart.element);
  }

  private search(): HTMLElement {
    const form = h("form", { class: "controls", id: "search" }, this.formula, h("label", {}, "n ", this.bound),
      this.submit(), this.act("longest", "longest without repetition", () => this.ask("longest")),
      this.act("next-path", "next path", () => this.plain("next")), this.act("discard", "discard search", () => this.plain("discard")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask("shortest");
    });
    const hand = h("div", { class: "controls" }, this.act("back", "step back", () => this.plain("back")),
      this.act("restart", "start again", () => this.plain("restart")), this.act("save", "save as a test", () => this.plain("save")));
    return h("section", { "aria-label": "Search" }, form, hand);
  }

  /** The button that the Enter key means, too: the form asks. */
  private submit(): HTMLButtonElement {
    return h("button", { type: "submit", id: "ask" }, "shortest path");
  }

  private act(id: string, text: string, does: () => void): HTMLButtonElement {
    const made = button(text, does, { id });
    this.buttons.set(id, made);
    return made;
  }

  private plain(command: "next" | "back" | "discard" | "restart" | "save"): void {
    void this.command({ command });
  }

  private choose(offer: Offered): void {
    void this.command({ command: "choose", node: offer.node });
  }

  private ask(how: "shortest" | "longest"): void {
    const n = Math.max(1, Math.floor(Number(this.bound.value) || this.unit.n));
    void this.command({ command: "ask", formula: this.formula.value.trim(), how, n });
  }

  private async quit(): Promise<void> {
    await send({ command: "quit" }).catch(() => null);
    this.over("The exploration is over. This page can be closed.");
  }

  private over(text: string): void {
    this.root.replaceChildren(h("p", { id: "over" }, text));
  }

  private async command(command: Command): Promise<void> {
    if (this.busy) return;
    this.wait(true);
    try {
      this.show(await send(command));
    } catch (error) {
      this.problem({ message: (error as Error).message });
    } finally {
      this.wait(false);
    }
  }

  private wait(busy: boolean): void {
    this.busy = busy;
    this.stopButton.disabled = !busy;
    this.root.toggleAttribute("aria-busy", busy);
  }

  show(reply: Reply): void {
    const { state } = reply;
    this.condition.textContent = state.condition;
    this.possible.textContent = { yes: "can be taken", no: "cannot be taken", unknown: "not known whether it can be taken" }[state.possible];
    this.possible.dataset["possible"] = state.possible;
    this.drawn.textContent = state.drawn > 0 ? `(for some of ${count(state.drawn, "value")} drawn on the way)` : "";
    this.answer.textContent = state.answer;
    this.path.replaceChildren(...state.path.map((node, i) => this.step(node, i, state)));
    this.offers.replaceChildren(...state.next.map((offer) => this.offer(offer)));
    if (state.next.length === 0) this.offers.append(h("li", { class: "muted" }, "nothing"));
    this.notes.replaceChildren(...state.notes.map((note) => h("li", {}, `not followed: ${note}`)));
    for (const chart of this.charts) chart.show(state);
    showPath(this.source, state.path.map((node) => place(node.location)).filter((at) => at !== null));
    this.buttons.get("next-path")!.disabled = !state.search;
    this.buttons.get("discard")!.disabled = !state.search;
    this.buttons.get("save")!.disabled = state.possible === "no";
    const last = state.path.at(-1);
    if (last) this.look(last.location);
    this.test(reply.saved);
    this.problem(reply.error);
  }

  private look(location: string): void {
    const at: Place | null = place(location);
    this.store.select({ places: at ? [at] : [] });
  }

  private step(node: Passed, at: number, state: State): HTMLElement {
    const formulas = state.asked.filter((asked) => asked.to === at);
    const found = formulas.map((asked) => h("span", { class: "because" }, `satisfies ${asked.formula} from step ${asked.from + 1}`));
    return h("li", { class: node.possible === "no" ? "step impossible" : "step", "data-node": node.node, onclick: () => this.look(node.location) },
      h("b", {}, node.name), h("code", {}, node.text), node.adds ? h("span", { class: "holds" }, node.adds) : null, ...found);
  }

  private offer(offer: Offered): HTMLElement {
    const words = { yes: "", no: "the condition turns false", unknown: "perhaps" }[offer.possible];
    return h("li", { class: "step" }, button(offer.name, () => this.choose(offer), { "data-node": offer.node, "data-possible": offer.possible }),
      h("code", {}, offer.text), h("span", { class: "muted" }, words));
  }

  private test(saved: Saved | undefined): void {
    if (!saved) return this.saved.replaceChildren();
    const address = `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(saved.vector, null, 2))}`;
    this.saved.replaceChildren(h("a", { href: address, download: saved.name, id: "artefact" }, saved.name), " replays with ",
      h("code", { id: "command" }, saved.command.map(quoted).join(" ")));
  }

  /** What is wrong, with its place in the formula. */
  private problem(problem: Problem | undefined): void {
    if (!problem) return this.error.replaceChildren();
    const { message, help, start, end } = problem;
    const text = this.formula.value.trim();
    const marked = start === undefined ? null : h("pre", { class: "query" }, `${text}\n${" ".repeat(start)}${"^".repeat(Math.max(1, (end ?? start) - start))}`);
    this.error.replaceChildren(h("p", { class: "warning" }, message), ...(marked ? [marked] : []), ...(help ? [h("p", { class: "muted" }, `help: ${help}`)] : []));
  }
}

async function main(): Promise<void> {
  const root = document.getElementById("page");
  if (!root) return;
  const reply = await send({ command: "unit" });
  if (!reply.unit) return;
  document.title = `${reply.unit.name} · hatha explore`;
  new Page(root, reply.unit).show(reply);
}

main().catch((error: Error) => document.getElementById("page")?.replaceChildren(error.message));
