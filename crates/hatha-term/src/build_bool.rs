//! Constructors for Bool, equality, if-then-else and applications.
//!
//! Every rewrite here is local: it looks a bounded number of levels down, so no
//! constructor recurses along the depth of a term.

use crate::op::{FunId, Op, TermId};
use crate::pool::TermPool;
use crate::sort::Sort;

impl TermPool {
    /// Puts the arguments of a commutative operator in order, constants last.
    pub(crate) fn ordered(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        let key = |t: TermId| (self.is_const(t), t);
        if key(a) <= key(b) { (a, b) } else { (b, a) }
    }

    /// Is one term the negation of the other?
    fn complementary(&self, a: TermId, b: TermId) -> bool {
        self.op(a) == Op::Not && self.arg(a, 0) == b || self.op(b) == Op::Not && self.arg(b, 0) == a
    }

    /// Negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        self.expect_sort(a, Sort::Bool);
        if !self.is_raw() {
            if let Some(value) = self.as_bool(a) {
                return self.bool(!value);
            }
            if self.op(a) == Op::Not {
                return self.arg(a, 0);
            }
        }
        self.intern(Op::Not, Sort::Bool, &[a])
    }

    /// Conjunction.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.lattice(Op::And, a, b)
    }

    /// Disjunction.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.lattice(Op::Or, a, b)
    }

    fn lattice(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        self.expect_sort(a, Sort::Bool);
        self.expect_sort(b, Sort::Bool);
        if self.is_raw() {
            return self.intern(op, Sort::Bool, &[a, b]);
        }
        let (a, b) = self.ordered(a, b);
        let absorbing = self.bool(op == Op::Or);
        if b == absorbing || self.complementary(a, b) {
            return absorbing;
        }
        if a == b || self.is_const(b) || self.has_arg(op, a, b) {
            return a;
        }
        if self.has_arg(op, b, a) {
            return b;
        }
        self.intern(op, Sort::Bool, &[a, b])
    }

    fn has_arg(&self, op: Op, t: TermId, arg: TermId) -> bool {
        self.op(t) == op && self.args(t).contains(&arg)
    }

    /// Conjunction of any number of terms, as a balanced tree.
    pub fn and_all(&mut self, terms: &[TermId]) -> TermId {
        self.balanced(Op::And, terms)
    }

    /// Disjunction of any number of terms, as a balanced tree.
    pub fn or_all(&mut self, terms: &[TermId]) -> TermId {
        self.balanced(Op::Or, terms)
    }

    fn balanced(&mut self, op: Op, terms: &[TermId]) -> TermId {
        let mut layer = terms.to_vec();
        while layer.len() > 1 {
            layer = layer
                .chunks(2)
                .map(|pair| match *pair {
                    [a, b] => self.lattice(op, a, b),
                    _ => pair[0],
                })
                .collect();
        }
        layer.first().copied().unwrap_or(self.bool(op == Op::And))
    }

    /// Exclusive disjunction.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.expect_sort(a, Sort::Bool);
        self.expect_sort(b, Sort::Bool);
        if self.is_raw() {
            return self.intern(Op::Xor, Sort::Bool, &[a, b]);
        }
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Implication.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        self.expect_sort(a, Sort::Bool);
        self.expect_sort(b, Sort::Bool);
        if self.is_raw() {
            return self.intern(Op::Implies, Sort::Bool, &[a, b]);
        }
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// `a` if `c`, else `b`.
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        self.expect_sort(c, Sort::Bool);
        let sort = self.same_sort(a, b);
        if self.is_raw() {
            return self.intern(Op::Ite, sort, &[c, a, b]);
        }
        if self.op(c) == Op::Not {
            let inner = self.arg(c, 0);
            return self.ite(inner, b, a);
        }
        let a = self.under(c, true, a);
        let b = self.under(c, false, b);
        match self.as_bool(c) {
            Some(true) => a,
            Some(false) => b,
            None if a == b => a,
            None if sort == Sort::Bool => self.bool_ite(c, a, b),
            None => self.intern(Op::Ite, sort, &[c, a, b]),
        }
    }

    /// `t`, knowing that `c` is `value`: looks through one if-then-else on `c`.
    fn under(&self, c: TermId, value: bool, t: TermId) -> TermId {
        if t == c {
            return self.bool(value);
        }
        if self.op(t) == Op::Ite && self.arg(t, 0) == c {
            return self.arg(t, if value { 1 } else { 2 });
        }
        t
    }

    fn bool_ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => self.or(c, b),
            (Some(false), _) => {
                let not_c = self.not(c);
                self.and(not_c, b)
            }
            (_, Some(true)) => {
                let not_c = self.not(c);
                self.or(not_c, a)
            }
            (_, Some(false)) => self.and(c, a),
            _ => self.intern(Op::Ite, Sort::Bool, &[c, a, b]),
        }
    }

    /// Equality of two terms of one sort.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.same_sort(a, b);
        if self.is_raw() {
            return self.intern(Op::Eq, Sort::Bool, &[a, b]);
        }
        if a == b {
            return self.tru();
        }
        // Constants are interned: two different ones have different values.
        if self.is_const(a) && self.is_const(b) {
            return self.fls();
        }
        let (a, b) = self.ordered(a, b);
        match sort {
            Sort::Bool => self.bool_eq(a, b),
            Sort::Bv(_) => self.bv_eq(a, b),
            Sort::Int => self.int_eq(a, b),
            _ => self.plain_eq(a, b),
        }
    }

    /// Equality of ordered arguments without further rewriting.
    pub(crate) fn plain_eq(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        self.intern(Op::Eq, Sort::Bool, &[a, b])
    }

    fn bool_eq(&mut self, a: TermId, b: TermId) -> TermId {
        match self.as_bool(b) {
            Some(true) => return a,
            Some(false) => return self.not(a),
            None => {}
        }
        if self.complementary(a, b) {
            return self.fls();
        }
        // Negations move outside, so that a = !b and !(a = b) are one term.
        let (x, flip_a) = self.strip_not(a);
        let (y, flip_b) = self.strip_not(b);
        let equal = self.plain_eq(x, y);
        if flip_a != flip_b {
            self.not(equal)
        } else {
            equal
        }
    }

    fn strip_not(&self, a: TermId) -> (TermId, bool) {
        if self.op(a) == Op::Not {
            (self.arg(a, 0), true)
        } else {
            (a, false)
        }
    }

    /// If `t` chooses between two constants, says which arms equal `value`.
    fn constant_arms(&self, t: TermId, value: TermId) -> Option<(TermId, bool, bool)> {
        if self.op(t) != Op::Ite {
            return None;
        }
        let (c, a, b) = (self.arg(t, 0), self.arg(t, 1), self.arg(t, 2));
        let known = self.is_const(a) && self.is_const(b);
        known.then_some((c, a == value, b == value))
    }

    /// `ite(c, k1, k2) = k` decided by comparing the constants.
    pub(crate) fn eq_constant_ite(&mut self, t: TermId, value: TermId) -> Option<TermId> {
        let (c, then, other) = self.constant_arms(t, value)?;
        Some(match (then, other) {
            (true, true) => self.tru(),
            (true, false) => c,
            (false, true) => self.not(c),
            (false, false) => self.fls(),
        })
    }

    /// Disequality.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Application of an uninterpreted function.
    pub fn apply(&mut self, fun: FunId, args: &[TermId]) -> TermId {
        let decl = self.fun(fun);
        let result = decl.result;
        assert_eq!(decl.args.len(), args.len(), "as many arguments as declared");
        for (&arg, &sort) in args.iter().zip(&decl.args) {
            self.expect_sort(arg, sort);
        }
        self.intern(Op::Apply(fun), result, args)
    }
}
