//! Questions about one block: can a test, or any state of a region, take it into
//! a region?
//!
//! **Soundness.** The *preimage* of a region under a block is given as literals
//! over the state before it and the block's free variables. A state that can step
//! into the region satisfies all of them for some values of the free variables;
//! so it satisfies every conjunction of [`project`]ed literals.

use crate::block::{Block, BlockId, Blocks};
use crate::forest::{Forest, State};
use crate::region::{Literal, RegionGraph, RegionId};
use hatha_exec::concolic::Concolic;
use hatha_term::{Op, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a literal of a preimage comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A guard of the block.
    Guard,
    /// A literal of the target region.
    Target(Literal),
}

/// A literal of a preimage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Over the state before the block and its free variables.
    pub term: TermId,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether it is one of those that make the step impossible from the test's state.
    pub needed: bool,
}

/// Computes preimages and remembers what it has substituted.
#[derive(Debug, Default)]
pub struct Preimages {
    known: FxHashMap<(BlockId, TermId), TermId>,
}

impl Preimages {
    /// The preimage of a region under a block. Literals that are true are left out.
    pub fn of(
        &mut self,
        pool: &mut TermPool,
        blocks: &Blocks,
        graph: &RegionGraph,
        block: BlockId,
        to: RegionId,
    ) -> Vec<Part> {
        let b = blocks.block(block);
        let mut parts: Vec<Part> = b
            .guards
            .iter()
            .map(|&term| Part {
                term,
                origin: Origin::Guard,
                needed: false,
            })
            .collect();
        for &literal in &graph.region(to).literals {
            let term = self.before(pool, b, block, literal.term);
            let origin = Origin::Target(literal);
            let seen = parts.iter().any(|p| p.term == term);
            if term != pool.tru() && !seen {
                parts.push(Part {
                    term,
                    origin,
                    needed: false,
                });
            }
        }
        parts
    }

    /// A term over the state after a block, over the state before it.
    pub fn before(
        &mut self,
        pool: &mut TermPool,
        block: &Block,
        id: BlockId,
        term: TermId,
    ) -> TermId {
        if let Some(&known) = self.known.get(&(id, term)) {
            return known;
        }
        let result = pool.substitute(term, &block.updates);
        self.known.insert((id, term), result);
        result
    }
}

/// The state of a test before a block, as a substitution: slots to terms over the test's inputs,
/// and the block's choices to the inputs that the run would take next.
pub fn state_terms(
    pool: &mut TermPool,
    forest: &Forest,
    state: &State,
    block: &Block,
    terms: &[TermId],
) -> FxHashMap<TermId, TermId> {
    let mut map = FxHashMap::default();
    let visit = &state.visit;
    for v in pool.free_vars(terms) {
        let Some(slot) = forest.slot(v) else { continue };
        let variable = pool.var_term(v);
        let symbolic = visit.terms.iter().find(|(s, _)| *s == slot);
        let value = match symbolic {
            Some(&(_, term)) => term,
            None => {
                let width = pool.width(variable);
                pool.bv_const(width, u128::from(visit.values[slot as usize]))
            }
        };
        map.insert(variable, value);
    }
    for (&choice, n) in block.choices.iter().zip(visit.inputs as usize..) {
        let sort = pool.sort(choice);
        map.insert(choice, pool.var(&Concolic::input_name(n), sort));
    }
    map
}

/// Eliminates free variables: an equation that gives one is used up, other parts that mention
/// one are dropped. Each result is implied by `∃ free. parts`.
pub fn project(pool: &mut TermPool, parts: &[Part], free: &[TermId]) -> Vec<Part> {
    let free: FxHashSet<TermId> = free.iter().copied().collect();
    let mut parts = parts.to_vec();
    while let Some((at, variable, value)) = solved(pool, &parts, &free) {
        let used = parts.remove(at);
        let map = FxHashMap::from_iter([(variable, value)]);
        for part in &mut parts {
            let term = pool.substitute(part.term, &map);
            part.needed |= used.needed && term != part.term;
            part.term = term;
        }
    }
    parts.retain(|p| p.term != pool.tru() && !mentions(pool, p.term, &free));
    parts
}

fn mentions(pool: &TermPool, term: TermId, free: &FxHashSet<TermId>) -> bool {
    !free.is_empty() && pool.subterms(&[term]).iter().any(|t| free.contains(t))
}

/// An equation `x = t` with x free and not in t: its position, x and t.
fn solved(
    pool: &TermPool,
    parts: &[Part],
    free: &FxHashSet<TermId>,
) -> Option<(usize, TermId, TermId)> {
    for (i, part) in parts.iter().enumerate() {
        if pool.op(part.term) != Op::Eq {
            continue;
        }
        let (a, b) = (pool.arg(part.term, 0), pool.arg(part.term, 1));
        for (x, t) in [(a, b), (b, a)] {
            if free.contains(&x) && !pool.subterms(&[t]).contains(&x) {
                return Some((i, x, t));
            }
        }
    }
    None
}

/// A literal that gives a variable one value: the variable and the value.
pub fn fixed(pool: &TermPool, literal: TermId) -> Option<(TermId, TermId)> {
    if pool.op(literal) != Op::Eq {
        return None;
    }
    let (a, b) = (pool.arg(literal, 0), pool.arg(literal, 1));
    if pool.as_var(a).is_some() && pool.is_const(b) {
        Some((a, b))
    } else {
        (pool.as_var(b).is_some() && pool.is_const(a)).then_some((b, a))
    }
}
