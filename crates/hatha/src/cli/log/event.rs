//! An event of a search as JSON.

use hatha_engine::observe::{AbstractStep, Chart, Halves, Spot, Visited, WalkStep, Way};
use hatha_engine::{Answer, Counts, Event};
use serde_json::{Value, json};

/// An event as `docs/formats/log.md` has it.
pub(crate) fn to_json(event: &Event) -> Value {
    match event {
        Event::Chart(chart) => flow(chart),
        Event::Restart { states } => json!({ "event": "restart", "states": states }),
        Event::Removed(removed) => {
            let one = |(s, why): &(AbstractStep, &'static str)| json!([s.from, s.way, s.to, why]);
            let removed: Vec<Value> = removed.iter().map(one).collect();
            json!({ "event": "removed", "steps": removed })
        }
        Event::Predicate { spot, predicate } => {
            json!({ "event": "predicate", "spot": spot, "predicate": predicate })
        }
        Event::Handover { engine } => json!({ "event": "handover", "engine": engine }),
        Event::Witness { region, values } => {
            json!({ "event": "witness", "region": region, "values": values })
        }
        Event::Walk(step) => walk(step),
        Event::Iteration { .. } => iteration(event),
        Event::Test { .. } => test(event),
        Event::Split {
            location,
            predicate,
            halves,
        } => split(location, predicate, halves),
        Event::Invariant {
            location,
            predicate,
        } => json!({ "event": "invariant", "location": location, "predicate": predicate }),
    }
}

fn flow(chart: &Chart) -> Value {
    let spot = |s: &Spot| json!({ "number": s.number, "kind": s.kind, "location": s.location });
    let way = |w: &Way| json!({ "number": w.number, "from": w.from, "to": w.to, "does": w.does });
    json!({
        "event": "chart",
        "spots": chart.spots.iter().map(spot).collect::<Vec<_>>(),
        "ways": chart.ways.iter().map(way).collect::<Vec<_>>(),
        "left_out": chart.left_out,
    })
}

fn walk(step: &WalkStep) -> Value {
    match step {
        WalkStep::Inconsistent { step, is_feasible } => {
            json!({ "event": "inconsistent", "step": step, "feasible": is_feasible })
        }
        WalkStep::Alternative(inputs) => {
            let one = |&(n, bits): &(u32, u128)| json!([n, bits.to_string()]);
            let inputs: Vec<Value> = inputs.iter().map(one).collect();
            json!({ "event": "alternative", "inputs": inputs })
        }
        WalkStep::End(how) => json!({ "event": "trace", "end": how }),
    }
}

fn iteration(event: &Event) -> Value {
    let Event::Iteration {
        number,
        trace,
        frontier,
        answer,
        step,
        wanted,
        ways,
        counts,
    } = event
    else {
        return Value::Null;
    };
    let (answer, reason) = match answer {
        Answer::Test => ("test", ""),
        Answer::Refuted => ("refuted", ""),
        Answer::Unknown(why) => ("unknown", why.as_str()),
    };
    json!({
        "event": "iteration",
        "number": number,
        "trace": trace,
        "frontier": frontier,
        "answer": answer,
        "reason": reason,
        "step": step.map(|s| [s.from, s.way, s.to]),
        "wanted": wanted,
        "ways": ways,
        "counts": so_far(counts),
    })
}

/// The counts that are the same whenever the search is.
fn so_far(counts: &Counts) -> Value {
    json!({
        "tests": counts.tests,
        "regions": counts.regions,
        "predicates": counts.predicates,
        "queries": counts.queries,
        "generalisation": counts.generalisation_queries,
    })
}

fn test(event: &Event) -> Value {
    let Event::Test {
        number,
        inputs,
        end,
        path,
        found,
        states,
    } = event
    else {
        return Value::Null;
    };
    let state = |s: &Visited| json!({ "number": s.number, "region": s.region, "values": s.values });
    json!({
        "event": "test",
        "number": number,
        "inputs": inputs,
        "end": end,
        "path": path,
        "found": found,
        "states": states.iter().map(state).collect::<Vec<_>>(),
    })
}

fn split(location: &str, predicate: &str, halves: &Halves) -> Value {
    json!({
        "event": "split",
        "location": location,
        "predicate": predicate,
        "region": halves.region,
        "inside": halves.inside,
        "outside": halves.outside,
        "counts": halves.counts,
        "states": halves.states,
    })
}
