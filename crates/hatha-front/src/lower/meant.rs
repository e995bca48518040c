//! Bodies for functions whose meaning hatha knows, where the program takes their address: a call
//! through a pointer means what a call by name does.

use super::context::Context;
use super::func::FnLower;
use super::known::{self, Known};
use super::link;
use hatha_cfa::{
    Builtin, ExprId, ExprKind as K, FailKind, FunctionType, InputKind, MathFn, Op, Origin, Place,
    ProcId, ReturnValue, Span, Storage, Type, TypeId, Var, VarId, VarScope,
};

/// Gives every procedure that nobody defines the body that its name means, if it means something.
pub(super) fn lower_all(cx: &mut Context) {
    for proc in (0..cx.prog.procs.len()).map(ProcId::from) {
        if cx.bodies[proc].is_none() {
            lower_meant(cx, proc);
        }
    }
}

fn lower_meant(cx: &mut Context, proc: ProcId) {
    let mut symbols = cx.links.funcs.iter();
    let Some(sym) = symbols.find(|s| s.proc == Some(proc) && s.def.is_none()) else {
        return;
    };
    let (Some(known), &[(unit, id), ..]) = (sym.known, &sym.decls[..]) else {
        return;
    };
    let name = link::function_name(&cx.units[unit].functions[id]).to_owned();
    let Type::Function(ty) = cx.prog.types.get(cx.prog.proc(proc).ty).clone() else {
        return;
    };
    if !has_form(cx, (known, &name), &ty) {
        return;
    }
    let mut f = FnLower::new(cx, unit, proc);
    let params = (0..).zip(&ty.params).map(|(i, ty)| f.param(i, *ty));
    let params: Vec<VarId> = params.collect();
    f.do_what_is_meant((known, name), &params);
    let FnLower { b, locals, cx, .. } = f;
    let p = &mut cx.prog.procs[proc];
    b.finish(p);
    p.params = params;
    p.locals = locals;
}

/// Whether a function has the form that its meaning is about.
fn has_form(cx: &Context, (known, name): (Known, &str), ty: &FunctionType) -> bool {
    let scalars = ty.params.iter().all(|ty| cx.prog.scalar(*ty).is_some());
    let is_plain = scalars && !ty.variadic;
    match known {
        Known::ReachError => {
            let takes_nothing = ty.params.is_empty() && !ty.variadic;
            takes_nothing || known::known_though_defined(name).is_some()
        }
        Known::AssertFail | Known::Abort => true,
        Known::Assume | Known::Assert | Known::AssertSaying | Known::Requires => {
            is_plain && known::arity(known) == Some(ty.params.len())
        }
        Known::Any => ty.params.is_empty() && cx.prog.scalar(ty.ret).is_some(),
        Known::Math(_) => {
            let count = known::arity(known) == Some(ty.params.len());
            is_plain && count && ty.params.first() == Some(&ty.ret)
        }
        Known::Builtin(_) | Known::SigSetJmp | Known::Leave(_) | Known::Valid => true,
        // These have models in C, or the models alone call them.
        Known::Copy | Known::CopyApart | Known::Fill | Known::Choose | Known::Unsupported => false,
    }
}

impl FnLower<'_, '_> {
    fn param(&mut self, i: u32, ty: TypeId) -> VarId {
        let align = self.cx.prog.types.align(ty, &self.cx.prog.target);
        let is_slot = self.scalar(ty).is_some();
        self.cx.prog.add_var(Var {
            name: format!("${i}"),
            origin: Origin::Declared,
            ty,
            scope: VarScope::Param(self.proc, i),
            storage: match is_slot {
                true => Storage::Slot,
                false => Storage::Memory,
            },
            align: align.unwrap_or(1).max(1),
            volatile: false,
            linkage: hatha_cfa::Linkage::Internal,
            read_only: false,
            span: Span::NONE,
        })
    }

    fn do_what_is_meant(&mut self, (known, name): (Known, String), params: &[VarId]) {
        let span = self.cx.prog.proc(self.proc).span;
        let is_slot = |v: &&VarId| self.cx.prog.var(**v).storage == Storage::Slot;
        let first = params.first().filter(is_slot).copied();
        let first = first.map(|v| self.value_of(v));
        let assertion = FailKind::Assertion(String::new());
        match (known, first) {
            (Known::ReachError, _) => self.emit_last(Op::Fail(FailKind::ReachError(name)), span),
            (Known::AssertFail, _) => self.emit_last(Op::Fail(assertion), span),
            (Known::Abort, _) => self.emit_last(Op::Fail(FailKind::Abort), span),
            (Known::Assume, Some(cond)) => {
                self.emit(Op::Assume { cond, taken: true }, span);
                self.return_nothing(span);
            }
            (Known::Assert | Known::AssertSaying | Known::Requires, Some(cond)) => {
                let (next, failed) = (self.b.new_loc(), self.b.new_loc());
                self.test_value(cond, Some(next), Some(failed), span);
                self.b.set_current(failed);
                self.emit_last(Op::Fail(assertion), span);
                self.b.set_current(next);
                self.return_nothing(span);
            }
            (Known::Any, _) => {
                let value = self.any(self.ret, InputKind::Nondet(name), span);
                self.leave(ReturnValue::Scalar(value), span);
            }
            (Known::Math(function), _) => self.compute(function, params, span),
            _ => {
                let why = format!("a call of `{name}` through a pointer");
                self.emit_last(Op::Unsupported(why), span);
            }
        }
    }

    fn value_of(&mut self, v: VarId) -> ExprId {
        let ty = self.cx.prog.var(v).ty;
        self.add(K::Var(v), ty)
    }

    fn compute(&mut self, function: MathFn, params: &[VarId], span: Span) {
        let builtin = Builtin::Math(function);
        let mut args = params.iter().map(|&v| self.value_of(v)).collect();
        self.math_operands(builtin, &mut args, span);
        let result = self.temp(self.ret);
        let op = Op::Builtin {
            builtin,
            args,
            result: Some(Place::Slot(result)),
        };
        self.emit(op, span);
        let value = self.value_of(result);
        self.leave(ReturnValue::Scalar(value), span);
    }
}
