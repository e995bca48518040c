//! Memory inside a query: a list of updates over the memory where the path began.
//!
//! A read is resolved against the list at term level, newest update first
//! (rules R0 to R4 of `docs/memory-model.md`); what falls through becomes an
//! application of the function `rdN` of the initial memory. Owners of addresses
//! are resolved over the same list, and so is where pointers lead ([`crate::pointee`]).
//!
//! **Soundness.** Resolution equals reading the bytes one by one. Where a rule
//! would need an alignment that is not known, the read is split into bytes;
//! where even that has no rule, the value is a fresh variable. Two addresses may
//! only be taken to differ if their owners in one and the same state differ:
//! `Own` is a function, so no address has two.

use crate::checks::aligned::Aligned;
use crate::linear::{Addresses, number};
use crate::made::Sites;
use crate::object::Pointee;
use crate::operator::mask;
use crate::stated::Stated;
use hatha_cfa::{ByteOrder, ProcId, VarId};
use hatha_proof::vocabulary;
use hatha_term::{Sort, Symbol, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Copies within copies beyond which a read is not resolved further.
pub(crate) const COPY_DEPTH: u32 = 12;

/// The ids of objects that a path allocates start here.
pub(crate) const FIRST_NEW_ID: u128 = 0xc000_0000;

/// The one id of all blocks on the stack that end when their procedure returns.
const PASSING_ID: u128 = FIRST_NEW_ID - 1;

/// What is asked of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Plane {
    /// What they hold.
    #[default]
    Value,
    /// Which of their bits have been written since their object began to live.
    Written,
}

/// An unknown memory: 0 is the one where the path began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Base(pub(crate) u32);

/// A range of bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub(crate) at: TermId,
    pub(crate) len: TermId,
    /// The owner of all its bytes, if it is known.
    pub(crate) owner: Option<TermId>,
}

/// Variables in memory up to which each is considered as the owner of an address.
pub(crate) const FEW_VARIABLES: usize = 12;

/// Objects of program variables that live: by address, their size and id.
pub(crate) type Objects = FxHashMap<TermId, (u64, TermId)>;

/// A change of memory.
#[derive(Clone, Debug)]
pub(crate) enum Update {
    /// A value; the address is a multiple of its size.
    Write {
        at: TermId,
        bytes: u32,
        value: TermId,
        /// The owner of all its bytes.
        owner: TermId,
        /// What the value leads to, if it is a whole pointer.
        pointee: Option<Pointee>,
        /// Which of its bits have been written then; all, if nothing is said.
        written: Option<TermId>,
    },
    /// A range becomes unknown: a new object has nothing that was written, any other range all.
    Unknown {
        range: Range,
        base: Base,
        is_new: bool,
    },
    /// Somebody outside may have written a range, which counts as written. It holds what it held.
    Given { range: Range },
    /// Everything is written where executions begin.
    Begin,
    /// A range gets one value in all bytes.
    Fill { range: Range, byte: TermId },
    /// A range gets what another held at a moment.
    Copy {
        range: Range,
        from: TermId,
        when: usize,
    },
    /// An object begins to live where none was; `site` is that of a block of the heap, if known.
    Alloc {
        range: Range,
        id: TermId,
        site: TermId,
    },
    /// An object ends.
    End { id: TermId },
    /// The objects with these names go by others from now on, which are not known.
    Rename { ids: Rc<[TermId]>, base: Base },
    /// Everything is unknown but the objects of variables. `earlier` is what had happened before, if
    /// what was written then still is.
    Forget {
        base: Base,
        objects: Rc<Objects>,
        earlier: Option<Rc<[Update]>>,
    },
    /// Somebody outside may have changed everything but hidden variables ([`crate::hidden`]); the
    /// objects of variables stay. What was written still is.
    ForgetSeen { base: Base, objects: Rc<Objects> },
}

/// What a read meets on its way down the list.
enum Layer {
    /// The value if the condition holds.
    Whole(TermId, TermId),
    /// Some bytes of what lies below are replaced if the condition holds.
    Patch {
        condition: TermId,
        at: TermId,
        bytes: u32,
        value: TermId,
    },
}

/// Builds the terms of memory. One for all paths: everything it remembers holds in every state.
#[derive(Debug)]
pub(crate) struct Memory {
    pub(crate) addresses: Addresses,
    order: ByteOrder,
    bases: u32,
    /// Reads of unknown memories, for the consistency of reads of different size.
    reads: FxHashMap<(Plane, Base, u32, TermId), TermId>,
    /// Owners in unknown memories that have their fact among the lemmas.
    pub(crate) owners: FxHashSet<TermId>,
    /// Which blocks of the heap begin where.
    pub(crate) sites: Sites,
    /// Facts that hold in every state, for the solvers.
    pub(crate) lemmas: Vec<TermId>,
    /// Procedures whose addresses are known to be different.
    known_functions: Vec<(ProcId, TermId)>,
    /// Facts about the path whose memory was asked last; whoever asks takes them.
    pub(crate) premises: Vec<TermId>,
    /// Variables whose address has its facts among the lemmas.
    pub(crate) known_variables: BTreeSet<VarId>,
    /// Whether blocks on the stack may have ended although no edge says so: then they all have one
    /// id, and what begins to live may lie where they are. They are never taken to be whole, nor
    /// to end.
    pub(crate) passing_blocks: bool,
    /// Whether the program asks for the words of objects, so that slots have ghosts.
    pub(crate) asks_for_objects: bool,
    /// The ids of blocks that are allocated at most once.
    pub(crate) named_blocks: Vec<u128>,
    /// The variables that code without a body cannot see.
    pub(crate) hidden: BTreeSet<VarId>,
    /// How addresses are aligned in every execution, where misaligned accesses are asked about.
    pub(crate) aligned: Option<Rc<Aligned>>,
    /// The ids of globals whose bytes always have values: the least and the greatest of each range.
    pub(crate) written_globals: Vec<(u128, u128)>,
}

impl Memory {
    pub(crate) fn new(bits: u32, order: ByteOrder) -> Self {
        Memory {
            addresses: Addresses::new(bits),
            order,
            bases: 0,
            reads: FxHashMap::default(),
            owners: FxHashSet::default(),
            sites: Sites::default(),
            lemmas: Vec::new(),
            known_functions: Vec::new(),
            premises: Vec::new(),
            known_variables: BTreeSet::new(),
            passing_blocks: false,
            asks_for_objects: false,
            named_blocks: Vec::new(),
            hidden: BTreeSet::new(),
            aligned: None,
            written_globals: Vec::new(),
        }
    }

    /// The id of blocks on the stack that may have ended already, if there are any.
    pub(crate) fn passing(&self, pool: &mut TermPool) -> Option<TermId> {
        let id = pool.bv_const(vocabulary::OBJECT_BITS, PASSING_ID);
        self.passing_blocks.then_some(id)
    }

    /// Whether something new may lie where an owner is.
    pub(crate) fn is_free(&self, pool: &mut TermPool, owner: TermId) -> TermId {
        let nobody = Memory::nobody(pool);
        let free = equal_ids(pool, owner, nobody);
        match self.passing(pool) {
            Some(passing) => {
                let gone = equal_ids(pool, owner, passing);
                either(pool, free, gone)
            }
            None => free,
        }
    }

    /// What ends where something with an owner is ended: nothing if it may be one of several.
    pub(crate) fn ended(&self, pool: &mut TermPool, owner: TermId) -> TermId {
        match self.passing(pool) {
            Some(passing) => {
                let is_passing = equal_ids(pool, owner, passing);
                let nobody = Memory::nobody(pool);
                choose(pool, is_passing, nobody, owner)
            }
            None => owner,
        }
    }

    /// The address of a procedure: not null, not the last address of all (`SIG_ERR` and its like),
    /// at which no machine has code, and different from those of all others.
    pub(crate) fn function(&mut self, pool: &mut TermPool, proc: ProcId) -> TermId {
        let bits = self.addresses.bits();
        let address = pool.var(vocabulary::function_symbol(proc), Sort::Bv(bits));
        if self.known_functions.iter().any(|k| k.0 == proc) {
            return address;
        }
        let none = [0, mask(bits)].map(|n| pool.bv_const(bits, n));
        let others = self.known_functions.iter().map(|k| k.1);
        for other in others.chain(none) {
            let same = pool.eq(address, other);
            self.lemmas.push(pool.not(same));
        }
        self.known_functions.push((proc, address));
        address
    }

    /// Takes note of the procedures that the terms of a pool mention.
    pub(crate) fn know_functions(&mut self, pool: &mut TermPool) {
        let terms: Vec<TermId> = (0..pool.len()).filter_map(|i| pool.term_at(i)).collect();
        for t in terms {
            if let Some(proc) = pool.as_symbol(t).and_then(vocabulary::as_function) {
                self.function(pool, proc);
            }
        }
    }

    /// A memory about which nothing is known.
    pub(crate) fn fresh_base(&mut self) -> Base {
        self.bases += 1;
        Base(self.bases)
    }

    /// The owner that no address has.
    pub(crate) fn nobody(pool: &mut TermPool) -> TermId {
        pool.bv_const(vocabulary::OBJECT_BITS, vocabulary::NO_OBJECT)
    }

    /// What `bytes` bytes at an address hold after the first `when` updates. The address is
    /// rounded down to a multiple of `bytes`, a power of two.
    pub(crate) fn read(
        &mut self,
        pool: &mut TermPool,
        state: Timeline<'_>,
        at: TermId,
        bytes: u32,
    ) -> TermId {
        let at = self.addresses.round(pool, at, bytes);
        self.resolve(pool, state, at, bytes, 0)
    }

    fn resolve(
        &mut self,
        pool: &mut TermPool,
        state: Timeline<'_>,
        at: TermId,
        bytes: u32,
        depth: u32,
    ) -> TermId {
        let mut layers = Vec::new();
        let mut below = None;
        for when in (0..state.when).rev() {
            let before = Timeline { when, ..state };
            below = self.layer(pool, before, (at, bytes), depth, &mut layers);
            if below.is_some() {
                break;
            }
        }
        let start = (state.plane, Base::default());
        let below = below.unwrap_or_else(|| self.unknown(pool, start, at, bytes));
        layers.into_iter().rev().fold(below, |below, layer| {
            self.over(pool, layer, (at, bytes), below)
        })
    }

    /// Puts what one update does to a read on the layers; gives the value if the read ends here.
    fn layer(
        &mut self,
        pool: &mut TermPool,
        before: Timeline<'_>,
        (at, bytes): (TermId, u32),
        depth: u32,
        layers: &mut Vec<Layer>,
    ) -> Option<TermId> {
        match &before.updates[before.when] {
            Update::Alloc { .. } | Update::End { .. } | Update::Rename { .. } => None,
            Update::Forget { base, earlier, .. } => {
                let any = self.unknown(pool, (before.plane, *base), at, bytes);
                let Some(earlier) = earlier.as_ref().filter(|_| before.plane == Plane::Written)
                else {
                    return Some(any);
                };
                let earlier = Timeline {
                    updates: earlier,
                    when: earlier.len(),
                    ..before
                };
                let written = self.resolve(pool, earlier, at, bytes, depth);
                Some(pool.bv_or(written, any))
            }
            Update::ForgetSeen { base, .. } => {
                self.seen_layer(pool, (before, *base), (at, bytes), depth, layers)
            }
            Update::Begin | Update::Given { .. } if before.plane == Plane::Value => None,
            Update::Begin => Some(pool.bv_const(8 * bytes, mask(8 * bytes))),
            Update::Write {
                at: to,
                bytes: size,
                value,
                owner,
                written,
                ..
            } => {
                let value = match before.plane {
                    Plane::Value => *value,
                    Plane::Written => {
                        written.unwrap_or_else(|| pool.bv_const(8 * size, mask(8 * size)))
                    }
                };
                let write = (*to, *size, value, *owner);
                let layer = self.write_layer(pool, before, (at, bytes), write)?;
                match layer {
                    Layer::Whole(c, v) if pool.as_bool(c) == Some(true) => return Some(v),
                    Layer::Whole(c, _) | Layer::Patch { condition: c, .. }
                        if pool.as_bool(c) == Some(false) => {}
                    layer => layers.push(layer),
                }
                None
            }
            Update::Unknown { range, .. }
            | Update::Given { range }
            | Update::Fill { range, .. }
            | Update::Copy { range, .. } => {
                self.range_layer(pool, before, (at, bytes), *range, depth, layers)
            }
        }
    }

    /// What a read meets where somebody outside may have changed all that is not hidden.
    fn seen_layer(
        &mut self,
        pool: &mut TermPool,
        (before, base): (Timeline<'_>, Base),
        (at, bytes): (TermId, u32),
        depth: u32,
        layers: &mut Vec<Layer>,
    ) -> Option<TermId> {
        let any = self.unknown(pool, (before.plane, base), at, bytes);
        let hidden = self.is_hidden_range(pool, before, at, bytes);
        if before.plane == Plane::Written {
            let written = self.resolve(pool, before, at, bytes, depth);
            let more = pool.bv_or(written, any);
            return Some(choose(pool, hidden, written, more));
        }
        match pool.as_bool(hidden) {
            Some(true) => None,
            Some(false) => Some(any),
            None => {
                let seen = pool.not(hidden);
                layers.push(Layer::Whole(seen, any));
                None
            }
        }
    }

    /// Whether some bytes belong to a hidden variable. An object has no gaps, so the first and
    /// the last one tell.
    pub(crate) fn is_hidden_range(
        &mut self,
        pool: &mut TermPool,
        state: Timeline<'_>,
        at: TermId,
        bytes: u32,
    ) -> TermId {
        let last = self.addresses.plus(pool, at, u64::from(bytes - 1));
        let first = self.owner(pool, state, at);
        let last = self.owner(pool, state, last);
        let one = equal_ids(pool, first, last);
        let hidden = self.is_hidden(pool, first);
        both(pool, one, hidden)
    }

    /// Whether an owner is a hidden variable. Of an owner that is not known only those variables
    /// are considered that occur already: to take a hidden one for one that is seen allows more.
    pub(crate) fn is_hidden(&mut self, pool: &mut TermPool, owner: TermId) -> TermId {
        if pool.is_const(owner) {
            let variable = number(pool, owner).and_then(vocabulary::variable_of_object);
            return pool.bool(variable.is_some_and(|v| self.hidden.contains(&v)));
        }
        let known = self.known_variables.intersection(&self.hidden);
        let known: Vec<VarId> = known.copied().take(FEW_VARIABLES).collect();
        let mut hidden = pool.fls();
        for v in known {
            let id = pool.bv_const(vocabulary::OBJECT_BITS, vocabulary::object_id(v));
            let is_this = equal_ids(pool, owner, id);
            hidden = either(pool, hidden, is_this);
        }
        hidden
    }

    /// R1, R2, R3: two aligned powers of two are nested or apart.
    fn write_layer(
        &mut self,
        pool: &mut TermPool,
        before: Timeline<'_>,
        (at, bytes): (TermId, u32),
        (to, size, value, owner): (TermId, u32, TermId, TermId),
    ) -> Option<Layer> {
        let condition = self.meets(pool, before, (at, bytes), (to, size, owner))?;
        if bytes > size {
            return Some(Layer::Patch {
                condition,
                at: to,
                bytes: size,
                value,
            });
        }
        let part = self.part(pool, value, (to, size), (at, bytes));
        Some(Layer::Whole(condition, part))
    }

    /// Whether a read and a write, both aligned, share bytes; `None` if they surely do not.
    pub(crate) fn meets(
        &mut self,
        pool: &mut TermPool,
        before: Timeline<'_>,
        (at, bytes): (TermId, u32),
        (to, size, owner): (TermId, u32, TermId),
    ) -> Option<TermId> {
        let outer = self.addresses.round(pool, at, size.max(bytes));
        let target = self.addresses.round(pool, to, size.max(bytes));
        let meets = self.addresses.equal(pool, outer, target);
        if pool.as_bool(meets) == Some(false) {
            return None;
        }
        let possible = if bytes > size {
            self.may_contain(pool, before, (at, bytes), owner)
        } else {
            let reader = self.owner(pool, before, at);
            equal_ids(pool, reader, owner)
        };
        Some(both(pool, possible, meets))
    }

    /// Whether a read may contain bytes of an object. Not if another object owns its first and its
    /// last byte: an object has no gaps. (A wild lvalue may lie across two objects.)
    fn may_contain(
        &mut self,
        pool: &mut TermPool,
        before: Timeline<'_>,
        (at, bytes): (TermId, u32),
        owner: TermId,
    ) -> TermId {
        let last = self.addresses.plus(pool, at, u64::from(bytes - 1));
        let first = self.owner(pool, before, at);
        let last = self.owner(pool, before, last);
        let one = equal_ids(pool, first, last);
        let wild = self.is_free(pool, first);
        let same = equal_ids(pool, first, owner);
        let across = match pool.as_bool(one) {
            Some(true) => pool.fls(),
            Some(false) => pool.tru(),
            None => pool.not(one),
        };
        let unsure = either(pool, across, wild);
        either(pool, unsure, same)
    }

    /// The bytes of a value stored at `to` that a read at `at` inside it sees.
    fn part(
        &mut self,
        pool: &mut TermPool,
        value: TermId,
        (to, size): (TermId, u32),
        (at, bytes): (TermId, u32),
    ) -> TermId {
        if size == bytes {
            return value;
        }
        let offset = self.offset(pool, (to, size), (at, bytes));
        let shifted = match offset {
            Ok(bits) => return pool.extract(bits + 8 * bytes - 1, bits, value),
            Err(amount) => pool.bv_lshr(value, amount),
        };
        pool.extract(8 * bytes - 1, 0, shifted)
    }

    /// Where in a value of `size` bytes at `to` the `bytes` bytes at `at` stand, in bits: a
    /// number, or a term of the value's width.
    fn offset(
        &mut self,
        pool: &mut TermPool,
        (to, size): (TermId, u32),
        (at, bytes): (TermId, u32),
    ) -> Result<u32, TermId> {
        if let Some(distance) = self.addresses.distance(pool, at, to) {
            let distance = (distance as u32).min(size - bytes);
            return Ok(8 * match self.order {
                ByteOrder::Little => distance,
                ByteOrder::Big => size - bytes - distance,
            });
        }
        // The outer address is a multiple of its size, so the low bits of the inner one are the distance.
        let bits = size.trailing_zeros();
        let low = pool.extract(bits - 1, 0, at);
        let width = 8 * size;
        let low = if width > bits {
            pool.zero_ext(width, low)
        } else {
            low
        };
        let distance = match self.order {
            ByteOrder::Little => low,
            ByteOrder::Big => {
                let last = pool.bv_const(width, u128::from(size - bytes));
                pool.bv_sub(last, low)
            }
        };
        let eight = pool.bv_const(width, 8);
        Err(pool.bv_mul(distance, eight))
    }

    /// A read over a range of bytes.
    fn range_layer(
        &mut self,
        pool: &mut TermPool,
        before: Timeline<'_>,
        (at, bytes): (TermId, u32),
        range: Range,
        depth: u32,
        layers: &mut Vec<Layer>,
    ) -> Option<TermId> {
        let inside = self.inside(pool, before, (at, bytes), range);
        let Some(inside) = inside else {
            // Not decided as a whole: byte by byte. This ends the read, the bytes go on.
            return Some(self.bytewise(pool, before, at, bytes, depth));
        };
        if pool.as_bool(inside) == Some(false) {
            return None;
        }
        let value = self.range_value(pool, before, (at, bytes), depth);
        if pool.as_bool(inside) == Some(true) {
            return Some(value);
        }
        layers.push(Layer::Whole(inside, value));
        None
    }

    /// The read of the bytes one after the other, this update included.
    fn bytewise(
        &mut self,
        pool: &mut TermPool,
        before: Timeline<'_>,
        at: TermId,
        bytes: u32,
        depth: u32,
    ) -> TermId {
        let now = Timeline {
            when: before.when + 1,
            ..before
        };
        let mut parts = Vec::new();
        for i in 0..bytes {
            let byte = self.addresses.plus(pool, at, u64::from(i));
            parts.push(self.resolve(pool, now, byte, 1, depth));
        }
        self.join(pool, &parts)
    }

    /// A value from its parts in the order of their addresses.
    pub(crate) fn join(&self, pool: &mut TermPool, parts: &[TermId]) -> TermId {
        let step = |pool: &mut TermPool, whole: Option<TermId>, part: TermId| match whole {
            None => part,
            Some(whole) if self.order == ByteOrder::Little => pool.concat(part, whole),
            Some(whole) => pool.concat(whole, part),
        };
        let mut whole = None;
        for &part in parts {
            whole = Some(step(pool, whole, part));
        }
        whole.unwrap_or_else(|| pool.bv_const(8, 0))
    }

    /// Whether all bytes of a read lie in a range (else none does); `None` if that is no
    /// single question.
    pub(crate) fn inside(
        &mut self,
        pool: &mut TermPool,
        before: Timeline<'_>,
        (at, bytes): (TermId, u32),
        range: Range,
    ) -> Option<TermId> {
        let length = number(pool, range.len).map(u128::from);
        let distance = self.addresses.distance(pool, at, range.at);
        if let (Some(length), Some(distance)) = (length, distance) {
            return whole_inside(distance, bytes, length, self.addresses.bits())
                .map(|b| pool.bool(b));
        }
        let n = u64::from(bytes);
        let aligned = self.addresses.alignment(pool, range.at) >= n
            && self.addresses.alignment(pool, range.len) >= n;
        if bytes > 1 && !aligned {
            let reader = self.whole_owner(pool, before, at, bytes)?;
            let same = equal_ids(pool, reader, range.owner?);
            return (pool.as_bool(same) == Some(false)).then_some(same);
        }
        // The first byte is inside exactly if all are; then it has the owner of the range.
        let same = match range.owner {
            Some(owner) => {
                let reader = self.owner(pool, before, at);
                equal_ids(pool, reader, owner)
            }
            None => pool.tru(),
        };
        let inside = self.addresses.within(pool, at, range.at, range.len);
        Some(both(pool, same, inside))
    }

    /// What a read inside the range of an update sees.
    fn range_value(
        &mut self,
        pool: &mut TermPool,
        before: Timeline<'_>,
        (at, bytes): (TermId, u32),
        depth: u32,
    ) -> TermId {
        match &before.updates[before.when] {
            Update::Unknown { is_new: true, .. } if before.plane == Plane::Written => {
                pool.bv_const(8 * bytes, 0)
            }
            Update::Unknown { .. } | Update::Fill { .. } | Update::Given { .. }
                if before.plane == Plane::Written =>
            {
                pool.bv_const(8 * bytes, mask(8 * bytes))
            }
            Update::Unknown { base, .. } => self.unknown(pool, (before.plane, *base), at, bytes),
            Update::Fill { byte, .. } => {
                let parts = vec![*byte; bytes as usize];
                self.join(pool, &parts)
            }
            Update::Copy { range, from, when } if depth < COPY_DEPTH => {
                let source = self.source(pool, at, *range, *from);
                let state = Timeline {
                    when: *when,
                    ..before
                };
                self.read_unaligned(pool, state, source, bytes, depth + 1)
            }
            _ => pool.fresh_var("any", Sort::Bv(8 * bytes)),
        }
    }

    /// Where a copy took what stands at an address in its range.
    pub(crate) fn source(
        &mut self,
        pool: &mut TermPool,
        at: TermId,
        range: Range,
        from: TermId,
    ) -> TermId {
        let offset = self.addresses.difference(pool, at, range.at);
        let offset = self.addresses.term(pool, &offset);
        let source = pool.bv_add(from, offset);
        self.addresses.plus(pool, source, 0)
    }

    /// A read at an address as it is: whole if it is known to be aligned, else byte by byte.
    fn read_unaligned(
        &mut self,
        pool: &mut TermPool,
        state: Timeline<'_>,
        at: TermId,
        bytes: u32,
        depth: u32,
    ) -> TermId {
        if self.addresses.alignment(pool, at) >= u64::from(bytes) {
            return self.resolve(pool, state, at, bytes, depth);
        }
        let mut parts = Vec::new();
        for i in 0..bytes {
            let byte = self.addresses.plus(pool, at, u64::from(i));
            parts.push(self.resolve(pool, state, byte, 1, depth));
        }
        self.join(pool, &parts)
    }

    /// A layer on top of what lies below it.
    fn over(
        &mut self,
        pool: &mut TermPool,
        layer: Layer,
        (at, bytes): (TermId, u32),
        below: TermId,
    ) -> TermId {
        match layer {
            Layer::Whole(condition, value) => choose(pool, condition, value, below),
            Layer::Patch {
                condition,
                at: to,
                bytes: size,
                value,
            } => {
                let patched = self.patch(pool, below, (at, bytes), value, (to, size));
                choose(pool, condition, patched, below)
            }
        }
    }

    /// A value with some of its bytes replaced.
    fn patch(
        &mut self,
        pool: &mut TermPool,
        whole: TermId,
        (at, bytes): (TermId, u32),
        value: TermId,
        (to, size): (TermId, u32),
    ) -> TermId {
        let width = 8 * bytes;
        let value = pool.zero_ext(width, value);
        let ones = pool.bv_const(width, mask(8 * size));
        let amount = match self.offset(pool, (at, bytes), (to, size)) {
            Ok(bits) => pool.bv_const(width, u128::from(bits)),
            Err(amount) => amount,
        };
        let hole = pool.bv_shl(ones, amount);
        let hole = pool.bv_not(hole);
        let kept = pool.bv_and(whole, hole);
        let value = pool.bv_shl(value, amount);
        pool.bv_or(kept, value)
    }

    /// What an unknown memory holds, with the consistency of reads that contain one another.
    fn unknown(
        &mut self,
        pool: &mut TermPool,
        (plane, base): (Plane, Base),
        at: TermId,
        bytes: u32,
    ) -> TermId {
        if let Some(&known) = self.reads.get(&(plane, base, bytes, at)) {
            return known;
        }
        let (bits, version) = (8 * bytes, base.0);
        let symbol = match plane {
            Plane::Value => Symbol::Read { bits, version },
            Plane::Written => Symbol::Written { bits, version },
        };
        let from = Sort::Bv(self.addresses.bits());
        let function = pool.declare_fun(symbol, &[from], Sort::Bv(8 * bytes));
        let value = pool.apply(function, &[at]);
        self.reads.insert((plane, base, bytes, at), value);
        self.relate(pool, (plane, base), (at, bytes), value);
        value
    }

    /// L1, for reads whose distance is a constant: both ways, as either may come first.
    fn relate(
        &mut self,
        pool: &mut TermPool,
        (plane, base): (Plane, Base),
        (at, bytes): (TermId, u32),
        value: TermId,
    ) {
        for size in vocabulary::READ_BYTES.into_iter().filter(|&n| n > bytes) {
            let outer = self.addresses.round(pool, at, size);
            let near = self.addresses.distance(pool, at, outer).is_some();
            if let (true, Some(&whole)) = (near, self.reads.get(&(plane, base, size, outer))) {
                let part = self.part(pool, whole, (outer, size), (at, bytes));
                let lemma = pool.eq(value, part);
                self.lemmas.push(lemma);
            }
        }
        for size in vocabulary::READ_BYTES.into_iter().filter(|&n| n < bytes) {
            for i in 0..bytes / size {
                let inner = self.addresses.plus(pool, at, u64::from(i * size));
                if let Some(&inside) = self.reads.get(&(plane, base, size, inner)) {
                    let part = self.part(pool, value, (at, bytes), (inner, size));
                    let lemma = pool.eq(inside, part);
                    self.lemmas.push(lemma);
                }
            }
        }
    }
}

/// The list of updates up to a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timeline<'a> {
    pub(crate) updates: &'a [Update],
    pub(crate) when: usize,
    /// The variables that lived when the path began.
    pub(crate) objects: &'a Rc<Objects>,
    /// Owners where the path began that every region there states.
    pub(crate) stated: &'a Rc<Stated>,
    /// What reads ask for.
    pub(crate) plane: Plane,
}

/// Whether a read at a constant distance lies in a range: `None` if it is partly inside.
fn whole_inside(distance: u64, bytes: u32, length: u128, bits: u32) -> Option<bool> {
    let distance = u128::from(distance);
    if distance + u128::from(bytes) <= length {
        return Some(true);
    }
    // A read that starts before the range reaches it from behind, around the end of memory.
    let around = (1u128 << bits) - distance;
    let outside = distance >= length && (around >= u128::from(bytes) || length == 0);
    outside.then_some(false)
}

/// `c ? a : b`, decided where `c` is.
pub(crate) fn choose(pool: &mut TermPool, c: TermId, a: TermId, b: TermId) -> TermId {
    match pool.as_bool(c) {
        Some(true) => a,
        Some(false) => b,
        None if a == b => a,
        None => pool.ite(c, a, b),
    }
}

/// `a ∧ b`, decided where one of them is.
pub(crate) fn both(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    match (pool.as_bool(a), pool.as_bool(b)) {
        (Some(true), _) | (_, Some(false)) => b,
        (Some(false), _) | (_, Some(true)) => a,
        _ => pool.and(a, b),
    }
}

/// A disjunction, decided where a side is.
pub(crate) fn either(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    match (pool.as_bool(a), pool.as_bool(b)) {
        (Some(false), _) | (_, Some(true)) => b,
        (Some(true), _) | (_, Some(false)) => a,
        _ => pool.or(a, b),
    }
}

/// Whether two ids are the same, decided where they are constants or one term.
pub(crate) fn equal_ids(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    if a == b {
        return pool.tru();
    }
    if pool.is_const(a) && pool.is_const(b) {
        return pool.fls();
    }
    pool.eq(a.min(b), a.max(b))
}
