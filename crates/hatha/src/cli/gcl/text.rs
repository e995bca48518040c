//! The result of a check of guarded commands for people. The first line is the
//! verdict.

use super::super::args::CheckArgs;
use super::super::document::{Answer, Document};
use std::fmt::Write;

/// Steps of an execution that are shown at its beginning and at its end.
const HEAD: usize = 12;
const TAIL: usize = 18;
/// The column of the values beside a transition.
const VALUES_AT: usize = 24;

/// The text.
pub(super) fn explain(document: &Document, args: &CheckArgs) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = match document.verdict {
        Answer::Proved => writeln!(out, "proved: {}", document.claim),
        Answer::Violated => writeln!(out, "violated: {}", document.reason),
        Answer::Unknown => writeln!(out, "unknown: {}", document.reason),
    };
    if args.verbosity.quiet {
        return out;
    }
    match document.verdict {
        Answer::Proved => proved(&mut out, document),
        Answer::Violated => execution(&mut out, document, args.verbosity.verbose),
        Answer::Unknown => hints(&mut out, document),
    }
    for assumption in &document.assumptions {
        let _ = writeln!(out, "  with {assumption}");
    }
    counts(&mut out, document, args.stats);
    out
}

fn proved(out: &mut String, document: &Document) {
    let by = &document.deciding_check;
    let _ = match document.certified_by.is_empty() {
        true => writeln!(
            out,
            "  by {by}, not certified: this rests on the engine's word"
        ),
        false => writeln!(
            out,
            "  by {by}, certified by {} ({} claims)",
            document.certified_by.join(", "),
            document.solver_queries.certification
        ),
    };
    if document.vacuous {
        let _ = writeln!(out, "  vacuous: {}", document.vacuous_because);
    }
}

fn execution(out: &mut String, document: &Document, verbose: bool) {
    let steps = &document.trace;
    let whole = verbose || steps.len() <= HEAD + TAIL;
    for (at, step) in steps.iter().enumerate() {
        if !whole && at >= HEAD && at < steps.len() - TAIL {
            if at == HEAD {
                let left = steps.len() - HEAD - TAIL;
                let _ = writeln!(out, "       …  {left} more steps (see -v)");
            }
            continue;
        }
        let values = step.values.iter();
        let values: Vec<String> = values
            .map(|v| format!("{} = {}", v.name, v.value))
            .collect();
        let line = format!(
            "  {at:>6}  {:VALUES_AT$}  {}",
            step.function,
            values.join(", ")
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

fn hints(out: &mut String, document: &Document) {
    let cause = document.cause.as_str();
    match cause {
        // Whoever interrupts a search needs no advice; to a proof predicates are no help.
        "interrupted" | "not-certified" | "second-opinion" => return,
        "time" => {
            let _ = writeln!(out, "  try a larger --timeout");
        }
        "memory" => {
            let _ = writeln!(out, "  try a larger --memory");
        }
        // Where the search has not begun predicates are no help.
        _ if document.iterations == 0 => return,
        _ => {}
    }
    let _ = writeln!(out, "  try --predicates FILE with what you think matters");
}

fn counts(out: &mut String, document: &Document, stats: bool) {
    let _ = writeln!(
        out,
        "  {:.2} s, {} iterations, {} predicates, {} states in {} abstract ones, {} queries ({})",
        document.seconds,
        document.iterations,
        document.predicates,
        document.states,
        document.regions,
        document.solver_queries.search,
        document.engine
    );
    if let Some(opinion) = &document.second_opinion {
        let _ = writeln!(out, "  {opinion}");
    }
    if stats {
        let t = &document.times;
        let _ = writeln!(
            out,
            "  time: load {:.3} s, search {:.3} s, certify {:.3} s; in solvers {:.3} s",
            t.load, t.search, t.certify, document.solver_seconds
        );
    }
}
