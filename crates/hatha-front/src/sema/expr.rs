//! Expressions.
//!
//! **Invariant.** [`Sema::expr`] gives an expression as C types it *before*
//! lvalue conversion; whoever needs its value calls [`Sema::rvalue`].

use super::attributes::identifier;
use super::convert::{Destination, is_lvalue, node};
use super::promise::is_const;
use super::scope::Symbol;
use super::types::union;
use super::{Sema, error, literal, number, plain};
use crate::diag::{Diagnostic, Result};
use crate::hir::{Duration, Expr, ExprKind, Init, InitItem, InitItemValue, Linkage, ObjId, Object};
use hatha_cfa::{BinOp, Origin, Qual, Quals, Scalar, Span, Type, TypeId};
use lang_c::ast::{
    CastExpression, CompoundLiteral, ConditionalExpression, Constant, Expression,
    GenericAssociation, GenericSelection, Initializer, InitializerListItem, MemberExpression,
    MemberOperator, SpecifierQualifier, TypeName, TypeSpecifier, VaArgExpression,
};
use lang_c::span::Node;

impl<'a> Sema<'a, '_> {
    /// An expression, before lvalue conversion.
    pub(super) fn expr(&mut self, e: &'a Node<Expression>) -> Result<Expr> {
        let span = self.span(e.span);
        match &e.node {
            Expression::Identifier(i) => self.name(&i.node.name, span),
            Expression::Constant(c) => self.constant(&c.node, span),
            Expression::StringLiteral(s) => self.string_literal(&s.node, span),
            Expression::Member(m) => self.member_access(&m.node, span),
            Expression::Call(c) => self.call(&c.node, span),
            Expression::UnaryOperator(u) => self.unary(&u.node, span),
            Expression::BinaryOperator(b) => self.binary(&b.node, span),
            Expression::Cast(c) => self.cast(&c.node, span),
            Expression::Conditional(c) => self.conditional(&c.node, span),
            Expression::Comma(list) => self.comma(list, span),
            Expression::CompoundLiteral(c) => self.compound_literal(c, span),
            Expression::SizeOfTy(t) => self.size_of_type(&t.node.0, span),
            Expression::SizeOfVal(v) => self.size_of_value(&v.node.0, span),
            Expression::AlignOf(t) => self.align_of(&t.node.0, span),
            Expression::GenericSelection(g) => self.generic(&g.node, span),
            Expression::OffsetOf(o) => self.offset_of(&o.node, span),
            Expression::VaArg(v) => self.va_arg(&v.node, span),
            Expression::Statement(s) => self.statement_expression(s, span),
        }
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, e: &'a Node<Expression>) -> Result<Expr> {
        let e = self.expr(e)?;
        self.rvalue(e)
    }

    fn name(&mut self, name: &'a str, span: Span) -> Result<Expr> {
        match self.names.get(name) {
            Some(Symbol::Object(id)) => Ok(self.object_use(id, span)),
            Some(Symbol::Function(id)) => {
                self.function_use(id);
                let ty = self.function(id).ty;
                Ok(node(ExprKind::Function(id), ty, span))
            }
            Some(Symbol::Constant { value, ty }) => Ok(self.int_node(value, ty, span)),
            Some(Symbol::Parameter(ty)) => {
                Ok(self.unsupported_node("parameter outside of its function", ty.ty, span))
            }
            Some(Symbol::Typedef { .. }) => {
                Err(error(span, format!("unexpected type name '{name}'")))
            }
            None => self.predefined_name(name, span),
        }
    }

    fn predefined_name(&mut self, name: &'a str, span: Span) -> Result<Expr> {
        if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            return self.function_name(span);
        }
        if name == "__null" {
            return Ok(self.int_node(0, self.common.ptrdiff, span));
        }
        if self.is_builtin(name) {
            return self.builtin_designator(name, span);
        }
        let d = Diagnostic::error(span, format!("undeclared identifier '{name}'"));
        Err(Box::new(d.with_label("not declared in this scope")))
    }

    /// `__func__`: one array per function.
    pub(super) fn function_name(&mut self, span: Span) -> Result<Expr> {
        let (id, name) = match &self.func {
            Some(f) => (f.name_object, f.name),
            None => (None, ""),
        };
        let id = match id {
            Some(id) => id,
            None => {
                let id = self.narrow_string(name.as_bytes(), span);
                if let Some(f) = &mut self.func {
                    f.name_object = Some(id);
                }
                id
            }
        };
        let mut ty = self.object(id).ty;
        ty = self.qualify(
            ty,
            Quals {
                is_const: true,
                ..Quals::default()
            },
        );
        Ok(node(ExprKind::Object(id), ty, span))
    }

    /// A constant, or that many times the imaginary unit.
    fn imaginary(&mut self, value: Expr, imaginary: bool) -> Expr {
        if !imaginary {
            return value;
        }
        let (part, span) = (value.ty.ty, value.span);
        let zero = self.int_node(0, self.common.int, span);
        let zero = self.convert(zero, part);
        self.with_parts("_Complex", part, vec![zero, value], span)
    }

    fn constant(&mut self, c: &'a Constant, span: Span) -> Result<Expr> {
        match c {
            Constant::Integer(i) => {
                let (value, kind) = literal::integer(i, self.target, self.unsigned_constants);
                let ty = self.types.int(kind);
                let value = node(ExprKind::Int(value), ty, span);
                Ok(self.imaginary(value, i.suffix.imaginary))
            }
            Constant::Character(text) => {
                let (value, kind) = literal::character(text, span, self.target)?;
                let ty = self.types.int(kind);
                Ok(node(ExprKind::Int(value), ty, span))
            }
            Constant::Float(f) => match literal::float_kind(f) {
                Err(reason) => {
                    let ty = self.opaque_type("_Complex", self.common.double, 2);
                    Ok(self.unsupported_node(reason, ty, span))
                }
                Ok(kind) => {
                    let ty = self.types.intern(Type::Float(kind));
                    let text = literal::float_text(f);
                    let bits = self.scalar(ty).and_then(|s| number::parse_float(&text, s));
                    match bits {
                        Some(bits) => {
                            let value = node(ExprKind::Float(bits), ty, span);
                            Ok(self.imaginary(value, f.suffix.imaginary))
                        }
                        None => Err(error(span, format!("invalid floating constant '{text}'"))),
                    }
                }
            },
        }
    }

    fn string_literal(&mut self, parts: &'a [String], span: Span) -> Result<Expr> {
        let text = literal::string(parts, span, self.target)?;
        let elem = self.types.int(text.encoding.element(self.target));
        let size = self.size_of(elem).unwrap_or(1) as usize;
        let mut units = text.units;
        units.push(0);
        let bytes = literal::to_bytes(&units, size, self.target);
        let name = parts.concat();
        let id = self.string_object(name, elem, units.len() as u64, bytes, span);
        let ty = self.object(id).ty;
        Ok(node(ExprKind::Object(id), ty, span))
    }

    fn narrow_string(&mut self, text: &[u8], span: Span) -> ObjId {
        let mut bytes = text.to_vec();
        bytes.push(0);
        let name = format!("\"{}\"", String::from_utf8_lossy(text));
        self.string_object(name, self.common.char, bytes.len() as u64, bytes, span)
    }

    fn string_object(
        &mut self,
        name: String,
        elem: TypeId,
        len: u64,
        bytes: Vec<u8>,
        span: Span,
    ) -> ObjId {
        let ty = self.types.array(elem, len);
        let item = InitItem {
            offset: 0,
            bit_field: None,
            value: InitItemValue::Bytes(bytes),
            span,
        };
        // A prefix such as `L` is not shown.
        let quoted = name
            .find('"')
            .map_or(name.as_str(), |i| &name[i..])
            .to_owned();
        self.add_object(Object {
            name: quoted,
            origin: Origin::StringLiteral,
            init: Some(Init {
                zero: false,
                items: vec![item],
            }),
            ..self.blank_object(plain(ty), Duration::Static, span)
        })
    }

    /// A private object without a name.
    pub(super) fn blank_object(&self, ty: Qual, duration: Duration, span: Span) -> Object {
        Object {
            name: String::new(),
            origin: Origin::Declared,
            link_name: None,
            ty,
            align: 0,
            linkage: Linkage::Internal,
            duration,
            defined: true,
            alias_of: None,
            tentative: false,
            weak: false,
            init: None,
            address_taken: !self.is_scalar(ty.ty),
            pointed: true,
            extra: 0,
            cleanup: None,
            span,
        }
    }

    fn member_access(&mut self, m: &'a MemberExpression, span: Span) -> Result<Expr> {
        let name = m.identifier.node.name.as_str();
        let name_span = self.span(m.identifier.span);
        let mut base = self.expr(&m.expression)?;
        if m.operator.node == MemberOperator::Indirect {
            base = self.rvalue(base)?;
            let Some(to) = self.types.pointee(base.ty.ty) else {
                let have = self.type_string(base.ty.ty);
                return Err(error(
                    span,
                    format!("invalid type argument of '->' (have '{have}')"),
                ));
            };
            let at = base.span;
            base = node(ExprKind::Deref(Box::new(base)), to, at);
        }
        self.select(base, name, name_span, span)
    }

    /// `base.name`, through anonymous members.
    pub(super) fn select(
        &mut self,
        base: Expr,
        name: &str,
        name_span: Span,
        span: Span,
    ) -> Result<Expr> {
        let (mut record, path) = self.member_path(base.ty.ty, name, name_span)?;
        let mut e = base;
        for index in path {
            e = self.field_node(e, record, index, span);
            if let Some(r) = self.record_of(e.ty.ty) {
                record = r;
            }
        }
        Ok(e)
    }

    /// One step to a member; it inherits the qualifiers of the whole.
    pub(super) fn field_node(
        &mut self,
        base: Expr,
        record: hatha_cfa::RecordId,
        field: u32,
        span: Span,
    ) -> Expr {
        let ty = self.types.record(record).fields[field as usize].ty;
        let ty = self.qualify(ty, base.ty.quals);
        let kind = ExprKind::Member {
            base: Box::new(base),
            record,
            field,
        };
        node(kind, ty, span)
    }

    fn cast(&mut self, c: &'a CastExpression, span: Span) -> Result<Expr> {
        if let Some(index) = complex_part(&c.type_name.node) {
            return self.part_of_complex(&c.expression, index, span);
        }
        let mark = self.pending.len();
        let (to, _) = self.type_name(&c.type_name)?;
        let value = self.value(&c.expression)?;
        let e = self.cast_value(value, to.ty, span)?;
        Ok(self.with_sizes(mark, Expr { span, ..e }))
    }

    /// `__real__ e` and `__imag__ e`.
    fn part_of_complex(
        &mut self,
        e: &'a Node<Expression>,
        index: i128,
        span: Span,
    ) -> Result<Expr> {
        let value = self.expr(e)?;
        let ty = value.ty.ty;
        if self.is_arithmetic(ty) {
            let zero = self.int_node(0, self.common.int, span);
            return Ok(if index == 0 {
                value
            } else {
                self.convert(zero, ty)
            });
        }
        let Some(record) = self.record_of(ty).filter(|_| self.is_opaque(ty)) else {
            return Err(error(
                span,
                "wrong type argument to '__real__' or '__imag__'",
            ));
        };
        let parts = self.field_node(value, record, 0, span);
        let index = self.int_node(index, self.common.int, span);
        self.subscript(parts, index, span)
    }

    /// Wraps an expression in the evaluation of the array sizes its types need.
    pub(super) fn with_sizes(&mut self, mark: usize, e: Expr) -> Expr {
        if self.pending.len() <= mark || self.func.is_none() {
            return e;
        }
        let sizes = self.pending.split_off(mark);
        let (ty, span) = (plain(e.ty.ty), e.span);
        node(ExprKind::StmtExpr(sizes, Some(Box::new(e))), ty, span)
    }

    pub(super) fn cast_value(&mut self, value: Expr, to: TypeId, span: Span) -> Result<Expr> {
        let from = value.ty.ty;
        if self.is_void(to) {
            return Ok(node(ExprKind::Cast(Box::new(value)), to, span));
        }
        if self.is_void(from) {
            return Err(error(span, "invalid use of void expression"));
        }
        if self.is_scalar(from) && self.is_scalar(to) {
            self.check_scalar_cast(from, to, span)?;
            return Ok(self.convert(value, to));
        }
        if self.is_opaque(from) || self.is_opaque(to) {
            return self.cast_parts(value, to, span);
        }
        if from == to && self.record_of(to).is_some() {
            return Ok(value);
        }
        if let Some(e) = self.union_cast(&value, to, span) {
            return Ok(e);
        }
        Err(error(span, self.bad_cast(from, to)))
    }

    fn check_scalar_cast(&self, from: TypeId, to: TypeId, span: Span) -> Result<()> {
        if self.is_pointer(from) && self.is_float(to) {
            return Err(error(
                span,
                "pointer value used where a floating-point was expected",
            ));
        }
        if self.is_float(from) && self.is_pointer(to) {
            return Err(error(span, "cannot convert to a pointer type"));
        }
        Ok(())
    }

    fn bad_cast(&self, from: TypeId, to: TypeId) -> String {
        let expected = match self.types.get(to) {
            Type::Array { .. } => return "cast specifies array type".to_owned(),
            Type::Function(_) => return "cast specifies function type".to_owned(),
            Type::Record(_) => return "conversion to non-scalar type requested".to_owned(),
            Type::Pointer(_) => return "cannot convert to a pointer type".to_owned(),
            Type::Float(_) => "a floating-point",
            _ => "an integer",
        };
        let shown = self.type_string(from);
        format!("aggregate value of type '{shown}' used where {expected} was expected")
    }

    /// GNU: a value cast to a union that has a member of its type.
    pub(super) fn union_cast(&mut self, value: &Expr, to: TypeId, span: Span) -> Option<Expr> {
        let record = self.record_of(to)?;
        let r = self.types.record(record);
        if r.kind != hatha_cfa::RecordKind::Union {
            return None;
        }
        let from = value.ty.ty;
        let member = r
            .fields
            .iter()
            .find(|f| f.bits.is_none() && self.compatible(f.ty.ty, from))?;
        let item = InitItem {
            offset: member.offset,
            bit_field: None,
            value: InitItemValue::Expr(value.clone()),
            span,
        };
        let init = Init {
            zero: true,
            items: vec![item],
        };
        Some(self.literal_node(plain(to), init, span))
    }

    /// Whether an object of a type is constant: itself, or the elements of an array.
    pub(super) fn is_constant(&self, ty: Qual) -> bool {
        is_const(self.types, ty)
    }

    /// An unnamed object with its initialiser.
    pub(super) fn literal_node(&mut self, ty: Qual, init: Init, span: Span) -> Expr {
        let duration = if self.func.is_some() {
            Duration::Auto
        } else {
            Duration::Static
        };
        let constant = if self.is_constant(ty) { "const " } else { "" };
        let name = format!("({constant}{})", self.type_string(ty.ty));
        let mut object = self.blank_object(ty, duration, span);
        object.name = name;
        object.origin = Origin::Unnamed;
        object.address_taken = true;
        if duration == Duration::Static {
            object.init = Some(init);
            let id = self.add_object(object);
            return node(ExprKind::Object(id), ty, span);
        }
        let id = self.add_object(object);
        node(ExprKind::CompoundLiteral(id, init), ty, span)
    }

    fn compound_literal(&mut self, c: &'a Node<CompoundLiteral>, span: Span) -> Result<Expr> {
        let mark = self.pending.len();
        let (ty, _) = self.type_name(&c.node.type_name)?;
        if self.is_variable_array(ty.ty) {
            return Err(error(span, "compound literal has variable size"));
        }
        let is_static = self.func.is_none();
        let list = match &c.node.initializer_list[..] {
            [only] if is_empty_marker(&only.node) => &[],
            list => list,
        };
        let built = self.braced_initialiser(ty, list, is_static, span)?;
        let e = self.literal_node(built.ty, built.init, span);
        Ok(self.with_sizes(mark, e))
    }

    fn conditional(&mut self, c: &'a ConditionalExpression, span: Span) -> Result<Expr> {
        let cond = self.expr(&c.condition)?;
        if identifier(&c.then_expression) == Some("__hatha_elvis") {
            let otherwise = self.expr(&c.else_expression)?;
            return self.elvis(cond, otherwise, span);
        }
        let cond = self.condition(cond)?;
        let then = self.value(&c.then_expression)?;
        let els = self.value(&c.else_expression)?;
        let ty = self.conditional_type(&then, &els, span)?;
        let then = self.in_common(then, ty)?;
        let els = self.in_common(els, ty)?;
        if let ExprKind::Int(v) = cond.kind {
            let chosen = if v != 0 { then } else { els };
            return Ok(Expr { span, ..chosen });
        }
        let kind = ExprKind::Cond(Box::new(cond), Box::new(then), Box::new(els));
        Ok(node(kind, ty, span))
    }

    /// A branch of a conditional in the type of the whole.
    pub(super) fn in_common(&mut self, e: Expr, ty: TypeId) -> Result<Expr> {
        if self.is_complex(ty) {
            let span = e.span;
            return self.convert_parts(e, ty, span);
        }
        if self.record_of(ty).is_some() {
            return Ok(e);
        }
        Ok(self.convert(e, ty))
    }

    /// The type of `c ? a : b` (C11 6.5.15).
    pub(super) fn conditional_type(&mut self, a: &Expr, b: &Expr, span: Span) -> Result<TypeId> {
        let (x, y) = (a.ty.ty, b.ty.ty);
        if self.is_arithmetic(x) && self.is_arithmetic(y) {
            return Ok(self.common_type(x, y));
        }
        if let Some(ty) = self.common_complex(x, y) {
            return Ok(ty);
        }
        // Only a warning in gcc if just one side is void.
        if self.is_void(x) || self.is_void(y) {
            return Ok(self.common.void);
        }
        if x == y {
            return Ok(x);
        }
        match (self.types.pointee(x), self.types.pointee(y)) {
            (Some(p), Some(q)) => Ok(self.common_pointer(a, p, b, q)),
            (Some(_), None) if self.is_integer(y) => Ok(x),
            (None, Some(_)) if self.is_integer(x) => Ok(y),
            _ => Err(error(span, "type mismatch in conditional expression")),
        }
    }

    fn common_pointer(&mut self, a: &Expr, p: Qual, b: &Expr, q: Qual) -> TypeId {
        if self.is_null_constant(a) {
            return b.ty.ty;
        }
        if self.is_null_constant(b) {
            return a.ty.ty;
        }
        let quals = union(p.quals, q.quals);
        let ty = if self.is_void(p.ty) || self.is_void(q.ty) {
            self.common.void
        } else if self.compatible(p.ty, q.ty) {
            self.composite(p.ty, q.ty)
        } else {
            // gcc warns about the mismatch and makes it a pointer to void.
            self.common.void
        };
        self.types.pointer(Qual { ty, quals })
    }

    fn comma(&mut self, list: &'a [Node<Expression>], span: Span) -> Result<Expr> {
        let mut all: Option<Expr> = None;
        for e in list {
            let e = self.value(e)?;
            all = Some(match all {
                None => e,
                Some(before) => {
                    let ty = plain(e.ty.ty);
                    node(ExprKind::Comma(Box::new(before), Box::new(e)), ty, span)
                }
            });
        }
        all.ok_or_else(|| error(span, "expected expression"))
    }

    fn generic(&mut self, g: &'a GenericSelection, span: Span) -> Result<Expr> {
        self.unevaluated += 1;
        let control = self.value(&g.expression);
        self.unevaluated -= 1;
        let control = plain(control?.ty.ty);
        let mut default = None;
        let mut chosen = None;
        for a in &g.associations {
            match &a.node {
                GenericAssociation::Default(e) => default = Some(e),
                GenericAssociation::Type(t) => {
                    let (ty, _) = self.type_name(&t.node.type_name)?;
                    if self.compatible_qual(ty, control) {
                        if chosen.is_some() {
                            let at = self.span(t.span);
                            return Err(error(at, "'_Generic' specifies two compatible types"));
                        }
                        chosen = Some(&t.node.expression);
                    }
                }
            }
        }
        match chosen.or(default) {
            Some(e) => self.expr(e),
            None => {
                let name = self.type_string(control.ty);
                Err(error(
                    span,
                    format!(
                        "'_Generic' selector of type '{name}' is not compatible with any association"
                    ),
                ))
            }
        }
    }

    fn va_arg(&mut self, v: &'a VaArgExpression, span: Span) -> Result<Expr> {
        let list = self.va_list(&v.va_list)?;
        let mark = self.pending.len();
        let (ty, _) = self.type_name(&v.type_name)?;
        if self.is_void(ty.ty) || self.size_of(ty.ty).is_none() {
            let name = self.type_string(ty.ty);
            return Err(error(
                span,
                format!("second argument to 'va_arg' is of incomplete type '{name}'"),
            ));
        }
        self.note_read(ty.ty, span);
        let e = node(ExprKind::VaArg(Box::new(list)), ty.ty, span);
        Ok(self.with_sizes(mark, e))
    }

    /// An lvalue of the target's `va_list` type, also from a parameter that has become a pointer.
    pub(super) fn va_list(&mut self, e: &'a Node<Expression>) -> Result<Expr> {
        let list = self.expr(e)?;
        let ty = self.common.va_list;
        let span = list.span;
        if list.ty.ty == ty && is_lvalue(&list) {
            self.mark_addressed(&list);
            return Ok(list);
        }
        let value = self.rvalue(list)?;
        let pointer = self.types.pointer(ty);
        let element = match *self.types.get(ty) {
            Type::Array { elem, .. } => Some(self.types.pointer(elem)),
            _ => None,
        };
        if element != Some(value.ty.ty) {
            return Err(error(span, "argument is not of type 'va_list'"));
        }
        let cast = node(ExprKind::Cast(Box::new(value)), pointer, span);
        Ok(node(ExprKind::Deref(Box::new(cast)), ty, span))
    }

    /// Notes that there is a pointer into an object from now on: to an lvalue, or to a part of a value that
    /// compilers may not copy.
    pub(super) fn mark_pointed(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Object(id) => self.object_mut(*id).pointed = true,
            ExprKind::Member { base: a, .. }
            | ExprKind::Load(a)
            | ExprKind::Cast(a)
            | ExprKind::Comma(_, a)
            | ExprKind::Assign(a, _) => self.mark_pointed(a),
            ExprKind::Cond(_, a, b) => {
                self.mark_pointed(a);
                self.mark_pointed(b);
            }
            _ => {}
        }
    }

    /// Notes that the address of an lvalue's object is needed.
    pub(super) fn mark_addressed(&mut self, lv: &Expr) {
        self.mark_pointed(lv);
        match &lv.kind {
            ExprKind::Object(id) => self.object_mut(*id).address_taken = true,
            ExprKind::Member { base, .. } => self.mark_addressed(base),
            _ => {}
        }
    }

    /// `&e`
    pub(super) fn address_of(&mut self, e: Expr, span: Span) -> Result<Expr> {
        let ty = self.types.pointer(e.ty);
        if matches!(e.kind, ExprKind::Function(_)) {
            self.function_taken(&e);
            return Ok(node(ExprKind::Decay(Box::new(e)), ty, span));
        }
        if self.is_bit_field(&e) {
            return Err(error(span, "cannot take address of bit-field"));
        }
        if !is_lvalue(&e) {
            if matches!(e.kind, ExprKind::Unsupported(_)) {
                return Ok(self.unsupported_node("address of something not understood", ty, span));
            }
            return Err(error(span, "lvalue required as unary '&' operand"));
        }
        self.check_register(&e, span)?;
        self.mark_addressed(&e);
        if let Some(super::constant::Value::Int(v)) = self.eval_address(&e, false) {
            let bits = self.target.pointer_bits as u16;
            return Ok(node(ExprKind::Int(number::wrap(v, bits)), ty, span));
        }
        if let ExprKind::Deref(p) = e.kind {
            return Ok(self.convert(Expr { span, ..*p }, ty));
        }
        Ok(node(ExprKind::AddrOf(Box::new(e)), ty, span))
    }

    fn check_register(&self, e: &Expr, span: Span) -> Result<()> {
        let mut at = e;
        while let ExprKind::Member { base, .. } = &at.kind {
            at = base;
        }
        match at.kind {
            ExprKind::Object(id) if self.registers.contains(&id) => {
                let name = &self.object(id).name;
                Err(error(
                    span,
                    format!("address of register variable '{name}' requested"),
                ))
            }
            _ => Ok(()),
        }
    }

    /// `base[index]`
    pub(super) fn subscript(&mut self, base: Expr, index: Expr, span: Span) -> Result<Expr> {
        if let Some(vector) = self
            .record_of(base.ty.ty)
            .filter(|_| self.is_opaque(base.ty.ty))
        {
            // An element of a vector lies where that of an array would.
            let parts = self.field_node(base, vector, 0, span);
            return self.subscript(parts, index, span);
        }
        let (base, index) = (self.rvalue(base)?, self.rvalue(index)?);
        let (ptr, index) = if self.is_pointer(base.ty.ty) {
            (base, index)
        } else {
            (index, base)
        };
        if !self.is_pointer(ptr.ty.ty) {
            return Err(error(
                span,
                "subscripted value is neither array nor pointer",
            ));
        }
        if !self.is_integer(index.ty.ty) {
            return Err(error(span, "array subscript is not an integer"));
        }
        let at = self.pointer_add(ptr, index, false, span)?;
        let to = self
            .types
            .pointee(at.ty.ty)
            .unwrap_or(plain(self.common.int));
        Ok(node(ExprKind::Deref(Box::new(at)), to, span))
    }

    /// `ptr + index` or `ptr - index`.
    pub(super) fn pointer_add(
        &mut self,
        ptr: Expr,
        index: Expr,
        negative: bool,
        span: Span,
    ) -> Result<Expr> {
        let ty = ptr.ty.ty;
        self.check_arithmetic_pointee(ty, span)?;
        if let (ExprKind::Int(_), ExprKind::Int(_)) = (&ptr.kind, &index.kind) {
            let kind = ExprKind::PtrAdd {
                ptr: Box::new(ptr.clone()),
                index: Box::new(index.clone()),
                negative,
            };
            if let Some(super::constant::Value::Int(v)) = self.eval(&node(kind, ty, span), false) {
                return Ok(node(ExprKind::Int(v), ty, span));
            }
        }
        let kind = ExprKind::PtrAdd {
            ptr: Box::new(ptr),
            index: Box::new(index),
            negative,
        };
        Ok(node(kind, ty, span))
    }

    pub(super) fn check_arithmetic_pointee(&self, ptr: TypeId, span: Span) -> Result<()> {
        let Some(to) = self.types.pointee(ptr) else {
            return Ok(());
        };
        if self.step_size(ptr).is_none() && !self.is_variable_array(to.ty) {
            let name = self.type_string(to.ty);
            return Err(error(
                span,
                format!("invalid use of incomplete type '{name}' in pointer arithmetic"),
            ));
        }
        Ok(())
    }

    /// `a op b` on values of one type, folded if both are constants and C defines the result.
    pub(super) fn operation(
        &mut self,
        op: BinOp,
        a: Expr,
        b: Expr,
        ty: TypeId,
        span: Span,
    ) -> Expr {
        let folded = match (&a.kind, &b.kind) {
            (ExprKind::Int(x), ExprKind::Int(y)) => self
                .int_operation(op, *x, *y, a.ty.ty, b.ty.ty)
                .filter(|r| !r.undefined)
                .map(|r| ExprKind::Int(r.bits)),
            (ExprKind::Float(x), ExprKind::Float(y)) => self
                .scalar(a.ty.ty)
                .and_then(|s| folded_float(op, (*x, *y), s)),
            _ => None,
        };
        let kind = folded.unwrap_or_else(|| ExprKind::Binary(op, Box::new(a), Box::new(b)));
        node(kind, ty, span)
    }

    /// A value for an initialiser or assignment of a scalar or record.
    pub(super) fn assigned(
        &mut self,
        e: &'a Node<Expression>,
        to: TypeId,
        place: Destination<'_>,
    ) -> Result<Expr> {
        let value = self.expr(e)?;
        self.assign_to(value, to, place)
    }
}

/// The constant that a floating operation on constants is. A NaN made of numbers is none outside of
/// initialisers: gcc leaves it to the processor, which sets its sign, and others do not.
fn folded_float(op: BinOp, (x, y): (u128, u128), scalar: Scalar) -> Option<ExprKind> {
    let is_nan = |bits| number::float_binary(BinOp::Ne, bits, bits, scalar) == Some(1);
    let bits = number::float_binary(op, x, y, scalar)?;
    if op.is_comparison() {
        return Some(ExprKind::Int(bits));
    }
    let makes_nan = is_nan(bits) && !is_nan(x) && !is_nan(y);
    (!makes_nan).then_some(ExprKind::Float(bits))
}

/// Which part a cast to a reserved name asks for.
fn complex_part(t: &TypeName) -> Option<i128> {
    let [
        Node {
            node: SpecifierQualifier::TypeSpecifier(s),
            ..
        },
    ] = t.specifiers.as_slice()
    else {
        return None;
    };
    match &s.node {
        TypeSpecifier::TypedefName(n) if n.node.name == "__hatha_real" => Some(0),
        TypeSpecifier::TypedefName(n) if n.node.name == "__hatha_imag" => Some(1),
        _ => None,
    }
}

/// What the lexical pass writes between the braces of `(T){}`.
fn is_empty_marker(item: &InitializerListItem) -> bool {
    match &item.initializer.node {
        Initializer::Expression(e) => identifier(e) == Some("__hatha_empty"),
        Initializer::List(_) => false,
    }
}
