//! Checks a proof that lists the executions of a program.
//!
//! The graph says at which choices executions part and which ways they take there
//! (`hatha_proof::unrolled`). The checker follows every execution again, with its own
//! meaning of edges and with the unknown values free: a way that the graph does not list must be
//! refuted, and no execution may fail. Something may be forgotten of an execution, so that
//! a later state of it is covered ([`cover`]).
//!
//! **Invariant.** The graph only says what need not be followed. If it is wrong, a refutation
//! fails and the proof is refused.

mod blocks;
mod cover;
mod eval;
mod external;
mod heap;
mod print;
mod state;
mod step;
mod value;
mod walker;
mod written;

use crate::check::{Certificate, Refusal};
use crate::judge::Judges;
use crate::state::Environment;
use hatha_cfa::{ProcId, Program};
use hatha_proof::unrolled::{Choice, Unrolled};
use hatha_proof::vocabulary::as_slot;
use hatha_proof::{Node, TermReader};
use hatha_smt::{Budget, Solver};
use hatha_term::{Sort, Symbol, TermId, TermPool};
use walker::Walker;

/// Checks the executions that a proof lists.
pub(crate) fn certify(
    program: &Program,
    entry: ProcId,
    (unrolled, terms): (&Unrolled, &[Node]),
    environment: Environment,
    others: &mut [Box<dyn Solver>],
    budget: &Budget,
) -> Result<Certificate, Refusal> {
    if program.target.pointer_bits > 64 {
        return Err(Refusal::NotModelled(
            "addresses of more than 64 bits".to_owned(),
        ));
    }
    let mut pool = TermPool::raw();
    let facts = facts(program, unrolled, terms, &mut pool)?;
    let judges = Judges::new(others, budget);
    let graph = (unrolled, facts, pool);
    let mut walker = Walker::new(program, environment, graph, judges, budget);
    walker.walk(entry)?;
    let judges = walker.into_judges();
    Ok(Certificate {
        obligations: judges.obligations,
        solvers: judges.names(),
    })
}

/// The facts of the cuts, by the number of the choice.
fn facts(
    program: &Program,
    unrolled: &Unrolled,
    terms: &[Node],
    pool: &mut TermPool,
) -> Result<Vec<Vec<TermId>>, Refusal> {
    let is_slot = |symbol: &Symbol, sort: Sort| {
        let var = as_slot(symbol).and_then(|v| program.vars.get(v));
        let scalar = var.and_then(|v| program.scalar(v.ty));
        let width = scalar.and_then(|s| crate::encode::width(program, s));
        width.is_some_and(|w| sort == Sort::Bv(w))
    };
    let reader =
        TermReader::read(pool, terms, is_slot).map_err(|e| Refusal::Malformed(e.0.clone()))?;
    let of = |choice: &Choice| {
        let facts = choice.cut.iter().flat_map(|cut| &cut.facts);
        let fact = |&f: &u32| reader.get(f).filter(|&t| pool.sort(t) == Sort::Bool);
        facts.map(fact).collect::<Option<Vec<TermId>>>()
    };
    let all: Option<Vec<Vec<TermId>>> = unrolled.choices.iter().map(of).collect();
    all.ok_or_else(|| Refusal::Malformed("a fact that is none".to_owned()))
}
