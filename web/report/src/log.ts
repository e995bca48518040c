// The log of a run, docs/formats/log.md, as types.

export interface Change { name: string; value: string }
export interface Step {
  file: string; line: number; function: string; source: string;
  values: Change[]; holds: string[]; held_after?: number[]; depth?: number;
}
export interface Input { kind: string; name: string; function: string; type: string; width: number; value: string }
/** An input as people read it: objects and texts instead of choices. */
export interface ShownInput { name: string; value: string; type: string }
export interface Invariant { location: string; c: string; kind?: string; function?: string }
export interface Property { id: string; kind: string; location: string; verdict: string; vacuous: boolean }
export interface Check {
  id: string; function: string; kind: string; location: string;
  verdict: "proved" | "violated" | "unreachable" | "unknown" | "accepted";
  fault?: string; assuming: string[]; inputs: Input[]; shown_inputs?: ShownInput[]; trace?: Step[]; reason: string;
}
export interface RuleViolation { rule: string; message: string; event: string; rule_location: string; location: string }

/** The document of `hatha check --format json`, docs/formats/check.md. */
export interface Document {
  verdict: "proved" | "violated" | "unknown"; reason: string; claim?: string; engine: string; seconds: number;
  iterations: number; tests: number; regions: number; predicates: number; states: number;
  deciding_check: string; entry: string;
  solver_queries: { search: number; generalisation: number; certification: number };
  solver_seconds: number;
  times: { load: number; search: number; certify: number; vacuity: number };
  certified_by: string[]; inputs: Input[]; shown_inputs?: ShownInput[]; trace: Step[];
  trace_left_out: number; trace_resumes_at: number;
  invariants: Invariant[]; boundary_invariants?: Invariant[];
  error_function: string | null; externals: string[]; externals_are: string;
  assumptions: string[]; unchecked_faults: string[];
  vacuous: boolean; vacuous_because: string;
  properties: Property[]; checks?: Check[]; rules: string[]; rule_violation: RuleViolation | null;
}

export interface Header {
  schema: string; version: number; engine: string; entry: string; files: string[];
  hatha?: string; flags?: string[];
}
export interface Spot { number: number; kind: string; location: string }
export interface Way { number: number; from: number; to: number; does: [string, string][] }
export interface Chart { event: "chart"; spots: Spot[]; ways: Way[]; left_out: number }
export interface Iteration {
  event: "iteration"; number: number; trace: string[]; frontier: string;
  answer: "test" | "refuted" | "unknown"; reason: string;
  step?: [number, number, number] | null; wanted?: string; ways?: number[];
  counts?: { tests: number; regions: number; predicates: number; queries: number; generalisation: number };
}
export interface State { number: number; region: number; values: [string, string][] }
export interface TestRun {
  event: "test"; number: number; inputs: number; end: string;
  path?: number[]; found?: [number, number][]; states?: State[];
}
export interface Split {
  event: "split"; location: string; predicate: string;
  region?: number; inside?: number; outside?: number;
  counts?: [number, number]; states?: [number[], number[]];
}
export interface Procedure {
  name: string; place: string; entry: number; exit: number;
  locations: { place: string; loop: boolean; label: string | null }[];
  edges: [number, number, string, string][];
}
export type Event =
  | Chart | Iteration | TestRun | Split
  | { event: "restart"; states: [number, number][] }
  | { event: "removed"; steps: [number, number, number, string][] }
  | { event: "handover"; engine: string }
  | { event: "trace"; end: string }
  | { event: "witness"; region: number; values: [string, string][] }
  | { event: "predicate"; spot: number; predicate: string }
  | { event: "invariant"; location: string; predicate: string }
  | { event: "source"; file: string; text: string | null }
  | { event: "automata"; entry: string; procedures: Procedure[]; left_out: number }
  | { event: "limit"; bytes: number }
  | { event: "failing_test"; vector: unknown }
  | { event: "gcl_proof"; proof: GclProof }
  | { event: "gcl_run"; run: unknown }
  | { event: "end"; verdict: string }
  | { event: "result"; document: Document; hints?: string[] };

export interface GclProof {
  check: string; predicates: string[]; explicit: string[];
  abstract: { values: number[]; predicates: string }[]; stem: unknown[];
}

/** Everything that is known about a run. */
export interface Run {
  header: Header;
  document: Document | null;
  hints: string[];
  sources: Map<string, string | null>;
  events: Event[];
  automata: Procedure[];
  vector: unknown;
  gclProof: GclProof | null;
  gclRun: unknown;
  /** Set if the log was full before the search was over. */
  limited: boolean;
}

export function read(lines: unknown[]): Run {
  const [header, ...events] = lines as [Header, ...Event[]];
  const run: Run = {
    header, document: null, hints: [], sources: new Map(), events, automata: [],
    vector: null, gclProof: null, gclRun: null, limited: false,
  };
  for (const event of events) note(run, event);
  return run;
}

function note(run: Run, event: Event): void {
  switch (event.event) {
    case "source": run.sources.set(event.file, event.text); break;
    case "automata": run.automata = event.procedures; break;
    case "failing_test": run.vector = event.vector; break;
    case "gcl_proof": run.gclProof = event.proof; break;
    case "gcl_run": run.gclRun = event.run; break;
    case "limit": run.limited = true; break;
    case "result":
      run.document = event.document;
      run.hints = event.hints ?? [];
      break;
  }
}

export interface Place { file: string; line: number }

/** `file:line:column`; a file's name may have colons itself. */
export function place(text: string): Place | null {
  const found = /^(.*):(\d+):(\d+)$/.exec(text);
  return found ? { file: found[1]!, line: Number(found[2]) } : null;
}

export function samePlace(a: Place, b: Place): boolean {
  return a.line === b.line && a.file === b.file;
}

/** A place as people write it, the folder left out. */
export function shown(p: Place): string {
  return `${p.file.split("/").pop()}:${p.line}`;
}
