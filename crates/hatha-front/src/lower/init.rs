//! Declarations of locals with their initialisers, and initial values of globals.
//!
//! **Invariant.** A local with an initialiser is complete before the next
//! statement: zero bytes first where the initialiser leaves a member out, then its items
//! in order. Where it leaves none out, padding stays indeterminate, as compilers leave it. A global's initial value is constant; one that turns out not to be
//! is reported at start-up, never dropped.

use super::context::Context;
use super::func::FnLower;
use super::overlap::Filled;
use super::place::{At, Leaf, Lvalue};
use super::scope::Mortal;
use super::walk;
use crate::hir::{Expr, ExprKind, Init, InitItem, InitItemValue, ObjId};
use hatha_cfa::{
    self as cfa, Access, ArrayLen, ExprId, ExprKind as K, GlobalInit, InitValue, IntKind, Op,
    Origin, Place, ProcId, Qual, RecordKind, Span, Storage, Type, TypeId, Var, VarId, VarScope,
};

impl FnLower<'_, '_> {
    /// A local comes into scope.
    pub(crate) fn declare_object(&mut self, id: ObjId, init: Option<&Init>, span: Span) {
        let v = self.var_of(id);
        let var = self.cx.prog.var(v);
        let (storage, ty) = (var.storage, var.ty);
        if storage == Storage::Slot {
            self.mortal(Mortal::Slot(v));
        }
        match (storage, init) {
            (Storage::Slot, Some(init)) => self.init_slot(id, v, init, span),
            (Storage::Slot, None) => self.emit(Op::Declare(v), span),
            (Storage::Memory, _) => {
                self.emit(Op::Declare(v), span);
                self.opens_life(id);
                if let Some(init) = init {
                    let ptr = self.pointer(ty.into());
                    let base = self.add(K::AddrOf(v), ptr);
                    self.init_memory(base, v, init, span);
                }
            }
        }
    }

    /// The initialiser of a slot writes it whole, so the declaration itself shows only if the
    /// initialiser reads the variable.
    fn init_slot(&mut self, id: ObjId, v: VarId, init: &Init, span: Span) {
        let mut mentioned = false;
        walk::init(init, &mut |u| mentioned |= u == walk::Use::Object(id));
        if mentioned {
            self.emit(Op::Declare(v), span);
        }
        let ty = self.cx.prog.var(v).ty;
        if init.items.is_empty() {
            let (place, value) = (Place::Slot(v), self.nothing(ty));
            self.emit(Op::Assign { place, value }, span);
        }
        for item in &init.items {
            if let InitItemValue::Expr(e) = &item.value {
                self.value_into(e, &Lvalue::slot(v, ty), span);
            }
        }
    }

    fn init_memory(&mut self, base: ExprId, v: VarId, init: &Init, span: Span) {
        let ty = self.cx.prog.var(v).ty;
        let leaves_some = init.zero && !self.initialises_every_member(ty, init);
        if leaves_some || init.items.is_empty() {
            let size = self.cx.prog.size_of(ty).unwrap_or(0);
            self.fill_zero(base, size, span);
        }
        for item in &init.items {
            self.init_item(base, v, item);
        }
    }

    /// Whether every byte of every member is written by an item. A union has bytes beside the
    /// member that is written, and a bit-field bits beside its own: those count as left out.
    fn initialises_every_member(&self, ty: TypeId, init: &Init) -> bool {
        let size_of = |item: &InitItem| match &item.value {
            InitItemValue::Expr(_) if item.bit_field.is_some() => None,
            InitItemValue::Expr(e) => self.cx.prog.size_of(e.ty.ty),
            InitItemValue::Bytes(bytes) => Some(bytes.len() as u64),
        };
        let sizes = init.items.iter().map(|i| Some((i.offset, size_of(i)?)));
        let Some(mut written) = sizes.collect::<Option<Vec<(u64, u64)>>>() else {
            return false;
        };
        written.sort_unstable();
        let mut members = Vec::new();
        self.add_members(ty, 0, &mut members)
            && members.iter().all(|&(offset, size)| {
                let before = written.partition_point(|&(start, _)| start <= offset);
                let mut candidates = written[..before].iter().rev();
                candidates.any(|&(start, len)| offset + size <= start + len)
            })
    }

    /// Adds offset and size of every scalar in an object of a type; `false` if there are too many
    /// or some that overlap.
    fn add_members(&self, ty: TypeId, offset: u64, members: &mut Vec<(u64, u64)>) -> bool {
        const MANY: usize = 1024;
        match self.cx.prog.types.get(ty) {
            Type::Record(r) => {
                let record = self.cx.prog.types.record(*r);
                let plain = record.kind == RecordKind::Struct
                    && record.fields.iter().all(|f| f.bits.is_none());
                plain
                    && record
                        .fields
                        .iter()
                        .all(|f| self.add_members(f.ty.ty, offset + f.offset, members))
            }
            Type::Array { elem, len } => {
                let (ArrayLen::Fixed(n), Some(size)) = (*len, self.cx.prog.size_of(elem.ty)) else {
                    return false;
                };
                let elem = elem.ty;
                (members.len() as u64).saturating_add(n) <= MANY as u64
                    && (0..n).all(|i| self.add_members(elem, offset + i * size, members))
            }
            _ => {
                let size = self.cx.prog.size_of(ty);
                members.extend(size.map(|s| (offset, s)));
                size.is_some() && members.len() <= MANY
            }
        }
    }

    fn fill_zero(&mut self, dst: ExprId, size: u64, span: Span) {
        if size > 0 {
            let byte = self.int(0, self.cx.common.int);
            let len = self.size(size);
            self.emit(Op::Fill { dst, byte, len }, span);
        }
    }

    fn init_item(&mut self, base: ExprId, v: VarId, item: &InitItem) {
        let var = self.cx.prog.var(v);
        let (object, align) = (Qual::from(var.ty), var.align);
        match &item.value {
            InitItemValue::Bytes(bytes) => {
                let ty = self.cx.prog.types.int(IntKind::Char);
                let leaf = Leaf { ty, field: None };
                let dst = self.element_at(base, object, item.offset, leaf);
                self.store_bytes(dst, bytes, item.span);
            }
            InitItemValue::Expr(e) if self.scalar(e.ty.ty).is_some() => {
                let (ty, bits) = self.item_type(item, e);
                let leaf = Leaf {
                    ty,
                    field: item.bit_field,
                };
                let addr = self.element_at(base, object, item.offset, leaf);
                let align = aligned_at(align, item.offset, self.align_of(ty));
                let at = At::Memory { addr, bits, align };
                let ty = Qual::from(ty);
                self.value_into(e, &Lvalue { at, ty }, item.span);
            }
            InitItemValue::Expr(e) => {
                let leaf = Leaf {
                    ty: e.ty.ty,
                    field: None,
                };
                let dst = self.element_at(base, object, item.offset, leaf);
                self.record_into(e, dst, Filled::New, item.span);
            }
        }
    }

    /// The type an item is stored with, and its bits.
    fn item_type(&self, item: &InitItem, e: &Expr) -> (TypeId, Option<cfa::BitRange>) {
        match item.bit_field {
            Some((record, field)) => {
                let f = &self.cx.prog.types.record(record).fields[field as usize];
                (f.ty.ty, f.bits)
            }
            None => (e.ty.ty, None),
        }
    }

    /// Bytes of a string literal into an array.
    fn store_bytes(&mut self, dst: ExprId, bytes: &[u8], span: Span) {
        if bytes.iter().all(|b| *b == 0) {
            self.fill_zero(dst, bytes.len() as u64, span);
            return;
        }
        let v = self.cx.literal(bytes, span);
        let ptr = self.pointer(self.cx.prog.var(v).ty.into());
        let src = self.add(K::AddrOf(v), ptr);
        let len = self.size(bytes.len() as u64);
        self.emit(Op::Copy { dst, src, len }, span);
    }

    // ---- globals ----

    /// The items of an initial value, moved by `shift` bytes.
    fn global_items(&mut self, init: &Init, align: u32, shift: u64, out: &mut Vec<cfa::InitItem>) {
        for item in &init.items {
            let offset = item.offset + shift;
            match &item.value {
                InitItemValue::Bytes(b) => out.push(cfa::InitItem {
                    offset,
                    value: InitValue::Bytes(b.clone()),
                }),
                InitItemValue::Expr(e) if self.scalar(e.ty.ty).is_some() => {
                    let (ty, bits) = self.item_type(item, e);
                    let value = match self.constant_address(e) {
                        Some(address) => address,
                        None => self.rvalue(e),
                    };
                    let value = self.fit(value, ty);
                    let access = Access {
                        ty,
                        bits,
                        align: aligned_at(align, offset, self.align_of(ty)),
                        volatile: false,
                    };
                    let value = InitValue::Scalar(access, value);
                    out.push(cfa::InitItem { offset, value });
                }
                InitItemValue::Expr(e) => self.global_record(e, align, offset, out),
            }
        }
    }

    /// An object's address with a distance in bytes, as constants have it: the element meant, so
    /// that it reads as it was written.
    fn constant_address(&mut self, e: &Expr) -> Option<ExprId> {
        let inner = match &e.kind {
            ExprKind::Cast(inner) => inner,
            _ => e,
        };
        let ExprKind::PtrAdd { ptr, index, .. } = &inner.kind else {
            return None;
        };
        let (ExprKind::Cast(base), ExprKind::Int(offset)) = (&ptr.kind, &index.kind) else {
            return None;
        };
        let ExprKind::AddrOf(object) = &base.kind else {
            return None;
        };
        let to = self.cx.prog.types.pointee(e.ty.ty)?;
        // A distance before the object has its sign bit set.
        let offset = u32::try_from(*offset).ok().filter(|o| *o < 1 << 31)?;
        let leaf = Leaf {
            ty: to.ty,
            field: None,
        };
        let base = self.rvalue(base);
        let at = self.element_at(base, object.ty, u64::from(offset), leaf);
        Some(self.cast(at, e.ty.ty))
    }

    /// A whole record in an initial value: a literal, whose own items are taken over.
    fn global_record(&mut self, e: &Expr, align: u32, at: u64, out: &mut Vec<cfa::InitItem>) {
        match &e.kind {
            ExprKind::Load(a) | ExprKind::Cast(a) => self.global_record(a, align, at, out),
            ExprKind::Object(id) => match &self.cx.object(self.unit, *id).init {
                Some(init) => self.global_items(init, align, at, out),
                None => self.unsupported("a structure in an initial value", e.span),
            },
            ExprKind::CompoundLiteral(_, init) => self.global_items(init, align, at, out),
            _ => self.unsupported("a structure in an initial value", e.span),
        }
    }
}

/// The alignment that an element has at an offset of an object, no more than its type asks for.
fn aligned_at(object: u32, offset: u64, wanted: u32) -> u32 {
    let at_offset = match offset {
        0 => object,
        o => object.min(1 << o.trailing_zeros().min(30)),
    };
    wanted.min(at_offset)
}

/// Fills in the initial values of all globals; new literals can turn up on the way.
pub(super) fn lower_globals(cx: &mut Context) {
    let mut i = 0;
    while i < cx.prog.globals.len() {
        if let Some((unit, id)) = cx.global_defs[i] {
            let object = cx.object(unit, id);
            if let Some(init) = &object.init {
                let v = cx.prog.globals[i].0;
                let items = global_value(cx, unit, v, init);
                cx.prog.globals[i].1 = GlobalInit::Defined(items);
            }
            name_literal(cx, i);
        }
        i += 1;
    }
}

/// Nothing of a constant needs an edge: an automaton that got one shows that it was none.
fn global_value(cx: &mut Context, unit: usize, v: VarId, init: &Init) -> Vec<cfa::InitItem> {
    let align = cx.prog.var(v).align;
    let span = cx.prog.var(v).span;
    let mut f = FnLower::new(cx, unit, ProcId(u32::MAX));
    let mut items = Vec::with_capacity(init.items.len());
    f.global_items(init, align, 0, &mut items);
    let constant = f.b.edge_count() == 0;
    let temps = std::mem::take(&mut f.locals);
    if constant {
        return items;
    }
    for t in temps {
        // They belong to no procedure; nothing uses them.
        cx.prog.vars[t].scope = VarScope::Global;
    }
    let name = cx.prog.var(v).name.clone();
    let why = format!("the initial value of `{name}` is not understood");
    cx.unsupported.push((why, span));
    Vec::new()
}

/// The longest string literal that is shown in full.
const SHOWN: usize = 200;

/// A string literal is shown as it was written.
fn name_literal(cx: &mut Context, global: usize) {
    let (v, init) = &cx.prog.globals[global];
    let GlobalInit::Defined(items) = init else {
        return;
    };
    let [
        cfa::InitItem {
            value: InitValue::Bytes(bytes),
            ..
        },
    ] = &items[..]
    else {
        return;
    };
    if cx.prog.var(*v).origin == Origin::StringLiteral {
        let name = literal_name(bytes);
        cx.prog.vars[*v].name = name;
    }
}

fn literal_name(bytes: &[u8]) -> String {
    let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    match text.get(..SHOWN) {
        Some(start) => format!("{}...", cfa::print::string_literal(start)),
        None => cfa::print::string_literal(text),
    }
}

impl Context<'_> {
    /// A read-only global with some bytes.
    fn literal(&mut self, bytes: &[u8], span: Span) -> VarId {
        let elem = self.prog.types.int(IntKind::Char);
        let ty = self.prog.types.array(elem, bytes.len() as u64);
        let v = self.prog.add_var(Var {
            name: literal_name(bytes),
            origin: Origin::Declared,
            ty,
            scope: VarScope::Global,
            storage: Storage::Memory,
            align: 1,
            volatile: false,
            linkage: hatha_cfa::Linkage::Internal,
            read_only: true,
            span,
        });
        let value = InitValue::Bytes(bytes.to_vec());
        let items = vec![cfa::InitItem { offset: 0, value }];
        self.prog.globals.push((v, GlobalInit::Defined(items)));
        self.global_defs.push(None);
        v
    }
}
