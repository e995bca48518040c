//! What a proof says about loops, for people.
//!
//! **Invariant.** Only regions that the proof's edges reach are shown: the
//! others claim nothing. Nothing here is read back.

use hatha_cfa::join::{Joined, Keep, join};
use hatha_cfa::{LocId, ProcId, Program};
use hatha_engine::with_names;
use hatha_proof::Proof;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The edges of the largest automaton that is examined.
const EDGE_LIMIT: usize = 200_000;

/// What holds each time control reaches the loop head (its loop invariant).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invariant {
    /// Where the loop starts, `file:line:column`.
    pub location: String,
    /// The invariant as C.
    pub c: String,
}

/// What holds where a procedure that stays a procedure (a recursive one) begins or ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Boundary {
    /// The procedure.
    pub function: String,
    /// `entry` or `exit`.
    pub kind: String,
    /// Where it is, `file:line:column`.
    pub location: String,
    /// The invariant as C.
    pub c: String,
}

/// The invariants of a proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProofInvariants {
    /// At loop heads, by location.
    pub loops: Vec<Invariant>,
    /// At the boundaries of procedures.
    pub boundaries: Vec<Boundary>,
}

/// The invariants at the loop heads and procedure boundaries of the program.
pub fn invariants(program: &Program, entry: ProcId, proof: &Proof) -> ProofInvariants {
    let kept: Vec<ProcId> = proof.components.iter().copied().map(ProcId).collect();
    let keep = Keep::These(&kept);
    let Ok(joined) = join(program, entry, !proof.ignores_faults, keep, EDGE_LIMIT) else {
        return ProofInvariants::default();
    };
    let flat = &joined.program;
    let proc = flat.proc(joined.entry);
    let mut at: BTreeMap<LocId, BTreeSet<&str>> = BTreeMap::new();
    for region in reached(proof) {
        let Some(region) = proof.regions.get(region as usize) else {
            continue;
        };
        if (region.location as usize) < proc.locations.len() {
            let location = LocId(region.location);
            at.entry(location).or_default().insert(&region.c);
        }
    }
    // The whole of the states says nothing.
    at.retain(|_, parts| !parts.contains("1"));
    let is_loop = |l: &LocId| {
        let head = proc.location(*l);
        head.loop_head && head.span.is_some()
    };
    let says = |(&location, parts): (&LocId, &BTreeSet<&str>)| Invariant {
        location: flat.sources.describe(proc.location(location).span),
        c: disjunction(flat, parts),
    };
    ProofInvariants {
        loops: at.iter().filter(|(l, _)| is_loop(l)).map(says).collect(),
        boundaries: boundaries(&joined, &at),
    }
}

fn boundaries(joined: &Joined, at: &BTreeMap<LocId, BTreeSet<&str>>) -> Vec<Boundary> {
    let flat = &joined.program;
    let mut found = Vec::new();
    for component in &joined.components {
        let procedure = flat.proc(component.proc);
        for (kind, location) in [("entry", component.entry), ("exit", component.exit)] {
            let Some(parts) = at.get(&location) else {
                continue;
            };
            found.push(Boundary {
                function: procedure.name.clone(),
                kind: kind.to_owned(),
                location: flat.sources.describe(procedure.span),
                c: disjunction(flat, parts),
            });
        }
    }
    found
}

/// The regions that the edges reach from the initial ones.
pub(crate) fn reached(proof: &Proof) -> BTreeSet<u32> {
    let mut seen: BTreeSet<u32> = proof.initial.iter().copied().collect();
    let mut work: Vec<u32> = proof.initial.clone();
    let mut next: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for edge in &proof.edges {
        next.entry(edge.from).or_default().push(edge.to);
    }
    while let Some(region) = work.pop() {
        for &to in next.get(&region).into_iter().flatten() {
            if seen.insert(to) {
                work.push(to);
            }
        }
    }
    seen
}

fn disjunction(program: &Program, parts: &BTreeSet<&str>) -> String {
    let named: Vec<String> = parts.iter().map(|c| with_names(program, c)).collect();
    match named.as_slice() {
        [one] => one.clone(),
        several => {
            let wrapped = several.iter().map(|c| format!("({c})"));
            wrapped.collect::<Vec<_>>().join(" || ")
        }
    }
}
