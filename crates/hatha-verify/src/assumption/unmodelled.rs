//! Functions of the system that have neither a body nor a model.
//!
//! A test may let them return anything. A failure that depends on such a value is one only if the
//! function can return it, which nobody here knows; the verdict says so.

use super::{Assumption, Kind};
use crate::check::{Question, with_terms};
use hatha_cfa::reach::reachable_procs;
use hatha_cfa::{ProcId, Program};
use hatha_exec::fault::Fault;
use hatha_proof::input::{InputEntry, InputOrigin, InputVector};
use std::collections::BTreeSet;

/// What a failing test takes for granted about functions of the system.
pub(super) fn assumption(
    question: Question<'_>,
    test: &InputVector,
    fault: &Fault,
) -> Option<Assumption> {
    let unknown = unknown(question.program, question.entry);
    if unknown.is_empty() {
        return None;
    }
    let decisive =
        with_terms(question, test, fault).map(|(pool, trace)| trace.decisive_inputs(&pool));
    // Without the run all of them may matter.
    let matters = |n: usize| decisive.as_ref().is_none_or(|d| d.contains(&n));
    let inputs = test.inputs.iter().enumerate().filter(|(n, _)| matters(*n));
    let mut names = BTreeSet::new();
    for (_, input) in inputs {
        names.extend(sources(input, &unknown));
    }
    let names: Vec<&str> = names.into_iter().collect();
    let list = format!("`{}`", names.join("`, `"));
    let does = if names.len() == 1 { "does" } else { "do" };
    (!names.is_empty()).then(|| {
        let sentence =
            format!("{list} can do what this test says: hatha has no model of what {list} {does}");
        Assumption::new(Kind::UnmodelledFunction, sentence)
    })
}

/// The functions that the system's headers declare and nothing defines.
fn unknown(program: &Program, entry: ProcId) -> BTreeSet<&str> {
    let is_systems = |p: &ProcId| {
        let proc = program.proc(*p);
        let file = program.sources.file(proc.span.file);
        !proc.defined && file.is_some_and(|f| f.is_of_the_system())
    };
    let reached = reachable_procs(program, entry);
    let unknown = reached.into_iter().filter(is_systems);
    unknown.map(|p| program.proc(p).name.as_str()).collect()
}

/// The functions that may have chosen a value: the one that returned it; all of them for memory.
fn sources<'p>(input: &InputEntry, unknown: &BTreeSet<&'p str>) -> Vec<&'p str> {
    match input.kind {
        InputOrigin::External => unknown
            .get(input.name.as_str())
            .into_iter()
            .copied()
            .collect(),
        InputOrigin::Other => unknown.iter().copied().collect(),
        _ => Vec::new(),
    }
}
