// A flow chart: boxes and arrows, laid out once. What is inside the boxes is for
// those who use it.

import dagre from "@dagrejs/dagre";
import { h, s, short } from "./dom";
import { type Chart, place, type Spot, type Way } from "./log";

/** The longest run of the layout: charts with more locations are shown in a plain column. */
const LAID_OUT = 700;
/** The smallest scale at which a fitted chart is shown. */
const SMALLEST = 0.2;
/** The smallest scale at which words can be read. */
const LEGIBLE = 0.6;

/** The room at the sides, and how far a way from a location to itself goes out. */
const MARGIN = 12;
const LOOP = 26;

export interface Box { spot: Spot; title: string; x: number; y: number; width: number; height: number }

export class FlowChart<B extends Box> {
  readonly element: HTMLElement;
  protected readonly groups = new Map<number, SVGGElement>();
  protected readonly over = s("g", { class: "over" });
  protected readonly svg: SVGSVGElement;
  protected readonly lines: { path: SVGPathElement; ways: Way[]; places: Set<string> }[] = [];
  private readonly routes = new Map<string, { x: number; y: number }[]>();
  private size = { width: 0, height: 0 };
  private zoom = 1;

  constructor(readonly chart: Chart, protected readonly boxes: Map<number, B>, label: string) {
    if (boxes.size > LAID_OUT) this.column();
    else this.layOut();
    this.svg = s("svg", { class: "chart", role: "img", "aria-label": label, tabindex: 0, viewBox: `0 0 ${this.size.width} ${this.size.height}` });
    this.svg.append(arrows(), this.edges(), ...[...boxes.values()].map((box) => this.frame(box)), this.over);
    this.element = h("div", { class: "canvas" }, this.svg);
    this.element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.scale(1);
  }

  /** The whole chart if it is legible, else as large as it has to be. */
  protected fit(): void {
    this.scale(0);
    if (this.zoom < LEGIBLE) this.scale(LEGIBLE / this.zoom);
  }

  /** Makes it larger or smaller; 0 fits it into the pane. */
  scale(by: number): void {
    const fit = Math.min(1, (this.element.clientWidth || 700) / this.size.width);
    this.zoom = by === 0 ? Math.max(fit, SMALLEST) : Math.min(4, Math.max(SMALLEST / 2, this.zoom * by));
    this.svg.setAttribute("width", String(this.size.width * this.zoom));
    this.svg.setAttribute("height", String(this.size.height * this.zoom));
  }

  /** Brings a box into view, and moves nothing but the chart. */
  protected bring(box: B): void {
    const { scrollTop: top, scrollLeft: left, clientHeight: high, clientWidth: wide } = this.element;
    const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((n) => n * this.zoom) as [number, number, number, number];
    if (y < top || y + height > top + high) this.element.scrollTop = y + height / 2 - high / 2;
    if (x < left || x + width > left + wide) this.element.scrollLeft = x + width / 2 - wide / 2;
  }

  /** `+`, `-` and `0`; whether the key was one of them. */
  protected zoomed(key: string): boolean {
    const by = { "+": 1.25, "-": 0.8, "0": 0 }[key];
    if (by !== undefined) this.scale(by);
    return by !== undefined;
  }

  private layOut(): void {
    const graph = new dagre.graphlib.Graph({ multigraph: true });
    graph.setGraph({ rankdir: "TB", nodesep: 24, ranksep: 34, marginx: 12, marginy: 12 });
    graph.setDefaultEdgeLabel(() => ({}));
    for (const [number, box] of this.boxes) graph.setNode(String(number), { width: box.width, height: box.height });
    // The layout draws a way from a location to itself through its box.
    const between = pairs(this.chart.ways).filter((way) => way.from !== way.to);
    for (const way of between) graph.setEdge(String(way.from), String(way.to), {}, `${way.from}-${way.to}`);
    dagre.layout(graph);
    for (const [number, box] of this.boxes) {
      const node = graph.node(String(number))!;
      box.x = node.x! - box.width / 2;
      box.y = node.y! - box.height / 2;
    }
    for (const edge of graph.edges()) this.routes.set(`${edge.v}-${edge.w}`, graph.edge(edge)!.points ?? []);
    const whole = graph.graph() as { width?: number; height?: number };
    this.size = { width: (whole.width ?? 200) + 24, height: (whole.height ?? 100) + 24 };
    this.makeRoom();
  }

  /** The layout may lead lines past the side of the chart, and does not know of loops. */
  private makeRoom(): void {
    const points = [...this.routes.values()].flat();
    const least = points.reduce((x, point) => Math.min(x, point.x), MARGIN);
    const most = points.reduce((x, point) => Math.max(x, point.x), 0);
    for (const thing of [...points, ...this.boxes.values()]) thing.x += MARGIN - least;
    this.size.width = Math.max(this.size.width + LOOP, most + MARGIN) + MARGIN - least;
  }

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
      const line = points ? curve(points) : way.from === way.to ? this.loop(way) : this.side(way);
      const text = way.does.map(([, what]) => what).join("\n");
      const path = s("path", { d: line, "marker-end": "url(#arrow)", "data-way": way.number }, s("title", {}, text));
      const ways = between.get(`${way.from}-${way.to}`) ?? [];
      this.lines.push({ path, ways, places: linesOf(ways) });
      group.append(path);
    }
    return group;
  }

  private loop(way: Way): string {
    const box = this.boxes.get(way.from);
    if (!box) return "";
    const [x, y] = [box.x + box.width, box.y + box.height / 2];
    return `M${x} ${y - 8}c${LOOP} -10 ${LOOP} 26 0 16`;
  }

  private side(way: Way): string {
    const [a, b] = [this.boxes.get(way.from), this.boxes.get(way.to)];
    if (!a || !b) return "";
    const [y, z] = [a.y + a.height / 2, b.y + b.height / 2];
    return `M${a.x} ${y}C10 ${y} 10 ${z} ${b.x} ${z}`;
  }

  private frame(box: B): SVGGElement {
    const group = s("g", { class: `spot kind-${box.spot.kind}`, transform: `translate(${box.x},${box.y})`, "data-spot": box.spot.number },
      s("rect", { class: "frame", width: box.width, height: box.height, rx: 4 }),
      s("text", { x: 6, y: 13, class: "title" }, short(box.title, Math.floor(box.width / 7))));
    this.groups.set(box.spot.number, group);
    return group;
  }

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.scale(event.deltaY < 0 ? 1.15 : 0.87);
  }
}

/** The locations that some way leads to or from, unless there is none. */
export function used(chart: Chart): Spot[] {
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

function arrows(): SVGDefsElement {
  const arrow = (id: string) =>
    s("marker", { id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 10, markerHeight: 10, markerUnits: "userSpaceOnUse", orient: "auto" }, s("path", { d: "M0 0L8 4L0 8z" }));
  return s("defs", {}, arrow("arrow"), arrow("frontier-arrow"), arrow("step-line-arrow"));
}
