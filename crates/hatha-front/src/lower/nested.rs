//! What a call of a nested function passes behind the visible arguments.
//!
//! **Invariant.** For each variable that the callee takes from around it, its hidden parameter
//! gets the address of that variable in the activation which the caller belongs to or runs in.

use super::func::FnLower;
use super::place::At;
use crate::hir::{Capture, Duration, FuncId, Function, ObjId};
use hatha_cfa::{Arg, ExprId, ExprKind as K, Place, Span, Type};

impl<'a> FnLower<'_, 'a> {
    fn function(&self, f: FuncId) -> &'a Function {
        &self.cx.units[self.unit].functions[f]
    }

    /// What a function takes from those around it.
    pub(crate) fn captures(&self, f: FuncId) -> &'a [Capture] {
        &self.function(f).captures
    }

    /// Whether a pointer to a function has to lead to captured variables.
    pub(crate) fn needs_closure(&self, f: FuncId) -> bool {
        let hidden = |c: &Capture| self.cx.object(self.unit, c.param).duration == Duration::Auto;
        self.captures(f).iter().any(hidden)
    }

    /// Puts the addresses of captured variables behind the visible arguments; tells whether
    /// there are enough of those.
    pub(crate) fn pass_captured(&mut self, f: FuncId, args: &mut Vec<Arg>) -> bool {
        let captures = self.captures(f);
        if captures.is_empty() {
            return true;
        }
        let params = self.function(f).body.as_ref().map_or(0, |b| b.params.len());
        let visible = params - captures.len().min(params);
        if args.len() < visible {
            return false;
        }
        let hidden: Vec<Arg> = captures
            .iter()
            .map(|c| {
                let addr = self.captured_address(c.object);
                let ty = self.cx.object(self.unit, c.param).ty.ty;
                Arg::Scalar(self.retype(addr, ty))
            })
            .collect();
        args.splice(visible..visible, hidden);
        true
    }

    /// A pointer to a function, for the current activation if it is nested.
    pub fn closure(&mut self, f: FuncId, span: Span) -> Option<ExprId> {
        let maker = self.function(f).closure?;
        let p = self.proc_of(maker);
        let ty = match self.cx.prog.types.get(self.cx.prog.proc(p).ty) {
            Type::Function(f) => f.ret,
            _ => self.cx.common.void_ptr,
        };
        let mut args = Vec::new();
        self.pass_captured(maker, &mut args);
        let pointer = self.temp(ty);
        self.emit_call(p, args, Some(Place::Slot(pointer)), span);
        Some(self.add(K::Var(pointer), ty))
    }

    /// The address of a variable of this function or of one around it.
    fn captured_address(&mut self, object: ObjId) -> ExprId {
        let current = self.cx.bodies.get(self.proc).copied().flatten();
        let own = current.map_or(&[][..], |(_, f)| self.captures(f));
        if let Some(c) = own.iter().find(|c| c.object == object) {
            let v = self.var_of(c.param);
            let ty = self.cx.prog.var(v).ty;
            return self.add(K::Var(v), ty);
        }
        match self.object_at(object) {
            At::Memory { addr, .. } => addr,
            At::Slot(_) => {
                self.unsupported("a captured variable without an address", Span::NONE);
                self.int(0, self.cx.common.void_ptr)
            }
        }
    }
}
