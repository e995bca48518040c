// How it got there: the chart, the slider over iterations, and what is selected.

import { ChartView } from "./chart";
import { button, count, h } from "./dom";
import { link } from "./findings";
import { type History, type Region, literals, successors } from "./history";
import { type Chart, place, type Place, type Procedure, type Run } from "./log";
import type { Store } from "./store";

/** Milliseconds between moments that play, and the longest that playing takes. */
const BEAT = 700;
const WHOLE = 30_000;
/** Regions and steps that are listed. */
const LISTED = 60;

export function searchPane(run: Run, history: History, store: Store): HTMLElement {
  return new SearchPane(run, history, store).pane;
}

class SearchPane {
  readonly pane: HTMLElement;
  private readonly detail = h("aside", { id: "detail", "aria-live": "polite" });
  private readonly summary = h("p", { id: "moment", "aria-live": "polite" });
  private readonly slider: HTMLInputElement;
  private readonly chart: Chart | null;
  private readonly view: ChartView | null;
  private playing = 0;
  private readonly playButton = button("▶ play", () => this.play(), { id: "play" });

  constructor(private readonly run: Run, private readonly history: History, private readonly store: Store) {
    this.slider = h("input", { type: "range", id: "slider", min: 0, max: history.moments, value: history.moments, "aria-label": "Iteration" });
    this.slider.addEventListener("input", () => store.go(Number(this.slider.value)));
    store.moment = history.moments;
    this.chart = chartOf(run);
    this.view = this.chart ? new ChartView(this.chart, history, store, (region) => this.pick(region)) : null;
    this.pane = h("div", { class: "search" }, this.controls(), this.summary, this.left(),
      h("div", { class: "split" }, this.view?.element ?? h("p", { class: "muted" }, "This engine works without a flow chart."), this.detail));
    store.watchMoment(() => this.moment());
    store.watch(() => this.selected());
    this.fitWhenShown();
    this.moment();
  }

  private controls(): HTMLElement {
    const step = (by: number) => () => this.go(this.store.moment + by);
    return h("div", { class: "controls" }, this.playButton,
      button("|◀", () => this.go(0), { title: "to the start" }), button("◀", step(-1), { title: "one back", id: "back" }),
      this.slider, button("▶", step(1), { title: "one on", id: "on" }), button("▶|", () => this.go(this.history.moments), { title: "to the end" }),
      button("−", () => this.view?.scale(0.8), { title: "smaller" }), button("+", () => this.view?.scale(1.25), { title: "larger" }), button("fit", () => this.view?.scale(0)));
  }

  /** The chart is fitted when it is seen for the first time: before, it has no size. */
  private fitWhenShown(): void {
    const watcher = new IntersectionObserver((seen) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      this.view?.begin();
    });
    watcher.observe(this.pane);
  }

  private left(): HTMLElement | null {
    const parts: string[] = [];
    const iterations = this.run.document?.iterations ?? 0;
    if (this.run.limited) parts.push(`The log was full: ${count(this.history.iterations.length, "iteration")} of ${iterations} are shown.`);
    const handed = this.history.handed;
    const beside = this.run.header.engine === "auto";
    if (handed && beside) parts.push(`${handed.engine}, which went on beside dash, gave the verdict after ${count(handed.tests, "test")}.`);
    else if (handed) parts.push(`Afterwards ${handed.engine} searched for a failing test, with ${count(handed.tests, "test")}.`);
    if (this.chart && this.chart.left_out > 0) parts.push(`${this.chart.left_out} locations and steps of the flow chart are left out.`);
    return parts.length > 0 ? h("p", { class: "muted", id: "left-out" }, parts.join(" ")) : null;
  }

  private go(moment: number): void {
    this.store.go(Math.max(0, Math.min(this.history.moments, moment)));
  }

  private play(): void {
    if (this.playing) return this.stop();
    if (this.store.moment >= this.history.moments) this.go(0);
    this.playButton.textContent = "⏸ pause";
    const beat = Math.max(40, Math.min(BEAT, WHOLE / Math.max(1, this.history.moments)));
    this.playing = window.setInterval(() => {
      this.go(this.store.moment + 1);
      if (this.store.moment >= this.history.moments) this.stop();
    }, beat);
  }

  private stop(): void {
    window.clearInterval(this.playing);
    this.playing = 0;
    this.playButton.textContent = "▶ play";
  }

  private moment(): void {
    this.slider.value = String(this.store.moment);
    this.summary.replaceChildren(...this.story());
    this.view?.draw();
    this.selected();
  }

  /** What the iteration did, in words. */
  private story(): (Node | string)[] {
    const { moment } = this.store;
    const now = this.amount(moment);
    const iteration = this.history.iteration(moment);
    if (!iteration) {
      const what = this.history.iterations.length > 0 ? "Before the first iteration" : `Test ${moment} of ${this.history.moments}`;
      return [`${what}: ${now}. ${this.ended(moment)}`];
    }
    const answers = { test: "inputs take it: a test follows", refuted: "no inputs take it", unknown: `that is not known: ${iteration.reason}` };
    return [`Iteration ${iteration.number} of ${this.run.document?.iterations ?? "?"}: ${now}. Is there a test that takes the step at `,
      link(iteration.frontier, this.store), `? ${answers[iteration.answer]}. ${this.ended(moment)}`,
      iteration.wanted ? h("details", {}, h("summary", {}, "the query"), h("pre", { class: "query" }, iteration.wanted)) : ""];
  }

  /** How much there is at a moment. */
  private amount(moment: number): string {
    const tests = count(this.history.tests.filter((t) => t.moment <= moment).length, "test");
    if (this.history.epochs.length === 0) return tests;
    if (this.run.header.engine !== "cegar") return `${count(this.history.live(moment).length, "region")}, ${tests}`;
    const counts = this.history.iteration(moment)?.counts;
    return `${count(counts?.regions ?? 0, "abstract state")}, ${count(counts?.predicates ?? 0, "predicate")}`;
  }

  private ended(moment: number): string {
    const last = this.history.tests.filter((t) => t.moment === moment).at(-1)?.run;
    return last ? `Test ${last.number} took ${count(last.inputs, "input")} and ended with ${last.end}.` : "";
  }

  private pick(region: Region): void {
    const spot = this.chart?.spots.find((one) => one.number === region.spot);
    const ways = this.chart?.ways.filter((w) => w.from === region.spot) ?? [];
    const texts = [spot?.location ?? "", ...ways.flatMap((w) => w.does.map(([where]) => where))];
    this.store.select({ region: region.key, spot: region.spot, places: unique(texts) });
  }

  private selected(): void {
    this.view?.mark();
    const { region, spot } = this.store.selection;
    const chosen = this.history.regions[region ?? -1];
    if (chosen) this.detail.replaceChildren(...this.describe(chosen));
    else if (spot !== null) this.detail.replaceChildren(...this.location(spot));
    else this.detail.replaceChildren(h("p", { class: "muted" }, "Click a region or a location of the chart."));
  }

  private describe(region: Region): Node[] {
    const { moment } = this.store;
    const all = literals(region);
    const states = this.history.visits(region, moment);
    const spot = this.chart?.spots.find((one) => one.number === region.spot);
    const life = region.died === Infinity ? "" : `, split in iteration ${region.died}`;
    return [
      h("h3", {}, `Region ${region.id}`),
      h("p", {}, "at ", spot ? link(spot.location, this.store) : "", region.born > 0 ? `, since iteration ${region.born}${life}` : `, since the start${life}`),
      h("h4", {}, "Predicate"),
      all.length > 0 ? h("ul", { class: "predicate" }, ...all.map((l) => h("li", {}, h("code", {}, l)))) : h("p", { class: "muted" }, "all states"),
      h("h4", {}, "States"),
      h("p", { id: "states" }, states > 0 ? `${count(states, "state")} seen` : "no state of it has been seen"),
      ...this.samples(region),
      h("h4", {}, "May step to"),
      this.steps(region),
    ];
  }

  private samples(region: Region): Node[] {
    const known = [...new Set(region.samples)].map((n) => this.history.states.get(n)).filter((n) => n !== undefined).slice(0, 8);
    return known.map((state) => h("div", { class: "state" }, h("code", {}, state.values.map(([n, v]) => `${n} = ${v}`).join(", ") || "(no variables)")));
  }

  private steps(region: Region): HTMLElement {
    const ways = this.chart?.ways.filter((w) => w.from === region.spot) ?? [];
    const found = successors(this.history, region, this.store.moment, ways);
    const items = found.slice(0, LISTED).map(({ to }) => h("li", {}, this.regionLink(to)));
    if (found.length > LISTED) items.push(h("li", { class: "muted" }, `and ${found.length - LISTED} more`));
    return items.length > 0 ? h("ul", {}, ...items) : h("p", { class: "muted" }, "nothing");
  }

  private regionLink(region: Region): HTMLElement {
    const spot = this.chart?.spots.find((one) => one.number === region.spot);
    const where = spot?.location ? place(spot.location)?.line : spot?.kind;
    const text = `region ${region.id} at ${where ?? "?"}`;
    return h("button", { type: "button", class: "place", onclick: () => this.pick(region) }, text);
  }

  private location(number: number): Node[] {
    const spot = this.chart?.spots.find((one) => one.number === number);
    const here = this.history.live(this.store.moment).filter((r) => r.spot === number);
    const predicates = (this.history.predicates.get(number) ?? []).filter((p) => p.moment <= this.store.moment);
    const invariants = this.history.learnt.filter((i) => i.location === spot?.location && i.moment <= this.store.moment);
    const items = (texts: string[]) => h("ul", {}, ...texts.slice(0, LISTED).map((t) => h("li", {}, h("code", {}, t))));
    return [
      h("h3", {}, spot ? spot.location || spot.kind : `Location ${number}`),
      h("p", {}, `${spot?.kind ?? ""}, ${count(here.length, "region")}`),
      h("ul", {}, ...here.slice(0, LISTED).map((r) => h("li", {}, this.regionLink(r)))),
      ...(predicates.length > 0 ? [h("h4", {}, "Predicates"), items(predicates.map((p) => p.text))] : []),
      ...(invariants.length > 0 ? [h("h4", {}, "Learnt invariants"), items(invariants.map((i) => i.predicate))] : []),
    ];
  }
}

function unique(texts: string[]): Place[] {
  const all = texts.map(place).filter((p) => p !== null);
  return [...new Map(all.map((p) => [`${p.line}:${p.file}`, p])).values()];
}

/** The engine's flow chart; of an engine without one, the automata of the program. */
function chartOf(run: Run): Chart | null {
  const event = run.events.find((e) => e.event === "chart");
  if (event) return event as Chart;
  if (run.automata.length === 0) return null;
  const chart: Chart = { event: "chart", spots: [], ways: [], left_out: 0 };
  for (const procedure of run.automata) addAutomaton(chart, procedure);
  return chart;
}

function addAutomaton(chart: Chart, procedure: Procedure): void {
  const base = chart.spots.length;
  procedure.locations.forEach((location, i) => {
    const kind = i === procedure.entry ? procedure.name : i === procedure.exit ? "exit" : location.loop ? "loop" : "place";
    chart.spots.push({ number: base + i, kind, location: location.place });
  });
  for (const [from, to, where, does] of procedure.edges) {
    chart.ways.push({ number: chart.ways.length, from: base + from, to: base + to, does: [[where, does]] });
  }
}
