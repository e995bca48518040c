//! Specifiers and declarators: from their syntax to types.
//!
//! **Invariant.** A type that leaves here is well formed: no arrays of
//! functions or of incomplete elements, parameters adjusted to pointers. The
//! size of a variable-length array is in [`Sema::pending`] before its type is used.

use super::attributes::{Attrs, identifier};
use super::init::is_pure;
use super::scope::Symbol;
use super::{Sema, error, literal, plain};
use crate::diag::Result;
use crate::hir::{Stmt, StmtKind, VlaId};
use hatha_cfa::{ArrayLen, FloatKind, FunctionType, IntKind, Qual, Quals, Span, Type, TypeId};
use lang_c::ast::{
    AlignmentSpecifier, ArrayDeclarator, ArraySize, DeclarationSpecifier, Declarator,
    DeclaratorKind, DerivedDeclarator, Ellipsis, Expression, Extension, FunctionDeclarator,
    FunctionSpecifier, Identifier, ParameterDeclaration, PointerQualifier, SpecifierQualifier,
    StorageClassSpecifier, TS18661FloatFormat, TypeName, TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;

/// A storage class as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Storage {
    #[default]
    None,
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// What the specifiers of a declaration say.
#[derive(Clone, Debug)]
pub(super) struct Specs<'a> {
    pub ty: Qual,
    /// Alignment from a typedef, `_Alignas` or an attribute; 0 if none.
    pub align: u32,
    pub storage: Storage,
    pub inline: bool,
    pub attrs: Attrs<'a>,
    /// `__auto_type`: the initialiser decides.
    pub auto_type: bool,
}

/// A parameter as declared.
#[derive(Clone, Debug)]
pub(super) struct Param<'a> {
    pub name: Option<&'a str>,
    pub ty: Qual,
    pub span: Span,
}

/// What a declarator declares.
#[derive(Clone, Debug)]
pub(super) struct Declared<'a> {
    pub name: Option<&'a str>,
    pub span: Span,
    pub ty: Qual,
    pub attrs: Attrs<'a>,
    /// The parameters of the function declarator next to the name.
    pub params: Vec<Param<'a>>,
    /// The names of an old-style definition.
    pub old_style: Option<&'a [Node<Identifier>]>,
    /// Whether the scope of a definition's parameters has been opened.
    pub opened: bool,
}

/// What a declarator is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// Anything but the below.
    Plain,
    /// A parameter: arrays and functions become pointers.
    Parameter,
    /// A function definition: the scope of its parameters is left open.
    Definition,
}

/// The words of a basic type, counted.
#[derive(Default)]
struct Words {
    void: u32,
    char: u32,
    short: u32,
    int: u32,
    long: u32,
    float: u32,
    double: u32,
    signed: u32,
    unsigned: u32,
    boolean: u32,
    complex: u32,
    int128: u32,
    float_kind: Option<FloatKind>,
}

/// Specifiers being read.
#[derive(Default)]
struct Reading<'a> {
    words: Words,
    any_word: bool,
    whole: Option<Qual>,
    quals: Quals,
    align: u32,
    storage: Storage,
    inline: bool,
    noreturn: bool,
    attrs: Attrs<'a>,
    auto_type: bool,
}

impl<'a> Sema<'a, '_> {
    /// Reads declaration specifiers. `alone`: no declarator follows, so `struct s;` declares a tag here.
    pub(super) fn specifiers(
        &mut self,
        list: &'a [Node<DeclarationSpecifier>],
        alone: bool,
    ) -> Result<Specs<'a>> {
        let mut r = Reading::default();
        // Attributes right after a body belong to the type, not to what is declared.
        let mut behind_body = false;
        let span = list.first().map_or(Span::NONE, |s| self.span(s.span));
        for (i, spec) in list.iter().enumerate() {
            match &spec.node {
                DeclarationSpecifier::StorageClass(s) => self.storage_class(s, &mut r)?,
                DeclarationSpecifier::TypeSpecifier(t) => {
                    let tail = list[i + 1..].iter().map_while(|n| match &n.node {
                        DeclarationSpecifier::Extension(e) => Some(e.iter()),
                        _ => None,
                    });
                    behind_body = has_body(&t.node);
                    self.type_specifier(t, tail.flatten().collect(), alone, &mut r)?;
                    continue;
                }
                DeclarationSpecifier::TypeQualifier(q) => add_qualifier(&mut r.quals, &q.node),
                DeclarationSpecifier::Function(f) => match f.node {
                    FunctionSpecifier::Inline => r.inline = true,
                    FunctionSpecifier::Noreturn => r.noreturn = true,
                },
                DeclarationSpecifier::Alignment(a) => {
                    let align = self.alignment_specifier(&a.node, self.span(a.span))?;
                    r.align = r.align.max(align);
                }
                DeclarationSpecifier::Extension(_) if behind_body => continue,
                DeclarationSpecifier::Extension(e) => {
                    let attrs = self.extensions(e)?;
                    r.attrs.merge(attrs);
                }
            }
            behind_body = false;
        }
        self.finish_specifiers(r, span)
    }

    /// Reads the specifiers of a member or type name.
    pub(super) fn specifier_qualifiers(
        &mut self,
        list: &'a [Node<SpecifierQualifier>],
    ) -> Result<Specs<'a>> {
        let mut r = Reading::default();
        // Attributes right after a body belong to the type, not to what is declared.
        let mut behind_body = false;
        let span = list.first().map_or(Span::NONE, |s| self.span(s.span));
        for (i, spec) in list.iter().enumerate() {
            match &spec.node {
                SpecifierQualifier::TypeSpecifier(t) => {
                    let tail = list[i + 1..].iter().map_while(|n| match &n.node {
                        SpecifierQualifier::Extension(e) => Some(e.iter()),
                        _ => None,
                    });
                    behind_body = has_body(&t.node);
                    self.type_specifier(t, tail.flatten().collect(), false, &mut r)?;
                    continue;
                }
                SpecifierQualifier::TypeQualifier(q) => add_qualifier(&mut r.quals, &q.node),
                SpecifierQualifier::Extension(_) if behind_body => continue,
                SpecifierQualifier::Extension(e) => {
                    let attrs = self.extensions(e)?;
                    r.attrs.merge(attrs);
                }
            }
            behind_body = false;
        }
        self.finish_specifiers(r, span)
    }

    fn storage_class(&self, s: &Node<StorageClassSpecifier>, r: &mut Reading<'a>) -> Result<()> {
        let new = match s.node {
            // There is one thread.
            StorageClassSpecifier::ThreadLocal => return Ok(()),
            StorageClassSpecifier::Typedef => Storage::Typedef,
            StorageClassSpecifier::Extern => Storage::Extern,
            StorageClassSpecifier::Static => Storage::Static,
            StorageClassSpecifier::Auto => Storage::Auto,
            StorageClassSpecifier::Register => Storage::Register,
        };
        if r.storage != Storage::None && r.storage != new {
            let span = self.span(s.span);
            return Err(error(
                span,
                "multiple storage classes in declaration specifiers",
            ));
        }
        r.storage = new;
        Ok(())
    }

    fn alignment_specifier(&mut self, a: &'a AlignmentSpecifier, span: Span) -> Result<u32> {
        match a {
            AlignmentSpecifier::Type(t) => {
                let (ty, align) = self.type_name(t)?;
                Ok(align.max(self.types.align(ty.ty, self.target).unwrap_or(1)))
            }
            AlignmentSpecifier::Constant(e) => {
                let value = self.constant_integer(e)?;
                self.check_alignment(value, span)
            }
        }
    }

    fn type_specifier(
        &mut self,
        t: &'a Node<TypeSpecifier>,
        tail: Vec<&'a Node<Extension>>,
        alone: bool,
        r: &mut Reading<'a>,
    ) -> Result<()> {
        let span = self.span(t.span);
        let whole = match &t.node {
            TypeSpecifier::Struct(s) => {
                let attrs = self.extensions(tail_of(s.node.declarations.is_some(), tail))?;
                plain(self.record_specifier(s, attrs, alone)?)
            }
            TypeSpecifier::Enum(e) => {
                let body = !e.node.enumerators.is_empty();
                let attrs = self.extensions(tail_of(body, tail))?;
                plain(self.enum_specifier(e, attrs, alone)?)
            }
            TypeSpecifier::TypedefName(name) => return self.typedef_name(&name.node.name, span, r),
            TypeSpecifier::TypeOf(t) => self.type_of(&t.node)?,
            TypeSpecifier::Atomic(t) => {
                let (mut ty, _) = self.type_name(t)?;
                ty.quals.is_atomic = true;
                ty
            }
            // The lexical pass writes `__int128` as a type that gcc does not have.
            TypeSpecifier::TS18661Float(f)
                if f.format == TS18661FloatFormat::DecimalExtended && f.width == 128 =>
            {
                r.words.int128 += 1;
                r.any_word = true;
                return Ok(());
            }
            TypeSpecifier::TS18661Float(f) => {
                match literal::ts18661(&f.format, f.width) {
                    Ok(kind) => r.words.float_kind = Some(kind),
                    Err(reason) => {
                        self.unsupported(span, reason);
                        r.words.float_kind = Some(FloatKind::Double);
                    }
                }
                r.any_word = true;
                return Ok(());
            }
            word => {
                r.words.count(word);
                r.any_word = true;
                return Ok(());
            }
        };
        set_whole(r, whole, span)
    }

    fn typedef_name(&mut self, name: &'a str, span: Span, r: &mut Reading<'a>) -> Result<()> {
        if let Some(Symbol::Typedef { ty, align }) = self.names.get(name) {
            r.align = r.align.max(align);
            return set_whole(r, ty, span);
        }
        match name {
            "__builtin_va_list" => set_whole(r, plain(self.common.va_list), span),
            "__int128_t" => {
                let ty = self.types.int(IntKind::Int128);
                set_whole(r, plain(ty), span)
            }
            "__uint128_t" => {
                let ty = self.types.int(IntKind::UInt128);
                set_whole(r, plain(ty), span)
            }
            "__auto_type" => {
                r.auto_type = true;
                set_whole(r, plain(self.common.int), span)
            }
            _ => Err(error(span, format!("unknown type name '{name}'"))),
        }
    }

    fn type_of(&mut self, t: &'a TypeOf) -> Result<Qual> {
        match t {
            TypeOf::Type(t) => Ok(self.type_name(t)?.0),
            TypeOf::Expression(e) => {
                if let Some((ty, _)) = self.typedef_operand(e) {
                    return Ok(ty);
                }
                self.unevaluated += 1;
                let expr = self.expr(e);
                self.unevaluated -= 1;
                let ty = expr?.ty;
                if self.unevaluated == 0 && self.is_variably_modified(ty.ty) {
                    self.evaluate_operand(e)?;
                }
                Ok(ty)
            }
        }
    }

    /// A variably modified operand of `typeof` is evaluated, which matters if it has an effect;
    /// the sizes of its type already are, by their declaration.
    fn evaluate_operand(&mut self, e: &'a Node<Expression>) -> Result<()> {
        let operand = self.expr(e)?;
        if self.func.is_some() && !is_pure(&operand) {
            let span = operand.span;
            let kind = StmtKind::Expr(operand);
            self.pending.push(Stmt { kind, span });
        }
        Ok(())
    }

    /// The type behind an operand that the parser took for an expression but that names a type.
    pub(super) fn typedef_operand(&self, e: &Node<Expression>) -> Option<(Qual, u32)> {
        match self.names.get(identifier(e)?)? {
            Symbol::Typedef { ty, align } => Some((ty, align)),
            _ => None,
        }
    }

    fn finish_specifiers(&mut self, mut r: Reading<'a>, span: Span) -> Result<Specs<'a>> {
        let mut ty = match r.whole {
            Some(whole) => whole,
            None => plain(self.word_type(&r.words, span)?),
        };
        if r.whole.is_some() && r.any_word {
            return Err(error(
                span,
                "two or more data types in declaration specifiers",
            ));
        }
        if let Some(mode) = r.attrs.mode {
            ty.ty = self.with_mode(ty.ty, mode, span)?;
        }
        if let Some(bytes) = r.attrs.vector_size.take() {
            ty.ty = self.vector_type(ty.ty, bytes, span)?;
        }
        ty = self.qualify(ty, r.quals);
        r.attrs.noreturn |= r.noreturn;
        Ok(Specs {
            ty,
            align: r.align.max(r.attrs.align),
            storage: r.storage,
            inline: r.inline,
            attrs: r.attrs,
            auto_type: r.auto_type,
        })
    }

    /// Adds qualifiers; those of an array belong to its elements.
    pub(super) fn qualify(&mut self, mut ty: Qual, quals: Quals) -> Qual {
        if quals == Quals::default() {
            return ty;
        }
        if let Type::Array { elem, len } = *self.types.get(ty.ty) {
            let elem = self.qualify(elem, quals);
            ty.ty = self.types.intern(Type::Array { elem, len });
            return ty;
        }
        ty.quals = union(ty.quals, quals);
        ty
    }

    fn word_type(&mut self, w: &Words, span: Span) -> Result<TypeId> {
        let bad = || error(span, "invalid combination of type specifiers");
        if w.signed > 0 && w.unsigned > 0 {
            return Err(error(
                span,
                "both 'signed' and 'unsigned' in declaration specifiers",
            ));
        }
        if w.complex > 0 {
            return Ok(self.complex_type(w));
        }
        if let Some(kind) = w.float_kind {
            return Ok(self.types.intern(Type::Float(kind)));
        }
        let count = [w.void, w.char, w.float, w.double, w.boolean, w.int128];
        if count.iter().sum::<u32>() > 1 {
            return Err(bad());
        }
        let sign = w.signed + w.unsigned > 0;
        if w.void + w.boolean + w.float > 0 {
            if sign || w.short + w.long + w.int > 0 {
                return Err(bad());
            }
            let ty = match (w.void, w.boolean) {
                (1, _) => Type::Void,
                (_, 1) => Type::Bool,
                _ => Type::Float(FloatKind::Float),
            };
            return Ok(self.types.intern(ty));
        }
        if w.double == 1 {
            if sign || w.short + w.int > 0 || w.long > 1 {
                return Err(bad());
            }
            let kind = if w.long == 1 {
                FloatKind::LongDouble
            } else {
                FloatKind::Double
            };
            return Ok(self.types.intern(Type::Float(kind)));
        }
        let kind = w.int_kind().ok_or_else(bad)?;
        if matches!(kind, IntKind::Int128 | IntKind::UInt128) && !self.target.has_int128 {
            return Err(error(span, "'__int128' is not supported on this target"));
        }
        Ok(self.types.int(kind))
    }

    /// A type name, with the alignment a typedef or attribute gives it (0 if none).
    pub(super) fn type_name(&mut self, name: &'a Node<TypeName>) -> Result<(Qual, u32)> {
        let specs = self.specifier_qualifiers(&name.node.specifiers)?;
        match &name.node.declarator {
            None => Ok((specs.ty, specs.align)),
            Some(d) => {
                let declared = self.declarator(specs.ty, d, Context::Plain)?;
                let align = if is_derived_pointer(d) {
                    0
                } else {
                    specs.align
                };
                Ok((declared.ty, align.max(declared.attrs.align)))
            }
        }
    }

    /// Applies a declarator to a type.
    pub(super) fn declarator(
        &mut self,
        base: Qual,
        d: &'a Node<Declarator>,
        context: Context,
    ) -> Result<Declared<'a>> {
        let mut out = Declared {
            name: None,
            span: self.span(d.span),
            ty: base,
            attrs: Attrs::default(),
            params: Vec::new(),
            old_style: None,
            opened: false,
        };
        self.apply(d, context, &mut out)?;
        if let Some(mode) = out.attrs.mode {
            out.ty.ty = self.with_mode(out.ty.ty, mode, out.span)?;
        }
        if let Some(bytes) = out.attrs.vector_size.take() {
            out.ty.ty = self.vector_type(out.ty.ty, bytes, out.span)?;
        }
        if context == Context::Parameter {
            out.ty = self.adjust_parameter(out.ty);
        }
        Ok(out)
    }

    fn apply(
        &mut self,
        d: &'a Node<Declarator>,
        context: Context,
        out: &mut Declared<'a>,
    ) -> Result<()> {
        let derived = &d.node.derived;
        let pointers = derived.iter().take_while(|p| is_pointer(&p.node)).count();
        for p in &derived[..pointers] {
            self.apply_pointer(&p.node, out)?;
        }
        let innermost = is_innermost(&d.node.kind.node);
        for (i, suffix) in derived[pointers..].iter().enumerate().rev() {
            self.apply_suffix(suffix, innermost && i == 0, context, out)?;
        }
        let attrs = self.extensions(&d.node.extensions)?;
        out.attrs.merge(attrs);
        match &d.node.kind.node {
            DeclaratorKind::Abstract => {}
            DeclaratorKind::Identifier(i) => {
                out.name = Some(&i.node.name);
                out.span = self.span(i.span);
            }
            DeclaratorKind::Declarator(inner) => self.apply(inner, context, out)?,
        }
        Ok(())
    }

    fn apply_pointer(&mut self, p: &'a DerivedDeclarator, out: &mut Declared<'a>) -> Result<()> {
        let (DerivedDeclarator::Pointer(list) | DerivedDeclarator::Block(list)) = p else {
            return Ok(());
        };
        let mut quals = Quals::default();
        for q in list {
            match &q.node {
                PointerQualifier::TypeQualifier(q) => add_qualifier(&mut quals, &q.node),
                PointerQualifier::Extension(e) => {
                    let attrs = self.extensions(e)?;
                    out.attrs.merge(attrs);
                }
            }
        }
        out.ty = Qual {
            ty: self.types.pointer(out.ty),
            quals,
        };
        Ok(())
    }

    fn apply_suffix(
        &mut self,
        suffix: &'a Node<DerivedDeclarator>,
        nearest: bool,
        context: Context,
        out: &mut Declared<'a>,
    ) -> Result<()> {
        let span = self.span(suffix.span);
        match &suffix.node {
            DerivedDeclarator::Array(a) => {
                out.ty = self.array_declarator(
                    &a.node,
                    out.ty,
                    span,
                    nearest && context == Context::Parameter,
                )?;
            }
            DerivedDeclarator::Function(f) => {
                self.check_return(out.ty, span)?;
                let definition = nearest && context == Context::Definition;
                self.function_declarator(&f.node, definition, nearest, out)?;
            }
            DerivedDeclarator::KRFunction(names) => {
                self.check_return(out.ty, span)?;
                if nearest && context == Context::Definition {
                    self.enter();
                    out.opened = true;
                    out.old_style = Some(names);
                }
                out.ty = plain(self.function_type(out.ty.ty, Vec::new(), false, true));
            }
            DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => {
                self.apply_pointer(&suffix.node, out)?;
            }
        }
        Ok(())
    }

    fn check_return(&self, ty: Qual, span: Span) -> Result<()> {
        match self.types.get(ty.ty) {
            Type::Array { .. } => Err(error(span, "function returning an array")),
            Type::Function(_) => Err(error(span, "function returning a function")),
            _ => Ok(()),
        }
    }

    pub(super) fn function_type(
        &mut self,
        ret: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
        unprototyped: bool,
    ) -> TypeId {
        self.types.intern(Type::Function(FunctionType {
            ret,
            params,
            variadic,
            unprototyped,
        }))
    }

    fn function_declarator(
        &mut self,
        f: &'a FunctionDeclarator,
        definition: bool,
        nearest: bool,
        out: &mut Declared<'a>,
    ) -> Result<()> {
        self.enter();
        self.prototypes += u32::from(!definition);
        let params = self.parameters(&f.parameters, definition);
        self.prototypes -= u32::from(!definition);
        if definition {
            out.opened = true;
        } else {
            self.leave();
        }
        let params = params?;
        let types = params.iter().map(|p| p.ty.ty).collect();
        let variadic = f.ellipsis == Ellipsis::Some;
        out.ty = plain(self.function_type(
            out.ty.ty,
            types,
            variadic,
            f.parameters.is_empty() && !variadic,
        ));
        if nearest {
            out.params = params;
        }
        Ok(())
    }

    fn parameters(
        &mut self,
        list: &'a [Node<ParameterDeclaration>],
        definition: bool,
    ) -> Result<Vec<Param<'a>>> {
        let mut params = Vec::with_capacity(list.len());
        for p in list {
            let param = self.parameter(p)?;
            if *self.types.get(param.ty.ty) == Type::Void {
                if list.len() == 1 && param.name.is_none() {
                    return Ok(params);
                }
                return Err(error(param.span, "'void' must be the only parameter"));
            }
            if let Some(name) = param.name {
                if self.names.get_here(name).is_some() {
                    return Err(error(
                        param.span,
                        format!("redefinition of parameter '{name}'"),
                    ));
                }
                self.bind_parameter(name, &param, definition);
            }
            params.push(param);
        }
        Ok(params)
    }

    fn bind_parameter(&mut self, name: &'a str, param: &Param<'a>, definition: bool) {
        let symbol = if definition {
            Symbol::Object(self.parameter_object(param))
        } else {
            Symbol::Parameter(param.ty)
        };
        self.names.bind(name, symbol);
    }

    fn parameter(&mut self, p: &'a Node<ParameterDeclaration>) -> Result<Param<'a>> {
        let specs = self.specifiers(&p.node.specifiers, false)?;
        let span = self.span(p.span);
        if !matches!(specs.storage, Storage::None | Storage::Register) {
            return Err(error(span, "storage class specified for parameter"));
        }
        match &p.node.declarator {
            Some(d) => {
                let declared = self.declarator(specs.ty, d, Context::Parameter)?;
                Ok(Param {
                    name: declared.name,
                    ty: declared.ty,
                    span: declared.span,
                })
            }
            None => Ok(Param {
                name: None,
                ty: self.adjust_parameter(specs.ty),
                span,
            }),
        }
    }

    /// Arrays and functions as parameters are pointers (C11 6.7.6.3).
    pub(super) fn adjust_parameter(&mut self, ty: Qual) -> Qual {
        match *self.types.get(ty.ty) {
            Type::Array { elem, .. } => Qual {
                ty: self.types.pointer(elem),
                quals: ty.quals,
            },
            Type::Function(_) => plain(self.types.pointer(ty)),
            _ => ty,
        }
    }

    fn array_declarator(
        &mut self,
        a: &'a ArrayDeclarator,
        elem: Qual,
        span: Span,
        parameter: bool,
    ) -> Result<Qual> {
        self.check_element(elem, span)?;
        let mark = self.pending.len();
        let mut len = match &a.size {
            ArraySize::Unknown | ArraySize::VariableUnknown => ArrayLen::Incomplete,
            ArraySize::VariableExpression(e) | ArraySize::StaticExpression(e) => {
                self.array_length(e, elem, span)?
            }
        };
        if parameter && matches!(len, ArrayLen::Variable(_)) {
            self.drop_length(mark);
            len = ArrayLen::Incomplete;
        }
        let ty = self.types.intern(Type::Array { elem, len });
        let mut quals = Quals::default();
        if parameter {
            // These qualify the pointer that the parameter becomes.
            for q in &a.qualifiers {
                add_qualifier(&mut quals, &q.node);
            }
        }
        Ok(Qual { ty, quals })
    }

    /// The outermost length of a parameter means nothing, but its side effects happen.
    fn drop_length(&mut self, mark: usize) {
        // Its number was the last to be given out and nothing mentions it.
        self.unit.vla_count -= 1;
        for stmt in self.pending.split_off(mark) {
            if let StmtKind::VlaSize { count, .. } = stmt.kind
                && !is_pure(&count)
            {
                let kind = StmtKind::Expr(count);
                self.pending.push(Stmt { kind, ..stmt });
            }
        }
    }

    fn check_element(&self, elem: Qual, span: Span) -> Result<()> {
        let incomplete = match self.types.get(elem.ty) {
            Type::Function(_) => return Err(error(span, "declaration of array of functions")),
            Type::Void => return Err(error(span, "declaration of array of voids")),
            Type::Record(r) => !self.types.record(*r).complete,
            Type::Array { len, .. } => *len == ArrayLen::Incomplete && self.prototypes == 0,
            _ => false,
        };
        if incomplete {
            let name = self.type_string(elem.ty);
            return Err(error(
                span,
                format!("array type has incomplete element type '{name}'"),
            ));
        }
        Ok(())
    }

    fn array_length(
        &mut self,
        e: &'a Node<Expression>,
        elem: Qual,
        span: Span,
    ) -> Result<ArrayLen> {
        let size = self.expr(e)?;
        let size = self.rvalue(size)?;
        if !self.is_integer(size.ty.ty) {
            return Err(error(size.span, "size of array has non-integer type"));
        }
        if let Some(n) = self.eval_int(&size) {
            if n < 0 {
                return Err(error(span, "size of array is negative"));
            }
            let bytes = (n as u128).checked_mul(u128::from(self.size_of(elem.ty).unwrap_or(1)));
            let limit = 1u128 << (self.target.pointer_bits - 1);
            if bytes.is_none_or(|b| b >= limit) {
                return Err(error(span, "size of array is too large"));
            }
            if !self.is_variable_array(elem.ty) {
                return Ok(ArrayLen::Fixed(n as u64));
            }
        }
        if self.prototypes > 0 {
            return Ok(ArrayLen::Incomplete);
        }
        if self.func.is_none() && self.at_file_scope() {
            return Err(error(span, "variably modified type at file scope"));
        }
        let count = size;
        let vla = VlaId(self.unit.vla_count);
        self.unit.vla_count += 1;
        self.pending.push(Stmt {
            kind: StmtKind::VlaSize {
                vla,
                count,
                elem: elem.ty,
            },
            span,
        });
        Ok(ArrayLen::Variable(vla.0))
    }

    /// Whether a variable-length array is anywhere in the derivation of a type.
    pub(super) fn is_variably_modified(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Array {
                len: ArrayLen::Variable(_),
                ..
            } => true,
            Type::Array { elem: inner, .. } | Type::Pointer(inner) => {
                self.is_variably_modified(inner.ty)
            }
            Type::Function(f) => self.is_variably_modified(f.ret),
            _ => false,
        }
    }

    /// Whether a type is an array whose size is only known when the program runs.
    pub(super) fn is_variable_array(&self, ty: TypeId) -> bool {
        matches!(
            self.types.get(ty),
            Type::Array {
                len: ArrayLen::Variable(_),
                ..
            }
        )
    }
}

impl Words {
    fn count(&mut self, word: &TypeSpecifier) {
        let slot = match word {
            TypeSpecifier::Void => &mut self.void,
            TypeSpecifier::Char => &mut self.char,
            TypeSpecifier::Short => &mut self.short,
            TypeSpecifier::Int => &mut self.int,
            TypeSpecifier::Long => &mut self.long,
            TypeSpecifier::Float => &mut self.float,
            TypeSpecifier::Double => &mut self.double,
            TypeSpecifier::Signed => &mut self.signed,
            TypeSpecifier::Unsigned => &mut self.unsigned,
            TypeSpecifier::Bool => &mut self.boolean,
            TypeSpecifier::Complex => &mut self.complex,
            _ => return,
        };
        *slot += 1;
    }

    fn int_kind(&self) -> Option<IntKind> {
        let unsigned = self.unsigned > 0;
        let pick = |s, u| Some(if unsigned { u } else { s });
        match (self.char, self.int128, self.short, self.long) {
            (1, 0, 0, 0) if self.int > 0 => None,
            (1, 0, 0, 0) if self.signed > 0 => Some(IntKind::SChar),
            (1, 0, 0, 0) => pick(IntKind::Char, IntKind::UChar),
            (0, 1, 0, 0) if self.int == 0 => pick(IntKind::Int128, IntKind::UInt128),
            (0, 0, 1, 0) => pick(IntKind::Short, IntKind::UShort),
            (0, 0, 0, 0) => pick(IntKind::Int, IntKind::UInt),
            (0, 0, 0, 1) => pick(IntKind::Long, IntKind::ULong),
            (0, 0, 0, 2) => pick(IntKind::LongLong, IntKind::ULongLong),
            _ => None,
        }
    }

    /// The floating type under `_Complex`.
    pub(super) fn complex_part(&self) -> FloatKind {
        match (self.float, self.long) {
            (1, _) => FloatKind::Float,
            (_, 1) => FloatKind::LongDouble,
            _ => FloatKind::Double,
        }
    }
}

impl Sema<'_, '_> {
    /// `_Complex T` is laid out as two of T; nothing computes with it.
    fn complex_type(&mut self, w: &Words) -> TypeId {
        let integer = w.char + w.short + w.int + w.signed + w.unsigned > 0 || w.long > 1;
        let part = if integer {
            self.types.int(w.int_kind().unwrap_or(IntKind::Int))
        } else {
            self.types.intern(Type::Float(w.complex_part()))
        };
        self.opaque_type("_Complex", part, 2)
    }

    fn vector_type(&mut self, elem: TypeId, bytes: u64, span: Span) -> Result<TypeId> {
        let size = self.size_of(elem).unwrap_or(0);
        if size == 0 || !bytes.is_multiple_of(size) || bytes == 0 {
            return Err(error(
                span,
                "vector size not an integral multiple of component size",
            ));
        }
        Ok(self.opaque_type("vector", elem, bytes / size))
    }
}

fn set_whole(r: &mut Reading<'_>, ty: Qual, span: Span) -> Result<()> {
    if r.whole.is_some() {
        return Err(error(
            span,
            "two or more data types in declaration specifiers",
        ));
    }
    r.whole = Some(ty);
    Ok(())
}

fn has_body(t: &TypeSpecifier) -> bool {
    match t {
        TypeSpecifier::Struct(s) => s.node.declarations.is_some(),
        TypeSpecifier::Enum(e) => !e.node.enumerators.is_empty(),
        _ => false,
    }
}

/// The attributes behind a specifier, if they are those of its body.
fn tail_of(body: bool, tail: Vec<&Node<Extension>>) -> Vec<&Node<Extension>> {
    if body { tail } else { Vec::new() }
}

fn is_pointer(d: &DerivedDeclarator) -> bool {
    matches!(
        d,
        DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_)
    )
}

/// Whether a declarator makes a pointer or function somewhere, so that a typedef's alignment
/// is not that of the whole.
pub(super) fn is_derived_pointer(d: &Node<Declarator>) -> bool {
    let here = d
        .node
        .derived
        .iter()
        .any(|p| !matches!(p.node, DerivedDeclarator::Array(_)));
    here || matches!(&d.node.kind.node, DeclaratorKind::Declarator(inner) if is_derived_pointer(inner))
}

/// Whether nothing but parentheses stands between this declarator's suffixes and the name.
fn is_innermost(kind: &DeclaratorKind) -> bool {
    match kind {
        DeclaratorKind::Declarator(inner) => {
            inner.node.derived.is_empty() && is_innermost(&inner.node.kind.node)
        }
        _ => true,
    }
}

fn add_qualifier(quals: &mut Quals, q: &TypeQualifier) {
    match q {
        TypeQualifier::Const => quals.is_const = true,
        TypeQualifier::Volatile => quals.is_volatile = true,
        TypeQualifier::Atomic => quals.is_atomic = true,
        _ => {}
    }
}

/// Whether the qualifiers of C are the same; a lower alignment is none.
pub(super) fn same_qualifiers(a: Quals, b: Quals) -> bool {
    let under_aligned = false;
    Quals { under_aligned, ..a } == Quals { under_aligned, ..b }
}

/// All qualifiers of both.
pub(super) fn union(a: Quals, b: Quals) -> Quals {
    Quals {
        is_const: a.is_const || b.is_const,
        is_volatile: a.is_volatile || b.is_volatile,
        is_atomic: a.is_atomic || b.is_atomic,
        under_aligned: a.under_aligned || b.under_aligned,
    }
}
