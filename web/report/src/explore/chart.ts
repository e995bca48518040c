// The chart of a unit or of a process, with the path in it.

import { s, short } from "../dom";
import { type Box, FlowChart } from "../flow";
import type { Chart } from "../log";
import type { ExploreChart, ExploreSpot, Offered, State } from "./api";

const CHARACTER = 7;
const HEIGHT = 38;

interface TextBox extends Box { own: ExploreSpot }

function boxesOf(chart: ExploreChart): Map<number, TextBox> {
  const boxes = new Map<number, TextBox>();
  const functions = new Set(chart.spots.filter((own) => own.kind !== "exit").map((own) => own.function));
  for (const own of chart.spots) {
    const title = functions.size < 2 || own.kind === "exit" ? own.name : `${own.name} · ${own.function}`;
    const width = Math.min(300, Math.max(110, CHARACTER * Math.max(own.text.length, title.length) + 16));
    boxes.set(own.number, { spot: own, own, title, x: 0, y: 0, width, height: HEIGHT });
  }
  return boxes;
}

function plain(chart: ExploreChart): Chart {
  const ways = chart.ways.map((way) => ({ ...way, does: [] }));
  return { event: "chart", spots: chart.spots, ways, left_out: 0 };
}

export class PathChart extends FlowChart<TextBox> {
  private offers: Offered[] = [];

  constructor(
    own: ExploreChart,
    private readonly number: number,
    private readonly choose: (offer: Offered) => void,
    private readonly look: (spot: ExploreSpot) => void,
  ) {
    super(plain(own), boxesOf(own), `Flow chart of ${own.name}`);
    for (const box of this.boxes.values()) {
      const text = short(box.own.text, Math.floor(box.width / CHARACTER));
      this.groups.get(box.own.number)?.append(s("text", { x: 6, y: 29, class: "literal" }, text), s("title", {}, box.own.text));
    }
    this.svg.addEventListener("click", (event) => this.click(event));
    this.svg.addEventListener("keydown", (event) => this.zoomed(event.key));
  }

  /** Fits it into its pane once it has a size. */
  begin(): void {
    this.fit();
  }

  /** Draws where the path is and what may come next. */
  show(state: State): void {
    this.offers = state.next.filter((offer) => offer.chart === this.number);
    const passed = this.passed(state);
    const current = state.at[this.number] ?? null;
    const offered = (spot: number) => this.offers.filter((offer) => offer.spot === spot);
    for (const [number, group] of this.groups) {
      const ahead = offered(number);
      group.classList.toggle("on-path", passed.includes(number));
      group.classList.toggle("current", number === current);
      group.classList.toggle("offered", ahead.some((offer) => offer.possible !== "no"));
      group.classList.toggle("impossible", ahead.length > 0 && ahead.every((offer) => offer.possible === "no"));
    }
    this.drawArrows(passed);
    this.over.replaceChildren(...this.counts(passed));
    const box = this.boxes.get(current ?? -1);
    if (box) this.bring(box);
  }

  /** The boxes that the path passes; processes stand at their entries before their first steps. */
  private passed(state: State): number[] {
    const entry = [...this.boxes.values()].find((box) => box.own.kind === "entry");
    const first = state.path[0]?.spot === undefined && entry ? [entry.own.number] : [];
    const own = state.path.filter((node) => node.chart === this.number).map((node) => node.spot);
    return [...first, ...own.filter((spot) => spot !== undefined)];
  }

  private drawArrows(passed: number[]): void {
    const taken = new Set(passed.slice(1).map((to, i) => `${passed[i]}-${to}`));
    for (const { path, ways } of this.lines) {
      path.classList.toggle("taken", ways.some((way) => taken.has(`${way.from}-${way.to}`)));
    }
  }

  /** How often a box stands on the path, where that is more than once. */
  private counts(passed: number[]): SVGElement[] {
    const often = new Map<number, number>();
    for (const spot of passed) often.set(spot, (often.get(spot) ?? 0) + 1);
    return [...often].filter(([, times]) => times > 1).map(([spot, times]) => {
      const box = this.boxes.get(spot)!;
      return s("text", { x: box.x + box.width - 6, y: box.y + 13, class: "times" }, `×${times}`);
    });
  }

  private click(event: Event): void {
    const spot = (event.target as Element).closest("[data-spot]")?.getAttribute("data-spot");
    if (!spot) return;
    const ahead = this.offers.filter((offer) => offer.spot === Number(spot));
    const offer = ahead.find((one) => one.possible !== "no") ?? ahead[0];
    if (offer) this.choose(offer);
    else this.look(this.boxes.get(Number(spot))!.own);
  }
}
