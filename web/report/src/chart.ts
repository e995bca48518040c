// The flow chart: laid out once, regions stacked inside their locations.
//
// Every region has cells that only it and its parts ever use, so nothing moves
// when the moment changes: regions only divide.

import dagre from "@dagrejs/dagre";
import { h, s, short } from "./dom";
import { type History, type Region, literals, successors } from "./history";
import { type Chart, place, samePlace, shown, type Spot, type Way } from "./log";
import type { Store } from "./store";

const TITLE = 18;
/** The longest run of the layout: charts with more locations are shown in a plain column. */
const LAID_OUT = 700;

/** The smallest scale at which a fitted chart is shown. */
const SMALLEST = 0.2;
/** The smallest scale at which words can be read. */
const LEGIBLE = 0.6;

interface Grid { columns: number; rows: number; width: number; height: number }
interface Box { spot: Spot; grid: Grid; x: number; y: number; width: number; height: number }

/** The cells of a location that comes to have so many regions. */
function grid(regions: number): Grid {
  if (regions <= 6) return { columns: 1, rows: regions, width: 170, height: 17 };
  const columns = Math.ceil(Math.sqrt(2 * regions));
  const [width, height] = regions <= 60 ? [20, 14] : regions <= 600 ? [11, 9] : [7, 6];
  return { columns: Math.max(columns, Math.ceil(170 / width)), rows: 0, width, height };
}

export class ChartView {
  readonly element: HTMLElement;
  private readonly boxes = new Map<number, Box>();
  private readonly groups = new Map<number, SVGGElement>();
  private readonly paths = new Map<number, SVGPathElement>();
  private readonly over = s("g", { class: "over" });
  private readonly svg = s("svg", { class: "chart", role: "img", "aria-label": "Flow chart with regions", tabindex: 0 });
  private size = { width: 0, height: 0 };
  private zoom = 1;

  constructor(
    readonly chart: Chart,
    private readonly history: History,
    private readonly store: Store,
    private readonly pick: (region: Region) => void,
  ) {
    this.place();
    this.svg.setAttribute("viewBox", `0 0 ${this.size.width} ${this.size.height}`);
    this.svg.append(arrows(), this.edges(), ...[...this.boxes.values()].map((box) => this.box(box)), this.over);
    this.svg.addEventListener("click", (event) => this.click(event));
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.element = h("div", { class: "canvas" }, this.svg);
    this.element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.scale(1);
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
    this.scale(0);
    if (this.zoom < LEGIBLE) this.scale(LEGIBLE / this.zoom);
    this.reveal();
  }

  /** Makes it larger or smaller; 0 fits it into the pane. */
  scale(by: number): void {
    const fit = Math.min(1, (this.element.clientWidth || 700) / this.size.width);
    this.zoom = by === 0 ? Math.max(fit, SMALLEST) : Math.min(4, Math.max(SMALLEST / 2, this.zoom * by));
    this.svg.setAttribute("width", String(this.size.width * this.zoom));
    this.svg.setAttribute("height", String(this.size.height * this.zoom));
  }

  private place(): void {
    const most = new Map<number, number>();
    for (const epoch of this.history.epochs) {
      for (const [spot, root] of epoch.roots) most.set(spot, Math.max(most.get(spot) ?? 1, root.leaves));
    }
    const spots = used(this.chart);
    for (const spot of spots) {
      const cells = grid(most.get(spot.number) ?? 1);
      const rows = Math.ceil((most.get(spot.number) ?? 1) / cells.columns);
      const width = cells.columns * cells.width + 8;
      this.boxes.set(spot.number, { spot, grid: { ...cells, rows }, x: 0, y: 0, width, height: rows * cells.height + TITLE + 8 });
    }
    if (spots.length > LAID_OUT) this.column();
    else this.layOut();
  }

  private layOut(): void {
    const graph = new dagre.graphlib.Graph({ multigraph: true });
    graph.setGraph({ rankdir: "TB", nodesep: 24, ranksep: 34, marginx: 12, marginy: 12 });
    graph.setDefaultEdgeLabel(() => ({}));
    for (const [number, box] of this.boxes) graph.setNode(String(number), { width: box.width, height: box.height });
    for (const way of pairs(this.chart.ways)) graph.setEdge(String(way.from), String(way.to), {}, `${way.from}-${way.to}`);
    dagre.layout(graph);
    for (const [number, box] of this.boxes) {
      const node = graph.node(String(number))!;
      box.x = node.x! - box.width / 2;
      box.y = node.y! - box.height / 2;
    }
    for (const edge of graph.edges()) this.routes.set(`${edge.v}-${edge.w}`, graph.edge(edge)!.points ?? []);
    const whole = graph.graph() as { width?: number; height?: number };
    this.size = { width: (whole.width ?? 200) + 24, height: (whole.height ?? 100) + 24 };
  }

  private readonly lines: { path: SVGPathElement; places: Set<string> }[] = [];
  private readonly routes = new Map<string, { x: number; y: number }[]>();

  /** One below the other: for charts that no layout makes readable. */
  private column(): void {
    let y = 12;
    let width = 0;
    for (const box of this.boxes.values()) {
      box.x = 60;
      box.y = y;
      y += box.height + 20;
      width = Math.max(width, box.width);
    }
    this.size = { width: width + 120, height: y };
  }

  private edges(): SVGGElement {
    const group = s("g", { class: "ways" });
    const between = Map.groupBy(this.chart.ways, (way) => `${way.from}-${way.to}`);
    for (const way of pairs(this.chart.ways)) {
      const points = this.routes.get(`${way.from}-${way.to}`);
      const line = points ? curve(points) : this.side(way);
      const text = way.does.map(([, what]) => what).join("\n");
      const path = s("path", { d: line, "marker-end": "url(#arrow)", "data-way": way.number }, s("title", {}, text));
      this.lines.push({ path, places: linesOf(between.get(`${way.from}-${way.to}`) ?? []) });
      group.append(path);
    }
    return group;
  }

  private side(way: Way): string {
    const [a, b] = [this.boxes.get(way.from), this.boxes.get(way.to)];
    if (!a || !b) return "";
    const [y, z] = [a.y + a.height / 2, b.y + b.height / 2];
    return `M${a.x} ${y}C10 ${y} 10 ${z} ${b.x} ${z}`;
  }

  private box(box: Box): SVGGElement {
    const at = place(box.spot.location);
    const name = at ? shown(at) : box.spot.kind;
    const title = box.spot.kind === "place" || !at ? name : `${name} ${box.spot.kind}`;
    const group = s("g", { class: `spot kind-${box.spot.kind}`, transform: `translate(${box.x},${box.y})`, "data-spot": box.spot.number },
      s("rect", { class: "frame", width: box.width, height: box.height, rx: 4 }),
      s("text", { x: 6, y: 13, class: "title" }, short(title, Math.floor(box.width / 7))));
    this.groups.set(box.spot.number, group);
    return group;
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
    if (event.key === "+" || event.key === "-") return this.scale(event.key === "+" ? 1.25 : 0.8);
    if (event.key === "0") return this.scale(0);
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

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.scale(event.deltaY < 0 ? 1.15 : 0.87);
  }
}

/** The locations that some way leads to or from, unless there is none. */
function used(chart: Chart): Spot[] {
  const ends = new Set(chart.ways.flatMap((way) => [way.from, way.to]));
  return ends.size > 0 ? chart.spots.filter((spot) => ends.has(spot.number)) : chart.spots;
}

/** One way for each pair of locations. */
function pairs(ways: Way[]): Way[] {
  return [...new Map(ways.map((way) => [`${way.from}-${way.to}`, way])).values()];
}

/** The lines that ways pass. */
function linesOf(ways: Way[]): Set<string> {
  const all = ways.flatMap((way) => way.does.map(([where]) => place(where)));
  return new Set(all.filter((p) => p !== null).map((p) => `${p.line}:${p.file}`));
}

function curve(points: { x: number; y: number }[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  return `M${first.x} ${first.y}` + rest.map((p) => `L${p.x} ${p.y}`).join("");
}

/** A region's cells: at most three rectangles, in the order of reading. */
function outline(region: Region, box: Box): string {
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

function arrows(): SVGDefsElement {
  const arrow = (id: string) =>
    s("marker", { id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 10, markerHeight: 10, markerUnits: "userSpaceOnUse", orient: "auto" }, s("path", { d: "M0 0L8 4L0 8z" }));
  return s("defs", {}, arrow("arrow"), arrow("frontier-arrow"), arrow("step-line-arrow"));
}
