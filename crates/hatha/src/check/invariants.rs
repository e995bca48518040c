//! What a proof says about loops, for people.
//!
//! **Invariant.** Only regions that the proof's edges reach are shown: the
//! others claim nothing. Nothing here is read back.

use hatha_cfa::join::join;
use hatha_cfa::{LocId, ProcId, Program, VarId};
use hatha_proof::Proof;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The largest automaton that is looked at.
const EDGE_LIMIT: usize = 200_000;

/// What holds whenever an execution comes to a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invariant {
    /// Where the loop starts, `file:line:column`.
    pub location: String,
    /// The invariant as C.
    pub c: String,
}

/// The invariants at the loop heads of the program, by location.
pub fn invariants(program: &Program, entry: ProcId, proof: &Proof) -> Vec<Invariant> {
    let Ok(joined) = join(program, entry, EDGE_LIMIT) else {
        return Vec::new();
    };
    let flat = &joined.program;
    let proc = flat.proc(joined.entry);
    let mut at: BTreeMap<LocId, BTreeSet<&str>> = BTreeMap::new();
    for region in reached(proof) {
        let Some(region) = proof.regions.get(region as usize) else {
            continue;
        };
        let location = LocId(region.location);
        let head = proc.locations.get(region.location as usize);
        if head.is_some_and(|l| l.loop_head && l.span.is_some()) {
            at.entry(location).or_default().insert(&region.c);
        }
    }
    let says = |(location, parts): (LocId, BTreeSet<&str>)| Invariant {
        location: flat.sources.describe(proc.location(location).span),
        c: disjunction(flat, &parts),
    };
    at.into_iter()
        .filter(|(_, parts)| !parts.contains("1"))
        .map(says)
        .collect()
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

/// Replaces the words of the proof (`v12`, `addr_v12`) with the names of the program.
fn with_names(program: &Program, c: &str) -> String {
    let mut out = String::new();
    let mut rest = c;
    while !rest.is_empty() {
        let word = |ch: char| ch.is_ascii_alphanumeric() || ch == '_' || ch == '$';
        let length = rest.find(|ch| !word(ch)).unwrap_or(rest.len());
        if length == 0 {
            let other = rest.find(word).unwrap_or(rest.len());
            out.push_str(&rest[..other]);
            rest = &rest[other..];
            continue;
        }
        out.push_str(&name(program, &rest[..length]).unwrap_or_else(|| rest[..length].to_owned()));
        rest = &rest[length..];
    }
    out
}

fn name(program: &Program, word: &str) -> Option<String> {
    let (digits, prefix) = match word.strip_prefix("addr_v") {
        Some(digits) => (digits, "&"),
        None => (word.strip_prefix('v')?, ""),
    };
    let index: u32 = digits.parse().ok()?;
    let known = (index as usize) < program.vars.len();
    known.then(|| format!("{prefix}{}", program.var(VarId(index)).name))
}
