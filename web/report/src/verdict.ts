// The verdict: what was found, who confirmed it, and how to see it again.

import { h, quoted } from "./dom";
import type { Document, Run } from "./log";

export function verdictPane(run: Run): HTMLElement {
  const document = run.document;
  if (!document) {
    return h("header", { id: "verdict", class: "unknown" }, h("h1", {}, "unfinished"),
      h("p", { class: "reason" }, "The log ends before the search did: there is no verdict."));
  }
  return h("header", { id: "verdict", class: document.verdict },
    h("h1", {}, document.verdict),
    badge(document),
    h("p", { class: "reason" }, document.reason || document.claim || ""),
    rule(document),
    vacuous(document),
    h("p", { class: "asked muted" }, asked(run, document)),
    again(run, document));
}

function badge(document: Document): HTMLElement {
  const by = document.certified_by;
  const text = {
    violated: by.includes("replay") ? "replayed" : "not replayed",
    proved: by.length > 0 ? `re-checked by hatha-certify with ${by.join(", ")}` : "not certified: rests on the engine's word",
    unknown: "neither a test nor a proof",
  }[document.verdict];
  return h("span", { class: by.length > 0 ? "badge good" : "badge" }, text);
}

function rule(document: Document): HTMLElement | null {
  const broken = document.rule_violation;
  if (!broken) return null;
  return h("p", { class: "rule" }, `The rule ${broken.rule} is broken by ${broken.event} at ${broken.location}; it says so at ${broken.rule_location}.`);
}

function vacuous(document: Document): HTMLElement | null {
  if (!document.vacuous) return null;
  return h("p", { class: "warning", role: "alert" }, `Vacuous: ${document.vacuous_because}. The proof is right and says nothing.`);
}

function asked(run: Run, document: Document): string {
  const files = run.header.files.join(", ");
  const entry = document.entry ? ` from ${document.entry}` : "";
  const rules = document.rules.length > 0 ? `, against ${document.rules.join(", ")}` : "";
  return `${files}${entry}${rules}; engine ${document.engine}, ${document.seconds.toFixed(2)} s`;
}

/** How to see it again: the command, and the file that it needs. */
function again(run: Run, document: Document): HTMLElement | null {
  const [verb, name, data] = artefact(run, document);
  if (!verb) return null;
  const words = ["hatha", ...verb, ...run.header.files, ...(run.header.flags ?? [])].map(quoted);
  const line = h("p", { class: "again" }, h("code", { id: "command" }, words.join(" ")));
  if (data && name) {
    const address = `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(data, null, 2))}`;
    line.append(" with ", h("a", { href: address, download: name, id: "artefact" }, name));
  } else if (document.verdict === "proved") {
    line.append(" with what ", h("code", {}, "--proof proof.json"), " writes");
  }
  return line;
}

function artefact(run: Run, document: Document): [string[] | null, string | null, unknown] {
  const gcl = run.header.files.some((file) => file.endsWith(".gcl"));
  if (document.verdict === "proved") {
    const data = gcl ? run.gclProof : null;
    return [["certify", "proof.json"], "proof.json", data];
  }
  if (document.verdict === "violated" && gcl) return [["run", "--input", "run-1.json"], "run-1.json", run.gclRun];
  if (document.verdict === "violated") return [["replay", "test-1.json"], "test-1.json", run.vector];
  return [null, null, null];
}
