//! Declarations of objects, functions and types.
//!
//! **Invariant.** A name with linkage has one object or function per unit, with
//! the composite type of all its declarations.

use super::attributes::Attrs;
use super::convert::node;
use super::nested::nested_body;
use super::scope::Symbol;
use super::types::{Context, Declared, Specs, Storage, is_derived_pointer};
use super::{FunctionFacts, Linked, Sema, error, plain};
use crate::diag::{Diagnostic, Result};
use crate::hir::{
    Duration, ExprKind, FuncId, Function, Init, Linkage, ObjId, Object, Stmt, StmtKind,
};
use crate::lexical::decode_identifier;
use hatha_cfa::{Qual, Quals, Span, Type};
use lang_c::ast::{Declaration, InitDeclarator};
use lang_c::span::Node;

impl<'a> Sema<'a, '_> {
    /// A declaration at file or block scope; what it does at run time is added to `out`.
    pub(super) fn declaration(
        &mut self,
        d: &'a Node<Declaration>,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let specs = self.specifiers(&d.node.specifiers, d.node.declarators.is_empty())?;
        for declarator in &d.node.declarators {
            self.init_declarator(declarator, &specs, out)?;
        }
        self.flush(out);
        Ok(())
    }

    /// Emits the array sizes that types have asked for.
    pub(super) fn flush(&mut self, out: &mut Vec<Stmt>) {
        out.append(&mut self.pending);
    }

    fn init_declarator(
        &mut self,
        d: &'a Node<InitDeclarator>,
        specs: &Specs<'a>,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        if let Some(body) = nested_body(&d.node) {
            self.flush(out);
            return self.nested_function(d, body, specs);
        }
        let base = if specs.auto_type {
            self.deduced(d, specs.ty)?
        } else {
            specs.ty
        };
        let mut declared = self.declarator(base, &d.node.declarator, Context::Plain)?;
        let inherited = if is_derived_pointer(&d.node.declarator) {
            specs.attrs.align
        } else {
            specs.align
        };
        let mut attrs = specs.attrs.clone();
        attrs.align = inherited;
        attrs.merge(std::mem::take(&mut declared.attrs));
        declared.attrs = attrs;
        let Some(name) = declared.name else {
            return Err(error(declared.span, "expected a name in the declaration"));
        };
        if self.take_marker(name, declared.span) {
            return Ok(());
        }
        if specs.storage == Storage::Typedef {
            return self.typedef(name, &declared, d, out);
        }
        if matches!(self.types.get(declared.ty.ty), Type::Function(_)) {
            if d.node.initializer.is_some() {
                return Err(error(
                    declared.span,
                    format!("function '{name}' is initialized like a variable"),
                ));
            }
            if specs.storage == Storage::Auto && !self.at_file_scope() {
                let number = self.number_object(declared.span);
                self.declare_nested(name, &declared, specs, 0, number)?;
            } else {
                self.declare_function(name, &declared, specs)?;
            }
            return Ok(());
        }
        self.variable(name, declared, specs, d, out)
    }

    /// Takes a declaration by which the lexical pass hands over what has no place in the tree; whether
    /// it is one.
    fn take_marker(&mut self, name: &str, span: Span) -> bool {
        let reason = match name {
            "__hatha_file_asm" => "file-scope assembly",
            "__hatha_file_pragma" => "pragma with an effect that is not understood",
            _ => return false,
        };
        self.unsupported(span, reason);
        true
    }

    /// `__auto_type x = e;`
    fn deduced(&mut self, d: &'a Node<InitDeclarator>, quals: Qual) -> Result<Qual> {
        use lang_c::ast::Initializer;
        let span = self.span(d.span);
        let Some(Node {
            node: Initializer::Expression(e),
            ..
        }) = &d.node.initializer
        else {
            return Err(error(
                span,
                "'__auto_type' requires an initialized data declaration",
            ));
        };
        self.unevaluated += 1;
        let value = self.value(e);
        self.unevaluated -= 1;
        Ok(self.qualify(plain(value?.ty.ty), quals.quals))
    }

    fn typedef(
        &mut self,
        name: &'a str,
        declared: &Declared<'a>,
        d: &Node<InitDeclarator>,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        if d.node.initializer.is_some() {
            return Err(error(
                declared.span,
                format!("typedef '{name}' is initialized"),
            ));
        }
        let attrs = &declared.attrs;
        match self.names.get_here(name) {
            None => {}
            Some(Symbol::Typedef { ty, .. }) if self.compatible_qual(ty, declared.ty) => {}
            Some(Symbol::Typedef { .. }) => {
                return Err(error(
                    declared.span,
                    format!("conflicting types for '{name}'"),
                ));
            }
            Some(_) => return Err(different_kind(name, declared.span)),
        }
        if let (true, Some(record)) = (attrs.transparent_union, self.record_of(declared.ty.ty)) {
            self.members.set_transparent(record);
        }
        self.flush(out);
        let align = attrs.align;
        let symbol = Symbol::Typedef {
            ty: self.with_alignment(declared.ty, align),
            align,
        };
        self.names.bind(name, symbol);
        Ok(())
    }

    /// The type that a `typedef` with an alignment of its own names.
    fn with_alignment(&mut self, ty: Qual, align: u32) -> Qual {
        let natural = self.types.align(ty.ty, self.target).unwrap_or(1);
        let quals = Quals {
            under_aligned: align != 0 && align < natural,
            ..Quals::default()
        };
        self.qualify(ty, quals)
    }

    fn variable(
        &mut self,
        name: &'a str,
        mut declared: Declared<'a>,
        specs: &Specs<'a>,
        d: &'a Node<InitDeclarator>,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        if self.is_void(declared.ty.ty) {
            return Err(error(
                declared.span,
                format!("variable or field '{name}' declared void"),
            ));
        }
        let at_file = self.at_file_scope();
        // A variable that is kept in a register throughout (GNU) is one as any other here.
        let in_register = specs.storage == Storage::Register && declared.attrs.asm_label.is_some();
        if at_file && in_register {
            declared.attrs.asm_label = None;
        }
        if at_file && !in_register && matches!(specs.storage, Storage::Auto | Storage::Register) {
            return Err(error(
                declared.span,
                format!("file-scope declaration of '{name}' specifies 'auto' or 'register'"),
            ));
        }
        if at_file || specs.storage == Storage::Extern {
            return self.linked_variable(name, declared, specs, d);
        }
        if self.names.get_here(name).is_some() {
            return Err(self.redeclared(name, declared.span));
        }
        if specs.storage == Storage::Static {
            return self.static_local(name, declared, d);
        }
        self.local(name, declared, specs, d, out)
    }

    fn redeclared(&self, name: &str, span: Span) -> Box<Diagnostic> {
        let earlier = match self.names.get_here(name) {
            Some(Symbol::Object(id)) => self.object(id).span,
            Some(Symbol::Function(_) | Symbol::Constant { .. } | Symbol::Typedef { .. }) => {
                return different_kind(name, span);
            }
            _ => Span::NONE,
        };
        let d = Diagnostic::error(span, format!("redefinition of '{name}'"));
        Box::new(if earlier.is_some() {
            d.with_note("previous definition", earlier)
        } else {
            d
        })
    }

    fn new_object(&self, name: &str, declared: &Declared<'a>, duration: Duration) -> Object {
        Object {
            name: decode_identifier(name).into_owned(),
            link_name: declared.attrs.asm_label.clone(),
            align: declared.attrs.align,
            ..self.blank_object(declared.ty, duration, declared.span)
        }
    }

    fn local(
        &mut self,
        name: &'a str,
        declared: Declared<'a>,
        specs: &Specs<'a>,
        d: &'a Node<InitDeclarator>,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let span = declared.span;
        self.flush(out);
        let mut object = self.new_object(name, &declared, Duration::Auto);
        object.cleanup = self.cleanup_function(&declared.attrs)?;
        object.address_taken |= object.cleanup.is_some();
        object.pointed = object.cleanup.is_some();
        let id = self.add_object(object);
        if specs.storage == Storage::Register {
            self.registers.insert(id);
        }
        self.names.bind(name, Symbol::Object(id));
        if self.is_variably_modified(declared.ty.ty)
            && let Some(f) = &mut self.func
        {
            f.declare_variable(id);
        }
        let place = self.span(d.span);
        if self.is_variable_array(declared.ty.ty) {
            if d.node.initializer.is_some() {
                return Err(error(span, "variable-sized object may not be initialized"));
            }
            out.push(Stmt {
                kind: StmtKind::DeclareVla(id),
                span: place,
            });
            return Ok(());
        }
        let init = match &d.node.initializer {
            Some(init) => {
                let built = self.initialiser(declared.ty, init, false)?;
                if built.extra > 0 {
                    return Err(error(
                        span,
                        "initialization of a flexible array member of an automatic object",
                    ));
                }
                self.object_mut(id).ty = built.ty;
                Some(built.init)
            }
            None => None,
        };
        self.check_complete(name, id, span)?;
        self.flush(out);
        out.push(Stmt {
            kind: StmtKind::Declare(id, init),
            span: place,
        });
        Ok(())
    }

    fn cleanup_function(&mut self, attrs: &Attrs<'a>) -> Result<Option<FuncId>> {
        let Some((name, span)) = attrs.cleanup else {
            return Ok(None);
        };
        match self.names.get(name) {
            Some(Symbol::Function(id)) => {
                self.function_use(id);
                Ok(Some(id))
            }
            _ => Err(error(span, "cleanup argument not a function")),
        }
    }

    fn check_complete(&self, name: &str, id: ObjId, span: Span) -> Result<()> {
        if self.size_of(self.object(id).ty.ty).is_some() {
            return Ok(());
        }
        match self.types.get(self.object(id).ty.ty) {
            Type::Array { .. } => Err(error(span, format!("array size missing in '{name}'"))),
            _ => Err(error(span, format!("storage size of '{name}' isn't known"))),
        }
    }

    fn static_local(
        &mut self,
        name: &'a str,
        declared: Declared<'a>,
        d: &'a Node<InitDeclarator>,
    ) -> Result<()> {
        let span = declared.span;
        if self.is_variable_array(declared.ty.ty) {
            return Err(error(
                span,
                format!("storage size of '{name}' isn't constant"),
            ));
        }
        let object = self.new_object(name, &declared, Duration::Static);
        let id = self.add_object(object);
        self.names.bind(name, Symbol::Object(id));
        if let Some(init) = &d.node.initializer {
            self.static_init(id, init)?;
        }
        self.check_complete(name, id, span)
    }

    fn static_init(&mut self, id: ObjId, init: &'a Node<lang_c::ast::Initializer>) -> Result<()> {
        let ty = self.object(id).ty;
        let built = self.initialiser(ty, init, true)?;
        let object = self.object_mut(id);
        object.ty = built.ty;
        object.extra = built.extra;
        object.init = Some(built.init);
        object.tentative = false;
        Ok(())
    }

    /// A variable at file scope, or `extern` in a block.
    fn linked_variable(
        &mut self,
        name: &'a str,
        declared: Declared<'a>,
        specs: &Specs<'a>,
        d: &'a Node<InitDeclarator>,
    ) -> Result<()> {
        let span = declared.span;
        if self.is_variable_array(declared.ty.ty) {
            return Err(error(
                span,
                format!("variably modified '{name}' at file scope"),
            ));
        }
        if !self.at_file_scope() && d.node.initializer.is_some() {
            return Err(error(
                span,
                format!("'{name}' has both 'extern' and initializer"),
            ));
        }
        let visible = if self.at_file_scope() {
            self.names.get_file(name)
        } else {
            self.names.get_here(name)
        };
        if matches!(
            visible,
            Some(Symbol::Function(_) | Symbol::Typedef { .. } | Symbol::Constant { .. })
        ) {
            return Err(different_kind(name, span));
        }
        if !self.at_file_scope()
            && matches!(visible, Some(Symbol::Object(id)) if self.linked.get(name) != Some(&Linked::Object(id)))
        {
            return Err(error(
                span,
                format!("extern declaration of '{name}' follows declaration with no linkage"),
            ));
        }
        let id = match self.linked.get(name) {
            Some(Linked::Object(id)) => self.merge_object(*id, &declared, specs)?,
            Some(Linked::Function(_)) => return Err(different_kind(name, span)),
            None => self.first_object(name, &declared, specs),
        };
        self.names.bind(name, Symbol::Object(id));
        if specs.storage != Storage::Extern && self.object(id).alias_of.is_none() {
            let object = self.object_mut(id);
            object.tentative |= !object.defined;
            object.defined = true;
        }
        if let Some(init) = &d.node.initializer {
            self.define_object(id, init, span)?;
        }
        Ok(())
    }

    fn define_object(
        &mut self,
        id: ObjId,
        init: &'a Node<lang_c::ast::Initializer>,
        span: Span,
    ) -> Result<()> {
        let object = self.object_mut(id);
        if object.init.is_some() {
            let d = Diagnostic::error(span, format!("redefinition of '{}'", object.name));
            return Err(Box::new(d.with_note("previous definition", object.span)));
        }
        object.defined = true;
        object.tentative = false;
        object.span = span;
        self.static_init(id, init)
    }

    fn first_object(&mut self, name: &'a str, declared: &Declared<'a>, specs: &Specs<'a>) -> ObjId {
        let mut object = self.new_object(name, declared, Duration::Static);
        object.linkage = match specs.storage {
            Storage::Static => Linkage::Internal,
            _ => Linkage::External,
        };
        object.defined = false;
        object.weak = declared.attrs.weak;
        object.alias_of = declared.attrs.alias.clone();
        let id = self.add_object(object);
        self.linked.insert(name, Linked::Object(id));
        id
    }

    fn merge_object(
        &mut self,
        id: ObjId,
        declared: &Declared<'a>,
        specs: &Specs<'a>,
    ) -> Result<ObjId> {
        let old = self.object(id);
        let (old_ty, old_span, name, linkage) = (old.ty, old.span, old.name.clone(), old.linkage);
        if !self.compatible_qual(old_ty, declared.ty) {
            let d = Diagnostic::error(declared.span, format!("conflicting types for '{name}'"));
            return Err(Box::new(d.with_note("previous declaration", old_span)));
        }
        let clash = match (linkage, specs.storage) {
            (Linkage::External, Storage::Static) => {
                Some("static declaration of '{}' follows non-static declaration")
            }
            (Linkage::Internal, Storage::None) => {
                Some("non-static declaration of '{}' follows static declaration")
            }
            _ => None,
        };
        if let Some(text) = clash {
            let d = Diagnostic::error(declared.span, text.replace("{}", &name));
            return Err(Box::new(d.with_note("previous declaration", old_span)));
        }
        let ty = self.composite(old_ty.ty, declared.ty.ty);
        let object = self.object_mut(id);
        object.ty.ty = ty;
        object.align = object.align.max(declared.attrs.align);
        object.weak |= declared.attrs.weak;
        if declared.attrs.alias.is_some() {
            object.alias_of = declared.attrs.alias.clone();
        }
        if object.link_name.is_none() {
            object.link_name = declared.attrs.asm_label.clone();
        }
        Ok(id)
    }

    /// A declaration of a function that is no definition, or the head of one.
    pub(super) fn declare_function(
        &mut self,
        name: &'a str,
        declared: &Declared<'a>,
        specs: &Specs<'a>,
    ) -> Result<FuncId> {
        let span = declared.span;
        let here = self.names.get_here(name);
        if matches!(
            here,
            Some(Symbol::Object(_) | Symbol::Typedef { .. } | Symbol::Constant { .. })
        ) {
            return Err(different_kind(name, span));
        }
        let id = self.link_function(name, declared, specs)?;
        self.names.bind(name, Symbol::Function(id));
        Ok(id)
    }

    /// The function of a name with linkage, with what a declaration adds; no scope is touched.
    pub(super) fn link_function(
        &mut self,
        name: &'a str,
        declared: &Declared<'a>,
        specs: &Specs<'a>,
    ) -> Result<FuncId> {
        let span = declared.span;
        let id = match self.linked.get(name) {
            Some(Linked::Function(id)) => self.merge_function(*id, declared, specs)?,
            Some(Linked::Object(_)) => return Err(different_kind(name, span)),
            None => self.first_function(name, declared, specs),
        };
        let attrs = &declared.attrs;
        let facts = &mut self.facts[id];
        facts.align = facts.align.max(attrs.align);
        let function = self.function_mut(id);
        function.noreturn |= attrs.noreturn;
        function.weak |= attrs.weak;
        function.constructor = attrs.constructor.or(function.constructor);
        function.destructor = attrs.destructor.or(function.destructor);
        if attrs.asm_label.is_some() {
            function.link_name = attrs.asm_label.clone();
        }
        if attrs.alias.is_some() {
            function.alias_of = attrs.alias.clone();
        }
        Ok(id)
    }

    fn first_function(
        &mut self,
        name: &'a str,
        declared: &Declared<'a>,
        specs: &Specs<'a>,
    ) -> FuncId {
        let linkage = match specs.storage {
            Storage::Static => Linkage::Internal,
            _ => Linkage::External,
        };
        let (ty, span) = (declared.ty.ty, declared.span);
        let function = Function::declared(decode_identifier(name).into_owned(), ty, linkage, span);
        let id = self.add_function(function, FunctionFacts::default());
        self.linked.insert(name, Linked::Function(id));
        id
    }

    pub(super) fn merge_function(
        &mut self,
        id: FuncId,
        declared: &Declared<'a>,
        specs: &Specs<'a>,
    ) -> Result<FuncId> {
        let old = self.function(id);
        let (old_ty, old_span, name, linkage) = (old.ty, old.span, old.name.clone(), old.linkage);
        let implicit = self.facts[id].implicit;
        if !self.compatible(old_ty, declared.ty.ty) {
            // gcc only warns if the name was first used in a call and turns out to return nothing.
            let returns_void =
                matches!(self.types.get(declared.ty.ty), Type::Function(f) if self.is_void(f.ret));
            if !(implicit && returns_void) {
                let d = Diagnostic::error(declared.span, format!("conflicting types for '{name}'"));
                return Err(Box::new(d.with_note("previous declaration", old_span)));
            }
            self.function_mut(id).ty = declared.ty.ty;
        } else {
            let ty = self.composite(old_ty, declared.ty.ty);
            self.function_mut(id).ty = ty;
        }
        if linkage == Linkage::External && specs.storage == Storage::Static {
            if !implicit {
                let d = Diagnostic::error(
                    declared.span,
                    format!("static declaration of '{name}' follows non-static declaration"),
                );
                return Err(Box::new(d.with_note("previous declaration", old_span)));
            }
            self.function_mut(id).linkage = Linkage::Internal;
        }
        self.facts[id].implicit = false;
        Ok(id)
    }

    /// A declaration of a local with a plain initial value.
    pub(super) fn declare_with(&self, id: ObjId, init: Init, span: Span) -> Stmt {
        Stmt {
            kind: StmtKind::Declare(id, Some(init)),
            span,
        }
    }

    /// The value of a local.
    pub(super) fn load_object(&self, id: ObjId, span: Span) -> crate::hir::Expr {
        let lv = node(ExprKind::Object(id), self.object(id).ty, span);
        let ty = lv.ty.ty;
        node(ExprKind::Load(Box::new(lv)), ty, span)
    }
}

fn different_kind(name: &str, span: Span) -> Box<Diagnostic> {
    error(
        span,
        format!("'{name}' redeclared as different kind of symbol"),
    )
}
