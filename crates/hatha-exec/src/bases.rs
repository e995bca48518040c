//! The bases of objects as variables: what a run has found out about the layout.
//!
//! **Invariant.** An object gets a variable when a run first depends on the bits of one of its
//! addresses. All that is known of the variable is what every layout keeps (`docs/memory-model.md`,
//! I2 to I5): it is aligned, inside the address space, and apart from every other object that
//! lived at the same time and has a variable. Objects without one may lie anywhere.

use crate::domain::Extent;
use crate::memory::address_space;
use crate::word::Prov;
use hatha_cfa::VarId;
use hatha_term::{Sort, Symbol, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Objects of a run that may lie anywhere; beyond that many their places stay what they are,
/// because each is apart from each other.
const MOST_FREE: usize = 48;

/// The objects of a run and the variables of some of them.
#[derive(Debug)]
pub(crate) struct Bases {
    /// Bits of an address.
    bits: u8,
    /// By the slots of the memory.
    extents: Vec<Option<Extent>>,
    /// Objects whose slots others have by now.
    former: FxHashMap<Prov, Extent>,
    /// Objects with a variable, in the order in which they got one.
    observed: Vec<(Prov, TermId)>,
    variables: FxHashMap<Prov, TermId>,
    /// Globals whose addresses were compared for equality, which no layout changes as long as
    /// each is an object of its own.
    compared_globals: BTreeSet<(VarId, VarId)>,
}

/// What is to be known of a new variable.
pub(crate) struct Observed {
    /// It.
    pub(crate) variable: TermId,
    /// What every layout keeps.
    pub(crate) facts: Vec<TermId>,
    /// What holds in this run and is not to change.
    pub(crate) pinned: Vec<TermId>,
}

impl Bases {
    /// Nothing has come to be.
    pub(crate) fn new(bits: u8) -> Self {
        Bases {
            bits,
            extents: Vec::new(),
            former: FxHashMap::default(),
            observed: Vec::new(),
            variables: FxHashMap::default(),
            compared_globals: BTreeSet::new(),
        }
    }

    /// Bits of an address.
    pub(crate) fn bits(&self) -> u8 {
        self.bits
    }

    pub(crate) fn born(&mut self, extent: Extent) {
        let at = extent.prov.slot() as usize;
        if self.extents.len() <= at {
            self.extents.resize(at + 1, None);
        }
        if let Some(old) = self.extents[at].replace(extent)
            && old.prov != extent.prov
        {
            self.former.insert(old.prov, old);
        }
    }

    pub(crate) fn ended(&mut self, prov: Prov, births: u32) {
        if let Some(Some(e)) = self.extents.get_mut(prov.slot() as usize)
            && e.prov == prov
        {
            e.ended = births;
        }
    }

    /// What is known of an object.
    pub(crate) fn extent(&self, prov: Prov) -> Option<&Extent> {
        let known = self.extents.get(prov.slot() as usize)?.as_ref();
        match known.filter(|e| e.prov == prov) {
            Some(e) => Some(e),
            None => self.former.get(&prov),
        }
    }

    /// The objects with a variable.
    pub(crate) fn observed(&self) -> &[(Prov, TermId)] {
        &self.observed
    }

    /// The variable of an object that has one.
    pub(crate) fn variable(&self, prov: Prov) -> Option<TermId> {
        self.variables.get(&prov).copied()
    }

    /// Takes note of two different objects whose addresses are compared for equality.
    pub(crate) fn note_comparison(&mut self, a: &Extent, b: &Extent) {
        if let (Some(a), Some(b)) = (a.global, b.global) {
            self.compared_globals.insert((a.min(b), a.max(b)));
        }
    }

    /// The globals whose addresses were compared for equality.
    pub(crate) fn compared_globals(&self) -> &BTreeSet<(VarId, VarId)> {
        &self.compared_globals
    }

    /// Forgets all variables but the first ones.
    pub(crate) fn truncate(&mut self, len: usize) {
        for (prov, _) in self.observed.drain(len.min(self.observed.len())..) {
            self.variables.remove(&prov);
        }
    }

    /// Gives an object a variable.
    pub(crate) fn observe(
        &mut self,
        pool: &mut TermPool,
        prov: Prov,
        bits: u32,
    ) -> Option<Observed> {
        let extent = *self.extent(prov).filter(|e| !e.is_fixed)?;
        let variable = pool.var(Symbol::Base(extent.number), Sort::Bv(bits));
        let mut pinned = Vec::new();
        let count = self.observed.len();
        if count == MOST_FREE {
            for &(prov, variable) in &self.observed {
                let extent = self.extent(prov);
                pinned.extend(extent.map(|e| lies_at(pool, variable, e.base)));
            }
        }
        let facts = if count < MOST_FREE {
            self.facts(pool, variable, &extent)
        } else {
            pinned.push(lies_at(pool, variable, extent.base));
            Vec::new()
        };
        self.observed.push((prov, variable));
        self.variables.insert(prov, variable);
        Some(Observed {
            variable,
            facts,
            pinned,
        })
    }

    fn facts(&self, pool: &mut TermPool, base: TermId, extent: &Extent) -> Vec<TermId> {
        let bits = pool.width(base);
        let (first, end) = address_space(bits);
        let first = pool.bv_const(bits, u128::from(first));
        let last = pool.bv_const(bits, u128::from(end.saturating_sub(extent.size.max(1))));
        let mut facts = vec![pool.bv_uge(base, first), pool.bv_ule(base, last)];
        if extent.align > 1 {
            let low = pool.bv_const(bits, u128::from(extent.align - 1));
            let low = pool.bv_and(base, low);
            let zero = pool.bv_const(bits, 0);
            facts.push(pool.eq(low, zero));
        }
        for (prov, other) in &self.observed {
            if let Some(o) = self.extent(*prov).filter(|o| o.meets(extent)) {
                facts.push(apart(pool, (base, extent.size), (*other, o.size)));
            }
        }
        for fixed in self.extents.iter().flatten().filter(|e| e.is_fixed) {
            let other = pool.bv_const(bits, u128::from(fixed.base));
            facts.push(apart(pool, (base, extent.size), (other, fixed.size)));
        }
        facts
    }
}

fn lies_at(pool: &mut TermPool, variable: TermId, base: u64) -> TermId {
    let bits = pool.width(variable);
    let base = pool.bv_const(bits, u128::from(base));
    pool.eq(variable, base)
}

/// One object ends before the other begins.
fn apart(pool: &mut TermPool, (a, a_size): (TermId, u64), (b, b_size): (TermId, u64)) -> TermId {
    let bits = pool.width(a);
    let mut ends_before = |x: TermId, size: u64, y: TermId| {
        let size = pool.bv_const(bits, u128::from(size.max(1)));
        let end = pool.bv_add(x, size);
        pool.bv_ule(end, y)
    };
    let (before, behind) = (ends_before(a, a_size, b), ends_before(b, b_size, a));
    pool.or(before, behind)
}
