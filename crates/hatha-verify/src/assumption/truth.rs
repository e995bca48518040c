//! Bytes of a `_Bool` that were written as something else.
//!
//! A byte that is neither 0 nor 1 is no value of a `_Bool` (C11 6.2.6.1), and compilers make different
//! things of it: `!b` may be 3. Here it is the number that it is. That is said where the program
//! reads a `_Bool` from memory and may write its bytes by another type.
//!
//! **Soundness.** The types of expressions decide: a pointer to what holds a `_Bool` becomes a pointer to
//! something else, or the other way round, or a union holds one beside another member. Through `void *` it counts
//! if another `void *` becomes a pointer to bytes, or is given to a function of the library that may write.

use super::{Assumption, Kind};
use hatha_cfa::reach::operands;
use hatha_cfa::{
    Arg, Callee, ExprId, ExprKind, Op, Place, ProcId, Program, RecordKind, Scalar, Type, TypeId,
};
use std::collections::BTreeSet;

/// Functions of the library that write nothing to what they are given, or only in whole elements.
const KEEPS: [&str; 8] = [
    "free",
    "cfree",
    "realloc",
    "reallocarray",
    "qsort",
    "bsearch",
    "fwrite",
    "write",
];

/// That such bytes are numbers, if the program may read them.
pub(super) fn truth(program: &Program, reached: &BTreeSet<ProcId>) -> Option<Assumption> {
    let mut survey = Survey {
        program,
        reads: false,
        rewrites: false,
        hides: false,
        reveals: false,
        visited: BTreeSet::new(),
    };
    for &p in reached.iter().filter(|&&p| !program.proc(p).model) {
        for edge in &program.proc(p).edges {
            survey.operation(&edge.op);
        }
    }
    let is_one = survey.reads && (survey.rewrites || survey.hides && survey.reveals);
    is_one.then(|| {
        let sentence = "a `_Bool` whose byte was written as something else than 0 or 1 is the \
                        number that the byte holds";
        Assumption::new(Kind::Truth, sentence)
    })
}

struct Survey<'p> {
    program: &'p Program,
    /// Whether a `_Bool` is read from memory.
    reads: bool,
    /// Whether one is written by another type.
    rewrites: bool,
    /// Whether a pointer to one becomes or was a `void *`.
    hides: bool,
    /// Whether a `void *` becomes or was a pointer to something else.
    reveals: bool,
    visited: BTreeSet<ExprId>,
}

impl Survey<'_> {
    fn operation(&mut self, op: &Op) {
        for operand in operands(op) {
            match self.is_harmless(op, operand) {
                true => self.look(self.without_casts(operand)),
                false => self.look(operand),
            }
        }
        match op {
            Op::Assign { place, value } => {
                let to = match place {
                    Place::Slot(v) => self.program.var(*v).ty,
                    Place::Mem { access, .. } => access.ty,
                    Place::Aggregate { .. } => return,
                };
                self.converted(*value, to);
            }
            Op::Call {
                callee: Callee::Direct(p),
                args,
                ..
            } if !self.keeps(*p) => {
                let params = self.program.proc(*p).params.clone();
                for (arg, param) in args.iter().zip(params) {
                    if let Arg::Scalar(e) = arg {
                        self.converted(*e, self.program.var(param).ty);
                        self.reveals |= self.program.proc(*p).model && self.is_void(*e);
                    }
                }
            }
            Op::Copy { dst, src, .. } => self.copied(*dst, *src),
            _ => {}
        }
    }

    /// Whether a pointer is only given to something that writes no other byte than a `_Bool` may have.
    fn is_harmless(&self, op: &Op, operand: ExprId) -> bool {
        match op {
            Op::Fill { byte, .. } => {
                let constant = self.program.exprs.get(self.without_casts(*byte)).kind;
                matches!(constant, ExprKind::Int(0 | 1))
            }
            Op::Copy { dst, src, .. } => operand == *dst || operand == *src,
            Op::Call {
                callee: Callee::Direct(p),
                ..
            } => self.keeps(*p),
            _ => false,
        }
    }

    fn keeps(&self, p: ProcId) -> bool {
        let name = self.program.proc(p).name.as_str();
        let outputs = || hatha_cfa::output::names().any(|n| n == name);
        self.program.proc(p).model && (KEEPS.contains(&name) || outputs())
    }

    fn look(&mut self, root: ExprId) {
        let mut work = vec![root];
        while let Some(e) = work.pop() {
            if !self.visited.insert(e) {
                continue;
            }
            let expr = self.program.exprs.get(e);
            match expr.kind {
                ExprKind::Cast(inner) => self.converted(inner, expr.ty),
                ExprKind::Load { access, .. } => {
                    let scalar = self.program.scalar(access.ty);
                    self.reads |= scalar == Some(Scalar::Bool) && access.bits.is_none();
                }
                ExprKind::Field { record, .. } => {
                    let r = self.program.types.record(record);
                    let is_union = r.kind == RecordKind::Union && r.fields.len() > 1;
                    self.rewrites |= is_union && r.fields.iter().any(|f| self.holds(f.ty.ty));
                }
                _ => {}
            }
            work.extend(self.program.exprs.children(e));
        }
    }

    /// A copy of bytes of another type.
    fn copied(&mut self, dst: ExprId, src: ExprId) {
        let (to, from) = (self.bare_pointee(dst), self.bare_pointee(src));
        let (Some(to), Some(from)) = (to, from) else {
            return;
        };
        self.between(from, to);
    }

    fn converted(&mut self, value: ExprId, to: TypeId) {
        let pointee = |ty| self.program.types.pointee(ty).map(|q| q.ty);
        // A block that was just allocated has no other name.
        if self.is_void(value) && self.is_temporary(value) {
            return;
        }
        if let (Some(from), Some(to)) = (self.bare_pointee(value), pointee(to)) {
            self.between(from, to);
        }
    }

    /// What leads to the one leads to the other as well.
    fn between(&mut self, from: TypeId, to: TypeId) {
        let is_void = |ty| matches!(self.program.types.get(ty), Type::Void);
        match (self.holds(from), self.holds(to)) {
            (true, true) => {}
            (true, false) if is_void(to) => self.hides = true,
            (false, true) if is_void(from) => self.hides = true,
            (true, false) | (false, true) => self.rewrites = true,
            (false, false) => self.reveals |= is_void(from) != is_void(to),
        }
    }

    fn bare_pointee(&self, e: ExprId) -> Option<TypeId> {
        let ty = self.program.exprs.get(self.without_casts(e)).ty;
        self.program.types.pointee(ty).map(|q| q.ty)
    }

    fn is_temporary(&self, e: ExprId) -> bool {
        match self.program.exprs.get(self.without_casts(e)).kind {
            ExprKind::Var(v) => self.program.var(v).name.starts_with('$'),
            _ => false,
        }
    }

    fn is_void(&self, e: ExprId) -> bool {
        let to = self.bare_pointee(e);
        to.is_some_and(|ty| matches!(self.program.types.get(ty), Type::Void))
    }

    fn without_casts(&self, e: ExprId) -> ExprId {
        match self.program.exprs.get(e).kind {
            ExprKind::Cast(inner) => self.without_casts(inner),
            _ => e,
        }
    }

    /// Whether a type is `_Bool` or has one in it.
    fn holds(&self, ty: TypeId) -> bool {
        match self.program.types.get(ty) {
            Type::Bool => true,
            Type::Array { elem, .. } => self.holds(elem.ty),
            Type::Record(r) => {
                let fields = &self.program.types.record(*r).fields;
                fields.iter().any(|f| self.holds(f.ty.ty))
            }
            _ => false,
        }
    }
}
