//! Function definitions, new and old style.
//!
//! **Invariant.** When a body is analysed its parameters are objects of the
//! scope that encloses it, and the prologue has evaluated every array size
//! their types mention.

use super::scope::Symbol;
use super::stmt::FunctionState;
use super::types::{Context, Declared, Param, Specs};
use super::{Sema, error, plain};
use crate::diag::{Diagnostic, Result};
use crate::hir::{Duration, FuncId, ObjId, Object, Stmt, StmtKind};
use hatha_cfa::{FloatKind, Qual, Span, Type, TypeId};
use lang_c::ast::{Declaration, FunctionDefinition, Identifier, Statement};
use lang_c::span::Node;
use rustc_hash::FxHashMap;

impl<'a> Sema<'a, '_> {
    pub(super) fn function_definition(&mut self, f: &'a Node<FunctionDefinition>) -> Result<()> {
        let specs = self.specifiers(&f.node.specifiers, false)?;
        // Sizes of variable arrays may stand in the parameter list: the function has begun.
        self.func = Some(FunctionState::new("", self.common.void));
        let mut declared = self.declarator(specs.ty, &f.node.declarator, Context::Definition)?;
        if !declared.opened {
            let what = "expected a function declarator in a function definition";
            return Err(error(declared.span, what));
        }
        let result = self.define_function(f, &specs, &mut declared);
        self.func = None;
        // Nothing that an expression has left behind belongs to the next function.
        self.pending.clear();
        self.leave();
        self.close_chains(result?);
        Ok(())
    }

    fn define_function(
        &mut self,
        f: &'a Node<FunctionDefinition>,
        specs: &Specs<'a>,
        declared: &mut Declared<'a>,
    ) -> Result<FuncId> {
        let Some(name) = declared.name else {
            return Err(error(declared.span, "expected a function name"));
        };
        let mut attrs = specs.attrs.clone();
        attrs.merge(std::mem::take(&mut declared.attrs));
        declared.attrs = attrs;
        let mut prologue = Vec::new();
        let params = match declared.old_style {
            Some(names) => {
                self.old_style_params(name, names, &f.node.declarations, declared, &mut prologue)?
            }
            None => self.new_style_params(declared)?,
        };
        self.flush(&mut prologue);
        let ret = self.check_result(declared)?;
        let id = self.declare_at_file(name, declared, specs)?;
        self.check_redefinition(id, declared, specs)?;
        self.func = Some(FunctionState::new(name, ret));
        let end = self.end_of(self.span(f.node.statement.span));
        let mut block = self.entry_conditions(name, self.span(f.span))?;
        match &f.node.statement.node {
            // Parameters and body share a scope: a local of the same name is an error.
            Statement::Compound(items) => block.extend(self.block_items(items)?),
            _ => block.push(self.statement(&f.node.statement)?),
        }
        // The closing brace, where the variables of the outermost block still are.
        let scoped = self.scoped_conditions();
        let empty = Stmt {
            kind: crate::hir::StmtKind::Empty,
            span: end,
        };
        if !scoped.is_empty() {
            block.push(self.in_scope(scoped, empty));
        }
        if name == "main" && ret == self.common.int {
            block.push(self.return_zero(end));
        }
        let Some(state) = self.func.take() else {
            return Ok(id);
        };
        let body = state.into_body(params, prologue, block, end)?;
        self.function_mut(id).body = Some(body);
        Ok(id)
    }

    /// Reaching the end of `main` returns 0 (C11 5.1.2.2.3).
    fn return_zero(&self, span: Span) -> Stmt {
        let zero = self.int_node(0, self.common.int, span);
        Stmt {
            kind: StmtKind::Return(Some(zero)),
            span,
        }
    }

    /// The closing brace of a body.
    pub(super) fn end_of(&self, body: Span) -> Span {
        Span {
            line: body.end_line,
            col: body.end_col.saturating_sub(1).max(1),
            ..body
        }
    }

    /// Declares the function's name in file scope, under its open parameter scope.
    fn declare_at_file(
        &mut self,
        name: &'a str,
        declared: &Declared<'a>,
        specs: &Specs<'a>,
    ) -> Result<FuncId> {
        if let Some(Symbol::Object(_) | Symbol::Typedef { .. } | Symbol::Constant { .. }) =
            self.names.get_file(name)
        {
            let what = format!("'{name}' redeclared as different kind of symbol");
            return Err(error(declared.span, what));
        }
        let id = self.link_function(name, declared, specs)?;
        self.names.bind_file(name, Symbol::Function(id));
        Ok(id)
    }

    fn check_redefinition(
        &mut self,
        id: FuncId,
        declared: &Declared<'a>,
        specs: &Specs<'a>,
    ) -> Result<()> {
        let facts = &mut self.facts[id];
        let gives_way = specs.inline && specs.storage != super::types::Storage::Static;
        let replaceable = facts.replaceable;
        facts.replaceable = gives_way;
        let function = self.function_mut(id);
        if function.body.is_some() && !replaceable {
            let d = Diagnostic::error(
                declared.span,
                format!("redefinition of '{}'", function.name),
            );
            return Err(Box::new(d.with_note("previous definition", function.span)));
        }
        function.span = declared.span;
        function.weak |= gives_way;
        if replaceable && !gives_way && !declared.attrs.weak {
            function.weak = false;
        }
        Ok(())
    }

    pub(super) fn check_result(&mut self, declared: &Declared<'a>) -> Result<TypeId> {
        let Type::Function(f) = self.types.get(declared.ty.ty) else {
            return Err(error(declared.span, "expected a function"));
        };
        let ret = f.ret;
        if !self.is_void(ret) && self.size_of(ret).is_none() {
            return Err(error(declared.span, "return type is an incomplete type"));
        }
        Ok(ret)
    }

    /// The object of a parameter.
    pub(super) fn parameter_object(&mut self, param: &Param<'a>) -> ObjId {
        let object = Object {
            name: param.name.unwrap_or("").to_owned(),
            pointed: false,
            ..self.blank_object(param.ty, Duration::Auto, param.span)
        };
        self.add_object(object)
    }

    pub(super) fn new_style_params(&mut self, declared: &Declared<'a>) -> Result<Vec<ObjId>> {
        let mut out = Vec::with_capacity(declared.params.len());
        for param in &declared.params {
            if self.size_of(param.ty.ty).is_none() {
                let name = param.name.unwrap_or("<unnamed>");
                return Err(error(
                    param.span,
                    format!("parameter '{name}' has incomplete type"),
                ));
            }
            let id = match param.name.and_then(|n| self.names.get_here(n)) {
                Some(Symbol::Object(id)) => id,
                _ => self.parameter_object(param),
            };
            out.push(id);
        }
        Ok(out)
    }

    /// Parameters declared after the list of their names. They arrive promoted
    /// and are converted to their declared types, unless a prototype is in scope.
    pub(super) fn old_style_params(
        &mut self,
        function: &str,
        names: &'a [Node<Identifier>],
        declarations: &'a [Node<Declaration>],
        declared: &mut Declared<'a>,
        prologue: &mut Vec<Stmt>,
    ) -> Result<Vec<ObjId>> {
        let mut objects = self.old_style_objects(names, declarations)?;
        let promised = self.prototype_of(function);
        if promised.is_some_and(|count| count != names.len()) {
            let what = format!("number of parameters of '{function}' does not match its prototype");
            return Err(error(declared.span, what));
        }
        let prototyped = promised.is_some();
        let mut params = Vec::new();
        let mut arriving = Vec::new();
        for name in names {
            let key = name.node.name.as_str();
            let span = self.span(name.span);
            let id = match objects.remove(key) {
                Some(id) => id,
                None => self.bind_old_style(key, plain(self.common.int), span),
            };
            let ty = self.object(id).ty.ty;
            if self.size_of(ty).is_none() {
                return Err(error(
                    span,
                    format!("parameter '{key}' has incomplete type"),
                ));
            }
            let promoted = if prototyped {
                ty
            } else {
                self.default_promoted(ty)
            };
            arriving.push(promoted);
            params.push(self.arriving(id, promoted, prologue));
        }
        if let Type::Function(f) = self.types.get(declared.ty.ty).clone() {
            declared.ty = plain(self.function_type(f.ret, arriving, false, true));
        }
        Ok(params)
    }

    fn bind_old_style(&mut self, name: &'a str, ty: Qual, span: Span) -> ObjId {
        let param = Param {
            name: Some(name),
            ty,
            span,
        };
        let id = self.parameter_object(&param);
        self.names.bind(name, Symbol::Object(id));
        id
    }

    /// The object in which a parameter arrives; it is converted if the parameter is narrower.
    fn arriving(&mut self, id: ObjId, promoted: TypeId, prologue: &mut Vec<Stmt>) -> ObjId {
        let object = self.object(id);
        let (ty, span, name) = (object.ty.ty, object.span, object.name.clone());
        if promoted == ty {
            return id;
        }
        let object = Object {
            name,
            ..self.blank_object(plain(promoted), Duration::Auto, span)
        };
        let arriving = self.add_object(object);
        let value = self.load_object(arriving, span);
        let value = self.convert(value, ty);
        let init = self.scalar_init(value);
        prologue.push(self.declare_with(id, init, span));
        arriving
    }

    /// The objects of old-style parameters that are declared.
    fn old_style_objects(
        &mut self,
        names: &'a [Node<Identifier>],
        declarations: &'a [Node<Declaration>],
    ) -> Result<FxHashMap<&'a str, ObjId>> {
        let mut objects = FxHashMap::default();
        for d in declarations {
            let specs = self.specifiers(&d.node.specifiers, d.node.declarators.is_empty())?;
            for declarator in &d.node.declarators {
                let p =
                    self.declarator(specs.ty, &declarator.node.declarator, Context::Parameter)?;
                let name = p.name.unwrap_or("");
                if !names.iter().any(|n| n.node.name == name) {
                    return Err(error(
                        p.span,
                        format!("declaration for parameter '{name}' but no such parameter"),
                    ));
                }
                if objects.contains_key(name) {
                    return Err(error(p.span, format!("redefinition of parameter '{name}'")));
                }
                objects.insert(name, self.bind_old_style(name, p.ty, p.span));
            }
        }
        Ok(objects)
    }

    /// How many parameters an earlier prototype has, which tells callers what to pass.
    fn prototype_of(&self, function: &str) -> Option<usize> {
        let Some(Symbol::Function(id)) = self.names.get_file(function) else {
            return None;
        };
        match self.types.get(self.function(id).ty) {
            Type::Function(f) if !f.unprototyped => Some(f.params.len()),
            _ => None,
        }
    }

    fn default_promoted(&mut self, ty: TypeId) -> TypeId {
        match self.types.get(ty) {
            Type::Float(FloatKind::Float) => self.common.double,
            _ => self.promoted(ty),
        }
    }
}
