//! Checks a proof that lists the executions of a program.
//!
//! The graph says at which choices executions part and which ways they take there
//! (`hatha_proof::unrolled`). The checker follows every execution again, with its own
//! meaning of edges and with the unknown values free: a way that the graph does not list must be
//! refuted, and no execution may fail.
//!
//! **Invariant.** The graph only says what need not be followed. If it is wrong, a refutation
//! fails and the proof is refused.

mod eval;
mod heap;
mod state;
mod step;
mod value;
mod walker;

use crate::check::{Certificate, Refusal};
use crate::judge::Judges;
use crate::state::Environment;
use hatha_cfa::{ProcId, Program};
use hatha_proof::unrolled::Unrolled;
use hatha_smt::{Budget, Solver};
use walker::Walker;

/// Checks the executions that a proof lists.
pub(crate) fn certify(
    program: &Program,
    entry: ProcId,
    unrolled: &Unrolled,
    environment: Environment,
    others: &mut [Box<dyn Solver>],
    budget: &Budget,
) -> Result<Certificate, Refusal> {
    if program.target.pointer_bits > 64 {
        return Err(Refusal::NotModelled(
            "addresses of more than 64 bits".to_owned(),
        ));
    }
    let judges = Judges::new(others, budget);
    let mut walker = Walker::new(program, environment, unrolled, judges, budget);
    walker.walk(entry)?;
    let judges = walker.into_judges();
    Ok(Certificate {
        obligations: judges.obligations,
        solvers: judges.names(),
    })
}
