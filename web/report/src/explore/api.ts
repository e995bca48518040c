// Commands and replies, docs/formats/explore.md, as types.

export interface Node { node: number; name: string; location: string; text: string; chart: number; spot?: number }
export type Possible = "yes" | "no" | "unknown";
export interface Passed extends Node { adds: string; possible: Possible }
export interface Offered extends Node { possible: Possible }
export interface State {
  path: Passed[]; condition: string; drawn: number; possible: Possible;
  next: Offered[]; at: (number | null)[];
  asked: { formula: string; from: number; to: number }[];
  search?: { formula: string; found: number };
  answer: string; notes: string[];
}
export interface Problem { message: string; help?: string; start?: number; end?: number }
export interface Saved { name: string; file?: string; command: string[]; vector: unknown }
export interface ExploreSpot { number: number; kind: string; location: string; name: string; function: string; text: string }
export interface ExploreChart { name: string; spots: ExploreSpot[]; ways: { number: number; from: number; to: number }[] }
export interface Unit {
  hatha: string; name: string; sources: { file: string; text: string }[]; charts: ExploreChart[];
  allows: boolean; whole: string; n: number; assumptions: string[];
}
export interface Reply { schema: string; version: number; state: State; error?: Problem; unit?: Unit; saved?: Saved }

export type Command =
  | { command: "unit" | "show" | "next" | "back" | "discard" | "restart" | "save" | "stop" | "quit" }
  | { command: "choose"; node: number }
  | { command: "ask"; formula: string; how: "shortest" | "longest"; n: number };

const VERSION = 1;
const TOKEN = new URLSearchParams(location.search).get("token") ?? "";

/** Sends a command; a message for people if there is no reply. */
export async function send(command: Command): Promise<Reply> {
  const response = await fetch("/api", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Hatha-Token": TOKEN },
    body: JSON.stringify({ version: VERSION, ...command }),
  }).catch(() => null);
  if (!response) throw new Error("hatha does not answer: the exploration is over");
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Reply;
}

/** Ends what is being done; its own reply comes as usual. */
export async function stop(): Promise<void> {
  await fetch("/api", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Hatha-Token": TOKEN },
    body: JSON.stringify({ version: VERSION, command: "stop" }),
  }).catch(() => null);
}
