// Which steps of a failing path matter, and why a branch went the way it did.
//
// Both work on names alone, from the end to the beginning: an aid for reading,
// never an argument. What really happens is what the simulator wrote down.

import type { Step } from "./log";

const WORD = /[A-Za-z_]\w*/g;

/** The names in a piece of C. */
export function names(text: string): Set<string> {
  return new Set(text.replace(/"(\\.|[^"\\])*"/g, "").match(WORD) ?? []);
}

/** The steps that still have their frame when the path ends: their calls have not returned. */
function open(steps: Step[]): boolean[] {
  const found = new Array<boolean>(steps.length).fill(false);
  let depth = steps.at(-1)?.depth ?? 0;
  for (let i = steps.length - 1; i >= 0; i -= 1) {
    const own = steps[i]!.depth ?? 0;
    depth = Math.min(depth, own);
    found[i] = own === depth;
  }
  return found;
}

/**
 * The steps that decide about the end: branches and calls that lead to it, and
 * assignments to names that those steps read. Of what a loop repeats, the first
 * and the last rounds are kept.
 */
export function relevant(steps: Step[]): Set<number> {
  const kept = new Set<number>();
  const wanted = new Set<string>();
  const stillOpen = open(steps);
  for (let i = steps.length - 1; i >= 0; i -= 1) {
    const step = steps[i]!;
    const assigns = step.values.some((v) => wanted.has(base(v.name)));
    const leads = stillOpen[i] && (step.holds.length > 0 || isCall(steps, i) || i === steps.length - 1);
    if (!assigns && !leads) continue;
    kept.add(i);
    for (const value of step.values) wanted.delete(value.name);
    const read = assigns ? step.source : step.holds.join(" ");
    for (const name of names(read)) wanted.add(name);
    if (i === steps.length - 1) for (const name of names(step.source)) wanted.add(name);
  }
  return withoutRounds(steps, kept);
}

/** The variable that a place belongs to: `p->next` changes what hangs on `p`. */
function base(name: string): string {
  return WORD_AT_START.exec(name)?.[0] ?? name;
}

const WORD_AT_START = /[A-Za-z_]\w*/;

function isCall(steps: Step[], i: number): boolean {
  return (steps[i + 1]?.depth ?? 0) > (steps[i]!.depth ?? 0);
}

const ROUNDS = 3;

/** Leaves out the middle of what comes again and again in the same way. */
function withoutRounds(steps: Step[], kept: Set<number>): Set<number> {
  const by = new Map<string, number[]>();
  for (const i of [...kept].sort((a, b) => a - b)) {
    const step = steps[i]!;
    const key = [step.file, step.line, step.function, step.depth, step.holds.join("&&")].join("|");
    const list = by.get(key) ?? [];
    list.push(i);
    by.set(key, list);
  }
  const found = new Set<number>();
  for (const list of by.values()) {
    const ends = list.length <= 2 * ROUNDS ? list : [...list.slice(0, ROUNDS), ...list.slice(-ROUNDS)];
    for (const i of ends) found.add(i);
  }
  return found;
}

export interface Because { name: string; value: string; step: number }

/** The last values of the names in the conditions of a step. */
export function because(steps: Step[], at: number): Because[] {
  const step = steps[at]!;
  const asked = names(step.holds.join(" "));
  const found = new Map<string, Because>();
  // What is assigned on the line itself counts if it came before the branch.
  const before = Math.min(...(step.held_after ?? [0]), step.values.length);
  for (const { name, value } of step.values.slice(0, before)) {
    if (asked.has(name)) found.set(name, { name, value, step: at });
  }
  for (let i = at - 1; i >= 0 && found.size < asked.size; i -= 1) {
    for (const { name, value } of steps[i]!.values) {
      if (asked.has(name) && !found.has(name) && sameFrame(steps, i, at)) {
        found.set(name, { name, value, step: i });
      }
    }
  }
  return [...found.values()];
}

/** Locals belong to their function; a global may be assigned anywhere, and is then looked up by name. */
function sameFrame(steps: Step[], from: number, to: number): boolean {
  const [a, b] = [steps[from]!, steps[to]!];
  return a.function === b.function ? (a.depth ?? 0) === (b.depth ?? 0) : (a.depth ?? 0) !== (b.depth ?? 0);
}

/** The state of a rule after each step: what its text declares, then what the path assigns. */
export function ruleStates(steps: Step[], files: Map<string, string | null>): Map<string, string>[] {
  const state = new Map<string, string>();
  const isRule = (file: string) => file.endsWith(".slic");
  for (const [file, text] of files) {
    if (!isRule(file) || !text) continue;
    for (const block of text.matchAll(/state[^{]*\{([^}]*)\}/g)) {
      for (const found of block[1]!.matchAll(/(\w+)\s*=\s*([^;,]+)[;,]/g)) {
        state.set(found[1]!, found[2]!.trim());
      }
    }
  }
  return steps.map((step) => {
    if (isRule(step.file)) {
      for (const { name, value } of step.values) if (state.has(name)) state.set(name, value);
    }
    return new Map(state);
  });
}
