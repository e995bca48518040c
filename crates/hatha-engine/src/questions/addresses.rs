//! What every layout keeps about the addresses of globals: they are not null, and aligned.
//!
//! **Soundness.** True of every execution, and known to the checker without being told
//! (`docs/formats/proof.md`): a question with these facts has the same answer about states that
//! executions reach.

use hatha_cfa::{Program, Storage, VarScope};
use hatha_proof::vocabulary::as_address;
use hatha_term::{TermId, TermPool};

/// The facts about the addresses of globals that some terms mention.
pub(crate) fn facts_about_globals(
    pool: &mut TermPool,
    program: &Program,
    terms: &[TermId],
) -> Vec<TermId> {
    let mut facts = Vec::new();
    for symbol in pool.free_vars(terms) {
        let Some(v) = as_address(pool.var_symbol(symbol)) else {
            continue;
        };
        let var = program.var(v);
        if var.scope != VarScope::Global || var.storage != Storage::Memory {
            continue;
        }
        let address = pool.var_term(symbol);
        let zero = pool.bv_const(pool.width(address), 0);
        facts.push(pool.ne(address, zero));
        if var.align.is_power_of_two() && var.align > 1 {
            let bits = var.align.trailing_zeros();
            let low = pool.extract(bits - 1, 0, address);
            let none = pool.bv_const(bits, 0);
            facts.push(pool.eq(low, none));
        }
    }
    facts
}
