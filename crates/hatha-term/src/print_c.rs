//! Printing as C, for people: best effort, with the casts that width and sign
//! ask for. Variables are taken to be signed unless the caller names them otherwise.
//! A term that an operator takes as a float prints as one: a variable by its name,
//! a constant as a floating literal. Where bits and floats meet otherwise,
//! `bits_of` and `float_of` say so.
//! The text of a DAG can be exponentially larger than the DAG, so it is cut
//! after a bound and the rest shows as `...`.

use crate::bits::Bv;
use crate::c_names::{CName, CNames, SymbolsThemselves};
use crate::float::{Format, FpOp, Rounding};
use crate::op::{Op, TermId};
use crate::pool::TermPool;
use crate::print_c_float::{c_float_function, c_float_literal, c_float_symbol, c_float_type};
use crate::sort::Sort;
use std::fmt::Write;

/// Terms printed before the rest is elided.
const MAX_NODES: usize = 2_000;

/// How a value reads in C.
#[derive(Clone, Copy, PartialEq, Eq)]
enum View {
    Signed,
    Unsigned,
    /// A context in which the sign does not matter.
    Any,
    /// A float of this format.
    Float(Format),
}

enum Todo {
    Term(TermId, View, u8),
    Text(String),
}

impl TermPool {
    /// The term as a C expression over signed variables.
    pub fn to_c(&self, t: TermId) -> String {
        self.to_c_named(t, &SymbolsThemselves)
    }

    /// The term as a C expression over names.
    pub fn to_c_named(&self, t: TermId, names: &dyn CNames) -> String {
        let mut printer = CPrinter {
            pool: self,
            names,
            out: String::new(),
            todo: vec![Todo::Term(t, View::Any, 0)],
        };
        printer.run();
        printer.out
    }
}

struct CPrinter<'a> {
    pool: &'a TermPool,
    names: &'a dyn CNames,
    out: String,
    todo: Vec<Todo>,
}

/// Binding strengths of C's operators.
mod level {
    pub(crate) const TERNARY: u8 = 1;
    pub(super) const OR: u8 = 2;
    pub(super) const AND: u8 = 3;
    pub(crate) const BIT_OR: u8 = 4;
    pub(crate) const BIT_XOR: u8 = 5;
    pub(crate) const BIT_AND: u8 = 6;
    pub(super) const EQUALITY: u8 = 7;
    pub(super) const RELATION: u8 = 8;
    pub(super) const SHIFT: u8 = 9;
    pub(super) const SUM: u8 = 10;
    pub(super) const PRODUCT: u8 = 11;
    pub(super) const UNARY: u8 = 12;
    pub(super) const POSTFIX: u8 = 13;
}

/// The integer type of C with so many bits, if there is one on every usual machine.
pub fn c_integer(width: u32, signed: bool) -> Option<&'static str> {
    Some(match (width, signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned int",
        (64, true) => "long long",
        (64, false) => "unsigned long long",
        (128, true) => "__int128",
        (128, false) => "unsigned __int128",
        _ => return None,
    })
}

fn c_type(width: u32, signed: bool) -> String {
    match (c_integer(width, signed), signed) {
        (Some(name), _) => name.into(),
        (None, true) => format!("_BitInt({width})"),
        (None, false) => format!("unsigned _BitInt({width})"),
    }
}

impl CPrinter<'_> {
    fn run(&mut self) {
        let mut left = MAX_NODES;
        while let Some(next) = self.todo.pop() {
            match next {
                Todo::Text(text) => self.out.push_str(&text),
                Todo::Term(..) if left == 0 => self.out.push_str("..."),
                Todo::Term(t, view, context) => {
                    left -= 1;
                    self.term(t, view, context);
                }
            }
        }
    }

    /// Does the text of the term, as printed without cast, have a signed type?
    /// An operand without a sign decides. Looks at a bounded number of terms.
    fn is_signed(&self, t: TermId) -> bool {
        let mut work = vec![t];
        for _ in 0..64 {
            let Some(t) = work.pop() else { break };
            if let Some(name) = self.names.name(self.pool, t) {
                if !name.is_signed {
                    return false;
                }
                continue;
            }
            match self.pool.op(t) {
                Op::BvUdiv | Op::BvUrem | Op::BvLshr | Op::ZeroExt | Op::Concat => return false,
                Op::BvSdiv | Op::BvSrem | Op::BvAshr | Op::SignExt => {}
                Op::Ite => work.extend(&self.pool.args(t)[1..]),
                Op::BvConst(_) | Op::Apply(_) | Op::Select | Op::Fp(_) => {}
                Op::Extract { .. } => return false,
                Op::BvShl => work.push(self.pool.arg(t, 0)),
                _ => work.extend(self.pool.args(t)),
            }
        }
        true
    }

    fn term(&mut self, t: TermId, view: View, context: u8) {
        let pool = self.pool;
        if let Some(name) = self.names.name(pool, t) {
            return self.named(t, &name, view, context);
        }
        match (view, pool.op(t)) {
            (View::Float(f), _) => return self.float(t, f, context),
            // As a number without a sign; in a sum of that width it would not wrap.
            (View::Unsigned, _) if is_remainder(pool, t) => return self.remainder(t, context),
            (_, Op::Fp(op)) if op.result().is_some() => {
                // The bits of a float.
                let inner = Todo::Term(t, View::Float(op.result().unwrap_or(op.format())), 0);
                let items = vec![Todo::Text("bits_of(".into()), inner, Todo::Text(")".into())];
                return self.schedule(items);
            }
            (_, Op::Fp(op)) => return self.float_operation(t, op, false, context),
            _ => {}
        }
        if let (Sort::Bv(width), false) = (pool.sort(t), pool.is_const(t)) {
            let wanted = match view {
                View::Any | View::Float(_) => None,
                View::Signed => Some(true),
                View::Unsigned => Some(false),
            };
            let promoted = width < 32 && is_arithmetic(pool.op(t));
            let differs = |&signed: &bool| promoted || signed != self.is_signed(t);
            if let Some(signed) = wanted.filter(differs) {
                return self.cast(width, signed, t, context);
            }
        }
        match pool.op(t) {
            op if pool.args(t).is_empty() => self.leaf(t, op, view),
            Op::Not => self.negation(t, context),
            Op::Apply(fun) => {
                let name = pool.fun_symbol(fun).to_string();
                self.call(&name, pool.args(t));
            }
            Op::Ite => self.ternary(t, view, context),
            Op::ZeroExt | Op::SignExt | Op::Extract { .. } => self.conversion(t, context),
            Op::BvNot => self.prefix("~", t, View::Any, context),
            Op::BvNeg | Op::IntNeg => self.prefix("-", t, View::Any, context),
            Op::Select => self.index(t),
            Op::Store => self.call("store", pool.args(t)),
            Op::ConstArray => self.call("const_array", pool.args(t)),
            Op::Concat => self.concat(t, context),
            op => self.infix(t, op, false, context),
        }
    }

    fn named(&mut self, t: TermId, name: &CName, view: View, context: u8) {
        let differs = match view {
            View::Signed => !name.is_signed,
            View::Unsigned => name.is_signed,
            View::Any | View::Float(_) => false,
        };
        if let (true, Some(width)) = (differs, self.pool.sort(t).bv_width()) {
            return self.cast(width, view == View::Signed, t, context);
        }
        let level = if name.is_unary {
            level::UNARY
        } else {
            level::POSTFIX
        };
        self.grouped(level, context, vec![Todo::Text(name.text.clone())]);
    }

    fn leaf(&mut self, t: TermId, op: Op, view: View) {
        let pool = self.pool;
        let _ = match (op, pool.as_bv(t), pool.as_int(t)) {
            (Op::True, ..) => write!(self.out, "1"),
            (Op::False, ..) => write!(self.out, "0"),
            (Op::Var(var), ..) => write!(self.out, "{}", pool.var_symbol(var)),
            (_, Some(value), _) => write!(self.out, "{}", c_constant(value, view)),
            (_, _, Some(value)) => write!(self.out, "{value}"),
            _ => unreachable!("a term without arguments is a variable or a constant"),
        };
    }

    fn schedule(&mut self, items: Vec<Todo>) {
        self.todo.extend(items.into_iter().rev());
    }

    /// Schedules `items`, in parentheses if the context binds more strongly.
    fn grouped(&mut self, level: u8, context: u8, items: Vec<Todo>) {
        if level >= context {
            return self.schedule(items);
        }
        self.out.push('(');
        self.todo.push(Todo::Text(")".into()));
        self.schedule(items);
    }

    fn cast(&mut self, width: u32, signed: bool, t: TermId, context: u8) {
        let text = Todo::Text(format!("({})", c_type(width, signed)));
        let inner = Todo::Term(t, View::Any, level::UNARY);
        self.grouped(level::UNARY, context, vec![text, inner]);
    }

    fn prefix(&mut self, operator: &str, t: TermId, view: View, context: u8) {
        let arg = Todo::Term(self.pool.arg(t, 0), view, level::UNARY);
        self.grouped(
            level::UNARY,
            context,
            vec![Todo::Text(operator.into()), arg],
        );
    }

    fn call(&mut self, name: &str, args: &[TermId]) {
        let mut items = vec![Todo::Text(format!("{name}("))];
        for (i, &arg) in args.iter().enumerate() {
            if i > 0 {
                items.push(Todo::Text(", ".into()));
            }
            items.push(Todo::Term(arg, View::Any, 0));
        }
        items.push(Todo::Text(")".into()));
        self.schedule(items);
    }

    fn index(&mut self, t: TermId) {
        let (array, index) = (self.pool.arg(t, 0), self.pool.arg(t, 1));
        self.schedule(vec![
            Todo::Term(array, View::Any, level::POSTFIX),
            Todo::Text("[".into()),
            Todo::Term(index, View::Any, 0),
            Todo::Text("]".into()),
        ]);
    }

    fn ternary(&mut self, t: TermId, view: View, context: u8) {
        let [c, a, b] = [0, 1, 2].map(|i| self.pool.arg(t, i));
        let items = vec![
            Todo::Term(c, View::Any, level::OR),
            Todo::Text(" ? ".into()),
            Todo::Term(a, view, level::TERNARY),
            Todo::Text(" : ".into()),
            Todo::Term(b, view, level::TERNARY),
        ];
        self.grouped(level::TERNARY, context, items);
    }

    /// A term that is taken as a float.
    fn float(&mut self, t: TermId, f: Format, context: u8) {
        let pool = self.pool;
        if let Some(bits) = pool.as_bv(t).and_then(Bv::to_u128) {
            let (negative, text) = c_float_literal(f, bits);
            let text = vec![Todo::Text(text)];
            return match negative {
                true => self.grouped_prefix("-", text, context),
                false => self.schedule(text),
            };
        }
        match pool.op(t) {
            Op::Var(_) => self.leaf(t, pool.op(t), View::Any),
            Op::Fp(op) if op.result() == Some(f) => self.float_operation(t, op, false, context),
            Op::Ite => self.ternary(t, View::Float(f), context),
            _ => match sign_change(pool, t, f) {
                Some((x, true)) => {
                    let inner = vec![Todo::Term(x, View::Float(f), level::UNARY)];
                    self.grouped_prefix("-", inner, context);
                }
                Some((x, false)) => self.float_call("fabs", &[x], f),
                None => {
                    let text = format!("float_of({}, ", c_float_type(f));
                    let inner = Todo::Term(t, View::Any, 0);
                    self.schedule(vec![Todo::Text(text), inner, Todo::Text(")".into())]);
                }
            },
        }
    }

    fn grouped_prefix(&mut self, operator: &str, inner: Vec<Todo>, context: u8) {
        let mut items = vec![Todo::Text(operator.into())];
        items.extend(inner);
        self.grouped(level::UNARY, context, items);
    }

    fn float_call(&mut self, name: &str, args: &[TermId], f: Format) {
        let mut items = vec![Todo::Text(format!("{name}("))];
        for (i, &arg) in args.iter().enumerate() {
            if i > 0 {
                items.push(Todo::Text(", ".into()));
            }
            items.push(Todo::Term(arg, View::Float(f), 0));
        }
        items.push(Todo::Text(")".into()));
        self.schedule(items);
    }

    /// A floating operator; `negated` for equality alone, as an order of floats
    /// has no opposite.
    fn float_operation(&mut self, t: TermId, op: FpOp, negated: bool, context: u8) {
        let pool = self.pool;
        let (f, args) = (op.format(), pool.args(t));
        let usual = op.rounding().is_none_or(|r| r == Rounding::NearestEven);
        match op {
            FpOp::Eq(_) if args[0] == args[1] => {
                let name = if negated { "isnan" } else { "!isnan" };
                self.float_call(name, &args[..1], f);
            }
            FpOp::Convert { to, .. } if usual => self.float_cast(c_float_type(to), t, f, context),
            FpOp::FromInt(to, _) if usual => {
                let text = Todo::Text(format!("({})", c_float_type(to)));
                let inner = Todo::Term(args[0], View::Signed, level::UNARY);
                self.grouped(level::UNARY, context, vec![text, inner]);
            }
            FpOp::ToInt(_, Rounding::TowardZero) => {
                let ty = c_type(pool.width(t), true);
                self.float_cast(&ty, t, f, context);
            }
            FpOp::FromInt(..) => self.call(&c_float_function(op), args),
            _ => match c_float_symbol(op) {
                Some(symbol) => {
                    let symbol = if negated { "!=" } else { symbol };
                    self.float_infix(t, op, symbol, context);
                }
                None => self.float_call(&c_float_function(op), args, f),
            },
        }
    }

    fn float_cast(&mut self, ty: &str, t: TermId, f: Format, context: u8) {
        let text = Todo::Text(format!("({ty})"));
        let inner = Todo::Term(self.pool.arg(t, 0), View::Float(f), level::UNARY);
        self.grouped(level::UNARY, context, vec![text, inner]);
    }

    fn float_infix(&mut self, t: TermId, op: FpOp, symbol: &str, context: u8) {
        let level = match op {
            FpOp::Eq(_) => level::EQUALITY,
            FpOp::Lt(_) | FpOp::Le(_) => level::RELATION,
            FpOp::Mul(..) | FpOp::Div(..) => level::PRODUCT,
            _ => level::SUM,
        };
        let view = View::Float(op.format());
        let [a, b] = [0, 1].map(|i| self.pool.arg(t, i));
        let items = vec![
            Todo::Term(a, view, level),
            Todo::Text(format!(" {symbol} ")),
            Todo::Term(b, view, level + 1),
        ];
        self.grouped(level, context, items);
    }

    /// A negated comparison prints as the opposite one.
    fn negation(&mut self, t: TermId, context: u8) {
        let inner = self.pool.arg(t, 0);
        match self.pool.op(inner) {
            Op::Fp(op @ FpOp::Eq(_)) => self.float_operation(inner, op, true, context),
            op @ (Op::Eq
            | Op::BvUlt
            | Op::BvSlt
            | Op::IntLt
            | Op::BvUle
            | Op::BvSle
            | Op::IntLe) => {
                self.infix(inner, op, true, context);
            }
            _ => self.prefix("!", t, View::Any, context),
        }
    }

    /// Extensions and extractions: shifts by constants come back, the rest are
    /// casts.
    fn conversion(&mut self, t: TermId, context: u8) {
        let pool = self.pool;
        let (op, x) = (pool.op(t), pool.arg(t, 0));
        let width = pool.width(t);
        if let (Op::ZeroExt | Op::SignExt, Op::Extract { lo }) = (op, pool.op(x)) {
            let whole = pool.arg(x, 0);
            let top = lo + pool.width(x) == pool.width(whole);
            if top && pool.width(whole) == width && lo > 0 {
                return self.shift(whole, lo, op == Op::SignExt, context);
            }
            if op == Op::ZeroExt && pool.width(whole) == width && is_remainder(pool, x) {
                return self.remainder(x, context);
            }
        }
        match op {
            Op::Extract { lo: 0 } => self.cast(width, false, x, context),
            Op::Extract { lo } => {
                let cast = Todo::Text(format!("({})(", c_type(width, false)));
                let value = Todo::Term(x, View::Unsigned, level::SHIFT);
                let rest = Todo::Text(format!(" >> {lo})"));
                self.grouped(level::UNARY, context, vec![cast, value, rest]);
            }
            _ => self.extension(width, op == Op::SignExt, x, context),
        }
    }

    /// The low bits of a term that no type of C has, as a remainder.
    fn remainder(&mut self, low: TermId, context: u8) {
        let whole = Todo::Term(self.pool.arg(low, 0), View::Unsigned, level::PRODUCT);
        let text = format!(" % {}", 1u64 << self.pool.width(low));
        self.grouped(level::PRODUCT, context, vec![whole, Todo::Text(text)]);
    }

    fn extension(&mut self, width: u32, signed: bool, x: TermId, context: u8) {
        let view = if signed { View::Signed } else { View::Unsigned };
        let text = Todo::Text(format!("({})", c_type(width, signed)));
        let inner = Todo::Term(x, view, level::UNARY);
        self.grouped(level::UNARY, context, vec![text, inner]);
    }

    fn shift(&mut self, x: TermId, amount: u32, signed: bool, context: u8) {
        let view = if signed { View::Signed } else { View::Unsigned };
        let items = vec![
            Todo::Term(x, view, level::SHIFT),
            Todo::Text(format!(" >> {amount}")),
        ];
        self.grouped(level::SHIFT, context, items);
    }

    fn concat(&mut self, t: TermId, context: u8) {
        let (high, low) = (self.pool.arg(t, 0), self.pool.arg(t, 1));
        let ty = c_type(self.pool.width(t), false);
        let items = vec![
            Todo::Text(format!("({ty})")),
            Todo::Term(high, View::Unsigned, level::UNARY),
            Todo::Text(format!(" << {} | ", self.pool.width(low))),
            Todo::Term(low, View::Unsigned, level::BIT_OR + 1),
        ];
        self.grouped(level::BIT_OR, context, items);
    }

    /// Narrow operands of an equality are promoted to `int`, so that it matters
    /// whether they have a sign: both get the one of the first.
    fn equality_view(&self, op: Op, a: TermId) -> Option<View> {
        let narrow = self.pool.sort(a).bv_width().is_some_and(|width| width < 32);
        (op == Op::Eq && narrow).then(|| {
            if self.is_signed(a) {
                View::Signed
            } else {
                View::Unsigned
            }
        })
    }

    fn infix(&mut self, t: TermId, op: Op, negated: bool, context: u8) {
        let (mut symbol, level, view) = infix_style(op, negated);
        let [mut a, mut b] = [0, 1].map(|i| self.pool.arg(t, i));
        if self.names.puts_constants_last()
            && self.pool.is_const(a)
            && let Some(mirrored) = mirrored(symbol)
        {
            symbol = mirrored;
            std::mem::swap(&mut a, &mut b);
        }
        let view = self.equality_view(op, a).unwrap_or(view);
        if let (Op::BvAdd, Some(value)) = (op, self.pool.as_bv(b))
            && value.sign()
        {
            let text = format!(" - {}", c_constant(&value.neg(), View::Unsigned));
            let items = vec![Todo::Term(a, view, level), Todo::Text(text)];
            return self.grouped(level, context, items);
        }
        let items = vec![
            Todo::Term(a, view, level),
            Todo::Text(format!(" {symbol} ")),
            Todo::Term(b, view, level + 1),
        ];
        self.grouped(level, context, items);
    }
}

/// The float of which a term is the negation (true) or the absolute value.
fn sign_change(pool: &TermPool, t: TermId, f: Format) -> Option<(TermId, bool)> {
    let bits = |t: TermId| pool.as_bv(t).and_then(Bv::to_u128);
    let args = pool.args(t);
    match pool.op(t) {
        Op::BvXor if bits(args[1]) == Some(f.sign_mask()) => Some((args[0], true)),
        Op::BvAnd if bits(args[1]) == Some(f.sign_mask() - 1) => Some((args[0], false)),
        // How a mask of the low bits is written.
        Op::ZeroExt if pool.op(args[0]) == Op::Extract { lo: 0 } => {
            let whole = pool.arg(args[0], 0);
            let all_but_sign = pool.width(args[0]) + 1 == f.width();
            (all_but_sign && pool.width(whole) == f.width()).then_some((whole, false))
        }
        _ => None,
    }
}

/// Is it the low bits of a term, too few or too many for a type of C?
fn is_remainder(pool: &TermPool, t: TermId) -> bool {
    let is_low = pool.op(t) == Op::Extract { lo: 0 } && pool.width(t) < 64;
    is_low && c_integer(pool.width(t), false).is_none()
}

/// Operators whose results C computes in a wider type than narrow operands have.
fn is_arithmetic(op: Op) -> bool {
    matches!(
        op,
        Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg | Op::BvNot | Op::BvShl
    )
}

fn c_constant(value: &Bv, view: View) -> String {
    let unsigned = || value.to_u128().map(|v| v.to_string());
    let text = match view {
        View::Unsigned => unsigned(),
        _ => value.to_i128().map(|v| v.to_string()),
    };
    text.unwrap_or_else(|| value.to_string())
}

/// Symbol, binding strength and the view of the operands.
fn infix_style(op: Op, negated: bool) -> (&'static str, u8, View) {
    use View::{Any, Signed, Unsigned};
    match op {
        Op::And => ("&&", level::AND, Any),
        Op::Or => ("||", level::OR, Any),
        Op::Xor => ("!=", level::EQUALITY, Any),
        Op::Implies => ("<=", level::RELATION, Any),
        Op::Eq if negated => ("!=", level::EQUALITY, Any),
        Op::Eq => ("==", level::EQUALITY, Any),
        Op::BvUlt => (less(false, negated), level::RELATION, Unsigned),
        Op::BvUle => (less(true, negated), level::RELATION, Unsigned),
        Op::BvSlt => (less(false, negated), level::RELATION, Signed),
        Op::BvSle => (less(true, negated), level::RELATION, Signed),
        Op::IntLt => (less(false, negated), level::RELATION, Any),
        Op::IntLe => (less(true, negated), level::RELATION, Any),
        Op::BvSub | Op::IntSub => ("-", level::SUM, Any),
        Op::BvMul | Op::IntMul => ("*", level::PRODUCT, Any),
        Op::BvUdiv => ("/", level::PRODUCT, Unsigned),
        Op::BvSdiv => ("/", level::PRODUCT, Signed),
        Op::IntDiv => ("/", level::PRODUCT, Any),
        Op::BvUrem => ("%", level::PRODUCT, Unsigned),
        Op::BvSrem => ("%", level::PRODUCT, Signed),
        Op::IntMod => ("%", level::PRODUCT, Any),
        Op::BvAnd => ("&", level::BIT_AND, Any),
        Op::BvOr => ("|", level::BIT_OR, Any),
        Op::BvXor => ("^", level::BIT_XOR, Any),
        Op::BvShl => ("<<", level::SHIFT, Any),
        Op::BvLshr => (">>", level::SHIFT, Unsigned),
        Op::BvAshr => (">>", level::SHIFT, Signed),
        _ => ("+", level::SUM, Any),
    }
}

/// The order that says the same with its sides exchanged.
fn mirrored(symbol: &str) -> Option<&'static str> {
    let orders = [("<", ">"), ("<=", ">="), (">", "<"), (">=", "<=")];
    orders.iter().find(|o| o.0 == symbol).map(|o| o.1)
}

/// `<` or `<=`, or its opposite.
fn less(or_equal: bool, negated: bool) -> &'static str {
    match (or_equal, negated) {
        (false, false) => "<",
        (true, false) => "<=",
        (false, true) => ">=",
        (true, true) => ">",
    }
}
