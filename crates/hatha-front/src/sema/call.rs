//! Calls and their arguments.
//!
//! **Invariant.** Every argument is converted to its parameter's type, or
//! promoted by default where no parameter says otherwise.

use super::attributes::identifier;
use super::convert::{Destination, node};
use super::scope::Symbol;
use super::{FunctionFacts, Linked, Sema, error};
use crate::diag::{Diagnostic, Result};
use crate::hir::{Expr, ExprKind, FuncId, Function, Linkage};
use hatha_cfa::{FloatKind, FunctionType, IntKind, Span, Type, TypeId};
use lang_c::ast::{CallExpression, Expression};
use lang_c::span::Node;

impl<'a> Sema<'a, '_> {
    pub(super) fn call(&mut self, c: &'a CallExpression, span: Span) -> Result<Expr> {
        if let Expression::Identifier(i) = &c.callee.node {
            let name = i.node.name.as_str();
            if self.names.get(name).is_none() {
                if let Some(e) = self.builtin_call(name, &c.arguments, span)? {
                    return Ok(e);
                }
                // The call below finds the declaration.
                let at = self.span(i.span);
                self.implicit_function(name, at);
            }
        }
        if identifier(&c.callee) == Some("alloca") && self.is_undefined_function("alloca") {
            return self.stack_alloc(&c.arguments, span);
        }
        let callee = self.expr(&c.callee)?;
        self.call_function(callee, &c.arguments, span)
    }

    /// A function designator.
    pub(super) fn designator(&self, id: FuncId, span: Span) -> Expr {
        node(ExprKind::Function(id), self.function(id).ty, span)
    }

    /// A call of a function or through a pointer.
    pub(super) fn call_function(
        &mut self,
        callee: Expr,
        args: &'a [Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let args: Vec<&'a Node<Expression>> = args.iter().collect();
        self.call_with(callee, &args, span)
    }

    /// As [`Sema::call_function`], with arguments picked from several places.
    pub(super) fn call_with(
        &mut self,
        callee: Expr,
        args: &[&'a Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let name = match callee.kind {
            ExprKind::Function(id) => self.function(id).name.clone(),
            ExprKind::Object(id) => self.object(id).name.clone(),
            _ => "function".to_owned(),
        };
        let callee = match callee.kind {
            ExprKind::Function(_) => callee,
            _ => self.rvalue(callee)?,
        };
        let Some(ty) = self.callee_type(callee.ty.ty) else {
            return Err(error(
                span,
                format!("called object '{name}' is not a function or function pointer"),
            ));
        };
        let ret = ty.ret;
        self.check_count(&ty, args.len(), &name, &callee, span)?;
        let args = self.arguments(&ty, args, &name)?;
        if !self.is_void(ret) && self.size_of(ret).is_none() {
            let shown = self.type_string(ret);
            return Err(error(
                span,
                format!("invalid use of incomplete type '{shown}'"),
            ));
        }
        let kind = ExprKind::Call {
            callee: Box::new(callee),
            args,
        };
        Ok(node(kind, ret, span))
    }

    fn callee_type(&self, ty: TypeId) -> Option<FunctionType> {
        let ty = self.types.pointee(ty).map_or(ty, |q| q.ty);
        match self.types.get(ty) {
            Type::Function(f) => Some(f.clone()),
            _ => None,
        }
    }

    fn check_count(
        &self,
        ty: &FunctionType,
        given: usize,
        name: &str,
        callee: &Expr,
        span: Span,
    ) -> Result<()> {
        if ty.unprototyped {
            return Ok(());
        }
        let word = if given < ty.params.len() {
            "few"
        } else if given > ty.params.len() && !ty.variadic {
            "many"
        } else {
            return Ok(());
        };
        let mut d = Diagnostic::error(span, format!("too {word} arguments to function '{name}'"));
        if let ExprKind::Function(id) = callee.kind {
            d = d.with_note("declared here", self.function(id).span);
        }
        Err(Box::new(d))
    }

    fn arguments(
        &mut self,
        ty: &FunctionType,
        args: &[&'a Node<Expression>],
        name: &str,
    ) -> Result<Vec<Expr>> {
        let mut out = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            let value = self.expr(arg)?;
            let value = match ty.params.get(i) {
                Some(param) if !ty.unprototyped => self.argument(value, *param, i + 1, name)?,
                _ => self.default_argument(value)?,
            };
            if ty.unprototyped {
                self.note_untyped(value.ty.ty, value.span);
            }
            out.push(value);
        }
        Ok(out)
    }

    fn argument(&mut self, value: Expr, to: TypeId, number: usize, name: &str) -> Result<Expr> {
        if let Some(r) = self.record_of(to)
            && self.members.is_transparent(r)
            && value.ty.ty != to
        {
            let value = self.rvalue(value)?;
            return self.transparent_argument(value, to);
        }
        self.assign_to(value, to, Destination::Argument(number, name))
    }

    /// An argument for a `transparent_union`: any of its members' types will do.
    fn transparent_argument(&mut self, value: Expr, to: TypeId) -> Result<Expr> {
        let span = value.span;
        if let Some(e) = self.union_cast(&value, to, span) {
            return Ok(e);
        }
        let record = self
            .record_of(to)
            .map(|r| self.types.record(r).fields.clone());
        let pointer = record
            .iter()
            .flatten()
            .find(|f| {
                self.is_pointer(f.ty.ty)
                    && (self.is_pointer(value.ty.ty) || self.is_null_constant(&value))
            })
            .map(|f| f.ty.ty);
        let converted = match pointer {
            Some(ty) => self.convert(value, ty),
            None => {
                return Err(error(
                    span,
                    "argument matches no member of a transparent union",
                ));
            }
        };
        self.union_cast(&converted, to, span)
            .ok_or_else(|| error(span, "argument matches no member of a transparent union"))
    }

    /// The default argument promotions.
    pub(super) fn default_argument(&mut self, value: Expr) -> Result<Expr> {
        let value = self.rvalue(value)?;
        if self.is_void(value.ty.ty) {
            return Err(error(value.span, "invalid use of void expression"));
        }
        match self.types.get(value.ty.ty) {
            Type::Float(FloatKind::Float) => Ok(self.convert(value, self.common.double)),
            // A wide bit-field is passed as what a program can name.
            Type::Int(IntKind::Bits { bits, signed }) => {
                let kind = match (*bits > 64, *signed) {
                    (false, true) => IntKind::LongLong,
                    (false, false) => IntKind::ULongLong,
                    (true, true) => IntKind::Int128,
                    (true, false) => IntKind::UInt128,
                };
                let ty = self.types.int(kind);
                Ok(self.convert(value, ty))
            }
            _ => Ok(self.promote(value)),
        }
    }

    /// A function known only by its call: `int f()`, unless it is one that gcc knows.
    pub(super) fn implicit_function(&mut self, name: &'a str, span: Span) -> FuncId {
        let ty = match self.library_type(name) {
            Some(ty) => ty,
            None => self.function_type(self.common.int, Vec::new(), false, true),
        };
        self.declare_implicitly(name, ty, span)
    }

    /// Declares a function of external linkage at file scope unless there is one.
    pub(super) fn declare_implicitly(&mut self, name: &'a str, ty: TypeId, span: Span) -> FuncId {
        if let Some(Linked::Function(id)) = self.linked.get(name) {
            let id = *id;
            self.names.bind(name, Symbol::Function(id));
            return id;
        }
        let id = self.add_function(
            Function::declared(name.to_owned(), ty, Linkage::External, span),
            FunctionFacts {
                implicit: true,
                ..FunctionFacts::default()
            },
        );
        self.linked.insert(name, Linked::Function(id));
        self.names.bind_file(name, Symbol::Function(id));
        id
    }

    pub(super) fn add_function(&mut self, function: Function, facts: FunctionFacts) -> FuncId {
        self.facts.push(facts);
        self.unit.functions.push_and_get_key(function)
    }
}
