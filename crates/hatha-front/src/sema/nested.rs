//! Functions defined in a block (GNU).
//!
//! Such a function is lifted to file scope. A variable of an enclosing function that it uses
//! lives in memory, and its address is passed as a hidden parameter behind the visible ones:
//! the static chain of a compiler, one pointer for each variable. A call by name passes them
//! on; all of them are in scope wherever the name of the function is.
//!
//! **Invariant.** When the outermost function is complete, a nested function has a hidden
//! parameter for each variable that it, or any nested function it names, takes from outside of
//! itself, so that every call by name can find what it has to pass.

use super::convert::node;
use super::scope::Symbol;
use super::stmt::FunctionState;
use super::types::{Context, Declared, Specs};
use super::{FunctionFacts, Sema, error, plain};
use crate::diag::{Diagnostic, Result};
use crate::hir::{Capture, Duration, Expr, ExprKind, FuncId, Function, Linkage, ObjId, Object};
use hatha_cfa::{Span, Type};
use lang_c::ast::{BlockItem, Expression, InitDeclarator, Initializer, Statement};
use lang_c::span::Node;

/// The word by which the lexical pass hands over a definition.
const MARKER: &str = "__hatha_nested";

/// What nested functions add to the state of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    /// The number of the first object that is its own, or a function's nested in it.
    first: u32,
    /// What it takes from the functions around it.
    pub captures: Vec<Capture>,
    /// The nested functions that it names.
    uses: Vec<FuncId>,
}

/// A nested function that has been analysed.
#[derive(Clone, Debug)]
pub(super) struct Nested {
    pub id: FuncId,
    pub chain: Chain,
    /// The number after that of its last object.
    end: u32,
}

impl Nested {
    fn owns(&self, object: ObjId) -> bool {
        (self.chain.first..self.end).contains(&object.0)
    }

    fn takes(&self, object: ObjId) -> bool {
        self.chain.captures.iter().any(|c| c.object == object)
    }
}

/// The body of a function defined in a block.
pub(super) fn nested_body(d: &InitDeclarator) -> Option<&[Node<BlockItem>]> {
    let Initializer::Expression(e) = &d.initializer.as_ref()?.node else {
        return None;
    };
    let Expression::Call(call) = &e.node else {
        return None;
    };
    let marked =
        matches!(&call.node.callee.node, Expression::Identifier(i) if i.node.name == MARKER);
    match (&call.node.arguments[..], marked) {
        ([argument], true) => match &argument.node {
            Expression::Statement(s) => match &s.node {
                Statement::Compound(items) => Some(items),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

impl<'a> Sema<'a, '_> {
    /// Whether the current function is nested in another.
    fn is_nested(&self) -> bool {
        !self.enclosing.is_empty()
    }

    /// Defines a function in a block.
    pub(super) fn nested_function(
        &mut self,
        d: &'a Node<InitDeclarator>,
        items: &'a [Node<BlockItem>],
        specs: &Specs<'a>,
    ) -> Result<()> {
        let Some(outer) = self.func.take() else {
            return Err(error(
                self.span(d.span),
                "function definition in no function",
            ));
        };
        let number = self.number_object(self.span(d.span));
        let chain = Chain {
            first: self.unit.objects.len() as u32,
            ..Chain::default()
        };
        self.enclosing.push(outer);
        self.func = Some(FunctionState::nested("", self.common.void, chain));
        let declared = self.declarator(specs.ty, &d.node.declarator, Context::Definition);
        let result = declared.and_then(|mut declared| {
            if !declared.opened {
                let what = "expected a function declarator in a function definition";
                return Err(error(declared.span, what));
            }
            let result = self.define_nested(d, items, specs, &mut declared, number);
            self.leave();
            result
        });
        self.func = self.enclosing.pop();
        result
    }

    fn define_nested(
        &mut self,
        d: &'a Node<InitDeclarator>,
        items: &'a [Node<BlockItem>],
        specs: &Specs<'a>,
        declared: &mut Declared<'a>,
        number: ObjId,
    ) -> Result<()> {
        let Some(name) = declared.name else {
            return Err(error(declared.span, "expected a function name"));
        };
        let mut prologue = Vec::new();
        let params = match declared.old_style {
            // Without declarations: the lexical pass does not see such a function otherwise.
            Some(names) => self.old_style_params(name, names, &[], declared, &mut prologue)?,
            None => self.new_style_params(declared)?,
        };
        self.flush(&mut prologue);
        let ret = self.check_result(declared)?;
        let id = self.declare_nested(name, declared, specs, 1, number)?;
        let earlier = self.function(id);
        if earlier.body.is_some() {
            let text = format!("redefinition of '{name}'");
            let d = Diagnostic::error(declared.span, text);
            return Err(Box::new(d.with_note("previous definition", earlier.span)));
        }
        // What the parameters' types have captured stays.
        let begun = self.func.take().map_or_else(Chain::default, |f| f.chain);
        self.func = Some(FunctionState::nested(name, ret, begun));
        let end = self.end_of(self.span(d.span));
        let block = self.block_items(items)?;
        let Some(mut state) = self.func.take() else {
            return Ok(());
        };
        let chain = std::mem::take(&mut state.chain);
        let body = state.into_body(params, prologue, block, end)?;
        self.function_mut(id).body = Some(body);
        let end = self.unit.objects.len() as u32;
        self.nested.push(Nested { id, chain, end });
        Ok(())
    }

    /// Declares a nested function in the scope that is `levels` around the current one.
    pub(super) fn declare_nested(
        &mut self,
        name: &'a str,
        declared: &Declared<'a>,
        specs: &Specs<'a>,
        levels: u32,
        number: ObjId,
    ) -> Result<FuncId> {
        let depth = self.names.depth() - levels;
        let here = self.names.get_at(depth, name);
        let id = match here {
            Some(Symbol::Function(id)) if self.facts[id].nested => {
                self.merge_function(id, declared, specs)?
            }
            Some(Symbol::Function(_)) | None => self.new_nested(name, declared, number),
            Some(_) => {
                let what = format!("'{name}' redeclared as different kind of symbol");
                return Err(error(declared.span, what));
            }
        };
        self.names.bind_at(depth, name, Symbol::Function(id));
        self.function_mut(id).noreturn |= declared.attrs.noreturn;
        Ok(id)
    }

    fn new_nested(&mut self, name: &str, declared: &Declared<'a>, number: ObjId) -> FuncId {
        let outer = self.enclosing.last().or(self.func.as_ref());
        let outer = outer.map_or("", |f| f.name);
        // As no C name looks like this, it is never taken for one of the library.
        let name = format!("{outer}.{name}");
        let (ty, span) = (declared.ty.ty, declared.span);
        let function = Function::declared(name, ty, Linkage::Internal, span);
        let facts = FunctionFacts {
            nested: true,
            number: Some(number),
            ..FunctionFacts::default()
        };
        self.add_function(function, facts)
    }

    /// A variable by its name.
    pub(super) fn object_use(&mut self, id: ObjId, span: Span) -> Expr {
        let object = self.object(id);
        let (ty, auto) = (object.ty, object.duration == Duration::Auto);
        let first = self.func.as_ref().map_or(0, |f| f.chain.first);
        if !self.is_nested() || !auto || id.0 >= first {
            return node(ExprKind::Object(id), ty, span);
        }
        let param = self.capture(id, span);
        let address = self.load_object(param, span);
        node(ExprKind::Deref(Box::new(address)), ty, span)
    }

    /// A function is named; a nested one may need what the current function has to pass on.
    pub(super) fn function_use(&mut self, id: FuncId) {
        if self.facts[id].nested
            && let Some(f) = &mut self.func
            && !f.chain.uses.contains(&id)
        {
            f.chain.uses.push(id);
        }
    }

    /// The hidden parameter of the current function that leads to a variable around it.
    fn capture(&mut self, object: ObjId, span: Span) -> ObjId {
        let captures = self.func.iter().flat_map(|f| &f.chain.captures);
        if let Some(c) = captures.into_iter().find(|c| c.object == object) {
            return c.param;
        }
        let param = self.hidden_parameter(object, span);
        if let Some(f) = &mut self.func {
            f.chain.captures.push(Capture { object, param });
        }
        param
    }

    fn hidden_parameter(&mut self, object: ObjId, span: Span) -> ObjId {
        let captured = self.object_mut(object);
        captured.address_taken = true;
        captured.pointed = true;
        let (name, origin, ty) = (captured.name.clone(), captured.origin, captured.ty);
        let pointer = self.types.intern(Type::Pointer(ty));
        let param = Object {
            name,
            origin,
            ..self.blank_object(plain(pointer), Duration::Auto, span)
        };
        self.add_object(param)
    }

    /// The outermost function is complete: settles what each nested one is passed.
    pub(super) fn close_chains(&mut self, outermost: FuncId) {
        let mut nested = std::mem::take(&mut self.nested);
        while self.pass_on(&mut nested) {}
        for n in &nested {
            let mut start = Vec::new();
            self.close_over(n, &mut start);
            let owner = self.owner(n.id, &nested).unwrap_or(outermost);
            if let Some(body) = &mut self.function_mut(owner).body {
                body.block.splice(0..0, start);
            }
        }
        for n in nested {
            self.add_hidden_parameters(n);
        }
    }

    /// The nested function in which another one is defined.
    fn owner(&self, id: FuncId, nested: &[Nested]) -> Option<FuncId> {
        let number = self.facts[id].number?;
        let around = nested.iter().filter(|n| n.owns(number));
        around.max_by_key(|n| n.chain.first).map(|n| n.id)
    }

    /// Whoever names a nested function must have what that one takes.
    fn pass_on(&mut self, nested: &mut [Nested]) -> bool {
        let mut changed = false;
        for i in 0..nested.len() {
            for used in nested[i].chain.uses.clone() {
                let used = nested.iter().find(|n| n.id == used);
                let wanted: Vec<Capture> = used.map_or_else(Vec::new, |n| n.chain.captures.clone());
                for Capture { object, .. } in wanted {
                    if nested[i].owns(object) || nested[i].takes(object) {
                        continue;
                    }
                    let span = self.function(nested[i].id).span;
                    let param = self.hidden_parameter(object, span);
                    nested[i].chain.captures.push(Capture { object, param });
                    changed = true;
                }
            }
        }
        changed
    }

    fn add_hidden_parameters(&mut self, n: Nested) {
        let hidden: Vec<ObjId> = n.chain.captures.iter().map(|c| c.param).collect();
        let types: Vec<_> = hidden.iter().map(|p| self.object(*p).ty.ty).collect();
        if let Type::Function(f) = self.types.get(self.function(n.id).ty).clone() {
            let params = f.params.into_iter().chain(types).collect();
            let ty = self.function_type(f.ret, params, f.variadic, f.unprototyped);
            self.function_mut(n.id).ty = ty;
        }
        let function = self.function_mut(n.id);
        if let Some(body) = &mut function.body {
            body.params.extend(hidden);
        }
        function.captures = n.chain.captures;
    }
}
