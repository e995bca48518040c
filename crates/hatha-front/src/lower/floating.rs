//! Floating operations: which of them a compiler may compute otherwise, and rounding modes.
//!
//! **Soundness.** In a program that sets the rounding mode (`fesetround`), whatever rounds is an
//! operation with the mode as its last operand; the mode is a variable of the model `fenv.c`.
//! Constant expressions are rounded to nearest, as compilers evaluate them (`sema` does); flags that say
//! that they do not are refused in such a program. What is not modelled in other modes (text of numbers, functions that are only
//! known by bounds) is told by name. Elsewhere operations round to nearest and need no operand.

use super::context::Context;
use super::func::FnLower;
use super::link;
use hatha_cfa::{
    BinOp, Builtin, ExprId, ExprKind as K, MathFn, Op, Place, Scalar, Span, TypeId, VarId,
};

/// The variable of `fenv.c` that holds the rounding mode.
const MODE: &str = "__hatha_rounding_mode";

/// What is refused where the mode is another one than to nearest.
pub(crate) const IN_OTHER_MODES: &str = "a function of the library in another rounding mode";

/// The function that sets it.
const SETTER: &str = "fesetround";

/// The variable that holds the rounding mode, if the program may set it.
pub(super) fn mode(cx: &mut Context) -> Option<VarId> {
    let program = cx.units.iter().filter(|u| !u.model);
    let mut is_set = false;
    for unit in program {
        super::used_names(unit, &mut |name, _| is_set |= name == SETTER);
    }
    let is_mode = |s: &link::ObjSym| {
        let named = s
            .def
            .map(|(u, id)| (u, link::object_name(cx.object(u, id))));
        named.is_some_and(|(u, name)| cx.units[u].model && name == MODE)
    };
    let sym = cx.links.objs.iter().position(is_mode);
    sym.filter(|_| is_set).map(|sym| cx.global(sym))
}

/// Says that constant expressions are evaluated in the mode of the running program, which is not
/// modelled, if flags say so and the program may set the mode.
pub(super) fn refuse_late_constants(cx: &mut Context) {
    let is_late = cx.units.iter().any(|u| u.floating.rounds_constants);
    if cx.rounding.is_some() && is_late {
        let why = "constant expressions in other rounding modes (-frounding-math)";
        cx.unsupported.push((why.to_owned(), Span::NONE));
    }
}

/// How many bits of a significand a format holds.
fn precision(scalar: Scalar) -> Option<u16> {
    match scalar {
        Scalar::F32 => Some(24),
        Scalar::F64 => Some(53),
        Scalar::F80 => Some(64),
        Scalar::F128 => Some(113),
        _ => None,
    }
}

/// Whether a conversion may have to round.
fn rounds(from: Scalar, to: Scalar) -> bool {
    let Some(kept) = precision(to) else {
        return false;
    };
    match from {
        Scalar::Int { bits, signed } => bits - u16::from(signed) > kept,
        _ => precision(from).is_some_and(|bits| bits > kept),
    }
}

fn math_of(op: BinOp) -> Option<MathFn> {
    Some(match op {
        BinOp::Add => MathFn::Add,
        BinOp::Sub => MathFn::Sub,
        BinOp::Mul => MathFn::Mul,
        BinOp::Div => MathFn::Div,
        _ => return None,
    })
}

impl FnLower<'_, '_> {
    /// A binary operation on operands of one type.
    pub(super) fn operation(
        &mut self,
        op: BinOp,
        (a, b): (ExprId, ExprId),
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let operands = self.scalar(self.node(a).ty);
        let is_floating = operands.and_then(precision).is_some();
        let is_constant = self.is_constant(a) && self.is_constant(b);
        if is_floating && !is_constant {
            self.refuse_relaxed(span);
        }
        match (math_of(op), self.mode_for(is_constant)) {
            (Some(function), Some(mode)) if is_floating => {
                self.rounded(function, vec![a, b, mode], ty, span)
            }
            _ => self.add(K::Binary(op, a, b), ty),
        }
    }

    /// A conversion of the program; `is_implicit` if nobody wrote it.
    pub(super) fn conversion(
        &mut self,
        e: ExprId,
        ty: TypeId,
        is_implicit: bool,
        span: Span,
    ) -> ExprId {
        let (from, to) = (self.scalar(self.node(e).ty), self.scalar(ty));
        let is_floating = [from, to]
            .into_iter()
            .flatten()
            .any(|s| precision(s).is_some());
        if is_floating && !self.is_constant(e) {
            self.refuse_relaxed(span);
        }
        let may_round = matches!((from, to), (Some(from), Some(to)) if rounds(from, to));
        match self.mode_for(self.is_constant(e)) {
            Some(mode) if may_round => self.rounded(MathFn::Convert, vec![e, mode], ty, span),
            _ => self.converted(e, ty, is_implicit),
        }
    }

    fn rounded(&mut self, f: MathFn, args: Vec<ExprId>, ty: TypeId, span: Span) -> ExprId {
        let result = self.temp(ty);
        let op = Op::Builtin {
            builtin: Builtin::Math(f),
            args,
            result: Some(Place::Slot(result)),
        };
        self.emit(op, span);
        self.add(K::Var(result), ty)
    }

    /// The rounding mode that an operation on constants or other operands has, if it is not
    /// known to be the one to nearest.
    fn mode_for(&mut self, is_constant: bool) -> Option<ExprId> {
        // A condition of the user's has no edges of its own; it is asked about, not believed.
        let mode = self.cx.rounding.filter(|_| !is_constant && !self.pure)?;
        Some(self.add(K::Var(mode), self.cx.common.int))
    }

    /// The operands of an operation of the simulator, and what has to be told before it.
    pub(super) fn math_operands(&mut self, b: Builtin, args: &mut Vec<ExprId>, span: Span) {
        if matches!(b, Builtin::Math(_)) {
            self.refuse_relaxed(span);
        }
        let Some(mode) = self.mode_for(false) else {
            return;
        };
        match b {
            Builtin::Math(MathFn::Sqrt | MathFn::Rint | MathFn::Fma) => args.push(mode),
            Builtin::Math(f) if !is_exact(f) => self.refuse_modes(mode, span),
            Builtin::FormatFloat | Builtin::ParseFloat => self.refuse_modes(mode, span),
            _ => {}
        }
    }

    /// Says that what comes next is understood only where operations round to nearest.
    fn refuse_modes(&mut self, mode: ExprId, span: Span) {
        let int = self.cx.common.int;
        let zero = self.int(0, int);
        let cond = self.add(K::Binary(BinOp::Eq, mode, zero), int);
        let (from, next) = (self.b.current(), self.b.new_loc());
        self.b
            .edge(from, next, Op::Assume { cond, taken: true }, span);
        let other = self.b.new_loc();
        self.b
            .edge(from, other, Op::Assume { cond, taken: false }, span);
        self.b.set_current(other);
        self.unsupported(IN_OTHER_MODES, span);
        self.b.join(next, span);
        self.b.set_current(next);
    }

    /// Says that a floating operation may give something else under the program's flags. Those of
    /// one unit change the others: the program flushes subnormal numbers if it is linked with them.
    fn refuse_relaxed(&mut self, span: Span) {
        if let Some(flag) = self.cx.relaxed.filter(|_| !self.pure) {
            self.unsupported(format!("floating operations with {flag}"), span);
        }
    }

    /// Whether compilers evaluate an expression.
    fn is_constant(&self, e: ExprId) -> bool {
        match self.node(e).kind {
            K::Int(_) | K::Float(_) => true,
            K::Cast(a) | K::Unary(_, a) => self.is_constant(a),
            K::Binary(_, a, b) => self.is_constant(a) && self.is_constant(b),
            _ => false,
        }
    }
}

/// Whether a function gives the same in all rounding modes.
fn is_exact(f: MathFn) -> bool {
    matches!(
        f,
        MathFn::Fabs
            | MathFn::Floor
            | MathFn::Ceil
            | MathFn::Trunc
            | MathFn::Round
            | MathFn::Fmod
            | MathFn::Remainder
            | MathFn::Fmin
            | MathFn::Fmax
            | MathFn::Copysign
    )
}
