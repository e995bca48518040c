//! The region graph as a proof.
//!
//! **Invariant.** Only regions that the abstract edges reach from the start are
//! written: what the graph cannot reach needs no argument.

use crate::regions::region::{RegionGraph, RegionId};
use crate::{Finding, Task};
use hatha_blocks::block::{BlockId, Blocks, CutId, FAILURE, Facts, OBSTACLE};
use hatha_blocks::display::without_objects;
use hatha_cfa::{Program, SEMANTICS_VERSION, Storage};
use hatha_defect::{Defect, is_on};
use hatha_proof::vocabulary::{function_symbol, slot_symbol};
use hatha_proof::{Proof, ProofEdge, ProofRegion, ProofVar, TermWriter, fingerprint, proof};
use hatha_term::{Sort, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

/// Sets of states that cover what is reachable, and the steps between them.
#[derive(Debug, Default)]
pub(crate) struct Cover {
    /// Each with its cut point and predicate.
    pub regions: Vec<(CutId, TermId)>,
    /// By positions among the regions.
    pub edges: Vec<(u32, BlockId, u32)>,
    /// Where executions begin.
    pub initial: Vec<u32>,
}

/// Writes the region graph as a proof.
pub(crate) fn write(
    task: &Task<'_>,
    program: &Program,
    blocks: &Blocks,
    graph: &RegionGraph,
    invariants: &Facts,
    pool: &mut TermPool,
) -> Finding {
    tracing::trace!(target: "walk", "the region graph is a proof");
    let reached = reached(graph);
    let position: FxHashMap<RegionId, u32> = reached
        .iter()
        .enumerate()
        .map(|(i, r)| (*r, i as u32))
        .collect();
    let mut cover = Cover::default();
    for &r in &reached {
        let region = graph.region(r);
        let mut literals = invariants[region.cut].clone();
        literals.extend(region.literals.iter().map(|l| l.term));
        if is_on(Defect::DropsLiteral) {
            literals.pop();
        }
        cover.regions.push((region.cut, pool.and_all(&literals)));
    }
    let edges = reached.iter().flat_map(|&r| graph.leaving(r));
    let edges = edges.map(|e| (position[&e.from], e.block, position[&e.to]));
    cover.edges = edges.collect();
    let initial = graph.leaving(graph.start());
    cover.initial = initial.map(|e| position[&e.to]).collect();
    write_cover(task, program, blocks, &cover, pool)
}

/// Writes a cover as a proof.
pub(crate) fn write_cover(
    task: &Task<'_>,
    program: &Program,
    blocks: &Blocks,
    cover: &Cover,
    pool: &mut TermPool,
) -> Finding {
    let mut writer = TermWriter::new();
    let mut regions = Vec::new();
    let functions = function_symbols(program, blocks, pool);
    for &(cut, predicate) in &cover.regions {
        let predicate = pool.substitute(predicate, &functions);
        let Some(location) = blocks.location(cut) else {
            let bad = cut == FAILURE || cut == OBSTACLE;
            return Finding::Internal(format!("a proof that reaches an error: {bad}"));
        };
        let index = match writer.add(pool, predicate) {
            Ok(index) => index,
            Err(e) => return Finding::Unknown(e.0),
        };
        regions.push(ProofRegion {
            location: location.0,
            predicate: index,
            c: in_c(pool, predicate),
        });
    }
    // A cut point that is never reached keeps a region, or the paths through it would not end there.
    let covered: FxHashSet<CutId> = cover.regions.iter().map(|r| r.0).collect();
    for cut in blocks.located() {
        if !covered.contains(&cut)
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
    let edge = |&(from, block, to): &(u32, BlockId, u32)| {
        let edge = blocks.block(block).last_edge()?.0;
        Some(ProofEdge { from, edge, to })
    };
    Finding::Proof(Box::new(Proof {
        schema: proof::SCHEMA.to_owned(),
        version: proof::VERSION,
        semantics: SEMANTICS_VERSION,
        program: fingerprint(task.program),
        entry: task.program.proc(task.entry).name.clone(),
        ignores_faults: task.target.function.is_some(),
        components: blocks.asked().iter().map(|p| p.0).collect(),
        opaque: blocks.opaque().iter().map(|p| p.0).collect(),
        engine: "dash".to_owned(),
        variables: variables(program),
        terms: writer.finish(),
        initial: cover.initial.clone(),
        edges: cover.edges.iter().filter_map(edge).collect(),
        regions,
        unrolled: None,
    }))
}

/// A predicate for people.
fn in_c(pool: &mut TermPool, predicate: TermId) -> String {
    let shown = without_objects(pool, predicate);
    pool.to_c(shown)
}

/// The regions that the graph reaches from the start, which is not among them.
pub(crate) fn reached(graph: &RegionGraph) -> Vec<RegionId> {
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

/// The names for the addresses of procedures. The search knows where they lie; a proof must hold
/// wherever they do, so it may only say that they are different.
pub(crate) fn function_symbols(
    program: &Program,
    blocks: &Blocks,
    pool: &mut TermPool,
) -> FxHashMap<TermId, TermId> {
    let bits = program.target.pointer_bits;
    let mut symbols = FxHashMap::default();
    for &(proc, at) in blocks.functions() {
        let constant = pool.bv_const(bits, u128::from(at));
        symbols.insert(constant, pool.var(function_symbol(proc), Sort::Bv(bits)));
    }
    symbols
}

fn variables(program: &Program) -> Vec<ProofVar> {
    let slots = program.vars.keys();
    slots
        .filter(|&v| program.var(v).storage == Storage::Slot)
        .map(|v| ProofVar {
            name: slot_symbol(v).to_string(),
            c: program.var(v).name.clone(),
        })
        .collect()
}
