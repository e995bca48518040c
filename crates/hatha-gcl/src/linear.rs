//! Linear sums over symbols, in normal form.
//!
//! **Invariant.** Symbols ascend and no factor is zero, so that equal sums are
//! equal values. Every operation checks for overflow, some way below the limit of
//! 128 bits.

use hatha_index::index_type;
use std::fmt;

index_type! {
    /// A variable of a state, an input of a transition or a symbolic constant.
    pub struct Sym
}

/// A number has more than 128 bits; no verdict may rest on what would follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

impl fmt::Display for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number has more than 128 bits")
    }
}

impl std::error::Error for Overflow {}

/// A sum of multiples of symbols and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    terms: Vec<(Sym, i128)>,
    constant: i128,
}

/// Below the limit of the type, so that numbers here can be negated and moved by
/// one without a thought.
const LARGEST: u128 = 1 << 126;

fn checked(value: Option<i128>) -> Result<i128, Overflow> {
    let fits = value.filter(|v| v.unsigned_abs() <= LARGEST);
    fits.ok_or(Overflow)
}

impl Linear {
    /// A constant.
    pub fn constant(constant: i128) -> Linear {
        Linear {
            terms: Vec::new(),
            constant,
        }
    }

    /// A symbol.
    pub fn symbol(sym: Sym) -> Linear {
        Linear {
            terms: vec![(sym, 1)],
            constant: 0,
        }
    }

    /// The symbols with their factors, ascending.
    pub fn terms(&self) -> &[(Sym, i128)] {
        &self.terms
    }

    /// The constant part.
    pub fn constant_part(&self) -> i128 {
        self.constant
    }

    /// The value, if there are no symbols.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The symbol, if this is nothing else.
    pub fn as_symbol(&self) -> Option<Sym> {
        match self.terms[..] {
            [(sym, 1)] if self.constant == 0 => Some(sym),
            _ => None,
        }
    }

    /// The factor of a symbol.
    pub fn factor(&self, sym: Sym) -> i128 {
        let found = self.terms.binary_search_by_key(&sym, |&(s, _)| s);
        found.map_or(0, |at| self.terms[at].1)
    }

    /// `self + factor · other`.
    pub fn plus(&self, factor: i128, other: &Linear) -> Result<Linear, Overflow> {
        let scaled = |c: i128| checked(c.checked_mul(factor));
        let add = |a: i128, b: i128| checked(a.checked_add(b));
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (&self.terms[..], &other.terms[..]);
        loop {
            match (left.first(), right.first()) {
                (None, None) => break,
                (Some(&(s, a)), Some(&(r, b))) if s == r => {
                    let sum = add(a, scaled(b)?)?;
                    if sum != 0 {
                        terms.push((s, sum));
                    }
                    (left, right) = (&left[1..], &right[1..]);
                }
                (Some(&(s, a)), next) if next.is_none_or(|&(r, _)| s < r) => {
                    terms.push((s, a));
                    left = &left[1..];
                }
                (_, Some(&(r, b))) => {
                    let product = scaled(b)?;
                    if product != 0 {
                        terms.push((r, product));
                    }
                    right = &right[1..];
                }
                // The cases above are all there are.
                (Some(_), None) => break,
            }
        }
        let constant = add(self.constant, scaled(other.constant)?)?;
        Ok(Linear { terms, constant })
    }

    /// A multiple.
    pub fn times(&self, factor: i128) -> Result<Linear, Overflow> {
        Linear::constant(0).plus(factor, self)
    }

    /// With another constant added.
    pub fn shifted(&self, by: i128) -> Result<Linear, Overflow> {
        self.plus(by, &Linear::constant(1))
    }

    /// Without a symbol.
    pub fn without(&self, sym: Sym) -> Linear {
        let terms = self.terms.iter().filter(|&&(s, _)| s != sym);
        Linear {
            terms: terms.copied().collect(),
            constant: self.constant,
        }
    }

    /// Every symbol replaced by a sum.
    pub fn substitute(&self, map: &dyn Fn(Sym) -> Linear) -> Result<Linear, Overflow> {
        let mut sum = Linear::constant(self.constant);
        for &(sym, factor) in &self.terms {
            sum = sum.plus(factor, &map(sym))?;
        }
        Ok(sum)
    }

    /// The value under an assignment.
    pub fn evaluate(&self, value: &dyn Fn(Sym) -> i128) -> Result<i128, Overflow> {
        let mut sum = self.constant;
        for &(sym, factor) in &self.terms {
            let product = checked(factor.checked_mul(value(sym)))?;
            sum = checked(sum.checked_add(product))?;
        }
        Ok(sum)
    }

    /// The greatest common divisor of the factors; 0 without symbols.
    pub fn divisor(&self) -> i128 {
        let factors = self.terms.iter().map(|&(_, c)| c.unsigned_abs());
        factors.fold(0, gcd) as i128
    }

    /// All factors divided by their divisor, and the constant by the same, rounded
    /// as told.
    pub(crate) fn divided(&self, by: i128, constant: i128) -> Linear {
        let terms = self.terms.iter().map(|&(s, c)| (s, c / by));
        Linear {
            terms: terms.collect(),
            constant,
        }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}
