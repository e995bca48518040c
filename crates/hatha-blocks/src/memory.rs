//! Memory inside a block: a list of updates over the memory before it.
//!
//! A read is resolved against the list, newest update first, as
//! `docs/memory-model.md` says; what falls through is an application of `rdN`,
//! the words that predicates have for memory.
//!
//! **Soundness.** Where two accesses may or may not meet, the value is a
//! conditional on their addresses. Accesses to different objects are taken to be
//! apart, which holds for accesses that do not fault: a predicate whose address
//! leaves its object may be misjudged here, and then the checker refuses the
//! proof. What has no value here is an *open* variable, which may be anything.

use crate::made::Sites;
use crate::pointee::Pointee;
use crate::points::Names;
use crate::sums::{Sum, mask, number};
use crate::tuning::memory::READ_STEPS;
use hatha_cfa::EdgeId;
use hatha_defect::{Defect, is_on};
use hatha_proof::vocabulary;
use hatha_term::{Bv, Sort, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A change of memory.
#[derive(Clone, Debug, PartialEq)]
pub enum Update {
    /// A value of 1, 2, 4 or 8 bytes at a multiple of its size.
    Write {
        /// Where.
        at: TermId,
        /// Its size.
        bytes: u32,
        /// What.
        value: TermId,
        /// What it leads to, if it is a whole pointer and somebody asks.
        pointee: Option<Pointee>,
        /// Which of its bits have been written then; all, if nothing is said.
        written: Option<TermId>,
    },
    /// A new object at the address that this variable stands for, of unknown contents.
    New(TermId),
    /// All bytes of a range get one value.
    Fill {
        /// Where.
        at: TermId,
        /// How many bytes.
        len: TermId,
        /// Which.
        byte: TermId,
    },
    /// A range gets what another held before.
    Copy {
        /// Where to.
        at: TermId,
        /// How many bytes.
        len: TermId,
        /// Where from.
        from: TermId,
    },
    /// Everything is unknown.
    Forget,
    /// Somebody outside may have written anything but the objects at these addresses, which only the
    /// program can see; nobody takes away what has been written.
    ForgetValues(Rc<FxHashSet<TermId>>),
    /// Somebody outside may have written these bytes, which counts.
    Given {
        /// Where.
        at: TermId,
        /// How many bytes.
        len: TermId,
    },
    /// The object with an id ends, if somebody asks where pointers in memory lead.
    End(TermId),
    /// The block of the heap at an address ends.
    Freed(TermId),
    /// Any blocks of the heap may end.
    EndBlocks,
    /// What the program's variables hold at the start, by their addresses.
    Start(Rc<FxHashMap<TermId, Vec<Update>>>),
}

impl Update {
    /// The terms that it is made of; what variables hold at the start is not looked at.
    pub fn terms(&self) -> Vec<TermId> {
        match *self {
            Update::Write {
                at,
                value,
                pointee,
                written,
                ..
            } => {
                let pointee = pointee.iter().flat_map(Pointee::all);
                [at, value]
                    .into_iter()
                    .chain(pointee)
                    .chain(written)
                    .collect()
            }
            Update::Given { at, len } => vec![at, len],
            Update::End(id) => vec![id],
            Update::Freed(at) => vec![at],
            Update::Fill { at, len, byte } => vec![at, len, byte],
            Update::Copy { at, len, from } => vec![at, len, from],
            Update::New(_)
            | Update::Forget
            | Update::ForgetValues(_)
            | Update::EndBlocks
            | Update::Start(_) => Vec::new(),
        }
    }
}

/// What a read meets on its way down the list: it lies over what is found below.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer {
    /// Whether the two meet.
    pub(crate) meets: TermId,
    /// The value then; what an update wrote, if that is only a part.
    value: TermId,
    /// Where an update wrote less than what is read.
    part: Option<TermId>,
}

/// How an access stands to the bytes of an update.
pub(crate) enum Relation {
    /// They share nothing.
    Apart,
    /// All bytes of the read are among those of the update, from this one on.
    Inside(u64),
    /// Some but not all, or more than those.
    Overlap,
    /// It depends.
    Unknown,
}

/// What is asked of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Plane {
    /// What they hold.
    Value,
    /// Which of their bits have been written.
    Written,
}

/// Resolves reads. One for all blocks.
#[derive(Debug)]
pub struct Resolver {
    bits: u32,
    sums: FxHashMap<TermId, Rc<Sum>>,
    /// Variables that stand for the address of an object.
    objects: FxHashSet<TermId>,
    /// Those of them that mean something in one block only.
    passing: FxHashSet<TermId>,
    /// Where pointers lead that lead to one object only.
    names: Names,
    /// Conditions on which reads were made to depend.
    aliases: FxHashSet<TermId>,
    /// Values of reads that nothing is known about: how many updates are older than the one that
    /// hides them, address and size. Two blocks may share one; no question is about two blocks.
    open: FxHashMap<(Plane, usize, TermId, u32), TermId>,
    /// The same for where pointers lead.
    pointees: FxHashMap<(usize, TermId), Pointee>,
    /// Classes of blocks that may have ended.
    classes: FxHashMap<TermId, TermId>,
    /// The alignment of objects, by the variables that stand for their addresses.
    aligns: FxHashMap<TermId, u32>,
    /// Which blocks of the heap begin where.
    pub(crate) sites: Sites,
}

/// The open variables that resolving a read brought about.
pub(crate) type Opened = Vec<TermId>;

impl Resolver {
    /// For addresses of so many bits.
    pub fn new(bits: u32) -> Self {
        Resolver {
            bits,
            sums: FxHashMap::default(),
            objects: FxHashSet::default(),
            passing: FxHashSet::default(),
            names: Names::default(),
            aliases: FxHashSet::default(),
            open: FxHashMap::default(),
            pointees: FxHashMap::default(),
            classes: FxHashMap::default(),
            aligns: FxHashMap::default(),
            sites: Sites::default(),
        }
    }

    /// Notes how an object is aligned.
    pub(crate) fn set_align(&mut self, address: TermId, align: u32) {
        self.aligns.insert(address, align);
    }

    /// How far an address lies behind a multiple of a power of two, if that is known.
    pub(crate) fn remainder(&mut self, pool: &TermPool, at: TermId, align: u32) -> Option<u64> {
        let sum = self.sum(pool, at);
        let is_multiple = |(t, factor): &(TermId, u64)| {
            let known = self.aligns.get(t).copied().unwrap_or(1);
            u64::from(known).wrapping_mul(*factor) % u64::from(align) == 0
        };
        let whole = sum.parts.iter().all(is_multiple);
        whole.then_some(sum.constant & u64::from(align - 1))
    }

    /// Bits of an address.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// Notes that a variable is the address of an object.
    pub fn add_object(&mut self, address: TermId) {
        self.objects.insert(address);
    }

    /// Gives objects names: what leads to one object only is an address in it.
    pub fn name(&mut self, names: Names) {
        self.objects.extend(names.objects());
        self.sums.clear();
        self.open.clear();
        self.pointees.clear();
        self.names = names;
    }

    /// Notes that a variable is the address that an allocation gives.
    pub(crate) fn add_allocated(&mut self, address: TermId, edge: EdgeId) {
        self.add_new(address);
        self.names.allocated(address, edge);
    }

    /// Notes that a variable is the address of an object that a block makes.
    pub(crate) fn add_new(&mut self, address: TermId) {
        self.add_object(address);
        self.passing.insert(address);
    }

    /// The place that an address is, if it lies in an object that outlasts a block: the variable
    /// that stands for the object, and how far into it.
    pub fn lasting(&mut self, pool: &TermPool, at: TermId) -> Option<(TermId, u64)> {
        let sum = self.sum(pool, at);
        let &[(object, 1)] = sum.parts.as_slice() else {
            return None;
        };
        let lasts = self.objects.contains(&object) && !self.passing.contains(&object);
        lasts.then_some((object, sum.constant))
    }

    /// Notes that a read depends on a condition.
    pub(crate) fn add_alias(&mut self, condition: TermId) {
        self.aliases.insert(condition);
    }

    /// Whether a term is a condition on which some read depends.
    pub fn is_alias(&self, term: TermId) -> bool {
        self.aliases.contains(&term)
    }

    /// Notes that one term has become another: a condition on which reads depend stays one.
    pub fn follow(&mut self, before: TermId, after: TermId) {
        if self.aliases.contains(&before) {
            self.aliases.insert(after);
        }
    }

    /// What `bytes` bytes hold after updates.
    pub fn read(
        &mut self,
        pool: &mut TermPool,
        updates: &[Update],
        (at, bytes): (TermId, u32),
        opened: &mut Opened,
    ) -> TermId {
        Read::new(self, pool, opened).resolve(updates, at, bytes)
    }

    /// Which bits of `bytes` bytes have been written after updates.
    pub fn written(
        &mut self,
        pool: &mut TermPool,
        updates: &[Update],
        (at, bytes): (TermId, u32),
        opened: &mut Opened,
    ) -> TermId {
        let mut read = Read::new(self, pool, opened);
        read.plane = Plane::Written;
        read.resolve(updates, at, bytes)
    }

    /// What a term about memory at an address is after updates: a read, where a pointer leads, or
    /// which block begins there.
    pub fn held(
        &mut self,
        pool: &mut TermPool,
        updates: &[Update],
        (term, at): (TermId, TermId),
        opened: &mut Opened,
    ) -> TermId {
        if let Some((ghost, _)) = vocabulary::as_stored_ghost(pool, term) {
            return self.pointee(pool, updates, at, opened).get(ghost);
        }
        if let Some((bytes, _)) = vocabulary::as_written(pool, term) {
            return self.written(pool, updates, (at, bytes), opened);
        }
        if vocabulary::as_owner(pool, term).is_some() {
            return self.id_of_start(pool, updates, at, opened);
        }
        if vocabulary::as_made(pool, term).is_some() {
            return self.made(pool, updates, at, opened);
        }
        match vocabulary::as_read(pool, term) {
            Some((bytes, _)) => self.read(pool, updates, (at, bytes), opened),
            None => term,
        }
    }

    fn sum(&mut self, pool: &TermPool, t: TermId) -> Rc<Sum> {
        if let Some(sum) = self.sums.get(&t) {
            return Rc::clone(sum);
        }
        let sum = Rc::new(self.named(pool, Sum::of(pool, t)));
        self.sums.insert(t, Rc::clone(&sum));
        sum
    }

    /// A sum in which pointers that lead to one place are addresses in their object.
    fn named(&mut self, pool: &TermPool, mut sum: Sum) -> Sum {
        for i in 0..sum.parts.len() {
            let (pointer, factor) = sum.parts[i];
            if let (1, Some((object, offset))) = (factor, self.place(pool, pointer)) {
                sum.parts[i].0 = object;
                sum.constant = mask(self.bits, sum.constant.wrapping_add(offset));
            }
        }
        sum.parts.sort_unstable_by_key(|p| p.0);
        sum
    }

    /// Where a pointer leads, if to one place only: the object and how far into it.
    fn place(&mut self, pool: &TermPool, pointer: TermId) -> Option<(TermId, u64)> {
        if let Some(place) = self.names.slot(pointer) {
            return Some(place);
        }
        let (bytes, at) = vocabulary::as_read(pool, pointer)?;
        if self.names.is_empty() || 8 * bytes != self.bits {
            return None;
        }
        let sum = self.sum(pool, at);
        let &[(object, 1)] = sum.parts.as_slice() else {
            return None;
        };
        self.names.word(object, sum.constant)
    }

    /// The object that an address is computed from.
    pub(crate) fn root(&mut self, pool: &TermPool, t: TermId) -> Option<TermId> {
        let sum = self.sum(pool, t);
        let mut roots = sum.parts.iter().filter(|p| self.objects.contains(&p.0));
        let root = roots.next().filter(|p| p.1 == 1)?;
        roots.next().is_none().then_some(root.0)
    }

    /// `a − b`, if that is a constant.
    pub(crate) fn distance(&mut self, pool: &TermPool, a: TermId, b: TermId) -> Option<u64> {
        let (a, b) = (self.sum(pool, a), self.sum(pool, b));
        (a.parts == b.parts).then(|| mask(self.bits, a.constant.wrapping_sub(b.constant)))
    }

    /// How a read of `n` bytes at `a` stands to `len` bytes at `b`.
    pub(crate) fn relation(
        &mut self,
        pool: &TermPool,
        (a, n): (TermId, u32),
        (b, len): (TermId, Option<u64>),
    ) -> Relation {
        let n = u64::from(n);
        if let (Some(distance), Some(len)) = (self.distance(pool, a, b), len) {
            let behind = mask(self.bits, distance.wrapping_neg());
            return if distance.checked_add(n).is_some_and(|end| end <= len) {
                Relation::Inside(distance)
            } else if distance >= len && (behind >= n || distance == 0) {
                Relation::Apart
            } else {
                Relation::Overlap
            };
        }
        let (ra, rb) = (self.root(pool, a), self.root(pool, b));
        match (ra, rb) {
            (Some(x), Some(y)) if x != y => Relation::Apart,
            _ if is_on(Defect::OneAliasCase) => Relation::Apart,
            _ => Relation::Unknown,
        }
    }
}

/// A read under way.
pub(crate) struct Read<'r> {
    pub(crate) resolver: &'r mut Resolver,
    pub(crate) pool: &'r mut TermPool,
    opened: &'r mut Opened,
    steps: usize,
    plane: Plane,
}

impl<'r> Read<'r> {
    pub(crate) fn new(
        resolver: &'r mut Resolver,
        pool: &'r mut TermPool,
        opened: &'r mut Opened,
    ) -> Self {
        Read {
            resolver,
            pool,
            opened,
            steps: 0,
            plane: Plane::Value,
        }
    }

    /// Counts an update; whether there was room for it.
    pub(crate) fn try_step(&mut self) -> bool {
        self.steps += 1;
        self.steps <= READ_STEPS
    }

    fn resolve(&mut self, updates: &[Update], at: TermId, bytes: u32) -> TermId {
        let mut layers: Vec<Layer> = Vec::new();
        let mut found = None;
        for (i, update) in updates.iter().enumerate().rev() {
            if !self.try_step() {
                found = Some(self.unknown(i, at, bytes));
                break;
            }
            found = self.over(update, &updates[..i], (at, bytes), &mut layers);
            if found.is_some() {
                break;
            }
        }
        let below = found.unwrap_or_else(|| self.before(at, bytes));
        let layers = layers.into_iter().rev();
        layers.fold(below, |below, layer| self.lay(layer, below))
    }

    fn lay(&mut self, layer: Layer, below: TermId) -> TermId {
        let value = match layer.part {
            None => layer.value,
            Some(at) => self.patched(below, at, layer.value),
        };
        if value != below {
            self.resolver.aliases.insert(layer.meets);
        }
        self.pool.ite(layer.meets, value, below)
    }

    /// A value with the bytes at an address inside it replaced.
    fn patched(&mut self, below: TermId, at: TermId, value: TermId) -> TermId {
        let (width, bits) = (self.pool.width(below), self.pool.width(value));
        let shift = self.shift(at, width);
        let ones = self.pool.bv(Bv::ones(bits));
        let hole = self.pool.zero_ext(width, ones);
        let hole = self.pool.bv_shl(hole, shift);
        let hole = self.pool.bv_not(hole);
        let kept = self.pool.bv_and(below, hole);
        let value = self.pool.zero_ext(width, value);
        let placed = self.pool.bv_shl(value, shift);
        self.pool.bv_or(kept, placed)
    }

    /// Where an address lies in an aligned value of `width` bits around it, in bits.
    fn shift(&mut self, at: TermId, width: u32) -> TermId {
        let bytes = width / 8;
        let low = self.pool.extract(bytes.trailing_zeros() - 1, 0, at);
        let low = self.pool.zero_ext(width, low);
        let eight = self.pool.bv_const(width, 8);
        self.pool.bv_mul(low, eight)
    }

    /// An address rounded down to a multiple of a power of two.
    fn round(&mut self, at: TermId, bytes: u32) -> TermId {
        let mask = mask(self.resolver.bits, !u64::from(bytes - 1));
        let mask = self.pool.bv_const(self.resolver.bits, u128::from(mask));
        self.pool.bv_and(at, mask)
    }

    /// What one update does to a read: its value if the read ends here.
    fn over(
        &mut self,
        update: &Update,
        older: &[Update],
        (at, bytes): (TermId, u32),
        layers: &mut Vec<Layer>,
    ) -> Option<TermId> {
        match update {
            Update::End(_) | Update::Freed(_) | Update::EndBlocks => None,
            Update::Forget => Some(self.unknown(older.len(), at, bytes)),
            Update::ForgetValues(hidden) if self.is_in_one_of(hidden, at) => None,
            Update::ForgetValues(_) => {
                let any = self.unknown(older.len(), at, bytes);
                Some(match self.plane {
                    Plane::Value => any,
                    Plane::Written => {
                        let before = self.resolve(older, at, bytes);
                        self.pool.bv_or(before, any)
                    }
                })
            }
            Update::New(address) => {
                let root = self.resolver.root(self.pool, at);
                let new = self.resolver.root(self.pool, *address);
                (root.is_some() && root == new).then(|| match self.plane {
                    Plane::Value => self.unknown(older.len(), at, bytes),
                    Plane::Written => self.pool.bv_const(8 * bytes, 0),
                })
            }
            Update::Start(_) if self.plane == Plane::Written => {
                Some(self.pool.bv(Bv::ones(8 * bytes)))
            }
            Update::Start(contents) => {
                let root = self.resolver.root(self.pool, at);
                let held = root.and_then(|r| contents.get(&r));
                // What the entry finds behind other pointers is arbitrary.
                held.map(|updates| self.resolve(updates, at, bytes))
            }
            Update::Write {
                at: to,
                bytes: size,
                value,
                written,
                ..
            } => {
                let value = match self.plane {
                    Plane::Value => *value,
                    Plane::Written => written.unwrap_or_else(|| self.pool.bv(Bv::ones(8 * *size))),
                };
                self.over_write(older, (at, bytes), (*to, *size, value), layers)
            }
            Update::Given { .. } if self.plane == Plane::Value => None,
            Update::Fill { at: to, len, .. }
            | Update::Copy { at: to, len, .. }
            | Update::Given { at: to, len } => {
                self.over_range(update, older, (at, bytes), (*to, *len), layers)
            }
        }
    }

    /// Whether an address is computed from that of one of some objects.
    pub(crate) fn is_in_one_of(&mut self, objects: &FxHashSet<TermId>, at: TermId) -> bool {
        let root = self.resolver.root(self.pool, at);
        root.is_some_and(|r| objects.contains(&r))
    }

    fn over_write(
        &mut self,
        older: &[Update],
        (at, bytes): (TermId, u32),
        (to, size, value): (TermId, u32, TermId),
        layers: &mut Vec<Layer>,
    ) -> Option<TermId> {
        let whole = Some(u64::from(size));
        match self.resolver.relation(self.pool, (at, bytes), (to, whole)) {
            Relation::Apart => None,
            Relation::Inside(distance) => {
                let low = 8 * distance as u32;
                Some(self.pool.extract(low + 8 * bytes - 1, low, value))
            }
            Relation::Overlap => {
                let newer = Update::Write {
                    at: to,
                    bytes: size,
                    value,
                    pointee: None,
                    written: Some(value),
                };
                Some(self.bytewise(&newer, older, at, bytes))
            }
            Relation::Unknown => {
                layers.push(self.may_meet((at, bytes), (to, size, value)));
                None
            }
        }
    }

    /// Two aligned powers of two are nested or apart.
    pub(crate) fn may_meet(
        &mut self,
        (at, bytes): (TermId, u32),
        (to, size, value): (TermId, u32, TermId),
    ) -> Layer {
        if bytes > size {
            let around = self.round(to, bytes);
            return Layer {
                meets: self.pool.eq(at, around),
                value,
                part: Some(to),
            };
        }
        if bytes == size {
            let meets = self.pool.eq(at, to);
            return Layer {
                meets,
                value,
                part: None,
            };
        }
        let around = self.round(at, size);
        let shift = self.shift(at, 8 * size);
        let shifted = self.pool.bv_lshr(value, shift);
        Layer {
            meets: self.pool.eq(around, to),
            value: self.pool.extract(8 * bytes - 1, 0, shifted),
            part: None,
        }
    }

    fn over_range(
        &mut self,
        update: &Update,
        older: &[Update],
        (at, bytes): (TermId, u32),
        (to, len): (TermId, TermId),
        layers: &mut Vec<Layer>,
    ) -> Option<TermId> {
        let length = number(self.pool, len);
        match self.resolver.relation(self.pool, (at, bytes), (to, length)) {
            Relation::Apart => None,
            Relation::Inside(_) => Some(self.in_range(update, older, at, bytes)),
            Relation::Overlap => Some(self.bytewise(update, older, at, bytes)),
            Relation::Unknown => {
                let distance = self.pool.bv_sub(at, to);
                let inside = self.pool.bv_ult(distance, len);
                let value = self.in_range(update, older, at, bytes);
                layers.push(Layer {
                    meets: inside,
                    value,
                    part: None,
                });
                None
            }
        }
    }

    /// What a read that lies in the range of an update sees.
    fn in_range(&mut self, update: &Update, older: &[Update], at: TermId, bytes: u32) -> TermId {
        match update {
            Update::Fill { .. } | Update::Given { .. } if self.plane == Plane::Written => {
                self.pool.bv(Bv::ones(8 * bytes))
            }
            Update::Fill { byte, .. } => {
                let parts = vec![*byte; bytes as usize];
                self.join(&parts)
            }
            Update::Copy { at: to, from, .. } => {
                let distance = self.pool.bv_sub(at, *to);
                let source = self.pool.bv_add(*from, distance);
                self.resolve(older, source, bytes)
            }
            _ => self.unknown(older.len(), at, bytes),
        }
    }

    /// The bytes one after the other, an update and the older ones included.
    fn bytewise(&mut self, update: &Update, older: &[Update], at: TermId, bytes: u32) -> TermId {
        if bytes == 1 {
            return self.unknown(older.len(), at, bytes);
        }
        let mut updates = older.to_vec();
        updates.push(update.clone());
        let mut parts = Vec::new();
        for i in 0..bytes {
            let offset = self.pool.bv_const(self.resolver.bits, u128::from(i));
            let byte = self.pool.bv_add(at, offset);
            parts.push(self.resolve(&updates, byte, 1));
        }
        self.join(&parts)
    }

    /// A little-endian value from its bytes.
    fn join(&mut self, parts: &[TermId]) -> TermId {
        let mut whole = parts[0];
        for &part in &parts[1..] {
            whole = self.pool.concat(part, whole);
        }
        whole
    }

    /// What the memory before the block holds.
    fn before(&mut self, at: TermId, bytes: u32) -> TermId {
        let held = match self.plane {
            Plane::Value => vocabulary::read(self.pool, bytes, at),
            Plane::Written => vocabulary::written(self.pool, bytes, at),
        };
        match held {
            Some(read) => read,
            None => self.unknown(0, at, bytes),
        }
    }

    fn unknown(&mut self, older: usize, at: TermId, bytes: u32) -> TermId {
        let key = (self.plane, older, at, bytes);
        let known = self.resolver.open.get(&key).copied();
        let open = known.unwrap_or_else(|| self.pool.fresh_var("held", Sort::Bv(8 * bytes)));
        self.resolver.open.insert(key, open);
        self.opened.push(open);
        open
    }

    /// What a pointer leads to of which nothing is known.
    pub(crate) fn any_pointee(&mut self, older: usize, at: TermId) -> Pointee {
        let (key, bits) = ((older, at), self.resolver.bits);
        let known = self.resolver.pointees.get(&key).copied();
        let pointee = known.unwrap_or_else(|| {
            let fresh = |g: vocabulary::Ghost| self.pool.fresh_var("ghost", g.sort(bits));
            Pointee::new(vocabulary::Ghost::ALL.map(fresh))
        });
        self.resolver.pointees.insert(key, pointee);
        self.opened.extend(pointee.all());
        pointee
    }

    /// The class of something that may have ended.
    pub(crate) fn any_class(&mut self, class: TermId) -> TermId {
        let known = self.resolver.classes.get(&class).copied();
        let open = known.unwrap_or_else(|| self.pool.fresh_var("ghost", self.pool.sort(class)));
        self.resolver.classes.insert(class, open);
        self.opened.push(open);
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::{Held, compile};
    use proptest::prelude::*;

    /// Bytes of the memory of these tests, from address zero on.
    const SIZE: usize = 64;

    /// An access: which pointer, how many pieces of its size further, and its size.
    type Place = (usize, u64, u32);

    /// A change, before it has terms.
    #[derive(Clone, Debug)]
    enum Change {
        Write(Place, u64),
        Fill(Place, u64, u8),
        Copy(Place, Place, u64),
    }

    fn place() -> impl Strategy<Value = Place> {
        let bytes = prop_oneof![Just(1_u32), Just(2), Just(4), Just(8)];
        (0..3_usize, 0..3_u64, bytes)
    }

    fn change() -> impl Strategy<Value = Change> {
        prop_oneof![
            (place(), any::<u64>()).prop_map(|(p, v)| Change::Write(p, v)),
            (place(), 0..20_u64, any::<u8>()).prop_map(|(p, n, b)| Change::Fill(p, n, b)),
            (place(), place(), 0..20_u64).prop_map(|(p, q, n)| Change::Copy(p, q, n)),
        ]
    }

    /// The address of a place in a state where the pointers have values.
    fn address(pointers: &[u64], (p, n, bytes): Place) -> usize {
        (pointers[p] + n * u64::from(bytes)) as usize
    }

    fn get(memory: &[u8], at: usize, bytes: u32) -> u64 {
        let bytes = memory.iter().skip(at).take(bytes as usize);
        let digits: Vec<u8> = bytes.copied().collect();
        digits.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b))
    }

    /// Does the change byte by byte.
    fn apply(memory: &mut [u8], pointers: &[u64], change: &Change) {
        match *change {
            Change::Write(to, value) => {
                let at = address(pointers, to);
                let bytes = value.to_le_bytes();
                memory[at..at + to.2 as usize].copy_from_slice(&bytes[..to.2 as usize]);
            }
            Change::Fill(to, len, byte) => {
                let at = address(pointers, to);
                memory[at..at + len as usize].fill(byte);
            }
            Change::Copy(to, from, len) => {
                let from = address(pointers, from);
                memory.copy_within(from..from + len as usize, address(pointers, to));
            }
        }
    }

    fn term(pool: &mut TermPool, (p, n, bytes): Place) -> TermId {
        let pointer = pool.var(&format!("p{p}"), Sort::Bv(32));
        let offset = pool.bv_const(32, u128::from(n * u64::from(bytes)));
        pool.bv_add(pointer, offset)
    }

    fn update(pool: &mut TermPool, change: &Change) -> Update {
        match *change {
            Change::Write(to, value) => Update::Write {
                at: term(pool, to),
                bytes: to.2,
                value: pool.bv_const(8 * to.2, u128::from(value)),
                pointee: None,
                written: None,
            },
            Change::Fill(to, len, byte) => Update::Fill {
                at: term(pool, to),
                len: pool.bv_const(32, u128::from(len)),
                byte: pool.bv_const(8, u128::from(byte)),
            },
            Change::Copy(to, from, len) => Update::Copy {
                at: term(pool, to),
                len: pool.bv_const(32, u128::from(len)),
                from: term(pool, from),
            },
        }
    }

    proptest! {
        /// A read of single bytes is exact, whatever the pointers are; one of more bytes where
        /// no range is partly inside it, because ranges need not be aligned.
        #[test]
        fn a_resolved_read_is_what_the_bytes_say(
            slots in prop::collection::vec(0..3_u64, 3),
            changes in prop::collection::vec(change(), 0..6),
            at in place(),
        ) {
            let ranges = changes.iter().any(|c| !matches!(c, Change::Write(..)));
            let at = if ranges { (at.0, at.1, 1) } else { at };
            let pointers: Vec<u64> = slots.iter().map(|s| s * 8).collect();
            let start: Vec<u8> = (0..SIZE as u8).collect();
            let mut pool = TermPool::new();
            let updates: Vec<Update> = changes.iter().map(|c| update(&mut pool, c)).collect();
            let read = (term(&mut pool, at), at.2);
            let resolved = Resolver::new(32).read(&mut pool, &updates, read, &mut Vec::new());
            let mut after = start.clone();
            for c in &changes {
                apply(&mut after, &pointers, c);
            }
            let mut names = FxHashMap::default();
            for p in 0..3 {
                let pointer = pool.var(&format!("p{p}"), Sort::Bv(32));
                names.extend(pool.as_var(pointer).map(|v| (v, p)));
            }
            let code = compile(&pool, resolved, &names);
            let memory = |at: u64, held: Held| match held {
                Held::Bytes(n) => get(&start, at as usize & !(n as usize - 1), n),
                Held::Pointee(_) | Held::Written(_) => 0,
            };
            let got = code.map(|c| c.run(&pointers, memory, &mut Vec::new()));
            prop_assert_eq!(got, Some(get(&after, address(&pointers, at), at.2)));
        }
    }
}
