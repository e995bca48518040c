// The runs whose pages are looked at: each verdict, each engine, a rule, systems
// of guarded commands. Paths are from the root of the repository.

const OWN = "web/report/test/programs";
const MUTEX = ["--rule", "linux/mutex"];

export const RUNS = [
  { name: "dash-violated", verdict: "violated", args: ["examples/counter-bug.c", "--checks", "assertions"] },
  { name: "dash-proved", verdict: "proved", args: ["examples/counter.c"] },
  { name: "dash-loop", verdict: "proved", args: [`${OWN}/loop.c`] },
  { name: "dash-calls", verdict: "violated", shortens: true, args: [`${OWN}/calls.c`, "--checks", "assertions"] },
  { name: "dash-recursion", verdict: "proved", args: [`${OWN}/recursion.c`] },
  { name: "dash-vacuous", verdict: "proved", args: [`${OWN}/vacuous.c`] },
  { name: "dash-unknown", verdict: "unknown", args: [`${OWN}/sine.c`, "--engine", "dash"] },
  { name: "dash-time", verdict: "unknown", cut: true, args: [`${OWN}/endless.c`, "--timeout", "1"] },
  { name: "checks-violated", verdict: "violated", several: true, args: ["examples/parser-bug.c", "--checks", "arithmetic"] },
  { name: "checks-proved", verdict: "proved", several: true, args: ["examples/ring-buffer.c", "--checks", "arithmetic"] },
  { name: "synergy", verdict: "proved", args: ["examples/counter.c", "--engine", "synergy"] },
  { name: "lee-yannakakis", verdict: "proved", args: ["examples/counter.c", "--engine", "lee-yannakakis"] },
  { name: "cegar", verdict: "proved", args: ["examples/counter.c", "--engine", "cegar"] },
  { name: "dart", verdict: "violated", args: [`${OWN}/calls.c`, "--engine", "dart"] },
  { name: "rule-broken", verdict: "violated", args: ["rules/linux/mutex.bad.c", ...MUTEX] },
  { name: "rule-kept", verdict: "proved", args: ["rules/linux/mutex.good.c", ...MUTEX] },
  { name: "ase", verdict: "proved", args: ["benchmarks/gcl/peterson.gcl", "--engine", "ase"] },
  { name: "ur", verdict: "proved", args: ["benchmarks/gcl/ticket.gcl", "-D", "n=2", "--engine", "ur"] },
  { name: "gcl-violated", verdict: "violated", args: ["benchmarks/gcl/ticket-e.gcl", "-D", "n=2"] },
];
