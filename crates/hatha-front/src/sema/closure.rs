//! Pointers to nested functions that use variables of the functions around them.
//!
//! Such a pointer has to carry the addresses of those variables. As no function can be made at
//! run time, each of the first [`ACTIVATIONS`] activations of the enclosing function that are
//! alive at once has a function of its own to hand out, which passes on the addresses that are
//! kept for it; a run with more of them ends as not understood.
//!
//! **Invariant.** Two activations that are alive at once never share a number, so each pointer
//! leads to the variables of the activation it was taken in. The number is given back whichever
//! way the activation ends: its own number is what the next one gets. (A pointer used after its
//! activation has ended, which C forbids, may reach those of a later one.)

use super::convert::node;
use super::nested::Nested;
use super::{FunctionFacts, Sema, plain};
use crate::hir::{
    Body, Capture, Duration, Expr, ExprKind, FuncId, Function, Linkage, ObjId, Object, Stmt,
    StmtKind,
};
use hatha_cfa::{BinOp, FunctionType, Origin, Qual, Span, Type, TypeId};
use hatha_index::IndexVec;

/// How many activations can have pointers to their nested functions at once.
const ACTIVATIONS: i128 = 16;

impl<'a> Sema<'a, '_> {
    /// The variable in which an activation keeps its number for one of its nested functions.
    pub(super) fn number_object(&mut self, span: Span) -> ObjId {
        let object = Object {
            name: "(activation)".to_owned(),
            origin: Origin::Unnamed,
            address_taken: true,
            ..self.blank_object(plain(self.common.int), Duration::Auto, span)
        };
        self.add_object(object)
    }

    /// A function becomes a value; if it is nested, the current function needs the number.
    pub(super) fn function_taken(&mut self, e: &Expr) {
        if let ExprKind::Function(id) = e.kind
            && let Some(number) = self.facts[id].number
        {
            self.facts[id].taken = true;
            self.object_use(number, e.span);
        }
    }

    /// Makes what pointers to a nested function need, once all that it takes is known; what has
    /// to happen when the enclosing function starts is added to `start`.
    pub(super) fn close_over(&mut self, n: &Nested, start: &mut Vec<Stmt>) {
        let facts = self.facts[n.id];
        let Some(number) = facts.number.filter(|_| facts.taken) else {
            return;
        };
        let span = self.function(n.id).span;
        let Type::Function(ty) = self.types.get(self.function(n.id).ty).clone() else {
            return;
        };
        if n.chain.captures.is_empty() || ty.variadic {
            let zero = self.int_node(0, self.common.int, span);
            let init = self.scalar_init(zero);
            start.push(self.declare_with(number, init, span));
            return;
        }
        start.push(self.take_number(number, span));
        let maker = self.maker(n, &ty, number, span);
        self.function_mut(n.id).closure = Some(maker);
    }

    /// `int number = count++;`, where `count` becomes `number` again at the end.
    fn take_number(&mut self, number: ObjId, span: Span) -> Stmt {
        let int = self.common.int;
        let count = self.static_object(int, span);
        let lvalue = Box::new(self.object_node(count, span));
        let next = ExprKind::IncDec {
            lvalue,
            increment: true,
            post: true,
        };
        let init = self.scalar_init(node(next, int, span));
        let release = self.release(count, span);
        self.object_mut(number).cleanup = Some(release);
        self.declare_with(number, init, span)
    }

    /// `void release(int *number) { count = *number; }`
    fn release(&mut self, count: ObjId, span: Span) -> FuncId {
        let pointer = self.types.pointer(plain(self.common.int));
        let param = self.unnamed_parameter(pointer, span);
        let value = self.pointed_to(param, self.common.int, span);
        let store = self.store(self.object_node(count, span), value, span);
        let ty = self.function_type(self.common.void, vec![pointer], false, false);
        let block = vec![statement(StmtKind::Expr(store), span)];
        self.made_function(ty, vec![param], block, Vec::new(), span)
    }

    /// The function that gives the pointer of the current activation.
    fn maker(&mut self, n: &Nested, ty: &FunctionType, number: ObjId, span: Span) -> FuncId {
        let own = self.function(n.id).ty;
        let pointer = self.types.pointer(plain(own));
        let mut objects: Vec<ObjId> = n.chain.captures.iter().map(|c| c.object).collect();
        let taken = objects.len();
        if !objects.contains(&number) {
            objects.push(number);
        }
        let captures: Vec<Capture> = objects
            .iter()
            .map(|o| self.capture_parameter(*o, span))
            .collect();
        let mut block = Vec::new();
        for i in 0..ACTIVATIONS {
            let kept: Vec<Capture> = captures[..taken]
                .iter()
                .map(|c| self.kept(*c, span))
                .collect();
            let then = self.hand_out(n.id, ty, &captures, kept, pointer, span);
            let number_param = captures.iter().find(|c| c.object == number);
            let number = number_param.map_or(number, |c| c.param);
            block.push(self.if_number(number, i, then, span));
        }
        let why = "pointers to a nested function in too many activations at once";
        block.push(statement(StmtKind::Unsupported(why.to_owned()), span));
        let params: Vec<ObjId> = captures.iter().map(|c| c.param).collect();
        let types = params.iter().map(|p| self.object(*p).ty.ty).collect();
        let ty = self.function_type(pointer, types, false, false);
        self.made_function(ty, params, block, captures, span)
    }

    /// A parameter that leads to a captured variable.
    fn capture_parameter(&mut self, object: ObjId, span: Span) -> Capture {
        let pointer = self.types.pointer(self.object(object).ty);
        let param = self.unnamed_parameter(pointer, span);
        Capture { object, param }
    }

    /// A static variable that keeps what a parameter leads to.
    fn kept(&mut self, c: Capture, span: Span) -> Capture {
        let ty = self.object(c.param).ty.ty;
        let param = self.static_object(ty, span);
        Capture { param, ..c }
    }

    /// `{ kept = param; … return thunk; }` for one activation.
    fn hand_out(
        &mut self,
        nested: FuncId,
        ty: &FunctionType,
        captures: &[Capture],
        kept: Vec<Capture>,
        pointer: TypeId,
        span: Span,
    ) -> Stmt {
        let mut block = Vec::new();
        for (from, to) in captures.iter().zip(&kept) {
            let value = self.load_object(from.param, span);
            let store = self.store(self.object_node(to.param, span), value, span);
            block.push(statement(StmtKind::Expr(store), span));
        }
        let thunk = self.thunk(nested, ty, kept, span);
        let value = Box::new(self.designator(thunk, span));
        let value = node(ExprKind::Decay(value), pointer, span);
        block.push(statement(StmtKind::Return(Some(value)), span));
        statement(StmtKind::Block(block), span)
    }

    /// `if (*number == i) then`
    fn if_number(&self, number: ObjId, i: i128, then: Stmt, span: Span) -> Stmt {
        let int = self.common.int;
        let have = Box::new(self.pointed_to(number, int, span));
        let want = Box::new(self.int_node(i, int, span));
        let cond = node(ExprKind::Binary(BinOp::Eq, have, want), int, span);
        let kind = StmtKind::If {
            cond,
            then: Box::new(then),
            els: None,
        };
        statement(kind, span)
    }

    /// A function of the visible type that calls the nested one with what is kept.
    fn thunk(&mut self, f: FuncId, ty: &FunctionType, kept: Vec<Capture>, span: Span) -> FuncId {
        let params: Vec<ObjId> = ty
            .params
            .iter()
            .map(|t| self.unnamed_parameter(*t, span))
            .collect();
        let args = params
            .iter()
            .map(|p| match self.is_scalar(self.object(*p).ty.ty) {
                true => self.load_object(*p, span),
                false => self.object_node(*p, span),
            });
        let kind = ExprKind::Call {
            callee: Box::new(self.designator(f, span)),
            args: args.collect(),
        };
        let call = node(kind, ty.ret, span);
        let kind = if self.is_void(ty.ret) {
            StmtKind::Expr(call)
        } else {
            StmtKind::Return(Some(call))
        };
        let own = self.function(f).ty;
        self.made_function(own, params, vec![statement(kind, span)], kept, span)
    }

    /// `*p` as a value.
    fn pointed_to(&self, p: ObjId, ty: TypeId, span: Span) -> Expr {
        let address = Box::new(self.load_object(p, span));
        let lvalue = Box::new(node(ExprKind::Deref(address), Qual::from(ty), span));
        node(ExprKind::Load(lvalue), ty, span)
    }

    fn unnamed_parameter(&mut self, ty: TypeId, span: Span) -> ObjId {
        let object = self.blank_object(plain(ty), Duration::Auto, span);
        self.add_object(object)
    }

    fn static_object(&mut self, ty: TypeId, span: Span) -> ObjId {
        let object = Object {
            name: "(kept)".to_owned(),
            origin: Origin::Unnamed,
            ..self.blank_object(plain(ty), Duration::Static, span)
        };
        self.add_object(object)
    }

    fn made_function(
        &mut self,
        ty: TypeId,
        params: Vec<ObjId>,
        block: Vec<Stmt>,
        captures: Vec<Capture>,
        span: Span,
    ) -> FuncId {
        let body = Body {
            params,
            prologue: Vec::new(),
            labels: IndexVec::new(),
            taken_labels: Vec::new(),
            compiler_answers: Vec::new(),
            promises: Vec::new(),
            block,
            end: span,
        };
        let function = Function {
            captures,
            body: Some(body),
            ..Function::declared("(closure)".to_owned(), ty, Linkage::Internal, span)
        };
        self.add_function(function, FunctionFacts::default())
    }
}

fn statement(kind: StmtKind, span: Span) -> Stmt {
    Stmt { kind, span }
}
