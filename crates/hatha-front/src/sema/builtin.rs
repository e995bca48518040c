//! `__builtin_*` and the reserved names of the lexical pass.
//!
//! **Invariant.** An argument is evaluated as often as C says, mostly once:
//! where a value is needed twice it is kept in a temporary. A built-in that is
//! not known is an `Unsupported` node, never a call that does nothing.

use super::convert::{Destination, member_of, node, to_unsigned};
use super::init::is_pure;
use super::scope::Symbol;
use super::stmt::string_argument;
use super::{Sema, error, number, plain};
use crate::diag::Result;
use crate::hir::{Duration, Expr, ExprKind, ObjId, Object, Stmt};
use hatha_cfa::{
    BinOp, Builtin, FailKind, FloatKind, IntKind, MathFn, Origin, Promised, RecordKind, Scalar,
    Span, Type, TypeId, UnOp,
};
use lang_c::ast::Expression;
use lang_c::span::Node;

/// The arguments of a call.
pub(super) type Args<'a> = &'a [Node<Expression>];

impl<'a> Sema<'a, '_> {
    /// Whether a name is one of gcc's built-in functions.
    pub(super) fn is_builtin(&self, name: &str) -> bool {
        ["__builtin_", "__sync_", "__atomic_"]
            .iter()
            .any(|p| name.starts_with(p))
    }

    /// The address of a built-in is that of the library function.
    pub(super) fn builtin_designator(&mut self, name: &'a str, span: Span) -> Result<Expr> {
        let base = name.strip_prefix("__builtin_").unwrap_or(name);
        match self.library_type(base) {
            Some(ty) => {
                let id = self.declare_implicitly(base, ty, span);
                Ok(self.designator(id, span))
            }
            None => Err(error(span, format!("undeclared identifier '{name}'"))),
        }
    }

    /// A call of a built-in function, if the name is one.
    pub(super) fn builtin_call(
        &mut self,
        name: &'a str,
        args: Args<'a>,
        span: Span,
    ) -> Result<Option<Expr>> {
        if name == "__hatha_label_addr" {
            return self.label_address(args, span).map(Some);
        }
        if name.starts_with("__sync_") || name.starts_with("__atomic_") {
            return self.atomic_call(name, args, span).map(Some);
        }
        let Some(base) = name.strip_prefix("__builtin_") else {
            return Ok(None);
        };
        if base == "tgmath" {
            return self.tgmath(args, span).map(Some);
        }
        if let Some(e) = self.special_builtin(base, args, span)? {
            return Ok(Some(e));
        }
        if let Some(e) = self.bit_builtin(base, args, span)? {
            return Ok(Some(e));
        }
        if let Some(e) = self.float_builtin(base, args, span)? {
            return Ok(Some(e));
        }
        if let Some(e) = self.overflow_builtin(base, args, span)? {
            return Ok(Some(e));
        }
        if let Some(e) = self.checked_builtin(base, args, span)? {
            return Ok(Some(e));
        }
        if self.library_type(base).is_some() {
            let callee = self.builtin_designator(name, span)?;
            return self.call_function(callee, args, span).map(Some);
        }
        Ok(Some(self.unsupported_node(
            format!("built-in function '{name}'"),
            self.common.int,
            span,
        )))
    }

    fn label_address(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        let label = args.first().and_then(string_argument).unwrap_or("");
        let f = match self.declaring(label) {
            Some(f) => f,
            None => match &mut self.func {
                Some(f) => f,
                None => return Err(error(span, "label address outside of a function")),
            },
        };
        let id = f.label(label, span);
        if !f.taken.contains(&id) {
            f.taken.push(id);
        }
        Ok(node(ExprKind::LabelAddr(id), self.common.void_ptr, span))
    }

    /// The argument of a function on complex numbers whose name ends in its type's letter.
    fn complex_argument(&mut self, base: &str, args: Args<'a>, span: Span) -> Result<Expr> {
        let kind = match base.as_bytes().last() {
            Some(b'f') => FloatKind::Float,
            Some(b'l') => FloatKind::LongDouble,
            _ => FloatKind::Double,
        };
        let part = self.types.intern(Type::Float(kind));
        let ty = self.opaque_type("_Complex", part, 2);
        self.arg_as(args, 0, ty, span)
    }

    /// The class of a type, numbered as gcc does (`typeclass.h`), after the usual promotions.
    fn classify_type(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        self.unevaluated += 1;
        let value = self.arg_value(args, 0, span);
        self.unevaluated -= 1;
        let class = match self.types.get(value?.ty.ty) {
            Type::Void => 0,
            Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => 5,
            Type::Float(_) => 8,
            Type::Record(r) if self.members.is_opaque(*r) => 9,
            Type::Record(r) if self.types.record(*r).kind == RecordKind::Union => 13,
            Type::Record(_) => 12,
            _ => 1,
        };
        Ok(self.int_node(class, self.common.int, span))
    }

    /// Argument number `i`, which must be there.
    pub(super) fn arg(&self, args: Args<'a>, i: usize, span: Span) -> Result<&'a Node<Expression>> {
        args.get(i)
            .ok_or_else(|| error(span, "too few arguments to built-in function"))
    }

    pub(super) fn arg_value(&mut self, args: Args<'a>, i: usize, span: Span) -> Result<Expr> {
        let arg = self.arg(args, i, span)?;
        self.value(arg)
    }

    /// Argument number `i`, converted as to a parameter.
    pub(super) fn arg_as(
        &mut self,
        args: Args<'a>,
        i: usize,
        ty: TypeId,
        span: Span,
    ) -> Result<Expr> {
        let arg = self.arg(args, i, span)?;
        self.assigned(arg, ty, Destination::Argument(i + 1, "built-in function"))
    }

    /// Built-ins that are part of the language rather than functions.
    fn special_builtin(&mut self, base: &str, args: Args<'a>, span: Span) -> Result<Option<Expr>> {
        let c = self.common;
        Ok(Some(match base {
            "expect" | "expect_with_probability" => self.expect(args, span)?,
            "constant_p" => self.constant_p(args, span)?,
            "choose_expr" => {
                let cond = self.constant_integer(self.arg(args, 0, span)?)?;
                let chosen = self.arg(args, if cond != 0 { 1 } else { 2 }, span)?;
                self.expr(chosen)?
            }
            "types_compatible_p" => self.types_compatible(args, span)?,
            "classify_type" => self.classify_type(args, span)?,
            "conj" | "conjf" | "conjl" => {
                let z = self.complex_argument(base, args, span)?;
                self.unary_parts(Some(UnOp::Not), z, span)?
            }
            "complex" => {
                let (re, im) = (
                    self.arg_value(args, 0, span)?,
                    self.arg_value(args, 1, span)?,
                );
                let part = re.ty.ty;
                let im = self.convert(im, part);
                self.with_parts("_Complex", part, vec![re, im], span)
            }
            "va_start" | "c23_va_start" => {
                let list = self.va_list(self.arg(args, 0, span)?)?;
                node(ExprKind::VaStart(Box::new(list)), c.void, span)
            }
            "va_end" => {
                // As for gcc, whatever it is given.
                let list = self.expr(self.arg(args, 0, span)?)?;
                node(ExprKind::VaEnd(Box::new(list)), c.void, span)
            }
            "va_copy" => {
                let to = self.va_list(self.arg(args, 0, span)?)?;
                let from = self.va_list(self.arg(args, 1, span)?)?;
                node(ExprKind::VaCopy(Box::new(to), Box::new(from)), c.void, span)
            }
            "alloca" | "alloca_with_align" => self.stack_alloc(args, span)?,
            "unreachable" => node(ExprKind::Fail(FailKind::Unreachable), c.void, span),
            "trap" => node(ExprKind::Fail(FailKind::Abort), c.void, span),
            "prefetch" => {
                let p = self.arg_value(args, 0, span)?;
                node(ExprKind::Cast(Box::new(p)), c.void, span)
            }
            "object_size" | "dynamic_object_size" => self.object_size(args, span)?,
            "assume_aligned" => {
                let name = format!("__builtin_{base}");
                self.note_promise(Promised::Attribute(name), span);
                self.arg_as(args, 0, c.void_ptr, span)?
            }
            "speculation_safe_value" => self.arg_value(args, 0, span)?,
            "return_address"
            | "frame_address"
            | "extract_return_addr"
            | "frob_return_addr"
            | "stack_save" => self.unsupported_node(format!("__builtin_{base}"), c.void_ptr, span),
            "LINE" => self.int_node(i128::from(span.line), c.int, span),
            "FUNCTION" => {
                let name = self.function_name(span)?;
                self.rvalue(name)?
            }
            _ => return Ok(None),
        }))
    }

    /// `__builtin_expect(e, c)`: the value of e as a `long`.
    fn expect(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        let long = self.types.int(IntKind::Long);
        let value = self.arg_as(args, 0, long, span)?;
        let expected = self.arg_value(args, 1, span)?;
        if self.eval(&expected, true).is_some() {
            return Ok(Expr { span, ..value });
        }
        // Both are evaluated; the order does not matter to C.
        let kind = ExprKind::Comma(Box::new(expected), Box::new(value));
        Ok(node(kind, long, span))
    }

    fn types_compatible(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        let mut types = Vec::new();
        for i in 0..2 {
            let Expression::SizeOfTy(t) = &self.arg(args, i, span)?.node else {
                return Err(error(
                    span,
                    "expected a type in '__builtin_types_compatible_p'",
                ));
            };
            let mark = self.pending.len();
            types.push(self.type_name(&t.node.0)?.0.ty);
            self.pending.truncate(mark);
        }
        let same = self.compatible(types[0], types[1]);
        Ok(self.int_node(i128::from(same), self.common.int, span))
    }

    /// `alloca(n)`
    pub(super) fn stack_alloc(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        let size = self.arg_as(args, 0, self.common.size, span)?;
        let bytes = match args.get(1) {
            Some(bits) => self.constant_integer(bits)? / 8,
            None => i128::from(self.target.max_align),
        };
        let align = self.int_node(bytes, self.common.int, span);
        let kind = ExprKind::Builtin(Builtin::StackAlloc, vec![size, align]);
        Ok(node(kind, self.common.void_ptr, span))
    }

    /// Keeps a value in a temporary; gives the declaration and the object.
    pub(super) fn temporary(&mut self, value: Expr) -> (Stmt, ObjId) {
        let span = value.span;
        let object = Object {
            name: "(temporary)".to_owned(),
            origin: Origin::Unnamed,
            ..self.blank_object(plain(value.ty.ty), Duration::Auto, span)
        };
        let id = self.add_object(object);
        let init = self.scalar_init(value);
        (self.declare_with(id, init, span), id)
    }

    /// An expression that needs a value more than once.
    fn with_temporary(
        &mut self,
        value: Expr,
        span: Span,
        make: impl FnOnce(&mut Self, &dyn Fn(&Self) -> Expr) -> Expr,
    ) -> Expr {
        if matches!(value.kind, ExprKind::Int(_) | ExprKind::Float(_)) {
            return make(self, &|_| value.clone());
        }
        let (declare, id) = self.temporary(value);
        let e = make(self, &|s: &Self| s.load_object(id, span));
        let ty = e.ty.ty;
        node(
            ExprKind::StmtExpr(vec![declare], Some(Box::new(e))),
            ty,
            span,
        )
    }

    /// `clz` and its like, with the suffixes of the operand's type.
    fn bit_builtin(&mut self, base: &str, args: Args<'a>, span: Span) -> Result<Option<Expr>> {
        if let Some(bits) = base.strip_prefix("bswap") {
            return self.bswap(bits, args, span);
        }
        let words = ["clz", "ctz", "popcount", "parity", "ffs", "clrsb"];
        let Some(word) = words.into_iter().find(|w| base.starts_with(w)) else {
            return Ok(None);
        };
        let kind = match &base[word.len()..] {
            "" => IntKind::Int,
            "l" | "imax" => IntKind::Long,
            "ll" => IntKind::LongLong,
            _ => return Ok(None),
        };
        let signed = self.types.int(kind);
        let unsigned = self.types.int(to_unsigned(kind));
        let value = match word {
            "ffs" | "clrsb" => self.arg_as(args, 0, signed, span)?,
            _ => self.arg_as(args, 0, unsigned, span)?,
        };
        Ok(Some(match word {
            "clz" => self.count(UnOp::Clz, value, span),
            "ctz" => self.count(UnOp::Ctz, value, span),
            "popcount" => self.count(UnOp::Popcount, value, span),
            "parity" => {
                let n = self.count(UnOp::Popcount, value, span);
                let one = self.int_node(1, self.common.int, span);
                self.operation(BinOp::And, n, one, self.common.int, span)
            }
            "ffs" => self.find_first(value, unsigned, span),
            _ => self.redundant_signs(value, unsigned, span),
        }))
    }

    fn bswap(&mut self, bits: &str, args: Args<'a>, span: Span) -> Result<Option<Expr>> {
        let kind = match bits {
            "16" => IntKind::UShort,
            "32" => IntKind::UInt,
            "64" if self.target.long_bits == 64 => IntKind::ULong,
            "64" => IntKind::ULongLong,
            "128" => IntKind::UInt128,
            _ => return Ok(None),
        };
        let ty = self.types.int(kind);
        let value = self.arg_as(args, 0, ty, span)?;
        Ok(Some(self.unary_operation(UnOp::Bswap, value, ty, span)))
    }

    /// An operator that counts bits, result `int`.
    fn count(&mut self, op: UnOp, value: Expr, span: Span) -> Expr {
        self.unary_operation(op, value, self.common.int, span)
    }

    fn unary_operation(&mut self, op: UnOp, value: Expr, ty: TypeId, span: Span) -> Expr {
        if let ExprKind::Int(v) = value.kind
            && let Some((bits, _)) = self.int_bits(value.ty.ty)
            && let Some(r) = super::constant::int_unary(op, v, bits)
        {
            return node(ExprKind::Int(r), ty, span);
        }
        node(ExprKind::Unary(op, Box::new(value)), ty, span)
    }

    /// `x ? ctz(x) + 1 : 0`
    fn find_first(&mut self, value: Expr, unsigned: TypeId, span: Span) -> Expr {
        self.with_temporary(value, span, |s, x| {
            let int = s.common.int;
            let bits = x(s);
            let bits = s.convert(bits, unsigned);
            let zeros = s.count(UnOp::Ctz, bits, span);
            let one = s.int_node(1, int, span);
            let place = s.operation(BinOp::Add, zeros, one, int, span);
            let none = s.int_node(0, int, span);
            let test = x(s);
            s.choose(test, place, none, span)
        })
    }

    /// `y = x < 0 ? ~x : x; y ? clz(y) - 1 : width - 1`
    fn redundant_signs(&mut self, value: Expr, unsigned: TypeId, span: Span) -> Expr {
        let ty = value.ty.ty;
        let width = self.int_bits(ty).map_or(32, |(b, _)| b);
        let folded = self.with_temporary(value, span, |s, x| {
            let zero = s.int_node(0, ty, span);
            let (a, b, c) = (x(s), x(s), x(s));
            let negative = s.operation(BinOp::Lt, a, zero, s.common.int, span);
            let flipped = s.unary_operation(UnOp::Not, b, ty, span);
            s.choose(negative, flipped, c, span)
        });
        self.with_temporary(folded, span, |s, y| {
            let int = s.common.int;
            let bits = y(s);
            let bits = s.convert(bits, unsigned);
            let zeros = s.count(UnOp::Clz, bits, span);
            let one = s.int_node(1, int, span);
            let n = s.operation(BinOp::Sub, zeros, one, int, span);
            let all = s.int_node(i128::from(width) - 1, int, span);
            let test = y(s);
            s.choose(test, n, all, span)
        })
    }

    /// `c ? a : b` of one type.
    pub(super) fn choose(&mut self, c: Expr, a: Expr, b: Expr, span: Span) -> Expr {
        if let ExprKind::Int(v) = c.kind {
            return if v != 0 { a } else { b };
        }
        let ty = a.ty.ty;
        node(
            ExprKind::Cond(Box::new(c), Box::new(a), Box::new(b)),
            ty,
            span,
        )
    }

    /// Classification, comparison and constants of floating types.
    fn float_builtin(&mut self, base: &str, args: Args<'a>, span: Span) -> Result<Option<Expr>> {
        if let Some(e) = self.float_constant(base, args, span)? {
            return Ok(Some(e));
        }
        let comparison = match base {
            "isgreater" => Some(BinOp::Gt),
            "isgreaterequal" => Some(BinOp::Ge),
            "isless" => Some(BinOp::Lt),
            "islessequal" => Some(BinOp::Le),
            _ => None,
        };
        if let Some(op) = comparison {
            let (a, b) = (
                self.arg_value(args, 0, span)?,
                self.arg_value(args, 1, span)?,
            );
            return self.binary_values(op, a, b, span).map(Some);
        }
        match base {
            "islessgreater" | "isunordered" => self.unordered(base, args, span).map(Some),
            "fpclassify" => self.fpclassify(args, span).map(Some),
            _ => self.classify(base, args, span),
        }
    }

    fn classify(&mut self, base: &str, args: Args<'a>, span: Span) -> Result<Option<Expr>> {
        let words = [
            "isnan",
            "isinf_sign",
            "isinf",
            "isfinite",
            "isnormal",
            "signbit",
            "finite",
        ];
        let Some(word) = words.into_iter().find(|w| base.starts_with(w)) else {
            return Ok(None);
        };
        if !matches!(&base[word.len()..], "" | "f" | "l") {
            return Ok(None);
        }
        let value = self.arg_value(args, 0, span)?;
        if !self.is_arithmetic(value.ty.ty) {
            return Err(error(
                span,
                format!("non-floating-point argument to '__builtin_{base}'"),
            ));
        }
        let value = if self.is_float(value.ty.ty) {
            value
        } else {
            self.convert(value, self.common.double)
        };
        Ok(Some(self.with_temporary(value, span, |s, x| match word {
            "isnan" => s.is_nan(x, span),
            "isinf" => s.is_infinite(x, span),
            "signbit" => s.sign_bit(x, span),
            "isinf_sign" => {
                let (inf, minus) = (s.is_infinite(x, span), s.sign_bit(x, span));
                let (m, p) = (
                    s.int_node(-1, s.common.int, span),
                    s.int_node(1, s.common.int, span),
                );
                let sign = s.choose(minus, m, p, span);
                let none = s.int_node(0, s.common.int, span);
                s.choose(inf, sign, none, span)
            }
            "isnormal" => s.in_range(x, true, span),
            _ => s.in_range(x, false, span),
        })))
    }

    fn is_nan(&mut self, x: &dyn Fn(&Self) -> Expr, span: Span) -> Expr {
        let (a, b) = (x(self), x(self));
        self.operation(BinOp::Ne, a, b, self.common.int, span)
    }

    fn magnitude(&mut self, x: &dyn Fn(&Self) -> Expr, span: Span) -> Expr {
        let value = x(self);
        let ty = value.ty.ty;
        node(
            ExprKind::Builtin(Builtin::Math(MathFn::Fabs), vec![value]),
            ty,
            span,
        )
    }

    fn is_infinite(&mut self, x: &dyn Fn(&Self) -> Expr, span: Span) -> Expr {
        let size = self.magnitude(x, span);
        let ty = size.ty.ty;
        let infinity = self.infinity(ty, span);
        self.operation(BinOp::Eq, size, infinity, self.common.int, span)
    }

    /// `copysign(1, x) < 0`: tells the sign of zeros and NaNs too.
    fn sign_bit(&mut self, x: &dyn Fn(&Self) -> Expr, span: Span) -> Expr {
        let value = x(self);
        let ty = value.ty.ty;
        let one = self.int_node(1, self.common.int, span);
        let one = self.convert(one, ty);
        let zero = self.int_node(0, self.common.int, span);
        let zero = self.convert(zero, ty);
        let sign = node(
            ExprKind::Builtin(Builtin::Math(MathFn::Copysign), vec![one, value]),
            ty,
            span,
        );
        self.operation(BinOp::Lt, sign, zero, self.common.int, span)
    }

    /// Finite, and if `normal` neither zero nor subnormal.
    fn in_range(&mut self, x: &dyn Fn(&Self) -> Expr, normal: bool, span: Span) -> Expr {
        let int = self.common.int;
        let size = self.magnitude(x, span);
        let ty = size.ty.ty;
        let infinity = self.infinity(ty, span);
        let below = self.operation(BinOp::Lt, size, infinity, int, span);
        if !normal {
            return below;
        }
        let size = self.magnitude(x, span);
        let least = self.least_normal(ty, span);
        let above = self.operation(BinOp::Ge, size, least, int, span);
        node(
            ExprKind::LogicalAnd(Box::new(above), Box::new(below)),
            int,
            span,
        )
    }

    fn infinity(&self, ty: TypeId, span: Span) -> Expr {
        let bits = self
            .scalar(ty)
            .and_then(number::float_infinity)
            .unwrap_or(0);
        node(ExprKind::Float(bits), ty, span)
    }

    fn least_normal(&self, ty: TypeId, span: Span) -> Expr {
        let bits = self
            .scalar(ty)
            .and_then(number::float_least_normal)
            .unwrap_or(0);
        node(ExprKind::Float(bits), ty, span)
    }

    fn unordered(&mut self, base: &str, args: Args<'a>, span: Span) -> Result<Expr> {
        let (a, b) = (
            self.arg_value(args, 0, span)?,
            self.arg_value(args, 1, span)?,
        );
        let (a, b, _) = self.balance(a, b);
        let lesser = base == "islessgreater";
        Ok(self.with_temporary(a, span, |s, x| {
            s.with_temporary(b, span, |s, y| {
                let int = s.common.int;
                let (p, q) = if lesser {
                    let (a, b) = (x(s), y(s));
                    let less = s.operation(BinOp::Lt, a, b, int, span);
                    let (a, b) = (x(s), y(s));
                    (less, s.operation(BinOp::Gt, a, b, int, span))
                } else {
                    (s.is_nan(x, span), s.is_nan(y, span))
                };
                node(ExprKind::LogicalOr(Box::new(p), Box::new(q)), int, span)
            })
        }))
    }

    /// `fpclassify(nan, infinite, normal, subnormal, zero, x)`
    fn fpclassify(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        let int = self.common.int;
        let mut kinds = Vec::new();
        for i in 0..5 {
            kinds.push(self.arg_as(args, i, int, span)?);
        }
        let value = self.arg_value(args, 5, span)?;
        Ok(self.with_temporary(value, span, |s, x| {
            let mut kinds = kinds.into_iter();
            let mut next = || {
                kinds
                    .next()
                    .unwrap_or_else(|| node(ExprKind::Int(0), int, span))
            };
            let (nan, infinite, normal, subnormal, zero) = (next(), next(), next(), next(), next());
            let value = x(s);
            let none = s.int_node(0, int, span);
            let none = s.convert(none, value.ty.ty);
            let is_zero = s.operation(BinOp::Eq, value, none, int, span);
            let e = s.choose(is_zero, zero, subnormal, span);
            let is_normal = s.in_range(x, true, span);
            let e = s.choose(is_normal, normal, e, span);
            let is_infinite = s.is_infinite(x, span);
            let e = s.choose(is_infinite, infinite, e, span);
            let is_nan = s.is_nan(x, span);
            s.choose(is_nan, nan, e, span)
        }))
    }

    fn float_constant(&mut self, base: &str, args: Args<'a>, span: Span) -> Result<Option<Expr>> {
        let words = ["huge_val", "inf", "nans", "nan"];
        let Some(word) = words.into_iter().find(|w| base.starts_with(w)) else {
            return Ok(None);
        };
        let kind = match &base[word.len()..] {
            "" => FloatKind::Double,
            "f" | "f32" => FloatKind::Float,
            "l" | "f64x" => FloatKind::LongDouble,
            "f64" | "f32x" => FloatKind::Double,
            "q" | "f128" => FloatKind::Float128,
            _ => return Ok(None),
        };
        let ty = self.types.intern(Type::Float(kind));
        let Some(scalar) = self.scalar(ty) else {
            return Ok(None);
        };
        let bits = match word {
            "nan" | "nans" => {
                let text = string_argument(self.arg(args, 0, span)?).unwrap_or("");
                number::float_nan(scalar, payload(text), word == "nan")
            }
            _ => number::float_infinity(scalar),
        };
        Ok(bits.map(|b| node(ExprKind::Float(b), ty, span)))
    }

    /// `add_overflow`, `sadd_overflow`, `umulll_overflow`, `sub_overflow_p` …
    fn overflow_builtin(&mut self, base: &str, args: Args<'a>, span: Span) -> Result<Option<Expr>> {
        let (stem, predicate) = match (
            base.strip_suffix("_overflow"),
            base.strip_suffix("_overflow_p"),
        ) {
            (Some(s), _) => (s, false),
            (_, Some(s)) => (s, true),
            _ => return Ok(None),
        };
        let Some((op, typed)) = overflow_stem(stem) else {
            return Ok(None);
        };
        let (a, b) = match typed {
            Some(kind) => {
                let ty = self.types.int(kind);
                (
                    self.arg_as(args, 0, ty, span)?,
                    self.arg_as(args, 1, ty, span)?,
                )
            }
            None => (
                self.arg_value(args, 0, span)?,
                self.arg_value(args, 1, span)?,
            ),
        };
        let (third, field) = self.arg_and_field(args, 2, span)?;
        let mut unused = None;
        let (res, result) = if predicate {
            let ty = third.ty.ty;
            unused = Some(third);
            (None, field.unwrap_or(ty))
        } else {
            match self.types.pointee(third.ty.ty) {
                Some(to) => (Some(Box::new(third)), to.ty),
                None => {
                    return Err(error(
                        span,
                        "third argument of an overflow built-in is not a pointer to integer type",
                    ));
                }
            }
        };
        if !(self.is_integer(a.ty.ty) && self.is_integer(b.ty.ty) && self.is_integer(result)) {
            return Err(error(
                span,
                "argument of an overflow built-in does not have integer type",
            ));
        }
        let kind = ExprKind::Overflow {
            op,
            a: Box::new(a),
            b: Box::new(b),
            res,
            result_ty: result,
        };
        let value = node(kind, self.common.int, span);
        // Of an argument that only tells a type the effects remain.
        Ok(Some(match unused.filter(|e| !is_pure(e)) {
            Some(e) => {
                let kind = ExprKind::Comma(Box::new(e), Box::new(value));
                node(kind, self.common.int, span)
            }
            None => value,
        }))
    }

    /// The value of an argument, and the type of as many bits as it has if it is a bit-field.
    fn arg_and_field(
        &mut self,
        args: Args<'a>,
        i: usize,
        span: Span,
    ) -> Result<(Expr, Option<TypeId>)> {
        let arg = self.arg(args, i, span)?;
        let arg = self.expr(arg)?;
        let field = member_of(&arg).and_then(|(record, field)| {
            let f = &self.types.record(record).fields[field as usize];
            let width = f.bits?.width;
            match self.scalar(f.ty.ty)? {
                Scalar::Int { signed, .. } => Some((u16::from(width), signed)),
                _ => None,
            }
        });
        let ty = field.map(|(bits, signed)| self.types.int(IntKind::Bits { bits, signed }));
        Ok((self.rvalue(arg)?, ty))
    }

    /// `__builtin___memcpy_chk` and its like do what the plain function does
    /// when the object is large enough, and the simulator checks that anyway.
    fn checked_builtin(
        &mut self,
        base: &'a str,
        args: Args<'a>,
        span: Span,
    ) -> Result<Option<Expr>> {
        let Some(plain_name) = base.strip_prefix("__").and_then(|b| b.strip_suffix("_chk")) else {
            return Ok(None);
        };
        let dropped: &[usize] = match plain_name {
            "memcpy" | "memmove" | "mempcpy" | "memset" | "strncpy" | "strncat" | "stpncpy" => &[3],
            "strcpy" | "strcat" | "stpcpy" => &[2],
            "sprintf" | "vsprintf" => &[1, 2],
            "snprintf" | "vsnprintf" => &[2, 3],
            "printf" | "vprintf" => &[0],
            "fprintf" | "vfprintf" => &[1],
            _ => return Ok(None),
        };
        let Some(ty) = self.library_type(plain_name) else {
            return Ok(None);
        };
        let id = self.declare_implicitly(plain_name, ty, span);
        let kept = args
            .iter()
            .enumerate()
            .filter(|(i, _)| !dropped.contains(i));
        let kept: Vec<&'a Node<Expression>> = kept.map(|(_, a)| a).collect();
        let callee = self.designator(id, span);
        self.call_with(callee, &kept, span).map(Some)
    }

    /// The function behind a name used as a built-in although declared, such as `alloca`.
    pub(super) fn is_undefined_function(&self, name: &str) -> bool {
        matches!(self.names.get(name), Some(Symbol::Function(id)) if self.function(id).body.is_none())
    }
}

/// Operator and operand type of `sadd`, `umulll`, `add` …
fn overflow_stem(stem: &str) -> Option<(BinOp, Option<IntKind>)> {
    let op = |s: &str| match s {
        "add" => Some(BinOp::Add),
        "sub" => Some(BinOp::Sub),
        "mul" => Some(BinOp::Mul),
        _ => None,
    };
    if let Some(op) = op(stem) {
        return Some((op, None));
    }
    let (sign, rest) = (stem.get(..1)?, stem.get(1..4)?);
    let (signed, unsigned) = match stem.get(4..)? {
        "" => (IntKind::Int, IntKind::UInt),
        "l" => (IntKind::Long, IntKind::ULong),
        "ll" => (IntKind::LongLong, IntKind::ULongLong),
        _ => return None,
    };
    let kind = match sign {
        "s" => signed,
        "u" => unsigned,
        _ => return None,
    };
    Some((op(rest)?, Some(kind)))
}

/// The number in the argument of `nan("…")`.
fn payload(text: &str) -> u128 {
    let parse = |t: &str, radix| u128::from_str_radix(t, radix).unwrap_or(0);
    match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(hex) => parse(hex, 16),
        None if text.starts_with('0') => parse(text, 8),
        None => parse(text, 10),
    }
}
