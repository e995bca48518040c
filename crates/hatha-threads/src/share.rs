//! What an operation does to memory that other threads may meet.
//!
//! **Invariant.** Where it is not known which objects an access may meet, it may meet every object
//! whose address goes anywhere, and every one without a name. An address computed from that of an object leads into
//! it or nowhere, as in the simulator: one that leaves its object is a fault, which ends the execution.

use super::instances::{Instance, handle_slot};
use super::primitive::{Primitive, Primitives};
use hatha_cfa::expr::{ExprId, ExprKind};
use hatha_cfa::output::Silence;
use hatha_cfa::program::{
    Arg, Builtin, Callee, Edge, GlobalInit, InitValue, Op, Place, Program, ReturnValue, Storage,
    VarId, VarScope,
};
use hatha_cfa::reach::operands;
use hatha_cfa::types::Scalar;
use std::collections::{BTreeMap, BTreeSet};

/// What is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// A global that is not in memory.
    Slot(VarId),
    /// A variable in memory.
    Object(VarId),
    /// Whatever an address of unknown origin leads to.
    Unknown,
    /// The console, the heap as a whole, clocks.
    Machine,
}

/// The accesses of an operation.
#[derive(Clone, Debug, Default)]
pub(super) struct Touch {
    pub(super) reads: BTreeSet<Class>,
    pub(super) writes: BTreeSet<Class>,
    /// Whether it is more than one access, or one that a machine may take apart.
    pub(super) several: bool,
}

/// Where pointers lead.
#[derive(Debug)]
pub(super) struct Sharing {
    /// What slots of the instances may point into; those that are not there point anywhere.
    targets: BTreeMap<VarId, BTreeSet<VarId>>,
    /// Variables whose address goes anywhere.
    escaping: BTreeSet<VarId>,
    silence: Silence,
    /// Slots that one assignment gives their value.
    defined: BTreeMap<VarId, ExprId>,
}

impl Sharing {
    pub(super) fn new(program: &Program, all: &[Instance], primitives: &Primitives) -> Sharing {
        let mut sharing = Sharing {
            targets: BTreeMap::new(),
            escaping: BTreeSet::new(),
            silence: Silence::of(program, true),
            defined: BTreeMap::new(),
        };
        sharing.find_definitions(program, all);
        sharing.find_targets(program, all);
        sharing.find_escaping(program, all, primitives);
        sharing
    }

    /// Whether accesses of two kinds may meet.
    pub(super) fn may_meet(&self, a: Class, b: Class) -> bool {
        match (a, b) {
            (Class::Unknown, Class::Object(v)) | (Class::Object(v), Class::Unknown) => {
                self.escaping.contains(&v)
            }
            (a, b) => a == b,
        }
    }

    /// The assignments to the locals of all instances.
    fn assignments(program: &Program, all: &[Instance]) -> BTreeMap<VarId, Vec<Option<ExprId>>> {
        let mut found: BTreeMap<VarId, Vec<Option<ExprId>>> = BTreeMap::new();
        for edge in all.iter().flat_map(|i| &program.proc(i.proc).edges) {
            if let Some(v) = edge.op.written_slot() {
                let value = match edge.op {
                    Op::Assign { value, .. } => Some(value),
                    _ => None,
                };
                found.entry(v).or_default().push(value);
            }
        }
        for instance in all {
            if let (Some(v), Some(start)) = (instance.arg, instance.start) {
                let by = program.proc(all[start.by].proc);
                let value = match &by.edge(start.at).op {
                    Op::Call { args, .. } => args.get(3).and_then(scalar),
                    _ => None,
                };
                found.entry(v).or_default().push(value);
            }
        }
        for &v in &program.proc(all[0].proc).params {
            found.entry(v).or_default().push(None);
        }
        let is_local = |v: &VarId| !matches!(program.var(*v).scope, VarScope::Global);
        found.retain(|v, _| is_local(v));
        found
    }

    fn find_definitions(&mut self, program: &Program, all: &[Instance]) {
        for (v, values) in Self::assignments(program, all) {
            if let [Some(value)] = values[..] {
                self.defined.insert(v, value);
            }
        }
    }

    fn find_targets(&mut self, program: &Program, all: &[Instance]) {
        let assignments = Self::assignments(program, all);
        // From nothing upwards: what is left out in the end points to nothing known.
        for v in assignments.keys() {
            self.targets.insert(*v, BTreeSet::new());
        }
        loop {
            let mut changed = false;
            for (v, values) in &assignments {
                if !self.targets.contains_key(v) {
                    continue;
                }
                let mut all = BTreeSet::new();
                let mut known = true;
                for value in values {
                    match value.and_then(|e| self.bases(program, e)) {
                        Some(found) => all.extend(found),
                        None => known = false,
                    }
                }
                let old = match known {
                    true => self.targets.insert(*v, all.clone()),
                    false => self.targets.remove(v),
                };
                changed |= !known || old.as_ref() != Some(&all);
            }
            if !changed {
                return;
            }
        }
    }

    /// The variables into which a value may point; none if that is not known.
    fn bases(&self, program: &Program, e: ExprId) -> Option<BTreeSet<VarId>> {
        let kind = program.exprs.get(e).kind;
        Some(match kind {
            ExprKind::AddrOf(v) => [v].into(),
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Proc(_) => BTreeSet::new(),
            ExprKind::Var(v) => match program.var(v).scope {
                VarScope::Global => return None,
                _ => self.targets.get(&v)?.clone(),
            },
            ExprKind::Load { .. } => return None,
            ExprKind::PtrDiff { .. } => BTreeSet::new(),
            // The index says where inside the object.
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => {
                return self.bases(program, base);
            }
            _ => {
                let mut all = BTreeSet::new();
                for child in program.exprs.children(e) {
                    all.extend(self.bases(program, child)?);
                }
                all
            }
        })
    }

    /// What an access at an address may meet.
    pub(super) fn at(&self, program: &Program, addr: ExprId) -> BTreeSet<Class> {
        match self.bases(program, addr) {
            Some(found) if !found.is_empty() => found.into_iter().map(Class::Object).collect(),
            _ => [Class::Unknown].into(),
        }
    }

    fn find_escaping(&mut self, program: &Program, all: &[Instance], primitives: &Primitives) {
        let mut work: Vec<ExprId> = Vec::new();
        for edge in all.iter().flat_map(|i| &program.proc(i.proc).edges) {
            let primitive = primitives.called(&edge.op);
            for (i, root) in operands(&edge.op).into_iter().enumerate() {
                match is_address(&edge.op, root, i, primitive) {
                    true => work.extend(below_address(program, root)),
                    false => work.push(root),
                }
            }
        }
        for (_, init) in &program.globals {
            let GlobalInit::Defined(items) = init else {
                continue;
            };
            work.extend(items.iter().filter_map(|item| match item.value {
                InitValue::Scalar(_, e) => Some(e),
                InitValue::Bytes(_) => None,
            }));
        }
        while let Some(e) = work.pop() {
            match program.exprs.get(e).kind {
                ExprKind::AddrOf(v) => {
                    self.escaping.insert(v);
                }
                ExprKind::Load { addr, .. } => work.extend(below_address(program, addr)),
                _ => work.extend(program.exprs.children(e)),
            }
        }
        // Other files may hold the address of what they can name.
        let named = program.vars.iter_enumerated();
        let named = named.filter(|(_, v)| v.is_named_outside());
        self.escaping.extend(named.map(|(v, _)| v));
    }

    /// The object and the offset that an address is, if that is a constant.
    pub(super) fn constant(&self, program: &Program, addr: ExprId) -> Option<(VarId, u64)> {
        match program.exprs.get(addr).kind {
            ExprKind::AddrOf(v) => Some((v, 0)),
            // What is cut off an address may be another one.
            ExprKind::Cast(e) if !is_narrow(program, addr) => self.constant(program, e),
            ExprKind::Var(v) => self.constant(program, *self.defined.get(&v)?),
            ExprKind::Field {
                base,
                record,
                field,
            } => {
                let (v, at) = self.constant(program, base)?;
                let field = &program.types.record(record).fields[field as usize];
                Some((v, at.checked_add(field.offset)?))
            }
            ExprKind::Index { base, index, scale } => {
                let (v, at) = self.constant(program, base)?;
                let ExprKind::Int(n) = program.exprs.get(index).kind else {
                    return None;
                };
                let n = u64::try_from(n).ok().filter(|n| *n < 1 << 20)?;
                if is_negative(program, index, n) {
                    return None;
                }
                Some((v, at.checked_add(n.checked_mul(scale)?)?))
            }
            _ => None,
        }
    }

    /// Whether a call only prints, and values that are surely there: no other thread can tell.
    /// That a value is not there, and the call a fault, may depend on what the others have done.
    pub(super) fn is_unseen(&self, program: &Program, op: &Op) -> bool {
        let local = match op {
            Op::Call { result, .. } => match result {
                Some(Place::Slot(v)) => program.var(*v).scope != VarScope::Global,
                Some(_) => false,
                None => true,
            },
            _ => false,
        };
        let there = || operands(op).into_iter().all(|e| is_there(program, e));
        local && self.is_silent(program, op) && there()
    }

    /// Whether a call only prints.
    pub(super) fn is_silent(&self, program: &Program, op: &Op) -> bool {
        match op {
            Op::Call {
                callee: Callee::Direct(p),
                args,
                ..
            } => self.silence.covers(program, *p, args),
            _ => false,
        }
    }

    /// What an operation accesses; calls of primitives are told apart by whoever knows them.
    pub(super) fn touch(&self, program: &Program, op: &Op) -> Touch {
        let mut touch = Touch::default();
        if self.is_silent(program, op) {
            self.texts(program, op, &mut touch);
        }
        if self.is_unseen(program, op) {
            return touch;
        }
        for root in operands(op) {
            self.reads(program, root, &mut touch);
        }
        let place = match op {
            Op::Assign { place, .. } | Op::Havoc { place, .. } => Some(*place),
            Op::Call { result, .. } | Op::Builtin { result, .. } => *result,
            _ => None,
        };
        if let Some(place) = place {
            self.writes(program, place, &mut touch);
        }
        match op {
            Op::Declare(v) | Op::Dead(v) if program.var(*v).storage == Storage::Memory => {
                touch.writes.insert(Class::Object(*v));
            }
            Op::Copy { dst, src, .. } => {
                touch.reads.extend(self.at(program, *src));
                touch.writes.extend(self.at(program, *dst));
                touch.several = true;
            }
            Op::Fill { dst, .. } => {
                touch.writes.extend(self.at(program, *dst));
                touch.several = true;
            }
            Op::Return(ReturnValue::Aggregate(src)) => {
                touch.reads.extend(self.at(program, *src));
                touch.several = true;
            }
            Op::Call { args, .. } => {
                for arg in args {
                    if let Arg::Aggregate { addr, .. } = arg {
                        touch.reads.extend(self.at(program, *addr));
                        touch.several = true;
                    }
                }
            }
            Op::Builtin { builtin, args, .. } => self.machine(program, *builtin, args, &mut touch),
            _ => {}
        }
        touch
    }

    /// The texts that a call prints. They count as read at once: where reading one byte by byte
    /// finds its end, so does reading it as it is then, and nothing else of it matters.
    fn texts(&self, program: &Program, op: &Op, touch: &mut Touch) {
        for root in operands(op) {
            if program.scalar(program.exprs.get(root).ty) == Some(Scalar::Pointer) {
                touch.reads.extend(self.at(program, root));
            }
        }
    }

    fn machine(&self, program: &Program, builtin: Builtin, args: &[ExprId], touch: &mut Touch) {
        match builtin {
            Builtin::Math(_)
            | Builtin::Exit
            | Builtin::Apart
            | Builtin::ApartText
            | Builtin::Disjoint
            | Builtin::NotNull => {}
            Builtin::Alloc | Builtin::StackAlloc | Builtin::Time | Builtin::Clock => {
                touch.writes.insert(Class::Machine);
            }
            Builtin::Free | Builtin::StackFree => {
                touch.writes.insert(Class::Machine);
                for arg in args {
                    touch.writes.extend(self.at(program, *arg));
                }
            }
            // What is written nobody reads back, so it does not matter that it is read bytewise.
            Builtin::Rand | Builtin::Srand | Builtin::Write | Builtin::ReadByte => {
                touch.writes.insert(Class::Machine);
            }
            _ => {
                touch.writes.extend([Class::Machine, Class::Unknown]);
                touch.several = true;
            }
        }
    }

    fn writes(&self, program: &Program, place: Place, touch: &mut Touch) {
        match place {
            Place::Slot(v) if program.var(v).scope == VarScope::Global => {
                touch.writes.insert(Class::Slot(v));
                touch.several |= is_wide(program, program.var(v).ty);
            }
            Place::Slot(_) => {}
            Place::Mem { addr, access } => {
                touch.writes.extend(self.at(program, addr));
                touch.several |= access.bits.is_some() || is_wide(program, access.ty);
            }
            Place::Aggregate { addr, .. } => {
                touch.writes.extend(self.at(program, addr));
                touch.several = true;
            }
        }
    }

    fn reads(&self, program: &Program, root: ExprId, touch: &mut Touch) {
        let mut work = vec![root];
        while let Some(e) = work.pop() {
            let expr = program.exprs.get(e);
            match expr.kind {
                ExprKind::Var(v) if program.var(v).scope == VarScope::Global => {
                    touch.reads.insert(Class::Slot(v));
                    touch.several |= is_wide(program, expr.ty);
                }
                ExprKind::Load { addr, access } => {
                    touch.reads.extend(self.at(program, addr));
                    touch.several |= is_wide(program, access.ty);
                }
                ExprKind::Object { of, .. } => {
                    touch.reads.extend(self.at(program, of));
                    touch.several = true;
                }
                _ => {}
            }
            work.extend(program.exprs.children(e));
        }
    }
}

/// Whether the value of an expression is there whatever memory holds.
fn is_there(program: &Program, e: ExprId) -> bool {
    let expr = program.exprs.get(e);
    let global = |v: VarId| program.var(v).scope == VarScope::Global;
    let is_pointer = program.scalar(expr.ty) == Some(Scalar::Pointer);
    match expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::AddrOf(_) | ExprKind::Proc(_) => true,
        // Where a text is found may matter even if the pointer to it is there.
        ExprKind::Var(v) => !is_pointer || !global(v),
        ExprKind::Load { .. } if is_pointer => false,
        ExprKind::Cast(inner) => {
            let from = program.scalar(program.exprs.get(inner).ty);
            from.is_some_and(|s| !s.is_float()) && is_there(program, inner)
        }
        ExprKind::Load { addr, access } => match program.exprs.get(addr).kind {
            ExprKind::AddrOf(v) => global(v) && access.ty == program.var(v).ty,
            _ => false,
        },
        _ => false,
    }
}

/// Whether an expression has fewer bits than an address.
fn is_narrow(program: &Program, e: ExprId) -> bool {
    let word = u64::from(program.target.pointer_bits.div_ceil(8));
    program.size_of(program.exprs.get(e).ty) != Some(word)
}

/// Whether the bits of a constant are those of a negative number, or of no integer.
fn is_negative(program: &Program, e: ExprId, n: u64) -> bool {
    match program.scalar(program.exprs.get(e).ty) {
        Some(Scalar::Int { bits, signed }) => {
            signed && n.checked_shr(u32::from(bits) - 1) != Some(0) && bits <= 64
        }
        Some(Scalar::Bool) => false,
        _ => true,
    }
}

/// Whether a machine may take an access apart.
fn is_wide(program: &Program, ty: hatha_cfa::types::TypeId) -> bool {
    let word = program.target.pointer_bits.div_ceil(8);
    let size = program.size_of(ty).unwrap_or(u64::MAX);
    match program.scalar(ty) {
        Some(s) if s.is_float() => size > 8,
        _ => size > u64::from(word),
    }
}

/// Whether an operand is an address that the operation itself accesses.
fn is_address(op: &Op, root: ExprId, i: usize, primitive: Option<Primitive>) -> bool {
    let place = |p: &Place| matches!(p, Place::Mem { addr, .. } | Place::Aggregate { addr, .. } if *addr == root);
    match op {
        Op::Assign { place: p, value } => place(p) && *value != root,
        Op::Havoc { place: p, .. } => place(p),
        Op::Copy { dst, src, len } => (*dst == root || *src == root) && *len != root,
        Op::Fill { dst, byte, len } => *dst == root && *byte != root && *len != root,
        Op::Call { .. } => match primitive {
            Some(Primitive::Create) => i == 0,
            Some(Primitive::Join) => i == 1,
            Some(
                Primitive::Lock
                | Primitive::TryLock
                | Primitive::Unlock
                | Primitive::InitMutex
                | Primitive::DestroyMutex
                | Primitive::Wait
                | Primitive::Nothing,
            ) => true,
            _ => false,
        },
        _ => false,
    }
}

/// The values in an address besides the variable that it is in.
fn below_address(program: &Program, mut addr: ExprId) -> Vec<ExprId> {
    let mut found = Vec::new();
    loop {
        match program.exprs.get(addr).kind {
            ExprKind::Field { base, .. } => addr = base,
            ExprKind::Index { base, index, .. } => {
                found.push(index);
                addr = base;
            }
            ExprKind::Cast(e) => addr = e,
            ExprKind::AddrOf(_) => return found,
            _ => {
                found.push(addr);
                return found;
            }
        }
    }
}

pub(super) fn scalar(arg: &Arg) -> Option<ExprId> {
    match arg {
        Arg::Scalar(e) => Some(*e),
        Arg::Aggregate { .. } => None,
    }
}

/// The argument of a call at a position.
pub(super) fn argument(edge: &Edge, at: usize) -> Option<ExprId> {
    match &edge.op {
        Op::Call { args, .. } => args.get(at).and_then(scalar),
        _ => None,
    }
}

impl Sharing {
    /// What an edge of an instance accesses, operations on threads among them. `words` says
    /// whether mutexes are words of memory.
    pub(super) fn touch_of(
        &self,
        program: &Program,
        edge: &Edge,
        primitives: &Primitives,
        words: bool,
    ) -> Touch {
        let mut touch = self.touch(program, &edge.op);
        let written = match primitives.called(&edge.op) {
            Some(Primitive::Create) => {
                argument(edge, 0).filter(|e| handle_slot(program, *e).is_none())
            }
            Some(Primitive::Join) => argument(edge, 1).filter(|e| !is_zero(program, *e)),
            Some(
                Primitive::Lock
                | Primitive::TryLock
                | Primitive::Unlock
                | Primitive::InitMutex
                | Primitive::DestroyMutex,
            ) if words => argument(edge, 0),
            Some(Primitive::Wait) if words => argument(edge, 1),
            _ => None,
        };
        if let Some(addr) = written {
            touch.writes.extend(self.at(program, addr));
        }
        touch
    }
}

/// Whether an expression is the constant 0.
pub(super) fn is_zero(program: &Program, e: ExprId) -> bool {
    match program.exprs.get(e).kind {
        ExprKind::Int(0) => true,
        ExprKind::Cast(e) => is_zero(program, e),
        _ => false,
    }
}

/// Whether the state of a library model is accessed.
pub(super) fn is_of_library(program: &Program, class: Class) -> bool {
    let (Class::Slot(v) | Class::Object(v)) = class else {
        return false;
    };
    let var = program.var(v);
    let file = program.sources.file(var.span.file);
    var.scope == VarScope::Global && file.is_some_and(|f| f.name.starts_with("<hatha>"))
}
