//! What a proof says about loops, for people.
//!
//! **Invariant.** Only regions that the proof's edges reach are shown: the
//! others claim nothing. Nothing here is read back.

use super::concise::{Part, concise, text};
use hatha_blocks::display::{ProgramNames, without_objects};
use hatha_cfa::join::{Joined, Keep, Kept, join};
use hatha_cfa::source::SourceFile;
use hatha_cfa::{LocId, ProcId, Program, Var};
use hatha_front::models::FOLDER;
use hatha_proof::{Proof, TermReader, vocabulary};
use hatha_term::{Op, TermId, TermPool};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The edges of the largest automaton that is examined.
const EDGE_LIMIT: usize = 200_000;

/// Regions whose predicates are shortened before they are shown; those of further locations are shown as
/// they are.
const MOST_SHORTENED: usize = 24;

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

/// The automaton that a proof speaks of; none if it grows too large to be shown.
pub(crate) fn joined(program: &Program, entry: ProcId, proof: &Proof) -> Option<Joined> {
    let kept: Vec<ProcId> = proof.components.iter().copied().map(ProcId).collect();
    let opaque: Vec<ProcId> = proof.opaque.iter().copied().map(ProcId).collect();
    let keep = Kept {
        components: Keep::These(&kept),
        opaque: &opaque,
        havoc: true,
    };
    join(program, entry, !proof.ignores_faults, keep, EDGE_LIMIT).ok()
}

/// The invariants at the loop heads and procedure boundaries of the program.
pub fn invariants(program: &Program, entry: ProcId, proof: &Proof) -> ProofInvariants {
    let Some(joined) = joined(program, entry, proof) else {
        return ProofInvariants::default();
    };
    let flat = &joined.program;
    let proc = flat.proc(joined.entry);
    let mut pool = TermPool::new();
    let Ok(terms) = TermReader::read(&mut pool, &proof.terms, |_, _| true) else {
        return ProofInvariants::default();
    };
    let is_loop = |l: LocId| {
        let head = proc.location(l);
        head.loop_head && head.span.is_some()
    };
    let bounds = joined.components.iter().flat_map(|c| [c.entry, c.exit]);
    let bounds: BTreeSet<LocId> = bounds.collect();
    let is_shown = |l: LocId| is_loop(l) || bounds.contains(&l);
    let mut at: BTreeMap<LocId, Vec<TermId>> = BTreeMap::new();
    for region in reached(proof) {
        let region = proof.regions.get(region as usize);
        let known = region.filter(|r| (r.location as usize) < proc.locations.len());
        let Some((region, predicate)) = known.and_then(|r| Some((r, terms.get(r.predicate)?)))
        else {
            continue;
        };
        let place = LocId(region.location);
        if is_shown(place) {
            let shown = without_objects(&mut pool, predicate);
            let shown = without_others(&mut pool, flat, shown);
            at.entry(place).or_default().push(shown);
        }
    }
    let at = in_c(&mut pool, flat, at);
    let says = |(&location, c): (&LocId, &String)| Invariant {
        location: flat.sources.describe(proc.location(location).span),
        c: c.clone(),
    };
    ProofInvariants {
        loops: at.iter().filter(|(l, _)| is_loop(**l)).map(says).collect(),
        boundaries: boundaries(&joined, &at),
    }
}

/// Whether a line of the program declares a variable, not the library nor its headers.
fn is_of_the_program(program: &Program, var: &Var) -> bool {
    let file = program.sources.file(var.span.file);
    let is_own = |f: &SourceFile| !f.name.starts_with(FOLDER) && !f.is_of_the_system();
    var.span.is_some() && file.is_some_and(is_own)
}

/// A predicate without what it says of variables that are not of the program: those of the library,
/// and temporaries.
fn without_others(pool: &mut TermPool, program: &Program, predicate: TermId) -> TermId {
    let mut parts = pool.junction(predicate, Op::And);
    parts.retain(|&part| {
        let symbols = pool.free_vars(&[part]);
        let variables = symbols.into_iter().filter_map(|s| {
            let symbol = pool.var_symbol(s);
            let ghost = || vocabulary::as_ghost(symbol).map(|(v, _)| v);
            vocabulary::as_slot(symbol)
                .or_else(|| vocabulary::as_address(symbol))
                .or_else(ghost)
        });
        variables
            .filter_map(|v| program.vars.get(v))
            .all(|v| is_of_the_program(program, v))
    });
    pool.and_all(&parts)
}

/// What holds at each location, as C: the disjunction of its regions. Nothing where these are the whole
/// of the states.
fn in_c(
    pool: &mut TermPool,
    program: &Program,
    regions: BTreeMap<LocId, Vec<TermId>>,
) -> BTreeMap<LocId, String> {
    let names = ProgramNames::new(program).with_constants_last();
    let mut left = MOST_SHORTENED;
    let mut at = BTreeMap::new();
    for (location, parts) in regions {
        if parts.contains(&pool.tru()) {
            continue;
        }
        let all = pool.or_all(&parts);
        let parts = match left.checked_sub(parts.len()) {
            Some(rest) => {
                left = rest;
                concise(pool, &names, all)
            }
            None => vec![Part::Fact(all)],
        };
        if !parts.is_empty() {
            at.insert(location, text(pool, &names, &parts));
        }
    }
    at
}

fn boundaries(joined: &Joined, at: &BTreeMap<LocId, String>) -> Vec<Boundary> {
    let flat = &joined.program;
    let mut found = Vec::new();
    for component in &joined.components {
        let procedure = flat.proc(component.proc);
        for (kind, location) in [("entry", component.entry), ("exit", component.exit)] {
            let Some(c) = at.get(&location) else {
                continue;
            };
            found.push(Boundary {
                function: procedure.name.clone(),
                kind: kind.to_owned(),
                location: flat.sources.describe(procedure.span),
                c: c.clone(),
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
