//! A hash-consed graph of logic gates, kept apart from the SAT solver so that
//! clauses are emitted only for the gates a query reaches, and again when the
//! solver is rebuilt.
//!
//! Divisions by constants are gates of their own kind: bits that a constraint
//! ties to the dividend, which is a far smaller circuit than one that divides.
//!
//! Invariant: gates are normalised (constants folded, signs moved to the
//! output, operands ordered), and operands precede their gate.

use crate::circuits::division_constraint;
use hatha_term::Bv;
use rustc_hash::{FxHashMap, FxHashSet};

/// A gate's output or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Lit(u32);

impl Lit {
    /// Falsehood: the output of gate zero.
    pub(crate) const FALSE: Lit = Lit(0);
    /// Truth.
    pub(crate) const TRUE: Lit = Lit(1);

    fn positive(gate: u32) -> Lit {
        Lit(gate << 1)
    }

    /// The gate whose output this is.
    pub(crate) fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Is it the negated output?
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The same, negated if `flip`.
    pub(crate) fn flipped(self, flip: bool) -> Lit {
        Lit(self.0 ^ flip as u32)
    }

    /// The output without negation.
    fn plain(self) -> Lit {
        Lit(self.0 & !1)
    }

    fn is_const(self) -> bool {
        self.0 <= 1
    }

    /// The truth value of a constant.
    pub(crate) fn from_bool(value: bool) -> Lit {
        Lit(value as u32)
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// What a gate computes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Gate {
    /// Falsehood; gate zero only.
    False,
    /// A free input.
    Input,
    /// Conjunction.
    And(Lit, Lit),
    /// Exclusive disjunction.
    Xor(Lit, Lit),
    /// The second if the first, else the third.
    Mux(Lit, Lit, Lit),
    /// The sum bit of a full adder.
    Xor3(Lit, Lit, Lit),
    /// The carry of a full adder.
    Majority(Lit, Lit, Lit),
    /// A bit of a division: of the quotient, then of the remainder.
    Division {
        /// Which division.
        id: u32,
        /// Which bit.
        bit: u32,
    },
}

/// A division by a constant.
#[derive(Debug)]
pub(crate) struct Division {
    /// The dividend.
    pub dividend: Vec<Lit>,
    /// The divisor, of the same width and not zero.
    pub divisor: Bv,
    /// The low bits of the quotient; those above are clear.
    pub quotient: Vec<Lit>,
    /// The low bits of the remainder; those above are clear.
    pub remainder: Vec<Lit>,
    /// Holds exactly for the right quotient and remainder, which always exist:
    /// asserting it excludes no assignment of the inputs.
    pub constraint: Lit,
}

impl Division {
    /// The value of a bit, given the dividend's.
    pub(crate) fn value(&self, dividend: &Bv, bit: u32) -> bool {
        match bit.checked_sub(self.quotient.len() as u32) {
            None => dividend.udiv(&self.divisor).bit(bit),
            Some(bit) => dividend.urem(&self.divisor).bit(bit),
        }
    }
}

impl Gate {
    /// The operands from which clauses define the gate.
    pub(crate) fn operands(self) -> impl Iterator<Item = Lit> {
        let (lits, count) = match self {
            Gate::False | Gate::Input | Gate::Division { .. } => ([Lit::FALSE; 3], 0),
            Gate::And(a, b) | Gate::Xor(a, b) => ([a, b, Lit::FALSE], 2),
            Gate::Mux(a, b, c) | Gate::Xor3(a, b, c) | Gate::Majority(a, b, c) => ([a, b, c], 3),
        };
        lits.into_iter().take(count)
    }
}

/// The graph.
#[derive(Debug)]
pub(crate) struct Gates {
    gates: Vec<Gate>,
    index: FxHashMap<Gate, u32>,
    divisions: Vec<Division>,
    division_ids: FxHashMap<(Vec<Lit>, Bv), usize>,
}

impl Default for Gates {
    fn default() -> Self {
        Gates {
            gates: vec![Gate::False],
            index: FxHashMap::default(),
            divisions: Vec::new(),
            division_ids: FxHashMap::default(),
        }
    }
}

fn sort3(mut lits: [Lit; 3]) -> [Lit; 3] {
    lits.sort_unstable();
    lits
}

impl Gates {
    /// The number of gates.
    pub(crate) fn len(&self) -> usize {
        self.gates.len()
    }

    /// The gate at an index.
    pub(crate) fn gate(&self, index: usize) -> Gate {
        self.gates[index]
    }

    /// The number of gates that the literals depend on, themselves included.
    pub(crate) fn cone_size(&self, roots: impl IntoIterator<Item = Lit>) -> usize {
        // There may be many more gates than these.
        let mut seen = FxHashSet::default();
        let mut stack: Vec<usize> = roots.into_iter().map(Lit::gate).collect();
        while let Some(gate) = stack.pop() {
            if seen.insert(gate) {
                stack.extend(self.gates[gate].operands().map(Lit::gate));
                if let Gate::Division { id, .. } = self.gates[gate] {
                    stack.push(self.division(id).constraint.gate());
                }
            }
        }
        seen.len()
    }

    fn add(&mut self, gate: Gate) -> Lit {
        let next = self.gates.len() as u32;
        let id = *self.index.entry(gate).or_insert(next);
        if id == next {
            self.gates.push(gate);
        }
        Lit::positive(id)
    }

    /// A new free input.
    pub(crate) fn input(&mut self) -> Lit {
        let id = self.gates.len() as u32;
        self.gates.push(Gate::Input);
        Lit::positive(id)
    }

    /// A division.
    pub(crate) fn division(&self, id: u32) -> &Division {
        &self.divisions[id as usize]
    }

    /// The division of a word by a constant that is not zero.
    pub(crate) fn divide(&mut self, dividend: &[Lit], divisor: &Bv) -> &Division {
        let key = (dividend.to_vec(), divisor.clone());
        let id = match self.division_ids.get(&key) {
            Some(&id) => id,
            None => {
                let id = self.new_division(dividend, divisor);
                self.division_ids.insert(key, id);
                id
            }
        };
        &self.divisions[id]
    }

    fn new_division(&mut self, dividend: &[Lit], divisor: &Bv) -> usize {
        let id = self.divisions.len();
        let width = dividend.len();
        let bits = divisor.bit_length() as usize;
        let first = self.gates.len() as u32;
        // A divisor of at least 2^(bits - 1) leaves a quotient this short.
        let (quotient_bits, remainder_bits) = (width + 1 - bits, bits);
        for bit in 0..(quotient_bits + remainder_bits) as u32 {
            let id = id as u32;
            self.gates.push(Gate::Division { id, bit });
        }
        let mut fresh = (first..).map(Lit::positive);
        let quotient: Vec<Lit> = fresh.by_ref().take(quotient_bits).collect();
        let remainder: Vec<Lit> = fresh.take(remainder_bits).collect();
        let constraint = division_constraint(self, dividend, divisor, &quotient, &remainder);
        self.divisions.push(Division {
            dividend: dividend.to_vec(),
            divisor: divisor.clone(),
            quotient,
            remainder,
            constraint,
        });
        id
    }

    /// Conjunction.
    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match a {
            Lit::FALSE => Lit::FALSE,
            Lit::TRUE => b,
            _ if a == b => a,
            _ if a == !b => Lit::FALSE,
            _ => self.add(Gate::And(a, b)),
        }
    }

    /// Disjunction.
    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Exclusive disjunction.
    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_negated() != b.is_negated();
        let (x, y) = (a.plain(), b.plain());
        let (x, y) = if x <= y { (x, y) } else { (y, x) };
        if x == y {
            return Lit::FALSE.flipped(flip);
        }
        if x == Lit::FALSE {
            return y.flipped(flip);
        }
        self.add(Gate::Xor(x, y)).flipped(flip)
    }

    /// Equivalence.
    pub(crate) fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `a` if `c`, else `b`.
    pub(crate) fn mux(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if c.is_negated() && !c.is_const() {
            return self.mux(!c, b, a);
        }
        if c.is_const() {
            return if c == Lit::TRUE { a } else { b };
        }
        if a == b {
            return a;
        }
        if a == !b {
            return self.iff(c, a);
        }
        if a.is_const() || a.plain() == c {
            // Under `c`, a literal of `c`'s gate is a constant.
            let then = if a.is_const() {
                a
            } else {
                Lit::TRUE.flipped(a != c)
            };
            return if then == Lit::TRUE {
                self.or(c, b)
            } else {
                self.and(!c, b)
            };
        }
        if b.is_const() || b.plain() == c {
            let other = if b.is_const() {
                b
            } else {
                Lit::FALSE.flipped(b != c)
            };
            return if other == Lit::TRUE {
                self.or(!c, a)
            } else {
                self.and(c, a)
            };
        }
        let flip = a.is_negated();
        self.add(Gate::Mux(c, a.flipped(flip), b.flipped(flip)))
            .flipped(flip)
    }

    /// The sum bit of a full adder.
    pub(crate) fn xor3(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let flip = a.is_negated() ^ b.is_negated() ^ c.is_negated();
        let [x, y, z] = sort3([a.plain(), b.plain(), c.plain()]);
        if x == Lit::FALSE || x == y || y == z {
            let pair = self.xor(x, y);
            return self.xor(pair, z).flipped(flip);
        }
        self.add(Gate::Xor3(x, y, z)).flipped(flip)
    }

    /// The carry of a full adder.
    pub(crate) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let [x, y, z] = sort3([a, b, c]);
        match x {
            Lit::FALSE => return self.and(y, z),
            Lit::TRUE => return self.or(y, z),
            _ => {}
        }
        // Literals of one gate are neighbours in the order.
        if x.plain() == y.plain() {
            return if x == y { x } else { z };
        }
        if y.plain() == z.plain() {
            return if y == z { y } else { x };
        }
        let flip = x.is_negated();
        let [x, y, z] = [x, y, z].map(|l| l.flipped(flip));
        self.add(Gate::Majority(x, y, z)).flipped(flip)
    }

    /// Disjunction of many.
    pub(crate) fn or_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::FALSE, |any, l| self.or(any, l))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(gates: &Gates, inputs: &[(Lit, bool)], l: Lit) -> bool {
        let v = |l: Lit| value(gates, inputs, l);
        let plain = match gates.gate(l.gate()) {
            Gate::False => false,
            Gate::Input => inputs.iter().any(|&(i, b)| i.gate() == l.gate() && b),
            Gate::And(a, b) => v(a) && v(b),
            Gate::Xor(a, b) => v(a) != v(b),
            Gate::Mux(c, a, b) => v(if v(c) { a } else { b }),
            Gate::Xor3(a, b, c) => v(a) ^ v(b) ^ v(c),
            Gate::Majority(a, b, c) => v(a) as u8 + v(b) as u8 + v(c) as u8 >= 2,
            Gate::Division { .. } => unreachable!("no divisions here"),
        };
        plain != l.is_negated()
    }

    /// Every choice of three operands among constants and literals of two
    /// inputs, under every assignment, against the defining formulas.
    #[test]
    fn normalisation_preserves_the_function() {
        let mut gates = Gates::default();
        let (p, q, r) = (gates.input(), gates.input(), gates.input());
        let operands = [Lit::FALSE, Lit::TRUE, p, !p, q, !q, r, !r];
        for &a in &operands {
            for &b in &operands {
                for &c in &operands {
                    check_operands(&mut gates, [p, q, r], [a, b, c]);
                }
            }
        }
    }

    fn check_operands(gates: &mut Gates, inputs: [Lit; 3], [a, b, c]: [Lit; 3]) {
        let outputs = [
            gates.and(a, b),
            gates.xor(a, b),
            gates.mux(a, b, c),
            gates.xor3(a, b, c),
            gates.majority(a, b, c),
        ];
        for bits in 0..8 {
            let env: Vec<(Lit, bool)> = (0..3).map(|i| (inputs[i], bits >> i & 1 == 1)).collect();
            let v = |l| value(gates, &env, l);
            let (x, y, z) = (v(a), v(b), v(c));
            let expected = [
                x && y,
                x != y,
                if x { y } else { z },
                x ^ y ^ z,
                x as u8 + y as u8 + z as u8 >= 2,
            ];
            assert_eq!(outputs.map(v), expected, "{a:?} {b:?} {c:?} {bits:b}");
        }
    }
}
