// From events to what the abstraction was at each moment.
//
// A moment is the number of iterations (of an engine without them: tests) that
// have begun. Regions form trees: a split gives a region two children. When
// invariants were learnt, the abstraction starts anew: an epoch.

import type { Event, Iteration, Run, Split, State, TestRun } from "./log";

export interface Region {
  /** Its place in `History.regions`. */
  key: number;
  /** Its number in the log. */
  id: number;
  epoch: number;
  spot: number;
  /** What it has more than its parent. */
  literal: string;
  parent: Region | null;
  children: Region[];
  born: number;
  died: number;
  /** How many states of tests were in it, by moment. */
  counts: { moment: number; total: number }[];
  samples: number[];
  /** Its cells among those of its location. */
  first: number;
  leaves: number;
}

export interface Removal { from: number; way: number; to: number; why: string; moment: number; epoch: number }

interface Epoch { begin: number; roots: Map<number, Region>; byId: Map<number, Region>; all: Region[] }

export class History {
  readonly regions: Region[] = [];
  readonly epochs: Epoch[] = [];
  readonly iterations: Iteration[] = [];
  readonly tests: { run: TestRun; moment: number }[] = [];
  readonly states = new Map<number, State>();
  readonly removals: Removal[] = [];
  readonly predicates = new Map<number, { text: string; moment: number }[]>();
  readonly learnt: { location: string; predicate: string; moment: number }[] = [];
  /** Who went on after the search that is shown here, and with how many tests. */
  handed: { engine: string; tests: number } | null = null;
  /** The number of moments. */
  moments = 0;
  private readonly byTests: boolean;
  /** Every pane asks about the same moment. */
  private last: { moment: number; live: Region[] } | null = null;

  constructor(run: Run) {
    this.byTests = !run.events.some((e) => e.event === "iteration");
    for (const event of run.events) {
      if (event.event === "handover") this.handed = { engine: event.engine, tests: 0 };
      else if (!this.handed) this.take(event);
      else if (event.event === "test" || event.event === "trace") this.handed.tests += 1;
    }
    this.layOut();
  }

  /** The epoch of a moment. */
  epoch(moment: number): Epoch | null {
    let found: Epoch | null = null;
    for (const epoch of this.epochs) if (epoch.begin <= moment) found = epoch;
    return found;
  }

  /** The regions that there were at a moment. */
  live(moment: number): Region[] {
    if (this.last?.moment !== moment) {
      const all = this.epoch(moment)?.all ?? [];
      this.last = { moment, live: all.filter((r) => r.born <= moment && moment < r.died) };
    }
    return this.last.live;
  }

  /** The iteration of a moment. */
  iteration(moment: number): Iteration | null {
    return this.iterations[moment - 1] ?? null;
  }

  /** The region with a number at a moment. */
  numbered(id: number, moment: number): Region | null {
    return this.epoch(moment)?.byId.get(id) ?? null;
  }

  /** How many states of tests were in a region. */
  visits(region: Region, moment: number): number {
    return region.counts.findLast((count) => count.moment <= moment)?.total ?? 0;
  }

  private take(event: Event): void {
    switch (event.event) {
      case "chart": this.begin(event.spots.map((spot) => spot.number)); break;
      case "iteration":
        this.iterations.push(event);
        this.moments = this.iterations.length;
        break;
      case "test": this.tested(event); break;
      case "split": this.split(event); break;
      case "restart": this.restart(event.states); break;
      case "removed":
        for (const [from, way, to, why] of event.steps) {
          this.removals.push({ from, way, to, why, moment: this.moments, epoch: this.epochs.length - 1 });
        }
        break;
      case "witness": this.witness(event.region, event.values); break;
      case "predicate": this.predicate(event.spot, event.predicate); break;
      case "invariant": this.learnt.push({ ...event, moment: this.moments }); break;
    }
  }

  private predicate(spot: number, text: string): void {
    const known = this.predicates.get(spot) ?? [];
    known.push({ text, moment: this.moments });
    this.predicates.set(spot, known);
  }

  private begin(spots: number[]): void {
    const epoch: Epoch = { begin: this.moments, roots: new Map(), byId: new Map(), all: [] };
    this.epochs.push(epoch);
    for (const spot of spots) epoch.roots.set(spot, this.add(spot, spot, "", null));
  }

  private add(id: number, spot: number, literal: string, parent: Region | null): Region {
    const epoch = this.epochs.length - 1;
    const region: Region = {
      key: this.regions.length, id, epoch, spot, literal, parent, children: [],
      born: this.moments, died: Infinity, counts: [], samples: [], first: 0, leaves: 1,
    };
    this.regions.push(region);
    this.epochs[epoch]!.byId.set(id, region);
    this.epochs[epoch]!.all.push(region);
    return region;
  }

  private restart(states: [number, number][]): void {
    const before = this.epochs.at(-1);
    if (!before) return;
    for (const region of before.all) region.died = Math.min(region.died, this.moments);
    this.begin([...before.roots.keys()]);
    for (const [spot, n] of states) this.count(spot, n);
  }

  private count(id: number, more: number): void {
    const region = this.epochs.at(-1)?.byId.get(id);
    if (!region) return;
    const total = (region.counts.at(-1)?.total ?? 0) + more;
    region.counts.push({ moment: this.moments, total });
  }

  private tested(run: TestRun): void {
    if (this.byTests) this.moments += 1;
    this.tests.push({ run, moment: this.moments });
    for (const [region, n] of run.found ?? []) this.count(region, n);
    for (const state of run.states ?? []) {
      this.states.set(state.number, state);
      this.epochs.at(-1)?.byId.get(state.region)?.samples.push(state.number);
    }
  }

  /** A state of an engine without tests; it gets a number that no state of a test has. */
  private witness(region: number, values: [string, string][]): void {
    const number = -1 - this.states.size;
    this.states.set(number, { number, region, values });
    this.epochs.at(-1)?.byId.get(region)?.samples.push(number);
    this.count(region, 1);
  }

  private split(event: Split): void {
    const whole = this.epochs.at(-1)?.byId.get(event.region ?? -1);
    if (!whole || event.inside === undefined || event.outside === undefined) return;
    whole.died = this.moments;
    const half = (id: number, literal: string, side: 0 | 1) => {
      const region = this.add(id, whole.spot, literal, whole);
      const total = event.counts?.[side] ?? 0;
      if (total > 0) region.counts.push({ moment: this.moments, total });
      region.samples.push(...(event.states?.[side] ?? []));
      whole.children.push(region);
    };
    half(event.inside, event.predicate, 0);
    half(event.outside, `!(${event.predicate})`, 1);
  }

  /** Gives each region cells that none but its own descendants will have. */
  private layOut(): void {
    for (const region of [...this.regions].reverse()) {
      if (region.children.length > 0) {
        region.leaves = region.children.reduce((sum, child) => sum + child.leaves, 0);
      }
    }
    for (const region of this.regions) {
      let first = region.first;
      for (const child of region.children) {
        child.first = first;
        first += child.leaves;
      }
    }
  }
}

/** The conjuncts of a region, oldest first. */
export function literals(region: Region): string[] {
  const found: string[] = [];
  for (let r: Region | null = region; r; r = r.parent) if (r.literal) found.push(r.literal);
  return found.reverse();
}

/** The regions that a region may step to at a moment: no removed step lies on the way. */
export function successors(
  history: History,
  region: Region,
  moment: number,
  ways: { number: number; to: number }[],
): { way: number; to: Region }[] {
  const mine = new Set<number>();
  for (let r: Region | null = region; r; r = r.parent) mine.add(r.id);
  const gone = new Map<number, Set<number>>();
  for (const removal of history.removals) {
    if (removal.epoch !== region.epoch || removal.moment > moment || !mine.has(removal.from)) continue;
    const targets = gone.get(removal.way) ?? new Set();
    gone.set(removal.way, targets.add(removal.to));
  }
  const found: { way: number; to: Region }[] = [];
  const live = history.live(moment);
  for (const way of ways) {
    const cut = gone.get(way.number);
    for (const to of live) {
      if (to.spot === way.to && !isBelow(to, cut)) found.push({ way: way.number, to });
    }
  }
  return found;
}

function isBelow(region: Region, removed: Set<number> | undefined): boolean {
  if (!removed) return false;
  for (let r: Region | null = region; r; r = r.parent) if (removed.has(r.id)) return true;
  return false;
}
