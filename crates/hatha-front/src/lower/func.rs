//! One function: its variables, temporaries and automaton.
//!
//! **Invariant.** Everything emitted belongs to one procedure. A temporary is
//! assigned once per evaluation of the expression it belongs to, so nothing that
//! is evaluated later changes it.

use super::context::Context;
use super::effects::{Effects, LOCAL, MEMORY};
use super::known;
use super::scope::{Breakable, Label, Landing, Mortal, PendingGoto, Scopes};
use super::switch::OpenSwitch;
use crate::hir::{Body, Expr, LabelId, ObjId};
use hatha_cfa::{
    CfaBuilder, Expr as Node, ExprId, ExprKind, FailKind, InputKind, Op, Origin, Place, ProcId,
    Qual, ReturnValue, Scalar, Span, Storage, Type, TypeId, Var, VarId, VarScope,
};
use hatha_index::IndexVec;
use rustc_hash::FxHashMap;

/// A function being lowered.
pub(super) struct FnLower<'c, 'a> {
    pub cx: &'c mut Context<'a>,
    pub unit: usize,
    pub proc: ProcId,
    pub ret: TypeId,
    pub b: CfaBuilder,
    pub locals: Vec<VarId>,
    /// Number of the next temporary.
    temps: u32,
    /// Size in bytes of each variable-length array type.
    pub vlas: FxHashMap<u32, VarId>,
    pub scopes: Scopes,
    pub labels: IndexVec<LabelId, Label>,
    /// What is lowered; none for the initial values of globals.
    pub body: Option<&'a Body>,
    pub gotos: Vec<PendingGoto>,
    pub landings: Vec<Landing>,
    pub breakables: Vec<Breakable>,
    pub switches: Vec<OpenSwitch>,
    /// Effects of expressions, by their address in the tree.
    pub effects_of: FxHashMap<*const Expr, Effects>,
    /// Whether conditions met now are those of a control statement.
    pub in_condition: bool,
    /// Predicates of the loop that starts next.
    pub of_loop: Vec<ExprId>,
    /// Whether what is lowered may add no edge.
    pub pure: bool,
    /// Whether the address of a part of a value is taken.
    pub lends: bool,
    /// Whether an element of a part of a value is read, and its address is not used otherwise.
    pub reads_at_once: bool,
    /// The temporaries of the full expression whose address was taken.
    pub lent: Vec<VarId>,
    /// Those of all full expressions so far.
    pub ever_lent: Vec<VarId>,
}

/// Lowers the body of every procedure that has one.
pub(super) fn lower_all(cx: &mut Context) {
    let mut next = 0;
    // Lowering one body can add procedures without one, so the list grows.
    while next < cx.prog.procs.len() {
        let proc = ProcId::from(next);
        if let Some((unit, f)) = cx.bodies[proc] {
            let units = cx.units;
            if let Some(body) = &units[unit].functions[f].body {
                lower_body(cx, unit, proc, body);
            }
        }
        next += 1;
    }
}

fn lower_body<'a>(cx: &mut Context<'a>, unit: usize, proc: ProcId, body: &'a Body) {
    let mut f = FnLower::new(cx, unit, proc);
    f.body = Some(body);
    let params = f.parameters(body);
    f.open_scope();
    f.fail_if_meant(body.end);
    f.stmts(&body.prologue);
    f.stmts(&body.block);
    f.finish_gotos();
    f.finish_landings();
    f.fall_off(body.end);
    let FnLower { b, locals, cx, .. } = f;
    let p = &mut cx.prog.procs[proc];
    b.finish(p);
    p.params = params;
    p.locals = locals;
}

impl<'c, 'a> FnLower<'c, 'a> {
    /// A function without anything in it yet.
    pub(super) fn new(cx: &'c mut Context<'a>, unit: usize, proc: ProcId) -> Self {
        let (ret, span) = match cx.prog.procs.get(proc) {
            Some(p) => match cx.prog.types.get(p.ty) {
                Type::Function(f) => (f.ret, p.span),
                _ => (cx.common.void, p.span),
            },
            None => (cx.common.void, Span::NONE),
        };
        FnLower {
            cx,
            unit,
            proc,
            ret,
            b: CfaBuilder::new(span),
            locals: Vec::new(),
            temps: 0,
            vlas: FxHashMap::default(),
            scopes: Scopes::default(),
            labels: IndexVec::new(),
            body: None,
            gotos: Vec::new(),
            landings: Vec::new(),
            breakables: Vec::new(),
            switches: Vec::new(),
            effects_of: FxHashMap::default(),
            in_condition: false,
            of_loop: Vec::new(),
            pure: false,
            lends: false,
            reads_at_once: false,
            lent: Vec::new(),
            ever_lent: Vec::new(),
        }
    }

    /// To come to an error function is the failure, through a pointer, too, whatever its body does.
    fn fail_if_meant(&mut self, span: Span) {
        let name = &self.cx.prog.proc(self.proc).name;
        if known::known_though_defined(name).is_some() {
            let kind = FailKind::ReachError(name.clone());
            self.emit_last(Op::Fail(kind), span);
        }
    }

    fn parameters(&mut self, body: &Body) -> Vec<VarId> {
        let mut params = Vec::with_capacity(body.params.len());
        for (i, id) in body.params.iter().enumerate() {
            let o = self.cx.object(self.unit, *id);
            let slot = self.cx.is_slot(o);
            let scope = VarScope::Param(self.proc, i as u32);
            let var = self.cx.variable(o, o.ty.ty, scope, slot);
            let v = self.cx.prog.add_var(var);
            self.cx.vars[self.unit][*id] = Some(v);
            params.push(v);
        }
        params
    }

    /// The variable of an object; that of a local is made when it is first met (a jump may
    /// pass its declaration).
    pub(crate) fn var_of(&mut self, id: ObjId) -> VarId {
        if let Some(v) = self.cx.static_var(self.unit, id) {
            return v;
        }
        let o = self.cx.object(self.unit, id);
        let scope = VarScope::Local(self.proc);
        let var = if self.is_variably_sized(o.ty.ty) {
            self.vla_variable(o, scope)
        } else {
            let slot = self.cx.is_slot(o);
            self.cx.variable(o, o.ty.ty, scope, slot)
        };
        let v = self.cx.prog.add_var(var);
        self.locals.push(v);
        self.cx.vars[self.unit][id] = Some(v);
        v
    }

    // ---- building blocks ----

    /// Adds an expression.
    pub(super) fn add(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        self.cx.prog.exprs.add(kind, ty)
    }

    /// An expression.
    pub(super) fn node(&self, e: ExprId) -> Node {
        self.cx.prog.exprs.get(e)
    }

    /// The machine's view of a type.
    pub(super) fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        self.cx.prog.scalar(ty)
    }

    /// A constant of an integer, boolean, enumeration or pointer type, cut to its width.
    pub(super) fn int(&mut self, value: i128, ty: TypeId) -> ExprId {
        let width = match self.scalar(ty) {
            Some(Scalar::Bool) => 1,
            Some(Scalar::Int { bits, .. }) => u32::from(bits),
            Some(Scalar::Pointer) => self.cx.prog.target.pointer_bits,
            _ => 128,
        };
        let mask = if width >= 128 {
            u128::MAX
        } else {
            (1 << width) - 1
        };
        self.add(ExprKind::Int(value as u128 & mask), ty)
    }

    /// A constant of `size_t`.
    pub(super) fn size(&mut self, n: u64) -> ExprId {
        self.int(i128::from(n), self.cx.common.size)
    }

    /// The pointer type to a type.
    pub(super) fn pointer(&mut self, to: Qual) -> TypeId {
        self.cx.prog.types.pointer(to)
    }

    /// A conversion, unless the type is the same.
    pub(super) fn cast(&mut self, e: ExprId, ty: TypeId) -> ExprId {
        if self.node(e).ty == ty {
            e
        } else {
            self.add(ExprKind::Cast(e), ty)
        }
    }

    /// A conversion of the program. One that nobody wrote has the place of its operand
    /// (`Sema::convert`), a cast has its own.
    pub(super) fn converted(&mut self, e: ExprId, ty: TypeId, is_implicit: bool) -> ExprId {
        let cast = self.cast(e, ty);
        if is_implicit && cast != e {
            self.cx.prog.implicit.insert(cast);
        }
        cast
    }

    /// An edge to a new location.
    pub(super) fn emit(&mut self, op: Op, span: Span) {
        self.b.step(op, span);
    }

    /// An edge after which nothing comes.
    pub(crate) fn emit_last(&mut self, op: Op, span: Span) {
        self.b.step(op, span);
        self.cut();
    }

    /// What follows is not reached from here.
    pub(super) fn cut(&mut self) {
        let after = self.b.new_loc();
        self.b.set_current(after);
    }

    /// An edge for something that is not understood.
    pub(super) fn unsupported(&mut self, why: impl Into<String>, span: Span) {
        self.emit(Op::Unsupported(why.into()), span);
    }

    /// A fresh temporary in a slot, or in memory for what is no scalar.
    pub(super) fn temp(&mut self, ty: TypeId) -> VarId {
        self.temps += 1;
        let slot = self.scalar(ty).is_some();
        let align = self.cx.prog.types.align(ty, &self.cx.prog.target);
        let v = self.cx.prog.add_var(Var {
            name: format!("${}", self.temps),
            origin: Origin::Declared,
            ty,
            scope: VarScope::Local(self.proc),
            storage: if slot { Storage::Slot } else { Storage::Memory },
            align: align.unwrap_or(1).max(1),
            volatile: false,
            linkage: hatha_cfa::Linkage::Internal,
            read_only: false,
            span: Span::NONE,
        });
        self.locals.push(v);
        v
    }

    /// The address of a fresh, declared temporary object.
    pub(crate) fn memory_temp(&mut self, ty: TypeId, span: Span) -> ExprId {
        let v = self.temp(ty);
        self.emit(Op::Declare(v), span);
        self.mortal(Mortal::Memory(v));
        let ptr = self.pointer(ty.into());
        self.add(ExprKind::AddrOf(v), ptr)
    }

    /// Keeps a value in a temporary.
    pub(super) fn save(&mut self, value: ExprId, span: Span) -> ExprId {
        let ty = self.node(value).ty;
        let t = self.temp(ty);
        let place = Place::Slot(t);
        self.emit(Op::Assign { place, value }, span);
        self.add(ExprKind::Var(t), ty)
    }

    /// Keeps a value in a temporary if `effects` could change it.
    pub(crate) fn protect(&mut self, value: ExprId, effects: Effects, span: Span) -> ExprId {
        if effects != 0 && self.reads(value) & effects != 0 {
            self.save(value, span)
        } else {
            value
        }
    }

    /// What a value depends on.
    pub(super) fn reads(&self, e: ExprId) -> Effects {
        let mut reads = 0;
        let mut todo = vec![e];
        while let Some(e) = todo.pop() {
            match self.node(e).kind {
                ExprKind::Load { .. } => reads |= MEMORY,
                ExprKind::Var(v) => reads |= self.slot_effect(v),
                _ => {}
            }
            todo.extend(self.cx.prog.exprs.children(e));
        }
        reads
    }

    /// What a write to a slot changes; temporaries are never written again.
    pub(crate) fn slot_effect(&self, v: VarId) -> Effects {
        let var = self.cx.prog.var(v);
        match var.scope {
            VarScope::Global => MEMORY,
            _ if var.name.starts_with('$') => 0,
            _ => LOCAL,
        }
    }

    /// Whether a value reads something volatile, or what another thread may write, so that it must
    /// be computed just once.
    pub(super) fn is_volatile(&self, e: ExprId) -> bool {
        if self.cx.threads && self.reads(e) & MEMORY != 0 {
            return true;
        }
        let mut todo = vec![e];
        while let Some(e) = todo.pop() {
            match self.node(e).kind {
                ExprKind::Load { access, .. } if access.volatile => return true,
                ExprKind::Var(v) if self.cx.prog.var(v).volatile => return true,
                _ => todo.extend(self.cx.prog.exprs.children(e)),
            }
        }
        false
    }

    /// An arbitrary value of a scalar type.
    pub(super) fn any(&mut self, ty: TypeId, input: InputKind, span: Span) -> ExprId {
        let t = self.temp(ty);
        let place = Place::Slot(t);
        self.emit(Op::Havoc { place, input }, span);
        self.add(ExprKind::Var(t), ty)
    }

    // ---- the end ----

    /// The closing brace is reached without a `return`: `main` returns 0, any other function
    /// an indeterminate value (which matters only if the caller uses it).
    fn fall_off(&mut self, span: Span) {
        if !self.b.is_reached() {
            return;
        }
        self.b.start_stmt(span);
        let proc = self.cx.prog.proc(self.proc);
        let is_main = proc.name == "main" && proc.external;
        if is_main && matches!(self.scalar(self.ret), Some(Scalar::Int { .. })) {
            let zero = self.int(0, self.ret);
            self.leave(ReturnValue::Scalar(zero), span);
        } else {
            self.return_nothing(span);
        }
    }

    /// A return without a value, from whatever function.
    pub(crate) fn return_nothing(&mut self, span: Span) {
        if self.ret == self.cx.common.void {
            self.leave(ReturnValue::None, span);
        } else if self.scalar(self.ret).is_some() {
            let value = self.any(self.ret, InputKind::MissingReturn, span);
            self.leave(ReturnValue::Scalar(value), span);
        } else {
            let addr = self.memory_temp(self.ret, span);
            self.leave(ReturnValue::Aggregate(addr), span);
        }
    }

    /// A return edge; in a function that must not return, a failure instead.
    pub(super) fn leave(&mut self, value: ReturnValue, span: Span) {
        if self.cx.prog.proc(self.proc).noreturn {
            self.emit_last(Op::Fail(hatha_cfa::FailKind::Unreachable), span);
        } else {
            let value = self.clean_up(value, span);
            let exit = self.b.exit();
            self.b.jump(exit, Op::Return(value), span);
        }
    }

    /// Ends all open blocks and calls their cleanup functions; the value is safe from them.
    fn clean_up(&mut self, value: ReturnValue, span: Span) -> ReturnValue {
        if !self.ends_before_return() {
            return value;
        }
        let value = match value {
            ReturnValue::Scalar(e) => ReturnValue::Scalar(self.protect(e, LOCAL | MEMORY, span)),
            ReturnValue::Aggregate(from) => {
                // Not declared in an open block, so that it outlives them.
                let v = self.temp(self.ret);
                self.emit(Op::Declare(v), span);
                let ptr = self.pointer(self.ret.into());
                let to = self.add(ExprKind::AddrOf(v), ptr);
                self.copy_record(to, from, self.ret, span);
                ReturnValue::Aggregate(to)
            }
            ReturnValue::None => value,
        };
        self.leave_to(0, span);
        value
    }
}
