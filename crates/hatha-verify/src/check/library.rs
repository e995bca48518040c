//! Checks inside the C library, by the calls of the user's program that lead to them.
//!
//! A function of the library is written in C and has checks like any other (`printf` has hundreds).
//! They mean nothing to somebody who reads the program; the call does.
//!
//! **Invariant.** Every check of a function that a call may enter belongs to the call. So a call all
//! of whose checks are proved is one that cannot fail.

use super::property::Property;
use hatha_cfa::indirect::reachable_by_pointers;
use hatha_cfa::output::only_prints;
use hatha_cfa::reach::{reachable_edges, reachable_procs};
use hatha_cfa::scans::whole_of_part;
use hatha_cfa::texts::is_reader;
use hatha_cfa::{Callee, Op, ProcId, Program, Span};
use std::collections::{BTreeMap, BTreeSet};

/// A call of a library function that has checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryCall {
    /// The function that calls, the one that is called, and an ordinal.
    pub id: String,
    /// The function that calls.
    pub caller: ProcId,
    /// Where.
    pub span: Span,
    /// The positions of its checks among the properties.
    pub checks: Vec<usize>,
}

/// The calls of the library in functions of the user's from which its checks are reached, in the order
/// of the program. Checks that belong to no call are reached through pointers.
pub fn library_calls(
    program: &Program,
    entry: ProcId,
    properties: &[Property],
) -> Vec<LibraryCall> {
    let mut by_callee: BTreeMap<ProcId, Vec<usize>> = BTreeMap::new();
    let mut calls = Vec::new();
    let mut checks_of = |callee: ProcId| {
        let inside = || inside(program, callee, properties);
        by_callee.entry(callee).or_insert_with(inside).clone()
    };
    for caller in reachable_by_pointers(program, entry) {
        let mut ordinals: BTreeMap<&str, u32> = BTreeMap::new();
        for site in written(program, sites(program, caller)) {
            let checks = site.callees.iter().flat_map(|&p| checks_of(p));
            let checks: Vec<usize> = checks.collect::<BTreeSet<_>>().into_iter().collect();
            if checks.is_empty() {
                continue;
            }
            let ordinal = ordinals.entry(site.name).or_default();
            *ordinal += 1;
            let caller_name = &program.proc(caller).name;
            calls.push(LibraryCall {
                id: format!("{caller_name}#{}-{ordinal}", site.name),
                caller,
                span: site.span,
                checks,
            });
        }
    }
    calls
}

/// A call as the program writes it.
struct Site<'p> {
    span: Span,
    name: &'p str,
    /// The functions that do it.
    callees: Vec<ProcId>,
}

/// The calls as the program writes them: what is printed is read first, and numbers are read one by one,
/// which are parts of the same call.
fn written(program: &Program, sites: BTreeSet<(Span, ProcId)>) -> Vec<Site<'_>> {
    let part = |p: &ProcId| whole_of_part(program.proc(*p));
    let (parts, rest): (Vec<_>, Vec<_>) = sites.into_iter().partition(|(_, p)| part(p).is_some());
    let (readings, calls): (Vec<_>, Vec<_>) = rest
        .into_iter()
        .partition(|(_, p)| is_reader(program.proc(*p)));
    let mut scans: BTreeMap<Span, Vec<ProcId>> = BTreeMap::new();
    for (span, callee) in parts {
        scans.entry(span).or_default().push(callee);
    }
    let mut all: Vec<Site<'_>> = scans
        .into_iter()
        .map(|(span, callees)| {
            let reads_standard_input = callees.iter().filter_map(part).any(|name| name == "scanf");
            let name = if reads_standard_input {
                "scanf"
            } else {
                "fscanf"
            };
            Site {
                span,
                name,
                callees,
            }
        })
        .collect();
    for (span, callee) in calls {
        let prints = only_prints(program.proc(callee));
        let read = readings
            .iter()
            .filter(|(place, _)| *place == span && prints);
        let callees = [callee].into_iter().chain(read.map(|r| r.1));
        all.push(Site {
            span,
            name: as_written(&program.proc(callee).name),
            callees: callees.collect(),
        });
    }
    all.sort_by_key(|site| (site.span, site.callees[0]));
    all
}

/// The name of a library function as programs write it: headers make other names of some.
fn as_written(name: &str) -> &str {
    let renamed = ["__isoc99_", "__isoc23_"].iter();
    let plain = renamed
        .filter_map(|prefix| name.strip_prefix(prefix))
        .next();
    let fortified = || name.strip_prefix("__")?.strip_suffix("_chk");
    plain.or_else(fortified).unwrap_or(name)
}

/// The places where a function of the user's calls the library.
fn sites(program: &Program, caller: ProcId) -> BTreeSet<(Span, ProcId)> {
    let body = program.proc(caller);
    if body.model || !body.defined {
        return BTreeSet::new();
    }
    let edges = reachable_edges(body).into_iter().map(|e| body.edge(e));
    let called = edges.filter_map(|edge| match edge.op {
        Op::Call {
            callee: Callee::Direct(callee),
            ..
        } => Some((edge.span, callee)),
        _ => None,
    });
    called.filter(|(_, p)| program.proc(*p).model).collect()
}

/// The checks in the library that a call may come to.
fn inside(program: &Program, callee: ProcId, properties: &[Property]) -> Vec<usize> {
    let entered = reachable_procs(program, callee);
    let is_inside = |p: &Property| program.proc(p.proc).model && entered.contains(&p.proc);
    let numbered = properties.iter().enumerate();
    let found = numbered.filter(|(_, p)| is_inside(p));
    found.map(|(n, _)| n).collect()
}

#[cfg(test)]
mod tests {
    use super::as_written;

    #[test]
    fn names_are_those_of_programs() {
        for (name, written) in [
            ("printf", "printf"),
            ("__isoc99_scanf", "scanf"),
            ("__isoc23_strtol", "strtol"),
            ("__memcpy_chk", "memcpy"),
            ("__errno_location", "__errno_location"),
        ] {
            assert_eq!(as_written(name), written);
        }
    }
}
