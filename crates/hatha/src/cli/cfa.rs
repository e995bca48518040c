//! `hatha cfa`: the automata as text, as a graph, or counted.

use super::args::CfaArgs;
use super::exit::{self, Failure};
use super::{Outcome, gcl, program};
use hatha_cfa::reach::{reachable_edges, reachable_procs};
use hatha_cfa::{Op, ProcId, Program};
use serde::Serialize;
use std::collections::BTreeSet;

/// Prints.
pub(super) fn main(args: &CfaArgs) -> Outcome {
    if gcl::is_gcl(&args.front.files) {
        return gcl::picture(args);
    }
    let program = if args.summary {
        program::program(&args.front)?
    } else {
        program::without_start(&args.front)?
    };
    if args.summary {
        let summary = summary(&program, &args.front.entry);
        let text = serde_json::to_string_pretty(&summary)
            .map_err(|e| Failure::new(exit::INTERNAL, e.to_string()))?;
        println!("{text}");
        return Ok(exit::OK);
    }
    for id in chosen(&program, args)? {
        if args.dot {
            print!("{}", hatha_cfa::dot::procedure(&program, id));
        } else {
            print!("{}", hatha_cfa::print::procedure(&program, id));
        }
    }
    Ok(exit::OK)
}

fn chosen(program: &Program, args: &CfaArgs) -> Result<Vec<ProcId>, Failure> {
    let defined = || {
        program
            .procs()
            .filter(|(_, p)| p.defined && (args.models || !p.model))
    };
    let Some(name) = &args.function else {
        return Ok(defined().map(|(id, _)| id).collect());
    };
    let found: Vec<ProcId> = program
        .procs()
        .filter(|(_, p)| p.defined && p.name == *name)
        .map(|(id, _)| id)
        .collect();
    if found.is_empty() {
        let names: Vec<&str> = defined().map(|(_, p)| p.name.as_str()).collect();
        let message = format!(
            "there is no function '{name}'; there are: {}",
            names.join(", ")
        );
        return Err(Failure::new(exit::BAD_INPUT, message));
    }
    Ok(found)
}

#[derive(Serialize)]
struct Summary {
    schema: &'static str,
    version: u32,
    procedures: usize,
    locations: usize,
    edges: usize,
    unsupported: Vec<Open>,
}

/// An edge that says that something was not understood.
#[derive(Serialize)]
struct Open {
    reason: String,
    location: String,
    procedure: String,
    reachable: bool,
}

fn summary(program: &Program, entry: &str) -> Summary {
    let reached = program
        .find_proc(entry)
        .map(|p| reachable_procs(program, p))
        .unwrap_or_default();
    let defined = || program.procs().filter(|(_, p)| p.defined);
    Summary {
        schema: "hatha-cfa-summary",
        version: 1,
        procedures: defined().count(),
        locations: defined().map(|(_, p)| p.locations.len()).sum(),
        edges: defined().map(|(_, p)| p.edges.len()).sum(),
        unsupported: defined()
            .flat_map(|(id, _)| open_edges(program, id, reached.contains(&id)))
            .collect(),
    }
}

fn open_edges(program: &Program, id: ProcId, entered: bool) -> Vec<Open> {
    let proc = program.proc(id);
    let reached: BTreeSet<_> = reachable_edges(proc).into_iter().collect();
    let edges = proc.edges().filter_map(|(e, edge)| match &edge.op {
        Op::Unsupported(reason) => Some((e, edge, reason)),
        _ => None,
    });
    edges
        .map(|(e, edge, reason)| Open {
            reason: reason.clone(),
            location: program.sources.describe(edge.span),
            procedure: proc.name.clone(),
            reachable: entered && reached.contains(&e),
        })
        .collect()
}
