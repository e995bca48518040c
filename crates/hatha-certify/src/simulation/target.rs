//! Where a call through a pointer may lead.
//!
//! **Soundness.** What is called is a function of the program whose address somebody has, an unknown
//! function, or nothing, which is a fault. The address of a function is had by whoever takes it, and
//! by other files if they can name it, or have been given it by a function that they can name, unless
//! there is no other file. If every function of the
//! program that could take the arguments is compared with before, the rest leads into none of them.
//! A call through a pointer to functions of another type is undefined (C17 6.5.2.2, 9); that there is none is an
//! assumption, which is printed.

use super::{Call, Simulation};
use crate::outside::is_whole;
use crate::reach::{
    addresses, initial, operands, reachable_by_pointers, reachable_edges, taken_by_any,
};
use hatha_cfa::{Arg, ExprId, Extent, Place, ProcId, Procedure, Program, Scalar, Type, TypeId};
use std::collections::BTreeSet;

/// The functions of a program whose address somebody may have.
pub(crate) struct Exposed<'a> {
    program: &'a Program,
    functions: BTreeSet<ProcId>,
}

impl<'a> Exposed<'a> {
    pub(crate) fn new(program: &'a Program, entry: ProcId) -> Exposed<'a> {
        Exposed {
            program,
            functions: exposed(program, entry),
        }
    }

    /// The functions that a call through a pointer may lead to, unknown ones apart.
    pub(crate) fn targets(
        &self,
        pointer: ExprId,
        args: &[Arg],
        result: Option<Place>,
    ) -> impl Iterator<Item = ProcId> {
        let program = self.program;
        let fits = move |&p: &ProcId| may_lead_to(program, pointer, p, (args, result));
        self.functions.iter().copied().filter(fits)
    }
}

/// Whether a call through a pointer may lead to a function, as far as types say.
pub(crate) fn may_lead_to(
    program: &Program,
    pointer: ExprId,
    p: ProcId,
    (args, result): (&[Arg], Option<Place>),
) -> bool {
    match has_prototype(program, pointer) {
        true => agrees(program, p, args, result),
        false => may_take(program, pointer, p, args),
    }
}

fn exposed(program: &Program, entry: ProcId) -> BTreeSet<ProcId> {
    let mut found: BTreeSet<ProcId> = initial(program).into_iter().collect();
    for p in reachable_by_pointers(program, entry) {
        let proc = program.proc(p);
        for edge in reachable_edges(proc) {
            found.extend(addresses(program, operands(&proc.edge(edge).op)));
        }
    }
    if program.extent == Extent::Stated {
        found.extend(taken_by_any(program));
    } else if !is_whole(program, entry) {
        let is_known = |p: &Procedure| p.external && !p.model;
        found.extend(program.procs().filter(|(_, p)| is_known(p)).map(|(p, _)| p));
    }
    found.retain(|&p| program.proc(p).defined);
    found
}

impl Simulation<'_> {
    /// Whether a call through a pointer that leads to none of some functions leads to none at all.
    pub(super) fn leads_elsewhere(
        &self,
        pointer: ExprId,
        call: Call<'_>,
        compared: &BTreeSet<ProcId>,
    ) -> bool {
        let mut targets = self.exposed.targets(pointer, call.args, call.result);
        targets.all(|p| compared.contains(&p))
    }
}

/// Whether the type of a pointer says what is passed through it.
fn has_prototype(program: &Program, pointer: ExprId) -> bool {
    let Some(to) = program.types.pointee(program.exprs.get(pointer).ty) else {
        return false;
    };
    match program.types.get(to.ty) {
        Type::Function(f) => !f.unprototyped && !f.variadic,
        _ => false,
    }
}

/// Whether a function has the representation that a call expects: that of its arguments, and of
/// its result if somebody wants it.
fn agrees(program: &Program, p: ProcId, args: &[Arg], result: Option<Place>) -> bool {
    let proc = program.proc(p);
    let Type::Function(ty) = program.types.get(proc.ty) else {
        return true;
    };
    let given = args.iter().map(|arg| match *arg {
        Arg::Scalar(e) => program.exprs.get(e).ty,
        Arg::Aggregate { ty, .. } => ty,
    });
    let mut arguments = given.zip(&ty.params);
    let wanted = result.map(|place| match place {
        Place::Slot(v) => program.var(v).ty,
        Place::Mem { access, .. } => access.ty,
        Place::Aggregate { ty, .. } => ty,
    });
    args.len() == ty.params.len()
        && !ty.variadic
        && arguments.all(|(a, &b)| is_alike(program, a, b))
        && wanted.is_none_or(|wanted| is_alike(program, ty.ret, wanted))
}

/// Whether values of two types may have one representation.
fn is_alike(program: &Program, a: TypeId, b: TypeId) -> bool {
    let is_float = |ty| program.scalar(ty).map(Scalar::is_float);
    a == b || (program.size_of(a) == program.size_of(b) && is_float(a) == is_float(b))
}

/// Whether a call with these arguments may get into a function, whatever their types say.
fn may_take(program: &Program, pointer: ExprId, p: ProcId, args: &[Arg]) -> bool {
    let is_open = |ty: TypeId| match program.types.get(ty) {
        Type::Function(f) => f.variadic || f.unprototyped,
        _ => true,
    };
    let proc = program.proc(p);
    let (given, wanted) = (args.len(), proc.params.len());
    let through = program.types.pointee(program.exprs.get(pointer).ty);
    let more = is_open(proc.ty) || through.is_none_or(|q| is_open(q.ty));
    if given < wanted || (given > wanted && !more) {
        return false;
    }
    let types = proc.params.iter().map(|&v| program.var(v).ty);
    args.iter()
        .zip(types)
        .all(|(arg, ty)| may_pass(program, *arg, ty))
}

/// Whether a parameter may get an argument. Numbers and addresses are converted; nothing becomes a
/// float or a structure, nor the other way round.
fn may_pass(program: &Program, arg: Arg, ty: TypeId) -> bool {
    let wanted = program.scalar(ty);
    match arg {
        Arg::Aggregate { ty: given, .. } => program.size_of(given) == program.size_of(ty),
        Arg::Scalar(e) => {
            let given = program.scalar(program.exprs.get(e).ty);
            given
                .zip(wanted)
                .is_some_and(|(g, w)| g.is_float() == w.is_float())
        }
    }
}
