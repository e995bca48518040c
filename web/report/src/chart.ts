// The flow chart: laid out once, regions stacked inside their locations.
//
// Every region has cells that only it and its parts ever use, so nothing moves
// when the moment changes: regions only divide.

import { s, short } from "./dom";
import { type Box, FlowChart, used } from "./flow";
import { type History, type Region, literals, successors } from "./history";
import { type Chart, place, samePlace, shown, type Spot } from "./log";
import type { Store } from "./store";

const TITLE = 18;

interface Grid { columns: number; rows: number; width: number; height: number }
interface RegionBox extends Box { grid: Grid }

/** The cells of a location that comes to have so many regions. */
function grid(regions: number): Grid {
  if (regions <= 6) return { columns: 1, rows: regions, width: 170, height: 17 };
  const columns = Math.ceil(Math.sqrt(2 * regions));
  const [width, height] = regions <= 60 ? [20, 14] : regions <= 600 ? [11, 9] : [7, 6];
  return { columns: Math.max(columns, Math.ceil(170 / width)), rows: 0, width, height };
}

/** A box for each location, with room for the most regions that it ever has. */
function boxesOf(chart: Chart, history: History): Map<number, RegionBox> {
  const most = new Map<number, number>();
  for (const epoch of history.epochs) {
    for (const [spot, root] of epoch.roots) most.set(spot, Math.max(most.get(spot) ?? 1, root.leaves));
  }
  const boxes = new Map<number, RegionBox>();
  for (const spot of used(chart)) {
    const cells = grid(most.get(spot.number) ?? 1);
    const rows = Math.ceil((most.get(spot.number) ?? 1) / cells.columns);
    const width = cells.columns * cells.width + 8;
    boxes.set(spot.number, { spot, title: titleOf(spot), grid: { ...cells, rows }, x: 0, y: 0, width, height: rows * cells.height + TITLE + 8 });
  }
  return boxes;
}

function titleOf(spot: Spot): string {
  const at = place(spot.location);
  const name = at ? shown(at) : spot.kind;
  return spot.kind === "place" || !at ? name : `${name} ${spot.kind}`;
}

export class ChartView extends FlowChart<RegionBox> {
  private readonly paths = new Map<number, SVGPathElement>();

  constructor(
    chart: Chart,
    private readonly history: History,
    private readonly store: Store,
    private readonly pick: (region: Region) => void,
  ) {
    super(chart, boxesOf(chart, history), "Flow chart with regions");
    this.svg.addEventListener("click", (event) => this.click(event));
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.draw();
  }

  /** Brings the selected region, or else the frontier, into view. */
  reveal(): void {
    const chosen = this.paths.get(this.store.selection.region ?? -1);
    const shown = chosen ?? this.over.querySelector(".frontier") ?? this.groups.values().next().value;
    shown?.scrollIntoView({ block: "center", inline: "center" });
  }

  /** The first look: the whole chart if it is legible, else what is going on. */
  begin(): void {
    this.fit();
    this.reveal();
  }

  /** Draws the moment: takes away what is gone, adds what is new, and leaves the rest; `mark` follows. */
  draw(): void {
    const moment = this.store.moment;
    const live = new Map(this.history.live(moment).map((r) => [r.key, r]));
    for (const [key, path] of this.paths) {
      if (!live.has(key)) {
        path.remove();
        this.paths.delete(key);
      }
    }
    for (const region of live.values()) this.drawRegion(region, moment);
  }

  private drawRegion(region: Region, moment: number): void {
    const group = this.groups.get(region.spot);
    const box = this.boxes.get(region.spot);
    if (!group || !box) return;
    let path = this.paths.get(region.key);
    if (!path) {
      path = s("path", { class: "region", d: outline(region, box), "data-region": region.key }, s("title", {}, this.hover(region)));
      this.paths.set(region.key, path);
      group.append(path);
    }
    path.classList.toggle("visited", this.history.visits(region, moment) > 0);
  }

  private hover(region: Region): string {
    return `region ${region.id}: ${short(literals(region).join(" && ") || "all states", 300)}`;
  }

  /** Marks what is selected, the frontier, and the last test. */
  mark(): void {
    const { region, spot, places } = this.store.selection;
    this.svg.querySelectorAll(".selected").forEach((e) => e.classList.remove("selected"));
    if (region !== null) this.paths.get(region)?.classList.add("selected");
    for (const [number, box] of this.boxes) {
      const at = place(box.spot.location);
      const here = spot === number || (at !== null && places.some((p) => samePlace(p, at)));
      if (here) this.groups.get(number)?.classList.add("selected");
    }
    for (const { path, places: passed } of this.lines) {
      if (places.some((p) => passed.has(`${p.line}:${p.file}`))) path.classList.add("selected");
    }
    this.over.replaceChildren(...this.test(), ...this.labels(), ...this.leaving(), ...this.frontier());
  }

  private centre(region: Region): { x: number; y: number } | null {
    const box = this.boxes.get(region.spot);
    if (!box) return null;
    const middle = Math.floor(region.first + region.leaves / 2 - 0.01);
    const { columns, width, height } = box.grid;
    const column = columns === 1 ? 0.5 : (middle % columns) + 0.5;
    return { x: box.x + 4 + column * width, y: box.y + TITLE + 4 + (Math.floor(middle / columns) + 0.5) * height };
  }

  private line(from: Region, to: Region, kind: string): SVGPathElement | null {
    const [a, b] = [this.centre(from), this.centre(to)];
    if (!a || !b) return null;
    const bend = (b.y - a.y) / 2;
    const shape = from === to || a.y === b.y ? `M${a.x} ${a.y}c60 -40 60 40 ${b.x - a.x} ${b.y - a.y}` : `M${a.x} ${a.y}c0 ${bend} ${b.x - a.x} ${bend} ${b.x - a.x} ${b.y - a.y}`;
    return s("path", { d: shape, class: kind, "marker-end": `url(#${kind}-arrow)` });
  }

  private frontier(): SVGElement[] {
    const iteration = this.history.iteration(this.store.moment);
    const step = iteration?.step;
    if (!iteration || !step) return [];
    // A split in the same iteration has replaced the region that was asked about.
    const find = (id: number) => this.history.numbered(id, this.store.moment);
    const [from, to] = [find(step[0]), find(step[2])];
    const line = from && to ? this.line(from, to, "frontier") : null;
    return line ? [line] : [];
  }

  private leaving(): SVGElement[] {
    const region = this.history.regions[this.store.selection.region ?? -1];
    if (!region || this.history.epoch(this.store.moment) !== this.history.epochs[region.epoch]) return [];
    const ways = this.chart.ways.filter((w) => w.from === region.spot);
    const found = successors(this.history, region, this.store.moment, ways).slice(0, 200);
    return found.map(({ to }) => this.line(region, to, "step-line")).filter((l) => l !== null);
  }

  /** The last test so far, as the locations that it passed. */
  private test(): SVGElement[] {
    const last = this.history.tests.filter((t) => t.moment <= this.store.moment).at(-1);
    const boxes = (last?.run.path ?? []).map((spot) => this.boxes.get(spot)).filter((b) => b !== undefined);
    if (boxes.length < 2) return [];
    const points = boxes.map((b) => `${b.x + 6} ${b.y + b.height - 6}`);
    return [s("path", { d: `M${points.join("L")}`, class: "test-path" })];
  }

  /** Predicates inside regions that are wide enough. */
  private labels(): SVGElement[] {
    const found: SVGElement[] = [];
    for (const region of this.history.live(this.store.moment)) {
      const box = this.boxes.get(region.spot);
      if (!box || box.grid.columns > 1 || found.length > 400) continue;
      const at = this.centre(region)!;
      const states = this.history.visits(region, this.store.moment);
      const text = `${states > 0 ? "× " : ""}${region.literal || (region.spot > 2 ? "all states" : "")}`;
      found.push(s("text", { x: box.x + 9, y: at.y + 4, class: "literal" }, short(text, 27)));
    }
    return found;
  }

  private click(event: Event): void {
    const target = event.target as Element;
    const key = target.closest("[data-region]")?.getAttribute("data-region");
    const spot = target.closest("[data-spot]")?.getAttribute("data-spot");
    const way = target.closest("[data-way]")?.getAttribute("data-way");
    if (key) this.pick(this.history.regions[Number(key)]!);
    else if (spot) this.selectSpot(Number(spot));
    else if (way) this.selectWay(Number(way));
  }

  private selectSpot(number: number): void {
    const at = place(this.boxes.get(number)?.spot.location ?? "");
    this.store.select({ spot: number, places: at ? [at] : [] });
  }

  private selectWay(number: number): void {
    const way = this.chart.ways.find((w) => w.number === number);
    const places = (way?.does ?? []).map(([where]) => place(where)).filter((p) => p !== null);
    this.store.select({ places, spot: way?.from ?? null });
  }

  private key(event: KeyboardEvent): void {
    if (this.zoomed(event.key)) return;
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const live = this.history.live(this.store.moment).filter((r) => this.boxes.has(r.spot));
    live.sort((a, b) => a.spot - b.spot || a.first - b.first);
    const now = live.findIndex((r) => r.key === this.store.selection.region);
    const next = live[(now + by + live.length) % live.length];
    if (next) this.pick(next);
    this.reveal();
  }
}

/** A region's cells: at most three rectangles, in the order of reading. */
function outline(region: Region, box: RegionBox): string {
  const { columns, width, height } = box.grid;
  const [first, last] = [region.first, region.first + region.leaves - 1];
  const [top, bottom] = [Math.floor(first / columns), Math.floor(last / columns)];
  const rect = (row: number, from: number, to: number, rows: number) =>
    `M${4 + from * width} ${TITLE + 4 + row * height}h${(to - from) * width - 1}v${rows * height - 1}h${-(to - from) * width + 1}z`;
  if (columns === 1) return rect(top, 0, 1, region.leaves);
  if (top === bottom) return rect(top, first % columns, (last % columns) + 1, 1);
  const head = rect(top, first % columns, columns, 1);
  const body = bottom > top + 1 ? rect(top + 1, 0, columns, bottom - top - 1) : "";
  return head + body + rect(bottom, 0, (last % columns) + 1, 1);
}
