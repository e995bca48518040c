//! Ranges of floats.
//!
//! Numbers are counted in their order: the positive ones by their bits from 0 for +0, the negative
//! ones from -1 for -0 down. So there is one count for each number that is not a NaN.

use hatha_term::{Bv, Format, FpOp, Rounding, Value};

/// The numbers between two counts, and whether NaNs are among the values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Floats {
    pub(super) lo: i128,
    pub(super) hi: i128,
    pub(super) nan: bool,
}

/// The count of a number.
fn count(format: Format, bits: u128) -> i128 {
    let magnitude = (bits & !format.sign_mask()) as i128;
    match bits & format.sign_mask() {
        0 => magnitude,
        _ => -1 - magnitude,
    }
}

/// The number with a count.
pub(super) fn bits(format: Format, count: i128) -> u128 {
    match u128::try_from(count) {
        Ok(magnitude) => magnitude,
        Err(_) => (-1 - count) as u128 | format.sign_mask(),
    }
}

impl Floats {
    /// A NaN and nothing else.
    pub(super) const NAN: Floats = Floats {
        lo: 1,
        hi: 0,
        nan: true,
    };

    /// Everything.
    pub(super) fn all(format: Format) -> Floats {
        Floats {
            nan: true,
            ..Floats::extended(format)
        }
    }

    /// All numbers and infinities.
    fn extended(format: Format) -> Floats {
        let most = format.infinity() as i128;
        Floats {
            lo: -1 - most,
            hi: most,
            nan: false,
        }
    }

    pub(super) fn constant(format: Format, bits: u128) -> Floats {
        if format.is_nan(bits) {
            return Floats::NAN;
        }
        let at = count(format, bits);
        Floats {
            lo: at,
            hi: at,
            nan: false,
        }
    }

    /// Without NaNs.
    pub(super) fn numbers(self) -> Floats {
        Floats { nan: false, ..self }
    }

    fn has_numbers(self) -> bool {
        self.lo <= self.hi
    }

    pub(super) fn join(self, other: Floats) -> Floats {
        let nan = self.nan || other.nan;
        match (self.has_numbers(), other.has_numbers()) {
            (false, _) => Floats { nan, ..other },
            (_, false) => Floats { nan, ..self },
            _ => Floats {
                lo: self.lo.min(other.lo),
                hi: self.hi.max(other.hi),
                nan,
            },
        }
    }

    pub(super) fn meet(self, other: Floats) -> Floats {
        Floats {
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
            nan: self.nan && other.nan,
        }
    }

    fn may_be_zero(self) -> bool {
        self.lo <= 0 && self.hi >= -1
    }

    fn may_be_infinite(self, format: Format) -> bool {
        let most = format.infinity() as i128;
        self.has_numbers() && (self.hi >= most || self.lo <= -1 - most)
    }

    /// The greatest magnitude.
    fn magnitude(self) -> i128 {
        self.hi.max(-1 - self.lo)
    }

    /// Where an end is a zero the other zero may be a value as well: results are monotone as
    /// numbers, and the signs of zeros follow rules of their own.
    fn with_zeros(self) -> Floats {
        Floats {
            lo: if self.lo == 0 { -1 } else { self.lo },
            hi: if self.hi == -1 { 0 } else { self.hi },
            ..self
        }
    }

    pub(super) fn negated(self) -> Floats {
        Floats {
            lo: -1 - self.hi,
            hi: -1 - self.lo,
            nan: self.nan,
        }
    }

    pub(super) fn absolute(self) -> Floats {
        if !self.has_numbers() {
            return self;
        }
        let lo = match (self.lo >= 0, self.hi < 0) {
            (true, _) => self.lo,
            (_, true) => -1 - self.hi,
            _ => 0,
        };
        Floats {
            lo,
            hi: self.magnitude(),
            nan: self.nan,
        }
    }
}

/// What a comparison of two ranges says: whether it may be false and whether it may be true.
pub(super) fn compared(op: FpOp, a: Floats, b: Floats, same: bool) -> (bool, bool) {
    let numbers = a.has_numbers() && b.has_numbers();
    let unordered = a.nan || b.nan;
    if !numbers {
        return (true, false);
    }
    // Both zeros are the same number.
    let order = |n: i128| if n == -1 { 0 } else { n };
    let (alo, ahi, blo, bhi) = (order(a.lo), order(a.hi), order(b.lo), order(b.hi));
    let (may_fail, may_hold) = match op {
        _ if same => (matches!(op, FpOp::Lt(_)), !matches!(op, FpOp::Lt(_))),
        FpOp::Lt(_) => (ahi >= blo, alo < bhi),
        FpOp::Le(_) => (ahi > blo, alo <= bhi),
        _ => (
            !(alo == ahi && blo == bhi && alo == blo),
            alo <= bhi && blo <= ahi,
        ),
    };
    (may_fail || unordered, may_hold)
}

/// The result of an operator for numbers; none if it is a NaN.
fn at(op: FpOp, args: &[i128]) -> Option<i128> {
    let (from, to) = (op.format(), op.result()?);
    match native(op, from, args) {
        Some(Native::Number(n)) => return Some(n),
        Some(Native::Nan) => return None,
        None => {}
    }
    let args: Vec<Bv> = args
        .iter()
        .map(|&n| Bv::new(from.width(), bits(from, n)))
        .collect();
    let args: Vec<&Bv> = args.iter().collect();
    let Some(Value::Bv(value)) = op.value(&args, 0) else {
        return None;
    };
    let value = value.to_u128()?;
    (!to.is_nan(value)).then(|| count(to, value))
}

/// What the processor computes.
enum Native {
    Number(i128),
    Nan,
}

/// The same by the processor, where it has the operation.
fn native(op: FpOp, format: Format, args: &[i128]) -> Option<Native> {
    let nearest = op.rounding() == Some(Rounding::NearestEven);
    let (&[a, b], true) = (args, nearest) else {
        return None;
    };
    macro_rules! by {
        ($float:ty, $bits:ty) => {{
            let x = <$float>::from_bits(bits(format, a) as $bits);
            let y = <$float>::from_bits(bits(format, b) as $bits);
            let result = match op {
                FpOp::Add(..) => x + y,
                FpOp::Sub(..) => x - y,
                FpOp::Mul(..) => x * y,
                FpOp::Div(..) => x / y,
                _ => return None,
            };
            Some(match result.is_nan() {
                true => Native::Nan,
                false => Native::Number(count(format, u128::from(result.to_bits()))),
            })
        }};
    }
    match format {
        Format::SINGLE => by!(f32, u32),
        Format::DOUBLE => by!(f64, u64),
        _ => None,
    }
}

/// The range of an operator's results; `same` if both operands are one term.
pub(super) fn result(op: FpOp, args: &[Floats], same: bool) -> Option<Floats> {
    let (from, to) = (op.format(), op.result()?);
    let nan = args.iter().any(|a| a.nan);
    if args.iter().any(|a| !a.has_numbers()) {
        return Some(Floats::NAN);
    }
    let infinite = args.iter().filter(|a| a.may_be_infinite(from)).count();
    let (ends, made) = match (op, args) {
        (FpOp::Add(..), [a, b]) => (hull(op, &[&[a.lo, b.lo], &[a.hi, b.hi]]), infinite == 2),
        (FpOp::Sub(..), [a, b]) => (hull(op, &[&[a.lo, b.hi], &[a.hi, b.lo]]), infinite == 2),
        (FpOp::Mul(..), [a, _]) if same => {
            let size = a.absolute();
            (hull(op, &[&[size.lo, size.lo], &[size.hi, size.hi]]), false)
        }
        (FpOp::Mul(..), [a, b]) => (
            hull(op, &corners(*a, *b).each_ref().map(|c| &c[..])),
            infinite > 0 && (a.may_be_zero() || b.may_be_zero()),
        ),
        (FpOp::Div(..), [a, b]) => {
            let made = infinite == 2 || (a.may_be_zero() && b.may_be_zero());
            if b.may_be_zero() {
                (None, made)
            } else {
                (hull(op, &corners(*a, *b).each_ref().map(|c| &c[..])), made)
            }
        }
        (FpOp::Fma(..), [a, b, c]) => {
            let all: Vec<[i128; 3]> = corners(*a, *b)
                .into_iter()
                .flat_map(|[x, y]| [[x, y, c.lo], [x, y, c.hi]])
                .collect();
            let all: Vec<&[i128]> = all.iter().map(|c| &c[..]).collect();
            (hull(op, &all), infinite > 0)
        }
        (FpOp::Sqrt(..), [a]) => {
            let low = Floats {
                lo: a.lo.max(-1),
                ..*a
            };
            if !low.has_numbers() {
                return Some(Floats::NAN);
            }
            (hull(op, &[&[low.lo], &[low.hi]]), a.lo < -1)
        }
        (FpOp::RoundToIntegral(..) | FpOp::Convert { .. }, [a]) => {
            (hull(op, &[&[a.lo], &[a.hi]]), false)
        }
        (FpOp::Rem(_) | FpOp::Fmod(_), [a, b]) => {
            let made = a.may_be_infinite(from) || b.may_be_zero();
            (Some(remainders(op, *a, *b)), made)
        }
        _ => (None, true),
    };
    let numbers = ends.unwrap_or_else(|| Floats::extended(to));
    Some(Floats {
        nan: nan || made,
        ..numbers.with_zeros()
    })
}

/// No remainder is greater than the dividend, or than the divisor; one of `fmod` is less than the
/// divisor, unless that is infinite, and has the dividend's sign.
fn remainders(op: FpOp, a: Floats, b: Floats) -> Floats {
    let is_fmod = matches!(op, FpOp::Fmod(_));
    let divisor = match b.magnitude() {
        infinite if infinite >= op.format().infinity() as i128 => infinite,
        most if is_fmod => (most - 1).max(0),
        most => most,
    };
    let most = a.magnitude().min(divisor);
    Floats {
        lo: if is_fmod && a.lo >= 0 { 0 } else { -1 - most },
        hi: if is_fmod && a.hi < 0 { -1 } else { most },
        nan: false,
    }
}

fn corners(a: Floats, b: Floats) -> [[i128; 2]; 4] {
    [[a.lo, b.lo], [a.lo, b.hi], [a.hi, b.lo], [a.hi, b.hi]]
}

/// The least range with the results for some operands; none if one of them is a NaN.
fn hull(op: FpOp, points: &[&[i128]]) -> Option<Floats> {
    let (mut lo, mut hi) = (i128::MAX, i128::MIN);
    for point in points {
        let result = at(op, point)?;
        (lo, hi) = (lo.min(result), hi.max(result));
    }
    Some(Floats { lo, hi, nan: false })
}

/// The numbers of a range of integers.
pub(super) fn from_integers(op: FpOp, width: u32, lo: i128, hi: i128) -> Option<Floats> {
    let to = op.result()?;
    let value = |n: i128| {
        let n = Bv::new(128, n as u128).extract(0, width);
        match op.value(&[&n], 0)? {
            Value::Bv(value) => Some(count(to, value.to_u128()?)),
            _ => None,
        }
    };
    Some(Floats {
        lo: value(lo)?,
        hi: value(hi)?,
        nan: false,
    })
}

/// The integers of a range of numbers, if all of them fit the width.
pub(super) fn to_integers(op: FpOp, width: u32, a: Floats) -> Option<(i128, i128)> {
    if a.nan || !a.has_numbers() {
        return None;
    }
    let from = op.format();
    // What does not fit one bit more is the least integer there, which is none of the width.
    let value = |n: i128| match op.value(&[&Bv::new(from.width(), bits(from, n))], width + 1)? {
        Value::Bv(value) => value.to_i128(),
        _ => None,
    };
    let (lo, hi) = (value(a.lo)?, value(a.hi)?);
    let least = -(1 << (width - 1));
    (lo >= least && hi >= least).then_some((lo, hi))
}
