//! Functions of the system that have neither a body nor a model, and its variables that nothing defines.
//!
//! A test may let them return, and hold, anything. A failure that depends on such a value is one only if the
//! function can return it, or the variable hold it, which nobody here knows; the verdict says so.

use super::{Assumption, Kind};
use crate::check::{Question, with_terms};
use hatha_cfa::indirect::reachable_by_pointers;
use hatha_cfa::{GlobalInit, ProcId, Program};
use hatha_exec::fault::Fault;
use hatha_proof::input::{InputEntry, InputOrigin, InputVector, Spot};
use std::collections::BTreeSet;

/// What a failing test takes for granted about functions and variables of the system.
pub(super) fn assumptions(
    question: Question<'_>,
    test: &InputVector,
    fault: &Fault,
) -> Vec<Assumption> {
    let unknown = unknown(question.program, question.entry);
    let variables = variables(question.program);
    if unknown.is_empty() && variables.is_empty() {
        return Vec::new();
    }
    let decisive =
        with_terms(question, test, fault).map(|(pool, trace)| trace.decisive_inputs(&pool));
    // Without the run all of them may matter.
    let matters = |n: usize| decisive.as_ref().is_none_or(|d| d.contains(&n));
    let inputs = test.inputs.iter().enumerate().filter(|(n, _)| matters(*n));
    let (mut names, mut held) = (BTreeSet::new(), BTreeSet::new());
    for (_, input) in inputs {
        names.extend(sources(input, &unknown));
        if let Some(Spot::Global { name, .. }) = &input.at {
            held.extend(variables.get(name.as_str()));
        }
    }
    let functions = of_functions(names.into_iter().collect());
    functions.into_iter().chain(of_variables(held)).collect()
}

fn of_functions(names: Vec<&str>) -> Option<Assumption> {
    let list = format!("`{}`", names.join("`, `"));
    let does = if names.len() == 1 { "does" } else { "do" };
    (!names.is_empty()).then(|| {
        let sentence =
            format!("{list} can do what this test says: hatha has no model of what {list} {does}");
        Assumption::new(Kind::UnmodelledFunction, sentence)
    })
}

fn of_variables(names: BTreeSet<&str>) -> Option<Assumption> {
    let names: Vec<&str> = names.into_iter().collect();
    (!names.is_empty()).then(|| {
        let list = names.join("`, `");
        let sentence = format!(
            "`{list}` can start with what this test says: hatha has no model of what the system puts there"
        );
        Assumption::new(Kind::UnmodelledVariable, sentence)
    })
}

/// The variables that the system's headers declare and nothing defines.
fn variables(program: &Program) -> BTreeSet<&str> {
    let globals = program.globals.iter();
    let unknown = globals.filter(|(_, init)| matches!(init, GlobalInit::Unknown));
    let vars = unknown.map(|(v, _)| program.var(*v)).filter(|var| {
        let file = program.sources.file(var.span.file);
        file.is_some_and(|f| f.is_of_the_system())
    });
    vars.map(|var| var.name.as_str()).collect()
}

/// The functions that the system's headers declare and nothing defines.
fn unknown(program: &Program, entry: ProcId) -> BTreeSet<&str> {
    let is_systems = |p: &ProcId| {
        let proc = program.proc(*p);
        let file = program.sources.file(proc.span.file);
        !proc.defined && file.is_some_and(|f| f.is_of_the_system())
    };
    let reached = reachable_by_pointers(program, entry);
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
