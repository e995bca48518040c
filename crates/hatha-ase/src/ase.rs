//! Engine `ase`: `REFINE` of Figure 4.

use crate::analysis::{Analysis, ClassId};
use crate::checks::{self, Outgoing, Posts};
use crate::oracle::Trouble;
use crate::proof;
use crate::symbolic_exec::{Edge, Exploration, symbolic_exec};
use crate::{Answer, Check, Counts, path};
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// Every so many rounds the stem is refined as well: loops alone can be refined
/// for ever while the stem keeps the second check from succeeding.
const WHOLE: u64 = 6;

/// The main loop; the numbers are the lines of Figure 4. The predicates of
/// line 2 are those of a new [`Analysis`].
pub fn refine(analysis: &mut Analysis<'_>, counts: &mut Counts) -> Result<Answer, Trouble> {
    loop {
        // 5
        let exploration = symbolic_exec(analysis)?;
        counts.note(analysis, &exploration);
        // 6
        if let Some(run) = &exploration.wrong {
            let oracle = &mut analysis.oracle;
            let schedule = path::execution(analysis.model, &mut analysis.system, oracle, run)?;
            return Ok(Answer::Violated(schedule));
        }
        // 7
        let mut posts = Posts::default();
        let outgoing = Outgoing::new(&exploration);
        let fragment = checks::fragment(&exploration);
        let inexact = checks::safe_fragment(analysis, &outgoing, &fragment, &mut posts)?;
        if inexact.is_empty() {
            let proof = proof::safe_fragment(analysis, &exploration, &fragment);
            return Ok(Answer::Proved(Check::SafeFragment, proof));
        }
        // 8, 9, 12, 13
        let states = exploration.abstract_states();
        let leaving = checks::inductive_invariant(analysis, &states, &mut posts)?;
        if leaving.is_empty() {
            let proof = proof::inductive_invariant(analysis, &states);
            return Ok(Answer::Proved(Check::InductiveInvariant, proof));
        }
        // 10, 11
        let found = add_predicates(analysis, &inexact)?;
        let whole = !found || counts.iterations.is_multiple_of(WHOLE);
        let found_more = whole && add_predicates(analysis, &leaving)?;
        if !found && !found_more {
            return Ok(Answer::Unknown(no_predicates(&exploration)));
        }
        analysis.forget_classes();
    }
}

fn no_predicates(exploration: &Exploration) -> String {
    let mut why = "neither check succeeds and no new predicate was found".to_owned();
    if exploration.is_cut {
        why.push_str("; some paths were left out");
    }
    why
}

/// Adds the predicates of the preimages of transitions; says whether some are
/// new.
pub fn add_predicates(analysis: &mut Analysis<'_>, edges: &[Edge]) -> Result<bool, Trouble> {
    let mut found = IndexSet::new();
    let mut done: BTreeSet<(ClassId, usize)> = BTreeSet::new();
    for &edge in edges {
        let deterministic = analysis.system.steps[edge.1].inputs.is_empty();
        // Without inputs the answer is the same for all targets.
        if !done.insert((edge.0, edge.1)) && deterministic {
            continue;
        }
        analysis.oracle.check_time()?;
        found.extend(checks::predicates_of(analysis, edge)?);
    }
    let before = analysis.predicates.len();
    for atom in found {
        analysis.add_predicate(atom);
    }
    Ok(analysis.predicates.len() > before)
}
