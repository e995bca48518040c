//! Blocks as steps between valuations, in which words of memory at known places are variables
//! like any other.
//!
//! A *cell* is a variable that stands for what some bytes of one object hold, at a fixed distance
//! from its start. Reads there become the cell, and what a block makes of a cell is what it
//! leaves in those bytes.
//!
//! **Soundness.** A read at any other place stays a read of the memory before the block, of which
//! a valuation says nothing. That a pointer leads to one object is taken for granted here; a proof
//! says so beside what is learnt, and the checker finds it to hold or refuses.

use crate::questions::query::Preimages;
use crate::tuning::steps::CELLS;
use hatha_blocks::block::{BlockId, Blocks, CutId};
use hatha_blocks::evaluate::Held;
use hatha_blocks::points::{Start, Starts};
use hatha_proof::vocabulary;
use hatha_term::{TermId, TermPool};
use rustc_hash::FxHashMap;

/// The bytes that a cell stands for, or where the pointer in them leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Bytes {
    /// The variable that stands for the object's address.
    object: TermId,
    offset: u64,
    what: Held,
}

/// A term in terms of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expressed {
    /// The term.
    pub term: TermId,
    /// Unless this holds: there is no object then.
    pub unless: Option<TermId>,
}

/// The steps of a program.
pub(crate) struct Steps<'a> {
    /// The blocks.
    pub blocks: &'a Blocks,
    preimages: &'a mut Preimages,
    starts: &'a Starts,
    bits: u32,
    cells: FxHashMap<Bytes, TermId>,
    bytes: FxHashMap<TermId, Bytes>,
    guards: FxHashMap<BlockId, Vec<TermId>>,
    after: FxHashMap<(BlockId, TermId), TermId>,
    named: FxHashMap<TermId, TermId>,
}

impl<'a> Steps<'a> {
    /// Of a program with pointers of `bits` bits.
    pub(crate) fn new(
        blocks: &'a Blocks,
        preimages: &'a mut Preimages,
        starts: &'a Starts,
        bits: u32,
    ) -> Self {
        Steps {
            blocks,
            preimages,
            starts,
            bits,
            cells: FxHashMap::default(),
            bytes: FxHashMap::default(),
            guards: FxHashMap::default(),
            after: FxHashMap::default(),
            named: FxHashMap::default(),
        }
    }

    /// What must hold for a block to be taken.
    pub(crate) fn guards(&mut self, pool: &mut TermPool, id: BlockId) -> Vec<TermId> {
        if let Some(known) = self.guards.get(&id) {
            return known.clone();
        }
        let blocks = self.blocks;
        let guards = blocks.block(id).guards.iter();
        let guards: Vec<TermId> = guards.map(|&g| self.name(pool, g)).collect();
        self.guards.insert(id, guards.clone());
        guards
    }

    /// What a term over variables and cells is after a block, in terms of the state before it.
    pub(crate) fn after(&mut self, pool: &mut TermPool, id: BlockId, term: TermId) -> TermId {
        if self.keeps(pool, id, term) {
            return term;
        }
        if let Some(&known) = self.after.get(&(id, term)) {
            return known;
        }
        let value = match pool.as_var(term) {
            Some(_) => self.variable_after(pool, id, term),
            None => {
                let mut values = FxHashMap::default();
                for symbol in pool.free_vars(&[term]) {
                    let variable = pool.var_term(symbol);
                    values.insert(variable, self.after(pool, id, variable));
                }
                pool.substitute(term, &values)
            }
        };
        self.after.insert((id, term), value);
        value
    }

    /// Whether it is plain that a block leaves a variable as it is.
    pub(crate) fn keeps(&self, pool: &TermPool, id: BlockId, variable: TermId) -> bool {
        let block = self.blocks.block(id);
        let stays = |t: TermId| !block.updates.contains_key(&t);
        match self.bytes.get(&variable) {
            Some(bytes) => block.memory.is_empty() && stays(bytes.object),
            None => pool.as_var(variable).is_some() && stays(variable),
        }
    }

    fn variable_after(&mut self, pool: &mut TermPool, id: BlockId, variable: TermId) -> TermId {
        let block = self.blocks.block(id);
        let value = match self.bytes.get(&variable) {
            Some(&bytes) => {
                let read = self.read(pool, bytes.object, bytes);
                self.preimages.before(pool, block, id, read)
            }
            None => block.updates.get(&variable).copied().unwrap_or(variable),
        };
        self.name(pool, value)
    }

    /// Whether a variable stands for bytes of an object.
    pub(crate) fn is_cell(&self, variable: TermId) -> bool {
        self.bytes.contains_key(&variable)
    }

    /// Whether a cell says where the pointer in some bytes leads, apart from whether it leads
    /// anywhere: that means nothing where it does not.
    pub(crate) fn is_place_of_pointee(&self, variable: TermId) -> bool {
        let what = self.bytes.get(&variable).map(|b| b.what);
        let place = [vocabulary::Ghost::Offset, vocabulary::Ghost::Id];
        matches!(what, Some(Held::Pointee(ghost)) if place.contains(&ghost))
    }

    /// For each cell that says where a pointer in memory leads: those that say whether it leads
    /// anywhere, its size and its class.
    pub(crate) fn pointees(&self) -> FxHashMap<TermId, Vec<TermId>> {
        let mut found = FxHashMap::default();
        for (&cell, &bytes) in &self.bytes {
            if matches!(bytes.what, Held::Pointee(_)) {
                let of = |ghost| {
                    let what = Held::Pointee(ghost);
                    self.cells.get(&Bytes { what, ..bytes }).copied()
                };
                let both = [of(vocabulary::Ghost::Size), of(vocabulary::Ghost::Class)];
                found.insert(cell, both.into_iter().flatten().collect());
            }
        }
        found
    }

    /// A term over variables and cells as one over the state at a cut point, if there is one.
    pub(crate) fn at(&self, pool: &mut TermPool, cut: CutId, term: TermId) -> Option<Expressed> {
        let mut reads = FxHashMap::default();
        let mut nulls = Vec::new();
        for symbol in pool.free_vars(&[term]) {
            let variable = pool.var_term(symbol);
            if let Some(&bytes) = self.bytes.get(&variable) {
                let known = self.starts[cut].get(&bytes.object).copied();
                let start = known.or_else(|| self.lasting(pool, cut, bytes.object))?;
                reads.insert(variable, self.read(pool, start.address, bytes));
                nulls.extend(start.null);
            }
        }
        Some(Expressed {
            term: pool.substitute(term, &reads),
            unless: (!nulls.is_empty()).then(|| pool.or_all(&nulls)),
        })
    }

    /// The address of a variable of the program is a term itself where the variable is visible.
    fn lasting(&self, pool: &TermPool, cut: CutId, object: TermId) -> Option<Start> {
        let symbol = pool.as_var(object)?;
        let is_variable = vocabulary::as_address(pool.var_symbol(symbol)).is_some();
        let is_known = is_variable && self.blocks.is_visible(cut, symbol);
        is_known.then_some(Start {
            address: object,
            null: None,
        })
    }

    fn read(&self, pool: &mut TermPool, start: TermId, bytes: Bytes) -> TermId {
        let offset = pool.bv_const(self.bits, u128::from(bytes.offset));
        let at = pool.bv_add(start, offset);
        match bytes.what {
            // A cell stands for a read that has a function.
            Held::Bytes(count) => vocabulary::read(pool, count, at).unwrap_or(start),
            Held::Pointee(ghost) => ghost.stored(pool, at),
            Held::Written(count) => vocabulary::written(pool, count, at).unwrap_or(start),
        }
    }

    /// A term in which reads at known places are cells.
    pub(crate) fn name(&mut self, pool: &mut TermPool, term: TermId) -> TermId {
        if let Some(&known) = self.named.get(&term) {
            return known;
        }
        for t in pool.subterms(&[term]) {
            if self.named.contains_key(&t) {
                continue;
            }
            let new = match self.cell(pool, t) {
                Some(cell) => cell,
                None => {
                    let args: Vec<TermId> = pool.args(t).iter().map(|a| self.named[a]).collect();
                    if args == pool.args(t) {
                        t
                    } else {
                        pool.rebuild(pool.op(t), pool.sort(t), &args)
                    }
                }
            };
            self.named.insert(t, new);
        }
        self.named[&term]
    }

    /// The cell that a term reads.
    fn cell(&mut self, pool: &mut TermPool, t: TermId) -> Option<TermId> {
        let (what, count, at) = match vocabulary::as_stored_ghost(pool, t) {
            Some((ghost, at)) => (Held::Pointee(ghost), self.bits / 8, at),
            None => match vocabulary::as_written(pool, t) {
                Some((count, at)) => (Held::Written(count), count, at),
                None => {
                    let (count, at) = vocabulary::as_read(pool, t)?;
                    (Held::Bytes(count), count, at)
                }
            },
        };
        let (object, offset) = self.preimages.place(pool, at)?;
        let bytes = Bytes {
            object,
            offset,
            what,
        };
        if let Some(&known) = self.cells.get(&bytes) {
            return Some(known);
        }
        if self.cells.len() >= CELLS || offset % u64::from(count) != 0 {
            return None;
        }
        let cell = pool.fresh_var("cell", pool.sort(t));
        self.cells.insert(bytes, cell);
        self.bytes.insert(cell, bytes);
        Some(cell)
    }
}
