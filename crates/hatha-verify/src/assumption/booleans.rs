//! Bytes that are read as a `_Bool`.
//!
//! A `_Bool` whose byte is neither 0 nor 1 is no value (C11 6.2.6.1): compilers compute `!b` as `b ^ 1`,
//! and what they make of it differs. Tests and proofs take it for the number that the byte is.
//!
//! **Soundness.** That is said where a `_Bool` in memory is read and its byte may have been written as
//! something else: by another member of a union, through a pointer to something else, or by the
//! library. The types of expressions decide; every conversion between a pointer to what holds a
//! `_Bool` and one to what holds none counts; one to or from `void *` only if something else is written
//! through another `void *`.

use super::{Assumption, Kind};
use hatha_cfa::reach::operands;
use hatha_cfa::{
    Arg, Callee, ExprId, ExprKind, Op, Place, ProcId, Program, RecordKind, Scalar, Type, TypeId,
};
use std::collections::BTreeSet;

/// Functions of the library that write nothing where they are led, or only what stands there.
const HARMLESS: [&str; 9] = [
    "free",
    "cfree",
    "realloc",
    "reallocarray",
    "qsort",
    "bsearch",
    "fwrite",
    "write",
    "memcmp",
];

/// That such bytes hold 0 or 1, if they may be written as something else.
pub(super) fn booleans(program: &Program, reached: &BTreeSet<ProcId>) -> Option<Assumption> {
    let mut survey = Survey {
        program,
        visited: BTreeSet::new(),
        reads: false,
        puns: false,
        hides: false,
        reveals: false,
    };
    for &p in reached.iter().filter(|&&p| !program.proc(p).model) {
        for edge in &program.proc(p).edges {
            survey.operation(&edge.op);
        }
    }
    let puns = survey.puns || survey.hides && survey.reveals;
    (survey.reads && puns).then(|| {
        let sentence = "a byte of memory that is read as a `_Bool` holds 0 or 1";
        Assumption::new(Kind::Booleans, sentence)
    })
}

/// Whether something of a type holds a `_Bool`.
fn holds_bool(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Bool => true,
        Type::Array { elem, .. } => holds_bool(program, elem.ty),
        Type::Record(r) => {
            let mut fields = program.types.record(*r).fields.iter();
            fields.any(|f| f.bits.is_none() && holds_bool(program, f.ty.ty))
        }
        _ => false,
    }
}

struct Survey<'p> {
    program: &'p Program,
    visited: BTreeSet<ExprId>,
    /// Whether a `_Bool` in memory is read.
    reads: bool,
    /// Whether its byte may be written as something else.
    puns: bool,
    /// Whether a pointer to what holds one becomes or was a `void *`.
    hides: bool,
    /// Whether something else is written through a `void *`, or through what it becomes.
    reveals: bool,
}

impl Survey<'_> {
    fn operation(&mut self, op: &Op) {
        let harmless = self.harmless(op);
        for e in operands(op) {
            match harmless.contains(&e) {
                true => self.look(self.without_casts(e)),
                false => self.look(e),
            }
        }
        match op {
            Op::Assign { place, value } => {
                let to = match place {
                    Place::Slot(v) => self.program.var(*v).ty,
                    Place::Mem { access, .. } => access.ty,
                    Place::Aggregate { .. } => return,
                };
                self.conversion(*value, to);
            }
            Op::Call {
                callee: Callee::Direct(p),
                args,
                ..
            } => {
                let params = self.program.proc(*p).params.clone();
                let is_library = self.program.proc(*p).model;
                for (arg, param) in args.iter().zip(params) {
                    let Arg::Scalar(e) = arg else { continue };
                    if harmless.contains(e) {
                        continue;
                    }
                    self.conversion(*e, self.program.var(param).ty);
                    if is_library {
                        self.given(*e);
                    }
                }
            }
            Op::Fill { dst, byte, .. } if !self.is_truth_value(*byte) => {
                self.given(*dst);
            }
            _ => {}
        }
    }

    /// Operands through which nothing else is written to a `_Bool`.
    fn harmless(&self, op: &Op) -> Vec<ExprId> {
        match op {
            Op::Fill { dst, byte, .. } if self.is_truth_value(*byte) => vec![*dst],
            Op::Copy { dst, src, .. } if self.are_alike(*dst, *src) => vec![*dst, *src],
            Op::Call {
                callee: Callee::Direct(p),
                args,
                ..
            } => {
                let scalars: Vec<ExprId> = args.iter().filter_map(scalar).collect();
                match self.is_harmless(*p, &scalars) {
                    true => scalars,
                    false => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    fn is_harmless(&self, p: ProcId, args: &[ExprId]) -> bool {
        let proc = self.program.proc(p);
        let name = proc.name.as_str();
        let prints = || hatha_cfa::output::only_prints(proc);
        proc.model
            && match (name, args) {
                ("memset", &[_, byte, _]) => self.is_truth_value(byte),
                ("memcpy" | "memmove", &[dst, src, _]) => self.are_alike(dst, src),
                _ => HARMLESS.contains(&name) || prints(),
            }
    }

    fn is_truth_value(&self, e: ExprId) -> bool {
        let value = self.program.exprs.get(self.without_casts(e)).kind;
        matches!(value, ExprKind::Int(0 | 1))
    }

    /// Whether two pointers lead to the same type.
    fn are_alike(&self, a: ExprId, b: ExprId) -> bool {
        let behind = |e| self.pointee(self.ty(self.without_casts(e)));
        let is_known = |ty| *self.program.types.get(ty) != Type::Void;
        matches!((behind(a), behind(b)), (Some(a), Some(b)) if a == b && is_known(a))
    }

    fn look(&mut self, root: ExprId) {
        let mut work = vec![root];
        while let Some(e) = work.pop() {
            if !self.visited.insert(e) {
                continue;
            }
            let expr = self.program.exprs.get(e);
            match expr.kind {
                ExprKind::Cast(inner) => self.conversion(inner, expr.ty),
                ExprKind::Load { access, .. } => {
                    let is_bool = self.program.scalar(access.ty) == Some(Scalar::Bool);
                    self.reads |= is_bool && access.bits.is_none();
                }
                ExprKind::Field { record, .. } => {
                    let record = self.program.types.record(record);
                    let all = |f: &hatha_cfa::Field| *self.program.types.get(f.ty.ty) == Type::Bool;
                    let is_mixed =
                        record.kind == RecordKind::Union && !record.fields.iter().all(all);
                    let bools = |f: &hatha_cfa::Field| holds_bool(self.program, f.ty.ty);
                    self.puns |= is_mixed && record.fields.iter().any(bools);
                }
                _ => {}
            }
            work.extend(self.program.exprs.children(e));
        }
    }

    /// A pointer becomes one of another type.
    fn conversion(&mut self, from: ExprId, to: TypeId) {
        let was = self.ty(from);
        if was == to || self.is_new(from) {
            return;
        }
        let (Some(_), Some(_)) = (self.pointee(was), self.pointee(to)) else {
            return;
        };
        let differ = self.leads_to_bool(was) != self.leads_to_bool(to);
        match (self.is_void(was), self.is_void(to)) {
            (false, false) => self.puns |= differ,
            (true, true) => {}
            (true, false) if !differ => self.reveals = true,
            _ => self.hides |= differ,
        }
    }

    /// Bytes are written through a pointer, whatever it leads to.
    fn given(&mut self, pointer: ExprId) {
        let ty = self.ty(self.without_casts(pointer));
        self.puns |= self.leads_to_bool(ty);
        self.reveals |= self.is_void(ty);
    }

    fn is_void(&self, pointer: TypeId) -> bool {
        let to = self.pointee(pointer);
        to.is_some_and(|ty| *self.program.types.get(ty) == Type::Void)
    }

    /// Whether an expression is the result of a call that goes on at once, such as a new block, or a
    /// null pointer.
    fn is_new(&self, e: ExprId) -> bool {
        match self.program.exprs.get(self.without_casts(e)).kind {
            ExprKind::Var(v) => self.program.var(v).name.starts_with('$'),
            ExprKind::Int(_) => true,
            _ => false,
        }
    }

    fn leads_to_bool(&self, pointer: TypeId) -> bool {
        let to = self.pointee(pointer);
        to.is_some_and(|ty| holds_bool(self.program, ty))
    }

    fn pointee(&self, pointer: TypeId) -> Option<TypeId> {
        self.program.types.pointee(pointer).map(|q| q.ty)
    }

    fn ty(&self, e: ExprId) -> TypeId {
        self.program.exprs.get(e).ty
    }

    fn without_casts(&self, e: ExprId) -> ExprId {
        match self.program.exprs.get(e).kind {
            ExprKind::Cast(inner) => self.without_casts(inner),
            _ => e,
        }
    }
}

fn scalar(arg: &Arg) -> Option<ExprId> {
    match *arg {
        Arg::Scalar(e) => Some(e),
        Arg::Aggregate { .. } => None,
    }
}
