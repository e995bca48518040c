//! Lvalues, and records as values: where things stand in memory.
//!
//! **Invariant.** An lvalue is evaluated once; its address is an expression
//! without effects. The alignment an access promises never exceeds what the
//! object really has: a member of a packed record stays packed however deep.

use super::effects::{Effects, MEMORY};
use super::func::FnLower;
use super::lifetime;
use super::overlap::Filled;
use crate::hir::{Expr, ExprKind, ObjId};
use hatha_cfa::{
    Access, ArrayLen, BitRange, ExprId, ExprKind as K, Op, Place, Qual, RecordId, Span, Storage,
    Type, TypeId, VarId,
};

/// Where an lvalue stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum At {
    /// In a slot.
    Slot(VarId),
    /// In memory.
    Memory {
        addr: ExprId,
        bits: Option<BitRange>,
        align: u32,
    },
}

/// An evaluated lvalue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lvalue {
    pub at: At,
    pub ty: Qual,
}

/// A record as a value: its address and what alignment that promises.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordValue {
    pub addr: ExprId,
    pub align: u32,
}

impl Lvalue {
    /// A slot.
    pub(super) fn slot(v: VarId, ty: TypeId) -> Self {
        Lvalue {
            at: At::Slot(v),
            ty: ty.into(),
        }
    }

    /// Its bits, if it is a bit-field.
    pub(super) fn width(&self) -> Option<u32> {
        match self.at {
            At::Memory { bits, .. } => bits.map(|b| u32::from(b.width)),
            At::Slot(_) => None,
        }
    }

    /// Whether it is a bit-field.
    pub(crate) fn is_bit_field(&self) -> bool {
        matches!(self.at, At::Memory { bits: Some(_), .. })
    }

    fn access(&self, bits: Option<BitRange>, align: u32) -> Access {
        Access {
            ty: self.ty.ty,
            bits,
            align,
            volatile: self.ty.quals.is_volatile,
        }
    }

    /// Where a scalar is written to.
    pub(super) fn place(&self) -> Place {
        match self.at {
            At::Slot(v) => Place::Slot(v),
            At::Memory { addr, bits, align } => Place::Mem {
                addr,
                access: self.access(bits, align),
            },
        }
    }
}

impl FnLower<'_, '_> {
    /// The alignment of a type, 1 where it has none.
    pub(crate) fn align_of(&self, ty: TypeId) -> u32 {
        let align = self.cx.prog.types.align(ty, &self.cx.prog.target);
        align.unwrap_or(1).max(1)
    }

    /// The alignment that an address of a type promises.
    fn promised_align(&self, ty: Qual) -> u32 {
        if ty.quals.under_aligned {
            1
        } else {
            self.align_of(ty.ty)
        }
    }

    /// The alignment of the elements that a pointer leads to, where it is an array of a packed
    /// record that has decayed: they promise no more than the array itself.
    fn array_align(&self, p: &Expr) -> u32 {
        match &p.kind {
            ExprKind::PtrAdd { ptr, .. } => self.array_align(ptr),
            ExprKind::Decay(array) => self.declared_align(array),
            _ => u32::MAX,
        }
    }

    /// What the declarations say of the alignment of an lvalue; no limit where they say nothing.
    fn declared_align(&self, e: &Expr) -> u32 {
        match &e.kind {
            ExprKind::Deref(p) => self.promised_align(e.ty).min(self.array_align(p)),
            ExprKind::Member {
                base,
                record,
                field,
            } => {
                let r = self.cx.prog.types.record(*record);
                let f = &r.fields[*field as usize];
                member_align(self.declared_align(base), r.align, f.align, f.offset)
            }
            _ => u32::MAX,
        }
    }

    /// Evaluates an lvalue.
    pub(super) fn lvalue(&mut self, e: &Expr) -> Lvalue {
        let at = match &e.kind {
            ExprKind::Object(id) => self.object_at(*id),
            ExprKind::Deref(p) => At::Memory {
                addr: self.rvalue(p),
                bits: None,
                align: self.promised_align(e.ty).min(self.array_align(p)),
            },
            ExprKind::Member {
                base,
                record,
                field,
            } => self.member_at(base, *record, *field),
            ExprKind::CompoundLiteral(id, init) => {
                self.declare_object(*id, Some(init), e.span);
                self.object_at(*id)
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.lvalue(b).at
            }
            _ => self.temporary_at(e),
        };
        Lvalue { at, ty: e.ty }
    }

    pub(super) fn object_at(&mut self, id: ObjId) -> At {
        let v = self.var_of(id);
        let var = self.cx.prog.var(v);
        let (ty, align) = (var.ty, var.align);
        let object = self.cx.object(self.unit, id).ty;
        if self.is_variably_sized(object.ty) {
            // The variable is the hidden pointer to the array.
            let align = self.align_of(object.ty);
            let addr = self.add(K::Var(v), ty);
            return At::Memory {
                addr,
                bits: None,
                align,
            };
        }
        if var.storage == Storage::Slot {
            return At::Slot(v);
        }
        // Units may complete an array, or give a flexible member room: the name keeps its own type.
        let ptr = self.pointer(object);
        At::Memory {
            addr: self.add(K::AddrOf(v), ptr),
            bits: None,
            align,
        }
    }

    fn member_at(&mut self, base: &Expr, record: RecordId, field: u32) -> At {
        let base_quals = base.ty.quals;
        let base = self.whole_of_part(base);
        let r = self.cx.prog.types.record(record);
        let f = &r.fields[field as usize];
        let (offset, bits, mut ty) = (f.offset, f.bits, f.ty);
        let align = member_align(base.align, r.align, f.align, offset);
        ty.quals.is_const |= base_quals.is_const;
        ty.quals.is_volatile |= base_quals.is_volatile;
        let ptr = self.pointer(ty);
        let kind = K::Field {
            base: base.addr,
            record,
            field,
        };
        At::Memory {
            addr: self.add(kind, ptr),
            bits,
            align,
        }
    }

    /// A value that is no lvalue, as an object: a record in a temporary.
    fn temporary_at(&mut self, e: &Expr) -> At {
        if self.scalar(e.ty.ty).is_some() {
            let value = self.rvalue(e);
            let t = self.temp(e.ty.ty);
            let place = Place::Slot(t);
            let value = self.fit(value, e.ty.ty);
            self.emit(Op::Assign { place, value }, e.span);
            return At::Slot(t);
        }
        let r = self.whole_of_part(e);
        At::Memory {
            addr: r.addr,
            bits: None,
            align: r.align,
        }
    }

    /// The address of an lvalue that must have one.
    pub(super) fn address(&mut self, e: &Expr) -> ExprId {
        match self.lvalue(e).at {
            At::Memory { addr, .. } => addr,
            At::Slot(_) => {
                self.unsupported("the address of something that has none", e.span);
                let ptr = self.pointer(e.ty);
                self.int(0, ptr)
            }
        }
    }

    /// An array as a pointer to its first element.
    pub(crate) fn decay(&mut self, array: &Expr, ty: TypeId) -> ExprId {
        let lends = self.lends || lifetime::is_part_of_value(array);
        let before = std::mem::replace(&mut self.lends, lends);
        let addr = self.address(array);
        self.lends = before;
        self.retype(addr, ty)
    }

    /// The same address with another pointer type. Nodes that compute an address carry the type
    /// themselves; a value keeps its own and is converted.
    pub(crate) fn retype(&mut self, addr: ExprId, ty: TypeId) -> ExprId {
        let node = self.node(addr);
        match node.kind {
            _ if node.ty == ty => addr,
            K::AddrOf(_) | K::Field { .. } => self.add(node.kind, ty),
            K::Index { base, .. } if self.element_is_array(base) => self.add(node.kind, ty),
            _ => self.add(K::Cast(addr), ty),
        }
    }

    fn element_is_array(&self, base: ExprId) -> bool {
        let pointee = self.cx.prog.types.pointee(self.node(base).ty);
        pointee.is_some_and(|q| matches!(self.cx.prog.types.get(q.ty), Type::Array { .. }))
    }

    /// The value of a scalar lvalue.
    pub(super) fn read(&mut self, lv: &Lvalue) -> ExprId {
        match lv.at {
            At::Slot(v) => {
                let ty = self.cx.prog.var(v).ty;
                let value = self.add(K::Var(v), ty);
                self.fit(value, lv.ty.ty)
            }
            At::Memory { addr, bits, align } => {
                let access = lv.access(bits, align);
                self.add(K::Load { addr, access }, access.ty)
            }
        }
    }

    /// Converts a value to the scalar type of where it goes. Conversions are explicit in the
    /// tree; this one is for names that units declare with different types.
    pub(super) fn fit(&mut self, value: ExprId, ty: TypeId) -> ExprId {
        if self.scalar(self.node(value).ty) == self.scalar(ty) {
            value
        } else {
            self.cast(value, ty)
        }
    }

    /// Writes a scalar.
    pub(super) fn write(&mut self, lv: &Lvalue, value: ExprId, span: Span) {
        let ty = match lv.at {
            At::Slot(v) => self.cx.prog.var(v).ty,
            At::Memory { .. } => lv.ty.ty,
        };
        let value = self.fit(value, ty);
        let place = lv.place();
        self.emit(Op::Assign { place, value }, span);
    }

    /// Keeps the address of an lvalue in a temporary if `effects` could change it.
    pub(crate) fn protect_lvalue(&mut self, lv: Lvalue, effects: Effects, span: Span) -> Lvalue {
        match lv.at {
            At::Slot(_) => lv,
            At::Memory { addr, bits, align } => {
                let addr = self.protect(addr, effects, span);
                Lvalue {
                    at: At::Memory { addr, bits, align },
                    ..lv
                }
            }
        }
    }

    /// Whether another thread may write to an lvalue after this one, so that what it holds then is
    /// not what was stored.
    pub(super) fn is_contended(&self, lv: &Lvalue) -> bool {
        let seen = match lv.at {
            At::Slot(v) => self.slot_effect(v) == MEMORY,
            At::Memory { .. } => !lv.is_bit_field(),
        };
        self.cx.threads && seen
    }

    /// Keeps an address that reads something volatile in a temporary: it is used more than once.
    pub(crate) fn evaluate_once(&mut self, lv: Lvalue, span: Span) -> Lvalue {
        match lv.at {
            At::Memory { addr, bits, align } if self.is_volatile(addr) => {
                let addr = self.save(addr, span);
                Lvalue {
                    at: At::Memory { addr, bits, align },
                    ..lv
                }
            }
            _ => lv,
        }
    }

    // ---- records ----

    /// A record, as an address to read it from.
    pub(crate) fn record_value(&mut self, e: &Expr) -> RecordValue {
        match &e.kind {
            ExprKind::Load(a) => self.record_value(a),
            ExprKind::Cast(a) if a.ty.ty == e.ty.ty => self.record_value(a),
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.record_value(b)
            }
            ExprKind::Assign(l, r) => self.assign_record(l, r, e.span),
            ExprKind::Cond(c, a, b) => self.chosen_record(c, a, b, e),
            ExprKind::VaArg(ap) => {
                let addr = self.va_next(ap, e.ty, e.span);
                self.own_record(addr, e.ty.ty)
            }
            ExprKind::Call { .. } | ExprKind::StmtExpr(..) => self.copied_record(e),
            ExprKind::Object(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::CompoundLiteral(..) => self.record_at(e),
            _ => self.odd_record(e),
        }
    }

    /// A record of which a part is wanted. The value of an expression that is no lvalue is a copy, which
    /// a pointer into it shows. Where it is that of an lvalue, gcc makes no copy, though C wants one.
    fn whole_of_part(&mut self, e: &Expr) -> RecordValue {
        // A member of a member is read as its record is; the parts of other expressions are not.
        let is_member = matches!(e.kind, ExprKind::Member { .. });
        let at_once = self.reads_at_once;
        self.reads_at_once &= is_member;
        let is_chosen = matches!(
            e.kind,
            ExprKind::Comma(..)
                | ExprKind::Cond(..)
                | ExprKind::Assign(..)
                | ExprKind::VaArg(_)
                | ExprKind::StmtExpr(..)
        );
        if self.lends && !at_once && lifetime::is_value_of_lvalue(e) {
            let why = "a pointer into the value of a structure that compilers may not copy";
            self.unsupported(why, e.span);
        }
        let value = match self.lends && is_chosen {
            true => self.copied_record(e),
            false => self.record_value(e),
        };
        self.reads_at_once = at_once;
        value
    }

    /// Whether an lvalue is an element of an array in a structure that is a value and no object, and
    /// nothing changes that structure before it is read.
    pub(super) fn is_element_of_value(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Member { base, .. } => self.is_element_of_value(base),
            ExprKind::Deref(p) => match &p.kind {
                ExprKind::PtrAdd { ptr, index, .. } => {
                    self.is_decayed_value(ptr) && self.effects(index) == 0
                }
                _ => self.is_decayed_value(p),
            },
            _ => false,
        }
    }

    fn is_decayed_value(&mut self, p: &Expr) -> bool {
        match &p.kind {
            ExprKind::Decay(a) => lifetime::is_part_of_value(a) || self.is_element_of_value(a),
            _ => false,
        }
    }

    /// A record in a temporary of its own.
    fn copied_record(&mut self, e: &Expr) -> RecordValue {
        let addr = self.memory_temp(e.ty.ty, e.span);
        self.lend(addr);
        self.record_into(e, addr, Filled::New, e.span);
        self.own_record(addr, e.ty.ty)
    }

    /// A record that is an lvalue.
    fn record_at(&mut self, e: &Expr) -> RecordValue {
        let lv = self.lvalue(e);
        if lv.ty.quals.is_volatile || self.has_volatile_member(e.ty.ty) {
            self.cx.prog.volatile_records = true;
        }
        match lv.at {
            At::Memory { addr, align, .. } => RecordValue { addr, align },
            At::Slot(_) => self.odd_record(e),
        }
    }

    fn has_volatile_member(&self, ty: TypeId) -> bool {
        match self.cx.prog.types.get(ty) {
            Type::Array { elem, .. } => elem.quals.is_volatile || self.has_volatile_member(elem.ty),
            Type::Record(r) => {
                let fields = &self.cx.prog.types.record(*r).fields;
                let is_volatile = |q: Qual| q.quals.is_volatile || self.has_volatile_member(q.ty);
                fields.iter().any(|f| is_volatile(f.ty))
            }
            _ => false,
        }
    }

    fn own_record(&self, addr: ExprId, ty: TypeId) -> RecordValue {
        RecordValue {
            addr,
            align: self.align_of(ty),
        }
    }

    /// Something that `sema` did not understand where a record should be.
    fn odd_record(&mut self, e: &Expr) -> RecordValue {
        match &e.kind {
            ExprKind::Unsupported(why) => self.unsupported(why.clone(), e.span),
            _ => self.unsupported("a structure value of an unexpected form", e.span),
        }
        let addr = self.memory_temp(e.ty.ty, e.span);
        self.own_record(addr, e.ty.ty)
    }

    /// `c ? a : b` on records: the address of the chosen one.
    fn chosen_record(&mut self, c: &Expr, a: &Expr, b: &Expr, e: &Expr) -> RecordValue {
        let ptr = self.pointer(e.ty.ty.into());
        let t = self.temp(ptr);
        let (yes, no, end) = (self.b.new_loc(), self.b.new_loc(), self.b.new_loc());
        self.branch_value(c, yes, no);
        let mut align = u32::MAX;
        for (loc, side) in [(yes, a), (no, b)] {
            self.b.set_current(loc);
            let r = self.record_value(side);
            align = align.min(r.align);
            let (place, value) = (Place::Slot(t), r.addr);
            self.emit(Op::Assign { place, value }, side.span);
            self.b.join(end, e.span);
        }
        self.b.set_current(end);
        let addr = self.add(K::Var(t), ptr);
        RecordValue { addr, align }
    }

    /// `l = r` on records.
    pub(crate) fn assign_record(&mut self, l: &Expr, r: &Expr, span: Span) -> RecordValue {
        let effects = self.effects(r);
        let to = self.record_value(l);
        let addr = self.protect(to.addr, effects, span);
        let filled = Filled::Assigned {
            align: to.align,
            pointed: self.is_pointed(l),
        };
        self.record_into(r, addr, filled, span);
        RecordValue {
            addr,
            align: to.align,
        }
    }

    /// Stores a record at an address.
    pub(super) fn record_into(&mut self, e: &Expr, dst: ExprId, filled: Filled, span: Span) {
        match &e.kind {
            ExprKind::Call { callee, args } => {
                let ty = e.ty.ty;
                let place = Place::Aggregate { addr: dst, ty };
                self.call(callee, args, e, Some(place));
            }
            ExprKind::StmtExpr(stmts, Some(value)) => {
                self.open_scope();
                self.declare_jumped_over(stmts, span);
                self.stmts(stmts);
                let dst = self.protect(dst, MEMORY, span);
                self.record_into(value, dst, filled, span);
                self.close_scope(span);
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.record_into(b, dst, filled, span);
            }
            ExprKind::Cond(c, a, b) => {
                let (yes, no, end) = (self.b.new_loc(), self.b.new_loc(), self.b.new_loc());
                self.branch_value(c, yes, no);
                for (loc, side) in [(yes, a), (no, b)] {
                    self.b.set_current(loc);
                    self.record_into(side, dst, filled, side.span);
                    self.b.join(end, span);
                }
                self.b.set_current(end);
            }
            _ => {
                let src = self.record_value(e);
                let (dst, src) = self.apart(dst, filled, e, src, span);
                self.copy_record(dst, src, e.ty.ty, span);
            }
        }
    }

    /// Copies a record; an empty one (GNU) has nothing to copy.
    pub(crate) fn copy_record(&mut self, dst: ExprId, src: ExprId, ty: TypeId, span: Span) {
        let size = self.cx.prog.size_of(ty).unwrap_or(0);
        if size > 0 {
            let len = self.size(size);
            self.emit(Op::Copy { dst, src, len }, span);
        }
    }

    // ---- paths ----

    /// The address of the element of type `leaf` at a byte offset inside an object, as C would
    /// write it: `a[2].f`. Where no member fits, plain bytes are counted.
    pub(crate) fn element_at(&mut self, base: ExprId, ty: Qual, offset: u64, leaf: Leaf) -> ExprId {
        match self.path(base, ty, offset, leaf, 0) {
            Some(addr) => addr,
            None => {
                let bytes = self.cast(base, self.cx.common.char_ptr);
                let index = self.int(i128::from(offset), self.cx.common.ptrdiff);
                let kind = K::Index {
                    base: bytes,
                    index,
                    scale: 1,
                };
                let at = self.add(kind, self.cx.common.char_ptr);
                let ptr = self.pointer(leaf.ty.into());
                self.cast(at, ptr)
            }
        }
    }

    fn path(&mut self, base: ExprId, ty: Qual, off: u64, leaf: Leaf, depth: u32) -> Option<ExprId> {
        if off == 0 && ty.ty == leaf.ty && leaf.field.is_none() {
            return Some(base);
        }
        if depth > 64 {
            return None;
        }
        match self.cx.prog.types.get(ty.ty).clone() {
            Type::Array { elem, len } => {
                let size = self.cx.prog.size_of(elem.ty).filter(|s| *s > 0)?;
                if matches!(len, ArrayLen::Fixed(n) if off / size >= n) {
                    return None;
                }
                let ptr = self.pointer(elem);
                let first = self.retype(base, ptr);
                let index = self.int(i128::from(off / size), self.cx.common.int);
                let kind = K::Index {
                    base: first,
                    index,
                    scale: size,
                };
                let at = self.add(kind, ptr);
                self.path(at, elem, off % size, leaf, depth + 1)
            }
            Type::Record(r) => self.member_path(base, r, off, leaf, depth),
            _ => None,
        }
    }

    fn member_path(
        &mut self,
        base: ExprId,
        record: RecordId,
        off: u64,
        leaf: Leaf,
        depth: u32,
    ) -> Option<ExprId> {
        for i in 0..self.cx.prog.types.record(record).fields.len() {
            let f = &self.cx.prog.types.record(record).fields[i];
            let (at, bits, ty) = (f.offset, f.bits.is_some(), f.ty);
            let size = self.cx.prog.size_of(ty.ty).filter(|s| *s > 0);
            let exact = leaf.field == Some((record, i as u32));
            // A flexible array at the end has no size of its own.
            let inside = off >= at && size.is_none_or(|s| off < at + s);
            if !exact && (bits || !inside) {
                continue;
            }
            let ptr = self.pointer(ty);
            let kind = K::Field {
                base,
                record,
                field: i as u32,
            };
            let addr = self.add(kind, ptr);
            if exact {
                return Some(addr);
            }
            if let Some(found) = self.path(addr, ty, off - at, leaf, depth + 1) {
                return Some(found);
            }
        }
        None
    }
}

/// What [`FnLower::element_at`] looks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    /// Its type.
    pub ty: TypeId,
    /// The bit-field it is, if any.
    pub field: Option<(RecordId, u32)>,
}

/// The alignment of a member, given what the address of its record promises: the member's own if
/// the record is aligned as it wants to be, else what remains at the member's offset.
fn member_align(base: u32, record: u32, member: u32, offset: u64) -> u32 {
    if base >= record {
        return member;
    }
    let at_offset = match offset {
        0 => base,
        o => base.min(1 << o.trailing_zeros().min(30)),
    };
    member.min(at_offset)
}

#[cfg(test)]
mod tests {
    use super::member_align;

    #[test]
    fn members_of_packed_records_promise_no_more_than_they_have() {
        assert_eq!(member_align(4, 4, 4, 8), 4);
        assert_eq!(member_align(1, 4, 4, 8), 1);
        assert_eq!(member_align(2, 8, 4, 4), 2);
        assert_eq!(member_align(4, 8, 2, 6), 2);
        assert_eq!(member_align(4, 8, 8, 6), 2);
    }
}
