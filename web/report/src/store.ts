// What is selected, shared by all panes.

import type { Place } from "./log";

export interface Selection {
  /** The lines that it is about. */
  places: Place[];
  /** A step of the path. */
  step: number | null;
  /** A region of the chart. */
  region: number | null;
  /** A location of the chart. */
  spot: number | null;
  /** The id of a check. */
  check: string | null;
}

const NOTHING: Selection = { places: [], step: null, region: null, spot: null, check: null };

export class Store {
  selection: Selection = NOTHING;
  moment = 0;
  /** The kind of checks that is shown; empty for all. */
  kind = "";
  private readonly watchers: (() => void)[] = [];
  private readonly clocks: (() => void)[] = [];
  private readonly filters: (() => void)[] = [];

  /** Calls back whenever something else is selected. */
  watch(watcher: () => void): void { this.watchers.push(watcher); }

  /** Calls back whenever another moment of the search is shown. */
  watchMoment(watcher: () => void): void { this.clocks.push(watcher); }

  /** Calls back whenever another kind of checks is shown. */
  watchKind(watcher: () => void): void { this.filters.push(watcher); }

  show(kind: string): void {
    this.kind = kind;
    for (const filter of this.filters) filter();
  }

  select(selection: Partial<Selection>): void {
    this.selection = { ...NOTHING, ...selection };
    for (const watcher of this.watchers) watcher();
  }

  go(moment: number): void {
    this.moment = moment;
    for (const clock of this.clocks) clock();
  }
}
