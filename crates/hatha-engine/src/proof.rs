//! The region graph as a proof.
//!
//! **Invariant.** Only regions that the abstract edges reach from the start are
//! written: what the graph cannot reach needs no argument.

use crate::block::{Blocks, FAILURE, OBSTACLE};
use crate::region::{RegionGraph, RegionId};
use crate::{Finding, Task};
use hatha_cfa::{Program, SEMANTICS_VERSION, Storage, VarId};
use hatha_proof::{Proof, ProofEdge, ProofRegion, ProofVar, TermWriter, fingerprint, proof};
use hatha_term::TermPool;
use rustc_hash::FxHashMap;

/// Writes the proof.
pub fn write(
    task: &Task<'_>,
    program: &Program,
    blocks: &Blocks,
    graph: &RegionGraph,
    pool: &mut TermPool,
) -> Finding {
    let reached = reached(graph);
    let position: FxHashMap<RegionId, u32> =
        reached.iter().enumerate().map(|(i, r)| (*r, i as u32)).collect();
    let mut writer = TermWriter::new();
    let mut regions = Vec::new();
    for &r in &reached {
        let region = graph.region(r);
        let Some(location) = blocks.location(region.cut) else {
            let bad = region.cut == FAILURE || region.cut == OBSTACLE;
            return Finding::Internal(format!("a proof that reaches an error: {bad}"));
        };
        let predicate = graph.predicate(pool, r);
        let index = match writer.add(pool, predicate) {
            Ok(index) => index,
            Err(e) => return Finding::Unknown(e.0),
        };
        regions.push(ProofRegion {
            location: location.0,
            predicate: index,
            c: pool.to_c(predicate),
        });
    }
    // A cut point that is never reached keeps a region, or the paths through it would not end there.
    for cut in blocks.located() {
        if !reached.iter().any(|&r| graph.region(r).cut == cut)
            && let (Some(location), Ok(predicate)) =
                (blocks.location(cut), writer.add(pool, pool.tru()))
        {
            regions.push(ProofRegion {
                location: location.0,
                predicate,
                c: "1".to_owned(),
            });
        }
    }
    let edge = |e: crate::region::AbstractEdge| {
        Some(ProofEdge {
            from: position[&e.from],
            edge: blocks.block(e.block).last_edge()?.0,
            to: position[&e.to],
        })
    };
    let edges = reached.iter().flat_map(|&r| graph.leaving(r)).filter_map(edge);
    let initial = graph.leaving(graph.start()).map(|e| position[&e.to]);
    Finding::Proof(Box::new(Proof {
        schema: proof::SCHEMA.to_owned(),
        version: proof::VERSION,
        semantics: SEMANTICS_VERSION,
        program: fingerprint(task.program),
        entry: program.proc(task.entry).name.clone(),
        engine: "dash".to_owned(),
        variables: variables(program),
        terms: writer.finish(),
        initial: initial.collect(),
        edges: edges.collect(),
        regions,
    }))
}

/// The regions that the graph reaches from the start, which is not among them.
fn reached(graph: &RegionGraph) -> Vec<RegionId> {
    let mut order: Vec<RegionId> = Vec::new();
    let mut seen = std::collections::BTreeSet::from([graph.start()]);
    let mut work = vec![graph.start()];
    while let Some(r) = work.pop() {
        for e in graph.leaving(r) {
            if seen.insert(e.to) {
                order.push(e.to);
                work.push(e.to);
            }
        }
    }
    order.sort_unstable();
    order
}

fn variables(program: &Program) -> Vec<ProofVar> {
    let slots = (0..program.vars.len() as u32).map(VarId);
    slots
        .filter(|&v| program.var(v).storage == Storage::Slot)
        .map(|v| ProofVar {
            name: format!("v{}", v.0),
            c: program.var(v).name.clone(),
        })
        .collect()
}
