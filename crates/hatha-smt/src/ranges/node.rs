//! The terms of a question in the order in which their ranges are computed.

use super::float::{self, Floats};
use super::{MAYBE, Range, WIDEST, full, truth, within};
use hatha_term::{Bv, Format, FpOp, Op, Sort, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

/// A term.
pub(super) struct Node {
    pub(super) op: Op,
    /// The nodes of its arguments, at most three.
    pub(super) args: [u32; 3],
    pub(super) arity: usize,
    /// The format as whose bits it is used, if it is.
    pub(super) format: Option<Format>,
    /// Its bits; none for a truth value.
    width: Option<u32>,
    /// What is known of it whatever its arguments are.
    start: Range,
    is_leaf: bool,
    /// A leaf that is computed from others as well.
    is_factor: bool,
}

/// Terms beyond which ranges are not tried.
const LARGEST: usize = 20_000;
/// The same where there are products of integers and no floats: circuits may do as well.
const LARGEST_WITH_PRODUCTS: usize = 4_000;

/// The nodes of facts, and where each term stands; none if they are neither about floats nor about products.
pub(super) fn nodes(
    pool: &TermPool,
    facts: &[TermId],
) -> Option<(Vec<Node>, FxHashMap<TermId, u32>)> {
    let terms = pool.subterms(facts);
    let is_float = |t: &TermId| matches!(pool.op(*t), Op::Fp(_));
    // The counts of binary128 take more than the bits that there are.
    let is_quad = |t: &TermId| match pool.op(*t) {
        Op::Fp(op) => op.format() == Format::QUAD || op.result() == Some(Format::QUAD),
        _ => false,
    };
    let factors = factors(pool, &terms);
    let is_worth_it = match terms.iter().any(is_float) {
        true => terms.len() <= LARGEST,
        false => !factors.is_empty() && terms.len() <= LARGEST_WITH_PRODUCTS,
    };
    if !is_worth_it || terms.iter().any(is_quad) {
        return None;
    }
    let formats = formats(pool, &terms);
    let mut position: FxHashMap<TermId, u32> = FxHashMap::default();
    let mut all = Vec::with_capacity(terms.len());
    for t in terms {
        let mut node = node(pool, t, formats.get(&t).copied(), &position);
        if factors.contains(&t) && matches!(node.start, Range::Int(..)) && !node.is_leaf {
            (node.is_leaf, node.is_factor) = (true, true);
        }
        all.push(node);
        position.insert(t, all.len() as u32 - 1);
    }
    Some((all, position))
}

/// What is multiplied with something that is no constant, without the conversions around it. Its range is cut like that of a
/// variable, whatever it is computed from: a product is decided by its factors.
fn factors(pool: &TermPool, terms: &[TermId]) -> FxHashSet<TermId> {
    let is_constant = |&t: &TermId| pool.as_bv(t).is_some();
    let mut found = FxHashSet::default();
    for &t in terms {
        let args = pool.args(t);
        if pool.op(t) != Op::BvMul || args.iter().any(is_constant) {
            continue;
        }
        for &arg in args {
            let mut factor = arg;
            while let (Op::SignExt | Op::ZeroExt | Op::BvNeg, &[inner]) =
                (pool.op(factor), pool.args(factor))
            {
                factor = inner;
            }
            found.insert(factor);
        }
    }
    found
}

/// The formats as whose bits terms are used.
fn formats(pool: &TermPool, terms: &[TermId]) -> FxHashMap<TermId, Format> {
    let mut formats = FxHashMap::default();
    for &t in terms {
        if let Op::Fp(op) = pool.op(t)
            && let Some(format) = op.result()
        {
            formats.insert(t, format);
        }
    }
    // Users stand behind what they use.
    for &t in terms.iter().rev() {
        let args = pool.args(t);
        match pool.op(t) {
            Op::Fp(FpOp::FromInt(..)) => {}
            Op::Fp(op) => formats.extend(args.iter().map(|&a| (a, op.format()))),
            Op::Ite => {
                if let Some(&format) = formats.get(&t) {
                    formats.extend(args[1..].iter().map(|&a| (a, format)));
                }
            }
            Op::BvXor | Op::BvAnd => {
                if let Some(&format) = formats.get(&t) {
                    formats.extend(args.iter().map(|&a| (a, format)));
                }
            }
            Op::Eq => {
                let known = args.iter().find_map(|a| formats.get(a).copied());
                if let Some(format) = known {
                    formats.extend(args.iter().map(|&a| (a, format)));
                }
            }
            _ => {}
        }
    }
    formats
}

fn node(
    pool: &TermPool,
    t: TermId,
    format: Option<Format>,
    position: &FxHashMap<TermId, u32>,
) -> Node {
    let (op, arguments) = (pool.op(t), pool.args(t));
    let mut args = [0; 3];
    for (slot, a) in args.iter_mut().zip(arguments) {
        *slot = position[a];
    }
    let width = pool.sort(t).bv_width();
    let anything = match (pool.sort(t), format) {
        (Sort::Bool, _) => MAYBE,
        (Sort::Bv(_), Some(format)) => Range::Float(Floats::all(format)),
        (Sort::Bv(width), None) => full(width),
        _ => Range::Any,
    };
    let constant = pool.as_bv(t).and_then(|value| constant(value, format));
    let start = match op {
        Op::True => truth(true),
        Op::False => truth(false),
        _ => constant.unwrap_or(anything),
    };
    let mut node = Node {
        op,
        args,
        arity: arguments.len(),
        format,
        width,
        start,
        is_leaf: false,
        is_factor: false,
    };
    // Of an operation that is not interpreted any value is possible, and it may be cut.
    let is_number = match start {
        Range::Float(_) => !node.is_interpreted(pool, t),
        Range::Int(..) => matches!(op, Op::Var(_)),
        _ => false,
    };
    node.is_leaf = is_number && constant.is_none();
    node
}

fn constant(value: &Bv, format: Option<Format>) -> Option<Range> {
    match format {
        Some(format) => Some(Range::Float(Floats::constant(format, value.to_u128()?))),
        None if value.width() <= WIDEST => {
            let n = value.to_i128()?;
            Some(Range::Int(n, n))
        }
        None => None,
    }
}

impl Node {
    pub(super) fn is_leaf(&self) -> bool {
        self.is_leaf
    }

    /// Whether it is a leaf whose range is computed from others as well.
    pub(super) fn is_factor(&self) -> bool {
        self.is_factor
    }

    /// What is known of it before anything is computed.
    pub(super) fn start(&self) -> Range {
        self.start
    }

    /// Whether a float is computed from its arguments.
    fn is_interpreted(&self, pool: &TermPool, t: TermId) -> bool {
        let format = self.format;
        let is_mask = |mask: fn(Format) -> u128| {
            let constants = pool.args(t).iter().filter_map(|&a| pool.as_bv(a));
            let mut constants = constants.filter_map(Bv::to_u128);
            format.is_some_and(|f| constants.any(|c| c == mask(f)))
        };
        match self.op {
            Op::Fp(_) | Op::Ite | Op::BvConst(_) => true,
            Op::BvXor => is_mask(Format::sign_mask),
            Op::BvAnd => is_mask(|f| f.sign_mask() - 1),
            // Whatever the other bits are, it is a NaN.
            Op::BvOr => is_mask(|f| f.infinity() | f.quiet_bit()),
            _ => false,
        }
    }

    /// The range for the ranges of all nodes before it.
    pub(super) fn range(&self, ranges: &[Range]) -> Range {
        let arg = |i: usize| ranges[self.args[i] as usize];
        match self.op {
            Op::Not => match arg(0) {
                Range::Truth(no, yes) => Range::Truth(yes, no),
                _ => MAYBE,
            },
            Op::And | Op::Or | Op::Xor | Op::Implies => self.connective(arg(0), arg(1)),
            Op::Ite => match arg(0) {
                Range::Truth(true, false) => arg(2),
                Range::Truth(false, true) => arg(1),
                _ => arg(1).join(arg(2)),
            },
            Op::Eq => self.equal(arg(0), arg(1)),
            Op::BvSlt | Op::BvSle => match (arg(0), arg(1)) {
                (Range::Int(a, b), Range::Int(c, d)) if self.op == Op::BvSlt => {
                    Range::Truth(b >= c, a < d)
                }
                (Range::Int(a, b), Range::Int(c, d)) => Range::Truth(b > c, a <= d),
                _ => MAYBE,
            },
            // Without a sign both orders are one.
            Op::BvUlt | Op::BvUle => match (arg(0), arg(1)) {
                (Range::Int(a, _), Range::Int(c, _)) if a < 0 || c < 0 => MAYBE,
                (Range::Int(a, b), Range::Int(c, d)) if self.op == Op::BvUlt => {
                    Range::Truth(b >= c, a < d)
                }
                (Range::Int(a, b), Range::Int(c, d)) => Range::Truth(b > c, a <= d),
                _ => MAYBE,
            },
            Op::Fp(op) => self.float(op, ranges),
            Op::BvXor | Op::BvAnd if self.format.is_some() => self.sign(ranges),
            Op::BvOr if self.format.is_some() => Range::Float(Floats::NAN),
            _ => self.integer(arg),
        }
    }

    fn connective(&self, a: Range, b: Range) -> Range {
        let (Range::Truth(a0, a1), Range::Truth(b0, b1)) = (a, b) else {
            return MAYBE;
        };
        match self.op {
            Op::And => Range::Truth(a0 || b0, a1 && b1),
            Op::Or => Range::Truth(a0 && b0, a1 || b1),
            Op::Implies => Range::Truth(a1 && b0, a0 || b1),
            _ => Range::Truth((a0 && b0) || (a1 && b1), (a0 && b1) || (a1 && b0)),
        }
    }

    /// Equality of bits or truth values.
    fn equal(&self, a: Range, b: Range) -> Range {
        if self.args[0] == self.args[1] {
            return truth(true);
        }
        match (a, b) {
            (Range::Truth(a0, a1), Range::Truth(b0, b1)) => {
                Range::Truth((a0 && b1) || (a1 && b0), (a0 && b0) || (a1 && b1))
            }
            (Range::Int(a, b), Range::Int(c, d)) => {
                Range::Truth(!(a == b && c == d && a == c), a <= d && c <= b)
            }
            (Range::Float(x), Range::Float(y)) => {
                let met = x.meet(y);
                let possible = met.nan || met.lo <= met.hi;
                let one = |f: Floats| f.lo == f.hi && !f.nan;
                Range::Truth(!(one(x) && one(y) && x.lo == y.lo), possible)
            }
            _ => MAYBE,
        }
    }

    fn float(&self, op: FpOp, ranges: &[Range]) -> Range {
        let arg = |i: usize| ranges[self.args[i] as usize];
        let from = op.format();
        if let FpOp::FromInt(..) = op {
            let width = self.width.filter(|_| self.format.is_some());
            let numbers = match (arg(0), width) {
                (Range::Int(lo, hi), Some(_)) => float::from_integers(op, WIDEST, lo, hi),
                _ => None,
            };
            let all = Floats::all(op.result().unwrap_or(from)).numbers();
            return Range::Float(numbers.unwrap_or(all));
        }
        let floats = |i: usize| match arg(i) {
            Range::Float(f) => f,
            _ => Floats::all(from),
        };
        let same = self.arity == 2 && self.args[0] == self.args[1];
        if op.is_comparison() {
            let (no, yes) = float::compared(op, floats(0), floats(1), same);
            return Range::Truth(no, yes);
        }
        if let FpOp::ToInt(..) = op {
            let width = self.width.unwrap_or(1);
            return match width {
                ..=WIDEST => within(width, float::to_integers(op, width, floats(0))),
                _ => Range::Any,
            };
        }
        let args: Vec<Floats> = (0..self.arity).map(floats).collect();
        let all = || Floats::all(op.result().unwrap_or(from));
        Range::Float(float::result(op, &args, same).unwrap_or_else(all))
    }

    /// A sign that is flipped or cleared.
    fn sign(&self, ranges: &[Range]) -> Range {
        let [a, b] = [0, 1].map(|i| ranges[self.args[i] as usize]);
        let (Range::Float(a), Range::Float(b), Some(format)) = (a, b, self.format) else {
            return self.start;
        };
        // The mask as a number: of a cleared sign it is a NaN, of a flipped one a negative zero.
        match self.op {
            Op::BvXor if b == Floats::constant(format, format.sign_mask()) => {
                Range::Float(a.negated())
            }
            Op::BvXor if a == Floats::constant(format, format.sign_mask()) => {
                Range::Float(b.negated())
            }
            Op::BvAnd if b == Floats::NAN => Range::Float(a.absolute()),
            Op::BvAnd if a == Floats::NAN => Range::Float(b.absolute()),
            _ => self.start,
        }
    }

    fn integer(&self, arg: impl Fn(usize) -> Range) -> Range {
        let Some(width) = self.width.filter(|_| self.format.is_none()) else {
            return self.start;
        };
        let pair = || match (arg(0), arg(1)) {
            (Range::Int(a, b), Range::Int(c, d)) => Some((a, b, c, d)),
            _ => None,
        };
        let range = match self.op {
            Op::BvAdd => {
                pair().and_then(|(a, b, c, d)| Some((a.checked_add(c)?, b.checked_add(d)?)))
            }
            Op::BvSub => {
                pair().and_then(|(a, b, c, d)| Some((a.checked_sub(d)?, b.checked_sub(c)?)))
            }
            Op::BvMul => pair().and_then(|(a, b, c, d)| {
                let all = [
                    a.checked_mul(c)?,
                    a.checked_mul(d)?,
                    b.checked_mul(c)?,
                    b.checked_mul(d)?,
                ];
                Some((all.into_iter().min()?, all.into_iter().max()?))
            }),
            Op::BvNeg => match arg(0) {
                Range::Int(a, b) => Some((-b, -a)),
                _ => None,
            },
            Op::SignExt | Op::Extract { lo: 0 } => match arg(0) {
                Range::Int(a, b) => Some((a, b)),
                _ => None,
            },
            Op::ZeroExt => match arg(0) {
                Range::Int(a, b) if a >= 0 => Some((a, b)),
                _ => None,
            },
            // Bits are only taken away.
            Op::BvAnd => {
                let ends = [arg(0), arg(1)].into_iter().filter_map(|r| match r {
                    Range::Int(lo, hi) if lo >= 0 => Some(hi),
                    _ => None,
                });
                ends.min().map(|hi| (0, hi))
            }
            _ => return self.start,
        };
        within(width, range)
    }

    /// What a fact with this operator says of one of its arguments, given the ranges of both.
    pub(super) fn implied(&self, side: usize, holds: bool, range: Range, other: Range) -> Range {
        match (self.op, range, other) {
            (Op::Eq, ..) if holds => other,
            (Op::Fp(FpOp::Eq(_)), Range::Float(_), Range::Float(b)) if holds => {
                widened(Some(b.lo), Some(b.hi))
            }
            (Op::Fp(FpOp::Lt(_) | FpOp::Le(_)), Range::Float(a), Range::Float(b)) => {
                // A comparison that fails says something of numbers only.
                if !holds && (a.nan || b.nan) {
                    return range;
                }
                match (side == 0) == holds {
                    true => widened(None, Some(b.hi)),
                    false => widened(Some(b.lo), None),
                }
            }
            (Op::BvSlt | Op::BvSle, Range::Int(..), Range::Int(lo, hi)) => {
                match (side == 0) == holds {
                    true => Range::Int(i128::MIN, hi),
                    false => Range::Int(lo, i128::MAX),
                }
            }
            _ => range,
        }
    }
}

/// The numbers between two ends, both zeros being one number.
fn widened(lo: Option<i128>, hi: Option<i128>) -> Range {
    let lo = lo.map_or(i128::MIN, |n| if n == 0 { -1 } else { n });
    let hi = hi.map_or(i128::MAX, |n| if n == -1 { 0 } else { n });
    Range::Float(Floats { lo, hi, nan: false })
}
