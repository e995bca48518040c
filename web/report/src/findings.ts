// What a proof says, and where a search without an answer is stuck.

import { count, h } from "./dom";
import type { History } from "./history";
import { place, shown, type Iteration, type Run } from "./log";
import type { Store } from "./store";

/** A place that selects its line. */
export function link(location: string, store: Store): HTMLElement {
  const at = place(location);
  const show = () => at && store.select({ places: [at] });
  return h("button", { type: "button", class: "place", title: location, onclick: show }, at ? shown(at) : location || "nowhere");
}

function list(title: string, items: (Node | string)[], none: string): HTMLElement {
  const body = items.length > 0 ? h("ul", {}, ...items.map((item) => h("li", {}, item))) : h("p", { class: "muted" }, none);
  return h("section", {}, h("h3", {}, title), body);
}

function fact(location: string, text: string, c: string, store: Store): HTMLElement {
  return h("div", { class: "fact" }, link(location, store), ` ${text} `, h("code", { class: "c" }, ...conjuncts(c)));
}

/** A condition, each of its conjuncts on a line. */
export function conjuncts(c: string): HTMLElement[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let i = 0; i < c.length; i += 1) {
    depth += c[i] === "(" ? 1 : c[i] === ")" ? -1 : 0;
    if (depth === 0 && c.startsWith(" && ", i)) {
      parts.push(c.slice(begin, i));
      begin = i;
    }
  }
  parts.push(c.slice(begin));
  return parts.map((part) => h("span", { class: "conjunct" }, part));
}

export function proofPane(run: Run, store: Store): HTMLElement {
  const document = run.document!;
  const loops = document.invariants.map((i) => fact(i.location, "keeps", i.c, store));
  const bounds = (document.boundary_invariants ?? []).map((i) =>
    fact(i.location, `${i.function} ${i.kind === "exit" ? "ensures" : "requires"}`, i.c, store));
  const parts = run.gclProof ? [gcl(run)] : [
    list("Loops keep", loops, "The proof needs no loop invariant."),
    list("Procedures", bounds, "No procedure needed a summary: all calls were followed."),
  ];
  return h("div", {}, ...parts, ...rests(run, store));
}

/** Checks, assumptions, functions without a body: for every verdict. */
export function rests(run: Run, store: Store): HTMLElement[] {
  const document = run.document!;
  const checks = document.properties.map((p) => {
    const text = `${p.kind} ${p.id}: ${p.verdict}${p.vacuous ? ", vacuous" : ""}`;
    return h("span", { class: `check ${p.verdict}` }, text, " ", link(p.location, store));
  });
  const does = { havoc: "may change what they can see and return anything", pure: "change nothing and return anything", refuse: "end the run" };
  const how = does[document.externals_are as keyof typeof does] ?? document.externals_are;
  const isListed = (document.checks ?? []).length > 0;
  return [
    ...(isListed ? [] : [list("Checks", checks, "The program contains no check.")]),
    list("Assuming that", document.assumptions, "Nothing beyond the program."),
    list("Functions without a body", document.externals.map((e) => `${e}: ${how}`), "None is called."),
    list("Not excluded by a proof", document.unchecked_faults, "Nothing."),
  ];
}

const GCL_STATES = 200;

function gcl(run: Run): HTMLElement {
  const proof = run.gclProof!;
  const digit = (text: string, i: number) => (text[i] === "1" ? proof.predicates[i]! : `!(${proof.predicates[i]})`);
  const say = (state: { values: number[]; predicates: string }) => {
    const values = proof.explicit.map((name, i) => `${name} = ${state.values[i]}`);
    const truths = proof.predicates.map((_, i) => digit(state.predicates, i));
    return h("code", { class: "c" }, [...values, ...truths].join(" && ") || "1");
  };
  const states = proof.abstract.slice(0, GCL_STATES).map(say);
  const left = proof.abstract.length - states.length;
  const title = `Invariant: one of ${count(proof.abstract.length, "abstract state")} and ${count(proof.stem.length, "symbolic state")}`;
  const section = list(title, states, "The symbolic states are all.");
  section.id = "gcl-invariant";
  if (left > 0) section.append(h("p", { class: "muted" }, `and ${left} more`));
  return section;
}

export function unknownPane(run: Run, history: History, store: Store): HTMLElement {
  const stuck = history.iterations.filter((i) => i.answer === "unknown");
  const last = stuck.at(-1) ?? history.iterations.at(-1);
  const hints = run.hints.map((hint) => h("span", { class: "hint" }, hint));
  const others = different(stuck).map((i) => h("span", {}, link(i.frontier, store), ` ${i.reason}`));
  return h("div", {},
    h("section", { id: "stuck" }, h("h3", {}, "Where it is stuck"), h("p", {}, run.document?.reason ?? ""), frontier(last, store)),
    list("Steps that no query could decide", others, "Every query was answered; the search did not come to an end."),
    list("What to try", hints, "A larger --timeout."),
    ...(run.document ? rests(run, store) : []));
}

function frontier(last: Iteration | undefined, store: Store): HTMLElement {
  if (!last) return h("p", { class: "muted" }, "The search made no iteration.");
  const wanted = last.wanted ? h("pre", { class: "query" }, last.wanted) : h("span", {});
  return h("div", {}, h("p", {}, `Iteration ${last.number} asked about the step at `, link(last.frontier, store), `: ${last.answer}. ${last.reason}`),
    last.wanted ? h("p", {}, "To take it, this has to hold before it:") : null, wanted);
}

function different(stuck: Iteration[]): Iteration[] {
  const seen = new Map(stuck.map((i) => [`${i.frontier} ${i.reason}`, i]));
  return [...seen.values()].slice(-50);
}
