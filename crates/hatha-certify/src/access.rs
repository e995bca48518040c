//! Loads, stores and the life of objects, as changes of the symbolic state.
//!
//! **Soundness.** An access that is not valid is a fault and ends the execution,
//! so its validity may be assumed, but only where the access surely happens: in
//! an arm of a conditional expression nothing is assumed, and a load there whose
//! address is not a multiple of its alignment has any value.

use crate::checks::aligned::Aligned;
use crate::encode::{Encoder, NotModelled, width};
use crate::linear::number;
use crate::made::no_site;
use crate::memory::{
    Base, FIRST_NEW_ID, Memory, Objects, Plane, Range, Update, choose, either, equal_ids,
};
use crate::object::{Event, Pointee};
use crate::operator;
use hatha_cfa::{
    Access, Arg, BitRange, ByteOrder, ExprId, ExprKind, GlobalInit, InitItem, InitValue, Origin,
    Program, Scalar, Storage, VarId, VarScope,
};
use hatha_proof::vocabulary;
use hatha_term::{Sort, TermId, TermPool};
use std::rc::Rc;

/// The size of a variable's object as the machine makes it; `None` if it is not known.
pub(crate) fn object_size(program: &Program, var: VarId) -> Option<u64> {
    if program.is_open_ended(var) {
        return None;
    }
    let declared = program.size_of(program.var(var).ty)?;
    let init = program.globals.iter().find(|(v, _)| *v == var);
    let Some((_, GlobalInit::Defined(items))) = init else {
        return Some(declared);
    };
    let end = |i: &InitItem| {
        let size = match &i.value {
            InitValue::Bytes(bytes) => bytes.len() as u64,
            InitValue::Scalar(access, _) => match access.bits {
                Some(range) => range.bytes(),
                None => program.size_of(access.ty).unwrap_or(0),
            },
        };
        i.offset + size
    };
    Some(items.iter().map(end).max().unwrap_or(0).max(declared))
}

/// Whether a variable is a literal that is constant: two of them may be one object, so that none has an id of its own.
pub(crate) fn is_literal(program: &Program, var: VarId) -> bool {
    let v = program.var(var);
    v.read_only && v.origin != Origin::Declared
}

/// The bytes that a variable starts with, if they are given as bytes.
pub(crate) fn bytes_of_text(program: &Program, var: VarId) -> Option<Vec<u8>> {
    let (_, init) = program.globals.iter().find(|(v, _)| *v == var)?;
    let GlobalInit::Defined(items) = init else {
        return None;
    };
    let mut text = vec![0; usize::try_from(object_size(program, var)?).ok()?];
    for item in items {
        let InitValue::Bytes(bytes) = &item.value else {
            return None;
        };
        let from = usize::try_from(item.offset).ok()?;
        text.get_mut(from..from + bytes.len())?
            .copy_from_slice(bytes);
    }
    Some(text)
}

/// An access on its way: where, and how many bytes of what alignment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) at: TermId,
    pub(crate) bytes: u64,
    align: u32,
    /// The variable that the address is computed from.
    root: Option<VarId>,
    /// The address as an expression, if the program has one.
    pub(crate) address: Option<ExprId>,
}

impl Encoder<'_> {
    /// The address of a memory variable, which begins to live if it does not surely live.
    pub(crate) fn address_of(&mut self, var: VarId) -> TermId {
        let is_local = self.program.var(var).scope != VarScope::Global;
        if is_local && !self.state.live.contains(&var) {
            // It may live already, or a jump has passed its declaration by: both are covered
            // by an unknown address in an unknown memory.
            self.forget_memory();
            self.begin(var);
            self.forget_memory();
        }
        self.address(var)
    }

    fn address(&mut self, var: VarId) -> TermId {
        match self.state.addresses.get(&var) {
            Some(&address) => address,
            None => self.memory.address(self.program, self.pool, var),
        }
    }

    /// Gives a local a new address.
    fn begin(&mut self, var: VarId) -> TermId {
        let bits = self.memory.addresses.bits();
        let address = self.pool.fresh_var("at", Sort::Bv(bits));
        let align = self.program.var(var).align.max(1);
        self.state.addresses.insert(var, address);
        self.state.live.insert(var);
        let size = object_size(self.program, var).unwrap_or(1);
        let size = self.memory.addresses.constant(self.pool, size);
        self.assume_block(address, size, align);
        address
    }

    /// What is known of a new block: aligned, not null, no wrap-around of its bytes.
    fn assume_block(&mut self, address: TermId, size: TermId, align: u32) {
        let bits = self.memory.addresses.bits();
        let zero = self.pool.bv_const(bits, 0);
        if align.is_power_of_two() && align > 1 {
            let mask = self.pool.bv_const(bits, u128::from(align - 1));
            let low = self.pool.bv_and(address, mask);
            let aligned = self.pool.eq(low, zero);
            self.state.guard.push(aligned);
            self.memory.addresses.set_aligned(address, align);
        }
        let null = self.pool.eq(address, zero);
        let not_null = self.pool.not(null);
        let end = self.pool.bv_add(address, size);
        let no_wrap = self.pool.bv_ult(address, end);
        let empty = equal_ids(self.pool, size, zero);
        let no_wrap = either(self.pool, empty, no_wrap);
        self.state.guard.extend([not_null, no_wrap]);
    }

    /// A local comes into scope: its old object ends, a new one begins with unknown contents.
    pub(crate) fn declare(&mut self, var: VarId) {
        self.end_of(var);
        let address = self.begin(var);
        let Some(size) = object_size(self.program, var) else {
            self.forget_memory();
            return;
        };
        let size = self.memory.addresses.constant(self.pool, size);
        let id = self.id(var);
        let site = no_site(self.pool);
        self.allocate(address, size, (id, site));
    }

    /// A block of unknown contents where nothing lived. One without bytes may lie anywhere: a
    /// compiler gives its address to something else as well.
    fn allocate(&mut self, at: TermId, len: TermId, (id, site): (TermId, TermId)) {
        let nobody = Memory::nobody(self.pool);
        let before = self.memory.owner(self.pool, self.state.timeline(), at);
        let free = self.memory.is_free(self.pool, before);
        let bits = self.memory.addresses.bits();
        let zero = self.pool.bv_const(bits, 0);
        let empty = equal_ids(self.pool, len, zero);
        let fits = either(self.pool, empty, free);
        self.state.guard.push(fits);
        let owner = (!self.memory.passing_blocks).then_some(nobody);
        let range = Range { at, len, owner };
        let base = self.memory.fresh_base();
        let is_new = true;
        let unknown = Update::Unknown {
            range,
            base,
            is_new,
        };
        self.state.updates.push(unknown);
        self.state.updates.push(Update::Alloc { range, id, site });
    }

    /// The name of a variable's object.
    pub(crate) fn id(&mut self, var: VarId) -> TermId {
        let id = vocabulary::object_id(var);
        self.pool.bv_const(vocabulary::OBJECT_BITS, id)
    }

    /// A local's scope ends.
    pub(crate) fn end_of(&mut self, var: VarId) {
        if self.program.var(var).storage == Storage::Memory {
            let id = self.id(var);
            // If it does not live, no ghost leads to it.
            self.state.events.push(Event::End(id));
            self.state.live.remove(&var);
            self.state.updates.push(Update::End { id });
        }
    }

    /// A block on the stack. One that ends with its procedure has a name that stands for all such.
    pub(crate) fn stack_block(&mut self, size: TermId, align: u32) -> TermId {
        let named = self.memory.passing(self.pool);
        let bits = self.memory.addresses.bits();
        match named {
            None => {
                let size = self.resize(size, bits, false);
                self.block(size, align)
            }
            Some(id) => {
                let at = self.pool.fresh_var("at", Sort::Bv(bits));
                let size = self.resize(size, bits, false);
                self.assume_block(at, size, align);
                let site = no_site(self.pool);
                self.allocate(at, size, (id, site));
                at
            }
        }
    }

    /// The alignment that an operation asks for, if it is one that every block can have.
    pub(crate) fn constant_alignment(&self, align: ExprId) -> u32 {
        match self.program.exprs.get(align).kind {
            ExprKind::Int(n @ (2 | 4 | 8 | 16)) => n as u32,
            _ => 1,
        }
    }

    /// `malloc`: a new object, not null, of unknown contents. Every block has an address of its own.
    pub(crate) fn malloc(&mut self, size: TermId, align: u32) -> TermId {
        let bits = self.memory.addresses.bits();
        let size = self.resize(size, bits, false);
        let size = self.at_least_one(size);
        self.block(size, align)
    }

    fn block(&mut self, size: TermId, align: u32) -> TermId {
        let bits = self.memory.addresses.bits();
        let at = self.pool.fresh_var("at", Sort::Bv(bits));
        self.assume_block(at, size, align);
        let id = self.named.unwrap_or_else(|| {
            self.state.allocated += 1;
            FIRST_NEW_ID + u128::from(self.state.allocated)
        });
        let id = self.pool.bv_const(vocabulary::OBJECT_BITS, id);
        let site = self.memory.site_of_block(self.pool, self.site, size);
        self.allocate(at, size, (id, site));
        at
    }

    /// The bytes that a block of some size takes.
    fn at_least_one(&mut self, size: TermId) -> TermId {
        if let Some(size) = number(self.pool, size) {
            return self.memory.addresses.constant(self.pool, size.max(1));
        }
        let bits = self.memory.addresses.bits();
        let zero = self.pool.bv_const(bits, 0);
        let one = self.pool.bv_const(bits, 1);
        let empty = self.pool.eq(size, zero);
        choose(self.pool, empty, one, size)
    }

    /// `free`: a fault unless the address is null or the start of a heap object.
    pub(crate) fn free(&mut self, at: TermId) {
        let id = self.memory.owner(self.pool, self.state.timeline(), at);
        let bits = self.memory.addresses.bits();
        let zero = self.pool.bv_const(bits, 0);
        let null = self.pool.eq(at, zero);
        let top = self
            .pool
            .extract(vocabulary::OBJECT_BITS - 1, vocabulary::OBJECT_BITS - 1, id);
        let one = self.pool.bv_const(1, 1);
        let heap = self.pool.eq(top, one);
        let valid = self.pool.or(null, heap);
        self.state.guard.push(valid);
        let nobody = Memory::nobody(self.pool);
        let id = choose(self.pool, null, nobody, id);
        let id = self.memory.ended(self.pool, id);
        self.state.updates.push(Update::End { id });
    }

    /// The end of an object of `alloca`.
    pub(crate) fn free_block(&mut self, at: TermId) {
        let id = self.memory.owner(self.pool, self.state.timeline(), at);
        let id = self.memory.ended(self.pool, id);
        self.state.updates.push(Update::End { id });
    }

    /// A function without a body may have changed all that it can see: what was written still is.
    pub(crate) fn forget_values(&mut self, args: &[Arg]) -> Result<(), NotModelled> {
        if !self.memory.hidden.is_empty() {
            return self.forget_seen(args);
        }
        if !self.program.asks_written {
            self.forget_memory();
            return Ok(());
        }
        let given = self.given(args)?;
        let earlier: Rc<[Update]> = self.state.updates.as_slice().into();
        self.forget_memory();
        if let Some(Update::Forget { earlier: kept, .. }) = self.state.updates.first_mut() {
            *kept = Some(earlier);
        }
        self.state.updates.extend(given);
        Ok(())
    }

    /// The same where some variables are hidden from it.
    fn forget_seen(&mut self, args: &[Arg]) -> Result<(), NotModelled> {
        let given = match self.program.asks_written {
            true => self.given(args)?,
            false => Vec::new(),
        };
        self.end_some_blocks();
        let base = self.memory.fresh_base();
        let objects = self.living_objects(base);
        self.state
            .updates
            .push(Update::ForgetSeen { base, objects });
        self.state.updates.extend(given);
        Ok(())
    }

    /// The objects that the pointers among some arguments lead to, unless through them nothing may
    /// be written. What such a function can reach counts as written (`docs/soundness.md`).
    fn given(&mut self, args: &[Arg]) -> Result<Vec<Update>, NotModelled> {
        let mut given = Vec::new();
        for arg in args {
            let Arg::Scalar(e) = *arg else { continue };
            let pointee = self.program.types.pointee(self.program.exprs.get(e).ty);
            if pointee.is_none_or(|q| q.quals.is_const) {
                continue;
            }
            let at = self.value(e)?;
            if let Some(pointee) = self.pointee_of(e)? {
                let start = self.pool.bv_sub(at, pointee.offset);
                let start = self.memory.addresses.plus(self.pool, start, 0);
                let range = Range {
                    at: start,
                    len: pointee.size,
                    owner: None,
                };
                given.push(Update::Given { range });
            }
        }
        Ok(given)
    }

    /// Everything in memory becomes unknown; the objects of variables stay.
    pub(crate) fn forget_memory(&mut self) {
        self.end_some_blocks();
        let base = self.memory.fresh_base();
        let objects = self.living_objects(base);
        self.state.updates.clear();
        let earlier = None;
        self.state.updates.push(Update::Forget {
            base,
            objects,
            earlier,
        });
    }

    /// The objects of variables that live, also in a new unknown memory.
    fn living_objects(&mut self, base: Base) -> Rc<Objects> {
        let mut objects = Objects::default();
        let globals = self.program.globals.iter().map(|(v, _)| *v);
        let live: Vec<VarId> = globals.chain(self.state.live.iter().copied()).collect();
        for var in live {
            if let Some(entry) = self.object(var) {
                // Without mentioning the address: most globals never occur.
                let bits = self.memory.addresses.bits();
                let start = vocabulary::address(self.pool, bits, var);
                let address = self.state.addresses.get(&var).copied().unwrap_or(start);
                objects.insert(address, entry);
                self.assume_owned(base, var, address, entry.1);
            }
        }
        Rc::new(objects)
    }

    /// A variable owns its address, if the address occurs at all.
    fn assume_owned(&mut self, base: Base, var: VarId, address: TermId, id: TermId) {
        if self.memory.known_variables.contains(&var) {
            let owner = self.memory.unknown_owner(self.pool, base, address);
            let owned = equal_ids(self.pool, owner, id);
            self.state.guard.push(owned);
        }
    }

    /// The size and id of a memory variable's object, if it has an id of its own.
    pub(crate) fn object(&mut self, var: VarId) -> Option<(u64, TermId)> {
        let is_memory = self.program.var(var).storage == Storage::Memory;
        if !is_memory || is_literal(self.program, var) {
            return None;
        }
        let size = object_size(self.program, var).filter(|&size| size > 0)?;
        Some((size, self.id(var)))
    }

    /// The variable from whose address an address is computed.
    fn root(&self, mut id: ExprId) -> Option<VarId> {
        loop {
            match self.program.exprs.get(id).kind {
                ExprKind::AddrOf(v) => return Some(v),
                ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => id = base,
                ExprKind::Cast(a)
                    if self.program.scalar(self.program.exprs.get(a).ty)
                        == Some(Scalar::Pointer) =>
                {
                    id = a;
                }
                _ => return None,
            }
        }
    }

    /// The value of the pointer that an address is computed from by steps within its object.
    fn pointer(&mut self, mut id: ExprId) -> Option<TermId> {
        while let ExprKind::Field { base, .. } | ExprKind::Index { base, .. } =
            self.program.exprs.get(id).kind
        {
            id = base;
        }
        if matches!(self.program.exprs.get(id).kind, ExprKind::AddrOf(_)) {
            return None;
        }
        self.value(id).ok()
    }

    pub(crate) fn place(&mut self, address: ExprId, at: TermId, access: Access) -> Option<Place> {
        let bytes = match access.bits {
            Some(range) => range.bytes(),
            None => self.program.size_of(access.ty)?,
        };
        let align = access.align.max(1);
        Some(Place {
            at,
            bytes,
            align: if align.is_power_of_two() { align } else { 1 },
            root: self.root(address),
            address: Some(address),
        })
    }

    /// Assumes that an access does not fault; gives its owner.
    fn assume_valid(&mut self, place: Place) -> TermId {
        self.assume_aligned(place);
        // Only here, where the access surely happens: the value brings validity along.
        let address = place.address.filter(|_| !self.environment.device_memory);
        if let Some(pointer) = address.and_then(|a| self.pointer(a)) {
            // The null pointer leads to no object, nor does anything computed from it.
            let zero = self.pool.bv_const(self.memory.addresses.bits(), 0);
            let null = self.pool.eq(pointer, zero);
            let not_null = self.pool.not(null);
            self.state.guard.push(not_null);
        }
        let object = place.root.and_then(|v| Some((v, self.object(v)?)));
        if let Some((var, (size, id))) = object {
            let base = self.address(var);
            let room = (size + 1).saturating_sub(place.bytes);
            let room = self.memory.addresses.constant(self.pool, room);
            let inside = self
                .memory
                .addresses
                .within(self.pool, place.at, base, room);
            self.state.guard.push(inside);
            return id;
        }
        let owner = self
            .memory
            .owner(self.pool, self.state.timeline(), place.at);
        let nobody = Memory::nobody(self.pool);
        let wild = equal_ids(self.pool, owner, nobody);
        let valid = self.pool.not(wild);
        self.state.guard.push(valid);
        self.assume_same_object(place, owner);
        owner
    }

    fn assume_aligned(&mut self, place: Place) {
        let known = self.memory.addresses.alignment(self.pool, place.at);
        if self.environment.misaligned_allowed || known >= u64::from(place.align) {
            return;
        }
        let aligned = self.is_aligned(place.at, place.align);
        self.state.guard.push(aligned);
    }

    /// Whether an address is a multiple of a power of two.
    pub(crate) fn is_aligned(&mut self, at: TermId, align: u32) -> TermId {
        let bits = self.memory.addresses.bits();
        let mask = self.pool.bv_const(bits, u128::from(align - 1));
        let low = self.pool.bv_and(at, mask);
        let zero = self.pool.bv_const(bits, 0);
        self.pool.eq(low, zero)
    }

    /// R0: the size of the pieces of an access that are multiples of their size.
    fn piece(&mut self, place: Place) -> u32 {
        let known = self.memory.addresses.alignment(self.pool, place.at);
        let promised = if self.environment.misaligned_allowed {
            1
        } else {
            u64::from(place.align)
        };
        let size = 1 << place.bytes.trailing_zeros().min(4);
        known.max(promised).min(size) as u32
    }

    /// The value in memory at an address; `surely` if the load is not in an arm.
    pub(crate) fn load(
        &mut self,
        address: ExprId,
        at: TermId,
        access: Access,
        surely: bool,
    ) -> Result<TermId, NotModelled> {
        let any = self.arbitrary(access.ty)?.0;
        let width = self.pool.width(any);
        let Some(place) = self.place(address, at, access) else {
            return Ok(any);
        };
        let whole = u64::from(width) == 8 * place.bytes && access.bits.is_none();
        let field = access.bits.is_some() && self.is_little() && place.bytes <= 16;
        if !(whole || field) || place.bytes > 16 {
            return Ok(any);
        }
        if surely {
            self.assume_valid(place);
        }
        let value = self.bytes_at(place, Plane::Value);
        let value = match access.bits {
            Some(range) => self.field_value(value, range, access, width)?,
            None => value,
        };
        if surely || self.environment.misaligned_allowed || place.align == 1 {
            return Ok(value);
        }
        let aligned = self.is_aligned(place.at, place.align);
        Ok(choose(self.pool, aligned, value, any))
    }

    fn is_little(&self) -> bool {
        self.program.target.byte_order == ByteOrder::Little
    }

    /// 1 if all bits that a load reads have been written, else 0; either if that is not known.
    pub(crate) fn is_written(
        &mut self,
        address: ExprId,
        at: TermId,
        access: Access,
    ) -> Result<TermId, NotModelled> {
        let bits = self.memory.addresses.bits();
        let place = self.place(address, at, access).filter(|p| p.bytes <= 16);
        let Some(place) = place.filter(|_| self.is_little() || access.bits.is_none()) else {
            return Ok(self.pool.fresh_var("written", Sort::Bv(bits)));
        };
        let mut written = self.bytes_at(place, Plane::Written);
        if let Some(range) = access.bits {
            written = operator::field(self.pool, written, range);
        }
        let width = self.pool.width(written);
        let ones = self.pool.bv_const(width, operator::mask(width));
        let all = self.pool.eq(written, ones);
        let (one, zero) = (self.pool.bv_const(bits, 1), self.pool.bv_const(bits, 0));
        let known = choose(self.pool, all, one, zero);
        let surely = self.memory.addresses.alignment(self.pool, at) >= u64::from(place.align);
        let holds = |a: &Rc<Aligned>| a.holds(self.program, address, place.align);
        if surely || self.memory.aligned.as_ref().is_some_and(holds) {
            return Ok(known);
        }
        // Where the load would be misaligned other bytes have been looked at.
        let aligned = self.is_aligned(at, place.align);
        let any = self.pool.fresh_var("written", Sort::Bv(bits));
        Ok(choose(self.pool, aligned, known, any))
    }

    /// How many bytes an address lies behind a multiple of a power of two.
    pub(crate) fn remainder(&mut self, at: TermId, align: u32) -> TermId {
        let bits = self.memory.addresses.bits();
        if self.memory.addresses.alignment(self.pool, at) >= u64::from(align) {
            return self.pool.bv_const(bits, 0);
        }
        let mask = self.pool.bv_const(bits, u128::from(align - 1));
        self.pool.bv_and(at, mask)
    }

    /// The bytes of an access as one value, or which of their bits have been written.
    fn bytes_at(&mut self, place: Place, plane: Plane) -> TermId {
        let piece = self.piece(place);
        let mut parts = Vec::new();
        for i in 0..place.bytes / u64::from(piece) {
            let at = self
                .memory
                .addresses
                .plus(self.pool, place.at, i * u64::from(piece));
            let timeline = match plane {
                Plane::Value => self.state.timeline(),
                Plane::Written => self.state.written(),
            };
            parts.push(self.memory.read(self.pool, timeline, at, piece));
        }
        self.memory.join(self.pool, &parts)
    }

    /// A bit-field cut out of its bytes and brought to the type of the access.
    fn field_value(
        &mut self,
        bytes: TermId,
        range: BitRange,
        access: Access,
        width: u32,
    ) -> Result<TermId, NotModelled> {
        let field = operator::field(self.pool, bytes, range);
        let signed = matches!(self.scalar(access.ty)?, Scalar::Int { signed: true, .. });
        Ok(self.resize(field, width, signed))
    }

    /// Writes a value to memory; `pointee` is what it leads to.
    pub(crate) fn store(
        &mut self,
        address: ExprId,
        at: TermId,
        access: Access,
        (value, pointee): (TermId, Option<Pointee>),
    ) -> Result<(), NotModelled> {
        let Some(place) = self.place(address, at, access) else {
            self.forget_memory();
            return Ok(());
        };
        let owner = self.assume_valid(place);
        let width = self.pool.width(value);
        let value = match access.bits {
            Some(range) if self.is_little() && place.bytes <= 16 => {
                let old = self.bytes_at(place, Plane::Value);
                operator::with_field(self.pool, old, range, value)
            }
            None if u64::from(width) == 8 * place.bytes && place.bytes <= 16 => value,
            _ => {
                self.forget_bytes(place, owner);
                return Ok(());
            }
        };
        let pointee = pointee.filter(|_| self.is_pointer(access));
        let field = access.bits.filter(|_| self.program.asks_written);
        let written = field.map(|range| self.written_field(place, range));
        self.put(place, (owner, written), (value, pointee));
        Ok(())
    }

    /// Whether an access is that of a whole pointer.
    pub(crate) fn is_pointer(&self, access: Access) -> bool {
        access.bits.is_none() && self.program.scalar(access.ty) == Some(Scalar::Pointer)
    }

    /// Which bits around a bit-field have been written after a write to it.
    fn written_field(&mut self, place: Place, range: BitRange) -> TermId {
        let old = self.bytes_at(place, Plane::Written);
        let width = u32::from(range.width);
        let ones = self.pool.bv_const(width, operator::mask(width));
        operator::with_field(self.pool, old, range, ones)
    }

    /// Stores a value piece by piece. A pointer in pieces is none.
    fn put(
        &mut self,
        place: Place,
        (owner, written): (TermId, Option<TermId>),
        (value, pointee): (TermId, Option<Pointee>),
    ) {
        let piece = self.piece(place);
        let count = place.bytes as u32 / piece;
        for i in 0..count {
            let at = self
                .memory
                .addresses
                .plus(self.pool, place.at, u64::from(i * piece));
            let at = self.memory.addresses.round(self.pool, at, piece);
            let from = match self.program.target.byte_order {
                ByteOrder::Little => i,
                ByteOrder::Big => count - 1 - i,
            };
            let low = 8 * piece * from;
            let mut part = |whole: TermId| match count {
                1 => whole,
                _ => self.pool.extract(low + 8 * piece - 1, low, whole),
            };
            let (part, written) = (part(value), written.map(part));
            self.state.updates.push(Update::Write {
                at,
                bytes: piece,
                value: part,
                owner,
                pointee: pointee.filter(|_| count == 1),
                written,
            });
        }
    }

    /// The bytes of an access become unknown.
    fn forget_bytes(&mut self, place: Place, owner: TermId) {
        let base = self.memory.fresh_base();
        let len = self.memory.addresses.constant(self.pool, place.bytes);
        let at = self.memory.addresses.plus(self.pool, place.at, 0);
        let range = Range {
            at,
            len,
            owner: Some(owner),
        };
        let is_new = false;
        let unknown = Update::Unknown {
            range,
            base,
            is_new,
        };
        self.state.updates.push(unknown);
    }

    /// Any value of the place's type comes into memory.
    pub(crate) fn havoc(
        &mut self,
        address: ExprId,
        at: TermId,
        access: Access,
    ) -> Result<(), NotModelled> {
        let (value, known) = self.arbitrary(access.ty)?;
        self.state.guard.extend(known);
        self.store(address, at, access, (value, None))
    }

    /// A range of a copy or a fill; its owner is known if the range is not empty.
    fn range(&mut self, address: ExprId, at: TermId, len: TermId) -> Range {
        let at = self.memory.addresses.plus(self.pool, at, 0);
        let owner = self.root(address).and_then(|v| self.object(v));
        Range {
            at,
            len,
            owner: owner.map(|(_, id)| id),
        }
    }

    /// `memmove`.
    pub(crate) fn copy(
        &mut self,
        (dst, src, len): (ExprId, ExprId, ExprId),
    ) -> Result<(), NotModelled> {
        let to = self.value(dst)?;
        let from = self.value(src)?;
        let len = self.length(len)?;
        let range = self.range(dst, to, len);
        let from = self.memory.addresses.plus(self.pool, from, 0);
        let when = self.state.updates.len();
        self.state.updates.push(Update::Copy { range, from, when });
        Ok(())
    }

    /// `memset`.
    pub(crate) fn fill(
        &mut self,
        (dst, byte, len): (ExprId, ExprId, ExprId),
    ) -> Result<(), NotModelled> {
        let to = self.value(dst)?;
        let byte = self.value(byte)?;
        let byte = self.resize(byte, 8, false);
        let len = self.length(len)?;
        let range = self.range(dst, to, len);
        self.state.updates.push(Update::Fill { range, byte });
        Ok(())
    }

    fn length(&mut self, len: ExprId) -> Result<TermId, NotModelled> {
        let term = self.value(len)?;
        let bits = self.memory.addresses.bits();
        Ok(self.resize(term, bits, false))
    }

    /// The contents that a global starts with.
    pub(crate) fn initialise(&mut self, var: VarId, items: &[InitItem]) -> Result<(), NotModelled> {
        let Some((size, id)) = self.object(var) else {
            return Ok(());
        };
        let at = self.address(var);
        let len = self.memory.addresses.constant(self.pool, size);
        let owner = Some(id);
        let range = Range { at, len, owner };
        let byte = self.pool.bv_const(8, 0);
        self.state.updates.push(Update::Fill { range, byte });
        for item in items {
            self.initial_item(var, at, id, item)?;
        }
        Ok(())
    }

    fn initial_item(
        &mut self,
        var: VarId,
        base: TermId,
        owner: TermId,
        item: &InitItem,
    ) -> Result<(), NotModelled> {
        let at = self.memory.addresses.plus(self.pool, base, item.offset);
        match &item.value {
            InitValue::Bytes(bytes) => {
                for (i, &byte) in bytes.iter().enumerate() {
                    let at = self.memory.addresses.plus(self.pool, at, i as u64);
                    let value = self.pool.bv_const(8, u128::from(byte));
                    self.state.updates.push(Update::Write {
                        at,
                        bytes: 1,
                        value,
                        owner,
                        pointee: None,
                        written: None,
                    });
                }
            }
            InitValue::Scalar(access, e) => {
                let value = self.value(*e)?;
                let pointee = self.pointee_of(*e)?.filter(|_| self.is_pointer(*access));
                let bytes = match access.bits {
                    Some(range) => range.bytes(),
                    None => self.program.size_of(access.ty).unwrap_or(0),
                };
                let place = Place {
                    at,
                    bytes,
                    align: 1,
                    root: Some(var),
                    address: None,
                };
                let exact = width(self.program, self.scalar(access.ty)?)
                    .is_some_and(|w| u64::from(w) == 8 * bytes && bytes <= 16);
                match access.bits {
                    Some(range) if self.is_little() && bytes <= 16 => {
                        let old = self.bytes_at(place, Plane::Value);
                        let value = operator::with_field(self.pool, old, range, value);
                        self.put(place, (owner, None), (value, None));
                    }
                    None if exact => self.put(place, (owner, None), (value, pointee)),
                    _ => self.forget_bytes(place, owner),
                }
            }
        }
        Ok(())
    }
}

impl Memory {
    /// The address of a memory variable where the path began, with what is always known of it.
    pub(crate) fn address(&mut self, program: &Program, pool: &mut TermPool, var: VarId) -> TermId {
        let bits = self.addresses.bits();
        let address = vocabulary::address(pool, bits, var);
        if !self.known_variables.insert(var) {
            return address;
        }
        let v = program.var(var);
        let zero = pool.bv_const(bits, 0);
        if v.align.is_power_of_two() && v.align > 1 {
            let mask = pool.bv_const(bits, u128::from(v.align - 1));
            let low = pool.bv_and(address, mask);
            let aligned = pool.eq(low, zero);
            self.lemmas.push(aligned);
            self.addresses.set_aligned(address, v.align);
        }
        let null = pool.eq(address, zero);
        if v.scope == VarScope::Global {
            let not_null = pool.not(null);
            self.lemmas.push(not_null);
            self.global_owner(program, pool, var, address);
        }
        let size = object_size(program, var).filter(|&s| s > 0 && s < 1 << (bits - 1));
        if let Some(size) = size {
            let size = pool.bv_const(bits, u128::from(size));
            let end = pool.bv_add(address, size);
            let no_wrap = pool.bv_ult(address, end);
            // The address of a local that has never lived is null.
            let lemma = pool.or(null, no_wrap);
            self.lemmas.push(lemma);
        }
        address
    }

    /// A global lives always.
    fn global_owner(
        &mut self,
        program: &Program,
        pool: &mut TermPool,
        var: VarId,
        address: TermId,
    ) {
        let sized = object_size(program, var).is_some_and(|s| s > 0);
        if sized && !is_literal(program, var) {
            let owner = self.unknown_owner(pool, Base::default(), address);
            let id = pool.bv_const(vocabulary::OBJECT_BITS, vocabulary::object_id(var));
            let lemma = pool.eq(owner, id);
            self.lemmas.push(lemma);
        }
    }
}
