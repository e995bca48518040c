//! Questions about one block: can a test, or any state of a region, take it into
//! a region?
//!
//! **Soundness.** The *preimage* of a region under a block is given as literals
//! over the state before it and the block's free variables. A state that can step
//! into the region satisfies all of them for some values of the free variables;
//! so it satisfies every conjunction of [`project`]ed literals.

use crate::regions::region::{Literal, RegionGraph, RegionId};
use crate::testing::forest::{Forest, State};
use hatha_blocks::block::{Block, BlockId, Blocks};
use hatha_blocks::made::Site;
use hatha_blocks::memory::Resolver;
use hatha_defect::{Defect, is_on};
use hatha_exec::concolic::Concolic;
use hatha_proof::vocabulary;
use hatha_term::{Bv, Model, Op, Sort, Symbol, TermId, TermPool, Value, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a literal of a preimage comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A guard of the block.
    Guard,
    /// A literal of the target region.
    Target(Literal),
}

/// A literal of a preimage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Over the state before the block and its free variables.
    pub term: TermId,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether it is one of those that make the step impossible from the test's state.
    pub needed: bool,
}

/// Computes preimages and remembers what it has substituted.
#[derive(Debug)]
pub(crate) struct Preimages {
    known: FxHashMap<(BlockId, TermId), TermId>,
    resolver: Resolver,
    /// Variables that stand for what memory holds and nobody knows, by block.
    opened: FxHashMap<BlockId, Vec<TermId>>,
}

impl Preimages {
    /// With what resolves the reads of memory.
    pub(crate) fn new(resolver: Resolver) -> Self {
        Preimages {
            known: FxHashMap::default(),
            resolver,
            opened: FxHashMap::default(),
        }
    }

    /// The variables of a block's preimages that stand for arbitrary values.
    pub(crate) fn free(&self, blocks: &Blocks, block: BlockId) -> Vec<TermId> {
        let mut free = blocks.block(block).free.clone();
        free.extend(self.opened.get(&block).into_iter().flatten());
        free
    }

    /// Whether a term is a condition on which a read of memory depends.
    pub(crate) fn is_alias(&self, term: TermId) -> bool {
        self.resolver.is_alias(term)
    }

    /// The place that an address is, if it lies in an object that outlasts a block: the variable
    /// that stands for the object, and how far into it.
    pub(crate) fn place(&mut self, pool: &TermPool, at: TermId) -> Option<(TermId, u64)> {
        self.resolver.lasting(pool, at)
    }

    /// The site of the block of the heap at the address that a variable stands for.
    pub(crate) fn site(&self, address: TermId) -> Option<Site> {
        self.resolver.site(address)
    }

    /// The preimage of a region under a block. Literals that are true are left out.
    pub(crate) fn of(
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
    pub(crate) fn before(
        &mut self,
        pool: &mut TermPool,
        block: &Block,
        id: BlockId,
        term: TermId,
    ) -> TermId {
        if let Some(&known) = self.known.get(&(id, term)) {
            return known;
        }
        let result = self.rewrite(pool, block, id, term);
        self.known.insert((id, term), result);
        result
    }

    /// Replaces variables by their values after the block, and reads by what memory holds then.
    fn rewrite(&mut self, pool: &mut TermPool, block: &Block, id: BlockId, term: TermId) -> TermId {
        if is_on(Defect::ForgetsUpdates) {
            return term;
        }
        let subterms = pool.subterms(&[term]);
        let is_held = |pool: &TermPool, t: TermId| {
            vocabulary::is_held(pool, t) || vocabulary::as_owner(pool, t).is_some()
        };
        if !subterms.iter().any(|&t| is_held(pool, t)) {
            return pool.substitute(term, &block.updates);
        }
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        for t in subterms {
            let args: Vec<TermId> = pool.args(t).iter().map(|a| done[a]).collect();
            let new = match block.updates.get(&t) {
                Some(&value) => value,
                None if is_held(pool, t) => {
                    let opened = self.opened.entry(id).or_default();
                    self.resolver
                        .held(pool, &block.memory, (t, args[0]), opened)
                }
                None if args == pool.args(t) => t,
                None => pool.rebuild(pool.op(t), pool.sort(t), &args),
            };
            self.resolver.follow(t, new);
            done.insert(t, new);
        }
        done[&term]
    }
}

/// Terms over the state before a block, over the inputs of the test that came to a state.
#[derive(Debug)]
pub(crate) struct AtState {
    /// The terms.
    pub facts: Vec<TermId>,
    /// The alias relation that they rest on: addresses that depend on inputs are what they are in
    /// the test.
    pub alpha: Vec<TermId>,
}

/// What terms over the state before a block are at a state: slots become terms over the test's
/// inputs, the block's choices the inputs that the run would take next, reads of memory what the
/// test's memory holds at the addresses that the test has.
pub(crate) fn at_state(
    pool: &mut TermPool,
    forest: &Forest,
    state: &State,
    block: &Block,
    terms: &[TermId],
) -> AtState {
    tracing::trace!(target: "walk", "the frontier is asked about");
    let mut walk = StateWalk {
        forest,
        state,
        next: block
            .choices
            .iter()
            .copied()
            .zip(state.visit.inputs..)
            .collect(),
        values: Model::new(),
        done: FxHashMap::default(),
        alpha: Vec::new(),
    };
    let facts = terms.iter().map(|&t| walk.term(pool, t)).collect();
    AtState {
        facts,
        alpha: walk.alpha,
    }
}

/// The walk over terms at one state.
struct StateWalk<'a> {
    forest: &'a Forest,
    state: &'a State,
    /// The block's choices, with the numbers of the inputs that they would be.
    next: FxHashMap<TermId, u32>,
    /// The inputs of the test.
    values: Model,
    done: FxHashMap<TermId, TermId>,
    alpha: Vec<TermId>,
}

impl StateWalk<'_> {
    fn term(&mut self, pool: &mut TermPool, term: TermId) -> TermId {
        for t in pool.subterms(&[term]) {
            if !self.done.contains_key(&t) {
                let new = self.node(pool, t);
                self.done.insert(t, new);
            }
        }
        self.done[&term]
    }

    fn node(&mut self, pool: &mut TermPool, t: TermId) -> TermId {
        if let Some(v) = pool.as_var(t) {
            return self.variable(pool, t, v);
        }
        let args: Vec<TermId> = pool.args(t).iter().map(|a| self.done[a]).collect();
        if let Some((ghost, _)) = vocabulary::as_stored_ghost(pool, t) {
            return self.pointee(pool, args[0], ghost);
        }
        if let Some((bytes, _)) = vocabulary::as_written(pool, t) {
            return self.written(pool, args[0], bytes);
        }
        match vocabulary::as_read(pool, t) {
            Some((bytes, _)) => self.read(pool, args[0], bytes),
            None if args == pool.args(t) => t,
            None => pool.rebuild(pool.op(t), pool.sort(t), &args),
        }
    }

    fn variable(&mut self, pool: &mut TermPool, t: TermId, v: VarId) -> TermId {
        if let Some(&n) = self.next.get(&t) {
            let sort = pool.sort(t);
            return self.input(pool, n, sort);
        }
        let Some(slot) = self.forest.slot(v) else {
            return t;
        };
        let visit = &self.state.visit;
        match visit.terms.iter().find(|(s, _)| *s == slot) {
            Some(&(_, term)) => term,
            None => {
                let width = pool.width(t);
                pool.bv_const(width, u128::from(visit.values[slot as usize]))
            }
        }
    }

    fn input(&self, pool: &mut TermPool, n: u32, sort: Sort) -> TermId {
        pool.var(Concolic::input_symbol(n as usize), sort)
    }

    /// The address that a term is; one that depends on inputs is taken to be what it is in the
    /// test.
    fn address(&mut self, pool: &mut TermPool, at: TermId) -> Option<u64> {
        match pool.as_bv(at) {
            Some(constant) => constant.to_u64(),
            None => self.pinned(pool, at),
        }
    }

    /// Where the pointer at an address leads.
    fn pointee(&mut self, pool: &mut TermPool, at: TermId, ghost: vocabulary::Ghost) -> TermId {
        let bits = pool.width(at);
        let history = &self.forest.test(self.state.test).memory;
        match self.address(pool, at) {
            Some(address) => {
                history.ghost_term(pool, self.state.visit.moment, address, (ghost, bits))
            }
            None => pool.fresh_var("held", ghost.sort(bits)),
        }
    }

    /// Which bits have been written at an address.
    fn written(&mut self, pool: &mut TermPool, at: TermId, bytes: u32) -> TermId {
        let address = self.address(pool, at);
        let history = &self.forest.test(self.state.test).memory;
        match address {
            Some(address) => {
                let bits = history.written(self.state.visit.moment, address, bytes);
                pool.bv_const(8 * bytes, u128::from(bits))
            }
            None => pool.fresh_var("held", Sort::Bv(8 * bytes)),
        }
    }

    /// What stands at an address.
    fn read(&mut self, pool: &mut TermPool, at: TermId, bytes: u32) -> TermId {
        let address = self.address(pool, at);
        let history = &self.forest.test(self.state.test).memory;
        match address {
            Some(address) => history.term(pool, self.state.visit.moment, address, bytes),
            None => pool.fresh_var("held", Sort::Bv(8 * bytes)),
        }
    }

    /// The value of an address in the test; an input that it did not take is zero.
    fn pinned(&mut self, pool: &mut TermPool, at: TermId) -> Option<u64> {
        for v in pool.free_vars(&[at]) {
            let inputs = &self.forest.test(self.state.test).inputs;
            let value = match pool.var_symbol(v) {
                Symbol::Held { address, .. } => inputs.held.get(address),
                Symbol::Input(number) => inputs.values.get(*number as usize),
                _ => return None,
            };
            let value = value.copied().unwrap_or(0);
            let width = pool.var_sort(v).bv_width()?;
            self.values.set(v, Value::Bv(Bv::new(width, value)));
        }
        let value = pool.eval(at, &self.values).ok()?;
        let address = value.as_bv()?.to_u64()?;
        let width = pool.width(at);
        let constant = pool.bv_const(width, u128::from(address));
        let equal = pool.eq(at, constant);
        self.alpha.push(equal);
        Some(address)
    }
}

/// Eliminates free variables: an equation that gives one is used up, other parts that mention
/// one are dropped. Each result is implied by `∃ free. parts`.
pub(crate) fn project(pool: &mut TermPool, parts: &[Part], free: &[TermId]) -> Vec<Part> {
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

/// A literal that gives a cell one value: the cell and the value.
pub(crate) fn fixed(pool: &TermPool, literal: TermId) -> Option<(TermId, TermId)> {
    if pool.op(literal) != Op::Eq {
        return None;
    }
    let (a, b) = (pool.arg(literal, 0), pool.arg(literal, 1));
    if is_cell(pool, a) && pool.is_const(b) {
        Some((a, b))
    } else {
        (is_cell(pool, b) && pool.is_const(a)).then_some((b, a))
    }
}

/// Whether a term is a cell: a variable, or what memory holds somewhere.
pub(crate) fn is_cell(pool: &TermPool, term: TermId) -> bool {
    pool.as_var(term).is_some() || vocabulary::is_held(pool, term)
}

/// The cells on which a term depends directly; what the address of a read depends on is not
/// among them.
pub(crate) fn cells(pool: &TermPool, term: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut work = vec![term];
    while let Some(t) = work.pop() {
        if !seen.insert(t) {
            continue;
        }
        if is_cell(pool, t) {
            found.push(t);
        } else {
            work.extend(pool.args(t));
        }
    }
    found.sort_unstable();
    found
}
