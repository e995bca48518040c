//! Complex numbers and vectors, computed part by part.
//!
//! **Invariant.** Both are records of one array of parts ([`Sema::opaque_type`]), so
//! that they are stored, copied and passed as records are. An operation gives a
//! compound literal whose parts are scalar expressions; an operand whose parts are
//! used more than once is free of effects, or kept in a temporary first. What gcc's
//! run-time library decides in ways of its own (a quotient by a complex number, a
//! product neither part of which is a number) stays not understood.

use super::convert::{OPAQUE, node, to_unsigned};
use super::init::is_pure;
use super::{Sema, plain};
use crate::diag::Result;
use crate::hir::{
    Duration, Expr, ExprKind, Init, InitItem, InitItemValue, ObjId, Object, Stmt, StmtKind,
};
use hatha_cfa::{BinOp, FloatKind, Origin, RecordId, Span, Type, TypeId, UnOp};

/// What a record of parts stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// `_Complex` or `vector`.
    pub word: &'static str,
    /// The type of a part.
    pub part: TypeId,
    /// How many.
    pub count: u64,
}

impl Shape {
    fn is_complex(self) -> bool {
        self.word == "_Complex"
    }
}

/// A complex operand: a real number has no imaginary part, which is not the same as a zero.
struct Complex {
    re: Expr,
    im: Option<Expr>,
}

/// Statements that keep operands in temporaries.
type Before = Vec<Stmt>;

impl Sema<'_, '_> {
    fn shape(&self, ty: TypeId) -> Option<(RecordId, Shape)> {
        let record = self.record_of(ty)?;
        Some((record, self.members.shape(record)?))
    }

    /// Whether a type is complex: a number, which braces do not take apart.
    pub(super) fn is_complex(&self, ty: TypeId) -> bool {
        self.shape(ty).is_some_and(|(_, s)| s.is_complex())
    }

    fn is_vector(&self, ty: TypeId) -> bool {
        self.shape(ty).is_some_and(|(_, s)| !s.is_complex())
    }

    /// The type of a real number that a complex one consists of, or of the number itself.
    pub(super) fn part_type(&self, ty: TypeId) -> TypeId {
        self.shape(ty).map_or(ty, |(_, s)| s.part)
    }

    /// The complex type that a complex number and another number have in common.
    pub(super) fn common_complex(&mut self, x: TypeId, y: TypeId) -> Option<TypeId> {
        let number = |ty| self.is_arithmetic(ty) || self.is_complex(ty);
        if !number(x) || !number(y) || !(self.is_complex(x) || self.is_complex(y)) {
            return None;
        }
        let part = self.common_type(self.part_type(x), self.part_type(y));
        Some(self.opaque_type("_Complex", part, 2))
    }

    /// A value with these parts.
    pub(super) fn with_parts(
        &mut self,
        word: &'static str,
        part: TypeId,
        parts: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let ty = self.opaque_type(word, part, parts.len() as u64);
        let size = self.size_of(part).unwrap_or(0);
        let items = parts.into_iter().zip(0..).map(|(value, i)| InitItem {
            offset: i * size,
            bit_field: None,
            value: InitItemValue::Expr(value),
            span,
        });
        let init = Init {
            zero: false,
            items: items.collect(),
        };
        self.literal_node(plain(ty), init, span)
    }

    /// A value that needs some statements first.
    fn after(&self, before: Before, value: Expr) -> Expr {
        if before.is_empty() {
            return value;
        }
        let (ty, span) = (plain(value.ty.ty), value.span);
        node(ExprKind::StmtExpr(before, Some(Box::new(value))), ty, span)
    }

    /// Keeps a value in a temporary of at least the given alignment.
    fn hold(&mut self, e: Expr, align: u32, before: &mut Before) -> ObjId {
        let span = e.span;
        let object = Object {
            name: "(temporary)".to_owned(),
            origin: Origin::Unnamed,
            align,
            address_taken: true,
            ..self.blank_object(plain(e.ty.ty), Duration::Auto, span)
        };
        let id = self.add_object(object);
        let place = self.object_node(id, span);
        let store = self.store(place, e, span);
        for kind in [StmtKind::Declare(id, None), StmtKind::Expr(store)] {
            before.push(Stmt { kind, span });
        }
        id
    }

    /// A scalar that may be used more than once.
    fn reusable(&mut self, e: Expr, before: &mut Before) -> Expr {
        if is_pure(&e) {
            return e;
        }
        let span = e.span;
        let id = self.hold(e, 0, before);
        self.load_object(id, span)
    }

    /// The parts of a value, each free of effects.
    fn parts(&mut self, e: Expr, before: &mut Before) -> Result<Vec<Expr>> {
        let Some((record, shape)) = self.shape(e.ty.ty) else {
            return Ok(vec![self.reusable(e, before)]);
        };
        if let Some(parts) = self.literal_parts(&e, shape) {
            return Ok(parts);
        }
        let span = e.span;
        let whole = if is_pure(&e) {
            e
        } else {
            let id = self.hold(e, 0, before);
            self.object_node(id, span)
        };
        (0..shape.count)
            .map(|i| {
                let array = self.field_node(whole.clone(), record, 0, span);
                let index = self.int_node(i128::from(i), self.common.int, span);
                let part = self.subscript(array, index, span)?;
                self.rvalue(part)
            })
            .collect()
    }

    /// The parts of a literal that can be told from its initialiser.
    fn literal_parts(&mut self, e: &Expr, shape: Shape) -> Option<Vec<Expr>> {
        let init = match &e.kind {
            ExprKind::CompoundLiteral(_, init) => init.clone(),
            ExprKind::Object(id) if self.object(*id).origin == Origin::Unnamed => {
                self.object(*id).init.clone()?
            }
            _ => return None,
        };
        let size = self.size_of(shape.part)?;
        let mut parts = Vec::new();
        for i in 0..shape.count {
            let item = init.items.iter().find(|item| item.offset == i * size);
            parts.push(match item.map(|item| &item.value) {
                Some(InitItemValue::Expr(v)) if v.ty.ty == shape.part && is_pure(v) => v.clone(),
                None if init.zero => self.zero(shape.part, e.span),
                _ => return None,
            });
        }
        Some(parts)
    }

    fn zero(&mut self, ty: TypeId, span: Span) -> Expr {
        let zero = self.int_node(0, self.common.int, span);
        self.convert(zero, ty)
    }

    fn complex(&mut self, e: Expr, part: TypeId, before: &mut Before) -> Result<Complex> {
        let parts = self.parts(e, before)?;
        let mut parts = parts.into_iter().map(|p| self.convert(p, part));
        let mut next = || parts.next();
        let (re, im) = (next(), next());
        // A value has at least one part.
        re.map(|re| Complex { re, im })
            .ok_or_else(|| super::error(Span::NONE, "a value without parts"))
    }

    // ---- conversions ----

    /// A conversion from or to a complex type; of vectors, only of one to its own type.
    pub(super) fn convert_parts(&mut self, e: Expr, to: TypeId, span: Span) -> Result<Expr> {
        let from = e.ty.ty;
        if from == to {
            return Ok(e);
        }
        let numbers = |s: &Self, ty| s.is_arithmetic(ty) || s.is_opaque(ty);
        if !numbers(self, from) || !numbers(self, to) || self.is_vector(from) || self.is_vector(to)
        {
            return Ok(self.unsupported_node(OPAQUE, to, span));
        }
        let Some((_, shape)) = self.shape(to) else {
            return self.real_of(e, to, span);
        };
        let mut before = Vec::new();
        let c = self.complex(e, shape.part, &mut before)?;
        let im = match c.im {
            Some(im) => im,
            None => self.zero(shape.part, span),
        };
        let value = self.with_parts("_Complex", shape.part, vec![c.re, im], span);
        Ok(self.after(before, value))
    }

    /// A complex value as a real number: its real part, or whether it is not zero.
    fn real_of(&mut self, e: Expr, to: TypeId, span: Span) -> Result<Expr> {
        if *self.types.get(to) == Type::Bool {
            let truth = self.truth_of_parts(e, span)?;
            return Ok(self.convert(truth, to));
        }
        let part = self.part_type(e.ty.ty);
        let mut before = Vec::new();
        let c = self.complex(e, part, &mut before)?;
        let value = self.convert(c.re, to);
        Ok(self.after(before, value))
    }

    /// A cast between a vector and something of its size keeps the bytes.
    pub(super) fn cast_parts(&mut self, e: Expr, to: TypeId, span: Span) -> Result<Expr> {
        let from = e.ty.ty;
        let same_size = self.size_of(from).is_some() && self.size_of(from) == self.size_of(to);
        let bytes = |s: &Self, ty| s.is_vector(ty) || s.is_integer(ty);
        let vectors = self.is_vector(from) || self.is_vector(to);
        if !vectors || from == to {
            return self.convert_parts(e, to, span);
        }
        if !same_size || !bytes(self, from) || !bytes(self, to) || self.func.is_none() {
            return Ok(self.unsupported_node(OPAQUE, to, span));
        }
        let mut before = Vec::new();
        let align = self.types.align(to, self.target).unwrap_or(0);
        let id = self.hold(e, align, &mut before);
        let ptr = self.types.pointer(from);
        let address = node(
            ExprKind::AddrOf(Box::new(self.object_node(id, span))),
            ptr,
            span,
        );
        let ptr = self.types.pointer(to);
        let address = node(ExprKind::Cast(Box::new(address)), ptr, span);
        let value = self.rvalue(node(ExprKind::Deref(Box::new(address)), plain(to), span))?;
        Ok(self.after(before, value))
    }

    /// Whether a complex value is not zero.
    pub(super) fn truth_of_parts(&mut self, e: Expr, span: Span) -> Result<Expr> {
        if self.is_vector(e.ty.ty) {
            return Ok(self.unsupported_node(OPAQUE, self.common.int, span));
        }
        let zero = self.int_node(0, self.common.int, span);
        self.binary_parts(BinOp::Ne, e, zero, span)
    }

    // ---- operators ----

    /// `-e`, `~e` (the conjugate of a complex number) and `+e`.
    pub(super) fn unary_parts(&mut self, op: Option<UnOp>, e: Expr, span: Span) -> Result<Expr> {
        let Some((_, shape)) = self.shape(e.ty.ty) else {
            return Ok(self.unsupported_node(OPAQUE, e.ty.ty, span));
        };
        let mut before = Vec::new();
        let mut parts = self.parts(e, &mut before)?;
        for (i, p) in parts.iter_mut().enumerate() {
            let op = match op {
                Some(UnOp::Not) if shape.is_complex() => (i > 0).then_some(UnOp::Neg),
                op => op,
            };
            if let Some(op) = op {
                *p = self.unary_part(op, p.clone(), shape.part, span);
            }
        }
        let value = self.with_parts(shape.word, shape.part, parts, span);
        Ok(self.after(before, value))
    }

    /// Integers wrap: gcc computes the elements of a vector in their own width.
    fn unary_part(&mut self, op: UnOp, e: Expr, part: TypeId, span: Span) -> Expr {
        let wide = self.wrapping_type(part);
        let e = self.convert(e, wide);
        let value = self.unary_node(op, e, span);
        self.convert(value, part)
    }

    fn wrapping_type(&mut self, part: TypeId) -> TypeId {
        let promoted = self.promoted(part);
        match self.types.get(promoted) {
            Type::Int(kind) => {
                let kind = to_unsigned(*kind);
                self.types.int(kind)
            }
            _ => part,
        }
    }

    /// A binary operator on two values, at least one of which has parts.
    pub(super) fn binary_parts(&mut self, op: BinOp, a: Expr, b: Expr, span: Span) -> Result<Expr> {
        let (x, y) = (a.ty.ty, b.ty.ty);
        let number = |s: &Self, ty| s.is_arithmetic(ty) || s.is_opaque(ty);
        if !number(self, x) || !number(self, y) {
            return Err(self.invalid_operands(op, x, y, span));
        }
        if self.is_vector(x) || self.is_vector(y) {
            self.binary_vector(op, a, b, span)
        } else {
            self.binary_complex(op, a, b, span)
        }
    }

    fn binary_complex(&mut self, op: BinOp, a: Expr, b: Expr, span: Span) -> Result<Expr> {
        let (x, y) = (a.ty.ty, b.ty.ty);
        let (p, q) = (self.part_type(x), self.part_type(y));
        let part = self.common_type(p, q);
        let mut before = Vec::new();
        let a = self.complex(a, part, &mut before)?;
        let b = self.complex(b, part, &mut before)?;
        let (re, im) = match op {
            BinOp::Eq | BinOp::Ne => {
                let value = self.complex_equal(op, a, b, part, span);
                return Ok(self.after(before, value));
            }
            BinOp::Add | BinOp::Sub => self.complex_sum(op, a, b, part, span),
            BinOp::Mul => self.complex_product(a, b, part, span),
            BinOp::Div if b.im.is_none() => {
                let re = self.operation(op, a.re, b.re.clone(), part, span);
                let im = a.im.map(|im| self.operation(op, im, b.re, part, span));
                (re, im)
            }
            BinOp::Div => {
                let value = self.complex_quotient(a, b, part, span);
                return Ok(self.after(before, value));
            }
            _ => return Err(self.invalid_operands(op, x, y, span)),
        };
        let im = match im {
            Some(im) => im,
            None => self.zero(part, span),
        };
        let value = self.with_parts("_Complex", part, vec![re, im], span);
        Ok(self.after(before, value))
    }

    fn complex_equal(
        &mut self,
        op: BinOp,
        a: Complex,
        b: Complex,
        part: TypeId,
        span: Span,
    ) -> Expr {
        let int = self.common.int;
        let re = self.operation(op, a.re, b.re, int, span);
        let zero = self.zero(part, span);
        let (x, y) = (
            a.im.unwrap_or_else(|| zero.clone()),
            b.im.unwrap_or_else(|| zero.clone()),
        );
        let im = self.operation(op, x, y, int, span);
        // Both are 0 or 1 and free of effects.
        let both = if op == BinOp::Eq {
            BinOp::And
        } else {
            BinOp::Or
        };
        self.operation(both, re, im, int, span)
    }

    fn complex_sum(
        &mut self,
        op: BinOp,
        a: Complex,
        b: Complex,
        part: TypeId,
        span: Span,
    ) -> (Expr, Option<Expr>) {
        let re = self.operation(op, a.re, b.re, part, span);
        let im = match (a.im, b.im) {
            (Some(x), Some(y)) => Some(self.operation(op, x, y, part, span)),
            (None, Some(y)) if op == BinOp::Sub => Some(self.unary_node(UnOp::Neg, y, span)),
            (x, y) => x.or(y),
        };
        (re, im)
    }

    fn complex_product(
        &mut self,
        a: Complex,
        b: Complex,
        part: TypeId,
        span: Span,
    ) -> (Expr, Option<Expr>) {
        let mut times = |x: &Expr, y: &Expr| {
            let (x, y) = (x.clone(), y.clone());
            self.operation(BinOp::Mul, x, y, part, span)
        };
        let re = times(&a.re, &b.re);
        let (Some(x), Some(y)) = (&a.im, &b.im) else {
            let im = match (&a.im, &b.im) {
                (Some(x), _) => Some(times(x, &b.re)),
                (_, Some(y)) => Some(times(&a.re, y)),
                _ => None,
            };
            return (re, im);
        };
        let (squares, left, right) = (times(x, y), times(&a.re, y), times(x, &b.re));
        let re = self.operation(BinOp::Sub, re, squares, part, span);
        let im = self.operation(BinOp::Add, left, right, part, span);
        let re = self.unless_no_number(re, &im, part, span);
        (re, Some(im))
    }

    /// A quotient: of floats by the run-time library, of integers by the plain formula.
    fn complex_quotient(&mut self, a: Complex, b: Complex, part: TypeId, span: Span) -> Expr {
        let zero = self.zero(part, span);
        let or_zero = |im: Option<Expr>| im.unwrap_or_else(|| zero.clone());
        let (x, y) = (or_zero(a.im), or_zero(b.im));
        let name = match self.types.get(part) {
            Type::Float(FloatKind::Float) => "__divsc3",
            Type::Float(FloatKind::Double) => "__divdc3",
            Type::Float(FloatKind::LongDouble) => "__divxc3",
            Type::Int(_) => return self.integer_quotient([a.re, x, b.re, y], part, span),
            _ => {
                let ty = self.opaque_type("_Complex", part, 2);
                return self.unsupported_node("division by a complex number", ty, span);
            }
        };
        let ret = self.opaque_type("_Complex", part, 2);
        let ty = self.function_type(ret, vec![part; 4], false, false);
        let id = self.declare_implicitly(name, ty, span);
        let kind = ExprKind::Call {
            callee: Box::new(self.designator(id, span)),
            args: vec![a.re, x, b.re, y],
        };
        node(kind, ret, span)
    }

    /// gcc divides integers by Smith's method too, with a ratio that is cut to an integer.
    fn integer_quotient(&mut self, [a, b, c, d]: [Expr; 4], part: TypeId, span: Span) -> Expr {
        let (size_c, size_d) = (self.absolute_part(&c, span), self.absolute_part(&d, span));
        let swap = self.operation(BinOp::Lt, size_c, size_d, self.common.int, span);
        let mut o = |op, x: &Expr, y: &Expr| self.operation(op, x.clone(), y.clone(), part, span);
        let mut quotients = Vec::new();
        for (small, large) in [(&c, &d), (&d, &c)] {
            let ratio = o(BinOp::Div, small, large);
            let product = o(BinOp::Mul, small, &ratio);
            let below = o(BinOp::Add, &product, large);
            let (left, right) = (o(BinOp::Mul, &a, &ratio), o(BinOp::Mul, &b, &ratio));
            let tops = match quotients.is_empty() {
                true => (o(BinOp::Add, &left, &b), o(BinOp::Sub, &right, &a)),
                false => (o(BinOp::Add, &a, &right), o(BinOp::Sub, &b, &left)),
            };
            quotients.push((
                o(BinOp::Div, &tops.0, &below),
                o(BinOp::Div, &tops.1, &below),
            ));
        }
        let (plain, swapped) = (quotients.pop(), quotients.pop());
        let chosen = plain.zip(swapped).map(|(p, s)| {
            let choose = |yes: Expr, no: Expr| {
                let kind = ExprKind::Cond(Box::new(swap.clone()), Box::new(yes), Box::new(no));
                node(kind, part, span)
            };
            vec![choose(s.0, p.0), choose(s.1, p.1)]
        });
        self.with_parts("_Complex", part, chosen.unwrap_or_default(), span)
    }

    /// The absolute value of an integer without effects.
    fn absolute_part(&mut self, e: &Expr, span: Span) -> Expr {
        let ty = e.ty.ty;
        let zero = self.zero(ty, span);
        let negative = self.operation(BinOp::Lt, e.clone(), zero, self.common.int, span);
        let minus = self.unary_node(UnOp::Neg, e.clone(), span);
        let kind = ExprKind::Cond(Box::new(negative), Box::new(minus), Box::new(e.clone()));
        node(kind, ty, span)
    }

    /// The run-time library looks again at a product that is no number: infinities may be lost.
    fn unless_no_number(&mut self, re: Expr, im: &Expr, part: TypeId, span: Span) -> Expr {
        let int = self.common.int;
        let mut nan = |e: &Expr| self.operation(BinOp::Ne, e.clone(), e.clone(), int, span);
        let (a, b) = (nan(&re), nan(im));
        let lost = self.operation(BinOp::And, a, b, int, span);
        if matches!(lost.kind, ExprKind::Int(0)) || !self.is_float(part) {
            return re;
        }
        let other = self.unsupported_node("a complex product that is no number", part, span);
        let kind = ExprKind::Cond(Box::new(lost), Box::new(other), Box::new(re));
        node(kind, part, span)
    }

    fn binary_vector(&mut self, op: BinOp, a: Expr, b: Expr, span: Span) -> Result<Expr> {
        let (x, y) = (a.ty.ty, b.ty.ty);
        let shapes = (self.shape(x).map(|s| s.1), self.shape(y).map(|s| s.1));
        let (shape, agree) = match shapes {
            (Some(s), Some(t)) => (s, s.count == t.count && s.word == t.word),
            (Some(s), None) | (None, Some(s)) => (s, true),
            (None, None) => return Err(self.invalid_operands(op, x, y, span)),
        };
        if !agree {
            return Err(self.invalid_operands(op, x, y, span));
        }
        let mut before = Vec::new();
        let a = self.elements(a, shape, &mut before)?;
        let b = self.elements(b, shape, &mut before)?;
        let part = if op.is_comparison() {
            self.mask_type(shape.part)
        } else {
            shape.part
        };
        let pairs = a.into_iter().zip(b);
        let parts = pairs.map(|(x, y)| self.element(op, x, y, shape.part, part, span));
        let parts = parts.collect();
        let value = self.with_parts("vector", part, parts, span);
        Ok(self.after(before, value))
    }

    /// The elements of a vector, or a scalar as often as one has elements.
    fn elements(&mut self, e: Expr, shape: Shape, before: &mut Before) -> Result<Vec<Expr>> {
        if self.is_vector(e.ty.ty) {
            return self.parts(e, before);
        }
        let e = self.convert(e, shape.part);
        let e = self.reusable(e, before);
        Ok(vec![e; shape.count as usize])
    }

    /// The signed integer type as wide as an element: what comparisons give.
    fn mask_type(&mut self, part: TypeId) -> TypeId {
        use hatha_cfa::IntKind as K;
        let size = self.size_of(part).unwrap_or(0);
        let kinds = [K::SChar, K::Short, K::Int, K::Long, K::LongLong, K::Int128];
        for kind in kinds {
            let ty = self.types.int(kind);
            if self.size_of(ty) == Some(size) {
                return ty;
            }
        }
        part
    }

    /// One element of `a op b`, in the type `result`.
    fn element(
        &mut self,
        op: BinOp,
        a: Expr,
        b: Expr,
        part: TypeId,
        result: TypeId,
        span: Span,
    ) -> Expr {
        let value = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul => {
                let wide = self.wrapping_type(part);
                let (a, b) = (self.convert(a, wide), self.convert(b, wide));
                self.operation(op, a, b, wide, span)
            }
            BinOp::Shl => {
                let wide = self.wrapping_type(part);
                let a = self.convert(a, wide);
                self.shift(op, a, b, span)
            }
            BinOp::Shr => self.shift(op, a, b, span),
            _ if op.is_comparison() => {
                let (a, b, _) = self.balance(a, b);
                let truth = self.operation(op, a, b, self.common.int, span);
                self.unary_node(UnOp::Neg, truth, span)
            }
            _ => self.arithmetic(op, a, b, span),
        };
        self.convert(value, result)
    }

    /// `lvalue op= value` where one of them has parts.
    pub(super) fn assign_parts(
        &mut self,
        op: BinOp,
        lvalue: Expr,
        value: Expr,
        span: Span,
    ) -> Result<Expr> {
        let mut before = Vec::new();
        let lvalue = self.reusable_lvalue(lvalue, &mut before, span)?;
        let old = self.rvalue(lvalue.clone())?;
        let new = self.binary_parts(op, old, value, span)?;
        let new = self.convert_parts(new, lvalue.ty.ty, span)?;
        let stored = self.store(lvalue, new, span);
        Ok(self.after(before, stored))
    }

    /// An lvalue that may be evaluated more than once.
    fn reusable_lvalue(&mut self, e: Expr, before: &mut Before, span: Span) -> Result<Expr> {
        if is_pure(&e) {
            return Ok(e);
        }
        let ty = e.ty;
        let ptr = self.types.pointer(ty);
        self.mark_pointed(&e);
        let address = node(ExprKind::AddrOf(Box::new(e)), ptr, span);
        let id = self.hold(address, 0, before);
        let address = self.load_object(id, span);
        Ok(node(ExprKind::Deref(Box::new(address)), ty, span))
    }

    /// `++` and `--`.
    pub(super) fn step_parts(
        &mut self,
        e: Expr,
        increment: bool,
        post: bool,
        span: Span,
    ) -> Result<Expr> {
        let mut before = Vec::new();
        let lvalue = self.reusable_lvalue(e, &mut before, span)?;
        let old = post.then(|| self.hold(lvalue.clone(), 0, &mut before));
        let op = if increment { BinOp::Add } else { BinOp::Sub };
        let one = self.int_node(1, self.common.int, span);
        let stored = self.assign_parts(op, lvalue, one, span)?;
        let Some(old) = old else {
            return Ok(self.after(before, stored));
        };
        before.push(Stmt {
            kind: StmtKind::Expr(stored),
            span,
        });
        let old = self.object_node(old, span);
        Ok(self.after(before, old))
    }
}
