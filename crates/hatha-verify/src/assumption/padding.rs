//! Bytes that belong to no member.
//!
//! C lets the padding of a structure take any values when a member or the structure is stored, and
//! so the bytes of a union beside the member that is stored (C11 6.2.6.1). Here they keep their
//! values, and a copied structure has the padding of its source, as without optimisation. That is
//! said where the program may see such bytes: through a pointer to something else than the record,
//! through a function of the library, or through another member of a union.
//!
//! **Soundness.** The types of expressions decide. A pointer to a record that was a `void *` in
//! between counts as seen if the program makes another `void *` a pointer to bytes. An address of a member
//! that is used as a value may be read and written through; out of the member it leads where pointers to
//! values of its size are indexed, or converted to pointers that step otherwise, and bytes are read one after
//! the other by the library anyway. Where pointers themselves are taken for others (two members of a union,
//! copied bytes, pointers to pointers, variable arguments), types decide nothing, and every record counts as seen.

use super::{Assumption, Kind};
use hatha_cfa::checks::stray::may_leave_member;
use hatha_cfa::reach::operands;
use hatha_cfa::{
    Arg, ArrayLen, Builtin, Callee, ExprId, ExprKind, Op, Place, ProcId, Program, Record, RecordId,
    RecordKind, ReturnValue, Type, TypeId, VarId,
};
use std::collections::BTreeSet;

/// Functions of the library to whose results the bytes that they are given do not matter, or that
/// hand them to the program's own functions.
const BLIND: [&str; 6] = ["free", "cfree", "qsort", "bsearch", "fread", "read"];

/// Functions of the library that give a block that nothing was stored in.
const ALLOCATORS: [&str; 6] = [
    "malloc",
    "calloc",
    "aligned_alloc",
    "memalign",
    "valloc",
    "pvalloc",
];

/// That such bytes keep their values, if the program may see them.
pub(super) fn padding(program: &Program, reached: &BTreeSet<ProcId>) -> Option<Assumption> {
    if !program
        .types
        .records()
        .iter()
        .any(|r| has_holes(program, r))
    {
        return None;
    }
    let mut survey = Survey::new(program);
    for &p in reached.iter().filter(|&&p| !program.proc(p).model) {
        for edge in &program.proc(p).edges {
            survey.operation(&edge.op);
        }
    }
    survey.may_see().then(|| {
        let sentence = "padding, and the bytes of a union beside the member that is stored, keep \
                        their values and are copied with a structure";
        Assumption::new(Kind::Padding, sentence)
    })
}

/// Whether some bits of a record belong to no member of it, or to none of one of its members.
fn has_holes(program: &Program, record: &Record) -> bool {
    let bits = |field: &hatha_cfa::Field| match field.bits {
        Some(range) => u64::from(range.width),
        None => 8 * program.size_of(field.ty.ty).unwrap_or(0),
    };
    let mut sizes = record.fields.iter().map(bits);
    let full = 8 * record.size;
    let own = match record.kind {
        RecordKind::Struct => sizes.sum::<u64>() < full,
        RecordKind::Union => sizes.any(|n| n < full),
    };
    own || record
        .fields
        .iter()
        .any(|f| type_has_holes(program, f.ty.ty))
}

fn type_has_holes(program: &Program, ty: TypeId) -> bool {
    element_record(program, ty).is_some_and(|r| has_holes(program, program.types.record(r)))
}

/// The record that a type is, or an array of.
fn element_record(program: &Program, ty: TypeId) -> Option<RecordId> {
    match program.types.get(ty) {
        Type::Record(r) => Some(*r),
        Type::Array { elem, len } if *len != ArrayLen::Fixed(0) => element_record(program, elem.ty),
        _ => None,
    }
}

/// The type of the elements of an array, of its rows' elements if it has rows.
fn innermost(program: &Program, ty: TypeId) -> TypeId {
    match program.types.get(ty) {
        Type::Array { elem, .. } => innermost(program, elem.ty),
        _ => ty,
    }
}

/// The address that an operation writes to.
fn place_of(op: &Op) -> Option<ExprId> {
    let place = match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
        Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
        _ => None,
    };
    match place {
        Some(Place::Mem { addr, .. } | Place::Aggregate { addr, .. }) => Some(addr),
        Some(Place::Slot(_)) | None => None,
    }
}

/// Whether a record is another one or has one in it.
fn contains(program: &Program, outer: RecordId, inner: RecordId) -> bool {
    let mut parts = program.types.record(outer).fields.iter();
    outer == inner
        || parts
            .any(|f| element_record(program, f.ty.ty).is_some_and(|r| contains(program, r, inner)))
}

/// Temporaries that hold nothing but results of functions that allocate.
fn just_allocated(program: &Program) -> BTreeSet<VarId> {
    let (mut fresh, mut others) = (BTreeSet::new(), BTreeSet::new());
    for edge in program.procs.iter().flat_map(|p| &p.edges) {
        let Some(Place::Slot(v)) = hatha_cfa::output::written(&edge.op) else {
            continue;
        };
        let allocates = match &edge.op {
            Op::Call {
                callee: Callee::Direct(p),
                ..
            } => is_allocator(program, *p),
            Op::Builtin { builtin, .. } => {
                matches!(builtin, Builtin::Alloc | Builtin::StackAlloc)
            }
            _ => false,
        };
        let is_temporary = program.var(v).name.starts_with('$');
        match allocates && is_temporary {
            true => fresh.insert(v),
            false => others.insert(v),
        };
    }
    &fresh - &others
}

fn is_allocator(program: &Program, p: ProcId) -> bool {
    let proc = program.proc(p);
    proc.model && ALLOCATORS.contains(&proc.name.as_str())
}

/// A member of a union: the union, and the member's place in it.
type Member = (RecordId, u32);

/// What a program does with records that have such bytes.
struct Survey<'p> {
    program: &'p Program,
    visited: BTreeSet<ExprId>,
    /// Records that are stored to, as a whole or a member of them.
    stored: BTreeSet<RecordId>,
    /// Records whose bytes are read as something else.
    seen: BTreeSet<RecordId>,
    /// Records whose addresses become or were `void *`.
    hidden: BTreeSet<RecordId>,
    /// Whether a `void *` becomes a pointer to something else than a record.
    reveals: bool,
    stored_members: BTreeSet<Member>,
    read_members: BTreeSet<Member>,
    /// Structures of whose members addresses are values, with the size of what these lead to.
    shown: BTreeSet<(RecordId, u64)>,
    /// The sizes of what pointers lead to that are indexed.
    steps: BTreeSet<u64>,
    /// Whether a pointer may be taken for one of another type without a conversion.
    untyped: bool,
    /// Results that lead to blocks that were just allocated.
    fresh: BTreeSet<VarId>,
}

impl<'p> Survey<'p> {
    fn new(program: &'p Program) -> Self {
        Survey {
            program,
            visited: BTreeSet::new(),
            stored: BTreeSet::new(),
            seen: BTreeSet::new(),
            hidden: BTreeSet::new(),
            reveals: false,
            stored_members: BTreeSet::new(),
            read_members: BTreeSet::new(),
            shown: BTreeSet::new(),
            steps: [1].into(),
            untyped: false,
            fresh: just_allocated(program),
        }
    }

    fn may_see(&self) -> bool {
        if (self.untyped || self.unions_pun_pointers()) && !self.stored.is_empty() {
            return true;
        }
        let related =
            |a: RecordId, b: RecordId| contains(self.program, a, b) || contains(self.program, b, a);
        let hidden = self.hidden.iter().filter(|_| self.reveals);
        let walked = self.shown.iter().filter(|(_, n)| self.steps.contains(n));
        let walked = walked.map(|(record, _)| record);
        let mut seen = self.seen.iter().chain(hidden).chain(walked);
        let stored = |r: &RecordId| self.stored.iter().any(|s| related(*s, *r));
        seen.any(stored) || self.unions_are_punned()
    }

    /// Whether a pointer in one member of a union may be read as one in another.
    fn unions_pun_pointers(&self) -> bool {
        let holds = |(record, field): Member| {
            let fields = &self.program.types.record(record).fields;
            self.holds_pointers(fields[field as usize].ty.ty)
        };
        let mut stored = self.stored_members.iter().filter(|&&m| holds(m));
        stored.any(|&(record, field)| {
            let mut others = self.read_members.iter().filter(|m| m.0 == record);
            others.any(|&m| m.1 != field && holds(m))
        })
    }

    /// Whether there are pointers in a value of a type.
    fn holds_pointers(&self, ty: TypeId) -> bool {
        match self.program.types.get(ty) {
            Type::Pointer(_) => true,
            Type::Array { elem, .. } => self.holds_pointers(elem.ty),
            Type::Record(r) => {
                let mut fields = self.program.types.record(*r).fields.iter();
                fields.any(|f| self.holds_pointers(f.ty.ty))
            }
            _ => false,
        }
    }

    /// Whether a member of a union is read after a smaller one may have been stored.
    fn unions_are_punned(&self) -> bool {
        let field = |(record, field): Member| {
            let fields = &self.program.types.record(record).fields;
            &fields[field as usize]
        };
        let size = |m: Member| self.program.size_of(field(m).ty.ty).unwrap_or(0);
        self.stored_members.iter().any(|&stored| {
            let others = self.read_members.iter().filter(|m| m.0 == stored.0);
            let mut others = others.filter(|m| m.1 != stored.1);
            let holes = type_has_holes(self.program, field(stored).ty.ty);
            others.any(|&read| holes || size(read) > size(stored))
        })
    }

    fn operation(&mut self, op: &Op) {
        self.stores(op);
        if may_leave_member(self.program, op) {
            self.leave_members(op);
        }
        let blind = self.blind_operands(op);
        let place = place_of(op);
        for operand in operands(op) {
            if place == Some(operand) {
                for part in self.parts(operand) {
                    self.look(part);
                }
                continue;
            }
            match blind.contains(&operand) {
                true => self.look(self.without_casts(operand)),
                false => self.look(operand),
            }
        }
        self.conversions(op);
    }

    /// An index that leaves an array in a structure leads to the padding behind it, too.
    fn leave_members(&mut self, op: &Op) {
        let mut work = operands(op);
        while let Some(e) = work.pop() {
            if let ExprKind::Field { record, .. } = self.program.exprs.get(e).kind {
                self.see(record);
            }
            work.extend(self.program.exprs.children(e));
        }
    }

    fn stores(&mut self, op: &Op) {
        let place = match op {
            Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
            Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
            Op::Copy { dst, .. } | Op::Fill { dst, .. } => {
                self.store_record(self.pointee(*dst));
                None
            }
            _ => None,
        };
        match place {
            Some(Place::Mem { addr, .. }) => self.store_member(addr),
            Some(Place::Aggregate { ty, addr }) => {
                self.store_record(Some(ty));
                self.store_member(addr);
            }
            Some(Place::Slot(_)) | None => {}
        }
        if let Op::Call { args, .. } = op {
            for arg in args {
                if let Arg::Aggregate { ty, .. } = arg {
                    self.store_record(Some(*ty));
                }
            }
        }
        if let Op::Return(ReturnValue::Aggregate(addr)) = op {
            self.store_record(self.pointee(*addr));
        }
    }

    fn store_record(&mut self, ty: Option<TypeId>) {
        let record = ty.and_then(|ty| element_record(self.program, ty));
        let holes = |r: &RecordId| has_holes(self.program, self.program.types.record(*r));
        self.stored.extend(record.filter(holes));
    }

    /// The records on the way to a member.
    fn store_member(&mut self, addr: ExprId) {
        let mut at = addr;
        loop {
            at = match self.program.exprs.get(at).kind {
                ExprKind::Field {
                    base,
                    record,
                    field,
                } => {
                    let is_union = self.program.types.record(record).kind == RecordKind::Union;
                    if is_union {
                        self.stored_members.insert((record, field));
                    }
                    if has_holes(self.program, self.program.types.record(record)) {
                        self.stored.insert(record);
                    }
                    base
                }
                ExprKind::Index { base, .. } => base,
                _ => return,
            };
        }
    }

    /// Addresses that are only written to, or given to functions that do not look.
    fn blind_operands(&self, op: &Op) -> Vec<ExprId> {
        match op {
            Op::Fill { dst, .. } => vec![*dst],
            Op::Copy { dst, src, .. } => {
                let (to, from) = (self.record_behind(*dst), self.record_behind(*src));
                let same = matches!((to, from), (Some(a), Some(b)) if self.are_alike(a, b));
                if same { vec![*dst, *src] } else { vec![*dst] }
            }
            Op::Call {
                callee: Callee::Direct(p),
                args,
                ..
            } if self.is_blind(*p) => {
                let scalar = |a: &Arg| match a {
                    Arg::Scalar(e) => Some(*e),
                    Arg::Aggregate { .. } => None,
                };
                args.iter().filter_map(scalar).collect()
            }
            _ => Vec::new(),
        }
    }

    fn is_blind(&self, p: ProcId) -> bool {
        let proc = self.program.proc(p);
        let prints = || hatha_cfa::output::only_prints(proc);
        proc.model && (BLIND.contains(&proc.name.as_str()) || prints())
    }

    fn are_alike(&self, a: RecordId, b: RecordId) -> bool {
        contains(self.program, a, b) || contains(self.program, b, a)
    }

    /// Looks for pointers to records that become other pointers, and for members that are read.
    fn look(&mut self, root: ExprId) {
        let mut work = vec![root];
        while let Some(e) = work.pop() {
            if !self.visited.insert(e) {
                continue;
            }
            let expr = self.program.exprs.get(e);
            match expr.kind {
                ExprKind::Cast(inner) => {
                    self.cast(inner, expr.ty);
                    if self.record_of(expr.ty).is_some() {
                        // `container_of` passes through a pointer to bytes.
                        work.push(self.without_arithmetic(inner));
                    } else {
                        work.push(self.without_casts(inner));
                    }
                }
                ExprKind::Load { addr, .. } => {
                    self.read_member(addr);
                    work.extend(self.parts(addr));
                }
                ExprKind::Field { .. } | ExprKind::Index { .. } => {
                    self.show(e);
                    work.extend(self.parts(e));
                }
                _ => work.extend(self.program.exprs.children(e)),
            }
        }
    }

    /// What the address of a member or an element is computed from: a pointer, and indexes.
    fn parts(&mut self, mut e: ExprId) -> Vec<ExprId> {
        let mut found = Vec::new();
        loop {
            e = match self.program.exprs.get(e).kind {
                ExprKind::Field { base, .. } => base,
                ExprKind::Index { base, index, .. } => {
                    self.step(base);
                    found.push(index);
                    base
                }
                _ => {
                    found.push(e);
                    return found;
                }
            };
        }
    }

    /// A pointer that is no name of an array is indexed.
    fn step(&mut self, base: ExprId) {
        let kind = self.program.exprs.get(self.without_casts(base)).kind;
        if matches!(kind, ExprKind::Var(_) | ExprKind::Load { .. }) {
            let pointee = self.pointee(base);
            let size = pointee.and_then(|ty| self.program.size_of(ty));
            self.steps.extend(size);
        }
    }

    /// The address of a member becomes a value.
    fn show(&mut self, e: ExprId) {
        let pointee = self.pointee(e);
        let size = pointee.and_then(|ty| self.program.size_of(innermost(self.program, ty)));
        let is_record = pointee.is_some_and(|ty| element_record(self.program, ty).is_some());
        for (record, field) in self.members_on_the_way(e) {
            match self.program.types.record(record).kind {
                RecordKind::Union => {
                    self.stored_members.insert((record, field));
                    self.read_members.insert((record, field));
                }
                RecordKind::Struct if is_record => {}
                RecordKind::Struct => self.shown.extend(size.map(|n| (record, n))),
            }
        }
    }

    fn members_on_the_way(&self, mut e: ExprId) -> Vec<Member> {
        let mut found = Vec::new();
        loop {
            e = match self.program.exprs.get(e).kind {
                ExprKind::Field {
                    base,
                    record,
                    field,
                } => {
                    found.push((record, field));
                    base
                }
                ExprKind::Index { base, .. } => base,
                _ => return found,
            };
        }
    }

    fn cast(&mut self, inner: ExprId, to: TypeId) {
        let from = self.program.exprs.get(self.without_casts(inner)).ty;
        self.conversion(from, to);
        if self.is_void_pointer(from) && self.is_named(self.without_casts(inner)) {
            self.add_from_void(to);
        }
    }

    /// Implicit conversions of `void *`, which have no cast.
    fn conversions(&mut self, op: &Op) {
        match op {
            Op::Assign { place, value } => {
                let to = match place {
                    Place::Slot(v) => self.program.var(*v).ty,
                    Place::Mem { access, .. } => access.ty,
                    Place::Aggregate { .. } => return,
                };
                self.implicit(*value, to);
            }
            Op::Call {
                callee: Callee::Direct(p),
                args,
                ..
            } => {
                let callee = self.program.proc(*p);
                let is_reader = callee.model && !self.is_blind(*p);
                let params: Vec<VarId> = callee.params.clone();
                for (i, arg) in args.iter().enumerate() {
                    let Arg::Scalar(e) = arg else { continue };
                    let param = params.get(i).map(|p| self.program.var(*p).ty);
                    if let Some(ty) = param {
                        self.implicit(*e, ty);
                    }
                    let takes_record = param.is_some_and(|ty| self.record_of(ty).is_some());
                    if is_reader && !takes_record {
                        self.given_to_library(*e);
                    }
                }
            }
            Op::Copy { dst, src, .. } => self.copied(*dst, *src),
            _ => {}
        }
        self.variable_arguments(op);
        self.result(op);
    }

    /// What a function gives may be put where another pointer is.
    fn result(&mut self, op: &Op) {
        let Op::Call {
            callee,
            result: Some(place),
            ..
        } = op
        else {
            return;
        };
        let to = match place {
            Place::Slot(v) => self.program.var(*v).ty,
            Place::Mem { access, .. } => access.ty,
            Place::Aggregate { .. } => return,
        };
        let ty = match callee {
            Callee::Direct(p) if is_allocator(self.program, *p) => return,
            Callee::Direct(p) => Some(self.program.proc(*p).ty),
            Callee::Indirect(e) | Callee::Elsewhere(e) => self.pointee(*e),
        };
        let Some(Type::Function(f)) = ty.map(|ty| self.program.types.get(ty)) else {
            return;
        };
        if f.ret != to {
            self.conversion(f.ret, to);
            if self.is_void_pointer(f.ret) {
                self.add_from_void(to);
            }
        }
    }

    /// Bytes are copied to what may be something else.
    fn copied(&mut self, dst: ExprId, src: ExprId) {
        let (to, from) = (self.record_behind(dst), self.record_behind(src));
        if matches!((to, from), (Some(a), Some(b)) if self.are_alike(a, b)) {
            return;
        }
        self.given_to_library(src);
        let leads_to = |e| self.pointee(self.without_casts(e));
        let (new, old) = (leads_to(dst), leads_to(src));
        let holds = |ty: Option<TypeId>| ty.is_some_and(|ty| self.holds_pointers(ty));
        self.untyped |= new != old && (holds(new) || holds(old));
    }

    /// Pointers among variable arguments are taken for whatever the function asks for.
    fn variable_arguments(&mut self, op: &Op) {
        let Op::Call { callee, args, .. } = op else {
            return;
        };
        let ty = match callee {
            Callee::Direct(p) if self.program.proc(*p).model => return,
            Callee::Direct(p) => Some(self.program.proc(*p).ty),
            Callee::Indirect(e) | Callee::Elsewhere(e) => self.pointee(*e),
        };
        let Some(Type::Function(f)) = ty.map(|ty| self.program.types.get(ty)) else {
            return;
        };
        let rest = args.iter().skip(f.params.len());
        let is_pointer = |arg: &Arg| match arg {
            Arg::Scalar(e) => self.pointee(*e).is_some(),
            Arg::Aggregate { ty, .. } => self.holds_pointers(*ty),
        };
        self.untyped |= f.variadic && rest.into_iter().any(is_pointer);
    }

    /// A function of the library reads bytes.
    fn given_to_library(&mut self, arg: ExprId) {
        let bare = self.without_casts(arg);
        if let Some(record) = self.record_behind(arg) {
            self.see(record);
        }
        for (record, _) in self.members_on_the_way(bare) {
            self.see(record);
        }
        let ty = self.program.exprs.get(bare).ty;
        self.reveals |= self.is_void_pointer(ty);
    }

    fn implicit(&mut self, value: ExprId, to: TypeId) {
        let from = self.program.exprs.get(value).ty;
        if from == to {
            return;
        }
        self.conversion(from, to);
        let before = self.program.exprs.get(self.without_casts(value)).ty;
        self.conversion(before, to);
        if self.is_void_pointer(from) && self.is_named(value) {
            self.add_from_void(to);
        }
    }

    fn conversion(&mut self, from: TypeId, to: TypeId) {
        self.other_steps(from, to);
        let (Some(record), Some(target)) = (self.record_of(from), self.pointee_of(to)) else {
            return;
        };
        match self.program.types.get(target) {
            Type::Void => {
                self.hidden.insert(record);
            }
            Type::Record(other) if self.are_alike(record, *other) => {}
            _ => self.see(record),
        }
    }

    /// A pointer becomes one that steps otherwise, or through which pointers are others.
    fn other_steps(&mut self, from: TypeId, to: TypeId) {
        let (Some(old), Some(new)) = (self.pointee_of(from), self.pointee_of(to)) else {
            return;
        };
        if old == new {
            return;
        }
        let size = |ty| self.program.size_of(innermost(self.program, ty));
        let is_finer = matches!((size(old), size(new)), (Some(a), Some(b)) if b < a);
        if is_finer || self.is_void_pointer(to) {
            self.steps.extend(size(old));
        }
        let is_pointer = |ty| self.program.types.pointee(ty).is_some();
        self.untyped |= is_pointer(new) || (is_pointer(old) && !self.is_void_pointer(to));
    }

    /// A variable of type `void *` becomes another pointer.
    fn add_from_void(&mut self, to: TypeId) {
        match (self.record_of(to), self.pointee_of(to)) {
            (Some(record), _) => {
                self.hidden.insert(record);
            }
            (None, Some(_)) => self.reveals |= !self.is_void_pointer(to),
            (None, None) => {}
        }
    }

    fn see(&mut self, record: RecordId) {
        self.seen.insert(record);
    }

    fn read_member(&mut self, addr: ExprId) {
        let members = self.members_on_the_way(addr);
        self.read_members.extend(members);
    }

    /// Whether an expression is a variable of the program or in memory, not a result that goes on
    /// at once: a block that was just allocated has no other name.
    fn is_named(&self, e: ExprId) -> bool {
        match self.program.exprs.get(e).kind {
            ExprKind::Var(v) => !self.fresh.contains(&v),
            ExprKind::Load { .. } => true,
            _ => false,
        }
    }

    fn without_casts(&self, e: ExprId) -> ExprId {
        match self.program.exprs.get(e).kind {
            ExprKind::Cast(inner) => self.without_casts(inner),
            _ => e,
        }
    }

    fn without_arithmetic(&self, e: ExprId) -> ExprId {
        match self.program.exprs.get(e).kind {
            ExprKind::Cast(inner) | ExprKind::Index { base: inner, .. } => {
                self.without_arithmetic(inner)
            }
            _ => e,
        }
    }

    fn record_behind(&self, e: ExprId) -> Option<RecordId> {
        self.record_of(self.program.exprs.get(self.without_casts(e)).ty)
    }

    fn record_of(&self, pointer: TypeId) -> Option<RecordId> {
        element_record(self.program, self.pointee_of(pointer)?)
    }

    fn pointee(&self, e: ExprId) -> Option<TypeId> {
        self.pointee_of(self.program.exprs.get(e).ty)
    }

    fn pointee_of(&self, pointer: TypeId) -> Option<TypeId> {
        self.program.types.pointee(pointer).map(|q| q.ty)
    }

    fn is_void_pointer(&self, ty: TypeId) -> bool {
        let to = self.pointee_of(ty);
        to.is_some_and(|t| matches!(self.program.types.get(t), Type::Void))
    }
}
