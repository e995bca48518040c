//! Operators.
//!
//! **Invariant.** Both operands of an arithmetic node have one type; a shift
//! keeps the promoted type of each; a comparison is an `int`.

use super::convert::{Destination, is_lvalue, member_of, node};
use super::{Sema, constant, error, number, plain};
use crate::diag::Result;
use crate::hir::{Expr, ExprKind};
use hatha_cfa::{BinOp, Qual, Span, Type, TypeId, UnOp};
use hatha_defect::{Defect, is_on};
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, UnaryOperator, UnaryOperatorExpression,
};

impl<'a> Sema<'a, '_> {
    pub(super) fn unary(&mut self, u: &'a UnaryOperatorExpression, span: Span) -> Result<Expr> {
        let operand = self.expr(&u.operand)?;
        if self.is_opaque(operand.ty.ty) {
            let op = match u.operator.node {
                UnaryOperator::Plus => Some(None),
                UnaryOperator::Minus => Some(Some(UnOp::Neg)),
                UnaryOperator::Complement => Some(Some(UnOp::Not)),
                _ => None,
            };
            if let Some(op) = op {
                return self.unary_parts(op, operand, span);
            }
        }
        match u.operator.node {
            UnaryOperator::Address => self.address_of(operand, span),
            UnaryOperator::Indirection => self.indirection(operand, span),
            UnaryOperator::PreIncrement => self.step(operand, true, false, span),
            UnaryOperator::PreDecrement => self.step(operand, false, false, span),
            UnaryOperator::PostIncrement => self.step(operand, true, true, span),
            UnaryOperator::PostDecrement => self.step(operand, false, true, span),
            UnaryOperator::Plus => {
                let e = self.arithmetic_operand(operand, "+", false)?;
                Ok(Expr { span, ..e })
            }
            UnaryOperator::Minus => {
                let e = self.arithmetic_operand(operand, "-", false)?;
                Ok(self.unary_node(UnOp::Neg, e, span))
            }
            UnaryOperator::Complement => {
                let e = self.arithmetic_operand(operand, "~", true)?;
                Ok(self.unary_node(UnOp::Not, e, span))
            }
            UnaryOperator::Negate => {
                let e = self.condition(operand)?;
                Ok(self.logical_not(e, span))
            }
        }
    }

    /// `!e` of a scalar value.
    pub(super) fn logical_not(&mut self, e: Expr, span: Span) -> Expr {
        let known = match e.kind {
            ExprKind::Int(v) => Some(v == 0),
            ExprKind::Float(v) => self.scalar(e.ty.ty).map(|s| number::float_is_zero(v, s)),
            _ => None,
        };
        match known {
            Some(v) => self.int_node(i128::from(v), self.common.int, span),
            None => node(
                ExprKind::Unary(UnOp::LogicalNot, Box::new(e)),
                self.common.int,
                span,
            ),
        }
    }

    fn arithmetic_operand(&mut self, e: Expr, op: &str, integer: bool) -> Result<Expr> {
        let e = self.rvalue(e)?;
        let ty = e.ty.ty;
        let fits = if integer {
            self.is_integer(ty)
        } else {
            self.is_arithmetic(ty)
        };
        if !fits {
            let word = match op {
                "+" => "unary plus",
                "-" => "unary minus",
                _ => "bit-complement",
            };
            return Err(error(e.span, format!("wrong type argument to {word}")));
        }
        Ok(self.promote(e))
    }

    pub(super) fn unary_node(&mut self, op: UnOp, e: Expr, span: Span) -> Expr {
        let ty = plain(e.ty.ty);
        let kind = match e.kind {
            ExprKind::Int(v) => self.fold_unary(op, v, ty.ty).map(ExprKind::Int),
            ExprKind::Float(v) if op == UnOp::Neg => self
                .scalar(ty.ty)
                .and_then(|s| number::float_neg(v, s))
                .map(ExprKind::Float),
            ExprKind::Unsupported(_) => return e,
            _ => None,
        };
        node(
            kind.unwrap_or_else(|| ExprKind::Unary(op, Box::new(e))),
            ty,
            span,
        )
    }

    /// Folds unless the least value is negated, which is a fault when the program runs.
    fn fold_unary(&self, op: UnOp, v: u128, ty: TypeId) -> Option<u128> {
        let (bits, signed) = self.int_bits(ty)?;
        if op == UnOp::Neg && signed && v == 1u128 << (bits - 1) {
            return None;
        }
        constant::int_unary(op, v, bits)
    }

    fn indirection(&mut self, e: Expr, span: Span) -> Result<Expr> {
        let e = self.rvalue(e)?;
        match self.types.pointee(e.ty.ty) {
            Some(to) => Ok(node(ExprKind::Deref(Box::new(e)), to, span)),
            None => {
                let have = self.type_string(e.ty.ty);
                Err(error(
                    span,
                    format!("invalid type argument of unary '*' (have '{have}')"),
                ))
            }
        }
    }

    /// Checks that an lvalue may be written by an operator called `what`.
    pub(super) fn check_modifiable(
        &self,
        e: &Expr,
        what: &str,
        verb: &str,
        span: Span,
    ) -> Result<()> {
        if matches!(e.kind, ExprKind::Unsupported(_)) {
            return Ok(());
        }
        if matches!(self.types.get(e.ty.ty), Type::Array { .. }) && is_lvalue(e) {
            return Err(error(span, format!("{verb} to expression with array type")));
        }
        if !is_lvalue(e) || matches!(self.types.get(e.ty.ty), Type::Function(_)) {
            return Err(error(span, format!("lvalue required as {what}")));
        }
        if e.ty.quals.is_const || self.has_const_member(e.ty.ty) {
            return Err(error(span, format!("{verb} of {}", self.read_only_name(e))));
        }
        if self.size_of(e.ty.ty).is_none() {
            let name = self.type_string(e.ty.ty);
            return Err(error(
                span,
                format!("invalid use of incomplete type '{name}'"),
            ));
        }
        Ok(())
    }

    /// A record with a constant member anywhere cannot be assigned as a whole.
    fn has_const_member(&self, ty: TypeId) -> bool {
        let Some(r) = self.record_of(ty) else {
            return false;
        };
        let fields = &self.types.record(r).fields;
        fields
            .iter()
            .any(|f| f.ty.quals.is_const || self.has_const_member(f.ty.ty))
    }

    fn read_only_name(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Object(id) => format!("read-only variable '{}'", self.object(*id).name),
            ExprKind::Member { record, field, .. } => {
                let f = &self.types.record(*record).fields[*field as usize];
                format!(
                    "read-only member '{}'",
                    f.name.as_deref().unwrap_or("<anonymous>")
                )
            }
            _ => "read-only location".to_owned(),
        }
    }

    fn step(&mut self, e: Expr, increment: bool, post: bool, span: Span) -> Result<Expr> {
        let word = if increment { "increment" } else { "decrement" };
        self.check_modifiable(&e, &format!("{word} operand"), word, span)?;
        let ty = e.ty.ty;
        if self.is_opaque(ty) {
            return self.step_parts(e, increment, post, span);
        }
        if !self.is_scalar(ty) {
            return Err(error(span, format!("wrong type argument to {word}")));
        }
        self.check_arithmetic_pointee(ty, span)?;
        let field = member_of(&e);
        let kind = ExprKind::IncDec {
            lvalue: Box::new(e),
            increment,
            post,
        };
        let e = node(kind, ty, span);
        Ok(self.bit_field_value(e, field))
    }

    pub(super) fn binary(&mut self, b: &'a BinaryOperatorExpression, span: Span) -> Result<Expr> {
        if b.operator.node == BinaryOperator::Assign {
            return self.assignment(b, span);
        }
        if let Some(op) = compound_operator(&b.operator.node) {
            return self.compound_assignment(op, b, span);
        }
        let left = self.expr(&b.lhs)?;
        let right = self.expr(&b.rhs)?;
        match b.operator.node {
            BinaryOperator::Index => self.subscript(left, right, span),
            BinaryOperator::LogicalAnd => self.logical(left, right, false, span),
            BinaryOperator::LogicalOr => self.logical(left, right, true, span),
            ref op => {
                let (left, right) = (self.rvalue(left)?, self.rvalue(right)?);
                self.binary_values(plain_operator(op), left, right, span)
            }
        }
    }

    fn logical(&mut self, a: Expr, b: Expr, or: bool, span: Span) -> Result<Expr> {
        let (a, b) = (self.condition(a)?, self.condition(b)?);
        if let (ExprKind::Int(x), ExprKind::Int(y)) = (&a.kind, &b.kind) {
            let (x, y) = (*x != 0, *y != 0);
            let value = if or { x || y } else { x && y };
            return Ok(self.int_node(i128::from(value), self.common.int, span));
        }
        let (a, b) = (Box::new(a), Box::new(b));
        let kind = if or {
            ExprKind::LogicalOr(a, b)
        } else {
            ExprKind::LogicalAnd(a, b)
        };
        Ok(node(kind, self.common.int, span))
    }

    /// A binary operator on two values.
    pub(super) fn binary_values(
        &mut self,
        op: BinOp,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Result<Expr> {
        let (x, y) = (a.ty.ty, b.ty.ty);
        if self.is_opaque(x) || self.is_opaque(y) {
            return self.binary_parts(op, a, b, span);
        }
        let numbers = self.is_arithmetic(x) && self.is_arithmetic(y);
        let integers = self.is_integer(x) && self.is_integer(y);
        match op {
            BinOp::Shl | BinOp::Shr if integers => Ok(self.shift(op, a, b, span)),
            BinOp::Rem | BinOp::And | BinOp::Or | BinOp::Xor if integers => {
                Ok(self.arithmetic(op, a, b, span))
            }
            BinOp::Mul | BinOp::Div | BinOp::Add | BinOp::Sub if numbers => {
                Ok(self.arithmetic(op, a, b, span))
            }
            BinOp::Add if self.is_pointer(x) && self.is_integer(y) => {
                self.pointer_add(a, b, false, span)
            }
            BinOp::Add if self.is_integer(x) && self.is_pointer(y) => {
                self.pointer_add(b, a, false, span)
            }
            BinOp::Sub if self.is_pointer(x) && self.is_integer(y) => {
                self.pointer_add(a, b, true, span)
            }
            BinOp::Sub if self.is_pointer(x) && self.is_pointer(y) => {
                self.pointer_difference(a, b, span)
            }
            _ if op.is_comparison() => self.comparison(op, a, b, span),
            _ => Err(self.invalid_operands(op, x, y, span)),
        }
    }

    pub(super) fn invalid_operands(
        &self,
        op: BinOp,
        x: TypeId,
        y: TypeId,
        span: Span,
    ) -> Box<crate::diag::Diagnostic> {
        if self.is_void(x) || self.is_void(y) {
            return error(
                span,
                "invalid use of void expression: void value not ignored as it ought to be",
            );
        }
        let (x, y) = (self.type_string(x), self.type_string(y));
        error(
            span,
            format!(
                "invalid operands to binary {} (have '{x}' and '{y}')",
                spelling(op)
            ),
        )
    }

    pub(super) fn shift(&mut self, op: BinOp, a: Expr, b: Expr, span: Span) -> Expr {
        let (a, b) = (self.promote(a), self.promote(b));
        let ty = a.ty.ty;
        self.operation(op, a, b, ty, span)
    }

    pub(super) fn arithmetic(&mut self, op: BinOp, a: Expr, b: Expr, span: Span) -> Expr {
        let (a, b, ty) = self.balance(a, b);
        self.operation(op, a, b, ty, span)
    }

    fn pointer_difference(&mut self, a: Expr, b: Expr, span: Span) -> Result<Expr> {
        let (p, q) = (self.types.pointee(a.ty.ty), self.types.pointee(b.ty.ty));
        if let (Some(p), Some(q)) = (p, q)
            && !self.compatible(p.ty, q.ty)
        {
            return Err(self.invalid_operands(BinOp::Sub, a.ty.ty, b.ty.ty, span));
        }
        self.check_arithmetic_pointee(a.ty.ty, span)?;
        let kind = ExprKind::PtrDiff(Box::new(a), Box::new(b));
        let e = node(kind, self.common.ptrdiff, span);
        Ok(match self.eval(&e, false) {
            Some(constant::Value::Int(v)) => node(ExprKind::Int(v), self.common.ptrdiff, span),
            _ => e,
        })
    }

    fn comparison(&mut self, op: BinOp, a: Expr, b: Expr, span: Span) -> Result<Expr> {
        let (x, y) = (a.ty.ty, b.ty.ty);
        if !self.is_scalar(x) || !self.is_scalar(y) {
            return Err(self.invalid_operands(op, x, y, span));
        }
        let (a, b) = if self.is_arithmetic(x) && self.is_arithmetic(y) {
            let (a, b, _) = self.balance(a, b);
            (a, b)
        } else if self.is_float(x) || self.is_float(y) {
            return Err(self.invalid_operands(op, x, y, span));
        } else if self.is_pointer(x) && !(self.is_pointer(y) && self.is_null_constant(&a)) {
            let b = self.convert(b, x);
            (a, b)
        } else {
            let a = self.convert(a, y);
            (a, b)
        };
        Ok(self.operation(op, a, b, self.common.int, span))
    }

    fn assignment(&mut self, b: &'a BinaryOperatorExpression, span: Span) -> Result<Expr> {
        let left = self.expr(&b.lhs)?;
        self.check_modifiable(&left, "left operand of assignment", "assignment", span)?;
        let right = self.assigned(&b.rhs, left.ty.ty, Destination::Assignment)?;
        Ok(self.store(left, right, span))
    }

    /// `lvalue = value`, types settled.
    pub(super) fn store(&mut self, lvalue: Expr, value: Expr, span: Span) -> Expr {
        let ty = lvalue.ty.ty;
        let field = member_of(&lvalue);
        let kind = ExprKind::Assign(Box::new(lvalue), Box::new(value));
        let e = node(kind, ty, span);
        self.bit_field_value(e, field)
    }

    fn compound_assignment(
        &mut self,
        op: BinOp,
        b: &'a BinaryOperatorExpression,
        span: Span,
    ) -> Result<Expr> {
        let lvalue = self.expr(&b.lhs)?;
        self.check_modifiable(&lvalue, "left operand of assignment", "assignment", span)?;
        let value = self.value(&b.rhs)?;
        let ty = lvalue.ty.ty;
        let (x, y) = (self.value_type(&lvalue), value.ty.ty);
        if self.is_opaque(x) || self.is_opaque(y) {
            return self.assign_parts(op, lvalue, value, span);
        }
        let (value, compute) = self.compound_operand(op, x, value, span)?;
        debug_assert!(self.is_scalar(y));
        let field = member_of(&lvalue);
        let kind = ExprKind::AssignOp {
            op,
            lvalue: Box::new(lvalue),
            value: Box::new(value),
            compute,
        };
        let e = node(kind, ty, span);
        Ok(self.bit_field_value(e, field))
    }

    /// The type an lvalue's value has in an expression.
    fn value_type(&mut self, lvalue: &Expr) -> TypeId {
        member_of(lvalue)
            .and_then(|(r, f)| self.bit_field_type(r, f))
            .unwrap_or(lvalue.ty.ty)
    }

    fn compound_operand(
        &mut self,
        op: BinOp,
        x: TypeId,
        value: Expr,
        span: Span,
    ) -> Result<(Expr, TypeId)> {
        let y = value.ty.ty;
        let integers = self.is_integer(x) && self.is_integer(y);
        let numbers = self.is_arithmetic(x) && self.is_arithmetic(y);
        match op {
            BinOp::Shl | BinOp::Shr if integers => {
                let compute = self.promoted(x);
                Ok((self.promote(value), compute))
            }
            BinOp::Add | BinOp::Sub if self.is_pointer(x) && self.is_integer(y) => {
                self.check_arithmetic_pointee(x, span)?;
                Ok((value, x))
            }
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div if numbers => {
                let compute = self.common_type(x, y);
                Ok((self.convert(value, compute), compute))
            }
            BinOp::Rem | BinOp::And | BinOp::Or | BinOp::Xor if integers => {
                let compute = self.common_type(x, y);
                Ok((self.convert(value, compute), compute))
            }
            _ => Err(self.invalid_operands(op, x, y, span)),
        }
    }

    /// GNU `a ?: b`.
    pub(super) fn elvis(&mut self, value: Expr, otherwise: Expr, span: Span) -> Result<Expr> {
        if self.is_opaque(value.ty.ty) {
            return Ok(self.unsupported_node("`?:` on a complex number", value.ty.ty, span));
        }
        let value = self.condition(value)?;
        let otherwise = self.rvalue(otherwise)?;
        let ty = self.conditional_type(&value, &otherwise, span)?;
        let otherwise = self.in_common(otherwise, ty)?;
        if let ExprKind::Int(v) = value.kind {
            let chosen = if v != 0 {
                self.convert(value, ty)
            } else {
                otherwise
            };
            return Ok(Expr { span, ..chosen });
        }
        let kind = ExprKind::Elvis {
            value: Box::new(value),
            otherwise: Box::new(otherwise),
        };
        Ok(node(kind, Qual::from(ty), span))
    }
}

fn plain_operator(op: &BinaryOperator) -> BinOp {
    match op {
        BinaryOperator::Multiply => BinOp::Mul,
        BinaryOperator::Divide => BinOp::Div,
        BinaryOperator::Modulo => BinOp::Rem,
        BinaryOperator::Minus => BinOp::Sub,
        BinaryOperator::ShiftLeft => BinOp::Shl,
        BinaryOperator::ShiftRight => BinOp::Shr,
        BinaryOperator::Less if is_on(Defect::LessOrEqual) => BinOp::Le,
        BinaryOperator::Less => BinOp::Lt,
        BinaryOperator::Greater => BinOp::Gt,
        BinaryOperator::LessOrEqual => BinOp::Le,
        BinaryOperator::GreaterOrEqual => BinOp::Ge,
        BinaryOperator::Equals => BinOp::Eq,
        BinaryOperator::NotEquals => BinOp::Ne,
        BinaryOperator::BitwiseAnd => BinOp::And,
        BinaryOperator::BitwiseXor => BinOp::Xor,
        BinaryOperator::BitwiseOr => BinOp::Or,
        _ => BinOp::Add,
    }
}

fn compound_operator(op: &BinaryOperator) -> Option<BinOp> {
    Some(match op {
        BinaryOperator::AssignMultiply => BinOp::Mul,
        BinaryOperator::AssignDivide => BinOp::Div,
        BinaryOperator::AssignModulo => BinOp::Rem,
        BinaryOperator::AssignPlus => BinOp::Add,
        BinaryOperator::AssignMinus => BinOp::Sub,
        BinaryOperator::AssignShiftLeft => BinOp::Shl,
        BinaryOperator::AssignShiftRight => BinOp::Shr,
        BinaryOperator::AssignBitwiseAnd => BinOp::And,
        BinaryOperator::AssignBitwiseXor => BinOp::Xor,
        BinaryOperator::AssignBitwiseOr => BinOp::Or,
        _ => return None,
    })
}

fn spelling(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::Shl => "<<",
        BinOp::Shr => ">>",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
        BinOp::Eq => "==",
        BinOp::Ne => "!=",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
    }
}
